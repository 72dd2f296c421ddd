//! Tests partial credit, required checks and caps.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, assert_parts, code, stderr, stdout};

const RUBRIC: &str = r#"
schema = "assignment/1"
title = "some points are for parts"

[limits]
time = 30
stop = 90
memory_mib = 512

[checks]
"compile.build" = { points = 1 }
"board.hamming" = { points = 5, partial = { large = 0.5 } }
"board.manhattan" = { points = 5, partial = { large = 0.5 } }
"solver.solvable" = { points = 4, partial = "share" }
"solver.moves" = { points = 10, partial = "share" }
"solver.path" = { points = 7, requires = ["solver.moves"] }

[[cap]]
unless = "solver.moves"
score = 12.5
why = "the moves are what is asked for"

[puzzles]
boards = ["large"]
solve = ["near", "next", "far", "unsolvable"]
"#;

const PUZZLES: &str = r#"
[[puzzle]]
name = "near"
tiles = [[1, 0], [3, 2]]
moves = 1

[[puzzle]]
name = "next"
tiles = [[1, 2, 3], [4, 5, 0], [7, 8, 6]]
moves = 1

[[puzzle]]
name = "far"
tiles = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
moves = 4

[[puzzle]]
name = "unsolvable"
tiles = [[2, 1], [3, 0]]
twin_moves = 0
"#;

/// A board with 17 rows and two swapped tiles.
fn large() -> String {
    let mut tiles: Vec<u32> = (1..17 * 17).chain([0]).collect();
    tiles.swap(0, 1);
    let rows: Vec<&[u32]> = tiles.chunks(17).collect();
    format!("[[puzzle]]\nname = \"large\"\ntiles = {rows:?}\nboard_only = true\n")
}

/// The model answer with three faults: `moves()` is wrong for four or more moves, the Hamming distance on large boards,
/// and the Manhattan distance everywhere.
fn partly_right() -> Bench {
    let bench = Bench::with_model();
    bench.write("hw/assignment.toml", RUBRIC);
    bench.write("hw/puzzles/mine.toml", format!("{PUZZLES}\n{}", large()));
    bench.edit(
        "alice/src/solver.rs",
        "        self.solution.as_ref().map(|boards| boards.len() - 1)\n",
        "        let moves = self.solution.as_ref().map(|boards| boards.len() - 1);
        moves.map(|moves| if moves < 4 { moves } else { moves + 2 })\n",
    );
    bench.edit(
        "alice/src/board.rs",
        "        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        "        let large = usize::from(self.n > 16);
        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count() + large",
    );
    bench
}

#[test]
fn the_report_explains_partial_credit_and_caps() {
    let bench = partly_right();
    let output = bench.grade(&["check", "alice", "--assignment", "hw"]);
    assert_eq!(code(&output), 1);
    assert_parts(
        stdout(&output),
        &[
            "alice: 12.5 / 32\n! your program is right on 3 of 4 puzzles\n! at most 12.5 points until",
            "  (20.833 without this limit)\n",
            "✗ board.hamming  2.5 / 5  hamming() returns the wrong number\n",
            "│ 69  70  71  72  73 … │\n      │  ⋮                   │\n",
            "points: correct for 5 of 6 ranges of sizes; the smallest failing board has\n",
            "✗ solver.moves  8.333 / 10  moves() is not the smallest number of moves\n",
            "points: 2 of 3 puzzles correct; 1 solved, but with a wrong moves(), for\n",
            "- no points until solver.moves passes: solver.path (7 points)\n",
            "try it: grader check alice --assignment hw --only board.hamming\n",
        ],
    );
    let only =
        ["check", "alice", "--assignment", "hw", "--only", "solver.moves", "--format", "tap"];
    assert_parts(stdout(&bench.grade(&only)), &["# alice: 8.333 / 10\n", "  max_score: 10\n"]);
}

