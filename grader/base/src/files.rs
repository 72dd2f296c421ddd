//! The files that a grading keeps, through a layer that tests can put a disk of their own under.
//!
//! What a class is graded into has to be right whatever happens on the way: a full disk, a failing
//! one, a program that is killed, a machine that loses its power. Everything that reads or writes
//! there goes through a [`Disk`], which has few operations. [`Machine`] is the real one.

use std::ffi::OsString;
use std::fmt::Debug;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The prefix of files that are being written. One that is found later is left of a program that
/// was killed.
pub const UNFINISHED: &str = ".new-";

/// What is done with files. A path is that of a file or folder, from anywhere.
///
/// What is written, renamed or removed is there for every program at once, and is there after a loss of
/// power if it was synchronised: the content of a file by [`sync`](Self::sync) of the file, the names in
/// a folder by `sync` of the folder.
pub trait Disk: Debug + Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// If it is not there or cannot be read.
    fn read(&self, file: &Path) -> io::Result<Vec<u8>>;

    /// Whether this is a file.
    fn is_file(&self, path: &Path) -> bool;

    /// What is in a folder, in any order.
    ///
    /// # Errors
    ///
    /// If it is not there or cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<Item>>;

    /// Makes a file that is not there yet, with these bytes.
    ///
    /// # Errors
    ///
    /// If it is there, or cannot be written; then a part of it may be there.
    fn create(&self, file: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Makes a folder in one that is there; of the user alone, if it is private.
    ///
    /// # Errors
    ///
    /// If it is there already, or cannot be made.
    fn create_folder(&self, folder: &Path, is_private: bool) -> io::Result<()>;

    /// Moves a file within its folder, in the place of one that may be there.
    ///
    /// # Errors
    ///
    /// If it cannot be moved; then both are as before.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// If it is not there or cannot be removed.
    fn remove(&self, file: &Path) -> io::Result<()>;

    /// Removes a folder with all that is in it.
    ///
    /// # Errors
    ///
    /// If it is not there or cannot be removed; then a part of it may be gone.
    fn remove_folder(&self, folder: &Path) -> io::Result<()>;

    /// Waits until a file's content or a folder's names would outlast a loss of power.
    ///
    /// # Errors
    ///
    /// If it cannot be told that they would.
    fn sync(&self, path: &Path) -> io::Result<()>;

    /// Makes a file if it is not there, and holds it until the answer is dropped or the process ends.
    ///
    /// # Errors
    ///
    /// If somebody else holds it, or it cannot be held.
    fn lock(&self, file: &Path) -> Result<Box<dyn Held>, TryLockError>;

    /// Whether somebody holds a file.
    fn is_locked(&self, file: &Path) -> bool;
}

/// A file that is held until this is dropped.
pub trait Held: Debug + Send + Sync {}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: OsString,
    /// Whether it is a folder, and no link to one.
    pub is_folder: bool,
}

/// A disk that is shared.
pub type Shared = Arc<dyn Disk>;

/// The files of this machine.
pub fn machine() -> Shared {
    Arc::new(Machine)
}

/// The text of a file; `None` if there is none.
///
/// # Errors
///
/// If it is there and cannot be read, or is no text.
pub fn text(disk: &dyn Disk, file: &Path) -> io::Result<Option<String>> {
    match disk.read(file) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(io::Error::other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// How long a file that was written has to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// It outlasts a loss of power, and so does what was done in its folder before.
    Power,
    /// It is whole after a loss of power, or what was there before. To be sure which, synchronise the
    /// folder.
    Content,
    /// A loss of power may leave anything in its place.
    Process,
}

/// Writes a file that is there whole or not at all, in the place of what was there.
///
/// # Errors
///
/// If it cannot be written; then what was there still is, or the new file is there whole.
pub fn write(disk: &dyn Disk, file: &Path, bytes: &[u8], lasting: Lasting) -> io::Result<()> {
    write_by(disk, file, lasting, |fresh| disk.create(fresh, bytes))
}

/// Writes a file in the same way, which `create` makes under a name that is not there yet.
pub(crate) fn write_by(
    disk: &dyn Disk,
    file: &Path,
    lasting: Lasting,
    create: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(file);
    let fresh = create_unfinished(disk, folder, create)?;
    let moved = match lasting {
        Lasting::Power | Lasting::Content => disk.sync(&fresh),
        Lasting::Process => Ok(()),
    }
    .and_then(|()| disk.rename(&fresh, file));
    if let Err(error) = moved {
        let _ = disk.remove(&fresh);
        return Err(error);
    }
    match lasting {
        Lasting::Power => disk.sync(folder),
        Lasting::Content | Lasting::Process => Ok(()),
    }
}

/// Removes a file if it is there, and says whether it was.
///
/// # Errors
///
/// If it cannot be removed.
pub fn remove(disk: &dyn Disk, file: &Path) -> io::Result<bool> {
    match disk.remove(file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Makes a folder and those that it is in, as far as they are not there, so that they outlast a loss of
/// power.
///
/// # Errors
///
/// If one cannot be made.
pub fn create_folders(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    match disk.create_folder(folder, false) {
        Ok(()) => disk.sync(folder_of(folder)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // What is there may be a file.
            disk.list(folder).map(drop)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let Some(above) = folder.parent().filter(|it| !it.as_os_str().is_empty()) else {
                return Err(error);
            };
            create_folders(disk, above)?;
            create_folders(disk, folder)
        }
        Err(error) => Err(error),
    }
}

/// Removes the files of a folder that were not finished.
///
/// # Errors
///
/// If the folder cannot be read, or one of them not be removed.
pub fn remove_unfinished(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    for Item { name, is_folder } in disk.list(folder)? {
        if !is_folder && name.as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            remove(disk, &folder.join(name))?;
        }
    }
    Ok(())
}

/// The folder of a path; the current one for a bare name.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a file under a name that nobody else has, and returns its path.
fn create_unfinished(
    disk: &dyn Disk,
    folder: &Path,
    create: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let name = format!("{UNFINISHED}{}-{count}-{now:x}", std::process::id());
        let fresh = folder.join(name);
        match create(&fresh) {
            Ok(()) => return Ok(fresh),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                let _ = disk.remove(&fresh);
                return Err(error);
            }
        }
    }
}

