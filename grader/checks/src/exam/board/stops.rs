//! Records the board methods that do not return.

use std::collections::BTreeMap;

use grade::cause::After;
use grade::{Failure, Stop, Tiles, Verdict, Visibility};
use probe::wire::{Method, Word};

use crate::exam::costs::CaseName;
use crate::judge::{self, BoardSizes, BoardWalk, FailureRank};

#[derive(Default)]
pub(super) struct Stops {
    /// The smallest stop of each method.
    pub(super) smallest: BTreeMap<Method, StoppedMethod>,
    /// The sizes of boards on which each method did not return or was not called. A method is not called again after a
    /// stop, and no method is called once the total fuel is exhausted.
    pub(super) on: BTreeMap<Method, BoardSizes>,
    /// The fuel that cases burned before each method stopped them at a limit.
    fuel: BTreeMap<Method, u64>,
    /// The smallest dimension of boards on which each method took so long that it is not worth calling again.
    endless: BTreeMap<Method, usize>,
}

pub(in crate::exam) struct StoppedMethod {
    pub(super) method: Method,
    /// Empty if the stop does not involve a board.
    tiles: Tiles,
    /// The other operand of a comparison.
    pub(super) other: Option<Tiles>,
    /// The walk to the board, unless `Board::new` creates it.
    walk: Option<BoardWalk>,
    pub(super) size: FailureRank,
    pub(super) stop: Stop,
    /// The fuel that the stopped case burned, or 0 if there is none.
    fuel: u64,
    /// Whether the stopped case used [much memory](HEAVY).
    is_heavy: bool,
    /// The number of boards that fit into the budget, if no single call was too expensive. This is not a fault.
    pub(super) fitting: Option<usize>,
}

/// The memory in bytes above which a stop takes as long as a stall, because the machine has to provide every page. The
/// model needs less than a tenth of this.
/// A board that panicked with messages of 100 MB kept the grader busy for more than a minute.
const HEAVY: usize = 64 << 20;

impl StoppedMethod {
    pub(super) fn on_tiles(tiles: Tiles, method: Method, stop: Stop) -> Self {
        let size = FailureRank::of_tiles(&tiles);
        let (other, walk, fitting) = (None, None, None);
        Self { method, tiles, other, walk, size, stop, fuel: 0, is_heavy: false, fitting }
    }

    /// Describes a stop by a budget that is too small for all boards of a case, but large enough for each of them.
    pub(super) fn by_too_many(method: Method, fitting: usize, stop: Stop) -> Self {
        Self { fitting: Some(fitting), ..Self::on_tiles(Tiles::default(), method, stop) }
    }

    pub(super) fn after_walk(walk: BoardWalk, method: Method, stop: Stop) -> Self {
        let (tiles, size) = (walk.start_tiles(), walk.failure_rank());
        Self { walk: Some(walk), size, ..Self::on_tiles(tiles, method, stop) }
    }

    /// Describes a stop in a case with forged observations.
    pub(super) fn by_interference(case: &CaseName) -> Self {
        let stop = Stop::Trap(format!("the observations of {case} did not come from the probe"));
        Self::on_tiles(Tiles::default(), Method::New, stop)
    }

    pub(super) fn with_visibility(self, visibility: Visibility) -> Self {
        Self { size: self.size.with_visibility(visibility), ..self }
    }

    pub(super) fn with_cost(self, fuel: u64, memory: usize) -> Self {
        Self { fuel, is_heavy: memory > HEAVY, ..self }
    }

    /// Returns `true` if the stop takes so long that the method must not be called often.
    pub(super) fn is_expensive(&self) -> bool {
        self.stop.is_stall() || self.is_heavy
    }

    /// Returns `true` unless the call was a comparison of boards of different sizes.
    pub(super) fn is_of_one_size(&self) -> bool {
        self.other.as_ref().is_none_or(|other| other.len() == self.tiles.len())
    }

    /// Returns the dimension of the board, the larger one of a comparison, or 0 if there is no board.
    pub(super) fn rows(&self) -> usize {
        self.tiles.len().max(self.other.as_ref().map_or(0, |tiles| tiles.len()))
    }

    pub(super) fn into_verdict(self) -> Verdict {
        let Self { method, tiles, other, walk, size, stop, .. } = self;
        let verdict = match walk {
            Some(walk) if !stop.is_graders_fault() => {
                Verdict::Fail(walk.stop_on_walk(method, &stop))
            }
            _ => judge::verdict_on_stop(method, tiles, other, &stop),
        };
        match verdict {
            Verdict::Fail(failure) => {
                Verdict::Fail(Failure { visibility: size.visibility(), ..failure })
            }
            verdict => verdict,
        }
    }

    /// Returns the failure, and its rank, if only boards of other sizes can have caused the stop.
    pub(super) fn failure_after_other_sizes(self) -> (FailureRank, Failure) {
        let Self { method, tiles, size, stop, .. } = self;
        (size, judge::failure_after_calls(method, tiles, stop, After::OtherSizes))
    }

