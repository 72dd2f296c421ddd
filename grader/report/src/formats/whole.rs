//! Points for platforms that want whole numbers.
//!
//! The unit is the same whatever the points are. One that depended on them, such as a tenth where that
//! is enough, would give students of one class different maxima, because parts of points and corrections
//! have more decimals than the rubric.

use grade::Change;
use grade::points::Points;

/// The points as a number of thousandths.
pub(super) fn thousandths(points: Points) -> u64 {
    points.thousandths()
}

/// A change of points as a number of thousandths.
pub(super) fn thousandths_of(change: Change) -> i64 {
    change.thousandths()
}
