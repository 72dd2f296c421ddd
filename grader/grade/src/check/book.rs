//! The page of the checks in the book, which is made from their rows.

use std::{env, fs};

use super::Check;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src/reference/checks.md");

/// Set to anything, this has the test write the page.
const UPDATE: &str = "UPDATE";

const HEAD: &str = "\
<!-- Made from the code. To have it written: UPDATE=1 cargo test -p grade book -->

# Checks

`grader explain CHECK` says the same on a terminal. Which of these checks are graded, and for how many points,
is up to the [rubric](../instructor/rubric.md#checks).

| check | holds when |
|---|---|
";

#[test]
fn the_book_has_all_checks() {
    let rows = Check::ALL.map(|check| {
        let title = check.spec().explanation.lines().next().expect("a title");
        format!("| [`{check}`](#{}) | {} |\n", anchor(title), check.spec().in_full)
    });
    let sections = Check::ALL.map(|check| format!("\n{}\n", below(check.spec().explanation)));
    let expected = [HEAD, &rows.concat(), &sections.concat()].concat();
    if env::var_os(UPDATE).is_some() {
        return fs::write(PAGE, expected).expect("the page can be written");
    }
    let page = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        page == expected,
        "docs/book/src/reference/checks.md is not made of `grader/grade/src/check/table.rs` and the \
         explanations. To have it written: {UPDATE}=1 cargo test -p grade book"
    );
}

/// The place of a heading in its page, by the rule of GitHub and of mdBook.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches(['#', ' ']).chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// The text with its headings a level lower, as it stands below the page's own.
fn below(explanation: &str) -> String {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in explanation.trim_end().lines() {
        is_code ^= line.starts_with("```");
        let is_heading = !is_code && line.starts_with('#');
        lines.push(if is_heading { format!("#{line}") } else { line.to_owned() });
    }
    lines.join("\n")
}
