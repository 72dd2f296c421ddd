//! Canvas bulk downloads: a flat folder with file names that identify the student.
//!
//! A typical name is `doejane_123_456_work.zip` or `doejane_LATE_123_456_work.zip`: the student's sortable name in
//! lowercase without spaces, the student's number, an increasing file number, and the student's file name. With
//! anonymous grading, the name begins with `anon_` or `LATE_anon_` and a word. Text entries are named
//! `doejane_123_text.html`, and web addresses `doejane_123_link.html`. `docs/book/src/instructor/downloads.md` cites
//! Canvas's source.

use std::collections::BTreeMap;

use super::plain::{self, FolderItem};
use super::uploads::{self, ChosenUploads, NumberedFile};
use super::{Attempt, ClassSearch, IgnoredReason, Person, Platform, SubmissionSource, Upload};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CanvasOwner {
    name: String,
    user: String,
}

enum CanvasFile {
    File(NumberedFile),
    /// Text entered in a form.
    Typed,
}

/// Returns `true` if the file name follows Canvas's pattern. An unrelated name, such as `grades_2026_11_20.csv`, may
/// happen to match.
pub(super) fn matches_name_pattern(item: &FolderItem<'_>) -> bool {
    parse(item).is_some()
}

pub(super) fn read_download(content: Vec<FolderItem<'_>>, found: &mut ClassSearch) {
    let mut owners: BTreeMap<CanvasOwner, (Vec<NumberedFile>, Vec<FolderItem<'_>>)> =
        BTreeMap::new();
    let mut others = Vec::new();
    for item in content {
        match parse(&item) {
            Some((owner, CanvasFile::File(file))) => owners.entry(owner).or_default().0.push(file),
            Some((owner, CanvasFile::Typed)) => owners.entry(owner).or_default().1.push(item),
            None => others.push(item),
        }
    }
    for (CanvasOwner { name, user }, (files, typed)) in owners {
        let student = Person {
            id: Some(user.clone()),
            // `anon` is not a student name.
            name: (name != ANONYMOUS).then(|| name.clone()),
            ..Person::default()
        };
        let label = format!("{name}_{user}");
        let entry = |source| Attempt {
            students: vec![student],
            from: Some(Platform::Canvas),
            ..Attempt::new(&label, source)
        };
        let Some(ChosenUploads { source, newest, older, others }) = uploads::choose_newest(files)
        else {
            let uploads =
                typed.into_iter().map(|upload| Upload { path: upload.path, name: upload.name });
            found.entries.push(entry(SubmissionSource::Files(uploads.collect())));
            continue;
        };
        found.ignore_as_explained(others, &IgnoredReason::NoCode);
        found.ignore_as_explained(
            typed.into_iter().map(|upload| upload.path),
            &IgnoredReason::Typed,
        );
        found.entries.push(Attempt {
            submission_id: Some(newest.number.to_string()),
            late: newest.late,
            older,
            ..entry(source)
        });
    }
    plain::add_unmatched_items(others, Platform::Canvas, found);
}

const ANONYMOUS: &str = "anon";

/// Returns `true` for lowercase letters, digits, underscores, and letters of other scripts.
fn is_name(name: &str) -> bool {
    let is_kept =
        |c: char| !c.is_ascii() || c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    !name.is_empty() && name.chars().all(is_kept)
}

fn parse(item: &FolderItem<'_>) -> Option<(CanvasOwner, CanvasFile)> {
    if item.is_folder {
        return None;
    }
    let parts: Vec<&str> = item.name.split('_').collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // The student's name may contain underscores, but not a number between two underscores.
    for at in 1..parts.len().saturating_sub(1) {
        let (before, user, rest) = (&parts[..at], parts[at], &parts[at + 1..]);
        let is_late = before.iter().rposition(|word| word.eq_ignore_ascii_case("late"));
        // When `late` is the only word, it is the student's name.
        let is_late =
            is_late.filter(|&index| at > 1 && (index + 1 == at || (index == 0 && at == 2)));
        let names: Vec<&str> = before
            .iter()
            .enumerate()
            .filter(|(i, _)| Some(*i) != is_late)
            .map(|word| *word.1)
            .collect();
        let name = names.join("_");
        let is_anonymous = name == ANONYMOUS && !user.is_empty();
        let is_user = is_number(user) || is_anonymous && user.chars().all(char::is_alphanumeric);
        if !is_name(&name) || !is_user {
            continue;
        }
        let owner = CanvasOwner { name, user: user.to_owned() };
        if let ["text.html" | "link.html"] = rest {
            return Some((owner, CanvasFile::Typed));
        }
        let [number, original @ ..] = rest else { continue };
        // The original name may contain underscores, too.
        let original = original.join("_");
        if !is_number(number) || original.is_empty() {
            continue;
        }
        let file = NumberedFile::new(item, number.parse().ok()?, &original, is_late.is_some());
        return Some((owner, CanvasFile::File(file)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::plain::tests::folder_with;
    use super::*;

    #[test]
    fn file_names_are_parsed() {
        for (name, expected) in [
            ("doejane_123_456_work.zip", Some(("doejane", "123", 456, "work.zip", false))),
            (
                "doejane_LATE_123_456_my_work.zip",
                Some(("doejane", "123", 456, "my_work.zip", true)),
            ),
            ("anon_Ab3dE_456_board.rs", Some(("anon", "Ab3dE", 456, "board.rs", false))),
            ("anon_LATE_Ab3dE_456_board.rs", Some(("anon", "Ab3dE", 456, "board.rs", true))),
            ("LATE_anon_Ab3dE_456_board.rs", Some(("anon", "Ab3dE", 456, "board.rs", true))),
            // An underscore in a personal name, and in the name of a group with a number.
            ("von_berg_12_34_a.rs", Some(("von_berg", "12", 34, "a.rs", false))),
            ("team_late_LATE_12_34_a.rs", Some(("team_late", "12", 34, "a.rs", true))),
            ("late_12_34_a.rs", Some(("late", "12", 34, "a.rs", false))),
            ("late_LATE_12_34_a.rs", Some(("late", "12", 34, "a.rs", true))),
            ("müllerjörg_7_8_größe 1.rs", Some(("müllerjörg", "7", 8, "größe 1.rs", false))),
            ("doejane_123_text.html", Some(("doejane", "123", 0, "typed", false))),
            ("doejane_LATE_123_link.html", Some(("doejane", "123", 0, "typed", false))),
            ("doejane_123_456_", None),
            ("doejane_x_456_work.zip", None),
            ("_123_456_work.zip", None),
            // Canvas never writes a personal name in this form.
            ("HW_1_15_attempt_x", None),
            ("8-Puzzle_1_15_x", None),
            ("board_2.rs", None),
            ("a_1_99999999999999999999999_x.zip", None),
        ] {
            let files = folder_with(&[name]);
            let items = plain::visible_items(&files.top()).unwrap();
            let parsed = parse(&items[0]);
            let parsed = parsed.as_ref().map(|(owner, part)| match part {
                CanvasFile::File(file) => {
                    (&*owner.name, &*owner.user, file.number, &*file.name, file.late)
                }
                CanvasFile::Typed => (&*owner.name, &*owner.user, 0, "typed", false),
            });
            assert_eq!(parsed, expected, "{name}");
        }
    }
}
