//! Blackboard assignment downloads: a flat folder with the author and the time in the file names.
//!
//! A typical name is `8-Puzzle_jdoe_attempt_2026-11-20-10-33-12_board.rs`: the assignment, the login, the time of the
//! attempt, and the student's file name. Each attempt has a different time, and a receipt named with `.txt` directly
//! after the time. The newest attempt counts. Blackboard is closed source; `docs/book/src/instructor/downloads.md`
//! cites our sources.

mod receipt;

use std::collections::BTreeMap;
use std::path::PathBuf;

use receipt::Receipt;

use super::plain::{self, FolderItem};
use super::time::{self, SubmissionTime};
use super::uploads::{self, ChosenUploads, NumberedFile};
use super::{Attempt, ClassSearch, IgnoredReason, Person, Platform, SubmissionSource, Upload};

/// Separates the author from the time.
const MARK: &str = "_attempt_";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlackboardName<'a> {
    /// The assignment and the login. The receipt shows where the login begins.
    whose: &'a str,
    /// Such as `2026-11-20-10-33-12`.
    at: &'a str,
    /// The student's file name, unless this is a receipt.
    original: Option<&'a str>,
}

#[derive(Default)]
struct BlackboardAttempt {
    files: Vec<NumberedFile>,
    receipt: Option<(PathBuf, Receipt)>,
}

pub(super) fn matches_name_pattern(item: &FolderItem<'_>) -> bool {
    !item.is_folder && parse(&item.name).is_some()
}

pub(super) fn read_download(content: Vec<FolderItem<'_>>, found: &mut ClassSearch) {
    let mut owners: BTreeMap<String, BTreeMap<String, BlackboardAttempt>> = BTreeMap::new();
    let mut others = Vec::new();
    for item in content {
        let Some(BlackboardName { whose, at, original }) =
            parse(&item.name).filter(|_| !item.is_folder)
        else {
            others.push(item);
            continue;
        };
        let deliveries = owners.entry(whose.to_owned()).or_default();
        let delivery = deliveries.entry(at.to_owned()).or_default();
        if let Some(name) = original {
            delivery.files.push(NumberedFile::new(&item, 0, name, false));
        } else {
            let receipt = Receipt::read_file(&item.entry, whose);
            delivery.receipt = Some((item.path, receipt));
        }
    }
    let prefix = owners.iter().find_map(|(whose, deliveries)| assignment_prefix(whose, deliveries));
    let prefix = prefix.map(str::to_owned);
    for (whose, deliveries) in owners {
        add_student(&whose, deliveries, prefix.as_deref(), found);
    }
    plain::add_unmatched_items(others, Platform::Blackboard, found);
}

/// Returns the assignment's part of file names, including the trailing underscore, if a receipt reveals it.
fn assignment_prefix<'a>(
    whose: &'a str,
    deliveries: &BTreeMap<String, BlackboardAttempt>,
) -> Option<&'a str> {
    let login = receipts_newest_first(deliveries).find_map(|receipt| receipt.login.as_deref())?;
    whose.strip_suffix(login)
}

fn receipts_newest_first(
    deliveries: &BTreeMap<String, BlackboardAttempt>,
) -> impl Iterator<Item = &Receipt> {
    deliveries
        .values()
        // The newest attempt has the student's current name.
        .rev()
        .filter_map(|delivery| delivery.receipt.as_ref())
        .map(|(_, receipt)| receipt)
}

