//! Reads a submission from its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::IntakeError;
use super::candidates::{self, NamedPart};
use super::crate_files::CrateFiles;
use super::encoding::read_text;
use super::input::InputPath;
use super::manifest::{self, ManifestFault, ManifestProblem, Package};
use super::submission::{self, GENERATED_ROOT, ROOT, Submission};
use super::tree::{self, SourceTree, TreeFiles as _};
use super::{given, own_tests, root, type_home};

/// The maximum total source size of a submission in bytes, about a hundred times the size of a real one.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// The maximum number of source files in a submission.
/// Submissions have two to ten. The compiler opens each file.
pub(super) const MAX_FILES: usize = 500;

/// The maximum total size and the maximum size of files included at compile time, in bytes.
/// A list of all puzzles of the assignment takes far less.
pub(super) const MAX_DATA: usize = 2 << 20;
pub(super) const MAX_DATA_FILE: usize = 256 << 10;

/// The maximum number of files and folders to list.
/// A submission with so many other files contains something by mistake, such as a home folder.
const MAX_LISTED: usize = 1000;

/// The maximum depth of folders to search.
/// Modules of real crates are nested four or five deep.
const MAX_DEPTH: usize = 16;

/// Reads the submission in `folder`, up to three folders deep: a crate with `src/lib.rs` or a root from the manifest,
/// bare `board.rs` and `solver.rs` files, or other files that define the types. Names changed by systems and browsers
/// are recognized (see the `crate_files` module). In a workspace, the only gradable member is read; the `slider` crate
/// is ignored.
///
/// Only the library's source files are read. Binaries and other files do not affect the grade.
///
/// # Errors
///
/// Fails if there is no submission, or it cannot be read completely.
pub(super) fn read_input(folder: &InputPath<'_>, name: String) -> Result<Submission, IntakeError> {
    let found = match root::find_root(folder) {
        Err(IntakeError::NotRust { input, names, .. }) if names.is_empty() => {
            return Err(IntakeError::Empty { input });
        }
        found => found?,
    };
    let left_out = found.sentences_about_others(folder);
    let crate_folder = found.folder;
    let source = crate_folder.join("src");
    if source.is_special() {
        return Err(IntakeError::Link { path: source.label() });
    }
    let workspace = found.workspace.as_ref().and_then(root::read_manifest_text);
    let (package, mut faults) = read_manifest(&crate_folder, workspace.as_deref())?;
    let mut files = CrateFiles::new(crate_folder.clone());
    let root = find_or_generate_root(&package, &mut files, &mut faults)?;
    let tree = SourceTree::from_root(&root, &mut files)?;
    let is_used = |path: &String| tree.live.contains(path) || tree.for_tests.contains(path);
    let read_otherwise = files.sentences_about_substitutes(|path| tree.live.contains(path));
    files.files.retain(|path, _| is_used(path));
    let unnamed = types_in_unnamed_files(&crate_folder, &files.files);
    let unused = unused_file_sentences(&files, &crate_folder, &tree.live);
    let CrateFiles { files, data, has_generated_root, .. } = files;
    let submission = Submission::new(name, package.edition, files, faults)
        .with_package(root, package, data)
        .with_unnamed(unnamed)
        .with_unused(unused)
        .with_left_out(left_out)
        .with_left_out(read_otherwise)
        .with_left_out(given::changed_slider(&crate_folder))
        .with_tests(own_tests::read_own_tests(&crate_folder));
    if !submission.has_board() {
        return Err(IntakeError::NoBoard { input: folder.to_input_name() });
    }
    if has_generated_root {
        return Ok(submission.with_generated_root());
    }
    let (submission, exported) = type_home::add_missing_exports(submission, ["Board", "Solver"]);
    Ok(submission.with_left_out(exported))
}

/// Returns or generates the library's root file.
fn find_or_generate_root(
    package: &Package,
    files: &mut CrateFiles<'_>,
    faults: &mut Vec<ManifestFault>,
) -> Result<String, IntakeError> {
    if let Some((path, line)) = &package.root {
        if let Some(root) = tree::resolve("", path)
            && files.source(&root)?.is_some()
        {
            return Ok(root);
        }
        let what = ManifestProblem::Root(path.clone());
        faults.push(ManifestFault { line: Some(*line), what });
    }
    if files.source(ROOT)?.is_none() {
        if let Some(root) = files.root_of_another_name()? {
            return Ok(root);
        }
        files.files.insert(ROOT.to_owned(), GENERATED_ROOT.to_owned());
        files.has_generated_root = true;
    }
    Ok(ROOT.to_owned())
}

