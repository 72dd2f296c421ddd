//! The script of a session, which solves puzzles of all sizes and lengths, in ascending and descending order, and
//! queries the solvers again.
//!
//! All boards are built into the grader and therefore visible. Six 3-by-3 boards have the same distances, but some are
//! unsolvable and the others have solutions of 10 to 26 moves, to confuse a cache with any key other than the board.

use assignment::{ExpectedAnswer, Puzzle};
use grade::{Tiles, Visibility};
use probe::Act;
use probe::wire::Question::{self, IsSolvable, Moves, Solution};
use slider::Tile;

use crate::judge::SessionScript;

// Two rows, and then three rows from easy to hard, because each size and depth may leave something else behind.
const SMALL: [Tile; 4] = [2, 3, 1, 0];
const NEAR: [Tile; 9] = [5, 3, 0, 2, 1, 6, 4, 7, 8];
const MIDDLE: [Tile; 9] = [1, 3, 4, 7, 6, 2, 8, 5, 0];
const FAR: [Tile; 9] = [2, 1, 3, 6, 4, 8, 0, 7, 5];
const FARTHEST: [Tile; 9] = [1, 4, 2, 8, 6, 3, 0, 5, 7];
/// The search on this board brings the session's total number of steps above that of any puzzle in the default
/// assignment, to reach a step limit that all solvers share.
const HARD: [Tile; 9] = [1, 4, 0, 2, 6, 5, 8, 7, 3];
// This board is unsolvable. Its twin takes 14 moves.
const ODD: [Tile; 9] = [8, 2, 0, 1, 6, 3, 4, 5, 7];
/// The neighbor of `NEAR` that is closer to the goal.
const NEARER: [Tile; 9] = [5, 0, 3, 2, 1, 6, 4, 7, 8];
const GOAL: [Tile; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
/// A board with exactly one shortest solution. The next constant is the board at index 5 of that solution.
const FIFTEEN: [Tile; 16] = [1, 2, 3, 4, 9, 5, 15, 7, 0, 6, 10, 8, 13, 11, 14, 12];
const ON_ITS_WAY: [Tile; 16] = [1, 2, 3, 4, 5, 6, 0, 7, 9, 10, 15, 8, 13, 11, 14, 12];
const ON_ITS_WAY_AT: usize = 5;

/// Returns a large board that is 12 moves from the goal.
fn board_12_moves_away() -> Vec<Tile> {
    let mut tiles: Vec<Tile> = (1..81).chain([0]).collect();
    // The moved tiles are all near the last cell, so the search stays small despite the 9 rows.
    for (cell, tile) in [(59, 70), (60, 60), (68, 61), (69, 78), (70, 80), (71, 71), (77, 69)] {
        tiles[cell] = tile;
    }
    (tiles[78], tiles[79], tiles[80]) = (0, 79, 72);
    tiles
}

pub(super) fn build_session_script() -> SessionScript {
    let mut the = Writer::default();
    let near = the.add_board(&NEAR);
    let first = the.add_solver(near, &NEAR, ExpectedAnswer::Moves(10));
    the.add_questions(first, [IsSolvable, Moves, Solution]);
    let board = the.add_board(&SMALL);
    let small = the.add_solver(board, &SMALL, ExpectedAnswer::Moves(4));
    the.add_questions(small, [Moves, Solution, IsSolvable]);
    the.add_questions(first, [Moves, IsSolvable, Solution]);
    let fifteen = the.add_board(&FIFTEEN);
    let fifteen = the.add_solver(fifteen, &FIFTEEN, ExpectedAnswer::Moves(16));
    the.add_questions(fifteen, [Solution, Moves, IsSolvable]);
    let odd = the.add_board(&ODD);
    let odd = the.add_solver(odd, &ODD, ExpectedAnswer::Unsolvable { twin_moves: 14 });
    the.add_questions(odd, [IsSolvable, Solution, Moves]);
    the.add_questions(first, [Solution, IsSolvable, Moves]);
    let far = the.add_board(&FAR);
    let far = the.add_solver(far, &FAR, ExpectedAnswer::Moves(18));
    the.add_questions(far, [Moves, IsSolvable, Solution]);
    the.acts.push(Act::Around { solver: far, other: fifteen });

    let twin = the.add_twin_solver(near, &NEAR, 10);
    the.add_questions(twin, [Solution, Moves, IsSolvable]);
    let large_board = the.add_board(&board_12_moves_away());
    let large_one = the.add_solver(large_board, &board_12_moves_away(), ExpectedAnswer::Moves(12));
    the.add_questions(large_one, [Moves, Solution, IsSolvable]);
    the.add_questions(odd, [Moves, Solution, IsSolvable]);
    the.add_questions(small, [IsSolvable, Moves, Solution]);

    the.acts.extend([Act::Forget { solver: small }, Act::Discard { place: board }]);
    let middle = the.add_board(&MIDDLE);
    let middle = the.add_solver(middle, &MIDDLE, ExpectedAnswer::Moves(14));
    the.add_questions(middle, [IsSolvable, Moves, Solution]);
    the.add_questions(far, [Solution, Moves, IsSolvable]);
    let like = the.add_board(&NEARER);
    let nearer = the.next_slot();
    the.acts.push(Act::Neighbor { of: near, like, place: nearer });
    let nearer = the.add_solver(nearer, &NEARER, ExpectedAnswer::Moves(9));
    the.add_questions(nearer, [Moves, Solution, IsSolvable]);
    let clone = the.next_slot();
    the.acts.push(Act::Clone { of: near, place: clone });
    the.acts.push(Act::Discard { place: near });
    let again = the.add_solver(clone, &NEAR, ExpectedAnswer::Moves(10));
    the.add_questions(again, [Solution, IsSolvable, Moves]);
    let place = the.add_board(&ON_ITS_WAY);
    the.add_questions(fifteen, [Moves, IsSolvable, Solution]);
    the.acts.push(Act::Keep { index: ON_ITS_WAY_AT, place });
    let on_its_way = the.add_solver(place, &ON_ITS_WAY, ExpectedAnswer::Moves(11));
    the.add_questions(on_its_way, [IsSolvable, Moves, Solution]);

    let goal = the.add_board(&GOAL);
    let goal = the.add_solver(goal, &GOAL, ExpectedAnswer::Moves(0));
    the.add_questions(goal, [Moves, IsSolvable, Solution]);
    let farthest = the.add_board(&FARTHEST);
    let farthest = the.add_solver(farthest, &FARTHEST, ExpectedAnswer::Moves(20));
    the.add_questions(farthest, [Solution, IsSolvable, Moves]);
    the.acts.push(Act::Forget { solver: goal });
    let hard = the.add_board(&HARD);
    let hard = the.add_solver(hard, &HARD, ExpectedAnswer::Moves(26));
    the.add_questions(hard, [Moves, Solution, IsSolvable]);
    let odd_fifteen = the.add_twin_solver(place, &ON_ITS_WAY, 11);
    the.add_questions(odd_fifteen, [Moves, IsSolvable, Solution]);
    the.acts.push(Act::Around { solver: first, other: farthest });
    the.acts.push(Act::Around { solver: fifteen, other: again });
    for question in [Moves, Solution, IsSolvable] {
        for solver in (first..the.puzzles.len()).filter(|solver| ![small, goal].contains(solver)) {
            the.acts.push(Act::Ask { solver, question });
        }
    }
    let Writer { boards, acts, puzzles, .. } = the;
    SessionScript { boards, acts, puzzles }
}

#[derive(Default)]
struct Writer {
    boards: Vec<Tiles>,
    acts: Vec<Act>,
    puzzles: Vec<Puzzle>,
    places: usize,
}

impl Writer {
    fn next_slot(&mut self) -> usize {
        self.places += 1;
        self.places - 1
    }

    fn add_board(&mut self, tiles: &[Tile]) -> usize {
        let place = self.next_slot();
        self.acts.push(Act::Make { board: self.boards.len(), place });
        self.boards.push(tiles_from_cells(tiles));
        place
    }

    fn add_solver(&mut self, board: usize, tiles: &[Tile], answer: ExpectedAnswer) -> usize {
        let solver = self.puzzles.len();
        self.acts.push(Act::Solve { board, solver });
        let (tiles, visibility) = (tiles_from_cells(tiles), Visibility::Visible);
        self.puzzles.push(Puzzle { name: String::new(), tiles, answer, visibility });
        solver
    }

    /// Solves the twin of a board that is `moves` moves from the goal.
    ///
    /// The twin of the twin is usually the board again, so the search ends soon. If the session made an unsolvable board
    /// itself, the search would be hundreds of times longer with some submissions' twins.
    fn add_twin_solver(&mut self, board: usize, tiles: &[Tile], moves: u32) -> usize {
        let place = self.next_slot();
        self.acts.push(Act::Twin { of: board, place });
        let solver =
            self.add_solver(place, tiles, ExpectedAnswer::Unsolvable { twin_moves: moves });
        // Only the submission determines which board is the twin.
        "twin".clone_into(&mut self.puzzles[solver].name);
        solver
    }

    fn add_questions(&mut self, solver: usize, questions: [Question; 3]) {
        self.acts.extend(questions.map(|question| Act::Ask { solver, question }));
    }
}

fn tiles_from_cells(tiles: &[Tile]) -> Tiles {
    Tiles::from_cells(tiles.len().isqrt(), tiles)
}

#[cfg(test)]
mod tests {

    use base::square::cells_beside_blank as cells;

    use super::*;

    /// Counts the paths to the goal with exactly `moves` moves.
    fn count_paths(n: usize, tiles: &mut Vec<Tile>, moves: u32) -> usize {
        let goal = (1..).take(n * n - 1).chain([0]);
        if tiles.iter().copied().eq(goal) {
            return usize::from(moves == 0);
        }
        let at = |tile: usize| (usize::from(tiles[tile]) + n * n - 1) % (n * n);
        let placed = (0..n * n).filter(|cell| tiles[*cell] != 0);
        let distance: usize = placed.map(|cell| base::square::distance(n, cell, at(cell))).sum();
        if u32::try_from(distance).expect("boards are small") > moves || moves == 0 {
            return 0;
        }
        let blank = tiles.iter().position(|tile| *tile == 0).expect("there is a blank");
        let mut count = 0;
        for cell in cells(n, blank).collect::<Vec<_>>() {
            tiles.swap(blank, cell);
            count += count_paths(n, tiles, moves - 1);
            tiles.swap(blank, cell);
        }
        count
    }

    #[test]
    fn the_expected_answers_are_correct() {
        let SessionScript { puzzles, .. } = build_session_script();
        for puzzle in puzzles.iter().filter(|puzzle| puzzle.name.is_empty()) {
            let moves = oracle::optimal_moves(&puzzle.tiles).unwrap();
            match puzzle.answer {
                ExpectedAnswer::Moves(expected) => {
                    assert_eq!(moves, Some(expected as usize), "{puzzle:?}");
                }
                _ => assert_eq!(moves, None, "{puzzle:?}"),
            }
        }
    }

    #[test]
    fn the_intermediate_board_is_on_the_unique_solution() {
        let mut tiles = FIFTEEN.to_vec();
        assert_eq!(count_paths(4, &mut tiles, 16), 1);
        let solution = oracle::optimal_solution(&tiles_from_cells(&FIFTEEN)).unwrap().unwrap();
        for tile in &solution[..ON_ITS_WAY_AT] {
            let cell = |wanted| tiles.iter().position(|tile| *tile == wanted).unwrap();
            let (blank, cell) = (cell(0), cell(*tile));
            tiles.swap(blank, cell);
        }
        assert_eq!(tiles, ON_ITS_WAY);
    }

    #[test]
    fn every_solver_is_asked_all_questions_before_repeats() {
        let SessionScript { acts, puzzles, .. } = build_session_script();
        let mut asked = vec![Vec::new(); puzzles.len()];
        for act in acts {
            if let Act::Ask { solver, question } = act {
                let asked: &mut Vec<_> = &mut asked[solver];
                assert!(asked.len() >= 3 || !asked.contains(&question));
                asked.push(question);
            }
        }
        assert!(asked.iter().all(|questions| questions.len() >= 3));
        assert_eq!(asked.iter().filter(|questions| questions.len() > 3).count(), puzzles.len() - 1);
    }

    #[test]
    fn boards_with_different_solutions_have_equal_distances() {
        let distances = |tiles: &[Tile]| {
            let cells = (0..9).filter(|cell| tiles[*cell] != 0);
            let goal = |cell: usize| usize::from(tiles[cell]) - 1;
            let manhattan: usize =
                cells.clone().map(|cell| base::square::distance(3, cell, goal(cell))).sum();
            (manhattan, cells.filter(|cell| goal(*cell) != *cell).count())
        };
        for tiles in [&NEAR, &MIDDLE, &FAR, &FARTHEST, &HARD, &ODD] {
            assert_eq!(distances(tiles), (10, 7));
        }
    }
}
