//! Tests that hidden puzzles and checks stay hidden, even if a submission prints every board.

use grade::Grade;
use grade::Visibility;
use grade::view::Audience;
use insta::assert_snapshot;
use report::formats::{self, Identity};
use report::{Context, Format};
use serde_json::Value;

use crate::formats::CLASSROOM50;
use crate::support::{Bench, assert_parts, code, stderr, stdout};

const RUBRIC: &str = r#"
schema = "assignment/1"
title = "some puzzles are hidden"

[limits]
time = 30
stop = 90
memory_mib = 512

[checks]
"compile.build" = { points = 1 }
"board.hamming" = { points = 2 }
"board.manhattan" = { points = 3, visibility = "hidden" }
"solver.solvable" = { points = 1 }
"solver.moves" = { points = 5 }
"solver.path" = { points = 4 }
"solver.unsolvable" = { points = 3 }
"solver.immutable" = { points = 2 }
"solver.lockstep" = { points = 2 }
"solver.min_pq" = { points = 1 }

[puzzles]
boards = ["cellar"]
solve = ["open", "open-unsolvable", "late", "vault", "vault-unsolvable"]

[puzzles.visibility]
vault = "hidden"
cellar = "hidden"

[random]
seed = "hidden"
solvable = 1
unsolvable = 0
moves = [8, 10]
visibility = "hidden"
"#;

const PUZZLES: &str = r#"
[[puzzle]]
name = "open"
tiles = [[1, 0], [3, 2]]
moves = 1

[[puzzle]]
name = "open-unsolvable"
tiles = [[2, 1], [3, 0]]
twin_moves = 0

[[puzzle]]
name = "late"
tiles = [[1, 2, 3], [4, 5, 0], [7, 8, 6]]
moves = 1
visibility = "after_due_date"

[[puzzle]]
name = "vault"
tiles = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
moves = 4

[[puzzle]]
name = "vault-unsolvable"
tiles = [[2, 1, 3], [4, 8, 5], [0, 7, 6]]
twin_moves = 4
visibility = "hidden"

[[puzzle]]
name = "cellar"
tiles = [[15, 3, 2, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 1, 0]]
board_only = true
"#;

/// The tiles of the hidden boards, as digits.
const DIGITS: [&str; 3] = ["013425786", "213485076", "1532456789101112131410"];

/// The board that becomes visible after the due date.
const LATE: &str = "123450786";

const WORDS: [&str; 7] =
    ["vault", "cellar", "late", "random", "stolen", "board.manhattan", "the board prints"];

