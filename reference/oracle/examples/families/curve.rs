//! The curve: the number of members that are shown, by the work of the model.

use crate::evidence::{Evidence, Judged};

/// The number of members that ought to be shown and that some candidates show, at least `times`
/// times.
pub fn shown_by(members: &[Judged], places: &[usize], times: usize) -> usize {
    let is_shown = |judged: &&Judged| {
        judged.shown.iter().filter(|place| places.contains(place)).take(times).count() == times
    };
    counting(members).filter(is_shown).count()
}

/// The members that ought to be shown.
pub fn counting(members: &[Judged]) -> impl Iterator<Item = &Judged> + Clone {
    members.iter().filter(|judged| judged.counts())
}

/// A point of the curve.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The puzzles that are taken.
    pub puzzles: usize,
    /// The nodes that the model takes on all of them.
    pub cost: u64,
    /// The number of members of the known families that they show.
    pub known: usize,
    /// The number of members of the held-out families that they show.
    pub held_out: usize,
}

/// The points of the list, each a power of two dearer than the one before: with the puzzles taken
/// in the order in which they show the most new members of the known families for their cost.
pub fn points(evidence: &Evidence, listed: &[usize]) -> Vec<Point> {
    let mut rest = listed.to_vec();
    let mut taken = Vec::new();
    let mut points: Vec<Point> = Vec::new();
    while !rest.is_empty() {
        let known = shown_by(&evidence.known, &taken, 1);
        let new = |place: usize| {
            let missing = counting(&evidence.known)
                .filter(|judged| !judged.shown.iter().any(|place| taken.contains(place)));
            missing.filter(|judged| judged.shown.contains(&place)).count() as u64
        };
        let price = |place: usize| evidence.candidates[place].cost.unwrap_or(u64::MAX).max(1);
        // What shows nothing new comes last, the cheapest first.
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
            known: shown_by(&evidence.known, &taken, 1).max(known),
            held_out: shown_by(&evidence.held_out, &taken, 1),
        };
        // Of the points with costs of one length in bits the last is kept.
        match points.last_mut() {
            Some(last) if last.cost.ilog2() == point.cost.ilog2() => *last = point,
            _ => points.push(point),
        }
    }
    points
}
