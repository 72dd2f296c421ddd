//! Reads a submission from a folder.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::manifest::{self, Edition, ManifestFault};
use super::own_tests;
use super::submission::{GENERATED_ROOT, ROOT, Submission};

/// The most bytes of source that a submission may have: some hundred times what any has.
const MAX_BYTES: u64 = 4 << 20;

/// The most source files that a submission may have.
const MAX_FILES: usize = 500;

/// The deepest that folders of sources may be nested.
const MAX_DEPTH: usize = 16;

/// Why a folder is no submission. Nothing is graded then.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum IntakeError {
    #[error("there is no folder `{}`", path.display())]
    NoFolder { path: PathBuf },
    #[error("`{}` is a file; a submission is a folder", path.display())]
    File { path: PathBuf },
    #[error("the folder `{}` is empty", path.display())]
    Empty { path: PathBuf },
    #[error("the folder `{}` holds no Rust crate", path.display())]
    NotRust { path: PathBuf },
    #[error("the submission in `{}` has no `Board`", path.display())]
    NoBoard { path: PathBuf },
    #[error("`{}` cannot be read", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("`{}` is not UTF-8 text", path.display())]
    NotText { path: PathBuf },
    #[error("`{}` is no plain file; a submission holds its files itself", path.display())]
    Link { path: PathBuf },
    #[error("the submission in `{}` is too large: it has more than {limit}", path.display())]
    TooLarge { path: PathBuf, limit: String },
}

impl IntakeError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoFolder { .. } => Some("give the folder that holds `Cargo.toml` and `src`"),
            Self::File { .. } => Some("give its folder, or unpack it first if it is an archive"),
            Self::Empty { .. } | Self::NotRust { .. } => Some(
                "a submission is a crate (`Cargo.toml`, `src/lib.rs`), or just `board.rs` and \
                 `solver.rs`",
            ),
            Self::NoBoard { .. } => {
                Some("the root of the crate has to export `Board` and `Solver<B>`")
            }
            Self::Unreadable { .. } => Some("check that you may read it"),
            Self::NotText { .. } => Some("save the file as UTF-8"),
            Self::Link { .. } => Some("put the file itself in its place"),
            Self::TooLarge { .. } => Some("only source files belong in `src`"),
        }
    }
}

/// Reads the submission in `folder`: a crate with `src/lib.rs`, or bare `board.rs` and
/// `solver.rs`, or a folder that holds nothing but one of these.
///
/// # Errors
///
/// If there is no submission, or it cannot be read whole.
pub fn read_folder(folder: &Path) -> Result<Submission, IntakeError> {
    let path = folder.to_owned();
    let found = match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => entries(folder)?,
        Ok(_) => return Err(IntakeError::File { path }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(IntakeError::NoFolder { path });
        }
        Err(source) => return Err(IntakeError::Unreadable { path, source }),
    };
    if found.is_empty() {
        return Err(IntakeError::Empty { path });
    }
    let crate_folder = crate_folder(folder, &found)?;
    let mut reader = Reader { folder: &crate_folder, files: BTreeMap::new(), bytes: 0 };
    let source = crate_folder.join("src");
    if source.is_symlink() {
        return Err(IntakeError::Link { path: source });
    }
    if source.is_dir() {
        reader.read_sources(&source, "src", 0)?;
    } else {
        for name in ["board.rs", "solver.rs"] {
            let path = crate_folder.join(name);
            if path.is_file() {
                reader.read_file(&path, format!("src/{name}"))?;
            }
        }
    }
    let mut files = reader.files;
    if !files.contains_key(ROOT) {
        files.insert(ROOT.to_owned(), GENERATED_ROOT.to_owned());
    }
    let Manifest { edition, faults, crate_name } = read_manifest(&crate_folder)?;
    let submission = Submission::new(name_of(folder), edition, files, faults)
        .with_crate_name(crate_name)
        .with_tests(own_tests::read(&crate_folder));
    if !submission.mentions("Board")
        || submission.files().all(|file| file.path == ROOT && file.text == GENERATED_ROOT)
    {
        return Err(IntakeError::NoBoard { path });
    }
    Ok(submission)
}

