//! Reads a submission from a folder.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::io::{self, Read};
use std::path::Path;

use super::IntakeError;
use super::manifest::{self, Edition, ManifestFault};
use super::submission::{GENERATED_ROOT, ROOT, Submission};
use super::{own_tests, root};

/// The most bytes of source that a submission may have: some hundred times what any has.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// The most source files that a submission may have.
const MAX_FILES: usize = 500;

/// The deepest that folders of sources may be nested.
const MAX_DEPTH: usize = 16;

/// Reads the submission in `folder`: a crate with `src/lib.rs`, or bare `board.rs` and
/// `solver.rs`, or a folder with one of these up to three folders deep in it.
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
    let crate_folder = root::find(folder)?;
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
