//! Tests `grader check --open`, which writes the report as a page for the student.

use insta::assert_snapshot;

use crate::support::{Bench, code, stderr};

const BOARD: &str = "alice/src/board.rs";

fn wrong() -> Bench {
    let bench = Bench::with_model();
    bench.edit(BOARD, "cell != goal).count()", "cell == goal).count()");
    bench
}

#[test]
fn the_page_shows_code_and_help_for_each_failure() {
    let bench = wrong();
    let check = ["check", "alice", "--only", "board", "--page", "page.html"];
    let output = bench.grade(&check);
    assert_eq!((code(&output), stderr(&output)), (1, "page: page.html\n"));
    let page = bench.read("page.html");
    for part in [
        "Next: fix <a href=\"#check-board.hamming\">",
        "  65 │         self.cells_and_goals().filter(|(cell, goal)| cell == goal).count()",
        "<summary>Hint</summary>",
        "<summary>Explanation</summary>",
        "<code>grader check alice --only board.hamming</code>",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    // The page is reproducible. Other files should not be overwritten.
    bench.grade(&check);
    assert_eq!(bench.read("page.html"), page);
    bench.write("page.html", "my notes");
    let refused = bench.run(&check);
    assert_eq!(code(&refused), 2);
    assert_snapshot!(stderr(&refused), @"
    error: `page.html` already exists, and is not a grader page

    hint: use another file for `--page`
    ");
    let twice = bench.run(&[&check[..], &["--out", "page.html"]].concat());
    assert_eq!(code(&twice), 2);
    assert!(stderr(&twice).contains("two results would be written to `page.html`"));
}

#[cfg(unix)]
#[test]
fn the_page_is_opened_with_the_system_opener() {
    use std::os::unix::fs::PermissionsExt as _;

    let bench = wrong();
    bench.write("programs/xdg-open", "#!/bin/sh\necho \"$1\" >\"${0%/*}/../opened\"\n");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bench.path("programs/xdg-open"), mode).expect("a program");
    let mut command = bench.command(&["check", "alice", "--only", "board.hamming", "--open"]);
    let path = std::env::var("PATH").expect("a path");
    command.env("PATH", format!("{}:{path}", bench.path("programs").display()));
    let output = bench.finish_grade(&mut command);
    assert_eq!((code(&output), stderr(&output)), (1, "page: report.html\n"));
    let opened = bench.read("opened");
    assert_eq!(opened.trim(), bench.path("report.html").display().to_string());
    bench.write("programs/xdg-open", "#!/bin/sh\nexit 3\n");
    let output = bench.finish_grade(&mut command);
    assert_eq!(code(&output), 1);
    assert_snapshot!(stderr(&output), @"
    page: report.html
    error: cannot open a browser: `xdg-open` failed

    hint: the page was written; open `report.html` in a browser
    ");
}
