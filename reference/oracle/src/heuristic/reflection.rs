use slider::Tile;

use super::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The maximum of two bounds: one for the board, and one for its reflection across the main diagonal.
///
/// If the blank's home is on the diagonal, the reflected goal is the goal with its tiles renamed. A board then needs as
/// many moves as its reflection with the same renaming, so a bound for one is a bound for the other: J. C. Culberson
/// and J. Schaeffer, "Searching with pattern databases", 1996.
///
/// Reflection improves only asymmetric bounds, such as pattern databases. It takes no additional tables, but twice the
/// time.
#[derive(Clone, Debug)]
pub struct Reflected<H> {
    heuristic: H,
    opposite: Box<[usize]>,
    renamed: Box<[Tile]>,
}

impl<H> Reflected<H> {
    /// Wraps a heuristic for this goal. Returns `None` if the blank's home is not on the diagonal.
    pub fn new(goal: &Goal, heuristic: H) -> Option<Self> {
        let n = goal.dimension();
        let cells = goal.grid().cells();
        let opposite: Box<[usize]> = (0..n * n).map(|cell| cell % n * n + cell / n).collect();
        let tiles = (0..).take(cells.len());
        let renamed: Box<[Tile]> = tiles.map(|tile| cells[opposite[goal.home(tile)]]).collect();
        // Otherwise, the image of the blank would be a tile.
        (renamed[0] == 0).then_some(Self { heuristic, opposite, renamed })
    }

    fn reflect_grid(&self, grid: &Grid) -> Grid {
        grid.rearranged(|cell| self.opposite[cell], |tile| self.renamed[usize::from(tile)])
    }
}

impl<H: Heuristic> Heuristic for Reflected<H> {
    type State = (H::State, H::State);

    fn initial_state(&self, grid: &Grid) -> Self::State {
        (self.heuristic.initial_state(grid), self.heuristic.initial_state(&self.reflect_grid(grid)))
    }

    fn state_after(&self, (own, image): &Self::State, grid: &Grid, slide: Slide) -> Self::State {
        let mirrored_slide = Slide {
            tile: self.renamed[usize::from(slide.tile)],
            from: self.opposite[slide.from],
            to: self.opposite[slide.to],
        };
        let image = self.heuristic.state_after(image, &self.reflect_grid(grid), mirrored_slide);
        (self.heuristic.state_after(own, grid, slide), image)
    }

    fn bound(&self, (own, image): &Self::State) -> usize {
        self.heuristic.bound(own).max(self.heuristic.bound(image))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Additive, Manhattan};
    use crate::puzzle::Arrangement;
    use crate::table::{MovesTable, every_board};

    #[test]
    fn only_goals_with_a_diagonal_blank_are_symmetric() {
        let reflects = |goal: &Goal| Reflected::new(goal, Manhattan::new(goal)).is_some();
        assert!(reflects(&Goal::blank_last(4)));
        assert!(reflects(&Goal::arranged(4, Arrangement::BlankFirst)));
        assert!(reflects(&Goal::arranged(3, Arrangement::Spiral)));
        assert!(!reflects(&Goal::arranged(4, Arrangement::Spiral)));
    }

    #[test]
    fn a_mirror_image_takes_equally_many_moves() {
        for arrangement in [Arrangement::BlankLast, Arrangement::BlankFirst, Arrangement::Spiral] {
            let goal = Goal::arranged(3, arrangement);
            let reflected = Reflected::new(&goal, Manhattan::new(&goal)).expect("a symmetric goal");
            let table = MovesTable::new(&goal);
            for grid in every_board(3) {
                let image = reflected.reflect_grid(&grid);
                assert_eq!(table.moves(&image), table.moves(&grid));
                assert_eq!(reflected.reflect_grid(&image), grid);
            }
        }
    }

    #[test]
    fn reflection_improves_asymmetric_bounds() {
        let goal = Goal::blank_last(3);
        let rows = Additive::new(&goal, &[vec![1, 2, 3], vec![4, 5, 6], vec![7, 8]]);
        let rows = rows.expect("patterns that fit");
        let reflected = Reflected::new(&goal, rows.clone()).expect("a symmetric goal");
        let bounds = every_board(3).map(|grid| {
            (
                reflected.bound(&reflected.initial_state(&grid)),
                rows.bound(&rows.initial_state(&grid)),
            )
        });
        assert!(bounds.filter(|(reflected, rows)| reflected > rows).count() > 1000);
    }
}
