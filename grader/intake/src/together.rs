//! Decides which of the files and archives submitted together form the submission.
//!
//! Many students submit a report along with their code, in a separate archive. Archives without Rust code are therefore
//! left out, and the contents of the remaining archive, which may contain another archive, are combined with the files
//! next to it. More than one archive with code is ambiguous.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base::regular;
use tempfile::TempDir;

use super::archive::UnpackedArchive;
use super::class::{Upload, looks_downloaded};
use super::disk::{self, meant_by};
use super::folder::{self, MAX_BYTES, MAX_DATA_FILE};
use super::opened::Gathered;
use super::{ArchiveError, IntakeError, Opened, Refusal, archive, litter, root, size};

const MAX_INNER: usize = 8;

/// A submission's archives, with or without code.
struct Archives<'a> {
    /// The archive with code, unpacked.
    with_code: Option<(&'a Upload, Unpacked)>,
    /// A sentence about each other archive.
    left_out: Vec<String>,
}

/// Creates a folder from everything submitted together.
///
/// # Errors
///
/// Fails if there are neither source files nor archives, if not exactly one archive contains code, or if reading fails.
pub(super) fn open(files: &[Upload]) -> Result<Opened, IntakeError> {
    let is_archive = |it: &&Upload| !is_source(&it.name) && archive::is_archive(&it.path);
    let (archives, others): (Vec<&Upload>, Vec<&Upload>) = files.iter().partition(is_archive);
    let has_source = others.iter().any(|it| is_source(&it.name));
    if !has_source && archives.is_empty() {
        let names = files.iter().map(|it| it.name.clone()).collect();
        return Err(IntakeError::NoSource { names });
    }
    if has_source && is_whole(&others) {
        return Ok(gather(&others)?.without(archives.iter().map(|it| not_opened(&it.name))));
    }
    if let ([only], false) = (&archives[..], has_source) {
        return open_archive(&only.path);
    }
    let Archives { with_code, mut left_out } = find_code(&archives, unpack)?;
    match with_code {
        None if has_source => Ok(gather(&others)?.without(left_out)),
        None => Err(IntakeError::NoCode { archives: left_out }),
        Some((archive, unpacked)) => {
            let Unpacked { folder, label, left_out: inside } = unpacked;
            left_out.extend(inside);
            let begins = match root::find(folder.path()) {
                Ok(found) => Some(found.folder),
                Err(IntakeError::NotRust { .. }) => None,
                Err(error) => return Err(error.seen_from(folder.path(), &label)),
            };
            match begins {
                Some(begins) => left_out.extend(lay_over(&others, &begins, archive)?),
                None if has_source => {
                    left_out.push(format!("there is no submission in {}", quoted(&archive.name)));
                    return Ok(gather(&others)?.without(left_out));
                }
                None => {}
            }
            Ok(Opened::temporary(folder, label).without(left_out))
        }
    }
}

/// Returns the archives in a folder, and the files next to them if they may belong to the contents of an archive.
/// Returns `None` if the folder is the submission.
///
/// # Errors
///
/// Fails if the folder is unreadable.
pub(super) fn in_folder(path: &Path) -> Result<Option<Vec<Upload>>, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: path.to_owned(), source };
    let begins_here = root::is_root(path) || disk::is_loose(path);
    if !begins_here && !matches!(root::find(path), Err(IntakeError::NotRust { .. })) {
        return Ok(None);
    }
    let archives = root::archives(path).map_err(unreadable)?;
    let is_crate = ["Cargo.toml", "src"].iter().any(|it| path.join(it).exists());
    if archives.is_empty() || (begins_here && is_crate) {
        return Ok(None);
    }
    let files = files(path).map_err(unreadable)?;
    if begins_here || files.iter().any(|it| folder::is_source(&it.name)) {
        return Ok(Some(files));
    }
    Ok(Some(archives.into_iter().map(upload).collect()))
}

/// Returns a sentence about each archive next to the bare files, when these are a complete submission.
pub(super) fn beside_whole(files: &[Upload]) -> Option<Vec<String>> {
    is_whole(&files.iter().collect::<Vec<_>>()).then(|| {
        let archives = files.iter().filter(|it| !is_source(&it.name));
        let archives = archives.filter(|it| archive::is_archive(&it.path));
        archives.map(|it| not_opened(&it.name)).collect()
    })
}

