//! Tests due dates of sections, and late days, which pass from one assignment to the next.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use super::late::{GRADE, bench, csv};
use super::tree;
use crate::support::{Bench, code, stderr, workspace};

/// Returns the example blocks of CSV in the book: the late days before and after an assignment.
fn examples() -> [String; 2] {
    let page = fs::read_to_string(workspace("docs/book/src/instructor/late.md")).unwrap();
    let blocks: Vec<String> = page
        .split("```text\n")
        .filter(|block| block.starts_with("id,name,late_days\n"))
        .map(|block| block.split("```").next().unwrap().to_owned())
        .collect();
    blocks.try_into().unwrap()
}

/// The class of `late`, with late days.
fn with_late_days() -> Bench {
    let bench = bench();
    bench.edit("hw/assignment.toml", "cap = 50\n", "cap = 50\nlate_days = 2\n");
    bench
}

fn grade(bench: &Bench, more: &[&str]) -> (i32, String) {
    let output = bench.grade(&[&GRADE[..], more].concat());
    (code(&output), stderr(&output).to_owned())
}

#[test]
fn late_days_replace_a_deduction_and_pass_to_the_next_assignment() {
    let bench = with_late_days();
    let [before, after] = examples();
    // A spreadsheet may write another separator, a byte order mark, and other line ends.
    let table = format!("\u{feff}{}", before.replace(',', ";").replace('\n', "\r\n"));
    bench.write("days.csv", &table);
    let (code, error) = grade(&bench, &["--late-days", "days.csv"]);
    assert_eq!(code, 1);
    assert_snapshot!(error, @"
    CS 1: Sliding, due 2026-10-24 23:59 (Europe/Berlin), with a grace period of 15m; up to 2 late days from the due date; then -10 % for each day or part of it, at most -50 %; nothing counts more than 7d after the due date
    alice (alice Doe): 100 / 100 (late: 2 days, covered by 2 late days)
    bob (bob Doe): 96 / 100
    carl (carl Doe): 0 / 100
    dora (dora Doe): 0 / 100 (late: 8 days, too late to count)
    erik (erik Doe): rejected, because the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs` (late: 6 days, -50 %)
    unknown submission time, so nothing is deducted (use `--times`, or set `handed_in` in `extensions.toml`): carl (carl Doe)
    late, but an author is not in `late-days.csv`, so no late days are used: erik (erik Doe)
    ");
    assert_snapshot!(csv(&bench), @r#"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,graded,100,,100,100,,,alice Doe,alice,alice@uni.example,2026-10-25T22:59:01Z,"2 days, covered by 2 late days",,
    bob,graded,96,,96,100,board.hamming,,bob Doe,bob,bob@uni.example,2026-10-24T22:14:00Z,,,
    carl,graded,0,,0,100,compile.build,,carl Doe,carl,carl@uni.example,,unknown,,
    dora,graded,0,,0,100,compile.build,,dora Doe,dora,dora@uni.example,2026-11-01T12:00:00Z,"8 days, too late to count",,
    erik,rejected,,,,100,,,erik Doe,erik,erik@uni.example,2026-10-30T12:00:00Z,"6 days, -50 %",,"the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`"
    "#);
    assert_eq!(bench.read("whole/late-days-left.csv"), after);
    assert_eq!(bench.read("days.csv"), table);
    let json: Value = serde_json::from_str(&bench.read("whole/grades.json")).unwrap();
    assert_snapshot!(json["submissions"][0]["late"].to_string(), @r#"{"status":"late_days","handed_in":"2026-10-25T22:59:01Z","due":"2026-10-24T23:59:00+02:00","text":"2 days, covered by 2 late days","late_days":2}"#);

    // A second run changes nothing, and neither does a report.
    let first = tree(&bench.path("whole"));
    assert_eq!(grade(&bench, &["--late-days", "days.csv"]).0, 1);
    assert_eq!(tree(&bench.path("whole")), first);
    bench.run(&["report", "whole", "--out", "page.html"]);
    assert_eq!(tree(&bench.path("whole")), first);

    // The order of the rows does not matter.
    let mut lines: Vec<&str> = before.lines().collect();
    lines[1..].reverse();
    bench.write("whole/late-days.csv", lines.join("\n") + "\n");
    assert_eq!(grade(&bench, &[]).0, 1);
    assert_eq!(bench.read("whole/late-days-left.csv"), after);

    // When Alice gets an extension, the report gives her the days back.
    bench.write(
        "whole/extensions.toml",
        "[[extension]]\nstudent = \"alice\"\nhours = 72\nwhy = \"ill\"\nwho = \"me\"\n",
    );
    let output = bench.run(&["report", "whole"]);
    assert!(stderr(&output).contains("were updated"), "{output:?}");
    assert_eq!(bench.read("whole/late-days-left.csv"), before);
}

#[test]
fn a_file_of_late_days_needs_a_rule_and_whole_numbers() {
    let bench = with_late_days();
    bench.write("days.csv", "id,late_days\nalice,many\n");
    let (code, error) = grade(&bench, &["--late-days", "days.csv"]);
    assert_eq!(code, 2);
    assert_snapshot!(error, @"
    error: `days.csv`, line 2, column `late_days`: `many` is not a number of late days

    hint: use a whole number from 0 to 1000
    ");
    bench.write("days.csv", "id,late_days\nalice,1\n");
    bench.edit("hw/assignment.toml", "late_days = 2\n", "");
    let (code, error) = grade(&bench, &["--late-days", "days.csv"]);
    assert_eq!(code, 2);
    assert_snapshot!(error, @"
    error: `days.csv` has late days, but the assignment does not let students use them

    hint: add `late_days = 2` or another number to `[late]` in the rubric, or remove the file
    ");
    assert!(!bench.path("whole/late-days.csv").exists());
}

#[test]
fn merged_parts_share_the_late_days() {
    let bench = with_late_days();
    bench.write("days.csv", &examples()[0]);
    let with = ["--late-days", "days.csv"];
    assert_eq!(grade(&bench, &with).0, 1);
    for part in ["1", "2"] {
        let (part, folder) = (format!("slice:{part}/2"), format!("part-{part}"));
        let arguments =
            ["grade", "class", "--assignment", "hw", "--out", &folder, "--partition", &part];
        let output = bench.grade(&[&arguments[..], &with].concat());
        assert!(code(&output) <= 1, "{}", stderr(&output));
    }
    let output = bench.run(&["merge", "part-2", "part-1", "--out", "joined"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(tree(&bench.path("joined")), tree(&bench.path("whole")));
}

#[test]
fn a_section_has_its_own_due_date() {
    let bench = bench();
    bench.write(
        "roster.csv",
        "id,name,section\nalice,Alice Doe,A and B\nbob,Bob Doe,A\ncarl,Carl Doe,A\ndora,Dora Doe,B\nerik,Erik Doe,C\n",
    );
    bench.write(
        "extensions.toml",
        "[[extension]]\nsection = \"B\"\ndue = 2026-11-01T10:00:00\nwhy = \"Tuesday\"\nwho = \"me\"\n\
         [[extension]]\nsection = \"D\"\nhours = 1\nwhy = \"a lab\"\nwho = \"me\"\n",
    );
    let (code, error) =
        grade(&bench, &["--roster", "roster.csv", "--extensions", "extensions.toml"]);
    assert_eq!(code, 1);
    assert_snapshot!(error, @"
    CS 1: Sliding, due 2026-10-24 23:59 (Europe/Berlin), with a grace period of 15m; then -10 % for each day or part of it, at most -50 %; nothing counts more than 7d after the due date
    alice (Alice Doe): 100 / 100
    bob (Bob Doe): 96 / 100
    carl (Carl Doe): 0 / 100
    dora (Dora Doe): 0 / 100 (late: 1 day, -10 %)
    erik (Erik Doe): rejected, because the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs` (late: 6 days, -50 %)
    unknown submission time, so nothing is deducted (use `--times`, or set `handed_in` in `extensions.toml`): carl (Carl Doe)
    extensions that match no student, or several students with the same name: section D
    ");
}
