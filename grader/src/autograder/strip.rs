//! Removes debug information from a Linux program, for a smaller upload.
//!
//! In a release build, debug information and symbols take up four times as many bytes as code and data. The segments,
//! which will be loaded by the system, are kept byte for byte. Sections are only for tools to read. Those inside a
//! segment are kept, because [`Elf`](super::Elf) needs them to find the linked libraries.

use object::LittleEndian;
use object::elf::{FileHeader64, PT_NULL, SHF_ALLOC, SHT_NOBITS};
use object::read::elf::{FileHeader as _, ProgramHeader as _, SectionHeader as _};

/// The size of a section header in bytes.
const HEADER: usize = 64;

/// The offset of the field `e_shoff` in the file header.
const PLACE_OF_HEADERS: usize = 40;

/// The offset of the field `sh_offset` in a section header.
const PLACE_OF_SECTION: usize = 24;

/// Removes debug information and symbols. This is `None` for a file other than 64-bit little-endian ELF, or if the
/// result would not be smaller.
pub(super) fn strip_debug_information(file: &[u8]) -> Option<Vec<u8>> {
    let header = FileHeader64::<LittleEndian>::parse(file).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, file).ok()?;
    let names = header.shstrndx(endian, file).ok()?;
    let range = |(at, size): (u64, u64)| {
        let (at, size) = (usize::try_from(at).ok()?, usize::try_from(size).ok()?);
        Some(at..at.checked_add(size)?)
    };
    // Find the end of the loaded data and of the program headers.
    let segments = header.program_headers(endian, file).ok()?;
    // A program header has 56 bytes in 64-bit files.
    let headers = (header.e_phoff(endian), 56 * segments.len() as u64);
    let mut end = range(headers)?.end;
    for segment in segments.iter().filter(|segment| segment.p_type(endian) != PT_NULL) {
        end = end.max(range(segment.file_range(endian))?.end);
    }
    let mut kept = file.get(..end)?.to_vec();

    let mut table = vec![0; HEADER * sections.len()];
    for (number, section) in sections.iter().enumerate() {
        let at = HEADER * number;
        let place = range((section.sh_offset(endian), section.sh_size(endian)))?;
        let is_empty = section.sh_type(endian) == SHT_NOBITS;
        let is_loaded =
            section.sh_flags(endian) & u64::from(SHF_ALLOC) != 0 && (is_empty || place.end <= end);
        let is_names = u32::try_from(number).ok() == Some(names);
        // Sections are referenced by index, so replace removed sections with empty entries.
        if !is_loaded && !is_names {
            continue;
        }
        let from = usize::try_from(header.e_shoff(endian)).ok()?.checked_add(at)?;
        table[at..at + HEADER].copy_from_slice(file.get(from..from.checked_add(HEADER)?)?);
        if !is_loaded {
            put_u64(&mut table, at + PLACE_OF_SECTION, kept.len());
            kept.extend_from_slice(file.get(place)?);
        }
    }
    // Readers expect the table of section headers at a multiple of eight.
    kept.resize(kept.len().next_multiple_of(8), 0);
    let place = kept.len();
    put_u64(&mut kept, PLACE_OF_HEADERS, place);
    kept.extend(table);
    (kept.len() < file.len()).then_some(kept)
}

fn put_u64(bytes: &mut [u8], at: usize, number: usize) {
    bytes[at..at + 8].copy_from_slice(&(number as u64).to_le_bytes());
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::time::Duration;
    use std::{env, fs};

    use assert_cmd::Command;

    use super::super::Elf;
    use super::*;

    #[test]
    fn this_program_runs_without_debug_information() {
        let whole = fs::read(env::current_exe().unwrap()).unwrap();
        let small = strip_debug_information(&whole).unwrap();
        assert!(2 * small.len() < whole.len(), "{} of {}", small.len(), whole.len());
        assert_eq!(Elf::parse(&small), Elf::parse(&whole).map(Elf::without_symbols));
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, &small).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new(&program);
        let run = command.arg("--list").timeout(Duration::from_mins(10)).assert().success();
        let list = String::from_utf8_lossy(&run.get_output().stdout);
        assert!(list.contains("without_debug_information"), "{list}");
        assert_eq!(strip_debug_information(&small), None, "there is nothing left to take out");
    }

    #[test]
    fn other_files_are_not_stripped() {
        let whole = fs::read(env::current_exe().unwrap()).unwrap();
        for bytes in [&b""[..], b"MZ", b"\x7fELF\x02\x01", &whole[..whole.len() / 2]] {
            assert_eq!(strip_debug_information(bytes), None);
        }
        // Damaged headers should not cause panics.
        for at in 0..64 {
            let mut bytes = whole[..4096].to_vec();
            bytes[at] ^= 0xff;
            let _ = strip_debug_information(&bytes);
        }
    }
}
