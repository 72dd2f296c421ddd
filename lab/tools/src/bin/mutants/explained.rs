//! Explains why some survivors are correct.

use std::fmt;

use serde::Deserialize;

use crate::fate::{MutantFate, MutantOutcome, PairOutcome};
use crate::mutant::Mutant;
use crate::pair::MutantPair;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explained {
    #[serde(default)]
    pub(crate) reasons: Vec<SurvivalReason>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurvivalReason {
    pub(crate) base: String,
    pub(crate) kind: SurvivorKind,
    pub(crate) why: String,
    /// The explained first-order mutants.
    #[serde(default)]
    pub(crate) survivors: Vec<Survivor>,
    /// The explained mutants of second order, except pairs of explained survivors.
    #[serde(default)]
    pub(crate) pairs: Vec<SurvivingPair>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SurvivorKind {
    /// Callers cannot distinguish the mutant from the model, or the changed code is never called.
    Equivalent,
    /// The assignment allows the different behavior.
    Free,
}

/// A survivor, identified by text, so that lines can move.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Survivor {
    pub(crate) file: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// A survivor of second order, identified by the parts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurvivingPair {
    pub(crate) first: Survivor,
    pub(crate) second: Survivor,
}

impl SurvivingPair {
    fn is_about_pair(&self, pair: &MutantPair) -> bool {
        self.first.is_about_mutant(&pair.first) && self.second.is_about_mutant(&pair.second)
    }
}

impl fmt::Display for Survivor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} -> {}", self.file, self.before, self.after)
    }
}

impl fmt::Display for SurvivingPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {}", self.first, self.second)
    }
}

impl Survivor {
    fn is_about_mutant(&self, mutant: &Mutant) -> bool {
        let Self { file, before, after } = self;
        *file == mutant.file && *before == mutant.before && *after == mutant.after
    }
}

impl Explained {
    pub(crate) fn load() -> Result<Self, toml::de::Error> {
        toml::from_str(include_str!("explained.toml"))
    }

    fn reasons_for<'a>(
        &'a self,
        base: &'a str,
    ) -> impl Iterator<Item = (usize, &'a SurvivalReason)> {
        self.reasons.iter().enumerate().filter(move |(_, reason)| reason.base == base)
    }

    /// Returns the index of the reason for a mutant, if any.
    pub(crate) fn index_of_reason(&self, base: &str, mutant: &Mutant) -> Option<usize> {
        let mut reasons = self.reasons_for(base);
        let found = reasons.find(|(_, reason)| {
            reason.survivors.iter().any(|survivor| survivor.is_about_mutant(mutant))
        });
        found.map(|(number, _)| number)
    }

    /// Returns the index of the reason for a pair of mutants, if any.
    pub(crate) fn reason_of_pair(&self, base: &str, pair: &MutantPair) -> Option<usize> {
        let mut reasons = self.reasons_for(base);
        let found = reasons
            .find(|(_, reason)| reason.pairs.iter().any(|listed| listed.is_about_pair(pair)));
        found.map(|(number, _)| number)
    }

    /// Returns the entries for mutants of a base that no longer survive or exist. When only a sample was graded, the
    /// other mutants are assumed to survive.
    pub(crate) fn entries_without_mutant(
        &self,
        base: &str,
        made: &[Mutant],
        outcomes: &[MutantOutcome],
        pairs: &[PairOutcome],
    ) -> Vec<String> {
        let is_made =
            |survivor: &Survivor| made.iter().any(|mutant| survivor.is_about_mutant(mutant));
        let dies = |survivor: &Survivor| {
            // Several mutants may have these lines. The entry is valid when any of them survives.
            let mut here = outcomes
                .iter()
                .filter(|outcome| survivor.is_about_mutant(&outcome.mutant))
                .peekable();
            here.peek().is_some() && here.all(|outcome| outcome.fate != MutantFate::Survived)
        };
        let dies_in_pair = |pair: &SurvivingPair| {
            let mut here =
                pairs.iter().filter(|outcome| pair.is_about_pair(&outcome.pair)).peekable();
            here.peek().is_some() && here.all(|outcome| outcome.fate != MutantFate::Survived)
        };
        let mut stale = Vec::new();
        for (_, SurvivalReason { survivors, pairs, .. }) in self.reasons_for(base) {
            let singles = survivors.iter().filter(|survivor| !is_made(survivor) || dies(survivor));
            stale.extend(singles.map(ToString::to_string));
            let pairs = pairs.iter().filter(|pair| {
                !is_made(&pair.first) || !is_made(&pair.second) || dies_in_pair(pair)
            });
            stale.extend(pairs.map(ToString::to_string));
        }
        stale
    }
}

