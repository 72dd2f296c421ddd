//! Writes a gradebook export of each platform.

use std::io;
use std::path::Path;

use crate::inputs::write_input;
use crate::students::{Student, students_on_roster};

/// The name of a platform, its header with the rows before the first student, and the row of a student.
type Export = (&'static str, &'static str, fn(&Student) -> String);

/// The platforms with gradebooks.
const EXPORTS: [Export; 6] = [
    (
        "blackboard",
        "\"Last Name\",\"First Name\",\"Username\",\"8-puzzle [Total Pts: 100 Score] |9\"\n",
        |student| {
            let grade = if had_points_before(student) { "5" } else { "Needs Grading" };
            format!("{},{},{},{grade}", student.last, student.first, student.login)
        },
    ),
    (
        "brightspace",
        "OrgDefinedId,Email,8-puzzle Points Grade <Numeric MaxPoints:100>,End-of-Line Indicator\n",
        |student| format!("#{},{},{},#", student.login, student.email, points_before(student)),
    ),
    (
        "canvas",
        "Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (9),Final Score\n\
         \x20   Points Possible,,,,,100.00,(read only)\n",
        |student| {
            let Student { first, last, login, number, .. } = student;
            format!("\"{last}, {first}\",{number},{login},{login},A,{},1", points_before(student))
        },
    ),
    (
        "github_classroom",
        "assignment_name,github_username,roster_identifier,points_awarded,points_available\n",
        |student| format!("8-puzzle,{0},{0},{1},100", student.login, points_before(student)),
    ),
    ("gradescope", "First Name,Last Name,SID,Email,8-puzzle,8-puzzle - Max Points\n", |student| {
        let Student { first, last, login, email, .. } = student;
        format!("{first},{last},{login},{email},{},100.0", points_before(student))
    }),
    (
        "moodle",
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
         Last modified (grade),Feedback comments\n",
        |student| {
            let (number, name, email) = (student.number, student.name(), &student.email);
            let grade = points_before(student);
            format!("Participant {number},{name},{email},-,{grade},100.00,Yes,-,")
        },
    ),
];

/// Returns the names of the exports, without the ending `.csv`.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    EXPORTS.iter().map(|(name, _, _)| *name)
}

/// Writes a file for each platform.
pub(crate) fn write_all(folder: &Path, submissions: usize) -> io::Result<()> {
    for (name, head, row) in EXPORTS {
        let rows = students_on_roster(submissions)
            .iter()
            .map(|student| row(student) + "\n")
            .collect::<String>();
        write_input(&folder.join(format!("{name}.csv")), (head.to_owned() + &rows).as_bytes())?;
    }
    Ok(())
}

fn had_points_before(student: &Student) -> bool {
    // Some cells already have points, so that options about old values matter.
    student.index % 8 == 3
}

fn points_before(student: &Student) -> &'static str {
    if had_points_before(student) { "5.00" } else { "" }
}
