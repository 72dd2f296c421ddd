//! Creates failures for the texts of boards.

use grade::cause::{BoardCause, TextCause};
use grade::words::method_call as call;
use grade::{Asked, Evidence, Failure, Value};
use probe::wire::{LINE_END, Method, NOT_A_NUMBER, TOO_LONG, Whose, Word};
use slider::Tile;

use crate::judge::facts::BoardFacts;

/// The maximum number of characters to quote from a word. No tile needs that many, even with a sign.
const SHOWN_WORD: usize = 12;

/// The number of digits of the largest tile, on a board with 127 rows.
const MAX_DIGITS: usize = 5;

/// Adds the first word of the text that is not a number, if any.
pub(crate) fn add_first_non_number(failure: Failure) -> Failure {
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
    if word.chars().count() > SHOWN_WORD
        || word.chars().any(|symbol| symbol == '`' || symbol.is_control())
    {
        return failure;
    }
    let text = TextCause::NoTile { word: word.to_owned() };
    failure.with_cause(BoardCause::Text { text })
}

pub(crate) fn failure_for_wrong_text(facts: &BoardFacts, words: &[Word]) -> Failure {
    let numbers = |words: &[Word]| -> Vec<Word> {
        words.iter().copied().filter(|word| *word != LINE_END).collect()
    };
    // The first word is the dimension.
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
    } else if words.iter().position(|word| *word == LINE_END) != Some(1) {
        TextCause::NoDimension
    } else {
        truncated_text(&right, &given).unwrap_or(TextCause::OtherNumbers)
    };
    let shown = facts.to_tiles().iter().fold(format!("{}\n", facts.n), |text, row| {
        let row: Vec<String> = row.iter().map(Tile::to_string).collect();
        format!("{text}{}\n", row.join(" "))
    });
    Failure::from_cause(BoardCause::Text { text }).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        call: call(Method::Display).to_owned(),
        expected: Value::Text(shown),
        asked: Asked::Board { whose: Whose::Own, method: Method::Display },
        ..Evidence::default()
    })
}

/// Returns the cause if reducing the numbers modulo 256 explains all differences.
fn truncated_text(right: &[Word], given: &[Word]) -> Option<TextCause> {
    // This is what a cast to `u8` leaves.
    let is_cut = |(right, given): (&Word, &Word)| *given == right % 256;
    if right.len() != given.len() || !right.iter().zip(given).all(is_cut) {
        return None;
    }
    let (tile, shown) = right.iter().zip(given).find(|(right, given)| right != given)?;
    Some(TextCause::Truncated { tile: *tile, shown: *shown })
}

/// Returns the first line with too few numbers, if all lines are present and the first one shows the dimension.
fn short_line(facts: &BoardFacts, words: &[Word]) -> Option<TextCause> {
    let text = words.strip_suffix(&[LINE_END])?;
    let lines: Vec<&[Word]> = text.split(|word| *word == LINE_END).collect();
    let begins = lines[0].first().and_then(|n| usize::try_from(*n).ok()) == Some(facts.n);
    if !begins || lines[0].len() != 1 || lines.len() != facts.n + 1 {
        return None;
    }
    let is_joined = |word: &Word| {
        *word != NOT_A_NUMBER
            && usize::try_from(*word).is_ok_and(|value| value >= facts.tiles.len())
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

#[cfg(test)]
mod tests {
    use super::*;

    const E: Word = LINE_END;

    #[track_caller]
    fn check(words: &[Word], summary: &str) {
        let failure = failure_for_wrong_text(&BoardFacts::new(2, &[1, 0, 3, 2]), words);
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
            failure_for_wrong_text(&BoardFacts::new(n.into(), &tiles), &words).summary
        };
        assert_eq!(
            text(|tile| tile % 256),
            "tile 256 is shown as 0, which is 256 modulo 256, and so is every tile above 255"
        );
        assert_eq!(text(|tile| tile % 255), "the text shows the wrong numbers");
    }

    #[test]
    fn the_non_numeric_word_is_named() {
        let of = |text: &str| {
            let cause = BoardCause::Text { text: TextCause::NotNumbers };
            let actual = Value::Text(text.to_owned());
            add_first_non_number(
                Failure::from_cause(cause)
                    .with_evidence(Evidence { actual, ..Evidence::default() }),
            )
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
            "line 3 of the text has 1 number instead of 2; `32` is larger than any tile",
        );
        check(&[4, E, 1, 0, E, 3, 2, E], "the first line of the text is 4, but the dimension is 2");
        check(&[2, E, 1, E, 3, 2, E], "line 2 of the text has 1 number instead of 2");
        check(&[2, E, 1, 0, 5, E, 3, 2, E], "line 2 of the text has 3 numbers instead of 2");
        check(&[2, E, NOT_A_NUMBER, E, 3, 2, E], "the text contains something other than numbers");
        check(&[2, E, 1, 0, 3, 2, E], "the lines of the text end in the wrong places");
    }
}
