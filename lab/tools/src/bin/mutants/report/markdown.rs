//! Writes a base's row of the page.

use super::{FateCounts, MutantResults};
use crate::explained::SurvivorKind;
use crate::fate::MutantFate;

/// Returns the row of the page's table for the base of these results, without a line break.
pub(crate) fn row(results: &MutantResults<'_>) -> String {
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