/// The folder itself, if it is a crate or the bare files, or else the only folder in it.
fn crate_folder(folder: &Path, found: &[DirEntry]) -> Result<PathBuf, IntakeError> {
    let is_submission = |folder: &Path| {
        folder.join(ROOT).is_file()
            || folder.join("board.rs").is_file()
            || folder.join("src").join("board.rs").is_file()
            || (folder.join("src").is_dir() && folder.join("Cargo.toml").is_file())
    };
    if is_submission(folder) {
        return Ok(folder.to_owned());
    }
    let litter = |entry: &&DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        !name.starts_with('.') && name != "__MACOSX"
    };
    let mut folders = found.iter().filter(litter).map(DirEntry::path).filter(|path| path.is_dir());
    match (folders.next(), folders.next()) {
        (Some(only), None) if is_submission(&only) => Ok(only),
        _ => Err(IntakeError::NotRust { path: folder.to_owned() }),
    }
}

/// What there is to know of a manifest, and of what is beside it.
struct Manifest {
    edition: Edition,
    faults: Vec<ManifestFault>,
    crate_name: Option<String>,
}

fn read_manifest(folder: &Path) -> Result<Manifest, IntakeError> {
    let path = folder.join("Cargo.toml");
    let ((edition, mut faults), crate_name) = match read_text(&path, MAX_BYTES) {
        Ok(text) => (manifest::read(&text), manifest::crate_name(&text)),
        Err(IntakeError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            ((Edition::default(), Vec::new()), None)
        }
        Err(error) => return Err(error),
    };
    let has_script = folder.join("build.rs").is_file();
    if has_script && !faults.contains(&ManifestFault::BuildScript) {
        faults.push(ManifestFault::BuildScript);
    }
    Ok(Manifest { edition, faults, crate_name })
}

/// The name of a folder, whatever way it was given.
fn name_of(folder: &Path) -> String {
    let resolved = fs::canonicalize(folder);
    let folder = resolved.as_deref().unwrap_or(folder);
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "submission".to_owned())
}

/// What is in a folder, in the order of the names.
fn entries(folder: &Path) -> Result<Vec<DirEntry>, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: folder.to_owned(), source };
    let entries: io::Result<Vec<DirEntry>> = fs::read_dir(folder).map_err(unreadable)?.collect();
    let mut entries = entries.map_err(unreadable)?;
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

/// Reads a file that is at most `limit` bytes long.
fn read_text(path: &Path, limit: u64) -> Result<String, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: path.to_owned(), source };
    let metadata = fs::symlink_metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(IntakeError::Link { path: path.to_owned() });
    }
    let file = fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        let limit = format!("{MAX_BYTES} bytes of source");
        return Err(IntakeError::TooLarge { path: path.to_owned(), limit });
    }
    String::from_utf8(bytes).map_err(|_| IntakeError::NotText { path: path.to_owned() })
}

/// Gathers source files within the bounds.
struct Reader<'a> {
    folder: &'a Path,
    files: BTreeMap<String, String>,
    bytes: u64,
}

impl Reader<'_> {
    fn read_sources(&mut self, folder: &Path, name: &str, depth: usize) -> Result<(), IntakeError> {
        if depth > MAX_DEPTH {
            return Err(self.too_large(format!("{MAX_DEPTH} levels of folders")));
        }
        for entry in entries(folder)? {
            let path = entry.path();
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type();
            let kind =
                kind.map_err(|source| IntakeError::Unreadable { path: path.clone(), source })?;
            if kind.is_dir() {
                self.read_sources(&path, &name, depth + 1)?;
            } else if path.extension().is_some_and(|it| it == "rs") {
                self.read_file(&path, name)?;
            }
        }
        Ok(())
    }

    fn read_file(&mut self, path: &Path, name: String) -> Result<(), IntakeError> {
        if self.files.len() == MAX_FILES {
            return Err(self.too_large(format!("{MAX_FILES} source files")));
        }
        let text = read_text(path, MAX_BYTES - self.bytes)?;
        self.bytes += text.len() as u64;
        self.files.insert(name, text);
        Ok(())
    }

    fn too_large(&self, limit: String) -> IntakeError {
        IntakeError::TooLarge { path: self.folder.to_owned(), limit }
    }
}
