//! Reads crate files by the names in `mod` items.
//!
//! Systems and browsers change names: Windows opens `Board.rs` as `board.rs`, and a second download becomes
//! `board (1).rs`. Such a file is used if the exact name does not exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base::regular;

use super::IntakeError;
use super::class::looks_downloaded;
use super::folder::{MAX_BYTES, MAX_DATA, MAX_DATA_FILE, MAX_FILES, is_source, read_text};
use super::submission::{ROOT, has_type};
use super::tree::Files;

/// The maximum number of files to search for a type, and the maximum size of each in bytes.
const MAX_LOOSE: usize = 50;
const MAX_LOOSE_BYTES: u64 = 256 << 10;

/// A file used in place of the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Otherwise {
    path: String,
    others: Vec<String>,
}

/// Returns the intended name of a source file, and the number of the copy or 0: for example, `board.rs` and 2 for
/// `Board (2).rs`.
pub(super) fn meant_by(name: &str) -> Option<(String, u64)> {
    let name = name.to_lowercase();
    let stem = name.strip_suffix(".rs")?;
    let numbered = stem
        .strip_suffix(')')
        .and_then(|it| it.rsplit_once('('))
        .or_else(|| stem.rsplit_once('-'))
        .and_then(|(stem, number)| Some((stem.trim_end(), number.parse().ok()?)));
    let (stem, copy) = numbered.unwrap_or((stem, 0));
    (!stem.is_empty()).then(|| (format!("{stem}.rs"), copy))
}

/// Returns `true` if the folder or the `src` folder can be read as a submission without a main file of the exact name,
/// because a file has a similar name, or defines `Board` or `Solver`.
pub(super) fn is_loose(folder: &Path) -> bool {
    let sources = folder.join("src");
    let folder = if sources.is_dir() { &sources } else { folder };
    // In a download, file names identify students rather than modules.
    if looks_downloaded(folder) {
        return false;
    }
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.filter_map(Result::ok).take(MAX_LOOSE).any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_file = entry.file_type().is_ok_and(|it| it.is_file());
        let Some((meant, _)) = meant_by(&name).filter(|_| is_file) else { return false };
        let has_types = || {
            let text = read_text(&entry.path(), MAX_LOOSE_BYTES).unwrap_or_default();
            ["Board", "Solver"].iter().any(|name| has_type(&text, name))
        };
        ["lib.rs", "board.rs", "solver.rs"].contains(&meant.as_str()) || has_types()
    })
}

fn quoted(path: &str) -> String {
    format!("`{}`", path.strip_prefix("src/").unwrap_or(path).escape_debug())
}

/// Reads requested crate files, within limits.
pub(super) struct Disk<'a> {
    folder: &'a Path,
    /// Whether the sources are directly in the folder, as for bare `board.rs` and `solver.rs` files.
    is_bare: bool,
    pub(super) files: BTreeMap<String, String>,
    bytes: u64,
    pub(super) data: BTreeMap<String, Vec<u8>>,
    pub(super) has_generated_root: bool,
    /// The sorted names in each folder visited so far.
    names: BTreeMap<PathBuf, Vec<String>>,
    /// The files with a different name, by requested path.
    otherwise: BTreeMap<String, Otherwise>,
}

impl<'a> Disk<'a> {
    pub(super) fn new(folder: &'a Path) -> Self {
        let is_bare = !folder.join("src").is_dir();
        let (files, data) = (BTreeMap::new(), BTreeMap::new());
        let (names, otherwise) = (BTreeMap::new(), BTreeMap::new());
        let has_generated_root = false;
        Self { folder, is_bare, files, bytes: 0, data, has_generated_root, names, otherwise }
    }

    /// Returns the regular file at `path`, if any.
    fn place(&self, path: &str) -> Result<Option<PathBuf>, IntakeError> {
        let found = self.place_as_written(path)?;
        match path.strip_prefix("src/") {
            Some(bare) if self.is_bare && found.is_none() => self.place_as_written(bare),
            _ => Ok(found),
        }
    }

