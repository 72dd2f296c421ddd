//! Reports the results of mutants.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use grade::check::Check;

use crate::base::Base;
use crate::explained::{Explained, SurvivorKind};
use crate::fate::{MutantFate, MutantOutcome, PairOutcome};
use crate::mutant::Mutant;
use crate::operator::Operator;

pub(crate) struct MutantResults<'a> {
    pub(crate) base: &'a Base,
    /// The arguments that selected the mutants.
    pub(crate) options: String,
    /// The number of first-order mutants before sampling.
    pub(crate) all: usize,
    pub(crate) outcomes: Vec<MutantOutcome>,
    pub(crate) pairs: Vec<PairOutcome>,
    pub(crate) explained: &'a Explained,
    pub(crate) stale: Vec<String>,
}

impl MutantResults<'_> {
    pub(crate) fn all_fates(&self) -> impl Iterator<Item = &MutantFate> {
        let parts = self.pairs.iter().flat_map(|pair| pair.parts.iter().flatten());
        let singles = self.outcomes.iter().chain(parts).map(|outcome| &outcome.fate);
        singles.chain(self.pairs.iter().map(|pair| &pair.fate))
    }

    pub(crate) fn has_unexplained_survivors(&self) -> bool {
        let parts = self.pairs.iter().flat_map(|pair| pair.parts.iter().flatten());
        self.outcomes.iter().chain(parts).any(MutantOutcome::survives_unexplained)
            || self.pairs.iter().any(PairOutcome::survives_unexplained)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct FateCounts {
    made: usize,
    not_compiling: usize,
    caught: usize,
    explained: usize,
    unexplained: usize,
    grader_faults: usize,
}

impl FateCounts {
    /// Counts results. Each flag says whether the mutant is an unexplained survivor.
    fn count<'a>(fates: impl Iterator<Item = (&'a MutantFate, bool)>) -> Self {
        let mut count = Self::default();
        for (fate, is_open) in fates {
            count.made += 1;
            *match fate {
                MutantFate::NotCompiling => &mut count.not_compiling,
                MutantFate::Caught(_) => &mut count.caught,
                MutantFate::Survived if is_open => &mut count.unexplained,
                MutantFate::Survived => &mut count.explained,
                MutantFate::GraderFault(_) => &mut count.grader_faults,
            } += 1;
        }
        count
    }

    fn of_outcomes<'a>(outcomes: impl Iterator<Item = &'a MutantOutcome>) -> Self {
        Self::count(outcomes.map(|outcome| (&outcome.fate, outcome.survives_unexplained())))
    }

    fn of_pairs(pairs: &[PairOutcome]) -> Self {
        Self::count(pairs.iter().map(|outcome| (&outcome.fate, outcome.survives_unexplained())))
    }
}

fn by_operator(outcomes: &[MutantOutcome]) -> Vec<(Operator, FateCounts)> {
    let of = |operator| outcomes.iter().filter(move |outcome| outcome.mutant.operator == operator);
    let counts =
        Operator::ALL.into_iter().map(|operator| (operator, FateCounts::of_outcomes(of(operator))));
    counts.filter(|(_, count)| count.made > 0).collect()
}

/// Returns for each failing check how many mutants fail it, and how many fail no other check.
fn count_catches_by_check(outcomes: &[MutantOutcome]) -> BTreeMap<Check, (usize, usize)> {
    let mut counts: BTreeMap<Check, (usize, usize)> = BTreeMap::new();
    for outcome in outcomes {
        if let MutantFate::Caught(checks) = &outcome.fate {
            for check in checks {
                let (all, alone) = counts.entry(*check).or_default();
                *all += 1;
                *alone += usize::from(checks.len() == 1);
            }
        }
    }
    counts
}

/// Returns the checks that mutants fail, with counts, for each function or type in text order.
fn by_place(outcomes: &[MutantOutcome]) -> Vec<(&str, BTreeMap<Check, usize>)> {
    let mut places: Vec<(&str, BTreeMap<Check, usize>)> = Vec::new();
    for MutantOutcome { mutant, fate, .. } in outcomes {
        let MutantFate::Caught(checks) = fate else { continue };
        let at = places.iter().position(|(within, _)| *within == mutant.within);
        let at = at.unwrap_or_else(|| {
            places.push((&mutant.within, BTreeMap::new()));
            places.len() - 1
        });
        for check in checks {
            *places[at].1.entry(*check).or_default() += 1;
        }
    }
    places
}

pub(crate) fn list_mutants(mutants: &[Mutant]) -> String {
    mutants.iter().map(|mutant| mutant.one_line_summary() + "\n").collect()
}

