//! Brightspace downloads: one folder per attempt.
//!
//! A typical name is `39786-640693 - Jane Smith - Nov 20, 2026 1033 AM`: the student's number, an increasing submission
//! number, the student's name, and the time, without a colon because file names cannot contain one. Some versions write
//! a flat folder instead, with file names that start with this prefix and ` - `. `index.html` lists all attempts. The
//! newest attempt of each student counts. Brightspace is closed source; `docs/book/src/instructor/downloads.md` cites
//! our sources.

use std::collections::BTreeMap;

use super::plain::{self, FolderItem};
use super::time::{self, SubmissionTime};
use super::uploads::{self, ChosenUploads, NumberedFile};
use super::{Attempt, ClassSearch, IgnoredReason, Person, Platform};

const INDEX: &str = "index.html";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BrightspaceName<'a> {
    student: &'a str,
    submission: u64,
    name: &'a str,
    /// In Brightspace's format.
    at: &'a str,
    /// The student's file name, unless this is a folder.
    original: Option<&'a str>,
}

#[derive(Default)]
struct BrightspaceAttempt<'a> {
    folder: Option<FolderItem<'a>>,
    files: Vec<NumberedFile>,
    at: String,
}

pub(super) fn matches_name_pattern(item: &FolderItem<'_>) -> bool {
    parse(item).is_some()
}

pub(super) fn is_index(item: &FolderItem<'_>) -> bool {
    item.name == INDEX && !item.is_folder
}

pub(super) fn read_download(content: Vec<FolderItem<'_>>, found: &mut ClassSearch) {
    type Owner = (String, String);
    let mut owners: BTreeMap<Owner, BTreeMap<(Option<i64>, u64), BrightspaceAttempt<'_>>> =
        BTreeMap::new();
    let mut others = Vec::new();
    for item in content {
        let Some(BrightspaceName { student, submission, name, at, original }) = parse(&item) else {
            if is_index(&item) {
                found.read.push(item.path);
            } else {
                others.push(item);
            }
            continue;
        };
        let order = (parse_moment(at).map(|moment| moment.sort_key()), submission);
        let deliveries = owners.entry((name.to_owned(), student.to_owned())).or_default();
        let delivery = deliveries.entry(order).or_default();
        at.clone_into(&mut delivery.at);
        match original {
            Some(name) => {
                delivery.files.push(NumberedFile::new(&item, submission, name, false));
            }
            None => delivery.folder = Some(item),
        }
    }
    for ((name, student), deliveries) in owners {
        let label = format!("{name}_{student}");
        let person = Person { id: Some(student), name: Some(name), ..Person::default() };
        let mut attempts = Vec::new();
        for ((_, submission), BrightspaceAttempt { folder, files, at }) in
            deliveries.into_iter().rev()
        {
            let attempt = |source| Attempt {
                students: vec![person.clone()],
                from: Some(Platform::Brightspace),
                submission_id: Some(submission.to_string()),
                handed_in: Some(at.clone()),
                time: parse_moment(&at),
                ..Attempt::new(&label, source)
            };
            if let Some(folder) = folder {
                attempts.push(attempt(plain::attempt_from_folder(&folder.path).source));
            }
            if let Some(ChosenUploads { source, older, others, .. }) = uploads::choose_newest(files)
            {
                found.ignore_as_explained(others, &IgnoredReason::NoCode);
                attempts.push(attempt(source));
                let displaced =
                    |older: Attempt| Attempt { is_displaced: true, ..attempt(older.source) };
                attempts.extend(older.into_iter().map(displaced));
            }
        }
        found.entries.extend(Attempt::newest_with_older(attempts));
    }
    plain::add_unmatched_items(others, Platform::Brightspace, found);
}

