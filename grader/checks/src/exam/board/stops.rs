//! The methods of a board that do not come back.

use std::collections::BTreeMap;

use grade::{Failure, Stop, Tiles, Verdict, Visibility};
use probe::wire::{Method, Word};

use crate::judge::{self, Size, Sizes, Walk};

/// The methods that did not come back, and where.
#[derive(Default)]
pub(super) struct Stops {
    /// The smallest board on which a method did not come back.
    smallest: BTreeMap<Method, Stopped>,
    /// The sizes of boards on which methods did not come back, or were not tried, after a stop or because
    /// the fuel of all cases had run out.
    on: BTreeMap<Method, Sizes>,
}

/// A method that did not come back, and the board on which it did not.
pub(super) struct Stopped {
    method: Method,
    /// Empty if no single board is to blame.
    tiles: Tiles,
    /// The board that it was compared with.
    other: Option<Tiles>,
    /// The way to the board, if `Board::new` does not make it.
    walk: Option<Walk>,
    size: Size,
    stop: Stop,
}

impl Stopped {
    /// A method did not come back on a new board with these tiles.
    pub(super) fn on(tiles: Tiles, method: Method, stop: Stop) -> Self {
        let size = Size::of_tiles(&tiles);
        Self { method, tiles, other: None, walk: None, size, stop }
    }

    /// The stop as one where the board was compared with this one.
    pub(super) fn beside(other: Option<Tiles>, stopped: Self) -> Self {
        Self { other, ..stopped }
    }

    /// A method did not come back at the end of a walk.
    pub(super) fn after(walk: Walk, method: Method, stop: Stop) -> Self {
        let (tiles, size) = (walk.start(), walk.size());
        Self { method, tiles, other: None, walk: Some(walk), size, stop }
    }

    /// The observations of a case are not the probe's.
    pub(super) fn interfered(case: &str) -> Self {
        let stop = Stop::Trap(format!("the observations of {case} are not the probe's"));
        Self::on(Tiles::default(), Method::New, stop)
    }

    /// The stop as one on a board that only these may see.
    pub(super) fn seen_by(self, visibility: Visibility) -> Self {
        Self { size: self.size.seen_by(visibility), ..self }
    }

    /// The method, if it exhausted its budget of instructions.
    pub(super) fn out_of_fuel(&self) -> Option<Method> {
        matches!(self.stop, Stop::Fuel | Stop::Output).then_some(self.method)
    }

    /// The dimension of the board; 0 if no single one is to blame.
    pub(super) fn rows(&self) -> usize {
        self.tiles.len()
    }

    pub(super) fn is_graders_fault(&self) -> bool {
        self.stop.is_graders_fault()
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn verdict(self) -> Verdict {
        let Self { method, tiles, other, walk, size, stop } = self;
        let verdict = match walk {
            Some(walk) if !stop.is_graders_fault() => Verdict::Fail(walk.stopped(method, &stop)),
            _ => judge::stopped(method, tiles, other, &stop),
        };
        match verdict {
            Verdict::Fail(failure) => {
                Verdict::Fail(Failure { visibility: size.visibility(), ..failure })
            }
            verdict => verdict,
        }
    }

    /// The sizes of boards on which the method is not shown to be right.
    fn unshown(&self) -> Sizes {
        if self.tiles.is_empty() {
            // Observations that the submission forged may be of any board.
            Sizes::ALL
        } else if self.stop.is_stall() {
            // A method that stalls is waited for a few times, and then left out of all that is left.
            Sizes::from(self.tiles.len())
        } else {
            Sizes::of(self.tiles.len())
        }
    }
}

impl Stops {
    pub(super) fn add(&mut self, stopped: Stopped) {
        let method = stopped.method;
        self.not_tried(method, stopped.unshown());
        // A fault of the grader's outweighs everything else.
        let rank = |it: &Stopped| (!it.is_graders_fault(), it.size);
        if self.smallest.get(&method).is_none_or(|old| rank(&stopped) < rank(old)) {
            self.smallest.insert(method, stopped);
        }
    }

    /// A method was not tried on all boards of these sizes.
    pub(super) fn not_tried(&mut self, method: Method, sizes: Sizes) {
        *self.on.entry(method).or_default() |= sizes;
    }

    /// None of these methods was tried on all boards of its sizes.
    pub(super) fn none_tried(&mut self, of: impl IntoIterator<Item = (Method, Sizes)>) {
        of.into_iter().for_each(|(method, sizes)| self.not_tried(method, sizes));
    }

    pub(super) fn has(&self, method: Method) -> bool {
        self.smallest.contains_key(&method)
    }

    /// Whether a method went on until a limit stopped it, where it was waited for longest.
    pub(super) fn stalls(&self, method: Method) -> bool {
        self.smallest.get(&method).is_some_and(|old| old.stop.is_stall() || old.is_graders_fault())
    }

    /// The methods that did not come back.
    pub(super) fn methods(&self) -> impl Iterator<Item = Method> {
        self.smallest.keys().copied()
    }

    /// The methods that did not come back on boards of these sizes.
    pub(super) fn mask_on(&self, sizes: Sizes) -> Word {
        self.methods().filter(|it| self.sizes(*it).meets(sizes)).map(Method::bit).sum()
    }

    pub(super) fn stalled_mask(&self) -> Word {
        self.methods().filter(|it| self.stalls(*it)).map(Method::bit).sum()
    }

    /// The sizes of boards on which a method did not come back, or was not tried after that.
    pub(super) fn sizes(&self, method: Method) -> Sizes {
        self.on.get(&method).copied().unwrap_or_default()
    }

    /// All methods with these sizes.
    pub(super) fn all_sizes(&self) -> impl Iterator<Item = (Method, Sizes)> {
        self.on.iter().map(|(method, sizes)| (*method, *sizes))
    }

    pub(super) fn take(&mut self, method: Method) -> Option<Stopped> {
        self.smallest.remove(&method)
    }

    pub(super) fn into_smallest(self) -> BTreeMap<Method, Stopped> {
        self.smallest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(rows: usize) -> Vec<slider::Tile> {
        if rows == 0 { Vec::new() } else { judge::goal(rows).cells() }
    }

    fn sizes(stops: &[(usize, Stop)]) -> Sizes {
        let mut all = Stops::default();
        for (rows, stop) in stops {
            let tiles = Tiles::from_cells(*rows, &goal(*rows));
            all.add(Stopped::on(tiles, Method::Hamming, stop.clone()));
        }
        all.sizes(Method::Hamming)
    }

    #[test]
    fn a_stop_leaves_sizes_unshown() {
        let trap = || Stop::Trap("unreachable".to_owned());
        assert_eq!(sizes(&[]), Sizes::default());
        assert_eq!(sizes(&[(3, trap())]), Sizes::of(3));
        assert_eq!(sizes(&[(3, trap()), (8, trap())]), Sizes::of(3) | Sizes::of(8));
        assert_eq!(sizes(&[(3, Stop::Fuel)]), Sizes::from(3));
        assert_eq!(sizes(&[(0, trap())]), Sizes::ALL, "no board to blame");
    }
}
