//! Proposes puzzles for an assignment: the cheapest set to expose all faults in a corpus.

use std::collections::BTreeSet;

use assignment::{Assignment, ExpectedAnswer, Puzzle, missing_puzzle};
use checks::exam::Costs;
use checks::grading::Grader;
use grade::check::Check;
use sandbox::build::BuildError;

use super::cover::{self, Need};
use super::{Audit, AuditSettings, grade_corpus};
use crate::corpus::Corpus;

/// The maximum number of moves for puzzles from 4-by-4. Longer ones are not measured.
/// Most 4-by-4 boards need at least 50 moves, and the cost multiplies with every few.
const EASY: u32 = 34;

/// The options of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProposalOptions {
    /// The maximum cost of a puzzle, as a multiple of the model's cost on the most expensive listed puzzle.
    pub budget: u64,
    /// The target number of puzzles that expose each fault.
    pub times: usize,
}

/// A proposed list of puzzles, with the reasons.
///
/// The list depends on which puzzles were run. When a fault repeatedly exhausts its budget, some puzzles will be
/// skipped, so more puzzles than recorded may expose the fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The audit with all candidates, to show which puzzles contradict a label.
    pub audit: Audit,
    /// The selected puzzles, smallest first.
    pub choices: Vec<Choice>,
    /// The model solver's total cost for the selected puzzles, in fuel.
    pub cost: u64,
    /// A lower bound on the cost of any list that supports the same claims.
    pub bound: u64,
    /// The target number of puzzles that support each claim.
    pub times: usize,
    /// The number of claims: failures of checks in a fault's label.
    pub claims: usize,
    /// The number of puzzles in the current list.
    pub present: usize,
    /// The model solver's total cost for the current list, in fuel.
    pub present_cost: u64,
    /// The claims that the current list supports with too few puzzles.
    pub present_misses: Vec<FaultClaim>,
}

/// A selected puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The puzzle's name.
    pub name: String,
    /// The model solver's cost for this puzzle, in fuel.
    pub cost: u64,
    /// The rarest claims that the puzzle supports: those with the fewest selected puzzles.
    pub shows: Vec<FaultClaim>,
    /// The number of selected puzzles that support each of these claims, including this one. This is zero if the puzzle
    /// supports no claim, but is needed for a check that requires this kind of puzzle.
    pub by: usize,
}

/// The claim that a fault fails a check. This should be supported by the selected puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultClaim {
    /// The name of the fault.
    pub fault: String,
    /// The failed check, which is in the fault's label.
    pub check: Check,
}

/// Proposes puzzles for an assignment, selected from `puzzles`. `grader` is called to create a grader for an
/// assignment.
///
/// # Errors
///
/// Returns an error if `grader` does, or if the grader or the machine fails.
pub fn propose_puzzles<E: From<BuildError>>(
    assignment: &Assignment,
    puzzles: &[Puzzle],
    corpus: &Corpus,
    wish: ProposalOptions,
    work: AuditSettings<'_>,
    grader: &dyn Fn(Assignment) -> Result<Grader, E>,
) -> Result<Proposal, E> {
    let solving = |solve: Vec<Puzzle>| Assignment { solve, ..assignment.clone() };
    // Costs are known only after a grader has measured the model on all candidates.
    let mut grader_of_all = grader(solving(candidate_puzzles(assignment, puzzles)))?;
    let affordable = affordable_puzzles(assignment, &grader_of_all, wish.budget);
    if affordable.len() < grader_of_all.assignment().solve.len() {
        grader_of_all = grader(solving(affordable))?;
    }
    let mut audit = grade_corpus(&grader_of_all, corpus, work)?;
    // The facts in labels refer to the current list. With additional puzzles, another board may be the first to expose
    // a fault.
    audit.forget_exhibits();
    Ok(choose_puzzles(
        assignment,
        grader_of_all.assignment(),
        grader_of_all.model_costs(),
        audit,
        wish,
    ))
}

fn candidate_puzzles(assignment: &Assignment, puzzles: &[Puzzle]) -> Vec<Puzzle> {
    let is_listed =
        |puzzle: &&Puzzle| assignment.solve.iter().any(|listed| listed.name == puzzle.name);
    let is_easy = |puzzle: &&Puzzle| {
        let (n, moves) = (puzzle.tiles.len(), sort_key(puzzle).2);
        n <= 3 || moves <= EASY
    };
    let mut candidates: Vec<Puzzle> =
        puzzles.iter().filter(|puzzle| is_listed(puzzle) || is_easy(puzzle)).cloned().collect();
    candidates.sort_by_key(sort_key);
    candidates
}

