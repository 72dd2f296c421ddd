//! Draws random boards from a seed. The boards are the same on all machines.

use std::ops::RangeInclusive;

use base::seed::{choose_several, from_texts, shuffle};
use base::square;
use grade::{Tiles, Visibility};
use oracle::optimal_moves;

use super::domain::{ExpectedAnswer, Hard, Puzzle, RandomPuzzles};

/// The maximum number of random boards of each kind for a submission.
/// The pool is four times as large for each kind, and the model is measured on all of it.
pub(super) const MOST: usize = 20;

/// The range of moves that a rubric may request. Outside this range, there are few 3-by-3 boards, so random sampling
/// would be slow and submissions would get nearly identical boards.
pub(super) const MOVES: RangeInclusive<u32> = 8..=28;

/// The size of the pool, as a multiple of the number of boards per submission. The model needs to be measured once on
/// every board in the pool.
/// With four to choose from, submissions rarely get the same boards, but more would make the measurement slow.
const CHOICE: usize = 4;

/// Returns the pool for this seed: solvable boards with a number of moves in this range, and unsolvable boards with
/// such a twin. All boards have this visibility.
pub(super) fn pool(
    seed: String,
    solvable: usize,
    unsolvable: usize,
    moves: RangeInclusive<u32>,
    visibility: Visibility,
) -> RandomPuzzles {
    let puzzle = |name, tiles, answer| Puzzle { name, tiles, answer, visibility };
    let mut state = from_texts(&[&seed]);
    let mut pool = Vec::new();
    let (mut left, mut left_unsolvable) = (solvable * CHOICE, unsolvable * CHOICE);
    while left + left_unsolvable > 0 {
        let tiles = shuffled(3, &mut state);
        // The same board twice in a submission would count one fault twice.
        if pool.iter().any(|puzzle: &Puzzle| puzzle.tiles == tiles) {
            continue;
        }
        let Some(found) = optimal_moves_if_solvable(&tiles) else {
            let Some(twin_moves) = optimal_moves_if_solvable(&twin(&tiles)) else { continue };
            if left_unsolvable > 0 && moves.contains(&twin_moves) {
                left_unsolvable -= 1;
                let name = format!("random unsolvable {}", left_unsolvable + 1);
                pool.push(puzzle(name, tiles, ExpectedAnswer::Unsolvable { twin_moves }));
            }
            continue;
        };
        if left > 0 && moves.contains(&found) {
            left -= 1;
            let name = format!("random {}", left + 1);
            pool.push(puzzle(name, tiles, ExpectedAnswer::Moves(found)));
        }
    }
    let moves = [*moves.start(), *moves.end()];
    RandomPuzzles { seed, solvable, unsolvable, moves, pool, hard: None }
}

/// Returns the pool of hard solvable boards for this seed, with a number of moves in this range.
pub(super) fn hard(
    seed: &str,
    count: usize,
    moves: &RangeInclusive<u32>,
    visibility: Visibility,
) -> Hard {
    // With a sequence of its own, adding hard boards to a rubric does not change the other boards.
    let mut state = from_texts(&[seed, "hard"]);
    let mut pool: Vec<Puzzle> = Vec::new();
    while pool.len() < count * CHOICE {
        let tiles = shuffled(3, &mut state);
        let Some(found) = optimal_moves_if_solvable(&tiles).filter(|found| moves.contains(found))
        else {
            continue;
        };
        if pool.iter().all(|puzzle| puzzle.tiles != tiles) {
            let name = format!("random hard {}", pool.len() + 1);
            pool.push(Puzzle { name, tiles, answer: ExpectedAnswer::Moves(found), visibility });
        }
    }
    Hard { count, moves: [*moves.start(), *moves.end()], pool }
}

impl RandomPuzzles {
    /// Selects the boards for a submission with this seed.
    pub fn draw(&self, submission: &str) -> Vec<&Puzzle> {
        let mut state = self.number_for(submission);
        let mut drawn = Vec::new();
        for (count, unsolvable) in [(self.solvable, false), (self.unsolvable, true)] {
            let of_kind = |puzzle: &&Puzzle| puzzle.answer.is_unsolvable() == unsolvable;
            drawn.extend(choose_several(
                &mut state,
                count,
                self.pool.iter().filter(of_kind).collect(),
            ));
        }
        if let Some(Hard { count, pool, .. }) = &self.hard {
            // Hard boards run last, in rubric order. A board may be in both pools, but should be used only once.
            let is_new = |puzzle: &&Puzzle| drawn.iter().all(|other| other.tiles != puzzle.tiles);
            let rest = pool.iter().filter(is_new).collect();
            drawn.extend(choose_several(&mut state, *count, rest));
        }
        drawn
    }

