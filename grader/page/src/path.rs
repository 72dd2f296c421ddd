//! Renders board paths for replay.
//!
//! The page stores the initial board and the tiles that slide, which takes a tenth of the space of all boards. The
//! page's script draws the boards. Without it, the page lists the tiles.

use std::collections::BTreeMap;

use grade::words::counted;
use grade::{Tile, Tiles};
use maud::{Markup, html};

use super::board::render_board;

/// The maximum number of rows for a replay.
/// Larger boards are cropped, so a move would often be invisible.
pub(super) const ROWS: usize = 10;

/// A path of boards of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownPath {
    n: usize,
    /// The first board in row-major order, or empty if invalid.
    first: Vec<Tile>,
    steps: Vec<ShownStep>,
    ends_at_goal: bool,
}

/// A step from one board to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ShownStep {
    /// A move of this tile.
    Slide(Tile),
    /// An illegal step to a board with these tiles, empty if invalid.
    Jump(Vec<Tile>),
}

impl ShownPath {
    /// Creates a path from boards in row-major order, or `None` if there are none or `n` is 0.
    pub(super) fn from_boards(n: usize, boards: &[Vec<Tile>]) -> Option<Self> {
        let fitting = |board: &Vec<Tile>| if board.len() == n * n { board.clone() } else { vec![] };
        let step = |pair: &[Vec<Tile>]| match slid_tile(n, &pair[0], &pair[1]) {
            Some(tile) => ShownStep::Slide(tile),
            None => ShownStep::Jump(fitting(&pair[1])),
        };
        let first = boards.first().filter(|_| n > 0)?;
        Some(Self {
            n,
            first: fitting(first),
            steps: boards.windows(2).map(step).collect(),
            ends_at_goal: boards.last().is_some_and(|last| is_goal(n, last)),
        })
    }

    /// Creates a path to the goal.
    pub(super) fn of_slides(tiles: &[Vec<Tile>], slides: &[Tile]) -> Self {
        Self {
            n: tiles.len(),
            first: tiles.concat(),
            steps: slides.iter().map(|tile| ShownStep::Slide(*tile)).collect(),
            ends_at_goal: true,
        }
    }

    /// Returns `true` if the path begins with this board.
    pub(super) fn begins_with(&self, board: &[Vec<Tile>]) -> bool {
        self.first == board.concat()
    }

    pub(super) fn moves(&self) -> usize {
        self.steps.len()
    }

    /// Describes what is wrong with the path as a solution for `from`.
    pub(super) fn describe_faults(&self, from: &[Vec<Tile>]) -> Vec<String> {
        let mut faults = Vec::new();
        if !self.begins_with(from) {
            faults.push("it does not start with the puzzle's board".to_owned());
        }
        let is_jump = |step: &&ShownStep| matches!(step, ShownStep::Jump(_));
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

    /// Returns `true` if the script can replay the path.
    fn is_drawn(&self) -> bool {
        self.n <= ROWS && !self.steps.is_empty()
    }

    /// Encodes the path for the script: the initial board and, for each step, the tile that slides or, after `=`, the
    /// next board.
    fn encode_for_script(&self) -> String {
        let mut data = join_tiles(&self.first);
        for step in &self.steps {
            data.push(';');
            match step {
                ShownStep::Slide(tile) => data.push_str(&tile.to_string()),
                ShownStep::Jump(board) => {
                    data.push('=');
                    data.push_str(&join_tiles(board));
                }
            }
        }
        data
    }

    fn list_slides(&self) -> String {
        let step = |step: &ShownStep| match step {
            ShownStep::Slide(tile) => tile.to_string(),
            ShownStep::Jump(_) => "(no move)".to_owned(),
        };
        self.steps.iter().map(step).collect::<Vec<_>>().join(" ")
    }

    /// Renders the path with a caption.
    pub(super) fn render(&self, title: &str, faults: &[String]) -> Markup {
        let title = format!("{title}: {}", counted(self.moves(), "move"));
        let content = html! {
            p class="cap" { (title) }
            (render_board(&Tiles::from_cells(self.n, &self.first)))
            // Faults come last to keep adjacent boards aligned.
            @for fault in faults { p class="wrong" { (fault) } }
            @if !self.steps.is_empty() { p class="slides" { "slides: " (self.list_slides()) } }
        };
        html! {
            @if self.is_drawn() {
                div class="way" role="group" aria-label=(title) data-n=(self.n)
                    data-way=(self.encode_for_script()) { (content) }
            } @else {
                div class="way" { (content) }
            }
        }
    }
}

pub(super) fn join_tiles(tiles: &[Tile]) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn is_goal(n: usize, board: &[Tile]) -> bool {
    let goal = (1..n * n).chain([0]);
    board.len() == n * n && board.iter().map(|tile| usize::from(*tile)).eq(goal)
}

/// Returns the tile that slides between boards, or `None` if the step is illegal.
fn slid_tile(n: usize, from: &[Tile], to: &[Tile]) -> Option<Tile> {
    if from.len() != n * n || to.len() != n * n {
        return None;
    }
    let mut differ = (0..from.len()).filter(|cell| from[*cell] != to[*cell]);
    let (a, b) = (differ.next()?, differ.next()?);
    let is_exchange = differ.next().is_none() && from[a] == to[b] && from[b] == to[a];
    // Since `a < b`, the second cell is to the right of the first or below it.
    let is_beside = (b == a + 1 && !b.is_multiple_of(n)) || b == a + n;
    let has_blank = from[a] == 0 || from[b] == 0;
    (is_exchange && is_beside && has_blank).then(|| from[a].max(from[b]))
}

/// Returns the tiles that slide in a shortest solution, or `None` if the board is invalid, unsolvable, or takes too
/// long to solve. The page then has no replay.
pub type Solve = fn(&Tiles) -> Option<Vec<Tile>>;

/// A cache of shortest solutions, because many students fail on the same puzzles.
#[derive(Clone, Debug)]
pub(super) struct Solutions {
    solve: Solve,
    found: BTreeMap<Tiles, Option<Vec<Tile>>>,
}

impl Solutions {
    pub(super) fn new(solve: Solve) -> Self {
        Self { solve, found: BTreeMap::new() }
    }

