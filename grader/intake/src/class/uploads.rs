//! Files that students hand in one by one, as platforms give them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Source, Upload};
use crate::folder::MAX_BYTES;
use crate::{IntakeError, Opened, archive};

/// A file of a student, with the number that the platform gave it: the greater, the newer.
#[derive(Clone, Debug)]
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) path: PathBuf,
    /// The student's name for it.
    pub(super) name: String,
    pub(super) late: bool,
}

/// The files of a student that count: the newest if it is an archive, or else the newest of each
/// source file. The rest comes back beside it. `None` if there is neither archive nor source.
pub(super) fn newest(mut files: Vec<Numbered>) -> (Option<(Source, Numbered)>, Vec<PathBuf>) {
    // Of two with one number the one whose name comes later is the newer: any rule, but a rule.
    files.sort_by(|a, b| (b.number, &b.name, &b.path).cmp(&(a.number, &a.name, &a.path)));
    let is_useful = |file: &Numbered| archive::is_archive(&file.path) || is_source(&file.name);
    let Some(first) = files.iter().find(|file| is_useful(file)).cloned() else {
        return (None, files.into_iter().map(|file| file.path).collect());
    };
    if !is_source(&first.name) {
        let rest = files.into_iter().map(|file| file.path).filter(|path| *path != first.path);
        let rest = rest.collect();
        return (Some((Source::Archive(first.path.clone()), first)), rest);
    }
    let mut chosen = BTreeMap::new();
    let mut rest = Vec::new();
    for file in files {
        let name = without_number(&file.name);
        if is_source(&file.name) && !chosen.contains_key(&name) {
            chosen.insert(name, file.path);
        } else {
            rest.push(file.path);
        }
    }
    let chosen = chosen.into_iter().map(|(name, path)| Upload { path, name }).collect();
    (Some((Source::Files(chosen), first)), rest)
}

/// Whether a file alone can be part of a submission.
fn is_source(name: &str) -> bool {
    let name = without_number(name);
    name == "Cargo.toml" || Path::new(&name).extension().is_some_and(|it| it == "rs")
}

/// The name without the number that platforms put into the name of a file handed in again:
/// `board-2.rs`. No module of Rust can be called that.
fn without_number(name: &str) -> String {
    let Some((stem, ending)) = name.rsplit_once('.') else { return name.to_owned() };
    match stem.rsplit_once('-') {
        Some((stem, digits))
            if !stem.is_empty()
                && !digits.is_empty()
                && digits.bytes().all(|it| it.is_ascii_digit()) =>
        {
            format!("{stem}.{ending}")
        }
        _ => name.to_owned(),
    }
}

/// Lays files into a temporary folder, as a crate.
pub(super) fn gather(files: &[Upload]) -> Result<Opened, IntakeError> {
    let scratch = |source| IntakeError::Scratch { source };
    let folder = tempfile::tempdir().map_err(scratch)?;
    let sources = folder.path().join("src");
    fs::create_dir(&sources).map_err(scratch)?;
    for Upload { path, name } in files {
        let unreadable = |source| IntakeError::Unreadable { path: path.clone(), source };
        let metadata = fs::symlink_metadata(path).map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(IntakeError::Link { path: path.clone() });
        }
        if metadata.len() > MAX_BYTES {
            let limit = format!("{MAX_BYTES} bytes of source");
            return Err(IntakeError::TooLarge { path: path.clone(), limit });
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let place = if name == "Cargo.toml" { folder.path() } else { &sources };
        fs::write(place.join(name), bytes).map_err(scratch)?;
    }
    let label = files.first().map(|file| file.path.clone()).unwrap_or_default();
    Ok(Opened::temporary(folder, label.parent().unwrap_or(Path::new("")).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_taken_out_again() {
        for (name, plain) in [
            ("board-2.rs", "board.rs"),
            ("board.rs", "board.rs"),
            ("my-board.rs", "my-board.rs"),
            ("-1.rs", "-1.rs"),
            ("Cargo-1.toml", "Cargo.toml"),
            ("notes", "notes"),
        ] {
            assert_eq!(without_number(name), plain);
        }
    }
}
