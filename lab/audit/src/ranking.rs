//! Ranks the submissions of an audit by score and by cost.

use std::cmp::Reverse;

use grade::INSTRUCTION;

use super::{Audit, LabelOutcome};

/// The minimum fuel of a submission to mention as expensive.
/// This excludes submissions that were not run.
const NOTEWORTHY: u64 = 1_000_000 * INSTRUCTION;

/// The submissions, ranked by score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranking<'a> {
    /// All submissions, by descending score. Correct submissions precede wrong ones with the same score, and
    /// submissions with a grader error come last.
    pub outcomes: Vec<&'a LabelOutcome>,
    /// The correct submission with the lowest score.
    pub last_right: Option<&'a LabelOutcome>,
    /// The wrong submissions with at least the score of `last_right`. Ideally, there are none.
    pub overtaking: Vec<&'a LabelOutcome>,
}

impl Audit {
    pub(crate) fn rank_by_score(&self) -> Ranking<'_> {
        let mut outcomes: Vec<&LabelOutcome> = self.outcomes.iter().collect();
        // Of equal scores, correct submissions come first, so a faulty one overtakes none with its score.
        outcomes.sort_by_key(|outcome| (Reverse(outcome.score), !outcome.is_right));
        let last_right =
            outcomes.iter().rfind(|outcome| outcome.is_right && outcome.score.is_some()).copied();
        let overtakes = |outcome: &&&LabelOutcome| {
            !outcome.is_right && last_right.is_some_and(|right| outcome.score >= right.score)
        };
        let overtaking = outcomes.iter().filter(overtakes).copied().collect();
        Ranking { outcomes, last_right, overtaking }
    }

    /// Returns Spearman's rank correlation between the score and the share of solved puzzles, from -1 to 1, for
    /// submissions with both values. Returns `None` if all scores or all shares are equal.
    pub(crate) fn rank_correlation(&self) -> Option<f64> {
        let known = |outcome: &LabelOutcome| {
            Some((outcome.score?.thousandths(), u64::from(outcome.solved?)))
        };
        let (points, shares): (Vec<u64>, Vec<u64>) = self.outcomes.iter().filter_map(known).unzip();
        correlation(&ranks(&points), &ranks(&shares))
    }

    /// Returns the total fuel of all searches, and the most expensive submissions, in descending order.
    pub fn most_expensive_searches(&self, most: usize) -> (u64, Vec<&LabelOutcome>) {
        let noteworthy = self.outcomes.iter().filter(|outcome| outcome.fuel >= NOTEWORTHY);
        let mut outcomes: Vec<&LabelOutcome> = noteworthy.collect();
        outcomes.sort_by_key(|outcome| Reverse(outcome.fuel));
        outcomes.truncate(most);
        (self.outcomes.iter().map(|outcome| outcome.fuel).sum(), outcomes)
    }
}

/// Returns the rank of each value. Equal values share the mean of their ranks.
fn ranks(values: &[u64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let rank = |value: &u64| {
        let below = sorted.partition_point(|other| other < value);
        let up_to = sorted.partition_point(|other| other <= value);
        f64::midpoint(number(below + 1), number(up_to))
    };
    values.iter().map(rank).collect()
}

/// Returns Pearson's correlation, or `None` if either variable is constant.
fn correlation(xs: &[f64], ys: &[f64]) -> Option<f64> {
    let count = f64::from(u32::try_from(xs.len()).ok()?);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
    let (x_mean, y_mean) = (mean(xs), mean(ys));
    let (mut both, mut x_alone, mut y_alone) = (0.0, 0.0, 0.0);
    for (x, y) in xs.iter().zip(ys) {
        let (dx, dy) = (x - x_mean, y - y_mean);
        both += dx * dy;
        x_alone += dx * dx;
        y_alone += dy * dy;
    }
    (x_alone > 0.0 && y_alone > 0.0).then(|| both / (x_alone * y_alone).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::findings::sample;
    use super::*;

    #[test]
    fn faults_that_overtake_correct_submissions_are_listed() {
        let audit = sample::audit();
        let ranking = audit.rank_by_score();
        let names = |of: &[&LabelOutcome]| {
            of.iter().map(|outcome| outcome.name.clone()).collect::<Vec<_>>()
        };
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
        assert_eq!(ranking.last_right.map(|outcome| outcome.name.as_str()), Some("right/either"));
        assert_eq!(names(&ranking.overtaking), ["faults/missed", "faults/greedy"]);
        let outcomes = audit.outcomes.into_iter();
        let rest = Audit {
            outcomes: outcomes
                .filter(|outcome| outcome.score.is_none() || !outcome.is_right)
                .collect(),
            ..Audit::default()
        };
        assert_eq!(
            (rest.rank_by_score().last_right, rest.rank_by_score().overtaking),
            (None, vec![])
        );
    }

    #[test]
    fn rank_correlation_ranges_from_minus_one_to_one() {
        let of = |xs: &[u64], ys: &[u64]| {
            correlation(&ranks(xs), &ranks(ys)).map(|value| format!("{value:.3}"))
        };
        assert_eq!(of(&[1, 5, 100], &[2, 3, 4]).as_deref(), Some("1.000"));
        assert_eq!(of(&[1, 5, 100], &[4, 3, 2]).as_deref(), Some("-1.000"));
        // Two equal values share the ranks 1 and 2. The expected value is 1.5 / sqrt(3).
        assert_eq!(of(&[1, 1, 2], &[1, 2, 3]).as_deref(), Some("0.866"));
        assert_eq!((of(&[1, 1], &[1, 2]), of(&[], &[])), (None, None));
    }

    #[test]
    fn the_most_expensive_submissions_come_first() {
        let audit = sample::audit();
        let (total, dearest) = audit.most_expensive_searches(1);
        assert_eq!(
            dearest.iter().map(|outcome| outcome.name.as_str()).collect::<Vec<_>>(),
            ["faults/slow"]
        );
        assert_eq!(total, dearest[0].fuel / 30 * 36);
    }
}
