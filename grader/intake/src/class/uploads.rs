//! Decides which of a student's uploaded files count.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::plain::FolderItem;
use super::{Attempt, SubmissionSource, Upload};
use crate::{archive, assembled_input};

/// An uploaded file with the platform's number, which is greater for newer files.
#[derive(Clone, Debug)]
pub(super) struct NumberedFile {
    pub(super) number: u64,
    pub(super) path: PathBuf,
    /// The student's name for the file.
    pub(super) name: String,
    pub(super) late: bool,
    pub(super) is_archive: bool,
}

impl NumberedFile {
    pub(super) fn new(item: &FolderItem<'_>, number: u64, name: &str, late: bool) -> Self {
        let is_archive = !is_source(name) && archive::is_archive_file(&item.entry);
        Self { number, path: item.path.clone(), name: name.to_owned(), late, is_archive }
    }
}

pub(super) struct ChosenUploads {
    pub(super) source: SubmissionSource,
    /// The newest file that counts.
    pub(super) newest: NumberedFile,
    /// Newest first.
    pub(super) older: Vec<Attempt>,
    /// The files outside of any attempt.
    pub(super) others: Vec<PathBuf>,
}

/// The files selected from a set.
struct SelectedUploads {
    source: SubmissionSource,
    newest: NumberedFile,
    /// The replaced files, newest first.
    displaced: Vec<NumberedFile>,
}

/// Selects the files and archives that count: the newest for each name. If there are neither archives nor Rust files,
/// all files count, and opening the submission will report the problem.
///
/// To choose between several archives, [`assembled_input`] opens them later.
pub(super) fn choose_newest(files: Vec<NumberedFile>) -> Option<ChosenUploads> {
    let is_useful = |file: &NumberedFile| is_source(&file.name) || file.is_archive;
    let (useful, mut others): (Vec<NumberedFile>, Vec<NumberedFile>) =
        files.into_iter().partition(is_useful);
    sort_newest_first(&mut others);
    let names = UploadNames::from_files(&useful);
    let Some(SelectedUploads { source, newest, displaced }) =
        select_uploads(useful.clone(), &names)
    else {
        let newest = others.first().cloned()?;
        let source = SubmissionSource::Files(others.into_iter().map(Upload::from).collect());
        return Some(ChosenUploads { source, newest, older: Vec::new(), others: Vec::new() });
    };
    let older = if names.are_in_order {
        earlier_attempts(&group_by_submission(useful, &names), &names)
    } else {
        displaced.into_iter().map(NumberedFile::into_displaced_attempt).collect()
    };
    let others = others.into_iter().map(|file| file.path).collect();
    Some(ChosenUploads { source, newest, older, others })
}

/// A set of file names, to detect resubmitted files.
struct UploadNames {
    /// Whether the numbers reveal the order of the files.
    are_in_order: bool,
    all: BTreeSet<String>,
}

impl UploadNames {
    fn from_files(files: &[NumberedFile]) -> Self {
        let are_in_order = files.iter().any(|file| file.number != files[0].number);
        Self { are_in_order, all: files.iter().map(|file| file.name.clone()).collect() }
    }

    /// Returns the same key for a file and its resubmission.
    ///
    /// Students also number archives, as in `part-1.zip` and `part-2.zip`. The platform is therefore only assumed to
    /// have added a suffix when there is also an archive without it. When the order of the files is unknown, archives
    /// should not replace each other.
    fn key_of_resubmissions(&self, file: &NumberedFile) -> (String, Option<PathBuf>) {
        let plain = without_number(&file.name);
        if is_source(&file.name) {
            (plain, None)
        } else if !self.are_in_order {
            (file.name.clone(), Some(file.path.clone()))
        } else if self.all.contains(&plain) {
            (plain, None)
        } else {
            (file.name.clone(), None)
        }
    }
}

/// Sorts files, newest first.
///
/// Of files with equal numbers, main files come first, then archives, then other sources, each with names in descending
/// order. This is arbitrary but deterministic.
fn sort_newest_first(files: &mut [NumberedFile]) {
    let rank = |file: &NumberedFile| (file.number, is_main(&file.name), !is_source(&file.name));
    files.sort_by(|a, b| (rank(b), &b.name, &b.path).cmp(&(rank(a), &a.name, &a.path)));
}

fn select_uploads(mut useful: Vec<NumberedFile>, names: &UploadNames) -> Option<SelectedUploads> {
    sort_newest_first(&mut useful);
    let newest = useful.first().cloned()?;
    let mut chosen = BTreeMap::new();
    let mut displaced = Vec::new();
    for file in useful {
        match chosen.entry(names.key_of_resubmissions(&file)) {
            Entry::Vacant(place) => {
                place.insert(file);
            }
            Entry::Occupied(_) => displaced.push(file),
        }
    }
    let source = SubmissionSource::Files(
        chosen.into_values().map(NumberedFile::without_platform_number).collect(),
    );
    Some(SelectedUploads { source, newest, displaced })
}

