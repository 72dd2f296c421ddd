//! Folders that are written completely or not at all.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use base::UserError;
use base::files::UNFINISHED;
use tempfile::TempDir;
use thiserror::Error;

use super::Files;

/// Files in a temporary folder on the same disk, ready to be moved into place. When this is dropped, the files are
/// removed.
#[derive(Debug)]
pub struct StagedFolder {
    folder: PathBuf,
    /// The temporary path and the final path of each entry.
    moves: Vec<(PathBuf, PathBuf)>,
    _stage: TempDir,
}

/// A reason why a folder was not written.
#[derive(Debug, Error)]
pub enum StageError {
    /// The path exists and is not an empty folder.
    #[error("`{}` already exists and is not an empty folder", .0.display())]
    InTheWay(PathBuf),
    /// The folder exists, but cannot be listed.
    #[error("`{}` already exists and cannot be read", path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The folder cannot be written.
    #[error("cannot write `{}`", path.display())]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl UserError for StageError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::InTheWay(_) | Self::Unreadable { .. } => {
                "choose another folder: existing files are never overwritten"
            }
            Self::Unwritable { source, .. }
                if matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) =>
            {
                "free some disk space, or choose a folder on another disk; nothing was written"
            }
            Self::Unwritable { source, .. } if source.kind() == ErrorKind::NotADirectory => {
                "a part of the path is a file; choose another folder"
            }
            Self::Unwritable { .. } => "choose a folder that you can write to; nothing was written",
        };
        Some(hint.to_owned())
    }
}

/// Checks that a path does not exist or is an empty folder. Returns `true` if it exists.
pub(crate) fn check_free(folder: &Path) -> Result<bool, StageError> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(true),
            Some(_) => Err(StageError::InTheWay(folder.to_owned())),
        },
        Err(source) if folder.is_dir() => {
            Err(StageError::Unreadable { path: folder.to_owned(), source })
        }
        Err(_) if fs::symlink_metadata(folder).is_ok() => {
            Err(StageError::InTheWay(folder.to_owned()))
        }
        Err(_) => Ok(false),
    }
}

impl StagedFolder {
    /// Writes the files for a new or empty folder to a temporary folder. Creates missing parent folders.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder exists and is not empty, or if the files cannot be written. After an error, there
    /// will be no new files.
    pub fn prepare(folder: &Path, files: &Files) -> Result<Self, StageError> {
        let is_there = check_free(folder)?;
        // Leave out the path of the temporary folder, because the name is random.
        let unwritable = |error: io::Error| StageError::Unwritable {
            path: folder.to_owned(),
            source: error.kind().into(),
        };
        let place = std::path::absolute(folder).map_err(unwritable)?;
        let (base, below) = if is_there {
            (place.clone(), PathBuf::new())
        } else {
            // The root folder always exists.
            let base = place.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
            (base.to_owned(), place.strip_prefix(base).unwrap_or(&place).to_owned())
        };
        if !below.components().all(|component| matches!(component, Component::Normal(_))) {
            return Err(unwritable(ErrorKind::NotFound.into()));
        }
        let stage = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&base);
        let stage = stage.map_err(unwritable)?;
        for (name, text) in files {
            let file = stage.path().join(&below).join(name);
            let made = file.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| fs::write(&file, text)).map_err(unwritable)?;
        }
        let entries = fs::read_dir(stage.path()).map_err(unwritable)?;
        let entries: io::Result<Vec<_>> =
            entries.map(|entry| entry.map(|entry| entry.file_name())).collect();
        let mut entries = entries.map_err(unwritable)?;
        // If one move fails, the message and what was moved are the same on all systems.
        entries.sort();
        let moves = entries.iter().map(|name| (stage.path().join(name), base.join(name))).collect();
        Ok(Self { folder: folder.to_owned(), moves, _stage: stage })
    }

    /// Moves the files into place.
    ///
    /// # Errors
    ///
    /// Returns an error if the files cannot be moved. After an error, there will be no new files.
    pub fn commit(self) -> Result<CommittedFolder, StageError> {
        for (done, (from, to)) in self.moves.iter().enumerate() {
            let Err(error) = rename_to_new(from, to) else { continue };
            // Undo what was moved before, so that nothing or everything is there.
            for (from, to) in &self.moves[..done] {
                let _ = fs::rename(to, from);
            }
            return Err(match error.kind() {
                ErrorKind::AlreadyExists => StageError::InTheWay(self.folder.clone()),
                kind => StageError::Unwritable { path: self.folder.clone(), source: kind.into() },
            });
        }
        Ok(CommittedFolder(self.moves.into_iter().map(|(_, to)| to).collect()))
    }
}

