//! Embeds the sources compiled with every submission, the default assignment, and its labelled submissions, so that the
//! grader is a single file.
//!
//! If the variable `COMPILED_MODEL` names a folder that `grader compile-model` has written, this is a build of the
//! students' edition: the model answer and the faults are embedded in compiled form, without their sources.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io, mem};

/// The red team's attacks, which are not needed to validate an assignment.
const NOT_CARRIED: &str = "hostile";

const TABLE: &str = "labels.toml";

/// The environment variable with the folder of a compiled model answer, relative to the workspace.
const COMPILED_MODEL: &str = "COMPILED_MODEL";

/// The types of embedded files.
const TEXT: &str = "&str";
const BYTES: &str = "&[u8]";

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
        ("HARNESS", "probe/harness", &["rs"]),
        ("PUZZLES", "fixtures/puzzles", &["toml"]),
    ] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        write_table(&mut code, name, TEXT, entries_for_files(&folder, &files(&folder, endings)?));
    }
    println!("cargo::rerun-if-env-changed={COMPILED_MODEL}");
    match env::var_os(COMPILED_MODEL).filter(|folder| !folder.is_empty()) {
        Some(folder) => embed_compiled_model(&mut code, &root.join(folder))?,
        None => embed_sources_of_model(&mut code, &root)?,
    }
    for (name, file) in [
        ("ASSIGNMENT", "fixtures/assignment.toml"),
        ("RUST_TOOLCHAIN", "rust-toolchain.toml"),
        ("RUSTFMT", "rustfmt.toml"),
        ("TEMPLATE_README", "student-template/README.md"),
    ] {
        let file = root.join(file);
        println!("cargo::rerun-if-changed={}", file.display());
        let text = path_literal(&file);
        let _ = writeln!(code, "/// The text of a file of the workspace.");
        let _ = writeln!(code, "pub const {name}: &str = include_str!({text});");
    }
    let version = rust_version(&fs::read_to_string(root.join("rust-toolchain.toml"))?)?;
    let _ = writeln!(code, "/// The Rust version that this workspace is built and graded with.");
    let _ = writeln!(code, "pub const RUST_VERSION: &str = {version:?};");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("embedded.rs"), code)
}

/// Embeds the sources of the model answer and the labelled submissions.
fn embed_sources_of_model(code: &mut String, root: &Path) -> io::Result<()> {
    let corpus = root.join("fixtures/submissions");
    for group in fs::read_dir(&corpus)? {
        // Changing the hostile group must not recompile this crate.
        let group = group?;
        if group.file_name() != NOT_CARRIED {
            println!("cargo::rerun-if-changed={}", group.path().display());
        }
    }
    write_table(code, "CORPUS", TEXT, labelled_submissions(&corpus)?);
    let model = root.join("reference/src");
    let files = ["board.rs", "solver.rs"].map(|file| model.join(file));
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    write_table(code, "MODEL", TEXT, entries_for_files(&model, &files));
    write_table(code, "COMPILED_MODEL", BYTES, Vec::new());
    embed_edition(code, true);
    Ok(())
}

/// Embeds the files of a compiled model answer, and the short labels of the faults that were compiled with it.
fn embed_compiled_model(code: &mut String, folder: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let labels = files(folder, &["toml"])?;
    let compiled = files(folder, &["json", "rlib", "wasm"])?;
    if compiled.is_empty() {
        let problem = format!("{COMPILED_MODEL}: no compiled model in {}", folder.display());
        return Err(io::Error::other(problem));
    }
    write_table(code, "CORPUS", TEXT, entries_for_files(folder, &labels));
    write_table(code, "MODEL", TEXT, Vec::new());
    let mut entries = entries_for_files(folder, &compiled);
    for (_, bytes) in &mut entries {
        *bytes = bytes.replacen("include_str!", "include_bytes!", 1);
    }
    write_table(code, "COMPILED_MODEL", BYTES, entries);
    embed_edition(code, false);
    Ok(())
}

