//! Gradescope exports: one folder per submission, and a list of students in `submission_metadata.yml`.

mod yaml;

use std::collections::BTreeSet;

use super::plain::{self, FolderItem};
use super::time::SubmissionTime;
use super::{Attempt, ClassReadError, ClassSearch, Platform, text};
use crate::archive;
use crate::input::InputPath;

/// The file that identifies an export.
pub(super) const METADATA: &str = "submission_metadata.yml";

/// The maximum size of the metadata file in bytes. It can be large, since it contains the autograder output for each
/// submission.
/// This allows for 3,000 submissions with 80 KiB of output each.
const MAX_BYTES: u64 = 256 << 20;

/// Adds the submissions of the export in `folder`.
///
/// A listed submission without a folder is added without files. A folder that is not listed is added without a student.
pub(super) fn read_export(
    folder: &InputPath<'_>,
    found: &mut ClassSearch,
) -> Result<(), ClassReadError> {
    let metadata = folder.join(METADATA);
    let path = metadata.place();
    let text = text::read_in_download(&metadata, MAX_BYTES)?;
    let submissions =
        yaml::parse_export(&text).map_err(|yaml::YamlError { line, column, message }| {
            let message = format!("{message} (column {column})");
            ClassReadError::Line { path: path.clone(), line, message }
        })?;
    found.read.push(path);
    let mut listed = BTreeSet::new();
    for yaml::ExportedSubmission { key, students, created_at: handed_in } in submissions {
        let place = folder.join(&key);
        let entry = if !place.exists() {
            Attempt::default()
        } else if archive::is_archive_file(&place) {
            plain::attempt_from_archive(&place.place())
        } else {
            plain::attempt_from_folder(&place.place())
        };
        let ids: Option<Vec<&str>> = students
            .iter()
            .map(|student| student.id.as_deref().or(student.email.as_deref()))
            .collect();
        let name = match ids {
            Some(ids) if !ids.is_empty() => super::escape_as_file_name(&ids.join("+")),
            _ => super::escape_as_file_name(&key),
        };
        let (from, submission_id) = (Some(Platform::Gradescope), Some(key.clone()));
        let time = handed_in.as_deref().and_then(SubmissionTime::parse);
        found.entries.push(Attempt {
            name,
            students,
            from,
            submission_id,
            handed_in,
            time,
            ..entry
        });
        listed.insert(key);
    }
    let content = plain::visible_items(folder);
    let content = content
        .map_err(|source| ClassReadError::Unreadable { path: folder.place(), source })?
        .into_iter()
        .filter(|FolderItem { name, .. }| name != METADATA && !listed.contains(name))
        .collect();
    plain::read_folder(content, found);
    Ok(())
}
