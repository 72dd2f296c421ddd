//! Reads a submission from a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry};
use std::io::{self, Read as _};
use std::path::Path;

use base::regular;

use super::IntakeError;
use super::candidates::{self, NamedPart};
use super::disk::Disk;
use super::manifest::{self, ManifestFault, ManifestProblem, Package};
use super::submission::{self, GENERATED_ROOT, ROOT, Submission};
use super::tree::{self, Files as _, Tree};
use super::{home, litter, own_tests, root, size};

/// The maximum total source size of a submission in bytes, about a hundred times the size of a real one.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// The maximum number of source files in a submission.
pub(super) const MAX_FILES: usize = 500;

/// The maximum total size and the maximum size of files included at compile time, in bytes.
pub(super) const MAX_DATA: usize = 2 << 20;
pub(super) const MAX_DATA_FILE: usize = 256 << 10;

/// The maximum number of files and folders to list.
const MAX_LISTED: usize = 1000;

const MAX_DEPTH: usize = 16;

/// Reads the submission in `folder`, up to three folders deep: a crate with `src/lib.rs` or a root from the manifest,
/// bare `board.rs` and `solver.rs` files, or a single file that defines both types. Names changed by systems and
/// browsers are recognized (see the `disk` module). In a workspace, the only gradable member is read; the `slider`
/// crate is ignored.
///
/// Only the library's source files are read. Binaries and other files do not affect the grade.
///
/// # Errors
///
/// Fails if there is no submission, or it cannot be read completely.
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
    let found = root::find(folder)?;
    let left_out = found.left_out(folder);
    let crate_folder = found.folder;
    let source = crate_folder.join("src");
    if source.is_symlink() {
        return Err(IntakeError::Link { path: source });
    }
    let workspace = found.workspace.as_deref().and_then(root::manifest);
    let (package, mut faults) = read_manifest(&crate_folder, workspace.as_deref())?;
    let mut disk = Disk::new(&crate_folder);
    let root = root_of(&package, &mut disk, &mut faults)?;
    let tree = Tree::of(&root, &mut disk)?;
    let is_used = |path: &String| tree.live.contains(path) || tree.for_tests.contains(path);
    let read_otherwise = disk.read_otherwise(|path| tree.live.contains(path));
    let Disk { files, data, has_generated_root, .. } = disk;
    let files: BTreeMap<String, String> =
        files.into_iter().filter(|(path, _)| is_used(path)).collect();
    let unnamed = unnamed(&crate_folder, &files);
    let unused = unused(&crate_folder, &files, &tree.live);
    let submission = Submission::new(name_of(folder), package.edition, files, faults)
        .with_package(root, package, data)
        .with_unnamed(unnamed)
        .with_unused(unused)
        .with_left_out(left_out)
        .with_left_out(read_otherwise)
        .with_tests(own_tests::read(&crate_folder));
    if !submission.has_board() {
        return Err(IntakeError::NoBoard { path });
    }
    if has_generated_root {
        return Ok(submission.with_generated_root());
    }
    let (submission, exported) = home::with_exports(submission, ["Board", "Solver"]);
    Ok(submission.with_left_out(exported))
}

/// Returns or generates the library's root file.
fn root_of(
    package: &Package,
    disk: &mut Disk<'_>,
    faults: &mut Vec<ManifestFault>,
) -> Result<String, IntakeError> {
    if let Some((path, line)) = &package.root {
        if let Some(root) = tree::resolve("", path)
            && disk.source(&root)?.is_some()
        {
            return Ok(root);
        }
        let what = ManifestProblem::Root(path.clone());
        faults.push(ManifestFault { line: Some(*line), what });
    }
    if disk.source(ROOT)?.is_none() && !disk.has_root_of_another_name()? {
        disk.files.insert(ROOT.to_owned(), GENERATED_ROOT.to_owned());
        disk.has_generated_root = true;
    }
    Ok(ROOT.to_owned())
}

/// Returns the exported types that are defined only in files without a `mod` item, each with the first such file.
fn unnamed(folder: &Path, files: &BTreeMap<String, String>) -> BTreeMap<&'static str, String> {
    let mut unnamed = BTreeMap::new();
    let mut places = Vec::new();
    list(&folder.join("src"), "src", 0, &mut places);
    for path in places.iter().filter(|path| !files.contains_key(*path)) {
        let is_program = path == "src/main.rs" || path.starts_with("src/bin/");
        let Ok(text) = read_text(&folder.join(path), MAX_BYTES) else { continue };
        for name in ["Board", "Solver"] {
            if !is_program && submission::defines(&text, name) {
                unnamed.entry(name).or_insert_with(|| path.clone());
            }
        }
    }
    unnamed
}

