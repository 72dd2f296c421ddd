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
    /// The tiles of all boards, one after the other, [packed](HostBoards::packed).
    tiles: Vec<u8>,
    /// The bytes that count towards [`MAX_BYTES`].
    counted: usize,
}

/// What is known of a board beside its tiles. There may be millions, so it is kept small.
#[derive(Clone, Copy)]
struct Entry {
    /// The index of its first byte.
    start: u32,
    /// The board whose neighbors were asked for when this one was made, or [`NO_PARENT`].
    parent: u32,
    /// The number of times that its own neighbors were asked for.
    expansions: u32,
    manhattan: u32,
    blank: u16,
    n: u8,
    /// Facts that are true or false.
    flags: u8,
}

/// The parent of a board that is nobody's neighbor. So many boards there never are.
const NO_PARENT: u32 = u32::MAX;

/// It can reach the goal.
const SOLVABLE: u8 = 1;

/// It was asked for its Manhattan distance or its text.
const ASKED: u8 = 1 << 1;

/// It was asked for that or its Hamming distance.
const MEASURED: u8 = 1 << 2;

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

/// The bytes that a run may have for all its boards together, at [`ENTRY`] a board and two a tile:
/// those of a search that comes by eight million boards of 4-by-4.
const MAX_BYTES: usize = 512 << 20;

/// The bytes that a board counts beside its tiles. It takes fewer.
const ENTRY: usize = 32;

/// The bytes that all boards of a run may really take. Only boards of more than [`NARROW`] rows
/// come near to it before they come to [`MAX_BYTES`]; two runs at once have to fit into the memory
/// that a grade may take.
const MAX_KEPT: usize = 384 << 20;

/// The most rows of a board whose tiles fit into a byte each.
const NARROW: usize = 16;