/// Returns the regular files in a folder, sorted by name. Leaves out system files. Files other than sources and archives are
/// included only if code may read them during compilation.
fn files(folder: &Path) -> io::Result<Vec<Upload>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let file = upload(entry.path());
        let is_plain = entry.file_type()?.is_file() && !litter::is_litter(&file.name);
        let is_useful = is_source(&file.name) || archive::is_archive(&file.path);
        if is_plain && (is_useful || entry.metadata()?.len() <= MAX_DATA_FILE as u64) {
            files.push(file);
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn upload(path: PathBuf) -> Upload {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Upload { path, name }
}

/// Returns `true` if the file names suggest a complete submission.
fn is_whole(files: &[&Upload]) -> bool {
    let has = |name: &str| files.iter().any(|it| meant_by(&it.name).is_some_and(|it| it.0 == name));
    has("lib.rs") || (has("board.rs") && has("solver.rs"))
}

fn not_opened(name: &str) -> String {
    format!(
        "{} was not opened, because the files next to it are a complete submission",
        quoted(name)
    )
}

/// An unpacked archive, or the inner archive with code.
struct Unpacked {
    folder: TempDir,
    /// The archive's name as the user knows it.
    label: PathBuf,
    /// A sentence about each entry that was skipped and each inner archive that was not read.
    left_out: Vec<String>,
}

impl Unpacked {
    fn opened(self) -> Opened {
        Opened::temporary(self.folder, self.label).without(self.left_out)
    }
}

/// Creates a folder from an archive.
///
/// # Errors
///
/// Fails if the archive is rejected, or if it contains other archives and not exactly one of them has code.
pub(super) fn open_archive(path: &Path) -> Result<Opened, IntakeError> {
    unpack(&Upload { path: path.to_owned(), name: String::new() }).map(Unpacked::opened)
}

/// Unpacks an archive, whose name may be empty. When it contains no code, but an inner archive does, that one is also
/// unpacked, but no deeper ones.
fn unpack(archive: &Upload) -> Result<Unpacked, IntakeError> {
    let scratch = |source| IntakeError::Scratch { source };
    let UnpackedArchive { folder, files: names, refused } = archive::unpack(&archive.path)?;
    let label = archive.path.clone();
    if holds_rust(folder.path()).map_err(scratch)? {
        return Ok(Unpacked { folder, label, left_out: refused.iter().map(skipped).collect() });
    }
    let inner = inner(folder.path(), archive).map_err(scratch)?;
    if inner.is_empty() {
        // When a crate has no sources, we should report its errors.
        if matches!(root::find(folder.path()), Err(IntakeError::NotRust { .. })) {
            return Err(without_code(label, names));
        }
        return Ok(Unpacked { folder, label, left_out: Vec::new() });
    }
    if inner.len() > MAX_INNER {
        let limit = format!("{MAX_INNER} inner archives");
        return Err(IntakeError::TooLarge { path: label, limit });
    }
    let unpacked = |it: &Upload| {
        let UnpackedArchive { folder, files: names, refused } = archive::unpack(&it.path)?;
        if !holds_rust(folder.path()).map_err(scratch)? {
            return Err(without_code(it.path.clone(), names));
        }
        let left_out = refused.iter().map(skipped).collect();
        Ok(Unpacked { folder, label: label.clone(), left_out })
    };
    let Archives { with_code, mut left_out } =
        find_code(&inner.iter().collect::<Vec<_>>(), unpacked)?;
    match with_code {
        Some((_, mut unpacked)) => {
            left_out.append(&mut unpacked.left_out);
            Ok(Unpacked { left_out, ..unpacked })
        }
        None => Err(IntakeError::NoCode { archives: left_out }),
    }
}

fn skipped((name, reason): &(String, String)) -> String {
    format!("{} is ignored, because it {reason}", quoted(name))
}

fn without_code(archive: PathBuf, names: Vec<String>) -> IntakeError {
    ArchiveError { archive, entry: None, refusal: Refusal::NotRust { names } }.into()
}

/// Returns the archives inside an unpacked archive, sorted by path.
fn inner(unpacked: &Path, archive: &Upload) -> io::Result<Vec<Upload>> {
    if looks_downloaded(unpacked) {
        return Ok(Vec::new());
    }
    let (mut found, mut folders) = (Vec::new(), vec![unpacked.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if !root::PARTS.contains(&&*name) {
                    folders.push(path);
                }
            } else if archive::is_archive(&path) {
                let inside = path.strip_prefix(unpacked).unwrap_or(&path);
                // You do not need the name of a single archive.
                let name = Path::new(&archive.name).join(inside).to_string_lossy().into_owned();
                found.push(Upload { path, name });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn find_code<'a>(
    archives: &[&'a Upload],
    unpack: impl Fn(&Upload) -> Result<Unpacked, IntakeError>,
) -> Result<Archives<'a>, IntakeError> {
    let mut found = Archives { with_code: None, left_out: Vec::new() };
    let mut others = Vec::new();
    for &archive in archives {
        let name = quoted(&archive.name);
        let unpacked = match unpack(archive) {
            Ok(unpacked) => unpacked,
            Err(error) if error.is_fault_of_machine() => return Err(error),
            Err(IntakeError::NoCode { archives }) => {
                found.left_out.extend(archives);
                continue;
            }
            Err(error) => {
                found.left_out.push(error.without_path(&archive.path, &archive.name));
                continue;
            }
        };
        let scratch = |source| IntakeError::Scratch { source };
        if !holds_rust(unpacked.folder.path()).map_err(scratch)? {
            found.left_out.push(format!("{name} contains no Rust code"));
            continue;
        }
        match &found.with_code {
            None => found.with_code = Some((archive, unpacked)),
            Some((first, _)) if are_same(&first.path, &archive.path)? => {
                found.left_out.push(format!("{name} is a copy of {}", quoted(&first.name)));
            }
            Some(_) => others.push(archive.name.clone()),
        }
    }
    match &found.with_code {
        Some((first, _)) if !others.is_empty() => {
            others.insert(0, first.name.clone());
            Err(IntakeError::SeveralArchives { names: others })
        }
        _ => Ok(found),
    }
}

/// Returns `true` if a folder contains Rust source at any depth.
fn holds_rust(folder: &Path) -> io::Result<bool> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if folder::is_source(&path.to_string_lossy()) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn are_same(one: &Path, other: &Path) -> Result<bool, IntakeError> {
    let bytes = |path: &Path| {
        regular::read(path)
            .map_err(|source| IntakeError::Unreadable { path: path.to_owned(), source })
    };
    Ok(bytes(one)? == bytes(other)?)
}

/// Copies files over the submission in an unpacked archive, and reports the replaced files. Loose files take
/// precedence, because students replace them at the last moment.
fn lay_over(
    files: &[&Upload],
    begins: &Path,
    archive: &Upload,
) -> Result<Vec<String>, IntakeError> {
    let sources = begins.join("src");
    let sources = if sources.is_dir() { sources.as_path() } else { begins };
    let mut gave_way = Vec::new();
    for file in files {
        let bytes = bytes(file)?;
        let place = if file.name == "Cargo.toml" { begins } else { sources };
        // `Board.rs` replaces `board.rs`.
        let meant = meant_by(&file.name).filter(|(meant, _)| sources.join(meant).is_file());
        let place = place.join(meant.map_or_else(|| file.name.clone(), |(meant, _)| meant));
        if place.is_dir() {
            let (name, archive) = (quoted(&file.name), quoted(&archive.name));
            gave_way.push(format!(
                "{name} is ignored, because it is the name of a folder in {archive}"
            ));
            continue;
        }
        if regular::read(&place).is_ok_and(|there| there != bytes) {
            let (name, archive) = (quoted(&file.name), quoted(&archive.name));
            gave_way.push(format!("{name} in {archive} was replaced by the file next to it"));
        }
        fs::write(place, bytes).map_err(|source| IntakeError::Scratch { source })?;
    }
    Ok(gave_way)
}

/// Copies files into a temporary folder, laid out as a crate.
fn gather(files: &[&Upload]) -> Result<Opened, IntakeError> {
    let scratch = |source| IntakeError::Scratch { source };
    let folder = tempfile::tempdir().map_err(scratch)?;
    let sources = folder.path().join("src");
    fs::create_dir(&sources).map_err(scratch)?;
    let mut gathered = Vec::new();
    for file in files {
        let place = if file.name == "Cargo.toml" { folder.path() } else { &sources };
        let place = place.join(&file.name);
        fs::write(&place, bytes(file)?).map_err(scratch)?;
        let Upload { path, name } = (*file).clone();
        gathered.push(Gathered { place, path, name });
    }
    let label = files.first().map(|file| file.path.clone()).unwrap_or_default();
    let label = label.parent().unwrap_or(Path::new("")).to_owned();
    Ok(Opened::gathered(folder, label, gathered))
}

fn bytes(Upload { path, .. }: &Upload) -> Result<Vec<u8>, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: path.clone(), source };
    let metadata = fs::symlink_metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(IntakeError::Link { path: path.clone() });
    }
    if metadata.len() > MAX_BYTES {
        let limit = format!("{} of source", size::shown(MAX_BYTES));
        return Err(IntakeError::TooLarge { path: path.clone(), limit });
    }
    regular::read(path).map_err(unreadable)
}

/// Returns `true` if a single file can be part of a submission.
pub(super) fn is_source(name: &str) -> bool {
    name == "Cargo.toml" || folder::is_source(name)
}

fn quoted(name: &str) -> String {
    format!("`{}`", name.escape_debug())
}
