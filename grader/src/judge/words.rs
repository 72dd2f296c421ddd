//! Puts findings about a board into words: what is wrong, and the likely mistake where the numbers
//! give it away.

use probe::wire::{LINE_END, Method, NOT_A_NUMBER, TOO_LONG, Whose, Word};
use slider::Tile;

use super::facts::{Facts, rows};
use crate::grade::{Asked, Evidence, Failure, Tiles, Value};

/// A neighbor that should not be there.
pub(crate) enum Seen {
    /// The one at this index of the right ones, again.
    Twice(usize),
    /// Another board, if its text says which.
    Other(Option<Vec<Tile>>),
}

/// The call of a method, as code.
pub(crate) fn call(method: Method) -> &'static str {
    match method {
        Method::New => "Board::new()",
        Method::Dimension => "dimension()",
        Method::Hamming => "hamming()",
        Method::Manhattan => "manhattan()",
        Method::IsGoal => "is_goal()",
        Method::Display => "to_string()",
        Method::Neighbors => "neighbors()",
        Method::Twin => "twin()",
        Method::Eq => "==",
    }
}

/// A board, by where it comes from.
fn name(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "the board",
        Whose::Neighbor => "a neighbor",
        Whose::Twin => "the twin",
    }
}

/// A method gave a wrong value.
pub(crate) fn wrong_value(facts: &Facts, method: Method, actual: Word) -> Failure {
    let expected = match method {
        Method::Dimension => Value::Number(facts.n as u64),
        Method::Hamming => Value::Number(facts.hamming.into()),
        Method::Manhattan => Value::Number(facts.manhattan.into()),
        _ => Value::Truth(facts.is_goal()),
    };
    let value = |word: Word| match method {
        Method::IsGoal => Value::Truth(word != 0),
        _ => Value::Number(word.into()),
    };
    Failure::new(wrong_value_summary(facts, method, actual)).with_evidence(Evidence {
        tiles: facts.rows(),
        call: call(method).to_owned(),
        expected,
        actual: value(actual),
        asked: Asked::Board(Whose::Own, method),
        ..Evidence::default()
    })
}

fn wrong_value_summary(facts: &Facts, method: Method, actual: Word) -> String {
    let call = call(method);
    let home = facts.tiles.len() - 1;
    // The blank as number 0 would belong before the first cell, the blank as a tile in the last.
    let blank_distance = |goal: usize| {
        let rows = (facts.blank / facts.n).abs_diff(goal / facts.n);
        let cols = (facts.blank % facts.n).abs_diff(goal % facts.n);
        Word::try_from(rows + cols).unwrap_or(Word::MAX)
    };
    let blank_counted = match method {
        Method::Hamming => actual == facts.hamming + 1,
        Method::Manhattan => [0, home]
            .into_iter()
            .map(blank_distance)
            .any(|distance| distance > 0 && actual == facts.manhattan + distance),
        _ => false,
    };
    if blank_counted {
        return format!("{call} counts the blank");
    }
    match method {
        Method::IsGoal if facts.is_goal() => format!("{call} is false for the goal"),
        Method::IsGoal => format!("{call} is true for a board that is not the goal"),
        _ => format!("{call} gives a wrong number"),
    }
}

/// The text of a board is wrong.
pub(crate) fn wrong_text(facts: &Facts, words: &[Word]) -> Failure {
    let numbers = |words: &[Word]| -> Vec<Word> {
        words.iter().copied().filter(|word| *word != LINE_END).collect()
    };
    let mut right: Vec<Word> = vec![Word::try_from(facts.n).unwrap_or(Word::MAX)];
    right.extend(facts.tiles.iter().map(|tile| Word::from(*tile)));
    let given = numbers(words);
    let summary = if given == right {
        "the text has its line breaks in the wrong places"
    } else if given == right[1..] {
        "the text does not begin with the dimension"
    } else if words.contains(&TOO_LONG) {
        "the text is far too long"
    } else if words.contains(&NOT_A_NUMBER) {
        "the text holds something other than numbers"
    } else if given.is_empty() {
        "the text is empty"
    } else if given.len() < right.len() && given.first() == right.first() {
        "the text has too few numbers; do some run together?"
    } else {
        "the text shows other numbers"
    };
    let shown = facts.rows().iter().fold(format!("{}\n", facts.n), |text, row| {
        let row: Vec<String> = row.iter().map(Tile::to_string).collect();
        format!("{text}{}\n", row.join(" "))
    });
    Failure::new(summary).with_evidence(Evidence {
        tiles: facts.rows(),
        call: call(Method::Display).to_owned(),
        expected: Value::Text(shown),
        asked: Asked::Board(Whose::Own, Method::Display),
        ..Evidence::default()
    })
}

