use insta::assert_snapshot;

use super::*;

fn error(lines: &[&str]) -> String {
    let text = format!("# A puzzle.\n[[puzzle]]\n{}\n", lines.join("\n"));
    match read_puzzles(InputText { file: "puzzles/mine.toml", text: &text }) {
        Ok(entries) => panic!("{:?} was read", entries[0].puzzle),
        Err(error) => samples::shorten_error(&error.render(false)),
    }
}

#[test]
fn puzzles_are_read() {
    let text = "[[puzzle]]\nname = 'a b'\ntiles = [[1, 0], [3, 2]]\nmoves = 1\n\
                source = 'me'\n[[puzzle]]\nname = 'c'\ntiles = [[2, 1], [3, 0]]\n\
                twin_moves = 0\nboard_only = false\nvisibility = 'after_due_date'\n";
    let entries = read_puzzles(InputText { file: "a.toml", text }).unwrap();
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
                ExpectedAnswer::Moves(1),
                Visibility::Visible
            ),
            puzzle(
                "c",
                vec![vec![2, 1], vec![3, 0]].into(),
                ExpectedAnswer::Unsolvable { twin_moves: 0 },
                Visibility::AfterDueDate
            ),
        ]
    );
    assert_eq!(read_puzzles(InputText { file: "a.toml", text: "# none yet\n" }).unwrap().len(), 0);
}

#[test]
fn an_invalid_board_is_reported_with_its_place() {
    let tiles = |tiles| error(&["name = 'mine'", tiles, "moves = 2"]);
    assert_snapshot!(tiles("tiles = [[1, 2, 3], [4, 5], [7, 8, 0]]"), @"
    error: the board is not square: row 2 has 2 tiles instead of 3
    --> puzzles/mine.toml:4:21 `[4, 5]`
    ");
    assert_snapshot!(tiles("tiles = [[0]]"), @"
    error: a board must have 2 to 127 rows, but this board has 1
    --> puzzles/mine.toml:4:9 `[[0]]`
    ");
    assert_snapshot!(tiles("tiles = [[1, 2], [0, 4]]"), @"
    error: tile 4 is invalid: the tiles of a 2-by-2 board are 0 to 3
    --> puzzles/mine.toml:4:22 `4`
    ");
    assert_snapshot!(tiles("tiles = [[1, -2], [0, 3]]"), @"
    error: tile -2 is invalid: the tiles of a 2-by-2 board are 0 to 3
    --> puzzles/mine.toml:4:14 `-2`
    ");
    assert_snapshot!(tiles("tiles = [\n    [1, 2],\n    [2, 0],\n]"), @"
    error: tile 2 appears twice; tile 3 is missing
    --> puzzles/mine.toml:6:6 `2`
    ");
    assert_snapshot!(tiles("tiles = [[1, 2], [3, 'x']]"), @r#"
    error: invalid type: string "x", expected a whole number
    --> puzzles/mine.toml:4:22 `'x'`
    "#);
    assert_snapshot!(tiles("tiles = [1, 2, 3, 0]"), @"
    error: invalid type: integer `1`, expected a list in brackets
    --> puzzles/mine.toml:4:10 `1`
    ");
    let large = format!("tiles = [{}]", "[0],".repeat(128));
    assert!(tiles(&large).contains("a board must have 2 to 127 rows, but this board has 128"));
}

#[test]
fn a_puzzle_requires_a_name_and_one_answer() {
    let tiles = "tiles = [[1, 0], [3, 2]]";
    assert_snapshot!(error(&["name = ' '", tiles, "moves = 1"]), @"
    error: the name is empty or contains control characters
    --> puzzles/mine.toml:3:8 `' '`
    ");
    assert_snapshot!(error(&[tiles, "moves = 1"]), @"
    error: missing key `name`
    --> puzzles/mine.toml:2:1 `[[puzzle]]`
    ");
    assert_snapshot!(error(&["name = 'mine'", tiles]), @"
    error: the answer for puzzle `mine` is missing
    --> puzzles/mine.toml:3:8 `'mine'`
    = help: use one of `moves`, `twin_moves` (for an unsolvable board) and `board_only = true`
    ");
    assert_snapshot!(error(&["name = 'mine'", tiles, "moves = 1", "board_only = true"]), @"
    error: puzzle `mine` has more than one answer
    --> puzzles/mine.toml:3:8 `'mine'`
    = help: use one of `moves`, `twin_moves` (for an unsolvable board) and `board_only = true`
    ");
    assert_snapshot!(error(&["name = 'mine'", tiles, "move = 1"]), @"
    error: unknown key `move`, expected one of `name`, `tiles`, `moves`, `twin_moves`, `board_only`, `visibility`, `source`
    --> puzzles/mine.toml:5:1 `move`
    = help: did you mean `moves`?
    ");
    assert_snapshot!(error(&["name = 'mine'", tiles, "moves = 1", "visibility = 'no'"]), @"
    error: unknown visibility `no`
    --> puzzles/mine.toml:6:14 `'no'`
    = help: there are `visible`, `after_due_date`, `hidden`
    ");
    assert_snapshot!(error(&["name = 'mine'", tiles, "moves = -1"]), @"
    error: invalid value: integer `-1`, expected a nonnegative whole number
    --> puzzles/mine.toml:5:9 `-1`
    ");
}

#[test]
fn impossible_answers_are_rejected() {
    let answer = |tiles, answer| error(&["name = 'mine'", tiles, answer]);
    assert_snapshot!(answer("tiles = [[1, 0], [2, 3]]", "moves = 1"), @"
    error: the board has no solution
    --> puzzles/mine.toml:5:9 `1`
    = help: use `twin_moves` with the number of moves of its twin
    ");
    assert_snapshot!(answer("tiles = [[1, 0], [3, 2]]", "twin_moves = 1"), @"
    error: the board has a solution
    --> puzzles/mine.toml:5:14 `1`
    = help: use `moves` with its number of moves
    ");
    assert_snapshot!(answer("tiles = [[1, 0], [3, 2]]", "moves = 2"), @"
    error: the number of moves cannot be 2, because it must be odd
    --> puzzles/mine.toml:5:9 `2`
    = help: each move shifts the blank by one cell, and the blank must reach the last corner
    ");
    assert_snapshot!(answer("tiles = [[0, 3], [2, 1]]", "moves = 2"), @"
    error: the board needs at least 6 moves, because that is its Manhattan distance
    --> puzzles/mine.toml:5:9 `2`
    = help: a tile needs at least as many moves as its distance
    ");
}
