//! Tests corrections, and comparisons of gradings.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use super::{graded, tree, whole};
use crate::support::{Bench, code, stderr, stdout};

const CORRECTIONS: &str = r#"
[[override]]
submission = "bob"
check = "board.hamming"
set = 3.5
why = "the lecture counted the blank, too"
who = "R. S."

[[override]]
submission = "alice"
add = -10
why = "late"
who = "R. S."

[[override]]
submission = "carl"
why = "comes to the office hours"
who = "K. W."
"#;

fn grade(bench: &Bench, more: &[&str]) -> (i32, String) {
    let output = bench.grade(&[&["grade", "class", "--out", "whole"], more].concat());
    (code(&output), stderr(&output).to_owned())
}

#[test]
fn corrections_are_applied_and_survive_regrading() {
    let bench = graded();
    bench.write("corrections.toml", CORRECTIONS);
    assert_eq!(grade(&bench, &["--overrides", "corrections.toml"]).0, 0);
    let csv = bench.read("whole/grades.csv");
    assert_snapshot!(csv, @r#"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,graded,100,-10,90,100,,all: late (R. S.),,,,,,,
    bob,graded,96,3.5,99.5,100,board.hamming,"board.hamming: the lecture counted the blank, too (R. S.)",,,,,,,
    carl,graded,0,,0,100,compile.build,all: comes to the office hours (K. W.),,,,,,,
    dora,graded,0,,0,100,compile.build,,,,,,,,
    erik,rejected,,,,100,,,,,,,,,"the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`"
    "#);
    let json: Value = serde_json::from_str(&bench.read("whole/grades.json")).unwrap();
    assert_snapshot!(serde_json::to_string_pretty(&json["submissions"][1]).unwrap(), @r#"
    {
      "submission": "bob",
      "status": "graded",
      "score": 96,
      "adjustment": 3.5,
      "final_score": 99.5,
      "max_score": 100,
      "failed": [
        "board.hamming"
      ],
      "corrections": [
        {
          "check": "board.hamming",
          "set": 3.5,
          "change": 3.5,
          "why": "the lecture counted the blank, too",
          "who": "R. S."
        }
      ],
      "checks": {
        "compile.build": 1,
        "compile.api": 1,
        "board.dimension": 1,
        "board.display": 3,
        "board.hamming": 3.5,
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
    // Now there are corrections in the folder, but the grades are unchanged.
    assert_eq!(grade(&bench, &[]).0, 0);
    assert_eq!(bench.read("whole/grades.csv"), csv);
    let grades = |tree: std::collections::BTreeMap<String, String>| {
        tree.into_iter().filter(|(path, _)| path.starts_with("submissions")).collect::<Vec<_>>()
    };
    assert_eq!(grades(tree(&bench.path("whole"))), grades(whole()));
    // Merging keeps the corrections.
    let output = bench.run(&["merge", "whole", "--out", "joined"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(tree(&bench.path("joined")), tree(&bench.path("whole")));

    bench.write("corrections.toml", "");
    let (code, error) = grade(&bench, &["--overrides", "corrections.toml"]);
    assert_eq!(code, 2);
    assert!(error.contains("differ from those in the given file"), "{error}");
    bench.edit("whole/overrides.toml", "\"carl\"", "\"karl\"");
    let (code, error) = grade(&bench, &[]);
    assert_eq!(code, 2);
    assert_snapshot!(error, @r#"
    error: unknown submission `karl`
      --> whole/overrides.toml:16:14
       |
    16 | submission = "karl"
       |              ^^^^^^
       |
       = help: did you mean `carl`?
    "#);
}

#[test]
fn diff_reports_changed_submissions_with_causes() {
    let bench = graded();
    super::copy(&bench.path("whole"), &bench.path("new"));
    let diff = |arguments: &[&str]| bench.run(&[&["diff", "whole", "new"], arguments].concat());
    assert_snapshot!(bench.snapshot(&diff(&[])), @"
    exit code 0
    ----- stdout
    0 changed, 5 unchanged
    ");
    bench.write("class/bob/board.rs", "pub struct Board // bob\n");
    bench.write("class/fay/board.rs", "pub struct Board // fay\n");
    fs::remove_dir_all(bench.path("class/dora")).unwrap();
    let arguments = ["grade", "class", "--out", "new", "--replace-class"];
    assert_eq!(code(&bench.grade(&arguments)), 0);
    let human = bench.snapshot(&diff(&[]));
    // The report shows only one of the board checks.
    let is_shown = |line: &&str| !line.starts_with("  board.") || line.contains("board.dimension");
    let human: Vec<&str> = human.lines().filter(is_shown).collect();
    assert_snapshot!(human.join("\n"), @"
    exit code 1
    ----- stdout
    bob: 96 / 100 -> 61 / 100  -35
      sources changed
      compile.build: pass 1 -> fail 0  (the code does not compile: expected `where`, `{`, `(`, or `;` after struct name, found `<eof>`)
      compile.api: pass 1 -> skipped 0
      board.dimension: pass 1 -> skipped 0
    dora: removed, was 0 / 100
    fay: new, 0 / 100

    3 changed (0 up, 1 down), 3 unchanged
    mean of 3 submissions: 65.333 -> 53.667  -11.666 (without 1 rejected submission)
      compile.build: 0 up, 1 down, -1 points
      compile.api: 0 up, 1 down, -1 points
      board.dimension: 0 up, 1 down, -1 points
    ");
    let json = diff(&["--format", "json"]);
    assert_eq!(code(&json), 1);
    let json: Value = serde_json::from_str(stdout(&json)).unwrap();
    assert_eq!(json["schema"], "diff/1");
    assert_eq!(json["same"], 3);
    let names: Vec<_> =
        json["changed"].as_array().unwrap().iter().map(|change| &change["submission"]).collect();
    assert_eq!(names, ["bob", "dora", "fay"]);
    assert_eq!(json["changed"][0]["old"]["score"], 96);
    assert_eq!(json["changed"][0]["new"]["score"], 61);
    assert_eq!(code(&bench.run(&["diff", "whole", "class"])), 2, "no grading");
}

/// `grader report --groups` lists the submissions that fail for the same reason.
#[test]
fn corrections_can_apply_to_all_failures_with_a_cause() {
    let bench = graded();
    let output = bench.run(&["report", "whole", "--groups"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let list = stdout(&output);
    let cause = "cause = \"board.counts_blank\"";
    assert!(list.contains(&format!("{cause}  board.hamming  1 submission: bob\n")), "{list}");
    let group = list.lines().find(|line| line.ends_with("  1 submission: bob")).unwrap();
    let group = group.split("  ").next().unwrap();
    assert!(group.starts_with("group = \""), "{list}");

    let rule = |whom: &str, effect: &str| {
        format!("[[override]]\n{whom}\n{effect}\nwhy = \"see page 3\"\nwho = \"R. S.\"\n")
    };
    let text = rule(cause, "check = \"board.hamming\"\nadd = 1.5") + &rule(group, "");
    bench.write("whole/overrides.toml", text);
    let (exit, messages) = grade(&bench, &[]);
    assert_eq!(exit, 0, "{messages}");
    let said = format!("corrected for {cause}: 1 submission, board.hamming: see page 3\n");
    assert!(
        messages.contains(&said) && messages.contains(&format!("comment for {group}: ")),
        "{messages}"
    );
    let json: Value = serde_json::from_str(&bench.read("whole/grades.json")).unwrap();
    let bob = &json["submissions"][1];
    assert_eq!((&bob["submission"], &bob["final_score"]), (&"bob".into(), &97.5.into()));
    assert_eq!(bob["corrections"][0]["cause"], "board.counts_blank");
    assert!(json["submissions"][0].get("corrections").is_none());

    // Corrections without any effect should be reported here and on the class page.
    let nobody = rule("cause = \"tests.none\"", "");
    bench.write("whole/overrides.toml", &nobody);
    let (exit, messages) = grade(&bench, &[]);
    assert_eq!(exit, 2);
    assert!(messages.contains("the correction does not apply to any submission"), "{messages}");
    let output = bench.run(&["report", "whole"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench.write("whole/overrides.toml", nobody.replace("why", "may_be_unused = true\nwhy"));
    assert_eq!(grade(&bench, &[]).0, 0);
}
