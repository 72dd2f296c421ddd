//! All there is to know of an assignment, as data.

use audit::Audit;
use checks::assignment::{Assignment, Hard, Partial, Puzzle, Random};
use checks::grading::Grader;
use grade::check::{Check, Group};
use grade::points::Points;
use grade::pretty::{self, number};
use grade::{INSTRUCTION, Visibility};
use late::Counting;
use serde::Serialize;
use serde_json::Number;

/// The version of the form for programs.
const SCHEMA: &str = "assignment-overview/1";

/// All there is to know of an assignment.
#[derive(Debug, Serialize)]
pub(super) struct Overview {
    schema: &'static str,
    pub(super) title: String,
    /// The hash that grades have.
    pub(super) assignment: String,
    pub(super) points: Number,
    /// When it is due, and what is taken off later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) due: Option<String>,
    /// Which of several attempts counts, if the rubric says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<&'static str>,
    pub(super) run: Run,
    pub(super) groups: Vec<Sum>,
    /// The checks by who sees them.
    pub(super) visibility: Vec<Sum>,
    pub(super) checks: Vec<RatedCheck>,
    pub(super) caps: Vec<CapLine>,
    pub(super) puzzles: Vec<List>,
    /// What the model takes; none if that is not known.
    pub(super) cost: Option<Cost>,
    /// What comes near to the limits; none if nothing is known of it.
    pub(super) limits: Option<Limits>,
}

/// The limits of a run, as multiples of what the model takes, and in MiB.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    pub(super) time: u32,
    pub(super) stop: u32,
    pub(super) memory_mib: u32,
}

/// The checks of a kind together.
#[derive(Debug, Serialize)]
pub(super) struct Sum {
    pub(super) name: &'static str,
    pub(super) checks: usize,
    pub(super) points: Number,
}

/// A check, as it is rated.
#[derive(Debug, Serialize)]
pub(super) struct RatedCheck {
    pub(super) id: &'static str,
    pub(super) points: Number,
    pub(super) visibility: &'static str,
    /// Whether a part of it brings points.
    pub(super) partial: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) requires: Vec<&'static str>,
}

/// A limit of the total.
#[derive(Debug, Serialize)]
pub(super) struct CapLine {
    pub(super) unless: &'static str,
    pub(super) score: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) least: Option<Number>,
    pub(super) why: String,
}

/// A list of puzzles.
#[derive(Debug, Serialize)]
pub(super) struct List {
    pub(super) name: &'static str,
    /// The puzzles that a submission is tried on.
    pub(super) puzzles: usize,
    pub(super) visible: usize,
    pub(super) after_due_date: usize,
    pub(super) hidden: usize,
    /// The puzzles that they are drawn from, where they differ from one submission to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drawn_from: Option<usize>,
}

/// What the model solver takes, in instructions.
#[derive(Debug, Serialize)]
pub(super) struct Cost {
    /// On all puzzles of the list together, beside those that are drawn.
    pub(super) instructions: u64,
    /// What `stop` leaves a submission for the same.
    pub(super) most: u64,
    pub(super) dearest: Vec<Dear>,
}

/// A puzzle with what the model solver takes for it.
#[derive(Debug, Serialize)]
pub(super) struct Dear {
    pub(super) puzzle: String,
    pub(super) instructions: u64,
}

/// What right submissions take of what has a limit.
#[derive(Debug, Serialize)]
pub(super) struct Limits {
    /// The right submissions of the corpus that are known, of so many.
    pub(super) known: usize,
    pub(super) right: usize,
    pub(super) nearest: Vec<Nearest>,
}

/// The right submission that comes nearest to a limit. Figures are in the check's own unit.
#[derive(Debug, Serialize)]
pub(super) struct Nearest {
    pub(super) check: &'static str,
    pub(super) limit: Number,
    pub(super) takes: Number,
    pub(super) submission: String,
}

/// The puzzles that are named as the dearest.
const DEAREST: usize = 3;

