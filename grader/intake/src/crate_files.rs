//! Reads crate files by the names in `mod` items.
//!
//! Systems and browsers change names: Windows opens `Board.rs` as `board.rs`, and a second download becomes
//! `board (1).rs`. Such a file is used if the exact name does not exist. Without a root, a submission's parts are
//! found by what the files define.

use std::collections::BTreeMap;

use super::IntakeError;
use super::candidates::is_unfinished;
use super::class::looks_downloaded;
use super::encoding::{SourceText, read_text};
use super::folder::{MAX_BYTES, MAX_DATA, MAX_DATA_FILE, MAX_FILES, has_rust_extension};
use super::input::{InputPath, comparable_name};
use super::size;
use super::submission::has_type;
use super::tree::TreeFiles;

/// The maximum number of files to search for a type, and the maximum size of each in bytes.
// A folder with more is not a single submission. Generated files can be larger, but do not define the types.
const MAX_LOOSE: usize = 50;
const MAX_LOOSE_BYTES: u64 = 256 << 10;

/// A source file that defines `Board` or `Solver`.
struct DefiningFile {
    path: String,
    text: String,
    /// Whether the file defines `Board`, and `Solver`.
    defines: [bool; 2],
    is_unfinished: bool,
}

/// A file used in place of the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SubstituteFile {
    path: String,
    others: Vec<String>,
}

/// Returns the intended name of a source file, and the number of the copy or 0: for example, `board.rs` and 2 for
/// `Board (2).rs`.
pub(super) fn intended_name(name: &str) -> Option<(String, u64)> {
    let name = comparable_name(name);
    let stem = name.strip_suffix(".rs")?;
    let numbered = stem
        .strip_suffix(')')
        .and_then(|name| name.rsplit_once('('))
        // Canvas and browsers number copies as in `board-1.rs` and `board (1).rs`.
        .or_else(|| stem.rsplit_once('-'))
        .and_then(|(stem, number)| Some((stem.trim_end(), number.parse().ok()?)));
    let (stem, copy) = numbered.unwrap_or((stem, 0));
    (!stem.is_empty()).then(|| (format!("{stem}.rs"), copy))
}

/// Returns `true` if the folder or the `src` folder can be read as a submission without a main file of the exact name,
/// because a file has a similar name, or defines `Board` or `Solver`.
pub(super) fn is_readable_without_main_file(folder: &InputPath<'_>) -> bool {
    let sources = folder.join("src");
    let folder = if sources.is_folder() { &sources } else { folder };
    // In a download, file names identify students rather than modules.
    if looks_downloaded(folder) {
        return false;
    }
    let Ok(entries) = folder.entries() else { return false };
    entries.into_iter().take(MAX_LOOSE).any(|file| {
        let Some((meant, _)) = intended_name(file.file_name()).filter(|_| file.is_file()) else {
            return false;
        };
        let has_types = || {
            let text = read_text(&file, MAX_LOOSE_BYTES).map(|read| read.text).unwrap_or_default();
            ["Board", "Solver"].iter().any(|name| has_type(&text, name))
        };
        ["lib.rs", "board.rs", "solver.rs"].contains(&meant.as_str()) || has_types()
    })
}

fn quoted(path: &str) -> String {
    format!("`{}`", path.strip_prefix("src/").unwrap_or(path).escape_debug())
}

/// Reads requested crate files, within limits.
pub(super) struct CrateFiles<'a> {
    folder: InputPath<'a>,
    /// Whether the sources are directly in the folder, as for bare `board.rs` and `solver.rs` files.
    is_bare: bool,
    pub(super) files: BTreeMap<String, String>,
    bytes: u64,
    pub(super) data: BTreeMap<String, Vec<u8>>,
    pub(super) has_generated_root: bool,
    /// The files with a different name, by requested path.
    otherwise: BTreeMap<String, SubstituteFile>,
    /// What is special about a file's encoding, as the end of a sentence, by requested path.
    encodings: BTreeMap<String, String>,
}

impl<'a> CrateFiles<'a> {
    pub(super) fn new(folder: InputPath<'a>) -> Self {
        let is_bare = !folder.join("src").is_folder();
        let (files, data) = (BTreeMap::new(), BTreeMap::new());
        let (otherwise, encodings) = (BTreeMap::new(), BTreeMap::new());
        let has_generated_root = false;
        Self { folder, is_bare, files, bytes: 0, data, has_generated_root, otherwise, encodings }
    }

