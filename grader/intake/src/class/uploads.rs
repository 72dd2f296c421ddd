//! Files that students hand in one by one, as platforms give them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Attempt, Source, Upload};
use crate::folder::MAX_BYTES;
use crate::{IntakeError, Opened, archive, size};

/// A file of a student, with the number that the platform gave it: the greater, the newer.
#[derive(Clone, Debug)]
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) path: PathBuf,
    /// The student's name for it.
    pub(super) name: String,
    pub(super) late: bool,
}

/// The files of a student, told apart.
pub(super) struct Chosen {
    /// What counts.
    pub(super) source: Source,
    /// The newest file of it.
    pub(super) newest: Numbered,
    /// What it takes the place of, the newest first.
    pub(super) older: Vec<Attempt>,
    /// What is no part of any submission.
    pub(super) others: Vec<PathBuf>,
}

/// The files that count of some of a student's.
struct State {
    source: Source,
    newest: Numbered,
    /// What they take the place of, the newest first.
    displaced: Vec<Numbered>,
}

/// The files of a student that count: the newest if it is an archive, or else the newest of each
/// source file. If there is neither archive nor source, all of them count, and what they are is
/// found out when they are opened. `None` if there is no file.
pub(super) fn newest(files: Vec<Numbered>) -> Option<Chosen> {
    let is_useful = |file: &Numbered| is_source(&file.name) || archive::is_archive(&file.path);
    let (useful, mut others): (Vec<Numbered>, Vec<Numbered>) =
        files.into_iter().partition(is_useful);
    sort(&mut others);
    let Some(State { source, newest, displaced }) = state(useful.clone()) else {
        let newest = others.first().cloned()?;
        let source = Source::Files(others.into_iter().map(Upload::from).collect());
        return Some(Chosen { source, newest, older: Vec::new(), others: Vec::new() });
    };
    let older = match batches(useful) {
        Some(batches) => earlier(&batches),
        None => displaced.into_iter().map(Numbered::displaced).collect(),
    };
    let others = others.into_iter().map(|file| file.path).collect();
    Some(Chosen { source, newest, older, others })
}

/// Puts files in order, the newest first.
///
/// Of two with one number nobody knows which is the newer. The files that a submission begins with
/// count more than an archive, an archive more than other sources, and then the later name: any rule,
/// but a rule.
fn sort(files: &mut [Numbered]) {
    let rank = |file: &Numbered| (file.number, is_main(&file.name), !is_source(&file.name));
    files.sort_by(|a, b| (rank(b), &b.name, &b.path).cmp(&(rank(a), &a.name, &a.path)));
}

/// What counts of sources and archives, if there are any.
fn state(mut useful: Vec<Numbered>) -> Option<State> {
    sort(&mut useful);
    let newest = useful.first().cloned()?;
    if !is_source(&newest.name) {
        let displaced = useful.into_iter().skip(1).collect();
        return Some(State { source: Source::Archive(newest.path.clone()), newest, displaced });
    }
    let mut chosen = BTreeMap::new();
    let mut displaced = Vec::new();
    for file in useful {
        let name = without_number(&file.name);
        if is_source(&file.name) && !chosen.contains_key(&name) {
            chosen.insert(name, file.path);
        } else {
            displaced.push(file);
        }
    }
    let chosen = chosen.into_iter().map(|(name, path)| Upload { path, name }).collect();
    Some(State { source: Source::Files(chosen), newest, displaced })
}

/// Sources and archives in the order in which they were handed in, together where they can have been
/// handed in together: no file is there twice, and an archive is alone. `None` if their numbers tell
/// no order.
fn batches(mut useful: Vec<Numbered>) -> Option<Vec<Vec<Numbered>>> {
    sort(&mut useful);
    useful.reverse();
    if useful.first()?.number == useful.last()?.number {
        return None;
    }
    let mut batches: Vec<Vec<Numbered>> = Vec::new();
    for file in useful {
        let fits = |batch: &Vec<Numbered>| {
            let is_other = |it: &Numbered| {
                is_source(&it.name) && without_number(&it.name) != without_number(&file.name)
            };
            is_source(&file.name) && batch.iter().all(is_other)
        };
        match batches.last_mut() {
            Some(batch) if fits(batch) => batch.push(file),
            _ => batches.push(vec![file]),
        }
    }
    Some(batches)
}

/// What counted before each batch but the first came, the newest first. A file that was not handed in
/// again is in several.
fn earlier(batches: &[Vec<Numbered>]) -> Vec<Attempt> {
    let until = |count: usize| {
        let State { source, newest, .. } = state(batches[..count].concat())?;
        let submission_id = (newest.number > 0).then(|| newest.number.to_string());
        Some(Attempt { source, submission_id, late: newest.late, ..Attempt::default() })
    };
    (1..batches.len()).rev().filter_map(until).collect()
}

