//! Creates failures for boards, with the case and, if the values reveal it, the likely mistake.

mod text;

use grade::cause::{BoardCause, Cause};
use grade::words::{counted, method_call as call, whose as name};
use grade::{Asked, Evidence, Failure, Tiles, Value};
use probe::wire::{Method, Whose, Word};
use slider::Tile;

use super::facts::BoardFacts;
use super::miscount::{Miscount, Miscounts};
use super::survey::correct_value;
pub(crate) use text::{add_first_non_number, failure_for_wrong_text};

pub(crate) fn failure_for_wrong_value(facts: &BoardFacts, method: Method, actual: Word) -> Failure {
    let cause = cause_of_wrong_value(facts, method, actual);
    let expected = match method {
        Method::Dimension => Value::Number(facts.n as u64),
        Method::Hamming => Value::Number(facts.hamming.into()),
        Method::Manhattan => Value::Number(facts.manhattan.into()),
        Method::IsGoal => Value::Truth(facts.is_goal()),
        Method::New | Method::Display | Method::Neighbors | Method::Twin | Method::Eq => {
            Value::Nothing
        }
    };
    let actual = match expected {
        Value::Truth(_) => Value::Truth(actual != 0),
        _ => Value::Number(actual.into()),
    };
    let failure = Failure::from_cause(cause).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        call: call(method).to_owned(),
        expected,
        actual,
        asked: Asked::Board { whose: Whose::Own, method },
        ..Evidence::default()
    });
    Failure { detail: list_counted_tiles(facts, method), ..failure }
}

fn cause_of_wrong_value(facts: &BoardFacts, method: Method, actual: Word) -> BoardCause {
    let mut count = Miscounts::default();
    count.note_answer(facts, method, actual);
    match method {
        Method::Hamming | Method::Manhattan => cause_of_miscount(method, count),
        Method::IsGoal if facts.is_goal() => BoardCause::GoalDenied,
        Method::IsGoal => BoardCause::GoalClaimed,
        _ => BoardCause::WrongNumber { method },
    }
}

fn cause_of_miscount(method: Method, count: Miscounts) -> BoardCause {
    match count.only_mistake(method) {
        Some(Miscount::Blank) => BoardCause::CountsBlank { method },
        Some(Miscount::Shifted) => BoardCause::GoalsShifted { method },
        Some(Miscount::RowsShifted) => BoardCause::GoalRowsShifted { method },
        Some(Miscount::ColumnsShifted) => BoardCause::GoalColumnsShifted { method },
        Some(Miscount::Transposed) => BoardCause::GoalsTransposed { method },
        Some(Miscount::Divided) => BoardCause::CellsSubtracted { method },
        None => BoardCause::WrongNumber { method },
    }
}

/// Replaces the explanation of one wrong answer with one that explains all of the method's answers.
pub(crate) fn explain_all_answers(failure: Failure, count: Miscounts) -> Failure {
    match failure.cause {
        Some(Cause::Board(BoardCause::GoalClaimed | BoardCause::GoalDenied))
            if count.expects_blank_first() =>
        {
            failure.with_cause(BoardCause::GoalBlankFirst)
        }
        Some(Cause::Board(BoardCause::GoalClaimed)) => match count.cells_ignored_by_is_goal() {
            Some((cells, blank)) => failure.with_cause(BoardCause::GoalUnchecked { cells, blank }),
            None => failure,
        },
        Some(Cause::Board(
            BoardCause::CountsBlank { method }
            | BoardCause::GoalsShifted { method }
            | BoardCause::GoalRowsShifted { method }
            | BoardCause::GoalColumnsShifted { method }
            | BoardCause::GoalsTransposed { method }
            | BoardCause::CellsSubtracted { method }
            | BoardCause::WrongNumber { method: method @ (Method::Hamming | Method::Manhattan) },
        )) => failure.with_cause(cause_of_miscount(method, count)),
        _ => failure,
    }
}

