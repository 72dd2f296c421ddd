//! Tests that one student's file names cannot affect other students.

use std::fmt::Write as _;

use insta::assert_snapshot;

use super::tree;
use crate::support::{Bench, code, stderr, stdout};

const CODE: &str = "pub struct Board // ";

const ROSTER: &str = "\
id,name\n\
s11,Jane Doe\n\
s12,Sam Lee\n\
s66,Eve Poe\n";

/// Names that look like another student's files on Blackboard and Moodle.
const FORGED: [&str; 2] =
    ["s11_attempt_2026-11-20-10-33-12_board.rs", "Jane Doe_1_assignsubmission_file_board.rs"];

/// Returns the file names in a platform's download. The last student submitted files with hostile names.
type Download = fn(hostile: &[&str]) -> Vec<String>;

fn canvas(hostile: &[&str]) -> Vec<String> {
    let mut names: Vec<String> =
        ["doejane_11_501_board.rs", "leesam_12_502_board.rs"].map(str::to_owned).into();
    names
        .extend(hostile.iter().zip(601..).map(|(hostile, at)| format!("poeeve_66_{at}_{hostile}")));
    names
}

fn blackboard(hostile: &[&str]) -> Vec<String> {
    let name = |login: &str, file: &str| format!("HW_{login}_attempt_2026-11-20-09-00-00_{file}");
    let mut names = vec![name("s11", "board.rs"), name("s12", "board.rs")];
    names.extend(hostile.iter().map(|hostile| name("s66", hostile)));
    names
}

fn brightspace(hostile: &[&str]) -> Vec<String> {
    let name = |id: u8, who: &str, file: &str| {
        format!("{id}-7{id} - {who} - Nov 20, 2026 1033 AM - {file}")
    };
    let mut names = vec![name(11, "Jane Doe", "board.rs"), name(12, "Sam Lee", "board.rs")];
    names.extend(hostile.iter().map(|hostile| name(66, "Eve Poe", hostile)));
    names
}

/// Returns the grades of all other students, and the exit code with the totals.
fn others(download: Download, hostile: &[&str]) -> (Vec<(String, String)>, String) {
    let bench = Bench::new();
    for name in download(hostile) {
        bench.write(&format!("class/{name}"), format!("{CODE}{name}\n"));
    }
    bench.write("roster.csv", ROSTER);
    let output =
        bench.grade(&["grade", "class", "--roster", "roster.csv", "--no-cache", "--out", "grades"]);
    let summary = bench.read("grades/grades.csv");
    let rows = summary.lines().filter(|line| !line.starts_with("s66,")).map(str::to_owned);
    let rows = rows.map(|row| ("grades.csv".to_owned(), row));
    let files = tree(&bench.path("grades")).into_iter().filter(|(name, _)| {
        name.starts_with("submissions/") && !name.starts_with("submissions/s66/")
    });
    (files.chain(rows).collect(), format!("exit code {}, {}", code(&output), stdout(&output)))
}

#[test]
fn a_forged_name_does_not_affect_other_students() {
    for download in [canvas, blackboard, brightspace] {
        let (honest, said) = others(download, &["board.rs"]);
        assert_eq!(said, "exit code 0, 3 submissions: 3 graded\n");
        assert!(honest.iter().any(|(name, _)| name == "submissions/s11/grade.json"));
        for hostile in [&FORGED[..1], &FORGED[1..], &FORGED] {
            let (attacked, said) = others(download, &[hostile, &["board.rs"]].concat());
            assert_eq!(attacked, honest, "{hostile:?}");
            // Two files define `Board`, so the hostile submission needs review.
            assert_eq!(said, "exit code 1, 3 submissions: 3 graded\n", "{hostile:?}");
        }
    }
}

/// The class contains only one file, which has such a name.
#[test]
fn a_name_that_matches_two_platforms_is_an_error() {
    let bench = Bench::new();
    let name = format!("poeeve_66_601_{}", FORGED[0]);
    bench.write(&format!("class/{name}"), CODE);
    assert_snapshot!(bench.snapshot(&bench.run(&["grade", "class", "--out", "grades"])), @"
    exit code 2
    ----- stderr
    error: cannot tell which platform `class` comes from: `poeeve_66_601_s11_attempt_2026-11-20-10-33-12_board.rs` may be from Blackboard; `poeeve_66_601_s11_attempt_2026-11-20-10-33-12_board.rs` may be from Canvas

    hint: specify the platform (`--platform blackboard`, `--platform canvas`); if you have downloads from several platforms, put each in its own folder
    ");
    for arguments in [&["build", "class", "--out", "made"][..], &["similar", "class"]] {
        let output = bench.run(arguments);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains("--platform canvas"), "{}", stderr(&output));
    }

    let grade = |platform: &str| {
        let arguments = ["grade", "class", "--platform", platform, "--out", platform];
        bench.grade(&[&arguments[..], &["--no-cache"]].concat())
    };
    // In a download from Canvas, the rest of the file name is not a valid module name.
    let output = grade("canvas");
    assert_eq!(stdout(&output), "1 submission: 0 graded, 1 rejected\n", "{}", stderr(&output));
    assert!(bench.path("canvas/submissions/poeeve_66").is_dir());
    assert_eq!(code(&grade("blackboard")), 0);
    assert!(bench.path("blackboard/submissions/s11").is_dir());
    assert_snapshot!(bench.snapshot(&grade("moodle")), @"
    exit code 2
    ----- stderr
    error: nothing in `class` is named like a Moodle download

    hint: leave out `--platform`, or use a download from that platform
    ");
    let output = grade("canvass");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("similar value exists: 'canvas'"), "{}", stderr(&output));
}

