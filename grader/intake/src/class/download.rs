//! Tells a class from a single submission, in a folder or an archive.
//!
//! This only looks at names. A class has names in a platform's format, or contains more than one submission side by
//! side.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::naming::Naming;
use super::plain::{self, Item};
use super::{ClassError, Platform, Source, find};
use crate::archive::{self, Listed};
use crate::input::{InputFiles, InputPath};
use crate::{IntakeError, root};

/// The maximum number of wrapper folders around a class.
const MAX_LEVELS: usize = 3;

/// The result of unpacking a class archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    /// The skipped entries, each with a reason such as `is a link`.
    pub refused: Vec<(String, String)>,
}

/// Returns the folder with the class: `folder` itself, or a folder up to [`MAX_LEVELS`] levels below, if each level
/// contains only one folder.
pub(super) fn class_in(folder: &Path, platform: Option<Platform>) -> PathBuf {
    let mut levels = Vec::new();
    let mut level = folder.to_owned();
    while levels.len() <= MAX_LEVELS {
        let Ok(content) = plain::content(&level) else { break };
        if Naming::of(&content, platform).is_download() {
            return level;
        }
        levels.push(level.clone());
        let mut candidates =
            content.into_iter().filter(|it| it.is_folder || archive::is_archive(&it.path));
        match (candidates.next(), candidates.next()) {
            (Some(only), None) if only.is_folder && !is_submission(&level) => level = only.path,
            _ => break,
        }
    }
    // When no level contains several submissions, there might be a single, deeply nested one.
    levels.into_iter().find(|level| has_several(level)).unwrap_or_else(|| folder.to_owned())
}

/// Returns `true` if the names in a folder follow the format of a platform.
pub(crate) fn looks_downloaded(folder: &InputPath<'_>) -> bool {
    let item = |entry: &InputPath<'_>| Item {
        path: PathBuf::new(),
        name: entry.file_name().to_owned(),
        is_folder: entry.is_folder(),
    };
    let entries = folder.entries().unwrap_or_default();
    let visible = entries.iter().filter(|entry| !entry.file_name().starts_with('.'));
    Naming::of(&visible.map(item).collect::<Vec<_>>(), None).is_download()
}

fn looks_downloaded_on_disk(folder: &Path) -> bool {
    looks_downloaded(&InputFiles::in_folder(folder.to_owned(), folder.to_owned()).top())
}

pub(super) fn is_submission(folder: &Path) -> bool {
    root::is_one(&InputFiles::in_folder(folder.to_owned(), folder.to_owned()).top())
}

pub(super) fn leads_to_submission(folder: &Path) -> bool {
    root::leads_to_one(&InputFiles::in_folder(folder.to_owned(), folder.to_owned()).top())
}

fn has_several(folder: &Path) -> bool {
    let content = plain::content(folder).unwrap_or_default();
    let mut leading = content.iter().filter(|it| {
        if it.is_folder { leads_to_submission(&it.path) } else { archive::is_archive(&it.path) }
    });
    !is_submission(folder) && leading.nth(1).is_some()
}

/// Returns `true` if the folders among `paths` may be classes. A single folder always may. When there are several, at
/// least half need to look like classes, so that a student cannot turn a folder into a class. Otherwise, each folder is
/// a submission, as in `grader grade class/*`.
pub(super) fn are_classes(paths: &[PathBuf]) -> bool {
    let folders: Vec<&PathBuf> =
        paths.iter().filter(|it| it.is_dir() && !plain::is_grades(it)).collect();
    folders.len() < 2
        || 2 * folders.iter().filter(|it| looks_like_class(it)).count() >= folders.len()
}

/// Returns `true` if a folder looks like a class, by the names of a platform or because it contains several
/// submissions.
pub fn looks_like_class(folder: &Path) -> bool {
    looks_downloaded_on_disk(folder) || has_several(folder)
}

/// Returns the names of the submissions in `folder`, if it contains more than one and is not itself a submission. Use
/// this for errors when the user asked for a single submission.
///
/// A crate next to an archive counts as a submission with a packed copy.
///
/// # Errors
///
/// Fails if a folder or file cannot be read.
pub fn holds_several(folder: &Path) -> Result<Vec<String>, ClassError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let is_download = looks_downloaded_on_disk(folder);
    if is_submission(folder) || (!is_download && leads_to_submission(folder)) {
        return Ok(Vec::new());
    }
    let class = match find(&[folder.to_owned()], None) {
        Ok(class) => class,
        Err(ClassError::Nothing { .. }) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let is_known = class.entries.iter().any(|it| it.from.is_some());
    let is_folder = |source: &Source| matches!(source, Source::Folder(_));
    let leads = |source: &Source| match source {
        Source::Folder(path) => leads_to_submission(path),
        Source::Archive(_) | Source::Files(_) => true,
    };
    let found: Vec<_> = class.entries.iter().filter(|it| is_known || leads(&it.source)).collect();
    let folders = found.iter().filter(|it| is_folder(&it.source)).count();
    let archives = found.len() - folders;
    let is_class = is_known || folders > 1 || folders + archives > 2 || archives > 1;
    Ok(if is_class && found.len() > 1 {
        found.iter().map(|it| it.name.clone()).collect()
    } else {
        Vec::new()
    })
}

