//! A folder with programs, and a sealed file with facts and the hash of each program.

use std::path::Path;
use std::{fs, io};

use base::{digest, regular, sealed};
use grade::pretty;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::PrebuiltError;

const FACTS: &str = "facts";

#[derive(Deserialize)]
struct StoredItem<T> {
    facts: T,
    programs: Vec<String>,
}

pub(super) fn write_item(
    folder: &Path,
    key: &str,
    facts: &impl Serialize,
    programs: &[impl AsRef<[u8]>],
) -> io::Result<()> {
    for (number, program) in programs.iter().enumerate() {
        fs::write(folder.join(code_file(number)), program)?;
    }
    let hashes: Vec<String> = programs.iter().map(digest::sha256).collect();
    let text = pretty::to_json_file(&json!({ "facts": facts, "programs": hashes }));
    fs::write(folder.join(FACTS), sealed::prepend_seal(key, text.as_bytes()))
}

pub(super) fn read_item<T: for<'de> Deserialize<'de>>(
    folder: &Path,
    key: &str,
) -> Result<(T, Vec<Vec<u8>>), PrebuiltError> {
    let read_bytes = |path: &Path| {
        regular::read_file(path)
            .map_err(|source| PrebuiltError::Read { path: path.to_owned(), source })
    };
    let path = folder.join(FACTS);
    let damaged =
        |path: &Path, message: String| PrebuiltError::Damaged { path: path.to_owned(), message };
    let bytes = read_bytes(&path)?;
    let text = sealed::check_and_remove_seal(key, &bytes)
        .ok_or_else(|| damaged(&path, "it was changed, or belongs to other programs".to_owned()))?;
    let StoredItem { facts, programs } =
        serde_json::from_slice(text).map_err(|error| damaged(&path, error.to_string()))?;
    let mut code = Vec::new();
    for (number, expected) in programs.into_iter().enumerate() {
        let path = folder.join(code_file(number));
        let program = read_bytes(&path)?;
        if digest::sha256(&program) != expected {
            return Err(damaged(&path, "it is not the program that was written".to_owned()));
        }
        code.push(program);
    }
    Ok((facts, code))
}

fn code_file(number: usize) -> String {
    format!("{number}.wasm")
}
