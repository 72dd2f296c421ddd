//! Decides which of the files and archives submitted together form the submission.
//!
//! Many students submit a report along with their code, in a separate archive. Archives without Rust code are therefore
//! left out, and the contents of the remaining archive, which may contain another archive, are combined with the files
//! next to it. More than one archive with code is ambiguous. It makes no difference what holds the files.

use std::path::{Path, PathBuf};

use super::archive::{self, UnpackedArchive};
use super::class::looks_downloaded;
use super::crate_files::{intended_name, is_readable_without_main_file};
use super::error::only_these_files;
use super::folder::{self, MAX_BYTES, MAX_DATA_FILE};
use super::input::{InputFiles, InputName, InputPath};
use super::{IntakeError, root, size};

/// The maximum number of archives at each level.
/// A student hands in one or two. With this limit at each level, nested archives cannot multiply.
const MAX_ARCHIVES: usize = 8;

/// The maximum number of archives inside each other that are opened, besides the submitted one.
/// A student may pack an archive that a platform packs again.
const MAX_NESTED: usize = 2;

/// The files that form a submission.
#[derive(Debug)]
pub(super) struct AssembledInput {
    pub(super) files: InputFiles,
    /// A sentence about each archive or file outside of the submission.
    pub(super) left_out: Vec<String>,
}

/// Finds the files that form the submission among everything that was submitted together.
///
/// # Errors
///
/// Fails if not exactly one of several archives contains code, or if reading fails.
pub(super) fn assemble(input: InputFiles) -> Result<AssembledInput, IntakeError> {
    assemble_in(input, 0, "")
}

/// Like [`assemble`], for an input inside `depth` archives, whose names in sentences begin with `prefix`.
fn assemble_in(
    input: InputFiles,
    depth: usize,
    prefix: &str,
) -> Result<AssembledInput, IntakeError> {
    let Some(archives) = archives_to_open(&input.top(), depth)? else {
        return Ok(AssembledInput { files: input, left_out: Vec::new() });
    };
    let top = input.top();
    let beside: Vec<InputPath<'_>> =
        top.entries()?.into_iter().filter(|entry| !archive::is_archive_file(entry)).collect();
    let has_source = beside.iter().any(|file| !file.is_folder() && is_source(file.file_name()));
    if is_complete_submission(&beside) {
        let left_out = archives
            .iter()
            .map(|archive| sentence_about_unopened(&path_with_prefix(prefix, archive)))
            .collect();
        return Ok(AssembledInput { files: input, left_out });
    }
    if archives.len() > MAX_ARCHIVES {
        let limit = format!("{MAX_ARCHIVES} archives");
        return Err(IntakeError::TooLarge { input: input.name().clone(), limit });
    }
    if let ([only], false) = (&archives[..], has_source) {
        return open_nested(only, &input, depth, prefix);
    }
    let Archives { with_code, mut left_out } =
        find_archives_with_code(&archives, &input, depth, prefix)?;
    let Some((archive, mut code)) = with_code else {
        if has_source {
            return Ok(AssembledInput { files: input, left_out });
        }
        return Err(IntakeError::NoCode { archives: left_out });
    };
    left_out.append(&mut code.left_out);
    if has_source {
        let archive_name = path_with_prefix(prefix, archive);
        match root::find_root(&code.files.top()).map(|found| found.folder.inside().to_owned()) {
            Ok(begins) => {
                left_out.extend(replace_files(&beside, &mut code.files, &begins, &archive_name)?);
            }
            Err(IntakeError::NotRust { .. }) => {
                left_out.push(format!("there is no submission in {}", quoted(&archive_name)));
                return Ok(AssembledInput { files: input, left_out });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(AssembledInput { files: code.files, left_out })
}

/// Returns the archives that may hold the submission or a part of it, or `None` if the files themselves form the
/// submission.
fn archives_to_open<'a>(
    top: &InputPath<'a>,
    depth: usize,
) -> Result<Option<Vec<InputPath<'a>>>, IntakeError> {
    let begins_here = root::is_root(top) || is_readable_without_main_file(top);
    let is_crate = ["Cargo.toml", "src"].iter().any(|name| top.join(name).exists());
    if depth > MAX_NESTED || begins_here && is_crate || looks_downloaded(top) {
        return Ok(None);
    }
    if !begins_here && !matches!(root::find_root(top), Err(IntakeError::NotRust { .. })) {
        return Ok(None);
    }
    let archives = if begins_here { root::archives_in(top)? } else { archives_below(top)? };
    Ok(Some(archives).filter(|archives| !archives.is_empty()))
}

/// Returns the archives in a folder and below, except in parts of a crate, sorted by path.
fn archives_below<'a>(top: &InputPath<'a>) -> Result<Vec<InputPath<'a>>, IntakeError> {
    let (mut found, mut open) = (Vec::new(), vec![(top.clone(), 0)]);
    while let Some((folder, depth)) = open.pop() {
        for entry in folder.entries()? {
            if entry.is_folder() {
                let name = entry.file_name();
                let may_hold = !root::PARTS.contains(&name) && !name.starts_with('.');
                open.extend((may_hold && depth < root::MAX_LEVELS).then_some((entry, depth + 1)));
            } else if archive::is_archive_file(&entry) {
                found.push(entry);
            }
        }
    }
    // Folders are visited from a stack, so restore an order that does not depend on this.
    found.sort_by(|first, second| first.inside().cmp(second.inside()));
    Ok(found)
}

