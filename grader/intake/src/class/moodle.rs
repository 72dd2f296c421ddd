//! Moodle bulk downloads: one folder per student or, depending on a setting, a flat folder of files with the folder
//! name as a prefix.
//!
//! A typical name is `Jane Doe_123_assignsubmission_file_`: the student's full name, a submission number, and the
//! submission type. Text entries have the type `onlinetext` and are not graded. Some versions omit the last underscore.
//! Group submissions start with the group's name and number. Students without a group share the name of a default
//! group, without a number. `docs/book/src/instructor/downloads.md` cites Moodle's source.

use std::collections::BTreeMap;

use super::plain::{self, FolderItem};
use super::uploads::{self, ChosenUploads, NumberedFile};
use super::{Attempt, ClassSearch, IgnoredReason, Person, Platform, SubmissionSource, Upload};

/// In every name.
const MARK: &str = "_assignsubmission_";

struct MoodleName<'a> {
    student: &'a str,
    number: &'a str,
    /// The submission type: `file` or `onlinetext`.
    kind: &'a str,
    /// The student's file name, empty for a folder.
    original: &'a str,
}

pub(super) fn matches_name_pattern(item: &FolderItem<'_>) -> bool {
    parse(&item.name).is_some()
}

#[derive(Default)]
struct MoodleUploads<'a> {
    folders: Vec<FolderItem<'a>>,
    files: Vec<NumberedFile>,
    typed: Vec<FolderItem<'a>>,
}

pub(super) fn read_download(content: Vec<FolderItem<'_>>, found: &mut ClassSearch) {
    let mut owners: BTreeMap<(String, String), MoodleUploads<'_>> = BTreeMap::new();
    let mut others = Vec::new();
    for item in content {
        let Some(MoodleName { student, number, kind, original }) = parse(&item.name) else {
            others.push(item);
            continue;
        };
        let parcel = owners.entry((student.to_owned(), number.to_owned())).or_default();
        if kind != "file" {
            parcel.typed.push(item);
        } else if item.is_folder {
            parcel.folders.push(item);
        } else {
            parcel.files.push(NumberedFile::new(&item, 0, original, false));
        }
    }
    for ((student, number), MoodleUploads { folders, files, typed }) in owners {
        let mut attempts: Vec<Attempt> =
            folders.into_iter().map(|folder| plain::attempt_from_folder(&folder.path)).collect();
        if let Some(ChosenUploads { source, older, others, .. }) = uploads::choose_newest(files) {
            found.ignore_as_explained(others, &IgnoredReason::NoCode);
            attempts.push(Attempt::new("", source));
            attempts.extend(older);
        }
        // A download should contain either a folder or files for a student. When both are present, one is graded and
        // the other is reported.
        for displaced in attempts.iter_mut().skip(1) {
            displaced.is_displaced = true;
        }
        if let Some(attempt) = Attempt::newest_with_older(attempts) {
            found.entries.push(with_name_parts(&student, &number, attempt));
            found.ignore_as_explained(
                typed.into_iter().map(|upload| upload.path),
                &IgnoredReason::Typed,
            );
            continue;
        }
        // When a student just submitted text, we cannot grade it, but the student is not missing.
        let uploads = typed.iter().flat_map(files_of).collect();
        let source = match &typed[..] {
            [only] if only.is_folder => SubmissionSource::Folder(only.path.clone()),
            _ => SubmissionSource::Files(uploads),
        };
        found.entries.push(with_name_parts(&student, &number, Attempt::new("", source)));
    }
    plain::add_unmatched_items(others, Platform::Moodle, found);
}

fn files_of(item: &FolderItem<'_>) -> Vec<Upload> {
    let inside = if item.is_folder { plain::visible_items(&item.entry).ok() } else { None };
    let items = inside.unwrap_or_else(|| vec![item.clone()]);
    items.into_iter().map(|item| Upload { path: item.path, name: item.name }).collect()
}

/// Adds the information from an item's name to an attempt.
fn with_name_parts(student: &str, number: &str, entry: Attempt) -> Attempt {
    let id = Some(number.to_owned()).filter(|id| !id.is_empty());
    let label = match &id {
        Some(number) => format!("{student}_{number}"),
        None => student.to_owned(),
    };
    Attempt {
        name: super::escape_as_file_name(&label),
        students: vec![Person {
            id: id.clone(),
            // With blind marking, all students have this name.
            name: (student != "Participant").then(|| student.to_owned()),
            ..Person::default()
        }],
        from: Some(Platform::Moodle),
        submission_id: id,
        ..entry
    }
}

fn parse(name: &str) -> Option<MoodleName<'_>> {
    let (owner, rest) = name.split_once(MARK)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = owner.rsplit_once('_').filter(|(_, number)| is_number(number));
    // Teams and older versions have no number.
    let (student, number) = numbered.unwrap_or((owner, ""));
    let (kind, original) = rest.split_once('_').unwrap_or((rest, ""));
    let is_kind = ["file", "onlinetext"].contains(&kind);
    (is_kind && !student.is_empty()).then_some(MoodleName { student, number, kind, original })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_parsed() {
        for (name, expected) in [
            ("Jane Doe_123_assignsubmission_file_", Some(("Jane Doe", "123", "file", ""))),
            ("Jane Doe_123_assignsubmission_file", Some(("Jane Doe", "123", "file", ""))),
            ("J_D_1_assignsubmission_file_a_b.zip", Some(("J_D", "1", "file", "a_b.zip"))),
            ("Jane_1_assignsubmission_onlinetext_", Some(("Jane", "1", "onlinetext", ""))),
            ("Default group_assignsubmission_file", Some(("Default group", "", "file", ""))),
            ("_123_assignsubmission_file_", None),
            ("Jane_1_assignsubmission_comments_", None),
            ("Jane Doe", None),
        ] {
            let parts = parse(name);
            let parts = parts.map(|part| (part.student, part.number, part.kind, part.original));
            assert_eq!(parts, expected, "{name}");
        }
    }
}
