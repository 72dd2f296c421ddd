//! Attacks as they are written in `fixtures/submissions/hostile/GROUP/`: rows of `labels.toml`, or a `.toml` file
//! each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// An attack with its label.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attack {
    /// Its group and its own name, such as `host/reads-a-file`. A row has its own name alone, and a file none.
    #[serde(default)]
    pub(crate) name: String,
    /// The attack in a sentence.
    pub(crate) about: String,
    /// Who described it: `field trial 4.4`, `catalogue A12`.
    pub(crate) source: String,
    /// The verdict that it must get.
    pub(crate) expect: Expect,
    /// With [`Expect::Failed`], the checks that must fail at least: ids, or groups of which one must.
    #[serde(default)]
    pub(crate) fails: Vec<String>,
    /// The points that it must stay below.
    pub(crate) score_below: Option<f64>,
    /// The layer that has to stop it.
    pub(crate) stopped_by: Layer,
    /// Texts that no output may have, for nobody.
    #[serde(default)]
    pub(crate) secrets: Vec<String>,
    /// Texts that no report for students may have. `grade.json` is for instructors.
    #[serde(default)]
    pub(crate) student_secrets: Vec<String>,
    /// The submission that is edited: `model`, `template`, `none` (no file), or a labelled one.
    #[serde(default = "model")]
    pub(crate) base: String,
    /// Texts in bulk, by names that stand for them in all other texts.
    #[serde(default, rename = "generate")]
    pub(crate) bulk: Vec<Bulk>,
    #[serde(default, rename = "file")]
    pub(crate) files: Vec<File>,
    #[serde(default, rename = "edit")]
    pub(crate) edits: Vec<Edit>,
    /// What a folder can hold beside files.
    #[serde(default, rename = "special")]
    pub(crate) specials: Vec<Special>,
    /// Hands the submission in as an archive.
    pub(crate) archive: Option<Archive>,
    /// Another name for the folder or the archive, for attacks by name.
    pub(crate) called: Option<String>,
}

fn model() -> String {
    "model".to_owned()
}

/// The verdict that an attack must get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Expect {
    /// It is no submission.
    Rejected,
    /// Checks fail; to be rejected is as good.
    Failed,
    /// It may get its marks: only the host and the reports matter.
    Harmless,
}

/// A layer of the defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Layer {
    /// Reading folders and archives.
    Intake,
    /// Reading the source before any compiler does.
    Door,
    /// What the compiler itself refuses, or is told to forbid.
    Compiler,
    /// The compiler's limits on time and memory, and what is kept of its messages.
    Limits,
    /// The wall of the operating system around compiler and worker.
    Wall,
    /// The WebAssembly sandbox and the functions that it offers.
    Engine,
    /// Fuel, memory and output.
    Budget,
    /// The judge outside.
    Judge,
    /// A process for each submission.
    Worker,
}

impl Layer {
    /// The layer in a word.
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

/// A text that is repeated, and that `@NAME@` stands for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bulk {
    pub(crate) name: String,
    /// The text of each time; `@I@` in it is the number of the time, from 0.
    pub(crate) text: String,
    pub(crate) times: usize,
}

/// A file that is added, or takes the place of one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) path: String,
    #[serde(default)]
    pub(crate) text: String,
    /// The bytes in hexadecimal digits, in place of `text`.
    pub(crate) hex: Option<String>,
    /// So many copies, with `@I@` in path and text.
    pub(crate) copies: Option<usize>,
}

/// A change to one place of a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    pub(crate) file: String,
    /// A text that is in the file exactly once.
    pub(crate) find: String,
    pub(crate) replace: String,
}

/// A thing in a folder that is no file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Special {
    pub(crate) path: String,
    pub(crate) kind: SpecialKind,
    /// Where a link leads.
    #[serde(default)]
    pub(crate) target: String,
    /// The permissions of a file that is there.
    pub(crate) mode: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SpecialKind {
    Symlink,
    Hardlink,
    Fifo,
    Socket,
    /// A folder, with all of those above it.
    Folder,
    /// Other permissions.
    Mode,
}

/// An archive: the files of the submission, then entries written as they are given.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Archive {
    pub(crate) format: ArchiveFormat,
    /// What stands before the paths of the submission's files.
    #[serde(default)]
    pub(crate) prefix: String,
    #[serde(default, rename = "entry")]
    pub(crate) entries: Vec<Entry>,
    /// Keep only so many bytes of it.
    pub(crate) cut_to: Option<usize>,
    /// The bytes in hexadecimal digits that end it.
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
    /// The ending of a file's name.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::TarGz => "tar.gz",
            Self::Tar => "tar",
        }
    }
}

/// An entry of an archive.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    #[serde(default)]
    pub(crate) path: String,
    /// The bytes of the path in hexadecimal digits, in place of `path`.
    pub(crate) path_hex: Option<String>,
    #[serde(default)]
    pub(crate) text: String,
    /// So many zeros, in place of `text`.
    pub(crate) zeros: Option<u64>,
    /// So many such entries, with `@I@` in the path.
    pub(crate) copies: Option<usize>,
    /// The type of an entry of a tar file.
    #[serde(default = "regular")]
    pub(crate) kind: char,
    /// Where a link leads.
    #[serde(default)]
    pub(crate) target: String,
    /// The size that the header gives, if it is not the real one.
    pub(crate) claims: Option<u64>,
    /// The permissions, with the kind of file of Unix in the upper bits where it is a zip file.
    pub(crate) mode: Option<u32>,
    /// The name in the central folder of a zip file, if it is another one.
    pub(crate) central: Option<String>,
    /// Flags of an entry of a zip file, such as 1 for encrypted.
    #[serde(default)]
    pub(crate) flags: u16,
    /// The number of its method of compression, whatever it really is.
    pub(crate) method: Option<u16>,
}

fn regular() -> char {
    '0'
}

/// The attacks of a group that are rows of a table.
const TABLE: &str = "labels.toml";

/// A table of attacks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    submission: Vec<Attack>,
}

/// Reads all attacks below a folder with a folder for each group, in the order of their names.
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
    attacks.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(attacks)
}

/// What is in a folder, in the order of the names.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
