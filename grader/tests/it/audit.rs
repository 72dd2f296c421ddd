//! Tests `grader audit` with small corpora and with the built-in corpus.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, assert_parts, code, stderr, stdout};

mod evidence;
mod resume;

/// An instructor's assignment with few checks and puzzles.
const RUBRIC: &str = r#"schema = "assignment/1"
title = "few"
[limits]
time = 30
stop = 90
memory_mib = 512
[checks]
"compile.build" = { points = 1 }
"board.hamming" = { points = 1 }
"board.manhattan" = { points = 1 }
"solver.solvable" = { points = 1 }
"solver.moves" = { points = 1 }
"solver.unsolvable" = { points = 1 }
[puzzles]
boards = []
solve = ["one", "nine", "none"]
"#;

/// Puzzles for this assignment, which uses only some of them.
const PUZZLES: &str = "
[[puzzle]]\nname = 'one'\ntiles = [[1, 2], [0, 3]]\nmoves = 1
[[puzzle]]\nname = 'nine'\ntiles = [[1, 0, 2], [4, 5, 8], [7, 6, 3]]\nmoves = 9
[[puzzle]]\nname = 'twelve'\ntiles = [[1, 2, 0], [4, 7, 3], [8, 5, 6]]\nmoves = 12
[[puzzle]]\nname = 'fourteen'\ntiles = [[6, 4, 0], [1, 5, 2], [7, 8, 3]]\nmoves = 14
[[puzzle]]\nname = 'far'\ntiles = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]\nmoves = 31
[[puzzle]]\nname = 'none'\ntiles = [[2, 1], [3, 0]]\ntwin_moves = 0
[[puzzle]]\nname = 'none-of-3'\ntiles = [[2, 1, 3], [4, 8, 5], [0, 7, 6]]\ntwin_moves = 4
";

const HAMMING: Edit = Edit {
    file: "src/board.rs",
    find: "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
    replace: "(0..self.tiles.len())
        .filter(|&cell| usize::from(self.tiles[cell]) != (cell + 1) % self.tiles.len())
        .count()",
};

/// A heuristic that overestimates the remaining moves, which is exposed by puzzles with 12 moves.
const ADDED_HAMMING: Edit = Edit {
    file: "src/solver.rs",
    find: "let priority = moves + board.manhattan();",
    replace: "let priority = moves + board.manhattan() + board.hamming();",
};

const ALWAYS_SOLVABLE: Edit =
    Edit { file: "src/solver.rs", find: "self.solution.is_some()", replace: "true" };

const ONE_TOO_MANY: Edit = Edit {
    file: "src/solver.rs",
    find: "self.solution.as_ref().map(|boards| boards.len() - 1)",
    replace: "self.solution.as_ref().map(Vec::len)",
};

const SYNTAX: Edit = Edit { file: "src/board.rs", find: "pub struct Board", replace: "pub Board" };

struct Edit {
    file: &'static str,
    find: &'static str,
    replace: &'static str,
}

impl Bench {
    fn few(&self) {
        self.write("few/assignment.toml", RUBRIC);
        self.write("few/puzzles/few.toml", PUZZLES);
    }

    fn label(&self, name: &str, fails: &[&str], edits: &[&Edit]) {
        self.label_with(name, &format!("fails = {fails:?}"), edits);
    }

    fn label_with(&self, name: &str, lines: &str, edits: &[&Edit]) {
        let mut text = format!("about = 'this is {name}'\n{lines}\n");
        for Edit { file, find, replace } in edits {
            let edit = [("file", file), ("find", find), ("replace", replace)];
            text.push_str("[[edit]]\n");
            text.extend(edit.map(|(key, value)| format!("{key} = '''{value}'''\n")));
        }
        self.write(&format!("corpus/{name}.toml"), text);
    }

    fn audit(&self, arguments: &[&str]) -> std::process::Output {
        let common = ["audit", "--corpus", "corpus", "--assignment", "few"];
        self.grade(&[&common, arguments].concat())
    }

    fn no_audit(&self, arguments: &[&str]) -> String {
        let output = self.run(&[&["audit"], arguments].concat());
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{}", stderr(&output));
        stderr(&output).to_owned()
    }
}

