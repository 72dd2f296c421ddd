//! Tests late policies and extensions. They change the summary, without grading again.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use super::{copy, graded, late_assignment, origins, tree};
use crate::support::{Bench, code, stderr, stdout};

pub(super) const POLICY: &str = r#"course = "CS 1"

[late]
due = 2026-10-24T23:59:00
zone = "Europe/Berlin"
grace = "15m"
percent = 10
per = "day"
cap = 50
accept_until = "7d"
"#;

fn assignment(bench: &Bench) {
    late_assignment(bench, "hw", POLICY);
    bench.edit("hw/assignment.toml", "title = \"8-puzzle\"", "title = \"Sliding\"");
}

/// A class from Gradescope, graded without a due date. Alice is late by a day and a second; that day has 25 hours. Bob
/// is within the grace period. Carl's submission time is unknown.
pub(super) fn bench() -> Bench {
    let bench = graded();
    assignment(&bench);
    let of = |name: &str, time: &str| {
        let created =
            if time.is_empty() { String::new() } else { format!("  :created_at: {time}\n") };
        format!(
            "{name}:\n  :submitters:\n  - :name: {name} Doe\n    :sid: '{name}'\n    :email: \
             {name}@uni.example\n{created}"
        )
    };
    let metadata = [
        of("alice", "2026-10-25 22:59:01.5 Z"),
        of("bob", "2026-10-24 22:14:00.999 Z"),
        of("carl", ""),
        of("dora", "2026-11-01 12:00:00 Z"),
        of("erik", "2026-10-30 12:00:00 Z"),
    ];
    bench.write("class/submission_metadata.yml", format!("---\n{}", metadata.concat()));
    bench
}

pub(super) const GRADE: [&str; 8] =
    ["grade", "class", "--assignment", "hw", "--out", "whole", "--jobs", "1"];

pub(super) fn csv(bench: &Bench) -> String {
    bench.read("whole/grades.csv")
}

/// Returns all grades, which do not depend on the due date.
fn grades(bench: &Bench) -> Vec<(String, String)> {
    tree(&bench.path("whole")).into_iter().filter(|(path, _)| path.contains("grade.json")).collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "it shows one class in each of its outputs")]
