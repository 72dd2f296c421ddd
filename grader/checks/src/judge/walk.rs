//! Walks, which lead to a board through repeated calls of `neighbors`.

use grade::cause::{After, BoardCause};
use grade::words::method_call as call;
use grade::{Asked, Evidence, Failure, PATH_TILES, Stop, Tiles};
use probe::Boards;
use probe::wire::Method;
use slider::Tile;

use super::FailureRank;

/// The boards on a walk, each a neighbor of the previous one, ending with the board under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardWalk {
    n: usize,
    /// The boards. There are at least two.
    boards: Vec<Vec<Tile>>,
}

impl BoardWalk {
    /// Returns the walk to the board with this number, or `None` if `Board::new` creates it.
    pub(crate) fn leading_to(boards: &Boards, number: usize) -> Option<Self> {
        match boards {
            Boards::Walk { n, tiles } if number > 0 => {
                let boards = tiles.chunks(n * n).take(number + 1).map(<[Tile]>::to_vec).collect();
                Some(Self { n: *n, boards })
            }
            Boards::Walk { .. } | Boards::Ranks { .. } | Boards::Listed { .. } => None,
        }
    }

    fn moves(&self) -> usize {
        self.boards.len() - 1
    }

    pub(crate) fn start_tiles(&self) -> Tiles {
        Tiles::from_cells(self.n, &self.boards[0])
    }

    pub(crate) fn failure_rank(&self) -> FailureRank {
        FailureRank::of_tiles(&self.start_tiles()).after_moves(self.moves())
    }

    pub(crate) fn failure_on_walk(&self, method: Method, on_new: Failure) -> Failure {
        let evidence = on_new.evidence.unwrap_or_default();
        let cause = BoardCause::WalkedWrong { moves: self.moves(), method };
        Failure::from_cause(cause).with_evidence(self.evidence_on_walk(method, evidence))
    }

    pub(crate) fn stop_on_walk(&self, method: Method, stop: &Stop) -> Failure {
        let after = After::Walked { moves: self.moves() };
        let cause = BoardCause::StopsAfter { method, stop: stop.clone(), after };
        let evidence = Evidence { stop: Some(stop.clone()), ..Evidence::default() };
        Failure::from_cause(cause).with_evidence(self.evidence_on_walk(method, evidence))
    }

    fn evidence_on_walk(&self, method: Method, evidence: Evidence) -> Evidence {
        let last = self.boards.last().map(|tiles| Tiles::from_cells(self.n, tiles));
        let is_kept = self.boards.len() * self.n * self.n <= PATH_TILES;
        Evidence {
            tiles: self.start_tiles(),
            other: last,
            call: call(method).to_owned(),
            asked: Asked::Walked { method },
            path: if is_kept { self.boards.clone() } else { Vec::new() },
            ..evidence
        }
    }
}