/// Files and folders that have been moved into place.
#[derive(Debug)]
pub struct CommittedFolder(Vec<PathBuf>);

impl CommittedFolder {
    /// Removes the files and folders. Call this if a later step fails.
    pub fn remove_created(self) {
        for place in self.0 {
            // Ignore errors, since the caller already reports the failure.
            let _ = if place.is_dir() { fs::remove_dir_all(place) } else { fs::remove_file(place) };
        }
    }
}

/// Renames a file or folder without replacing an existing one.
fn rename_to_new(from: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        [("a.txt", "a"), ("b/c.txt", "c")].map(|(name, text)| (name.into(), text.into())).into()
    }

    fn entries(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_and_a_quota_have_the_same_hint() {
        let hint = |code| {
            let source = io::Error::from_raw_os_error(code);
            StageError::Unwritable { path: "hw".into(), source }.hint().unwrap()
        };
        let (full, quota, denied) = (28, 122, 13);
        assert!(hint(full).starts_with("free some disk space"));
        assert_eq!(hint(quota), hint(full));
        assert_ne!(hint(denied), hint(full));
    }

    #[test]
    fn a_new_folder_and_an_empty_one_are_filled() {
        let here = tempfile::tempdir().unwrap();
        fs::create_dir(here.path().join("empty")).unwrap();
        for (count, name) in ["new", "deep/er/new", "empty"].into_iter().enumerate() {
            let folder = here.path().join(name);
            let staged = StagedFolder::prepare(&folder, &files()).unwrap();
            assert!(!folder.join("a.txt").exists(), "not moved yet");
            staged.commit().unwrap();
            assert_eq!(entries(&folder), ["a.txt", "b"], "{name}");
            assert_eq!(fs::read_to_string(folder.join("b/c.txt")).unwrap(), "c");
            assert_eq!(entries(here.path()).len(), [2, 3, 3][count], "no temporary files are left");
        }
    }

    #[test]
    fn files_are_removed_if_they_are_not_committed() {
        let here = tempfile::tempdir().unwrap();
        drop(StagedFolder::prepare(&here.path().join("a/b"), &files()).unwrap());
        assert_eq!(entries(here.path()), [""; 0]);
    }

    #[test]
    fn committed_files_can_be_removed() {
        let here = tempfile::tempdir().unwrap();
        fs::create_dir(here.path().join("empty")).unwrap();
        for name in ["empty", "deep/er"] {
            StagedFolder::prepare(&here.path().join(name), &files())
                .unwrap()
                .commit()
                .unwrap()
                .remove_created();
        }
        assert_eq!(entries(here.path()), ["empty"]);
        assert_eq!(entries(&here.path().join("empty")), [""; 0]);
    }

    #[test]
    fn existing_files_are_kept() {
        let here = tempfile::tempdir().unwrap();
        fs::write(here.path().join("file"), "mine").unwrap();
        for place in [here.path().to_owned(), here.path().join("file")] {
            let error = StagedFolder::prepare(&place, &files()).unwrap_err();
            assert!(matches!(error, StageError::InTheWay(_)), "{error}");
        }
        // Another program creates an entry between `prepare` and `commit`.
        let place = here.path().join("empty");
        fs::create_dir(&place).unwrap();
        let staged = StagedFolder::prepare(&place, &files()).unwrap();
        fs::create_dir(place.join("b")).unwrap();
        let error = staged.commit().unwrap_err();
        assert!(matches!(error, StageError::InTheWay(_)), "{error}");
        assert_eq!(
            (entries(&place), entries(here.path())),
            (vec!["b".into()], vec!["empty".into(), "file".into()])
        );
    }

    #[test]
    fn a_path_below_a_file_is_an_error() {
        let here = tempfile::tempdir().unwrap();
        fs::write(here.path().join("file"), "mine").unwrap();
        let error = StagedFolder::prepare(&here.path().join("file/new"), &files()).unwrap_err();
        assert!(matches!(error, StageError::Unwritable { .. }), "{error}");
        assert_eq!(entries(here.path()), ["file"]);
    }
}
