//! File operations for grade folders, behind a trait that lets tests simulate a disk.
//!
//! A grade folder must stay intact even if the disk is full or fails, the program is killed, or the machine loses
//! power. Therefore, all access goes through the few operations of [`Disk`].

use std::ffi::OsString;
use std::fmt::Debug;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::regular;

mod lock;

/// The prefix of unfinished files, which stay behind if the program is killed.
pub const UNFINISHED: &str = ".new-";

/// File operations. Paths may be absolute or relative to the current folder.
///
/// Changes are visible to all programs at once. To let them survive a power failure, call [`sync`](Self::sync) on a
/// file for the content, and on a folder for the names.
pub trait Disk: Debug + Send + Sync {
    /// Reads a file, without following a link or waiting.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no regular file, it is larger than [`regular::MAX_BYTES`], or reading it fails.
    fn read(&self, file: &Path) -> io::Result<Vec<u8>>;

    /// Returns `true` if the path is a file.
    fn is_file(&self, path: &Path) -> bool;

    /// Lists a folder, in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder does not exist or reading it fails.
    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>>;

    /// Creates a new file with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the file already exists or writing fails. If writing fails, the file may be incomplete.
    fn create(&self, file: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Creates a folder. The parent must exist. A private folder is accessible only to the user.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder already exists or creating it fails.
    fn create_folder(&self, folder: &Path, is_private: bool) -> io::Result<()>;

    /// Renames a file within its folder, replacing any existing file.
    ///
    /// # Errors
    ///
    /// Returns an error if renaming fails. Both files are then unchanged.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or removing it fails.
    fn remove(&self, file: &Path) -> io::Result<()>;

    /// Waits until the content of a file, or the names in a folder, would survive a power failure.
    ///
    /// # Errors
    ///
    /// Returns an error if this cannot be guaranteed.
    fn sync(&self, path: &Path) -> io::Result<()>;

    /// Locks a file, creating it if necessary, until the returned value is dropped or the process ends. Only those who
    /// can write to the folder can lock the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is already locked, or if locking fails.
    fn lock(&self, file: &Path) -> Result<Box<dyn HeldLock>, TryLockError>;

    /// Returns `true` if [`lock`](Self::lock) has locked a file.
    fn is_locked(&self, file: &Path) -> bool;
}

/// A locked file, which is unlocked on drop.
pub trait HeldLock: Debug + Send + Sync {}

/// An entry in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// The file name.
    pub name: OsString,
    /// Whether this is a folder. Links do not count.
    pub is_folder: bool,
}

/// A disk that is shared between owners.
pub type SharedDisk = Arc<dyn Disk>;

/// Returns the real file system.
pub fn real_disk() -> SharedDisk {
    Arc::new(RealDisk)
}

