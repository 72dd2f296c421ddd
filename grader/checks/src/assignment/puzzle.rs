//! Puzzle files: boards with names, and what is known of them.

use std::ops::Range;

use base::input::{FileError, Source};
use grade::{Tiles, Visibility};
use oracle::heuristic::{Heuristic as _, Manhattan};
use oracle::puzzle::{Goal, Grid, is_solvable};
use serde::Deserialize;
use slider::Tile;
use toml::Spanned;

use super::domain::{Answer, Puzzle};
use super::problem::Problem;

/// A puzzle file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireFile {
    #[serde(default)]
    pub(super) puzzle: Vec<WirePuzzle>,
}

/// A puzzle as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WirePuzzle {
    pub(super) name: Spanned<String>,
    tiles: WireTiles,
    moves: Option<Spanned<u32>>,
    twin_moves: Option<Spanned<u32>>,
    board_only: Option<Spanned<bool>>,
    visibility: Option<Spanned<String>>,
    /// The source of the puzzle: for people, and never used.
    #[serde(rename = "source")]
    _source: Option<String>,
}

/// A puzzle, and where its name and its answer stand.
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    pub(crate) name_span: Range<usize>,
    /// The span of the number of moves, or of the name if there is no number.
    pub answer_span: Range<usize>,
}

/// Reads a puzzle file, and checks each puzzle in it as far as that is cheap.
///
/// That a number of moves is the least takes a search, which is not done here; it is refused only
/// if it cannot be the number of moves at all.
pub(super) fn read(source: Source<'_>) -> Result<Vec<Entry>, FileError> {
    let entries = read_claims(source)?;
    for entry in &entries {
        if let Err(problem) = possible(&entry.puzzle.tiles, entry.puzzle.answer) {
            return Err(source.error(entry.answer_span.clone(), &problem));
        }
    }
    Ok(entries)
}

/// Everything that is wrong with a puzzle file: the first thing of each puzzle.
pub(super) fn problems(source: Source<'_>) -> Vec<FileError> {
    let file: WireFile = match toml::from_str(source.text) {
        Ok(file) => file,
        Err(error) => return vec![source.toml_error(&error, |_| None)],
    };
    let problem = |wire: &WirePuzzle| {
        let entry = match entry(wire, source) {
            Ok(entry) => entry,
            Err(error) => return Some(error),
        };
        let problem = possible(&entry.puzzle.tiles, entry.puzzle.answer).err()?;
        Some(source.error(entry.answer_span, &problem))
    };
    file.puzzle.iter().filter_map(problem).collect()
}

/// Reads a puzzle file and takes each answer in it for what it is: a claim, which need not even be
/// possible.
///
/// # Errors
///
/// If the file is wrong in any way, at its place.
pub fn read_claims(source: Source<'_>) -> Result<Vec<Entry>, FileError> {
    let file: WireFile =
        toml::from_str(source.text).map_err(|error| source.toml_error(&error, |_| None))?;
    file.puzzle.iter().map(|wire| entry(wire, source)).collect()
}

fn entry(wire: &WirePuzzle, source: Source<'_>) -> Result<Entry, FileError> {
    let (name, name_span) = (wire.name.get_ref(), wire.name.span());
    if name.trim().is_empty() || name.contains(char::is_control) {
        return Err(source.error(name_span, &Problem::Name));
    }
    let tiles = tiles(&wire.tiles, source)?;
    let answer = wire.answer().map_err(|problem| source.error(name_span.clone(), &problem))?;
    let answer_span = wire.answer_span().unwrap_or_else(|| name_span.clone());
    let visibility = visibility(wire.visibility.as_ref(), source)?;
    let puzzle = Puzzle { name: name.clone(), tiles, answer, visibility };
    Ok(Entry { puzzle, name_span, answer_span })
}

/// The visibility that is named, or else that everyone may see it.
pub(super) fn visibility(
    name: Option<&Spanned<String>>,
    source: Source<'_>,
) -> Result<Visibility, FileError> {
    let Some(name) = name else { return Ok(Visibility::default()) };
    let unknown = || source.error(name.span(), &Problem::Visibility(name.get_ref().clone()));
    Visibility::from_name(name.get_ref()).ok_or_else(unknown)
}

