//! Writes the files that the commands read.

use std::io;
use std::path::Path;
use std::{fs, iter};

use audit::corpus::Labelled;

use crate::students::{CLASS, Student, students_on_roster};
use crate::{downloads, gradebooks};

/// The tables to add to the default rubric, for an assignment with a due date, attempts and zeros.
const DATES: &str = "
[late]
due = 2026-11-20T23:59:00
zone = \"Europe/Berlin\"
grace = \"15m\"
percent = 10
per = \"day\"
cap = 50

[attempts]
counts = \"best\"

[gradebook]
rejected = \"zero\"
";

/// The files that mark a folder with the grader's sources.
const SOURCES: [&str; 3] = ["Cargo.toml", "Cargo.lock", "grader/Cargo.toml"];

/// Returns the name of a submission's folder in a class.
pub(crate) fn folder_of(labelled: &Labelled) -> String {
    labelled.name.replace('/', "-")
}

/// Writes all files to a folder.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub(crate) fn write_all(folder: &Path, submissions: &[Labelled]) -> io::Result<()> {
    for (index, class) in submissions.chunks(CLASS).enumerate() {
        for labelled in class {
            let place = folder.join(format!("classes/{index}")).join(folder_of(labelled));
            write_files(&place, labelled)?;
        }
    }
    let first = &submissions[..submissions.len().min(CLASS)];
    downloads::write_all(&folder.join("downloads"), first)?;
    gradebooks::write_all(&folder.join("gradebooks"), first.len())?;
    let roster = students_on_roster(first.len());
    let row =
        |student: &Student| format!("{},{},{}\n", student.login, student.name(), student.email);
    let rows = iter::once("id,name,email\n".to_owned()).chain(roster.iter().map(row));
    write_input(&folder.join("roster.csv"), rows.collect::<String>().as_bytes())?;
    // Two students for each submission, as far as there are any.
    let member = |student: &Student| {
        let labelled = first.get(student.index / 2)?;
        Some(format!("{},{}\n", folder_of(labelled), student.login))
    };
    let members = iter::once("group,id\n".to_owned()).chain(roster.iter().filter_map(member));
    write_input(&folder.join("groups.csv"), members.collect::<String>().as_bytes())?;

    let rubric = embedded::ASSIGNMENT.to_owned() + DATES;
    write_input(&folder.join("dates/assignment.toml"), rubric.as_bytes())?;
    for (name, text) in embedded::PUZZLES {
        write_input(&folder.join("dates/puzzles").join(name), text.as_bytes())?;
    }
    write_input(
        &folder.join("typo/assignment.toml"),
        rubric.replace("[late]", "[lte]").as_bytes(),
    )?;
    if let Some(labelled) = first.first() {
        let name = folder_of(labelled);
        let who = "who = \"me\"\n";
        let corrections = format!(
            "[[override]]\nsubmission = \"{name}\"\nadd = -1.5\nwhy = \"a reason\"\n{who}\n\
             [[override]]\nsubmission = \"{name}\"\ncheck = \"board.hamming\"\nset = 3\nwhy = \"why\"\n{who}"
        );
        write_input(&folder.join("overrides.toml"), corrections.as_bytes())?;
        let student = Student::new(5).login;
        let extension =
            format!("[[extension]]\nstudent = \"{student}\"\nhours = 48\nwhy = \"ill\"\n{who}");
        write_input(&folder.join("extensions.toml"), extension.as_bytes())?;
    }
    for (name, text) in embedded::model_sources() {
        write_input(&folder.join("model/src").join(name), text.as_bytes())?;
    }
    for name in SOURCES {
        write_input(&folder.join("sources").join(name), b"# a mark\n")?;
    }
    write_input(&folder.join("puzzle.txt"), b"3\n 8 1 3\n 4 0 2\n 7 6 5\n")?;
    write_input(&folder.join("no-puzzle.txt"), b"3\n 8 1 3\n 4 0 2\n 7 6 6\n")?;
    // The single files that commands write are in a folder that exists.
    fs::create_dir_all(folder.join("files"))?;
    fs::create_dir_all(folder.join("empty"))
}

/// Writes a submission to a folder.
pub(crate) fn write_files(folder: &Path, labelled: &Labelled) -> io::Result<()> {
    labelled.files.iter().try_for_each(|(path, bytes)| write_input(&folder.join(path), bytes))
}

/// Writes a file, in new folders if necessary.
pub(crate) fn write_input(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}