/// Opens an archive inside `input`. Inside another archive, it is known by the name of the outer one.
fn open_nested(
    archive: &InputPath<'_>,
    input: &InputFiles,
    depth: usize,
    prefix: &str,
) -> Result<AssembledInput, IntakeError> {
    open_nested_as(archive, &label_of_nested(archive, input), depth, prefix)
}

/// Returns what messages call an archive inside `input`: inside another archive, they use the name of the outer one.
fn label_of_nested(archive: &InputPath<'_>, input: &InputFiles) -> PathBuf {
    match input.name() {
        InputName::Archive(outer) => outer.clone(),
        InputName::Folder(_) | InputName::Files(..) => archive.label(),
    }
}

/// Opens an archive that messages call `label`.
fn open_nested_as(
    archive: &InputPath<'_>,
    label: &Path,
    depth: usize,
    prefix: &str,
) -> Result<AssembledInput, IntakeError> {
    let UnpackedArchive { files, refused } = archive::unpack(archive, label)?;
    let mut assembled = assemble_in(files, depth + 1, prefix)?;
    assembled.left_out.extend(refused.iter().map(skipped_sentence));
    Ok(assembled)
}

/// Returns a sentence about a skipped entry.
pub(super) fn skipped_sentence((name, reason): &(String, String)) -> String {
    format!("{} is ignored, because it {reason}", quoted(name))
}

/// A submission's archives, with or without code.
struct Archives<'a> {
    /// The archive with code, and its content.
    with_code: Option<(&'a InputPath<'a>, AssembledInput)>,
    /// A sentence about each other archive.
    left_out: Vec<String>,
}

fn find_archives_with_code<'a>(
    archives: &'a [InputPath<'a>],
    input: &InputFiles,
    depth: usize,
    prefix: &str,
) -> Result<Archives<'a>, IntakeError> {
    let mut found = Archives { with_code: None, left_out: Vec::new() };
    let mut others = Vec::new();
    for archive in archives {
        let own_name = path_with_prefix(prefix, archive);
        let name = quoted(&own_name);
        // A sentence about this archive is one of several, so it names only the archive.
        let label = Path::new(&own_name);
        let assembled = match open_nested_as(archive, label, depth, &format!("{own_name}/")) {
            Ok(mut assembled) => {
                let label = label_of_nested(archive, input);
                assembled.files.rename(InputName::Archive(label));
                assembled
            }
            Err(error) if error.is_fault_of_machine() => return Err(error),
            Err(IntakeError::NoCode { archives }) => {
                found.left_out.extend(archives);
                continue;
            }
            Err(error) => {
                found.left_out.push(error.to_string());
                continue;
            }
        };
        if !holds_rust(&assembled.files.top())? {
            let files = folder::list_all_files(&assembled.files.top());
            found
                .left_out
                .push(format!("{name} contains no Rust code{}", only_these_files(&files)));
            continue;
        }
        match &found.with_code {
            None => found.with_code = Some((archive, assembled)),
            // Reading takes one byte more than the limit, which must not overflow.
            Some((first, _)) if first.read(u64::MAX - 1)? == archive.read(u64::MAX - 1)? => {
                let first = quoted(&path_with_prefix(prefix, first));
                found.left_out.push(format!("{name} is a copy of {first}"));
            }
            Some(_) => others.push(own_name),
        }
    }
    match &found.with_code {
        Some((first, _)) if !others.is_empty() => {
            others.insert(0, path_with_prefix(prefix, first));
            Err(IntakeError::SeveralArchives { names: others })
        }
        _ => Ok(found),
    }
}

