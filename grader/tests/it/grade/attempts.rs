//! Tests which attempt counts if a student submitted more than once.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use super::{late_assignment, origins, tree};
use crate::support::{Bench, code, model_file, stderr, stdout};

const POLICY: &str = r#"[late]
due = 2026-11-21T12:00:00
zone = "Europe/Berlin"
grace = "15m"
percent = 10
per = "day"
"#;

const BROKEN: &str = "pub struct Board // ";

/// A download from Blackboard, and an assignment with a due date.
///
/// Jane's first attempt is correct and on time; her second attempt is late and does not compile. John's first attempt
/// is on time but does not compile; the next two are correct but late, each by one more day. Ann's only attempt is
/// within the grace period. Both of Al's attempts are late.
fn blackboard() -> Bench {
    let bench = with_due_date();
    let hand_in = |login: &str, at: &str, board: &str, solver: &str| {
        for (file, text) in [("board.rs", board), ("solver.rs", solver)] {
            bench.write(&format!("class/8-Puzzle_{login}_attempt_{at}_{file}"), text);
        }
    };
    let (board, solver) = (model_file("board.rs"), model_file("solver.rs"));
    hand_in("jdoe", "2026-11-20-10-00-00", &board, &solver);
    hand_in("jdoe", "2026-11-22-10-00-00", BROKEN, "");
    hand_in("jroe", "2026-11-21-12-15-00", BROKEN, "// 1");
    hand_in("jroe", "2026-11-21-12-15-01", &board, &solver);
    hand_in("jroe", "2026-11-22-12-15-01", &board, &solver);
    hand_in("apoe", "2026-11-21-12-14-59", BROKEN, "");
    hand_in("alee", "2026-11-23-10-00-00", BROKEN, "// 1");
    hand_in("alee", "2026-11-24-10-00-00", BROKEN, "// 2");
    bench
}

fn with_due_date() -> Bench {
    let bench = Bench::new();
    late_assignment(&bench, "hw", POLICY);
    bench
}

fn grade(bench: &Bench, out: &str, more: &[&str]) -> std::process::Output {
    let start = ["grade", "class", "--assignment", "hw", "--out", out];
    let output = bench.grade(&[&start[..], more].concat());
    assert!(code(&output) < 2, "{}", stderr(&output));
    output
}

fn files(bench: &Bench, out: &str) -> Vec<String> {
    let names = tree(&bench.path(out)).into_keys();
    names.filter_map(|file| file.strip_prefix("submissions/").map(str::to_owned)).collect()
}

