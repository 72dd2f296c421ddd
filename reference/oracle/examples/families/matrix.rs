//! The matrix of the boards on which each member fails.

use std::sync::Mutex;
use std::thread;

use crate::member::{Member, MemberAnswer, SolverChoices};
use crate::memory::ResultCache;
use crate::pool::{BoardOrigin, KnownBoard};
use crate::recipe::count_to_f64;

/// A member's results on all boards.
#[derive(Clone, Debug, Default)]
pub struct MemberResults {
    /// The indices of the cases that the member fails with the model answer's neighbor order and tie-breaking.
    pub wrong: Vec<usize>,
    /// The share of failures for each of [`BoardOrigin::SHARES`].
    pub shares: [FailureShare; BoardOrigin::SHARES.len()],
}

/// The share of boards on which a member fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct FailureShare {
    /// The number of boards on which the member fails.
    pub wrong: usize,
    /// The number of boards on which the member was tried.
    pub of: usize,
}

impl FailureShare {
    /// Returns the share in percent.
    pub fn percent(self) -> f64 {
        if self.of == 0 { 0.0 } else { 100.0 * count_to_f64(self.wrong) / count_to_f64(self.of) }
    }

    /// Returns `true` if more boards would barely change the result: the share is far above the threshold, or 0.
    fn is_clear_enough(self, kind: BoardOrigin) -> bool {
        let (few, many) = kind.sufficient_sample_sizes();
        self.of >= few && 10 * self.wrong > self.of || self.of >= many && self.wrong == 0
    }

    /// Returns `true` if the share is positive and at least `percent`.
    pub fn is_at_least(self, percent: usize) -> bool {
        self.wrong > 0 && 100 * self.wrong >= percent * self.of
    }
}

impl MemberResults {
    /// Returns `true` if the member fails often enough to be exposed by the puzzles.
    pub fn ought_to_be_shown(&self) -> bool {
        BoardOrigin::SHARES
            .iter()
            .zip(self.shares)
            .any(|(kind, share)| share.is_at_least(kind.least_error_percent()))
    }

    /// Returns the share for this kind of board.
    pub fn failure_share(&self, kind: BoardOrigin) -> FailureShare {
        let place = BoardOrigin::SHARES.iter().position(|&origin| origin == kind);
        place.map(|place| self.shares[place]).unwrap_or_default()
    }
}

/// The number of unfinished searches after which a member skips further boards of the same kind.
const PATIENCE: usize = 10;

/// Runs all members on the samples, with the model answer's neighbor order and tie-breaking.
pub fn results_of_members(
    members: &[Box<dyn Member>],
    cases: &[KnownBoard],
    memory: &ResultCache,
    jobs: usize,
) -> Vec<MemberResults> {
    in_parallel(members, jobs, |member| {
        memory.row(&member.name()).unwrap_or_else(|| {
            let row = results_of_member(member.as_ref(), cases);
            memory.keep_row(&member.name(), &row);
            row
        })
    })
}

fn results_of_member(member: &dyn Member, cases: &[KnownBoard]) -> MemberResults {
    let mut row = MemberResults::default();
    for (kind, place) in BoardOrigin::SHARES.into_iter().zip(0..) {
        // Random 4-by-4 boards are slow, so use them only for members not exposed otherwise.
        if kind == BoardOrigin::Random && row.ought_to_be_shown() {
            continue;
        }
        let mut share = FailureShare::default();
        let mut endless = 0;
        let of_kind = cases.iter().enumerate().filter(|(_, case)| case.kind == kind);
        for (place, case) in of_kind {
            if endless == PATIENCE || share.is_clear_enough(kind) {
                break;
            }
            let outcome = member.solve(&case.task(SolverChoices::MODEL));
            share.of += 1;
            if case.is_wrong(outcome) {
                share.wrong += 1;
                row.wrong.push(place);
                endless += usize::from(outcome == MemberAnswer::NoEnd);
            }
        }
        row.shares[place] = share;
    }
    row
}

/// Returns the indices of the candidates that expose the member, cheapest first. After `ENOUGH` of them, tries only
/// listed puzzles of a cost up to `DEAR`.
pub fn exposing_boards(
    member: &dyn Member,
    candidates: &[KnownBoard],
    is_listed: &[bool],
    memory: &ResultCache,
) -> Vec<usize> {
    let mut shown = Vec::new();
    let name = member.name();
    for (place, case) in candidates.iter().enumerate() {
        let is_dear = case.cost.is_none_or(|cost| cost > DEAR);
        if shown.len() >= ENOUGH && (is_dear || !is_listed[place]) {
            continue;
        }
        let board: Vec<String> = case.board.tiles().map(|tile| tile.to_string()).collect();
        let board = board.join(" ");
        let is_shown = memory.shows(&name, &board).unwrap_or_else(|| {
            let is_shown = does_board_expose(member, case);
            memory.keep_shows(&name, &board, is_shown);
            is_shown
        });
        if is_shown {
            shown.push(place);
        }
    }
    shown
}

/// Puzzles above this cost are tried only without enough cheaper candidates.
const DEAR: u64 = 50_000;

const ENOUGH: usize = 15;

/// Returns `true` if the member fails on the case with every neighbor order and tie-breaking rule.
fn does_board_expose(member: &dyn Member, case: &KnownBoard) -> bool {
    SolverChoices::ALL.iter().all(|&manner| case.is_wrong(member.solve(&case.task(manner))))
}

/// Processes all items on `jobs` threads, and returns the results in order.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = Mutex::new(0..items.len());
    let take = || next.lock().ok()?.next();
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let one = || std::iter::from_fn(take).map(|at| (at, work(&items[at]))).collect::<Vec<_>>();
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(one)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no member panics")).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
