//! Survivors that are right, with the reasons.

use serde::Deserialize;

use crate::fate::{Fate, Outcome};
use crate::mutant::Mutant;

/// The reasons for survivors.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explained {
    #[serde(default)]
    pub(crate) reasons: Vec<Reason>,
}

/// A reason, with the survivors that it explains.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reason {
    /// In which way these are right.
    pub(crate) kind: Kind,
    /// The reason, as Markdown.
    pub(crate) why: String,
    /// The survivors.
    pub(crate) survivors: Vec<Survivor>,
}

/// In which way a survivor is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// No caller can tell it from the model, or nothing calls what was changed.
    Equivalent,
    /// It does something else, and the assignment leaves that free.
    Free,
}

/// A survivor, known by its text so that it is found again when lines move.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Survivor {
    pub(crate) file: String,
    /// The lines that are changed, as one.
    pub(crate) before: String,
    /// What became of them, as one.
    pub(crate) after: String,
}

impl Survivor {
    fn is(&self, mutant: &Mutant) -> bool {
        let Self { file, before, after } = self;
        *file == mutant.file && *before == mutant.before && *after == mutant.after
    }
}

impl Explained {
    /// Reads the list that this program carries.
    pub(crate) fn load() -> Result<Self, toml::de::Error> {
        toml::from_str(include_str!("explained.toml"))
    }

    /// The number of the reason for a mutant to survive.
    pub(crate) fn reason(&self, mutant: &Mutant) -> Option<usize> {
        self.reasons.iter().position(|reason| reason.survivors.iter().any(|it| it.is(mutant)))
    }

    /// The survivors on the list that did not survive, or are no longer made.
    pub(crate) fn stale(&self, outcomes: &[Outcome]) -> Vec<&Survivor> {
        let survives = |survivor: &Survivor| {
            let is = |it: &Outcome| matches!(it.fate, Fate::Survived(_)) && survivor.is(&it.mutant);
            outcomes.iter().any(is)
        };
        let survivors = self.reasons.iter().flat_map(|reason| &reason.survivors);
        survivors.filter(|survivor| !survives(survivor)).collect()
    }
}
