//! The boards that the grader stores outside the sandbox.

mod read_texts;

use base::square;
use slider::Tile;

pub(super) use read_texts::Remade;
use read_texts::{KnownTexts, ReadTexts};

/// The boards of a run, by number. The guest has a [ticket](probe::Ticket) for each board.
///
/// Numbers are never reused. Values that guests request often are stored with each board, to keep calls cheap for the
/// grader.
#[derive(Default)]
pub struct HostBoards {
    boards: Vec<HostBoard>,
    /// The [packed](HostBoards::packed) tiles of all boards.
    tiles: Vec<u8>,
    counted: usize,
    read_texts: ReadTexts,
}

/// A board's data apart from the tiles. It should stay small, because there may be millions of boards.
#[derive(Clone, Copy)]
struct HostBoard {
    /// The index of the first byte.
    start: u32,
    /// The parent, if the board was created as a neighbor, or else [`NO_PARENT`].
    parent: u32,
    expansions: u32,
    manhattan: u32,
    blank: u16,
    n: u8,
    /// The flags, such as [`SOLVABLE`].
    flags: u8,
}

/// Marks a board that was not created as a neighbor. Board numbers never reach this value.
const NO_PARENT: u32 = u32::MAX;

const SOLVABLE: u8 = 1;

/// The Manhattan distance or the Hamming distance was requested.
const MEASURED: u8 = 1 << 1;

/// The text was requested.
const READ: u8 = 1 << 2;

/// The reason why a ticket or a board is invalid. Except for [`TooMany`](Self::TooMany), only a guest that bypasses the
/// probe can cause such an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TicketError {
    /// The board does not exist.
    #[error("there is no board with this number")]
    Unknown,
    /// The tiles do not form a valid board.
    #[error("these tiles do not form a board")]
    NoBoard,
    /// The limit on boards is reached.
    #[error("there are too many boards")]
    TooMany,
}

/// The memory limit for all boards in a run, in bytes: as much as a run may use by default. It allows for eight million 4-by-4 boards, each of which counts
/// as [`ENTRY`] plus two bytes per tile.
const MAX_BYTES: usize = 512 << 20;

/// The bytes that each board counts, besides the tiles. The actual memory use is lower.
/// The number is fixed because it can affect a grade, which must not change with the layout of [`HostBoard`].
const ENTRY: usize = 32;

/// The limit on actual memory use, in bytes. Only boards with more than [`NARROW`] rows reach it before [`MAX_BYTES`].
/// Two concurrent runs must fit into the memory limit of a grading process.
const MAX_KEPT: usize = 384 << 20;

/// The maximum number of rows for storing each tile in one byte.
/// A board with 16 rows has tiles up to 255.
const NARROW: usize = 16;

