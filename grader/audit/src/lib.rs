//! Audits: whether an assignment tells right from wrong, found out by grading a corpus with it.
//!
//! [`run`] grades all submissions of a corpus; what is found is in [`findings`] and `ranking`, as
//! methods of [`Audit`]. [`propose`](propose::propose) chooses the puzzles that it takes.

pub mod corpus;
mod cover;
pub(crate) mod exhibit;
pub mod findings;
mod kept;
pub mod propose;
pub(crate) mod ranking;
pub mod report;

use std::collections::{BTreeMap, BTreeSet};

use base::pool;
use checks::assignment::{Assignment, RubricEntry};
use checks::grading::Grader;
use grade::check::Check;
use grade::points::Points;
use grade::{Basis, CheckGrade, Measures, Verdict, Visibility};
use sandbox::build::BuildError;

use crate::corpus::{Corpus, Labelled, ScoreRange};
use exhibit::Exhibit;
use kept::Found;
pub use kept::KeptAudits;

/// The results of grading a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The assignment, compiler and engine.
    pub basis: Basis,
    /// The checks that the assignment grades, in the order of [`Check::ALL`].
    pub checks: Vec<Check>,
    /// The names of the puzzles that the assignment has solved, in its order.
    pub puzzles: Vec<String>,
    /// The points that there are to get.
    pub max_score: Points,
    /// Whether only a part of the corpus was graded, so that nothing is known of what the rest shows.
    pub is_part: bool,
    /// The number of labels that promise points and are not held to them: they mean the points of
    /// the default assignment, and this one has others.
    pub unheld_scores: usize,
    /// The number of labels that promise facts of failures and are not held to them: they mean the
    /// default assignment, and this one tries other boards.
    pub unheld_shows: usize,
    /// The result of each submission, in the order of the corpus.
    pub outcomes: Vec<LabelOutcome>,
}

/// The result of one submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelOutcome {
    /// Its name in the corpus.
    pub name: String,
    /// The peculiarity of the submission.
    pub about: String,
    /// Whether its label names no check at all, graded or not.
    pub is_right: bool,
    /// The checks that its label names, of those that are graded.
    pub named: BTreeSet<Check>,
    /// The checks that it has to pass, by its label, of those that are graded.
    pub passes: BTreeSet<Check>,
    /// The checks of which either verdict is right, of those that are graded.
    pub may_fail: BTreeSet<Check>,
    /// The points that its label says, where it is held to them.
    pub expected_score: Option<ScoreRange>,
    /// Its points; `None` if the grader was at fault.
    pub score: Option<Points>,
    /// The share of puzzles of which `moves()` is right, in thousandths; `None` if that is not graded.
    pub solved: Option<u32>,
    /// The fuel that its searches burnt: each puzzle that was counted on, once.
    pub fuel: u64,
    /// The checks that failed, each with its fault in a sentence.
    pub failed: BTreeMap<Check, String>,
    /// The facts that its failures show, where the label wants some and is held to them.
    pub exhibits: BTreeMap<Check, Exhibit>,
    /// The checks that could not be looked at, with the check that each waits for.
    pub skipped: BTreeMap<Check, Check>,
    /// The checks at which the grader was at fault, with the message.
    pub grader_faults: BTreeMap<Check, String>,
    /// The amounts that it takes of everything that has a limit.
    pub measures: Measures,
    /// For each check of the solver that failed, the puzzles that show it, of those that were run.
    ///
    /// Where a solver exhausts one budget after the other, the rest of the puzzles are not run: see
    /// `exam`.
    pub shown: BTreeMap<Check, BTreeSet<String>>,
}

/// A step of an audit, for whoever watches.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It begins with so many submissions.
    Begin {
        /// Their number.
        submissions: usize,
    },
    /// A submission is done.
    Done {
        /// Its result, held against its label.
        outcome: &'a LabelOutcome,
        /// Whether its verdicts were kept from an earlier audit.
        is_kept: bool,
    },
}

/// The way in which a corpus is graded.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The number of submissions at once.
    pub jobs: usize,
    /// What was found out before; none if all is to be found out now.
    pub kept: Option<&'a KeptAudits>,
    /// Is told what is done.
    pub observer: &'a (dyn Fn(Event<'_>) + Sync),
}

