//! Summarizes an assignment as data.

use assignment::{Assignment, Hard, OracleProof, Partial, Puzzle, RandomPuzzles};
use audit::Audit;
use checks::grading::{AnswerProof, Grader};
use grade::check::{Check, Group};
use grade::points::Points;
use grade::pretty::{self, number};
use grade::{CapCondition, INSTRUCTION, Visibility};
use late::Counting;
use serde::Serialize;
use serde_json::Number;

const SCHEMA: &str = "assignment-overview/1";

#[derive(Debug, Serialize)]
pub(super) struct Overview {
    schema: &'static str,
    pub(super) title: String,
    /// The hash of the assignment, as in grades.
    pub(super) assignment: String,
    pub(super) points: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) due: Option<String>,
    /// Which attempt counts, if the rubric has such a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<&'static str>,
    pub(super) run: OverviewLimits,
    pub(super) groups: Vec<PointsSum>,
    /// The number and points of the checks, for each visibility.
    pub(super) visibility: Vec<PointsSum>,
    pub(super) checks: Vec<RatedCheck>,
    pub(super) caps: Vec<CapLine>,
    /// The criteria that are graded by hand, which the points do not include.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) criteria: Vec<CriterionLine>,
    pub(super) puzzles: Vec<PuzzleList>,
    /// Whether the rubric has a private seed, which draws hidden cases.
    pub(super) private: bool,
    /// How the expected answer of each puzzle in the rubric is proven.
    pub(super) answers: Vec<AnswerLine>,
    pub(super) cost: Option<ModelCost>,
    pub(super) limits: Option<LimitMargins>,
}

/// The limits of a run: multiples of the model's cost, and MiB.
#[derive(Debug, Serialize)]
pub(super) struct OverviewLimits {
    pub(super) time: u32,
    pub(super) stop: u32,
    pub(super) memory_mib: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct PointsSum {
    pub(super) name: &'static str,
    pub(super) checks: usize,
    pub(super) points: Number,
}

#[derive(Debug, Serialize)]
pub(super) struct RatedCheck {
    pub(super) id: &'static str,
    pub(super) points: Number,
    pub(super) visibility: &'static str,
    pub(super) partial: bool,
    /// The rubric's key for something that the check could tolerate, but does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) forbids: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) requires: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
pub(super) struct CapLine {
    pub(super) unless: &'static str,
    #[serde(skip)]
    pub(super) until: CapCondition,
    pub(super) score: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) least: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nine_tenths: Option<Number>,
    pub(super) why: String,
}

#[derive(Debug, Serialize)]
pub(super) struct CriterionLine {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) points: Number,
    pub(super) visibility: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct PuzzleList {
    pub(super) name: &'static str,
    /// The number of puzzles for each submission.
    pub(super) puzzles: usize,
    pub(super) visible: usize,
    pub(super) after_due_date: usize,
    pub(super) hidden: usize,
    /// The size of the pool, if each submission's puzzles are drawn at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drawn_from: Option<usize>,
}

#[derive(Debug, Serialize)]
pub(super) struct AnswerLine {
    pub(super) puzzle: String,
    /// Whether submissions must solve it.
    pub(super) solve: bool,
    /// How the oracle proves the answer, if it does not take too long.
    pub(super) oracle: Option<OracleProof>,
    /// Whether the model answer confirms it.
    pub(super) model: bool,
}

/// The cost of the model solver in instructions.
#[derive(Debug, Serialize)]
pub(super) struct ModelCost {
    /// The total for the fixed puzzles, without random puzzles.
    pub(super) instructions: u64,
    /// The instructions after which a submission would be stopped.
    pub(super) most: u64,
    pub(super) dearest: Vec<DearPuzzle>,
}

#[derive(Debug, Serialize)]
pub(super) struct DearPuzzle {
    pub(super) puzzle: String,
    pub(super) instructions: u64,
}

/// How close correct submissions come to the limits.
#[derive(Debug, Serialize)]
pub(super) struct LimitMargins {
    /// The number of correct labelled submissions with known costs.
    pub(super) known: usize,
    pub(super) right: usize,
    pub(super) nearest: Vec<Nearest>,
}

/// The correct submission closest to a limit, in the check's unit.
#[derive(Debug, Serialize)]
pub(super) struct Nearest {
    pub(super) check: &'static str,
    pub(super) limit: Number,
    pub(super) takes: Number,
    pub(super) submission: String,
}

/// The number of costs to list, highest first.
/// A few puzzles usually take most of the time, and only these are worth changing.
const DEAREST: usize = 3;

impl Overview {
    pub(super) fn new(assignment: &Assignment) -> Self {
        let sum = |name, is_of: &dyn Fn(&Check, Visibility) -> bool| {
            let of = assignment.checks.iter().filter(|rated| is_of(&rated.check, rated.visibility));
            let (checks, points) = (of.clone().count(), of.map(|rated| rated.points).sum());
            PointsSum { name, checks, points: number(points) }
        };
        let groups = Group::ALL.into_iter();
        let groups = groups.map(|group| sum(group.id(), &|check, _| check.group() == group));
        let seen = Visibility::ALL.into_iter();
        let seen = seen.map(|visibility| sum(visibility.as_str(), &|_, seen| seen == visibility));
        let is_there = |sum: &PointsSum| sum.checks > 0;
        let checks = assignment.checks.iter().map(|rated| RatedCheck {
            id: rated.check.id(),
            points: number(rated.points),
            visibility: rated.visibility.as_str(),
            partial: rated.partial != Partial::None,
            forbids: rated.forbidding_key(),
            requires: rated.requires.iter().map(|check| check.id()).collect(),
        });
        let caps = assignment.caps.iter().map(|cap| CapLine {
            unless: cap.unless.id(),
            until: cap.unless,
            score: number(cap.score),
            least: (cap.least < cap.score).then(|| number(cap.least)),
            nine_tenths: cap.nine_tenths.map(number),
            why: cap.why.clone(),
        });
        let criteria = assignment.hand.iter().flat_map(|hand| &hand.criteria);
        let criteria = criteria.map(|criterion| CriterionLine {
            id: criterion.id.clone(),
            text: criterion.text.clone(),
            points: number(criterion.points),
            visibility: criterion.visibility.as_str(),
        });
        let points: Points = assignment.checks.iter().map(|rated| rated.points).sum();
        Self {
            schema: SCHEMA,
            title: assignment.title.clone(),
            assignment: assignment.hash(),
            points: number(points),
            due: assignment.late.as_ref().map(ToString::to_string),
            counts: assignment.attempts.and_then(|attempts| attempts.counts).map(Counting::name),
            run: OverviewLimits {
                time: assignment.limits.time,
                stop: assignment.limits.stop,
                memory_mib: assignment.limits.memory_mib,
            },
            groups: groups.filter(is_there).collect(),
            visibility: seen.filter(is_there).collect(),
            checks: checks.collect(),
            caps: caps.collect(),
            criteria: criteria.collect(),
            puzzles: puzzle_lists(assignment),
            private: assignment.private.is_some(),
            answers: Vec::new(),
            cost: None,
            limits: None,
        }
    }

