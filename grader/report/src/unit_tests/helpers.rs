//! Functions for several tests. Only the needed ones are written to the file.

use std::collections::BTreeSet;

/// A helper that a test needs. The file contains the helpers in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    Solver,
    Puzzle,
    Neighbor,
    AssertText,
    AssertNeighbors,
    AssertTwin,
    Tiles,
    AssertPath,
    AskEverything,
    WithinTwoSeconds,
}

pub(super) fn add_needed_helpers(mut helpers: BTreeSet<Helper>) -> BTreeSet<Helper> {
    if helpers.contains(&Helper::AssertTwin) {
        helpers.insert(Helper::Tiles);
    }
    helpers.remove(&Helper::Solver);
    helpers
}

impl Helper {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Solver => "",
            Self::Puzzle => PUZZLE,
            Self::Neighbor => NEIGHBOR,
            Self::AssertText => ASSERT_TEXT,
            Self::AssertNeighbors => ASSERT_NEIGHBORS,
            Self::AssertTwin => ASSERT_TWIN,
            Self::Tiles => TILES,
            Self::AssertPath => ASSERT_PATH,
            Self::AskEverything => ASK_EVERYTHING,
            Self::WithinTwoSeconds => WITHIN_TWO_SECONDS,
        }
    }

    /// Returns the helper's code for a trial in the sandbox, which counts instructions and has no threads.
    pub(super) fn text_to_try(self) -> &'static str {
        match self {
            Self::WithinTwoSeconds => {
                "fn within_two_seconds(code: impl FnOnce()) {\n    code();\n}\n"
            }
            helper => helper.code(),
        }
    }
}

const PUZZLE: &str = r#"/// Creates a board from text in the format of a puzzle file.
fn puzzle(text: &str) -> Board {
    Board::new(&slider::parse_tiles(text).expect("this is a puzzle"))
}
"#;

const NEIGHBOR: &str = r#"/// Returns the neighbor that is this puzzle, identified by `==` or else by its text.
fn neighbor(board: &Board, text: &str) -> Board {
    let right = puzzle(text);
    let equal = board.neighbors().find(|it| *it == right);
    let alike = || {
        board
            .neighbors()
            .find(|it| it.to_string() == right.to_string())
    };
    equal.or_else(alike).expect("the puzzle is a neighbor")
}
"#;

const ASSERT_TEXT: &str = r#"/// Asserts that a board shows this puzzle: the dimension, then the rows. Spacing does not matter.
fn assert_text(board: &Board, text: &str) {
    let tiles = slider::parse_tiles(text).expect("this is a puzzle");
    let mut expected = vec![vec![tiles.len().to_string()]];
    expected.extend(
        tiles
            .iter()
            .map(|row| row.iter().map(ToString::to_string).collect()),
    );
    let shown = board.to_string();
    let lines = shown
        .lines()
        .map(|line| line.split_whitespace().map(str::to_owned).collect());
    let lines: Vec<Vec<String>> = lines.filter(|line: &Vec<_>| !line.is_empty()).collect();
    assert_eq!(lines, expected, "the text was:\n{shown}");
}
"#;

const ASSERT_NEIGHBORS: &str = r#"/// Asserts that a board has exactly these neighbors, in any order, each once.
fn assert_neighbors(board: &Board, expected: &[Board]) {
    let neighbors: Vec<Board> = board.neighbors().collect();
    for right in expected {
        let count = neighbors.iter().filter(|it| *it == right).count();
        assert_eq!(count, 1, "number of times that this neighbor is returned:\n{right}");
    }
    assert_eq!(
        neighbors.len(),
        expected.len(),
        "number of boards that are one move away"
    );
}
"#;

const ASSERT_TWIN: &str = r#"/// Asserts that the twin of a board is the board with two of its tiles exchanged.
fn assert_twin(board: &Board) {
    let twin = board.twin();
    let (before, after) = (tiles(board), tiles(&twin));
    assert_eq!(
        before.len(),
        after.len(),
        "the twin has the size of the board"
    );
    let changed = before
        .iter()
        .zip(&after)
        .filter(|(tile, other)| tile != other);
    let changed: Vec<_> = changed.collect();
    assert_eq!(
        changed.len(),
        2,
        "number of cells that differ between\n{board}\nand its twin\n{twin}"
    );
    let is_blank_kept = changed
        .iter()
        .all(|(tile, other)| **tile != 0 && **other != 0);
    assert!(
        is_blank_kept,
        "the blank is moved between\n{board}\nand its twin\n{twin}"
    );
}
"#;

const TILES: &str = r#"/// Returns the tiles of a board, read from its text.
fn tiles(board: &Board) -> Vec<slider::Tile> {
    let text = board.to_string();
    slider::parse_tiles(&text)
        .expect("a board's text is a valid puzzle")
        .concat()
}
"#;

const ASSERT_PATH: &str = r#"/// Asserts that the solution of a board leads to the goal in this number of legal moves.
fn assert_path(board: &Board, moves: usize) {
    let solver = Solver::new(board);
    let solution = solver.solution().expect("the board has a solution");
    // If the solution is too long, one extra board shows it.
    let boards: Vec<Board> = solution.take(moves + 2).collect();
    assert_eq!(
        boards.first(),
        Some(board),
        "it begins with the initial board"
    );
    for pair in boards.windows(2) {
        let is_move = pair[0].neighbors().any(|it| it == pair[1]);
        assert!(is_move, "from\n{}\nno move leads to\n{}", pair[0], pair[1]);
    }
    let is_solved = boards.last().is_some_and(|it| it.is_goal());
    assert!(is_solved, "it ends at the goal, after {moves} moves");
    assert_eq!(
        boards.len(),
        moves + 1,
        "it has the initial board and one for each move"
    );
}
"#;

const ASK_EVERYTHING: &str = r"/// Calls every method of a board.
fn ask_everything(board: &Board) {
    let _ = (
        board.dimension(),
        board.hamming(),
        board.manhattan(),
        board.is_goal(),
    );
    let _ = (board.to_string(), board.neighbors().count(), board.twin());
    let _ = *board == board.clone();
}
";

const WITHIN_TWO_SECONDS: &str = r#"/// Runs code that never ended in the grader. Correct code needs much less than two seconds.
/// The test does not wait longer, because endless code may use up all memory.
fn within_two_seconds(code: impl FnOnce() + Send + 'static) {
    let (sender, receiver) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        code();
        // After two seconds, the test stops waiting.
        let _ = sender.send(());
    });
    let end = receiver.recv_timeout(std::time::Duration::from_secs(2));
    assert_ne!(
        end,
        Err(std::sync::mpsc::RecvTimeoutError::Timeout),
        "it never finishes"
    );
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
"#;