/// Groups sources and archives by submission time, oldest first. A resubmitted file begins a new group.
fn group_by_submission(
    mut useful: Vec<NumberedFile>,
    names: &UploadNames,
) -> Vec<Vec<NumberedFile>> {
    sort_newest_first(&mut useful);
    // The order of files with equal numbers must be the exact opposite, so that both agree on the newest.
    useful.reverse();
    let mut batches: Vec<Vec<NumberedFile>> = Vec::new();
    for file in useful {
        let key = names.key_of_resubmissions(&file);
        match batches.last_mut() {
            Some(batch) if batch.iter().all(|other| names.key_of_resubmissions(other) != key) => {
                batch.push(file);
            }
            _ => batches.push(vec![file]),
        }
    }
    batches
}

/// Returns the state of the files before each resubmission as an attempt, newest first. An unchanged file belongs to
/// more than one attempt.
fn earlier_attempts(batches: &[Vec<NumberedFile>], names: &UploadNames) -> Vec<Attempt> {
    let until = |count: usize| {
        let SelectedUploads { source, newest, .. } =
            select_uploads(batches[..count].concat(), names)?;
        let submission_id = (newest.number > 0).then(|| newest.number.to_string());
        Some(Attempt { source, submission_id, late: newest.late, ..Attempt::default() })
    };
    // Without all batches, which are the attempt that counts.
    (1..batches.len()).rev().filter_map(until).collect()
}

impl From<NumberedFile> for Upload {
    fn from(file: NumberedFile) -> Self {
        Self { path: file.path, name: file.name }
    }
}

impl NumberedFile {
    /// Removes the platform's number from the name of a Rust file.
    fn without_platform_number(self) -> Upload {
        let name = if is_source(&self.name) { without_number(&self.name) } else { self.name };
        Upload { path: self.path, name }
    }

    /// Marks a file as replaced within the same attempt.
    fn into_displaced_attempt(self) -> Attempt {
        let submission_id = (self.number > 0).then(|| self.number.to_string());
        let late = self.late;
        let source = SubmissionSource::Files(vec![self.into()]);
        Attempt { source, submission_id, late, is_displaced: true, ..Attempt::default() }
    }
}

/// Returns `true` for a file that can be the root of a submission.
fn is_main(name: &str) -> bool {
    ["board.rs", "solver.rs", "lib.rs"].contains(&&*without_number(name))
}

/// Returns `true` if a single file with this name can be part of a submission.
pub(super) fn is_source(name: &str) -> bool {
    assembled_input::is_source(&without_number(name))
}

/// Removes the suffix that platforms add to resubmitted files, as in `board-2.rs`. A Rust module cannot have such a
/// name.
fn without_number(name: &str) -> String {
    let Some((stem, ending)) = name.rsplit_once('.') else { return name.to_owned() };
    match stem.rsplit_once('-') {
        Some((stem, digits))
            if !stem.is_empty()
                && !digits.is_empty()
                && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("{stem}.{ending}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resubmission_suffixes_are_removed_from_names() {
        for (name, plain) in [
            ("board-2.rs", "board.rs"),
            ("board.rs", "board.rs"),
            ("my-board.rs", "my-board.rs"),
            ("-1.rs", "-1.rs"),
            ("Cargo-1.toml", "Cargo.toml"),
            ("notes", "notes"),
        ] {
            assert_eq!(without_number(name), plain);
        }
    }

    /// Returns the numbers of the files that count, and of each older attempt.
    fn chosen(files: &[(u64, &str)]) -> Vec<Vec<String>> {
        let file = |&(number, name): &(u64, &str)| NumberedFile {
            number,
            path: format!("{number} {name}").into(),
            name: name.to_owned(),
            late: false,
            is_archive: false,
        };
        let ChosenUploads { source, older, .. } =
            choose_newest(files.iter().map(file).collect()).unwrap();
        let names = |source: &SubmissionSource| {
            source.paths().iter().map(|path| path.display().to_string()).collect::<Vec<_>>()
        };
        [&source]
            .into_iter()
            .chain(older.iter().map(|attempt| &attempt.source))
            .map(names)
            .collect()
    }

    #[test]
    fn attempts_are_distinguished_by_resubmitted_files() {
        let two = [(1, "board.rs"), (2, "solver.rs"), (3, "board-1.rs"), (4, "solver-1.rs")];
        assert_eq!(
            chosen(&two),
            [["3 board-1.rs", "4 solver-1.rs"], ["1 board.rs", "2 solver.rs"]]
        );
        // Files should continue to count when there is no new version.
        assert_eq!(
            chosen(&two[..3]),
            [["3 board-1.rs", "2 solver.rs"], ["1 board.rs", "2 solver.rs"]]
        );
        // When the order is unknown, all files should form one attempt, and duplicates should be reported.
        let found = chosen(&[(0, "board.rs"), (0, "board-1.rs"), (0, "solver.rs")]);
        let expected: [&[&str]; 2] = [&["0 board.rs", "0 solver.rs"], &["0 board-1.rs"]];
        assert_eq!(found, expected);
    }
}
