//! Reads the attacks in `fixtures/submissions/hostile/GROUP/`. Each attack is a row of `labels.toml` or a separate
//! `.toml` file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::names::{self, DownloadPlatform};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attack {
    /// The group and name, such as `host/reads-a-file`. In `labels.toml`, this is only the name; other files do not
    /// contain it.
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) about: String,
    /// The origin of the attack, such as `field trial 4.4` or `catalogue A12`.
    pub(crate) source: String,
    pub(crate) expect: Expect,
    /// The ids of checks that must fail, for [`Expect::Failed`]. A group id stands for any check in the group.
    #[serde(default)]
    pub(crate) fails: Vec<String>,
    /// The score must be below this.
    pub(crate) score_below: Option<f64>,
    pub(crate) stopped_by: DefenseLayer,
    /// Texts that must not appear in any output.
    #[serde(default)]
    pub(crate) secrets: Vec<String>,
    /// Texts that must not appear in reports for students, but may appear in `grade.json`, which instructors read.
    #[serde(default)]
    pub(crate) student_secrets: Vec<String>,
    /// The submission to start from: `model`, `template`, `none` (no files), or a labelled submission.
    #[serde(default = "default_base")]
    pub(crate) base: String,
    /// Repeated texts, which other texts can include by name.
    #[serde(default, rename = "generate")]
    pub(crate) bulk: Vec<RepeatedText>,
    #[serde(default, rename = "file")]
    pub(crate) files: Vec<AttackFile>,
    #[serde(default, rename = "edit")]
    pub(crate) edits: Vec<AttackEdit>,
    #[serde(default, rename = "special")]
    pub(crate) specials: Vec<Special>,
    /// The archive to submit instead of a folder.
    pub(crate) archive: Option<Archive>,
    /// The name of the folder or archive, if it differs from the attack's name.
    pub(crate) called: Option<String>,
    /// The number of threads for `grader check`. If given, `grader check` always runs.
    pub(crate) jobs: Option<usize>,
    /// The platform of the class, if the attack consists of `uploads` instead of a submission.
    pub(crate) download: Option<DownloadPlatform>,
    /// The names of the files to upload.
    #[serde(default)]
    pub(crate) uploads: Vec<String>,
}

fn default_base() -> String {
    "model".to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Expect {
    /// The submission must be rejected.
    Rejected,
    /// Checks must fail, or the submission must be rejected.
    Failed,
    /// Any score is allowed, but the attack must not affect the host or reports.
    Harmless,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DefenseLayer {
    /// Reading folders and archives.
    Intake,
    /// Inspecting source code before compiling it.
    Door,
    /// Errors and forbidden lints in the compiler.
    Compiler,
    /// Limits on the compiler's time, memory, and messages.
    Limits,
    /// The operating system's restrictions on compilers and workers.
    Wall,
    /// The WebAssembly sandbox and its host functions.
    Engine,
    /// Limits on instructions, memory, and output.
    Budget,
    /// The judge, which runs outside the sandbox.
    Judge,
    /// The separate process that grades each submission.
    Worker,
}

impl DefenseLayer {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Intake => "intake",
            Self::Door => "door",
            Self::Compiler => "compiler",
            Self::Limits => "limits",
            Self::Wall => "wall",
            Self::Engine => "engine",
            Self::Budget => "budget",
            Self::Judge => "judge",
            Self::Worker => "worker",
        }
    }
}

