//! Shortest solutions, and boards that are a given way from the goal.

use oracle::heuristic::{LinearConflict, Manhattan, Sum};
use oracle::pattern::{Engine, Finding, SearchResult};
use oracle::puzzle::{Goal, Grid, Random, board_in_half, is_solvable};
use oracle::search::{Algorithm, Limit, run};
use oracle::{Table, solve};
use slider::Tile;

/// Finds shortest solutions, and keeps what it has built for the last goal.
#[derive(Default)]
pub(crate) struct Shortest {
    kept: Option<(Goal, Kept)>,
}

/// What the answers for a goal are found with.
enum Kept {
    Table(Table),
    Engine(Box<Engine>),
    /// The oracle decides for itself.
    Nothing,
}

/// A board, and its moves from the goal if they are known.
pub(crate) struct Scrambled {
    pub(crate) grid: Grid,
    pub(crate) moves: Option<usize>,
}

impl Shortest {
    /// A shortest solution, or what is known after so many nodes. Boards up to 3-by-3 need none.
    pub(crate) fn solve(&mut self, grid: &Grid, goal: &Goal, nodes: u64) -> SearchResult {
        if !is_solvable(grid, goal) {
            return SearchResult { finding: Finding::NoSolution, expanded: 0 };
        }
        match self.kept(goal) {
            Kept::Table(table) => {
                SearchResult { finding: Finding::Solved(table.solve(grid.clone())), expanded: 0 }
            }
            Kept::Engine(engine) => engine.solve(grid, nodes),
            Kept::Nothing => solve(grid, goal, nodes),
        }
    }

    /// A random board that takes so many moves, or as near to that as can be found quickly.
    ///
    /// Up to 3-by-3 each board of that distance is as likely as the others: boards are drawn until
    /// one has it. At 4-by-4 a random board that is far enough is solved down to that distance. Others are walked
    /// away from the goal, a step that leads farther at a time.
    pub(crate) fn scramble(&mut self, goal: &Goal, moves: usize, random: &mut Random) -> Scrambled {
        if let Kept::Table(table) = self.kept(goal) {
            let farthest = table.histogram().len() - 1;
            let moves = moves.min(farthest);
            loop {
                let grid = board_in_half(goal, true, random);
                if table.moves(&grid) == Some(moves) {
                    return Scrambled { grid, moves: Some(moves) };
                }
            }
        }
        if goal.dimension() == 4 && moves > NEAR {
            for _ in 0..DRAWS {
                let grid = board_in_half(goal, true, random);
                if let Some(grid) = self.on_the_way(grid, goal, moves) {
                    return Scrambled { grid, moves: Some(moves) };
                }
            }
        }
        self.walk_away(goal, moves, random)
    }

    /// The board that is so many moves from the goal on a shortest way of a board that is farther.
    fn on_the_way(&mut self, mut grid: Grid, goal: &Goal, moves: usize) -> Option<Grid> {
        let Finding::Solved(tiles) = self.solve(&grid, goal, THOROUGH).finding else { return None };
        for tile in &tiles[..tiles.len().checked_sub(moves)?] {
            let from = grid.slidable().find(|&cell| grid.cells()[cell] == *tile)?;
            grid.slide(from);
        }
        Some(grid)
    }

    fn walk_away(&mut self, goal: &Goal, moves: usize, random: &mut Random) -> Scrambled {
        let mut grid = goal.grid().clone();
        let mut before = None;
        for _ in 0..moves {
            let cells: Vec<usize> = grid.slidable().filter(|&cell| Some(cell) != before).collect();
            before = Some(grid.blank());
            grid.slide(cells[random.below(cells.len())]);
        }
        // A walk meets itself, so the board is nearer than it is long.
        let mut distance = self.distance(&grid, goal);
        for _ in 0..TRIES {
            let Some(far) = distance.filter(|&far| far < moves) else { break };
            let cells: Vec<usize> = grid.slidable().collect();
            let blank = grid.blank();
            grid.slide(cells[random.below(cells.len())]);
            match self.distance(&grid, goal) {
                Some(now) if now > far => distance = Some(now),
                // Out of a place that is farther than all around it, once in a while.
                Some(now) if random.below(4) == 0 => distance = Some(now),
                _ => drop(grid.slide(blank)),
            }
        }
        Scrambled { grid, moves: distance }
    }

