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

/// The prefix of unfinished files, which stay behind if the program is killed.
pub const UNFINISHED: &str = ".new-";

/// File operations. Paths may be absolute or relative to the current folder.
///
/// Changes are visible to all programs at once. To let them survive a power failure, call [`sync`](Self::sync) on a
/// file for the content, and on a folder for the names.
pub trait Disk: Debug + Send + Sync {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or reading it fails.
    fn read(&self, file: &Path) -> io::Result<Vec<u8>>;

    /// Returns `true` if the path is a file.
    fn is_file(&self, path: &Path) -> bool;

    /// Lists a folder, in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder does not exist or reading it fails.
    fn list(&self, folder: &Path) -> io::Result<Vec<Item>>;

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

    /// Removes a folder and its contents.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder does not exist or removing it fails. If removing fails, some files may already be
    /// gone.
    fn remove_folder(&self, folder: &Path) -> io::Result<()>;

    /// Waits until the content of a file, or the names in a folder, would survive a power failure.
    ///
    /// # Errors
    ///
    /// Returns an error if this cannot be guaranteed.
    fn sync(&self, path: &Path) -> io::Result<()>;

    /// Locks a file, creating it if necessary, until the returned value is dropped or the process ends.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is already locked, or if locking fails.
    fn lock(&self, file: &Path) -> Result<Box<dyn Held>, TryLockError>;

    /// Returns `true` if a file is locked.
    fn is_locked(&self, file: &Path) -> bool;
}

/// A locked file, which is unlocked on drop.
pub trait Held: Debug + Send + Sync {}

/// An entry in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The file name.
    pub name: OsString,
    /// Whether this is a folder. Links do not count.
    pub is_folder: bool,
}

/// A disk that is shared between owners.
pub type Shared = Arc<dyn Disk>;

/// Returns the real file system.
pub fn machine() -> Shared {
    Arc::new(Machine)
}

/// Reads a text file, or returns `None` if it does not exist.
///
/// # Errors
///
/// Returns an error if the file exists, but is not UTF-8 or cannot be read.
pub fn text(disk: &dyn Disk, file: &Path) -> io::Result<Option<String>> {
    match disk.read(file) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(io::Error::other),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// How well a written file must survive a power failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
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
pub fn write(disk: &dyn Disk, file: &Path, bytes: &[u8], lasting: Lasting) -> io::Result<()> {
    write_by(disk, file, lasting, |fresh| disk.create(fresh, bytes))
}

/// Like [`write()`], but lets `create` write the content.
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

/// Creates a folder and missing parents, and synchronizes them.
///
/// # Errors
///
/// Returns an error if creating a folder fails.
pub fn create_folders(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    match disk.create_folder(folder, false) {
        Ok(()) => disk.sync(folder_of(folder)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // This fails if the existing path is a file.
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

/// Removes the unfinished files in a folder.
///
/// # Errors
///
/// Returns an error if reading the folder or removing a file fails.
pub fn remove_unfinished(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    for Item { name, is_folder } in disk.list(folder)? {
        if !is_folder && name.as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            remove(disk, &folder.join(name))?;
        }
    }
    Ok(())
}

/// Returns the parent of a path. For a bare name, it is the current folder.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

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
        // Windows cannot open folders like this, or synchronize files opened only for reading.
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

/// A lock on a file, released explicitly on drop.
///
/// Closing the file would not be enough: when another thread starts a process, the child holds copies of all open files
/// until it executes its program, and the last copy keeps the file locked.
#[derive(Debug)]
struct Locked(File);

impl Held for Locked {}

impl Drop for Locked {
    fn drop(&mut self) {
        // If this fails, closing the file will release the lock.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_released_despite_inherited_copies() {
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
    fn files_are_replaced_without_leftovers() {
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
    fn a_missing_file_is_not_an_error() {
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
    fn missing_folders_are_created() {
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
