//! The boards that live on this side of the wall.

use base::square;
use slider::Tile;

/// All boards of one run, each under the number that the guest holds a
/// [ticket](probe::Ticket) for.
///
/// A number is never reused. What a board is asked for again and again is kept with it, so that
/// answering costs the grader little however often a submission asks.
#[derive(Default)]
pub struct HostBoards {
    boards: Vec<Entry>,
    /// The tiles of all boards, one after the other.
    tiles: Vec<Tile>,
}

struct Entry {
    /// The index of its first tile.
    start: usize,
    n: u8,
    blank: u16,
    manhattan: u32,
    solvable: bool,
    /// The board whose neighbors were asked for when this one was made.
    parent: Option<u32>,
    /// The number of times that its own neighbors were asked for.
    expansions: u32,
    /// Whether it was asked for its Manhattan distance or its text.
    asked: bool,
    /// Whether it was asked for that or its Hamming distance.
    measured: bool,
}

/// The reason why a ticket cannot be served. Only a guest that bypasses the probe can cause it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TicketError {
    /// There is no such board.
    #[error("there is no board with this number")]
    Unknown,
    /// The tiles are no board.
    #[error("these tiles are no board")]
    NoBoard,
    /// There are more boards than can be kept.
    #[error("there are too many boards")]
    TooMany,
}

/// The bytes that a run may have for all its boards together: those of a search that comes by six
/// million boards of 4-by-4.
const MAX_BYTES: usize = 512 << 20;