/// A board as it is written.
pub type WireTiles = Spanned<Vec<Spanned<Vec<Spanned<i64>>>>>;

/// The rows as a board's tiles.
///
/// # Errors
///
/// If they are no board, at their place.
pub fn tiles(rows: &WireTiles, source: Source<'_>) -> Result<Tiles, FileError> {
    let n = rows.get_ref().len();
    if !(2..=127).contains(&n) {
        return Err(source.error(rows.span(), &Problem::Dimension(n)));
    }
    let mut seen: Vec<Option<Range<usize>>> = vec![None; n * n];
    let mut twice = None;
    let mut tiles = Vec::with_capacity(n * n);
    for (index, row) in rows.get_ref().iter().enumerate() {
        let length = row.get_ref().len();
        if length != n {
            let problem = Problem::NotSquare { row: index + 1, tiles: length, n };
            return Err(source.error(row.span(), &problem));
        }
        for cell in row.get_ref() {
            let tile = *cell.get_ref();
            let place = usize::try_from(tile).ok().and_then(|tile| seen.get_mut(tile));
            let (Some(place), Ok(small)) = (place, Tile::try_from(tile)) else {
                return Err(source.error(cell.span(), &Problem::Tile { tile, n }));
            };
            if let Some(first) = place.replace(cell.span()) {
                twice.get_or_insert((tile, cell.span(), first));
            }
            tiles.push(small);
        }
    }
    // Among as many tiles as there are, each in range, one is missing only if another is twice.
    if let Some((tile, span, first)) = twice {
        let missing = seen.iter().position(Option::is_none).unwrap_or_default();
        let problem = Problem::TileTwice { tile, missing };
        return Err(source.error(span, &problem).and(first, "first here"));
    }
    Ok(Tiles::from_cells(n, &tiles))
}

/// Whether the answer can be that of the board, as far as that is told without a search.
fn possible(tiles: &Tiles, answer: Answer) -> Result<(), Problem> {
    let moves = match answer {
        Answer::Moves(moves) => moves,
        Answer::Unsolvable { twin_moves } => twin_moves,
        Answer::BoardOnly => return Ok(()),
    };
    let grid = Grid::new(tiles).expect("what was read as tiles is a board");
    let goal = Goal::blank_last(grid.dimension());
    let solvable = is_solvable(&grid, &goal);
    match answer {
        Answer::Moves(_) if !solvable => return Err(Problem::Unsolvable),
        Answer::Unsolvable { .. } if solvable => return Err(Problem::Solvable),
        _ => {}
    }
    // The twin has its blank in the same place, so this holds for it as well.
    if moves % 2 != blank_steps(tiles) % 2 {
        let parity = if moves % 2 == 0 { "odd" } else { "even" };
        return Err(Problem::Parity { moves, parity });
    }
    let manhattan = Manhattan::new(&goal);
    let manhattan = manhattan.bound(&manhattan.start(&grid));
    if matches!(answer, Answer::Moves(_)) && (moves as usize) < manhattan {
        return Err(Problem::TooFewMoves(manhattan));
    }
    Ok(())
}

/// The steps from the blank to the last corner.
fn blank_steps(tiles: &Tiles) -> u32 {
    let below = tiles.iter().rev().zip(0..);
    let cells = below.flat_map(|(row, down)| row.iter().rev().zip(down..));
    cells.filter(|(tile, _)| **tile == 0).map(|(_, steps)| steps).sum()
}

