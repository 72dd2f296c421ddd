//! Writes entries into the temporary folder, and keeps count.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{ArchiveError, Refusal};
use super::name::EntryName;
use crate::IntakeError;
use crate::folder::MAX_BYTES as MAX_SOURCE;

/// The most entries, litter included: a build folder has some thousand.
pub(super) const MAX_ENTRIES: usize = 20_000;

/// The most bytes that are written. A submission may have 4 MiB of sources, 1 of tests and 2 of
/// what they read.
const MAX_TOTAL: u64 = 32 << 20;

/// The most bytes of a file that tests read: larger ones are not there for them, in a folder
/// either.
const MAX_DATA: u64 = 256 << 10;

/// The most times that something may grow when it is unpacked. Source code grows five times, and
/// lists of puzzles twenty times.
const MAX_RATIO: u64 = 200;

/// Bytes that nobody asks a ratio of: a file of a few zeros is no attack.
const FREE_OF_RATIO: u64 = 1 << 20;

/// The kind of an entry, as the archive says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Folder,
    File,
    Link,
    /// Something that is neither, by what it is called.
    Special(&'static str),
}

/// The treatment of an entry.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Admitted {
    /// Nothing: its bytes need not even be read.
    Skip,
    /// Write it.
    Write(EntryName),
}

