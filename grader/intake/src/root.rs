//! Finds the folder in which a submission begins.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::IntakeError;
use super::folder::MAX_BYTES;
use super::submission::ROOT;
use super::{archive, litter, manifest};

/// The most folders that a submission may be wrapped in.
const MAX_LEVELS: usize = 3;

/// The most folders that are looked into.
const MAX_FOLDERS: usize = 1000;

/// Folders of a crate that are no submission, though their files may be called so.
const PARTS: [&str; 5] = ["src", "tests", "puzzles", "examples", "benches"];

/// Whether a submission begins in this folder: a crate, or the bare files.
pub(super) fn is_root(folder: &Path) -> bool {
    let bare = ["board.rs", "solver.rs", "src/board.rs", "src/solver.rs"];
    folder.join(ROOT).is_file()
        || bare.iter().any(|name| folder.join(name).is_file())
        || (folder.join("src").is_dir() && folder.join("Cargo.toml").is_file())
        || has_named_root(folder)
}

/// Whether there is a manifest that names the file that the library begins in.
fn has_named_root(folder: &Path) -> bool {
    let manifest = folder.join("Cargo.toml");
    let is_small =
        fs::symlink_metadata(&manifest).is_ok_and(|it| it.is_file() && it.len() < MAX_BYTES);
    let text = is_small.then(|| fs::read_to_string(manifest).ok()).flatten();
    let root = text.and_then(|text| manifest::root(&text));
    root.is_some_and(|root| folder.join(root).is_file())
}

/// Whether there is nothing in this folder but one submission: it begins there, or the only folder
/// leads to it, or there is one archive and no folder.
pub(super) fn leads_to_one(folder: &Path) -> bool {
    let mut folder = folder.to_owned();
    for _ in 0..=MAX_LEVELS {
        if is_root(&folder) {
            return true;
        }
        let Ok(mut below) = folders(&folder) else { return false };
        let archives = archives(&folder).map_or(0, |archives| archives.len());
        match (below.pop(), below.len(), archives) {
            (Some(only), 0, 0) => folder = only,
            (None, _, 1) => return true,
            _ => return false,
        }
    }
    false
}

/// The archives in a folder, in the order of their names. Links are not followed.
pub(super) fn archives(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_litter = litter::is_litter(&entry.file_name().to_string_lossy());
        if entry.file_type()?.is_file() && !is_litter && archive::is_archive(&entry.path()) {
            archives.push(entry.path());
        }
    }
    archives.sort();
    Ok(archives)
}

/// The folder in which the submission in `folder` begins: itself, or one up to [`MAX_LEVELS`] below
/// it, if there is one only on the first level that has any.
pub(super) fn find(folder: &Path) -> Result<PathBuf, IntakeError> {
    let mut level = vec![folder.to_owned()];
    let mut looked_into = 0;
    for _ in 0..=MAX_LEVELS {
        let mut roots = level.iter().filter(|folder| is_root(folder));
        match (roots.next(), roots.next()) {
            (Some(root), None) => return Ok(root.clone()),
            (Some(first), Some(second)) => {
                return Err(IntakeError::Ambiguous {
                    path: folder.to_owned(),
                    first: first.clone(),
                    second: second.clone(),
                });
            }
            (None, _) => {}
        }
        let mut below = Vec::new();
        for folder in &level {
            looked_into += 1;
            if looked_into > MAX_FOLDERS {
                let limit = format!("{MAX_FOLDERS} folders");
                return Err(IntakeError::TooLarge { path: folder.clone(), limit });
            }
            below.extend(
                folders(folder)
                    .map_err(|source| IntakeError::Unreadable { path: folder.clone(), source })?,
            );
        }
        level = below;
    }
    Err(IntakeError::NotRust { path: folder.to_owned() })
}

/// The folders in a folder that may hold a submission, in the order of their names. Those of a
/// crate do not, and links are not followed.
fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    if folder.join("Cargo.toml").exists() {
        return Ok(folders);
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_part = PARTS.contains(&name.as_ref());
        if entry.file_type()?.is_dir()
            && !is_part
            && !name.starts_with('.')
            && !litter::is_litter(&name)
        {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn a_submission_may_be_wrapped_in_folders() {
        for (files, root) in [
            (&["board.rs", "solver.rs"][..], ""),
            (&["hw/solver.rs"], "hw"),
            (&["a/b/c/src/lib.rs"], "a/b/c"),
            (&["__MACOSX/a/board.rs", ".git/src/lib.rs", "target/x/board.rs", "a/board.rs"], "a"),
            (&["notes.txt", "docs/a.txt", "hw/board.rs"], "hw"),
            (&["src/lib.rs", "old/src/lib.rs"], ""),
            (&["a/src/board.rs", "a/tests/board.rs"], "a"),
        ] {
            let folder = folder(files);
            assert_eq!(find(folder.path()).unwrap(), folder.path().join(root), "{files:?}");
        }
    }

    #[test]
    fn it_is_not_guessed() {
        let two = folder(&["old/board.rs", "new/board.rs"]);
        match find(two.path()) {
            Err(IntakeError::Ambiguous { first, second, .. }) => {
                assert_eq!((first, second), (two.path().join("new"), two.path().join("old")));
            }
            other => panic!("{other:?}"),
        }
        for files in [
            &["a/b/c/d/src/lib.rs"][..],
            &["Cargo.toml", "tests/board.rs"],
            &["tests/board.rs"],
            &["Cargo.toml", "member/src/lib.rs"],
            &[".hidden/board.rs"],
        ] {
            let folder = folder(files);
            assert!(matches!(find(folder.path()), Err(IntakeError::NotRust { .. })), "{files:?}");
        }
    }
}