fn parse<'a>(item: &'a FolderItem<'_>) -> Option<BrightspaceName<'a>> {
    let (numbers, rest) = item.name.split_once(" - ")?;
    let (student, submission) = numbers.split_once('-')?;
    let is_number = !student.is_empty() && student.bytes().all(|byte| byte.is_ascii_digit());
    let submission = submission.parse().ok().filter(|_| is_number)?;
    // We need to look for the time, since the names of students and files can contain the separator.
    let mut ends = rest.match_indices(" - ").map(|(at, _)| at);
    ends.find_map(|end| {
        // The separator has three bytes.
        let (name, rest) = (&rest[..end], &rest[end + 3..]);
        if name.is_empty() {
            return None;
        }
        if item.is_folder {
            let parts = BrightspaceName { student, submission, name, at: rest, original: None };
            return parse_moment(rest).map(|_| parts);
        }
        let (at, original) = rest.split_once(" - ")?;
        let original = Some(original).filter(|original| !original.is_empty());
        let parts = BrightspaceName { student, submission, name, at, original };
        (original.is_some() && parse_moment(at).is_some()).then_some(parts)
    })
}

/// Parses a time such as `Nov 20, 2026 1033 AM`, in the platform's time zone.
fn parse_moment(at: &str) -> Option<SubmissionTime> {
    let at = at.replace(',', " ");
    let words: Vec<&str> = at.split_whitespace().collect();
    let &[first, second, year, clock, ref half @ ..] = &words[..] else { return None };
    // Some locales put the day first.
    let (month, day) = match time::parse_month(first) {
        Some(month) => (month, second),
        None => (time::parse_month(second)?, first),
    };
    let clock: String = clock.chars().filter(|character| *character != ':').collect();
    // `905` is five past nine.
    let clock = time::parse_digits(&clock, 4).filter(|_| clock.len() >= 3)?;
    let (hour, minute) = (clock / 100, clock % 100);
    let hour = time::to_24_hours(hour, half)?;
    let (day, year) = (time::parse_digits(day, 2)?, time::parse_digits(year, 4)?);
    SubmissionTime::new([year, month, day, hour, minute, 0], None)
}

#[cfg(test)]
mod tests {
    use super::super::plain::tests::folder_with;
    use super::*;

    fn parsed(name: &str, is_folder: bool) -> Option<(String, u64, String, String)> {
        let name = if is_folder { format!("{name}/") } else { name.to_owned() };
        let files = folder_with(&[&name]);
        let items = plain::visible_items(&files.top()).unwrap();
        parse(&items[0]).map(|parts| {
            let original = parts.original.unwrap_or_default().to_owned();
            (parts.student.to_owned(), parts.submission, parts.name.to_owned(), original)
        })
    }

    #[test]
    fn folder_and_file_names_are_parsed() {
        let some =
            |a: &str, b, c: &str, d: &str| Some((a.to_owned(), b, c.to_owned(), d.to_owned()));
        let jane = "39786-640693 - Jane Smith - Nov 20, 2026 1033 AM";
        assert_eq!(parsed(jane, true), some("39786", 640_693, "Jane Smith", ""));
        assert_eq!(parsed(jane, false), None);
        let file = format!("{jane} - my - board.rs");
        assert_eq!(parsed(&file, false), some("39786", 640_693, "Jane Smith", "my - board.rs"));
        let dash = "1-2 - Änne - Marie Öz - 20 November, 2026 926 PM";
        assert_eq!(parsed(dash, true), some("1", 2, "Änne - Marie Öz", ""));
        for none in [
            "Jane - Nov 20, 2026 1033 AM",
            "1-2 - Jane - some day",
            "x-2 - J - Nov 2, 2026 1033 AM",
        ] {
            assert_eq!(parsed(none, true), None, "{none}");
        }
    }

    #[test]
    fn submission_times_are_parsed() {
        for (text, expected) in [
            ("Nov 20, 2026 1033 AM", Some("2026-11-20T10:33:00")),
            ("Sep 24, 2024 926 PM", Some("2024-09-24T21:26:00")),
            ("Jan 1, 2026 1200 AM", Some("2026-01-01T00:00:00")),
            ("Jan 1, 2026 1200 PM", Some("2026-01-01T12:00:00")),
            ("1 June, 2026 2359", Some("2026-06-01T23:59:00")),
            ("Jan 1, 2026 1300 PM", None),
            ("Jan 32, 2026 100 PM", None),
            ("Jan 1, 2026", None),
        ] {
            assert_eq!(
                parse_moment(text).map(|time| time.to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
