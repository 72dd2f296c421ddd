//! Finds out what a submission prints in the cases that a report shows.

use std::collections::BTreeMap;

use grade::check::Check;
use grade::{Asked, Cause, Evidence, Stop, Verdict};
use probe::wire::{Depth, Identification, Method, Question, Whose, Word};
use probe::{Boards, Case, Solve, Survey};

use super::bench::Bench;

/// The methods whose results do not depend on other boards, so a case with a single board repeats the failure.
const REPEATABLE: Word = Method::Dimension.bit()
    | Method::Display.bit()
    | Method::Hamming.bit()
    | Method::Manhattan.bit()
    | Method::IsGoal.bit();

/// Adds what the submission prints in each failing case, which is run again on its own. Most submissions print nothing,
/// and for these, nothing is repeated. Code that panics always prints the panic.
pub(super) fn add_printed_text(bench: &Bench<'_>, verdicts: &mut BTreeMap<Check, Verdict>) {
    for verdict in verdicts.values_mut() {
        let Verdict::Fail(failure) = verdict else { continue };
        let Some(evidence) = &mut failure.evidence else { continue };
        let is_panic = matches!(evidence.stop, Some(Stop::Panic { .. }));
        // Only the submission's own boards show such a failure, but solvers are run with the grader's boards here.
        let is_of_own_board = failure.cause.as_ref().is_some_and(Cause::is_with_own_board);
        if is_of_own_board || (bench.print_visibility().is_none() && !is_panic) {
            continue;
        }
        let Some(case) = case_of_evidence(evidence) else { continue };
        let text = bench.text_printed_by(&case);
        evidence.printed = (!text.trim().is_empty()).then_some(text);
    }
}

/// Returns the case that repeats only the call in the evidence.
fn case_of_evidence(evidence: &Evidence) -> Option<Case> {
    let tiles = evidence.tiles.to_vec();
    match evidence.asked {
        Asked::Board { whose: Whose::Own, method } if method.bit() & REPEATABLE != 0 => {
            let (n, tiles) = (tiles.len(), tiles.concat());
            Some(Case::Survey(Survey {
                mask: method.bit(),
                identify_by: Identification(0),
                depth: Depth::Which,
                boards: Boards::Listed { n, tiles },
            }))
        }
        Asked::Solver { question } => Some(solve(tiles, question)),
        Asked::Path { .. } => Some(solve(tiles, Question::Solution)),
        _ => None,
    }
}

/// Returns a case with the grader's boards: a failure does not depend on the submission's own.
fn solve(tiles: Vec<Vec<slider::Tile>>, question: Question) -> Case {
    let questions = vec![question];
    Case::Solve(Solve { foreign: true, questions, tiles, other: Vec::new(), iterators: 0 })
}
