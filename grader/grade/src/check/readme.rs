//! The table of the checks in the README, which is made from their rows.

use std::path::Path;
use std::{env, fs};

use super::Check;

/// Where the table stands.
const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// How it begins.
const HEAD: &str = "\n| id | holds when |\n|---|---|\n";

/// Set to anything, this has the test write the table.
const UPDATE: &str = "UPDATE";

#[test]
fn the_readme_has_the_table_of_the_checks() {
    let readme = fs::read_to_string(README).expect("the README can be read");
    let (before, rest) = readme.split_once(HEAD).expect("the README has a table of the checks");
    let end = rest.find("\n\n").expect("the table ends with a blank line") + 1;
    let (rows, after) = rest.split_at(end);
    let expected = Check::ALL.map(|check| format!("| `{check}` | {} |\n", check.spec().in_full));
    let expected = expected.concat();
    if rows == expected {
        return;
    }
    if env::var_os(UPDATE).is_some() {
        let text = [before, HEAD, &expected, after].concat();
        return fs::write(Path::new(README), text).expect("the README can be written");
    }
    panic!(
        "the table of the checks in README.md is not that of `grader/grade/src/check/table.rs`. \
         To have it written: {UPDATE}=1 cargo test -p grade readme\n\n{expected}"
    );
}