    /// Returns all boards in both pools.
    pub fn boards_in_pools(&self) -> impl Iterator<Item = &Puzzle> {
        self.pool.iter().chain(self.hard.iter().flat_map(|hard| &hard.pool))
    }

    /// Returns a pseudorandom number that depends on the seed of a submission.
    pub fn number_for(&self, submission: &str) -> u64 {
        from_texts(&[&self.seed, submission])
    }
}

/// Returns a random board of dimension `n`, which may be unsolvable.
pub(super) fn shuffled(n: usize, state: &mut u64) -> Tiles {
    let mut tiles: Vec<u16> = (0..).take(n * n).collect();
    shuffle(state, &mut tiles);
    Tiles::from_cells(n, &tiles)
}

fn optimal_moves_if_solvable(tiles: &Tiles) -> Option<u32> {
    let moves = optimal_moves(tiles).expect("shuffling a board's tiles gives a board");
    moves.and_then(|moves| u32::try_from(moves).ok())
}

/// Returns the model's twin of a board.
pub(super) fn twin(tiles: &Tiles) -> Tiles {
    let mut cells = tiles.cells();
    square::swap_twin(&mut cells);
    Tiles::from_cells(tiles.len(), &cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VISIBLE: Visibility = Visibility::Visible;

    #[test]
    fn the_pool_is_determined_by_its_seed() {
        let one = pool("autumn".to_owned(), 3, 2, 14..=20, VISIBLE);
        assert_eq!(one, pool("autumn".to_owned(), 3, 2, 14..=20, VISIBLE));
        assert_ne!(one.pool, pool("spring".to_owned(), 3, 2, 14..=20, VISIBLE).pool);
        assert_eq!(one.pool.len(), 5 * CHOICE);
        for puzzle in &one.pool {
            let (tiles, moves) = match puzzle.answer {
                ExpectedAnswer::Moves(moves) => (puzzle.tiles.clone(), moves),
                ExpectedAnswer::Unsolvable { twin_moves } => {
                    assert_eq!(optimal_moves_if_solvable(&puzzle.tiles), None);
                    (twin(&puzzle.tiles), twin_moves)
                }
                ExpectedAnswer::BoardOnly => panic!("there is something to solve"),
            };
            assert_eq!(optimal_moves_if_solvable(&tiles), Some(moves));
            assert!((14..=20).contains(&moves));
        }
    }

    #[test]
    fn drawn_boards_are_determined_by_the_submission_hash() {
        let random = pool("autumn".to_owned(), 3, 2, 14..=20, VISIBLE);
        let names = |hash: &str| -> Vec<String> {
            random.draw(hash).iter().map(|puzzle| puzzle.name.clone()).collect()
        };
        let alice = names("sha256:1");
        assert_eq!(alice, names("sha256:1"));
        assert_eq!(alice.len(), 5);
        assert!((2..20).any(|number| names(&format!("sha256:{number}")) != alice));
        let unique: std::collections::BTreeSet<_> = alice.iter().collect();
        assert_eq!(unique.len(), 5, "no board comes twice");
    }

    #[test]
    fn hard_boards_come_last_and_require_many_moves() {
        let mut random = pool("autumn".to_owned(), 1, 1, 14..=20, VISIBLE);
        let without: Vec<_> = random.draw("sha256:1").into_iter().cloned().collect();
        random.hard = Some(hard("autumn", 2, &(24..=26), VISIBLE));
        assert_eq!(random.boards_in_pools().count(), 4 * CHOICE);
        let drawn = random.draw("sha256:1");
        assert!(drawn.iter().copied().eq(without.iter().chain(drawn[2..].iter().copied())));
        assert_eq!(drawn.len(), 4);
        for puzzle in &drawn[2..] {
            assert!(matches!(puzzle.answer, ExpectedAnswer::Moves(24..=26)), "{puzzle:?}");
            let moves = optimal_moves_if_solvable(&puzzle.tiles);
            assert!(moves.is_some_and(|moves| (24..=26).contains(&moves)));
        }
        assert_eq!(Some(hard("autumn", 2, &(24..=26), VISIBLE)), random.hard);
    }
}
