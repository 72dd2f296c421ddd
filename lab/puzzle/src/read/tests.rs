//! Tests that the reader accepts all formats and points errors at the correct place.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;
use crate::BoardFormat;

fn parse_text(text: &str, blank: Tile) -> Result<Vec<InputPuzzle>, FileError> {
    parse(InputText { file: "puzzle.txt", text }, blank)
}

#[track_caller]
fn cells(text: &str, blank: Tile) -> Vec<Tile> {
    match parse_text(text, blank) {
        Ok(found) => {
            assert_eq!(found.len(), 1, "{text:?}");
            found[0].grid.cells().to_vec()
        }
        Err(error) => panic!("{text:?}: {error}"),
    }
}

#[track_caller]
fn error(text: &str) -> String {
    match parse_text(text, 0) {
        Ok(found) => panic!("{text:?} was read as {:?}", found[0].grid.cells()),
        Err(error) => samples::shorten_error(&error.render(false)),
    }
}

#[test]
fn boards_are_parsed_in_many_forms() {
    let board = [1, 0, 3, 4, 2, 5, 7, 8, 6];
    for text in [
        "3\n 1  0  3\n 4  2  5\n 7  8  6\n",
        "3 1 0 3 4 2 5 7 8 6",
        "# the Python tutorial's\n3\n1,0,3\n4,2,5\n7,8,6",
        "1,0,3\n4,2,5\n7,8,6\n",
        "1,0,3,\r\n4,2,5,\r\n7,8,6\r\n",
        "1, 0, 3, 4, 2, 5, 7, 8, 6",
        "1 0 3 4 2 5 7 8 6",
        "1 0 3 / 4 2 5 / 7 8 6",
        "1 0 3; 4 2 5; 7 8 6",
        "[[1, 0, 3], [4, 2, 5], [7, 8, 6]]",
        "[\n  [1, 0, 3],\n  [4, 2, 5],\n  [7, 8, 6]\n]\n",
        "1\n0\n3\n4\n2\n5\n7\n8\n6\n",
        "103425786",
        "103/425/786",
        "103\n425\n786\n",
        "1 0 3 4 2 5 7 8 6 # seven moves",
    ] {
        assert_eq!(cells(text, 0), board, "{text:?}");
    }
    assert_eq!(cells("12/30", 0), [1, 2, 3, 0]);
    assert_eq!(cells("1032", 0), [1, 0, 3, 2]);
}