/// Returns a sort key: the dimension, then solvable before unsolvable, then the number of moves.
fn sort_key(puzzle: &Puzzle) -> (usize, bool, u32) {
    let (unsolvable, moves) = match puzzle.answer {
        ExpectedAnswer::Moves(moves) => (false, moves),
        ExpectedAnswer::Unsolvable { twin_moves } => (true, twin_moves),
        ExpectedAnswer::BoardOnly => (false, u32::MAX),
    };
    (puzzle.tiles.len(), unsolvable, moves)
}

fn cost_of_puzzle(model: &Costs, puzzle: &Puzzle) -> u64 {
    model.of_puzzle(&puzzle.name).unwrap_or_default()
}

/// Returns the puzzles with at most `budget` times the cost of the assignment's most expensive puzzle.
fn affordable_puzzles(assignment: &Assignment, grader: &Grader, budget: u64) -> Vec<Puzzle> {
    let cost = |puzzle: &Puzzle| cost_of_puzzle(grader.model_costs(), puzzle);
    let most = assignment.solve.iter().map(cost).max();
    // The budget comes from the command line.
    let limit = most.map_or(u64::MAX, |most| most.saturating_mul(budget));
    let is_listed = |puzzle: &Puzzle| assignment.solve.contains(puzzle);
    let puzzles = grader.assignment().solve.iter();
    puzzles.filter(|puzzle| is_listed(puzzle) || cost(puzzle) <= limit).cloned().collect()
}

/// Selects puzzles from `all`, the puzzles in the audit.
fn choose_puzzles(
    present: &Assignment,
    all: &Assignment,
    model: &Costs,
    audit: Audit,
    wish: ProposalOptions,
) -> Proposal {
    let puzzles = &all.solve;
    let costs: Vec<u64> = puzzles.iter().map(|puzzle| cost_of_puzzle(model, puzzle)).collect();
    let claims = claims_with_puzzles(&audit, puzzles);
    let mut needs: Vec<Need> =
        claims.iter().map(|(_, by)| Need { by: by.clone(), times: wish.times }).collect();
    needs.extend(needs_of_kinds(present, puzzles));
    let cover = cover::find_cheapest_cover(&costs, &needs);

    let choices = cover.chosen.iter().map(|&index| {
        let shown_by = |by: &BTreeSet<usize>| by.intersection(&cover.chosen).count();
        let own = || claims.iter().filter(|(_, by)| by.contains(&index));
        let fewest = own().map(|(_, by)| shown_by(by)).min();
        let rarest = own().filter(|(_, by)| Some(shown_by(by)) == fewest);
        Choice {
            name: puzzles[index].name.clone(),
            cost: costs[index],
            shows: rarest.map(|(claim, _)| claim.clone()).collect(),
            by: fewest.unwrap_or(0),
        }
    });
    let choices = choices.collect();

    let is_listed = |index: &usize| present.solve.contains(&puzzles[*index]);
    let listed: BTreeSet<usize> = (0..puzzles.len()).filter(is_listed).collect();
    let is_missed =
        // A claim cannot be supported more often than there are puzzles for it.
        |by: &BTreeSet<usize>| by.intersection(&listed).count() < wish.times.min(by.len());
    let missed = claims.iter().filter(|(_, by)| is_missed(by));
    Proposal {
        choices,
        cost: cover.cost,
        bound: cover.bound,
        times: wish.times,
        claims: claims.len(),
        present: present.solve.len(),
        present_cost: listed.iter().map(|index| costs[*index]).sum(),
        present_misses: missed.map(|(claim, _)| claim.clone()).collect(),
        audit,
    }
}

/// Returns the claims, each with the indices of the puzzles that expose the failure.
fn claims_with_puzzles(audit: &Audit, puzzles: &[Puzzle]) -> Vec<(FaultClaim, BTreeSet<usize>)> {
    let places = |names: &BTreeSet<String>| -> BTreeSet<usize> {
        (0..puzzles.len()).filter(|place| names.contains(&puzzles[*place].name)).collect()
    };
    let mut claims = Vec::new();
    for fault in audit.faulty_submissions() {
        let shown = fault.shown.iter().map(|(check, names)| (*check, places(names)));
        let shown = shown.filter(|(check, by)| fault.named.contains(check) && !by.is_empty());
        claims
            .extend(shown.map(|(check, by)| (FaultClaim { fault: fault.name.clone(), check }, by)));
    }
    claims
}