impl HostBoards {
    /// Adds a board.
    ///
    /// # Errors
    ///
    /// If it is no board, or there are too many.
    pub fn insert(&mut self, n: usize, tiles: &[Tile]) -> Result<u32, TicketError> {
        let dimension = u8::try_from(n).ok().filter(|n| (2..128).contains(n));
        let n8 = dimension.ok_or(TicketError::NoBoard)?;
        let mut seen = vec![false; n * n];
        for tile in tiles {
            match seen.get_mut(usize::from(*tile)) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(TicketError::NoBoard),
            }
        }
        let blank = tiles.iter().position(|tile| *tile == 0).ok_or(TicketError::NoBoard)?;
        if tiles.len() != n * n {
            return Err(TicketError::NoBoard);
        }
        let cells = || tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        let manhattan = cells().map(|(cell, tile)| distance(n, cell, *tile)).sum();
        let entry = Entry {
            start: self.next(n)?,
            parent: NO_PARENT,
            expansions: 0,
            manhattan,
            blank: u16::try_from(blank).map_err(|_| TicketError::NoBoard)?,
            n: n8,
            flags: if is_solvable(n, tiles, blank) { SOLVABLE } else { 0 },
        };
        if n <= NARROW {
            self.tiles.extend(tiles.iter().map(|tile| tile.to_le_bytes()[0]));
        } else {
            self.tiles.extend(tiles.iter().flat_map(|tile| tile.to_le_bytes()));
        }
        Ok(self.push(entry))
    }

    /// The index of the first byte of the next board, if there is room for one of this dimension.
    fn next(&self, n: usize) -> Result<u32, TicketError> {
        let counted = self.counted + ENTRY + 2 * n * n;
        let kept = (self.boards.len() + 1) * size_of::<Entry>() + self.tiles.len() + size(n);
        if counted > MAX_BYTES || kept > MAX_KEPT {
            return Err(TicketError::TooMany);
        }
        u32::try_from(self.tiles.len()).map_err(|_| TicketError::TooMany)
    }

    /// Adds a board whose tiles are there.
    fn push(&mut self, entry: Entry) -> u32 {
        let n = usize::from(entry.n);
        self.counted += ENTRY + 2 * n * n;
        self.boards.push(entry);
        self.count() - 1
    }

    fn get(&self, board: u32) -> Result<&Entry, TicketError> {
        let index = usize::try_from(board).map_err(|_| TicketError::Unknown)?;
        self.boards.get(index).ok_or(TicketError::Unknown)
    }

    fn get_mut(&mut self, board: u32) -> Result<&mut Entry, TicketError> {
        let index = usize::try_from(board).map_err(|_| TicketError::Unknown)?;
        self.boards.get_mut(index).ok_or(TicketError::Unknown)
    }

    /// The dimension of a board.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn dimension(&self, board: u32) -> Result<usize, TicketError> {
        Ok(usize::from(self.get(board)?.n))
    }

    /// The tiles of a board as they are kept, in one byte each or two: two boards are equal if these
    /// are.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn packed(&self, board: u32) -> Result<&[u8], TicketError> {
        let entry = self.get(board)?;
        let start = usize::try_from(entry.start).map_err(|_| TicketError::Unknown)?;
        self.tiles.get(start..start + size(usize::from(entry.n))).ok_or(TicketError::Unknown)
    }

    /// The tiles of a board, row by row.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn tiles(&self, board: u32) -> Result<Vec<Tile>, TicketError> {
        let bytes = self.packed(board)?;
        Ok(if self.dimension(board)? <= NARROW {
            bytes.iter().copied().map(Tile::from).collect()
        } else {
            let tile = |bytes: &[u8]| Tile::from_le_bytes([bytes[0], bytes[1]]);
            bytes.chunks_exact(2).map(tile).collect()
        })
    }

    /// Whether the board can reach the goal.
    ///
    /// # Errors
    ///
    /// If there is no such board.
    pub fn is_solvable(&self, board: u32) -> Result<bool, TicketError> {
        Ok(self.get(board)?.flags & SOLVABLE != 0)
    }

    /// The tiles out of place.
    pub(crate) fn hamming(&self, board: u32) -> Result<u32, TicketError> {
        let tiles = self.tiles(board)?.into_iter().enumerate();
        let misplaced = tiles.filter(|(cell, tile)| *tile != 0 && usize::from(*tile) != cell + 1);
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
        Ok(Some(self.get(board)?.parent).filter(|parent| *parent != NO_PARENT))
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
        if let Ok(entry) = self.get_mut(board) {
            entry.flags |= ASKED;
        }
    }

    /// Notes that a board is asked for a distance of any kind or its text, and tells whether that is
    /// for the first time.
    pub fn measure(&mut self, board: u32) -> bool {
        self.get_mut(board).is_ok_and(|entry| {
            let is_first = entry.flags & MEASURED == 0;
            entry.flags |= MEASURED;
            is_first
        })
    }

    /// Whether a board was asked for a distance or its text.
    pub fn is_asked(&self, board: u32) -> bool {
        self.get(board).is_ok_and(|entry| entry.flags & ASKED != 0)
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
        Ok(self.packed(a)? == self.packed(b)?)
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
        let entry = self.get_mut(board)?;
        entry.expansions = entry.expansions.saturating_add(1);
        let (n, blank) = (usize::from(entry.n), usize::from(entry.blank));
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
        let of = *self.get(board)?;
        let (n, blank) = (usize::from(of.n), usize::from(of.blank));
        let start = self.next(n)?;
        let from = usize::try_from(of.start).map_err(|_| TicketError::Unknown)?;
        self.tiles.extend_from_within(from..from + size(n));
        let first = self.tiles.len() - size(n);
        let tiles = &mut self.tiles[first..];
        let tile = if n <= NARROW {
            tiles.swap(blank, cell);
            Tile::from(tiles[blank])
        } else {
            tiles.swap(2 * blank, 2 * cell);
            tiles.swap(2 * blank + 1, 2 * cell + 1);
            Tile::from_le_bytes([tiles[2 * blank], tiles[2 * blank + 1]])
        };
        let before = distance(n, cell, tile);
        let after = distance(n, blank, tile);
        Ok(self.push(Entry {
            start,
            parent: board,
            expansions: 0,
            manhattan: of.manhattan + after - before,
            blank: u16::try_from(cell).expect("a board has fewer cells than this"),
            flags: of.flags & SOLVABLE,
            ..of
        }))
    }

    /// Adds the twin of a board: the first two tiles of the first row exchanged or, where the
    /// blank is one of them, the last two of the last row.
    ///
    /// # Errors
    ///
    /// If there is no such board, or there are too many.
    pub fn twin(&mut self, board: u32) -> Result<u32, TicketError> {
        let mut tiles = self.tiles(board)?;
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

/// The bytes of the tiles of a board as they are kept.
fn size(n: usize) -> usize {
    if n <= NARROW { n * n } else { 2 * n * n }
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
mod tests;
