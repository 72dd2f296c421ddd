//! Shows a failing case, with the board, the expected result, and the actual result.

use std::iter;

use anstyle::Style;
use grade::{Evidence, Value};
use terminal::draw::{GAP, Picture};
use terminal::style::Styles;
use terminal::wrap::{escape, shorten_to_width, wrap};

use crate::excerpt::Excerpt;

/// The space between the board and the results.
/// Two columns of text look separate from three spaces on.
const WIDE_GAP: usize = 3;

/// The maximum number of boards to draw for a result.
/// A board has at most four neighbors, so this shows all of a correct result.
const BOARDS: usize = 4;

/// The maximum length of a text in a sentence, in bytes.
/// Three lines of a terminal. A longer text is quoted below the sentence.
const SENTENCE: usize = 240;

/// The maximum number of lines to show of a text.
/// Boards with up to ten rows, their dimension and one more line fit.
const LINES: usize = 12;

/// Draws the evidence, no wider than `width` if possible.
pub fn picture(evidence: &Evidence, width: usize, styles: Styles) -> Picture {
    let caption = Picture::from_lines(styles.plain, wrap(&caption(evidence), width));
    let boards = draw_boards(evidence, width, styles);
    let excerpt = Excerpt::around_difference(&evidence.expected, &evidence.actual, LINES);
    let answers = [
        (("expected", styles.good), &evidence.expected),
        (("but was", styles.bad), &evidence.actual),
    ];
    let answers = answers.into_iter().filter(|(_, value)| **value != Value::Nothing);
    let (said, drawn): (Vec<_>, Vec<_>) = answers.partition(|(_, value)| is_inline(value));

    let question = if said.is_empty() && !drawn.is_empty() {
        boards.placed_below(caption)
    } else {
        let said = said.into_iter().fold(caption, |above, (label, value)| {
            let answer = answer(label, value, excerpt, width, styles);
            Picture::default().beside(GAP, answer).placed_below(above)
        });
        Picture::arrange_in_rows([boards, said], WIDE_GAP, width)
    };
    let drawn =
        drawn.into_iter().map(|(label, value)| answer(label, value, excerpt, width, styles));
    Picture::arrange_in_rows(iter::once(question).chain(drawn), WIDE_GAP, width)
}

fn draw_boards(evidence: &Evidence, width: usize, styles: Styles) -> Picture {
    let Some(other) = &evidence.other else {
        if evidence.tiles.is_empty() {
            return Picture::default();
        }
        return Picture::board(&evidence.tiles, width);
    };
    let pair = [&evidence.tiles, other].map(|tiles| Picture::board(tiles, width));
    if evidence.asked.is_of_a_pair() {
        // Calls such as `a == b` name the boards.
        let [a, b] = pair;
        let name =
            |name, board: Picture| board.placed_below(Picture::from_lines(styles.plain, [name]));
        return Picture::arrange_in_rows([name("a", a), name("b", b)], WIDE_GAP, width);
    }
    // The second board was derived from the first.
    let [from, to] = pair;
    Picture::arrange_in_rows([from.with_sign_on_right("→"), to], GAP, width)
}

/// Describes the call and the board on which it was made.
pub fn caption(evidence: &Evidence) -> String {
    let call = escape(&evidence.call);
    let puzzle = evidence.puzzle.as_deref().map(escape);
    if evidence.other.is_some() || evidence.asked.is_of_a_derived_board() {
        return puzzle.map_or(call.clone(), |puzzle| format!("{call}, in {puzzle}"));
    }
    let board = match puzzle {
        Some(puzzle) => puzzle,
        None if evidence.tiles.is_empty() => return call,
        None => "this board".to_owned(),
    };
    if call.is_empty() { board } else { format!("{call} of {board}") }
}

fn is_inline(value: &Value) -> bool {
    match value {
        Value::Board(_) | Value::Boards(_) => false,
        Value::Text(text) => !is_quoted(text),
        Value::Nothing | Value::NoneValue | Value::Number(_) | Value::Truth(_) => true,
    }
}

