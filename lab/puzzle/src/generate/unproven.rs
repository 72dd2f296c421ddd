//! Generates random boards without proving the number of moves, as tutorials do.

use base::seed;
use oracle::puzzle::{Goal, SeededRandom, any_board, walk_back};

use super::super::read::InputPuzzle;

/// A method for generating random boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// A uniform random permutation. Half of all boards are unsolvable.
    Shuffle,
    /// A random walk of this many moves from the goal. The moves may undo each other, so the board often needs far
    /// fewer. It is always solvable.
    Walk(usize),
}

/// Generates `count` boards for a goal, possibly with repetitions. The result depends only on the
/// arguments.
#[expect(clippy::missing_panics_doc, reason = "a goal's dimension is valid for a board")]
pub fn sample(goal: &Goal, way: Sampling, count: usize, seed: &str) -> Vec<InputPuzzle> {
    let n = goal.dimension();
    let kind = match way {
        Sampling::Shuffle => "shuffled",
        Sampling::Walk(_) => "walked",
    };
    let mut random = SeededRandom::new(seed::from_texts(&[kind, seed]));
    // Leading zeros keep names in order when they are sorted.
    let digits = count.to_string().len().max(2);
    let found = (1..=count).map(|number| {
        let grid = match way {
            Sampling::Shuffle => any_board(n, &mut random).expect("the dimension of a goal"),
            Sampling::Walk(moves) => walk_back(goal, moves, &mut random),
        };
        let name = Some(format!("{seed}-{n}x{n}-{kind}-{number:0digits$}"));
        InputPuzzle { name, grid, claim: None, line: 1 }
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use oracle::MovesTable;
    use oracle::puzzle::is_solvable;

    use super::*;

    #[test]
    fn about_half_of_all_shuffled_boards_can_be_solved() {
        let goal = Goal::blank_last(4);
        let boards = sample(&goal, Sampling::Shuffle, 200, "autumn");
        let solvable = boards.iter().filter(|board| is_solvable(&board.grid, &goal)).count();
        assert!((70..=130).contains(&solvable), "{solvable}");
        assert_eq!(boards, sample(&goal, Sampling::Shuffle, 200, "autumn"));
        assert_ne!(boards, sample(&goal, Sampling::Shuffle, 200, "spring"));
    }

    #[test]
    fn walked_boards_are_solvable_within_the_walk() {
        let goal = Goal::blank_last(3);
        let table = MovesTable::new(&goal);
        for (moves, count) in [(0, 2), (7, 50), (50, 50)] {
            for board in sample(&goal, Sampling::Walk(moves), count, "autumn") {
                let least = table.moves(&board.grid).expect("it can be solved");
                assert!(least <= moves && (moves - least).is_multiple_of(2), "{least} of {moves}");
            }
        }
    }
}
