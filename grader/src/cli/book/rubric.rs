//! Tests that the page about the rubric mentions every key.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Where the structs that represent a rubric are.
const READERS: [&str; 3] =
    ["grader/assignment/src", "grader/late/src/attempts.rs", "grader/late/src/table.rs"];

/// Returns a source file, or all source files in a folder.
fn files(path: PathBuf) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path];
    }
    let entries = fs::read_dir(path).expect("a folder");
    entries.flat_map(|entry| files(entry.expect("an entry").path())).collect()
}

/// Returns the serialized field names of structs in a source file. `begins` matches the first line of a struct.
pub(super) fn fields(source: impl AsRef<Path>, begins: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let text = fs::read_to_string(Path::new(ROOT).join(source)).expect("a source");
    let mut keys = BTreeSet::new();
    let (mut is_inside, mut attribute) = (false, "");
    for line in text.lines() {
        if begins(line) {
            is_inside = true;
        } else if line == "}" {
            is_inside = false;
        } else if line.trim_start().starts_with("#[serde(") {
            attribute = line;
        } else if is_inside && let Some((field, _)) = line.trim().split_once(": ") {
            let field = field.rsplit(' ').next().unwrap_or(field);
            if !line.trim_start().starts_with("//") {
                let renamed =
                    attribute.split_once("rename = \"").and_then(|parts| parts.1.split('"').next());
                let key = renamed.unwrap_or(field.trim_start_matches('_'));
                keys.extend((!attribute.contains("serde(skip)")).then(|| key.to_owned()));
                attribute = "";
            }
        }
    }
    keys
}

#[test]
fn every_key_is_documented() {
    let page = Path::new(ROOT).join("docs/book/src/instructor/rubric.md");
    let page = fs::read_to_string(page).expect("the page");
    let keys: BTreeSet<String> = READERS
        .into_iter()
        .flat_map(|folder| files(Path::new(ROOT).join(folder)))
        .flat_map(|file| fields(file, |line| line.contains("struct Wire")))
        .collect();
    assert!(
        keys.contains("memory_mib") && keys.contains("grace") && keys.contains("twin_moves"),
        "{keys:?}"
    );
    for key in keys {
        let forms = [format!("`{key}`"), format!("`[{key}]`"), format!("`[[{key}]]`")];
        assert!(
            forms.iter().any(|form| page.contains(form)),
            "`{key}` is not in docs/book/src/instructor/rubric.md"
        );
    }
}
