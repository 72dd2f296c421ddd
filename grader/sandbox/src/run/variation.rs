//! Variations between runs of the same case.

use probe::wire::QueueOrder;
use slider::Tile;

/// The settings that may differ between runs of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variation {
    /// The seed for random numbers and the clock.
    pub seed: u64,
    /// The order to return keys in.
    pub order: QueueOrder,
    /// The only queue with this order, or `None` for all queues. A solver that tests the behavior of another queue will
    /// not notice the order.
    pub only: Option<u32>,
    /// How the texts of the grader's boards differ from their tiles.
    pub mask: Mask,
}

/// A change to the texts of the grader's boards. Changed texts still identify boards, but mislead a solver that uses
/// them for anything else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mask {
    /// No change.
    #[default]
    Plain,
    /// Tiles 1 and 2 are swapped, so solvable boards have the texts of unsolvable boards, and vice versa.
    Swapped,
    /// Tile 1 is shown as 2, tile 2 as 3, and tile 3 as 1. This does not affect whether a board is solvable, but
    /// usually changes the number of moves.
    Rotated,
}

impl Mask {
    /// Returns the tile that the text shows in place of `tile`.
    pub fn mask_tile(self, tile: Tile) -> Tile {
        match (self, tile) {
            (Self::Swapped | Self::Rotated, 1) => 2,
            (Self::Swapped, 2) | (Self::Rotated, 3) => 1,
            (Self::Rotated, 2) => 3,
            (_, tile) => tile,
        }
    }

    /// Returns the tile that the text shows as `tile`.
    pub fn unmask_tile(self, tile: Tile) -> Tile {
        // The masks of all tiles but the first few are the tiles themselves.
        (0..=3).find(|hidden| self.mask_tile(*hidden) == tile).unwrap_or(tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_permute_the_first_tiles() {
        let shown = |mask: Mask| [0, 1, 2, 3, 4].map(|tile| mask.mask_tile(tile));
        assert_eq!(shown(Mask::Plain), [0, 1, 2, 3, 4]);
        assert_eq!(shown(Mask::Swapped), [0, 2, 1, 3, 4]);
        assert_eq!(shown(Mask::Rotated), [0, 2, 3, 1, 4]);
        for mask in [Mask::Plain, Mask::Swapped, Mask::Rotated] {
            assert_eq!(
                [0, 1, 2, 3, 4].map(|tile| mask.unmask_tile(mask.mask_tile(tile))),
                [0, 1, 2, 3, 4]
            );
        }
    }
}
