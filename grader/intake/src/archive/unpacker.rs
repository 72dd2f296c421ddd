//! Writes entries to the temporary folder, within limits.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{ArchiveError, Refusal};
use super::name::{EntryName, KEEPS_NAMES};
use crate::IntakeError;
use crate::folder::MAX_BYTES as MAX_SOURCE;

#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The maximum number of entries, including litter.
    pub(super) entries: usize,
    /// The maximum size of a zip file's central directory in bytes, derived from `entries` rather than from the
    /// archive.
    pub(super) list: u64,
    pub(super) total: u64,
    /// The maximum decompressed size of a tar file in bytes, including skipped entries.
    pub(super) stream: u64,
    /// Whether the archive contains a class: unsafe entries are then skipped, and all others written.
    is_class: bool,
}

/// Limits for a submission, with room for a `target` folder with a few thousand entries and a few hundred megabytes.
/// Sources may take up to 4 MiB, tests 1 MiB, and test data 2 MiB.
pub(super) const SUBMISSION: Rules =
    Rules { entries: 20_000, list: 8 << 20, total: 32 << 20, stream: 512 << 20, is_class: false };

/// Limits for a class, with room for 3,000 students, each with 130 files or one megabyte.
pub(super) const CLASS: Rules =
    Rules { entries: 400_000, list: 160 << 20, total: 4 << 30, stream: 8 << 30, is_class: true };

/// The maximum size of a file in a class archive, in bytes. Larger files are truncated one byte after the limit, so
/// that readers can tell that they are too large.
const MAX_FILE: u64 = super::MAX_BYTES;

/// The maximum size of a test data file in bytes. Larger files are skipped, as they are in a folder.
const MAX_DATA: u64 = 256 << 10;

/// The maximum size of a nested archive in bytes.
const MAX_INNER: u64 = 8 << 20;

/// Source code compresses about 5:1, and puzzle lists 20:1.
const MAX_RATIO: u64 = 200;

/// The output size in bytes up to which we do not check the ratio, since a small file of zeros is not an attack.
const FREE_OF_RATIO: u64 = 1 << 20;

/// The type of an entry, as recorded in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Folder,
    File,
    Link,
    /// A device or similar special file, with a description.
    Special(&'static str),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Admitted {
    Skip,
    Write(EntryName),
}

