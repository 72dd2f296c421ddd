//! Creates failures for boards, with the case and, if the values reveal it, the likely mistake.

use grade::cause::{BoardCause, Cause, TextCause};
use grade::words::{method_call as call, whose as name};
use grade::{Asked, Evidence, Failure, Tiles, Value};
use probe::wire::{LINE_END, Method, NOT_A_NUMBER, TOO_LONG, Whose, Word};
use slider::Tile;

use super::facts::Facts;
use super::miscount::{Miscount, Miscounts};
use super::misplaced;
use super::survey::truth;

pub(crate) fn wrong_value(facts: &Facts, method: Method, actual: Word) -> Failure {
    let cause = wrong_value_cause(facts, method, actual);
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
    let failure = Failure::of(cause).with_evidence(Evidence {
        tiles: facts.rows(),
        call: call(method).to_owned(),
        expected,
        actual,
        asked: Asked::Board { whose: Whose::Own, method },
        ..Evidence::default()
    });
    Failure { detail: misplaced::list(facts, method), ..failure }
}

fn wrong_value_cause(facts: &Facts, method: Method, actual: Word) -> BoardCause {
    let mut count = Miscounts::default();
    count.see(facts, method, actual);
    match method {
        Method::Hamming | Method::Manhattan => miscounted(method, count),
        Method::IsGoal if facts.is_goal() => BoardCause::GoalDenied,
        Method::IsGoal => BoardCause::GoalClaimed,
        _ => BoardCause::WrongNumber { method },
    }
}