#[test]
fn class_commands_support_partial_credit() {
    let bench = partly_right();
    bench.write("class/alice/board.rs", bench.read("alice/src/board.rs"));
    bench.write("class/alice/solver.rs", bench.read("alice/src/solver.rs"));
    let grade = |out: &str| {
        let output = bench.grade(&["grade", "class", "--out", out, "--assignment", "hw"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    };
    grade("old");
    assert_snapshot!(bench.read("old/grades.csv"), @"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,graded,12.5,,12.5,32,board.hamming solver.moves,,,,,,,,
    ");
    let json: Value =
        serde_json::from_str(&bench.read("old/submissions/alice/grade.json")).unwrap();
    assert_eq!((&json["score"], &json["caps"][0]["score"]), (&12.5.into(), &12.5.into()));
    let output = bench.run(&["merge", "old", "--out", "joined"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(bench.read("joined/grades.csv"), bench.read("old/grades.csv"));

    bench.edit("hw/assignment.toml", "score = 12.5", "score = 30");
    grade("new");
    assert_snapshot!(stdout(&bench.run(&["diff", "old", "new"])), @"
    assignment: sha256:4855e5322b50f7300f9bc4923f4e26e20b83ff086bf7005a5590f69ae263f4f0 -> sha256:843389bcf6abbec2b8700fe3c43ab7867d587554c099cde7ee1c444d1f44e761

    alice: 12.5 / 32 -> 20.833 / 32  +8.333

    1 changed (1 up, 0 down), 0 unchanged
    mean of 1 submission: 12.5 -> 20.833  +8.333
    ");
    let correction = "[[override]]\nsubmission = \"alice\"\ncheck = \"solver.moves\"\nset = 10\n\
                      why = \"a slip\"\nwho = \"R. S.\"\n";
    bench.write("old/overrides.toml", correction);
    // With full points from a correction, the cap no longer applies. Points withheld because of this check stay
    // withheld.
    bench.edit("hw/assignment.toml", "score = 30", "score = 12.5");
    grade("old");
    assert_snapshot!(bench.read("old/grades.csv"), @"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,graded,12.5,10,22.5,32,board.hamming solver.moves,solver.moves: a slip (R. S.),,,,,,,
    ");
    let output = bench.run(&["report", "old", "--out", "class.html"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(bench.read("class.html").contains("2 of 3 puzzles"));
}

fn origin(bench: &Bench, folder: &str) -> String {
    let log: Value = serde_json::from_str(&bench.read(&format!("{folder}/run.json"))).unwrap();
    log["submissions"][0]["from"].as_str().unwrap().to_owned()
}

/// When only points change, the result should be that of a new grading, but nothing should be compiled or run.
#[test]
fn changed_points_are_applied_to_existing_verdicts() {
    let bench = partly_right();
    let grade = |out: &str, more: &[&str]| {
        let command = ["grade", "alice", "--assignment", "hw", "--out", out];
        let output = bench.grade(&[&command[..], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        (stderr(&output).to_owned(), bench.read(&format!("{out}/submissions/alice/grade.json")))
    };
    let (_, old) = grade("out", &["--no-cache"]);
    assert_eq!(origin(&bench, "out"), "grading");
    for (from, to) in [
        ("title = \"some points", "title = \"a new title: some points"),
        ("\"solver.moves\" = { points = 10, partial", "\"solver.moves\" = { points = 20, partial"),
        (
            "\"board.hamming\" = { points = 5, partial = { large = 0.5 }",
            "\"board.hamming\" = { points = 3, partial = { large = 0.25 }",
        ),
        ("score = 12.5\nwhy = \"the moves are", "score = 22.5\nwhy = \"the least moves are"),
    ] {
        bench.edit("hw/assignment.toml", from, to);
    }
    let (messages, new) = grade("out", &["--no-cache"]);
    assert_eq!(origin(&bench, "out"), "verdicts");
    let said = "1 submission: recomputed points from existing verdicts, without running anything";
    assert!(messages.contains(said), "{messages}");
    let (_, anew) = grade("anew", &["--no-cache"]);
    assert_eq!(origin(&bench, "anew"), "grading");
    assert_eq!(new, anew);
    assert_ne!(new, old);
    // The summary is updated, and the next run will use these grades.
    assert_eq!(bench.read("out/grades.json"), bench.read("anew/grades.json"));
    grade("out", &["--no-cache"]);
    assert_eq!(origin(&bench, "out"), "folder");
    // After any other change, submissions will be graded again.
    bench.edit("hw/assignment.toml", "time = 30", "time = 31");
    grade("out", &["--no-cache"]);
    assert_eq!(origin(&bench, "out"), "grading");
}