/// Writes the entries of one archive.
pub(super) struct Unpacker<'a> {
    archive: &'a Path,
    folder: &'a Path,
    /// All places so far but litter: by the name in small letters, the name and whether it is a
    /// folder.
    places: BTreeMap<String, (String, bool)>,
    /// Folders that the current entry is the first to name. They are made even if its file is of no
    /// use: a folder `src` says something of a submission.
    new_folders: Vec<PathBuf>,
    entries: usize,
    bytes: u64,
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(archive: &'a Path, folder: &'a Path) -> Self {
        Self {
            archive,
            folder,
            places: BTreeMap::new(),
            new_folders: Vec::new(),
            entries: 0,
            bytes: 0,
        }
    }

    /// Whether there was nothing but litter.
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// An error of the archive itself.
    pub(super) fn refuse(&self, refusal: Refusal) -> IntakeError {
        ArchiveError::whole(self.archive, refusal).into()
    }

    /// An error of an entry.
    pub(super) fn refuse_entry(&self, name: &[u8], refusal: Refusal) -> IntakeError {
        let entry = Some(String::from_utf8_lossy(name).into_owned());
        ArchiveError { archive: self.archive.to_owned(), entry, refusal }.into()
    }

    /// An archive that cannot be read on.
    pub(super) fn damaged(&self, error: &impl ToString) -> IntakeError {
        self.refuse(Refusal::Damaged { message: error.to_string() })
    }

    /// Counts one more entry.
    pub(super) fn count(&mut self) -> Result<(), IntakeError> {
        self.entries += 1;
        if self.entries > MAX_ENTRIES {
            return Err(self.refuse(Refusal::Entries { limit: MAX_ENTRIES }));
        }
        Ok(())
    }

    /// Decides about an entry by its name, kind and Unix mode.
    pub(super) fn admit(
        &mut self,
        raw: &str,
        what: What,
        mode: u32,
    ) -> Result<Admitted, IntakeError> {
        let admitted = self.admit_or_refuse(raw, what, mode);
        let admitted = admitted.map_err(|refusal| match refusal {
            Refusal::Entries { .. } => self.refuse(refusal),
            _ => self.refuse_entry(raw.as_bytes(), refusal),
        })?;
        for folder in std::mem::take(&mut self.new_folders) {
            fs::create_dir(&folder).map_err(|source| IntakeError::Scratch { source })?;
        }
        Ok(admitted)
    }

    fn path(&self, parts: &[String]) -> PathBuf {
        parts.iter().fold(self.folder.to_owned(), |path, part| path.join(part))
    }

    fn admit_or_refuse(&mut self, raw: &str, what: What, mode: u32) -> Result<Admitted, Refusal> {
        let name = EntryName::parse(raw)?;
        if name.is_litter() {
            return Ok(Admitted::Skip);
        }
        match what {
            What::Link => return Err(Refusal::Link),
            What::Special(kind) => return Err(Refusal::Special { kind }),
            // On a folder the bit of the group only says whose new files are.
            What::File if mode & 0o6000 != 0 => return Err(Refusal::SetUser),
            What::Folder | What::File => {}
        }
        if name.parts().is_empty() {
            // The folder itself, as `./`; it cannot be a file.
            let is_folder = what == What::Folder;
            return if is_folder { Ok(Admitted::Skip) } else { Err(Refusal::FileAndFolder) };
        }
        for end in 1..name.parts().len() {
            self.place(&name.parts()[..end], true)?;
        }
        self.place(name.parts(), what == What::Folder)?;
        let is_written = what == What::File && name.is_used();
        Ok(if is_written { Admitted::Write(name) } else { Admitted::Skip })
    }

    /// Takes a place, unless something else has it, or has it on systems where small and capital
    /// letters are one.
    ///
    /// That is by the simple mapping of Unicode. Names that are one after normalization, as with an
    /// accent that is a character of its own, stay two: only macOS takes them for one, and then the
    /// second cannot be created, which is an error of its own.
    fn place(&mut self, parts: &[String], is_folder: bool) -> Result<(), Refusal> {
        let name = parts.join("/");
        let key = name.to_lowercase();
        match self.places.get(&key) {
            // The folders of a few entries may be many.
            None if self.places.len() == MAX_ENTRIES => {
                Err(Refusal::Entries { limit: MAX_ENTRIES })
            }
            None => {
                if is_folder {
                    self.new_folders.push(self.path(parts));
                }
                self.places.insert(key, (name, is_folder));
                Ok(())
            }
            Some((other, _)) if *other != name => Err(Refusal::Case { other: other.clone() }),
            Some((_, true)) if is_folder => Ok(()),
            Some((_, was_folder)) if *was_folder != is_folder => Err(Refusal::FileAndFolder),
            Some(_) => Err(Refusal::Same),
        }
    }

    /// Writes a file from `content`, which takes `packed` bytes of the archive, if that is known.
    /// Says how many bytes it has, unless it is too large to be there for tests.
    pub(super) fn write(
        &mut self,
        name: &EntryName,
        content: &mut impl Read,
        packed: Option<u64>,
    ) -> Result<Option<u64>, IntakeError> {
        let scratch = |source| IntakeError::Scratch { source };
        let path = self.path(name.parts());
        let mut file = File::create_new(&path).map_err(scratch)?;
        let shown = name.parts().join("/");
        let limit = if name.is_code() { MAX_SOURCE } else { MAX_DATA };
        let mut written = 0;
        let mut buffer = [0; 16 << 10];
        loop {
            let count = match content.read(&mut buffer) {
                Ok(0) => return Ok(Some(written)),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.broken(error)),
            };
            written += count as u64;
            self.bytes += count as u64;
            if self.bytes > MAX_TOTAL {
                return Err(self.refuse(Refusal::Total { limit: MAX_TOTAL }));
            }
            if packed.is_some_and(|packed| is_bomb(packed, written)) {
                return Err(
                    self.refuse_entry(shown.as_bytes(), Refusal::Ratio { limit: MAX_RATIO })
                );
            }
            if written > limit {
                if name.is_code() {
                    return Err(self.refuse_entry(shown.as_bytes(), Refusal::File { limit }));
                }
                drop(file);
                fs::remove_file(&path).map_err(scratch)?;
                return Ok(None);
            }
            file.write_all(&buffer[..count]).map_err(scratch)?;
        }
    }

    /// The error of a reader: a bound that was hit, or else an archive that is damaged.
    pub(super) fn broken(&self, error: io::Error) -> IntakeError {
        match error.downcast::<Bomb>() {
            Ok(Bomb(refusal)) => self.refuse(refusal),
            Err(error) => self.damaged(&error),
        }
    }
}

/// A bound that was hit while reading, on its way through a reader of another crate.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Bomb(pub(super) Refusal);

impl Bomb {
    /// The error if `packed` bytes have become `unpacked`.
    pub(super) fn check(packed: u64, unpacked: u64) -> io::Result<()> {
        if is_bomb(packed, unpacked) {
            return Err(io::Error::other(Self(Refusal::Ratio { limit: MAX_RATIO })));
        }
        Ok(())
    }
}

fn is_bomb(packed: u64, unpacked: u64) -> bool {
    unpacked > FREE_OF_RATIO && unpacked / MAX_RATIO > packed
}