/// The neighbors are not the right boards.
pub(crate) fn wrong_neighbors(
    facts: &Facts,
    cells: &[usize],
    missing: &[usize],
    wrong: &[Seen],
    count: usize,
) -> Failure {
    let board = |cell: usize| facts.exchanged(facts.blank, cell).rows();
    let mut actual: Vec<Tiles> =
        cells.iter().filter(|cell| !missing.contains(cell)).map(|cell| board(*cell)).collect();
    for seen in wrong {
        match seen {
            Seen::Twice(which) => actual.push(board(cells[*which])),
            Seen::Other(Some(tiles)) => actual.push(rows(facts.n, tiles)),
            Seen::Other(None) => {}
        }
    }
    let right = cells.len();
    let is_self = |seen: &Seen| matches!(seen, Seen::Other(Some(tiles)) if *tiles == facts.tiles);
    let summary = if wrong.is_empty() {
        let lost = missing.len();
        format!("neighbors() gives {count} of the {right} boards one move away; {lost} missing")
    } else if wrong.iter().any(is_self) {
        "neighbors() gives the board itself".to_owned()
    } else if wrong.iter().all(|seen| matches!(seen, Seen::Twice(_))) {
        "neighbors() gives a board twice".to_owned()
    } else {
        "neighbors() gives a board that is not one move away".to_owned()
    };
    Failure::new(summary).with_evidence(Evidence {
        tiles: facts.rows(),
        call: call(Method::Neighbors).to_owned(),
        expected: Value::Boards(cells.iter().map(|cell| board(*cell)).collect()),
        actual: Value::Boards(actual),
        asked: Asked::Board(Whose::Own, Method::Neighbors),
        ..Evidence::default()
    })
}

/// The twin is not a board with two tiles exchanged; `None` if it cannot be told what it is.
pub(crate) fn wrong_twin(facts: &Facts, tiles: Option<&[Tile]>) -> Failure {
    let summary = match tiles {
        Some(tiles) if tiles == facts.tiles => "twin() gives the board itself",
        Some(tiles) if tiles[facts.blank] != 0 => "twin() moves the blank",
        _ => "twin() is not the board with two tiles exchanged",
    };
    Failure::new(summary).with_evidence(Evidence {
        tiles: facts.rows(),
        call: call(Method::Twin).to_owned(),
        expected: Value::Text("the board with two tiles exchanged".to_owned()),
        actual: tiles.map_or(Value::Nothing, |tiles| Value::Board(rows(facts.n, tiles))),
        asked: Asked::Board(Whose::Own, Method::Twin),
        ..Evidence::default()
    })
}

/// A neighbor is right by its text and not equal to the same board from `Board::new`.
pub(crate) fn unequal_neighbor(facts: &Facts, cell: usize) -> Failure {
    let neighbor = facts.exchanged(facts.blank, cell).rows();
    unequal(Whose::Neighbor, Method::Neighbors, facts, neighbor)
}

/// The same for a twin.
pub(crate) fn unequal_twin(facts: &Facts, twin: &[Tile]) -> Failure {
    unequal(Whose::Twin, Method::Twin, facts, rows(facts.n, twin))
}

fn unequal(whose: Whose, from: Method, facts: &Facts, derived: Tiles) -> Failure {
    let summary = format!("{} is not equal to the same board made by Board::new()", name(whose));
    Failure::new(summary).with_evidence(Evidence {
        tiles: facts.rows(),
        other: Some(derived),
        call: format!("the board of {} == Board::new()", call(from)),
        expected: Value::Truth(true),
        actual: Value::Truth(false),
        asked: Asked::Board(whose, Method::Eq),
        ..Evidence::default()
    })
}

/// A derived board answers wrongly where a new board with the same tiles is right.
pub(crate) fn wrong_derived_value(
    facts: &Facts,
    derived: &Facts,
    whose: Whose,
    method: Method,
    actual: Word,
) -> Failure {
    let mut failure = wrong_value(derived, method, actual);
    let asked = Asked::Board(whose, method);
    let (whose, call) = (name(whose), call(method));
    failure.summary = format!("{whose} gives a wrong {call}, where a new board does not");
    if let Some(evidence) = &mut failure.evidence {
        evidence.tiles = facts.rows();
        evidence.other = Some(derived.rows());
        evidence.call = format!("{call} of {whose}");
        evidence.asked = asked;
    }
    failure
}

/// A derived board shows another board's text.
pub(crate) fn derived_text(
    facts: &Facts,
    derived: &Facts,
    whose: Whose,
    text: Option<&[Word]>,
) -> Failure {
    let actual = text.and_then(|text| super::facts::parse_text(derived.n, text));
    let asked = Asked::Board(whose, Method::Display);
    let whose = name(whose);
    let summary = format!("{whose} shows another board's text");
    Failure::new(summary).with_evidence(Evidence {
        tiles: facts.rows(),
        call: format!("to_string() of {whose}"),
        expected: Value::Board(derived.rows()),
        actual: actual.map_or(Value::Nothing, |tiles| Value::Board(rows(derived.n, &tiles))),
        asked,
        ..Evidence::default()
    })
}

/// The boards that a derived board gives in turn are wrong.
pub(crate) fn wrong_further(
    facts: &Facts,
    derived: &Facts,
    whose: Whose,
    method: Method,
) -> Failure {
    let asked = Asked::Board(whose, method);
    let (whose, call) = (name(whose), call(method));
    let summary = format!("{whose} gives a wrong {call}, where a new board does not");
    Failure::new(summary).with_evidence(Evidence {
        tiles: facts.rows(),
        other: Some(derived.rows()),
        call: format!("{call} of {whose}"),
        asked,
        ..Evidence::default()
    })
}
