//! Collects the grader's source code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base::regular;

use super::AutograderError;

/// Files that identify the source folder.
const MARKS: [&str; 3] = ["Cargo.toml", "Cargo.lock", "grader/Cargo.toml"];

/// Reads the files of the workspace, except build output, hidden files and links.
pub(super) fn read_sources(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, AutograderError> {
    if let Some(missing) = MARKS.into_iter().find(|mark| !folder.join(mark).is_file()) {
        return Err(AutograderError::NoSources { path: folder.to_owned(), missing });
    }
    let mut files = BTreeMap::new();
    add_folder(folder, "", &mut files)?;
    Ok(files)
}

fn add_folder(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), AutograderError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| AutograderError::Read { path, source }
    };
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let entry = entry.map_err(unreadable(folder))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(unreadable(&path))?;
        // All source files have UTF-8 names.
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || name == "target" {
            continue;
        }
        let inner = format!("{prefix}{name}");
        if kind.is_dir() {
            add_folder(&path, &format!("{inner}/"), files)?;
        } else if kind.is_file() {
            files.insert(inner, regular::read_file(&path).map_err(unreadable(&path))?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_output_and_hidden_files_are_excluded() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        };
        for path in ["Cargo.toml", "grader/Cargo.toml", "target/debug/grader", ".git/config"] {
            write(path);
        }
        match read_sources(folder.path()) {
            Err(AutograderError::NoSources { missing, .. }) => assert_eq!(missing, "Cargo.lock"),
            other => panic!("{other:?}"),
        }
        write("Cargo.lock");
        write("slider/src/lib.rs");
        let paths: Vec<String> = read_sources(folder.path()).unwrap().into_keys().collect();
        assert_eq!(paths, ["Cargo.lock", "Cargo.toml", "grader/Cargo.toml", "slider/src/lib.rs"]);
    }
}