/// A repeated text to replace `@NAME@` in other texts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RepeatedText {
    pub(crate) name: String,
    /// The text to repeat. `@I@` stands for the number of the repetition, from 0.
    pub(crate) text: String,
    pub(crate) times: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttackFile {
    pub(crate) path: String,
    #[serde(default)]
    pub(crate) text: String,
    /// The content in hexadecimal digits, instead of `text`.
    pub(crate) hex: Option<String>,
    /// The number of copies. `@I@` in the path and the text stands for the number of the copy.
    pub(crate) copies: Option<usize>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttackEdit {
    pub(crate) file: String,
    /// The text to replace, which must occur exactly once.
    pub(crate) find: String,
    pub(crate) replace: String,
}

/// A directory entry that is not a regular file, or a change of permissions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Special {
    pub(crate) path: String,
    pub(crate) kind: SpecialKind,
    #[serde(default)]
    pub(crate) target: String,
    pub(crate) mode: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SpecialKind {
    Symlink,
    Hardlink,
    Fifo,
    Socket,
    /// A folder, including all parents.
    Folder,
    /// A change of a file's permissions.
    Mode,
}

/// An archive with the submission's files, followed by custom entries.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Archive {
    pub(crate) format: AttackArchiveFormat,
    /// A prefix for the paths of the submission's files.
    #[serde(default)]
    pub(crate) prefix: String,
    #[serde(default, rename = "entry")]
    pub(crate) entries: Vec<CustomEntry>,
    /// The number of bytes to truncate the archive to.
    pub(crate) cut_to: Option<usize>,
    /// The bytes to append, in hexadecimal digits.
    pub(crate) then: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum AttackArchiveFormat {
    #[serde(rename = "zip")]
    Zip,
    #[serde(rename = "tar.gz")]
    TarGz,
    #[serde(rename = "tar")]
    Tar,
}

impl AttackArchiveFormat {
    pub(crate) fn file_ending(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::TarGz => "tar.gz",
            Self::Tar => "tar",
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CustomEntry {
    #[serde(default)]
    pub(crate) path: String,
    /// The path in hexadecimal digits, instead of `path`.
    pub(crate) path_hex: Option<String>,
    #[serde(default)]
    pub(crate) text: String,
    /// The number of zero bytes, instead of `text`.
    pub(crate) zeros: Option<u64>,
    /// The number of copies. `@I@` in the path stands for the number of the copy.
    pub(crate) copies: Option<usize>,
    /// The type flag of a tar entry.
    #[serde(default = "default_kind")]
    pub(crate) kind: char,
    #[serde(default)]
    pub(crate) target: String,
    /// A false size for the header.
    pub(crate) claims: Option<u64>,
    /// The permissions. In zip files, the upper bits contain the Unix file type.
    pub(crate) mode: Option<u32>,
    /// The name in a zip file's central directory, if it should differ from the local header.
    pub(crate) central: Option<String>,
    /// The flags of a zip entry, such as 1 for encrypted.
    #[serde(default)]
    pub(crate) flags: u16,
    /// The compression method in the header, whether or not it matches the data.
    pub(crate) method: Option<u16>,
}

fn default_kind() -> char {
    '0'
}

impl CustomEntry {
    /// Returns a regular file with this text and no path.
    pub(crate) fn regular(text: &str) -> Self {
        Self {
            path: String::new(),
            path_hex: None,
            text: text.to_owned(),
            zeros: None,
            copies: None,
            kind: default_kind(),
            target: String::new(),
            claims: None,
            mode: None,
            central: None,
            flags: 0,
            method: None,
        }
    }
}

/// The name of files with several attacks.
const TABLE: &str = "labels.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackTable {
    submission: Vec<Attack>,
}

/// Reads all attacks in the group folders, sorted by name.
pub(crate) fn load(folder: &Path) -> io::Result<Vec<Attack>> {
    let mut attacks = Vec::new();
    for group in sorted_entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        for path in sorted_entries(&group)? {
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path)?;
            let read = if path.ends_with(TABLE) {
                toml::from_str(&text).map(|table: AttackTable| table.submission)
            } else {
                toml::from_str(&text).map(|attack| vec![Attack { name: stem(&path), ..attack }])
            };
            let read =
                read.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
            attacks.extend(read.into_iter().map(|attack| Attack {
                name: format!("{}/{}", stem(&group), attack.name),
                ..attack
            }));
        }
    }
    attacks.extend(names::generate_attacks());
    attacks.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(attacks)
}

fn sorted_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
