//! Writes a base's row of the page.

use super::{Count, Results};
use crate::explained::SurvivorKind;
use crate::fate::Fate;

/// Returns the row of the page's table for the base of these results, without a line break.
pub(crate) fn row(results: &Results<'_>) -> String {
    let Results { base, options, all, outcomes, pairs, explained, .. } = results;
    let Count { made, not_compiling, caught, unexplained, .. } =
        Count::of_outcomes(outcomes.iter());
    let of_pairs = Count::of_pairs(pairs);
    let survived = |kind| {
        let survivors = outcomes.iter().filter(|outcome| outcome.fate == Fate::Survived);
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