/// Audits one submission for each kind of label: edits of the model answer with and without faults, an edit of a
/// different base, and a complete crate. `.ci/run` audits a sample of the built-in corpus, and `.ci/nightly` audits all
/// of it.
#[test]
fn the_audit_confirms_labels_of_every_kind() {
    let names = [
        "faults/type-error-in-board",
        "right/board-packed",
        "styles/golfed",
        "wrong/gives-up-in-newtype-domain",
    ];
    let output = Bench::new().grade(&[&["audit", "--only"][..], &names].concat());
    assert_eq!(code(&output), 0, "{}\n{}", stdout(&output), stderr(&output));
}

#[test]
fn all_kinds_of_contradicted_labels_are_reported() {
    let bench = Bench::new();
    bench.few();
    bench.label("faults/caught", &["board.hamming"], &[&HAMMING]);
    bench.label("faults/not-there", &["solver.moves"], &[]);
    bench.label("faults/another", &["board.manhattan"], &[&HAMMING]);
    bench.label("faults/waits", &["board.hamming", "board.manhattan"], &[&SYNTAX]);
    bench.label("faults/not-graded", &["board.twin"], &[]);
    bench.label("right/hurt", &[], &[&HAMMING]);
    let output = bench.audit(&[]);
    assert_eq!(code(&output), 1);
    let parts = stdout(&output).split("\n\n").collect::<Vec<_>>();
    let complaints =
        parts[1].lines().filter(|line| line.starts_with("      - ")).collect::<Vec<_>>();
    assert_snapshot!(complaints.join("\n"), @"
    - board.hamming should pass, but fails: hamming() counts the blank
    - board.manhattan should fail, but passes
    - solver.moves should fail, but passes
    - compile.build should pass, but fails: the code does not compile: missing
    - board.hamming should fail, but is skipped (because of compile.build)
    - board.manhattan should fail, but is skipped (because of compile.build)
    - board.hamming should pass, but fails: hamming() counts the blank
    ");
    let head = parts[0].split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        head,
        "5 faults and 1 correct submission: 1 fault caught by a check that their labels name, 1 correct \
         submission failed, 4 labels contradicted, 1 fault in checks that are not graded"
    );
    assert_parts(
        stdout(&output),
        &[
            "\nChecks without a labelled fault\n  compile.build, solver.solvable, solver.unsolvable\n",
            "\nScores, of 6\n  4 faulty submissions have at least as many points as right/hurt, the correct\n",
        ],
    );
}

#[test]
fn own_tests_count_only_if_a_label_names_them() {
    let bench = Bench::new();
    bench.few();
    let rubric = RUBRIC.replace("[puzzles]", "\"tests.own\" = { points = 1 }\n[puzzles]");
    let tests = "[tests]\nfaults = [\"hamming-counts-blank\"]\ncatch = 1\n";
    bench.write("few/assignment.toml", rubric + tests);
    bench.label("faults/hamming", &["board.hamming"], &[&HAMMING]);
    bench.label("right/model", &[], &[]);
    let output = bench.audit(&[]);
    assert_eq!(code(&output), 0);
    let report = stdout(&output);
    assert!(!report.contains("tests.own") && !report.contains("Contradicted"), "{report}");
    bench.label("faults/no-tests", &["tests.own"], &[]);
    let report = bench.audit(&[]);
    assert!(stdout(&report).contains("tests.own"), "{}", stdout(&report));
}

