//! Creates the folder or archive for an attack.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::archive;
use super::attack::{Attack, AttackEdit, AttackFile, Special, SpecialKind};

pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// The values of placeholders such as `@SECRET@`.
pub(crate) type Names = BTreeMap<String, String>;

const ROOT: &str = "mod board;\nmod solver;\n\npub use board::Board;\npub use solver::Solver;\n";

const MANIFEST: &str = "\
[package]
name = \"submission\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
slider = \"0.1\"
";

/// The parts of a label that define a submission. Other keys are ignored.
#[derive(Deserialize)]
struct LabelledFiles {
    base: Option<String>,
    #[serde(default, rename = "edit")]
    edits: Vec<AttackEdit>,
    #[serde(default, rename = "file")]
    files: Vec<AttackFile>,
}

pub(crate) fn write_attack(
    workspace: &Path,
    attack: &Attack,
    names: &Names,
    folder: &Path,
) -> io::Result<PathBuf> {
    let (files, names) = files(workspace, attack, names)?;
    let own_name = attack.name.rsplit('/').next().unwrap_or_default().to_owned();
    if let Some(recipe) = &attack.archive {
        let name = attack.called.clone();
        let name = name.unwrap_or_else(|| format!("{own_name}.{}", recipe.format.file_ending()));
        let place = folder.join(name);
        archive::write_archive(&place, recipe, &files, &names)?;
        return Ok(place);
    }
    let place = folder.join(attack.called.as_deref().unwrap_or(&own_name));
    write_files(&place, &files)?;
    for special in &attack.specials {
        put_special(&place, special, &names)?;
    }
    Ok(place)
}

/// Returns the files of an attack, and all placeholders, with those of the attack.
pub(crate) fn files(
    workspace: &Path,
    attack: &Attack,
    names: &Names,
) -> io::Result<(Files, Names)> {
    let mut names = names.clone();
    for bulk in &attack.bulk {
        let text = fill_placeholders(&bulk.text, &names);
        names.insert(bulk.name.clone(), repeat_numbered(&text, bulk.times));
    }
    let mut files = base_files(workspace, &attack.base)?;
    add_files(&mut files, &attack.files, &names)?;
    apply_edits(&mut files, &attack.edits, &names)?;
    Ok((files, names))
}

pub(crate) fn write_files(folder: &Path, files: &Files) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

/// Returns the files of `model`, `template`, or `none`, or of a labelled submission such as `faults/greedy`.
pub(crate) fn base_files(workspace: &Path, base: &str) -> io::Result<Files> {
    let label = embedded::CORPUS.iter().find(|(path, _)| path.strip_suffix(".toml") == Some(base));
    Ok(match (base, label) {
        ("none", _) => Files::new(),
        ("model", _) => {
            let mut files = Files::from([
                ("Cargo.toml".to_owned(), MANIFEST.into()),
                ("src/lib.rs".to_owned(), ROOT.into()),
            ]);
            for name in ["board.rs", "solver.rs"] {
                let text = fs::read_to_string(workspace.join("reference/src").join(name))?;
                let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                files.insert(format!("src/{name}"), text.into());
            }
            files
        }
        ("template", _) => of_folder(&workspace.join("student-template"))?,
        (_, Some((_, label))) => {
            let label: LabelledFiles = toml::from_str(label).map_err(io::Error::other)?;
            let mut files = base_files(workspace, label.base.as_deref().unwrap_or("model"))?;
            add_files(&mut files, &label.files, &Names::new())?;
            apply_edits(&mut files, &label.edits, &Names::new())?;
            files
        }
        (_, None) => of_folder(&workspace.join("fixtures/submissions").join(base))?,
    })
}

/// Reads the files of a crate, except for the label and the build folder.
fn of_folder(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let name = inner.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                if entry.file_name() != "target" {
                    open.push(name);
                }
            } else if entry.file_name() != "label.toml" {
                files.insert(name.to_string_lossy().into_owned(), fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
}

fn add_files(files: &mut Files, more: &[AttackFile], names: &Names) -> io::Result<()> {
    for file in more {
        for index in 0..file.copies.unwrap_or(1) {
            let numbered = |text: &str| match file.copies {
                Some(_) => text.replace("@I@", &index.to_string()),
                None => text.to_owned(),
            };
            let bytes = match &file.hex {
                Some(digits) => parse_hex(digits)?,
                None => fill_placeholders(&numbered(&file.text), names).into_bytes(),
            };
            files.insert(fill_placeholders(&numbered(&file.path), names), bytes);
        }
    }
    Ok(())
}

fn apply_edits(files: &mut Files, edits: &[AttackEdit], names: &Names) -> io::Result<()> {
    for edit in edits {
        let wrong = |what: &str| io::Error::other(format!("{}: {what}: {}", edit.file, edit.find));
        let bytes = files.get_mut(&edit.file).ok_or_else(|| wrong("no such file"))?;
        let text = str::from_utf8(bytes).map_err(|_| wrong("no text"))?;
        if text.matches(&edit.find).count() != 1 {
            return Err(wrong("does not occur exactly once"));
        }
        *bytes =
            text.replacen(&edit.find, &fill_placeholders(&edit.replace, names), 1).into_bytes();
    }
    Ok(())
}

fn put_special(folder: &Path, special: &Special, names: &Names) -> io::Result<()> {
    let place = folder.join(fill_placeholders(&special.path, names));
    let target = fill_placeholders(&special.target, names);
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent)?;
    }
    if !matches!(special.kind, SpecialKind::Folder | SpecialKind::Mode) && place.exists() {
        fs::remove_file(&place)?;
    }
    match special.kind {
        SpecialKind::Symlink => symlink(target, &place)?,
        SpecialKind::Hardlink => fs::hard_link(target, &place)?,
        SpecialKind::Fifo => {
            let status = Command::new("mkfifo").arg(&place).status()?;
            if !status.success() {
                return Err(io::Error::other("mkfifo"));
            }
        }
        // The file of a socket remains when nobody listens.
        SpecialKind::Socket => drop(UnixListener::bind(&place)?),
        SpecialKind::Folder => fs::create_dir_all(&place)?,
        SpecialKind::Mode => {}
    }
    if let Some(mode) = special.mode {
        fs::set_permissions(&place, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

pub(crate) fn fill_placeholders(text: &str, names: &Names) -> String {
    let mut text = text.to_owned();
    for (name, value) in names {
        let name = format!("@{name}@");
        if text.contains(&name) {
            text = text.replace(&name, value);
        }
    }
    text
}

/// Repeats a text. In each copy, `@I@` is replaced by the index of the copy, so that copies can define different names.
fn repeat_numbered(text: &str, times: usize) -> String {
    if !text.contains("@I@") {
        return text.repeat(times);
    }
    (0..times).map(|index| text.replace("@I@", &index.to_string())).collect()
}

pub(crate) fn parse_hex(digits: &str) -> io::Result<Vec<u8>> {
    let digits: Vec<u8> = digits.bytes().filter(|digit| !digit.is_ascii_whitespace()).collect();
    let pair =
        |pair: &[u8]| str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
    digits
        .chunks(2)
        .map(|chunk| pair(chunk).ok_or_else(|| io::Error::other("no hexadecimal")))
        .collect()
}

pub(crate) fn write_all(place: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let mut file = fs::File::create(place)?;
    parts.iter().try_for_each(|part| file.write_all(part))
}