fn lateness_reduces_scores_without_regrading() {
    let bench = bench();
    let before = grades(&bench);
    let output = bench.grade(&GRADE);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    5 submissions: 4 graded, 1 rejected, 3 late
    ----- stderr
    CS 1: Sliding, due 2026-10-24 23:59 (Europe/Berlin), with a grace period of 15m; then -10 % for each day or part of it, at most -50 %; nothing counts more than 7d after the due date
    alice (alice Doe): 100 / 100 (late: 2 days, -20 %, -20 points: 80)
    bob (bob Doe): 96 / 100
    carl (carl Doe): 0 / 100
    dora (dora Doe): 0 / 100 (late: 8 days, too late to count)
    erik (erik Doe): rejected, because the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs` (late: 6 days, -50 %)
    unknown submission time, so nothing is deducted (use `--times`, or set `handed_in` in `extensions.toml`): carl (carl Doe)
    ");
    assert_snapshot!(csv(&bench), @r#"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,graded,100,,80,100,,,alice Doe,alice,alice@uni.example,2026-10-25T22:59:01Z,"2 days, -20 %",-20,
    bob,graded,96,,96,100,board.hamming,,bob Doe,bob,bob@uni.example,2026-10-24T22:14:00Z,,,
    carl,graded,0,,0,100,compile.build,,carl Doe,carl,carl@uni.example,,unknown,,
    dora,graded,0,,0,100,compile.build,,dora Doe,dora,dora@uni.example,2026-11-01T12:00:00Z,"8 days, too late to count",,
    erik,rejected,,,,100,,,erik Doe,erik,erik@uni.example,2026-10-30T12:00:00Z,"6 days, -50 %",,"the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`"
    "#);
    assert!(origins(&bench, "whole").values().all(|from| from == "folder"));
    assert_eq!(grades(&bench), before);
    let json: Value = serde_json::from_str(&bench.read("whole/grades.json")).unwrap();
    assert_eq!((&json["title"], &json["course"]), (&"Sliding".into(), &"CS 1".into()));
    assert_snapshot!(serde_json::to_string_pretty(&json["submissions"][0]).unwrap(), @r#"
    {
      "submission": "alice",
      "students": [
        {
          "id": "alice",
          "name": "alice Doe",
          "email": "alice@uni.example"
        }
      ],
      "status": "graded",
      "score": 100,
      "late_points": -20,
      "final_score": 80,
      "max_score": 100,
      "failed": [],
      "late": {
        "status": "late",
        "handed_in": "2026-10-25T22:59:01Z",
        "due": "2026-10-24T23:59:00+02:00",
        "text": "2 days, -20 %"
      },
      "checks": {
        "compile.build": 1,
        "compile.api": 1,
        "board.dimension": 1,
        "board.display": 3,
        "board.hamming": 4,
        "board.manhattan": 6,
        "board.is_goal": 3,
        "board.equality": 1,
        "board.neighbors": 8,
        "board.twin": 5,
        "board.immutable": 4,
        "board.growth": 1,
        "board.memory": 1,
        "solver.solvable": 5,
        "solver.moves": 18,
        "solver.path": 9,
        "solver.unsolvable": 5,
        "solver.immutable": 4,
        "solver.foreign_board": 2,
        "solver.deterministic": 1,
        "solver.lockstep": 6,
        "solver.goal_dequeued": 1,
        "solver.min_pq": 1,
        "solver.critical_optimization": 1,
        "solver.caching": 1,
        "solver.time": 6,
        "solver.memory": 1
      }
    }
    "#);

    // Reports also say that Carl's submission time is unknown.
    let output = bench.run(&["report", "whole"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("unknown submission time"), "{}", stderr(&output));

    // Reports include the deduction, and their points add up.
    let report = |format: &str| {
        let out = format!("out-{format}");
        let arguments = ["report", "whole", "--format", format, "--out", &out];
        let output = bench.run(&arguments);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains("unknown submission time"), "{}", stderr(&output));
        let ending = if format == "human" { "txt" } else { "json" };
        bench.read(&format!("{out}/alice.{ending}"))
    };
    let human = report("human");
    assert!(human.starts_with("alice: 80 / 100"), "{human}");
    assert!(human.contains("late: 2 days, -20 % (was 100 of 100)"), "{human}");
    assert!(human.contains("CS 1: Sliding, compiled by rustc"), "{human}");
    let results: Value = serde_json::from_str(&report("gradescope")).unwrap();
    let points =
        results["tests"].as_array().unwrap().iter().map(|test| test["score"].as_f64().unwrap());
    assert!((points.sum::<f64>() - 80.0).abs() < 1e-9, "{results}");
}

const EXTENSIONS: &str = r#"
[[extension]]
student = "ALICE@uni.example"
due = 2026-10-25T23:00:00
why = "a train"
who = "R. S."

[[extension]]
student = "carl"
handed_in = 2026-10-26T12:00:00
why = "by mail"
who = "R. S."

[[extension]]
student = "dora"
waive = true
why = "ill"
who = "R. S."
"#;

#[test]
fn extensions_and_corrections_survive_regrading() {
    let bench = bench();
    bench.write("extensions.toml", EXTENSIONS);
    bench.write(
        "whole/overrides.toml",
        "[[override]]\nsubmission = \"alice\"\nadd = 5\nwhy = \"a fine proof\"\nwho = \"R. S.\"\n\
         [[override]]\nsubmission = \"bob\"\ncheck = \"board.hamming\"\nset = 4\nwhy = \"x\"\n\
         who = \"y\"\n",
    );
    let output = bench.grade(&[&GRADE[..], &["--extensions", "extensions.toml"]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    5 submissions: 4 graded, 1 rejected, 4 late, 2 with corrections
    ----- stderr
    CS 1: Sliding, due 2026-10-24 23:59 (Europe/Berlin), with a grace period of 15m; then -10 % for each day or part of it, at most -50 %; nothing counts more than 7d after the due date
    alice (alice Doe): 100 / 100 (late: 1 day, -10 %, -10 points; +5 by hand: 95)
    bob (bob Doe): 96 / 100 (+4 by hand: 100)
    carl (carl Doe): 0 / 100 (late: 2 days, -20 %)
    dora (dora Doe): 0 / 100 (late: 8 days, waived)
    erik (erik Doe): rejected, because the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs` (late: 6 days, -50 %)
    ");
    let first = csv(&bench);
    let again = bench.grade(&GRADE);
    assert_eq!((code(&again), csv(&bench)), (0, first.clone()));

    // An unknown name will be reported, because a typing error could cost a student the extension.
    bench.edit("whole/extensions.toml", "student = \"carl\"", "student = \"karl\"");
    let output = bench.grade(&GRADE);
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("or several students with the same name: karl"),
        "{}",
        stderr(&output)
    );

    // The error refers to a line of the file, and the old summary is kept.
    bench.edit("whole/extensions.toml", "waive = true", "waive = 1");
    let output = bench.grade(&GRADE);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: invalid type: integer `1`, expected a boolean
      --> whole/extensions.toml:16:9
       |
    16 | waive = 1
       |         ^
    ");
}

#[test]
fn an_outdated_summary_is_updated_or_rejected() {
    let bench = graded();
    copy(&bench.path("whole"), &bench.path("old"));
    let correction = "[[override]]\nsubmission = \"bob\"\nset = 50\nwhy = \"x\"\nwho = \"y\"\n";
    bench.write("whole/overrides.toml", correction);
    let output = bench.run(&["diff", "old", "whole"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: the summary in `whole` is older than its corrections, extensions or points given by hand

    hint: run `grader report whole` to update it
    ");
    let output = bench.run(&["report", "whole"]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("were updated"), "{}", stderr(&output));
    assert!(csv(&bench).contains("bob,graded,96,-46,50,100"), "{}", csv(&bench));
    let output = bench.run(&["report", "whole"]);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    let output = bench.run(&["diff", "old", "whole"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    bob: 96 / 100 -> 50 / 100  -46
      from the checks alone: 96 -> 96

    1 changed (0 up, 1 down), 4 unchanged
    mean of 4 submissions: 49 -> 37.5  -11.5 (without 1 rejected submission)
    ");
    // Grading without a due date will remove the earlier due date.
    assert_eq!(code(&bench.grade(&["grade", "class", "--out", "whole"])), 0);
    assert!(!bench.read("whole/assignment.json").contains("late"));
}

#[test]
fn a_class_with_only_rejected_submissions_fails() {
    let bench = Bench::new();
    for name in ["alice", "bob"] {
        fs::create_dir_all(bench.path(&format!("class/{name}"))).unwrap();
    }
    let output = bench.grade(&["grade", "class", "--out", "grades", "--jobs", "1"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    2 submissions: 0 graded, 2 rejected
    ----- stderr
    alice: rejected, because the folder `alice` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    bob: rejected, because the folder `bob` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    all submissions were rejected; check the reasons, and check that this is the class folder
    ");
    assert_eq!(stdout(&output), "2 submissions: 0 graded, 2 rejected\n");
}

#[test]
fn merged_parts_keep_lateness_and_extensions() {
    let bench = bench();
    bench.write("extensions.toml", EXTENSIONS);
    let with = ["--extensions", "extensions.toml"];
    assert_eq!(code(&bench.grade(&[&GRADE[..], &with].concat())), 0);
    for part in ["1", "2"] {
        let part = format!("slice:{part}/2");
        let folder = part.replace([':', '/'], "-");
        let grade =
            ["grade", "class", "--assignment", "hw", "--out", &folder, "--partition", &part];
        let output = bench.grade(&[&grade[..], &with].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let output = bench.run(&["merge", "slice-2-2", "slice-1-2", "--out", "joined"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(tree(&bench.path("joined")), tree(&bench.path("whole")));
    // Parts with different due dates cannot be merged.
    bench.edit("slice-2-2/assignment.json", "\"percent\": 10", "\"percent\": 20");
    let output = bench.run(&["merge", "slice-2-2", "slice-1-2", "--out", "other"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("differ in title or late policy"), "{}", stderr(&output));
}

#[test]
fn anonymous_reports_contain_no_names() {
    let bench = bench();
    bench.grade(&GRADE);
    copy(&bench.path("whole"), &bench.path("old"));
    bench.write(
        "whole/overrides.toml",
        "[[override]]\nsubmission = \"bob\"\nset = 50\nwhy = \"bob Doe was ill\"\nwho = \"R. S.\"\n",
    );
    let run = |arguments: &[&str]| {
        let output = bench.grade(arguments);
        assert!(code(&output) < 2, "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    run(&["report", "whole", "--anonymous", "--students", "pages"]);
    let page = bench.read("whole/report.html");
    let diff = run(&["diff", "old", "whole", "--anonymous"]);
    let similar = run(&["similar", "class", "--anonymous"]);
    for text in [&page, &diff, &similar] {
        for name in ["alice", "bob", "carl", "dora", "erik", "Doe", "uni.example"] {
            assert!(!text.contains(name), "{name}: {text}");
        }
    }
    // Students should have the same pseudonyms everywhere, even in file names.
    let bob = diff.split(':').next().unwrap();
    assert!(bob.starts_with("student-") && page.contains(bob), "{diff}");
    assert!(bench.path("pages").join(format!("{bob}.html")).exists());
    assert!(similar.contains("student-"), "{similar}");
    // Gradebooks need real names.
    bench.write("book.csv", "Student,ID,SIS Login ID,Section,HW (1)\n");
    let gradebook = ["--gradebook", "book.csv", "--out", "new.csv", "--anonymous"];
    let output = bench.run(&[&["report", "whole"], &gradebook[..]].concat());
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("needs the names"), "{}", stderr(&output));
    // The grader's files need to contain real names, to assign grades to students.
    assert!(csv(&bench).contains("bob Doe,bob,bob@uni.example"));
}

#[test]
fn missing_students_have_a_row_without_a_score() {
    let bench = bench();
    bench.write("roster.csv", "id,name,email\nalice,alice Doe,\nzoe,Zoe Poe,z@uni.example\n");
    bench.grade(&[&GRADE[..], &["--roster", "roster.csv"]].concat());
    let csv = csv(&bench);
    let zoe = csv.lines().last().unwrap();
    assert_eq!(zoe, "zoe,missing,,,,,,,Zoe Poe,zoe,z@uni.example,,,,");
    let json: Value = serde_json::from_str(&bench.read("whole/grades.json")).unwrap();
    assert_eq!(json["missing"][0]["name"], "Zoe Poe");
    assert_eq!(
        (&json["totals"]["missing"], &json["totals"]["submissions"]),
        (&1.into(), &5.into())
    );
}
