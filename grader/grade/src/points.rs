//! Points as exact decimal numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Serialize};

/// A number of points, stored in thousandths, so that sums are exact and identical on all machines.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize,
)]
pub struct Points(u64);

impl Points {
    /// Zero points.
    pub const ZERO: Self = Self(0);

    /// The maximum points for a check.
    /// A million points, far more than any rubric gives. A hundred checks with as many are still exact as a float.
    pub const MAX: Self = Self(1_000_000_000);

    /// Creates points from thousandths.
    pub const fn from_thousandths(thousandths: u64) -> Self {
        Self(thousandths)
    }

    /// Returns the number of thousandths.
    pub const fn thousandths(self) -> u64 {
        self.0
    }

    /// Converts points from a rubric. This is `None` for a number that is negative, not finite, greater than
    /// [`MAX`](Self::MAX), or has more than three decimals.
    pub fn from_f64(points: f64) -> Option<Self> {
        let thousandths = points * 1000.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
        let rounded = thousandths.round() as u64;
        #[expect(clippy::cast_precision_loss, reason = "small enough to be exact as a float")]
        let exact = (0.0..=Self::MAX.0 as f64).contains(&thousandths)
            // A decimal number is rarely exact in binary, but the error is much smaller than this.
            && (thousandths - rounded as f64).abs() < 1e-6;
        exact.then_some(Self(rounded))
    }

    /// Returns the number with its unit: `1 point`, `2.5 points`.
    pub fn with_unit(self) -> String {
        let unit = if self == Self(1000) { "point" } else { "points" };
        format!("{self} {unit}")
    }

    /// Returns the fraction `held / of` of these points. This is rounded down to a thousandth, so you get full points
    /// only for a full share. If `of` is zero, then so is the result.
    #[must_use]
    pub fn share(self, held: u32, of: u32) -> Self {
        let product = u128::from(self.0) * u128::from(held);
        let part = product.checked_div(u128::from(of)).unwrap_or_default();
        Self(u64::try_from(part).unwrap_or(u64::MAX))
    }

    /// Scales points from a maximum of `of` to a maximum of `to`. This is rounded to a hundredth, halves up, because
    /// gradebooks show two decimals. If `of` is zero, then so is the result.
    #[must_use]
    pub fn scaled(self, of: Self, to: Self) -> Self {
        let product = u128::from(self.0) * u128::from(to.0);
        let of = u128::from(of.0);
        // Points are in thousandths, so a hundredth is 10 of them. Twice the product plus `of` times 10 rounds halves up.
        let hundredths = (product * 2 + of * 10).checked_div(of * 20).unwrap_or_default();
        Self(u64::try_from(hundredths * 10).unwrap_or(u64::MAX))
    }

    /// Subtracts points, down to zero.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        // A score is never negative.
        Self(self.0.saturating_sub(other.0))
    }

    /// Converts the points to a float, for JSON and the like.
    #[expect(clippy::cast_precision_loss, reason = "small enough to be exact as a float")]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Self::add)
    }
}

/// Formats points without trailing zeros, such as `87.5` or `100`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.0 / 1000, self.0 % 1000) {
            (whole, 0) => whole.to_string(),
            (whole, part) => format!("{whole}.{part:03}").trim_end_matches('0').to_owned(),
        };
        f.pad_integral(true, "", &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_point_is_singular() {
        for (thousandths, text) in [(0, "0 points"), (1000, "1 point"), (1500, "1.5 points")] {
            assert_eq!(Points::from_thousandths(thousandths).with_unit(), text);
        }
    }

    #[test]
    fn shares_are_exact_and_never_the_whole() {
        let points = |number: f64| Points::from_f64(number).unwrap();
        assert_eq!(points(18.0).share(12, 14), points(15.428));
        assert_eq!(points(4.0).share(2, 3), points(2.666));
        assert_eq!(points(1.0).share(999_999, 1_000_000), points(0.999));
        assert_eq!(points(0.001).share(1, 2), Points::ZERO);
        assert_eq!(Points::MAX.share(u32::MAX - 1, u32::MAX), Points(999_999_999));
        assert_eq!([points(4.0).share(1, 0), points(4.0).share(0, 3)], [Points::ZERO; 2]);
        assert_eq!(points(4.0).without(points(1.5)), points(2.5));
        assert_eq!(points(1.0).without(points(4.0)), Points::ZERO);
    }

    #[test]
    fn points_are_scaled_to_the_hundredth() {
        let points = |number: f64| Points::from_f64(number).unwrap();
        for (held, of, to, expected) in [
            (95.0, 100.0, 10.0, 9.5),
            (33.35, 100.0, 10.0, 3.34),
            (33.349, 100.0, 10.0, 3.33),
            (1.0, 3.0, 100.0, 33.33),
            (2.0, 3.0, 100.0, 66.67),
            (100.0, 100.0, 7.5, 7.5),
            (120.0, 100.0, 10.0, 12.0),
            (0.0, 100.0, 10.0, 0.0),
        ] {
            assert_eq!(points(held).scaled(points(of), points(to)), points(expected), "{held}");
        }
        assert_eq!(points(1.0).scaled(Points::ZERO, points(10.0)), Points::ZERO);
        assert_eq!(Points::MAX.scaled(Points::MAX, Points::MAX), Points::MAX);
    }

    #[test]
    fn points_are_exact() {
        let sum: Points = std::iter::repeat_n(Points::from_f64(0.1).unwrap(), 10).sum();
        assert_eq!(sum, Points::from_f64(1.0).unwrap());
        assert_eq!(Points::from_f64(87.5).unwrap().to_string(), "87.5");
        assert_eq!(Points::from_f64(0.125).unwrap().to_string(), "0.125");
        assert_eq!(format!("{:>5}", Points::from_f64(4.0).unwrap()), "    4");
        for bad in [-1.0, f64::NAN, f64::INFINITY, 0.000_1, 1e9] {
            assert_eq!(Points::from_f64(bad), None, "{bad}");
        }
    }
}