#[test]
fn labels_support_passes_may_fail_and_base() {
    let bench = Bench::with_model();
    bench.few();
    for file in ["lib.rs", "board.rs", "solver.rs"] {
        bench.write(
            &format!("corpus/own/whole/src/{file}"),
            bench.read(&format!("alice/src/{file}")),
        );
    }
    bench
        .write("corpus/own/whole/label.toml", "about = 'a whole crate'\nfails = []\nscore = 100\n");
    let based = "base = 'own/whole'\nfails = ['board.hamming']\npasses = ['solver']";
    bench.label_with("edits/based", based, &[&HAMMING]);
    bench.label_with("edits/either", "fails = []\nmay_fail = ['board.hamming']", &[&HAMMING]);
    let promised = "fails = ['compile.build']\npasses = ['board.hamming']";
    bench.label_with("edits/promised", promised, &[&SYNTAX]);
    let output = bench.audit(&[]);
    assert_eq!(code(&output), 1);
    let report = stdout(&output);
    let section = |from: &str, to: &str| {
        let start = report.find(from).unwrap_or_else(|| panic!("{report}"));
        report[start..].split(to).next().unwrap().trim_end().to_owned()
    };
    assert_snapshot!(section("Contradicted", "Checks"), @"
    Contradicted
      ✗ edits/promised: this is edits/promised
          should fail: compile.build
          fails: compile.build
          - board.hamming should pass, but is skipped (because of compile.build)
    ");
    assert_snapshot!(section("May fail", "Faults"), @"
    May fail or pass
      edits/either
          board.hamming fails
    ");
    assert_snapshot!(section("Scores", "nothing ends it"), @"
    Scores, of 6
      One faulty submission has at least as many points as edits/either, the correct
      submission with the fewest: edits/based.
      The score range of 1 label was not compared, because the points of this
      assignment differ from those of the default assignment.
      6  correct  own/whole: a whole crate
      5  correct  edits/either: this is edits/either
      5  faulty   edits/based: this is edits/based
      3  faulty   edits/promised: this is edits/promised
    ");

    let output = bench.audit(&["--format", "json"]);
    let audit: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(audit["contradictions"][0]["skipped"]["board.hamming"], "compile.build");
    assert_eq!((&audit["max_score"], &audit["unheld_scores"]), (&6.into(), &1.into()));
    let scores = audit["scores"].as_array().unwrap().iter();
    let scores = scores.map(|submission| {
        format!("{} {}", submission["name"].as_str().unwrap(), submission["score"])
    });
    let expected = ["own/whole 6", "edits/either 5", "edits/based 5", "edits/promised 3"];
    assert_eq!(scores.collect::<Vec<_>>(), expected);
}

#[test]
fn scores_outside_the_labeled_range_are_reported() {
    let bench = Bench::new();
    let label = |score: &str| format!("fails = ['compile.build']\nscore = {score}");
    bench.label_with("edits/held", &label("[60, 62]"), &[&SYNTAX]);
    bench.label_with("edits/missed", &label("[4.5, 20]"), &[&SYNTAX]);
    let output = bench.grade(&["audit", "--corpus", "corpus"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let complaints = stdout(&output).lines().filter(|line| line.contains("should be"));
    assert_snapshot!(complaints.map(str::trim).collect::<Vec<_>>().join("\n"), @"- the score is 61, but should be 4.5 to 20");
}

#[test]
fn the_audit_does_not_depend_on_jobs() {
    let bench = Bench::with_model();
    bench.few();
    bench.label("wrong/hamming", &["board.hamming"], &[&HAMMING]);
    // Labels may name checks that are not in the assignment.
    bench.label("wrong/moves", &["solver.moves", "solver.caching"], &[&ONE_TOO_MANY]);
    bench.label("fine/model", &[], &[]);
    for file in ["lib.rs", "board.rs", "solver.rs"] {
        let text = bench.read(&format!("alice/src/{file}"));
        bench.write(&format!("corpus/fine/whole/src/{file}"), text);
    }
    bench.write("corpus/fine/whole/label.toml", "about = 'a whole crate'\nfails = []\n");
    bench.write("corpus/README.md", "Not a submission.\n");

    let output = bench.audit(&["--format", "json", "--jobs", "1"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let audit: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(audit["schema"], "audit/1");
    let names =
        audit["submissions"].as_array().unwrap().iter().map(|submission| &submission["name"]);
    assert!(names.eq(["fine/model", "fine/whole", "wrong/hamming", "wrong/moves"]));
    let three = bench.audit(&["--format", "json", "--jobs", "3"]);
    assert_eq!(stdout(&three), stdout(&output));

    let page =
        bench.audit(&["--only", "wrong/h", "g/mov", "--format", "markdown", "--out", "audit.md"]);
    assert_eq!((code(&page), stdout(&page)), (0, ""));
    let page = bench.read("audit.md");
    let caught = page.lines().filter(|line| line.ends_with("| 1 | 1 | 0 | 0 |"));
    assert_snapshot!(caught.collect::<Vec<_>>().join("\n"), @"
    | `board.hamming` | 1 | 1 | 0 | 0 |
    | `solver.moves` | 1 | 1 | 0 | 0 |
    ");
}

#[test]
fn proposed_puzzles_expose_every_fault() {
    let bench = Bench::new();
    bench.few();
    bench.label("faults/added-hamming", &["solver.moves"], &[&ADDED_HAMMING]);
    bench.label("faults/one-too-many", &["solver.moves"], &[&ONE_TOO_MANY]);
    bench.label("faults/always", &["solver.solvable"], &[&ALWAYS_SOLVABLE]);
    bench.label("right/model", &[], &[]);
    // The current puzzles do not expose the fault in the heuristic.
    assert_eq!(code(&bench.audit(&[])), 1);

    let output = bench.audit(&["--propose", "--budget", "20"]);
    assert_eq!(code(&output), 0, "{}\n{}", stdout(&output), stderr(&output));
    let proposal: toml::Table = stdout(&output).parse().unwrap();
    // `none` and `twelve` are the cheapest, and `far` is over the budget.
    assert_eq!(proposal["puzzles"]["solve"].to_string(), r#"["none", "twelve"]"#);
    let has = |text: &str| stdout(&output).contains(text);
    assert!(
        has("the only puzzle that exposes faults/added-hamming (solver.moves)"),
        "{}",
        stdout(&output)
    );
    assert!(has("The current list does not expose these often enough: faults/added-hamming"));
    assert!(has("the minimum"));

    let list = r#"solve = ["one", "nine", "none"]"#;
    bench.edit("few/assignment.toml", list, r#"solve = ["none", "twelve"]"#);
    assert_eq!(code(&bench.audit(&[])), 0);

    let twice = bench.audit(&["--propose", "--budget", "20", "--times", "2", "--format", "json"]);
    let twice: Value = serde_json::from_str(stdout(&twice)).unwrap();
    let names = twice["solve"].as_array().unwrap().iter().map(|puzzle| &puzzle["name"]);
    assert!(names.eq(["none", "twelve", "fourteen", "none-of-3"]), "{twice:#}");
}

#[test]
fn invalid_corpora_are_rejected() {
    let bench = Bench::new();
    assert_snapshot!(bench.no_audit(&["--corpus", "corpus"]), @"
    error: no such folder
    --> corpus
     = help: a corpus contains label files (`NAME.toml`) and complete crates (with a `label.toml`)
    ");
    bench.label("faults/typo", &["board.haming"], &[]);
    assert_snapshot!(bench.no_audit(&["--corpus", "corpus"]), @r#"
    error: unknown check `board.haming`
     --> corpus/faults/typo.toml:2:10
      |
    2 | fails = ["board.haming"]
      |          ^^^^^^^^^^^^^^
      |
      = help: did you mean `board.hamming`?
    "#);
    assert_snapshot!(bench.no_audit(&["--corpus", "corpus/faults"]), @"
    error: no labelled submissions in this folder
    --> corpus/faults
     = help: a corpus contains label files (`NAME.toml`) and complete crates (with a `label.toml`)
    ");
    let stale = Edit { find: "fn hamming_distance", ..HAMMING };
    bench.label("faults/typo", &["board.hamming"], &[&stale]);
    assert_snapshot!(bench.no_audit(&["--corpus", "corpus"]), @"
    error: this text is not in `src/board.rs`
     --> corpus/faults/typo.toml:5:8
      |
    5 | find = '''fn hamming_distance'''
      |        ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: the base, or the model answer, may have changed: use its current text
    ");
    fs::remove_file(bench.path("corpus/faults/typo.toml")).unwrap();
    bench.label("right/model", &[], &[]);
    bench.few();
    bench.edit("few/assignment.toml", "board.hamming", "board.haming");
    let bad = bench.no_audit(&["--corpus", "corpus", "--assignment", "few"]);
    assert!(bad.starts_with("error: unknown check `board.haming`"), "{bad}");
}

#[test]
fn invalid_options_are_rejected() {
    let bench = Bench::new();
    assert_snapshot!(bench.no_audit(&["--only", "faults/greedy", "no-such-fault"]), @"
    error: no submission has `no-such-fault` in its name

    hint: a name consists of a group and a submission, such as `faults/greedy`
    ");
    assert_snapshot!(bench.no_audit(&["--times", "2"]), @"
    error: the following required arguments were not provided:
      --propose

    Usage: grader audit --propose --times <K>

    For more information, try '--help'.
    ");
    let unwritable = bench.no_audit(&["--only", "faults/greedy", "--out", "no/audit.md"]);
    assert!(unwritable.starts_with("error: cannot write `no/audit.md`"), "{unwritable}");
}