/// Returns a sentence about each file that may have been meant instead of a missing or unfinished one.
fn unused(folder: &Path, files: &BTreeMap<String, String>, live: &BTreeSet<String>) -> Vec<String> {
    let mut places = Vec::new();
    if folder.join("src").is_dir() {
        list(&folder.join("src"), "src", 0, &mut places);
        places.retain(|path| path != "src/main.rs" && !path.starts_with("src/bin/"));
    } else {
        let names = entries(folder).unwrap_or_default().into_iter();
        let names = names.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        places.extend(names.filter_map(|entry| entry.file_name().into_string().ok()));
    }
    let is_bare = !folder.join("src").is_dir();
    let texts: BTreeSet<&str> = files.values().map(String::as_str).collect();
    let part = |name| {
        let defining = |(path, text): &(&String, &String)| {
            live.contains(*path) && submission::has_type(text, name)
        };
        let used = files.iter().find(defining).map(|(path, text)| {
            (path.strip_prefix("src/").filter(|_| is_bare).unwrap_or(path), text.as_str())
        });
        NamedPart { name, used }
    };
    let parts = ["Board", "Solver"].map(part);
    parts.iter().flat_map(|part| candidates::unused(part, folder, &places, &texts)).collect()
}

/// Lists the source files in a folder, sorted by name. Does not follow links.
fn list(folder: &Path, name: &str, depth: usize, found: &mut Vec<String>) {
    for entry in entries(folder).unwrap_or_default() {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && depth < MAX_DEPTH {
            list(&entry.path(), &name, depth + 1, found);
        } else if kind.is_file() && is_source(&name) && found.len() < MAX_FILES {
            found.push(name);
        }
    }
}

pub(super) fn is_source(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case("rs"))
}

fn read_manifest(
    folder: &Path,
    workspace: Option<&str>,
) -> Result<(Package, Vec<ManifestFault>), IntakeError> {
    let path = folder.join("Cargo.toml");
    let (package, mut faults) = match read_text(&path, MAX_BYTES) {
        Ok(text) => manifest::read_member(&text, workspace),
        Err(IntakeError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            (Package::default(), Vec::new())
        }
        Err(error) => return Err(error),
    };
    let is_reported = faults.iter().any(|fault| fault.what == ManifestProblem::BuildScript);
    if folder.join("build.rs").is_file() && !is_reported {
        faults.push(ManifestFault::build_script());
    }
    Ok((package, faults))
}

/// Returns the name of a folder, even for `.`.
fn name_of(folder: &Path) -> String {
    let resolved = fs::canonicalize(folder);
    let folder = resolved.as_deref().unwrap_or(folder);
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "submission".to_owned())
}

/// Lists all files in sorted order, for messages about missing code.
pub(super) fn files(folder: &Path) -> Vec<String> {
    let (mut files, mut open) = (Vec::new(), vec![(folder.to_owned(), String::new())]);
    while let Some((folder, name)) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
            let own = entry.file_name().to_string_lossy().into_owned();
            if litter::is_litter(&own) || own.starts_with('.') {
                continue;
            }
            let Ok(kind) = entry.file_type() else { continue };
            let path = format!("{name}{own}");
            if !kind.is_dir() {
                files.push(path);
            } else if open.len() < MAX_LISTED {
                open.push((entry.path(), format!("{path}/")));
            }
        }
        if files.len() > MAX_LISTED {
            break;
        }
    }
    files.sort();
    files
}

/// Returns the entries, sorted by name.
fn entries(folder: &Path) -> Result<Vec<DirEntry>, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: folder.to_owned(), source };
    let entries: io::Result<Vec<DirEntry>> = fs::read_dir(folder).map_err(unreadable)?.collect();
    let mut entries = entries.map_err(unreadable)?;
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

/// Reads a file of at most `limit` bytes.
pub(super) fn read_text(path: &Path, limit: u64) -> Result<String, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: path.to_owned(), source };
    let metadata = fs::symlink_metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(IntakeError::Link { path: path.to_owned() });
    }
    let file = regular::open_no_link(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        let limit = format!("{} of source", size::shown(MAX_BYTES));
        return Err(IntakeError::TooLarge { path: path.to_owned(), limit });
    }
    String::from_utf8(bytes).map_err(|_| IntakeError::NotText { path: path.to_owned() })
}
