//! Tests resuming interrupted runs.

use std::fs;
use std::path::Path;

use super::{class, graded, origins, tree, whole};
use crate::cache::CACHE;
use crate::process::Process;
use crate::support::{Bench, code, program, stderr};

#[test]
fn unchanged_submissions_are_not_graded_again() {
    let bench = graded();
    let arguments = ["grade", "class", "--out", "whole", "--no-cache"];
    let grade = || {
        let output = bench.grade(&arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    };
    grade();
    assert_eq!(tree(&bench.path("whole")), whole());
    let from = origins(&bench, "whole");
    assert!(from.values().all(|from| from == "folder"), "{from:?}");

    // Grades will be recreated only when they were lost, edited or truncated.
    fs::remove_file(bench.path("whole/submissions/carl/grade.json")).unwrap();
    bench.edit(
        "whole/submissions/dora/grade.json",
        "\"score\": 0,\n  \"max",
        "\"score\": 9,\n  \"max",
    );
    bench.write("whole/submissions/dora/.new-abc", "{");
    fs::remove_file(bench.path("whole/grades.csv")).unwrap();
    grade();
    assert_eq!(tree(&bench.path("whole")), whole());
    let from = origins(&bench, "whole");
    assert_eq!((&*from["alice"], &*from["carl"], &*from["dora"]), ("folder", "grading", "grading"));

    // Now the submission has a different fault.
    bench.write("class/carl/board.rs", "pub struct Board {\n");
    fs::remove_dir_all(bench.path("class/dora")).unwrap();
    let before = tree(&bench.path("whole"));
    let output = bench.grade(&arguments);
    insta::assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `whole` contains grades for submissions that are not in this class: dora

    hint: grade the whole class together, use another folder for `--out`, or leave these grades out of the summary with `--replace-class`
    ");
    assert_eq!(tree(&bench.path("whole")), before, "a summary does not shrink unasked");
    let output = bench.grade(&[&arguments[..], &["--replace-class"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(origins(&bench, "whole")["carl"], "grading");
    assert!(!bench.read("whole/grades.csv").contains("dora"), "it is in the class no more");
    assert!(bench.path("whole/submissions/dora/grade.json").exists(), "but nothing is lost");
}

/// Hashing works inside the process sandbox, too, for each kind of source.
#[test]
fn the_cache_remembers_what_reading_found() {
    let bench = Bench::new();
    let names = ["remembered-folder", "remembered-archive"];
    bench.write("class/remembered-folder/notes.txt", "nothing");
    bench.write("class/remembered-archive.zip", "PK\u{3}\u{4}");
    let output = bench.grade(&["grade", "class", "--out", "whole"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let folders = fs::read_dir(CACHE.join("grades")).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap());
    let facts = files
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension().is_some_and(|ending| ending == "facts"));
    let all: String = facts.map(|file| fs::read_to_string(file).unwrap()).collect();
    for name in names {
        assert!(all.contains(name), "{name}: {}", stderr(&output));
    }
}

#[test]
fn another_output_folder_reuses_cached_grades() {
    let bench = class();
    for folder in ["first", "second"] {
        let output = bench.grade(&["grade", "class", "--out", folder]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(tree(&bench.path(folder)), whole());
    }
    let from = origins(&bench, "second");
    assert!(from.iter().all(|(name, from)| (from == "cache") == (name != "erik")), "{from:?}");
    // Under a different name, the code gets the same grade.
    fs::rename(bench.path("class/bob"), bench.path("class/zoe")).unwrap();
    let output = bench.grade(&["grade", "class", "--out", "second", "--replace-class"]);
    assert!(
        stderr(&output).contains("in the folder, but not in this class: bob"),
        "{}",
        stderr(&output)
    );
    assert_eq!(origins(&bench, "second")["zoe"], "cache");
    let bob = bench.read("first/submissions/bob/grade.json");
    assert_eq!(bench.read("second/submissions/zoe/grade.json"), bob.replace("\"bob\"", "\"zoe\""));
}

/// You can kill and resume a run repeatedly. The result will be the same, and there will be no temporary files.
#[cfg(unix)]
#[test]
fn a_killed_run_can_be_resumed() {
    let bench = class();
    fs::create_dir(bench.path("tmp")).unwrap();
    for grades in 0..4 {
        kill_after(&bench, grades);
    }
    let mut command = bench.command(&["grade", "class", "--out", "whole", "--no-cache"]);
    let output = bench.finish_grade(command.env("TMPDIR", bench.path("tmp")));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(tree(&bench.path("whole")), whole());
    assert_eq!(fs::read_dir(bench.path("tmp")).unwrap().count(), 0, "nothing is left over");
}

fn kill_after(bench: &Bench, grades: usize) {
    let mut command = program();
    command.args(["grade", "class", "--out", "whole", "--no-cache", "--jobs", "1"]);
    command.current_dir(bench.path("")).env("TMPDIR", bench.path("tmp"));
    // A temporary file means that a submission is being graded.
    let is_reached = || finished(&bench.path("whole")) >= grades && is_building(&bench.path("tmp"));
    let mut run = Process::start(&mut command);
    run.look_for(&format!("a submission after {grades} grades"), |run| {
        (run.has_ended() || is_reached()).then_some(())
    });
    // This sends SIGKILL, which a process cannot handle.
    run.kill();
}

fn is_building(temporary: &Path) -> bool {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    // Until its lock has this name, a folder is not recognized as the grader's, and stays if the grader is killed.
    entries(temporary).any(|scratch| scratch.path().join("owner").exists())
}

fn finished(folder: &Path) -> usize {
    let Ok(names) = fs::read_dir(folder.join("submissions")) else { return 0 };
    names.filter(|name| name.as_ref().unwrap().path().join("grade.json").exists()).count()
}

#[test]
fn only_student_requires_all_other_grades() {
    let bench = graded();
    let only = |student: &str, out: &str| {
        let arguments = ["grade", "class", "--out", out, "--no-cache", "--only-student", student];
        bench.grade(&arguments)
    };
    bench.write("class/carl/board.rs", "pub struct Board {\n");
    bench.write("class/bob/board.rs", "pub struct Board {\n");
    let before = tree(&bench.path("whole"));
    let output = only("carl", "whole");
    insta::assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: cannot grade only one submission: others have not been graded yet or have changed: bob

    hint: leave out `--only-student`; submissions that have not changed keep their grades
    ");
    assert_eq!(tree(&bench.path("whole")), before, "nothing has changed");
    assert_eq!(code(&only("carl", "new")), 2, "no grades yet");
    let output = only("nobody", "whole");
    assert!(
        stderr(&output).contains("there is no submission from `nobody`"),
        "{}",
        stderr(&output)
    );

    assert_eq!(code(&bench.grade(&["grade", "class", "--out", "whole", "--no-cache"])), 0);
    bench.write("class/carl/board.rs", "pub struct Board { // again\n");
    let output = only("carl", "whole");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let from = origins(&bench, "whole");
    assert_eq!((&*from["carl"], &*from["alice"], &*from["bob"]), ("grading", "folder", "folder"));
    assert_eq!(bench.read("whole/grades.csv").lines().count(), 6);
}
