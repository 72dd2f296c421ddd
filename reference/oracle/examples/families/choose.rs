//! Chooses puzzles that expose the members.

use std::collections::BTreeSet;

use crate::evidence::FamilyEvidence;

/// The target number of puzzles that expose each member. Some members have fewer candidates.
pub const TIMES: usize = 3;

/// Puzzles to keep: small ones from the student template, those that tests name, unsolvable ones for the rubric, and
/// the hardest 3-by-3 board.
const STAY: [&str; 28] = [
    "puzzle2x2-00",
    "puzzle2x2-01",
    "puzzle2x2-02",
    "puzzle2x2-03",
    "puzzle2x2-06",
    "2x2-unsolvable-2130",
    "2x2-unsolvable-2103",
    "puzzle2x2-unsolvable1",
    "puzzle3x3-00",
    "puzzle3x3-01",
    "puzzle3x3-02",
    "puzzle04",
    "puzzle07",
    "telling09a",
    "telling11b",
    "telling12a",
    "puzzle31",
    "3x3-twin04",
    "3x3-twin05",
    "3x3-twin11",
    "3x3-twin16",
    "puzzle3x3-unsolvable",
    "puzzle3x3-unsolvable1",
    "puzzle4x4-13",
    "puzzle4x4-unsolvable",
    "puzzle14",
    "puzzle12",
    HARD,
];

/// The hard 4-by-4 puzzle, which is kept although it exceeds the budget.
pub const HARD: &str = "families-4x4-hard";

/// Chooses candidates and returns their indices, cheapest first. Greedily adds the candidate that exposes the most
/// members in need of puzzles relative to the cost. Finally removes redundant candidates.
pub fn choose(evidence: &FamilyEvidence) -> Vec<usize> {
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    for (place, case) in evidence.candidates.iter().enumerate() {
        if case.name.as_deref().is_some_and(|name| STAY.contains(&name)) {
            chosen.insert(place);
        }
    }
    let stay = chosen.clone();
    let members: Vec<BTreeSet<usize>> = evidence
        .known
        .iter()
        .filter(|judged| judged.ought_to_be_exposed())
        .map(|judged| judged.shown.iter().copied().collect())
        .collect();
    let missing = |chosen: &BTreeSet<usize>, shown: &BTreeSet<usize>| {
        TIMES.min(shown.len()).saturating_sub(shown.intersection(chosen).count())
    };
    // A fixed cost per puzzle prevents adding many puzzles that cost almost nothing.
    let price =
        |place: usize| evidence.candidates[place].cost.unwrap_or(u64::MAX).saturating_add(300);
    loop {
        let needy: Vec<_> = members.iter().filter(|shown| missing(&chosen, shown) > 0).collect();
        let worth =
            |place: usize| needy.iter().filter(|shown| shown.contains(&place)).count() as u64;
        let rest = (0..evidence.candidates.len()).filter(|place| !chosen.contains(place));
        let best = rest.map(|place| (worth(place), place)).filter(|(worth, _)| *worth > 0);
        // Take the highest ratio of worth to price or, on a tie, the earlier candidate.
        let best = best.reduce(|best, next| {
            let is_better = next.0 * price(best.1) > best.0 * price(next.1);
            if is_better { next } else { best }
        });
        let Some((_, place)) = best else { break };
        chosen.insert(place);
    }
    for place in (0..evidence.candidates.len()).rev() {
        if stay.contains(&place) || !chosen.remove(&place) {
            continue;
        }
        if members.iter().any(|shown| shown.contains(&place) && missing(&chosen, shown) > 0) {
            chosen.insert(place);
        }
    }
    chosen.into_iter().collect()
}
