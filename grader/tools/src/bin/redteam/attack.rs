//! Reads attacks from `fixtures/submissions/hostile/GROUP/`. They are rows of `labels.toml` or separate `.toml` files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::names::{self, Platform};

/// An attack and its expected result.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attack {
    /// Group and name, such as `host/reads-a-file`. In `labels.toml` this is only the name, and other files omit it.
    #[serde(default)]
    pub(crate) name: String,
    /// Description in a sentence.
    pub(crate) about: String,
    /// Origin, such as `field trial 4.4` or `catalogue A12`.
    pub(crate) source: String,
    /// Expected verdict.
    pub(crate) expect: Expect,
    /// For [`Expect::Failed`], the ids of checks that must fail. A group id stands for any of its checks.
    #[serde(default)]
    pub(crate) fails: Vec<String>,
    /// Exclusive upper bound for the score.
    pub(crate) score_below: Option<f64>,
    /// Layer that should stop the attack.
    pub(crate) stopped_by: Layer,
    /// Texts that must not appear in any output.
    #[serde(default)]
    pub(crate) secrets: Vec<String>,
    /// Texts that must not appear in reports for students. They may appear in `grade.json`, which instructors read.
    #[serde(default)]
    pub(crate) student_secrets: Vec<String>,
    /// Submission to start from: `model`, `template`, `none` (no files), or a labelled submission.
    #[serde(default = "model")]
    pub(crate) base: String,
    /// Repeated texts to insert into other texts by name.
    #[serde(default, rename = "generate")]
    pub(crate) bulk: Vec<Bulk>,
    #[serde(default, rename = "file")]
    pub(crate) files: Vec<File>,
    #[serde(default, rename = "edit")]
    pub(crate) edits: Vec<Edit>,
    /// Directory entries other than regular files.
    #[serde(default, rename = "special")]
    pub(crate) specials: Vec<Special>,
    /// Submit an archive instead of a folder.
    pub(crate) archive: Option<Archive>,
    /// Name of the folder or archive, if it differs from the attack's name.
    pub(crate) called: Option<String>,
    /// Number of threads for `grader check`. If given, `grader check` always runs.
    pub(crate) jobs: Option<usize>,
    /// Submit `uploads` in a class from this platform, instead of a single submission.
    pub(crate) download: Option<Platform>,
    /// The names of the files that the student uploads.
    #[serde(default)]
    pub(crate) uploads: Vec<String>,
}

fn model() -> String {
    "model".to_owned()
}

/// Expected verdict for an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Expect {
    /// The submission must be rejected.
    Rejected,
    /// Checks must fail, or the submission must be rejected.
    Failed,
    /// Points do not matter, only effects on the host and on reports.
    Harmless,
}

/// A layer of defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Layer {
    /// Reading folders and archives.
    Intake,
    /// Inspecting source code before compiling it.
    Door,
    /// Errors and forbidden lints in the compiler.
    Compiler,
    /// Limits on the compiler's time, memory and messages.
    Limits,
    /// Restrictions by the operating system on compilers and workers.
    Wall,
    /// The WebAssembly sandbox and its host functions.
    Engine,
    /// Limits on instructions, memory and output.
    Budget,
    /// The judge, which runs outside the sandbox.
    Judge,
    /// The separate process for each submission.
    Worker,
}

impl Layer {
    /// Returns the name of the layer.
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

/// A repeated text, inserted in place of `@NAME@`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bulk {
    pub(crate) name: String,
    /// Text of a repetition. `@I@` stands for its number, starting at 0.
    pub(crate) text: String,
    pub(crate) times: usize,
}

/// A file to add or replace.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) path: String,
    #[serde(default)]
    pub(crate) text: String,
    /// Content in hexadecimal digits, instead of `text`.
    pub(crate) hex: Option<String>,
    /// Number of copies. `@I@` in the path and text stands for the number of the copy.
    pub(crate) copies: Option<usize>,
}

/// A replacement in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    pub(crate) file: String,
    /// Text to replace. It must occur exactly once.
    pub(crate) find: String,
    pub(crate) replace: String,
}

