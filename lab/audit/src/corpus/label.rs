//! Parses labels: the expected results of a submission, and the edits to create it.

use base::input::{FileError, InputText};
use serde::Deserialize;
use toml::Spanned;

use super::expected::{self, Expected, WireExpected, WireScore};
use super::problem::LabelProblem;
use super::shows::WireShows;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireLabel {
    about: Spanned<String>,
    fails: Vec<Spanned<String>>,
    passes: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    may_fail: Vec<Spanned<String>>,
    score: Option<Spanned<WireScore>>,
    #[serde(default)]
    shows: Vec<WireShows>,
    #[serde(default)]
    causes: Vec<Spanned<String>>,
    base: Option<Spanned<String>>,
    #[serde(default, rename = "edit")]
    edits: Vec<LabelEdit>,
    #[serde(default, rename = "file")]
    files: Vec<LabelFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelEdit {
    pub(super) file: Spanned<String>,
    /// The text to replace, which must occur exactly once.
    pub(super) find: Spanned<String>,
    pub(super) replace: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelFile {
    pub(super) path: Spanned<String>,
    pub(super) text: String,
}

/// A parsed label, with edits that have not been applied.
pub(super) struct Label {
    pub(super) about: String,
    pub(super) expected: Expected,
    /// The submission to edit; `None` for the model answer.
    pub(super) base: Option<Spanned<String>>,
    pub(super) edits: Vec<LabelEdit>,
    pub(super) files: Vec<LabelFile>,
}

pub(super) fn parse_label(source: InputText<'_>) -> Result<Label, FileError> {
    let wire: WireLabel =
        toml::from_str(source.text).map_err(|error| source.toml_error(&error, |_| None))?;
    let WireLabel { about, fails, passes, may_fail, score, shows, causes, base, edits, files } =
        wire;
    if about.get_ref().trim().is_empty() {
        return Err(source.error(about.span(), &LabelProblem::About));
    }
    let expected = WireExpected { fails, passes, may_fail, score, shows, causes };
    let expected = expected::parse_expected(&expected, source)?;
    Ok(Label { about: about.into_inner(), expected, base, edits, files })
}

/// Reads the label of a complete crate, which has no edits.
pub(super) fn parse_crate_label(source: InputText<'_>) -> Result<Label, FileError> {
    let label = parse_label(source)?;
    let base = label.base.iter().map(Spanned::span);
    let edited = label.edits.iter().map(|edit| edit.file.span());
    let mut edited = base.chain(edited).chain(label.files.iter().map(|file| file.path.span()));
    match edited.next() {
        Some(span) => Err(source.error(span, &LabelProblem::CrateEdited)),
        None => Ok(label),
    }
}