/// Grades the submissions of a corpus, up to `jobs` at a time, and tells `observer` of each. What is in
/// `kept` is not found out again, and what is found out is kept there at once: an audit that is killed
/// goes on where it was.
///
/// The audit is the same whatever the number of jobs, if the grader has one thread for each
/// submission or several, and whatever was kept.
///
/// # Errors
///
/// If this machine lets the grader down.
pub fn run(grader: &Grader, corpus: &Corpus, work: Work<'_>) -> Result<Audit, BuildError> {
    let Work { jobs, kept, observer } = work;
    let assignment = grader.assignment();
    let default = Assignment::embedded();
    let holds_scores = is_rated_alike(assignment, &default);
    let holds_shows = !corpus.is_of_grader || is_tried_alike(assignment, &default);
    observer(Event::Begin { submissions: corpus.submissions.len() });
    let results = pool::map(jobs, &corpus.submissions, |labelled| {
        let submission = &labelled.submission;
        let before = kept.and_then(|kept| kept.get(grader, submission));
        let is_kept = before.is_some();
        let found = match before {
            Some(found) => found,
            None => Found::from(grader.grade_closely(submission, &|_| {})?),
        };
        // A cache that cannot be written costs time and nothing else.
        if let Some(kept) = kept.filter(|_| !is_kept) {
            let _ = kept.put(grader, submission, &found);
        }
        let max_score = found.grade.max_score();
        let mut outcome = LabelOutcome::of(labelled, found);
        let unheld_score = !holds_scores && outcome.expected_score.take().is_some();
        let unheld_shows = !holds_shows && outcome.forget_exhibits();
        observer(Event::Done { outcome: &outcome, is_kept });
        Ok::<_, BuildError>((max_score, outcome, unheld_score, unheld_shows))
    });
    let mut audit = Audit {
        basis: grader.basis(),
        checks: assignment.checks.iter().map(|rated| rated.check).collect(),
        puzzles: assignment.solve.iter().map(|puzzle| puzzle.name.clone()).collect(),
        is_part: corpus.is_part,
        ..Audit::default()
    };
    for result in results {
        let (max_score, outcome, unheld_score, unheld_shows) = result?;
        audit.max_score = max_score;
        audit.unheld_scores += usize::from(unheld_score);
        audit.unheld_shows += usize::from(unheld_shows);
        audit.outcomes.push(outcome);
    }
    Ok(audit)
}

/// The part of an audit that is known without grading anything: of the submissions that are in `kept`.
pub fn recall(grader: &Grader, corpus: &Corpus, kept: &KeptAudits) -> Audit {
    let assignment = grader.assignment();
    let known = |it: &Labelled| Some(LabelOutcome::of(it, kept.get(grader, &it.submission)?));
    let outcomes: Vec<LabelOutcome> = corpus.submissions.iter().filter_map(known).collect();
    Audit {
        basis: grader.basis(),
        checks: assignment.checks.iter().map(|rated| rated.check).collect(),
        is_part: outcomes.len() < corpus.submissions.len(),
        outcomes,
        ..Audit::default()
    }
}

/// The share of puzzles of which `moves()` is right, in thousandths.
fn solved(moves: &CheckGrade) -> Option<u32> {
    match (&moves.verdict, &moves.credit) {
        (Verdict::Pass, _) => Some(1000),
        (Verdict::Fail(_) | Verdict::Skipped { .. }, Some(credit)) => {
            let tally = credit.share.tally();
            (1000 * tally.correct).checked_div(tally.cases())
        }
        (Verdict::Fail(_), None) => Some(0),
        (Verdict::Skipped { .. }, None) | (Verdict::GraderError(_), _) => None,
    }
}

/// Whether two assignments grade the same checks for the same points, whoever may see them and
/// whatever puzzles they are tried on.
fn is_rated_alike(one: &Assignment, other: &Assignment) -> bool {
    let plain =
        |rated: &RubricEntry| RubricEntry { visibility: Visibility::default(), ..rated.clone() };
    one.caps == other.caps && one.checks.iter().map(plain).eq(other.checks.iter().map(plain))
}

