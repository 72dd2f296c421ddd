//! Prevents a fault from hiding others that fail the same check.
//!
//! A check reports one failure, on the smallest puzzle. Different faults on other puzzles are listed below it.

use assignment::{ExpectedAnswer, Puzzle};
use grade::cause::{Cause, SolverCause};
use grade::check::Check;
use grade::{Failure, Stop};
use probe::wire::Question;

use super::SolverFindings;

/// The maximum number of additional faults to list. More would distract from the first fault.
const TOLD: usize = 3;

/// Records a check's failure, unless one of the same kind is already recorded.
pub(super) fn add_other(
    found: &mut SolverFindings,
    check: Check,
    puzzle: &Puzzle,
    failure: &Failure,
) {
    let kinds = found.beside.entry(check).or_default();
    // One more than are listed, because the reported failure is one of them.
    if kinds.len() <= TOLD && !kinds.iter().any(|kept| are_alike(kept, failure)) {
        let visibility = failure.visibility.max(puzzle.visibility);
        kinds.push(Failure { visibility, ..failure.clone() });
    }
}

fn are_alike(one: &Failure, other: &Failure) -> bool {
    match (&one.cause, &other.cause) {
        (Some(one), Some(other)) => one.is_like(other),
        (one, other) => one == other,
    }
}

/// If a question is not answered on any board, drops the failures that say so only for unsolvable boards.
pub(super) fn drop_what_is_said_elsewhere(found: &mut SolverFindings) {
    let elsewhere = [Check::SolverSolvable, Check::SolverMoves, Check::SolverPath];
    let stopped = |failure: &Failure| match &failure.cause {
        Some(Cause::Solver(SolverCause::Stopped { question, stop, .. })) => {
            Some((*question, stop.clone()))
        }
        _ => None,
    };
    let said: Vec<(Question, Stop)> = elsewhere
        .iter()
        .filter_map(|check| found.beside.get(check))
        .flatten()
        .filter_map(stopped)
        .collect();
    let is_said = |failure: &Failure| {
        stopped(failure).is_some_and(|(question, stop)| {
            said.iter().any(|(other, how)| *other == question && how.is_like(&stop))
        })
    };
    let check = Check::SolverUnsolvable;
    let kinds = found.beside.entry(check).or_default();
    kinds.retain(|failure| !is_said(failure));
    if !found.failures.get(&check).is_some_and(is_said) {
        return;
    }
    if kinds.is_empty() {
        found.failures.remove(&check);
        found.shown.remove(&check);
    } else {
        let next = kinds.remove(0);
        found.failures.insert(check, next);
    }
}

/// Improves the report of a failure on a solved board, where an empty solution has more than one explanation. If
/// another board shows a more specific failure, reports that instead. If the explanation is already known, uses only
/// the evidence from the other board.
pub(in crate::exam::solver) fn refine_path_failure(
    puzzles: &[&Puzzle],
    found: &mut SolverFindings,
) {
    let check = Check::SolverPath;
    let Some(kept) = found.failures.get_mut(&check) else { return };
    let is_explained = match &kept.cause {
        Some(Cause::Solver(SolverCause::EmptySolution)) => false,
        Some(Cause::Solver(
            SolverCause::WithoutGoal { .. } | SolverCause::WithoutInitial { .. },
        )) => true,
        _ => return,
    };
    let name = puzzle_name(kept);
    let is_solved = puzzles
        .iter()
        .any(|puzzle| puzzle.answer == ExpectedAnswer::Moves(0) && Some(&puzzle.name) == name);
    let kinds = found.beside.get(&check).into_iter().flatten();
    let mut others =
        kinds.filter(|kind| puzzle_name(kind) != name && kind.visibility <= kept.visibility);
    let more = others.next().filter(|_| is_solved);
    match more {
        Some(more) if is_explained => kept.evidence.clone_from(&more.evidence),
        Some(more) => *kept = more.clone(),
        None => {}
    }
}

pub(in crate::exam::solver) fn list_other_failures(found: &mut SolverFindings) {
    for (check, failure) in &mut found.failures {
        if failure.cause.as_ref().is_some_and(Cause::is_of_all_puzzles) {
            continue;
        }
        // A proof changes the cause of a failure, but not the puzzle.
        let is_other = |other: &&Failure| {
            let is_open = other.visibility <= failure.visibility;
            is_open && puzzle_name(other) != puzzle_name(failure) && !are_alike(other, failure)
        };
        let others = found.beside.get(check).into_iter().flatten().filter(is_other);
        let lines: String = others.take(TOLD).map(format_other).collect();
        if !lines.is_empty() {
            failure.detail.get_or_insert_default().push_str(&lines);
        }
    }
}

fn puzzle_name(failure: &Failure) -> Option<&String> {
    failure.evidence.as_ref()?.puzzle.as_ref()
}

/// Formats a fault on one line, with the smallest puzzle that exposes it.
fn format_other(failure: &Failure) -> String {
    let on = puzzle_name(failure).map_or_else(String::new, |name| format!(", on `{name}`"));
    format!("also{on}: {}\n", failure.summary)
}

#[cfg(test)]
mod tests {
    use grade::{PanicKind, StopPoint, Visibility};

