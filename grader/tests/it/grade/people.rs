//! Tests `class.json`, which lists the authors of submissions.

use insta::assert_snapshot;

use super::tree;
use crate::support::{Bench, code, stderr, stdout};

/// A download from Gradescope with three submissions that are quick to grade, and a roster.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write(
        "export/submission_metadata.yml",
        "---
submission_1:
  :submitters:
  - :name: Jane Doe
    :sid: '1001'
    :email: jane@uni.example
  :created_at: 2026-04-26 17:34:00.861687000 Z
submission_2:
  :submitters:
  - :name: J. Roe
    :email: jr@uni.example
submission_3:
  :submitters:
  - :name: Eve
    :sid: '9'
",
    );
    for i in 1..=3 {
        let code = format!("pub struct Board // {i}\n");
        bench.write(&format!("export/submission_{i}/board.rs"), code);
    }
    bench.write(
        "roster.csv",
        "id,name,email,username\n2002,Zoe Poe,zp@uni.example,zp\n1001,Jane Doe,jane@uni.example,jd\n\
         1002,\"Roe, John\",jr@uni.example,jr\n",
    );
    bench
}

fn grade(bench: &Bench, more: &[&str]) {
    let arguments = ["grade", "export", "--roster", "roster.csv", "--no-cache", "--out"];
    let output = bench.grade(&[&arguments[..], more].concat());
    // Eve is not on the roster.
    assert_eq!(code(&output), 1, "{}", stderr(&output));
}

#[test]
fn class_json_lists_submissions_and_missing_students() {
    let bench = bench();
    grade(&bench, &["whole"]);
    assert_snapshot!(bench.read("whole/class.json"), @r#"
    {
      "schema": "class/1",
      "submissions": [
        {
          "submission": "1001",
          "students": [
            {
              "id": "1001",
              "name": "Jane Doe",
              "email": "jane@uni.example",
              "sid": "jd",
              "platform": {
                "id": "1001",
                "name": "Jane Doe",
                "email": "jane@uni.example"
              }
            }
          ],
          "from": "gradescope",
          "submission_id": "submission_1",
          "handed_in": "2026-04-26 17:34:00.861687000 Z",
          "time": "2026-04-26T17:34:00Z"
        },
        {
          "submission": "1002",
          "students": [
            {
              "id": "1002",
              "name": "Roe, John",
              "email": "jr@uni.example",
              "sid": "jr",
              "platform": {
                "name": "J. Roe",
                "email": "jr@uni.example"
              }
            }
          ],
          "from": "gradescope",
          "submission_id": "submission_2"
        },
        {
          "submission": "9",
          "students": [
            {
              "id": "9",
              "name": "Eve"
            }
          ],
          "from": "gradescope",
          "submission_id": "submission_3"
        }
      ],
      "missing": [
        {
          "id": "2002",
          "name": "Zoe Poe",
          "email": "zp@uni.example",
          "sid": "zp"
        }
      ],
      "unmatched": ["9 (`Eve` is not on the roster)"]
    }
    "#);

    for part in ["1/2", "2/2"] {
        let folder = part.replace('/', "-");
        grade(&bench, &[&folder, "--partition", &format!("slice:{part}")]);
    }
    let output = bench.run(&["merge", "2-2", "1-2", "--out", "joined"]);
    assert_eq!((code(&output), stdout(&output)), (1, "3 submissions: 3 graded\n"));
    assert!(stderr(&output).contains("unmatched submissions: 9 (`Eve` is not on the roster)\n"));
    assert_eq!(tree(&bench.path("joined")), tree(&bench.path("whole")));

    // Parts that contradict each other cannot be merged.
    bench.edit("1-2/class.json", "\"handed_in\": \"2026", "\"handed_in\": \"2027");
    let output = bench.run(&["merge", "1-2", "whole", "--out", "other"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    std::fs::remove_file(bench.path("1-2/partition.json")).unwrap();
    let output = bench.run(&["merge", "1-2", "whole", "--out", "other"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `1-2` and `whole` list different students for `1001`

    hint: grade the parts again with the same roster; existing grades are reused
    ");
}

#[test]
fn the_rubric_can_name_the_file_of_authors() {
    let bench = bench();
    assert_eq!(code(&bench.run(&["init", "hw"])), 0);
    let rubric = bench.read("hw/assignment.toml");
    bench.write("hw/assignment.toml", format!("{rubric}\n[class]\nauthors = \"who.csv\"\n"));
    bench.write("hw/who.csv", "entry,students\nsubmission_3,2002\n");
    let output = bench.grade(&[
        "grade",
        "export",
        "--roster",
        "roster.csv",
        "--assignment",
        "hw",
        "--out",
        "named",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(bench.path("named/submissions/2002/grade.json").is_file());
    bench.write("other.csv", "entry,students\nsubmission_4,2002\n");
    let output = bench.grade(&[
        "grade",
        "export",
        "--roster",
        "roster.csv",
        "--assignment",
        "hw",
        "--authors",
        "other.csv",
        "--out",
        "named",
    ]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `other.csv`, line 2: no submission is named `submission_4`; the closest name is `submission_3`
    ");
}
