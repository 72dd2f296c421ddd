//! Draws boards, and arranges drawings next to each other.

use anstyle::Style;
use grade::Tile;

use crate::style::paint;
use crate::wrap::width;

/// The maximum number of rows to draw completely.
/// Up to this size, tiles have at most two digits, so a board is 42 columns wide.
const WHOLE: usize = 10;

/// The maximum number of rows and columns of other boards.
/// With up to five digits per tile, five columns are narrower than a small board.
const PART: usize = 5;

/// The number of columns between adjacent boards.
pub const GAP: usize = 2;

/// A block of text lines.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    lines: Vec<PictureLine>,
}

/// A line, and the width without the escape codes for colors.
#[derive(Clone, Debug, Default)]
struct PictureLine {
    text: String,
    width: usize,
}

impl Picture {
    /// Creates a picture from lines that share a style.
    pub fn from_lines<S: AsRef<str>>(style: Style, lines: impl IntoIterator<Item = S>) -> Self {
        let line = |text: S| {
            let text = text.as_ref();
            PictureLine { text: paint(style, text), width: width(text) }
        };
        Self { lines: lines.into_iter().map(line).collect() }
    }

    /// Draws a board in at most `width` columns, if possible.
    ///
    /// Draws only the upper left corner of a board that does not fit or is too large to be readable.
    pub fn board(tiles: &[Vec<Tile>], width: usize) -> Self {
        let (rows, columns) = (tiles.len(), tiles.iter().map(Vec::len).max().unwrap_or_default());
        let size = rows.max(columns);
        let digits = |shown| {
            let tiles = tiles.iter().take(shown).flat_map(|row| row.iter().take(shown));
            tiles.max().map_or(1, |tile| tile.to_string().len())
        };
        // The frame takes a line and a space on each side, and columns have two spaces between them.
        let is_whole = size <= WHOLE && size * (digits(size) + 2) + 2 <= width;
        let fitting = width.saturating_sub(4) / (digits(PART) + 2);
        let shown = if is_whole { size } else { fitting.clamp(1, PART) };
        let digits = digits(shown);

        let cells = |row: &[Tile]| {
            let cell = |column| match row.get(column) {
                None | Some(0) => " ".repeat(digits),
                Some(tile) => format!("{tile:>digits$}"),
            };
            let cells: Vec<String> = (0..columns.min(shown)).map(cell).collect();
            cells.join("  ")
        };
        let mut inner: Vec<String> = tiles.iter().take(shown).map(|row| cells(row)).collect();
        if !is_whole {
            for row in &mut inner {
                row.push_str(" …");
            }
            let widest = inner.first().map_or(0, |row| row.chars().count());
            inner.push(format!("{:<widest$}", format!("{:>digits$}", '⋮')));
        }
        let bar = "─".repeat(inner.first().map_or(0, |row| row.chars().count()) + 2);
        let mut lines = vec![format!("┌{bar}┐")];
        lines.extend(inner.iter().map(|row| format!("│ {row} │")));
        lines.push(format!("└{bar}┘"));
        if !is_whole {
            lines.push(format!("{rows} by {columns}"));
        }
        Self::from_lines(Style::new(), lines)
    }

    /// Places this picture below another picture.
    #[must_use]
    pub fn placed_below(self, mut top: Self) -> Self {
        top.lines.extend(self.lines);
        top
    }

    /// Places another picture to the right, after a gap.
    #[must_use]
    pub fn beside(mut self, gap: usize, right: Self) -> Self {
        let column = self.width() + gap;
        let height = self.lines.len().max(right.lines.len());
        self.lines.resize_with(height, PictureLine::default);
        for (line, right) in self.lines.iter_mut().zip(right.lines) {
            line.text.extend(std::iter::repeat_n(' ', column - line.width));
            line.text.push_str(&right.text);
            line.width = column + right.width;
        }
        self
    }

    /// Adds a sign on the right, halfway up.
    #[must_use]
    pub fn with_sign_on_right(self, sign: &str) -> Self {
        let middle = self.lines.len().saturating_sub(1) / 2;
        let lines = std::iter::repeat_n("", middle).chain([sign]);
        self.beside(GAP, Self::from_lines(Style::new(), lines))
    }