    /// Returns the regular file at `path`, if any.
    fn find_file(&self, path: &str) -> Result<Option<InputPath<'a>>, IntakeError> {
        let found = self.find_file_as_written(path)?;
        match path.strip_prefix("src/") {
            Some(bare) if self.is_bare && found.is_none() => self.find_file_as_written(bare),
            _ => Ok(found),
        }
    }

    fn find_file_as_written(&self, path: &str) -> Result<Option<InputPath<'a>>, IntakeError> {
        let mut place = self.folder.clone();
        for part in path.split('/') {
            let below = place.join(part);
            if below.is_special() {
                return Err(IntakeError::Link { path: below.label() });
            }
            if below.exists()
                && let Some(rival) = place.find_rival_name(part)
            {
                return Err(IntakeError::SameName { path: below.label(), other: rival.to_owned() });
            }
            place = below;
        }
        Ok(place.is_file().then_some(place))
    }

    /// Returns the file to use in place of `path`: the one chosen earlier, or else one with a similar name.
    fn find_substitute(&mut self, path: &str) -> Result<Option<InputPath<'a>>, IntakeError> {
        if !self.otherwise.contains_key(path)
            && let Some(otherwise) = self.find_similar_files(path)
        {
            self.otherwise.insert(path.to_owned(), otherwise);
        }
        match self.otherwise.get(path) {
            Some(otherwise) => self.find_file_as_written(&otherwise.path),
            None => Ok(None),
        }
    }

    /// Finds the files with names similar to `path`. Returns the most likely one and the other candidates.
    fn find_similar_files(&self, path: &str) -> Option<SubstituteFile> {
        let bare = path.strip_prefix("src/").filter(|_| self.is_bare);
        [Some(path), bare].into_iter().flatten().find_map(|path| {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let in_folder = |path: &str| {
                if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
            };
            let mut meant: Vec<(u64, String)> = self
                .list_names(folder)
                .into_iter()
                .filter_map(|other| {
                    let (meant, copy) = intended_name(&other)?;
                    (meant == comparable_name(name)).then_some((copy, other))
                })
                .collect();
            // Since browsers number downloads, the greatest number is the newest.
            meant.sort_by(|(a, first), (b, second)| b.cmp(a).then(first.cmp(second)));
            let mut paths = meant.iter().map(|(_, file)| in_folder(file));
            Some(SubstituteFile { path: paths.next()?, others: paths.collect() })
        })
    }

    fn note_similar_files(&mut self, path: &str, place: &InputPath<'_>) {
        let is_main = ["src/lib.rs", "src/board.rs", "src/solver.rs"].contains(&path);
        let Some(meant) = is_main.then(|| self.find_similar_files(path)).flatten() else { return };
        let name = place.file_name();
        let is_other = |other: &String| other.rsplit('/').next() != Some(name);
        let others: Vec<String> =
            [meant.path].into_iter().chain(meant.others).filter(is_other).collect();
        if !others.is_empty() {
            self.otherwise
                .insert(path.to_owned(), SubstituteFile { path: path.to_owned(), others });
        }
    }

    /// Returns the names in a folder of the crate.
    fn list_names(&self, folder: &str) -> Vec<String> {
        let entries = self.folder.join(folder).entries().unwrap_or_default();
        entries.iter().map(|entry| entry.file_name().to_owned()).collect()
    }

    /// Finds a submission's parts without `lib.rs` by what the files define. Returns the path of the file that is the
    /// root, because it defines both types and there is neither `board.rs` nor `solver.rs`. Otherwise, a file that defines one
    /// type becomes `board.rs` or `solver.rs` if that file does not define it, or is not finished.
    pub(super) fn root_of_another_name(&mut self) -> Result<Option<String>, IntakeError> {
        let parts = [("Board", "src/board.rs"), ("Solver", "src/solver.rs")];
        let mut named = Vec::new();
        for (_, path) in parts {
            named.push(self.source(path)?.map(str::to_owned));
        }
        let files = self.files_defining(&parts.map(|(name, _)| name))?;
        if named.iter().all(Option::is_none) {
            let mut both = files.iter().filter(|file| file.defines == [true, true]);
            if let Some(file) = both.next() {
                let others =
                    files.iter().filter(|other| other.path != file.path && other.defines[0]);
                let others = others.map(|other| other.path.clone()).collect();
                let root =
                    if self.is_bare { format!("src/{}", file.path) } else { file.path.clone() };
                self.otherwise
                    .insert(root.clone(), SubstituteFile { path: file.path.clone(), others });
                return Ok(self.source(&root)?.is_some().then_some(root));
            }
        }
        for (i, (name, path)) in parts.into_iter().enumerate() {
            let text = named[i].as_deref().filter(|text| has_type(text, name));
            if text.is_some_and(|text| !is_unfinished(text)) {
                continue;
            }
            let is_taken =
                |file: &&DefiningFile| named.iter().flatten().any(|text| *text == file.text);
            let mut found: Vec<&DefiningFile> =
                files.iter().filter(|file| file.defines[i] && !is_taken(file)).collect();
            // Without a finished one, the file with the right name counts.
            if found.iter().any(|file| !file.is_unfinished) {
                found.retain(|file| !file.is_unfinished);
            } else if named[i].is_some() {
                continue;
            }
            // Since students and browsers number versions, the last name is the newest.
            let mut paths = found.iter().rev().map(|file| file.path.clone());
            if let Some(last) = paths.next() {
                let otherwise = SubstituteFile { path: last, others: paths.collect() };
                self.forget_file(path);
                self.otherwise.insert(path.to_owned(), otherwise);
            }
        }
        Ok(None)
    }

    /// Returns the source files directly in the folder that define any of these types.
    fn files_defining(&self, names: &[&str; 2]) -> Result<Vec<DefiningFile>, IntakeError> {
        let folder = if self.is_bare { self.folder.clone() } else { self.folder.join("src") };
        let is_code = |file: &InputPath<'_>| file.is_file() && has_rust_extension(file.file_name());
        let mut found = Vec::new();
        for file in folder.entries()?.into_iter().filter(is_code).take(MAX_LOOSE) {
            let Ok(read) = read_text(&file, MAX_LOOSE_BYTES) else { continue };
            let defines = names.map(|name| has_type(&read.text, name));
            if defines.contains(&true) {
                let path = file.relative_to(&self.folder).to_owned();
                let is_unfinished = is_unfinished(&read.text);
                found.push(DefiningFile { path, text: read.text, defines, is_unfinished });
            }
        }
        Ok(found)
    }

    /// Forgets a file that was read, so that another one can take its place.
    fn forget_file(&mut self, path: &str) {
        if let Some(text) = self.files.remove(path) {
            self.bytes -= text.len() as u64;
        }
        self.encodings.remove(path);
    }

    /// Returns the file that is read as `path`.
    pub(super) fn file_read_as<'p>(&'p self, path: &'p str) -> &'p str {
        self.otherwise.get(path).map_or(path, |otherwise| otherwise.path.as_str())
    }

    /// Returns a sentence about each file with a different name, and about each unused candidate, for the requested
    /// paths that `counts` selects.
    pub(super) fn sentences_about_substitutes(&self, counts: impl Fn(&str) -> bool) -> Vec<String> {
        let of = |(path, otherwise): (&String, &SubstituteFile)| {
            let read = format!("{} is read as {}", quoted(&otherwise.path), quoted(path));
            let read = (quoted(&otherwise.path) != quoted(path)).then_some(read);
            let left_out = |other: &String| {
                format!(
                    "{} is ignored, because {} takes precedence",
                    quoted(other),
                    quoted(&otherwise.path)
                )
            };
            read.into_iter().chain(otherwise.others.iter().map(left_out)).collect::<Vec<_>>()
        };
        let encoding = |(path, remark): (&String, &String)| format!("{} {remark}", quoted(path));
        let names = self.otherwise.iter().filter(|(path, _)| counts(path)).flat_map(of);
        let encodings = self.encodings.iter().filter(|(path, _)| counts(path)).map(encoding);
        names.chain(encodings).collect()
    }

    fn too_large(&self, limit: String) -> IntakeError {
        IntakeError::TooLarge { input: self.folder.to_input_name(), limit }
    }
}