    /// The least number of moves, if it is found quickly.
    fn distance(&mut self, grid: &Grid, goal: &Goal) -> Option<usize> {
        match self.solve(grid, goal, QUICK).finding {
            Finding::Solved(tiles) => Some(tiles.len()),
            Finding::NoSolution | Finding::AtLeast(_) => None,
        }
    }

    fn kept(&mut self, goal: &Goal) -> &Kept {
        if self.kept.as_ref().is_none_or(|(of, _)| of != goal) {
            let kept = match goal.dimension() {
                ..=Table::MAX_DIMENSION => Kept::Table(Table::new(goal)),
                4 => Engine::quick(goal).map_or(Kept::Nothing, |it| Kept::Engine(Box::new(it))),
                _ => Kept::Nothing,
            };
            self.kept = Some((goal.clone(), kept));
        }
        self.kept.as_ref().map_or(&Kept::Nothing, |(_, kept)| kept)
    }
}

/// The tiles of some solution, if greedy search finds one with so many nodes.
pub(crate) fn walk(grid: &Grid, goal: &Goal, nodes: u64) -> Option<Vec<Tile>> {
    if !is_solvable(grid, goal) {
        return None;
    }
    let heuristic = Sum(Manhattan::new(goal), LinearConflict::new(goal));
    let report = run(Algorithm::Greedy, &heuristic, grid, goal, Limit::expanded(nodes)).ok()?;
    report.path().map(|slides| slides.iter().map(|slide| slide.tile).collect())
}

/// The nodes of a distance that is asked for while a board is scrambled: some hundredths of a second.
const QUICK: u64 = 200_000;

/// The moves up to which a walk finds a 4-by-4 board at once.
const NEAR: usize = 24;

/// The random boards that are tried for one that is far enough. Of 4-by-4 boards most take 50 moves or more.
const DRAWS: usize = 16;

/// The nodes of a random 4-by-4 board: some tenths of a second at most.
const THOROUGH: u64 = 2_000_000;

/// The steps that a scrambled board may be moved on until it is as far as it should be.
const TRIES: usize = 120;

#[cfg(test)]
mod tests {
    use oracle::puzzle::Arrangement;

    use super::*;

    #[test]
    fn small_boards_are_scrambled_to_the_move() {
        let mut shortest = Shortest::default();
        let mut random = Random::new(7);
        for (n, arrangement, depths) in [
            (2, Arrangement::BlankFirst, [0, 3, 6]),
            (3, Arrangement::BlankLast, [1, 20, 31]),
            (3, Arrangement::Spiral, [2, 17, 30]),
        ] {
            let goal = Goal::arranged(n, arrangement);
            for moves in depths {
                let scrambled = shortest.scramble(&goal, moves, &mut random);
                assert_eq!(scrambled.moves, Some(moves));
                let answer = solve(&scrambled.grid, &goal, u64::MAX);
                let Finding::Solved(tiles) = answer.finding else { panic!("no solution") };
                assert_eq!(tiles.len(), moves);
            }
        }
        let goal = Goal::blank_last(2);
        assert_eq!(shortest.scramble(&goal, 99, &mut random).moves, Some(6));
    }

    #[test]
    fn larger_boards_say_how_far_they_are() {
        let mut shortest = Shortest::default();
        let mut random = Random::new(3);
        let goal = Goal::blank_last(4);
        for moves in [5, 20, 25, 40, 50, 50, 50] {
            let scrambled = shortest.scramble(&goal, moves, &mut random);
            let answer = solve(&scrambled.grid, &goal, u64::MAX);
            let Finding::Solved(tiles) = answer.finding else { panic!("no solution") };
            assert_eq!(Some(tiles.len()), scrambled.moves);
            assert_eq!(tiles.len(), moves);
        }
    }

    #[test]
    fn a_walk_is_a_solution() {
        let goal = Goal::blank_last(5);
        let grid = board_in_half(&goal, true, &mut Random::new(5));
        let tiles = walk(&grid, &goal, 1_000_000).expect("a solution");
        let mut board = grid;
        for tile in tiles {
            let from = board.slidable().find(|&cell| board.cells()[cell] == tile);
            board.slide(from.expect("a tile beside the blank"));
        }
        assert_eq!(board, *goal.grid());
    }
}
