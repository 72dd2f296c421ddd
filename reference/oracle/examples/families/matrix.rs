//! The matrix of members and boards: which member is wrong on which board.

use std::sync::Mutex;
use std::thread;

use crate::member::{Manner, Member, Outcome};
use crate::memory::Memory;
use crate::pool::{Case, Origin};
use crate::recipe::real;

/// The results of one member on all boards.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The cases on which it is wrong in the manner of the model, by their places.
    pub wrong: Vec<usize>,
    /// For each of [`Origin::SHARES`], the number of boards on which it is wrong, and of those on
    /// which it was tried.
    pub shares: [Share; Origin::SHARES.len()],
}

/// A number of boards out of a larger number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    /// The boards on which it is wrong.
    pub wrong: usize,
    /// The boards on which it was tried.
    pub of: usize,
}

impl Share {
    /// In percent.
    pub fn percent(self) -> f64 {
        if self.of == 0 { 0.0 } else { 100.0 * real(self.wrong) / real(self.of) }
    }

    /// Whether more boards would hardly tell more: it is far above the threshold, or never wrong.
    fn is_plain(self, kind: Origin) -> bool {
        let (few, many) = kind.enough();
        self.of >= few && 10 * self.wrong > self.of || self.of >= many && self.wrong == 0
    }

    /// Whether it is so many percent or more.
    pub fn is_at_least(self, percent: usize) -> bool {
        self.wrong > 0 && 100 * self.wrong >= percent * self.of
    }
}

impl Row {
    /// Whether it is wrong so often that it ought to be shown.
    pub fn ought_to_be_shown(&self) -> bool {
        Origin::SHARES
            .iter()
            .zip(self.shares)
            .any(|(kind, share)| share.is_at_least(kind.threshold()))
    }

    /// Its share of a kind.
    pub fn share(&self, kind: Origin) -> Share {
        let place = Origin::SHARES.iter().position(|&it| it == kind);
        place.map(|place| self.shares[place]).unwrap_or_default()
    }
}

/// After a member has not ended on so many boards of a kind it is tried on no more of them.
const PATIENCE: usize = 10;

/// The results of each member on the samples, in the manner of the model.
pub fn rows(members: &[Box<dyn Member>], cases: &[Case], memory: &Memory, jobs: usize) -> Vec<Row> {
    in_parallel(members, jobs, |member| {
        memory.row(&member.name()).unwrap_or_else(|| {
            let row = row(member.as_ref(), cases);
            memory.keep_row(&member.name(), &row);
            row
        })
    })
}

fn row(member: &dyn Member, cases: &[Case]) -> Row {
    let mut row = Row::default();
    for (kind, place) in Origin::SHARES.into_iter().zip(0..) {
        // Random 4-by-4 boards take long and are for those that nothing else shows.
        if kind == Origin::Random && row.ought_to_be_shown() {
            continue;
        }
        let mut share = Share::default();
        let mut endless = 0;
        let of_kind = cases.iter().enumerate().filter(|(_, case)| case.kind == kind);
        for (place, case) in of_kind {
            if endless == PATIENCE || share.is_plain(kind) {
                break;
            }
            let outcome = member.solve(&case.task(Manner::MODEL));
            share.of += 1;
            if case.is_wrong(outcome) {
                share.wrong += 1;
                row.wrong.push(place);
                endless += usize::from(outcome == Outcome::NoEnd);
            }
        }
        row.shares[place] = share;
    }
    row
}

/// Of the candidates, the cheapest first, those that show a member: at most so many, but all of
/// those that are listed.
pub fn shown(
    member: &dyn Member,
    candidates: &[Case],
    is_listed: &[bool],
    memory: &Memory,
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
            let is_shown = shows(member, case);
            memory.keep_shows(&name, &board, is_shown);
            is_shown
        });
        if is_shown {
            shown.push(place);
        }
    }
    shown
}

/// Puzzles that cost more are tried only where others do not show enough.
const DEAR: u64 = 50_000;

/// The number of candidates that show a member which are enough to choose from.
const ENOUGH: usize = 15;

/// Whether a case shows a member: it is wrong in all manners.
fn shows(member: &dyn Member, case: &Case) -> bool {
    Manner::ALL.iter().all(|&manner| case.is_wrong(member.solve(&case.task(manner))))
}

/// The results for all items, in their order, on some threads.
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
