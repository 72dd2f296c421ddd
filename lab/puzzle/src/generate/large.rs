//! Generates boards of 4-by-4 and larger, by walking from the goal and proving the optimal number of moves.

use oracle::puzzle::{Grid, SeededRandom};
use oracle::search::Limit;

use super::{PuzzleShortage, PuzzleSpec, Seen};
use crate::prover::{ProofMethod, ProofOutcome, Prover};

/// Per requested board, in addition to `MORE_ATTEMPTS`.
const ATTEMPTS: usize = 200;
// Many attempts are too near or too far, and a rare distance should still be found for a single board.
const MORE_ATTEMPTS: usize = 1000;

/// The maximum length of a walk, as a multiple of the requested number of moves.
/// A random walk undoes many of its moves, but a longer one than this ends no farther away.
const MAX_WALK_FACTOR: usize = 40;

pub(super) fn draw_puzzles(
    prover: &Prover,
    wish: &PuzzleSpec,
    random: &mut SeededRandom,
    progress: &dyn Fn(usize),
) -> Result<Vec<(Grid, usize)>, PuzzleShortage> {
    let (least, most) = (*wish.moves.start(), *wish.moves.end());
    let attempts = MORE_ATTEMPTS + ATTEMPTS * wish.count;
    let limit = Limit::expanded(wish.nodes).with_bound(most);
    let method = prover.methods().first().copied().unwrap_or(ProofMethod::IdaStar);
    let mut seen = Seen::new();
    let mut drawn = Vec::new();
    // The length of a walk, as a percentage of the requested number of moves. It is adapted in small steps, because the
    // share of moves undone later is unpredictable and differs from walk to walk.
    let mut stretch = 100;
    for _ in 0..attempts {
        if drawn.len() == wish.count {
            return Ok(drawn);
        }
        let wanted = least + random.below(most - least + 1);
        let steps = (wanted * stretch / 100).min(wanted * MAX_WALK_FACTOR);
        let grid = walk_from_goal(prover, steps, random);
        if seen.contains(&grid) {
            // All boards at this distance may have been drawn, so walk further.
            stretch += 1;
            continue;
        }
        match prover.prove(method, &grid, limit).end {
            ProofOutcome::Shortest(slides) if slides.len() >= least => {
                seen.insert(grid.clone());
                drawn.push((grid, slides.len()));
                progress(drawn.len());
            }
            // The walk undid some of its moves, so the board is too close.
            ProofOutcome::Shortest(_) => stretch += 1 + stretch / 20,
            // The board is too far, or takes too many nodes to prove. A walk shorter than the wanted moves never
            // suffices.
            ProofOutcome::Beyond | ProofOutcome::GaveUp(_) | ProofOutcome::Unsolvable => {
                stretch = (stretch - stretch / 20).max(100);
            }
        }
    }
    if drawn.len() == wish.count {
        return Ok(drawn);
    }
    Err(PuzzleShortage::NotFound { found: drawn.len(), wanted: wish.count, attempts })
}

/// Returns the end of a walk of `steps` moves from the goal, without moves back.
fn walk_from_goal(prover: &Prover, steps: usize, random: &mut SeededRandom) -> Grid {
    let mut grid = prover.goal().grid().clone();
    let mut back = None;
    for _ in 0..steps {
        let cells: Vec<usize> = grid.slidable().filter(|&from| Some(from) != back).collect();
        back = Some(grid.blank());
        grid.slide(cells[random.below(cells.len())]);
    }
    grid
}
