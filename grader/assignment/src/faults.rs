//! The embedded faults, each of which is a model answer with one mistake.
//!
//! They are the labelled submissions in `fixtures/submissions/faults`, in the format that the corpus README describes.
//! A submission with another base in the label is excluded, because the mistake is not in the model answer.

use std::collections::BTreeMap;

use embedded::{CORPUS, model_sources};
use grade::check::{Check, Group};
use serde::Deserialize;
use toml::Table;

/// A fault, as described by a label file.
#[derive(Deserialize)]
pub struct LabelledFault {
    /// What is wrong.
    pub about: String,
    fails: Vec<String>,
    /// The submission that the label edits, if not the model answer.
    base: Option<String>,
    #[serde(default, rename = "edit")]
    edits: Vec<FaultEdit>,
    #[serde(default, rename = "file")]
    files: Vec<FaultFile>,
}

#[derive(Deserialize)]
struct FaultEdit {
    file: String,
    find: String,
    replace: String,
}

#[derive(Deserialize)]
struct FaultFile {
    path: String,
    text: String,
}

impl LabelledFault {
    /// Returns `true` if it compiles.
    pub fn compiles(&self) -> bool {
        let mut fails = self.fails.iter().filter_map(|id| Check::from_id(id));
        !fails.any(|check| check.group() == Group::Compile)
    }

    /// Returns a label with the same description and checks, but without code, for the students' edition.
    pub fn short_label(&self) -> String {
        let mut label = Table::new();
        label.insert("about".to_owned(), self.about.clone().into());
        label.insert("fails".to_owned(), self.fails.clone().into());
        label.to_string()
    }

    /// Returns the sources by path in `src`.
    pub fn sources(&self) -> BTreeMap<String, String> {
        let mut sources = model_sources();
        for FaultEdit { file, find, replace } in &self.edits {
            if let Some(text) = file.strip_prefix("src/").and_then(|file| sources.get_mut(file)) {
                // A test makes sure that the text occurs exactly once.
                *text = text.replacen(find, replace, 1);
            }
        }
        for FaultFile { path, text } in &self.files {
            if let Some(file) = path.strip_prefix("src/") {
                sources.insert(file.to_owned(), text.clone());
            }
        }
        sources
    }
}

fn fault_names_and_labels() -> impl Iterator<Item = (&'static str, &'static str)> {
    CORPUS.iter().filter_map(|(file, text)| {
        let name = file.strip_prefix("faults/")?.strip_suffix(".toml")?;
        Some((name, *text))
    })
}

/// Returns the label file of the fault with this name.
pub fn label(name: &str) -> Option<&'static str> {
    fault_names_and_labels().find(|(known, _)| *known == name).map(|(_, text)| text)
}

/// Looks up a fault by name.
///
/// # Panics
///
/// Never panics, because a test reads all label files.
pub fn named(name: &str) -> Option<LabelledFault> {
    let text = label(name)?;
    let fault: LabelledFault =
        toml::from_str(text).unwrap_or_else(|error| panic!("a test reads `{name}`: {error}"));
    fault.base.is_none().then_some(fault)
}

/// Returns the name of the most similar compilable fault, if any.
pub(super) fn most_similar(name: &str) -> Option<&'static str> {
    let similarity = |known: &str| strsim::jaro_winkler(known, name);
    let runs = fault_names_and_labels()
        .filter(|(known, _)| named(known).is_some_and(|fault| fault.compiles()));
    let best = runs.max_by(|(a, _), (b, _)| similarity(a).total_cmp(&similarity(b)))?.0;
    // As for checks: a name with a typing error is recognized, but an unrelated one is not.
    (similarity(best) > 0.8).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_loads_and_differs_from_the_model() {
        let model = model_sources();
        let mut count = 0;
        for (name, _) in fault_names_and_labels() {
            let Some(fault) = named(name) else { continue };
            assert!(!fault.compiles() || fault.sources() != model, "{name}");
            let short: LabelledFault = toml::from_str(&fault.short_label()).unwrap();
            assert_eq!((&short.about, &short.fails), (&fault.about, &fault.fails), "{name}");
            assert!(short.edits.is_empty() && short.files.is_empty(), "{name}");
            for edit in &fault.edits {
                let file = edit.file.strip_prefix("src/").unwrap();
                assert_eq!(model[file].matches(&edit.find).count(), 1, "{name}: {}", edit.find);
            }
            count += 1;
        }
        assert!(count > 50, "{count}");
        assert!(!named("type-error-in-board").unwrap().compiles());
        assert_eq!(most_similar("haming-counts-blank"), Some("hamming-counts-blank"));
        assert!(named("no-such-fault").is_none());
    }
}
