//! Keeps archive entries, within limits.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use super::error::{ArchiveError, Refusal};
use super::name::EntryName;
use super::{ArchiveFormat, START, UnpackedArchive, detect_format};
use crate::IntakeError;
use crate::class::describes_class;
use crate::folder::MAX_BYTES as MAX_SOURCE;
use crate::input::InputFiles;

#[derive(Clone, Copy, Debug)]
pub(super) struct UnpackRules {
    /// The maximum number of entries, including litter.
    pub(super) entries: usize,
    /// The maximum size of a zip file's central directory in bytes, derived from `entries` rather than from the
    /// archive.
    pub(super) list: u64,
    /// The maximum decompressed size in bytes of all files that are kept.
    pub(super) total: u64,
    /// The maximum decompressed size of a tar file in bytes, including skipped entries.
    pub(super) stream: u64,
    /// The maximum size of a nested archive, in bytes.
    inner: u64,
    /// Whether students named the entries in an instructor's archive. Unsafe entries are then skipped, so that one student
    /// cannot block the class.
    pub(super) is_class: bool,
}

/// Limits for a submission, with room for a `target` folder with a few thousand entries and a few hundred megabytes.
/// Sources may take up to 4 MiB, tests 1 MiB, and test data 2 MiB.
pub(super) const SUBMISSION: UnpackRules = UnpackRules {
    entries: 20_000,
    list: 8 << 20,
    total: 32 << 20,
    stream: 512 << 20,
    inner: 8 << 20,
    is_class: false,
};

/// Limits for a class, with room for 3,000 students, each with 130 files or one megabyte.
pub(super) const CLASS: UnpackRules = UnpackRules {
    entries: 400_000,
    list: 160 << 20,
    total: 4 << 30,
    stream: 8 << 30,
    inner: super::MAX_BYTES,
    is_class: true,
};

/// The maximum size in bytes of files that are neither code nor archives, each and together. Nothing reads larger ones,
/// and the rest is not needed.
const MAX_DATA_FILE: u64 = 256 << 10;
const MAX_DATA: u64 = 16 << 20;

/// The maximum size in bytes of all files that describe a class. Gradescope's is large.
const MAX_NOTES: u64 = 256 << 20;

/// Source code compresses about 5:1, and puzzle lists 20:1.
/// Ten times the usual ratio of a list is still far below the 1000:1 of an archive made to fill a disk.
const MAX_RATIO: u64 = 200;

/// The output size in bytes up to which we do not check the ratio, since a small file of zeros is not an attack.
const FREE_OF_RATIO: u64 = 1 << 20;

/// The type of an entry, as recorded in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Folder,
    File,
    /// A link, a device or a similar special file.
    Special,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Admission {
    Skip,
    Keep(EntryName),
}

/// What to keep of the files in an archive.
#[derive(Clone, Copy)]
pub(super) enum UnpackScope<'a> {
    /// Names and content.
    Everything,
    /// All names, and files that describe a class.
    Names,
    /// Files and folders at these paths.
    Only(&'a [Vec<Vec<u8>>]),
}

impl UnpackScope<'_> {
    fn unpacks_content_of(self, name: &EntryName) -> bool {
        match self {
            Self::Everything | Self::Names => true,
            Self::Only(paths) => paths.iter().any(|path| name.components().starts_with(path)),
        }
    }

    /// Returns `true` for exactly the requested file.
    fn is_requested_file(self, name: &EntryName) -> bool {
        matches!(self, Self::Only(paths) if paths.iter().any(|path| name.components() == path))
    }
}

pub(super) struct Unpacker<'a> {
    rules: UnpackRules,
    archive: &'a Path,
    reading: UnpackScope<'a>,
    files: InputFiles,
    /// All paths so far, except litter, with `true` for folders.
    places: BTreeMap<Vec<Vec<u8>>, bool>,
    entries: usize,
    bytes: u64,
    /// The size of all files that are neither code nor archives.
    data_bytes: u64,
    /// The total size of files that describe a class.
    notes_bytes: u64,
    /// Whether a backslash separates path components.
    splits_backslashes: bool,
    /// Skipped entries, with the reasons.
    refused: Vec<(String, String)>,
}

impl<'a> Unpacker<'a> {
    pub(super) fn new(rules: UnpackRules, archive: &'a Path, reading: UnpackScope<'a>) -> Self {
        Self {
            rules,
            archive,
            reading,
            files: InputFiles::in_archive(archive.to_owned()),
            places: BTreeMap::new(),
            entries: 0,
            bytes: 0,
            data_bytes: 0,
            notes_bytes: 0,
            splits_backslashes: !rules.is_class,
            refused: Vec::new(),
        }
    }

