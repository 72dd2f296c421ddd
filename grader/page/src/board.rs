//! Renders boards as grids.

use grade::Tile;
use maud::{Markup, html};

/// Boards with more rows or columns are cropped.
/// Up to this size, tiles have at most two digits, as on the terminal.
const WHOLE: usize = 10;

// The number of rows and columns to show of such a board.
const PART: usize = 5;

/// The CSS classes, by number of columns.
const COLUMNS: [&str; WHOLE + 1] =
    ["b n1", "b n1", "b n2", "b n3", "b n4", "b n5", "b n6", "b n7", "b n8", "b n9", "b n10"];

/// Renders a board, or the upper left corner of a large board with a note. The rows of an invalid board may have
/// different lengths.
pub(super) fn render_board(tiles: &[Vec<Tile>]) -> Markup {
    let (rows, columns) = (tiles.len(), tiles.iter().map(Vec::len).max().unwrap_or_default());
    let is_whole = rows.max(columns) <= WHOLE;
    let shown = if is_whole { WHOLE } else { PART };
    let label = describe_board(tiles, shown);
    let class = COLUMNS[columns.min(shown)];
    let widest = tiles.iter().take(shown).flat_map(|row| row.iter().take(shown)).max();
    // Digits get smaller the more there are, to fit into the cell.
    let class = match widest {
        Some(1000..) => format!("{class} w4"),
        Some(100..) => format!("{class} w3"),
        _ => class.to_owned(),
    };
    html! {
        span class=(class) role="img" aria-label=(label) {
            @for row in tiles.iter().take(shown) {
                @for column in 0..columns.min(shown) {
                    @match row.get(column) {
                        None => i class="no" {},
                        Some(0) => i {},
                        Some(tile) => i { (tile) },
                    }
                }
            }
        }
        @if !is_whole {
            small { "the upper left corner of a " (rows) "-by-" (columns) " board" }
        }
    }
}

/// Describes a board for screen readers.
fn describe_board(tiles: &[Vec<Tile>], shown: usize) -> String {
    let cell = |tile: &Tile| if *tile == 0 { "blank".to_owned() } else { tile.to_string() };
    let row = |row: &Vec<Tile>| row.iter().take(shown).map(cell).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = tiles.iter().take(shown).map(row).collect();
    if rows.is_empty() { "no tiles".to_owned() } else { rows.join(", ") }
}

pub(super) fn render_figure(class: Option<&str>, caption: &str, content: &Markup) -> Markup {
    html! { figure class=[class] { figcaption { (caption) } (content) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(tiles: &[Vec<Tile>]) -> String {
        render_board(tiles).into_string()
    }

    #[test]
    fn a_board_is_a_grid_with_a_label() {
        let expected = "<span class=\"b n2\" role=\"img\" aria-label=\"1 blank, 3 2\">\
                        <i>1</i><i></i><i>3</i><i>2</i></span>";
        assert_eq!(drawn(&[vec![1, 0], vec![3, 2]]), expected);
    }

    #[test]
    fn a_large_board_is_truncated() {
        let tiles: Vec<Vec<Tile>> =
            (0..20).map(|row| (row * 20..row * 20 + 20).collect()).collect();
        let text = drawn(&tiles);
        assert_eq!(text.matches("<i>").count(), 25);
        assert!(
            text.ends_with("<small>the upper left corner of a 20-by-20 board</small>"),
            "{text}"
        );
        assert!(text.contains("class=\"b n5\"") && !text.contains("<i>100</i>"));
    }

    #[test]
    fn invalid_boards_can_be_drawn() {
        assert!(drawn(&[]).contains("no tiles"));
        let text = drawn(&[vec![], vec![1, 65535]]);
        assert_eq!(text.matches("class=\"no\"").count(), 2);
        assert!(text.contains("b n2 w4"), "{text}");
    }
}
