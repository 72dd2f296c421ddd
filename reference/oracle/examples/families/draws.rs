//! Estimates how often random boards, which differ for each submission, expose members.

use crate::curve::members_to_expose;
use crate::evidence::{FamilyEvidence, Judged};
use crate::fixtures::Draw;
use crate::pool::{BoardOrigin, KnownBoard};
use crate::recipe::count_to_f64;

impl Draw {
    /// Returns the average cost of a drawn board.
    pub fn cost(&self, evidence: &FamilyEvidence) -> f64 {
        let costs: Vec<u64> = self.boards_of(evidence).filter_map(|(_, case)| case.cost).collect();
        count_to_f64(usize::try_from(costs.iter().sum::<u64>()).unwrap_or_default())
            / count_to_f64(costs.len())
    }

    fn chance_to_expose(&self, evidence: &FamilyEvidence, judged: &Judged) -> f64 {
        // Members that fail often were tried on only some of the boards.
        let tried = judged.row.failure_share(BoardOrigin::Small).of;
        let places: Vec<usize> = self
            .boards_of(evidence)
            .map(|(place, _)| place)
            .filter(|place| *place < tried)
            .collect();
        let wrong = places.iter().filter(|place| judged.row.wrong.contains(place)).count();
        if places.is_empty() { 0.0 } else { count_to_f64(wrong) / count_to_f64(places.len()) }
    }

    /// Returns `true` if boards with this optimal number of moves can be drawn.
    pub fn can_draw_with_moves(&self, moves: usize) -> bool {
        let [least, most] = self.moves;
        (least..=most).contains(&moves)
    }

    fn boards_of<'a>(
        &'a self,
        evidence: &'a FamilyEvidence,
    ) -> impl Iterator<Item = (usize, &'a KnownBoard)> {
        let cases = evidence.samples.iter().enumerate();
        cases.filter(|(_, case)| {
            case.kind == BoardOrigin::Small
                && case.optimal.is_some_and(|moves| self.can_draw_with_moves(moves))
        })
    }
}

/// Returns the average probability that the draws expose a member, of those that the puzzles should expose and that
/// fail on 3-by-3 boards. Returns `None` if there are none.
pub fn average_chance(
    evidence: &FamilyEvidence,
    members: &[Judged],
    draws: &[Draw],
) -> Option<f64> {
    let mut all = 0.0;
    let mut count = 0;
    for judged in members_to_expose(members) {
        if !judged
            .row
            .failure_share(BoardOrigin::Small)
            .is_at_least(BoardOrigin::Small.least_error_percent())
        {
            continue;
        }
        let missed =
            |draw: &Draw| (1.0 - draw.chance_to_expose(evidence, judged)).powi(draw.solvable);
        all += 1.0 - draws.iter().map(missed).product::<f64>();
        count += 1;
    }
    (count > 0).then(|| all / count_to_f64(count))
}
