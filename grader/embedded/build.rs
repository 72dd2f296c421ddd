//! Puts the sources that are compiled with every submission, the default assignment and the labelled
//! submissions that prove it into the grader, so that it is a single file to carry around.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The attacks of the red team, which prove no assignment.
const NOT_CARRIED: &str = "hostile";

fn main() -> io::Result<()> {
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let mut code = String::new();
    for (name, folder, endings) in [
        ("SLIDER", "slider/src", &["rs"][..]),
        ("TEMPLATE", "student-template/src", &["rs"]),
        ("TEMPLATE_TESTS", "student-template/tests", &["rs"]),
        ("TEMPLATE_PUZZLES", "student-template/puzzles", &["txt"]),
        ("RECIPES", "docs/platforms", &["yml", "sh", "py"]),
        ("PROBE", "probe/src", &["rs"]),
        ("FACADE", "probe/facade", &["rs"]),
        ("PUZZLES", "fixtures/puzzles", &["toml"]),
    ] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        embed(&mut code, name, &folder, &files(&folder, endings)?);
    }
    let corpus = root.join("fixtures/submissions");
    for group in fs::read_dir(&corpus)? {
        // A change to what is not carried compiles nothing again.
        let group = group?;
        if group.file_name() != NOT_CARRIED {
            println!("cargo::rerun-if-changed={}", group.path().display());
        }
    }
    embed(&mut code, "CORPUS", &corpus, &labelled_submissions(&corpus)?);
    let model = root.join("reference/src");
    let files = ["board.rs", "solver.rs"].map(|file| model.join(file));
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    embed(&mut code, "MODEL", &model, &files);
    for (name, file) in [
        ("ASSIGNMENT", "fixtures/assignment.toml"),
        ("RUST_TOOLCHAIN", "rust-toolchain.toml"),
        ("RUSTFMT", "rustfmt.toml"),
        ("TEMPLATE_README", "student-template/README.md"),
    ] {
        let file = root.join(file);
        println!("cargo::rerun-if-changed={}", file.display());
        let text = literal(&file);
        let _ = writeln!(code, "/// The text of a file of the workspace.");
        let _ = writeln!(code, "pub const {name}: &str = include_str!({text});");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("embedded.rs"), code)
}

/// The labels and crates of a corpus: what is in the folders of its groups, and not its notes.
fn labelled_submissions(corpus: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = files(corpus, &["toml", "rs", "md", "txt"])?;
    files.retain(|file| {
        let inner = file.strip_prefix(corpus).expect("it was found there");
        // A crate may have been compiled where it is.
        let is_made = |part: &OsStr| part == "target" || part.as_encoded_bytes().starts_with(b".");
        inner.components().count() > 1
            && !inner.starts_with(NOT_CARRIED)
            && !inner.iter().any(is_made)
    });
    Ok(files)
}

/// The files below a folder with these endings, in the order of their names.
fn files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, endings)?);
        } else if endings.iter().any(|ending| path.extension().is_some_and(|it| it == *ending)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Writes a table of the files' names, relative to their folder, and texts.
fn embed(code: &mut String, name: &str, folder: &Path, files: &[PathBuf]) {
    let what = folder.file_name().unwrap_or_default().to_string_lossy();
    let _ = writeln!(code, "/// The files below `{what}`: names and texts.");
    let _ = writeln!(code, "pub const {name}: &[(&str, &str)] = &[");
    for file in files {
        let relative = file.strip_prefix(folder).expect("a file is below its folder");
        let relative: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        let _ = writeln!(code, "    ({:?}, include_str!({})),", relative.join("/"), literal(file));
    }
    let _ = writeln!(code, "];");
}

/// A path as a string literal of Rust.
fn literal(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy())
}
