//! Trials: comparisons of a submission with worse versions of it.

use std::fmt;

use audit::corpus::Labelled;
use base::seed;
use checks::grading::Grader;
use grade::check::Check;
use grade::{Grade, Verdict};
use sandbox::build::BuildError;

use crate::fault::{
    BOARD_METHODS, BoardFault, Faults, Misbehavior, SOLVER_METHODS, SolverFault, Where,
};
use crate::{laws, wrapper};

/// A submission in several versions, and the pairs of versions to compare.
pub(crate) struct VersionedSubmission<'a> {
    labelled: &'a Labelled,
    /// The faults of each version.
    versions: Vec<Faults>,
    /// Pairs of indices: a better version and a worse one.
    pairs: Vec<(usize, usize)>,
}

#[derive(Default)]
pub(crate) struct VersionsOutcome {
    name: String,
    scores: Vec<String>,
    /// The number of compared pairs: zero if the submission does not compile in the wrapper.
    pub(crate) pairs: usize,
    pub(crate) violations: Vec<String>,
}

/// Draws random trials with at least `pairs` pairs.
pub(crate) fn draw_trials(
    submissions: &[Labelled],
    pairs: usize,
    seed: u64,
) -> Vec<VersionedSubmission<'_>> {
    let mut random = seed;
    let mut trials = Vec::new();
    let mut drawn = 0;
    while drawn < pairs {
        let labelled = draw_one(submissions, &mut random);
        let shape = seed::random_below(&mut random, 5);
        let trial = match shape {
            0 => versions_by_expansion(labelled, &mut random),
            1 => versions_by_kind(labelled, &mut random),
            2 => versions_by_board(labelled, &mut random),
            3 => versions_by_comment(labelled),
            _ => two_faults(labelled, &mut random),
        };
        drawn += trial.pairs.len();
        trials.push(trial);
    }
    trials
}

/// Draws trials with at least `pairs` pairs, or all of them, for submissions without hidden state: a board of any size can
/// hide that it changes if its calls do not return.
pub(crate) fn draw_board_size_trials(
    submissions: &[Labelled],
    pairs: usize,
    seed: u64,
) -> Vec<VersionedSubmission<'_>> {
    let is_stateless = |labelled: &&Labelled| {
        intake::hidden_state(&labelled.submission).iter().all(|(_, states)| states.is_empty())
    };
    let mut trials = Vec::new();
    for labelled in submissions.iter().filter(is_stateless) {
        for method in ["new"].into_iter().chain(BOARD_METHODS) {
            trials.extend(FROM.map(|rows| versions_by_size(labelled, method, rows)));
        }
    }
    let mut random = seed;
    while trials.len() > pairs.div_ceil(2) {
        trials.swap_remove(seed::random_below(&mut random, trials.len()));
    }
    trials
}

/// A dimension in each class of sizes.
const FROM: [u32; 6] = [2, 3, 4, 5, 11, 17];

/// Creates versions in which a method is wrong from some size on, or does not return.
fn versions_by_size<'a>(
    labelled: &'a Labelled,
    method: &'static str,
    rows: u32,
) -> VersionedSubmission<'a> {
    let versions = [Misbehavior::Wrong, Misbehavior::Panic, Misbehavior::Loop].map(|kind| {
        let board = Some(BoardFault { method, rows, kind });
        Faults { board, ..Faults::default() }
    });
    VersionedSubmission { labelled, versions: versions.into(), pairs: vec![(0, 1), (0, 2)] }
}

/// Draws a fault, and creates versions where it applies after fewer and fewer expansions.
fn versions_by_expansion<'a>(labelled: &'a Labelled, random: &mut u64) -> VersionedSubmission<'a> {
    let kind = *draw_one(&Misbehavior::ALL, random);
    // From hardly ever wrong to wrong in almost every search.
    let at = [5_000, 500, 50, 5].map(Where::Expansion);
    let faults =
        at.map(|at| Faults { solver: Some(SolverFault { at, kind }), ..Faults::default() });
    let versions = [&[Faults::default()], &faults[..]].concat();
    let pairs = (1..versions.len()).map(|worse| (worse - 1, worse)).collect();
    VersionedSubmission { labelled, versions, pairs }
}

/// Draws a condition, and creates a version for each kind of fault. For example, looping should not score better than a
/// wrong result.
fn versions_by_kind<'a>(labelled: &'a Labelled, random: &mut u64) -> VersionedSubmission<'a> {
    let at = draw_trigger(random);
    let faults = Misbehavior::ALL
        .map(|kind| Faults { solver: Some(SolverFault { at, kind }), ..Faults::default() });
    let versions = [&[Faults::default()], &faults[..]].concat();
    let number = |kind: Misbehavior| {
        1 + Misbehavior::ALL.iter().position(|other| *other == kind).unwrap_or(0)
    };
    let mut pairs: Vec<(usize, usize)> = (1..versions.len()).map(|worse| (0, worse)).collect();
    pairs.extend(
        [Misbehavior::Wrong, Misbehavior::Deny]
            .map(|answer| (number(answer), number(Misbehavior::Loop))),
    );
    VersionedSubmission { labelled, versions, pairs }
}

