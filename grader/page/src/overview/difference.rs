//! Measures how well a check separates strong and weak submissions.

use grade::points::Points;

/// The minimum number of passes and of failures. With fewer, a single submission could change the conclusion.
const LEAST: usize = 5;

/// How passing a check relates to the points from other checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CheckCorrelation {
    /// Too few submissions pass or too few fail.
    TooFew,
    /// The correlation, from -1 to 1.
    Correlation(f64),
}

impl CheckCorrelation {
    /// Computes the point-biserial correlation between passing (1 or 0) and the points from other checks, because the
    /// check's own points depend on passing.
    ///
    /// All sums are exact, so the result does not depend on the platform or the order of submissions.
    pub(super) fn between(submissions: &[(bool, Points)]) -> Self {
        let passed = submissions.iter().filter(|(is_passed, _)| *is_passed).count();
        if passed < LEAST || submissions.len() - passed < LEAST {
            return Self::TooFew;
        }
        let all = i128::try_from(submissions.len()).unwrap_or(i128::MAX);
        let ones = i128::try_from(passed).unwrap_or(i128::MAX);
        let rest = |points: &Points| i128::from(points.thousandths());
        let sum: i128 = submissions.iter().map(|(_, points)| rest(points)).sum();
        let squares: i128 = submissions.iter().map(|(_, points)| rest(points).pow(2)).sum();
        let of_passed: i128 = submissions
            .iter()
            .filter(|submission| submission.0)
            .map(|(_, points)| rest(points))
            .sum();
        let spread = (all * squares - sum.pow(2)) * (all * ones - ones.pow(2));
        if spread == 0 {
            return Self::Correlation(0.0);
        }
        #[expect(clippy::cast_precision_loss, reason = "the value is rounded to two digits")]
        let correlation = (all * of_passed - ones * sum) as f64 / (spread as f64).sqrt();
        Self::Correlation(correlation)
    }

    /// Formats the correlation with two decimals, such as `0.42`.
    pub(super) fn decimals(self) -> Option<String> {
        match self {
            Self::TooFew => None,
            // Avoid `-0.00`.
            Self::Correlation(correlation) if correlation.abs() < 0.005 => Some("0.00".to_owned()),
            Self::Correlation(correlation) => Some(format!("{correlation:.2}")),
        }
    }

    /// Describes the correlation in words.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::TooFew => "too few submissions",
            // Rules of thumb for exam questions call 0.3 good.
            Self::Correlation(correlation) if correlation >= 0.3 => {
                "strong submissions pass it, weak submissions do not"
            }
            Self::Correlation(correlation) if correlation >= 0.1 => {
                "strong submissions pass it more often"
            }
            Self::Correlation(correlation) if correlation > -0.1 => {
                "almost uncorrelated with the other points"
            }
            Self::Correlation(_) => "needs attention: weak submissions pass it more often",
        }
    }

    /// Returns `true` if an instructor should review the check.
    pub(super) fn is_odd(self) -> bool {
        matches!(self, Self::Correlation(correlation) if correlation <= -0.1)
    }
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn class(points: &[(bool, u64)]) -> Vec<(bool, Points)> {
        points
            .iter()
            .map(|(passed, thousandths)| (*passed, Points::from_thousandths(*thousandths)))
            .collect()
    }

    #[test]
    fn the_correlation_is_described_in_words() {
        let of = |low: u64, high: u64| {
            let side = |passed, points| vec![(passed, points); 5];
            let all = [side(true, high), side(false, low), side(true, 50), side(false, 50)];
            CheckCorrelation::between(&class(&all.concat()))
        };
        assert_eq!(of(0, 100).sentence(), "strong submissions pass it, weak submissions do not");
        assert_eq!(of(0, 100).decimals().as_deref(), Some("0.71"));
        assert_eq!(of(100, 0).decimals().as_deref(), Some("-0.71"));
        assert!(of(100, 0).is_odd() && !of(0, 100).is_odd());
        assert_eq!(of(50, 50).decimals().as_deref(), Some("0.00"));
        assert_eq!(of(50, 50).sentence(), "almost uncorrelated with the other points");
        let few =
            CheckCorrelation::between(&class(&[vec![(true, 9); 40], vec![(false, 1); 4]].concat()));
        assert_eq!((few.decimals(), few.sentence()), (None, "too few submissions"));
    }

    /// Computes the correlation from the means and the standard deviation.
    fn by_means(class: &[(bool, u64)]) -> f64 {
        let of = |side: bool| -> Vec<f64> {
            class
                .iter()
                .filter(|submission| submission.0 == side)
                .map(|submission| submission.1 as f64)
                .collect()
        };
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let all: Vec<f64> = class.iter().map(|submission| submission.1 as f64).collect();
        let middle = mean(&all);
        let variance =
            mean(&all.iter().map(|points| (points - middle).powi(2)).collect::<Vec<_>>());
        let share = of(true).len() as f64 / all.len() as f64;
        (mean(&of(true)) - mean(&of(false))) / variance.sqrt() * (share * (1.0 - share)).sqrt()
    }

    proptest! {
        #[test]
        fn the_correlation_matches_the_textbook_formula(
            mut points in prop::collection::vec((any::<bool>(), 0_u64..100_000), 10..60),
        ) {
            for (i, submission) in points.iter_mut().take(10).enumerate() {
                submission.0 = i < 5;
            }
            prop_assume!(points.iter().any(|submission| submission.1 != points[0].1));
            let CheckCorrelation::Correlation(found) = CheckCorrelation::between(&class(&points)) else {
                panic!("there are enough");
            };
            prop_assert!((found - by_means(&points)).abs() < 1e-9, "{found}");
        }
    }
}
