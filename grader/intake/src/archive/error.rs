//! Reasons for rejecting an archive.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::size;

/// Why an archive was not unpacked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ArchiveError {
    /// The path to the archive.
    pub archive: PathBuf,
    /// The name of the offending entry, if any. Invalid UTF-8 is replaced.
    pub entry: Option<String>,
    /// The reason.
    pub refusal: Refusal,
}

/// Why an archive or an entry was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the error messages describe the variants")]
pub enum Refusal {
    // Errors about the archive.
    NoArchive,
    NoBytes,
    Kind(&'static str),
    Damaged { message: String },
    Large { limit: u64 },
    Entries { limit: usize },
    Total { limit: u64 },
    Ratio { limit: u64 },
    Twice,
    Overlap,
    // Errors about an entry.
    Absolute,
    Outside,
    Deep { limit: usize },
    Encrypted,
    Method,
    Same,
    FileAndFolder,
}

impl Refusal {
    /// Returns `true` if nothing could read the entry in a folder either.
    pub(super) fn is_out_of_reach(&self) -> bool {
        matches!(self, Self::Deep { .. })
    }
}

impl ArchiveError {
    pub(super) fn about_whole_archive(archive: &Path, refusal: Refusal) -> Self {
        Self { archive: archive.to_owned(), entry: None, refusal }
    }

    /// Returns a hint to resolve the error.
    pub fn hint(&self) -> &'static str {
        match &self.refusal {
            Refusal::NoArchive | Refusal::Kind(_) | Refusal::Method => {
                "submit a `.zip` or `.tar.gz` archive instead"
            }
            Refusal::NoBytes | Refusal::Damaged { .. } | Refusal::Twice | Refusal::Overlap => {
                "create the archive again, because this copy may be incomplete"
            }
            Refusal::Large { .. }
            | Refusal::Entries { .. }
            | Refusal::Total { .. }
            | Refusal::Ratio { .. } => "pack only the crate, without its `target` folder",
            Refusal::Deep { .. } => "rename it",
            Refusal::Same | Refusal::FileAndFolder => "rename one of them",
            Refusal::Absolute | Refusal::Outside => {
                "create the archive in the parent folder of the crate"
            }
            Refusal::Encrypted => "remove the password",
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let archive = self.archive.display();
        match &self.entry {
            None => write!(f, "`{archive}` {}", self.refusal),
            Some(entry) => write!(f, "in `{archive}`, `{}` {}", shown_entry(entry), self.refusal),
        }
    }
}

/// Formats an entry name on one line, without characters that change the text direction.
fn shown_entry(entry: &str) -> String {
    // A name may have thousands of characters, and an error should stay on a line or two.
    const MAX: usize = 80;
    let mut shown: String = entry.chars().take(MAX).flat_map(escape_char).collect();
    if entry.chars().count() > MAX {
        shown.push_str("...");
    }
    shown
}

fn escape_char(c: char) -> Vec<char> {
    // Such a character can make a name look like another one.
    let turns = matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}');
    if c.is_control() || turns { c.escape_unicode().collect() } else { vec![c] }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArchive => f.write_str("has an archive extension, but is not an archive"),
            Self::NoBytes => f.write_str("has 0 bytes"),
            Self::Kind(kind) => write!(f, "is a {kind} archive, which is not supported"),
            Self::Damaged { message } => write!(f, "is damaged: {message}"),
            Self::Large { limit } => {
                write!(f, "is too large: the limit is {}", size::format_bytes(*limit))
            }
            Self::Entries { limit } => write!(f, "contains over {limit} entries"),
            Self::Total { limit } => {
                write!(f, "unpacks to over {}", size::format_bytes(*limit))
            }
            Self::Ratio { limit } => {
                write!(f, "unpacks to over {limit} times its size, so it cannot be source code")
            }
            Self::Twice => f.write_str("contains two files with the same name"),
            Self::Overlap => f.write_str("contains overlapping entries"),
            Self::Absolute => f.write_str("has an absolute path"),
            Self::Outside => f.write_str("points outside the archive"),
            Self::Deep { limit } => write!(f, "is nested more than {limit} folders deep"),
            Self::Encrypted => f.write_str("is encrypted"),
            Self::Method => f.write_str("uses an unsupported compression method"),
            Self::Same => f.write_str("appears twice"),
            Self::FileAndFolder => f.write_str("is both a file and a folder"),
        }
    }
}
