//! What a Linux program needs of the machine that it runs on, read from its file.
//!
//! Source: System V Application Binary Interface, chapters 4 and 5 (ELF header, program header,
//! dynamic section), and the Linux Standard Base Core Specification, "Symbol Versioning".

use std::fmt;

/// What x86-64 is called in a program.
const X86_64: u16 = 62;

/// The program that starts others on Linux distributions with glibc on x86-64.
const INTERPRETER: &str = "/lib64/ld-linux-x86-64.so.2";

/// Libraries that come with glibc and the compiler's runtime, and so with every such system.
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

/// What a program needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elf {
    machine: u16,
    interpreter: Option<String>,
    libraries: Vec<String>,
    glibc: Option<Version>,
}

/// A version of glibc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// Why a program does not run on the platform.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElfError {
    /// It is none for Linux.
    #[error("it is no program for Linux")]
    Foreign,
    /// The file ends too early or contradicts itself.
    #[error("it is damaged")]
    Damaged,
    /// It is for another processor.
    #[error("it is not for x86-64")]
    Machine,
    /// It is for a system with another C library.
    #[error("it needs `{0}`, which Ubuntu does not have")]
    Interpreter(String),
    /// It needs libraries that are not on every system.
    #[error("it needs libraries that may not be there: {}", .0.join(", "))]
    Libraries(Vec<String>),
}

impl Elf {
    /// Reads a program.
    ///
    /// # Errors
    ///
    /// If it is none for Linux, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, ElfError> {
        // 64 bits, the lowest byte first.
        if !bytes.starts_with(b"\x7fELF\x02\x01") {
            return Err(ElfError::Foreign);
        }
        read(&File(bytes)).ok_or(ElfError::Damaged)
    }

    /// The same program, if it runs on Gradescope's images: Ubuntu on x86-64. Whether their glibc is
    /// new enough depends on the image.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub fn for_platform(self) -> Result<Self, ElfError> {
        if self.machine != X86_64 {
            return Err(ElfError::Machine);
        }
        if let Some(other) = self.interpreter.as_ref().filter(|it| *it != INTERPRETER) {
            return Err(ElfError::Interpreter(other.clone()));
        }
        let is_special = |library: &&String| !EVERYWHERE.contains(&library.as_str());
        let special: Vec<String> = self.libraries.iter().filter(is_special).cloned().collect();
        if special.is_empty() { Ok(self) } else { Err(ElfError::Libraries(special)) }
    }

    /// The oldest glibc that it runs with; none if it needs none.
    pub fn glibc(&self) -> Option<Version> {
        self.glibc
    }
}

/// Reads little-endian numbers; none beyond the end.
struct File<'a>(&'a [u8]);

impl<'a> File<'a> {
    fn bytes<const N: usize>(&self, at: u64) -> Option<[u8; N]> {
        let at = usize::try_from(at).ok()?;
        self.0.get(at..at.checked_add(N)?)?.try_into().ok()
    }

    fn u16(&self, at: u64) -> Option<u16> {
        self.bytes(at).map(u16::from_le_bytes)
    }

    fn u32(&self, at: u64) -> Option<u64> {
        self.bytes(at).map(|bytes| u32::from_le_bytes(bytes).into())
    }

    fn u64(&self, at: u64) -> Option<u64> {
        self.bytes(at).map(u64::from_le_bytes)
    }

    /// The text that ends with a zero.
    fn text(&self, at: u64) -> Option<&'a str> {
        let rest = self.0.get(usize::try_from(at).ok()?..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(&rest[..end]).ok()
    }
}

/// A part of the file that is in memory when the program runs.
struct Segment {
    offset: u64,
    address: u64,
    size: u64,
}

fn read(file: &File<'_>) -> Option<Elf> {
    let machine = file.u16(18)?;
    let (headers, size, count) = (file.u64(32)?, file.u16(54)?, file.u16(56)?);
    let (mut loaded, mut dynamic, mut interpreter) = (Vec::new(), None, None);
    for i in 0..u64::from(count) {
        let at = headers.checked_add(i.checked_mul(size.into())?)?;
        let segment = Segment {
            offset: file.u64(at.checked_add(8)?)?,
            address: file.u64(at.checked_add(16)?)?,
            size: file.u64(at.checked_add(32)?)?,
        };
        match file.u32(at)? {
            1 => loaded.push(segment),
            2 => dynamic = Some(segment),
            3 => interpreter = Some(file.text(segment.offset)?.to_owned()),
            _ => {}
        }
    }
    let (mut libraries, mut glibc) = (Vec::new(), None);
    if let Some(dynamic) = dynamic {
        let dynamic = Dynamic::read(file, &loaded, &dynamic)?;
        for name in &dynamic.libraries {
            libraries.push(file.text(dynamic.strings.checked_add(*name)?)?.to_owned());
        }
        libraries.sort();
        glibc = dynamic.versions(file)?.into_iter().max();
    }
    Some(Elf { machine, interpreter, libraries, glibc })
}

/// What the dynamic section says, with places in the file instead of addresses.
struct Dynamic {
    strings: u64,
    libraries: Vec<u64>,
    versions: Option<u64>,
    version_count: u64,
}

