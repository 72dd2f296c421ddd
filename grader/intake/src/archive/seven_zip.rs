//! 7z archives.

use std::io::{self, Cursor, Read};

use sevenz_rust2::{ArchiveEntry, ArchiveReader, EntryDecision, Error, Password};

use super::compression::BoundedReader;
use super::error::Refusal;
use super::unpacker::{Admission, EntryKind, Unpacker};
use crate::IntakeError;

/// The memory limit in KiB, separate for the decoder and the entry list: as much as 7-Zip's highest compression level
/// needs.
const MAX_MEMORY: usize = 80 << 10;

/// The attribute bit that is set if the upper half holds the Unix mode.
const HAS_MODE: u32 = 0x8000;

pub(super) fn unpack(bytes: &[u8], unpacker: &mut Unpacker<'_>) -> Result<(), IntakeError> {
    let source = Cursor::new(bytes);
    let archive = ArchiveReader::new_with_memory_limit(source, Password::empty(), MAX_MEMORY);
    let mut archive = archive.map_err(|error| to_intake_error(error, unpacker))?;
    for _ in &archive.archive().files {
        unpacker.count_entry()?;
    }
    let packed = bytes.len() as u64;
    let (mut read, mut failed) = (0, None);
    let done = archive.for_each_entries_with_decision(|entry, content| {
        match unpack_entry(entry, content, (packed, &mut read), unpacker) {
            Ok(()) => Ok(EntryDecision::Continue),
            Err(error) => {
                failed = Some(error);
                Ok(EntryDecision::Stop)
            }
        }
    });
    match (failed, done) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(to_intake_error(error, unpacker)),
        (None, Ok(())) => Ok(()),
    }
}

/// Writes an entry. Even when the entry is skipped, we need to read all bytes, since the following entries are
/// compressed in the same stream. The bytes count toward the limits shared by all entries.
fn unpack_entry(
    entry: &ArchiveEntry,
    content: &mut dyn Read,
    (packed, read): (u64, &mut u64),
    unpacker: &mut Unpacker<'_>,
) -> Result<(), IntakeError> {
    let attributes = entry.windows_attributes();
    let mode = if attributes & HAS_MODE != 0 { attributes >> 16 } else { 0 };
    // These are the Unix types of a link, a block and a character device, a pipe and a socket.
    let what = match mode & 0o170_000 {
        0o120_000 | 0o060_000 | 0o020_000 | 0o010_000 | 0o140_000 => EntryKind::Special,
        _ if entry.is_anti_item() => EntryKind::Special,
        _ if entry.is_directory() => EntryKind::Folder,
        _ => EntryKind::File,
    };
    let limit = unpacker.rules().stream;
    let mut content = BoundedReader::new(content, packed, *read, limit);
    if let Admission::Keep(place) = unpacker.admit(entry.name().as_bytes(), what)?
        && unpacker
            .keep_file(&place, &mut content, entry.size(), None)?
            .is_some_and(|size| size != entry.size())
    {
        return Err(unpacker.damage_error(&"the size of a file differs from its declared size"));
    }
    io::copy(&mut content, &mut io::sink()).map_err(|error| unpacker.to_read_error(error))?;
    *read = content.bytes_unpacked();
    Ok(())
}

fn to_intake_error(error: Error, unpacker: &Unpacker<'_>) -> IntakeError {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => {
            unpacker.archive_error(Refusal::Encrypted)
        }
        Error::UnsupportedCompressionMethod(_)
        | Error::Unsupported(_)
        | Error::ExternalUnsupported
        | Error::MaxMemLimited { .. } => unpacker.archive_error(Refusal::Method),
        Error::Io(error, _) => unpacker.to_read_error(error),
        error => unpacker.damage_error(&error),
    }
}
