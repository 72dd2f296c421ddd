//! Collects the class statistics for the overview. Only one grade needs to be in memory at a time.

use std::collections::BTreeMap;

use base::square::distance;
use grade::check::Check;
use grade::points::Points;
use grade::view::{Finding, View};
use grade::{Basis, Cause, Failure, Measure, PointsChange, Status, Tile, Tiles, Value, Visibility};

use super::score::is_corrected;
use super::submission::Submitter;

/// An index into [`Gathered::rows`].
pub(super) type RowIndex = usize;

/// The checks that a submission fails, with their causes.
pub(super) type Faults = Vec<(Check, Option<Cause>)>;

/// The statistics of a class.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// One row per submission, in the order added.
    pub(super) rows: Vec<StudentRow>,
    /// The distinct assignments and tools, with counts.
    pub(super) basis: Vec<(Basis, usize)>,
    pub(super) checks: BTreeMap<Check, CheckFacts>,
    /// The submissions, grouped by their failures.
    pub(super) alike: BTreeMap<Faults, Vec<RowIndex>>,
}

#[derive(Debug)]
pub(super) struct StudentRow {
    pub(super) name: String,
    pub(super) submitter: Submitter,
    /// The deduction for lateness.
    pub(super) taken: Option<PointsChange>,
    /// The id of the group of submissions that fail in the same way, for corrections.
    pub(super) group: Option<String>,
    pub(super) status: Status,
    /// The reason for a rejection.
    pub(super) reason: Option<String>,
    pub(super) change: Option<PointsChange>,
    pub(super) score: Option<Points>,
    pub(super) max_score: Points,
    /// Whether criteria are not graded by hand yet, so that the score is withheld or partial.
    pub(super) is_incomplete: bool,
    pub(super) failed: Vec<Check>,
    /// Whether there are corrections or comments.
    pub(super) is_corrected: bool,
}

#[derive(Debug, Default)]
pub(super) struct CheckFacts {
    pub(super) max_score: Points,
    pub(super) visibility: Visibility,
    pub(super) passed: usize,
    pub(super) failed: Vec<RowIndex>,
    /// For each submission with a verdict, whether it passes, and the points from other checks.
    pub(super) beside: Vec<(bool, Points)>,
    pub(super) skipped: usize,
    pub(super) unknown: usize,
    /// The smallest failing case in the class.
    pub(super) smallest: Option<Smallest>,
    /// The measurements with a limit.
    pub(super) measures: Vec<(Measure, RowIndex)>,
}

#[derive(Debug)]
pub(super) struct Smallest {
    size: CaseSize,
    pub(super) failure: Failure,
    pub(super) place: RowIndex,
}

/// The sort key for cases: those with a result come first, then those without, then those without a board. Each kind is
/// ordered by the size of the board, then by the distances.
type CaseSize = (u8, usize, (usize, usize));

impl Gathered {
    pub(super) fn add_submission(
        &mut self,
        view: &View,
        submitter: &Submitter,
        group: Option<&str>,
    ) {
        let place = self.rows.len();
        self.rows.push(StudentRow::new(view, submitter, group));
        let basis = &view.provenance.basis;
        match self.basis.iter_mut().find(|(other, _)| other == basis) {
            Some((_, count)) => *count += 1,
            None => self.basis.push((basis.clone(), 1)),
        }
        let mut faults = Faults::new();
        let all: Points = view.checks.iter().filter_map(|check| check.found).sum();
        for check in &view.checks {
            let facts = self.checks.entry(check.check).or_default();
            facts.max_score = check.max_score;
            facts.visibility = check.visibility;
            facts.measures.extend(check.measure.clone().map(|measure| (measure, place)));
            if check.is_failed() || check.finding == Finding::Pass {
                let rest = all.without(check.found.unwrap_or_default());
                facts.beside.push((!check.is_failed(), rest));
            }
            match &check.finding {
                Finding::Pass => facts.passed += 1,
                Finding::Skipped { .. } => facts.skipped += 1,
                Finding::GraderError(_) => facts.unknown += 1,
                Finding::FailUnseen => facts.failed.push(place),
                Finding::Fail(failure) => {
                    facts.failed.push(place);
                    facts.keep_if_smallest(failure, place);
                    faults.push((check.check, failure.cause.clone()));
                }
            }
        }
        if view.status == Status::Graded && !faults.is_empty() {
            self.alike.entry(faults).or_default().push(place);
        }
    }
}

impl StudentRow {
    /// Returns the score for statistics, unless it is partial.
    pub(super) fn counted_score(&self) -> Option<Points> {
        self.score.filter(|_| !self.is_incomplete)
    }

