//! Tests that the parser accepts only valid boards, and that no input makes it panic.

use proptest::prelude::*;
use slider::{Tile, parse_tiles};

/// Generates the tiles of boards of dimension 2 to 6, in any order.
fn boards() -> impl Strategy<Value = Vec<Vec<Tile>>> {
    (2..=6usize).prop_flat_map(|n| {
        let tiles: Vec<Tile> = (0..n * n).filter_map(|tile| Tile::try_from(tile).ok()).collect();
        Just(tiles)
            .prop_shuffle()
            .prop_map(move |tiles| tiles.chunks(n).map(<[_]>::to_vec).collect())
    })
}

fn text_of(board: &[Vec<Tile>], space: &str, line: &str) -> String {
    let row = |row: &Vec<Tile>| {
        let words: Vec<String> = row.iter().map(Tile::to_string).collect();
        words.join(space)
    };
    let rows: Vec<String> = board.iter().map(row).collect();
    format!("{}{line}{}{line}", board.len(), rows.join(line))
}

fn is_board(board: &[Vec<Tile>]) -> bool {
    let n = board.len();
    let mut tiles = board.concat();
    tiles.sort_unstable();
    (2..128).contains(&n)
        && board.iter().all(|row| row.len() == n)
        && tiles.iter().zip(0..).all(|(tile, expected)| *tile == expected)
}

proptest! {
    #[test]
    fn written_boards_round_trip(
        board in boards(),
        space in "[ \t]{1,3}",
        line in "[ \t]{0,2}\r?\n[ \n]{0,2}",
    ) {
        prop_assert_eq!(parse_tiles(&text_of(&board, &space, &line)), Ok(board));
    }

    #[test]
    fn any_text_is_parsed_or_rejected_with_a_position(text in "\\PC*|[0-9 \n-]*") {
        match parse_tiles(&text) {
            Ok(board) => prop_assert!(is_board(&board)),
            Err(error) => {
                prop_assert!((1..=1 + text.matches('\n').count()).contains(&error.line()));
                prop_assert!((1..=1 + text.chars().count()).contains(&error.column()));
            }
        }
    }

    #[test]
    fn a_damaged_board_is_parsed_or_rejected(
        board in boards(),
        cut in any::<prop::sample::Index>(),
        junk in "[0-9a-z \n]{0,3}",
    ) {
        let text = text_of(&board, " ", "\n");
        let (before, after) = text.split_at(cut.index(text.len()));
        let damaged = format!("{before}{junk}{after}");
        if let Ok(board) = parse_tiles(&damaged) {
            prop_assert!(is_board(&board), "{}", damaged);
        }
        if let Ok(board) = parse_tiles(before) {
            prop_assert!(is_board(&board), "{}", before);
        }
    }
}
