//! Sample grades to test reports, and a short form of errors for tests of many mistakes. This is a crate because the
//! tests of `report`, `page`, `class`, `audit`, the program and the fuzzers share them.

use grade::cause::{BoardCause, SolverCause};
use grade::check::{Check, Group};
use grade::points::Points;
use grade::{
    Basis, CheckGrade, Departure, DequeuedBoard, Evidence, Failure, Grade, Moment, PanicKind,
    SearchNode, SearchTree, SourcePosition, Stop, StopPoint, Tiles, Value, Verdict, Visibility,
};
use grade::{Method, Question};

/// A check and its verdict.
pub type SampleVerdict = (Check, Verdict);

/// Returns a grade for `alice` with these checks and points.
///
/// # Panics
///
/// Panics if any number of points is invalid.
pub fn grade(checks: impl IntoIterator<Item = (SampleVerdict, f64)>) -> Grade {
    let check = |((check, verdict), points)| CheckGrade {
        check,
        max_score: Points::from_f64(points).expect("samples have valid points"),
        visibility: Visibility::Visible,
        verdict,
        measure: None,
        credit: None,
        withheld: None,
        note: None,
    };
    let basis = Basis {
        assignment: "sha256:a5".to_owned(),
        toolchain: "rustc 1.95.0".to_owned(),
        engine: "wasmtime 48.0.8, cost table 1".to_owned(),
    };
    let checks = checks.into_iter().map(check).collect();
    Grade { checks, ..Grade::new("alice", "sha256:5e", basis) }
}

/// The checks in [`grade_of_all_groups`], with some from each group.
const WHOLE: [Check; 14] = [
    Check::CompileBuild,
    Check::CompileApi,
    Check::BoardDimension,
    Check::BoardDisplay,
    Check::BoardHamming,
    Check::BoardManhattan,
    Check::BoardEquality,
    Check::BoardNeighbors,
    Check::BoardTwin,
    Check::SolverSolvable,
    Check::SolverMoves,
    Check::SolverPath,
    Check::SolverMinPq,
    Check::SolverTime,
];

/// Returns a grade with checks from all groups, worth five points each, with the verdicts of `found`.
pub fn grade_of_all_groups(found: impl Fn(Check) -> Verdict) -> Grade {
    grade(WHOLE.map(|check| ((check, found(check)), 5.0)))
}

/// Returns a passed check.
pub fn pass(check: Check) -> SampleVerdict {
    (check, Verdict::Pass)
}

/// Returns a failed check.
pub fn fail(check: Check, failure: Failure) -> SampleVerdict {
    (check, Verdict::Fail(failure))
}

/// Returns a check skipped because another check failed.
pub fn skip(check: Check, because: Check) -> SampleVerdict {
    (check, Verdict::Skipped { because })
}

/// Returns the moment of dequeuing a node with these tiles and moves too early.
pub fn moment(tiles: &Tiles, moves: u64) -> Moment {
    let node = |moves| SearchNode { tiles: tiles.clone(), moves, manhattan: 9 };
    let around =
        [36, 37, 38].map(|step| DequeuedBoard { step, tree: SearchTree::Own, node: node(moves) });
    Moment {
        step: 37,
        tree: SearchTree::Own,
        what: Departure::OutOfOrder {
            taken: node(moves),
            waiting: node(moves.saturating_sub(2)),
            by: None,
        },
        around: around.to_vec(),
    }
}

/// Returns a failure for an incorrect Hamming distance, with a small counterexample.
///
/// Its sentence is fixed. Tests of reports show where a sentence appears, and must not depend on the words of a cause.
pub fn hamming() -> Failure {
    let cause = BoardCause::CountsBlank { method: Method::Hamming };
    let summary = "hamming() counts the blank".to_owned();
    let failure = Failure { summary, ..Failure::from_cause(cause) }.with_evidence(Evidence {
        tiles: vec![vec![1, 0], vec![3, 2]].into(),
        call: "hamming()".to_owned(),
        expected: Value::Number(1),
        actual: Value::Number(2),
        ..Evidence::default()
    });
    Failure { place: Some(place("src/board.rs", 12)), ..failure }
}

/// Returns the verdict for a method that stops at `todo!()`.
pub fn unwritten(method: Method, line: u32) -> Verdict {
    let stop = unwritten_stop(place("src/board.rs", line));
    Verdict::Fail(Failure::from_cause(BoardCause::Stopped { method, stop }))
}

/// Returns the verdict for a solver that stops at `todo!()` in its constructor.
pub fn unwritten_solver() -> Verdict {
    let stop = unwritten_stop(place("src/solver.rs", 35));
    Verdict::Fail(Failure::from_cause(SolverCause::Stopped {
        question: Question::New,
        stop,
        point: StopPoint::default(),
    }))
}

fn unwritten_stop(place: SourcePosition) -> Stop {
    let message = "not yet implemented".to_owned();
    Stop::Panic { kind: PanicKind::Unwritten, message, place: Some(place) }
}

/// Returns a check's verdict for the unmodified template.
///
/// # Panics
///
/// Panics if there is no sample verdict for the check.
pub fn verdict_of_template(check: Check) -> Verdict {
    let (method, line) = match check {
        // The template derives `PartialEq`.
        Check::CompileBuild | Check::CompileApi | Check::BoardEquality => return Verdict::Pass,
        Check::BoardDimension => (Method::Dimension, 31),
        Check::BoardHamming => (Method::Hamming, 39),
        Check::BoardManhattan => (Method::Manhattan, 44),
        Check::BoardIsGoal => (Method::IsGoal, 49),
        Check::BoardNeighbors => (Method::Neighbors, 59),
        Check::BoardTwin => (Method::Twin, 66),
        Check::BoardDisplay => (Method::Display, 75),
        check if check.group() == Group::Solver => return unwritten_solver(),
        check => panic!("the sample of a template has no verdict on {check}"),
    };
    unwritten(method, line)
}

fn place(file: &str, line: u32) -> SourcePosition {
    SourcePosition { file: file.to_owned(), line, column: 9 }
}

/// Shortens a rendered error to its message, its place with the text that is underlined there, and its help. The drawing
/// around them is the same for all errors.
///
/// # Panics
///
/// Panics if a line is underlined that is not there.
pub fn shorten_error(rendered: &str) -> String {
    let lines: Vec<&str> = rendered.lines().collect();
    let is_mark = |line: &&str| line.trim_start().starts_with('|') && line.contains('^');
    let underlined = lines.iter().position(is_mark).map(|at| -> String {
        let begin = lines[at].chars().take_while(|c| *c != '^').count();
        lines[at - 1].chars().skip(begin).take(lines[at].matches('^').count()).collect()
    });
    let is_kept = |line: &&str| ["error", "--> ", "= "].iter().any(|part| line.starts_with(part));
    let parts =
        lines.into_iter().map(str::trim_start).filter(is_kept).map(|line| match &underlined {
            Some(text) if line.starts_with("--> ") => format!("{line} `{text}`"),
            _ => line.to_owned(),
        });
    parts.collect::<Vec<_>>().join("\n")
}
