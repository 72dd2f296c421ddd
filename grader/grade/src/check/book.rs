//! Generates the book's page about checks from the table.

use std::{env, fs};

use super::Check;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src/reference/checks.md");

/// Set this environment variable to write the page instead of comparing it.
const UPDATE: &str = "UPDATE";

const HEAD: &str = "\
<!-- Generated from the code. To update this page: UPDATE=1 cargo test -p grade book -->

# Checks

To read an explanation on the terminal, run `grader explain CHECK`. The [rubric](../instructor/rubric.md#checks)
decides which checks are graded and how many points they are worth.

| check | passes if |
|---|---|
";

#[test]
fn the_checks_page_is_up_to_date() {
    let rows = Check::ALL.map(|check| {
        let title = check.spec().explanation.lines().next().expect("a title");
        format!("| [`{check}`](#{}) | {} |\n", heading_anchor(title), check.spec().in_full)
    });
    let sections =
        Check::ALL.map(|check| format!("\n{}\n", with_lower_headings(check.spec().explanation)));
    let expected = [HEAD, &rows.concat(), &sections.concat()].concat();
    if env::var_os(UPDATE).is_some() {
        return fs::write(PAGE, expected).expect("the page can be written");
    }
    let page = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        page == expected,
        "docs/book/src/reference/checks.md does not match `grader/grade/src/check/table.rs` and the \
         explanations. To update it: {UPDATE}=1 cargo test -p grade book"
    );
}

/// Returns a heading's anchor, by the rules of GitHub and mdBook.
fn heading_anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches(['#', ' ']).chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// Moves every heading down one level.
fn with_lower_headings(explanation: &str) -> String {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in explanation.trim_end().lines() {
        // A comment in code can begin like a heading.
        is_code ^= line.starts_with("```");
        let is_heading = !is_code && line.starts_with('#');
        lines.push(if is_heading { format!("#{line}") } else { line.to_owned() });
    }
    lines.join("\n")
}
