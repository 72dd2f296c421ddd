use std::fs;
use std::path::Path;

use assignment::{ExpectedAnswer, Puzzle};
use grade::{CapRule, Visibility};

use super::*;
use crate::starter::{CrateName, Files, student_files};

fn points(number: f64) -> Points {
    Points::from_f64(number).expect("a number of points")
}

fn rated(check: Check, number: f64, partial: Partial) -> RubricEntry {
    RubricEntry {
        check,
        points: points(number),
        visibility: Visibility::Visible,
        is_strict: false,
        partial,
        requires: Vec::new(),
        note: None,
    }
}

fn terms() -> Terms {
    Terms {
        title: "8-puzzle".to_owned(),
        course: None,
        checks: vec![
            rated(Check::BoardHamming, 4.0, Partial::Large { part: 500 }),
            rated(Check::SolverMoves, 18.0, Partial::Share { most: 500 }),
            rated(Check::SolverTime, 4.0, Partial::Thresholds(vec![30, 60, 90])),
        ],
        hidden: Points::ZERO,
        caps: Vec::new(),
        limits: RunLimits {
            time: 30,
            stop: 90,
            memory_mib: 512,
            board_memory: 8,
            solver_memory: 7,
        },
        puzzles: Vec::new(),
        has_hidden_puzzles: false,
        has_private_cases: false,
        random: None,
        tests: None,
        late: None,
        criteria: Vec::new(),
        attempts: None,
        kit: None,
    }
}

#[test]
fn criteria_are_listed_with_their_steps() {
    let mut terms = terms();
    let steps = [0.0, 3.0, 6.0].map(points).to_vec();
    let criterion = |id: &str, text: &str, worth: f64, steps| Criterion {
        id: id.to_owned(),
        text: text.to_owned(),
        points: points(worth),
        visibility: Visibility::Visible,
        steps,
    };
    terms.criteria.push(criterion("style", "clear names |\n short functions", 6.0, steps));
    terms.criteria.push(criterion("tests", "useful tests", 1.0, Vec::new()));
    let text = handout(&terms);
    let start = text.find("### Graded by hand").unwrap();
    let lines: Vec<&str> = text[start..].lines().take(6).collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    ### Graded by hand, 7 points more

    | criterion | worth | how to earn the points |
    |---|---|---|
    | `style` | 6 points (0, 3, 6) | clear names \| short functions |
    | `tests` | 1 point | useful tests |
    ");
}

#[test]
fn the_rule_about_queues_is_stated() {
    let mut terms = terms();
    terms.checks.push(rated(Check::SolverLockstep, 3.0, Partial::None));
    let text = handout(&terms);
    assert!(text.contains("Use a queue for each search."), "{text}");
    assert!(text.contains("one search finds the goal; they may share a queue |"), "{text}");
    terms.checks.last_mut().expect("there is a check").is_strict = true;
    let text = handout(&terms);
    assert!(text.contains("Each of the two searches has its own queue."), "{text}");
    assert!(text.contains("one search finds the goal; each has its own queue |"), "{text}");
}

#[test]
fn points_are_listed_with_partial_points() {
    let text = handout(&terms());
    for row in [
        "There are 26 points.\n\n### Board, 4 points\n",
        "| `board.hamming` | 4 | `hamming()` returns the number of tiles out of place and does not \
         count the blank | 2 if it fails only on boards with more than 16 rows |\n",
        " | the share of cases that pass, up to 9 |\n",
        " | 2.666 within 60 times, 1.333 within 90 times |\n",
    ] {
        assert!(text.contains(row), "{row}\n{text}");
    }
    assert!(!text.contains('@'), "{text}");
    assert!(!text.contains("due"), "{text}");
}

#[test]
fn limits_are_only_listed_for_graded_checks() {
    let limits = limits_text(&terms());
    assert!(
        limits.contains("30 times the model's (`solver.time`)") && limits.contains("512 MiB"),
        "{limits}"
    );
    assert!(!limits.contains("`board.") && !limits.contains("7 times"), "{limits}");
}

#[test]
fn hidden_points_are_given_as_a_sum() {
    let text = handout(&Terms { hidden: points(6.5), ..terms() });
    assert!(text.contains("26 points. Hidden checks are worth 6.5 more.\n"), "{text}");
}

