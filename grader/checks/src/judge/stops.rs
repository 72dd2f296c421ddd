//! Verdicts and failures for code that stops unexpectedly.

use grade::cause::BoardCause;
use grade::words::method_call;
use grade::{Asked, Evidence, Failure, Stop, Tiles, Verdict};
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
    let mut failure = Failure::of(cause);
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
    let (len, index) = stop.out_of_bounds()?;
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
    Failure::of(BoardCause::DebugStopped { stop: stop.clone() }).with_evidence(Evidence {
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

#[cfg(test)]
mod tests {
    use grade::PanicKind;

    use super::*;

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
}
