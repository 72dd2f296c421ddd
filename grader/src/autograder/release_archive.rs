//! Extracts the program from a release archive, `grader-VERSION-TARGET.tar.gz`.

use std::io::{self, Read};

use flate2::read::GzDecoder;
use tar::Archive;

const GZIP: &[u8] = &[0x1f, 0x8b];

/// The maximum size of a program in bytes, several times the size of a program with debug information.
pub(super) const MAX_PROGRAM: u64 = 512 << 20;

/// Extracts the program from a release archive, or returns `bytes` unchanged if it is not an archive.
///
/// # Errors
///
/// Returns an error if the archive is damaged or does not contain the program.
pub(super) fn program_in(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(GZIP) {
        return Ok(bytes);
    }
    for file in Archive::new(GzDecoder::new(&bytes[..])).entries()? {
        let file = file?;
        // The program may be in a folder.
        let path = file.path()?;
        let is_program = path.file_name().is_some_and(|name| name == "grader")
            // In a release, the program is in one folder.
            && path.components().count() <= 2
            && file.header().entry_type().is_file();
        if is_program {
            let mut program = Vec::new();
            // The size in the header may be wrong, and a small archive can unpack to any size.
            file.take(MAX_PROGRAM).read_to_end(&mut program)?;
            return Ok(program);
        }
    }
    Err(io::Error::new(io::ErrorKind::NotFound, "the archive does not contain the file `grader`"))
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn archive(paths: &[&str]) -> Vec<u8> {
        let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for path in paths {
            let mut header = tar::Header::new_gnu();
            header.set_size(path.len() as u64);
            tar.append_data(&mut header, path, path.as_bytes()).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap()
    }

    #[test]
    fn the_program_is_found_in_its_folder() {
        let name = "grader-0.1.0-x86_64-unknown-linux-musl/grader";
        let packed = archive(&["grader-0.1.0-x86_64-unknown-linux-musl/LICENSE", name]);
        assert_eq!(program_in(packed).unwrap(), name.as_bytes());
        assert_eq!(program_in(archive(&["grader"])).unwrap(), b"grader");
        assert_eq!(program_in(b"\x7fELF".to_vec()).unwrap(), b"\x7fELF");
    }

    #[test]
    fn an_archive_without_a_program_is_an_error() {
        for bytes in [
            archive(&[]),
            archive(&["a/man/grader", "a/grader.1"]),
            b"\x1f\x8b".to_vec(),
            archive(&["grader"])[..20].to_vec(),
        ] {
            assert!(program_in(bytes).is_err());
        }
    }
}
