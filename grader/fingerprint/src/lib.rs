//! Hashes all sources in this workspace that a crate depends on. The build scripts of `sandbox` and `checks` can share
//! this code only through a crate.
//!
//! Stored grades and costs are valid only for the code that computed them. The manifests determine which crates this
//! includes, so there is no list to maintain.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};
use toml::Table;

/// Sets the variable `SOURCES` for the crate being built: a hash of the crate, of the workspace crates that it depends
/// on, and of `Cargo.lock` for the versions of all other crates.
///
/// # Errors
///
/// Returns an error if a manifest or source cannot be read.
#[expect(
    clippy::print_stdout,
    reason = "build scripts send instructions to cargo on standard output"
)]
pub fn set_sources() -> io::Result<()> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?;
    let folder = PathBuf::from(manifest);
    let root = root_of(&folder)?;
    let mut hash = Sha256::new();
    for file in source_files_of_crate(&root, &folder)? {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).unwrap_or(&file);
        // Make the hash independent of path separators and line endings.
        let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let text = fs::read_to_string(&file)?.replace("\r\n", "\n");
        for part in [name.join("/"), text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    println!("cargo::rustc-env=SOURCES={:x}", hash.finalize());
    Ok(())
}

/// Finds the nearest parent folder with a `[workspace]` table.
fn root_of(folder: &Path) -> io::Result<PathBuf> {
    let is_root = |folder: &&Path| {
        read_manifest(&folder.join("Cargo.toml"))
            .is_ok_and(|manifest| manifest.contains_key("workspace"))
    };
    let root = folder.ancestors().find(is_root).ok_or(io::ErrorKind::NotFound)?;
    Ok(root.to_owned())
}

/// The folders of a crate that other crates cannot depend on.
const DEVELOPMENT: [&str; 4] = ["tests", "benches", "examples", "target"];

/// Returns all files that belong to a crate and its dependencies in the workspace, sorted.
fn source_files_of_crate(root: &Path, folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let lock = root.join("Cargo.lock");
    // In another workspace, there may be no lock file.
    files.extend(lock.is_file().then_some(lock));
    for folder in folders_with_dependencies(root, folder)? {
        files.insert(folder.join("Cargo.toml"));
        // A build script generates code for the crate.
        let build = folder.join("build.rs");
        files.extend(build.is_file().then_some(build));
        add_files(&folder.join("src"), &mut files)?;
        // Another crate may compile or embed the code beside `src`.
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let is_development = DEVELOPMENT.iter().any(|name| path.ends_with(name));
            if path.is_dir() && !is_development && !path.join("Cargo.toml").exists() {
                let mut beside = BTreeSet::new();
                add_files(&path, &mut beside)?;
                files.extend(
                    beside.into_iter().filter(|file| file.extension() == Some("rs".as_ref())),
                );
            }
        }
    }
    Ok(files)
}

/// Returns the folders of a crate and all workspace crates that it depends on, or whose sources it embeds.
fn folders_with_dependencies(root: &Path, folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let members = workspace_members(root)?;
    let mut found = BTreeSet::new();
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        let manifest = read_manifest(&folder.join("Cargo.toml"))?;
        if found.insert(folder) {
            let names = manifest.get("dependencies").and_then(toml::Value::as_table);
            let names = names.into_iter().flat_map(|table| table.keys());
            let embedded = manifest
                .get("package")
                .and_then(|package| package.get("metadata")?.get("embeds")?.as_array());
            let embedded = embedded.into_iter().flatten().filter_map(toml::Value::as_str);
            let names = names.map(String::as_str).chain(embedded);
            left.extend(names.filter_map(|name| members.get(name).cloned()));
        }
    }
    Ok(found)
}

fn workspace_members(root: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    let manifest = read_manifest(&root.join("Cargo.toml"))?;
    let crates = manifest.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let crates = crates.and_then(toml::Value::as_table).into_iter().flatten();
    let folder = |(name, dependency): (&String, &toml::Value)| {
        Some((name.clone(), root.join(dependency.get("path")?.as_str()?)))
    };
    Ok(crates.filter_map(folder).collect())
}

fn add_files(folder: &Path, files: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_files(&path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

fn read_manifest(manifest: &Path) -> io::Result<Table> {
    fs::read_to_string(manifest)?.parse().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates_below(name: &str) -> BTreeSet<String> {
        let root = root_of(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let folders =
            folders_with_dependencies(&root, &workspace_members(&root).unwrap()[name]).unwrap();
        folders
            .iter()
            .map(|folder| folder.strip_prefix(&root).unwrap().display().to_string())
            .collect()
    }

    #[test]
    fn only_grading_crates_affect_the_fingerprint() {
        let checks = crates_below("checks");
        for part in ["checks", "sandbox", "intake", "grade", "base"] {
            assert!(checks.contains(&format!("grader/{part}")), "{part}: {checks:?}");
        }
        for part in ["slider", "probe"] {
            assert!(checks.contains(part), "{part}: {checks:?}");
        }
        for other in ["class", "lab", "grader/report", "grader/page"] {
            assert!(checks.iter().all(|folder| !folder.starts_with(other)), "{other}: {checks:?}");
        }
        assert!(crates_below("sandbox").is_subset(&checks));
    }

    #[test]
    fn every_file_of_a_crate_is_included() {
        let root = root_of(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let files = source_files_of_crate(&root, &root.join("slider")).unwrap();
        for file in ["Cargo.lock", "slider/Cargo.toml", "slider/src/lib.rs"] {
            assert!(files.contains(&root.join(file)), "{file}");
        }
        let files = source_files_of_crate(&root, &root.join("grader/embedded")).unwrap();
        assert!(files.contains(&root.join("grader/embedded/build.rs")));
    }

    #[test]
    fn everything_that_is_compiled_with_a_submission_is_included() {
        let root = root_of(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let files = source_files_of_crate(&root, &root.join("grader/sandbox")).unwrap();
        for folder in ["slider/src", "probe/src", "probe/facade", "probe/harness", "reference/src"]
        {
            let mut compiled = BTreeSet::new();
            add_files(&root.join(folder), &mut compiled).unwrap();
            assert!(!compiled.is_empty() && compiled.is_subset(&files), "{folder}: {files:?}");
        }
        assert!(!files.contains(&root.join("grader/intake/tests/any_bytes.rs")));
    }
}
