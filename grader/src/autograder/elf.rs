//! Reads the system requirements of a Linux program from its ELF file.

use std::fmt;

use object::LittleEndian;
use object::elf::{DT_NEEDED, EM_X86_64, FileHeader64, PT_DYNAMIC, SHT_SYMTAB};
use object::read::elf::{FileHeader as _, ProgramHeader as _, SectionHeader as _};

/// The path of the dynamic linker on x86-64 Linux distributions that use glibc.
const INTERPRETER: &str = "/lib64/ld-linux-x86-64.so.2";

/// Libraries from glibc or the compiler's runtime, which all of these distributions have.
const EVERYWHERE: [&str; 8] = [
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "librt.so.1",
    "libutil.so.1",
];

/// The requirements of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elf {
    machine: u16,
    interpreter: Option<String>,
    libraries: Vec<String>,
    glibc: Option<GlibcVersion>,
    has_symbols: bool,
}

/// A glibc version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GlibcVersion(pub u32, pub u32);

impl fmt::Display for GlibcVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// The reason why a program does not run on the platform.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElfError {
    /// The file is not a Linux program.
    #[error("it is not a Linux program")]
    Foreign,
    /// The file is truncated or inconsistent.
    #[error("the file is damaged")]
    Damaged,
    /// The program was built for a different processor.
    #[error("it was not built for x86-64")]
    Machine,
    /// The program was built for a different C library.
    #[error("it needs `{0}`, which Ubuntu does not provide")]
    Interpreter(String),
    /// The program needs libraries that some systems lack.
    #[error("it needs libraries that may be missing: {}", .0.join(", "))]
    Libraries(Vec<String>),
}

impl Elf {
    /// Reads a program's requirements from the ELF file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a Linux program or is damaged.
    pub fn parse(bytes: &[u8]) -> Result<Self, ElfError> {
        // 64-bit, little-endian.
        if !bytes.starts_with(b"\x7fELF\x02\x01") {
            return Err(ElfError::Foreign);
        }
        read_requirements(bytes).ok().flatten().ok_or(ElfError::Damaged)
    }

    /// Checks that the program runs on Gradescope's images, with Ubuntu for x86-64. It may still need a newer glibc
    /// than an image has.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not run on these images.
    pub fn checked_for_platform(self) -> Result<Self, ElfError> {
        if self.machine != EM_X86_64 {
            return Err(ElfError::Machine);
        }
        if let Some(other) =
            self.interpreter.as_ref().filter(|interpreter| *interpreter != INTERPRETER)
        {
            return Err(ElfError::Interpreter(other.clone()));
        }
        let is_special = |library: &&String| !EVERYWHERE.contains(&library.as_str());
        let special: Vec<String> = self.libraries.iter().filter(is_special).cloned().collect();
        if special.is_empty() { Ok(self) } else { Err(ElfError::Libraries(special)) }
    }

    /// Returns the minimum glibc version, or `None` if the program does not use glibc.
    pub fn glibc(&self) -> Option<GlibcVersion> {
        self.glibc
    }

    /// Returns `true` for a static, stripped program, such as a released one.
    pub fn is_as_released(&self) -> bool {
        let needs_nothing = self.interpreter.is_none() && self.libraries.is_empty();
        needs_nothing && !self.has_symbols
    }
}

#[cfg(test)]
impl Elf {
    pub(super) fn without_symbols(self) -> Self {
        Self { has_symbols: false, ..self }
    }
}

/// Reads the requirements. This is `None` without section headers.
fn read_requirements(file: &[u8]) -> object::Result<Option<Elf>> {
    let header = FileHeader64::<LittleEndian>::parse(file)?;
    let endian = header.endian()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (mut interpreter, mut is_dynamic) = (None, false);
    for segment in header.program_headers(endian, file)? {
        interpreter = segment.interpreter(endian, file)?.map(text).or(interpreter);
        is_dynamic |= segment.p_type(endian) == PT_DYNAMIC;
    }
    let sections = header.sections(endian, file)?;
    let dynamic = sections.dynamic_table(endian, file)?;
    if is_dynamic && dynamic.is_empty() {
        return Ok(None);
    }
    let needed = dynamic.iter().filter(|entry| entry.tag == DT_NEEDED);
    let mut libraries: Vec<String> =
        needed.map(|entry| dynamic.string(entry).map(text)).collect::<object::Result<_>>()?;
    // The linker chose the order, and an error should not depend on it.
    libraries.sort();
    let mut glibc = None;
    if let Some((mut files, link)) = sections.gnu_verneed(endian, file)? {
        let strings = sections.strings(endian, file, link)?;
        while let Some((_, mut versions)) = files.next()? {
            while let Some(version) = versions.next()? {
                let name = text(version.name(endian, strings)?);
                // The newest version that any function needs is what the image must have.
                glibc = glibc.max(name.strip_prefix("GLIBC_").and_then(parse_version));
            }
        }
    }
    let has_symbols = sections.iter().any(|section| section.sh_type(endian) == SHT_SYMTAB);
    Ok(Some(Elf { machine: header.e_machine(endian), interpreter, libraries, glibc, has_symbols }))
}

