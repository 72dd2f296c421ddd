//! Generates random puzzles with proven optimal numbers of moves.

mod large;
mod small;
mod unproven;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use oracle::MovesTable;
use oracle::puzzle::{Goal, Grid, SeededRandom};

pub use unproven::{Sampling, sample};

use base::seed;

use super::prover::Prover;
use super::read::{Claim, InputPuzzle};
use super::twin::twin;

/// A request for puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSpec {
    /// The goal.
    pub goal: Goal,
    /// The inclusive range of the optimal number of moves, of the twin for unsolvable puzzles.
    pub moves: RangeInclusive<usize>,
    /// Whether to generate unsolvable puzzles.
    pub is_unsolvable: bool,
    /// The number of puzzles.
    pub count: usize,
    /// The seed.
    pub seed: String,
    /// The maximum number of nodes to expand per proof.
    pub nodes: u64,
}

/// A reason why there are fewer puzzles than requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleShortage {
    /// There are provably too few such boards.
    #[error(
        "{} {} {}",
        boards_in_words(*n, *there_are),
        takes_or_has_twin(*is_unsolvable, *there_are),
        range_in_words(moves)
    )]
    TooFew {
        /// The dimension.
        n: usize,
        /// The requested range of moves.
        moves: RangeInclusive<usize>,
        /// Whether the range applies to the twin.
        is_unsolvable: bool,
        /// The number of such boards that exist.
        there_are: usize,
        /// The maximum optimal number of moves of any board.
        most: usize,
    },
    /// The limit on attempts or on nodes was reached.
    #[error("only {found} of {wanted} puzzles were found in {attempts} attempts")]
    NotFound {
        /// The number of puzzles found.
        found: usize,
        /// The requested number of puzzles.
        wanted: usize,
        /// The number of attempts.
        attempts: usize,
    },
}

fn boards_in_words(n: usize, count: usize) -> String {
    match count {
        0 => format!("no {n}-by-{n} board"),
        1 => format!("only one {n}-by-{n} board"),
        _ => format!("only {count} of the {n}-by-{n} boards"),
    }
}

fn takes_or_has_twin(is_unsolvable: bool, count: usize) -> &'static str {
    match (is_unsolvable, count) {
        (false, 0 | 1) => "takes",
        (false, _) => "take",
        (true, 0 | 1) => "has a twin that takes",
        (true, _) => "have a twin that takes",
    }
}

fn range_in_words(moves: &RangeInclusive<usize>) -> String {
    let (least, most) = (moves.start(), moves.end());
    match (least, most) {
        (1, 1) => "1 move".to_owned(),
        _ if least == most => format!("{least} moves"),
        _ => format!("{least} to {most} moves"),
    }
}

/// The maximum optimal number of moves if the blank's home is in a corner: A. Brüngger, A. Marzetta, K. Fukuda and J.
/// Nievergelt, "The parallel search bench ZRAM and its applications", Annals of Operations Research 90, 1999.
const MOST_4_BY_4: usize = 80;

/// Generates distinct puzzles, in the order drawn. The result depends only on the request.
///
/// # Errors
///
/// Returns an error if there are not enough such boards, or if the attempts do not find enough.
pub fn generate(
    wish: &PuzzleSpec,
    progress: &dyn Fn(usize),
) -> Result<Vec<InputPuzzle>, PuzzleShortage> {
    let n = wish.goal.dimension();
    let prover = Prover::new(wish.goal.clone());
    // The prefix separates these numbers from those that other commands derive from the same seed.
    let mut random = SeededRandom::new(seed::from_texts(&["puzzles", &wish.seed]));
    let too_few = |there_are, most| PuzzleShortage::TooFew {
        n,
        moves: wish.moves.clone(),
        is_unsolvable: wish.is_unsolvable,
        there_are,
        most,
    };
    let drawn = if n <= MovesTable::MAX_DIMENSION {
        let candidates = small::SmallBoardPool::new(&prover, &wish.moves);
        if candidates.len() < wish.count {
            return Err(too_few(candidates.len(), candidates.most_moves));
        }
        candidates.draw(wish.count, &mut random)
    } else {
        let (row, column) = (wish.goal.home(0) / n, wish.goal.home(0) % n);
        let is_corner = [0, n - 1].contains(&row) && [0, n - 1].contains(&column);
        // Fail at once instead of after thousands of attempts.
        if n == 4 && is_corner && *wish.moves.start() > MOST_4_BY_4 {
            return Err(too_few(0, MOST_4_BY_4));
        }
        large::draw_puzzles(&prover, wish, &mut random, progress)?
    };
    // Leading zeros keep the names in the order of the numbers. With two digits or more, most sets have names of one length.
    let digits = wish.count.to_string().len().max(2);
    let kind = if wish.is_unsolvable { "-unsolvable" } else { "" };
    let found = drawn.into_iter().enumerate().map(|(place, (grid, moves))| {
        let name = Some(format!("{}-{n}x{n}{kind}-{:0digits$}", wish.seed, place + 1));
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        // The twin's twin is the board itself.
        let (grid, claim) = if wish.is_unsolvable {
            (twin(&grid), Claim::Unsolvable { twin_moves: moves })
        } else {
            (grid, Claim::Moves(moves))
        };
        InputPuzzle { name, grid, claim: Some(claim), line: 1 }
    });
    Ok(found.collect())
}