    /// Arranges pictures side by side with gaps, and starts a new row when the next would exceed `width`.
    pub fn arrange_in_rows(
        pictures: impl IntoIterator<Item = Self>,
        gap: usize,
        width: usize,
    ) -> Self {
        let mut done = Self::default();
        let mut row: Option<Self> = None;
        for picture in pictures {
            row = Some(match row {
                None => picture,
                Some(row) if row.width() + gap + picture.width() <= width => {
                    row.beside(gap, picture)
                }
                Some(row) => {
                    done = row.placed_below(done);
                    picture
                }
            });
        }
        row.unwrap_or_default().placed_below(done)
    }

    /// Returns the width of the widest line.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| line.width).max().unwrap_or_default()
    }

    /// Returns the lines from top to bottom.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(n: Tile) -> Vec<Vec<Tile>> {
        let tile = |cell: Tile| if cell + 1 == n * n { 0 } else { cell + 1 };
        (0..n).map(|row| (0..n).map(|column| tile(row * n + column)).collect()).collect()
    }

    fn text(picture: &Picture) -> String {
        picture.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    #[test]
    fn a_board_is_drawn_with_an_empty_cell() {
        insta::assert_snapshot!(text(&Picture::board(&[vec![1, 0], vec![3, 2]], 80)), @"
        ┌──────┐
        │ 1    │
        │ 3  2 │
        └──────┘
        ");
        insta::assert_snapshot!(text(&Picture::board(&goal(4), 80)), @"
        ┌────────────────┐
        │  1   2   3   4 │
        │  5   6   7   8 │
        │  9  10  11  12 │
        │ 13  14  15     │
        └────────────────┘
        ");
    }

    #[test]
    fn a_large_board_is_truncated() {
        insta::assert_snapshot!(text(&Picture::board(&goal(50), 80)), @"
        ┌───────────────────────────┐
        │   1    2    3    4    5 … │
        │  51   52   53   54   55 … │
        │ 101  102  103  104  105 … │
        │ 151  152  153  154  155 … │
        │ 201  202  203  204  205 … │
        │   ⋮                       │
        └───────────────────────────┘
        50 by 50
        ");
        // With enough room, ten rows are drawn completely.
        assert_eq!(Picture::board(&goal(10), 80).lines().count(), 12);
        insta::assert_snapshot!(text(&Picture::board(&goal(10), 20)), @"
        ┌──────────────────┐
        │  1   2   3   4 … │
        │ 11  12  13  14 … │
        │ 21  22  23  24 … │
        │ 31  32  33  34 … │
        │  ⋮               │
        └──────────────────┘
        10 by 10
        ");
    }

    #[test]
    fn a_drawing_fits_its_width() {
        for n in 1..=127 {
            for width in 12..=80 {
                let drawing = Picture::board(&goal(n), width);
                assert!(drawing.width() <= width, "{n} by {n} in {width}");
            }
        }
    }

    #[test]
    fn invalid_boards_can_be_drawn() {
        assert_eq!(Picture::board(&[], 80).lines().count(), 2);
        insta::assert_snapshot!(text(&Picture::board(&[vec![], vec![1, 65535]], 80)), @"
        ┌──────────────┐
        │              │
        │     1  65535 │
        └──────────────┘
        ");
    }

    #[test]
    fn drawings_are_side_by_side_if_they_fit() {
        let board = Picture::board(&goal(2), 80);
        let flow = |width| Picture::arrange_in_rows(vec![board.clone(); 3], 2, width);
        insta::assert_snapshot!(text(&flow(20)), @"
        ┌──────┐  ┌──────┐
        │ 1  2 │  │ 1  2 │
        │ 3    │  │ 3    │
        └──────┘  └──────┘
        ┌──────┐
        │ 1  2 │
        │ 3    │
        └──────┘
        ");
        assert_eq!(flow(28).width(), 28);
        assert_eq!(flow(0).lines().count(), 12);
        assert_eq!(Picture::arrange_in_rows([], 2, 80).lines().count(), 0);
    }

    #[test]
    fn a_sign_is_vertically_centered() {
        let board = Picture::board(&goal(3), 80);
        insta::assert_snapshot!(text(&board.clone().with_sign_on_right("→").beside(2, board)), @"
        ┌─────────┐     ┌─────────┐
        │ 1  2  3 │     │ 1  2  3 │
        │ 4  5  6 │  →  │ 4  5  6 │
        │ 7  8    │     │ 7  8    │
        └─────────┘     └─────────┘
        ");
    }
}