/// A directory entry other than a regular file, or a change of permissions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Special {
    pub(crate) path: String,
    pub(crate) kind: SpecialKind,
    /// Target of a link.
    #[serde(default)]
    pub(crate) target: String,
    /// Permissions, if `kind` is `mode`.
    pub(crate) mode: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SpecialKind {
    Symlink,
    Hardlink,
    Fifo,
    Socket,
    /// A folder with all its parents.
    Folder,
    /// Changes the permissions of an existing file.
    Mode,
}

/// An archive with the submission's files, followed by custom entries.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Archive {
    pub(crate) format: ArchiveFormat,
    /// Prefix for the paths of the submission's files.
    #[serde(default)]
    pub(crate) prefix: String,
    #[serde(default, rename = "entry")]
    pub(crate) entries: Vec<Entry>,
    /// Truncate the archive to this number of bytes.
    pub(crate) cut_to: Option<usize>,
    /// Bytes to append, in hexadecimal digits.
    pub(crate) then: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum ArchiveFormat {
    #[serde(rename = "zip")]
    Zip,
    #[serde(rename = "tar.gz")]
    TarGz,
    #[serde(rename = "tar")]
    Tar,
}

impl ArchiveFormat {
    /// Returns the file extension.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::TarGz => "tar.gz",
            Self::Tar => "tar",
        }
    }
}

/// A custom entry in an archive.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    #[serde(default)]
    pub(crate) path: String,
    /// Path in hexadecimal digits, instead of `path`.
    pub(crate) path_hex: Option<String>,
    #[serde(default)]
    pub(crate) text: String,
    /// Number of zero bytes, instead of `text`.
    pub(crate) zeros: Option<u64>,
    /// Number of copies. `@I@` in the path stands for the number of the copy.
    pub(crate) copies: Option<usize>,
    /// Type flag of a tar entry.
    #[serde(default = "regular")]
    pub(crate) kind: char,
    /// Target of a link.
    #[serde(default)]
    pub(crate) target: String,
    /// Size to claim in the header, if it should be false.
    pub(crate) claims: Option<u64>,
    /// Permissions. In zip files, the upper bits are the Unix file type.
    pub(crate) mode: Option<u32>,
    /// Name in a zip file's central directory, if it should differ.
    pub(crate) central: Option<String>,
    /// Flags of a zip entry, such as 1 for encrypted.
    #[serde(default)]
    pub(crate) flags: u16,
    /// Compression method in the header. It need not match the data.
    pub(crate) method: Option<u16>,
}

fn regular() -> char {
    '0'
}

impl Entry {
    /// Returns a regular file with this text and without a path.
    pub(crate) fn regular(text: &str) -> Self {
        Self {
            path: String::new(),
            path_hex: None,
            text: text.to_owned(),
            zeros: None,
            copies: None,
            kind: regular(),
            target: String::new(),
            claims: None,
            mode: None,
            central: None,
            flags: 0,
            method: None,
        }
    }
}

/// Name of the file that contains multiple attacks.
const TABLE: &str = "labels.toml";

/// Content of [`TABLE`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    submission: Vec<Attack>,
}

/// Reads all attacks from the group folders, sorted by name.
pub(crate) fn load(folder: &Path) -> io::Result<Vec<Attack>> {
    let mut attacks = Vec::new();
    for group in sorted(folder)?.into_iter().filter(|path| path.is_dir()) {
        for path in sorted(&group)? {
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path)?;
            let read = if path.ends_with(TABLE) {
                toml::from_str(&text).map(|table: Table| table.submission)
            } else {
                toml::from_str(&text).map(|attack| vec![Attack { name: stem(&path), ..attack }])
            };
            let read =
                read.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
            attacks.extend(
                read.into_iter()
                    .map(|it| Attack { name: format!("{}/{}", stem(&group), it.name), ..it }),
            );
        }
    }
    attacks.extend(names::generated());
    attacks.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(attacks)
}

/// Returns the sorted entries of a folder.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
