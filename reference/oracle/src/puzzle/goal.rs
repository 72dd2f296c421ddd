use slider::Tile;

use super::grid::{Grid, NotABoard};

/// The board that a search tries to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    grid: Grid,
    /// The home of each tile, with the blank at index 0.
    homes: Box<[usize]>,
}

/// A common arrangement of a goal's tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// `1 2 3 / 4 5 6 / 7 8 0`: row by row, with the blank last, as in the assignment.
    BlankLast,
    /// `0 1 2 / 3 4 5 / 6 7 8`: row by row, with the blank first, as in most of the literature.
    BlankFirst,
    /// `1 2 3 / 8 0 4 / 7 6 5`: clockwise from the upper left corner to the middle, with the blank
    /// last.
    Spiral,
}

impl Goal {
    /// Creates a goal from `tiles[row][col]`, with 0 for the blank.
    ///
    /// # Errors
    ///
    /// Returns [`NotABoard`] if the tiles do not form a board.
    pub fn new(tiles: &[Vec<Tile>]) -> Result<Self, NotABoard> {
        Grid::new(tiles).map(Self::from)
    }

    /// Returns the goal of dimension `n` in a common arrangement.
    ///
    /// # Panics
    ///
    /// Panics if `n` is not between 2 and 127.
    pub fn arranged(n: usize, arrangement: Arrangement) -> Self {
        let in_order = |path: &mut dyn Iterator<Item = usize>, first: usize| {
            let mut tiles = vec![vec![0; n]; n];
            for (place, cell) in path.enumerate() {
                let tile = (first + place) % (n * n);
                tiles[cell / n][cell % n] = Tile::try_from(tile).expect("n is at most 127");
            }
            Self::new(&tiles).expect("a path through all cells, and n is from 2 to 127")
        };
        match arrangement {
            Arrangement::BlankLast => in_order(&mut (0..n * n), 1),
            Arrangement::BlankFirst => in_order(&mut (0..n * n), 0),
            Arrangement::Spiral => in_order(&mut spiral_cells(n).into_iter(), 1),
        }
    }

    /// Returns the assignment's goal of dimension `n`, [`Arrangement::BlankLast`].
    ///
    /// # Panics
    ///
    /// Panics if `n` is not between 2 and 127.
    pub fn blank_last(n: usize) -> Self {
        Self::arranged(n, Arrangement::BlankLast)
    }

    /// Returns the goal as a board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the number of rows.
    pub fn dimension(&self) -> usize {
        self.grid.dimension()
    }

    /// Returns a tile's home, which is the tile's cell in the goal. Tile 0 is the blank.
    ///
    /// # Panics
    ///
    /// Panics if there is no such tile.
    pub fn home(&self, tile: Tile) -> usize {
        self.homes[usize::from(tile)]
    }

    /// Returns `true` for [`Arrangement::BlankLast`].
    pub fn is_blank_last(&self) -> bool {
        let last = self.homes.len() - 1;
        self.homes[0] == last
            && self.homes[1..].iter().enumerate().all(|(cell, &home)| cell == home)
    }
}

impl From<Grid> for Goal {
    fn from(grid: Grid) -> Self {
        let mut homes = vec![0; grid.cells().len()].into_boxed_slice();
        for (cell, &tile) in grid.cells().iter().enumerate() {
            homes[usize::from(tile)] = cell;
        }
        Self { grid, homes }
    }
}

/// Returns the cells of an n-by-n board clockwise from the upper left corner to the middle.
fn spiral_cells(n: usize) -> Vec<usize> {
    let mut path = Vec::with_capacity(n * n);
    for ring in 0..n.div_ceil(2) {
        let (first, last) = (ring, n - 1 - ring);
        path.extend((first..=last).map(|col| first * n + col));
        path.extend((first + 1..=last).map(|row| row * n + last));
        path.extend((first..last).rev().map(|col| last * n + col));
        path.extend((first + 1..last).rev().map(|row| row * n + first));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n: usize, arrangement: Arrangement, cells: &[Tile]) {
        let goal = Goal::arranged(n, arrangement);
        assert_eq!(goal.grid().cells(), cells);
        assert!(cells.iter().enumerate().all(|(cell, &tile)| goal.home(tile) == cell));
    }

    #[test]
    fn arranged_goals_have_the_expected_order() {
        check(3, Arrangement::BlankLast, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
        check(3, Arrangement::BlankFirst, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        check(2, Arrangement::Spiral, &[1, 2, 0, 3]);
        check(3, Arrangement::Spiral, &[1, 2, 3, 8, 0, 4, 7, 6, 5]);
        check(4, Arrangement::Spiral, &[1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7]);
        assert_eq!(Goal::arranged(127, Arrangement::Spiral).grid().blank(), 63 * 127 + 63);
    }

    #[test]
    fn only_the_assignments_goal_is_blank_last() {
        assert!(Goal::blank_last(4).is_blank_last());
        assert!(!Goal::arranged(4, Arrangement::BlankFirst).is_blank_last());
        assert!(!Goal::arranged(4, Arrangement::Spiral).is_blank_last());
        // A 2-by-2 spiral ends in a different corner.
        assert!(!Goal::arranged(2, Arrangement::Spiral).is_blank_last());
    }
}