/// Makes a file of this machine that is not there yet. Others may read what is not in a private folder, and
/// never write.
pub(crate) fn create_new(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o644);
    }
    options.open(file)
}

/// The files of this machine.
#[derive(Clone, Copy, Debug)]
pub struct Machine;

impl Disk for Machine {
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        fs::read(file)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<Item>> {
        let item = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            Ok(Item { name: entry.file_name(), is_folder: entry.file_type()?.is_dir() })
        };
        fs::read_dir(folder)?.map(item).collect()
    }

    fn create(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        create_new(file)?.write_all(bytes)
    }

    fn create_folder(&self, folder: &Path, is_private: bool) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        if is_private {
            use std::os::unix::fs::DirBuilderExt;
            builder.mode(0o700);
        }
        #[cfg(not(unix))]
        let _ = (is_private, &mut builder);
        builder.create(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        fs::remove_file(file)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        fs::remove_dir_all(folder)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        // Elsewhere a folder cannot be opened, and a file only to be written is synchronised.
        if cfg!(unix) {
            File::open(path)?.sync_all()
        } else if path.is_dir() {
            Ok(())
        } else {
            File::options().write(true).open(path)?.sync_all()
        }
    }

    fn lock(&self, file: &Path) -> Result<Box<dyn Held>, TryLockError> {
        let lock = File::options().create(true).truncate(false).write(true).open(file);
        let lock = lock.map_err(TryLockError::Error)?;
        lock.try_lock()?;
        Ok(Box::new(Locked(lock)))
    }

    fn is_locked(&self, file: &Path) -> bool {
        let Ok(file) = File::open(file) else { return false };
        match file.try_lock_shared() {
            Ok(()) => {
                drop(Locked(file));
                false
            }
            Err(error) => matches!(error, TryLockError::WouldBlock),
        }
    }
}

/// A file that is locked.
///
/// To close it is not enough: a process that another thread is starting has a copy of all that is open
/// until it runs its program, and the lock is gone only with the last copy.
#[derive(Debug)]
struct Locked(File);

impl Held for Locked {}

impl Drop for Locked {
    fn drop(&mut self) {
        // What cannot be unlocked is closed all the same.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_goes_although_a_process_that_starts_has_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let file = File::create(&path).unwrap();
        file.try_lock().unwrap();
        let copy = file.try_clone().unwrap();
        let disk = machine();
        assert!(disk.is_locked(&path) && disk.lock(&path).is_err());
        drop(Locked(file));
        assert!(!disk.is_locked(&path));
        drop(disk.lock(&path).unwrap());
        drop(copy);
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        for lasting in [Lasting::Power, Lasting::Content, Lasting::Process] {
            write(&Machine, &file, b"one", lasting).unwrap();
            write(&Machine, &file, b"two", lasting).unwrap();
            assert_eq!(text(&Machine, &file).unwrap().as_deref(), Some("two"));
        }
        fs::create_dir(folder.path().join("taken")).unwrap();
        assert!(write(&Machine, &folder.path().join("taken"), b"x", Lasting::Power).is_err());
        assert!(write(&Machine, &folder.path().join("none/x"), b"x", Lasting::Power).is_err());
        assert_eq!(Machine.list(folder.path()).unwrap().len(), 2);
    }

    #[test]
    fn what_is_not_there_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        assert_eq!(text(&Machine, &file).unwrap(), None);
        assert!(!remove(&Machine, &file).unwrap());
        fs::write(&file, "\u{feff}é").unwrap();
        assert_eq!(text(&Machine, &file).unwrap().as_deref(), Some("\u{feff}é"));
        fs::write(&file, b"\xff").unwrap();
        assert!(text(&Machine, &file).is_err());
        assert!(remove(&Machine, &file).unwrap());
    }

    #[test]
    fn folders_are_made_as_far_as_they_are_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        for _ in 0..2 {
            create_folders(&Machine, &deep).unwrap();
        }
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(create_folders(&Machine, &folder.path().join("file")).is_err());
        fs::write(deep.join(".new-1"), "").unwrap();
        fs::write(deep.join("kept"), "").unwrap();
        remove_unfinished(&Machine, &deep).unwrap();
        let left = Machine.list(&deep).unwrap();
        assert_eq!(left, [Item { name: "kept".into(), is_folder: false }]);
    }
}