    use super::*;
    use crate::judge;

    fn findings_with(failures: &[(Check, &str, u32, SolverCause)]) -> SolverFindings {
        let mut found = SolverFindings::default();
        for (check, name, moves, cause) in failures {
            let puzzle = puzzle_of_moves(name, *moves);
            let evidence = judge::evidence_of_call(&puzzle, "Solver::new()");
            let failure = Failure::from_cause(cause.clone()).with_evidence(evidence);
            add_other(&mut found, *check, &puzzle, &failure);
            found.fail_on(*check, &puzzle, failure);
        }
        found
    }

    fn puzzle_of_moves(name: &str, moves: u32) -> Puzzle {
        let (tiles, visibility) = (vec![vec![1, 2], vec![3, 0]], Visibility::Visible);
        Puzzle {
            name: name.to_owned(),
            tiles: tiles.into(),
            answer: ExpectedAnswer::Moves(moves),
            visibility,
        }
    }

    fn stopped(question: Question, stop: Stop) -> SolverCause {
        SolverCause::Stopped { question, stop, point: StopPoint::default() }
    }

    fn panic(message: &str) -> Stop {
        Stop::Panic { kind: PanicKind::Other, message: message.to_owned(), place: None }
    }

    #[test]
    fn panics_on_small_boards_do_not_hide_endless_searches() {
        let check = Check::SolverMoves;
        let mut found = findings_with(&[
            (check, "small", 0, stopped(Question::New, panic("too small: 2"))),
            (check, "other", 0, stopped(Question::New, panic("too small: 3"))),
            (check, "large", 8, stopped(Question::New, Stop::Fuel)),
            (
                check,
                "larger",
                9,
                SolverCause::Lost {
                    point: StopPoint::default(),
                    depth: 20,
                    least: 9,
                    is_of_twin: false,
                },
            ),
            (check, "wrong", 12, SolverCause::WrongMoves),
        ]);
        list_other_failures(&mut found);
        let failure = &found.failures[&check];
        assert_eq!(failure.summary, "Solver::new() panics: too small: 2");
        assert_eq!(
            failure.detail.as_deref(),
            Some(
                "also, on `large`: Solver::new() was stopped at the limit of instructions\n\
                 also, on `wrong`: moves() is not the smallest number of moves\n"
            )
        );
    }

    #[test]
    fn general_faults_do_not_hide_faults_on_unsolvable_boards() {
        let unwritten = || {
            let (kind, message) = (PanicKind::Unwritten, "not yet implemented".to_owned());
            stopped(Question::Moves, Stop::Panic { kind, message, place: None })
        };
        let check = Check::SolverUnsolvable;
        let mut both = findings_with(&[
            (Check::SolverMoves, "solvable", 3, unwritten()),
            (check, "unsolvable", 3, unwritten()),
            (check, "unsolvable", 3, stopped(Question::Solution, Stop::Fuel)),
        ]);
        drop_what_is_said_elsewhere(&mut both);
        assert_eq!(
            both.failures[&check].summary,
            "solution() was stopped at the limit of instructions"
        );
        let mut one = findings_with(&[
            (Check::SolverMoves, "solvable", 3, unwritten()),
            (check, "unsolvable", 3, unwritten()),
        ]);
        drop_what_is_said_elsewhere(&mut one);
        assert!(!one.failures.contains_key(&check) && !one.shown.contains_key(&check));
    }

    #[test]
    fn a_missing_goal_is_shown_on_an_unsolved_board() {
        let check = Check::SolverPath;
        let puzzles = [puzzle_of_moves("solved", 0), puzzle_of_moves("next", 1)];
        let puzzles: Vec<&Puzzle> = puzzles.iter().collect();
        let mut found = findings_with(&[
            (check, "solved", 0, SolverCause::EmptySolution),
            (check, "next", 1, SolverCause::WrongEnd),
        ]);
        let pattern = grade::cause::Pattern { shown: 2, of: 2 };
        let cause = SolverCause::WithoutGoal { puzzles: pattern };
        let failure = found.failures.get_mut(&check).unwrap();
        failure.replace_cause(cause);
        refine_path_failure(&puzzles, &mut found);
        let failure = &found.failures[&check];
        assert_eq!(failure.summary, "solution() ends one board before the goal, on all 2 puzzles");
        assert_eq!(puzzle_name(failure).map(String::as_str), Some("next"));
    }

    #[test]
    fn a_solved_board_does_not_hide_a_fault_on_all_others() {
        let check = Check::SolverPath;
        let puzzles = [puzzle_of_moves("solved", 0), puzzle_of_moves("next", 1)];
        let puzzles: Vec<&Puzzle> = puzzles.iter().collect();
        let mut found = findings_with(&[
            (check, "solved", 0, SolverCause::EmptySolution),
            (check, "next", 1, SolverCause::Reversed),
        ]);
        refine_path_failure(&puzzles, &mut found);
        assert_eq!(
            found.failures[&check].summary,
            "solution() is reversed: it goes from the goal to the board"
        );
        list_other_failures(&mut found);
        assert_eq!(
            found.failures[&check].detail.as_deref(),
            Some("also, on `solved`: solution() is empty\n")
        );
    }
}
