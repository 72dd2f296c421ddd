//! Keeps the entries of an archive, within limits: in memory for a submission, and in a folder for a class.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{ArchiveError, Refusal};
use super::name::{EntryName, KEEPS_NAMES};
use crate::IntakeError;
use crate::folder::MAX_BYTES as MAX_SOURCE;
use crate::input::InputFiles;

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
}

/// Limits for a submission, with room for a `target` folder with a few thousand entries and a few hundred megabytes.
/// Sources may take up to 4 MiB, tests 1 MiB, and test data 2 MiB.
pub(super) const SUBMISSION: Rules =
    Rules { entries: 20_000, list: 8 << 20, total: 32 << 20, stream: 512 << 20 };

/// Limits for a class, with room for 3,000 students, each with 130 files or one megabyte.
pub(super) const CLASS: Rules =
    Rules { entries: 400_000, list: 160 << 20, total: 4 << 30, stream: 8 << 30 };

/// The maximum size of a file in a class archive, in bytes. Larger files are truncated one byte after the limit, so
/// that readers can tell that they are too large.
const MAX_FILE: u64 = super::MAX_BYTES;

/// The maximum size in bytes of files that are neither code nor archives, each and together. Nothing reads larger ones,
/// and the rest is not needed.
const MAX_DATA_FILE: u64 = 256 << 10;
const MAX_DATA: u64 = 16 << 20;

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

