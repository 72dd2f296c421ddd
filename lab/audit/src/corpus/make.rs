//! Creates submissions by applying a label's edits to the model answer or another submission.

use std::fs;
use std::ops::Range;
use std::path::{Component, Path};

use ::base::UserError as _;
use base::input::{FileError, InputText};
use embedded::{MODEL, MODEL_ROOT};
use intake::Submission;

use super::CorpusError;
use super::base::Files;
use super::label::{Label, LabelEdit};
use super::problem::LabelProblem;

/// The manifest for labels without one.
const MANIFEST: &str = "\
[package]
name = \"submission\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
slider = \"0.1\"
";

/// Creates a submission from files.
///
/// The intake code reads folders, so the files are written to a temporary folder.
pub(super) fn submission(
    name: &str,
    files: &Files,
    source: InputText<'_>,
) -> Result<Submission, CorpusError> {
    let scratch = tempfile::tempdir().map_err(CorpusError::Scratch)?;
    let folder = scratch.path().join(name);
    for (path, bytes) in files {
        write_file(&folder.join(path), bytes).map_err(CorpusError::Scratch)?;
    }
    intake::read_submission(&folder).map_err(|error| {
        let message = error.to_string().replace(&folder.display().to_string(), name);
        source.error(0..0, &LabelProblem::Refused { message, hint: error.hint() }).into()
    })
}

fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}

pub(super) fn model_files() -> Files {
    let model = MODEL.iter().map(|(name, text)| (format!("src/{name}"), *text));
    let given = [("Cargo.toml".to_owned(), MANIFEST), ("src/lib.rs".to_owned(), MODEL_ROOT)];
    model.chain(given).map(|(path, text)| (path, text.as_bytes().to_vec())).collect()
}

pub(super) fn apply_label(
    mut files: Files,
    label: &Label,
    source: InputText<'_>,
) -> Result<Files, FileError> {
    let mut brought: Vec<&str> = Vec::new();
    for file in &label.files {
        let path = file.path.get_ref();
        if brought.contains(&path.as_str()) {
            return Err(source.error(file.path.span(), &LabelProblem::FileTwice(path.clone())));
        }
        brought.push(path);
        files.insert(path.clone(), file.text.clone().into_bytes());
    }
    // A path cannot be both a file and a folder.
    let is_in = |inner: &str, outer: &str| inner.starts_with(&format!("{outer}/"));
    let clashes = |path: &str| files.keys().any(|other| is_in(other, path) || is_in(path, other));
    let bad = |path: &str| !is_plain(path) || clashes(path);
    if let Some(file) = label.files.iter().find(|file| bad(file.path.get_ref())) {
        let path = file.path.get_ref().clone();
        return Err(source.error(file.path.span(), &LabelProblem::Path(path)));
    }
    if let Some(edit) = label.edits.iter().find(|edit| !files.contains_key(edit.file.get_ref())) {
        let file = edit.file.get_ref().clone();
        let there = files.into_keys().collect();
        return Err(source.error(edit.file.span(), &LabelProblem::NoFile { file, there }));
    }
    for (path, bytes) in &mut files {
        let edits: Vec<&LabelEdit> =
            label.edits.iter().filter(|edit| edit.file.get_ref() == path).collect();
        if let Some(first) = edits.first() {
            let text = str::from_utf8(bytes).map_err(|_| {
                source.error(first.file.span(), &LabelProblem::NotText(path.clone()))
            })?;
            *bytes = apply_edits(path, text, &edits, source)?.into_bytes();
        }
    }
    Ok(files)
}

/// Returns `true` if a path is relative and normalized, and stays inside the submission's folder.
fn is_plain(path: &str) -> bool {
    let parts = Path::new(path).components();
    let plain: Option<Vec<&str>> = parts
        .map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    plain.is_some_and(|parts| !parts.is_empty() && parts.join("/") == path)
}

/// Applies edits to a text. These can be in any order, since every edit is located in the original text.
fn apply_edits(
    file: &str,
    text: &str,
    edits: &[&LabelEdit],
    source: InputText<'_>,
) -> Result<String, FileError> {
    let mut places: Vec<(Range<usize>, &LabelEdit)> = Vec::new();
    for edit in edits {
        let find = edit.find.get_ref();
        let mut found = text.match_indices(find.as_str());
        let place = match (found.next(), found.count()) {
            // Reject an empty search text, because it matches everywhere.
            (Some((start, _)), 0) if !find.is_empty() => start..start + find.len(),
            (Some(_), more) => {
                let problem = LabelProblem::Ambiguous { file: file.to_owned(), times: more + 1 };
                return Err(source.error(edit.find.span(), &problem));
            }
            (None, _) => {
                return Err(
                    source.error(edit.find.span(), &LabelProblem::NotThere(file.to_owned()))
                );
            }
        };
        places.push((place, edit));
    }
    // Edits are listed in any order, but the text is copied from front to back.
    places.sort_by_key(|(place, _)| place.start);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    let mut last: Option<&LabelEdit> = None;
    for (place, edit) in places {
        if let Some(last) = last
            && place.start < done
        {
            let error = source.error(edit.find.span(), &LabelProblem::Overlap(file.to_owned()));
            return Err(error.with_second_place(last.find.span(), "the other"));
        }
        result.push_str(&text[done..place.start]);
        result.push_str(&edit.replace);
        done = place.end;
        last = Some(edit);
    }
    result.push_str(&text[done..]);
    Ok(result)
}
