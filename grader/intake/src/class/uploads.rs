//! Files that students hand in one by one, as platforms give them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::{Attempt, Source, Upload};
use crate::{archive, together};

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

/// The files and archives of a student that count: the newest of each name. If there is neither archive
/// nor source, all of them count, and what they are is found out when they are opened. `None` if there
/// is no file.
///
/// No archive is opened here. Which of several counts shows when they are ([`together`]).
pub(super) fn newest(files: Vec<Numbered>) -> Option<Chosen> {
    let is_useful = |file: &Numbered| is_source(&file.name) || archive::is_archive(&file.path);
    let (useful, mut others): (Vec<Numbered>, Vec<Numbered>) =
        files.into_iter().partition(is_useful);
    sort(&mut others);
    let names = Names::of(&useful);
    let Some(State { source, newest, displaced }) = state(useful.clone(), &names) else {
        let newest = others.first().cloned()?;
        let source = Source::Files(others.into_iter().map(Upload::from).collect());
        return Some(Chosen { source, newest, older: Vec::new(), others: Vec::new() });
    };
    let older = if names.are_in_order {
        earlier(&batches(useful, &names), &names)
    } else {
        displaced.into_iter().map(Numbered::displaced).collect()
    };
    let others = others.into_iter().map(|file| file.path).collect();
    Some(Chosen { source, newest, older, others })
}

/// The names of some files, for telling which of them are one file handed in again.
struct Names {
    /// Whether the numbers of the files tell which is the newer.
    are_in_order: bool,
    all: BTreeSet<String>,
}

impl Names {
    fn of(files: &[Numbered]) -> Self {
        let are_in_order = files.iter().any(|it| it.number != files[0].number);
        Self { are_in_order, all: files.iter().map(|it| it.name.clone()).collect() }
    }

    /// What is the same for a file and a newer one that takes its place.
    ///
    /// A student's own archives may have numbers, too, as `part-1.zip` and `part-2.zip`. So a number is
    /// only the platform's if there is an archive without it; and where nothing tells which is newer,
    /// no archive takes the place of another.
    fn key(&self, file: &Numbered) -> (String, Option<PathBuf>) {
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
fn state(mut useful: Vec<Numbered>, names: &Names) -> Option<State> {
    sort(&mut useful);
    let newest = useful.first().cloned()?;
    let mut chosen = BTreeMap::new();
    let mut displaced = Vec::new();
    for file in useful {
        match chosen.entry(names.key(&file)) {
            Entry::Vacant(place) => {
                place.insert(file);
            }
            Entry::Occupied(_) => displaced.push(file),
        }
    }
    let source = Source::Files(chosen.into_values().map(Numbered::renamed).collect());
    Some(State { source, newest, displaced })
}

/// Sources and archives in the order in which they were handed in, together where they can have been
/// handed in together: no file is there twice.
fn batches(mut useful: Vec<Numbered>, names: &Names) -> Vec<Vec<Numbered>> {
    sort(&mut useful);
    useful.reverse();
    let mut batches: Vec<Vec<Numbered>> = Vec::new();
    for file in useful {
        let key = names.key(&file);
        match batches.last_mut() {
            Some(batch) if batch.iter().all(|it| names.key(it) != key) => batch.push(file),
            _ => batches.push(vec![file]),
        }
    }
    batches
}

/// What counted before each batch but the first came, the newest first. A file that was not handed in
/// again is in several.
fn earlier(batches: &[Vec<Numbered>], names: &Names) -> Vec<Attempt> {
    let until = |count: usize| {
        let State { source, newest, .. } = state(batches[..count].concat(), names)?;
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
    /// The file without the number that the platform put into the name of a source.
    fn renamed(self) -> Upload {
        let name = if is_source(&self.name) { without_number(&self.name) } else { self.name };
        Upload { path: self.path, name }
    }

    /// A file that another of the same attempt has taken the place of.
    fn displaced(self) -> Attempt {
        let submission_id = (self.number > 0).then(|| self.number.to_string());
        let late = self.late;
        let source = Source::Files(vec![self.into()]);
        Attempt { source, submission_id, late, is_displaced: true, ..Attempt::default() }
    }
}

/// Whether a submission begins with a file of this name.
fn is_main(name: &str) -> bool {
    ["board.rs", "solver.rs", "lib.rs"].contains(&&*without_number(name))
}

/// Whether a file alone can be part of a submission.
pub(super) fn is_source(name: &str) -> bool {
    together::is_source(&without_number(name))
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
