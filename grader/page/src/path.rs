//! Ways over boards, to be replayed step by step.
//!
//! A way is written into the page as its first board and what slides in each step, which is an
//! order of magnitude less than all of its boards. The script of the page draws it; without a
//! script there is the list of the tiles that slide.

use grade::{Tile, Tiles};
use maud::{Markup, html};
use terminal::wrap::count;

use super::board::board;

/// The most rows of a board that is replayed: larger ones are not drawn as a whole.
pub(super) const ROWS: usize = 10;

/// A way over boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    n: usize,
    /// The first board, row by row; empty if it is none.
    first: Vec<Tile>,
    steps: Vec<Step>,
    /// Whether the last board is the goal.
    ends_at_goal: bool,
}

/// The step from a board to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// This tile slides into the blank.
    Slide(Tile),
    /// No move does: this is the next board, row by row; empty if it is none.
    Jump(Vec<Tile>),
}

impl Way {
    /// The way over these boards, row by row, of a puzzle with so many rows; none if there are no
    /// boards or rows.
    pub(super) fn over(n: usize, boards: &[Vec<Tile>]) -> Option<Self> {
        let fitting = |board: &Vec<Tile>| if board.len() == n * n { board.clone() } else { vec![] };
        let step = |pair: &[Vec<Tile>]| match slid(n, &pair[0], &pair[1]) {
            Some(tile) => Step::Slide(tile),
            None => Step::Jump(fitting(&pair[1])),
        };
        let first = boards.first().filter(|_| n > 0)?;
        Some(Self {
            n,
            first: fitting(first),
            steps: boards.windows(2).map(step).collect(),
            ends_at_goal: boards.last().is_some_and(|last| is_goal(n, last)),
        })
    }

    /// The way from a board to the goal in which these tiles slide.
    pub(super) fn of_slides(tiles: &[Vec<Tile>], slides: &[Tile]) -> Self {
        Self {
            n: tiles.len(),
            first: tiles.concat(),
            steps: slides.iter().map(|tile| Step::Slide(*tile)).collect(),
            ends_at_goal: true,
        }
    }

    /// Whether its first board is this one.
    pub(super) fn begins(&self, board: &[Vec<Tile>]) -> bool {
        self.first == board.concat()
    }

    /// The number of its moves.
    pub(super) fn moves(&self) -> usize {
        self.steps.len()
    }

    /// The faults of a way from this board to the goal, in sentences.
    pub(super) fn faults(&self, from: &[Vec<Tile>]) -> Vec<String> {
        let mut faults = Vec::new();
        if !self.begins(from) {
            faults.push("it does not start with the board of the puzzle".to_owned());
        }
        let is_jump = |step: &&Step| matches!(step, Step::Jump(_));
        if let Some(step) = self.steps.iter().position(|step| is_jump(&step)) {
            let more = self.steps.iter().filter(is_jump).count() - 1;
            let more =
                if more > 0 { format!(", and {more} more are not legal") } else { String::new() };
            faults.push(format!("step {} is not a legal move{more}", step + 1));
        }
        if !self.ends_at_goal {
            faults.push("it does not end at the goal".to_owned());
        }
        faults
    }

    /// Whether it can be replayed.
    fn is_drawn(&self) -> bool {
        self.n <= ROWS && !self.steps.is_empty()
    }

    /// The data that the script reads: the first board, then for each step the tile that slides, or
    /// the board that comes instead after an `=`.
    fn data(&self) -> String {
        let mut data = words(&self.first);
        for step in &self.steps {
            data.push(';');
            match step {
                Step::Slide(tile) => data.push_str(&tile.to_string()),
                Step::Jump(board) => {
                    data.push('=');
                    data.push_str(&words(board));
                }
            }
        }
        data
    }

    /// The tiles that slide, for people.
    fn slides(&self) -> String {
        let step = |step: &Step| match step {
            Step::Slide(tile) => tile.to_string(),
            Step::Jump(_) => "(no move)".to_owned(),
        };
        self.steps.iter().map(step).collect::<Vec<_>>().join(" ")
    }

    /// Draws the way under a title.
    pub(super) fn show(&self, title: &str, faults: &[String]) -> Markup {
        let title = format!("{title}: {}", count(self.moves(), "move"));
        let content = html! {
            p class="cap" { (title) }
            (board(&Tiles::from_cells(self.n, &self.first)))
            // Below, so that two ways side by side have their boards at the same height.
            @for fault in faults { p class="wrong" { (fault) } }
            @if !self.steps.is_empty() { p class="slides" { "slides: " (self.slides()) } }
        };
        html! {
            @if self.is_drawn() {
                div class="way" role="group" aria-label=(title) data-n=(self.n)
                    data-way=(self.data()) { (content) }
            } @else {
                div class="way" { (content) }
            }
        }
    }
}

