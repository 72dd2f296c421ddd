//! Tests the pages in a browser: see `grader/tests/browser/report.mjs`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use grade::Verdict;
use grade::check::Check;

use super::class::{class, finish, hamming, path, record, write};
use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, workspace};

const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Returns the browser in the variable `CHROMIUM`, or one from the `PATH`.
pub(crate) fn browser() -> PathBuf {
    let named = std::env::var_os("CHROMIUM").filter(|name| !name.is_empty()).map(PathBuf::from);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&folders)
        .flat_map(|folder| BROWSERS.map(|name| folder.join(name)))
        .filter(|file| file.is_file());
    named.or_else(|| found.next()).expect("Chromium: set `CHROMIUM` to its program")
}

/// Returns the name of a student in a class whose names have several scripts.
fn name_in_any_script(i: usize) -> String {
    let name = ["Student", "سارة العلي", "שרה לוי"][i % 3];
    format!("{name} {i}")
}

/// Creates the page of a class with this number of students. A third of them count the blank, a third return the same
/// wrong solution, and a third are correct. `prefix` is the beginning of all ids.
fn page_of(students: usize, prefix: &str, student: fn(usize) -> String) -> (Bench, PathBuf) {
    let bench = Bench::new();
    fs::create_dir(bench.path("grades")).unwrap();
    let name = |i: usize| format!("{prefix}{:03}", 100 + i);
    let verdicts = |i: usize| -> Vec<(Check, Verdict)> {
        match i % 3 {
            0 => vec![(Check::BoardHamming, hamming("hamming() counts the blank"))],
            1 => vec![(Check::SolverPath, path())],
            _ => Vec::new(),
        }
    };
    let records: Vec<_> = (0..students).map(|i| record(&name(i), &verdicts(i))).collect();
    for record in &records {
        write(&bench, record);
    }
    finish(&bench, &records);
    let who = |i: usize| {
        let (id, late) = (name(i), if i.is_multiple_of(5) { r#", "late": true"# } else { "" });
        format!(
            r#"{{"submission": "{id}", "students": [{{"id": "{id}", "name": "{}",
               "email": "{id}@a.rather.long.name.of.a.university.example"}}]{late}}}"#,
            student(i)
        )
    };
    let all: Vec<String> = (0..students).map(who).collect();
    let people = format!(r#"{{"schema": "class/1", "submissions": [{}]}}"#, all.join(",\n"));
    bench.write("grades/class.json", people);
    let output = bench.run(&["report", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let page = bench.path("grades/report.html");
    (bench, page)
}

#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn the_pages_work_in_a_browser() {
    let bench = class();
    let output = bench.run(&["report", "grades", "--students", "out"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // An id of digits follows the direction of the text beside it, unless this is isolated.
    let lecture = page_of(28, "", name_in_any_script);
    let many = page_of(120, "u", |i| format!("Student No. {i}"));
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/report.mjs")).arg(browser());
    node.arg(bench.path("grades/report.html")).arg(bench.path("out/carl.html"));
    node.arg(lecture.1).arg(many.1);
    let output = node.finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"
    ok: the class comes first
    ok: the table can be sorted by each column, and rows without a score stay at the end
    ok: the table can be filtered by name, status and failed check
    ok: one submission is shown at a time, and the back button works
    ok: buttons and a slider replay a solution, and invalid moves are marked
    ok: keys replay a solution, and it can play to the end automatically
    ok: both solutions are replayed together, and the shorter one stays at its last board
    ok: the theme follows the system, can be selected, and has enough contrast
    ok: there is no horizontal scrolling on a phone
    ok: no column is cut off, from phones to projectors
    ok: ids stay behind names in right-to-left scripts
    ok: no result of a check is broken within a word
    ok: the tab of the visible section is marked
    ok: the class prints on one or two pages, and a single submission on its own, in the light theme
    ok: a class of 28 prints on at most two pages, and nothing is cut off
    ok: a student's page also replays solutions
    ok: only visible rows are laid out, and the next student follows the sort order
    ok: parts that submissions share are shown with each of them
    ok: a group has the id that corrections use
    ok: everything is visible without scripts
    ok: there were no errors and no network requests
    ");
}
