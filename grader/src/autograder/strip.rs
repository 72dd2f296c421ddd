//! Takes what only a debugger reads out of a Linux program, so that it can be uploaded.
//!
//! A release build has four bytes of debug information and symbols for each byte that runs. What the
//! system loads stays where it is, byte for byte: that is what the segments say. Of the sections, which
//! only tools read, those stay that are part of a segment, as [`Elf`](super::Elf) needs them to tell
//! what the program is linked with.

use object::LittleEndian;
use object::elf::{FileHeader64, PT_NULL, SHF_ALLOC, SHT_NOBITS};
use object::read::elf::{FileHeader as _, ProgramHeader as _, SectionHeader as _};

/// The size of a header of a section.
const HEADER: usize = 64;

/// The place of the file's header that says where the headers of sections are.
const PLACE_OF_HEADERS: usize = 40;

/// In the header of a section: its place in the file, after its name, kind, flags and address.
const PLACE_OF_SECTION: usize = 24;

/// The program without what only a debugger reads; `None` if it is no such program, or in a form that
/// leaves nothing to take out.
pub(super) fn stripped(file: &[u8]) -> Option<Vec<u8>> {
    let header = FileHeader64::<LittleEndian>::parse(file).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, file).ok()?;
    let names = header.shstrndx(endian, file).ok()?;
    let range = |(at, size): (u64, u64)| {
        let (at, size) = (usize::try_from(at).ok()?, usize::try_from(size).ok()?);
        Some(at..at.checked_add(size)?)
    };
    // All that is loaded, and the headers of the segments themselves.
    let segments = header.program_headers(endian, file).ok()?;
    let headers = (header.e_phoff(endian), 56 * segments.len() as u64);
    let mut end = range(headers)?.end;
    for segment in segments.iter().filter(|it| it.p_type(endian) != PT_NULL) {
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
        // A number of a section is its place in the table, so that one that goes leaves an empty one.
        if !is_loaded && !is_names {
            continue;
        }
        let from = usize::try_from(header.e_shoff(endian)).ok()?.checked_add(at)?;
        table[at..at + HEADER].copy_from_slice(file.get(from..from.checked_add(HEADER)?)?);
        if !is_loaded {
            put(&mut table, at + PLACE_OF_SECTION, kept.len());
            kept.extend_from_slice(file.get(place)?);
        }
    }
    kept.resize(kept.len().next_multiple_of(8), 0);
    let place = kept.len();
    put(&mut kept, PLACE_OF_HEADERS, place);
    kept.extend(table);
    (kept.len() < file.len()).then_some(kept)
}

fn put(bytes: &mut [u8], at: usize, number: usize) {
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
    fn this_program_runs_without_what_debuggers_read() {
        let whole = fs::read(env::current_exe().unwrap()).unwrap();
        let small = stripped(&whole).unwrap();
        assert!(2 * small.len() < whole.len(), "{} of {}", small.len(), whole.len());
        assert_eq!(Elf::read(&small), Elf::read(&whole).map(Elf::without_symbols));
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, &small).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new(&program);
        let run = command.arg("--list").timeout(Duration::from_mins(10)).assert().success();
        let list = String::from_utf8_lossy(&run.get_output().stdout);
        assert!(list.contains("without_what_debuggers_read"), "{list}");
        assert_eq!(stripped(&small), None, "there is nothing left to take out");
    }

    #[test]
    fn what_is_no_such_program_stays_as_it_is() {
        let whole = fs::read(env::current_exe().unwrap()).unwrap();
        for bytes in [&b""[..], b"MZ", b"\x7fELF\x02\x01", &whole[..whole.len() / 2]] {
            assert_eq!(stripped(bytes), None);
        }
        // Whatever is damaged in the header, nothing panics.
        for at in 0..64 {
            let mut bytes = whole[..4096].to_vec();
            bytes[at] ^= 0xff;
            let _ = stripped(&bytes);
        }
    }
}