#[test]
fn caps_and_required_checks_are_listed() {
    let mut terms = terms();
    terms.checks[1].requires = vec![Check::CompileApi];
    let why = "the moves | are\nwhat is asked for".to_owned();
    let unless = CapCondition::Check(Check::SolverMoves);
    terms.caps =
        vec![CapRule { unless, score: points(20.5), least: points(20.5), nine_tenths: None, why }];
    let text = handout(&terms);
    for part in [
        "; no points without `compile.api` |",
        "| `solver.moves` passes | 20.5 |  | 20.5 | the moves \\| are what is asked for |\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_title_is_not_expanded_as_a_placeholder() {
    let text = handout(&Terms { title: "@POINTS@".to_owned(), ..terms() });
    assert!(text.starts_with("# @POINTS@\n"), "{text}");
    assert_eq!(text.matches("There are 26 points").count(), 1);
}

#[test]
fn own_tests_are_described_if_they_count() {
    let tests = Tests { faults: vec![String::new(); 8], catch: 6 };
    let mut terms = Terms { tests: Some(tests), ..terms() };
    let text = handout(&terms);
    assert!(text.contains("on 8 faulty answers") && !text.contains("catch 6"), "{text}");
    terms.checks.push(rated(Check::TestsOwn, 5.0, Partial::Share { most: 1000 }));
    let text = handout(&terms);
    assert!(text.contains("catch 6") && text.contains("### Tests, 5 points"), "{text}");
}

#[test]
fn attempt_rules_are_described() {
    let text = |wait, max| {
        dates_text(&Terms { attempts: Some(Attempts { wait, max, counts: None }), ..terms() })
    };
    assert_eq!(
        text(Some(5400), Some(10)),
        "\nIf a platform grades each attempt immediately, up to 10 attempts count, at most one \
         every 1 hour 30 minutes.\n"
    );
    assert_eq!(
        text(Some(60), None),
        "\nIf a platform grades each attempt immediately, at most one attempt counts every 1 \
         minute.\n"
    );
    assert_eq!(
        text(None, Some(1)),
        "\nIf a platform grades each attempt immediately, only one attempt counts.\n"
    );
    let best = Attempts { counts: Some(Counting::Best), ..Attempts::default() };
    assert_eq!(
        dates_text(&Terms { attempts: Some(best), ..terms() }),
        "\nIf you submit more than once, the attempt with the most points after deductions counts.\n"
    );
}

#[test]
fn commands_name_an_assignment_other_than_the_default() {
    let mut terms = terms();
    let texts = |files: &Files| {
        ["README.md", "HANDOUT.md", "editor-check.sh", ".github/workflows/grade.yml"]
            .map(|name| files[name].clone())
    };
    for text in texts(&student_files(&terms, &CrateName::default())) {
        assert!(!text.contains("--assignment"), "{text}");
    }
    terms.kit = Some(Files::from([("assignment.toml".to_owned(), "title = 1\n".to_owned())]));
    let files = student_files(&terms, &CrateName::default());
    assert_eq!(files["assignment/assignment.toml"], "title = 1\n");
    for text in texts(&files) {
        assert!(!text.contains("grader check\n") && !text.contains("grader check --f"), "{text}");
    }
    assert!(files["README.md"].contains("`grader hint --assignment assignment` asks you"));
    let workflow = &files[".github/workflows/grade.yml"];
    assert!(workflow.ends_with("\n          assignment: assignment\n"), "{workflow}");
    let check = &files["editor-check.sh"];
    assert!(check.contains("    grader check --assignment assignment --format rustc "), "{check}");
}

#[test]
fn all_files_use_the_same_crate_name() {
    let name = CrateName::new("my-puzzle").unwrap();
    let files = student_files(&terms(), &name);
    let manifest: toml::Table = files["Cargo.toml"].parse().unwrap();
    assert_eq!(manifest["package"]["name"].as_str(), Some("my-puzzle"));
    assert!(files["Cargo.lock"].contains("name = \"my-puzzle\""));
    for file in ["src/main.rs", "tests/board.rs", "tests/solver.rs"] {
        assert!(files[file].contains("use my_puzzle::"), "{file}");
    }
    for (file, text) in &files {
        assert!(!text.contains("student_template") && !text.contains("student-template"), "{file}");
    }
}

#[test]
fn puzzles_come_with_their_answers() {
    let puzzle = Puzzle {
        name: "easy".to_owned(),
        tiles: vec![vec![1, 0], vec![3, 2]].into(),
        answer: ExpectedAnswer::Moves(1),
        visibility: Visibility::Visible,
    };
    let terms = Terms { puzzles: vec![puzzle], random: Some(6), ..terms() };
    let files = student_files(&terms, &CrateName::default());
    assert_eq!(files["puzzles/graded/easy.txt"], "2\n 1 0\n 3 2\n");
    assert!(files["HANDOUT.md"].contains("graded on the puzzle in `puzzles/graded`"));
    assert!(files["HANDOUT.md"].contains("on 6 random boards"));
    assert!(!files["HANDOUT.md"].contains("hidden puzzles"));
    let files = student_files(&Terms { has_hidden_puzzles: true, ..terms }, &CrateName::default());
    assert!(files["HANDOUT.md"].contains("also grades your code on hidden puzzles"));
}

#[test]
fn the_template_manifest_matches_the_generated_one() {
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("../student-template");
    let read = |text: &str| -> toml::Table { text.parse().expect("a manifest") };
    let own = read(&fs::read_to_string(template.join("Cargo.toml")).unwrap());
    let theirs = read(&student_files(&terms(), &CrateName::default())["Cargo.toml"]);
    for key in ["version", "edition", "description", "publish"] {
        assert_eq!(own["package"][key], theirs["package"][key], "{key}");
    }
}

#[test]
fn the_toolchain_has_what_an_editor_needs() {
    let files = student_files(&terms(), &CrateName::default());
    let own: toml::Table = embedded::RUST_TOOLCHAIN.parse().unwrap();
    let toolchain: toml::Table = files["rust-toolchain.toml"].parse().unwrap();
    assert_eq!(toolchain["toolchain"]["channel"], own["toolchain"]["channel"]);
    let components = toolchain["toolchain"]["components"].as_array().unwrap();
    for component in ["clippy", "rustfmt", "rust-analyzer", "rust-src"] {
        assert!(
            components.iter().any(|installed| installed.as_str() == Some(component)),
            "{components:?}"
        );
    }
}
