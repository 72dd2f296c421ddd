//! Writes a class as it is downloaded from each platform.

use std::fmt::Write as _;
use std::io::{self, Cursor, Write as _};
use std::path::Path;

use audit::corpus::Labelled;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::inputs::{write_files, write_input};
use crate::students::Student;

/// The names of the folders with downloads, each named after the platform.
pub(crate) const PLATFORMS: [&str; 5] =
    ["blackboard", "brightspace", "canvas", "gradescope", "moodle"];

/// Writes the download from each platform to a folder of this name.
pub(crate) fn write_all(folder: &Path, class: &[Labelled]) -> io::Result<()> {
    let mut metadata = "---\n".to_owned();
    for (index, labelled) in class.iter().enumerate() {
        let student = Student::new(index);
        let earlier = &class[index.saturating_sub(1)];
        // An earlier attempt has the files of the previous student.
        let attempts = [student.has_two_attempts().then_some(earlier), Some(labelled)];
        for (attempt, labelled) in attempts.into_iter().enumerate() {
            if let Some(labelled) = labelled {
                write_attempt(folder, &student, attempt, labelled)?;
            }
        }
        let (number, name, login, email) =
            (student.number, student.name(), &student.login, &student.email);
        let _ = write!(
            metadata,
            "submission_{number}:\n  :submitters:\n  - :name: {name}\n    :sid: '{login}'\n    :email: {email}\n"
        );
        write_files(&folder.join(format!("gradescope/submission_{number}")), labelled)?;
        let moodle = format!("moodle/{name}_{number}_assignsubmission_file_");
        write_files(&folder.join(moodle), labelled)?;
    }
    write_input(&folder.join("gradescope/submission_metadata.yml"), metadata.as_bytes())
}

/// Writes one attempt, for the platforms with all attempts in a download.
fn write_attempt(
    folder: &Path,
    student: &Student,
    attempt: usize,
    labelled: &Labelled,
) -> io::Result<()> {
    let packed = pack_as_zip(labelled)?;
    let Student { index, login, number, .. } = student;
    let file = 1000 + 2 * index + attempt;
    let (day, hour) = (if student.is_late() { 22 } else { 20 }, 10 + attempt);
    let late = if student.is_late() { "_LATE" } else { "" };
    let sortable = format!("{}{}", student.last, student.first).to_lowercase().replace('\'', "");
    let name = student.name();
    for path in [
        format!("canvas/{sortable}{late}_{number}_{file}_work.zip"),
        format!("blackboard/8-Puzzle_{login}_attempt_2026-11-{day}-{hour}-33-12_work.zip"),
        format!("brightspace/{number}-{file} - {name} - Nov {day}, 2026 {hour}33 AM/work.zip"),
    ] {
        write_input(&folder.join(path), &packed)?;
    }
    Ok(())
}

/// Returns the submission as a zip file.
fn pack_as_zip(labelled: &Labelled) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in &labelled.files {
        writer.start_file(path.as_str(), SimpleFileOptions::default())?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
