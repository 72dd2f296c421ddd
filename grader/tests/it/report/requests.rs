//! Tests `grader report --requests`, which shows the requests of students and records the decisions.

use std::fs;

use insta::assert_snapshot;

use crate::grade::graded;
use crate::support::{Bench, code, stderr, stdout, workspace};

/// Returns the block with this beginning in the book's page.
fn example(language: &str, beginning: &str) -> String {
    let page = workspace("docs/book/src/instructor/corrections.md");
    let page = fs::read_to_string(page).unwrap();
    let fence = format!("```{language}\n");
    let mut blocks = page.split(&fence);
    let block = blocks.find(|block| block.starts_with(beginning)).unwrap();
    block.split("```").next().unwrap().to_owned()
}

fn report(bench: &Bench, more: &[&str]) -> (i32, String, String) {
    let output = bench.run(&[&["report", "whole", "--requests", "requests.csv"], more].concat());
    (code(&output), stdout(&output).to_owned(), stderr(&output).to_owned())
}

#[test]
fn decisions_become_corrections_that_name_the_request() {
    let bench = graded();
    let requests = example("text", "student,check");
    // A spreadsheet may write another separator, a byte order mark, and other line ends.
    let table = requests.replace(
        ",\"the lecture counted the blank, too\",",
        ";\"the lecture counted the blank, too\";",
    );
    let table = table.replace(',', ";").replace("blank;", "blank,").replace('\n', "\r\n");
    bench.write("requests.csv", format!("\u{feff}{table}"));
    let earlier = "[[override]]\nsubmission = \"alice\"\nwhy = \"a fine proof\"\nwho = \"me\"\n";
    bench.write("whole/overrides.toml", earlier);
    let (code, shown, _) = report(&bench, &[]);
    assert_eq!(code, 1);
    assert_snapshot!(shown, @"
    bob: board.hamming, 0 / 4
    request `bob board.hamming` (line 2): the lecture counted the blank, too

      ✗ board.hamming  0 / 4  hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1  2 │     expected 0
          │ 3    │     but was  1
          └──────┘

          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming
    not decided

    carl: board.hamming, 0 / 4
    request `carl board.hamming` (line 3): why do I have no points?
    the check has no result: waiting for compile.build
    not decided

    2 requests: 0 decided, 2 not decided
    whole/report.html: the class page with these requests
    ");

    let (code, _, note) = report(&bench, &["--out", "new.toml"]);
    assert_eq!(code, 1);
    assert_snapshot!(note, @"`new.toml`: the corrections with 1 new correction; move it to `whole/overrides.toml` to apply them");
    let correction = example("toml", "[[override]]\nsubmission = \"bob\"");
    assert_eq!(bench.read("new.toml"), format!("{earlier}\n{correction}"));
    assert_eq!(bench.read("whole/overrides.toml"), earlier);

    // Once the decision is recorded, it is shown, and not recorded again.
    fs::rename(bench.path("new.toml"), bench.path("whole/overrides.toml")).unwrap();
    let (code, shown, note) = report(&bench, &["--out", "new.toml"]);
    assert_eq!((code, bench.read("new.toml")), (1, bench.read("whole/overrides.toml")));
    assert!(shown.contains("set to 4 by the instructor: so it did\n"), "{shown}");
    assert!(note.contains("the corrections with 0 new corrections"), "{note}");
    bench.run(&["report", "whole"]);
    assert!(bench.read("whole/grades.json").contains("\"request\": \"bob board.hamming\""));
    assert!(bench.read("whole/grades.csv").contains("bob,graded,96,4,100,100,"));
}

#[test]
fn a_request_without_a_failure_or_a_student_is_reported() {
    let bench = graded();
    bench.write(
        "requests.csv",
        "student,check,text,request\nalice,board.hamming,I want more points,\n\
         bobb,board.hamming,me too,\nerik,board.hamming,I forgot the files,r-3\n",
    );
    let (code, shown, _) = report(&bench, &[]);
    assert_eq!(code, 1);
    assert_snapshot!(shown, @"
    alice: board.hamming, 4 / 4
    request `alice board.hamming` (line 2): I want more points
    the check passed, so there is nothing to regrade
    not decided

    bobb: board.hamming
    request `bobb board.hamming` (line 3): me too
    unknown student `bobb`; did you mean `bob`?

    erik: board.hamming
    request `r-3` (line 4): I forgot the files
    the submission was rejected, so the check has no result
    not decided

    3 requests: 0 decided, 2 not decided, 1 without a submission
    whole/report.html: the class page with these requests
    ");
    let page = bench.read("whole/report.html");
    let section = page.split("id=\"requests\"").nth(1).unwrap().split("</section>").next().unwrap();
    assert_eq!(section.matches("<span class=\"tag\">not decided</span>").count(), 3, "{section}");
    for part in ["<a href=\"#s-alice\">", "I forgot the files", "did you mean <code>bob</code>?"] {
        assert!(section.contains(part), "{part}: {section}");
    }
    bench.write(
        "whole/overrides.toml",
        "[[override]]\nsubmission = \"alice\"\nrequest = \"alice board.hamming\"\nwhy = \"no\"\nwho = \"me\"\n",
    );
    bench.write("requests.csv", "student,check,text\nalice,board.hamming,I want more points\n");
    let (code, shown, _) = report(&bench, &[]);
    assert_eq!(code, 0);
    assert!(shown.contains("declined by me: no\n"), "{shown}");
}

#[test]
fn an_invalid_cell_is_reported_with_line_and_column() {
    let bench = graded();
    let mut said = String::new();
    for row in [
        ",board.hamming,x,,,",
        "bob,board.hammin,x,,,",
        "bob,,x,,,",
        "bob,board.hamming,,,,",
        "bob,board.hamming,x,yes,y,me",
        "bob,board.hamming,x,-1,y,me",
        "bob,board.hamming,x,4.5,y,me",
        "bob,board.hamming,x,4,,me",
        "bob,board.hamming,x,no,y,",
        "bob,board.hamming,x,no,y",
        "bob,board.hamming,x,,,\nbob,board.hamming,y,,,",
    ] {
        bench.write("requests.csv", format!("student,check,text,decision,why,who\n{row}\n"));
        let (code, shown, error) = report(&bench, &["--out", "new.toml"]);
        assert_eq!((code, &*shown), (2, ""), "{row}");
        assert!(!bench.path("new.toml").exists());
        said += &error.replace("\n\nhint", "\nhint");
    }
    bench.write("requests.csv", "student,check\nbob,board.hamming\n");
    said += &report(&bench, &[]).2;
    assert_snapshot!(said, @"
    error: `requests.csv`, line 2, column `student`: the cell is empty
    error: `requests.csv`, line 2, column `check`: unknown check `board.hammin`
    hint: did you mean `board.hamming`?
    error: `requests.csv`, line 2, column `check`: the cell is empty
    error: `requests.csv`, line 2, column `text`: the cell is empty
    error: `requests.csv`, line 2, column `decision`: `yes` is not a decision
    hint: use the new points of the check, such as `4`, or `no` to decline the request
    error: `requests.csv`, line 2, column `decision`: `-1` is not a decision
    hint: use the new points of the check, such as `4`, or `no` to decline the request
    error: `requests.csv`, line 2, column `decision`: the check is worth only 4 points
    error: `requests.csv`, line 2, column `why`: a decision needs a reason and an author
    error: `requests.csv`, line 2, column `who`: a decision needs a reason and an author
    error: `requests.csv`, line 2: this line has 5 fields, but the header has 6
    error: `requests.csv`, line 3, column `check`: the request `bob board.hamming` already appears on line 2
    hint: use a column `request` with a name for each, or merge the two
    error: `requests.csv` needs a column `text`

    hint: the columns in its first line are student, check
    ");
}

/// As spreadsheets in many languages write it.
#[test]
fn points_may_have_a_decimal_comma() {
    let bench = graded();
    bench.write(
        "requests.csv",
        "student;check;text;decision;why;who\nbob;board.hamming;x;2,5;y;me\n",
    );
    let (_, _, error) = report(&bench, &["--out", "new.toml"]);
    assert!(bench.read("new.toml").contains("set = 2.5\n"), "{error}");
}

/// Each writes something else, so only one of them would be obeyed.
#[test]
fn requests_tables_and_sheets_exclude_each_other() {
    let bench = Bench::new();
    let options = [["--requests", "a.csv"], ["--hand-sheet", "b.csv"], ["--columns", "checks"]];
    for [first, second] in [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]] {
        let both = [&options[first][..], &options[second]].concat();
        let output = bench.run(&[&["report", "grades"], &both[..]].concat());
        assert_eq!(code(&output), 2, "{both:?}");
        let (first, second) = (options[first][0], options[second][0]);
        let error = stderr(&output);
        assert!(error.contains(&format!("'{first} <")), "{error}");
        assert!(error.contains("cannot be used with") && error.contains(second), "{error}");
    }
}

#[test]
fn a_decision_must_not_contradict_a_correction() {
    let bench = graded();
    bench.write("requests.csv", example("text", "student,check"));
    let recorded = example("toml", "[[override]]\nsubmission = \"bob\"");
    bench.write("whole/overrides.toml", recorded.replace("set = 4", "set = 3"));
    let (code, _, error) = report(&bench, &[]);
    assert_eq!(code, 2);
    assert_snapshot!(error, @"
    error: `requests.csv`, line 2, column `decision`: `overrides.toml` has another decision about this request

    hint: empty the cell, or remove the correction from `overrides.toml`
    ");
    // Another correction of the same points is reported at its place in the new file.
    bench.write("whole/overrides.toml", recorded.replace("bob board.hamming", "other"));
    let (code, _, error) = report(&bench, &["--out", "new.toml"]);
    assert_eq!((code, bench.path("new.toml").exists()), (2, false));
    assert_snapshot!(error, @r#"
    error: these points are already corrected
      --> new.toml:10:14
       |
     2 | submission = "bob"
       |              ----- the first
    ...
    10 | submission = "bob"
       |              ^^^^^
       |
       = help: merge the two corrections
    "#);
    let (code, _, error) = report(&bench, &["--out", "whole/overrides.toml"]);
    assert_eq!(code, 2);
    assert_snapshot!(error, @"
    error: `--out whole/overrides.toml` is an input of this command

    hint: use another file, read it, and then move it to `whole/overrides.toml`
    ");
    bench.write(
        "whole/overrides.toml",
        recorded.replace("submission = \"bob\"", "cause = \"board.counts_blank\""),
    );
    let (code, _, error) = report(&bench, &[]);
    assert_eq!(code, 2);
    assert_snapshot!(error, @r#"
    error: a request is from one student, so the correction needs `submission` or `student`
     --> whole/overrides.toml:5:11
      |
    5 | request = "bob board.hamming"
      |           ^^^^^^^^^^^^^^^^^^^
    "#);
}