#[test]
fn files_without_platform_names_are_reported() {
    let bench = Bench::new();
    for name in ["poeeve_66_601_board.rs", "Jane Doe_11_assignsubmission_file_board.rs"] {
        bench.write(&format!("mixed/{name}"), CODE);
    }
    assert_snapshot!(bench.snapshot(&bench.run(&["grade", "mixed", "--out", "grades"])), @"
    exit code 2
    ----- stderr
    error: cannot tell which platform `mixed` comes from: `poeeve_66_601_board.rs` may be from Canvas; `Jane Doe_11_assignsubmission_file_board.rs` may be from Moodle

    hint: specify the platform (`--platform canvas`, `--platform moodle`); if you have downloads from several platforms, put each in its own folder
    ");

    for name in ["poeeve_66_601_board.rs", "doejane_11_602_board.rs", "late/board.rs", "lee.rs"] {
        bench.write(&format!("class/{name}"), CODE);
    }
    let arguments = ["grade", "class", "--no-cache", "--jobs", "1", "--out", "grades"];
    assert_snapshot!(bench.snapshot(&bench.grade(&arguments)), @"
    exit code 1
    ----- stdout
    3 submissions: 3 graded
    ----- stderr
    files not named by Canvas, graded as separate submissions: class/late
    ignored, not named like a Canvas file: class/lee.rs
    doejane_11 (doejane): 0 / 100
    late: 0 / 100
    poeeve_66 (poeeve): 0 / 100
    ignored, but may be part of a submission: `lee.rs`: not named like a Canvas file
    ");
}

/// Returns the path of a file in a download.
type Place = fn(student: usize, file: usize, name: &str) -> String;

const PLATFORMS: [(&str, Place); 6] = [
    ("Canvas", |student, file, name| {
        format!("student{student}_{student}_{}_{name}", 1000 + 10 * student + file)
    }),
    ("Moodle", |student, _, name| {
        format!("Student{student}_{student}_assignsubmission_file_/{name}")
    }),
    ("Blackboard", |student, _, name| format!("HW_s{student}_attempt_2026-11-20-10-33-12_{name}")),
    ("Brightspace", |student, _, name| {
        format!("{student}-9{student} - Student{student} - Nov 20, 2026 1033 AM - {name}")
    }),
    ("Gradescope", |student, _, name| format!("submission_{student}/{name}")),
    ("GitHub Classroom", |student, _, name| format!("hw-s{student}/{name}")),
];

/// Returns the name that this student's file would have on a platform.
fn forged(student: usize, kind: usize) -> String {
    PLATFORMS[kind % 4].1(student, 9, "board.rs").replace('/', "")
}

struct HostileClass {
    platform: &'static str,
    place: Place,
    students: usize,
    hostile: [usize; 3],
}

impl HostileClass {
    /// Grades the class. Returns the rows and grades of the students who are not hostile, with submission names, and
    /// the exit code.
    fn honest_part(&self, has_forged: bool) -> (Vec<(String, String)>, i32) {
        let bench = Bench::new();
        let mut metadata = String::from("---\n");
        for student in 0..self.students {
            let code = format!("{CODE}{}\n", student % 3);
            bench.write(&format!("class/{}", (self.place)(student, 0, "board.rs")), code);
            let _ = writeln!(
                metadata,
                "submission_{student}:\n  :submitters:\n  - :name: S\n    :sid: s{student}"
            );
            if has_forged && self.hostile.contains(&student) {
                for kind in 0..8 {
                    let victim = (student + 1 + kind / 4) % self.students;
                    let name = (self.place)(student, 1 + kind, &forged(victim, kind));
                    bench.write(&format!("class/{name}"), format!("{CODE}hostile"));
                }
            }
        }
        if self.platform == "Gradescope" {
            bench.write("class/submission_metadata.yml", metadata);
        }
        let output = bench.grade(&["grade", "class", "--out", "grades"]);
        let rows = bench.read("grades/grades.csv");
        let rows = rows.lines().skip(1).map(|row| (row.split(',').next().unwrap_or_default(), row));
        let rows = rows.map(|(name, row)| (name.to_owned(), row.to_owned()));
        let grades = tree(&bench.path("grades/submissions")).into_iter();
        let grades = grades.filter_map(|(path, text)| {
            let name = path.strip_suffix("/grade.json")?;
            Some((name.to_owned(), text))
        });
        let is_hostile = |name: &str| {
            self.hostile.iter().any(|hostile| {
                let endings = [
                    format!("tudent{hostile}_{hostile}"),
                    format!("s{hostile}"),
                    format!("-s{hostile}"),
                ];
                endings.iter().any(|ending| name.ends_with(ending))
            })
        };
        let part = rows.chain(grades).filter(|(name, _)| !is_hostile(name)).collect();
        (part, code(&output))
    }
}

fn hostile_students_change_nothing(students: usize, hostile: [usize; 3]) {
    for (platform, place) in PLATFORMS {
        let class = HostileClass { platform, place, students, hostile };
        let (honest, _) = class.honest_part(false);
        let (attacked, code) = class.honest_part(true);
        assert_eq!(honest.len(), 2 * (students - 3), "{platform}");
        assert_eq!(attacked, honest, "{platform}");
        assert!(code < 2, "{platform}");
    }
}

#[test]
fn hostile_students_change_nothing_for_a_class() {
    hostile_students_change_nothing(6, [0, 3, 4]);
}

#[test]
#[ignore = "it takes minutes"]
fn three_hostile_students_change_nothing_for_a_class_of_45() {
    hostile_students_change_nothing(45, [3, 23, 44]);
}