/// A square is never one more than another square.
#[test]
fn a_leading_row_count_is_detected() {
    assert_eq!(cells("2 1 0 3", 0), [2, 1, 0, 3]);
    assert_eq!(cells("2 1 2 3 0", 0), [1, 2, 3, 0]);
    assert_eq!(cells("3 1 2 4 5 6 7 8 0", 0), [3, 1, 2, 4, 5, 6, 7, 8, 0]);
    for n in 2..=127_usize {
        let more = n * n + 1;
        assert_ne!(more.isqrt() * more.isqrt(), more);
    }
    // This classic file has nine numbers because a tile is missing.
    assert_snapshot!(error("3\n1 0 3\n4 2 5\n7 8\n"), @"
    error: the puzzle ends after 8 of 9 tiles
    --> puzzle.txt:4:5 ``
    ");
}

#[test]
fn another_tile_can_be_the_blank() {
    // As in a C# tutorial.
    assert_eq!(cells("0 1 2 3 4 5 6 8 7", 8), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    assert_eq!(cells("3 0 1 2 3 4 5 6 8 7", 8), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    assert_eq!(cells("1 2 3 4 5 6 7 9 8", 9), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    assert_eq!(cells("0 1 / 2 3", 1), [1, 0, 2, 3]);
    let error =
        |text, blank| samples::shorten_error(&parse_text(text, blank).unwrap_err().render(false));
    assert_snapshot!(error("1 2 3 0", 7), @"
    error: tile 7 cannot be the blank: the tiles are 0 to 3
    --> puzzle.txt:1:1 `1`
    = help: use the last tile of the goal: for 3-by-3, use 8 if the tiles are 0 to 8, or 9 if they are 1 to 9
    ");
    assert_snapshot!(error("1 2 0 3", 4), @"
    error: tile 0 is invalid: the tiles of a 2-by-2 board are 1 to 4
    --> puzzle.txt:1:5 `0`
    ");
    assert_snapshot!(error("[[puzzle]]", 8), @"
    error: a puzzle file in TOML uses 0 for the blank, not 8
    --> puzzle.txt
    = help: leave out `--blank`
    ");
}

#[test]
fn lists_are_parsed_with_names_and_claims() {
    let list = "# id moves tiles\n1 0 1 2 3 0\nsecond 1 1 2 0 3\n\n3 1 1 0 3 2 # easy\n";
    let found = parse_text(list, 0).unwrap();
    let said: Vec<_> = found
        .iter()
        .map(|puzzle| (puzzle.name.as_deref().unwrap(), puzzle.claim, puzzle.line))
        .collect();
    let moves = |moves| Some(Claim::Moves(moves));
    assert_eq!(said, [("1", moves(0), 2), ("second", moves(1), 3), ("3", moves(1), 5)]);
    // Test lists without columns, with digits, with names, and with Korf's four columns.
    let boards = |text: &str| -> Vec<Vec<Tile>> {
        parse_text(text, 0).unwrap().iter().map(|puzzle| puzzle.grid.cells().to_vec()).collect()
    };
    let two = vec![vec![1, 2, 3, 0], vec![1, 2, 0, 3]];
    assert_eq!(boards("1 2 3 0\n1 2 0 3\n"), two);
    assert_eq!(boards("1230\n1203\n"), two);
    assert_eq!(boards("goal 1 2 3 0\nnext 1 2 0 3\n"), two);
    assert_eq!(boards("1 0 0 5 1 2 3 0\n2 1 1 9 1 2 0 3\n"), two);
    // Four rows of four tiles are four boards if each row is a board.
    assert_eq!(boards("1 2 3 0\n1 2 0 3\n1 0 3 2\n0 1 3 2\n").len(), 4);
    assert_eq!(boards("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n").len(), 1);
}

#[test]
fn puzzle_files_are_read_without_a_proof() {
    let text = "\n[[puzzle]]\nname = \"a\"\ntiles = [[1, 0], [3, 2]]\nmoves = 8\n";
    let found = parse_text(text, 0).unwrap();
    assert_eq!((found[0].claim, found[0].line), (Some(Claim::Moves(8)), 5));
    assert_snapshot!(error("[[puzzle]]\nname = \"a\"\n"), @"
    error: missing key `tiles`
    --> puzzle.txt:1:1 `[[puzzle]]`
    ");
    assert_snapshot!(error("# nothing\n"), @"
    error: the input contains no puzzle
    --> puzzle.txt
    = help: write the number of rows and then the tiles, or only the tiles, with 0 for the blank
    ");
    assert_snapshot!(error("puzzle = []\n"), @"
    error: the input contains no puzzle
    --> puzzle.txt
    = help: write the number of rows and then the tiles, or only the tiles, with 0 for the blank
    ");
}

#[test]
fn invalid_boards_are_reported() {
    assert_snapshot!(error("1 0 3\n4 2 5\n7 8 9\n"), @"
    error: tile 9 is invalid: the tiles of a 3-by-3 board are 0 to 8
    --> puzzle.txt:3:5 `9`
    ");
    assert_snapshot!(error("1 0 3\n4 2 5\n7 8 8\n"), @"
    error: tile 8 appears twice; tile 6 is missing
    --> puzzle.txt:3:5 `8`
    ");
    assert_snapshot!(error("3\n1 0 3\n4 2 5\n7 8 8\n"), @"
    error: tile 8 appears twice; tile 6 is missing
    --> puzzle.txt:4:5 `8`
    ");
    assert_snapshot!(error("3\n1 0 3\n4 2 x\n7 8 6\n"), @"
    error: invalid tile `x`
    --> puzzle.txt:3:5 `x`
    = help: tiles are numbers, and the blank is 0
    ");
    assert_snapshot!(error("3\n1 0 3\n4 2 5\n7 8 6\n5\n"), @"
    error: 1 number too many; a board of dimension 3 has 9 tiles
    --> puzzle.txt:5:1 `5`
    ");
    assert_snapshot!(error("1 0 3 / 4 2 / 5 7 8 6"), @"
    error: the board is not square: row 2 has 2 tiles instead of 3
    --> puzzle.txt:1:9 `4 2`
    ");
    assert_snapshot!(error("1,0,3\n4,,5\n7,8,6\n"), @"
    error: a tile is missing between these commas
    --> puzzle.txt:2:2 `,,`
    ");
    assert_snapshot!(error("1 0 -3 2"), @"
    error: invalid tile `-3`
    --> puzzle.txt:1:5 `-3`
    = help: tiles are numbers, and the blank is 0
    ");
    assert_snapshot!(error("5 1 2"), @"
    error: 3 tiles do not form a board
    --> puzzle.txt:1:1 `5 1 2`
    = help: a board has 4, 9, 16, 25, ... tiles with the blank; you can put the number of rows first
    ");
    assert_snapshot!(error("0123456789101112"), @"
    error: a board of this size needs spaces between the tiles
    --> puzzle.txt:1:1 `0123456789101112`
    = help: only boards up to 3-by-3 can be written without spaces, as in `103425786`
    ");
    assert_snapshot!(error("99999999999999999999 1 2 3"), @"
    error: the number is too large
    --> puzzle.txt:1:1 `99999999999999999999`
    ");
    assert_snapshot!(error("1"), @"
    error: 1 tile does not form a board
    --> puzzle.txt:1:1 `1`
    = help: a board has 4, 9, 16, 25, ... tiles with the blank; you can put the number of rows first
    ");
}

#[test]
fn invalid_lists_are_reported() {
    assert_snapshot!(error("1 2 3 0\n1 2 0 3\n1 2 0 2\n"), @"
    error: tile 2 appears twice; tile 3 is missing
    --> puzzle.txt:3:7 `2`
    ");
    assert_snapshot!(error("a 1 2 3 0\nb 1 2 0 3\nc 1 1 2 0 3\n"), @"
    error: this line has 6 entries, but the first line has 5
    --> puzzle.txt:3:1 `c 1 1 2 0 3`
    = help: each line of a list is a board: the tiles, a name and the tiles, or a name, the number of moves and the tiles
    ");
    assert_snapshot!(error("1 2 9 1 2 3 0\n2 3 9 1 2 0 3\n"), @"
    error: there are 3 unexpected numbers before the 4 tiles
    --> puzzle.txt:1:1 `1 2 9 1 2 3 0`
    = help: before the tiles, a line can contain a name, a name and the number of moves, or both with the Manhattan distance and a number of nodes
    ");
}

fn boards() -> impl Strategy<Value = Grid> {
    (2..=12_usize).prop_flat_map(|n| {
        let tiles: Vec<Tile> = (0..).take(n * n).collect();
        Just(tiles).prop_shuffle().prop_map(move |cells| {
            let rows: Vec<Vec<Tile>> = cells.chunks(n).map(Vec::from).collect();
            Grid::new(&rows).expect("a permutation")
        })
    })
}

proptest! {
    #[test]
    fn written_puzzles_round_trip(grid in boards()) {
        for form in BoardFormat::ALL {
            let text = form.write(&grid);
            let found = parse_text(&text, 0).expect("a board that was written");
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(&found[0].grid, &grid, "{:?}", form);
        }
        let name = Some("a \"name\"".to_owned());
        let claim = Some(Claim::BoardOnly);
        let puzzle = InputPuzzle { name, grid, claim, line: 6 };
        let text = crate::form::puzzle_file(std::slice::from_ref(&puzzle), &[], "me");
        let mut found = parse_text(&text, 0).expect("a puzzle file that was written");
        found[0].line = 6;
        prop_assert_eq!(found, vec![puzzle]);
    }

    #[test]
    fn any_text_is_parsed_or_rejected(text in "[0-9 ,/\\[\\]\n#a-c=.-]{0,60}", blank in 0..20_u16) {
        let _ = parse_text(&text, blank).map_err(|error| error.render(false));
    }
}
