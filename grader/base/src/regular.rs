//! Opens files that somebody else may have put there.
//!
//! A path may lead to a pipe, where opening waits for a writer, to a device, which may act when it is opened, or to a
//! file of any size. Therefore, all files that a user names, and all files in a folder that a user names, are opened
//! here. The lint `clippy::disallowed_methods` makes sure of this.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// The maximum size of a file that is read as a whole, in bytes. A worker's reply has the same limit.
pub const MAX_BYTES: u64 = 64 << 20;

/// The reason for not opening or reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusual {
    /// It is a link, where none is expected.
    #[error("it is a link")]
    Link,
    /// It is a pipe, a device or a socket.
    #[error("it is not a regular file")]
    Special,
    /// It is larger than the limit.
    #[error("it is larger than {} MiB", limit >> 20)]
    Large {
        /// The limit in bytes.
        limit: u64,
    },
}

impl From<Unusual> for io::Error {
    fn from(why: Unusual) -> Self {
        Self::other(why)
    }
}

impl Unusual {
    /// Returns the reason behind an error from this module, if the file is to blame.
    pub fn from_io_error(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

/// Opens a regular file for reading, without waiting.
///
/// # Errors
///
/// Returns an error if this is not a regular file, or it cannot be opened.
pub fn open_regular(file: &Path) -> io::Result<File> {
    open_with(file, File::options().read(true), 0)
}

/// Like [`open_regular`], but does not follow a link to the file.
///
/// # Errors
///
/// Returns an error if this is not a regular file, or it cannot be opened.
pub fn open_regular_no_link(file: &Path) -> io::Result<File> {
    // The system's own error for a link is about too many levels of links.
    if std::fs::symlink_metadata(file)?.is_symlink() {
        return Err(Unusual::Link.into());
    }
    open_with(file, File::options().read(true), NO_LINK)
}

/// Reads a regular file, without waiting.
///
/// # Errors
///
/// Returns an error if this is not a regular file, it is larger than [`MAX_BYTES`], or it cannot be read.
pub fn read_file(file: &Path) -> io::Result<Vec<u8>> {
    read_all(&open_regular(file)?, MAX_BYTES)
}

/// Like [`read_file`], for a text.
///
/// # Errors
///
/// Returns the same errors as [`read_file`], or an error if the file is not UTF-8.
pub fn read_text(file: &Path) -> io::Result<String> {
    let text = String::from_utf8(read_file(file)?);
    text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads an open file with up to `limit` bytes.
///
/// # Errors
///
/// Returns an error if the file is larger, or it cannot be read.
pub fn read_all(file: &File, limit: u64) -> io::Result<Vec<u8>> {
    let large = || Err(Unusual::Large { limit }.into());
    // A file with holes may be larger than the disk.
    let length = file.metadata()?.len();
    if length > limit {
        return large();
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    // The file may have grown since its length was read.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { large() } else { Ok(bytes) }
}

#[cfg(unix)]
pub(crate) const NO_LINK: u32 = rustix::fs::OFlags::NOFOLLOW.bits();
#[cfg(not(unix))]
pub(crate) const NO_LINK: u32 = 0;

/// Opens a regular file with these options and system flags, without waiting.
pub(crate) fn open_with(file: &Path, options: &mut OpenOptions, flags: u32) -> io::Result<File> {
    // Look first, because opening a device may have effects, and then check what was opened. Opening or reading a
    // folder fails with a clear error from the system.
    let is_usual = |kind: std::fs::FileType| kind.is_file() || kind.is_dir() || kind.is_symlink();
    match std::fs::metadata(file) {
        Ok(there) if !is_usual(there.file_type()) => return Err(Unusual::Special.into()),
        _ => {}
    }
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = OFlags::NONBLOCK.union(OFlags::NOCTTY).bits() | flags;
        options.custom_flags(flags.cast_signed());
    }
    // Windows has no such flags, and would warn about an unused variable.
    #[cfg(not(unix))]
    let _ = flags;
    let opened = options.open(file)?;
    if is_usual(opened.metadata()?.file_type()) { Ok(opened) } else { Err(Unusual::Special.into()) }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    fn why(result: io::Result<impl std::fmt::Debug>) -> Unusual {
        Unusual::from_io_error(&result.unwrap_err()).unwrap()
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "text").unwrap();
        mknodat(CWD, at("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        symlink("file", at("to-file")).unwrap();
        symlink("pipe", at("to-pipe")).unwrap();
        symlink("/dev/zero", at("to-device")).unwrap();
        for name in ["file", "to-file"] {
            assert_eq!(read_text(&at(name)).unwrap(), "text");
        }
        for name in ["pipe", "socket", "to-pipe", "to-device"] {
            assert_eq!(why(read_file(&at(name))), Unusual::Special, "{name}");
        }
        for name in ["to-file", "to-pipe", "to-device"] {
            assert_eq!(why(open_regular_no_link(&at(name))), Unusual::Link, "{name}");
        }
        assert_eq!(why(open_regular_no_link(&at("pipe"))), Unusual::Special);
        open_regular_no_link(&at("file")).unwrap();
        let folder = read_file(folder.path()).unwrap_err();
        assert_eq!(folder.kind(), io::ErrorKind::IsADirectory);
        assert_eq!(read_file(&at("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn large_files_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("holes");
        File::create(&file).unwrap().set_len(8 << 40).unwrap();
        assert_eq!(why(read_file(&file)), Unusual::Large { limit: MAX_BYTES });
        fs::write(&file, "12345").unwrap();
        assert_eq!(read_all(&open_regular(&file).unwrap(), 5).unwrap(), b"12345");
        assert_eq!(why(read_all(&open_regular(&file).unwrap(), 4)), Unusual::Large { limit: 4 });
    }
}