/// Parses a version such as `2.34` or `2.2.5`.
fn parse_version(text: &str) -> Option<GlibcVersion> {
    let mut parts = text.split('.');
    Some(GlibcVersion(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use object::elf::{SHT_DYNAMIC, SHT_GNU_VERNEED, SHT_STRTAB};
    use proptest::prelude::*;

    use super::*;

    /// Builds a program with three segments, four sections, one library and two glibc symbol versions.
    fn program(library: &str, machine: u16, interpreter: &str) -> Vec<u8> {
        let mut file = vec![0; 0x500];
        let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, b"\x7fELF\x02\x01\x01");
        put(18, &machine.to_le_bytes());
        put(32, &64_u64.to_le_bytes());
        put(40, &0x400_u64.to_le_bytes());
        for (at, number) in [(54, 56_u16), (56, 3), (58, 64), (60, 4), (62, 1)] {
            put(at, &number.to_le_bytes());
        }
        // The load address is the file offset plus 0x1000.
        let segments = [(1_u32, 0_u64, 0x400_u64), (2, 0x200, 0x80), (3, 0x300, 0x40)];
        for (i, (kind, offset, size)) in segments.into_iter().enumerate() {
            let at = 64 + 56 * i;
            put(at, &kind.to_le_bytes());
            put(at + 8, &offset.to_le_bytes());
            put(at + 16, &(offset + 0x1000).to_le_bytes());
            put(at + 32, &size.to_le_bytes());
        }
        // The null, string table, dynamic, and required version sections.
        let sections: [(u32, u64, u64, u32, u32); 4] = [
            (0, 0, 0, 0, 0),
            (SHT_STRTAB, 0x340, 0x40, 0, 0),
            (SHT_DYNAMIC, 0x200, 0x80, 1, 0),
            (SHT_GNU_VERNEED, 0x380, 0x40, 1, 1),
        ];
        for (i, (kind, offset, size, link, info)) in sections.into_iter().enumerate() {
            let at = 0x400 + 64 * i;
            put(at + 4, &kind.to_le_bytes());
            put(at + 24, &offset.to_le_bytes());
            put(at + 32, &size.to_le_bytes());
            put(at + 40, &link.to_le_bytes());
            put(at + 44, &info.to_le_bytes());
        }
        put(0x300, interpreter.as_bytes());
        put(0x341, library.as_bytes());
        put(0x361, b"GLIBC_2.2.5\0GLIBC_2.34\0");
        let dynamic: [(u64, u64); 4] =
            [(1, 1), (5, 0x1340), (0x6fff_fffe, 0x1380), (0x6fff_ffff, 1)];
        for (i, (tag, value)) in dynamic.into_iter().enumerate() {
            put(0x200 + 16 * i, &tag.to_le_bytes());
            put(0x208 + 16 * i, &value.to_le_bytes());
        }
        put(0x380, &1_u16.to_le_bytes());
        put(0x382, &2_u16.to_le_bytes());
        put(0x388, &16_u32.to_le_bytes());
        put(0x398, &0x21_u32.to_le_bytes());
        put(0x39c, &16_u32.to_le_bytes());
        put(0x3a8, &0x2d_u32.to_le_bytes());
        file
    }

    #[test]
    fn program_requirements_are_read() {
        let elf = Elf::parse(&program("libc.so.6", EM_X86_64, INTERPRETER)).unwrap();
        assert_eq!(elf.glibc(), Some(GlibcVersion(2, 34)));
        assert_eq!(elf.libraries, ["libc.so.6"]);
        assert_eq!(elf.checked_for_platform().unwrap().glibc().unwrap().to_string(), "2.34");
    }

    #[test]
    fn incompatible_programs_are_rejected() {
        let error = |bytes: &[u8]| {
            let elf = Elf::parse(bytes).and_then(Elf::checked_for_platform);
            elf.unwrap_err().to_string()
        };
        assert_eq!(error(b"MZ"), "it is not a Linux program");
        assert_eq!(error(b"\x7fELF\x02\x01"), "the file is damaged");
        assert_eq!(error(&program("libc.so.6", 183, INTERPRETER)), "it was not built for x86-64");
        assert_eq!(
            error(&program("libc.so.6", EM_X86_64, "/lib/ld-musl-x86_64.so.1")),
            "it needs `/lib/ld-musl-x86_64.so.1`, which Ubuntu does not provide"
        );
        assert_eq!(
            error(&program("libssl.so.3", EM_X86_64, INTERPRETER)),
            "it needs libraries that may be missing: libssl.so.3"
        );
    }

    #[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
    #[test]
    fn the_current_executable_is_read() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let elf = Elf::parse(&bytes).unwrap().checked_for_platform().unwrap();
        assert!(elf.glibc().is_some_and(|version| version >= GlibcVersion(2, 17)), "{elf:?}");
        assert!(elf.has_symbols && !elf.is_as_released(), "{elf:?}");
    }

    proptest! {
        #[test]
        fn damaged_files_are_read_or_rejected(
            at in 0_usize..0x500,
            byte in any::<u8>(),
            length in 0_usize..=0x500,
        ) {
            let mut file = program("libc.so.6", EM_X86_64, INTERPRETER);
            file[at] = byte;
            file.truncate(length);
            let _ = Elf::parse(&file).and_then(Elf::checked_for_platform);
        }
    }
}
