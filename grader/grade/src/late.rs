//! The deduction for lateness.

use std::fmt;

use crate::points::Points;
use crate::{Grade, Status};

/// How late a submission is, and the deduction for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Late {
    /// The lateness, such as `2 days`.
    pub by: String,
    /// The deduction.
    pub less: Less,
}

/// An amount to deduct from a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Less {
    /// No deduction.
    Nothing,
    /// A percentage of the score, in thousandths of a percent, up to 100,000: 20 % is 20,000.
    Percent(u32),
    /// A number of points, up to the whole score.
    Points(Points),
    /// The whole score, because the submission was made after the cutoff.
    All,
}

/// 100 %, in thousandths of a percent.
const WHOLE: u32 = 100_000;

impl Less {
    /// Returns the points to deduct from a score, at most all of them.
    ///
    /// Percentages are rounded down to a thousandth, in the student's favor.
    pub fn taken(self, score: Points) -> Points {
        match self {
            Self::Nothing => Points::ZERO,
            // A total of several deductions can exceed 100 %.
            Self::Percent(part) => score.share(part.min(WHOLE), WHOLE),
            Self::Points(points) => points.min(score),
            Self::All => score,
        }
    }
}

/// Formats the deduction, such as `-20 %` or `-3 points`, or the reason that the submission does not count.
impl fmt::Display for Less {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing is deducted"),
            Self::Percent(part) => write!(f, "-{} %", Points::from_thousandths(u64::from(*part))),
            Self::Points(points) => write!(f, "-{}", points.with_unit()),
            Self::All => f.write_str("too late to count"),
        }
    }
}

impl Late {
    /// Formats the lateness and the deduction, such as `late: 2 days, -20 %`.
    pub fn line(&self) -> String {
        format!("late: {}, {}", self.by, self.less)
    }

    /// Formats the lateness with the deducted points, such as `late: 2 days, -20 %, -17 points`.
    pub fn line_with(&self, taken: Points) -> String {
        match self.less {
            Less::Percent(_) | Less::All => format!("{}, -{}", self.line(), taken.with_unit()),
            Less::Points(points) if points != taken => {
                format!("{}, but only {taken} were left", self.line())
            }
            Less::Nothing | Less::Points(_) => self.line(),
        }
    }
}

pub(crate) fn points_to_deduct(
    late: Option<&Late>,
    grade: &Grade,
    score: Option<Points>,
) -> Option<Points> {
    // Lateness does not reduce the points from corrections, and a rejected submission has no others.
    let late = late.filter(|_| grade.status() == Status::Graded)?;
    Some(late.less.taken(score?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deductions_are_rounded_down_and_bounded() {
        let points = |number: f64| Points::from_f64(number).unwrap();
        for (less, score, taken) in [
            (Less::Percent(20_000), 85.0, 17.0),
            (Less::Percent(33_333), 0.1, 0.033),
            (Less::Percent(10_000), 0.009, 0.0),
            (Less::Percent(100_000), 0.001, 0.001),
            (Less::Percent(u32::MAX), 2.0, 2.0),
            (Less::Points(Points::from_thousandths(1_500)), 1.0, 1.0),
            (Less::Points(Points::from_thousandths(1_500)), 2.0, 1.5),
            (Less::Nothing, 2.0, 0.0),
            (Less::All, 2.0, 2.0),
        ] {
            assert_eq!(less.taken(points(score)), points(taken), "{less:?} of {score}");
        }
    }

    #[test]
    fn a_line_states_the_deduction() {
        let late = |less| Late { by: "2 days".to_owned(), less };
        let points = Points::from_thousandths;
        let line = late(Less::Percent(20_000)).line_with(points(17_000));
        assert_eq!(line, "late: 2 days, -20 %, -17 points");
        assert_eq!(late(Less::Percent(2_500)).line(), "late: 2 days, -2.5 %");
        let six = late(Less::Points(points(6_000)));
        assert_eq!(six.line_with(points(6_000)), "late: 2 days, -6 points");
        assert_eq!(six.line_with(points(4_000)), "late: 2 days, -6 points, but only 4 were left");
        assert_eq!(
            late(Less::All).line_with(points(17_000)),
            "late: 2 days, too late to count, -17 points"
        );
        assert_eq!(late(Less::Nothing).line_with(points(0)), "late: 2 days, nothing is deducted");
    }
}