/// Returns the exported types that are defined only in files without a `mod` item, each with the first such file.
fn types_in_unnamed_files(
    folder: &InputPath<'_>,
    files: &BTreeMap<String, String>,
) -> BTreeMap<&'static str, String> {
    let mut unnamed = BTreeMap::new();
    for file in source_files(&folder.join("src")) {
        let path = file.relative_to(folder);
        // These files are other crates, which may define types of the same names.
        let is_program = path == "src/main.rs" || path.starts_with("src/bin/");
        if is_program || files.contains_key(path) {
            continue;
        }
        let Ok(read) = read_text(&file, MAX_BYTES) else { continue };
        for name in ["Board", "Solver"] {
            if submission::has_type_by_words(&read.text, name) {
                unnamed.entry(name).or_insert_with(|| path.to_owned());
            }
        }
    }
    unnamed
}

/// Returns a sentence about each unused file that may have been meant.
fn unused_file_sentences(
    read: &CrateFiles<'_>,
    folder: &InputPath<'_>,
    live: &BTreeSet<String>,
) -> Vec<String> {
    let is_bare = !folder.join("src").is_folder();
    let mut places = if is_bare {
        let entries = folder.entries().unwrap_or_default().into_iter();
        entries.filter(|file| file.is_file() && has_rust_extension(file.file_name())).collect()
    } else {
        source_files(&folder.join("src"))
    };
    places.retain(|file| {
        let path = file.relative_to(folder);
        path != "src/main.rs" && !path.starts_with("src/bin/")
    });
    let texts: BTreeSet<&str> = read.files.values().map(String::as_str).collect();
    let part = |name| {
        let defining = |(path, text): &(&String, &String)| {
            live.contains(*path) && submission::has_type(text, name)
        };
        let used = read.files.iter().find(defining).map(|(path, text)| {
            let path = read.file_read_as(path);
            (path.strip_prefix("src/").filter(|_| is_bare).unwrap_or(path), text.as_str())
        });
        NamedPart { name, used, is_chosen: read.has_generated_root }
    };
    let parts = ["Board", "Solver"].map(part);
    let unused = |part| candidates::unused_file_sentences_of(part, folder, &places, &texts);
    parts.iter().flat_map(unused).collect()
}

/// Returns the source files in a folder and below, in the order of their paths.
pub(super) fn source_files<'a>(folder: &InputPath<'a>) -> Vec<InputPath<'a>> {
    let mut found = Vec::new();
    let mut open = vec![(folder.clone(), 0)];
    while let Some((folder, depth)) = open.pop() {
        for entry in folder.entries().unwrap_or_default() {
            if entry.is_folder() && depth < MAX_DEPTH {
                open.push((entry, depth + 1));
            } else if entry.is_file()
                && has_rust_extension(entry.file_name())
                && found.len() < MAX_FILES
            {
                found.push(entry);
            }
        }
    }
    found.sort_by(|first, second| first.inside().cmp(second.inside()));
    found
}

pub(super) fn has_rust_extension(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rs"))
}

fn read_manifest(
    folder: &InputPath<'_>,
    workspace: Option<&str>,
) -> Result<(Package, Vec<ManifestFault>), IntakeError> {
    let manifest = folder.join("Cargo.toml");
    let (package, mut faults) = if manifest.exists() {
        manifest::read_member(&read_text(&manifest, MAX_BYTES)?.text, workspace)
    } else {
        (Package::default(), Vec::new())
    };
    let is_reported = faults.iter().any(|fault| fault.what == ManifestProblem::BuildScript);
    if folder.join("build.rs").is_file() && !is_reported {
        faults.push(ManifestFault::build_script());
    }
    Ok((package, faults))
}

/// Lists all files in sorted order, for messages about missing code.
pub(super) fn list_all_files(folder: &InputPath<'_>) -> Vec<String> {
    let (mut files, mut open) = (Vec::new(), vec![folder.clone()]);
    while let Some(next) = open.pop() {
        for entry in next.entries().unwrap_or_default() {
            if !entry.is_folder() {
                files.push(entry.relative_to(folder).to_owned());
            } else if open.len() < MAX_LISTED {
                open.push(entry);
            }
        }
        if files.len() > MAX_LISTED {
            break;
        }
    }
    files.sort();
    files
}