impl HostBoards {
    /// Adds a board.
    ///
    /// # Errors
    ///
    /// If it is no board, or there are too many.
    pub fn insert(&mut self, n: usize, tiles: &[Tile]) -> Result<u32, TicketError> {
        let mut seen = vec![false; n * n];
        let dimension = u8::try_from(n).ok().filter(|n| (2..128).contains(n));
        let n8 = dimension.ok_or(TicketError::NoBoard)?;
        for tile in tiles {
            match seen.get_mut(usize::from(*tile)) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(TicketError::NoBoard),
            }
        }
        let blank = tiles.iter().position(|tile| *tile == 0).ok_or(TicketError::NoBoard)?;
        let cells = || tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        let manhattan = cells().map(|(cell, tile)| distance(n, cell, *tile)).sum();
        let entry = Entry {
            start: 0,
            n: n8,
            blank: u16::try_from(blank).map_err(|_| TicketError::NoBoard)?,
            manhattan,
            solvable: is_solvable(n, tiles, blank),
            parent: None,
            expansions: 0,
            asked: false,
            measured: false,
        };
        self.push(&entry, tiles)
    }

    fn push(&mut self, entry: &Entry, tiles: &[Tile]) -> Result<u32, TicketError> {
        let bytes = (self.boards.len() + 1) * size_of::<Entry>()
            + (self.tiles.len() + tiles.len()) * size_of::<Tile>();
        if bytes > MAX_BYTES {
            return Err(TicketError::TooMany);
        }
        let number = u32::try_from(self.boards.len()).map_err(|_| TicketError::TooMany)?;
        self.boards.push(Entry { start: self.tiles.len(), ..*entry });
        self.tiles.extend_from_slice(tiles);
        Ok(number)
    }

    fn get(&self, board: u32) -> Result<&Entry, TicketError> {
        let index = usize::try_from(board).map_err(|_| TicketError::Unknown)?;
        self.boards.get(index).ok_or(TicketError::Unknown)
    }

    /// The dimension of a board.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn dimension(&self, board: u32) -> Result<usize, TicketError> {
        Ok(usize::from(self.get(board)?.n))
    }

    /// The tiles of a board, row by row.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn tiles(&self, board: u32) -> Result<&[Tile], TicketError> {
        let entry = self.get(board)?;
        let n = usize::from(entry.n);
        Ok(&self.tiles[entry.start..entry.start + n * n])
    }

    /// Whether the board can reach the goal.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn is_solvable(&self, board: u32) -> Result<bool, TicketError> {
        Ok(self.get(board)?.solvable)
    }

    /// The tiles out of place.
    pub(crate) fn hamming(&self, board: u32) -> Result<u32, TicketError> {
        let tiles = self.tiles(board)?.iter().enumerate();
        let misplaced = tiles.filter(|(cell, tile)| **tile != 0 && usize::from(**tile) != cell + 1);
        Ok(u32::try_from(misplaced.count()).expect("a board has fewer tiles than this"))
    }

    /// The sum of the tiles' distances to their places.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn manhattan(&self, board: u32) -> Result<u32, TicketError> {
        Ok(self.get(board)?.manhattan)
    }

    /// The number of boards.
    pub fn count(&self) -> u32 {
        u32::try_from(self.boards.len()).unwrap_or(u32::MAX)
    }

    /// The board of which this one was asked for as a neighbor.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn parent(&self, board: u32) -> Result<Option<u32>, TicketError> {
        Ok(self.get(board)?.parent)
    }

    /// The number of times that the neighbors of this board were asked for.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn expansions(&self, board: u32) -> Result<u32, TicketError> {
        Ok(self.get(board)?.expansions)
    }

    /// Notes that a board is asked for a distance or its text.
    pub(crate) fn ask(&mut self, board: u32) {
        let entry = usize::try_from(board).ok().and_then(|index| self.boards.get_mut(index));
        if let Some(entry) = entry {
            entry.asked = true;
        }
    }

    /// Notes that a board is asked for a distance of any kind or its text, and tells whether that is
    /// for the first time.
    pub fn measure(&mut self, board: u32) -> bool {
        let entry = usize::try_from(board).ok().and_then(|index| self.boards.get_mut(index));
        entry.is_some_and(|entry| !std::mem::replace(&mut entry.measured, true))
    }

    /// Whether a board was asked for a distance or its text.
    pub fn is_asked(&self, board: u32) -> bool {
        self.get(board).is_ok_and(|entry| entry.asked)
    }

    /// The number of neighbors of a board.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    ///
    /// # Panics
    ///
    /// Never: a blank has at most four moves.
    pub fn degree(&self, board: u32) -> Result<u32, TicketError> {
        let entry = self.get(board)?;
        let moves = square::moves(usize::from(entry.n), usize::from(entry.blank));
        Ok(u32::try_from(moves.count()).expect("a blank has at most four moves"))
    }

    /// Whether two boards are equal.
    pub(crate) fn equal(&self, a: u32, b: u32) -> Result<bool, TicketError> {
        Ok(self.get(a)?.n == self.get(b)?.n && self.tiles(a)? == self.tiles(b)?)
    }

    /// Adds the neighbors of a board, in the order in which the blank goes down, right, left and
    /// up; returns the number of the first and how many there are.
    ///
    /// # Errors
    ///
    /// If there is no such board, or there are too many.
    ///
    /// # Panics
    ///
    /// Never: a blank has at most four moves.
    pub fn neighbors(&mut self, board: u32) -> Result<(u32, u32), TicketError> {
        let entry = self.get(board)?;
        let (n, blank) = (usize::from(entry.n), usize::from(entry.blank));
        let index = usize::try_from(board).map_err(|_| TicketError::Unknown)?;
        let entry = self.boards.get_mut(index).ok_or(TicketError::Unknown)?;
        entry.expansions = entry.expansions.saturating_add(1);
        let mut first = None;
        let mut count = 0;
        for cell in square::moves(n, blank) {
            let number = self.neighbor(board, cell)?;
            first.get_or_insert(number);
            count += 1;
        }
        Ok((first.expect("a blank can always move"), count))
    }

    /// Adds the board with the blank moved to `cell`.
    fn neighbor(&mut self, board: u32, cell: usize) -> Result<u32, TicketError> {
        let Entry { n, blank, manhattan, solvable, .. } = *self.get(board)?;
        let mut tiles = self.tiles(board)?.to_vec();
        let side = usize::from(n);
        let tile = tiles[cell];
        tiles.swap(usize::from(blank), cell);
        let before = distance(side, cell, tile);
        let after = distance(side, usize::from(blank), tile);
        let blank = u16::try_from(cell).expect("a board has fewer cells than this");
        let manhattan = manhattan + after - before;
        let parent = Some(board);
        let (expansions, asked, measured) = (0, false, false);
        let entry =
            Entry { start: 0, n, blank, manhattan, solvable, parent, expansions, asked, measured };
        self.push(&entry, &tiles)
    }

    /// Adds the twin of a board: the first two tiles of the first row exchanged or, where the
    /// blank is one of them, the last two of the last row.
    ///
    /// # Errors
    ///
    /// If there is no such board, or there are too many.
    pub fn twin(&mut self, board: u32) -> Result<u32, TicketError> {
        let mut tiles = self.tiles(board)?.to_vec();
        let n = self.dimension(board)?;
        let last = tiles.len() - 1;
        if tiles[0] != 0 && tiles[1] != 0 {
            tiles.swap(0, 1);
        } else {
            tiles.swap(last - 1, last);
        }
        self.insert(n, &tiles)
    }
}

