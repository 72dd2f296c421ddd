//! Tests the week of a class of forty students: two sections, two assistants who grade by hand, late days, requests of
//! students, and a regrade with other points.
//!
//! Each cell of the gradebook is compared with a calculation here, which uses nothing of the grader. The test is fast,
//! because there are only three different submissions, and only two checks need to run them.

use std::fmt::Write as _;
use std::fs;

use super::gradebooks::report;
use crate::grade::copy;
use crate::support::{Bench, code, model_file, stderr, stdout, workspace};

const STUDENTS: usize = 40;

/// Students without a submission.
const ABSENT: [usize; 3] = [7, 19, 33];

const RUBRIC: &str = r#"schema = "assignment/1"
title = "week"
[limits]
time = 30
stop = 90
memory_mib = 512
[checks]
"compile.build" = { points = 2 }
"board.hamming" = { points = 10 }
"board.manhattan" = { points = 15 }
[puzzles]
boards = []
solve = ["puzzle2x2-03", "puzzle2x2-unsolvable1"]
[late]
due = 2026-11-22T12:00:00Z
percent = 10
per = "day"
cap = 50
late_days = 2
[hand.criteria]
style = { text = "The code is easy to read.", points = 6, steps = [0, 3, 6] }
comments = { text = "Comments give reasons.", points = 4 }
"#;

/// The maximum: 2 + 10 + 15 points, one more after the regrade, and 10 points by hand.
const MAXIMUM: usize = 38;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Download {
    Canvas,
    Moodle,
}

/// What a student handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Right,
    CountsBlank,
    DoesNotCompile,
}

fn work(student: usize) -> Work {
    match student % 5 {
        1 | 4 => Work::CountsBlank,
        3 => Work::DoesNotCompile,
        _ => Work::Right,
    }
}

/// Returns the hours after the due date, or a negative number if the student was on time.
fn hours(student: usize) -> isize {
    [-30, -1, 3, 30, 50, 80, 130][student % 7]
}

fn late_days(student: usize) -> isize {
    [0, 1, 2, 3][student % 4]
}

/// Returns the points for `board.hamming` after the decisions on requests. One is accepted, one in part, and one is
/// declined.
fn hamming(student: usize) -> usize {
    match (work(student), student) {
        (Work::Right, _) | (_, 1) => 10,
        (_, 4) => 4,
        _ => 0,
    }
}

fn style(student: usize) -> usize {
    [0, 3, 6][student % 3]
}

fn comments(student: usize) -> usize {
    student % 5
}

/// Returns the cell of the gradebook.
fn expected(student: usize) -> String {
    if ABSENT.contains(&student) {
        return "0".to_owned();
    }
    let machine = match work(student) {
        Work::DoesNotCompile => 0,
        _ => 2 + hamming(student) + 16,
    };
    let begun = |hours: isize| if hours > 0 { (hours + 23) / 24 } else { 0 };
    let used = begun(hours(student)).min(2).min(late_days(student));
    let percent = (10 * begun(hours(student) - 24 * used)).min(50);
    let hundredths = machine * (100 - usize::try_from(percent).unwrap())
        + 100 * (style(student) + comments(student));
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn name(student: usize) -> (String, String) {
    let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap());
    let letters: String = [letter(student / 10), letter(student % 10)].iter().collect();
    (format!("First{letters}"), format!("Last{letters}"))
}

fn section(student: usize) -> &'static str {
    if student.is_multiple_of(2) { "A" } else { "B" }
}

/// Returns a moment this many hours after the due date.
fn moment(hours: isize) -> String {
    let hour = 22 * 24 + 12 + hours;
    format!("2026-11-{:02}T{:02}:00:00Z", hour / 24, hour % 24)
}

/// Writes the download, the rubric, the roster, the times and the late days.
fn hand_in(bench: &Bench, download: Download) {
    bench.write("hw/assignment.toml", RUBRIC);
    copy(&workspace("fixtures/puzzles"), &bench.path("hw/puzzles"));
    let (board, solver) = (model_file("board.rs"), model_file("solver.rs"));
    let right = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";
    let wrong = "self.tiles.iter().zip(1..).filter(|&(&tile, at)| usize::from(tile) != at).count()";
    assert!(board.contains(right));
    let mut roster = "id,name,email,section\n".to_owned();
    let (mut times, mut days) = ("id,time\n".to_owned(), "id,late_days\n".to_owned());
    for student in 0..STUDENTS {
        let (first, last) = name(student);
        let section = section(student);
        writeln!(roster, "u{student},{first} {last},u{student}@uni.example,{section}").unwrap();
        writeln!(days, "u{student},{}", late_days(student)).unwrap();
        if ABSENT.contains(&student) {
            continue;
        }
        writeln!(times, "u{student},{}", moment(hours(student))).unwrap();
        let board = match work(student) {
            Work::Right => board.clone(),
            Work::CountsBlank => board.replace(right, wrong),
            Work::DoesNotCompile => "pub struct Board".to_owned(),
        };
        let number = 7000 + student;
        for (at, (file, text)) in [("board.rs", &board), ("solver.rs", &solver)].iter().enumerate()
        {
            let path = match download {
                Download::Canvas => {
                    let late = if hours(student) > 0 { "LATE_" } else { "" };
                    let owner = format!("{last}{first}").to_lowercase();
                    format!("{owner}_{late}{number}_{}_{file}", 9000 + 2 * student + at)
                }
                Download::Moodle => {
                    format!("{first} {last}_{number}_assignsubmission_file_/{file}")
                }
            };
            bench.write(&format!("class/{path}"), text);
        }
    }
    bench.write("roster.csv", roster);
    bench.write("times.csv", times);
    bench.write("days.csv", days);
}

