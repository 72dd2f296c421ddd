//! Classes in plain folders of folders and archives.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Attempt, Found, Platform, Source, Why, git, name, uploads};
use crate::archive::{self, is_archive};
use crate::litter;

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) path: PathBuf,
    /// The file name, with invalid UTF-8 replaced.
    pub(super) name: String,
    pub(super) is_folder: bool,
}

/// Returns the sorted content of a folder without litter. Follows links, because the instructor created them.
pub(super) fn content(folder: &Path) -> io::Result<Vec<Item>> {
    let mut items = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if litter::is_litter(&name) || name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        let kind = entry.file_type()?;
        // In a large class on a network file system, asking for the type of every entry would take long.
        let is_folder = if kind.is_symlink() { path.is_dir() } else { kind.is_dir() };
        items.push(Item { path, name, is_folder });
    }
    items.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Ok(items)
}

/// Returns the sorted files and folders that [`content`] leaves out although they may be somebody's work: hidden ones,
/// and a folder named like cargo's output that is not from cargo.
pub(super) fn hidden(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
        let is_hidden = name.starts_with('.') && !litter::is_noise(&name);
        let is_from_cargo = || path.join("CACHEDIR.TAG").is_file();
        if is_hidden || (litter::is_target(&name) && !is_from_cargo()) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

pub(super) fn read(content: Vec<Item>, found: &mut Found) {
    for Item { path, name, is_folder } in content {
        if is_folder && is_grades(&path) {
            found.pass_over([path], &Why::Grades);
        } else if is_folder {
            found.entries.push(folder(&path));
        } else if is_archive(&path) {
            found.entries.push(archive(&path));
        } else {
            let why = if uploads::is_source(&name) { Why::Loose } else { Why::NoCode };
            found.leave_out([path], &why);
        }
    }
}

/// Adds each folder and archive with a name that does not match the platform of the download.
pub(super) fn read_beside(content: Vec<Item>, platform: Platform, found: &mut Found) {
    let (sources, others): (Vec<Item>, Vec<Item>) =
        content.into_iter().partition(|it| !it.is_folder && uploads::is_source(&it.name));
    found.leave_out(sources.into_iter().map(|it| it.path), &Why::Unnamed(platform));
    let first = found.entries.len();
    read(others, found);
    let paths = found.entries[first..].iter().map(|it| it.source.path().to_owned());
    found.beside.extend(paths.map(|path| (path, platform)));
}

/// Returns `true` if this program wrote grades to the folder.
pub(super) fn is_grades(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).is_file();
    // Most folders fail the first test.
    folder.join("submissions").is_dir()
        && has(".lock")
        && ["run.json", "class.json", "grades.json"].into_iter().any(has)
}

pub(super) fn folder(path: &Path) -> Attempt {
    // Paths such as `.` have no file name.
    let resolved = if path.file_name().is_none() { fs::canonicalize(path).ok() } else { None };
    let named = resolved.as_deref().unwrap_or(path);
    let commit = git::commit(path);
    let time = commit.as_deref().and_then(|commit| git::time(path, commit));
    let handed_in = time.map(|it| it.to_string());
    let source = Source::Folder(path.to_owned());
    let name = name::file_name_of(named.file_name().unwrap_or_default().as_encoded_bytes());
    Attempt { name, handed_in, time, commit, source, ..Attempt::default() }
}

/// Creates an attempt for an archive, named without the extension.
pub(super) fn archive(path: &Path) -> Attempt {
    let name = path.file_name().unwrap_or_default();
    let stem = archive::stem(path);
    // The extension is ASCII, so it is as long in a name that is not UTF-8.
    let ending = name.to_string_lossy().len().saturating_sub(stem.len());
    let bytes = name.as_encoded_bytes();
    let name = match bytes.len().checked_sub(ending).filter(|it| *it > 0) {
        Some(end) => name::file_name_of(&bytes[..end]),
        None => name::file_name(&stem),
    };
    Attempt { name, source: Source::Archive(path.to_owned()), ..Attempt::default() }
}

/// Returns the name of a submission: the folder name, or the archive name without the extension.
pub(super) fn label(source: &Source) -> String {
    match source {
        Source::Folder(path) => lossy(path),
        Source::Archive(path) => archive::stem(path),
        Source::Files(_) => String::new(),
    }
}

fn lossy(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