#[cfg(test)]
mod tests {
    use intake::SourceFile;

    use super::*;

    const LIST: &str = r#"
        [[reasons]]
        base = "model"
        kind = "free"
        why = "Any number will do."
        [[reasons.survivors]]
        file = "a.rs"
        before = "const A: u8 = 1;"
        after = "const A: u8 = 2;"
        [[reasons.survivors]]
        file = "a.rs"
        before = "const A: u8 = 7;"
        after = "const A: u8 = 8;"
        [[reasons]]
        base = "model"
        kind = "equivalent"
        why = "The one makes up for the other."
        [[reasons.pairs]]
        first = { file = "a.rs", before = "const A: u8 = 1;", after = "const A: u8 = 2;" }
        second = { file = "a.rs", before = "const B: u8 = 1;", after = "const B: u8 = 0;" }
    "#;

    fn sample() -> Explained {
        toml::from_str(LIST).expect("it is a list")
    }

    fn mutants() -> Vec<Mutant> {
        let text = "const A: u8 = 1;\nconst B: u8 = 1;\n";
        Mutant::of_files(&[SourceFile { path: "a.rs", text }]).expect("it is Rust")
    }

    fn outcomes(fate: &MutantFate) -> Vec<MutantOutcome> {
        let of = |mutant: Mutant| MutantOutcome {
            reason: sample().index_of_reason("model", &mutant),
            fate: fate.clone(),
            mutant,
        };
        mutants().into_iter().map(of).collect()
    }

    fn pair(fate: MutantFate) -> PairOutcome {
        let [first, _, _, second] = mutants().try_into().expect("there are four");
        let pair = MutantPair { first, second };
        let reason = sample().reason_of_pair("model", &pair);
        PairOutcome { pair, fate, reason, parts: None }
    }

    #[test]
    fn the_list_of_explanations_loads() {
        assert!(!Explained::load().expect("it is a list").reasons.is_empty());
    }

    #[test]
    fn a_reason_applies_to_one_base() {
        let reasons = |base| {
            mutants()
                .iter()
                .map(|mutant| sample().index_of_reason(base, mutant))
                .collect::<Vec<_>>()
        };
        assert_eq!(reasons("model"), [Some(0), None, None, None]);
        assert_eq!(reasons("another"), [None; 4]);
        assert_eq!(pair(MutantFate::Survived).reason, Some(1));
    }

    #[test]
    fn stale_explanations_are_reported() {
        let stale = |outcomes: &[MutantOutcome], pairs: &[PairOutcome]| {
            sample().entries_without_mutant("model", &mutants(), outcomes, pairs)
        };
        let not_made = "a.rs const A: u8 = 7; -> const A: u8 = 8;";
        let dead = "a.rs const A: u8 = 1; -> const A: u8 = 2;";
        assert_eq!(
            stale(&outcomes(&MutantFate::Survived), &[pair(MutantFate::Survived)]),
            [not_made]
        );
        assert_eq!(stale(&[], &[]), [not_made], "what was not drawn is taken on trust");
        assert_eq!(stale(&outcomes(&MutantFate::NotCompiling), &[]), [dead, not_made]);
        let dead_pair = "a.rs const A: u8 = 1; -> const A: u8 = 2; with \
                         a.rs const B: u8 = 1; -> const B: u8 = 0;";
        assert_eq!(stale(&[], &[pair(MutantFate::Caught(Vec::new()))]), [not_made, dead_pair]);
        assert!(sample().entries_without_mutant("another", &mutants(), &[], &[]).is_empty());
    }

    #[test]
    fn a_pair_is_explained_by_both_parts_or_by_itself() {
        let mut pair = pair(MutantFate::Survived);
        assert!(!pair.survives_unexplained());
        pair.reason = None;
        assert!(pair.survives_unexplained());
        let parts: [MutantOutcome; 4] =
            outcomes(&MutantFate::Survived).try_into().expect("there are four of them");
        let [one, other, ..] = parts;
        pair.parts = Some([one.clone(), other]);
        assert!(pair.survives_unexplained(), "nothing explains the second part");
        pair.parts = Some([one.clone(), one]);
        assert!(!pair.survives_unexplained());
    }
}