impl Dynamic {
    fn read(file: &File<'_>, loaded: &[Segment], place: &Segment) -> Option<Self> {
        let in_file = |address: u64| {
            let segment = loaded.iter().find(|segment| {
                address.checked_sub(segment.address).is_some_and(|inner| inner < segment.size)
            })?;
            (address - segment.address).checked_add(segment.offset)
        };
        let (mut strings, mut versions) = (None, None);
        let (mut libraries, mut version_count) = (Vec::new(), 0);
        for i in 0..place.size / 16 {
            let at = place.offset.checked_add(i * 16)?;
            let (tag, value) = (file.u64(at)?, file.u64(at.checked_add(8)?)?);
            match tag {
                0 => break,
                1 => libraries.push(value),
                5 => strings = Some(in_file(value)?),
                0x6fff_fffe => versions = Some(in_file(value)?),
                0x6fff_ffff => version_count = value,
                _ => {}
            }
        }
        // A static program that can be moved has a dynamic section, and no libraries.
        let strings = strings.or_else(|| libraries.is_empty().then_some(0))?;
        Some(Self { strings, libraries, versions, version_count })
    }

    /// The versions of glibc that are named.
    fn versions(&self, file: &File<'_>) -> Option<Vec<Version>> {
        let mut versions = Vec::new();
        let Some(mut need) = self.versions else { return Some(versions) };
        for _ in 0..self.version_count {
            let mut version = need.checked_add(file.u32(need.checked_add(8)?)?)?;
            for _ in 0..file.u16(need.checked_add(2)?)? {
                let name = file.u32(version.checked_add(8)?)?;
                let name = file.text(self.strings.checked_add(name)?)?;
                versions.extend(name.strip_prefix("GLIBC_").and_then(number));
                match file.u32(version.checked_add(12)?)? {
                    0 => break,
                    next => version = version.checked_add(next)?,
                }
            }
            match file.u32(need.checked_add(12)?)? {
                0 => break,
                next => need = need.checked_add(next)?,
            }
        }
        Some(versions)
    }
}

/// The version in a text like `2.34` or `2.2.5`.
fn number(text: &str) -> Option<Version> {
    let mut parts = text.split('.');
    Some(Version(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A program with two segments that names a library and two versions.
    fn program(library: &str, machine: u16, interpreter: &str) -> Vec<u8> {
        let mut file = vec![0; 0x400];
        let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, b"\x7fELF\x02\x01");
        put(18, &machine.to_le_bytes());
        put(32, &64_u64.to_le_bytes());
        put(54, &56_u16.to_le_bytes());
        put(56, &3_u16.to_le_bytes());
        // Everything is loaded 0x1000 above its place in the file.
        let segments = [(1_u32, 0_u64, 0x400_u64), (2, 0x200, 0x80), (3, 0x300, 0x40)];
        for (i, (kind, offset, size)) in segments.into_iter().enumerate() {
            let at = 64 + 56 * i;
            put(at, &kind.to_le_bytes());
            put(at + 8, &offset.to_le_bytes());
            put(at + 16, &(offset + 0x1000).to_le_bytes());
            put(at + 32, &size.to_le_bytes());
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
        put(0x382, &2_u16.to_le_bytes());
        put(0x388, &16_u32.to_le_bytes());
        put(0x398, &0x21_u32.to_le_bytes());
        put(0x39c, &16_u32.to_le_bytes());
        put(0x3a8, &0x2d_u32.to_le_bytes());
        file
    }

    #[test]
    fn what_a_program_needs_is_read() {
        let elf = Elf::read(&program("libc.so.6", X86_64, INTERPRETER)).unwrap();
        assert_eq!(elf.glibc(), Some(Version(2, 34)));
        assert_eq!(elf.libraries, ["libc.so.6"]);
        assert_eq!(elf.for_platform().unwrap().glibc().unwrap().to_string(), "2.34");
    }

    #[test]
    fn what_does_not_run_there_is_told() {
        let error = |bytes: &[u8]| {
            let elf = Elf::read(bytes).and_then(Elf::for_platform);
            elf.unwrap_err().to_string()
        };
        assert_eq!(error(b"MZ"), "it is no program for Linux");
        assert_eq!(error(b"\x7fELF\x02\x01"), "it is damaged");
        assert_eq!(error(&program("libc.so.6", 183, INTERPRETER)), "it is not for x86-64");
        assert_eq!(
            error(&program("libc.so.6", X86_64, "/lib/ld-musl-x86_64.so.1")),
            "it needs `/lib/ld-musl-x86_64.so.1`, which Ubuntu does not have"
        );
        assert_eq!(
            error(&program("libssl.so.3", X86_64, INTERPRETER)),
            "it needs libraries that may not be there: libssl.so.3"
        );
    }

    #[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
    #[test]
    fn this_program_is_read() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let elf = Elf::read(&bytes).unwrap().for_platform().unwrap();
        assert!(elf.glibc().is_some_and(|it| it >= Version(2, 17)), "{elf:?}");
    }

    proptest! {
        #[test]
        fn damaged_files_are_refused_or_read(
            at in 0_usize..0x400,
            byte in any::<u8>(),
            length in 0_usize..=0x400,
        ) {
            let mut file = program("libc.so.6", X86_64, INTERPRETER);
            file[at] = byte;
            file.truncate(length);
            let _ = Elf::read(&file).and_then(Elf::for_platform);
        }
    }
}