/// Returns the failure for a wrong twin. `tiles` is `None` if the twin cannot be identified.
pub(crate) fn wrong_twin(facts: &BoardFacts, tiles: Option<&[Tile]>) -> Failure {
    let cause = match tiles {
        Some(tiles) if tiles == facts.tiles => BoardCause::TwinIsSelf,
        Some(tiles) if tiles[facts.blank] != 0 => BoardCause::TwinMovesBlank,
        _ => BoardCause::TwinWrong,
    };
    let changed = tiles.map(|tiles| tiles.iter().zip(&facts.tiles).filter(|(a, b)| a != b).count());
    let changed = changed.filter(|count| cause == BoardCause::TwinWrong && *count > 2);
    let detail = changed.map(|count| format!("{count} cells have a different tile instead of 2"));
    let failure = Failure::from_cause(cause).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        call: call(Method::Twin).to_owned(),
        expected: Value::Text("the board with two tiles exchanged".to_owned()),
        actual: tiles
            .map_or(Value::Nothing, |tiles| Value::Board(Tiles::from_cells(facts.n, tiles))),
        asked: Asked::Board { whose: Whose::Own, method: Method::Twin },
        ..Evidence::default()
    });
    Failure { detail, ..failure }
}

pub(crate) fn failure_for_changing_twin(facts: &BoardFacts) -> Failure {
    twin_comparison_failure(facts, BoardCause::TwinChanges)
}

/// Returns the failure for a second call of `twin` that returns the same board, if `==` does not report it as equal.
pub(crate) fn unequal_twins(facts: &BoardFacts) -> Failure {
    twin_comparison_failure(facts, BoardCause::TwinsUnequal)
}

fn twin_comparison_failure(facts: &BoardFacts, cause: BoardCause) -> Failure {
    Failure::from_cause(cause).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        call: "twin() == twin()".to_owned(),
        expected: Value::Truth(true),
        actual: Value::Truth(false),
        asked: Asked::TwinTwice,
        ..Evidence::default()
    })
}

/// Returns the failure for a neighbor with a correct text that does not equal the same board from `Board::new`.
pub(crate) fn unequal_neighbor(facts: &BoardFacts, cell: usize) -> Failure {
    let neighbor = facts.with_exchanged_cells(facts.blank, cell).to_tiles();
    failure_for_unequal_derived(Whose::Neighbor, Method::Neighbors, facts, neighbor)
}

/// Returns the failure for a neighbor with a correct text that equals a different neighbor.
pub(crate) fn equal_neighbors(facts: &BoardFacts, cell: usize, other: usize) -> Failure {
    let board = |cell| facts.with_exchanged_cells(facts.blank, cell).to_tiles();
    Failure::from_cause(BoardCause::TilesEqual).with_evidence(Evidence {
        tiles: board(cell),
        other: Some(board(other)),
        call: "a == b".to_owned(),
        expected: Value::Truth(false),
        actual: Value::Truth(true),
        asked: Asked::Equal { negated: false },
        ..Evidence::default()
    })
}

/// Returns the failure for a twin that does not equal the same board from `Board::new`.
pub(crate) fn unequal_twin(facts: &BoardFacts, twin: &[Tile]) -> Failure {
    failure_for_unequal_derived(Whose::Twin, Method::Twin, facts, Tiles::from_cells(facts.n, twin))
}

fn failure_for_unequal_derived(
    whose: Whose,
    from: Method,
    facts: &BoardFacts,
    derived: Tiles,
) -> Failure {
    Failure::from_cause(BoardCause::DerivedUnequal { whose }).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        other: Some(derived),
        call: format!("the board of {} == Board::new()", call(from)),
        expected: Value::Truth(true),
        actual: Value::Truth(false),
        asked: Asked::Board { whose, method: Method::Eq },
        ..Evidence::default()
    })
}

/// Returns the failure for a method with a wrong value on a derived board, but the correct value on a new board.
pub(crate) fn wrong_derived_value(
    facts: &BoardFacts,
    derived: &BoardFacts,
    whose: Whose,
    method: Method,
    actual: Word,
) -> Failure {
    let own = failure_for_wrong_value(derived, method, actual).evidence.unwrap_or_default();
    let cause = if actual == correct_value(facts, method) {
        BoardCause::DerivedStale { whose, method }
    } else {
        BoardCause::DerivedWrong { whose, method }
    };
    Failure::from_cause(cause).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        other: Some(derived.to_tiles()),
        call: format!("{} of {}", call(method), name(whose)),
        asked: Asked::Board { whose, method },
        ..own
    })
}