/// Returns a need for each kind of puzzle that the graded checks require.
fn needs_of_kinds(assignment: &Assignment, puzzles: &[Puzzle]) -> Vec<Need> {
    let checks = assignment.checks.iter().map(|rated| rated.check);
    let needy = checks.filter(|check| missing_puzzle(*check, &[]).is_some());
    let need = |check: Check| {
        let serves =
            |puzzle: &Puzzle| missing_puzzle(check, std::slice::from_ref(puzzle)).is_none();
        let by = (0..puzzles.len()).filter(|place| serves(&puzzles[*place])).collect();
        Need { by, times: 1 }
    };
    needy.map(need).collect()
}

#[cfg(test)]
mod tests {
    use Check::{SolverMoves, SolverUnsolvable};
    use checks::exam::{CaseName, CostKey};
    use grade::Visibility;

    use super::super::findings::sample::outcome;
    use super::*;

    fn puzzle(name: &str, answer: ExpectedAnswer) -> Puzzle {
        Puzzle {
            name: name.to_owned(),
            tiles: vec![vec![1, 2], vec![3, 0]].into(),
            answer,
            visibility: Visibility::Visible,
        }
    }

    #[test]
    fn the_cheapest_complete_list_is_proposed() {
        let unsolvable = ExpectedAnswer::Unsolvable { twin_moves: 0 };
        let puzzles = [
            puzzle("a", ExpectedAnswer::Moves(1)),
            puzzle("b", ExpectedAnswer::Moves(2)),
            puzzle("c", ExpectedAnswer::Moves(3)),
            puzzle("x", unsolvable),
            puzzle("y", unsolvable),
        ];
        let solving = |names: &[&str]| {
            let solve = puzzles.iter().filter(|puzzle| names.contains(&puzzle.name.as_str()));
            Assignment { solve: solve.cloned().collect(), ..Assignment::embedded() }
        };
        let costs = [("a", 10), ("b", 16), ("c", 30), ("x", 8), ("y", 7)];
        let mut model = Costs::default();
        for (name, cost) in costs {
            let case = CaseName::Solve { foreign: true, puzzle: name.to_owned() };
            model.set(&CostKey::Fuel(case), cost);
        }
        let mut audit = Audit::default();
        for (name, by) in [("one", "ab"), ("two", "bc"), ("three", "c")] {
            let mut fault = outcome(name, &[SolverMoves], &[SolverMoves]);
            fault.shown.insert(SolverMoves, by.chars().map(String::from).collect());
            // A failure is a claim only if the label names the check.
            fault.shown.insert(SolverUnsolvable, ["x".to_owned()].into());
            audit.outcomes.push(fault);
        }
        let (present, all) = (solving(&["b", "x"]), solving(&["a", "b", "c", "x", "y"]));
        let choose = |times| {
            let wish = ProposalOptions { budget: 3, times };
            choose_puzzles(&present, &all, &model, audit.clone(), wish)
        };
        let claim = |fault: &str| FaultClaim { fault: fault.to_owned(), check: SolverMoves };
        let choice = |name: &str, cost, by, shows: &[&str]| {
            let shows = shows.iter().map(|fault| claim(fault)).collect();
            Choice { name: name.to_owned(), cost, shows, by }
        };

        let once = choose(1);
        let expected = [
            choice("a", 10, 1, &["one"]),
            choice("c", 30, 1, &["two", "three"]),
            choice("y", 7, 0, &[]),
        ];
        assert_eq!(once.choices, expected);
        assert_eq!((once.cost, once.bound, once.claims), (47, 47, 3));
        assert_eq!((once.present, once.present_cost), (2, 24));
        assert_eq!(once.present_misses, [claim("three")]);

        let twice = choose(2);
        let names: Vec<&str> = twice.choices.iter().map(|choice| choice.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "y"]);
        assert_eq!(twice.choices[0].by, 2);
        assert_eq!(twice.present_misses.len(), 3);
    }

    #[test]
    fn only_listed_or_easy_puzzles_are_candidates() {
        let (assignment, puzzles) = Assignment::embedded_with_puzzles();
        let candidates = candidate_puzzles(&assignment, &puzzles);
        let has = |name: &str| candidates.iter().any(|candidate| candidate.name == name);
        assert!(assignment.solve.iter().all(|puzzle| has(&puzzle.name)));
        assert!(!has("puzzle4x4-78") && has("puzzle31") && candidates.is_sorted_by_key(sort_key));
    }
}
