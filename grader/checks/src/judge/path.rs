//! Stores solutions compactly, because solvers may return thousands of boards of any size.

use std::sync::Arc;

use base::square;
use grade::PATH_TILES;
use slider::Tile;

/// A solution, as the tiles of each board in row-major order. Invalid boards are `None`.
///
/// A board that is a neighbor of the previous board is stored as a move, so valid paths need little memory. Other
/// boards are stored only up to a [limit](ROOM). Unless such a board comes first, it makes the path wrong anyway.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SolutionPath {
    boards: Arc<Vec<StoredBoard>>,
    /// Whether the solution contains more boards, which were not read.
    pub(crate) is_cut: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum StoredBoard {
    Nothing,
    Tiles(Box<[Tile]>),
    Same,
    /// The previous board, with the blank moved to this cell.
    Move(usize),
    /// A board of which only a hash is stored, because of the limit.
    Unkept(u64),
}

/// The maximum total number of stored tiles, far more than reports show, and always enough for at least one board.
const ROOM: usize = 16 * PATH_TILES;

#[derive(Default)]
pub(crate) struct PathBuilder {
    boards: Vec<StoredBoard>,
    /// The previous board, if it is valid.
    last: Option<Vec<Tile>>,
    kept: usize,
}

impl PathBuilder {
    pub(crate) fn push(&mut self, board: Option<Vec<Tile>>) {
        let Some(tiles) = board else {
            self.boards.push(StoredBoard::Nothing);
            self.last = None;
            return;
        };
        let step = match &self.last {
            Some(last) if *last == tiles => StoredBoard::Same,
            Some(last) => find_moved_blank(last, &tiles)
                .map_or_else(|| self.store_board(&tiles), StoredBoard::Move),
            None => self.store_board(&tiles),
        };
        self.kept += if let StoredBoard::Tiles(tiles) = &step { tiles.len() } else { 0 };
        self.boards.push(step);
        self.last = Some(tiles);
    }

    fn store_board(&self, tiles: &[Tile]) -> StoredBoard {
        if self.kept + tiles.len() <= ROOM {
            return StoredBoard::Tiles(tiles.into());
        }
        // FNV-1a is sufficient to distinguish two wrong answers.
        let digest = tiles.iter().fold(0xCBF2_9CE4_8422_2325_u64, |digest, tile| {
            (digest ^ u64::from(*tile)).wrapping_mul(0x0100_0000_01B3)
        });
        StoredBoard::Unkept(digest)
    }

    pub(crate) fn board_count(&self) -> usize {
        self.boards.len()
    }

    pub(crate) fn finish(self, is_cut: bool) -> SolutionPath {
        SolutionPath { boards: Arc::new(self.boards), is_cut }
    }
}

impl SolutionPath {
    #[cfg(test)]
    pub(crate) fn from_boards(boards: Vec<Option<Vec<Tile>>>) -> Self {
        let mut path = PathBuilder::default();
        for board in boards {
            path.push(board);
        }
        path.finish(false)
    }

    pub(crate) fn board_count(&self) -> usize {
        self.boards.len()
    }

    /// Returns what is known of the path if only the first board is read.
    pub(crate) fn only_first_board(&self) -> Self {
        let boards = self.boards.iter().take(1).cloned().collect();
        Self { boards: Arc::new(boards), is_cut: false }
    }

    /// Returns the boards. A board is `None` if it is invalid or was not stored.
    pub(crate) fn boards(&self) -> impl Iterator<Item = Option<Vec<Tile>>> + '_ {
        let mut last: Option<Vec<Tile>> = None;
        self.boards.iter().map(move |step| {
            last = match step {
                StoredBoard::Nothing | StoredBoard::Unkept(_) => None,
                StoredBoard::Tiles(tiles) => Some(tiles.to_vec()),
                StoredBoard::Same => last.take(),
                // A move needs the board before it, which may not have been kept.
                StoredBoard::Move(cell) => last.take().map(|mut tiles| {
                    let blank = tiles.iter().position(|tile| *tile == 0).unwrap_or(*cell);
                    tiles.swap(blank, *cell);
                    tiles
                }),
            };
            last.clone()
        })
    }
}

/// Returns the blank's new cell if `after` is a neighbor of `before`.
fn find_moved_blank(before: &[Tile], after: &[Tile]) -> Option<usize> {
    let n = before.len().isqrt();
    if n * n != before.len() || before.len() != after.len() {
        return None;
    }
    let blank = before.iter().position(|tile| *tile == 0)?;
    let cell = square::cells_beside_blank(n, blank).find(|cell| after[*cell] == 0)?;
    let is_same = |at: usize| at == blank || at == cell || before[at] == after[at];
    (after[blank] == before[cell] && (0..before.len()).all(is_same)).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(n: usize) -> Vec<Tile> {
        (1..n * n).chain([0]).map(|tile| Tile::try_from(tile).unwrap()).collect()
    }

    fn exchanged(n: usize, a: usize, b: usize) -> Vec<Tile> {
        let mut tiles = goal(n);
        tiles.swap(a, b);
        tiles
    }

    #[test]
    fn paths_round_trip_their_boards() {
        let boards = vec![
            Some(goal(3)),
            Some(exchanged(3, 8, 7)),
            Some(exchanged(3, 8, 7)),
            None,
            None,
            Some(exchanged(3, 8, 0)),
            Some(goal(2)),
            Some(vec![]),
            Some(vec![7]),
            Some(vec![0, 0, 0, 0]),
            Some(vec![1, 0, 0, 0]),
        ];
        let path = SolutionPath::from_boards(boards.clone());
        assert_eq!(path.boards().collect::<Vec<_>>(), boards);
        assert_eq!(path.board_count(), boards.len());
        assert_eq!(path.boards[1..3], [StoredBoard::Move(7), StoredBoard::Same]);
        assert_eq!(path.only_first_board(), SolutionPath::from_boards(boards[..1].to_vec()));
    }

    #[test]
    fn thousands_of_large_boards_are_stored_compactly() {
        let tiles = |path: &SolutionPath| {
            let of = |step: &StoredBoard| {
                if let StoredBoard::Tiles(tiles) = step { tiles.len() } else { 0 }
            };
            path.boards.iter().map(of).sum::<usize>()
        };
        let clones = SolutionPath::from_boards(vec![Some(goal(127)); 4096]);
        assert_eq!((tiles(&clones), clones.board_count()), (127 * 127, 4096));
        let other: Vec<_> = (2..4000).map(|at| Some(exchanged(127, at, at + 2))).collect();
        let others = SolutionPath::from_boards(other.clone());
        assert!(tiles(&others) <= ROOM, "{}", tiles(&others));
        // Boards that are not stored can still be distinguished.
        let mut less = other.clone();
        less[3000] = Some(exchanged(127, 9, 3));
        assert_ne!(others, SolutionPath::from_boards(less));
        assert_eq!(others, SolutionPath::from_boards(other));
    }
}
