//! The facts about an assignment that students may know.

use assignment::{Assignment, Puzzle, RandomPuzzles, RubricEntry, RunLimits, Tests};
use grade::CapRule;
use grade::check::Check;
use grade::hand::Criterion;
use grade::points::Points;
use grade::view::Audience;
use late::{Attempts, Policy};

use super::Files;

/// Facts about an assignment that students may know.
///
/// These do not reveal hidden parts, except for the total hidden points and whether there are hidden puzzles, which
/// reports show as well.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The title of the assignment.
    pub(crate) title: String,
    /// The name of the course.
    pub(crate) course: Option<String>,
    /// The visible checks, in the order of [`Check::ALL`]. They require only visible checks.
    pub(crate) checks: Vec<RubricEntry>,
    /// The total points for all hidden checks.
    pub(crate) hidden: Points,
    /// The caps on the score.
    pub(crate) caps: Vec<CapRule>,
    /// The limits on time and memory.
    pub(crate) limits: RunLimits,
    /// The visible puzzles for the solver.
    pub(crate) puzzles: Vec<Puzzle>,
    /// Whether there are hidden puzzles.
    pub(crate) has_hidden_puzzles: bool,
    /// Whether there are cases that the program draws from a private seed.
    pub(crate) has_private_cases: bool,
    /// The number of random boards per submission, if students may know it.
    pub(crate) random: Option<usize>,
    /// How students' tests are graded, or `None` if they are not.
    pub(crate) tests: Option<Tests>,
    /// The late policy, with the due date and the deductions.
    pub(crate) late: Option<Policy>,
    /// The criteria that are graded by hand, and that students may see.
    pub(crate) criteria: Vec<Criterion>,
    /// The rules that decide which attempts count.
    pub(crate) attempts: Option<Attempts>,
    /// The assignment for students to grade their code, or `None` for the default assignment.
    pub(crate) kit: Option<Files>,
}

impl Terms {
    /// Collects the facts. `seen` is the part of the assignment that students may see. It is included as a student kit
    /// if this is the instructor's own assignment.
    pub fn new(assignment: &Assignment, seen: &Assignment, is_own: bool) -> Self {
        let is_seen = |visibility| Audience::Student.sees(visibility);
        let mut checks = assignment.checks.clone();
        checks.retain(|rated| is_seen(rated.visibility));
        let shown: Vec<Check> = checks.iter().map(|rated| rated.check).collect();
        for rated in &mut checks {
            rated.requires.retain(|needed| shown.contains(needed));
        }
        // A cap above the visible points is not in the kit, but will still apply to the total.
        let mut caps = assignment.caps.clone();
        caps.retain(|cap| cap.unless.check().is_none_or(|check| shown.contains(&check)));
        let all: Points = assignment.checks.iter().map(|rated| rated.points).sum();
        let mut puzzles = assignment.solve.iter().chain(&assignment.boards);
        Self {
            title: assignment.title.clone(),
            course: assignment.course.clone(),
            hidden: all.without(checks.iter().map(|rated| rated.points).sum()),
            checks,
            caps,
            limits: assignment.limits,
            puzzles: seen.solve.clone(),
            has_hidden_puzzles: puzzles.any(|puzzle| !is_seen(puzzle.visibility)),
            has_private_cases: assignment.private.is_some(),
            random: seen.random.as_ref().map(RandomPuzzles::count_drawn).filter(|count| *count > 0),
            tests: seen.tests.clone(),
            late: assignment.late.clone(),
            criteria: assignment
                .hand
                .iter()
                .flat_map(|hand| hand.criteria.clone())
                .filter(|criterion| is_seen(criterion.visibility))
                .collect(),
            attempts: assignment.attempts,
            // Written anew from what was read, so that nothing hidden can be copied.
            kit: is_own.then(|| seen.texts()),
        }
    }

    pub(crate) fn has_check(&self, check: Check) -> bool {
        self.checks.iter().any(|rated| rated.check == check)
    }

    /// Returns the sum of the visible points.
    pub fn points(&self) -> Points {
        self.checks.iter().map(|rated| rated.points).sum()
    }
}