/// The distance of `tile` in `cell` from its place.
fn distance(n: usize, cell: usize, tile: Tile) -> u32 {
    let distance = square::distance(n, cell, usize::from(tile) - 1);
    u32::try_from(distance).expect("a board has fewer rows than this")
}

/// Whether the board can reach the goal: each move is one exchange and takes the blank one cell
/// further, so the parities of the permutation and of the blank's distance must agree.
fn is_solvable(n: usize, tiles: &[Tile], blank: usize) -> bool {
    let place = |tile: Tile| if tile == 0 { tiles.len() - 1 } else { usize::from(tile) - 1 };
    let mut seen = vec![false; tiles.len()];
    let mut exchanges = 0;
    for start in 0..tiles.len() {
        let mut cell = start;
        while !seen[cell] {
            seen[cell] = true;
            cell = place(tiles[cell]);
            exchanges += usize::from(cell != start);
        }
    }
    let blank_distance = (n - 1 - blank / n) + (n - 1 - blank % n);
    exchanges % 2 == blank_distance % 2
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "the numbers are those of small boards")]
mod tests {
    use slider::Board as _;

    use super::*;

    fn rows(n: usize, tiles: &[Tile]) -> Vec<Vec<Tile>> {
        tiles.chunks(n).map(<[Tile]>::to_vec).collect()
    }

    /// Holds every answer about a board against the model's.
    fn check(boards: &HostBoards, number: u32) {
        let n = boards.dimension(number).unwrap();
        let tiles = rows(n, boards.tiles(number).unwrap());
        let model = reference::Board::new(&tiles);
        assert_eq!(boards.hamming(number).unwrap() as usize, model.hamming(), "{model}");
        assert_eq!(boards.manhattan(number).unwrap() as usize, model.manhattan(), "{model}");
    }

    #[test]
    fn answers_are_the_models() {
        let mut boards = HostBoards::default();
        // A walk that comes by many boards of three sizes.
        for n in [2usize, 3, 5] {
            let goal: Vec<Tile> = (1..n * n).chain([0]).map(|tile| tile as Tile).collect();
            let mut number = boards.insert(n, &goal).unwrap();
            for step in 0..500u32 {
                check(&boards, number);
                let solvable = boards.is_solvable(number).unwrap();
                let (first, count) = boards.neighbors(number).unwrap();
                let model = reference::Board::new(&rows(n, boards.tiles(number).unwrap()));
                let neighbors: Vec<_> = model.neighbors().collect();
                assert_eq!(neighbors.len(), count as usize);
                for (i, neighbor) in neighbors.iter().enumerate() {
                    let ticket = first + i as u32;
                    let tiles = rows(n, boards.tiles(ticket).unwrap());
                    assert_eq!(*neighbor, reference::Board::new(&tiles));
                    assert_eq!(boards.is_solvable(ticket).unwrap(), solvable);
                    check(&boards, ticket);
                }
                let twin = boards.twin(number).unwrap();
                assert_eq!(boards.is_solvable(twin).unwrap(), !solvable);
                let tiles = rows(n, boards.tiles(twin).unwrap());
                assert_eq!(model.twin(), reference::Board::new(&tiles));
                check(&boards, twin);
                number = first + (step * 7 + step / 3) % count;
            }
            assert!(boards.is_solvable(number).unwrap(), "moves keep a board solvable");
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let mut boards = HostBoards::default();
        assert_eq!(boards.insert(2, &[1, 2, 3, 3]), Err(TicketError::NoBoard));
        assert_eq!(boards.insert(2, &[1, 2, 3, 4]), Err(TicketError::NoBoard));
        assert_eq!(boards.insert(1, &[0]), Err(TicketError::NoBoard));
        assert_eq!(boards.insert(300, &[0]), Err(TicketError::NoBoard));
        assert_eq!(boards.dimension(0), Err(TicketError::Unknown));
    }
}
