//! The bulk download of Moodle: a folder for each student, or, by a setting of the download, files
//! that begin with what would be the folder's name.
//!
//! The name is `Jane Doe_123_assignsubmission_file_`: the student's full name, a number of the
//! submission's, and which part of the submission it is. What was typed into a form, `onlinetext`,
//! is no submission. Some versions leave out the last underscore.

use std::collections::BTreeMap;

use super::plain::{self, Item};
use super::uploads::{self, Numbered};
use super::{Entry, Found, Platform, Student};

/// The part that every name has in it.
const MARK: &str = "_assignsubmission_";

/// The parts of a name.
struct Parts<'a> {
    student: &'a str,
    number: &'a str,
    /// The part of the submission: `file` or `onlinetext`.
    kind: &'a str,
    /// The student's name for the file, if it is no folder.
    original: &'a str,
}

/// Whether what is in a folder is named as Moodle names it.
pub(super) fn is_download(content: &[Item]) -> bool {
    content.iter().any(|item| parse(&item.name).is_some())
}

/// Gathers the folders, and the files of each student.
pub(super) fn read(content: Vec<Item>, found: &mut Found) {
    let mut owners: BTreeMap<(String, String), Vec<Numbered>> = BTreeMap::new();
    let mut others = Vec::new();
    for item in content {
        let Some(Parts { student, number, kind, original }) = parse(&item.name) else {
            others.push(item);
            continue;
        };
        if kind != "file" {
            found.ignored.push(item.path);
        } else if item.is_folder {
            let folder = plain::folder(&item.path);
            found.entries.push(named(student, number, folder));
        } else {
            let (path, name) = (item.path.clone(), original.to_owned());
            let file = Numbered { number: 0, path, name, late: false };
            owners.entry((student.to_owned(), number.to_owned())).or_default().push(file);
        }
    }
    for ((student, number), files) in owners {
        let (chosen, rest) = uploads::newest(files);
        found.ignored.extend(rest);
        if let Some((source, _)) = chosen {
            found.entries.push(named(&student, &number, plain::entry("", source)));
        }
    }
    plain::read(others, found);
}

/// The entry with what Moodle tells of it.
fn named(student: &str, number: &str, entry: Entry) -> Entry {
    let id = Some(number.to_owned());
    Entry {
        name: super::file_name(&format!("{student}_{number}")),
        students: vec![Student {
            id: id.clone(),
            name: Some(student.to_owned()),
            ..Student::default()
        }],
        from: Some(Platform::Moodle),
        submission_id: id,
        ..entry
    }
}

fn parse(name: &str) -> Option<Parts<'_>> {
    let (owner, rest) = name.split_once(MARK)?;
    let (student, number) = owner.rsplit_once('_')?;
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    let (kind, original) = rest.split_once('_').unwrap_or((rest, ""));
    let is_kind = ["file", "onlinetext"].contains(&kind);
    (is_number && is_kind && !student.is_empty()).then_some(Parts {
        student,
        number,
        kind,
        original,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        for (name, expected) in [
            ("Jane Doe_123_assignsubmission_file_", Some(("Jane Doe", "123", "file", ""))),
            ("Jane Doe_123_assignsubmission_file", Some(("Jane Doe", "123", "file", ""))),
            ("J_D_1_assignsubmission_file_a_b.zip", Some(("J_D", "1", "file", "a_b.zip"))),
            ("Jane_1_assignsubmission_onlinetext_", Some(("Jane", "1", "onlinetext", ""))),
            ("Jane Doe_assignsubmission_file_", None),
            ("_123_assignsubmission_file_", None),
            ("Jane_1_assignsubmission_comments_", None),
            ("Jane Doe", None),
        ] {
            let parts = parse(name);
            let parts = parts.map(|it| (it.student, it.number, it.kind, it.original));
            assert_eq!(parts, expected, "{name}");
        }
    }
}
