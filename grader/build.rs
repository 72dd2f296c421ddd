//! Puts the sources that are compiled with every submission, and the default assignment, into the
//! grader, so that it is a single file to carry around.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("..");
    let mut code = String::new();
    for (name, folder, suffix) in [
        ("SLIDER", "slider/src", "rs"),
        ("PROBE", "probe/src", "rs"),
        ("FACADE", "probe/facade", "rs"),
        ("PUZZLES", "fixtures/puzzles", "toml"),
        ("FAULTS", "fixtures/submissions/faults", "toml"),
    ] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        embed(&mut code, name, &folder, &files(&folder, suffix)?);
    }
    let model = root.join("reference/src");
    let files = ["board.rs", "solver.rs"].map(|file| model.join(file));
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    embed(&mut code, "MODEL", &model, &files);
    let rubric = root.join("fixtures/assignment.toml");
    println!("cargo::rerun-if-changed={}", rubric.display());
    let _ =
        writeln!(code, "pub(crate) const ASSIGNMENT: &str = include_str!({});", literal(&rubric));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("embedded.rs"), code)
}

/// The files below a folder with this ending, in the order of their names.
fn files(folder: &Path, suffix: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, suffix)?);
        } else if path.extension().is_some_and(|it| it == suffix) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Writes a table of the files' names, relative to their folder, and texts.
fn embed(code: &mut String, name: &str, folder: &Path, files: &[PathBuf]) {
    let _ = writeln!(code, "pub(crate) const {name}: &[(&str, &str)] = &[");
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
