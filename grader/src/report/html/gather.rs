//! What the overview of a class needs to know, gathered from one grade after the other, so that no
//! more than one has to be in memory.

use std::collections::BTreeMap;

use reference::puzzle::Grid;

use super::student::Student;
use crate::check::Check;
use crate::class::{Basis, Row};
use crate::grade::{Failure, Measure, Value, Verdict, Visibility};
use crate::judge::Size;
use crate::points::Points;
use crate::report::record::Outcome;

/// The place of a submission in the list of all.
pub(super) type Place = usize;

/// The checks that a submission fails, each with what is said of it.
pub(super) type Faults = Vec<(Check, String)>;

/// What is known of a class.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// A line for each submission, in order.
    pub(super) rows: Vec<Row>,
    /// What submissions were graded with, and how many with it.
    pub(super) basis: Vec<(Basis, usize)>,
    /// What became of each check.
    pub(super) checks: BTreeMap<Check, CheckFacts>,
    /// The submissions that fail the same way.
    pub(super) alike: BTreeMap<Faults, Vec<Place>>,
}

/// What became of a check over the class.
#[derive(Debug, Default)]
pub(super) struct CheckFacts {
    pub(super) max_score: Points,
    pub(super) visibility: Visibility,
    pub(super) passed: usize,
    pub(super) failed: Vec<Place>,
    pub(super) skipped: usize,
    pub(super) unknown: usize,
    /// The smallest case that shows the fault, and who has it.
    pub(super) smallest: Option<Smallest>,
    /// What each submission takes of what is limited.
    pub(super) measures: Vec<(Measure, Place)>,
}

/// A failure on a small board.
#[derive(Debug)]
pub(super) struct Smallest {
    size: CaseSize,
    pub(super) failure: Failure,
    pub(super) place: Place,
}

/// How large a case is. One with an answer shows more than one without, and that more than one
/// without a board.
type CaseSize = (u8, usize, Size);

impl Gathered {
    /// Takes in a submission.
    pub(super) fn add(&mut self, student: Student<'_>) {
        let place = self.rows.len();
        let Student { record, row } = student;
        self.rows.push(row.clone());
        let basis = Basis {
            assignment: record.assignment.clone(),
            toolchain: record.toolchain.clone(),
            engine: record.engine.clone(),
        };
        match self.basis.iter_mut().find(|(it, _)| *it == basis) {
            Some((_, count)) => *count += 1,
            None => self.basis.push((basis, 1)),
        }
        let mut faults = Faults::new();
        for check in &record.checks {
            let facts = self.checks.entry(check.check).or_default();
            facts.max_score = check.max_score;
            facts.visibility = check.visibility;
            facts.measures.extend(check.measure.clone().map(|measure| (measure, place)));
            match &check.verdict {
                Verdict::Pass => facts.passed += 1,
                Verdict::Skipped { .. } => facts.skipped += 1,
                Verdict::GraderError(_) => facts.unknown += 1,
                Verdict::Fail(failure) => {
                    facts.failed.push(place);
                    facts.show(failure, place);
                    faults.push((check.check, failure.summary.clone()));
                }
            }
        }
        if record.outcome == Outcome::Graded && !faults.is_empty() {
            self.alike.entry(faults).or_default().push(place);
        }
    }
}

impl CheckFacts {
    /// Keeps the smaller of two cases; of two alike, the first.
    fn show(&mut self, failure: &Failure, place: Place) {
        let size = size(failure);
        if self.smallest.as_ref().is_none_or(|smallest| size < smallest.size) {
            self.smallest = Some(Smallest { size, failure: failure.clone(), place });
        }
    }
}

fn size(failure: &Failure) -> CaseSize {
    let Some(evidence) = &failure.evidence else { return (2, 0, Size::SMALLEST) };
    let has_answer =
        [&evidence.expected, &evidence.actual].into_iter().any(|it| *it != Value::Nothing);
    // What is no board has rows, though no distance from the goal.
    let size = Grid::new(&evidence.tiles).map(|_| Size::of_tiles(&evidence.tiles));
    (u8::from(!has_answer), evidence.tiles.len(), size.unwrap_or(Size::SMALLEST))
}