type Seen = HashSet<Grid>;

#[cfg(test)]
mod tests {
    use oracle::puzzle::{Arrangement, is_solvable};
    use oracle::search::Limit;

    use super::*;
    use crate::prover::ProofMethod;

    fn wish(n: usize, moves: RangeInclusive<usize>, count: usize) -> PuzzleSpec {
        PuzzleSpec {
            goal: Goal::blank_last(n),
            moves,
            is_unsolvable: false,
            count,
            seed: "autumn".to_owned(),
            nodes: 1_000_000,
        }
    }

    /// Checks that the puzzles match the request and are reproducible.
    #[track_caller]
    fn check(wish: &PuzzleSpec) {
        let found = generate(wish, &|_| {}).unwrap();
        assert_eq!(found, generate(wish, &|_| {}).unwrap());
        assert_eq!(found.len(), wish.count);
        let unique: HashSet<&Grid> = found.iter().map(|puzzle| &puzzle.grid).collect();
        assert_eq!(unique.len(), wish.count, "no board comes twice");
        let prover = Prover::new(wish.goal.clone());
        for puzzle in &found {
            assert_eq!(is_solvable(&puzzle.grid, &wish.goal), !wish.is_unsolvable);
            let (subject, claimed) = match puzzle.claim {
                Some(Claim::Moves(moves)) => (puzzle.grid.clone(), moves),
                Some(Claim::Unsolvable { twin_moves }) => (twin(&puzzle.grid), twin_moves),
                _ => panic!("{puzzle:?} says nothing"),
            };
            let moves = prover.prove(ProofMethod::IdaStar, &subject, Limit::NONE).end.moves();
            assert_eq!(moves, Some(claimed as usize));
            assert!(wish.moves.contains(&(claimed as usize)));
        }
    }

    #[test]
    fn generated_puzzles_match_the_spec() {
        check(&wish(2, 0..=6, 12));
        check(&wish(3, 18..=20, 5));
        check(&PuzzleSpec { is_unsolvable: true, ..wish(3, 10..=12, 3) });
        check(&PuzzleSpec { goal: Goal::arranged(3, Arrangement::Spiral), ..wish(3, 4..=9, 4) });
        check(&wish(4, 8..=16, 4));
        check(&PuzzleSpec { is_unsolvable: true, ..wish(4, 5..=9, 3) });
        check(&wish(5, 6..=9, 2));
    }

    #[test]
    fn different_seeds_generate_different_puzzles() {
        let autumn = wish(3, 10..=20, 5);
        let spring = PuzzleSpec { seed: "spring".to_owned(), ..autumn.clone() };
        assert_ne!(generate(&autumn, &|_| {}).unwrap(), generate(&spring, &|_| {}).unwrap());
    }

    #[test]
    fn impossible_specs_are_rejected() {
        let refusal = |wish: &PuzzleSpec| generate(wish, &|_| {}).unwrap_err().to_string();
        insta::assert_snapshot!(refusal(&wish(3, 32..=40, 1)), @"no 3-by-3 board takes 32 to 40 moves");
        insta::assert_snapshot!(refusal(&wish(3, 31..=31, 3)), @"only 2 of the 3-by-3 boards take 31 moves");
        insta::assert_snapshot!(refusal(&PuzzleSpec { is_unsolvable: true, ..wish(2, 6..=6, 2) }), @"only one 2-by-2 board has a twin that takes 6 moves");
        insta::assert_snapshot!(refusal(&wish(4, 81..=90, 1)), @"no 4-by-4 board takes 81 to 90 moves");
        // The goal has only 2 neighbors.
        insta::assert_snapshot!(refusal(&wish(4, 1..=1, 3)), @"only 2 of 3 puzzles were found in 1600 attempts");
    }
}
