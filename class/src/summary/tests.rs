//! Tests the summary files.

use super::texts::csv_cell;
use super::*;

#[test]
fn formulas_in_cells_are_neutralized() {
    for (text, expected) in [
        ("alice", "alice"),
        ("=1+1", "'=1+1"),
        ("@x,y", "\"'@x,y\""),
        ("a \"b\"", "\"a \"\"b\"\"\""),
        ("two\nlines", "two lines"),
        ("\u{1b}[31mred\u{202e}", "\\u{1b}[31mred\\u{202e}"),
        ("", ""),
    ] {
        assert_eq!(csv_cell(text), expected);
    }
}

#[test]
fn a_grader_error_leaves_the_score_blank() {
    let row = |name: &str, status, score: Option<f64>| SummaryRow {
        name: name.to_owned(),
        status,
        score: score.and_then(Points::from_f64),
        max_score: Points::from_f64(10.0).unwrap(),
        automatic_score: score.and_then(Points::from_f64),
        final_score: score.and_then(Points::from_f64),
        hand: None,
        failed: Vec::new(),
        checks: BTreeMap::from([(Check::BoardHamming, score.and_then(Points::from_f64))]),
        message: None,
        corrections: Vec::new(),
        late_points: None,
        people: Vec::new(),
        late: None,
        attempt: None,
        review: Vec::new(),
    };
    let rows = vec![
        row("alice", Status::Graded, Some(8.5)),
        row("bob", Status::GraderError, None),
        row("carl", Status::Rejected, Some(0.0)),
    ];
    let text = || "x".to_owned();
    let basis = Basis { assignment: text(), toolchain: text(), engine: text() };
    let summary = Summary { basis, rows, ..Summary::default() };
    insta::assert_snapshot!(summary.csv(), @"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,graded,8.5,,8.5,10,,,,,,,,,
    bob,grader_error,,,,10,,,,,,,,,
    carl,rejected,0,,0,10,,,,,,,,,
    ");
    insta::assert_snapshot!(summary.json(), @r#"
    {
      "schema": "grades/1",
      "assignment": "x",
      "toolchain": "x",
      "engine": "x",
      "totals": {
        "submissions": 3,
        "graded": 1,
        "rejected": 1,
        "grader_error": 1,
        "corrected": 0,
        "late": 0
      },
      "submissions": [
        {
          "submission": "alice",
          "status": "graded",
          "score": 8.5,
          "final_score": 8.5,
          "max_score": 10,
          "failed": [],
          "checks": {
            "board.hamming": 8.5
          }
        },
        {
          "submission": "bob",
          "status": "grader_error",
          "max_score": 10,
          "failed": [],
          "checks": {}
        },
        {
          "submission": "carl",
          "status": "rejected",
          "score": 0,
          "final_score": 0,
          "max_score": 10,
          "failed": [],
          "checks": {
            "board.hamming": 0
          }
        }
      ]
    }
    "#);
}