    /// Adds the proofs by the oracle alone.
    pub(super) fn add_oracle(&mut self, assignment: &Assignment) {
        let proofs: Vec<AnswerProof> =
            assignment.answered().map(AnswerProof::from_oracle).collect();
        self.add_proofs(assignment, assignment.answered().zip(&proofs));
    }

    /// Adds the proofs by the oracle and the model.
    pub(super) fn add_proofs<'a>(
        &mut self,
        assignment: &Assignment,
        proofs: impl Iterator<Item = (&'a Puzzle, &'a AnswerProof)>,
    ) {
        let line = |(puzzle, proof): (&Puzzle, &AnswerProof)| {
            let (puzzle, is_in) = (puzzle.name.clone(), |list: &[Puzzle]| list.contains(puzzle));
            let solve = is_in(&assignment.solve);
            let AnswerProof { oracle, model } = proof;
            let (oracle, model) = (oracle.map(|(_, proof)| proof), model.is_some());
            // The oracle itself draws the random boards.
            let is_listed = solve || is_in(&assignment.boards);
            is_listed.then_some(AnswerLine { puzzle, solve, oracle, model })
        };
        self.answers = proofs.filter_map(line).collect();
    }

    pub(super) fn add_model_costs(&mut self, grader: &Grader) {
        let assignment = grader.assignment();
        let cost = |puzzle: &Puzzle| {
            let instructions = grader.cost_of(puzzle)? / INSTRUCTION;
            Some(DearPuzzle { puzzle: puzzle.name.clone(), instructions })
        };
        let mut costs: Vec<DearPuzzle> = assignment.solve.iter().filter_map(cost).collect();
        let instructions = costs.iter().map(|puzzle| puzzle.instructions).sum::<u64>();
        costs.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.instructions));
        costs.truncate(DEAREST);
        // A rubric may contain any multiple.
        let most = instructions.saturating_mul(assignment.limits.stop.into());
        self.cost = Some(ModelCost { instructions, most, dearest: costs });
    }

    /// Adds the results of an audit. `right` is the number of correct submissions in the corpus.
    pub(super) fn add_margins(&mut self, known: &Audit, right: usize) {
        let nearest = known.margins().filter_map(|margin| {
            let (takes, submission) = margin.right?;
            Some(Nearest {
                check: margin.check.id(),
                limit: number_from_hundredths(margin.limit),
                takes: number_from_hundredths(takes),
                submission: submission.to_owned(),
            })
        });
        let nearest = nearest.collect();
        self.limits = Some(LimitMargins { known: known.outcomes.len(), right, nearest });
    }

    pub(super) fn json(&self) -> String {
        pretty::to_json_file(self)
    }
}

fn puzzle_lists(assignment: &Assignment) -> Vec<PuzzleList> {
    let list = |name, puzzles: &[Puzzle], drawn: Option<usize>| {
        let count = |wanted| puzzles.iter().filter(|puzzle| puzzle.visibility == wanted).count();
        PuzzleList {
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
    if let Some(RandomPuzzles { solvable, unsolvable, pool, hard, .. }) = &assignment.random {
        lists.push(list("random", pool, Some(solvable + unsolvable)));
        if let Some(Hard { count, pool, .. }) = hard {
            lists.push(list("random, hard", pool, Some(*count)));
        }
    }
    if let Some(private) = &assignment.private {
        lists.push(list("private", &private.puzzles, None));
    }
    lists
}

fn number_from_hundredths(value: u64) -> Number {
    // Points have thousandths, so they print a decimal number exactly.
    number(Points::from_thousandths(value.saturating_mul(10)))
}
