//! Tells a class from a single submission, in a folder or an archive.
//!
//! This looks at names, and at manifests. A class has names in a platform's format, or contains more than one submission
//! side by side.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::naming::FolderNaming;
use super::plain::{self, FolderItem};
use super::roster::is_list_name;
use super::{
    Attempt, ClassContext, ClassReadError, Platform, SubmissionSource, find_with, gradescope,
};
use crate::archive::{self, UnpackedArchive};
use crate::input::{InputFiles, InputPath};
use crate::{IntakeError, root};

/// The maximum number of wrapper folders around a class.
/// As for a submission, tools for unpacking and packing add one each.
const MAX_LEVELS: usize = 3;

/// The maximum size in bytes of files that describe a class, except for Gradescope's.
/// A roster of thousands of students takes some hundred kilobytes.
const MAX_NOTE: u64 = 1 << 20;

/// The names in a class archive, with the content of the files that describe the class.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClassArchive {
    files: InputFiles,
    /// The skipped entries, each with a reason such as `is encrypted`.
    pub refused: Vec<(String, String)>,
}

impl ClassArchive {
    /// Reads the names in the archive at `path`, which paths and messages call `label`. Returns `None` if it contains a
    /// single submission.
    ///
    /// The archive is untrusted, but unsafe entries are just skipped, so that one student cannot prevent the class from
    /// being graded. Student archives inside stay packed until they are opened separately.
    ///
    /// # Errors
    ///
    /// Fails if the archive is damaged, unsupported or too large.
    pub fn open(path: &Path, label: &Path) -> Result<Option<Self>, IntakeError> {
        let UnpackedArchive { files, refused } = archive::list_class(path, label)?;
        Ok(is_class(&files.top()).then_some(Self { files, refused }))
    }

    /// Returns the path of the archive.
    pub fn path(&self) -> &Path {
        self.files.name().path()
    }

    pub(super) fn top(&self) -> InputPath<'_> {
        self.files.top()
    }
}

/// Returns `true` if the names of submissions depend on this file in a class archive.
pub(crate) fn describes_class(name: &str, size: u64) -> bool {
    name == gradescope::METADATA || size <= MAX_NOTE && (is_list_name(name) || name == "Cargo.toml")
}

/// Returns the folder with the class: `folder` itself, or a folder up to [`MAX_LEVELS`] levels below, if each level
/// contains only one folder.
pub(super) fn find_class_folder<'a>(
    folder: &InputPath<'a>,
    platform: Option<Platform>,
) -> InputPath<'a> {
    let mut levels = Vec::new();
    let mut level = folder.clone();
    while levels.len() <= MAX_LEVELS {
        let Ok(content) = plain::visible_items(&level) else { break };
        if FolderNaming::from_items(&content, platform).is_download() {
            return level;
        }
        levels.push(level.clone());
        match only_candidate(content) {
            Some(only) if only.is_folder && !root::is_submission_or_workspace(&level) => {
                level = only.entry;
            }
            _ => break,
        }
    }
    // When no level contains several submissions, there might be a single, deeply nested one.
    levels.into_iter().find(leads_to_several_submissions).unwrap_or_else(|| folder.clone())
}

/// Returns the only folder or archive.
fn only_candidate(content: Vec<FolderItem<'_>>) -> Option<FolderItem<'_>> {
    let mut candidates =
        content.into_iter().filter(|item| item.is_folder || archive::is_archive_file(&item.entry));
    candidates.next().filter(|_| candidates.next().is_none())
}

/// Returns `true` if the names in a folder follow the format of a platform.
pub(crate) fn looks_downloaded(folder: &InputPath<'_>) -> bool {
    FolderNaming::from_items(&plain::visible_items(folder).unwrap_or_default(), None).is_download()
}

fn leads_to_several_submissions(folder: &InputPath<'_>) -> bool {
    let content = plain::visible_items(folder).unwrap_or_default();
    let mut leading = content.iter().filter(|item| leads_to_submission(item));
    // The second one is enough to know.
    !root::is_submission_or_workspace(folder) && leading.nth(1).is_some()
}

fn leads_to_submission(item: &FolderItem<'_>) -> bool {
    if item.is_folder {
        root::leads_to_one_submission(&item.entry)
    } else {
        archive::is_archive_file(&item.entry)
    }
}

/// Returns `true` if the folders among `paths` may be classes. A single folder always may. When there are several, at
/// least half need to look like classes, so that a student cannot turn a folder into a class. Otherwise, each folder is
/// a submission, as in `grader grade class/*`.
pub(super) fn are_classes(paths: &[PathBuf]) -> bool {
    let is_grades = |path: &Path| plain::is_grades(&input_of_class_folder(path).top());
    let folders: Vec<&PathBuf> =
        paths.iter().filter(|path| path.is_dir() && !is_grades(path)).collect();
    folders.len() < 2
        || 2 * folders.iter().filter(|path| looks_like_class(path)).count() >= folders.len()
}

fn input_of_class_folder(path: &Path) -> InputFiles {
    InputFiles::in_class_folder(path.to_owned())
}

/// Returns `true` if a folder looks like a class, by the names of a platform or because it contains several
/// submissions.
pub fn looks_like_class(folder: &Path) -> bool {
    let files = input_of_class_folder(folder);
    looks_downloaded(&files.top()) || leads_to_several_submissions(&files.top())
}

/// Returns the names of the submissions in `folder`, if it contains more than one and is not itself a submission. Use
/// this for errors when the user asked for a single submission.
///
/// A crate next to an archive counts as a submission with a packed copy.
///
/// # Errors
///
/// Fails if a folder or file cannot be read.
pub fn submissions_if_several(folder: &Path) -> Result<Vec<String>, ClassReadError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let files = input_of_class_folder(folder);
    let top = files.top();
    if root::is_submission_or_workspace(&top)
        || (!looks_downloaded(&top) && root::leads_to_one_submission(&top))
    {
        return Ok(Vec::new());
    }
    names_of_several(find_with(&[folder.to_owned()], ClassContext::default()), &top)
}