/// A crate that prints every board, or panics with it, unless the board is visible.
fn thief() -> Bench {
    let bench = Bench::with_model();
    bench.write("hw/assignment.toml", RUBRIC);
    bench.write("hw/puzzles/mine.toml", PUZZLES);
    bench.edit(
        "alice/src/solver.rs",
        "        let mut search = Search::new(initial.clone());",
        "        if initial.dimension() > 2 {
            let board = format!(\"{initial}\").split_whitespace().collect::<Vec<_>>().join(\" \");
            println!(\"stolen {board}\");
            panic!(\"stolen {board}\");
        }
        let mut search = Search::new(initial.clone());",
    );
    let is_cellar = "self.tiles.starts_with(&[15, 3, 2, 4])";
    bench.edit(
        "alice/src/board.rs",
        "        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        &format!(
            "        if {is_cellar} {{ panic!(\"stolen {{:?}}\", self.tiles) }}
        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()"
        ),
    );
    bench.edit(
        "alice/src/board.rs",
        "            rows + cols\n",
        &format!(
            "            if {is_cellar} {{ println!(\"stolen {{:?}}\", self.tiles) }}
            rows + 2 * cols\n"
        ),
    );
    bench
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn assert_nothing_revealed(name: &str, text: &str) {
    for word in WORDS {
        assert!(!text.contains(word), "{name} has `{word}`: {text}");
    }
    let found = digits(text);
    for tiles in DIGITS.into_iter().chain([LATE]) {
        assert!(!found.contains(tiles), "{name} has the tiles {tiles}: {text}");
    }
}

/// Returns the part of Gradescope's file that students can see immediately.
fn at_once(text: &str) -> String {
    let mut value: Value = serde_json::from_str(text).unwrap();
    let tests = value["tests"].as_array_mut().unwrap();
    tests.retain(|test| test["visibility"] == Visibility::Visible.as_str());
    value.to_string()
}

fn context(audience: Audience) -> Context {
    let identity = Identity::from_variables(|name| {
        Some(if name == "SUBMISSION_TAG" {
            "submit/2026-06-01T14-32-05Z-a1b2c3d".to_owned()
        } else if name == "ASSIGNMENT_TYPE" {
            "individual".to_owned()
        } else {
            "x".to_owned()
        })
    });
    Context { audience, identity: Some(identity.unwrap()), ..Context::default() }
}

const CHECK: [&str; 6] = ["check", "alice", "--assignment", "hw", "--color", "never"];

#[test]
fn a_submission_cannot_leak_hidden_puzzles() {
    let bench = thief();
    let beside = ["--tests", "shown.rs", "--counts", "counts.json", "--summary", "page.md"];
    let output = bench.grade(&[&CHECK[..], &beside].concat());
    assert_eq!(code(&output), 1);
    assert_parts(
        stdout(&output),
        &[
            "alice: 1 / 21  (and 3 points hidden)\n",
            "✗ board.hamming  0 / 2  it fails on a hidden puzzle\n",
            "✗ solver.moves  0 / 5  it fails on a hidden puzzle\n",
        ],
    );
    assert_nothing_revealed("human", stdout(&output));
    for file in ["shown.rs", "counts.json", "page.md"] {
        assert_nothing_revealed(file, &bench.read(file));
    }
    let names = |file: &str| -> Vec<String> {
        let counts: Value = serde_json::from_str(&bench.read(file)).unwrap();
        let puzzles = counts["puzzles"].as_array().unwrap().iter();
        puzzles.map(|result| result["puzzle"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("counts.json"), ["open-unsolvable", "open"]);

    // The grade contains everything, and all formats for students are generated from it.
    let arguments = ["--format", "json", "--audience", "instructor", "--counts", "all.json"];
    let output = bench.grade(&[&CHECK[..], &arguments].concat());
    assert_eq!(code(&output), 1);
    let json = stdout(&output);
    assert_eq!(names("all.json").len(), 6);
    assert!(json.contains("stolen 3 1 2 3 4 5 0 7 8 6"), "{json}");
    assert!(json.contains("stolen [15, 3, 2, 4") && json.contains("\"puzzle\": \"late\""));
    assert!(json.contains("\"evidence_visibility\": \"after_due_date\""));
    assert!(json.contains("the board prints") && json.contains("\"visibility\": \"hidden\""));
    let record = Grade::from_json(json).unwrap();
    assert_eq!(record.json(), json);
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Json) {
        let render = |audience| {
            let text = format.render(&(&record).into(), &context(audience)).unwrap();
            if format == Format::Gradescope { at_once(&text) } else { text }
        };
        assert_nothing_revealed(format.name(), &render(Audience::Student));
        let late = render(Audience::AfterDueDate);
        assert!(!late.contains("vault") && !late.contains("cellar"), "{late}");
        assert!(!DIGITS.iter().any(|tiles| digits(&late).contains(tiles)), "{late}");
        let is_platform = format == Format::Gradescope;
        assert_eq!(digits(&late).contains(LATE), !is_platform, "{}: {late}", format.name());
    }
}

#[test]
fn hidden_boards_solved_with_visible_ones_stay_hidden() {
    let bench = Bench::with_model();
    let solve = "[puzzles]\nboards = []\nsolve = [\"open\", \"vault-unsolvable\"]\n";
    let rubric = RUBRIC.split("[puzzles]").next().unwrap().to_owned() + solve;
    bench.write("hw/assignment.toml", rubric);
    bench.write("hw/puzzles/mine.toml", PUZZLES);
    // In a run with two solvers, the second one prints its board while the first one is asked.
    bench.edit(
        "alice/src/solver.rs",
        "        let mut search = Search::new(initial.clone());",
        "        thread_local! {
            static MADE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
        }
        let board = format!(\"{initial}\").split_whitespace().collect::<Vec<_>>().join(\" \");
        if MADE.replace(true) && board.starts_with(\"3 2 1 3 4\") {
            panic!(\"stolen {board}\");
        }
        let mut search = Search::new(initial.clone());",
    );
    let output = bench.grade(&[&CHECK[..], &["--tests", "shown.rs", "--only", "solver"]].concat());
    assert_eq!(code(&output), 1);
    let failure = "✗ solver.immutable  0 / 2  it fails on a hidden puzzle";
    assert!(stdout(&output).contains(failure), "{}", stdout(&output));
    assert_nothing_revealed("human", stdout(&output));
    assert_nothing_revealed("tests", &bench.read("shown.rs"));
    let output = bench.grade(&[&CHECK[..], &["--audience", "instructor"]].concat());
    let text = stdout(&output);
    assert!(text.contains("stolen 3 2 1 3 4 8 5 0 7 6") && text.contains("open"), "{text}");
}

fn bench_with_only_hidden_failures() -> Bench {
    let bench = Bench::with_model();
    bench.write("hw/assignment.toml", RUBRIC);
    bench.write("hw/puzzles/mine.toml", PUZZLES);
    bench.edit("alice/src/board.rs", "            rows + cols\n", "            rows + 2 * cols\n");
    bench
}

#[test]
fn hidden_failures_do_not_affect_exit_codes_or_totals() {
    let bench = bench_with_only_hidden_failures();
    bench.write(
        "overrides.toml",
        "[[override]]\nsubmission = \"alice\"\ncheck = \"board.hamming\"\nset = 1\n\
         why = \"it is late\"\nwho = \"R. S.\"\n\
         [[override]]\nsubmission = \"bob\"\nset = 1\nwhy = \"x\"\nwho = \"R. S.\"\n\
         [[override]]\nsubmission = \"alice\"\ncheck = \"board.manhattan\"\nset = 2\n\
         why = \"secret\"\nwho = \"R. S.\"\n",
    );
    let output = bench.grade(&[&CHECK[..], &["--overrides", "overrides.toml"]].concat());
    assert_eq!(code(&output), 0);
    assert_parts(
        stdout(&output),
        &[
            "alice: 20 / 21  (and 3 points hidden)\n",
            "- hidden: 1 check (3 points)\n",
            "Corrections\n  - board.hamming: corrected by R. S.: it is late (was 2 of 2)\n\nAll checks shown",
        ],
    );
    let mut command = bench.command(&[&CHECK[..], &["--format", "classroom50"]].concat());
    let output = bench.finish_grade(command.envs(CLASSROOM50));
    assert_eq!(code(&output), 0);
    let said = "this score does not include the points for hidden checks (3)";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let arguments = ["--audience", "instructor", "--only", "board.manhattan"];
    let output = bench.grade(&[&CHECK[..], &arguments].concat());
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("not shown to students\n"), "{}", stdout(&output));
    let record =
        Grade::from_json(stdout(&bench.grade(&[&CHECK[..], &["--format", "json"]].concat())));
    let page = formats::summary(
        &grade::view::Corrected::from(&record.unwrap()).view(Audience::Student),
        formats::SUMMARY_LIMIT,
    );
    assert!(page.starts_with("## alice: 21 / 21 (and 3 hidden)\n"), "{page}");
}

#[test]
fn a_hidden_check_cannot_be_requested() {
    let bench = bench_with_only_hidden_failures();
    let ask = |check: &str, more: &[&str]| {
        bench.snapshot(&bench.run(&[&CHECK[..], &["--only", check], more].concat()))
    };
    let hidden = ask("board.manhattan", &[]);
    assert_snapshot!(hidden, @"
    exit code 2
    ----- stderr
    error: students cannot see the check `board.manhattan`

    hint: use `--audience instructor` to report hidden checks
    ");
    // For a check outside the assignment, the error is the same.
    assert_eq!(ask("board.twin", &[]), hidden.replace("manhattan", "twin"));
    assert!(ask("board.twin", &["--audience", "instructor"]).contains("does not grade"));
}

/// Solves everything on boards that are listed, but panics on other sizes.
fn only_listed_sizes() -> Bench {
    let bench = Bench::with_model();
    bench.write("hw/puzzles/mine.toml", PUZZLES);
    bench.edit(
        "alice/src/solver.rs",
        "        let mut search = Search::new(initial.clone());",
        "        if initial.dimension() > 4 {
            let board = format!(\"{initial}\").split_whitespace().collect::<Vec<_>>().join(\" \");
            println!(\"stolen {board}\");
            panic!(\"stolen {board}\");
        }
        let mut search = Search::new(initial.clone());",
    );
    bench
}

#[test]
fn a_private_seed_draws_hidden_cases() {
    const SEED: &str = "a seed that only teachers know";
    let bench = only_listed_sizes();
    let rubric = RUBRIC.replace("visibility = \"hidden\" }", "}");
    bench.write("hw/assignment.toml", &rubric);
    let output = bench.grade(&CHECK);
    assert_eq!(code(&output), 0, "{}", stdout(&output));

    bench.write("hw/assignment.toml", format!("{rubric}\n[private]\nseed = \"{SEED}\"\n"));
    let output = bench.grade(&[&CHECK[..], &["--tests", "shown.rs"]].concat());
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    assert!(
        text.contains("✗ solver.moves") && text.contains("it fails on a hidden puzzle"),
        "{text}"
    );
    for shown in [text, &bench.read("shown.rs")] {
        for secret in ["stolen", "private", SEED] {
            assert!(!shown.contains(secret), "{secret}: {shown}");
        }
    }
    let output = bench.grade(&[&CHECK[..], &["--audience", "instructor"]].concat());
    assert!(stdout(&output).contains("private 5x5"), "{}", stdout(&output));

    let output = bench.run(&["assignment", "hw", "--student-kit", "kit"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for file in ["kit/assignment.toml", "kit/puzzles/puzzles.toml"] {
        assert!(!bench.read(file).contains("private"), "{}", bench.read(file));
    }
}
