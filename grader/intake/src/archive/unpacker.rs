//! Writes entries into the temporary folder, and keeps count.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{ArchiveError, Refusal};
use super::name::EntryName;
use crate::IntakeError;
use crate::folder::MAX_BYTES as MAX_SOURCE;

/// What an archive may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The most entries, litter included.
    pub(super) entries: usize,
    /// The most bytes of a zip file's list of entries: what so many take, and no number that the
    /// archive claims.
    pub(super) list: u64,
    /// The most bytes that are written.
    pub(super) total: u64,
    /// The most bytes that may come out of a tar file, with all that is not written.
    pub(super) stream: u64,
    /// Whether it is a class: then all of it is written, and what is not safe is left out.
    is_class: bool,
}

/// The rules for a submission. A build folder has some thousand entries and some hundred megabytes.
/// A submission may have 4 MiB of sources, 1 of tests and 2 of what they read.
pub(super) const SUBMISSION: Rules =
    Rules { entries: 20_000, list: 8 << 20, total: 32 << 20, stream: 512 << 20, is_class: false };

/// The rules for a class: 3,000 students with 130 files or a megabyte each.
pub(super) const CLASS: Rules =
    Rules { entries: 400_000, list: 160 << 20, total: 4 << 30, stream: 8 << 30, is_class: true };

/// The most bytes of a file of a class. What is larger is written up to here and a byte more, so that
/// whoever opens it sees that it is too large.
const MAX_FILE: u64 = super::MAX_BYTES;

/// The most bytes of a file that tests read: larger ones are not there for them, in a folder
/// either.
const MAX_DATA: u64 = 256 << 10;

/// The most bytes of an archive in an archive.
const MAX_INNER: u64 = 8 << 20;

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
    rules: Rules,
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
    /// Whether a backslash in a name stands between two folders.
    splits_backslashes: bool,
    /// The entries of a class that are left out, and why.
    refused: Vec<(String, String)>,
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(rules: Rules, archive: &'a Path, folder: &'a Path) -> Self {
        Self {
            rules,
            archive,
            folder,
            places: BTreeMap::new(),
            new_folders: Vec::new(),
            entries: 0,
            bytes: 0,
            splits_backslashes: !rules.is_class,
            refused: Vec::new(),
        }
    }

    /// What it may be.
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// The entries of a class that were left out, and why.
    pub(super) fn into_refused(self) -> Vec<(String, String)> {
        self.refused
    }

    /// Passes on the error of an entry, unless it is an entry of a class, which is then left out.
    pub(super) fn leave_out(&mut self, error: IntakeError) -> Result<(), IntakeError> {
        match error {
            IntakeError::Archive(ArchiveError { entry: Some(entry), refusal, .. })
                if self.rules.is_class =>
            {
                self.refused.push((entry, refusal.to_string()));
                Ok(())
            }
            error => Err(error),
        }
    }

    /// Takes note of how the names of all entries are written. Some tools on Windows write `\` between
    /// folders. In the archive of a class a student's file may be called so: there it is a separator
    /// only if every entry has one and no entry has a `/`.
    pub(super) fn look_at<'n>(&mut self, names: impl IntoIterator<Item = &'n [u8]>) {
        if !self.rules.is_class {
            return;
        }
        let mut names = names.into_iter().peekable();
        self.splits_backslashes = names.peek().is_some()
            && names.all(|name| name.contains(&b'\\') && !name.contains(&b'/'));
    }

    /// A name with `/` between its parts.
    pub(super) fn separated<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.splits_backslashes { name.replace('\\', "/").into() } else { name.into() }
    }

    /// The names of all files but litter, in their order.
    pub(super) fn into_files(self) -> Vec<String> {
        let mut files: Vec<String> =
            self.places.into_values().filter(|it| !it.1).map(|it| it.0).collect();
        files.sort();
        files
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
        let limit = self.rules.entries;
        if self.entries > limit {
            return Err(self.refuse(Refusal::Entries { limit }));
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
        let admitted = match self.admit_or_refuse(raw, what, mode) {
            Ok(admitted) => admitted,
            Err(refusal @ Refusal::Entries { .. }) => return Err(self.refuse(refusal)),
            Err(refusal) => {
                let error = self.refuse_entry(raw.as_bytes(), refusal);
                self.leave_out(error)?;
                Admitted::Skip
            }
        };
        for folder in std::mem::take(&mut self.new_folders) {
            fs::create_dir(&folder).map_err(|source| IntakeError::Scratch { source })?;
        }
        Ok(admitted)
    }

    fn path(&self, parts: &[String]) -> PathBuf {
        parts.iter().fold(self.folder.to_owned(), |path, part| path.join(part))
    }

    fn admit_or_refuse(&mut self, raw: &str, what: What, mode: u32) -> Result<Admitted, Refusal> {
        let name = EntryName::parse(&self.separated(raw))?;
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
        let is_written = what == What::File && (self.rules.is_class || name.is_used());
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
            None if self.places.len() == self.rules.entries => {
                Err(Refusal::Entries { limit: self.rules.entries })
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
        content: &mut (impl Read + ?Sized),
        packed: Option<u64>,
    ) -> Result<Option<u64>, IntakeError> {
        let scratch = |source| IntakeError::Scratch { source };
        let path = self.path(name.parts());
        let mut file = File::create_new(&path).map_err(scratch)?;
        let shown = name.parts().join("/");
        let limit = match self.rules {
            Rules { is_class: true, .. } => MAX_FILE,
            _ if name.is_code() => MAX_SOURCE,
            _ if name.is_archive() => MAX_INNER,
            _ => MAX_DATA,
        };
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
            if self.bytes > self.rules.total {
                return Err(self.refuse(Refusal::Total { limit: self.rules.total }));
            }
            if self.rules.is_class && written > limit {
                // One byte more than it may have says that it is too large.
                let rest = usize::try_from(written - limit).unwrap_or(usize::MAX);
                let count = count.saturating_sub(rest) + 1;
                file.write_all(&buffer[..count]).map_err(scratch)?;
                return Ok(None);
            }
            if packed.is_some_and(|packed| !self.rules.is_class && is_bomb(packed, written)) {
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