fn grade(bench: &Bench, more: &[&str]) {
    let arguments = ["grade", "class", "--assignment", "hw", "--out", "grades", "--jobs", "1"];
    let output = bench.grade(&[&arguments[..], &["--roster", "roster.csv"], more].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).starts_with("37 submissions: 37 graded"), "{}", stdout(&output));
}

/// Fills in one sheet for each section.
fn grade_by_hand(bench: &Bench) {
    let output = bench.run(&["report", "grades", "--hand-sheet", "sheet.csv"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = bench.read("sheet.csv");
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let header = reader.headers().unwrap().clone();
    let [at_name, at_style, at_comments] = ["name", "style", "comments"]
        .map(|column| header.iter().position(|other| other == column).unwrap());
    let mut sheets = ["A", "B"].map(|_| {
        let mut sheet = csv::Writer::from_writer(Vec::new());
        sheet.write_record(&header).unwrap();
        sheet
    });
    for row in reader.records().map(Result::unwrap) {
        let is_of = |student: &usize| {
            let (first, last) = name(*student);
            row[at_name].contains(&format!("{first} {last}"))
        };
        let student = (0..STUDENTS).find(is_of).expect("a student");
        let mut cells: Vec<String> = row.iter().map(str::to_owned).collect();
        cells[at_style] = style(student).to_string();
        cells[at_comments] = comments(student).to_string();
        sheets[usize::from(section(student) == "B")].write_record(&cells).unwrap();
    }
    for (file, sheet) in ["first.csv", "second.csv"].iter().zip(sheets) {
        bench.write(file, sheet.into_inner().unwrap());
        let output = bench.run(&["report", "grades", "--hand", file]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
}

/// Decides on three requests.
fn decide(bench: &Bench) {
    bench.write(
        "requests.csv",
        "student,check,text,decision,why,who\n\
         u1,board.hamming,the slides count the blank,10,so they do,me\n\
         u4,board.hamming,it is nearly right,4,the idea is right,me\n\
         u6,board.hamming,please,no,it counts the blank,me\n",
    );
    let arguments = ["report", "grades", "--requests", "requests.csv", "--out", "new.toml"];
    let output = bench.run(&arguments);
    // The decisions count when the new file is in its place.
    assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
    fs::rename(bench.path("new.toml"), bench.path("grades/overrides.toml")).unwrap();
}

/// Returns an exported gradebook. The grade is in the sixth column.
fn export(download: Download) -> String {
    let mut text = match download {
        Download::Canvas => format!(
            "Student,ID,SIS User ID,SIS Login ID,Section,week (1),Final Score\n    Points \
             Possible,,,,,{MAXIMUM},(read only)\n"
        ),
        Download::Moodle => {
            "Identifier,Full name,Email address,Maximum Grade,Last modified (grade),Grade\n"
                .to_owned()
        }
    };
    for student in 0..STUDENTS {
        let ((first, last), number) = (name(student), 7000 + student);
        let id = format!("u{student}");
        match download {
            Download::Canvas => {
                let section = section(student);
                writeln!(text, "\"{last}, {first}\",{number},{id},s{student},{section},,1")
            }
            Download::Moodle => writeln!(
                text,
                "Participant {number},{first} {last},{id}@uni.example,{MAXIMUM}.00,-,"
            ),
        }
        .unwrap();
    }
    text
}

fn cells(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
}

#[test]
fn a_week_of_a_class_ends_with_the_right_gradebook() {
    for download in [Download::Canvas, Download::Moodle] {
        let bench = Bench::new();
        hand_in(&bench, download);
        grade(&bench, &["--times", "times.csv", "--late-days", "days.csv"]);
        grade_by_hand(&bench);
        decide(&bench);
        // The regrade keeps the points by hand, the decisions, the times and the late days.
        bench.edit("hw/assignment.toml", "points = 15", "points = 16");
        grade(&bench, &[]);

        let before = export(download);
        bench.write("export.csv", &before);
        let arguments = ["--missing", "zero", "--out", "import.csv"];
        let output = bench.run(&report("export.csv", &arguments));
        assert_eq!(code(&output), 0, "{download:?}: {}{}", stdout(&output), stderr(&output));
        let mut wanted = cells(&before);
        let first = wanted.len() - STUDENTS;
        for student in 0..STUDENTS {
            wanted[first + student][5] = expected(student);
        }
        assert_eq!(cells(&bench.read("import.csv")), wanted, "{download:?}");
    }
}