    fn new(view: &View, submitter: &Submitter, group: Option<&str>) -> Self {
        // A deduction for lateness is not a correction.
        let taken = view.late.as_ref().map_or(Points::ZERO, |late| late.taken);
        let late = PointsChange::between(Points::ZERO, taken);
        // A correction of a rejected submission gives points to a submission without any.
        let none = (view.status == Status::Rejected).then_some(Points::ZERO);
        let change = view
            .found
            .or(none)
            .zip(view.automatic())
            .map(|(old, new)| PointsChange::between(old, new) + late);
        Self {
            name: view.submission.clone(),
            submitter: submitter.clone(),
            taken: (taken > Points::ZERO).then(|| PointsChange::between(taken, Points::ZERO)),
            group: group.map(str::to_owned),
            status: view.status,
            reason: view.rejection.clone(),
            change: change.filter(|_| is_corrected(view)),
            score: view.score,
            max_score: view.max_score,
            is_incomplete: view.is_incomplete(),
            failed: view
                .checks
                .iter()
                .filter(|check| check.is_failed())
                .map(|check| check.check)
                .collect(),
            is_corrected: view.all_corrections().any(|correction| correction.late.is_none()),
        }
    }
}

impl CheckFacts {
    /// Stores the case if it is the smallest.
    fn keep_if_smallest(&mut self, failure: &Failure, place: RowIndex) {
        let size = case_size(failure);
        if self.smallest.as_ref().is_none_or(|smallest| size < smallest.size) {
            self.smallest = Some(Smallest { size, failure: failure.clone(), place });
        }
    }
}

fn case_size(failure: &Failure) -> CaseSize {
    let Some(evidence) = &failure.evidence else { return (2, 0, (0, 0)) };
    let has_answer =
        [&evidence.expected, &evidence.actual].into_iter().any(|value| *value != Value::Nothing);
    // Invalid boards have no distances.
    let tiles = &evidence.tiles;
    let distances =
        if tiles.is_board() { count_misplaced_and_sum_distances(tiles) } else { (0, 0) };
    (u8::from(!has_answer), tiles.len(), distances)
}

fn count_misplaced_and_sum_distances(tiles: &Tiles) -> (usize, usize) {
    let n = tiles.len();
    let way = |(cell, tile): (usize, &Tile)| match usize::from(*tile) {
        0 => 0,
        tile => distance(n, cell, tile - 1),
    };
    let ways = || tiles.iter().flatten().enumerate().map(way);
    (ways().filter(|way| *way > 0).count(), ways().sum())
}

#[cfg(test)]
mod tests {
    use grade::cause::SolverCause;
    use grade::view::{Audience, Corrected};
    use grade::{Evidence, Tiles};
    use samples::{fail, grade, pass};

    use super::*;

    fn gathered(failures: &[Option<Failure>]) -> Gathered {
        let mut gathered = Gathered::default();
        for failure in failures {
            let found = match failure {
                Some(failure) => fail(Check::SolverMoves, failure.clone()),
                None => pass(Check::SolverMoves),
            };
            let grade = grade([(found, 4.0)]);
            let view = Corrected::from(&grade).view(Audience::Instructor);
            gathered.add_submission(&view, &Submitter::default(), None);
        }
        gathered
    }

    fn on(tiles: Tiles, actual: Value) -> Failure {
        let evidence = Evidence { tiles, actual, ..Evidence::default() };
        Failure::from_summary("wrong").with_evidence(evidence)
    }

    #[test]
    fn the_smallest_case_with_an_answer_is_kept() {
        let small = vec![vec![1, 0], vec![3, 2]];
        let near = vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 0, 8]];
        let far = vec![vec![8, 2, 3], vec![4, 5, 6], vec![7, 0, 1]];
        let number = Value::Number(1);
        let failures = [
            Some(Failure::from_summary("no case")),
            Some(on(small.clone().into(), Value::Nothing)),
            Some(on(far.clone().into(), number.clone())),
            None,
            Some(on(near.clone().into(), number.clone())),
            Some(on(near.into(), number)),
        ];
        // The index of the smallest case of the first `count` submissions.
        let smallest = |count: usize| {
            let gathered = gathered(&failures[..count]);
            gathered.checks[&Check::SolverMoves].smallest.as_ref().map(|smallest| smallest.place)
        };
        assert_eq!([1, 2, 3, 5, 6].map(smallest), [Some(0), Some(1), Some(2), Some(4), Some(4)]);
        let no_board = on(vec![vec![1, 1], vec![]].into(), Value::Number(1));
        assert!(
            case_size(&no_board) < case_size(&on(far.into(), Value::Number(1))),
            "it has fewer rows"
        );
    }

    #[test]
    fn submissions_with_the_same_failures_are_grouped() {
        let wrong = |more| Some(Failure::from_cause(SolverCause::TooLong { more, flaw: None }));
        let other_words = wrong(2).map(|failure| Failure { summary: "b".to_owned(), ..failure });
        let gathered = gathered(&[wrong(2), wrong(4), None, other_words]);
        let groups: Vec<_> = gathered.alike.values().collect();
        assert_eq!(groups, [&vec![0, 3], &vec![1]]);
        let facts = &gathered.checks[&Check::SolverMoves];
        assert_eq!((facts.passed, facts.failed.as_slice()), (1, &[0, 1, 3][..]));
        assert_eq!(gathered.basis.len(), 1);
        assert_eq!(gathered.basis[0].1, 4);
    }
}