/// Returns the archive at `path`, which may contain a submission or a class: the file itself, or the only file in a
/// folder.
pub fn archive_at(path: &Path) -> Option<PathBuf> {
    if !path.is_dir() {
        return path.is_file().then(|| path.to_owned());
    }
    if is_submission(path) {
        return None;
    }
    let content = plain::content(path).ok()?;
    let mut candidates =
        content.into_iter().filter(|it| it.is_folder || archive::is_archive(&it.path));
    match (candidates.next(), candidates.next()) {
        (Some(only), None) if !only.is_folder => Some(only.path),
        _ => None,
    }
}

/// Returns `true` if `folder` contains submissions with these names. Output should not go to such a folder, because it
/// would be mixed up with the submissions.
pub fn is_among(folder: &Path, names: &[String]) -> bool {
    let Ok(content) = plain::content(folder) else { return false };
    let is_theirs = |item: &Item| {
        let leads = if item.is_folder {
            leads_to_submission(&item.path)
        } else {
            archive::is_archive(&item.path)
        };
        let name = if item.is_folder { item.name.clone() } else { archive::stem(&item.path) };
        leads && names.contains(&super::file_name(&name))
    };
    Naming::of(&content, None).is_download() || content.iter().any(is_theirs)
}

/// Creates `folder` and unpacks a class archive, which messages call `label`, into it. Returns `None`, without creating the folder, when the archive
/// contains a single submission.
///
/// Everything but litter is written. Student archives inside stay packed until they are opened separately. The archive
/// is untrusted, but unsafe entries are just skipped, so that one student cannot prevent the class from being graded.
///
/// # Errors
///
/// Fails if the archive is damaged, unsupported or too large, or writing fails.
pub fn unpack(
    archive: &Path,
    label: &Path,
    folder: &Path,
) -> Result<Option<Unpacked>, IntakeError> {
    let list = archive::list(archive, label)?;
    if !is_class(&list) {
        return Ok(None);
    }
    fs::create_dir(folder).map_err(|source| IntakeError::Scratch { source })?;
    let refused = archive::unpack_class(archive, label, folder)?;
    Ok(Some(Unpacked { refused }))
}

/// The entries below a folder, as the remaining components, and whether each is a folder.
type Inside<'a> = Vec<(&'a [String], bool)>;

fn is_class(list: &[Listed]) -> bool {
    let mut inside: Inside<'_> =
        list.iter().map(|it| (it.parts.as_slice(), it.is_folder)).collect();
    for _ in 0..=MAX_LEVELS {
        if is_root(&inside) {
            return false;
        }
        let level = Level::of(&inside);
        if Naming::of(&level.items(), None).is_download() {
            return true;
        }
        let mut folders = level.folders.into_values();
        match (folders.next(), folders.next(), level.archives) {
            (Some(only), None, 0) => inside = only,
            (None, _, archives) => return archives > 0,
            (first, second, archives) => {
                let folders = first.into_iter().chain(second).chain(folders);
                return folders.filter(leads_to_one).count() + archives > 1;
            }
        }
    }
    false
}

/// The content of a folder in an archive, without litter.
struct Level<'a> {
    /// The subfolders, with the entries below each.
    folders: BTreeMap<&'a str, Inside<'a>>,
    files: Vec<&'a str>,
    archives: usize,
}

impl<'a> Level<'a> {
    fn of(inside: &Inside<'a>) -> Self {
        let mut level = Self { folders: BTreeMap::new(), files: Vec::new(), archives: 0 };
        for &(parts, is_folder) in inside {
            match parts {
                [name, ..] if name.starts_with('.') => {}
                [name] if !is_folder => {
                    level.files.push(name);
                    level.archives += usize::from(archive::is_archive_name(name));
                }
                [name, rest @ ..] => {
                    let below = level.folders.entry(name).or_default();
                    below.extend((!rest.is_empty()).then_some((rest, is_folder)));
                }
                [] => {}
            }
        }
        level
    }

    fn items(&self) -> Vec<Item> {
        let item =
            |name: &str, is_folder| Item { path: PathBuf::new(), name: name.to_owned(), is_folder };
        let folders = self.folders.keys().map(|name| item(name, true));
        folders.chain(self.files.iter().map(|name| item(name, false))).collect()
    }
}

/// Returns `true` if this is the root of a submission, like [`root::is_root`] for folders on disk.
fn is_root(inside: &Inside<'_>) -> bool {
    inside.iter().any(|(parts, is_folder)| match parts {
        [file] => !is_folder && ["Cargo.toml", "board.rs", "solver.rs"].contains(&file.as_str()),
        [folder, file] => {
            folder == "src" && ["lib.rs", "board.rs", "solver.rs"].contains(&file.as_str())
        }
        _ => false,
    })
}

/// Returns `true` if the folder contains a single submission only, like [`root::leads_to_one`].
fn leads_to_one(inside: &Inside<'_>) -> bool {
    let mut inside = inside.clone();
    for _ in 0..=MAX_LEVELS {
        if is_root(&inside) {
            return true;
        }
        let level = Level::of(&inside);
        let mut folders = level.folders.into_values();
        match (folders.next(), folders.next(), level.archives) {
            (Some(only), None, 0) => inside = only,
            (None, _, 1) => return true,
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_class_of(names: &[&str]) -> bool {
        let listed = |name: &&str| Listed {
            parts: name.trim_end_matches('/').split('/').map(str::to_owned).collect(),
            is_folder: name.ends_with('/'),
        };
        is_class(&names.iter().map(listed).collect::<Vec<_>>())
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
            assert!(is_class_of(class), "{class:?}");
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
            assert!(!is_class_of(submission), "{submission:?}");
        }
    }
}