impl WirePuzzle {
    /// The one answer that is given.
    pub(super) fn answer(&self) -> Result<Answer, Problem> {
        let moves = self.moves.as_ref().map(|moves| Answer::Moves(*moves.get_ref()));
        let twin = self.twin_moves.as_ref().map(|moves| *moves.get_ref());
        let twin = twin.map(|twin_moves| Answer::Unsolvable { twin_moves });
        let board_only = self.board_only.as_ref().is_some_and(|it| *it.get_ref());
        let board_only = board_only.then_some(Answer::BoardOnly);
        let mut given = [moves, twin, board_only].into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(answer), None) => Ok(answer),
            (None, _) => Err(Problem::NoAnswer(self.name.get_ref().clone())),
            (Some(_), Some(_)) => Err(Problem::SeveralAnswers(self.name.get_ref().clone())),
        }
    }

    /// The audience of the puzzle; everyone if the file does not say, or says something without a
    /// meaning.
    pub(super) fn visibility(&self) -> Visibility {
        let named = self.visibility.as_ref().and_then(|it| Visibility::from_name(it.get_ref()));
        named.unwrap_or_default()
    }

    /// The span of the number of moves.
    fn answer_span(&self) -> Option<Range<usize>> {
        self.moves.as_ref().or(self.twin_moves.as_ref()).map(Spanned::span)
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    /// The first thing that is wrong with a puzzle of these lines.
    fn error(lines: &[&str]) -> String {
        let text = format!("# A puzzle.\n[[puzzle]]\n{}\n", lines.join("\n"));
        match read(Source { file: "puzzles/mine.toml", text: &text }) {
            Ok(entries) => panic!("{:?} was read", entries[0].puzzle),
            Err(error) => error.render(false),
        }
    }

    #[test]
    fn puzzles_are_read() {
        let text = "[[puzzle]]\nname = 'a b'\ntiles = [[1, 0], [3, 2]]\nmoves = 1\n\
                    source = 'me'\n[[puzzle]]\nname = 'c'\ntiles = [[2, 1], [3, 0]]\n\
                    twin_moves = 0\nboard_only = false\nvisibility = 'after_due_date'\n";
        let entries = read(Source { file: "a.toml", text }).unwrap();
        let puzzles: Vec<Puzzle> = entries.into_iter().map(|entry| entry.puzzle).collect();
        let puzzle = |name: &str, tiles, answer, visibility| {
            let name = name.to_owned();
            Puzzle { name, tiles, answer, visibility }
        };
        assert_eq!(
            puzzles,
            [
                puzzle(
                    "a b",
                    vec![vec![1, 0], vec![3, 2]].into(),
                    Answer::Moves(1),
                    Visibility::Visible
                ),
                puzzle(
                    "c",
                    vec![vec![2, 1], vec![3, 0]].into(),
                    Answer::Unsolvable { twin_moves: 0 },
                    Visibility::AfterDueDate
                ),
            ]
        );
        assert_eq!(read(Source { file: "a.toml", text: "# none yet\n" }).unwrap().len(), 0);
    }

    #[test]
    fn what_is_no_board_is_pointed_at() {
        let tiles = |tiles| error(&["name = 'mine'", tiles, "moves = 2"]);
        assert_snapshot!(tiles("tiles = [[1, 2, 3], [4, 5], [7, 8, 0]]"), @r"
        error: the board is not square: row 2 has 2 tiles, not 3
         --> puzzles/mine.toml:4:21
          |
        4 | tiles = [[1, 2, 3], [4, 5], [7, 8, 0]]
          |                     ^^^^^^
        ");
        assert_snapshot!(tiles("tiles = [[0]]"), @r"
        error: a board has 2 to 127 rows, not 1
         --> puzzles/mine.toml:4:9
          |
        4 | tiles = [[0]]
          |         ^^^^^
        ");
        assert_snapshot!(tiles("tiles = [[1, 2], [0, 4]]"), @r"
        error: tile 4 is not on a 2-by-2 board, whose tiles are 0 to 3
         --> puzzles/mine.toml:4:22
          |
        4 | tiles = [[1, 2], [0, 4]]
          |                      ^
        ");
        assert_snapshot!(tiles("tiles = [[1, -2], [0, 3]]"), @r"
        error: tile -2 is not on a 2-by-2 board, whose tiles are 0 to 3
         --> puzzles/mine.toml:4:14
          |
        4 | tiles = [[1, -2], [0, 3]]
          |              ^^
        ");
        assert_snapshot!(tiles("tiles = [\n    [1, 2],\n    [2, 0],\n]"), @r"
        error: tile 2 appears twice; tile 3 is missing
         --> puzzles/mine.toml:6:6
          |
        5 |     [1, 2],
          |         - first here
        6 |     [2, 0],
          |      ^
        ");
        assert_snapshot!(tiles("tiles = [[1, 2], [3, 'x']]"), @r#"
        error: invalid type: string "x", expected a whole number
         --> puzzles/mine.toml:4:22
          |
        4 | tiles = [[1, 2], [3, 'x']]
          |                      ^^^
        "#);
        assert_snapshot!(tiles("tiles = [1, 2, 3, 0]"), @r"
        error: invalid type: integer `1`, expected a list in brackets
         --> puzzles/mine.toml:4:10
          |
        4 | tiles = [1, 2, 3, 0]
          |          ^
        ");
        let large = format!("tiles = [{}]", "[0],".repeat(128));
        assert!(tiles(&large).contains("a board has 2 to 127 rows, not 128"));
    }

    #[test]
    fn a_puzzle_has_a_name_and_one_answer() {
        let tiles = "tiles = [[1, 0], [3, 2]]";
        assert_snapshot!(error(&["name = ' '", tiles, "moves = 1"]), @r"
        error: the name is empty or has control characters
         --> puzzles/mine.toml:3:8
          |
        3 | name = ' '
          |        ^^^
        ");
        assert_snapshot!(error(&[tiles, "moves = 1"]), @r"
        error: missing key `name`
         --> puzzles/mine.toml:2:1
          |
        2 | [[puzzle]]
          | ^^^^^^^^^^
        ");
        assert_snapshot!(error(&["name = 'mine'", tiles]), @r"
        error: puzzle `mine` has no answer
         --> puzzles/mine.toml:3:8
          |
        3 | name = 'mine'
          |        ^^^^^^
          |
          = help: give one of `moves`, `twin_moves` (for a board without a solution) and `board_only = true`
        ");
        assert_snapshot!(error(&["name = 'mine'", tiles, "moves = 1", "board_only = true"]), @r"
        error: puzzle `mine` has more than one answer
         --> puzzles/mine.toml:3:8
          |
        3 | name = 'mine'
          |        ^^^^^^
          |
          = help: give one of `moves`, `twin_moves` (for a board without a solution) and `board_only = true`
        ");
        assert_snapshot!(error(&["name = 'mine'", tiles, "move = 1"]), @r"
        error: unknown key `move`, expected one of `name`, `tiles`, `moves`, `twin_moves`, `board_only`, `visibility`, `source`
         --> puzzles/mine.toml:5:1
          |
        5 | move = 1
          | ^^^^
        ");
        assert_snapshot!(error(&["name = 'mine'", tiles, "moves = 1", "visibility = 'no'"]), @r"
        error: unknown visibility `no`
         --> puzzles/mine.toml:6:14
          |
        6 | visibility = 'no'
          |              ^^^^
          |
          = help: there are `visible`, `after_due_date`, `hidden`
        ");
        assert_snapshot!(error(&["name = 'mine'", tiles, "moves = -1"]), @r"
        error: invalid value: integer `-1`, expected a whole number that is not negative
         --> puzzles/mine.toml:5:9
          |
        5 | moves = -1
          |         ^^
        ");
    }

    #[test]
    fn answers_that_cannot_be_are_refused() {
        let answer = |tiles, answer| error(&["name = 'mine'", tiles, answer]);
        assert_snapshot!(answer("tiles = [[1, 0], [2, 3]]", "moves = 1"), @r"
        error: the board has no solution
         --> puzzles/mine.toml:5:9
          |
        5 | moves = 1
          |         ^
          |
          = help: give the moves of its twin, as `twin_moves`
        ");
        assert_snapshot!(answer("tiles = [[1, 0], [3, 2]]", "twin_moves = 1"), @r"
        error: the board has a solution
         --> puzzles/mine.toml:5:14
          |
        5 | twin_moves = 1
          |              ^
          |
          = help: give its own moves, as `moves`
        ");
        assert_snapshot!(answer("tiles = [[1, 0], [3, 2]]", "moves = 2"), @r"
        error: 2 moves cannot be right: the number has to be odd
         --> puzzles/mine.toml:5:9
          |
        5 | moves = 2
          |         ^
          |
          = help: each move takes the blank one step, and it has to get to the last corner
        ");
        assert_snapshot!(answer("tiles = [[0, 3], [2, 1]]", "moves = 2"), @r"
        error: the board takes at least 6 moves, its Manhattan distance
         --> puzzles/mine.toml:5:9
          |
        5 | moves = 2
          |         ^
          |
          = help: no tile gets to its place in fewer moves than its distance
        ");
    }
}