impl Overview {
    /// What the files tell.
    pub(super) fn of(assignment: &Assignment) -> Self {
        let sum = |name, is_of: &dyn Fn(&Check, Visibility) -> bool| {
            let of = assignment.checks.iter().filter(|it| is_of(&it.check, it.visibility));
            let (checks, points) = (of.clone().count(), of.map(|it| it.points).sum());
            Sum { name, checks, points: number(points) }
        };
        let groups = Group::ALL.into_iter();
        let groups = groups.map(|group| sum(group.id(), &|check, _| check.group() == group));
        let seen = Visibility::ALL.into_iter();
        let seen = seen.map(|visibility| sum(visibility.as_str(), &|_, it| it == visibility));
        let is_there = |sum: &Sum| sum.checks > 0;
        let checks = assignment.checks.iter().map(|rated| RatedCheck {
            id: rated.check.id(),
            points: number(rated.points),
            visibility: rated.visibility.as_str(),
            partial: rated.partial != Partial::None,
            requires: rated.requires.iter().map(|check| check.id()).collect(),
        });
        let caps = assignment.caps.iter().map(|cap| CapLine {
            unless: cap.unless.id(),
            score: number(cap.score),
            least: (cap.least < cap.score).then(|| number(cap.least)),
            why: cap.why.clone(),
        });
        let points: Points = assignment.checks.iter().map(|rated| rated.points).sum();
        Self {
            schema: SCHEMA,
            title: assignment.title.clone(),
            assignment: assignment.hash(),
            points: number(points),
            due: assignment.late.as_ref().map(ToString::to_string),
            counts: assignment.attempts.and_then(|it| it.counts).map(Counting::name),
            run: Run {
                time: assignment.limits.time,
                stop: assignment.limits.stop,
                memory_mib: assignment.limits.memory_mib,
            },
            groups: groups.filter(is_there).collect(),
            visibility: seen.filter(is_there).collect(),
            checks: checks.collect(),
            caps: caps.collect(),
            puzzles: lists(assignment),
            cost: None,
            limits: None,
        }
    }

    /// Adds what the model takes.
    pub(super) fn add_costs(&mut self, grader: &Grader) {
        let assignment = grader.assignment();
        let cost = |puzzle: &Puzzle| {
            let instructions = grader.cost_of(puzzle)? / INSTRUCTION;
            Some(Dear { puzzle: puzzle.name.clone(), instructions })
        };
        let mut costs: Vec<Dear> = assignment.solve.iter().filter_map(cost).collect();
        let instructions = costs.iter().map(|it| it.instructions).sum::<u64>();
        costs.sort_by_key(|it| std::cmp::Reverse(it.instructions));
        costs.truncate(DEAREST);
        let most = instructions.saturating_mul(assignment.limits.stop.into());
        self.cost = Some(Cost { instructions, most, dearest: costs });
    }

    /// Adds what is known of the right ones of a corpus, which has so many.
    pub(super) fn add_margins(&mut self, known: &Audit, right: usize) {
        let nearest = known.margins().filter_map(|margin| {
            let (takes, submission) = margin.right?;
            Some(Nearest {
                check: margin.check.id(),
                limit: hundredths(margin.limit),
                takes: hundredths(takes),
                submission: submission.to_owned(),
            })
        });
        let nearest = nearest.collect();
        self.limits = Some(Limits { known: known.outcomes.len(), right, nearest });
    }

    /// The form for programs.
    pub(super) fn json(&self) -> String {
        pretty::file(self)
    }
}

fn lists(assignment: &Assignment) -> Vec<List> {
    let list = |name, puzzles: &[Puzzle], drawn: Option<usize>| {
        let count = |wanted| puzzles.iter().filter(|it| it.visibility == wanted).count();
        List {
            name,
            puzzles: drawn.unwrap_or(puzzles.len()),
            visible: count(Visibility::Visible),
            after_due_date: count(Visibility::AfterDueDate),
            hidden: count(Visibility::Hidden),
            drawn_from: drawn.map(|_| puzzles.len()),
        }
    };
    let mut lists =
        vec![list("boards", &assignment.boards, None), list("solve", &assignment.solve, None)];
    if let Some(Random { solvable, unsolvable, pool, hard, .. }) = &assignment.random {
        lists.push(list("random", pool, Some(solvable + unsolvable)));
        if let Some(Hard { count, pool, .. }) = hard {
            lists.push(list("random, hard", pool, Some(*count)));
        }
    }
    lists
}

fn hundredths(value: u64) -> Number {
    number(Points::from_thousandths(value.saturating_mul(10)))
}
