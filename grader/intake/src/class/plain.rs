//! Classes in plain folders of folders and archives.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Attempt, ClassSearch, IgnoredReason, Platform, SubmissionSource, git, name, uploads};
use crate::archive::{self, is_archive_file};
use crate::input::InputPath;
use crate::litter;

/// A file or folder in a class folder.
#[derive(Clone, Debug)]
pub(super) struct FolderItem<'a> {
    pub(super) entry: InputPath<'a>,
    pub(super) path: PathBuf,
    /// The file name, with invalid UTF-8 replaced.
    pub(super) name: String,
    pub(super) is_folder: bool,
}

impl<'a> FolderItem<'a> {
    pub(super) fn new(entry: InputPath<'a>) -> Self {
        let (path, is_folder) = (entry.place(), entry.is_folder());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { entry, path, name, is_folder }
    }
}

/// Returns a folder's sorted content without litter and what is hidden.
pub(super) fn visible_items<'a>(folder: &InputPath<'a>) -> io::Result<Vec<FolderItem<'a>>> {
    let mut items: Vec<_> = folder.list_entries()?.into_iter().map(FolderItem::new).collect();
    items.retain(|item| !is_hidden(&item.name));
    // Two names can look alike after decoding, so the path decides.
    items.sort_by(|first, second| (&first.name, &first.path).cmp(&(&second.name, &second.path)));
    Ok(items)
}

/// Returns the sorted files and folders that [`visible_items`] leaves out although they may be somebody's work: hidden ones,
/// and a folder named like cargo's output that holds code.
pub(super) fn hidden_paths(folder: &InputPath<'_>) -> io::Result<Vec<PathBuf>> {
    let mut items: Vec<_> = folder.list_entries()?.into_iter().map(FolderItem::new).collect();
    items.retain(|item| is_hidden(&item.name));
    let mut paths: Vec<_> = items.into_iter().map(|item| item.path).collect();
    paths.sort();
    Ok(paths)
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || litter::is_target(name)
}

pub(super) fn read_folder(content: Vec<FolderItem<'_>>, found: &mut ClassSearch) {
    for item in content {
        let FolderItem { entry, path, name, is_folder } = &item;
        if *is_folder && is_grades(entry) {
            found.ignore_as_explained([path.clone()], &IgnoredReason::Grades);
        } else if *is_folder {
            found.entries.push(attempt_from_folder(path));
        } else if is_archive_file(entry) {
            found.entries.push(attempt_from_archive(path));
        } else if uploads::is_source(name) {
            found.ignore_possible_work([path.clone()], &IgnoredReason::Loose);
        } else {
            found.leave_out_unless_list(&item);
        }
    }
}

/// Adds each folder and archive with a name that does not match the platform of the download.
pub(super) fn add_unmatched_items(
    content: Vec<FolderItem<'_>>,
    platform: Platform,
    found: &mut ClassSearch,
) {
    let (sources, others): (Vec<FolderItem<'_>>, Vec<FolderItem<'_>>) =
        content.into_iter().partition(|item| !item.is_folder && uploads::is_source(&item.name));
    found.ignore_possible_work(
        sources.into_iter().map(|item| item.path),
        &IgnoredReason::Unnamed(platform),
    );
    let first = found.entries.len();
    read_folder(others, found);
    let paths = found.entries[first..].iter().map(|entry| entry.source.path().to_owned());
    found.beside.extend(paths.map(|path| (path, platform)));
}

/// Returns `true` if this program wrote grades to the folder.
pub(super) fn is_grades(folder: &InputPath<'_>) -> bool {
    let has = |name: &str| folder.join(name).is_file();
    folder.join("submissions").is_folder()
        && has(".lock")
        && ["run.json", "class.json", "grades.json"].into_iter().any(has)
}

pub(super) fn attempt_from_folder(path: &Path) -> Attempt {
    // Paths such as `.` have no file name.
    let resolved = if path.file_name().is_none() { fs::canonicalize(path).ok() } else { None };
    let named = resolved.as_deref().unwrap_or(path);
    let commit = git::checked_out_commit(path);
    let source = SubmissionSource::Folder(path.to_owned());
    let name =
        name::escape_bytes_as_file_name(named.file_name().unwrap_or_default().as_encoded_bytes());
    Attempt { name, commit, source, ..Attempt::default() }
}

/// Creates an attempt for an archive, named without the extension.
pub(super) fn attempt_from_archive(path: &Path) -> Attempt {
    let name = path.file_name().unwrap_or_default();
    let stem = archive::name_without_ending(path);
    // The extension is ASCII, so it is as long in a name that is not UTF-8.
    let ending = name.to_string_lossy().len().saturating_sub(stem.len());
    let bytes = name.as_encoded_bytes();
    let name = match bytes.len().checked_sub(ending).filter(|length| *length > 0) {
        Some(end) => name::escape_bytes_as_file_name(&bytes[..end]),
        None => name::escape_as_file_name(&stem),
    };
    Attempt { name, source: SubmissionSource::Archive(path.to_owned()), ..Attempt::default() }
}

/// Returns the name of a submission: the folder name, or the archive name without the extension.
pub(super) fn label(source: &SubmissionSource) -> String {
    match source {
        SubmissionSource::Folder(path) => file_name_lossy(path),
        SubmissionSource::Archive(path) => archive::name_without_ending(path),
        SubmissionSource::Files(_) => String::new(),
    }
}

fn file_name_lossy(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use crate::input::InputFiles;

    /// Returns a folder with a file or folder of each name. The name of a folder ends with a slash.
    pub(crate) fn folder_with(names: &[&str]) -> InputFiles {
        let mut files = InputFiles::in_archive("class".into());
        for name in names {
            match name.strip_suffix('/') {
                Some(folder) => files.add_folder(&[folder.into()]),
                None => files.add_file(&[(*name).into()], Some(Vec::new())),
            }
        }
        files
    }
}