/// Where the files go.
pub(super) enum Target<'a> {
    /// The value for a single submission.
    Input(&'a mut InputFiles),
    /// The folder for a class. Unsafe entries are skipped.
    Folder(&'a Path),
}

pub(super) struct Unpacker<'a> {
    rules: Rules,
    archive: &'a Path,
    target: Target<'a>,
    /// All paths so far, except litter, by key, with the original name and whether the path is a folder.
    places: BTreeMap<Vec<u8>, (String, bool)>,
    entries: usize,
    bytes: u64,
    /// The size of all files that are neither code nor archives.
    data_bytes: u64,
    /// Whether a backslash separates path components.
    splits_backslashes: bool,
    /// Skipped entries, with the reasons.
    refused: Vec<(String, String)>,
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(rules: Rules, archive: &'a Path, target: Target<'a>) -> Self {
        Self {
            rules,
            archive,
            splits_backslashes: matches!(target, Target::Input(_)),
            target,
            places: BTreeMap::new(),
            entries: 0,
            bytes: 0,
            data_bytes: 0,
            refused: Vec::new(),
        }
    }

    fn is_class(&self) -> bool {
        matches!(self.target, Target::Folder(_))
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn into_refused(self) -> Vec<(String, String)> {
        self.refused
    }

    /// Records an error about an entry, to skip the entry: any entry of a class archive, or one that would not be read
    /// in a folder. Returns any other error.
    pub(super) fn leave_out(&mut self, error: IntakeError) -> Result<(), IntakeError> {
        match error {
            IntakeError::Archive(ArchiveError { entry: Some(entry), refusal, .. })
                if self.is_class() || refusal.is_out_of_reach() =>
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
        if !self.is_class() {
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
        match self.admit_or_refuse(raw, what, mode) {
            Ok(Some(name)) => {
                self.add_folders(&name, what == What::Folder)?;
                match (what, &mut self.target) {
                    (What::File, _) => Ok(Admitted::Write(name)),
                    (What::Link | What::Special(_), Target::Input(files)) => {
                        files.add_special(name.components());
                        Ok(Admitted::Skip)
                    }
                    _ => Ok(Admitted::Skip),
                }
            }
            Ok(None) => Ok(Admitted::Skip),
            Err(refusal @ Refusal::Entries { .. }) => Err(self.refuse(refusal)),
            Err(refusal) => {
                let error = self.refuse_entry(raw, refusal);
                self.leave_out(error)?;
                Ok(Admitted::Skip)
            }
        }
    }

    /// Creates the folders around an entry, and the entry itself if it is a folder.
    fn add_folders(&mut self, name: &EntryName, is_folder: bool) -> Result<(), IntakeError> {
        let parts = name.components();
        let folders = if is_folder { parts } else { &parts[..parts.len() - 1] };
        match &mut self.target {
            Target::Input(files) => files.add_folder(folders),
            Target::Folder(folder) => {
                let folder: PathBuf = std::iter::once(folder.to_owned().into_os_string())
                    .chain(name.stored().take(folders.len()))
                    .collect();
                fs::create_dir_all(folder).map_err(|source| IntakeError::Scratch { source })?;
            }
        }
        Ok(())
    }

    /// Returns the name of an entry to keep, or `None` for litter and the root folder.
    fn admit_or_refuse(
        &mut self,
        raw: &[u8],
        what: What,
        mode: u32,
    ) -> Result<Option<EntryName>, Refusal> {
        let name = EntryName::parse(&self.separated(raw))?;
        if name.is_litter() {
            return Ok(None);
        }
        name.check_depth()?;
        if self.is_class() {
            name.check_length()?;
            match what {
                What::Link => return Err(Refusal::Link),
                What::Special(kind) => return Err(Refusal::Special { kind }),
                // On a folder, the set-group-ID bit only determines the group of new files.
                What::File if mode & 0o6000 != 0 => return Err(Refusal::SetUser),
                What::Folder | What::File => {}
            }
        }
        if name.is_root() {
            // A name without components, such as `./`, is the root folder, which cannot be a file.
            let is_folder = what == What::Folder;
            return if is_folder { Ok(None) } else { Err(Refusal::FileAndFolder) };
        }
        for folder in name.folders() {
            self.place(&folder, true)?;
        }
        self.place(&name, what == What::Folder)?;
        Ok(Some(name))
    }

    /// Reserves a path. Fails if the path is already taken: in a class archive, also in a different case if the file
    /// system ignores case.
    fn place(&mut self, path: &EntryName, is_folder: bool) -> Result<(), Refusal> {
        let name = path.shown();
        let key = path.key(self.is_class() && !KEEPS_NAMES);
        match self.places.get(&key) {
            // A few deeply nested entries can create many folders.
            None if self.places.len() == self.rules.entries => {
                Err(Refusal::Entries { limit: self.rules.entries })
            }
            None => {
                self.places.insert(key, (name, is_folder));
                Ok(())
            }
            Some((other, _)) if *other != name => Err(Refusal::Case { other: other.clone() }),
            Some((_, true)) if is_folder => Ok(()),
            Some((_, was_folder)) if *was_folder != is_folder => Err(Refusal::FileAndFolder),
            Some(_) => Err(Refusal::Same),
        }
    }

    /// Keeps a file of `size` bytes from `content`, with the compressed size in bytes as `packed`, if known. Returns the
    /// actual size, or `None` if the file is too large to be kept completely.
    pub(super) fn write(
        &mut self,
        name: &EntryName,
        content: &mut (impl Read + ?Sized),
        size: u64,
        packed: Option<u64>,
    ) -> Result<Option<u64>, IntakeError> {
        let Target::Folder(folder) = self.target else {
            let kept = self.content(name, content, size, packed)?;
            let size = kept.as_ref().map(|bytes| bytes.len() as u64);
            if let Target::Input(files) = &mut self.target {
                files.add_file(name.components(), kept);
            }
            return Ok(size);
        };
        let scratch = |source| IntakeError::Scratch { source };
        let path = name.stored().fold(folder.to_owned(), |path, part| path.join(part));
        let mut file = File::create_new(path).map_err(scratch)?;
        let mut written = 0;
        let mut buffer = [0; 16 << 10];
        loop {
            let count = self.next_bytes(content, &mut buffer)?;
            self.count_bytes(count)?;
            written += count as u64;
            if count == 0 {
                return Ok(Some(written));
            }
            // Write one byte more than the limit, so that readers can tell that the file is too large.
            let rest = usize::try_from(written.saturating_sub(MAX_FILE)).unwrap_or(usize::MAX);
            let kept = if rest == 0 { count } else { count.saturating_sub(rest) + 1 };
            file.write_all(&buffer[..kept]).map_err(scratch)?;
            if rest > 0 {
                return Ok(None);
            }
        }
    }

    /// Returns the content of a submission's file, or `None` if it is too large for any reader.
    fn content(
        &mut self,
        name: &EntryName,
        content: &mut (impl Read + ?Sized),
        size: u64,
        packed: Option<u64>,
    ) -> Result<Option<Vec<u8>>, IntakeError> {
        let is_data = !name.is_code() && !name.is_archive();
        let limit = match name {
            _ if name.is_code() => MAX_SOURCE,
            _ if name.is_archive() => MAX_INNER,
            _ => MAX_DATA_FILE.min(MAX_DATA - self.data_bytes),
        };
        if is_data && size > limit {
            return Ok(None);
        }
        let damaged = "the size of a file differs from its declared size";
        let mut kept = Vec::new();
        let mut buffer = [0; 16 << 10];
        loop {
            let count = self.next_bytes(content, &mut buffer)?;
            if count == 0 {
                break;
            }
            kept.extend_from_slice(&buffer[..count]);
            let unpacked = kept.len() as u64;
            if packed.is_some_and(|packed| is_bomb(packed, unpacked)) {
                let refusal = Refusal::Ratio { limit: MAX_RATIO };
                return Err(self.refuse_entry(name.shown().as_bytes(), refusal));
            }
            if !is_data {
                self.count_bytes(count)?;
            }
            if unpacked > limit {
                return if size > limit { Ok(None) } else { Err(self.damaged(&damaged)) };
            }
        }
        self.data_bytes += if is_data { kept.len() as u64 } else { 0 };
        Ok(Some(kept))
    }

    /// Reads the next bytes of a file. Returns their number, which is 0 at the end.
    fn next_bytes(
        &self,
        content: &mut (impl Read + ?Sized),
        buffer: &mut [u8],
    ) -> Result<usize, IntakeError> {
        loop {
            match content.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(|error| self.broken(error)),
            }
        }
    }

    fn count_bytes(&mut self, count: usize) -> Result<(), IntakeError> {
        self.bytes += count as u64;
        if self.bytes > self.rules.total {
            return Err(self.refuse(Refusal::Total { limit: self.rules.total }));
        }
        Ok(())
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
