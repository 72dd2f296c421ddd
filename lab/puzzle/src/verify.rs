//! Verifies the claims in puzzle files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use base::pool;
use oracle::puzzle::{Grid, is_solvable};
use oracle::search::Limit;

use super::prover::{ProofMethod, ProofOutcome, Prover};
use super::read::{Claim, InputPuzzle};
use super::twin::twin;

/// The number of independent proofs per claim.
/// Two different methods are unlikely to have the same fault.
pub(crate) const PROOFS: usize = 2;

/// A claim about a puzzle, and the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The file, as specified by the user.
    pub file: String,
    /// The puzzle.
    pub found: InputPuzzle,
    /// The verdict on the claim.
    pub verdict: ClaimVerdict,
    /// The methods that completed a proof, in the order tried.
    pub methods: Vec<ProofMethod>,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// Two methods prove the claim.
    Holds,
    /// There is no claim to prove.
    NothingSaid,
    /// Two methods prove a different number of moves for the board or its twin.
    OtherMoves(usize),
    /// The board is unsolvable, contrary to the claim.
    NoSolution,
    /// The board is solvable, contrary to the claim, with this number of moves, if proven.
    HasSolution(Option<usize>),
    /// Fewer than two methods finished, so the claim remains unverified.
    NotProven,
    /// The methods contradict each other, so at least one is wrong.
    Contradiction,
}

/// Verifies puzzles on several threads. Returns the results in the order of the puzzles.
///
/// # Panics
///
/// Panics if there is no prover for the dimension of a puzzle.
pub fn verify(
    puzzles: Vec<(String, InputPuzzle)>,
    provers: &BTreeMap<usize, Prover>,
    limit: Limit,
    threads: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Vec<Verified> {
    let done = AtomicUsize::new(0);
    let verdicts = pool::map_in_parallel(threads, &puzzles, |(_, found)| {
        let verdict = judge_claim(found, &provers[&found.grid.dimension()], limit);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        verdict
    });
    let verified = puzzles.into_iter().zip(verdicts);
    verified
        .map(|((file, found), (verdict, methods))| Verified { file, found, verdict, methods })
        .collect()
}

fn judge_claim(
    found: &InputPuzzle,
    prover: &Prover,
    limit: Limit,
) -> (ClaimVerdict, Vec<ProofMethod>) {
    let grid = &found.grid;
    let (claimed, subject): (u32, Grid) = match found.claim {
        None | Some(Claim::BoardOnly) => return (ClaimVerdict::NothingSaid, Vec::new()),
        Some(Claim::Moves(moves)) => (moves, grid.clone()),
        Some(Claim::Unsolvable { twin_moves }) => (twin_moves, twin(grid)),
    };
    if !is_solvable(&subject, prover.goal()) {
        if matches!(found.claim, Some(Claim::Moves(_))) {
            return (ClaimVerdict::NoSolution, Vec::new());
        }
        let (moves, methods) = prove_twice(grid, prover, limit);
        let verdict = match moves {
            Moves::Proven(moves) => ClaimVerdict::HasSolution(Some(moves)),
            Moves::Contradiction => ClaimVerdict::Contradiction,
            Moves::NotProven => ClaimVerdict::HasSolution(None),
        };
        return (verdict, methods);
    }
    let (moves, methods) = prove_twice(&subject, prover, limit);
    let verdict = match moves {
        Moves::Proven(moves) if moves == claimed as usize => ClaimVerdict::Holds,
        Moves::Proven(moves) => ClaimVerdict::OtherMoves(moves),
        Moves::Contradiction => ClaimVerdict::Contradiction,
        Moves::NotProven => ClaimVerdict::NotProven,
    };
    (verdict, methods)
}

enum Moves {
    Proven(usize),
    NotProven,
    Contradiction,
}

/// Runs methods on a solvable board until [`PROOFS`] of them succeed.
fn prove_twice(grid: &Grid, prover: &Prover, limit: Limit) -> (Moves, Vec<ProofMethod>) {
    let (mut methods, mut counts) = (Vec::new(), Vec::new());
    for &method in prover.methods() {
        let end = prover.prove(method, grid, limit).end;
        let count = match end {
            ProofOutcome::GaveUp(_) | ProofOutcome::Beyond => continue,
            ProofOutcome::Unsolvable => None,
            ProofOutcome::Shortest(slides) => Some(slides.len()),
        };
        methods.push(method);
        counts.push(count);
        if counts.len() == PROOFS {
            break;
        }
    }
    let moves = match counts[..] {
        [Some(one), Some(other)] if one == other => Moves::Proven(one),
        [_, _] | [None] => Moves::Contradiction,
        _ => Moves::NotProven,
    };
    (moves, methods)
}

#[cfg(test)]
mod tests {
    use oracle::puzzle::Goal;

    use super::*;

    fn input_puzzle(cells: &[u16], claim: Option<Claim>) -> (String, InputPuzzle) {
        let grid = Grid::of_cells(cells.len().isqrt(), cells.to_vec()).expect("a board");
        (String::new(), InputPuzzle { name: None, grid, claim, line: 1 })
    }

    #[test]
    fn every_verdict_is_reached() {
        let moves = |moves| Some(Claim::Moves(moves));
        let unsolvable = |twin_moves| Some(Claim::Unsolvable { twin_moves });
        let (easy, stuck) = ([1, 0, 3, 4, 2, 5, 7, 8, 6], [1, 2, 3, 4, 5, 6, 8, 7, 0]);
        let hard = [13, 6, 8, 12, 15, 14, 0, 10, 11, 7, 4, 5, 9, 1, 3, 2];
        let cases = [
            (input_puzzle(&easy, moves(3)), ClaimVerdict::Holds),
            (input_puzzle(&easy, moves(5)), ClaimVerdict::OtherMoves(3)),
            (input_puzzle(&easy, unsolvable(3)), ClaimVerdict::HasSolution(Some(3))),
            (input_puzzle(&easy, None), ClaimVerdict::NothingSaid),
            (input_puzzle(&easy, Some(Claim::BoardOnly)), ClaimVerdict::NothingSaid),
            (input_puzzle(&stuck, moves(3)), ClaimVerdict::NoSolution),
            (input_puzzle(&stuck, unsolvable(22)), ClaimVerdict::Holds),
            (input_puzzle(&stuck, unsolvable(20)), ClaimVerdict::OtherMoves(22)),
            (input_puzzle(&hard, moves(57)), ClaimVerdict::NotProven),
        ];
        let (puzzles, expected): (Vec<_>, Vec<_>) = cases.into_iter().unzip();
        let prover = |n| (n, Prover::new(Goal::blank_last(n)));
        let provers = BTreeMap::from([prover(3), prover(4)]);
        for threads in [1, 2] {
            let limit = Limit::expanded(5000);
            let verified = verify(puzzles.clone(), &provers, limit, threads, &|_| {});
            let verdicts: Vec<ClaimVerdict> =
                verified.iter().map(|puzzle| puzzle.verdict).collect();
            assert_eq!(verdicts, expected);
            assert_eq!(verified[0].methods, [ProofMethod::Table, ProofMethod::IdaStar]);
        }
    }
}