/// Returns `true` if a folder contains Rust source at any depth.
fn holds_rust(folder: &InputPath<'_>) -> Result<bool, IntakeError> {
    let mut open = vec![folder.clone()];
    while let Some(folder) = open.pop() {
        for entry in folder.entries()? {
            if entry.is_folder() {
                open.push(entry);
            } else if folder::has_rust_extension(entry.file_name()) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Puts files over the archive's submission, and reports the replaced files. Loose files take precedence, because
/// students replace them at the last moment.
fn replace_files(
    files: &[InputPath<'_>],
    code: &mut InputFiles,
    begins: &str,
    archive: &str,
) -> Result<Vec<String>, IntakeError> {
    let archive = quoted(archive);
    let mut replaced = Vec::new();
    for file in files.iter().filter(|file| !file.is_folder()) {
        let own_name = file.file_name();
        let is_source = is_source(own_name);
        let limit = if is_source { MAX_BYTES } else { MAX_DATA_FILE as u64 };
        let bytes = match file.read(limit) {
            Ok(Some(bytes)) => bytes,
            Ok(None) if is_source => {
                let limit = format!("{} of source", size::format_bytes(MAX_BYTES));
                return Err(IntakeError::FileTooLarge { path: file.label(), limit });
            }
            Err(error) if is_source => return Err(error),
            Ok(None) | Err(_) => continue,
        };
        let top = code.top().join(begins);
        // The manifest is next to `src`, not in it.
        let has_sources = top.join("src").is_folder() && own_name != "Cargo.toml";
        let folder = if has_sources { top.join("src") } else { top };
        // `Board.rs` replaces `board.rs`.
        let meant = intended_name(own_name).filter(|(meant, _)| folder.join(meant).is_file());
        let meant = meant.map_or_else(|| own_name.to_owned(), |(meant, _)| meant);
        let place = folder.join(&meant);
        let name = quoted(own_name);
        if place.is_folder() {
            replaced.push(format!(
                "{name} is ignored, because it is the name of a folder in {archive}"
            ));
            continue;
        }
        if place.exists() && place.read(limit).ok().flatten().as_ref() != Some(&bytes) {
            replaced.push(format!("{name} in {archive} was replaced by the file next to it"));
        }
        let (folder, bytes) = (folder.inside().to_owned(), bytes.into_owned());
        code.put(&folder, &meant, bytes);
    }
    Ok(replaced)
}

/// Returns `true` if the file names suggest a complete submission.
fn is_complete_submission(files: &[InputPath<'_>]) -> bool {
    let meant: Vec<String> = files
        .iter()
        .filter(|file| file.is_file())
        .filter_map(|file| intended_name(file.file_name()))
        .map(|(meant, _)| meant)
        .collect();
    let has = |name: &str| meant.iter().any(|meant| meant == name);
    has("lib.rs") || (has("board.rs") && has("solver.rs"))
}

fn sentence_about_unopened(name: &str) -> String {
    format!(
        "{} was not opened, because the files next to it are a complete submission",
        quoted(name)
    )
}

/// Returns `true` if a single file can be part of a submission.
pub(super) fn is_source(name: &str) -> bool {
    name == "Cargo.toml" || folder::has_rust_extension(name)
}

fn path_with_prefix(prefix: &str, archive: &InputPath<'_>) -> String {
    format!("{prefix}{}", archive.inside())
}

fn quoted(name: &str) -> String {
    format!("`{}`", name.escape_debug())
}
