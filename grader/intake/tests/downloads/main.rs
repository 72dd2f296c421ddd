//! Tests downloads in the layout of every platform. No file may vanish, and no student may be credited with another's
//! submission. `docs/book/src/instructor/downloads.md` lists the sources for the layouts.

mod archives;
#[cfg(target_os = "linux")]
mod doubts;
mod hostile;
mod people;
mod platforms;
mod property;
mod together;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use intake::class::{self, Class};
use proptest::prelude::*;
use tempfile::TempDir;

pub(crate) fn is_zip(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "zip")
}

pub(crate) fn archive() -> Vec<u8> {
    pack(&BTreeMap::from([("board.rs".to_owned(), b"pub struct Board;".to_vec())]))
}

pub(crate) fn pack(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(crate) fn lay(files: &BTreeMap<String, Vec<u8>>, folder: &Path) {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Returns every file below a folder, except for files that operating systems leave behind.
pub(crate) fn all(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "__MACOSX" {
            continue;
        }
        if entry.path().is_dir() {
            found.extend(all(&entry.path()));
        } else {
            found.insert(entry.path());
        }
    }
    found
}

/// Returns the files that a class accounts for, because they are part of a submission or an older attempt, were read
/// for information about the class, or were ignored. A file that was not resubmitted belongs to more than one attempt,
/// but is listed once.
pub(crate) fn accounted(class: &Class) -> Vec<PathBuf> {
    let mut paths: Vec<&Path> = Vec::new();
    for entry in &class.entries {
        let older = entry.older.iter().flat_map(|attempt| attempt.source.paths());
        let of_entry: BTreeSet<&Path> = entry.source.paths().into_iter().chain(older).collect();
        paths.extend(of_entry);
    }
    paths.extend(class.ignored.iter().map(|ignored| ignored.path.as_path()));
    paths.extend(class.read.iter().map(PathBuf::as_path));
    paths.into_iter().map(Path::to_owned).collect()
}

pub(crate) fn nothing_vanishes(
    files: &BTreeSet<PathBuf>,
    class: &Class,
) -> Result<(), TestCaseError> {
    let accounted = accounted(class);
    let once: BTreeSet<&PathBuf> = accounted.iter().collect();
    prop_assert_eq!(once.len(), accounted.len(), "something counts twice: {:?}", accounted);
    for file in files {
        let count = accounted.iter().filter(|place| file.starts_with(place)).count();
        prop_assert_eq!(count, 1, "{:?} is accounted for {} times", file, count);
    }
    Ok(())
}

pub(crate) fn folder(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &&str| {
        let bytes = if is_zip(name) {
            archive()
        } else {
            format!("// {name}\npub struct Board;\n").into_bytes()
        };
        ((*name).to_owned(), bytes)
    };
    lay(&names.iter().map(file).collect(), folder.path());
    folder
}

/// Returns one line per submission, with the name, owner, time and number of files.
pub(crate) fn shown(class: &Class) -> String {
    let line = |attempt: &class::Attempt| {
        let people: Vec<_> = attempt
            .students
            .iter()
            .map(|student| {
                let id = student.id.as_deref().unwrap_or("-");
                format!("{id} {}", student.name.as_deref().unwrap_or("-"))
            })
            .collect();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let files: Vec<_> = attempt.source.paths().into_iter().map(name).collect();
        let older: Vec<_> =
            attempt.older.iter().flat_map(|attempt| attempt.source.paths()).map(name).collect();
        let time = attempt.time.map_or_else(|| "-".to_owned(), |time| time.to_string());
        let late = if attempt.late { ", late" } else { "" };
        format!(
            "{}: {} at {time}{late}\n  {files:?}, before {older:?}",
            attempt.name,
            people.join(", ")
        )
    };
    let lines = class.entries.iter().map(line);
    let passed = class.ignored.iter().map(|ignored| {
        format!("ignored, {}: {}", ignored.why, ignored.path.file_name().unwrap().to_string_lossy())
    });
    lines.chain(passed).collect::<Vec<_>>().join("\n")
}
