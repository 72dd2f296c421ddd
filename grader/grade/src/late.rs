//! What a late policy takes off a score.

use std::fmt;

use crate::points::Points;
use crate::{Grade, Status};

/// A submission that came late, and what that costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Late {
    /// By how much it was late, such as `2 days`.
    pub by: String,
    /// What is taken off.
    pub less: Less,
}

/// What is taken off a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Less {
    /// Nothing.
    Nothing,
    /// A part of the score, in thousandths of a percent: 20 % is 20,000. At most 100,000.
    Percent(u32),
    /// So many points, or all that there are if those are fewer.
    Points(Points),
    /// All of it: it came after the last moment at which it would have counted.
    All,
}

/// All of a score, in thousandths of a percent.
const WHOLE: u32 = 100_000;

impl Less {
    /// The points that are taken off a score, never more than it has.
    ///
    /// A part is rounded down to a thousandth of a point, so in the student's favour.
    pub fn taken(self, score: Points) -> Points {
        match self {
            Self::Nothing => Points::ZERO,
            Self::Percent(part) => score.share(part.min(WHOLE), WHOLE),
            Self::Points(points) => points.min(score),
            Self::All => score,
        }
    }
}

/// Such as `-20 %`, `-3 points`, or why nothing counts.
impl fmt::Display for Less {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing is deducted"),
            Self::Percent(part) => write!(f, "-{} %", Points::from_thousandths(u64::from(*part))),
            Self::Points(points) => write!(f, "-{points} points"),
            Self::All => f.write_str("too late to count"),
        }
    }
}

impl Late {
    /// Such as `late: 2 days, -20 %`.
    pub fn line(&self) -> String {
        format!("late: {}, {}", self.by, self.less)
    }

    /// Such as `late: 2 days, -20 %, -17 points`.
    pub fn line_with(&self, taken: Points) -> String {
        match self.less {
            Less::Percent(_) | Less::All => format!("{}, -{taken} points", self.line()),
            Less::Points(points) if points != taken => {
                format!("{}, but there were only {taken}", self.line())
            }
            Less::Nothing | Less::Points(_) => self.line(),
        }
    }
}

/// What lateness takes off what the checks gave; none where they gave nothing that could become less.
pub(crate) fn taken(late: Option<&Late>, grade: &Grade, score: Option<Points>) -> Option<Points> {
    // What is no submission has no points. A correction that gives it some is of its own.
    let late = late.filter(|_| grade.status() == Status::Graded)?;
    Some(late.less.taken(score?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_rounded_for_the_student_and_never_more_than_there_is() {
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
    fn a_line_says_what_is_taken() {
        let late = |less| Late { by: "2 days".to_owned(), less };
        let points = Points::from_thousandths;
        let line = late(Less::Percent(20_000)).line_with(points(17_000));
        assert_eq!(line, "late: 2 days, -20 %, -17 points");
        assert_eq!(late(Less::Percent(2_500)).line(), "late: 2 days, -2.5 %");
        let six = late(Less::Points(points(6_000)));
        assert_eq!(six.line_with(points(6_000)), "late: 2 days, -6 points");
        assert_eq!(six.line_with(points(4_000)), "late: 2 days, -6 points, but there were only 4");
        assert_eq!(
            late(Less::All).line_with(points(17_000)),
            "late: 2 days, too late to count, -17 points"
        );
        assert_eq!(late(Less::Nothing).line_with(points(0)), "late: 2 days, nothing is deducted");
    }
}