/// Returns the failure for a derived board with the text of a different board.
pub(crate) fn derived_text(
    facts: &BoardFacts,
    derived: &BoardFacts,
    whose: Whose,
    text: Option<&[Word]>,
) -> Failure {
    let actual = text.and_then(|text| parse_board(derived.n, text));
    let asked = Asked::Board { whose, method: Method::Display };
    let cause = BoardCause::DerivedText { whose };
    let whose = name(whose);
    Failure::from_cause(cause).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        call: format!("to_string() of {whose}"),
        expected: Value::Board(derived.to_tiles()),
        actual: actual.map_or(Value::Nothing, Value::Board),
        asked,
        ..Evidence::default()
    })
}

pub(crate) fn failure_for_further_neighbors(
    facts: &BoardFacts,
    derived: &BoardFacts,
    whose: Whose,
    right: &[BoardFacts],
    texts: &[&[Word]],
) -> Failure {
    let given: Option<Vec<Tiles>> = texts.iter().map(|text| parse_board(derived.n, text)).collect();
    Failure::from_cause(BoardCause::DerivedWrong { whose, method: Method::Neighbors })
        .with_evidence(Evidence {
            expected: Value::Boards(right.iter().map(BoardFacts::to_tiles).collect()),
            // If a text is invalid, it is unknown which board it shows.
            actual: given.map_or(Value::Nothing, Value::Boards),
            ..further_evidence(facts, derived, whose, Method::Neighbors)
        })
}

pub(crate) fn failure_for_further_twin(
    facts: &BoardFacts,
    derived: &BoardFacts,
    whose: Whose,
    text: &[Word],
) -> Failure {
    Failure::from_cause(BoardCause::DerivedWrong { whose, method: Method::Twin }).with_evidence(
        Evidence {
            expected: Value::Text("the board with two tiles exchanged".to_owned()),
            actual: parse_board(derived.n, text).map_or(Value::Nothing, Value::Board),
            ..further_evidence(facts, derived, whose, Method::Twin)
        },
    )
}

fn further_evidence(
    facts: &BoardFacts,
    derived: &BoardFacts,
    whose: Whose,
    method: Method,
) -> Evidence {
    Evidence {
        tiles: facts.to_tiles(),
        other: Some(derived.to_tiles()),
        call: format!("{} of {}", call(method), name(whose)),
        asked: Asked::Board { whose, method },
        ..Evidence::default()
    }
}

fn parse_board(n: usize, text: &[Word]) -> Option<Tiles> {
    super::facts::parse_text(n, text).map(|tiles| Tiles::from_cells(n, &tiles))
}

/// The maximum number of tiles to list. On a board with more, a list is no easier to check than the board.
const LISTED: u32 = 4;

/// Lists the tiles that a distance counts, one per line. Returns `None` for other methods, and if there are no such
/// tiles or too many.
fn list_counted_tiles(facts: &BoardFacts, method: Method) -> Option<String> {
    if facts.hamming > LISTED {
        return None;
    }
    let line = |(cell, tile): (usize, usize)| match method {
        Method::Hamming => Some(format!("tile {tile} is not in its cell")),
        Method::Manhattan => {
            let (rows, columns) = rows_and_columns_apart(facts.n, cell, tile - 1);
            let parts = [(rows, "row"), (columns, "column")].into_iter();
            let parts: Vec<String> = parts
                .filter(|(number, _)| *number > 0)
                .map(|(number, what)| counted(number as u64, what))
                .collect();
            Some(format!("tile {tile} is {} away from its cell", parts.join(" and ")))
        }
        _ => None,
    };
    let tiles = facts.tiles.iter().map(|tile| usize::from(*tile)).enumerate();
    let misplaced = tiles.filter(|(cell, tile)| *tile != 0 && *tile != cell + 1);
    let lines: Vec<String> = misplaced.filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

pub(super) fn rows_and_columns_apart(n: usize, cell: usize, goal: usize) -> (usize, usize) {
    ((cell / n).abs_diff(goal / n), (cell % n).abs_diff(goal % n))
}