fn add_student(
    whose: &str,
    deliveries: BTreeMap<String, BlackboardAttempt>,
    prefix: Option<&str>,
    found: &mut ClassSearch,
) {
    let from_receipt = receipts_newest_first(&deliveries).find_map(|receipt| receipt.login.clone());
    let by_prefix =
        || prefix.and_then(|prefix| whose.strip_prefix(prefix)).filter(|login| !login.is_empty());
    let last = || whose.rsplit_once('_').map_or(whose, |(_, login)| login);
    let login = from_receipt.unwrap_or_else(|| by_prefix().unwrap_or_else(last).to_owned());
    let name = receipts_newest_first(&deliveries).find_map(|receipt| receipt.name.clone());
    let student = Person { id: Some(login.clone()), name, ..Person::default() };

    let has_files = deliveries.values().any(|delivery| !delivery.files.is_empty());
    let mut attempts = Vec::new();
    for (at, BlackboardAttempt { files, receipt }) in deliveries.into_iter().rev() {
        let (path, receipt) = receipt.unzip();
        let names = receipt.as_ref().map(|receipt| receipt.files.clone()).unwrap_or_default();
        let handed_in = receipt.and_then(|receipt| receipt.date).unwrap_or_else(|| at.clone());
        let attempt = |source| Attempt {
            students: vec![student.clone()],
            from: Some(Platform::Blackboard),
            submission_id: Some(at.clone()),
            handed_in: Some(handed_in.clone()),
            time: parse_moment(&at),
            ..Attempt::new(&login, source)
        };
        let with_name = |file: NumberedFile| {
            let stored = file.path.file_name().unwrap_or_default().to_string_lossy();
            let name = names.get(stored.as_ref()).cloned();
            NumberedFile { name: name.unwrap_or(file.name), ..file }
        };
        match uploads::choose_newest(files.into_iter().map(with_name).collect()) {
            Some(ChosenUploads { source, older, others, .. }) => {
                found.read.extend(path);
                found.ignore_as_explained(others, &IgnoredReason::NoCode);
                attempts.push(attempt(source));
                let displaced =
                    |older: Attempt| Attempt { is_displaced: true, ..attempt(older.source) };
                attempts.extend(older.into_iter().map(displaced));
            }
            // When a student just submitted text, we cannot grade it, but the student is not missing.
            None if has_files => found.ignore_as_explained(path, &IgnoredReason::Typed),
            None => {
                let upload = |path: PathBuf| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    Upload { path, name }
                };
                let uploads = path.into_iter().map(upload);
                attempts.push(attempt(SubmissionSource::Files(uploads.collect())));
            }
        }
    }
    found.entries.extend(Attempt::newest_with_older(attempts));
}

fn parse(name: &str) -> Option<BlackboardName<'_>> {
    name.match_indices(MARK).find_map(|(place, _)| {
        let (whose, rest) = (&name[..place], &name[place + MARK.len()..]);
        let (at, rest) = rest.split_at_checked("2026-11-20-10-33-12".len())?;
        parse_moment(at)?;
        let original = match rest {
            ".txt" => None,
            _ => Some(rest.strip_prefix('_').filter(|original| !original.is_empty())?),
        };
        (!whose.is_empty()).then_some(BlackboardName { whose, at, original })
    })
}

/// Parses the time of an attempt, in the platform's time zone. The parts are year, month, day, hour, minute and second.
fn parse_moment(at: &str) -> Option<SubmissionTime> {
    let mut parts = at.split('-').map(|part| time::parse_digits(part, 4));
    let mut next = || parts.next()?;
    let parts = [next()?, next()?, next()?, next()?, next()?, next()?];
    SubmissionTime::new(parts, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_parsed() {
        let at = "2026-11-20-10-33-12";
        for (name, expected) in [
            (format!("8-Puzzle_jdoe_attempt_{at}_board.rs"), Some(("8-Puzzle_jdoe", "board.rs"))),
            (format!("8-Puzzle_jdoe_attempt_{at}.txt"), Some(("8-Puzzle_jdoe", "-"))),
            (
                format!("Lab 3_ Übung_j_doe_attempt_{at}_a_attempt_{at}_b.rs"),
                Some(("Lab 3_ Übung_j_doe", &*format!("a_attempt_{at}_b.rs"))),
            ),
            ("my_attempt_at_a_board.rs".to_owned(), None),
            ("a_b_attempt_2026-13-20-10-33-12_board.rs".to_owned(), None),
            (format!("_attempt_{at}_board.rs"), None),
            (format!("a_b_attempt_{at}_"), None),
            (format!("a_b_attempt_{at}.rs"), None),
        ] {
            let parts = parse(&name);
            assert_eq!(
                parts.map(|part| (part.whose, part.original.unwrap_or("-"))),
                expected,
                "{name}"
            );
        }
        assert_eq!(parse_moment(at).unwrap().to_string(), "2026-11-20T10:33:12");
    }
}
