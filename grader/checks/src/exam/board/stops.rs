//! The methods of a board that do not come back.

use std::collections::BTreeMap;

use grade::{Stop, Tiles, Visibility};
use probe::wire::{Method, Word};

use crate::judge::{Size, Sizes};

/// The methods that did not come back, and where.
#[derive(Default)]
pub(super) struct Stops {
    /// The smallest board on which a method did not come back.
    smallest: BTreeMap<Method, Stopped>,
    /// The sizes of boards on which methods did not come back, or were not tried after that.
    on: BTreeMap<Method, Sizes>,
}

/// A board on which a method did not come back.
pub(super) struct Stopped {
    pub(super) size: Size,
    /// The board; empty if no single one is to blame.
    pub(super) tiles: Tiles,
    pub(super) stop: Stop,
}

impl Stops {
    /// A method did not come back on a board that these may see.
    pub(super) fn add(&mut self, method: Method, tiles: Tiles, stop: Stop, visibility: Visibility) {
        let size = Size::of_tiles(&tiles).seen_by(visibility);
        self.not_tried(method, unshown(&tiles, &stop));
        let smallest = self.smallest.get(&method);
        let graders = |stop: &Stop| stop.is_graders_fault();
        // A fault of the grader's outweighs everything else.
        let replaces =
            smallest.is_none_or(|old| (!graders(&stop), size) < (!graders(&old.stop), old.size));
        if replaces {
            self.smallest.insert(method, Stopped { size, tiles, stop });
        }
    }

    /// A method was not tried on all boards of these sizes.
    pub(super) fn not_tried(&mut self, method: Method, sizes: Sizes) {
        *self.on.entry(method).or_default() |= sizes;
    }

    pub(super) fn has(&self, method: Method) -> bool {
        self.smallest.contains_key(&method)
    }

    /// Whether a method went on until a limit stopped it, where it was waited for longest.
    pub(super) fn stalls(&self, method: Method) -> bool {
        self.smallest
            .get(&method)
            .is_some_and(|old| is_stall(&old.stop) || old.stop.is_graders_fault())
    }

    /// The methods that did not come back.
    pub(super) fn methods(&self) -> impl Iterator<Item = Method> {
        self.smallest.keys().copied()
    }

    pub(super) fn mask(&self) -> Word {
        self.methods().map(Method::bit).sum()
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

/// The sizes of boards on which a method is not shown to be right after a stop.
fn unshown(tiles: &Tiles, stop: &Stop) -> Sizes {
    if tiles.is_empty() {
        // Observations that the submission forged may be of any board.
        Sizes::ALL
    } else if is_stall(stop) {
        // A method that stalls is waited for a few times, and then left out of all that is left.
        Sizes::from(tiles.len())
    } else {
        Sizes::of(tiles.len())
    }
}

/// Whether a method went on until a limit stopped it.
fn is_stall(stop: &Stop) -> bool {
    matches!(stop, Stop::Fuel | Stop::Memory | Stop::Output)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(stops: &[(usize, Stop)]) -> Sizes {
        let mut all = Stops::default();
        for (rows, stop) in stops {
            let tiles = vec![vec![0; *rows]; *rows].into();
            all.add(Method::Hamming, tiles, stop.clone(), Visibility::Visible);
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
