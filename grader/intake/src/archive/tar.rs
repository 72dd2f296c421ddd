//! Tar files.
//!
//! We parse headers one by one, and handle the GNU and pax extensions here rather than in the `tar` crate, to limit the
//! size of extensions, and to reject files that two readers may split differently.

use std::io::{self, Read};

use ::tar::{Archive, EntryType, PaxExtensions};

use super::unpacker::{Admission, EntryKind, Unpacker};
use crate::IntakeError;

/// The maximum size of a long name or of extended attributes, in bytes. A path on Linux has at most 4096 bytes.
const MAX_HEADER: u64 = 64 << 10;

pub(super) fn unpack(stream: impl Read, unpacker: &mut Unpacker<'_>) -> Result<(), IntakeError> {
    let mut archive = Archive::new(stream);
    let mut extended = TarExtension::default();
    let entries = archive.entries().map_err(|error| unpacker.to_read_error(error))?;
    // Raw entries, because we read extension headers ourselves, with a limit on their size.
    for entry in entries.raw(true) {
        unpacker.count_entry()?;
        let mut entry = entry.map_err(|error| unpacker.to_read_error(error))?;
        let kind = entry.header().entry_type();
        let size = entry.header().entry_size().map_err(|error| unpacker.to_read_error(error))?;
        if extended.read_extension(kind, size, &mut entry, unpacker)? {
            continue;
        }
        let name = match std::mem::take(&mut extended).name {
            Some(name) => name,
            None => entry.header().path_bytes().into_owned(),
        };
        let what = match kind {
            // In old tar files, only a trailing slash marks a folder.
            EntryType::Regular | EntryType::Continuous
                if unpacker.with_slashes(&name).ends_with(b"/") =>
            {
                EntryKind::Folder
            }
            EntryType::Regular | EntryType::Continuous => EntryKind::File,
            EntryType::Directory => EntryKind::Folder,
            _ => EntryKind::Special,
        };
        if let Admission::Keep(place) = unpacker.admit(&name, what)?
            && unpacker.keep_file(&place, &mut entry, size, None)?.is_some_and(|read| read != size)
        {
            return Err(unpacker.damage_error(&"it ends in the middle of a file"));
        }
    }
    // We need to read to the end, since the checksum comes last.
    let mut rest = archive.into_inner();
    io::copy(&mut rest, &mut io::sink()).map_err(|error| unpacker.to_read_error(error))?;
    Ok(())
}

/// Header fields set by preceding extension entries.
#[derive(Debug, Default)]
struct TarExtension {
    name: Option<Vec<u8>>,
}

impl TarExtension {
    /// Processes an extension of the next entry. Returns `false` if this entry is not an extension.
    fn read_extension(
        &mut self,
        kind: EntryType,
        size: u64,
        entry: &mut impl Read,
        unpacker: &Unpacker<'_>,
    ) -> Result<bool, IntakeError> {
        let is_about_next = [
            EntryType::GNULongName,
            EntryType::GNULongLink,
            EntryType::XHeader,
            EntryType::XGlobalHeader,
        ]
        .contains(&kind);
        if !is_about_next {
            return Ok(false);
        }
        if size > MAX_HEADER {
            return Err(unpacker.damage_error(&"a header is too large"));
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(|error| unpacker.to_read_error(error))?;
        if bytes.len() as u64 != size {
            return Err(unpacker.damage_error(&"it ends in the middle of a header"));
        }
        match kind {
            EntryType::GNULongName => {
                // The name is NUL-terminated.
                let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
                bytes.truncate(end);
                self.name = Some(bytes);
            }
            EntryType::XHeader | EntryType::XGlobalHeader => {
                for field in PaxExtensions::new(&bytes) {
                    let field = field.map_err(|error| unpacker.to_read_error(error))?;
                    let key = field.key_bytes();
                    // With these fields, readers disagree on where the next file begins.
                    if key == b"size" || key.starts_with(b"GNU.sparse") {
                        return Err(unpacker.damage_error(&"a header changes the size of a file"));
                    }
                    if key == b"path" && kind == EntryType::XHeader {
                        self.name = Some(field.value_bytes().to_owned());
                    }
                }
            }
            // The target of a link, which will be rejected anyway.
            _ => {}
        }
        Ok(true)
    }
}
