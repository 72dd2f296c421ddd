use oracle::heuristic::{LinearConflict, Manhattan, Sum};
use oracle::pattern::{Engine, SearchFinding, SearchResult};
use oracle::puzzle::{Goal, Grid, SeededRandom, board_in_half, is_solvable};
use oracle::search::{Algorithm, Limit, run};
use oracle::{MovesTable, solve};
use slider::Tile;

/// Finds optimal solutions and boards at a given distance. Keeps the data structures for the most recent goal.
#[derive(Default)]
pub(crate) struct Shortest {
    kept: Option<(Goal, GoalSolver)>,
}

enum GoalSolver {
    Table(MovesTable),
    Engine(Box<Engine>),
    /// The oracle chooses the method.
    Nothing,
}

/// A board and its distance to the goal, if known.
pub(crate) struct Scrambled {
    pub(crate) grid: Grid,
    pub(crate) moves: Option<usize>,
}

impl Shortest {
    /// Finds an optimal solution or, after `nodes` expanded nodes, a lower bound. Looks up boards up to 3-by-3 in a
    /// table.
    pub(crate) fn solve(&mut self, grid: &Grid, goal: &Goal, nodes: u64) -> SearchResult {
        if !is_solvable(grid, goal) {
            return SearchResult { finding: SearchFinding::NoSolution, expanded: 0 };
        }
        match self.solver_for(goal) {
            GoalSolver::Table(table) => SearchResult {
                finding: SearchFinding::Solved(table.solve(grid.clone())),
                expanded: 0,
            },
            GoalSolver::Engine(engine) => engine.solve(grid, nodes),
            GoalSolver::Nothing => solve(grid, goal, nodes),
        }
    }