impl HostBoards {
    /// Adds a board.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is invalid, or if the limit on boards is reached.
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
        let manhattan = cells().map(|(cell, tile)| distance_of_tile(n, cell, *tile)).sum();
        let entry = HostBoard {
            start: self.next(n)?,
            parent: NO_PARENT,
            expansions: 0,
            manhattan,
            blank: u16::try_from(blank).map_err(|_| TicketError::NoBoard)?,
            n: n8,
            flags: if is_solvable(n, tiles, blank) { SOLVABLE } else { 0 },
        };
        self.tiles.extend(pack_tiles(n, tiles));
        Ok(self.add_entry(entry))
    }

    /// Returns the board whose text the program has read, if it now makes a board with the tiles of this text.
    pub(super) fn find_read_board(&mut self, n: usize, tiles: &[Tile]) -> Option<Remade> {
        if self.read_texts.must_list_boards() {
            let is_read = |board: &u32| self.get(*board).is_ok_and(|entry| entry.flags & READ != 0);
            let mut texts = KnownTexts::default();
            for board in (0..self.count()).filter(is_read) {
                texts.add(board, self.packed(board).unwrap_or_default());
            }
            self.read_texts = ReadTexts::Known(texts);
        }
        self.read_texts.find_remade(&pack_tiles(n, tiles))
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        self.boards.capacity() * size_of::<HostBoard>() + self.tiles.capacity()
    }

    /// Returns the start index for the next board, if there is space for it.
    fn next(&self, n: usize) -> Result<u32, TicketError> {
        let counted = self.counted + ENTRY + 2 * n * n;
        let kept =
            (self.boards.len() + 1) * size_of::<HostBoard>() + self.tiles.len() + packed_size(n);
        if counted > MAX_BYTES || kept > MAX_KEPT {
            return Err(TicketError::TooMany);
        }
        u32::try_from(self.tiles.len()).map_err(|_| TicketError::TooMany)
    }

    /// Adds an entry for stored tiles.
    fn add_entry(&mut self, entry: HostBoard) -> u32 {
        let n = usize::from(entry.n);
        self.counted += ENTRY + 2 * n * n;
        self.boards.push(entry);
        self.count() - 1
    }

    fn get(&self, board: u32) -> Result<&HostBoard, TicketError> {
        let index = usize::try_from(board).map_err(|_| TicketError::Unknown)?;
        self.boards.get(index).ok_or(TicketError::Unknown)
    }

    fn get_mut(&mut self, board: u32) -> Result<&mut HostBoard, TicketError> {
        let index = usize::try_from(board).map_err(|_| TicketError::Unknown)?;
        self.boards.get_mut(index).ok_or(TicketError::Unknown)
    }

    /// Returns a board's dimension.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    pub fn dimension(&self, board: u32) -> Result<usize, TicketError> {
        Ok(usize::from(self.get(board)?.n))
    }

    /// Returns a board's tiles as they are stored, in one or two bytes each. Boards of the same dimension are equal if
    /// and only if these bytes are equal.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    pub fn packed(&self, board: u32) -> Result<&[u8], TicketError> {
        let entry = self.get(board)?;
        let start = usize::try_from(entry.start).map_err(|_| TicketError::Unknown)?;
        self.tiles.get(start..start + packed_size(usize::from(entry.n))).ok_or(TicketError::Unknown)
    }

    /// Returns a board's tiles in row-major order.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    pub fn tiles(&self, board: u32) -> Result<Vec<Tile>, TicketError> {
        let bytes = self.packed(board)?;
        Ok(if self.dimension(board)? <= NARROW {
            bytes.iter().copied().map(Tile::from).collect()
        } else {
            let tile = |bytes: &[u8]| Tile::from_le_bytes([bytes[0], bytes[1]]);
            bytes.chunks_exact(2).map(tile).collect()
        })
    }

    /// Returns whether the board is solvable.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    pub fn is_solvable(&self, board: u32) -> Result<bool, TicketError> {
        Ok(self.get(board)?.flags & SOLVABLE != 0)
    }

    pub(crate) fn hamming(&self, board: u32) -> Result<u32, TicketError> {
        let tiles = self.tiles(board)?.into_iter().enumerate();
        let misplaced = tiles.filter(|(cell, tile)| *tile != 0 && usize::from(*tile) != cell + 1);
        Ok(u32::try_from(misplaced.count()).expect("a board has fewer tiles than this"))
    }

    /// Returns the Manhattan distance.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    pub fn manhattan(&self, board: u32) -> Result<u32, TicketError> {
        Ok(self.get(board)?.manhattan)
    }

    /// Returns the number of boards.
    pub fn count(&self) -> u32 {
        u32::try_from(self.boards.len()).unwrap_or(u32::MAX)
    }

    /// Returns the board's parent, if the board was created as a neighbor.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    pub fn parent(&self, board: u32) -> Result<Option<u32>, TicketError> {
        Ok(Some(self.get(board)?.parent).filter(|parent| *parent != NO_PARENT))
    }

    /// Returns the number of calls to `neighbors` on this board.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    pub fn expansions(&self, board: u32) -> Result<u32, TicketError> {
        Ok(self.get(board)?.expansions)
    }

    /// Records a request for a distance. Returns `true` for the first one.
    pub fn set_measured(&mut self, board: u32) -> bool {
        self.set_flag(board, MEASURED)
    }

    /// Records a request for the text. Returns `true` for the first one.
    pub(crate) fn set_read(&mut self, board: u32) -> bool {
        let is_first = self.set_flag(board, READ);
        if is_first {
            let tiles = self.packed(board).unwrap_or_default().to_vec();
            self.read_texts.note_read(board, &tiles);
        }
        is_first
    }

    fn set_flag(&mut self, board: u32, flag: u8) -> bool {
        self.get_mut(board).is_ok_and(|entry| {
            let is_first = entry.flags & flag == 0;
            entry.flags |= flag;
            is_first
        })
    }

    /// Returns `true` if a distance was requested.
    pub fn is_measured(&self, board: u32) -> bool {
        self.get(board).is_ok_and(|entry| entry.flags & MEASURED != 0)
    }

    /// Returns how many neighbors a board has.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist.
    ///
    /// # Panics
    ///
    /// Never panics, because a board has at most four neighbors.
    pub fn neighbor_count(&self, board: u32) -> Result<u32, TicketError> {
        let entry = self.get(board)?;
        let moves = square::cells_beside_blank(usize::from(entry.n), usize::from(entry.blank));
        Ok(u32::try_from(moves.count()).expect("the blank has at most four moves"))
    }

    pub(crate) fn are_equal(&self, a: u32, b: u32) -> Result<bool, TicketError> {
        Ok(self.packed(a)? == self.packed(b)?)
    }

    /// Adds a board's neighbors, in which the blank has moved down, right, left, and up. Returns the number of the
    /// first neighbor, and how many there are.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist, or the limit on boards is reached.
    ///
    /// # Panics
    ///
    /// Never panics, because a board has at most four neighbors.
    pub fn neighbors(&mut self, board: u32) -> Result<(u32, u32), TicketError> {
        let entry = self.get_mut(board)?;
        entry.expansions = entry.expansions.saturating_add(1);
        let (n, blank) = (usize::from(entry.n), usize::from(entry.blank));
        let mut first = None;
        let mut count = 0;
        for cell in square::cells_beside_blank(n, blank) {
            let number = self.neighbor(board, cell)?;
            first.get_or_insert(number);
            count += 1;
        }
        Ok((first.expect("the blank can always move"), count))
    }

    /// Adds the neighbor with the blank in `cell`.
    fn neighbor(&mut self, board: u32, cell: usize) -> Result<u32, TicketError> {
        let of = *self.get(board)?;
        let (n, blank) = (usize::from(of.n), usize::from(of.blank));
        let start = self.next(n)?;
        let from = usize::try_from(of.start).map_err(|_| TicketError::Unknown)?;
        self.tiles.extend_from_within(from..from + packed_size(n));
        let first = self.tiles.len() - packed_size(n);
        let tiles = &mut self.tiles[first..];
        let tile = if n <= NARROW {
            tiles.swap(blank, cell);
            Tile::from(tiles[blank])
        } else {
            tiles.swap(2 * blank, 2 * cell);
            tiles.swap(2 * blank + 1, 2 * cell + 1);
            Tile::from_le_bytes([tiles[2 * blank], tiles[2 * blank + 1]])
        };
        let before = distance_of_tile(n, cell, tile);
        let after = distance_of_tile(n, blank, tile);
        Ok(self.add_entry(HostBoard {
            start,
            parent: board,
            expansions: 0,
            manhattan: of.manhattan + after - before,
            blank: u16::try_from(cell).expect("a board has fewer cells than this"),
            flags: of.flags & SOLVABLE,
            ..of
        }))
    }

    /// Adds a board's twin, which is the same as the model answer's.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not exist, or the limit on boards is reached.
    pub fn twin(&mut self, board: u32) -> Result<u32, TicketError> {
        let mut tiles = self.tiles(board)?;
        let n = self.dimension(board)?;
        square::swap_twin(&mut tiles);
        self.insert(n, &tiles)
    }
}

/// Returns tiles as they are [stored](HostBoards::packed).
fn pack_tiles(n: usize, tiles: &[Tile]) -> Vec<u8> {
    if n <= NARROW {
        tiles.iter().map(|tile| tile.to_le_bytes()[0]).collect()
    } else {
        tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect()
    }
}

fn packed_size(n: usize) -> usize {
    if n <= NARROW { n * n } else { 2 * n * n }
}

fn distance_of_tile(n: usize, cell: usize, tile: Tile) -> u32 {
    let distance = square::distance(n, cell, usize::from(tile) - 1);
    u32::try_from(distance).expect("a board has fewer rows than this")
}

/// Returns `true` if the board is solvable. Each move is a transposition that moves the blank by one cell, so the
/// parity of the permutation must equal the parity of the blank's distance from its goal cell.
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
