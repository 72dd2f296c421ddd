//! Boards from 4-by-4 on: walks from the goal, and proofs of how far they have come.

use oracle::puzzle::{Grid, Random};
use oracle::search::Limit;

use super::{PuzzleSpec, Seen, Shortage};
use crate::prover::{End, Method, Prover};

/// The number of boards that are tried for each that is wanted, and beside those for all together.
const ATTEMPTS: usize = 200;
const MORE_ATTEMPTS: usize = 1000;

/// The longest walk, as a multiple of the moves that the board should take.
const LONGEST: usize = 40;

/// Draws different boards that take the wanted number of moves.
pub(super) fn draw(
    prover: &Prover,
    wish: &PuzzleSpec,
    random: &mut Random,
    progress: &dyn Fn(usize),
) -> Result<Vec<(Grid, usize)>, Shortage> {
    let (least, most) = (*wish.moves.start(), *wish.moves.end());
    let attempts = MORE_ATTEMPTS + ATTEMPTS * wish.count;
    let limit = Limit::expanded(wish.nodes).with_bound(most);
    let method = prover.methods().first().copied().unwrap_or(Method::IdaStar);
    let mut seen = Seen::new();
    let mut drawn = Vec::new();
    // A walk of so many hundredths of the moves that are wanted. It is adapted: a long walk goes in
    // circles, and how much that costs is not known beforehand.
    let mut stretch = 100;
    for _ in 0..attempts {
        if drawn.len() == wish.count {
            return Ok(drawn);
        }
        let wanted = least + random.below(most - least + 1);
        let steps = (wanted * stretch / 100).min(wanted * LONGEST);
        let grid = walk(prover, steps, random);
        if seen.contains(&grid) {
            stretch += 1;
            continue;
        }
        match prover.prove(method, &grid, limit).end {
            End::Shortest(slides) if slides.len() >= least => {
                seen.insert(grid.clone());
                drawn.push((grid, slides.len()));
                progress(drawn.len());
            }
            End::Shortest(_) => stretch += 1 + stretch / 20,
            End::Beyond | End::GaveUp(_) | End::Unsolvable => {
                stretch = (stretch - stretch / 20).max(100);
            }
        }
    }
    if drawn.len() == wish.count {
        return Ok(drawn);
    }
    Err(Shortage::NotFound { found: drawn.len(), wanted: wish.count, attempts })
}

/// The board after so many moves from the goal, none of which takes back the one before.
fn walk(prover: &Prover, steps: usize, random: &mut Random) -> Grid {
    let mut grid = prover.goal().grid().clone();
    let mut back = None;
    for _ in 0..steps {
        let cells: Vec<usize> = grid.slidable().filter(|&from| Some(from) != back).collect();
        back = Some(grid.blank());
        grid.slide(cells[random.below(cells.len())]);
    }
    grid
}