impl TreeFiles for CrateFiles<'_> {
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError> {
        if !self.files.contains_key(path) {
            let place = match self.find_file(path)? {
                Some(place) if !self.otherwise.contains_key(path) => {
                    self.note_similar_files(path, &place);
                    place
                }
                _ => match self.find_substitute(path)? {
                    Some(place) => place,
                    None => return Ok(None),
                },
            };
            if self.files.len() == MAX_FILES {
                return Err(self.too_large(format!("{MAX_FILES} source files")));
            }
            let SourceText { text, remark } = read_text(&place, MAX_BYTES)?;
            self.bytes += text.len() as u64;
            if self.bytes > MAX_BYTES {
                return Err(self.too_large(format!("{} of source", size::format_bytes(MAX_BYTES))));
            }
            self.encodings.extend(remark.map(|remark| (path.to_owned(), remark)));
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
        let Ok(Some(place)) = self.find_file(path) else { return Ok(false) };
        if self.data.len() == MAX_FILES {
            return Ok(false);
        }
        // The limits are on each file and on all of them.
        let Some(bytes) = place.read(room.min(MAX_DATA_FILE) as u64)? else { return Ok(false) };
        self.data.insert(path.to_owned(), bytes.into_owned());
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
            assert_eq!(intended_name(name), expected, "{name}");
        }
    }
}
