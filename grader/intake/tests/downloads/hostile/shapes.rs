//! The layouts of classes.

use intake::class::Platform;

/// A student, with the names on each platform.
#[derive(Clone, Copy, Debug)]
pub(super) struct Student {
    /// The name in Canvas file names.
    pub(super) short: &'static str,
    pub(super) name: &'static str,
    pub(super) number: u32,
    pub(super) login: &'static str,
}

const fn student(
    short: &'static str,
    name: &'static str,
    number: u32,
    login: &'static str,
) -> Student {
    Student { short, name, number, login }
}

/// The students in the class. Some have names that look like part of a platform's file name.
pub(super) const STUDENTS: [Student; 5] = [
    student("doejane", "Jane Doe", 11, "jdoe"),
    student("leesam", "Sam Lee", 12, "slee"),
    student("müllerjörg", "Jörg Müller", 13, "jm1"),
    student("poeann", "Ann Poe", 14, "15"),
    student("s11", "Eve S11", 66, "eve"),
];

pub(super) const ROSTER: &str = "\
id,name,email
jdoe,Jane Doe,
slee,Sam Lee,
jm1,Jörg Müller,
15,Ann Poe,
eve,Eve S11,
";

/// Returns the path of the `count`th file in a class, given the student and the chosen name.
type Place = fn(student: Student, count: usize, file: &str) -> String;

#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) what: &'static str,
    /// The platform that writes this layout, or `None` for one folder per student.
    pub(super) platform: Option<Platform>,
    pub(super) place: Place,
    /// Whether each student has a folder, perhaps with subfolders.
    pub(super) has_folders: bool,
    /// Whether the folders are passed individually, as in `grader grade class/*`.
    pub(super) is_given_apart: bool,
    /// Whether each attempt has a receipt with the student's text.
    pub(super) has_receipts: bool,
}

const fn flat(what: &'static str, platform: Platform, place: Place) -> Shape {
    let platform = Some(platform);
    Shape { what, platform, place, has_folders: false, is_given_apart: false, has_receipts: false }
}

const fn folders(what: &'static str, platform: Option<Platform>, place: Place) -> Shape {
    Shape { what, platform, place, has_folders: true, is_given_apart: false, has_receipts: false }
}

pub(super) const SHAPES: [Shape; 12] = [
    flat("Canvas", Platform::Canvas, canvas),
    flat("Canvas, late", Platform::Canvas, canvas_late),
    flat("Canvas, anonymous", Platform::Canvas, canvas_anonymous),
    flat("Moodle, files", Platform::Moodle, |student, _, file| moodle(student, "", file)),
    folders("Moodle, folders", Some(Platform::Moodle), |student, _, file| {
        moodle(student, "/", file)
    }),
    flat("Blackboard", Platform::Blackboard, blackboard),
    Shape { has_receipts: true, ..flat("Blackboard, receipts", Platform::Blackboard, blackboard) },
    flat("Brightspace, files", Platform::Brightspace, |student, _, file| {
        brightspace(student, " - ", file)
    }),
    folders("Brightspace, folders", Some(Platform::Brightspace), |student, _, file| {
        brightspace(student, "/", file)
    }),
    folders("Gradescope", Some(Platform::Gradescope), gradescope),
    folders("folders", None, |student, _, file| format!("{}/{file}", student.login)),
    Shape {
        is_given_apart: true,
        ..folders("folders, one by one", None, |student, _, file| {
            format!("{}/{file}", student.login)
        })
    },
];

fn canvas(student: Student, count: usize, file: &str) -> String {
    format!("{}_{}_{}_{file}", student.short, student.number, 600 + count)
}

fn canvas_late(student: Student, count: usize, file: &str) -> String {
    format!("{}_LATE_{}_{}_{file}", student.short, student.number, 600 + count)
}

fn canvas_anonymous(student: Student, count: usize, file: &str) -> String {
    format!("anon_{}_{}_{file}", student.anonymous(), 600 + count)
}

fn moodle(student: Student, between: &str, file: &str) -> String {
    format!("{}_{}_assignsubmission_file_{between}{file}", student.name, student.number)
}

fn blackboard(student: Student, _: usize, file: &str) -> String {
    format!("HW_1_{}_attempt_2026-11-20-10-33-12_{file}", student.login)
}

pub(super) fn receipt_name(student: Student) -> String {
    format!("HW_1_{}_attempt_2026-11-20-10-33-12.txt", student.login)
}

/// Returns the receipt, with the text that the student typed.
pub(super) fn receipt(student: Student, comment: &str) -> String {
    format!(
        "Name: {} ({})\nAssignment: HW 1\nDate Submitted: Friday, November 20, 2026 10:33:12 AM CET\n\n\
         Comments:\n{comment}\n",
        student.name, student.login
    )
}

fn brightspace(student: Student, between: &str, file: &str) -> String {
    let submission = 7000 + student.number;
    format!(
        "{}-{submission} - {} - Nov 20, 2026 1033 AM{between}{file}",
        student.number, student.name
    )
}

fn gradescope(student: Student, _: usize, file: &str) -> String {
    format!("submission_{}/{file}", student.number)
}

impl Student {
    /// Returns Canvas's id with anonymous marking.
    pub(super) fn anonymous(self) -> String {
        format!("aB{}", self.number)
    }
}

/// Assigns folders to students, as in a Gradescope export.
pub(super) fn metadata() -> String {
    let submission = |student: &Student| {
        format!(
            "submission_{}:\n  :submitters:\n  - :name: {}\n    :sid: {}\n    :email: {}@x.example\n  \
             :created_at: 2026-11-20 10:33:12.000000000 Z\n",
            student.number, student.name, student.login, student.login
        )
    };
    format!("---\n{}", STUDENTS.iter().map(submission).collect::<String>())
}
