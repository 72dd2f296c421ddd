//! Tests grading by hand: from the sheet to the totals, pages and other files.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::class::class;
use crate::support::{Bench, assert_parts, code, keeps_to, model_file, stderr, stdout};

/// The criteria of the example in the book.
const CRITERIA: &str = r#""criteria": [
    {"id": "style", "text": "The code is easy to read.", "points": 6, "visibility": "visible",
     "steps": [0, 3, 6]},
    {"id": "tests", "text": "The tests are useful.", "points": 4, "visibility": "after_due_date"}]"#;

fn with_criteria(more: &str) -> Bench {
    let bench = class();
    let hand = format!("{{{CRITERIA}{more}}}");
    let about = format!(
        r#"{{"schema": "assignment-summary/1", "title": "Sliding", "own": true, "hand": {hand}}}"#
    );
    bench.write("grades/assignment.json", about);
    bench
}

/// The sheet as a spreadsheet program saves it. Bob is partly graded, and Carl is not.
const SHEET: &str = "\u{feff}submission;name;automatic_score;style;tests;comment\r\n\
    alice;;12;6;2,5;\"src/solver.rs:42: a name <would> help\nWell done!\"\r\n\
    bob;;11,5;3;;\r\n\
    carl;;;;;\r\n\
    erik;;;0;0;please submit the code\r\n";

