//! Labels: what a submission fails, and how it is made.

use std::collections::BTreeSet;

use serde::Deserialize;
use toml::Spanned;

use super::fault::Fault;
use crate::check::Check;
use crate::input::{FileError, Source};

/// A label as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireLabel {
    about: Spanned<String>,
    fails: Vec<Spanned<String>>,
    #[serde(default, rename = "edit")]
    edits: Vec<Edit>,
    #[serde(default, rename = "file")]
    files: Vec<File>,
}

/// A change to one place of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    pub(super) file: Spanned<String>,
    /// A text that is in the file exactly once.
    pub(super) find: Spanned<String>,
    pub(super) replace: String,
}

/// A file that is added, or takes the place of one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) path: Spanned<String>,
    pub(super) text: String,
}

/// A label whose words are all known. What it makes is still to be tried.
pub(super) struct Label {
    pub(super) about: String,
    pub(super) fails: BTreeSet<Check>,
    pub(super) edits: Vec<Edit>,
    pub(super) files: Vec<File>,
}

/// Reads a label.
pub(super) fn read(source: Source<'_>) -> Result<Label, FileError> {
    let wire: WireLabel =
        toml::from_str(source.text).map_err(|error| source.toml_error(&error, |_| None))?;
    let WireLabel { about, fails, edits, files } = wire;
    if about.get_ref().trim().is_empty() {
        return Err(source.error(about.span(), &Fault::About));
    }
    let mut checks = BTreeSet::new();
    for id in &fails {
        let name = id.get_ref();
        let check = Check::from_id(name).ok_or_else(|| {
            let like = Check::like(name).map(Check::id);
            source.error(id.span(), &Fault::UnknownCheck(name.clone(), like))
        })?;
        if !checks.insert(check) {
            return Err(source.error(id.span(), &Fault::NamedTwice(name.clone())));
        }
    }
    Ok(Label { about: about.into_inner(), fails: checks, edits, files })
}

/// Reads the label of a whole crate, which makes nothing.
pub(super) fn read_of_crate(source: Source<'_>) -> Result<Label, FileError> {
    let label = read(source)?;
    let edited = label.edits.iter().map(|edit| edit.file.span());
    let mut edited = edited.chain(label.files.iter().map(|file| file.path.span()));
    match edited.next() {
        Some(span) => Err(source.error(span, &Fault::CrateEdited)),
        None => Ok(label),
    }
}
