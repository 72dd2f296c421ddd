//! Tests the pages of `grader report`.

mod anonymous;
pub(crate) mod browser;
mod cells;
pub(crate) mod class;
mod feedback;
mod gradebooks;
mod groups;
mod hand;
mod held;
mod lateness;
mod platforms;
mod rejected;
mod requests;
mod sentences;
mod tables;
mod week;
mod whole_class;

use std::collections::BTreeSet;
use std::fs;

use grade::Grade;
use grade::Visibility;
use grade::check::Check;
use insta::assert_snapshot;

use crate::support::{code, stderr, stdout};
use class::{MARKUP, ODD, class, finish, hamming, path, record, write};

#[test]
fn the_class_page_contains_every_submission() {
    let bench = class();
    let output = bench.run(&["report", "grades"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    grades/report.html: 6 submissions: 4 graded, 1 rejected, 1 without a score because of a grader error, 1 with corrections
    ----- stderr
    `grades.csv` and `grades.json` were updated, because corrections, extensions or points given by hand have changed
    ");
    let page = bench.read("grades/report.html");
    for part in [
        "id=\"s-alice\"",
        "id=\"s-_3cb_3e_26odd\"",
        // The histogram includes all scores.
        "<td>10–19</td><td>1</td>",
        "<td>100</td><td>1</td>",
        "<td>0–9</td><td>0</td>",
        "Not counted: 1 rejected, 1 without a score.",
        "</b>, excluding 1 rejected submission.",
        "<b>11.5</b> / 12 <small>corrected from 8</small>",
        "<b>+3.5, set to 3.5</b> <code>board.hamming</code>, corrected by R. S.: the lecture",
        "<td>0 +3.5 by hand / 4</td>",
        "<b>no score</b>",
        "the folder <code>erik</code> is empty",
        "<span>2 of 5 fail</span>",
        "2 checks passed<br>solver.time 1.34 of 30 on puzzle07</p>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Check that pages are reproducible in any folder.
    let other = class();
    other.run(&["report", "grades", "--out", "page.html"]);
    assert_eq!(page, other.read("page.html"));
    assert!(!other.path("grades/report.html").exists());
    assert!(!page.contains(&*bench.path("").to_string_lossy()));
}

#[test]
fn text_from_submissions_is_escaped() {
    let bench = class();
    bench.run(&["report", "grades", "--students", "out"]);
    let student = fs::read_to_string(bench.path("out").join(format!("{ODD}.html"))).unwrap();
    for page in [bench.read("grades/report.html"), student] {
        assert!(!page.contains("<img") && !page.contains("<!--") && !page.contains(ODD));
        assert_eq!(page.matches("</script>").count(), 1);
        assert_eq!(page.matches("<script>").count(), 1);
        assert!(page.contains("&lt;/script&gt;&lt;!--&quot;'&gt;&lt;img src=x"));
        assert!(!page.contains('\u{202e}') && page.contains("\\u{202e}"));
        assert!(!page.contains(MARKUP));
        for outside in ["http://", "https://", " src=", "url("] {
            assert!(!page.replace("&lt;img src=x", "").contains(outside), "{outside}");
        }
    }
}

#[test]
fn student_pages_contain_only_their_own_visible_results() {
    let bench = class();
    let mut record = record(
        "bob",
        &[(Check::BoardHamming, hamming("the hidden blank")), (Check::SolverPath, path())],
    );
    record.checks[0].visibility = Visibility::Hidden;
    record.remarks[0].check = Some(Check::BoardHamming);
    write(&bench, &record);
    let output = bench.run(&["report", "grades", "--students", "out/students"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let names: Vec<_> = fs::read_dir(bench.path("out/students")).unwrap().collect();
    assert_eq!(names.len(), 6);
    let page = bench.read("out/students/bob.html");
    assert!(page.contains("<b>2</b> / 8 (and 4 hidden)"));
    assert!(page.contains("<td>board (hidden)</td><td>1 check</td><td>4 in total</td>"));
    for hidden in [
        "board.hamming",
        "hidden blank",
        "one queue",
        // This is the amount for the most expensive puzzle.
        "takes 1.34",
        // A correction applies to the hidden check.
        "R. S.",
        "alice",
        "carl",
        "#s-",
    ] {
        assert!(!page.contains(hidden), "{hidden}");
    }
    assert!(page.contains("solver.path") && page.contains("data-way"));
    // Instructors can see the hidden check, and that it is hidden.
    let page = bench.read("grades/report.html");
    assert!(page.contains("<code>board.hamming</code> <span class=\"tag\">hidden</span>"));
}

#[test]
fn pages_of_students_who_left_are_removed() {
    let bench = class();
    let report = |more: &[&str]| {
        let output = bench.run(&[&["report", "grades", "--students", "pages"], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let pages = fs::read_dir(bench.path("pages")).unwrap();
        let names = pages.map(|page| page.unwrap().file_name().into_string().unwrap());
        let names: BTreeSet<String> = names.collect();
        let lines = stderr(&output).lines().filter(|line| line.starts_with("`pages`"));
        let message: Vec<&str> = lines.collect();
        (names.into_iter().collect::<Vec<_>>().join(" "), message.join("\n"))
    };
    let (all, message) = report(&[]);
    assert_eq!(message, "");
    assert_eq!(all, "<b>&odd.html alice.html bob.html carl.html dora.html erik.html");
    // As long as grading has not finished, the class is unknown.
    let summary = bench.read("grades/grades.json");
    fs::remove_file(bench.path("grades/grades.json")).unwrap();
    fs::rename(bench.path("grades/submissions/carl"), bench.path("carl")).unwrap();
    assert_eq!(report(&[]), (all, String::new()));
    bench.write("grades/grades.json", summary);
    fs::rename(bench.path("carl"), bench.path("grades/submissions/carl")).unwrap();

    // The folder also contains files from others, who may have used the name of an earlier page.
    bench.write("pages/mine.html", bench.read("pages/carl.html"));
    bench.write("pages/dora.html", bench.read("pages/dora.html") + "<!-- talk to her -->");
    fs::remove_file(bench.path("pages/erik.html")).unwrap();
    fs::create_dir(bench.path("pages/erik.html")).unwrap();
    finish(&bench, &[record("alice", &[]), record("bob", &[])]);
    let (pages, message) = report(&[]);
    assert_eq!(pages, "alice.html bob.html dora.html erik.html mine.html");
    assert_snapshot!(message, @"
    `pages`: removed 2 pages from an earlier run
    `pages`: kept 2 changed pages from an earlier run
    ");
    assert_eq!(report(&[]), (pages, String::new()), "they are not ours any more");

    // The names of files must not reveal who has which pseudonym.
    let (pages, message) = report(&["--anonymous"]);
    assert!(!pages.contains("alice") && !pages.contains("bob"), "{pages}");
    assert_eq!(pages.split(' ').count(), 5, "{pages}");
    assert_snapshot!(message, @"`pages`: removed 2 pages from an earlier run");
}

#[test]
fn corrected_totals_do_not_reveal_hidden_points() {
    let bench = class();
    let mut bob = record("bob", &[(Check::SolverPath, path())]);
    bob.checks[0].visibility = Visibility::Hidden;
    write(&bench, &bob);
    let correct = |change: &str| {
        let text = format!(
            "[[override]]\nsubmission = \"bob\"\n{change}\nwhy = \"late\"\nwho = \"R. S.\"\n"
        );
        bench.write("grades/overrides.toml", text);
        bench.run(&["report", "grades", "--students", "out"]);
        bench.read("out/bob.html")
    };
    let page = correct("set = 9");
    assert!(page.contains("<b>9</b> / 12</p>"), "{page}");
    assert!(
        page.contains("<li>corrected by R. S.: late (the total score is set to 9)</li>"),
        "{page}"
    );
    let page = correct("add = -1.5");
    assert!(page.contains("<b>0.5</b> / 8 (and 4 hidden)</p>"), "{page}");
    assert!(page.contains("<li>corrected by R. S.: late (-1.5 points)</li>"), "{page}");
}

#[test]
fn an_unfinished_class_is_reported_as_far_as_graded() {
    let bench = class();
    fs::remove_file(bench.path("grades/submissions/carl/grade.json")).unwrap();
    assert_eq!(code(&bench.run(&["report", "grades"])), 0);
    assert!(bench.read("grades/report.html").contains("<b>5 of 6 graded</b>"));
    assert!(bench.read("grades/report.html").contains("Not graded yet: <bdi>carl</bdi>."));
    fs::remove_file(bench.path("grades/grades.json")).unwrap();
    // Corrections may be for submissions that have not been graded yet.
    bench.edit("grades/overrides.toml", "\"bob\"", "\"zoe\"");
    let output = bench.run(&["report", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = "<b>5 graded before the run was interrupted</b>";
    assert!(bench.read("grades/report.html").contains(text));
    // Students who left the class will not be on the page.
    let records: Vec<Grade> = [record("alice", &[]), record("bob", &[])].into();
    finish(&bench, &records);
    bench.edit("grades/overrides.toml", "\"zoe\"", "\"bob\"");
    assert_snapshot!(stdout(&bench.run(&["report", "grades"])), @"grades/report.html: 2 \
            submissions: 2 graded, 1 with corrections");
    let page = bench.read("grades/report.html");
    assert!(page.contains(
        "No longer in the class and not on this page: <bdi>&lt;b&gt;&amp;odd</bdi>, <bdi>dora"
    ));
}

#[test]
fn folders_without_valid_grades_are_rejected() {
    let bench = class();
    fs::create_dir(bench.path("empty")).unwrap();
    assert_snapshot!(bench.snapshot(&bench.run(&["report", "empty"])), @"
    exit code 2
    ----- stderr
    error: `empty` contains no grades

    hint: use the folder that was given to `grader grade` with `--out`
    ");
    assert_eq!(code(&bench.run(&["report", "nowhere"])), 2);
    bench.write("grades/submissions/carl/grade.json", "{\"schema\": \"grade/1\"}");
    assert_snapshot!(bench.snapshot(&bench.run(&["report", "grades"])), @"
    exit code 2
    ----- stderr
    error: `grades/submissions/carl/grade.json` is damaged: invalid grade: missing field `submission` at line 1 column 21

    hint: remove it and run the command again; only this grade will be missing
    ");
    assert!(!bench.path("grades/report.html").exists());
    bench.write("grades/submissions/carl/grade.json", record("dora", &[]).json());
    let output = bench.run(&["report", "grades"]);
    assert!(stderr(&output).contains("it contains the grade of `dora` instead of `carl`"));
    let output = bench.run(&["report", "grades", "--out", "none/page.html"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot write `none/page.html`"));
}
