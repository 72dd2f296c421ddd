//! The submissions of an audit in an order: by their points, and by what they take to grade.

use std::cmp::Reverse;

use grade::INSTRUCTION;

use super::{Audit, LabelOutcome};

/// The least fuel of a submission's searches at which it is worth naming.
const NOTEWORTHY: u64 = 1_000_000 * INSTRUCTION;

/// The submissions by their points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranking<'a> {
    /// All of them, those with most points first, and of several with as many the right ones first.
    /// Submissions that the grader could not grade as a whole come last.
    pub outcomes: Vec<&'a LabelOutcome>,
    /// The right one with the fewest points.
    pub last_right: Option<&'a LabelOutcome>,
    /// The wrong ones that have as many points as that, or more. In an honest list there are none.
    pub overtaking: Vec<&'a LabelOutcome>,
}

impl Audit {
    /// The submissions by their points.
    pub(crate) fn ranking(&self) -> Ranking<'_> {
        let mut outcomes: Vec<&LabelOutcome> = self.outcomes.iter().collect();
        outcomes.sort_by_key(|it| (Reverse(it.score), !it.is_right));
        let last_right = outcomes.iter().rfind(|it| it.is_right && it.score.is_some()).copied();
        let overtakes = |it: &&&LabelOutcome| {
            !it.is_right && last_right.is_some_and(|right| it.score >= right.score)
        };
        let overtaking = outcomes.iter().filter(overtakes).copied().collect();
        Ranking { outcomes, last_right, overtaking }
    }

    /// The fuel of the searches of all submissions, and the dearest submissions, the dearest first.
    pub fn dearest(&self, most: usize) -> (u64, Vec<&LabelOutcome>) {
        let noteworthy = self.outcomes.iter().filter(|it| it.fuel >= NOTEWORTHY);
        let mut outcomes: Vec<&LabelOutcome> = noteworthy.collect();
        outcomes.sort_by_key(|it| Reverse(it.fuel));
        outcomes.truncate(most);
        (self.outcomes.iter().map(|it| it.fuel).sum(), outcomes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings::sample;
    use super::*;

    #[test]
    fn right_ones_should_have_the_most_points() {
        let audit = sample::audit();
        let ranking = audit.ranking();
        let names = |of: &[&LabelOutcome]| of.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        let order = [
            "right/plain",
            "faults/missed",
            "right/lazy",
            "right/either",
            "faults/greedy",
            "faults/slow",
            "right/broken",
        ];
        assert_eq!(names(&ranking.outcomes), order);
        assert_eq!(ranking.last_right.map(|it| it.name.as_str()), Some("right/either"));
        assert_eq!(names(&ranking.overtaking), ["faults/missed", "faults/greedy"]);
        // A submission without points is no measure of others.
        let outcomes = audit.outcomes.into_iter();
        let rest = Audit {
            outcomes: outcomes.filter(|it| it.score.is_none() || !it.is_right).collect(),
            ..Audit::default()
        };
        assert_eq!((rest.ranking().last_right, rest.ranking().overtaking), (None, vec![]));
    }

    #[test]
    fn the_dearest_come_first() {
        let audit = sample::audit();
        let (total, dearest) = audit.dearest(1);
        assert_eq!(dearest.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["faults/slow"]);
        assert_eq!(total, dearest[0].fuel / 30 * 36);
    }
}