/// Returns `true` if a text needs to be quoted exactly, because line breaks or surrounding spaces may matter, or
/// because it is too long for a sentence. Quotes can be shortened.
pub fn is_quoted(text: &str) -> bool {
    text.contains('\n') || text.trim() != text || text.is_empty() || text.len() > SENTENCE
}

/// Shows a result next to the label, or a drawing below it.
fn answer(
    (label, style): (&str, Style),
    value: &Value,
    excerpt: Excerpt,
    width: usize,
    styles: Styles,
) -> Picture {
    let words = |text: &str| {
        // Pad the labels to align the results.
        let label = Picture::from_lines(style, [format!("{label:<8}")]);
        let room = width.saturating_sub(GAP + label.width() + 1).max(1);
        label.beside(1, Picture::from_lines(style, wrap(text, room)))
    };
    let below = |note: &str, picture: Picture| {
        picture.placed_below(Picture::from_lines(style, [format!("{label}{note}")]))
    };
    match value {
        Value::Nothing => Picture::default(),
        Value::NoneValue => words("None"),
        Value::Number(number) => words(&number.to_string()),
        Value::Truth(truth) => words(&truth.to_string()),
        Value::Text(text) if is_quoted(text) => below("", quote(text, excerpt, width, styles)),
        Value::Text(text) => words(&escape(text)),
        Value::Board(tiles) => below("", Picture::board(tiles, width)),
        Value::Boards(boards) if boards.is_empty() => words("no boards"),
        Value::Boards(boards) => {
            let drawn = boards.iter().take(BOARDS).map(|tiles| Picture::board(tiles, width));
            let drawn = Picture::arrange_in_rows(drawn, GAP, width);
            let more = boards.len().saturating_sub(BOARDS);
            let more = (more > 0).then(|| format!("and {more} more"));
            let note = format!(" ({})", grade::words::counted(boards.len(), "board"));
            below(&note, Picture::from_lines(styles.dim, more).placed_below(drawn))
        }
    }
}

/// Quotes a text with visible line breaks.
fn quote(text: &str, excerpt: Excerpt, width: usize, styles: Styles) -> Picture {
    let line = |line: &str| {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "↵"));
        // The bar, the space and the mark of the line's end take three columns.
        format!("│ {}{end}", shorten_to_width(&escape(line), width.saturating_sub(3)))
    };
    if text.is_empty() {
        return Picture::from_lines(styles.dim, ["│ (nothing)"]);
    }
    let left_out = |count: usize, what| {
        (count > 0).then(|| format!("... {}", grade::words::counted(count, what)))
    };
    let above = Picture::from_lines(styles.dim, left_out(excerpt.skipped, "line"));
    let shown = Picture::from_lines(styles.plain, excerpt.lines(text).map(|text| line(&text)));
    let more = Picture::from_lines(styles.dim, left_out(excerpt.lines_after(text), "more line"));
    more.placed_below(shown.placed_below(above))
}

#[cfg(test)]
mod tests {
    use grade::{Asked, Tiles};
    use grade::{Method, Whose};

    use super::*;

