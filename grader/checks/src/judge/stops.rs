//! Verdicts and failures for code that stops unexpectedly.

use grade::cause::{BoardCause, Cause};
use grade::words::method_call;
use grade::{Asked, Evidence, Failure, PanicKind, Stop, Tiles, Verdict};
use probe::wire::{Method, Whose};

/// Returns the verdict on a `Board` method that did not return. `other` is the other operand of a comparison.
pub(crate) fn stopped(method: Method, tiles: Tiles, other: Option<Tiles>, stop: &Stop) -> Verdict {
    if stop.is_graders_fault() {
        return graders_fault(stop);
    }
    let cause = BoardCause::Stopped { method, stop: stop.clone() };
    let edge = edge(method, &tiles, stop);
    let (call, asked) = match other {
        Some(_) => ("a == b", Asked::Equal { negated: false }),
        None => (method_call(method), Asked::Board { whose: Whose::Own, method }),
    };
    let mut failure = failure(cause, stop);
    failure.detail = failure.detail.or(edge);
    Verdict::Fail(failure.with_evidence(Evidence {
        tiles,
        other,
        call: call.to_owned(),
        asked,
        stop: Some(stop.clone()),
        ..Evidence::default()
    }))
}

/// Returns a hint that `neighbors` seems to use an index that is one too large, if the blank is at an edge.
fn edge(method: Method, tiles: &Tiles, stop: &Stop) -> Option<String> {
    let Stop::Panic { message, .. } = stop else { return None };
    let (len, index) = message
        .strip_prefix("index out of bounds: the len is ")?
        .split_once(" but the index is ")?;
    let (len, index): (usize, usize) = (len.parse().ok()?, index.parse().ok()?);
    let n = tiles.len();
    if method != Method::Neighbors || index != n || len != n {
        return None;
    }
    let row = tiles.iter().position(|row| row.contains(&0))?;
    let col = tiles[row].iter().position(|tile| *tile == 0)?;
    let what = match (row + 1 == n, col + 1 == n) {
        (true, false) => "row",
        (false, true) => "column",
        _ => return None,
    };
    Some(format!(
        "the blank is in the last {what}, number {};\nis there a check that a {what} after it \
         exists?\n",
        n - 1
    ))
}

pub(crate) fn debug_stopped(tiles: Tiles, stop: &Stop) -> Failure {
    failure(BoardCause::DebugStopped { stop: stop.clone() }, stop).with_evidence(Evidence {
        tiles,
        call: "format!(\"{:?}\", board)".to_owned(),
        stop: Some(stop.clone()),
        ..Evidence::default()
    })
}

/// Returns the verdict on a run that failed for reasons unrelated to the submission.
pub(crate) fn graders_fault(stop: &Stop) -> Verdict {
    Verdict::GraderError(match stop {
        Stop::Grader(what) => format!("the sandbox failed: {what}"),
        _ => "the machine was too slow to determine the result".to_owned(),
    })
}

/// Returns the failure for a cause that involves this stop, with the location of a panic.
pub(crate) fn failure(cause: impl Into<Cause>, stop: &Stop) -> Failure {
    let mut failure = Failure::of(cause);
    if let Stop::Panic { kind, message, place } = stop {
        let is_of_board = matches!(failure.cause, Some(Cause::Board(_)));
        failure.place.clone_from(place);
        failure.detail = hint(*kind, message, is_of_board).map(str::to_owned);
    }
    failure
}

/// Returns a hint for a panic of this kind.
///
/// An overflow message does not name the type. An `i8` overflows on every machine, but a `usize` may overflow only on
/// machines where it is narrow. Hints about types are therefore conditional.
fn hint(kind: PanicKind, message: &str, is_of_board: bool) -> Option<&'static str> {
    let is_arithmetic = message.starts_with("attempt to ");
    match kind {
        PanicKind::Above if is_arithmetic => Some(
            "the result is too large for its type: at most 255 fits into a `u8`, 65,535 into a `u16`,\n\
             and 4,294,967,295 into a `usize`, which has 32 bits in the sandbox\n",
        ),
        PanicKind::Above => Some(
            "the number is too large for its type; if the type is `usize`, it has 32 bits \
                  in the sandbox\n",
        ),
        PanicKind::Below if message.starts_with("attempt to negate") => {
            Some("the smallest number of a signed type cannot be negated\n")
        }
        PanicKind::Below if is_of_board => Some(
            "the result is below 0, but its type is unsigned: is the tile 0, the blank?\nFor the \
             distance between two numbers, use `abs_diff`\n",
        ),
        // If a solution lacks a board, a saturating subtraction would merely hide the fault.
        PanicKind::Below => Some("the result is below 0, but its type is unsigned\n"),
        PanicKind::Thread => Some("do the work without starting a thread\n"),
        PanicKind::Unwritten | PanicKind::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use grade::cause::SolverCause;
    use probe::wire::Question;

    use super::*;

    fn hint_of(cause: impl Fn(Stop) -> Cause, message: &str) -> String {
        let (kind, message) = (PanicKind::of(message), message.to_owned());
        let stop = Stop::Panic { kind, message, place: None };
        failure(cause(stop.clone()), &stop).detail.unwrap_or_default()
    }

    #[test]
    fn an_out_of_bounds_index_is_explained_if_unambiguous() {
        let hint = |cells: &[slider::Tile], message: &str| {
            let (kind, message) = (PanicKind::of(message), message.to_owned());
            let stop = Stop::Panic { kind, message, place: None };
            let tiles = Tiles::from_cells(2, cells);
            let Verdict::Fail(failure) = stopped(Method::Neighbors, tiles, None, &stop) else {
                return None;
            };
            failure.detail
        };
        let message = "index out of bounds: the len is 2 but the index is 2";
        let of_row = hint(&[1, 2, 0, 3], message).unwrap();
        assert!(of_row.contains("last row, number 1"), "{of_row}");
        let of_column = hint(&[1, 0, 2, 3], message).unwrap();
        assert!(of_column.contains("last column"), "{of_column}");
        assert_eq!(hint(&[1, 2, 3, 0], message), None, "either may be meant");
        assert_eq!(hint(&[0, 1, 2, 3], message), None, "there is a row below, and a column");
        let flat = "index out of bounds: the len is 4 but the index is 4";
        assert_eq!(hint(&[1, 2, 0, 3], flat), None);
    }

    #[test]
    fn a_hint_says_only_what_the_message_proves() {
        let board = |stop| BoardCause::Stopped { method: Method::Manhattan, stop }.into();
        let solver = |stop| SolverCause::Stopped { question: Question::Moves, stop }.into();
        let above = hint_of(board, "attempt to multiply with overflow");
        assert!(above.contains("into a `usize`"), "{above}");
        let below = "attempt to subtract with overflow";
        assert!(hint_of(board, below).contains("abs_diff"));
        // This is the result of `len() - 1` for an empty solution.
        let of_solver = hint_of(solver, below);
        assert!(of_solver.contains("below 0"), "{of_solver}");
        assert!(!of_solver.contains("abs_diff") && !of_solver.contains("saturating"));
        assert!(!hint_of(board, "attempt to negate with overflow").contains("unsigned"));
        assert_eq!(hint_of(board, "attempt to divide by zero"), "");
    }
}