/// Tiles with spaces between them.
pub(super) fn words(tiles: &[Tile]) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn is_goal(n: usize, board: &[Tile]) -> bool {
    let goal = (1..n * n).chain([0]);
    board.len() == n * n && board.iter().map(|tile| usize::from(*tile)).eq(goal)
}

/// The tile that slides between two boards, if that is the only difference.
fn slid(n: usize, from: &[Tile], to: &[Tile]) -> Option<Tile> {
    if from.len() != n * n || to.len() != n * n {
        return None;
    }
    let mut differ = (0..from.len()).filter(|cell| from[*cell] != to[*cell]);
    let (a, b) = (differ.next()?, differ.next()?);
    let is_exchange = differ.next().is_none() && from[a] == to[b] && from[b] == to[a];
    // The cells are in order, so `b` is to the right of `a` or below it.
    let is_beside = (b == a + 1 && !b.is_multiple_of(n)) || b == a + n;
    let has_blank = from[a] == 0 || from[b] == 0;
    (is_exchange && is_beside && has_blank).then(|| from[a].max(from[b]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: [Tile; 9] = [0, 1, 3, 4, 2, 5, 7, 8, 6];

    fn rows(board: &[Tile]) -> Vec<Vec<Tile>> {
        board.chunks(3).map(<[Tile]>::to_vec).collect()
    }

    /// The boards of the way in which these tiles slide.
    fn boards(slides: &[Tile]) -> Vec<Vec<Tile>> {
        let mut boards = vec![START.to_vec()];
        for tile in slides {
            let mut next = boards.last().unwrap().clone();
            let (a, b) = (
                next.iter().position(|it| *it == 0).unwrap(),
                next.iter().position(|it| it == tile).unwrap(),
            );
            next.swap(a, b);
            boards.push(next);
        }
        boards
    }

    #[test]
    fn a_way_is_kept_by_its_slides() {
        let way = Way::over(3, &boards(&[1, 2, 5, 6])).unwrap();
        assert_eq!(way, Way::of_slides(&rows(&START), &[1, 2, 5, 6]));
        assert_eq!(way.data(), "0 1 3 4 2 5 7 8 6;1;2;5;6");
        assert_eq!(way.moves(), 4);
        assert_eq!(way.faults(&rows(&START)), [""; 0]);
        assert_eq!(Way::over(3, &[]), None);
    }

    #[test]
    fn what_is_no_move_is_told() {
        let mut wrong = boards(&[1, 2, 5, 6]);
        wrong.remove(2);
        let way = Way::over(3, &wrong).unwrap();
        assert_eq!(way.data(), "0 1 3 4 2 5 7 8 6;1;=1 2 3 4 5 0 7 8 6;6");
        assert_eq!(way.faults(&rows(&START)), ["step 2 is not a legal move"]);
        assert_eq!(way.slides(), "1 (no move) 6");

        let mut wrong = boards(&[1, 2, 5]);
        wrong.reverse();
        wrong.push(Vec::new());
        wrong.push(vec![1, 2]);
        let faults = Way::over(3, &wrong).unwrap().faults(&rows(&START));
        insta::assert_snapshot!(faults.join("\n"), @"
        it does not start with the board of the puzzle
        step 4 is not a legal move, and 1 more are not legal
        it does not end at the goal
        ");
    }

    #[test]
    fn tiles_slide_along_rows_and_columns_only() {
        // From the end of a row to the beginning of the next.
        assert_eq!(slid(3, &[1, 2, 0, 3, 4, 5, 6, 7, 8], &[1, 2, 3, 0, 4, 5, 6, 7, 8]), None);
        assert_eq!(slid(2, &[1, 2, 3, 0], &[1, 0, 3, 2]), Some(2));
        assert_eq!(slid(2, &[1, 2, 3, 0], &[1, 2, 3, 0]), None);
        assert_eq!(slid(2, &[1, 2, 3, 0], &[2, 1, 3, 0]), None, "no blank");
        assert_eq!(slid(2, &[1, 2, 3, 0], &[1, 2, 0]), None);
    }

    #[test]
    fn a_large_way_is_not_replayed() {
        let goal: Vec<Tile> = (1..121).chain([0]).collect();
        let mut before = goal.clone();
        before.swap(119, 120);
        let rows: Vec<Vec<Tile>> = before.chunks(11).map(<[Tile]>::to_vec).collect();
        let html = Way::of_slides(&rows, &[120]).show("a way", &[]);
        let text = html.into_string();
        assert!(!text.contains("data-way") && text.contains("slides: 120"), "{text}");
        assert!(text.contains("a way: 1 move<"));
    }
}