    fn draw(evidence: &Evidence, width: usize) -> String {
        let picture = picture(evidence, width, Styles::default());
        picture.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    fn board(tiles: [u16; 4]) -> Tiles {
        Tiles::from_cells(2, &tiles)
    }

    #[test]
    fn boards_are_drawn_side_by_side() {
        let neighbors = vec![board([0, 1, 3, 2]), board([1, 2, 3, 0])];
        let wrong = Evidence {
            tiles: board([1, 0, 3, 2]),
            call: "neighbors()".to_owned(),
            expected: Value::Boards(neighbors.clone()),
            actual: Value::Boards(neighbors[..1].to_vec()),
            ..Evidence::default()
        };
        insta::assert_snapshot!(draw(&wrong, 74), @"
        neighbors() of this board   expected (2 boards)   but was (1 board)
        ┌──────┐                    ┌──────┐  ┌──────┐    ┌──────┐
        │ 1    │                    │    1 │  │ 1  2 │    │    1 │
        │ 3  2 │                    │ 3  2 │  │ 3    │    │ 3  2 │
        └──────┘                    └──────┘  └──────┘    └──────┘
        ");
        insta::assert_snapshot!(draw(&wrong, 34), @"
        neighbors() of this board
        ┌──────┐
        │ 1    │
        │ 3  2 │
        └──────┘
        expected (2 boards)
        ┌──────┐  ┌──────┐
        │    1 │  │ 1  2 │
        │ 3  2 │  │ 3    │
        └──────┘  └──────┘
        but was (1 board)
        ┌──────┐
        │    1 │
        │ 3  2 │
        └──────┘
        ");
    }

    #[test]
    fn a_long_path_is_truncated() {
        let wrong = Evidence {
            tiles: board([1, 0, 3, 2]),
            puzzle: Some("puzzle01".to_owned()),
            call: "solution()".to_owned(),
            expected: Value::Text("a board one move after each board".to_owned()),
            actual: Value::Boards(vec![board([1, 0, 3, 2]); 6]),
            ..Evidence::default()
        };
        insta::assert_snapshot!(draw(&wrong, 74), @"
        ┌──────┐   solution() of puzzle01
        │ 1    │     expected a board one move after each board
        │ 3  2 │
        └──────┘
        but was (6 boards)
        ┌──────┐  ┌──────┐  ┌──────┐  ┌──────┐
        │ 1    │  │ 1    │  │ 1    │  │ 1    │
        │ 3  2 │  │ 3  2 │  │ 3  2 │  │ 3  2 │
        └──────┘  └──────┘  └──────┘  └──────┘
        and 2 more
        ");
    }

    #[test]
    fn pairs_of_boards_are_labelled_by_the_call() {
        let pair = |call: &str, asked, other| Evidence {
            asked,
            tiles: board([1, 2, 3, 0]),
            other: Some(board(other)),
            call: call.to_owned(),
            expected: Value::Truth(false),
            actual: Value::Truth(true),
            ..Evidence::default()
        };
        insta::assert_snapshot!(draw(&pair("a == b", Asked::Equal { negated: false }, [1, 2, 0, 3]), 74), @"
        a          b          a == b
        ┌──────┐   ┌──────┐     expected false
        │ 1  2 │   │ 1  2 │     but was  true
        │ 3    │   │    3 │
        └──────┘   └──────┘
        ");
        let asked = Asked::Board { whose: Whose::Neighbor, method: Method::IsGoal };
        insta::assert_snapshot!(draw(&pair("is_goal() of a neighbor", asked, [1, 0, 3, 2]), 74), @"
        ┌──────┐     ┌──────┐   is_goal() of a neighbor
        │ 1  2 │  →  │ 1    │     expected false
        │ 3    │     │ 3  2 │     but was  true
        └──────┘     └──────┘
        ");
    }

    #[test]
    fn a_large_board_is_truncated() {
        let rows = (0..100).map(|row| (0..100).map(|column| row * 100 + column).collect());
        let wrong = Evidence {
            tiles: rows.collect(),
            puzzle: Some("puzzle99".to_owned()),
            call: "moves()".to_owned(),
            expected: Value::Number(12),
            actual: Value::NoneValue,
            ..Evidence::default()
        };
        insta::assert_snapshot!(draw(&wrong, 74), @"
        ┌───────────────────────────┐   moves() of puzzle99
        │        1    2    3    4 … │     expected 12
        │ 100  101  102  103  104 … │     but was  None
        │ 200  201  202  203  204 … │
        │ 300  301  302  303  304 … │
        │ 400  401  402  403  404 … │
        │   ⋮                       │
        └───────────────────────────┘
        100 by 100
        ");
    }

    #[test]
    fn line_ends_are_visible() {
        let wrong = Evidence {
            call: "to_string()".to_owned(),
            expected: Value::Text("2\n1 0\n3 2\n".to_owned()),
            actual: Value::Text("2 \r\n1 0".to_owned()),
            ..Evidence::default()
        };
        insta::assert_snapshot!(draw(&wrong, 74), @r#"
        to_string()   expected   but was
                      │ 2↵       │ 2 \r↵
                      │ 1 0↵     │ 1 0
                      │ 3 2↵
        "#);
    }
}