    fn place_as_written(&self, path: &str) -> Result<Option<PathBuf>, IntakeError> {
        let mut place = self.folder.to_owned();
        for part in path.split('/') {
            place.push(part);
            match fs::symlink_metadata(&place) {
                Ok(metadata) if metadata.is_symlink() => {
                    return Err(IntakeError::Link { path: place });
                }
                Ok(_) => {}
                Err(_) => return Ok(None),
            }
        }
        Ok(place.is_file().then_some(place))
    }

    /// Returns the file to use in place of `path`: the one chosen earlier, or else one with a similar name.
    fn place_otherwise(&mut self, path: &str) -> Result<Option<PathBuf>, IntakeError> {
        if !self.otherwise.contains_key(path)
            && let Some(otherwise) = self.meant(path)
        {
            self.otherwise.insert(path.to_owned(), otherwise);
        }
        match self.otherwise.get(path) {
            Some(otherwise) => self.place_as_written(&otherwise.path),
            None => Ok(None),
        }
    }

    /// Finds the files with names similar to `path`. Returns the most likely one and the other candidates.
    fn meant(&mut self, path: &str) -> Option<Otherwise> {
        let bare = path.strip_prefix("src/").filter(|_| self.is_bare);
        [Some(path), bare].into_iter().flatten().find_map(|path| {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let in_folder =
                |it: &str| if folder.is_empty() { it.to_owned() } else { format!("{folder}/{it}") };
            let mut meant: Vec<(u64, String)> = self
                .names(folder)
                .iter()
                .filter_map(|it| {
                    let (meant, copy) = meant_by(it)?;
                    (meant == name).then(|| (copy, it.clone()))
                })
                .collect();
            // Since browsers number downloads, the greatest number is the newest.
            meant.sort_by(|(a, first), (b, second)| b.cmp(a).then(first.cmp(second)));
            let mut paths = meant.iter().map(|(_, it)| in_folder(it));
            Some(Otherwise { path: paths.next()?, others: paths.collect() })
        })
    }

    fn note_copies(&mut self, path: &str, place: &Path) {
        let is_main = ["src/lib.rs", "src/board.rs", "src/solver.rs"].contains(&path);
        let Some(meant) = is_main.then(|| self.meant(path)).flatten() else { return };
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let is_other = |it: &String| it.rsplit('/').next() != Some(&name);
        let others: Vec<String> =
            [meant.path].into_iter().chain(meant.others).filter(is_other).collect();
        if !others.is_empty() {
            self.otherwise.insert(path.to_owned(), Otherwise { path: path.to_owned(), others });
        }
    }

    fn names(&mut self, folder: &str) -> &[String] {
        let folder =
            if folder.is_empty() { self.folder.to_owned() } else { self.folder.join(folder) };
        self.names.entry(folder).or_insert_with_key(|folder| {
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            let mut names: Vec<String> =
                entries.filter_map(|it| it.file_name().into_string().ok()).collect();
            names.sort();
            names
        })
    }

    /// Searches for sources if there is no `lib.rs`, `board.rs` or `solver.rs`. A file that defines both types becomes
    /// the root, and files with one type each become `board.rs` and `solver.rs`. Returns `true` if a root was found.
    pub(super) fn has_root_of_another_name(&mut self) -> Result<bool, IntakeError> {
        let halves = [("Board", "src/board.rs"), ("Solver", "src/solver.rs")];
        for (_, path) in halves {
            if self.source(path)?.is_some() {
                return Ok(false);
            }
        }
        let folder = if self.is_bare { "" } else { "src" };
        let names: Vec<String> =
            self.names(folder).iter().filter(|it| is_source(it)).take(MAX_LOOSE).cloned().collect();
        let mut with_type: [Vec<String>; 2] = Default::default();
        for name in names {
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            let Some(place) = self.place_as_written(&path)? else { continue };
            let Ok(text) = read_text(&place, MAX_LOOSE_BYTES) else { continue };
            for ((name, _), found) in halves.iter().zip(&mut with_type) {
                if has_type(&text, name) {
                    found.push(path.clone());
                }
            }
        }
        let [boards, solvers] = &with_type;
        let (both, rest): (Vec<String>, Vec<String>) =
            boards.iter().cloned().partition(|it| solvers.contains(it));
        let mut both = both.into_iter();
        if let Some(path) = both.next() {
            let others = both.chain(rest).collect();
            self.otherwise.insert(ROOT.to_owned(), Otherwise { path, others });
            return Ok(self.source(ROOT)?.is_some());
        }
        for ((_, path), found) in halves.into_iter().zip(with_type) {
            let mut found = found.into_iter();
            if let Some(first) = found.next() {
                let otherwise = Otherwise { path: first, others: found.collect() };
                self.otherwise.insert(path.to_owned(), otherwise);
            }
        }
        Ok(false)
    }