/// Like [`submissions_if_several`], for a class archive.
///
/// # Errors
///
/// Fails if a file that describes the class is invalid.
pub fn submissions_if_several_in(archive: &ClassArchive) -> Result<Vec<String>, ClassReadError> {
    let archives = std::slice::from_ref(archive);
    let class = find_with(
        &[archive.path().to_owned()],
        ClassContext { archives, ..ClassContext::default() },
    );
    names_of_several(class, &archive.top())
}

/// Returns the names of several submissions below `top`.
fn names_of_several(
    class: Result<super::Class, ClassReadError>,
    top: &InputPath<'_>,
) -> Result<Vec<String>, ClassReadError> {
    let class = match class {
        Ok(class) => class,
        Err(ClassReadError::Nothing { .. }) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let is_known = class.entries.iter().any(|entry| entry.from.is_some());
    let leads = |entry: &&Attempt| match &entry.source {
        SubmissionSource::Folder(path) => {
            let inside = path.strip_prefix(top.place()).unwrap_or(path).iter();
            let folder =
                inside.fold(top.clone(), |folder, name| folder.join_raw(name.as_encoded_bytes()));
            is_known || root::leads_to_one_submission(&folder)
        }
        SubmissionSource::Archive(_) | SubmissionSource::Files(_) => true,
    };
    let found: Vec<&Attempt> = class.entries.iter().filter(leads).collect();
    let is_folder = |entry: &&&Attempt| matches!(entry.source, SubmissionSource::Folder(_));
    let folders = found.iter().filter(is_folder).count();
    let archives = found.len() - folders;
    let is_class = is_known || folders > 1 || folders + archives > 2 || archives > 1;
    let names = found.iter().map(|entry| entry.name.clone());
    Ok(if is_class && found.len() > 1 { names.collect() } else { Vec::new() })
}

/// Returns the archive at `path`, which may contain a submission or a class: the file itself, or the only file in a
/// folder.
pub fn archive_at(path: &Path) -> Option<PathBuf> {
    if !path.is_dir() {
        return path.is_file().then(|| path.to_owned());
    }
    let files = input_of_class_folder(path);
    if root::is_submission_or_workspace(&files.top()) {
        return None;
    }
    let only = only_candidate(plain::visible_items(&files.top()).ok()?)?;
    (!only.is_folder).then_some(only.path)
}

/// Returns `true` if `folder` contains submissions with these names. Output should not go to such a folder, because it
/// would be mixed up with the submissions.
pub fn contains_submissions(folder: &Path, names: &[String]) -> bool {
    let files = input_of_class_folder(folder);
    let Ok(content) = plain::visible_items(&files.top()) else { return false };
    let is_theirs = |item: &FolderItem<'_>| {
        let name = if item.is_folder {
            item.name.clone()
        } else {
            archive::name_without_ending(&item.path)
        };
        leads_to_submission(item) && names.contains(&super::escape_as_file_name(&name))
    };
    FolderNaming::from_items(&content, None).is_download() || content.iter().any(is_theirs)
}

/// Returns `true` if an archive with this content contains a class.
fn is_class(top: &InputPath<'_>) -> bool {
    let mut level = top.clone();
    for _ in 0..=MAX_LEVELS {
        if root::is_submission_or_workspace(&level) || level.join("Cargo.toml").is_file() {
            return false;
        }
        let content = plain::visible_items(&level).unwrap_or_default();
        if FolderNaming::from_items(&content, None).is_download() {
            return true;
        }
        let leading = content.iter().filter(|item| leads_to_submission(item)).count();
        let folders = content.iter().filter(|item| item.is_folder).count();
        match only_candidate(content) {
            Some(only) if only.is_folder => level = only.entry,
            // An archive alone is a class of one.
            _ => return leading > 1 || leading == 1 && folders == 0,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tests::text_input;

    fn is_class_with(names: &[&str]) -> bool {
        let files: Vec<_> = names.iter().map(|name| (*name, "")).collect();
        is_class(&text_input(&files).top())
    }

    #[test]
    fn class_archives_are_distinguished_from_submissions() {
        for class in [
            &["doejane_11_501_work.zip"][..],
            &["dl/Jane_1_assignsubmission_file_/board.rs"],
            &["8-P_jdoe_attempt_2026-11-20-10-33-12.txt"],
            &["index.html", "HW/1-2 - Jane Doe - Nov 20, 2026 1033 AM/board.rs"],
            &["assignment_1_export/submission_metadata.yml", "assignment_1_export/s_1/board.rs"],
            &["alice/board.rs", "bob/Cargo.toml", "bob/src/lib.rs", "notes.txt"],
            &["alice.zip", "bob.tar.gz"],
            &["class/alice.zip"],
            &["alice/hw/board.rs", "bob.zip"],
        ] {
            assert!(is_class_with(class), "{class:?}");
        }
        for submission in [
            &["board.rs", "solver.rs"][..],
            &["alice/board.rs", "alice/old/board.rs", "alice/new/board.rs"],
            &["hw/a/b/src/lib.rs"],
            &["Cargo.toml", "submission_metadata.yml", "doejane_11_501_work.zip"],
            &["Cargo.toml", "a/src/lib.rs", "b/src/lib.rs"],
            &["essay.pdf", "docs/a.txt", "img/b.png"],
            &["crate/Cargo.toml", "docs/a.md"],
            &[],
        ] {
            assert!(!is_class_with(submission), "{submission:?}");
        }
    }
}
