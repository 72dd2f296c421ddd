//! Compares two folders byte by byte.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use serde_json::Value;
use thiserror::Error;

use crate::run::{CACHE, PROGRAM, TEMPORARY};

/// Paths that are not compared: the program itself, its caches and temporary files, and compiled submissions. The names
/// and contents of these files depend on the sources of the program.
const LEFT_OUT: [&str; 4] = [PROGRAM, CACHE, TEMPORARY, "programs"];

/// The ending of files with a hash of the sources of the program. Everything else in them can be computed from the grade
/// beside them.
const KEY: &str = "key";

/// The file about a run. These fields are times, for which there is no option.
const RUN: &str = "run.json";
const TIMES: [&str; 3] = ["started", "ended", "seconds"];

/// The file in which a new assignment has a random seed of this many digits.
const RUBRIC: &str = "assignment.toml";
/// `grader init` draws the seed at random, so it always differs.
const SEED_DIGITS: usize = 64;

/// The maximum number of characters to show of a line.
/// Two lines of a terminal.
const SHOWN: usize = 160;

#[derive(Debug, Error)]
#[error("`{path}` cannot be read: {source}", path = .path.display())]
pub(crate) struct TreeError {
    path: PathBuf,
    source: io::Error,
}

/// The result of a comparison.
#[derive(Default)]
pub(crate) struct TreeComparison {
    pub(crate) differences: Vec<FileDifference>,
    /// The number of compared files, and their size.
    pub(crate) files: usize,
    pub(crate) bytes: usize,
}

/// A file that differs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FileDifference {
    path: String,
    kind: Kind,
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    OnlyOld,
    OnlyNew,
    /// The number of the first line that differs, counted from 1, and both versions, from the same character on.
    Line {
        number: usize,
        old: String,
        new: String,
    },
}

impl fmt::Display for FileDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match &self.kind {
            Kind::OnlyOld => write!(f, "DIFFERENT {path}: only the old program wrote this"),
            Kind::OnlyNew => write!(f, "DIFFERENT {path}: only the new program wrote this"),
            Kind::Line { number, old, new } => {
                write!(f, "DIFFERENT {path}: line {number}\n  old: {old}\n  new: {new}")
            }
        }
    }
}

/// Compares all files in two folders.
///
/// # Errors
///
/// Returns an error if a file or folder cannot be read.
pub(crate) fn compare(old: &Path, new: &Path) -> Result<TreeComparison, TreeError> {
    let [of_old, of_new] = [old, new].map(|root| {
        let mut paths = BTreeSet::new();
        add_paths(root, Path::new(""), &mut paths).map(|()| paths)
    });
    let (of_old, of_new) = (of_old?, of_new?);
    let mut found = TreeComparison::default();
    for path in of_old.union(&of_new) {
        let kind = match (of_old.contains(path), of_new.contains(path)) {
            (true, false) => Some(Kind::OnlyOld),
            (false, _) => Some(Kind::OnlyNew),
            (true, true) => {
                let (old, new) = (read_entry(&old.join(path))?, read_entry(&new.join(path))?);
                found.files += 1;
                found.bytes += old.len();
                first_difference(&without_chance(path, &old), &without_chance(path, &new))
            }
        };
        let path = path.display().to_string();
        found.differences.extend(kind.map(|kind| FileDifference { path, kind }));
    }
    Ok(found)
}

/// Adds the paths of all files and empty folders, relative to the root.
fn add_paths(root: &Path, inner: &Path, paths: &mut BTreeSet<PathBuf>) -> Result<(), TreeError> {
    let folder = root.join(inner);
    let failed = |source| TreeError { path: folder.clone(), source };
    let mut is_empty = true;
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        is_empty = false;
        let path = inner.join(entry.file_name());
        if LEFT_OUT.iter().any(|name| path == Path::new(name))
            || path.extension().is_some_and(|ending| ending == KEY)
        {
            continue;
        }
        if entry.file_type().map_err(failed)?.is_dir() {
            add_paths(root, &path, paths)?;
        } else {
            paths.insert(path);
        }
    }
    if is_empty {
        paths.insert(inner.to_owned());
    }
    Ok(())
}

/// Reads a file, or the target of a link. An empty folder has no content.
fn read_entry(path: &Path) -> Result<Vec<u8>, TreeError> {
    let read = || {
        let kind = fs::symlink_metadata(path)?.file_type();
        if kind.is_dir() {
            Ok(Vec::new())
        } else if kind.is_symlink() {
            // A link is compared by its target, which may be anywhere.
            Ok(fs::read_link(path)?.into_os_string().into_encoded_bytes())
        } else {
            fs::read(path)
        }
    };
    read().map_err(|source| TreeError { path: path.to_owned(), source })
}

/// Sets the times in the file about a run to zero, and removes the random seed from a rubric. All other files are returned
/// unchanged.
fn without_chance<'a>(path: &Path, bytes: &'a [u8]) -> Cow<'a, [u8]> {
    let changed = if path.ends_with(RUN) {
        serde_json::from_slice::<Value>(bytes).ok().map(|mut run| {
            clear_times(&mut run);
            format!("{run:#}")
        })
    } else if path.ends_with(RUBRIC) {
        str::from_utf8(bytes)
            .ok()
            .map(|text| text.split_inclusive('\n').filter(|line| !is_random_seed(line)).collect())
    } else {
        None
    };
    changed.map_or(Cow::Borrowed(bytes), |text| Cow::Owned(text.into_bytes()))
}

fn is_random_seed(line: &str) -> bool {
    let seed = line.trim_end().strip_prefix("seed = \"").and_then(|rest| rest.strip_suffix('"'));
    seed.is_some_and(|seed| {
        seed.len() == SEED_DIGITS && seed.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

fn clear_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if TIMES.contains(&name.as_str()) && value.is_number() {
                    *value = 0.into();
                } else {
                    clear_times(value);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(clear_times),
        _ => {}
    }
}

fn first_difference(old: &[u8], new: &[u8]) -> Option<Kind> {
    let place = old.iter().zip(new).position(|(old, new)| old != new);
    let place = place.or_else(|| (old.len() != new.len()).then(|| old.len().min(new.len())))?;
    let before = &old[..place];
    let number = before.split(|byte| *byte == b'\n').count();
    let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    // A line may be longer than what is shown.
    let from = if place - line < SHOWN { line } else { place };
    Some(Kind::Line { number, old: first_line(&old[from..]), new: first_line(&new[from..]) })
}

/// Returns the first line for people, shortened.
fn first_line(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "(the end)".to_owned();
    }
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    // A line may be megabytes long, so only its beginning is decoded. Most characters take one or two bytes.
    let part = &line[..line.len().min(4 * SHOWN)];
    String::from_utf8_lossy(part).chars().take(2 * SHOWN).flat_map(char::escape_debug).collect()
}