    /// See [`Solve`].
    pub(super) fn find_solution(&mut self, tiles: &Tiles) -> Option<&[Tile]> {
        if !self.found.contains_key(tiles) {
            self.found.insert(tiles.clone(), (self.solve)(tiles));
        }
        self.found.get(tiles)?.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: [Tile; 9] = [0, 1, 3, 4, 2, 5, 7, 8, 6];

    fn rows(board: &[Tile]) -> Vec<Vec<Tile>> {
        board.chunks(3).map(<[Tile]>::to_vec).collect()
    }

    fn boards(slides: &[Tile]) -> Vec<Vec<Tile>> {
        let mut boards = vec![START.to_vec()];
        for tile in slides {
            let mut next = boards.last().unwrap().clone();
            let (a, b) = (
                next.iter().position(|cell| *cell == 0).unwrap(),
                next.iter().position(|cell| cell == tile).unwrap(),
            );
            next.swap(a, b);
            boards.push(next);
        }
        boards
    }

    #[test]
    fn a_path_is_stored_as_slides() {
        let way = ShownPath::from_boards(3, &boards(&[1, 2, 5, 6])).unwrap();
        assert_eq!(way, ShownPath::of_slides(&rows(&START), &[1, 2, 5, 6]));
        assert_eq!(way.encode_for_script(), "0 1 3 4 2 5 7 8 6;1;2;5;6");
        assert_eq!(way.moves(), 4);
        assert_eq!(way.describe_faults(&rows(&START)), [""; 0]);
        assert_eq!(ShownPath::from_boards(3, &[]), None);
    }

    #[test]
    fn an_illegal_move_is_reported() {
        let mut wrong = boards(&[1, 2, 5, 6]);
        wrong.remove(2);
        let way = ShownPath::from_boards(3, &wrong).unwrap();
        assert_eq!(way.encode_for_script(), "0 1 3 4 2 5 7 8 6;1;=1 2 3 4 5 0 7 8 6;6");
        assert_eq!(way.describe_faults(&rows(&START)), ["step 2 is not a legal move"]);
        assert_eq!(way.list_slides(), "1 (no move) 6");

        let mut wrong = boards(&[1, 2, 5]);
        wrong.reverse();
        wrong.push(Vec::new());
        wrong.push(vec![1, 2]);
        let faults = ShownPath::from_boards(3, &wrong).unwrap().describe_faults(&rows(&START));
        insta::assert_snapshot!(faults.join("\n"), @"
        it does not start with the puzzle's board
        step 4 is not a legal move, and 1 more are not legal
        it does not end at the goal
        ");
    }

    #[test]
    fn tiles_slide_along_rows_and_columns_only() {
        // The last cell of a row and the first of the next are not adjacent.
        assert_eq!(slid_tile(3, &[1, 2, 0, 3, 4, 5, 6, 7, 8], &[1, 2, 3, 0, 4, 5, 6, 7, 8]), None);
        assert_eq!(slid_tile(2, &[1, 2, 3, 0], &[1, 0, 3, 2]), Some(2));
        assert_eq!(slid_tile(2, &[1, 2, 3, 0], &[1, 2, 3, 0]), None);
        assert_eq!(slid_tile(2, &[1, 2, 3, 0], &[2, 1, 3, 0]), None, "no blank");
        assert_eq!(slid_tile(2, &[1, 2, 3, 0], &[1, 2, 0]), None);
    }

    #[test]
    fn a_path_of_large_boards_is_not_replayed() {
        let goal: Vec<Tile> = (1..121).chain([0]).collect();
        let mut before = goal.clone();
        before.swap(119, 120);
        let rows: Vec<Vec<Tile>> = before.chunks(11).map(<[Tile]>::to_vec).collect();
        let html = ShownPath::of_slides(&rows, &[120]).render("a way", &[]);
        let text = html.into_string();
        assert!(!text.contains("data-way") && text.contains("slides: 120"), "{text}");
        assert!(text.contains("a way: 1 move<"));
    }
}