/// Draws a fault in a board, and creates versions where it applies to smaller and smaller boards.
fn versions_by_board<'a>(labelled: &'a Labelled, random: &mut u64) -> VersionedSubmission<'a> {
    let method = *draw_one(&BOARD_METHODS, random);
    let kind = *draw_one(
        &[Misbehavior::Wrong, Misbehavior::Panic, Misbehavior::Loop, Misbehavior::Allocate],
        random,
    );
    // From wrong on a few large boards to wrong on all.
    let faults = [32, 5, 3, 2].map(|rows| {
        let board = Some(BoardFault { method, rows, kind });
        Faults { board, ..Faults::default() }
    });
    let versions = [&[Faults::default()], &faults[..]].concat();
    let pairs = (1..versions.len()).map(|worse| (worse - 1, worse)).collect();
    VersionedSubmission { labelled, versions, pairs }
}

/// Draws two faults, and creates versions with both, either, or neither of them.
fn two_faults<'a>(labelled: &'a Labelled, random: &mut u64) -> VersionedSubmission<'a> {
    let solver =
        Some(SolverFault { at: draw_trigger(random), kind: *draw_one(&Misbehavior::ALL, random) });
    let method = *draw_one(&BOARD_METHODS, random);
    let kind = *draw_one(&[Misbehavior::Wrong, Misbehavior::Panic], random);
    let board = Some(BoardFault { method, rows: *draw_one(&[2, 3, 5, 17], random), kind });
    let versions = vec![
        Faults::default(),
        Faults { solver, ..Faults::default() },
        Faults { board, ..Faults::default() },
        Faults { solver, board, ..Faults::default() },
    ];
    VersionedSubmission { labelled, versions, pairs: vec![(0, 1), (0, 2), (1, 3), (2, 3)] }
}

/// Creates versions that differ only in a comment, so neither may have a better grade.
fn versions_by_comment(labelled: &Labelled) -> VersionedSubmission<'_> {
    let comments = [1, 2, 3].map(|number| Faults { comment: Some(number), ..Faults::default() });
    let versions = [&[Faults::default()], &comments[..]].concat();
    let pairs = (1..versions.len()).flat_map(|other| [(0, other), (other, 0)]).collect();
    VersionedSubmission { labelled, versions, pairs }
}

/// Draws when or where a fault shows.
fn draw_trigger(random: &mut u64) -> Where {
    let number = |numbers: &[u32], random: &mut u64| *draw_one(numbers, random);
    match seed::random_below(random, 5) {
        0 => Where::Expansion(number(&[2, 5, 20, 100, 500, 2_500, 20_000, 100_000], random)),
        1 => Where::Rows(number(&[2, 3, 4, 5, 8, 16], random)),
        2 => Where::Longer(number(&[0, 2, 10, 18, 24, 60], random)),
        3 => Where::Unsolvable,
        _ => Where::Method(draw_one::<&str>(&SOLVER_METHODS, random)),
    }
}

fn draw_one<'a, T>(from: &'a [T], random: &mut u64) -> &'a T {
    &from[seed::random_below(random, from.len())]
}

impl VersionedSubmission<'_> {
    pub(crate) fn check_laws(&self, grader: &Grader) -> Result<VersionsOutcome, BuildError> {
        let name = self.labelled.name.clone();
        let mut found: Vec<Grade> = Vec::new();
        for faults in &self.versions {
            let Some(grade) = self.grade(grader, *faults)? else {
                return Ok(VersionsOutcome { name, ..VersionsOutcome::default() });
            };
            found.push(grade);
        }
        let mut violations = Vec::new();
        for (better, worse) in &self.pairs {
            let (from, to) = (self.versions[*better], self.versions[*worse]);
            let (better, worse) = (&found[*better], &found[*worse]);
            let mut broken = laws::violations(better, worse);
            // Only the board has changed, so the solver must not be blamed.
            if from.solver == to.solver && from.board != to.board {
                broken.extend(laws::blamed_on_solver(better, worse));
            }
            let stops =
                |fault: BoardFault| matches!(fault.kind, Misbehavior::Panic | Misbehavior::Loop);
            if let Some(wrong) = from.board.filter(|fault| fault.kind == Misbehavior::Wrong)
                && to.board.is_some_and(stops)
            {
                broken.extend(laws::hidden_by(wrong, better, worse));
            }
            for violation in broken {
                violations.push(format!("VIOLATION {name}: {violation}: {from} -> {to}"));
            }
        }
        let scores = found.iter().zip(&self.versions).map(|(grade, faults)| {
            let score = grade.score().map_or_else(|| "-".to_owned(), |score| score.to_string());
            format!("{score} {faults}")
        });
        Ok(VersionsOutcome { name, scores: scores.collect(), pairs: self.pairs.len(), violations })
    }

    /// Grades a version. If all boards are wrong, the solver is of no interest. Returns `None` if the version does not
    /// compile.
    fn grade(&self, grader: &Grader, faults: Faults) -> Result<Option<Grade>, BuildError> {
        let submission = wrapper::wrap_with_faults(&self.labelled.submission, faults);
        if self.versions.iter().all(|faults| faults.board.is_some()) {
            let board = grader.grade_board(&submission, &[Check::BoardMemory], &|_| {})?;
            return Ok(board.map(|graded| graded.grade));
        }
        Ok(Some(grader.grade(&submission, &|_| {})?).filter(does_compile))
    }
}

fn does_compile(grade: &Grade) -> bool {
    [Check::CompileBuild, Check::CompileApi]
        .iter()
        .all(|check| grade.check(*check).is_some_and(|graded| graded.verdict == Verdict::Pass))
}

/// Writes the scores on one line, followed by a line per violation.
impl fmt::Display for VersionsOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, scores, violations, .. } = self;
        let scores =
            if scores.is_empty() { "does not compile".to_owned() } else { scores.join("; ") };
        write!(f, "{name}: {scores}")?;
        violations.iter().try_for_each(|violation| write!(f, "\n{violation}"))
    }
}
