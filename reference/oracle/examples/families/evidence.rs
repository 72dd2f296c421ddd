//! The evidence behind the choice of puzzles and the generated page.

use crate::choose::HARD;
use crate::fixtures::{self, FixturePuzzle};
use crate::matrix::{self, MemberResults};
use crate::member::Member;
use crate::memory::ResultCache;
use crate::pool::{self, BoardOrigin, KnownBoard, PoolSize};

/// The members, the boards, and the boards that expose each member.
pub struct FamilyEvidence {
    /// The members of the known families, which determine the choice.
    pub known: Vec<Judged>,
    /// The members of the held-out families, which do not affect the choice.
    pub held_out: Vec<Judged>,
    /// The boards to choose from, including the current puzzles, cheapest first.
    pub candidates: Vec<KnownBoard>,
    /// The boards on which error rates are measured.
    pub samples: Vec<KnownBoard>,
    /// The names of the puzzles in the assignment's list.
    pub list: Vec<String>,
}

/// A member and its results.
pub struct Judged {
    /// The member.
    pub member: Box<dyn Member>,
    /// The boards on which the member fails, and the error rates.
    pub row: MemberResults,
    /// The indices of the candidates that expose the member.
    pub shown: Vec<usize>,
}

impl Judged {
    /// Returns `true` if the puzzles should expose the member.
    pub fn ought_to_be_exposed(&self) -> bool {
        self.row.ought_to_be_shown()
    }
}

/// The number of cheapest samples that become candidates for each member and kind of board.
const CHEAPEST: usize = 3;

/// The maximum cost of an unlisted candidate: see [`KnownBoard::cost`].
const DEAREST: u64 = 9000;

impl FamilyEvidence {
    /// Tries every member on every board. Without `with_own`, leaves out previously chosen puzzles to choose from
    /// scratch.
    pub fn gather(
        known: Vec<Box<dyn Member>>,
        held_out: Vec<Box<dyn Member>>,
        with_own: bool,
        memory: &ResultCache,
        jobs: usize,
    ) -> Self {
        let list = fixtures::listed_names();
        let mut puzzles = fixtures::puzzles();
        puzzles.retain(|puzzle| with_own || !puzzle.is_own || puzzle.name == HARD);
        let samples = pool::samples(PoolSize::USUAL);
        let known_rows = matrix::results_of_members(&known, &samples, memory, jobs);
        let held_out_rows = matrix::results_of_members(&held_out, &samples, memory, jobs);
        let candidates = choose_candidates(&samples, &known_rows, &puzzles, &list);
        let is_listed: Vec<bool> = candidates
            .iter()
            .map(|case| case.name.as_ref().is_some_and(|name| name == HARD || list.contains(name)))
            .collect();
        let judged = |members: Vec<Box<dyn Member>>, rows: Vec<MemberResults>| {
            let pairs: Vec<_> = members.iter().zip(&rows).collect();
            let shown = matrix::in_parallel(&pairs, jobs, |(member, row)| {
                if row.ought_to_be_shown() {
                    matrix::exposing_boards(member.as_ref(), &candidates, &is_listed, memory)
                } else {
                    Vec::new()
                }
            });
            let parts = members.into_iter().zip(rows).zip(shown);
            parts.map(|((member, row), shown)| Judged { member, row, shown }).collect()
        };
        let (known, held_out) = (judged(known, known_rows), judged(held_out, held_out_rows));
        Self { known, held_out, candidates, samples, list }
    }

    /// Returns the indices of the listed candidates, in list order.
    pub fn listed_indices(&self) -> Vec<usize> {
        let place = |name: &String| {
            self.candidates.iter().position(|case| case.name.as_ref() == Some(name))
        };
        self.list.iter().filter_map(place).collect()
    }

    /// Returns the total cost of these candidates: see [`KnownBoard::cost`].
    pub fn cost(&self, places: &[usize]) -> u64 {
        places.iter().filter_map(|&place| self.candidates[place].cost).sum()
    }
}

/// Returns the puzzles and, for each member that they should expose, the cheapest samples that expose it.
fn choose_candidates(
    samples: &[KnownBoard],
    rows: &[MemberResults],
    puzzles: &[FixturePuzzle],
    list: &[String],
) -> Vec<KnownBoard> {
    let mut chosen = vec![false; samples.len()];
    let cost = |&place: &usize| samples[place].cost.unwrap_or(u64::MAX);
    for row in rows.iter().filter(|row| row.ought_to_be_shown()) {
        for kind in BoardOrigin::SHARES.into_iter().filter(|&kind| kind != BoardOrigin::Random) {
            let mut wrong: Vec<usize> = row.wrong.clone();
            wrong.retain(|place| samples[*place].kind == kind && cost(place) <= DEAREST);
            wrong.sort_by_key(cost);
            wrong.into_iter().take(CHEAPEST).for_each(|place| chosen[place] = true);
        }
    }
    let chosen = samples.iter().zip(chosen).filter(|(_, chosen)| *chosen);
    let mut candidates: Vec<KnownBoard> = chosen.map(|(case, _)| case.clone()).collect();
    candidates.extend(pool::of_files(puzzles, list));
    candidates.retain(|case| {
        let is_listed = |name: &String| name == HARD || list.contains(name);
        case.name.as_ref().is_some_and(is_listed) || case.cost.is_some_and(|cost| cost <= DEAREST)
    });
    candidates.sort_by_key(|case| case.cost);
    candidates
}