/// Formats the report as text: each mutant with the result, the counts, and the unexplained survivors.
pub(crate) fn human(results: &MutantResults<'_>) -> String {
    let MutantResults { outcomes, pairs, explained, stale, .. } = results;
    let mut text = String::new();
    for outcome in outcomes {
        add_single(&mut text, "", outcome, explained);
    }
    for outcome in pairs {
        add_pair(&mut text, outcome, explained);
    }
    let _ = writeln!(
        text,
        "\n{:<14}{:>6}{:>15}{:>8}{:>11}{:>13}",
        "operator", "made", "not compiling", "caught", "explained", "unexplained"
    );
    let mut row = |name: &str, count: FateCounts| {
        let FateCounts { made, not_compiling, caught, explained, unexplained, .. } = count;
        let _ = writeln!(
            text,
            "{name:<14}{made:>6}{not_compiling:>15}{caught:>8}{explained:>11}{unexplained:>13}"
        );
    };
    for (operator, count) in by_operator(outcomes) {
        row(operator.name(), count);
    }
    row("all", FateCounts::of_outcomes(outcomes.iter()));
    if !pairs.is_empty() {
        row("second order", FateCounts::of_pairs(pairs));
    }
    let _ = writeln!(text, "\n{:<32}{:>8}{:>8}", "check", "caught", "alone");
    for (check, (all, alone)) in count_catches_by_check(outcomes) {
        let _ = writeln!(text, "{:<32}{all:>8}{alone:>8}", check.id());
    }
    let _ = writeln!(text, "\n{:<32}checks that fail", "changed");
    for (within, checks) in by_place(outcomes) {
        let checks: Vec<_> = checks.iter().map(|(check, n)| format!("{check} {n}")).collect();
        let _ = writeln!(text, "{within:<32}{}", checks.join(", "));
    }
    if results.has_unexplained_survivors() {
        text.push_str("\nunexplained survivors:\n");
    }
    for outcome in outcomes.iter().filter(|outcome| outcome.survives_unexplained()) {
        let _ = writeln!(text, "  {}", outcome.mutant.one_line_summary());
    }
    for outcome in pairs.iter().filter(|outcome| outcome.survives_unexplained()) {
        let [first, second] = outcome.pair.mutants();
        let _ = writeln!(
            text,
            "  {}\n    with {}",
            first.one_line_summary(),
            second.one_line_summary()
        );
    }
    if !stale.is_empty() {
        text.push_str("\nexplanations that are no longer needed:\n");
    }
    for stale in stale {
        let _ = writeln!(text, "  {stale}");
    }
    text
}

fn add_single(text: &mut String, margin: &str, outcome: &MutantOutcome, explained: &Explained) {
    let MutantOutcome { mutant, fate, reason } = outcome;
    let says = describe_fate(fate, *reason, explained);
    let _ = writeln!(text, "{margin}{}\n{margin}    {says}", mutant.one_line_summary());
}

fn add_pair(text: &mut String, outcome: &PairOutcome, explained: &Explained) {
    let PairOutcome { pair, fate, reason, parts } = outcome;
    let says = match reason {
        None if outcome.is_explained_by_parts() => "survived, as both do alone".to_owned(),
        _ => describe_fate(fate, *reason, explained),
    };
    let _ = writeln!(text, "two changes: {says}");
    match parts {
        Some(parts) => parts.iter().for_each(|part| add_single(text, "    ", part, explained)),
        None => {
            for part in pair.mutants() {
                let _ = writeln!(text, "    {}", part.one_line_summary());
            }
        }
    }
}

fn describe_fate(fate: &MutantFate, reason: Option<usize>, explained: &Explained) -> String {
    let reason = reason.and_then(|reason| explained.reasons.get(reason));
    match (fate, reason) {
        (MutantFate::Survived, None) => "SURVIVED".to_owned(),
        (MutantFate::Survived, Some(reason)) => {
            let why: Vec<_> = reason.why.split_whitespace().collect();
            format!("survived: {}", why.join(" "))
        }
        _ => fate.to_string(),
    }
}

/// Returns the row of the page's table for the base of these results, without a line break.
pub(crate) fn page_row(results: &MutantResults<'_>) -> String {
    let MutantResults { base, options, all, outcomes, pairs, explained, .. } = results;
    let FateCounts { made, not_compiling, caught, unexplained, .. } =
        FateCounts::of_outcomes(outcomes.iter());
    let of_pairs = FateCounts::of_pairs(pairs);
    let survived = |kind| {
        let survivors = outcomes.iter().filter(|outcome| outcome.fate == MutantFate::Survived);
        let reasons = survivors.filter_map(|outcome| explained.reasons.get(outcome.reason?));
        reasons.filter(|reason| reason.kind == kind).count()
    };
    format!(
        "| `{}` | `{options}` | {made} of {all} | {not_compiling} | {caught} | {} | {} | {} | {} of {} |",
        base.name,
        survived(SurvivorKind::Equivalent),
        survived(SurvivorKind::Free),
        unexplained + of_pairs.unexplained,
        of_pairs.caught,
        of_pairs.made - of_pairs.not_compiling,
    )
}