fn miscounted(method: Method, count: Miscounts) -> BoardCause {
    match count.explain(method) {
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
pub(crate) fn of_all_answers(failure: Failure, count: Miscounts) -> Failure {
    match failure.cause {
        Some(Cause::Board(BoardCause::GoalClaimed | BoardCause::GoalDenied))
            if count.expects_blank_first() =>
        {
            failure.with_cause(BoardCause::GoalBlankFirst)
        }
        Some(Cause::Board(BoardCause::GoalClaimed)) => match count.unchecked() {
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
        )) => failure.with_cause(miscounted(method, count)),
        _ => failure,
    }
}

/// The maximum number of characters to quote from a word. No tile needs that many, even with a sign.
const SHOWN_WORD: usize = 12;

const MAX_DIGITS: usize = 5;

/// Adds the first word of the text that is not a number, if any.
pub(crate) fn of_text(failure: Failure) -> Failure {
    let is_of_words =
        failure.cause == Some(BoardCause::Text { text: TextCause::NotNumbers }.into());
    let given = failure.evidence.as_ref().map(|evidence| &evidence.actual);
    let (true, Some(Value::Text(text))) = (is_of_words, given) else { return failure };
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let Some(word) = text.split_ascii_whitespace().find(|word| !is_number(word)) else {
        // The probe does not parse numbers with so many digits.
        let word = text.split_ascii_whitespace().find(|word| word.len() > MAX_DIGITS);
        let Some(word) = word else { return failure };
        let text = TextCause::Joined { word: word.chars().take(SHOWN_WORD).collect() };
        return failure.with_cause(BoardCause::Text { text });
    };
    if word.chars().count() > SHOWN_WORD || word.chars().any(|it| it == '`' || it.is_control()) {
        return failure;
    }
    let text = TextCause::NoTile { word: word.to_owned() };
    failure.with_cause(BoardCause::Text { text })
}

pub(crate) fn wrong_text(facts: &Facts, words: &[Word]) -> Failure {
    let numbers = |words: &[Word]| -> Vec<Word> {
        words.iter().copied().filter(|word| *word != LINE_END).collect()
    };
    let mut right: Vec<Word> = vec![Word::try_from(facts.n).unwrap_or(Word::MAX)];
    right.extend(facts.tiles.iter().map(|tile| Word::from(*tile)));
    let given = numbers(words);
    let text = if given == right {
        TextCause::LineBreaks
    } else if given == right[1..] {
        TextCause::NoDimension
    } else if words.contains(&TOO_LONG) {
        TextCause::TooLong
    } else if given.is_empty() {
        TextCause::Empty
    } else if let Some(line) = short_line(facts, words) {
        line
    } else if words.contains(&NOT_A_NUMBER) {
        TextCause::NotNumbers
    } else if given.len() < right.len() && given.first() == right.first() {
        TextCause::TooFew
    } else if given[1..] == right[1..] {
        TextCause::OtherDimension { shown: given[0], right: right[0] }
    } else {
        truncated(&right, &given).unwrap_or(TextCause::OtherNumbers)
    };
    let shown = facts.rows().iter().fold(format!("{}\n", facts.n), |text, row| {
        let row: Vec<String> = row.iter().map(Tile::to_string).collect();
        format!("{text}{}\n", row.join(" "))
    });
    Failure::of(BoardCause::Text { text }).with_evidence(Evidence {
        tiles: facts.rows(),
        call: call(Method::Display).to_owned(),
        expected: Value::Text(shown),
        asked: Asked::Board { whose: Whose::Own, method: Method::Display },
        ..Evidence::default()
    })
}

/// Returns the cause if reducing the numbers modulo 256 explains all differences.
fn truncated(right: &[Word], given: &[Word]) -> Option<TextCause> {
    let is_cut = |(right, given): (&Word, &Word)| *given == right % 256;
    if right.len() != given.len() || !right.iter().zip(given).all(is_cut) {
        return None;
    }
    let (tile, shown) = right.iter().zip(given).find(|(right, given)| right != given)?;
    Some(TextCause::Truncated { tile: *tile, shown: *shown })
}

/// Returns the first line with too few numbers, if all lines are present and the first one shows the dimension.
fn short_line(facts: &Facts, words: &[Word]) -> Option<TextCause> {
    let text = words.strip_suffix(&[LINE_END])?;
    let lines: Vec<&[Word]> = text.split(|word| *word == LINE_END).collect();
    let begins = lines[0].first().and_then(|n| usize::try_from(*n).ok()) == Some(facts.n);
    if !begins || lines[0].len() != 1 || lines.len() != facts.n + 1 {
        return None;
    }
    let is_joined = |word: &Word| {
        *word != NOT_A_NUMBER && usize::try_from(*word).is_ok_and(|it| it >= facts.tiles.len())
    };
    let of_line = |at: usize, joined: Option<Word>| {
        let numbers = lines[at].len();
        TextCause::Line { line: at + 1, numbers, right: facts.n, joined }
    };
    let mut wrong = (1..lines.len()).filter(|at| lines[*at].len() != facts.n);
    // A word made of three or more joined numbers may have too many digits to parse.
    let with_joined = wrong.clone().find_map(|at| {
        let joined = lines[at].iter().copied().find(is_joined)?;
        let joined = Some(joined).filter(|_| lines[at].len() < facts.n);
        Some(of_line(at, joined))
    });
    let is_of_numbers = !words.contains(&NOT_A_NUMBER);
    with_joined.or_else(|| wrong.next().filter(|_| is_of_numbers).map(|at| of_line(at, None)))
}

/// Returns the failure for a wrong twin. `tiles` is `None` if the twin cannot be identified.
pub(crate) fn wrong_twin(facts: &Facts, tiles: Option<&[Tile]>) -> Failure {
    let cause = match tiles {
        Some(tiles) if tiles == facts.tiles => BoardCause::TwinIsSelf,
        Some(tiles) if tiles[facts.blank] != 0 => BoardCause::TwinMovesBlank,
        _ => BoardCause::TwinWrong,
    };
    let changed = tiles.map(|tiles| tiles.iter().zip(&facts.tiles).filter(|(a, b)| a != b).count());
    let changed = changed.filter(|count| cause == BoardCause::TwinWrong && *count > 2);
    let detail = changed.map(|count| format!("{count} cells have a different tile instead of 2"));
    let failure = Failure::of(cause).with_evidence(Evidence {
        tiles: facts.rows(),
        call: call(Method::Twin).to_owned(),
        expected: Value::Text("the board with two tiles exchanged".to_owned()),
        actual: tiles
            .map_or(Value::Nothing, |tiles| Value::Board(Tiles::from_cells(facts.n, tiles))),
        asked: Asked::Board { whose: Whose::Own, method: Method::Twin },
        ..Evidence::default()
    });
    Failure { detail, ..failure }
}

pub(crate) fn changing_twin(facts: &Facts) -> Failure {
    twin_twice(facts, BoardCause::TwinChanges)
}

/// Returns the failure for a second call of `twin` that returns the same board, if `==` does not report it as equal.
pub(crate) fn unequal_twins(facts: &Facts) -> Failure {
    twin_twice(facts, BoardCause::TwinsUnequal)
}

fn twin_twice(facts: &Facts, cause: BoardCause) -> Failure {
    Failure::of(cause).with_evidence(Evidence {
        tiles: facts.rows(),
        call: "twin() == twin()".to_owned(),
        expected: Value::Truth(true),
        actual: Value::Truth(false),
        asked: Asked::TwinTwice,
        ..Evidence::default()
    })
}

/// Returns the failure for a neighbor with a correct text that does not equal the same board from `Board::new`.
pub(crate) fn unequal_neighbor(facts: &Facts, cell: usize) -> Failure {
    let neighbor = facts.exchanged(facts.blank, cell).rows();
    unequal(Whose::Neighbor, Method::Neighbors, facts, neighbor)
}

/// Returns the failure for a neighbor with a correct text that equals a different neighbor.
pub(crate) fn equal_neighbors(facts: &Facts, cell: usize, other: usize) -> Failure {
    let board = |cell| facts.exchanged(facts.blank, cell).rows();
    Failure::of(BoardCause::TilesEqual).with_evidence(Evidence {
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
pub(crate) fn unequal_twin(facts: &Facts, twin: &[Tile]) -> Failure {
    unequal(Whose::Twin, Method::Twin, facts, Tiles::from_cells(facts.n, twin))
}

fn unequal(whose: Whose, from: Method, facts: &Facts, derived: Tiles) -> Failure {
    Failure::of(BoardCause::DerivedUnequal { whose }).with_evidence(Evidence {
        tiles: facts.rows(),
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
    facts: &Facts,
    derived: &Facts,
    whose: Whose,
    method: Method,
    actual: Word,
) -> Failure {
    let own = wrong_value(derived, method, actual).evidence.unwrap_or_default();
    let cause = if actual == truth(facts, method) {
        BoardCause::DerivedStale { whose, method }
    } else {
        BoardCause::DerivedWrong { whose, method }
    };
    Failure::of(cause).with_evidence(Evidence {
        tiles: facts.rows(),
        other: Some(derived.rows()),
        call: format!("{} of {}", call(method), name(whose)),
        asked: Asked::Board { whose, method },
        ..own
    })
}

/// Returns the failure for a derived board with the text of a different board.
pub(crate) fn derived_text(
    facts: &Facts,
    derived: &Facts,
    whose: Whose,
    text: Option<&[Word]>,
) -> Failure {
    let actual = text.and_then(|text| board_of(derived.n, text));
    let asked = Asked::Board { whose, method: Method::Display };
    let cause = BoardCause::DerivedText { whose };
    let whose = name(whose);
    Failure::of(cause).with_evidence(Evidence {
        tiles: facts.rows(),
        call: format!("to_string() of {whose}"),
        expected: Value::Board(derived.rows()),
        actual: actual.map_or(Value::Nothing, Value::Board),
        asked,
        ..Evidence::default()
    })
}

pub(crate) fn wrong_further_neighbors(
    facts: &Facts,
    derived: &Facts,
    whose: Whose,
    right: &[Facts],
    texts: &[&[Word]],
) -> Failure {
    let given: Option<Vec<Tiles>> = texts.iter().map(|text| board_of(derived.n, text)).collect();
    Failure::of(BoardCause::DerivedWrong { whose, method: Method::Neighbors }).with_evidence(
        Evidence {
            expected: Value::Boards(right.iter().map(Facts::rows).collect()),
            // If a text is invalid, it is unknown which board it shows.
            actual: given.map_or(Value::Nothing, Value::Boards),
            ..further(facts, derived, whose, Method::Neighbors)
        },
    )
}

pub(crate) fn wrong_further_twin(
    facts: &Facts,
    derived: &Facts,
    whose: Whose,
    text: &[Word],
) -> Failure {
    Failure::of(BoardCause::DerivedWrong { whose, method: Method::Twin }).with_evidence(Evidence {
        expected: Value::Text("the board with two tiles exchanged".to_owned()),
        actual: board_of(derived.n, text).map_or(Value::Nothing, Value::Board),
        ..further(facts, derived, whose, Method::Twin)
    })
}

fn further(facts: &Facts, derived: &Facts, whose: Whose, method: Method) -> Evidence {
    Evidence {
        tiles: facts.rows(),
        other: Some(derived.rows()),
        call: format!("{} of {}", call(method), name(whose)),
        asked: Asked::Board { whose, method },
        ..Evidence::default()
    }
}

fn board_of(n: usize, text: &[Word]) -> Option<Tiles> {
    super::facts::parse_text(n, text).map(|tiles| Tiles::from_cells(n, &tiles))
}

#[cfg(test)]
mod tests {
    use super::*;

    const E: Word = LINE_END;

    #[track_caller]
    fn check(words: &[Word], summary: &str) {
        let failure = wrong_text(&Facts::new(2, &[1, 0, 3, 2]), words);
        assert_eq!(failure.summary, summary);
    }

    #[test]
    fn tiles_modulo_256_are_recognized() {
        let n: u16 = 17;
        let tiles: Vec<Tile> = (1..n * n).chain([0]).collect();
        let text = |shown: fn(Word) -> Word| {
            let mut words = vec![Word::from(n), E];
            for row in tiles.chunks(n.into()) {
                words.extend(row.iter().map(|tile| shown((*tile).into())));
                words.push(E);
            }
            wrong_text(&Facts::new(n.into(), &tiles), &words).summary
        };
        assert_eq!(
            text(|tile| tile % 256),
            "tile 256 is shown as 0, which is 256 modulo 256; do you store tiles as `u8`?"
        );
        assert_eq!(text(|tile| tile % 255), "the text shows the wrong numbers");
    }

    #[test]
    fn the_non_numeric_word_is_named() {
        let of = |text: &str| {
            let cause = BoardCause::Text { text: TextCause::NotNumbers };
            let actual = Value::Text(text.to_owned());
            of_text(Failure::of(cause).with_evidence(Evidence { actual, ..Evidence::default() }))
        };
        let said = |text: &str| of(text).summary;
        assert_eq!(
            said("2\n 1 2\n 3 -128\n"),
            "the text contains `-128`, but this is not the number of a tile"
        );
        assert_eq!(
            said("2\n[1, 2]\n"),
            "the text contains `[1,`, but this is not the number of a tile"
        );
        let whole = "the text contains something other than numbers";
        assert_eq!(said("2\n 1 2\n 3"), whole, "Display gave an error");
        assert_eq!(said("`2`"), whole);
        assert_eq!(said("aLongWordThatTellsNothing"), whole);
        assert_eq!(
            said("2\n12345678901234\n"),
            "the numbers in the text run together, as in `123456789012`; write a space between them"
        );
    }

    #[test]
    fn lines_of_the_wrong_length_are_named() {
        check(
            &[2, E, 1, 0, E, 32, E],
            "line 3 of the text has 1 number instead of 2; are two numbers joined in `32`?",
        );
        check(&[4, E, 1, 0, E, 3, 2, E], "the first line of the text is 4, but the dimension is 2");
        check(&[2, E, 1, E, 3, 2, E], "line 2 of the text has 1 number instead of 2");
        check(&[2, E, 1, 0, 5, E, 3, 2, E], "line 2 of the text has 3 numbers instead of 2");
        check(&[2, E, NOT_A_NUMBER, E, 3, 2, E], "the text contains something other than numbers");
        check(&[2, E, 1, 0, 3, 2, E], "the lines of the text end in the wrong places");
    }
}