    /// Returns a random board that needs exactly this many moves, or as close to that as can be found quickly.
    ///
    /// Up to 3-by-3, all boards at the distance are equally likely, because we draw boards until one has it. For
    /// 4-by-4, we draw a board farther away, and follow an optimal solution until the distance remains. Otherwise, we
    /// walk away from the goal, and usually keep only steps that increase the distance.
    pub(crate) fn scramble(
        &mut self,
        goal: &Goal,
        moves: usize,
        random: &mut SeededRandom,
    ) -> Scrambled {
        if let GoalSolver::Table(table) = self.solver_for(goal) {
            let farthest = table.histogram().len() - 1;
            // No board is farther away, so the loop would not end.
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

    /// Follows an optimal solution from a distant board until `moves` moves remain.
    fn on_the_way(&mut self, mut grid: Grid, goal: &Goal, moves: usize) -> Option<Grid> {
        let SearchFinding::Solved(tiles) = self.solve(&grid, goal, THOROUGH).finding else {
            return None;
        };
        for tile in &tiles[..tiles.len().checked_sub(moves)?] {
            let from = grid.slidable().find(|&cell| grid.cells()[cell] == *tile)?;
            grid.slide(from);
        }
        Some(grid)
    }

    fn walk_away(&mut self, goal: &Goal, moves: usize, random: &mut SeededRandom) -> Scrambled {
        let mut grid = goal.grid().clone();
        let mut before = None;
        for _ in 0..moves {
            let cells: Vec<usize> = grid.slidable().filter(|&cell| Some(cell) != before).collect();
            before = Some(grid.blank());
            grid.slide(cells[random.below(cells.len())]);
        }
        // A walk often crosses itself, so the distance may be shorter.
        let mut distance = self.distance(&grid, goal);
        for _ in 0..TRIES {
            let Some(far) = distance.filter(|&far| far < moves) else { break };
            let cells: Vec<usize> = grid.slidable().collect();
            let blank = grid.blank();
            grid.slide(cells[random.below(cells.len())]);
            match self.distance(&grid, goal) {
                Some(now) if now > far => distance = Some(now),
                // Sometimes accept a shorter distance to escape from a local maximum.
                Some(now) if random.below(4) == 0 => distance = Some(now),
                _ => drop(grid.slide(blank)),
            }
        }
        Scrambled { grid, moves: distance }
    }

    /// Returns the optimal number of moves, if it can be found quickly.
    fn distance(&mut self, grid: &Grid, goal: &Goal) -> Option<usize> {
        match self.solve(grid, goal, QUICK).finding {
            SearchFinding::Solved(tiles) => Some(tiles.len()),
            SearchFinding::NoSolution | SearchFinding::AtLeast(_) => None,
        }
    }

    fn solver_for(&mut self, goal: &Goal) -> &GoalSolver {
        if self.kept.as_ref().is_none_or(|(of, _)| of != goal) {
            let kept = match goal.dimension() {
                ..=MovesTable::MAX_DIMENSION => GoalSolver::Table(MovesTable::new(goal)),
                4 => Engine::quick(goal)
                    .map_or(GoalSolver::Nothing, |engine| GoalSolver::Engine(Box::new(engine))),
                _ => GoalSolver::Nothing,
            };
            self.kept = Some((goal.clone(), kept));
        }
        self.kept.as_ref().map_or(&GoalSolver::Nothing, |(_, kept)| kept)
    }
}

/// Searches greedily for any solution, expanding at most `nodes` nodes.
pub(crate) fn walk(grid: &Grid, goal: &Goal, nodes: u64) -> Option<Vec<Tile>> {
    if !is_solvable(grid, goal) {
        return None;
    }
    let heuristic = Sum(Manhattan::new(goal), LinearConflict::new(goal));
    let report = run(Algorithm::Greedy, &heuristic, grid, goal, Limit::expanded(nodes)).ok()?;
    report.path().map(|slides| slides.iter().map(|slide| slide.tile).collect())
}

/// The node limit to compute a distance, which takes a few hundredths of a second.
/// The player should not notice a delay after a move.
const QUICK: u64 = 200_000;

/// Up to this distance, 4-by-4 boards are found by walking from the goal.
/// For so few moves, a walk that undoes none is often a shortest way, and the proof is quick.
const NEAR: usize = 24;

/// The number of random boards to draw. Most 4-by-4 boards need at least 50 moves.
/// The probability that all are too close is small, and each takes up to a search.
const DRAWS: usize = 16;

/// The node limit for a random 4-by-4 board, which takes at most a few tenths of a second.
const THOROUGH: u64 = 2_000_000;

/// The number of single moves after the walk, each of which is kept if it leads nearer to the wanted distance. A walk
/// longer than needed can end too near.
const TRIES: usize = 120;

#[cfg(test)]
mod tests {
    use oracle::puzzle::Arrangement;

    use super::*;

    #[test]
    fn small_boards_are_scrambled_to_an_exact_distance() {
        let mut shortest = Shortest::default();
        let mut random = SeededRandom::new(7);
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
                let SearchFinding::Solved(tiles) = answer.finding else { panic!("no solution") };
                assert_eq!(tiles.len(), moves);
            }
        }
        let goal = Goal::blank_last(2);
        assert_eq!(shortest.scramble(&goal, 99, &mut random).moves, Some(6));
    }

    #[test]
    fn scrambled_larger_boards_report_their_distance() {
        let mut shortest = Shortest::default();
        let mut random = SeededRandom::new(3);
        let goal = Goal::blank_last(4);
        for moves in [5, 20, 25, 40, 50, 50, 50] {
            let scrambled = shortest.scramble(&goal, moves, &mut random);
            let answer = solve(&scrambled.grid, &goal, u64::MAX);
            let SearchFinding::Solved(tiles) = answer.finding else { panic!("no solution") };
            assert_eq!(Some(tiles.len()), scrambled.moves);
            assert_eq!(tiles.len(), moves);
        }
    }

    #[test]
    fn a_walk_is_a_solution() {
        let goal = Goal::blank_last(5);
        let grid = board_in_half(&goal, true, &mut SeededRandom::new(5));
        let tiles = walk(&grid, &goal, 1_000_000).expect("a solution");
        let mut board = grid;
        for tile in tiles {
            let from = board.slidable().find(|&cell| board.cells()[cell] == tile);
            board.slide(from.expect("a tile next to the blank"));
        }
        assert_eq!(board, *goal.grid());
    }
}
