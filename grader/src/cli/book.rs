//! Generates pages of the book from the code: commands, formats, exit codes and environment
//! variables.
//!
//! A test fails when a page is out of date. To update all pages, run `UPDATE=1 cargo test -p grader --lib book`.

mod commands;
mod exit_codes;
mod formats;
mod rubric;
mod typed;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use super::environment;

const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src/reference");

/// Set this environment variable to write the pages.
const UPDATE: &str = "UPDATE";

const HEAD: &str = "<!-- Generated from the code. To update this page: UPDATE=1 cargo test -p grader --lib book -->";

/// Compares a page with the expected text, or writes it.
fn compare_or_write_page(name: &str, text: &str) {
    let path = Path::new(REFERENCE).join(name);
    let text = format!("{HEAD}\n\n{}\n", text.trim_end());
    if env::var_os(UPDATE).is_some() {
        fs::write(path, text).expect("the page can be written");
        return;
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == text,
        "docs/book/src/reference/{name} does not match the code. To update it: \
         {UPDATE}=1 cargo test -p grader --lib book\n\n{text}"
    );
}

/// Escapes text for a table cell, on one line.
fn escape_cell(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}

#[test]
fn the_commands_page_is_up_to_date() {
    compare_or_write_page("commands.md", &commands::page());
}

#[test]
fn the_exit_codes_page_is_up_to_date() {
    compare_or_write_page("exit-codes.md", &exit_codes::page());
}

#[test]
fn the_formats_page_is_up_to_date() {
    compare_or_write_page("formats.md", &formats::page());
}

#[test]
fn the_environment_page_is_up_to_date() {
    let mut page = "# Environment variables\n\nThe grader reads only these variables. They do not \
                    affect grades, except for the compiler in `RUSTC`.\n\n| variable | effect \
                    |\n|---|---|\n"
        .to_owned();
    for variables in environment::ALL {
        let names: Vec<String> = variables.names.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(page, "| {} | {} |", names.join(", "), escape_cell(variables.does));
    }
    compare_or_write_page("environment.md", &page);
}