impl From<Numbered> for Upload {
    fn from(file: Numbered) -> Self {
        Self { path: file.path, name: file.name }
    }
}

impl Numbered {
    /// A file that another of the same attempt has taken the place of.
    fn displaced(self) -> Attempt {
        let submission_id = (self.number > 0).then(|| self.number.to_string());
        let late = self.late;
        let source = if is_source(&self.name) {
            Source::Files(vec![self.into()])
        } else {
            Source::Archive(self.path)
        };
        Attempt { source, submission_id, late, is_displaced: true, ..Attempt::default() }
    }
}

/// Whether a submission begins with a file of this name.
fn is_main(name: &str) -> bool {
    ["board.rs", "solver.rs", "lib.rs"].contains(&&*without_number(name))
}

/// Whether a file alone can be part of a submission.
fn is_source(name: &str) -> bool {
    let name = without_number(name);
    name == "Cargo.toml" || Path::new(&name).extension().is_some_and(|it| it == "rs")
}

/// The name without the number that platforms put into the name of a file handed in again:
/// `board-2.rs`. No module of Rust can be called that.
fn without_number(name: &str) -> String {
    let Some((stem, ending)) = name.rsplit_once('.') else { return name.to_owned() };
    match stem.rsplit_once('-') {
        Some((stem, digits))
            if !stem.is_empty()
                && !digits.is_empty()
                && digits.bytes().all(|it| it.is_ascii_digit()) =>
        {
            format!("{stem}.{ending}")
        }
        _ => name.to_owned(),
    }
}

/// Lays files into a temporary folder, as a crate.
pub(super) fn gather(files: &[Upload]) -> Result<Opened, IntakeError> {
    if !files.iter().any(|file| is_source(&file.name)) {
        return Err(IntakeError::NoSource {
            names: files.iter().map(|file| file.name.clone()).collect(),
        });
    }
    let scratch = |source| IntakeError::Scratch { source };
    let folder = tempfile::tempdir().map_err(scratch)?;
    let sources = folder.path().join("src");
    fs::create_dir(&sources).map_err(scratch)?;
    for Upload { path, name } in files {
        let unreadable = |source| IntakeError::Unreadable { path: path.clone(), source };
        let metadata = fs::symlink_metadata(path).map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(IntakeError::Link { path: path.clone() });
        }
        if metadata.len() > MAX_BYTES {
            let limit = format!("{} of source", size::shown(MAX_BYTES));
            return Err(IntakeError::TooLarge { path: path.clone(), limit });
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let place = if name == "Cargo.toml" { folder.path() } else { &sources };
        fs::write(place.join(name), bytes).map_err(scratch)?;
    }
    let label = files.first().map(|file| file.path.clone()).unwrap_or_default();
    Ok(Opened::temporary(folder, label.parent().unwrap_or(Path::new("")).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_taken_out_again() {
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

    /// What counts of files, and what counted before, as the numbers of files.
    fn told(files: &[(u64, &str)]) -> Vec<Vec<String>> {
        let file = |&(number, name): &(u64, &str)| Numbered {
            number,
            path: format!("{number} {name}").into(),
            name: name.to_owned(),
            late: false,
        };
        let Chosen { source, older, .. } = newest(files.iter().map(file).collect()).unwrap();
        let names = |source: &Source| {
            source.paths().iter().map(|it| it.display().to_string()).collect::<Vec<_>>()
        };
        [&source].into_iter().chain(older.iter().map(|it| &it.source)).map(names).collect()
    }

    #[test]
    fn attempts_are_told_by_the_files_that_come_again() {
        let two = [(1, "board.rs"), (2, "solver.rs"), (3, "board-1.rs"), (4, "solver-1.rs")];
        assert_eq!(told(&two), [["3 board-1.rs", "4 solver-1.rs"], ["1 board.rs", "2 solver.rs"]]);
        // What does not come again stays as it was.
        assert_eq!(
            told(&two[..3]),
            [["3 board-1.rs", "2 solver.rs"], ["1 board.rs", "2 solver.rs"]]
        );
        // Without an order it is one attempt, and what is there twice is told of.
        let found = told(&[(0, "board.rs"), (0, "board-1.rs"), (0, "solver.rs")]);
        let expected: [&[&str]; 2] = [&["0 board.rs", "0 solver.rs"], &["0 board-1.rs"]];
        assert_eq!(found, expected);
    }
}
