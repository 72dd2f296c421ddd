//! Judges how the cost of a board grows with its dimension.

use grade::Failure;
use grade::INSTRUCTION;
use grade::cause::BoardCause;
use probe::wire::Method;

/// The dimensions that costs are compared between: far enough apart to tell one power from the
/// next, and the smaller one large enough for what does not grow to be of no account.
pub(crate) const SMALL: usize = 32;

/// The greatest dimension there is.
pub(crate) const LARGE: usize = 127;

/// The growth that a cost may have from [`SMALL`] to [`LARGE`] in comparison with the number of
/// tiles, in hundredths: so much does the power 2.4 grow. A cost in `n^2 log n` comes to 140, in
/// `n^2.5` to 199 and in `n^3` to 397.
pub(crate) const GROWTH_ALLOWED: u64 = 174;

/// The growth of a cost in comparison with the number of tiles, as the numerator and the
/// denominator of a fraction; `None` if the method takes less than an instruction a tile.
pub(crate) fn growth(small: u64, large: u64) -> Option<(u64, u64)> {
    let tiles = |n: usize| (n * n) as u64;
    (large > tiles(LARGE) * INSTRUCTION)
        .then(|| (large.saturating_mul(tiles(SMALL)), small.saturating_mul(tiles(LARGE))))
}

/// The failure of a method with these costs, in fuel, at [`SMALL`] and [`LARGE`].
pub(crate) fn too_steep(method: Method, small: u64, large: u64) -> Failure {
    let cost = large.div_ceil(small.max(1));
    let tiles = ((LARGE * LARGE) as u64).div_ceil((SMALL * SMALL) as u64);
    let mut failure =
        Failure::of(BoardCause::Steep { method, from: SMALL, to: LARGE, cost, tiles });
    failure.detail = Some(format!(
        "n = {SMALL}: {} instructions\nn = {LARGE}: {} instructions",
        small / INSTRUCTION,
        large / INSTRUCTION
    ));
    failure
}

/// The failure of a method that does not end at this dimension, though it does on small
/// boards.
pub(crate) fn unending(method: Method, n: usize) -> Failure {
    Failure::of(BoardCause::Unending { method, n })
}