    /// Returns a sentence about each file with a different name, and about each unused candidate, for the requested
    /// paths that `counts` selects.
    pub(super) fn read_otherwise(&self, counts: impl Fn(&str) -> bool) -> Vec<String> {
        let of = |(path, it): (&String, &Otherwise)| {
            let read = format!("{} is read as {}", quoted(&it.path), quoted(path));
            let read = (it.path != *path).then_some(read);
            let left_out = |other: &String| {
                format!(
                    "{} is ignored, because {} takes precedence",
                    quoted(other),
                    quoted(&it.path)
                )
            };
            read.into_iter().chain(it.others.iter().map(left_out)).collect::<Vec<_>>()
        };
        self.otherwise.iter().filter(|(path, _)| counts(path)).flat_map(of).collect()
    }

    fn too_large(&self, limit: String) -> IntakeError {
        IntakeError::TooLarge { path: self.folder.to_owned(), limit }
    }
}

impl Files for Disk<'_> {
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError> {
        if !self.files.contains_key(path) {
            let place = match self.place(path)? {
                Some(place) => {
                    self.note_copies(path, &place);
                    place
                }
                None => match self.place_otherwise(path)? {
                    Some(place) => place,
                    None => return Ok(None),
                },
            };
            if self.files.len() == MAX_FILES {
                return Err(self.too_large(format!("{MAX_FILES} source files")));
            }
            let text = read_text(&place, MAX_BYTES - self.bytes)?;
            self.bytes += text.len() as u64;
            let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
            self.files.insert(path.to_owned(), text);
        }
        Ok(self.files.get(path).map(String::as_str))
    }

    fn data(&mut self, path: &str) -> Result<bool, IntakeError> {
        if self.data.contains_key(path) {
            return Ok(true);
        }
        let room = MAX_DATA - self.data.values().map(Vec::len).sum::<usize>();
        // Links and devices are skipped, but should not cause the submission to be rejected.
        let Ok(Some(place)) = self.place(path) else { return Ok(false) };
        let is_small =
            fs::metadata(&place).is_ok_and(|it| it.len() <= room.min(MAX_DATA_FILE) as u64);
        if !is_small || self.data.len() == MAX_FILES {
            return Ok(false);
        }
        let bytes = regular::read(&place)
            .map_err(|source| IntakeError::Unreadable { path: place, source })?;
        self.data.insert(path.to_owned(), bytes);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_normalized() {
        for (name, meant) in [
            ("board.rs", Some(("board.rs", 0))),
            ("Board.RS", Some(("board.rs", 0))),
            ("board (1).rs", Some(("board.rs", 1))),
            ("Solver(12).rs", Some(("solver.rs", 12))),
            ("lib-3.rs", Some(("lib.rs", 3))),
            ("my-board.rs", Some(("my-board.rs", 0))),
            ("board (a).rs", Some(("board (a).rs", 0))),
            ("(1).rs", None),
            ("board.txt", None),
            (".rs", None),
        ] {
            let expected = meant.map(|(name, copy)| (name.to_owned(), copy));
            assert_eq!(meant_by(name), expected, "{name}");
        }
    }
}