fn embed_edition(code: &mut String, has_sources: bool) {
    let _ = writeln!(
        code,
        "/// Whether this is the complete edition, with the sources of the model answer."
    );
    let _ = writeln!(code, "pub const HAS_SOURCES: bool = {has_sources};");
}

/// Returns the version in a toolchain file.
fn rust_version(file: &str) -> io::Result<String> {
    let value = file.lines().find_map(|line| line.strip_prefix("channel = \"")?.strip_suffix('"'));
    value.map(str::to_owned).ok_or_else(|| io::Error::other("rust-toolchain.toml has no channel"))
}

/// Reads the labels and crates in a corpus, which consists of groups. Skips other files, such as notes.
fn labelled_submissions(corpus: &Path) -> io::Result<Vec<TableEntry>> {
    let mut files = files(corpus, &["toml", "rs", "md", "txt"])?;
    files.retain(|file| {
        let inner = file.strip_prefix(corpus).expect("it was found there");
        // Skip build folders, in case the crate was compiled here.
        let is_made = |part: &OsStr| part == "target" || part.as_encoded_bytes().starts_with(b".");
        inner.components().count() > 1
            && !inner.starts_with(NOT_CARRIED)
            && !inner.iter().any(is_made)
    });
    let (tables, files): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|file| file.file_name().is_some_and(|name| name == TABLE));
    let mut entries = entries_for_files(corpus, &files);
    for table in tables {
        let group = table.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        for (name, text) in split_label_table(&fs::read_to_string(&table)?) {
            entries.push((format!("{group}/{name}.toml"), format!("{text:?}")));
        }
    }
    entries.sort();
    match entries.array_windows().find(|[one, other]| one.0 == other.0) {
        Some([twice, _]) => Err(io::Error::other(format!("two labels are called {}", twice.0))),
        None => Ok(entries),
    }
}

/// Splits a table of labels into rows. Returns each row's name and text. A row begins with `[[submission]]` and the
/// name, and includes a comment directly above.
fn split_label_table(table: &str) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut comment = String::new();
    for line in table.lines() {
        if line == "[[submission]]" {
            rows.push((String::new(), mem::take(&mut comment)));
            continue;
        }
        let in_file = line.strip_prefix("[[submission.").map(|rest| format!("[[{rest}"));
        let line = in_file.as_deref().unwrap_or(line);
        comment.push_str(line);
        comment.push('\n');
        if line.starts_with('#') {
            continue;
        }
        let read = mem::take(&mut comment);
        match (rows.last_mut(), line.strip_prefix("name = ")) {
            (Some((name, _)), Some(own)) if name.is_empty() => *name = own.replace('"', ""),
            (Some((_, text)), _) => text.push_str(&read),
            // Before the first row.
            (None, _) => {}
        }
    }
    for (_, text) in &mut rows {
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    rows
}

/// Finds the files with these extensions, sorted by path.
fn files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, endings)?);
        } else if endings.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a file, and a Rust expression for the text.
type TableEntry = (String, String);

/// Creates an entry with `include_str!` for each file, with the path relative to `folder` as the name.
fn entries_for_files(folder: &Path, files: &[PathBuf]) -> Vec<TableEntry> {
    let entry = |file: &PathBuf| {
        let relative = file.strip_prefix(folder).expect("the file is inside its folder");
        let relative: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        (relative.join("/"), format!("include_str!({})", path_literal(file)))
    };
    files.iter().map(entry).collect()
}

fn write_table(code: &mut String, name: &str, content: &str, entries: Vec<TableEntry>) {
    let _ = writeln!(code, "/// Embedded files: names and contents.");
    let _ = writeln!(code, "pub const {name}: &[(&str, {content})] = &[");
    for (file, text) in entries {
        let _ = writeln!(code, "    ({file:?}, {text}),");
    }
    let _ = writeln!(code, "];");
}

fn path_literal(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy())
}