pub(super) struct Unpacker<'a> {
    rules: Rules,
    archive: &'a Path,
    folder: &'a Path,
    /// All paths so far, except litter, by key, with the original name and whether the path is a folder.
    places: BTreeMap<Vec<u8>, (String, bool)>,
    /// Folders that the current entry mentions for the first time. They are created even when the file is skipped,
    /// since a `src` folder helps to identify a submission.
    new_folders: Vec<PathBuf>,
    entries: usize,
    bytes: u64,
    /// Whether a backslash separates path components.
    splits_backslashes: bool,
    /// Skipped entries, with the reasons.
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

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn into_refused(self) -> Vec<(String, String)> {
        self.refused
    }

    /// Records an error about an entry, to skip the entry: any entry of a class archive, or a name that the code does
    /// not need. Returns any other error.
    pub(super) fn leave_out(&mut self, error: IntakeError) -> Result<(), IntakeError> {
        let (is_class, is_code) = (self.rules.is_class, |entry: &str| {
            let name = self.separated(entry.as_bytes()).into_owned();
            EntryName::parse(&name).is_ok_and(|name| name.is_code())
        });
        match error {
            IntakeError::Archive(ArchiveError { entry: Some(entry), refusal, .. })
                if is_class || refusal.is_about_name() && !is_code(&entry) =>
            {
                self.refused.push((entry, refusal.to_string()));
                Ok(())
            }
            error => Err(error),
        }
    }

    /// Determines the separator in entry names. Some Windows tools write `\` between folders. In a class archive, a
    /// student's file name may contain a backslash, so `\` is a separator only if every name contains it and no name
    /// contains `/`.
    pub(super) fn look_at<'n>(&mut self, names: impl IntoIterator<Item = &'n [u8]>) {
        if !self.rules.is_class {
            return;
        }
        let mut names = names.into_iter().peekable();
        self.splits_backslashes = names.peek().is_some()
            && names.all(|name| name.contains(&b'\\') && !name.contains(&b'/'));
    }

    pub(super) fn separated<'n>(&self, name: &'n [u8]) -> Cow<'n, [u8]> {
        if !self.splits_backslashes {
            return name.into();
        }
        name.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect()
    }

    /// Returns the sorted files, without litter, and the skipped entries with the reasons.
    pub(super) fn into_files(self) -> (Vec<String>, Vec<(String, String)>) {
        let mut files: Vec<String> =
            self.places.into_values().filter(|it| !it.1).map(|it| it.0).collect();
        files.sort();
        (files, self.refused)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(super) fn refuse(&self, refusal: Refusal) -> IntakeError {
        ArchiveError::whole(self.archive, refusal).into()
    }

    pub(super) fn refuse_entry(&self, name: &[u8], refusal: Refusal) -> IntakeError {
        let entry = Some(String::from_utf8_lossy(name).into_owned());
        ArchiveError { archive: self.archive.to_owned(), entry, refusal }.into()
    }

    pub(super) fn damaged(&self, error: &impl ToString) -> IntakeError {
        self.refuse(Refusal::Damaged { message: error.to_string() })
    }

    pub(super) fn count(&mut self) -> Result<(), IntakeError> {
        self.entries += 1;
        let limit = self.rules.entries;
        if self.entries > limit {
            return Err(self.refuse(Refusal::Entries { limit }));
        }
        Ok(())
    }

    /// Decides how to handle an entry from the name, type and Unix mode.
    pub(super) fn admit(
        &mut self,
        raw: &[u8],
        what: What,
        mode: u32,
    ) -> Result<Admitted, IntakeError> {
        let admitted = match self.admit_or_refuse(raw, what, mode) {
            Ok(admitted) => admitted,
            Err(refusal @ Refusal::Entries { .. }) => return Err(self.refuse(refusal)),
            Err(refusal) => {
                let error = self.refuse_entry(raw, refusal);
                self.leave_out(error)?;
                Admitted::Skip
            }
        };
        for folder in std::mem::take(&mut self.new_folders) {
            fs::create_dir(&folder).map_err(|source| IntakeError::Scratch { source })?;
        }
        Ok(admitted)
    }

    fn path(&self, name: &EntryName) -> PathBuf {
        name.stored().fold(self.folder.to_owned(), |path, part| path.join(part))
    }

    fn admit_or_refuse(&mut self, raw: &[u8], what: What, mode: u32) -> Result<Admitted, Refusal> {
        let name = EntryName::parse(&self.separated(raw))?;
        if name.is_litter() {
            return Ok(Admitted::Skip);
        }
        name.check_size()?;
        match what {
            What::Link => return Err(Refusal::Link),
            What::Special(kind) => return Err(Refusal::Special { kind }),
            // On a folder, the set-group-ID bit only determines the group of new files.
            What::File if mode & 0o6000 != 0 => return Err(Refusal::SetUser),
            What::Folder | What::File => {}
        }
        if name.is_root() {
            // A name without components, such as `./`, is the root folder, which cannot be a file.
            let is_folder = what == What::Folder;
            return if is_folder { Ok(Admitted::Skip) } else { Err(Refusal::FileAndFolder) };
        }
        for folder in name.folders() {
            self.place(&folder, true)?;
        }
        self.place(&name, what == What::Folder)?;
        let is_written = what == What::File && (self.rules.is_class || name.is_used());
        Ok(if is_written { Admitted::Write(name) } else { Admitted::Skip })
    }

    /// Reserves a path. Fails if the path is already taken, perhaps in a different case: a submission should be the same
    /// on every system. On macOS, creating a file will fail with a different error if just the accents are composed
    /// differently.
    fn place(&mut self, path: &EntryName, is_folder: bool) -> Result<(), Refusal> {
        let name = path.shown();
        let key = path.key(!(self.rules.is_class && KEEPS_NAMES));
        match self.places.get(&key) {
            // A few deeply nested entries can create many folders.
            None if self.places.len() == self.rules.entries => {
                Err(Refusal::Entries { limit: self.rules.entries })
            }
            None => {
                if is_folder {
                    self.new_folders.push(self.path(path));
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

    /// Writes a file from `content`, with the compressed size in bytes as `packed`, if known. Returns the size of the
    /// file, or `None` if it is too large and was truncated or skipped.
    pub(super) fn write(
        &mut self,
        name: &EntryName,
        content: &mut (impl Read + ?Sized),
        packed: Option<u64>,
    ) -> Result<Option<u64>, IntakeError> {
        let scratch = |source| IntakeError::Scratch { source };
        let path = self.path(name);
        let mut file = File::create_new(&path).map_err(scratch)?;
        let shown = name.shown();
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
                // Write one byte more than the limit, so that readers can tell that the file is too large.
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

    /// Converts a read error: a limit was exceeded, or the archive is damaged.
    pub(super) fn broken(&self, error: io::Error) -> IntakeError {
        match error.downcast::<Bomb>() {
            Ok(Bomb(refusal)) => self.refuse(refusal),
            Err(error) => self.damaged(&error),
        }
    }
}

/// An exceeded limit, wrapped to pass through another crate's reader.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Bomb(pub(super) Refusal);

impl Bomb {
    /// Returns an error if `unpacked` bytes are too many to come from `packed` bytes.
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
