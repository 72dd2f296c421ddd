//! Writes reproducible zip files.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArchiveFile {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_program: bool,
}

/// Creates an archive, with entries sorted by path, Unix permissions, and no timestamps.
pub(crate) fn zip(files: &BTreeMap<String, ArchiveFile>) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, ArchiveFile { bytes, is_program }) in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if *is_program { 0o755 } else { 0o644 });
        writer.start_file(path.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