fn counted(bench: &Bench, out: &str) -> String {
    let class: Value = serde_json::from_str(&bench.read(&format!("{out}/class.json"))).unwrap();
    let all = class["submissions"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = |row: &Value| {
        let attempt = &row["attempt"];
        let turn = format!("{} of {}, {}", attempt["number"], attempt["of"], text(&row["time"]));
        format!("{}: {turn}", text(&row["submission"]))
    };
    all.map(of).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_best_attempt_counts() {
    let bench = blackboard();
    let best = ["--attempts", "best"];
    let output = grade(&bench, "whole", &["--attempts", "best", "--jobs", "1"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    4 submissions: 4 graded, 2 late
    ----- stderr
    older attempts, also graded: 8-Puzzle_alee_attempt_2026-11-23-10-00-00_board.rs, 8-Puzzle_alee_attempt_2026-11-23-10-00-00_solver.rs, 8-Puzzle_jdoe_attempt_2026-11-20-10-00-00_board.rs, 8-Puzzle_jdoe_attempt_2026-11-20-10-00-00_solver.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-01_board.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-01_solver.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-00_board.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-00_solver.rs
    8-puzzle, due 2026-11-21 12:00 (Europe/Berlin), with a grace period of 15m; then -10 % for each day or part of it
    alee: 0 / 100 (late: 3 days, -30 %)
    apoe: 0 / 100
    jdoe: 100 / 100 (attempt 1 of 2)
    jroe: 100 / 100 (attempt 2 of 3; late: 1 day, -10 %, -10 points: 90)
    ");
    assert_snapshot!(bench.read("whole/grades.csv"), @r#"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason,attempt
    alee,graded,0,,0,100,compile.build,,,alee,,2026-11-24T10:00:00,"3 days, -30 %",,,2 of 2
    apoe,graded,0,,0,100,compile.build,,,apoe,,2026-11-21T12:14:59,,,,
    jdoe,graded,100,,100,100,,,,jdoe,,2026-11-20T10:00:00,,,,1 of 2
    jroe,graded,100,,90,100,,,,jroe,,2026-11-21T12:15:01,"1 day, -10 %",-10,,2 of 3
    "#);
    assert_eq!(code(&bench.run(&["report", "whole", "--out", "page.html"])), 0);
    let page = bench.read("page.html");
    assert!(page.contains("attempt 1 of 2") && page.contains("attempt 2 of 3"), "the page says so");
    assert_snapshot!(counted(&bench, "whole"), @"
    alee: 2 of 2, 2026-11-24T10:00:00
    apoe: null of null, 2026-11-21T12:14:59
    jdoe: 1 of 2, 2026-11-20T10:00:00
    jroe: 2 of 3, 2026-11-21T12:15:01
    ");
    assert_snapshot!(files(&bench, "whole").join("\n"), @"
    alee/attempt-1.json
    alee/attempt-1.key
    alee/grade.json
    alee/grade.key
    apoe/grade.json
    apoe/grade.key
    jdoe/attempt-2.json
    jdoe/attempt-2.key
    jdoe/grade.json
    jdoe/grade.key
    jroe/attempt-1.json
    jroe/attempt-1.key
    jroe/attempt-3.json
    jroe/attempt-3.key
    jroe/grade.json
    jroe/grade.key
    ");
    let whole = tree(&bench.path("whole"));

    // This can be done without grading, with any number of threads.
    grade(&bench, "whole", &[&best[..], &["--jobs", "2"]].concat());
    assert_eq!(tree(&bench.path("whole")), whole);
    assert!(origins(&bench, "whole").values().all(|origin| origin == "folder"));

    // The rule can be in the rubric, but the option takes precedence.
    let rubric = bench.read("hw/assignment.toml");
    bench.write(
        "hw/assignment.toml",
        rubric.replacen("[late]", "[attempts]\ncounts = \"latest\"\n[late]", 1),
    );
    grade(&bench, "whole", &best);
    assert_eq!(tree(&bench.path("whole")), whole);
    bench.edit("hw/assignment.toml", "counts = \"latest\"\n[late]", "counts = \"best\"\n[late]");
    grade(&bench, "whole", &[]);
    assert_eq!(tree(&bench.path("whole")), whole);
    assert!(origins(&bench, "whole").values().all(|origin| origin == "folder"));
    bench.write("hw/assignment.toml", rubric);

    let parts = ["slice:1/2", "slice:2/2"];
    for (out, part) in ["p1", "p2"].into_iter().zip(parts) {
        grade(&bench, out, &[&best[..], &["--partition", part]].concat());
    }
    let merged = bench.run(&["merge", "p1", "p2", "--out", "merged"]);
    assert_eq!(code(&merged), code(&output), "{}", stderr(&merged));
    assert_eq!(tree(&bench.path("merged")), whole);

    // Parts with different rules cannot be merged.
    grade(&bench, "p2", &["--partition", parts[1]]);
    let merged = bench.run(&["merge", "p1", "p2", "--out", "other"]);
    assert_eq!(code(&merged), 2);
    assert!(stderr(&merged).contains("which attempt counts"), "{}", stderr(&merged));

    // With an extension, a different attempt will be the best one, without any grading.
    bench.write(
        "whole/extensions.toml",
        "[[extension]]\nstudent = \"jroe\"\nwaive = true\nwhy = \"ill\"\nwho = \"me\"\n",
    );
    grade(&bench, "whole", &best);
    assert!(origins(&bench, "whole").values().all(|origin| origin == "folder"));
    assert!(counted(&bench, "whole").contains("jroe: 3 of 3"));
    assert!(bench.read("whole/grades.csv").contains("jroe,graded,100,,100,"));
    fs::remove_file(bench.path("whole/extensions.toml")).unwrap();

    // A different due date has the same effect.
    let rubric = bench.read("hw/assignment.toml");
    bench.write("hw/assignment.toml", rubric.replace("due = 2026-11-21", "due = 2026-11-22"));
    grade(&bench, "whole", &best);
    assert!(origins(&bench, "whole").values().all(|origin| origin == "folder"));
    assert!(counted(&bench, "whole").contains("jroe: 2 of 3"));
    bench.write("hw/assignment.toml", rubric);

    // A killed run may leave attempts in any state. When only the latest attempt counts, all others should be removed.
    fs::remove_file(bench.path("whole/submissions/jdoe/grade.key")).unwrap();
    fs::write(bench.path("whole/submissions/jdoe/attempt-7.json"), "{}").unwrap();
    grade(&bench, "whole", &best);
    assert_eq!(tree(&bench.path("whole")), whole);
    grade(&bench, "whole", &[]);
    grade(&bench, "latest", &[]);
    assert_eq!(tree(&bench.path("whole")), tree(&bench.path("latest")));
    assert!(files(&bench, "latest").iter().all(|file| !file.contains("attempt")));
}

#[test]
fn the_last_attempt_before_the_due_date_counts() {
    let bench = blackboard();
    let last = ["--attempts", "last-before-due", "--jobs", "1"];
    let output = grade(&bench, "grades", &last);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    4 submissions: 4 graded, 1 late
    ----- stderr
    older attempts, of which the last one before the due date counts: 8-Puzzle_alee_attempt_2026-11-23-10-00-00_board.rs, 8-Puzzle_alee_attempt_2026-11-23-10-00-00_solver.rs, 8-Puzzle_jdoe_attempt_2026-11-20-10-00-00_board.rs, 8-Puzzle_jdoe_attempt_2026-11-20-10-00-00_solver.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-01_board.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-01_solver.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-00_board.rs, 8-Puzzle_jroe_attempt_2026-11-21-12-15-00_solver.rs
    8-puzzle, due 2026-11-21 12:00 (Europe/Berlin), with a grace period of 15m; then -10 % for each day or part of it
    alee: 0 / 100 (attempt 1 of 2; late: 2 days, -20 %)
    apoe: 0 / 100
    jdoe: 100 / 100 (attempt 1 of 2)
    jroe: 0 / 100 (attempt 1 of 3)
    ");
    assert_snapshot!(counted(&bench, "grades"), @"
    alee: 1 of 2, 2026-11-23T10:00:00
    apoe: null of null, 2026-11-21T12:14:59
    jdoe: 1 of 2, 2026-11-20T10:00:00
    jroe: 1 of 3, 2026-11-21T12:15:00
    ");

    // A student with an extension may submit later.
    bench.write(
        "grades/extensions.toml",
        "[[extension]]\nstudent = \"jdoe\"\nhours = 24\nwhy = \"ill\"\nwho = \"me\"\n",
    );
    let report = ["report", "grades"];
    let output = bench.run(&report);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("other attempts may count"), "{}", stderr(&output));
    grade(&bench, "grades", &last);
    assert_eq!(code(&bench.run(&report)), 0);
    assert!(counted(&bench, "grades").contains("jdoe: 2 of 2"));
}

/// A download from Canvas does not contain times, but marks files as late by Canvas's due date. It numbers files
/// instead of attempts.
#[test]
fn canvas_attempts_are_derived_from_file_names() {
    let bench = with_due_date();
    let (board, solver) = (model_file("board.rs"), model_file("solver.rs"));
    for (name, text) in [
        ("doejane_11_501_board.rs", BROKEN),
        ("doejane_11_502_solver.rs", &solver),
        ("doejane_11_503_board-1.rs", &board),
        ("doejane_LATE_11_504_board-2.rs", BROKEN),
    ] {
        bench.write(&format!("class/{name}"), text);
    }
    let output = grade(&bench, "grades", &["--attempts", "last-before-due"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    1 submission: 1 graded
    ----- stderr
    older attempts, of which the last one before the due date counts: doejane_11_503_board-1.rs, doejane_11_501_board.rs
    8-puzzle, due 2026-11-21 12:00 (Europe/Berlin), with a grace period of 15m; then -10 % for each day or part of it
    doejane_11 (doejane): 100 / 100 (attempt 2 of 3)
    ");
    assert_eq!(counted(&bench, "grades"), "doejane_11: 2 of 3, ");
    let class: Value = serde_json::from_str(&bench.read("grades/class.json")).unwrap();
    assert_eq!(class["submissions"][0]["submission_id"], "503");
    assert_eq!(class["attempts"], "last-before-due");
    let output = grade(&bench, "best", &["--attempts", "best"]);
    assert_eq!(stdout(&output), "1 submission: 1 graded\n");
    let grade = |out: &str| bench.read(&format!("{out}/submissions/doejane_11/grade.json"));
    assert_eq!(grade("best"), grade("grades"));
}

#[test]
fn last_before_due_requires_a_due_date() {
    let bench = Bench::new();
    bench.write("class/alice/board.rs", BROKEN);
    let arguments = ["grade", "class", "--attempts", "last-before-due", "--out", "grades"];
    assert_snapshot!(bench.snapshot(&bench.run(&arguments)), @"
    exit code 2
    ----- stderr
    error: the last attempt before the due date counts, but the assignment has no due date

    hint: add a due date to `[late]` in the rubric, such as `due = 2026-11-22T23:59:00+01:00`
    ");
    assert!(!bench.path("grades").exists());
}
