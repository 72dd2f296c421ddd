//! Tests `grader grade`, `build`, `merge` and `diff`.

mod attempts;
mod corrections;
mod downloads;
mod faults;
mod full_disk;
mod hostile_names;
mod ignored;
mod late;
mod late_days;
mod parts;
mod people;
mod places;
mod prebuilt;
mod progress;
mod resume;
mod times;
mod together;
mod wine;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::LazyLock;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, code, model_file, stdout, workspace};

/// A class graded into the folder `whole`. This should not be modified by tests.
static WHOLE: LazyLock<(Bench, Output)> = LazyLock::new(|| {
    let bench = class();
    let output = bench.grade(&["grade", "class", "--out", "whole", "--no-cache"]);
    (bench, output)
});

/// A class with five submissions: one correct, one with a fault, two that do not compile, and an empty folder.
fn class() -> Bench {
    let bench = Bench::new();
    for name in ["alice", "bob"] {
        for file in ["board.rs", "solver.rs"] {
            bench.write(&format!("class/{name}/{file}"), model_file(file));
        }
    }
    bench.edit(
        "class/bob/board.rs",
        "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        "self.tiles.iter().zip(1..).filter(|&(&tile, cell)| usize::from(tile) != cell).count()",
    );
    for name in ["carl", "dora"] {
        bench.write(&format!("class/{name}/board.rs"), format!("pub struct Board // {name}\n"));
    }
    fs::create_dir(bench.path("class/erik")).unwrap();
    bench
}

pub(crate) fn graded() -> Bench {
    let bench = class();
    copy(&WHOLE.0.path("whole"), &bench.path("whole"));
    bench
}

/// Writes the default assignment with this `[late]` table.
pub(crate) fn late_assignment(bench: &Bench, folder: &str, late: &str) {
    copy(&workspace("fixtures/puzzles"), &bench.path(&format!("{folder}/puzzles")));
    let rubric = fs::read_to_string(workspace("fixtures/assignment.toml")).unwrap();
    let rubric = rubric.replacen("[limits]", &format!("{late}\n[limits]"), 1);
    bench.write(&format!("{folder}/assignment.toml"), rubric);
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Reads all files below a folder, except for content that may differ from run to run.
fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            let inner = tree(&entry.path()).into_iter();
            files.extend(inner.map(|(path, text)| (format!("{name}/{path}"), text)));
        } else if name != "run.json" {
            files.insert(name, fs::read_to_string(entry.path()).unwrap());
        }
    }
    files
}

/// Returns the result that every way to grade the class must produce.
fn whole() -> BTreeMap<String, String> {
    tree(&WHOLE.0.path("whole"))
}

/// Returns the origin of each grade in the last run, such as `cache`.
fn origins(bench: &Bench, folder: &str) -> BTreeMap<String, String> {
    let log: Value = serde_json::from_str(&bench.read(&format!("{folder}/run.json"))).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let moments = log["submissions"].as_array().unwrap().iter();
    moments.map(|moment| (text(&moment["submission"]), text(&moment["from"]))).collect()
}

#[test]
fn a_class_is_graded_into_a_folder() {
    let (bench, output) = &*WHOLE;
    assert_eq!(code(output), 0);
    assert_snapshot!(stdout(output), @"5 submissions: 4 graded, 1 rejected");
    assert_snapshot!(bench.read("whole/grades.csv"), @r#"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,graded,100,,100,100,,,,,,,,,
    bob,graded,96,,96,100,board.hamming,,,,,,,,
    carl,graded,0,,0,100,compile.build,,,,,,,,
    dora,graded,0,,0,100,compile.build,,,,,,,,
    erik,rejected,,,,100,,,,,,,,,"the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`"
    "#);
    let files: Vec<String> = whole().into_keys().collect();
    assert_snapshot!(files.join("\n"), @"
    .lock
    assignment.json
    class.json
    grades.csv
    grades.json
    submissions/alice/grade.json
    submissions/alice/grade.key
    submissions/bob/grade.json
    submissions/bob/grade.key
    submissions/carl/grade.json
    submissions/carl/grade.key
    submissions/dora/grade.json
    submissions/dora/grade.key
    submissions/erik/grade.json
    ");
    let single = bench.grade(&["check", "class/bob", "--format", "json"]);
    assert_eq!(bench.read("whole/submissions/bob/grade.json"), stdout(&single));
    let text = bench.read("whole/submissions/erik/grade.json");
    let erik: Value = serde_json::from_str(&text).unwrap();
    let bob: Value = serde_json::from_str(stdout(&single)).unwrap();
    for field in ["schema", "assignment", "toolchain", "engine", "max_score"] {
        assert_eq!(erik[field], bob[field]);
    }
    assert_eq!(erik["status"], "rejected");
    assert!(erik.get("score").is_none(), "{text}");
    let message = erik["message"].as_str().unwrap_or_default();
    assert!(
        message.starts_with("the folder `erik` is empty; a submission is a crate"),
        "{message}"
    );
}

#[test]
fn without_a_terminal_each_submission_gets_a_line() {
    let bench = graded();
    let output = bench.grade(&["grade", "class", "--out", "whole", "--jobs", "1"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    5 submissions: 4 graded, 1 rejected
    ----- stderr
    alice: 100 / 100
    bob: 96 / 100
    carl: 0 / 100
    dora: 0 / 100
    erik: rejected, because the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
}
