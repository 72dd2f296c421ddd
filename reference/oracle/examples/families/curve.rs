//! Plots the number of exposed members against the cost for the model answer.

use crate::evidence::{FamilyEvidence, Judged};

/// Counts the [`members_to_expose`] members that at least `times` of the given candidates expose.
pub fn count_exposed(members: &[Judged], places: &[usize], times: usize) -> usize {
    let is_shown = |judged: &&Judged| {
        judged.shown.iter().filter(|place| places.contains(place)).take(times).count() == times
    };
    members_to_expose(members).filter(is_shown).count()
}

/// Returns the members that the puzzles should expose.
pub fn members_to_expose(members: &[Judged]) -> impl Iterator<Item = &Judged> + Clone {
    members.iter().filter(|judged| judged.ought_to_be_exposed())
}

/// A point on the curve.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The number of puzzles.
    pub puzzles: usize,
    /// The total cost: see [`FamilyEvidence::cost`].
    pub cost: u64,
    /// The number of exposed members from the known families.
    pub known: usize,
    /// The number of exposed members from the held-out families.
    pub held_out: usize,
}

/// Returns the points for the listed puzzles, each at about twice the cost of the previous. The next puzzle is the one
/// that exposes the most new members of the known families relative to the cost.
pub fn points_of_curve(evidence: &FamilyEvidence, listed: &[usize]) -> Vec<Point> {
    let mut rest = listed.to_vec();
    let mut taken = Vec::new();
    let mut points: Vec<Point> = Vec::new();
    while !rest.is_empty() {
        let known = count_exposed(&evidence.known, &taken, 1);
        let new = |place: usize| {
            let missing = members_to_expose(&evidence.known)
                .filter(|judged| !judged.shown.iter().any(|place| taken.contains(place)));
            missing.filter(|judged| judged.shown.contains(&place)).count() as u64
        };
        let price = |place: usize| evidence.candidates[place].cost.unwrap_or(u64::MAX).max(1);
        let best = (0..rest.len())
            .map(|at| (new(rest[at]), price(rest[at]), at))
            .reduce(|best, next| {
                let is_better = next.0 * best.1 > best.0 * next.1
                    || (next.0 == 0 && best.0 == 0 && next.1 < best.1);
                if is_better { next } else { best }
            })
            .map_or(0, |(_, _, at)| at);
        taken.push(rest.remove(best));
        let point = Point {
            puzzles: taken.len(),
            cost: evidence.cost(&taken),
            known: count_exposed(&evidence.known, &taken, 1).max(known),
            held_out: count_exposed(&evidence.held_out, &taken, 1),
        };
        // Of successive costs with the same number of bits, keep the last.
        match points.last_mut() {
            Some(last) if last.cost.ilog2() == point.cost.ilog2() => *last = point,
            _ => points.push(point),
        }
    }
    points
}
