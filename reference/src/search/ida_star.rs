//! Iterative-deepening A*.

use slider::Tile;

use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid};

/// A shortest solution of a board that has one: the tiles that slide, in order. It never ends for
/// a board that has none.
///
/// The algorithm is R. E. Korf's ("Depth-first iterative-deepening: an optimal admissible tree
/// search", Artificial Intelligence 27, 1985): a depth-first search that turns back where the
/// moves made plus the moves that the heuristic says are still needed exceed a limit, with the
/// least limit first. When a limit fails, the next is the least sum that exceeded it; no solution
/// can be shorter than that.
pub fn solve<H: Heuristic>(grid: Grid, goal: &Goal, heuristic: &H) -> Vec<Tile> {
    let state = heuristic.start(&grid);
    let mut limit = heuristic.bound(&state);
    let mut search = Search { heuristic, grid, goal, slid: Vec::new() };
    loop {
        match search.explore(&state, None, limit) {
            Outcome::Solved => return search.slid,
            Outcome::Beyond(next) => limit = next,
        }
    }
}

/// A depth-first search under way.
struct Search<'a, H> {
    heuristic: &'a H,
    goal: &'a Goal,
    /// The board after the tiles in `slid`.
    grid: Grid,
    /// The tiles that slid to get here.
    slid: Vec<Tile>,
}

/// How the search of a branch ended.
enum Outcome {
    /// The goal is reached: the search stands there.
    Solved,
    /// The goal is not within the limit. The least sum that exceeded the limit is given.
    Beyond(usize),
}

impl<H: Heuristic> Search<'_, H> {
    /// Searches everything below the current board, whose heuristic state is `state` and to which
    /// the blank came from the cell `back`. Unless it is solved, the board is as before.
    fn explore(&mut self, state: &H::State, back: Option<usize>, limit: usize) -> Outcome {
        let bound = self.heuristic.bound(state);
        let least = self.slid.len() + bound;
        if least > limit {
            return Outcome::Beyond(least);
        }
        if bound == 0 && self.grid == *self.goal.grid() {
            return Outcome::Solved;
        }
        let mut beyond = usize::MAX;
        let blank = self.grid.blank();
        for from in self.grid.slidable() {
            if Some(from) == back {
                continue;
            }
            let slide = self.grid.slide(from);
            self.slid.push(slide.tile);
            let state = self.heuristic.after(state, &self.grid, slide);
            match self.explore(&state, Some(blank), limit) {
                Outcome::Solved => return Outcome::Solved,
                Outcome::Beyond(least) => beyond = beyond.min(least),
            }
            self.slid.pop();
            self.grid.slide(blank);
        }
        Outcome::Beyond(beyond)
    }
}

#[cfg(test)]
mod tests {
    use slider::Tile;

    use super::*;
    use crate::heuristic::{LinearConflict, Manhattan, Max, Sum, WalkingDistance};
    use crate::oracle::{Table, every_board};

    #[test]
    fn ida_star_agrees_with_the_table() {
        let goal = Goal::blank_last(3);
        let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
        let best = Max(in_line, WalkingDistance::new(&goal));
        let table = Table::new(&goal);
        // A prime step scatters the sample over all depths.
        for grid in every_board(3).step_by(331) {
            if let Some(moves) = table.moves(&grid) {
                assert_eq!(solve(grid.clone(), &goal, &best).len(), moves, "{grid:?}");
            }
        }
    }

    #[test]
    fn a_solution_leads_to_the_goal() {
        let [deep, other]: [&[Tile]; 2] =
            [&[8, 6, 7, 2, 5, 4, 3, 0, 1], &[6, 4, 7, 8, 5, 0, 3, 2, 1]];
        let goal = Goal::blank_last(3);
        let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
        for cells in [deep, other] {
            let rows: Vec<Vec<Tile>> = cells.chunks(3).map(Vec::from).collect();
            let mut grid = Grid::new(&rows).expect("a board");
            let slides = solve(grid.clone(), &goal, &in_line);
            assert_eq!(slides.len(), 31);
            for tile in slides {
                let from = grid.slidable().find(|&cell| grid.cells()[cell] == tile);
                grid.slide(from.expect("a tile that slides touches the blank"));
            }
            assert_eq!(grid, *goal.grid());
        }
    }
}