    /// Returns the sizes of boards on which the method is not shown to be right because of this stop.
    pub(super) fn unshown_sizes(&self) -> BoardSizes {
        if self.tiles.is_empty() {
            // If observations are forged, there may be a fault on any board.
            BoardSizes::ALL
        } else if self.is_expensive() {
            // The method is not called again once a few attempts failed.
            BoardSizes::from_rows_up(self.rows())
        } else {
            BoardSizes::of_rows(self.rows())
        }
    }
}

impl Stops {
    pub(super) fn add(&mut self, stopped: StoppedMethod) {
        let method = stopped.method;
        self.add_stalled_fuel(&stopped);
        if stopped.is_expensive() || stopped.stop.is_graders_fault() {
            self.note_endless(method, stopped.rows());
        }
        self.note_untried(method, stopped.unshown_sizes());
        // A grader error takes precedence over all other stops.
        let rank = |stopped: &StoppedMethod| (!stopped.stop.is_graders_fault(), stopped.size);
        if self.smallest.get(&method).is_none_or(|old| rank(&stopped) < rank(old)) {
            self.smallest.insert(method, stopped);
        }
    }

    /// Records that a method is not worth calling on boards with at least this many rows.
    pub(super) fn note_endless(&mut self, method: Method, rows: usize) {
        let smallest = self.endless.entry(method).or_insert(rows);
        *smallest = rows.min(*smallest);
    }

    pub(super) fn add_stalled_fuel(&mut self, stopped: &StoppedMethod) {
        if stopped.stop.is_stall() {
            *self.fuel.entry(stopped.method).or_default() += stopped.fuel;
        }
    }

    /// Returns the method that burned the most fuel before it hit a limit, and the amount.
    pub(super) fn most_expensive(&self) -> Option<(Method, u64)> {
        self.fuel.iter().map(|(method, fuel)| (*method, *fuel)).max_by_key(|(_, fuel)| *fuel)
    }

    pub(super) fn note_untried(&mut self, method: Method, sizes: BoardSizes) {
        *self.on.entry(method).or_default() |= sizes;
    }

    pub(super) fn note_all_untried(
        &mut self,
        untried: impl IntoIterator<Item = (Method, BoardSizes)>,
    ) {
        untried.into_iter().for_each(|(method, sizes)| self.note_untried(method, sizes));
    }

    pub(super) fn has_stopped(&self, method: Method) -> bool {
        self.smallest.contains_key(&method)
    }

    pub(super) fn mask_of_stopped(&self, sizes: BoardSizes) -> Word {
        let stopped =
            self.smallest.keys().filter(|method| self.untried_sizes(**method).overlaps(sizes));
        stopped.map(|method| method.bit()).sum()
    }

    /// Returns the methods that are not worth calling again on some boards, each with their smallest dimension.
    pub(super) fn endless_methods(&self) -> BTreeMap<Method, usize> {
        self.endless.clone()
    }

    pub(super) fn untried_sizes(&self, method: Method) -> BoardSizes {
        self.on.get(&method).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(rows: usize) -> Vec<slider::Tile> {
        if rows == 0 { Vec::new() } else { judge::goal_tiles(rows).cells() }
    }

    fn sizes(stops: &[(usize, Stop)]) -> BoardSizes {
        let mut all = Stops::default();
        for (rows, stop) in stops {
            let tiles = Tiles::from_cells(*rows, &goal(*rows));
            all.add(StoppedMethod::on_tiles(tiles, Method::Hamming, stop.clone()));
        }
        all.untried_sizes(Method::Hamming)
    }

    #[test]
    fn an_expensive_stop_counts_against_larger_sizes() {
        for (memory, expected) in
            [(HEAVY, BoardSizes::of_rows(3)), (HEAVY + 1, BoardSizes::from_rows_up(3))]
        {
            let mut stops = Stops::default();
            let trap = Stop::Trap("unreachable".to_owned());
            let stopped =
                StoppedMethod::on_tiles(Tiles::from_cells(3, &goal(3)), Method::New, trap);
            stops.add(stopped.with_cost(0, memory));
            assert_eq!(stops.untried_sizes(Method::New), expected);
        }
    }

    #[test]
    fn a_stop_counts_against_the_affected_sizes() {
        let trap = || Stop::Trap("unreachable".to_owned());
        assert_eq!(sizes(&[]), BoardSizes::default());
        assert_eq!(sizes(&[(3, trap())]), BoardSizes::of_rows(3));
        assert_eq!(
            sizes(&[(3, trap()), (8, trap())]),
            BoardSizes::of_rows(3) | BoardSizes::of_rows(8)
        );
        assert_eq!(sizes(&[(3, Stop::Fuel)]), BoardSizes::from_rows_up(3));
        assert_eq!(sizes(&[(0, trap())]), BoardSizes::ALL, "no board to blame");
    }
}