/// A class with these points.
fn graded(more: &str) -> Bench {
    let bench = with_criteria(more);
    bench.write("sheet.csv", SHEET);
    let output = bench.run(&["report", "grades", "--hand", "sheet.csv", "--students", "pages"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench
}

fn rows(bench: &Bench) -> Vec<Value> {
    let text = bench.read("grades/grades.json");
    keeps_to("grades", &text);
    let summary: Value = serde_json::from_str(&text).unwrap();
    summary["submissions"].as_array().unwrap().clone()
}

#[test]
fn the_sheet_lists_the_class_with_automatic_points() {
    let bench = with_criteria("");
    let output = bench.run(&["report", "grades", "--hand-sheet", "sheet.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    sheet.csv: 6 submissions, 2 criteria
    ");
    assert_snapshot!(bench.read("sheet.csv").trim_start_matches('\u{feff}'), @"
    submission,name,automatic_score,automatic_max,style,tests,comment
    <b>&odd,,2,12,,,
    alice,,12,12,,,
    bob,,11.5,12,,,
    carl,,6,12,,,
    dora,,,12,,,
    erik,,,12,,,
    ");
    // A grader may have filled it in.
    bench.edit("sheet.csv", "alice,,12,12,,", "alice,,12,12,6,");
    let output = bench.run(&["report", "grades", "--hand-sheet", "sheet.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `sheet.csv` already exists, and may have been filled in

    hint: use another file; nothing was written
    ");
    assert!(bench.read("sheet.csv").contains("alice,,12,12,6,"));
}

#[test]
fn totals_include_criteria_and_are_withheld_until_all_are_graded() {
    let bench = with_criteria("");
    bench.write("sheet.csv", SHEET);
    let output = bench.run(&["report", "grades", "--hand", "sheet.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    grades/report.html: 6 submissions: 4 graded, 1 rejected, 1 without a score because of a grader error, 1 with corrections, 3 not completely graded by hand
    ----- stderr
    `hand.json`: 3 submissions changed
    `grades.csv` and `grades.json` were updated, because corrections, extensions or points given by hand have changed
    ");
    let cells = |line: &str| line.split(',').skip(4).collect::<Vec<_>>().join(",");
    let table = bench.read("grades/grades.csv");
    assert_snapshot!(table.lines().map(cells).collect::<Vec<_>>().join("\n"), @r#"
    final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason,automatic_score,style,tests,hand_missing,hand_comment
    ,22,board.hamming solver.path,,,,,,,,,2,,,style tests,
    20.5,22,,,,,,,,,,12,6,2.5,,src/solver.rs:42: a name <would> help Well done!
    ,22,board.hamming,"board.hamming: the lecture counted the blank, too (R. S.)",,,,,,,,11.5,3,,tests,
    ,22,solver.path,,,,,,,,,6,,,style tests,
    ,22,,,,,,,,,no memory,,,,style tests,
    ,22,,,,,,,,,the folder `erik` is empty,,0,0,,please submit the code
    "#);
    let rows = rows(&bench);
    assert_eq!(rows[1]["final_score"], json!(20.5));
    assert_eq!(
        (&rows[2]["final_score"], &rows[2]["automatic_score"]),
        (&Value::Null, &json!(11.5))
    );
    let expected = json!({"complete": false, "points": {"style": 3, "tests": null}});
    assert_eq!(rows[2]["hand"], expected);
    // A rejected submission has no automatic score to add the points to.
    assert_eq!((&rows[5]["status"], &rows[5]["final_score"]), (&json!("rejected"), &Value::Null));
    // What was entered does not change the automatic part.
    let before = class();
    before.run(&["report", "grades"]);
    for (row, before) in rows.iter().zip(self::before(&before)) {
        assert_eq!((&row["score"], &row["checks"]), (&before["score"], &before["checks"]));
        assert_eq!(row.get("automatic_score"), before.get("final_score"));
    }
}

fn before(bench: &Bench) -> Vec<Value> {
    rows(bench)
}

#[test]
fn a_rubric_may_show_partial_totals() {
    let bench = graded(r#", "shows_partial": true"#);
    let rows = rows(&bench);
    assert_eq!(rows[2]["final_score"], json!(14.5));
    assert_eq!(rows[2]["hand"]["complete"], json!(false));
    assert_parts(&bench.read("grades/report.html"), &["<b>14.5</b> <small>so far</small>"]);
    assert_parts(
        &bench.read("pages/bob.html"),
        &["<b>14.5</b> / 18 <small>so far</small> (and 4 hidden)"],
    );
}

#[test]
fn pages_show_criteria_to_those_who_may_see_them() {
    let bench = graded("");
    let page = bench.read("pages/alice.html");
    assert_parts(
        &page,
        &[
            "<b>18</b> / 18 (and 4 hidden)",
            "<small>without these: 12 / 12 points</small>",
            "<td><code>style</code></td><td>The code is easy to read.</td><td>6 / 6</td>",
            "<code>src/solver.rs:42</code> a name &lt;would&gt; help</li>",
            "<li>Well done!</li>",
        ],
    );
    assert!(!page.contains("The tests are useful"), "{page}");
    let page = bench.read("pages/bob.html");
    assert_parts(
        &page,
        &[
            "<b>11.5</b> / 12 <small>without the part graded by hand</small> (and 4 hidden)",
            "11.5 / 12 points; not everything is graded by hand yet</small>",
            "<td>3 / 6</td>",
        ],
    );
    assert_parts(&bench.read("pages/carl.html"), &["<td>not graded yet, 6 points</td>"]);
    let page = bench.read("grades/report.html");
    assert_parts(
        &page,
        &[
            "<b>3</b> not completely graded by hand",
            "<b>20.5</b> / 22",
            "<span class=\"tag\">not graded by hand</span>",
            "<td>2.5 / 4</td>",
            "Of 22 points, the mean is <b>",
        ],
    );
}

/// A platform must not take a partial score for a final one.
#[test]
fn formats_for_platforms_need_all_criteria() {
    let bench = graded(r#", "shows_partial": true"#);
    let options = ["--format", "gradescope", "--out", "files"];
    let output = bench.run(&[&["report", "grades"][..], &options].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    files: 3 files
    ----- stderr
    <b>&odd, bob, carl: not written: not completely graded by hand yet, but the format `gradescope` needs the final score
    ");
    let results: Value = serde_json::from_str(&bench.read("files/alice.json")).unwrap();
    let tests = results["tests"].as_array().unwrap();
    let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
    assert!((sum - 20.5).abs() < 1e-9, "{results}");
    assert_eq!(tests.last().unwrap()["visibility"], json!("after_due_date"));
    assert!(!bench.path("files/bob.json").exists());
    for (format, file, expected) in [
        ("human", "alice.txt", "alice: 18 / 18  (and 4 points hidden)"),
        ("human", "bob.txt", "  - style: 3 / 6: The code is easy to read."),
        ("github", "carl.txt", "carl"),
        ("junit", "bob.xml", "<testsuite name=\"by hand\""),
        ("tap", "bob.tap", "# by hand: style: 3 / 6: The code is easy to read."),
        ("exercism", "bob.json", "without these: 11.5 / 12 points; not everything"),
    ] {
        let folder = format!("as-{format}-{file}");
        bench.run(&["report", "grades", "--format", format, "--out", &folder]);
        let text = bench.read(&format!("{folder}/{file}"));
        assert_parts(&text, &[expected]);
        assert!(!text.contains("The tests are useful"), "{text}");
    }
}

#[test]
fn invalid_cells_store_nothing() {
    let bench = graded("");
    let stored = bench.read("grades/hand.json");
    bench.write("sheet.csv", "submission,style,tests,comment\nalice,4,4,\nzoe,6,5,\n");
    let output = bench.run(&["report", "grades", "--hand", "sheet.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `sheet.csv`, line 2, column `style`: 4 is not one of the steps: 0, 3, 6
    `sheet.csv`, line 3, column `tests`: the criterion is worth only 4 points
    `sheet.csv`, line 3, column `submission`: unknown submission `zoe`

    hint: leave the cell empty if the criterion is not graded yet; nothing was changed
    ");
    assert_eq!(bench.read("grades/hand.json"), stored);
    // The rubric changes, but the points do not.
    bench.edit("grades/assignment.json", "\"points\": 6", "\"points\": 5");
    let output = bench.run(&["report", "grades"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: invalid points for `style` of `alice`: the criterion is worth only 5 points
    --> grades/hand.json
     = help: the rubric may have changed: restore the criterion, or change the points in this file
    ");
    let bench = class();
    let output = bench.run(&["report", "grades", "--hand-sheet", "sheet.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: the assignment has no criteria that are graded by hand

    hint: add the table `[hand]` to the rubric, and grade the class again
    ");
}

/// Several graders can work on different submissions, without knowing whose they are.
#[test]
fn a_sheet_without_names_is_read_back_and_keeps_other_rows() {
    let bench = graded("");
    bench.write("pseudonyms.key", "0123456789abcdef0123456789abcdef");
    let options = ["report", "grades", "--anonymous", "--hand-sheet", "blind.csv"];
    let output = bench.run(&options);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let sheet = bench.read("blind.csv");
    assert!(!sheet.contains("bob") && !sheet.contains("alice"), "{sheet}");
    let bob = sheet.lines().find(|line| line.ends_with(",11.5,12,3,,")).unwrap().to_owned();
    let header = sheet.lines().next().unwrap();
    let bob = bob.replace(",3,,", ",3,4,now complete");
    bench.write("part.csv", format!("{header}\n{bob}\n"));
    let options = ["report", "grades", "--anonymous", "--hand", "part.csv", "--out", "page.html"];
    let output = bench.run(&options);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let scores: Vec<Value> = rows(&bench).iter().map(|row| row["final_score"].clone()).collect();
    assert_eq!(scores[1..3], [json!(20.5), json!(18.5)]);
    assert!(!bench.read("page.html").contains("bob"));
}

#[test]
fn a_difference_includes_points_given_by_hand() {
    let bench = graded("");
    let copy = |from: &str, to: &str| {
        fs::create_dir_all(bench.path(to)).unwrap();
        for file in fs::read_dir(bench.path(from)).unwrap().map(Result::unwrap) {
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), bench.path(to).join(file.file_name())).unwrap();
            }
        }
    };
    copy("grades", "later");
    for name in ["<b>&odd", "alice", "bob", "carl", "dora", "erik"] {
        let folder = format!("submissions/{name}");
        copy(&format!("grades/{folder}"), &format!("later/{folder}"));
    }
    bench.write("sheet.csv", "submission,style,tests,comment\nalice,3,2.5,\nbob,3,4,\n");
    bench.run(&["report", "later", "--hand", "sheet.csv"]);
    let output = bench.run(&["diff", "grades", "later"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_snapshot!(stdout(&output), @"
    alice: 20.5 / 22 -> 17.5 / 22  -3
      from the checks alone: 12 -> 12
      style, graded by hand: 6 -> 3
    bob: not completely graded by hand yet -> 18.5 / 22
      from the checks alone: 8 -> 8
      tests, graded by hand: not graded -> 4

    2 changed (0 up, 1 down), 4 unchanged
    mean of 1 submission: 20.5 -> 17.5  -3 (without 1 rejected submission)
    ");
}

/// A gradebook cannot say that points are partial, so it does not get them.
#[test]
fn gradebooks_get_only_complete_totals() {
    let bench = graded(r#", "shows_partial": true"#);
    let student = |id: u32, name: &str| json!({"submission": name, "students": [{"id": id.to_string()}], "from": "canvas"});
    let submissions = [student(11, "alice"), student(12, "bob")];
    bench.write(
        "grades/class.json",
        json!({"schema": "class/1", "submissions": submissions}).to_string(),
    );
    let export = "Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234)\n    \
                  Points Possible,,,,,22\nAlice,11,,,A,\nBob,12,,,A,\n";
    bench.write("export.csv", export);
    let options = ["--gradebook", "export.csv", "--out", "import.csv"];
    let output = bench.run(&[&["report", "grades"][..], &options].concat());
    assert_eq!(bench.read("import.csv"), export.replace("Alice,11,,,A,", "Alice,11,,,A,20.5"));
    let note = "not changed, not completely graded by hand yet: Bob";
    assert_parts(stderr(&output), &[note]);
}

#[test]
fn pages_show_the_code_that_a_comment_names() {
    let bench = with_criteria("");
    for name in ["alice", "bob"] {
        bench.write(&format!("submissions/{name}/src/lib.rs"), "mod board;\nmod solver;\n");
        for file in ["board.rs", "solver.rs"] {
            let code = format!("// {name}\n{}", model_file(file));
            bench.write(&format!("submissions/{name}/src/{file}"), code);
        }
    }
    let comments = "alice,6,4,src/solver.rs:1: not helpful\n\
                    bob,6,4,\"src/board.rs:9999: here\nsrc/other.rs:0: there\"\n";
    bench.write("sheet.csv", format!("submission,style,tests,comment\n{comments}"));
    let options = ["--hand", "sheet.csv", "--submissions", "submissions", "--students", "pages"];
    let output = bench.run(&[&["report", "grades"][..], &options].concat());
    assert_parts(
        stderr(&output),
        &[
            "bob: a comment names `src/board.rs:9999`, which does not exist",
            "bob: a comment names `src/other.rs:0`, which does not exist",
        ],
    );
    let part = "<code>src/solver.rs:1</code> <code>// alice</code> not helpful";
    assert_parts(&bench.read("pages/alice.html"), &[part]);
    // The next sheet does not contain the code, which stays as long as the comment names it.
    bench.write("sheet.csv", "submission,style,tests,comment\nalice,3,4,src/solver.rs:1: hm\n");
    bench.run(&["report", "grades", "--hand", "sheet.csv", "--students", "pages"]);
    let part = "<code>src/solver.rs:1</code> <code>// alice</code> hm";
    assert_parts(&bench.read("pages/alice.html"), &[part]);
}

/// A sheet must contain everything that was entered, or reading it would lose this.
#[test]
fn a_grade_that_is_held_back_keeps_its_points_on_the_sheet() {
    let bench = graded("");
    let hold = "[[override]]\nsubmission = \"alice\"\nhold = true\nwhy = \"ask\"\nwho = \"me\"\n";
    bench.write("grades/overrides.toml", hold);
    bench.run(&["report", "grades", "--students", "pages"]);
    let page = bench.read("pages/alice.html");
    assert!(!page.contains("a name &lt;would&gt; help") && !page.contains("6 / 6"), "{page}");
    let row = &rows(&bench)[1];
    assert_eq!((&row["status"], &row["max_score"]), (&json!("held"), &json!(22)));
    assert!(row.get("hand").is_none() && row.get("final_score").is_none(), "{row}");
    let header = bench.read("grades/grades.csv").lines().next().unwrap().matches(',').count();
    let line = bench.read("grades/grades.csv").lines().nth(2).unwrap().to_owned();
    assert_eq!(line.matches(',').count(), header, "{line}");
    bench.run(&["report", "grades", "--hand-sheet", "next.csv"]);
    assert!(bench.read("next.csv").contains("alice,,,12,6,2.5,"), "{}", bench.read("next.csv"));
    let stored = bench.read("grades/hand.json");
    bench.run(&["report", "grades", "--hand", "next.csv"]);
    assert_eq!(bench.read("grades/hand.json"), stored);
}
