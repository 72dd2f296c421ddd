//! The pages in a browser, used as a person does: see `grader/tests/browser/report.mjs`.

use std::path::PathBuf;
use std::process::Command;

use super::class::class;
use crate::support::{code, stderr, workspace};

/// The names of Chromium, by systems and by its makers.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The browser: what the variable `CHROMIUM` names, or what is found.
pub(crate) fn browser() -> PathBuf {
    let named = std::env::var_os("CHROMIUM").filter(|name| !name.is_empty()).map(PathBuf::from);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&folders)
        .flat_map(|folder| BROWSERS.map(|name| folder.join(name)))
        .filter(|file| file.is_file());
    named.or_else(|| found.next()).expect("Chromium: set `CHROMIUM` to its program")
}

#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn the_pages_work_in_a_browser() {
    let bench = class();
    let output = bench.run(&["report", "grades", "--students", "out"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/report.mjs")).arg(browser());
    node.arg(bench.path("grades/report.html")).arg(bench.path("out/carl.html"));
    let output = node.output().expect("Node.js");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"
    ok: the class is shown first
    ok: the table is sorted by each column, and what has no score stays at the end
    ok: the table is filtered by name, status and failed check
    ok: one submission is shown at a time, and the browser goes back
    ok: a solution is replayed by buttons and a slider, and what is no move is marked
    ok: a solution is replayed by keys, and plays to its end by itself
    ok: both solutions go in step, and the shorter one stays at its end
    ok: light and dark follow the system, can be chosen, and have enough contrast
    ok: nothing scrolls sideways on a phone
    ok: the tab of the part in sight is marked
    ok: the class is printed on a page or two, and one submission alone, in light
    ok: the page of a student replays solutions, too
    ok: all is there without a script
    ok: nothing was complained of, and nothing was asked of a network
    ");
}