    pub(super) fn rules(&self) -> UnpackRules {
        self.rules
    }

    pub(super) fn into_result(self) -> UnpackedArchive {
        UnpackedArchive { files: self.files, refused: self.refused }
    }

    /// Records an error about an entry, to skip the entry: any entry of a class archive, or one that would not be read
    /// in a folder. Returns any other error.
    pub(super) fn skip_or_fail(&mut self, error: IntakeError) -> Result<(), IntakeError> {
        match error {
            IntakeError::Archive(ArchiveError { entry: Some(entry), refusal, .. })
                if self.rules.is_class || refusal.is_out_of_reach() =>
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
    pub(super) fn detect_separator<'n>(&mut self, names: impl IntoIterator<Item = &'n [u8]>) {
        // In a submission's archive, `\` always separates. At worst, its author's own file gets another path.
        if !self.rules.is_class {
            return;
        }
        let mut names = names.into_iter().peekable();
        self.splits_backslashes = names.peek().is_some()
            && names.all(|name| name.contains(&b'\\') && !name.contains(&b'/'));
    }

    pub(super) fn with_slashes<'n>(&self, name: &'n [u8]) -> Cow<'n, [u8]> {
        if !self.splits_backslashes {
            return name.into();
        }
        name.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect()
    }

    pub(super) fn archive_error(&self, refusal: Refusal) -> IntakeError {
        ArchiveError::about_whole_archive(self.archive, refusal).into()
    }

    pub(super) fn refuse_entry(&self, name: &[u8], refusal: Refusal) -> IntakeError {
        let entry = Some(String::from_utf8_lossy(name).into_owned());
        ArchiveError { archive: self.archive.to_owned(), entry, refusal }.into()
    }

    pub(super) fn damage_error(&self, error: &impl ToString) -> IntakeError {
        self.archive_error(Refusal::Damaged { message: error.to_string() })
    }

    pub(super) fn count_entry(&mut self) -> Result<(), IntakeError> {
        self.entries += 1;
        let limit = self.rules.entries;
        // Litter counts, too, because reading it takes as long.
        if self.entries > limit {
            return Err(self.archive_error(Refusal::Entries { limit }));
        }
        Ok(())
    }

    /// Decides how to handle an entry from the name and type.
    pub(super) fn admit(&mut self, raw: &[u8], what: EntryKind) -> Result<Admission, IntakeError> {
        let name = match self.admit_or_refuse(raw, what) {
            Ok(Some(name)) => name,
            Ok(None) => return Ok(Admission::Skip),
            // The archive as a whole is too large. Other faults concern one entry, which a class archive leaves out.
            Err(refusal @ Refusal::Entries { .. }) => return Err(self.archive_error(refusal)),
            Err(refusal) => {
                let error = self.refuse_entry(raw, refusal);
                self.skip_or_fail(error)?;
                return Ok(Admission::Skip);
            }
        };
        if !self.reading.unpacks_content_of(&name) {
            return Ok(Admission::Skip);
        }
        match what {
            EntryKind::Folder => self.files.add_folder(name.components()),
            EntryKind::Special => self.files.add_special(name.components()),
            EntryKind::File => return Ok(Admission::Keep(name)),
        }
        Ok(Admission::Skip)
    }

    /// Returns the name of a kept entry, or `None` for litter and the root folder.
    fn admit_or_refuse(
        &mut self,
        raw: &[u8],
        what: EntryKind,
    ) -> Result<Option<EntryName>, Refusal> {
        let name = EntryName::parse(&self.with_slashes(raw))?;
        if name.is_left_by_tool() {
            return Ok(None);
        }
        name.check_depth()?;
        let is_folder = what == EntryKind::Folder;
        if name.is_root() {
            // A name without components, such as `./`, is the root folder, which cannot be a file.
            return if is_folder { Ok(None) } else { Err(Refusal::FileAndFolder) };
        }
        let parts = name.components();
        for end in 1..parts.len() {
            self.reserve_path(&parts[..end], true)?;
        }
        self.reserve_path(parts, is_folder)?;
        Ok(Some(name))
    }

    /// Reserves a path. Fails if it is already taken.
    fn reserve_path(&mut self, path: &[Vec<u8>], is_folder: bool) -> Result<(), Refusal> {
        match self.places.get(path) {
            // A few deeply nested entries can create many folders.
            None if self.places.len() == self.rules.entries => {
                Err(Refusal::Entries { limit: self.rules.entries })
            }
            None => {
                self.places.insert(path.to_vec(), is_folder);
                Ok(())
            }
            Some(true) if is_folder => Ok(()),
            Some(was_folder) if *was_folder != is_folder => Err(Refusal::FileAndFolder),
            Some(_) => Err(Refusal::Same),
        }
    }

    /// Keeps a file of `size` bytes from `content`, with the compressed size in bytes as `packed`, if known. Returns the
    /// actual size, or `None` if the file is too large to be kept completely.
    pub(super) fn keep_file(
        &mut self,
        name: &EntryName,
        content: &mut (impl Read + ?Sized),
        size: u64,
        packed: Option<u64>,
    ) -> Result<Option<u64>, IntakeError> {
        if matches!(self.reading, UnpackScope::Names) {
            return self.keep_name(name, content, size).map(Some);
        }
        let kept = self.read_content(name, content, size, packed)?;
        let size = kept.as_ref().map(|bytes| bytes.len() as u64);
        self.files.add_file(name.components(), kept);
        Ok(size)
    }

    /// Keeps a file's name, and content that describes the class. Reads everything, to notice damage before grading.
    /// Returns the actual size.
    fn keep_name(
        &mut self,
        name: &EntryName,
        content: &mut (impl Read + ?Sized),
        size: u64,
    ) -> Result<u64, IntakeError> {
        let is_note = describes_class(&name.file_name(), size)
            // The size is a claim of the archive and can be any number.
            && self.notes_bytes.saturating_add(size) <= MAX_NOTES;
        let (mut start, mut read) = (Vec::new(), 0);
        // A file may be far larger than memory, so only a piece is kept at a time.
        let mut buffer = [0; 16 << 10];
        loop {
            let count = self.next_bytes(content, &mut buffer)?;
            if count == 0 {
                break;
            }
            self.count_bytes(count)?;
            read += count as u64;
            if is_note && read <= size || start.len() < START {
                start.extend_from_slice(&buffer[..count]);
            }
        }
        if is_note && read == size {
            self.notes_bytes += read;
            self.files.add_file(name.components(), Some(start));
        } else {
            let is_archive = name.is_archive() || detect_format(&start) != ArchiveFormat::Unknown;
            self.files.add_listed_file(name.components(), is_archive);
        }
        Ok(read)
    }

    /// Returns a file's content, or `None` if it is too large for any reader.
    fn read_content(
        &mut self,
        name: &EntryName,
        content: &mut (impl Read + ?Sized),
        size: u64,
        packed: Option<u64>,
    ) -> Result<Option<Vec<u8>>, IntakeError> {
        let is_data =
            !name.is_code() && !name.is_archive() && !self.reading.is_requested_file(name);
        let limit = match name {
            _ if name.is_code() => MAX_SOURCE,
            _ if name.is_archive() || self.reading.is_requested_file(name) => self.rules.inner,
            // The limits are on each file and on all of them.
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
                return Err(self.refuse_entry(name.to_text().as_bytes(), refusal));
            }
            if !is_data {
                self.count_bytes(count)?;
            }
            if unpacked > limit {
                return if size > limit { Ok(None) } else { Err(self.damage_error(&damaged)) };
            }
        }
        self.data_bytes += if is_data { kept.len() as u64 } else { 0 };
        Ok(Some(kept))
    }

    /// Reads a file's next bytes. Returns their number, which is 0 at the end.
    fn next_bytes(
        &self,
        content: &mut (impl Read + ?Sized),
        buffer: &mut [u8],
    ) -> Result<usize, IntakeError> {
        loop {
            match content.read(buffer) {
                // A signal came in between, which is no fault of the archive.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(|error| self.to_read_error(error)),
            }
        }
    }

    fn count_bytes(&mut self, count: usize) -> Result<(), IntakeError> {
        self.bytes += count as u64;
        if self.bytes > self.rules.total {
            return Err(self.archive_error(Refusal::Total { limit: self.rules.total }));
        }
        Ok(())
    }

    /// Converts a read error: a limit was exceeded, or the archive is damaged.
    pub(super) fn to_read_error(&self, error: io::Error) -> IntakeError {
        match error.downcast::<Bomb>() {
            Ok(Bomb(refusal)) => self.archive_error(refusal),
            Err(error) => self.damage_error(&error),
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
