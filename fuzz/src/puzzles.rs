//! Properties of the parsers for puzzles.

use oracle::puzzle::Grid;
use puzzle::form::{self, BoardFormat};
use puzzle::read::{self, ReadRequest};

use crate::room::Room;

/// Tests arbitrary text as a puzzle file. The result must be a valid board, or an error with a position in the text.
pub fn tiles(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match slider::parse_tiles(text) {
        Ok(board) => {
            let n = board.len();
            assert!((2..128).contains(&n) && board.iter().all(|row| row.len() == n));
            let mut tiles = board.concat();
            tiles.sort_unstable();
            assert!(tiles.iter().zip(0..).all(|(tile, expected)| *tile == expected));
        }
        Err(error) => {
            assert!((1..=1 + text.matches('\n').count()).contains(&error.line()));
            assert!((1..=1 + text.chars().count()).contains(&error.column()));
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Tests arbitrary text as a puzzle in any form. If it contains a board, the board must stay the same when written in
/// each form and read again. The first byte selects the tile for the blank.
pub fn puzzle(data: &[u8]) {
    let Some((&blank, text)) = data.split_first() else { return };
    let blank = if blank == b'9' { 9 } else { 0 };
    let room = Room::new();
    let file = room.write("puzzle", text);
    let request = ReadRequest { input: file.to_str().expect("a plain path"), name: None, blank };
    match read::read(&request) {
        Ok(found) => {
            assert!(!found.is_empty());
            let lines = 1 + text.iter().filter(|byte| **byte == b'\n').count();
            for puzzle in &found {
                assert!((1..=lines).contains(&puzzle.line));
                assert_eq!(Grid::new(&rows(&puzzle.grid)).as_ref(), Ok(&puzzle.grid));
                for form in BoardFormat::ALL {
                    assert_eq!(
                        again(&form.write(&puzzle.grid)).as_ref(),
                        Some(&puzzle.grid),
                        "{form:?}"
                    );
                }
            }
            named(found);
        }
        Err(error) => assert!(!error.render(false).is_empty()),
    }
}

/// Writes the first puzzle to a puzzle file, and checks that its board and name can be read unchanged.
fn named(mut found: Vec<read::InputPuzzle>) {
    found.truncate(1);
    found[0].name.get_or_insert_with(|| "a".to_owned());
    let text = form::puzzle_file(&found, &[], "here");
    let room = Room::new();
    let file = room.write("puzzle.toml", text.as_bytes());
    let request = ReadRequest { input: file.to_str().expect("a plain path"), name: None, blank: 0 };
    // A puzzle file with an impossible claim or an empty name is rejected.
    if let Ok(again) = read::read(&request) {
        assert_eq!((&again[0].grid, &again[0].name), (&found[0].grid, &found[0].name), "{text}");
    }
}

fn rows(grid: &Grid) -> Vec<Vec<slider::Tile>> {
    grid.rows().map(<[_]>::to_vec).collect()
}

fn again(text: &str) -> Option<Grid> {
    let room = Room::new();
    let file = room.write("again", text.as_bytes());
    let request = ReadRequest { input: file.to_str()?, name: None, blank: 0 };
    read::read_one(&request).ok().map(|found| found.grid)
}
