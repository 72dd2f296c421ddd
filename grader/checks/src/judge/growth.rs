//! Judges how fast the cost of board methods grows with the dimension.

use grade::Failure;
use grade::INSTRUCTION;
use grade::cause::BoardCause;
use probe::wire::Method;

/// The smaller dimension. It is large enough that constant costs are negligible, and far enough from [`LARGE`] to
/// distinguish powers.
pub(crate) const SMALL: usize = 32;

/// The larger dimension, which is the maximum for boards.
pub(crate) const LARGE: usize = 127;

/// The allowed growth of the cost per tile from [`SMALL`] to any larger dimension, in hundredths. Up to [`LARGE`], it
/// corresponds to a cost of `n^2.4`. In comparison, `n^2 log n` gives 140, `n^2.5` gives 199, and `n^3` gives 397.
pub(crate) const GROWTH_ALLOWED: u64 = 174;

/// Returns the growth of the cost per tile from [`SMALL`] to dimension `n` as a fraction, or `None` if the method executes
/// less than one instruction per tile.
pub(crate) fn growth_per_tile(small: u64, n: usize, large: u64) -> Option<(u64, u64)> {
    let tiles = |n: usize| (n * n) as u64;
    (large > tiles(n) * INSTRUCTION)
        .then(|| (large.saturating_mul(tiles(SMALL)), small.saturating_mul(tiles(n))))
}

pub(crate) fn steep_failure(method: Method, small: u64, n: usize, large: u64) -> Failure {
    let cost = large.div_ceil(small.max(1));
    let tiles = ((n * n) as u64).div_ceil((SMALL * SMALL) as u64);
    let mut failure =
        Failure::from_cause(BoardCause::Steep { method, from: SMALL, to: n, cost, tiles });
    failure.detail = Some(format!(
        "n = {SMALL}: {} instructions\nn = {n}: {} instructions",
        small / INSTRUCTION,
        large / INSTRUCTION
    ));
    failure
}

pub(crate) fn failure_for_unending(method: Method, n: usize) -> Failure {
    Failure::from_cause(BoardCause::Unending { method, n })
}