/// Reads a text file, or returns `None` if it does not exist.
///
/// # Errors
///
/// Returns an error if the file exists, but is not UTF-8 or cannot be read.
pub fn read_text(disk: &dyn Disk, file: &Path) -> io::Result<Option<String>> {
    match disk.read(file) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(io::Error::other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// How well a written file must survive a power failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The file and all earlier changes in its folder survive a power failure.
    Power,
    /// After a power failure, the file has the old or the new content. To ensure the new content, synchronize the
    /// folder.
    Content,
    /// After a power failure, the file may have any content.
    Process,
}

/// Writes a file atomically, replacing any existing file.
///
/// # Errors
///
/// Returns an error if writing fails. The path then holds the old or the complete new file.
pub fn write_atomically(
    disk: &dyn Disk,
    file: &Path,
    bytes: &[u8],
    lasting: Durability,
) -> io::Result<()> {
    write_atomically_with(disk, file, lasting, |fresh| disk.create(fresh, bytes))
}

/// Like [`write_atomically`], but lets `create` write the content.
pub(crate) fn write_atomically_with(
    disk: &dyn Disk,
    file: &Path,
    lasting: Durability,
    create: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(file);
    let fresh = create_unfinished(disk, folder, create)?;
    // Synchronize first: after a power failure, the new name could otherwise stand for an empty file.
    let moved = match lasting {
        Durability::Power | Durability::Content => disk.sync(&fresh),
        Durability::Process => Ok(()),
    }
    .and_then(|()| disk.rename(&fresh, file));
    // The first error says more than one about removing the new file.
    if let Err(error) = moved {
        let _ = disk.remove(&fresh);
        return Err(error);
    }
    match lasting {
        Durability::Power => disk.sync(folder),
        Durability::Content | Durability::Process => Ok(()),
    }
}

/// Removes a file if it exists. Returns `true` if it existed.
///
/// # Errors
///
/// Returns an error if the file exists, but cannot be removed.
pub fn remove(disk: &dyn Disk, file: &Path) -> io::Result<bool> {
    match disk.remove(file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Creates a folder and missing parents, and synchronizes them. Private folders are accessible only to the user.
///
/// # Errors
///
/// Returns an error if creating a folder fails.
pub fn create_folders(disk: &dyn Disk, folder: &Path, is_private: bool) -> io::Result<()> {
    match disk.create_folder(folder, is_private) {
        Ok(()) => disk.sync(folder_of(folder)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // This fails if the existing path is a file.
            disk.list(folder).map(drop)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let Some(above) = folder.parent().filter(|folder| !folder.as_os_str().is_empty())
            else {
                return Err(error);
            };
            create_folders(disk, above, is_private)?;
            create_folders(disk, folder, is_private)
        }
        Err(error) => Err(error),
    }
}

/// Removes the unfinished files in a folder.
///
/// # Errors
///
/// Returns an error if reading the folder or removing a file fails.
pub fn remove_unfinished(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    for FolderEntry { name, is_folder } in disk.list(folder)? {
        if !is_folder && name.as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            remove(disk, &folder.join(name))?;
        }
    }
    Ok(())
}

/// Returns the parent of a path. For a bare name, it is the current folder.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a file with a new name in a folder, and returns its path.
pub(crate) fn create_unfinished(
    disk: &dyn Disk,
    folder: &Path,
    create: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<PathBuf> {
    // The number makes names of this process unique, and the time those of an earlier process with the same number.
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

/// Creates a new file. Other users can read it unless the folder is private, but never write to it.
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

/// The real file system.
#[derive(Clone, Copy, Debug)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        regular::read_all(&regular::open_regular_no_link(file)?, regular::MAX_BYTES)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let item = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            Ok(FolderEntry { name: entry.file_name(), is_folder: entry.file_type()?.is_dir() })
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
        // Windows has no such permissions, and would warn about unused variables.
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

    fn sync(&self, path: &Path) -> io::Result<()> {
        // Windows cannot open folders like this, or synchronize files opened only for reading.
        if cfg!(unix) {
            regular::open_regular(path)?.sync_all()
        } else if path.is_dir() {
            Ok(())
        } else {
            File::options().write(true).open(path)?.sync_all()
        }
    }

    fn lock(&self, file: &Path) -> Result<Box<dyn HeldLock>, TryLockError> {
        lock::open_and_lock(file)
    }

    fn is_locked(&self, file: &Path) -> bool {
        lock::is_locked(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_without_leftovers() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        for lasting in [Durability::Power, Durability::Content, Durability::Process] {
            write_atomically(&RealDisk, &file, b"one", lasting).unwrap();
            write_atomically(&RealDisk, &file, b"two", lasting).unwrap();
            assert_eq!(read_text(&RealDisk, &file).unwrap().as_deref(), Some("two"));
        }
        fs::create_dir(folder.path().join("taken")).unwrap();
        assert!(
            write_atomically(&RealDisk, &folder.path().join("taken"), b"x", Durability::Power)
                .is_err()
        );
        assert!(
            write_atomically(&RealDisk, &folder.path().join("none/x"), b"x", Durability::Power)
                .is_err()
        );
        assert_eq!(RealDisk.list(folder.path()).unwrap().len(), 2);
    }

    #[test]
    fn a_missing_file_is_not_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        assert_eq!(read_text(&RealDisk, &file).unwrap(), None);
        assert!(!remove(&RealDisk, &file).unwrap());
        fs::write(&file, "\u{feff}é").unwrap();
        assert_eq!(read_text(&RealDisk, &file).unwrap().as_deref(), Some("\u{feff}é"));
        fs::write(&file, b"\xff").unwrap();
        assert!(read_text(&RealDisk, &file).is_err());
        assert!(remove(&RealDisk, &file).unwrap());
    }

    #[test]
    fn missing_folders_are_created() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        for _ in 0..2 {
            create_folders(&RealDisk, &deep, true).unwrap();
        }
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(create_folders(&RealDisk, &folder.path().join("file"), true).is_err());
        fs::write(deep.join(".new-1"), "").unwrap();
        fs::write(deep.join("kept"), "").unwrap();
        remove_unfinished(&RealDisk, &deep).unwrap();
        let left = RealDisk.list(&deep).unwrap();
        assert_eq!(left, [FolderEntry { name: "kept".into(), is_folder: false }]);
    }
}
