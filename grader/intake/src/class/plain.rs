//! Folders of folders and of archives.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, Found, Source, git, name};
use crate::archive::{self, is_archive};
use crate::litter;

/// Something in a folder of a class.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) path: PathBuf,
    /// Its name; where that is not UTF-8, with replacement characters.
    pub(super) name: String,
    pub(super) is_folder: bool,
}

/// The content of a folder, without litter, in the order of the names. A link counts as its target:
/// it is the instructor's, and no submission's.
pub(super) fn content(folder: &Path) -> io::Result<Vec<Item>> {
    let mut items = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if litter::is_litter(&name) || name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        items.push(Item { is_folder: path.is_dir(), path, name });
    }
    items.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    Ok(items)
}

/// Takes each folder and each archive for a submission.
pub(super) fn read(content: Vec<Item>, found: &mut Found) {
    for Item { path, is_folder, .. } in content {
        if is_folder {
            found.entries.push(folder(&path));
        } else if is_archive(&path) {
            found.entries.push(archive(&path));
        } else {
            found.ignored.push(path);
        }
    }
}

/// The submission in a folder.
pub(super) fn folder(path: &Path) -> Entry {
    // A path like `.` has no name of its own.
    let resolved = fs::canonicalize(path);
    let named = resolved.as_deref().ok().filter(|_| path.file_name().is_none()).unwrap_or(path);
    let commit = git::commit(path);
    Entry { commit, ..entry(&lossy(named), Source::Folder(path.to_owned())) }
}

/// The submission in an archive, named without its ending.
pub(super) fn archive(path: &Path) -> Entry {
    entry(&archive::stem(path), Source::Archive(path.to_owned()))
}

/// A submission of which nothing but the name is known.
pub(super) fn entry(text: &str, source: Source) -> Entry {
    Entry {
        name: name::file_name(text),
        source,
        commit: None,
        students: Vec::new(),
        platform: Vec::new(),
        from: None,
        submission_id: None,
        handed_in: None,
        late: false,
    }
}

/// The name of a submission in its place: that of its folder, or of its archive without the ending.
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
