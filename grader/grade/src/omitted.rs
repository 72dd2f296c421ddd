//! What a student kit omits from an assignment.

use crate::points::Points;
use crate::words::counted;

/// The parts of an assignment that a student kit omits. These are only numbers, which do not reveal what the parts are.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize,
)]
pub struct KitOmissions {
    /// Everything that the kit omits.
    pub all: OmittedCounts,
    /// The part of this that students may see after the due date.
    pub after_due_date: OmittedCounts,
    /// Whether the grader also draws puzzles and boards from a private seed.
    pub has_private_cases: bool,
}

/// Numbers of omitted parts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize,
)]
pub struct OmittedCounts {
    /// The number of checks.
    pub checks: usize,
    /// The maximum points of these checks.
    pub points: Points,
    /// The number of puzzles.
    pub puzzles: usize,
}

impl KitOmissions {
    /// Returns `true` if nothing is omitted. If so, this is the complete assignment.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Describes what is missing and when students can see it, in sentences without a final period. Returns `None` if
    /// nothing is missing.
    pub fn description(&self) -> Option<String> {
        let Self { all, after_due_date, has_private_cases } = *self;
        if self.is_nothing() {
            return None;
        }
        let drawn = has_private_cases.then(|| "drawn boards that nobody sees".to_owned());
        let parts: Vec<String> = all.nonzero_counts().into_iter().chain(drawn).collect();
        let when = if after_due_date.is_nothing() {
            "They stay hidden".to_owned()
        } else if after_due_date == all && !has_private_cases {
            "You can see them after the due date".to_owned()
        } else {
            let later = join_with_and(&after_due_date.nonzero_counts());
            format!("After the due date, you can see {later}. The rest stays hidden")
        };
        Some(format!(
            "this is not your final grade, which also depends on {}. {when}",
            join_with_and(&parts)
        ))
    }
}

impl OmittedCounts {
    fn is_nothing(self) -> bool {
        self == Self::default()
    }

    fn nonzero_counts(self) -> Vec<String> {
        let Self { checks, points, puzzles } = self;
        let checks = (checks > 0)
            .then(|| format!("{} worth {}", counted(checks, "check"), points.with_unit()));
        let puzzles = (puzzles > 0).then(|| counted(puzzles, "puzzle"));
        checks.into_iter().chain(puzzles).collect()
    }
}

impl std::ops::Add for OmittedCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            checks: self.checks + other.checks,
            points: self.points + other.points,
            puzzles: self.puzzles + other.puzzles,
        }
    }
}

fn join_with_and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_counts_what_is_missing_and_says_when_it_is_shown() {
        let counts = |checks, points: u64, puzzles| OmittedCounts {
            checks,
            points: Points::from_thousandths(points * 1000),
            puzzles,
        };
        let described = |all, after_due_date, has_private_cases| {
            KitOmissions { all, after_due_date, has_private_cases }.description()
        };
        let nothing = OmittedCounts::default();
        let texts = [
            described(counts(1, 1, 0), nothing, false),
            described(counts(2, 18, 3), counts(2, 18, 3), false),
            described(counts(2, 18, 3), counts(1, 4, 0), true),
            described(nothing, nothing, true),
        ];
        insta::assert_snapshot!(texts.map(Option::unwrap).join("\n"), @"
        this is not your final grade, which also depends on 1 check worth 1 point. They stay hidden
        this is not your final grade, which also depends on 2 checks worth 18 points and 3 puzzles. You can see them after the due date
        this is not your final grade, which also depends on 2 checks worth 18 points, 3 puzzles and drawn boards that nobody sees. After the due date, you can see 1 check worth 4 points. The rest stays hidden
        this is not your final grade, which also depends on drawn boards that nobody sees. They stay hidden
        ");
        assert_eq!(described(nothing, nothing, false), None);
    }
}
