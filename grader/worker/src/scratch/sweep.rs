//! Removes temporary folders without an owner.
//!
//! Other users can create anything in the folder for temporary files, and exchange it at any time. Therefore, a folder
//! is looked at before it is opened, and only opened if it is private and belongs to this user. From then on, nothing is
//! found by its path again: all further steps start from the open folder, and no link is followed.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, fstat, openat, statat, unlinkat,
};

use super::{LOCK, PREFIX};

/// Never follow a link or wait.
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::CLOEXEC);

/// Removes all temporary folders without an owner. Ignores errors, since these only take up space.
pub(super) fn remove_abandoned_folders(parent: &Path) {
    // The user names this folder, perhaps with a link.
    let Ok(parent) = openat(CWD, parent, FOLDER.difference(OFlags::NOFOLLOW), Mode::empty()) else {
        return;
    };
    for name in list_names(parent.as_fd()).unwrap_or_default() {
        if name.to_bytes().starts_with(PREFIX.as_bytes()) {
            let _ = remove_abandoned(parent.as_fd(), &name);
        }
    }
}

/// Removes everything in a folder except the lock file. Ignores errors.
pub(super) fn empty_except_lock(folder: &Path) {
    if let Ok(folder) = openat(CWD, folder, FOLDER, Mode::empty()) {
        let _ = remove_content(folder);
    }
}

/// Removes a folder if it was created here and its owner is gone.
fn remove_abandoned(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<()> {
    if !is_private_folder(&statat(parent, name, AtFlags::SYMLINK_NOFOLLOW)?) {
        return Ok(());
    }
    let folder = openat(parent, name, FOLDER, Mode::empty())?;
    // Look again through the descriptor: the name may have led elsewhere between the two calls.
    let opened = fstat(&folder)?;
    if !is_private_folder(&opened) {
        return Ok(());
    }
    let lock = statat(&folder, LOCK, AtFlags::SYMLINK_NOFOLLOW)?;
    let is_file = FileType::from_raw_mode(lock.st_mode) == FileType::RegularFile;
    // Through a hard link, we would lock a file of another folder.
    if !is_file || !is_own(&lock) || lock.st_nlink != 1 {
        return Ok(());
    }
    let flags = FOLDER.difference(OFlags::DIRECTORY);
    let lock = File::from(openat(&folder, LOCK, flags, Mode::empty())?);
    // The owner keeps it locked.
    if lock.try_lock().is_err() {
        return Ok(());
    }
    remove_content(folder.try_clone()?)?;
    unlinkat(&folder, LOCK, AtFlags::empty())?;
    // Meanwhile, another process may have put its own folder at this name.
    let there = statat(parent, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if (there.st_dev, there.st_ino) == (opened.st_dev, opened.st_ino) {
        unlinkat(parent, name, AtFlags::REMOVEDIR)?;
    }
    Ok(())
}

/// Returns `true` for a folder like those that [`Scratch`](super::Scratch) creates.
fn is_private_folder(there: &Stat) -> bool {
    let is_folder = FileType::from_raw_mode(there.st_mode) == FileType::Directory;
    is_folder && is_own(there) && accessible_mode(there) == Mode::RWXU
}

/// Returns who may read, write and execute. Folders can also have bits that come from their parent.
fn accessible_mode(there: &Stat) -> Mode {
    Mode::from_raw_mode(there.st_mode).intersection(Mode::RWXU | Mode::RWXG | Mode::RWXO)
}

fn is_own(there: &Stat) -> bool {
    there.st_uid == rustix::process::geteuid().as_raw()
}

/// An open folder, and the names in it that are still there.
struct OpenFolder {
    folder: OwnedFd,
    names: Vec<CString>,
}

impl OpenFolder {
    fn new(folder: OwnedFd) -> io::Result<Self> {
        let names = list_names(folder.as_fd())?;
        Ok(Self { folder, names })
    }
}

/// Removes everything in a folder except the lock file, as far as possible.
fn remove_content(folder: OwnedFd) -> io::Result<()> {
    let mut outer = OpenFolder::new(folder)?;
    outer.names.retain(|name| name.to_bytes() != LOCK.as_bytes());
    // Use no recursion, because folders may be nested deeply.
    let mut levels = vec![(CString::default(), outer)];
    while let Some((_, level)) = levels.last_mut() {
        let Some(name) = level.names.pop() else {
            let own_name = levels.pop().map(|(name, _)| name);
            if let (Some(name), Some((_, above))) = (own_name, levels.last()) {
                let _ = unlinkat(&above.folder, &name, AtFlags::REMOVEDIR);
            }
            continue;
        };
        let kind = statat(&level.folder, &name, AtFlags::SYMLINK_NOFOLLOW)
            .map(|there| FileType::from_raw_mode(there.st_mode));
        if kind == Ok(FileType::Directory) {
            let inner = openat(&level.folder, &name, FOLDER, Mode::empty());
            if let Ok(inner) = inner.map_err(io::Error::from).and_then(OpenFolder::new) {
                levels.push((name, inner));
            }
        } else {
            let _ = unlinkat(&level.folder, &name, AtFlags::empty());
        }
    }
    Ok(())
}

/// Lists a folder, except for `.` and `..`.
fn list_names(folder: BorrowedFd<'_>) -> io::Result<Vec<CString>> {
    // Read all names first, because removing entries while reading can skip some.
    let names = Dir::read_from(folder)?.map(|entry| Ok(entry?.file_name().to_owned()));
    let names = names.collect::<io::Result<Vec<CString>>>()?;
    let is_dots = |name: &CString| matches!(name.to_bytes(), b"." | b"..");
    Ok(names.into_iter().filter(|name| !is_dots(name)).collect())
}
