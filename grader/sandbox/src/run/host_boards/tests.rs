#![expect(clippy::cast_possible_truncation, reason = "the numbers are from small boards")]

use slider::Board as _;

use super::*;

fn rows(n: usize, tiles: &[Tile]) -> Vec<Vec<Tile>> {
    tiles.chunks(n).map(<[Tile]>::to_vec).collect()
}

/// Compares all values of a board with the model.
fn check(boards: &HostBoards, number: u32) {
    let n = boards.dimension(number).unwrap();
    let tiles = rows(n, &boards.tiles(number).unwrap());
    let model = reference::Board::new(&tiles);
    assert_eq!(boards.hamming(number).unwrap() as usize, model.hamming(), "{model}");
    assert_eq!(boards.manhattan(number).unwrap() as usize, model.manhattan(), "{model}");
}

#[test]
fn answers_match_the_model_board() {
    let mut boards = HostBoards::default();
    // Walk through many boards, some of which have two-byte tiles.
    for n in [2usize, 3, 5, 16, 17] {
        let goal: Vec<Tile> = (1..n * n).chain([0]).map(|tile| tile as Tile).collect();
        let mut number = boards.insert(n, &goal).unwrap();
        for step in 0..500u32 {
            check(&boards, number);
            let solvable = boards.is_solvable(number).unwrap();
            let (first, count) = boards.neighbors(number).unwrap();
            let model = reference::Board::new(&rows(n, &boards.tiles(number).unwrap()));
            let neighbors: Vec<_> = model.neighbors().collect();
            assert_eq!(neighbors.len(), count as usize);
            for (i, neighbor) in neighbors.iter().enumerate() {
                let ticket = first + i as u32;
                let tiles = rows(n, &boards.tiles(ticket).unwrap());
                assert_eq!(*neighbor, reference::Board::new(&tiles));
                assert_eq!(boards.is_solvable(ticket).unwrap(), solvable);
                check(&boards, ticket);
            }
            let twin = boards.twin(number).unwrap();
            assert_eq!(boards.is_solvable(twin).unwrap(), !solvable);
            let tiles = rows(n, &boards.tiles(twin).unwrap());
            assert_eq!(model.twin(), reference::Board::new(&tiles));
            check(&boards, twin);
            number = first + (step * 7 + step / 3) % count;
        }
        assert!(boards.is_solvable(number).unwrap(), "moves keep a board solvable");
    }
}

#[test]
fn an_invalid_board_is_rejected() {
    let mut boards = HostBoards::default();
    assert_eq!(boards.insert(2, &[1, 2, 3, 3]), Err(TicketError::NoBoard));
    assert_eq!(boards.insert(2, &[1, 2, 3, 4]), Err(TicketError::NoBoard));
    assert_eq!(boards.insert(1, &[0]), Err(TicketError::NoBoard));
    assert_eq!(boards.insert(300, &[0]), Err(TicketError::NoBoard));
    assert_eq!(boards.dimension(0), Err(TicketError::Unknown));
}

#[test]
fn boards_are_bounded_by_their_memory() {
    assert_eq!(size_of::<HostBoard>(), 20);
    let kept = |boards: &HostBoards| boards.boards.len() * 20 + boards.tiles.len();
    let full = |n: usize| {
        let mut boards = HostBoards::default();
        let goal: Vec<Tile> = (1..n * n).chain([0]).map(|tile| tile as Tile).collect();
        let mut from = boards.insert(n, &goal).unwrap();
        // Simulate storage that is almost full, and fill it up.
        boards.counted = MAX_BYTES - (40 << 20);
        boards.tiles.resize(MAX_KEPT - (40 << 20), 0);
        loop {
            match boards.neighbors(from) {
                Ok((first, _)) => from = first,
                Err(error) => break assert_eq!(error, TicketError::TooMany),
            }
        }
        (MAX_BYTES - boards.counted, MAX_KEPT - kept(&boards))
    };
    // Small boards reach the first limit, and large boards the second.
    let (small, large) = (full(4), full(127));
    assert!(small.0 < 64 && small.1 > 10 << 20, "{small:?}");
    assert!(large.0 > 0 && large.1 < 64 << 10, "{large:?}");
}

#[test]
fn a_board_made_from_a_text_is_the_board_with_this_text() {
    for n in [3, 17] {
        let goal: Vec<Tile> = (1..n * n).chain([0]).map(|tile| tile as Tile).collect();
        let mut boards = HostBoards::default();
        let root = boards.insert(n, &goal).unwrap();
        let (first, _) = boards.neighbors(root).unwrap();
        let tiles = boards.tiles(first).unwrap();
        assert_eq!(boards.find_read_board(n, &tiles), None, "no text was read");
        assert!(boards.set_read(first) && !boards.set_read(first));
        assert_eq!(boards.find_read_board(n, &tiles), Some(Remade::Only(first)));
        assert_eq!(boards.find_read_board(n, &goal), None);
        // Another path leads to the goal again.
        boards.set_read(root);
        let (back, count) = boards.neighbors(first).unwrap();
        let again = (back..back + count).find(|board| boards.tiles(*board) == Ok(goal.clone()));
        assert_eq!(boards.find_read_board(n, &goal), Some(Remade::Only(root)));
        boards.set_read(again.unwrap());
        assert_eq!(boards.find_read_board(n, &goal), Some(Remade::OneOfSeveral));
    }
}