/// Whether two assignments try submissions on the same boards within the same limits, so that a fault
/// shows in the same place.
fn is_tried_alike(one: &Assignment, other: &Assignment) -> bool {
    let is_as_strict = |rated: &RubricEntry| {
        let counterpart = other.checks.iter().find(|it| it.check == rated.check);
        counterpart.is_none_or(|it| it.forbids_hidden_state == rated.forbids_hidden_state)
    };
    (one.limits, &one.boards, &one.solve, &one.random)
        == (other.limits, &other.boards, &other.solve, &other.random)
        && one.checks.iter().all(is_as_strict)
}

impl Audit {
    /// Holds no label to what failures show: that depends on the boards that are tried.
    pub(crate) fn forget_exhibits(&mut self) {
        for outcome in &mut self.outcomes {
            self.unheld_shows += usize::from(outcome.forget_exhibits());
        }
    }
}

impl LabelOutcome {
    /// Holds its label to nothing that failures show; whether it wanted something.
    fn forget_exhibits(&mut self) -> bool {
        !std::mem::take(&mut self.exhibits).is_empty()
    }

    fn of(labelled: &Labelled, found: Found) -> Self {
        let Labelled { name, about, expected, .. } = labelled;
        let Found { grade, measures, shown, fuel } = found;
        let mut outcome = Self {
            name: name.clone(),
            about: about.clone(),
            is_right: expected.is_right(),
            expected_score: expected.score,
            score: grade.score(),
            solved: grade.check(Check::SolverMoves).and_then(solved),
            fuel,
            measures,
            shown,
            ..Self::default()
        };
        for grade in grade.checks {
            let check = grade.check;
            for (of_label, of_outcome) in [
                (&expected.fails, &mut outcome.named),
                (&expected.passes, &mut outcome.passes),
                (&expected.may_fail, &mut outcome.may_fail),
            ] {
                if of_label.contains(&check) {
                    of_outcome.insert(check);
                }
            }
            match grade.verdict {
                Verdict::Pass => {}
                Verdict::Fail(failure) => {
                    if let Some(wanted) = expected.shows.get(&check) {
                        outcome.exhibits.insert(check, Exhibit::of(wanted, &failure));
                    }
                    outcome.failed.insert(check, failure.summary);
                }
                Verdict::Skipped { because } => {
                    outcome.skipped.insert(check, because);
                }
                Verdict::GraderError(message) => {
                    outcome.grader_faults.insert(check, message);
                }
            }
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_scores_are_of_the_default_points() {
        let default = Assignment::embedded();
        let mut own = default.clone();
        own.title = "mine".to_owned();
        own.solve.truncate(5);
        own.checks[3].visibility = Visibility::Hidden;
        assert!(is_rated_alike(&own, &default));
        let mut dearer = own.clone();
        dearer.checks[3].points = Points::from_thousandths(1);
        assert!(!is_rated_alike(&dearer, &default));
        let mut stricter = own.clone();
        stricter.checks[3].forbids_hidden_state ^= true;
        assert!(!is_rated_alike(&stricter, &default));
        assert!(!is_tried_alike(&stricter, &default));
        own.checks.pop();
        assert!(!is_rated_alike(&own, &default));
    }

    #[test]
    fn what_is_shown_is_of_the_default_boards() {
        let default = Assignment::embedded();
        let mut dearer = default.clone();
        dearer.checks[3].points = Points::from_thousandths(1);
        dearer.checks.pop();
        assert!(is_tried_alike(&dearer, &default));
        let mut shorter = default.clone();
        shorter.solve.truncate(5);
        assert!(!is_tried_alike(&shorter, &default));
        let mut hidden = default.clone();
        hidden.solve[0].visibility = Visibility::Hidden;
        assert!(!is_tried_alike(&hidden, &default));

        let exhibits = BTreeMap::from([(Check::SolverMoves, Exhibit::default())]);
        let outcomes =
            vec![LabelOutcome { exhibits, ..LabelOutcome::default() }, LabelOutcome::default()];
        let mut audit = Audit { outcomes, ..Audit::default() };
        audit.forget_exhibits();
        assert_eq!(audit.unheld_shows, 1);
        assert!(audit.outcomes.iter().all(|outcome| outcome.exhibits.is_empty()));
    }
}
