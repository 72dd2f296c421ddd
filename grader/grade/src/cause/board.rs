//! Faults in a board.

mod sentence;

use probe::wire::{Method, Whose};
use serde::{Deserialize, Serialize};

use super::Cause;
use super::circumstances::{After, Bulk};
use super::proof::{CauseProof, proven_by};
use super::text::TextCause;
use crate::words::method_call as call;
use crate::{Evidence, Stop, Tile};

/// A fault in a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BoardCause {
    /// A method does not return.
    Stopped {
        /// The method.
        method: Method,
        /// How the run ended.
        stop: Stop,
    },
    /// A distance is too high by what counting the blank would add.
    CountsBlank {
        /// The distance.
        method: Method,
    },
    /// A distance is measured to the wrong goal cells: tile `t` is expected in cell `t`, from 0, instead of cell
    /// `t - 1`.
    GoalsShifted {
        /// The distance.
        method: Method,
    },
    /// Like [`GoalsShifted`](Self::GoalsShifted), but only the goal row is wrong: `t / n` instead of `(t - 1) / n`.
    GoalRowsShifted {
        /// The distance.
        method: Method,
    },
    /// Like [`GoalsShifted`](Self::GoalsShifted), but only the goal column is wrong: `t % n` instead of `(t - 1) % n`.
    GoalColumnsShifted {
        /// The distance.
        method: Method,
    },
    /// A distance is measured to goal cells with swapped rows and columns.
    GoalsTransposed {
        /// The distance.
        method: Method,
    },
    /// The cell numbers of a tile are subtracted before they are split into rows and columns.
    CellsSubtracted {
        /// The distance.
        method: Method,
    },
    /// A method returns the wrong number.
    WrongNumber {
        /// The method.
        method: Method,
    },
    /// `is_goal` returns false for the goal.
    GoalDenied,
    /// `is_goal` returns true for a board other than the goal.
    GoalClaimed,
    /// `is_goal` returns true exactly for the boards with the blank in the first cell, followed by the tiles in order.
    GoalBlankFirst,
    /// `is_goal` returns true exactly for the boards that match the goal outside these cells.
    GoalUnchecked {
        /// The cells.
        cells: Unchecked,
        /// Whether the blank may be in any cell, because it is not compared.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        blank: bool,
    },
    /// The text is wrong.
    Text {
        /// The fault in the text.
        text: TextCause,
    },
    /// `Debug` does not return for a board.
    DebugStopped {
        /// How the run ended.
        stop: Stop,
    },
    /// Neighbors are missing, but the returned neighbors are correct.
    NeighborsMissing {
        /// The number of returned neighbors.
        given: usize,
        /// The expected number.
        right: usize,
        /// The number of missing neighbors.
        missing: usize,
    },
    /// A board is among its own neighbors.
    NeighborIsSelf,
    /// The same neighbor occurs twice.
    NeighborTwice,
    /// A neighbor is not exactly one move away.
    NeighborFar,
    /// A neighbor lacks a tile or the blank.
    NeighborLacksTile {
        /// The tile, or 0 for the blank, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lacks: Option<Tile>,
        /// A tile that is there twice, or 0 for the blank.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        twice: Option<Tile>,
    },
    /// In a neighbor, a tile moved from the end of a row to the start of the next, or the reverse.
    NeighborWraps,
    /// A neighbor is one move away from the previous neighbor, as if the blank had not moved, and not from the board.
    NeighborsChained,
    /// The twin is the board itself.
    TwinIsSelf,
    /// The twin has the blank in a different cell.
    TwinMovesBlank,
    /// The twin differs from the board by something other than one swap of two tiles.
    TwinWrong,
    /// Every call returns a different twin.
    TwinChanges,
    /// Two calls of `twin` return boards with the same text that `==` reports as different.
    TwinsUnequal,
    /// A derived board is not equal to a board with the same tiles from `Board::new`.
    DerivedUnequal {
        /// How the board was derived.
        whose: Whose,
    },
    /// A derived board returns the value of the board it was derived from.
    DerivedStale {
        /// How the board was derived.
        whose: Whose,
        /// The method.
        method: Method,
    },
    /// A method returns the wrong value for a derived board, but not for a board with the same tiles from `Board::new`.
    DerivedWrong {
        /// How the board was derived.
        whose: Whose,
        /// The method.
        method: Method,
    },
    /// A method returns the wrong value for a board reached by repeated calls to `neighbors`, but not for a board with
    /// the same tiles from `Board::new`.
    WalkedWrong {
        /// The number of calls.
        moves: usize,
        /// The method.
        method: Method,
    },
    /// A derived board's text shows a different board.
    DerivedText {
        /// How the board was derived.
        whose: Whose,
    },
    /// `!=` is not the opposite of `==`.
    NotOpposite,
    /// Boards with the same tiles are unequal.
    SameUnequal,
    /// Boards of different sizes are equal.
    SizesEqual,
    /// Boards with different tiles are equal.
    TilesEqual,
    /// Boards with different tiles are equal if their digits are the same, in the same order.
    DigitsEqual,
    /// Boards with equal hashes are equal. Each tile is added to the hash of the earlier tiles times a factor.
    HashesEqual {
        /// The factor.
        factor: Tile,
    },
    /// A board is unequal to its clone.
    CloneUnequal,
    /// A method returns a different value than before.
    Changes {
        /// The method.
        method: Method,
        /// The step between the two answers.
        after: After,
    },
    /// A method of a derived board returns a different value if something else was called on the original board before.
    DerivedChanges {
        /// How the board was derived.
        whose: Whose,
        /// The method.
        method: Method,
        /// The step between the two answers.
        after: After,
    },
    /// A method no longer returns, although an earlier call did.
    StopsAfter {
        /// The method.
        method: Method,
        /// How the run ended.
        stop: Stop,
        /// The step between the two calls.
        after: After,
    },
    /// A method's cost grows faster than the number of tiles.
    Steep {
        /// The method.
        method: Method,
        /// The smaller dimension.
        from: usize,
        /// The larger dimension.
        to: usize,
        /// The factor by which the cost grows.
        cost: u64,
        /// The factor by which the number of tiles grows.
        tiles: u64,
    },
    /// A method took too long on boards of this dimension.
    Unending {
        /// The method.
        method: Method,
        /// The dimension.
        n: usize,
    },
    /// A slow method used up the instructions shared by all cases.
    UsesUp {
        /// The most expensive method.
        method: Method,
        /// The total instructions.
        budget: u64,
    },
    /// A board takes too much memory.
    Bytes {
        /// The dimension.
        n: usize,
        /// The state of the board.
        when: Bulk,
        /// The size in bytes.
        bytes: u64,
        /// The size as a multiple of the model board's size, rounded down.
        times: u64,
        /// The maximum multiple.
        limit: u32,
    },
    /// The type has hidden mutable state, which this rubric forbids.
    HiddenState {
        /// The type.
        owner: String,
    },
}

/// The largest dimension for which every tile fits into a `u8`.
const FITS: usize = 16;

impl BoardCause {
    pub(crate) fn proof(&self) -> CauseProof {
        proven_by! { self;
            AllCases: CountsBlank GoalsShifted GoalRowsShifted GoalColumnsShifted GoalsTransposed
                CellsSubtracted GoalBlankFirst GoalUnchecked DigitsEqual HashesEqual;
            Code: HiddenState;
            Measurement: Steep Unending UsesUp Bytes;
            Case: Stopped WrongNumber GoalDenied GoalClaimed Text DebugStopped NeighborsMissing
                NeighborIsSelf NeighborTwice NeighborFar NeighborLacksTile NeighborWraps NeighborsChained
                TwinIsSelf TwinMovesBlank TwinWrong TwinChanges TwinsUnequal DerivedUnequal DerivedStale
                DerivedWrong WalkedWrong DerivedText NotOpposite SameUnequal SizesEqual TilesEqual
                CloneUnequal Changes DerivedChanges StopsAfter;
        }
    }

    /// Returns the method to blame, unless it is the one that the failing case calls.
    pub(crate) fn method_to_blame(&self) -> Option<Method> {
        match self {
            Self::Changes { after, .. } => after.called_method(),
            // The derived board shares something with the original.
            Self::DerivedChanges { whose: Whose::Twin, .. } => Some(Method::Twin),
            Self::DerivedChanges { .. } => Some(Method::Neighbors),
            Self::DerivedUnequal { .. } | Self::TwinsUnequal => Some(Method::Eq),
            Self::Steep { method, .. }
            | Self::Unending { method, .. }
            | Self::UsesUp { method, .. } => Some(*method),
            _ => None,
        }
    }

    /// Returns the call that did not return, as code, and how the run ended. This is `None` for `Debug`, which the
    /// assignment does not require.
    pub(crate) fn stopped(&self) -> Option<(&'static str, &Stop)> {
        match self {
            Self::Stopped { method, stop } | Self::StopsAfter { method, stop, .. } => {
                Some((call(*method), stop))
            }
            _ => None,
        }
    }

    /// Returns `true` if this probably causes the other failure.
    pub(crate) fn explains(&self, cause: &Cause, evidence: Option<&Evidence>) -> bool {
        let Cause::Board(other) = cause else { return false };
        match self {
            // If `neighbors` or `twin` changes the board, the boards that it returns can be wrong.
            Self::Changes { after, .. } => {
                matches!(after.called_method(), Some(Method::Neighbors | Method::Twin))
                    && other.stopped().is_none()
            }
            // If the text truncates large tiles, everything about large boards can be wrong.
            Self::Text { text: TextCause::Truncated { .. } } => {
                evidence.is_some_and(|evidence| evidence.tiles.len() > FITS)
            }
            // If the distance of the goal is wrong, `is_goal` can be wrong.
            Self::CountsBlank { .. }
            | Self::GoalsShifted { .. }
            | Self::GoalsTransposed { .. }
            | Self::GoalRowsShifted { .. }
            | Self::GoalColumnsShifted { .. } => {
                matches!(other, Self::GoalDenied | Self::GoalBlankFirst)
            }
            // If a derived board has a wrong state, the same fault can make it unequal to a new board, whose state is
            // correct.
            _ => match (other, self.wrong_derived_board()) {
                (Self::DerivedUnequal { whose }, Some(wrong)) => *whose == wrong,
                (Self::WalkedWrong { method: Method::Eq, .. }, Some(Whose::Neighbor)) => true,
                _ => false,
            },
        }
    }

    /// Returns which derived board is wrong, other than in a comparison with `==`.
    fn wrong_derived_board(&self) -> Option<Whose> {
        match self {
            Self::DerivedStale { whose, method } | Self::DerivedWrong { whose, method } => {
                (*method != Method::Eq).then_some(*whose)
            }
            Self::WalkedWrong { method, .. } => (*method != Method::Eq).then_some(Whose::Neighbor),
            Self::NeighborFar
            | Self::NeighborLacksTile { .. }
            | Self::NeighborWraps
            | Self::NeighborsChained => Some(Whose::Neighbor),
            Self::TwinMovesBlank | Self::TwinWrong => Some(Whose::Twin),
            _ => None,
        }
    }

    /// Returns `true` if only boards from other boards are wrong. These may be copies.
    pub(crate) fn is_of_copy(&self) -> bool {
        matches!(
            self,
            Self::DerivedStale { .. }
                | Self::DerivedWrong { .. }
                | Self::DerivedUnequal { .. }
                | Self::TwinsUnequal
                | Self::WalkedWrong { .. }
        )
    }
}

/// The cells that `is_goal` ignores: a board may differ from the goal there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unchecked {
    /// The first cell.
    FirstTile,
    /// The cells of the last tile and of the blank.
    LastTile,
    /// The last row.
    LastRow,
    /// The last column.
    LastColumn,
    /// The last cell. If all other cells match the goal, this one does too, unless `is_goal` accepts the blank in any
    /// cell.
    LastCell,
}

impl Unchecked {
    /// Returns the sentence for an `is_goal` that ignores these cells. `blank` says whether it accepts the blank in any
    /// cell.
    pub(super) fn sentence(self, blank: bool) -> String {
        let cells = self.words();
        match (self, blank) {
            (Self::LastCell, _) => {
                "is_goal() returns true even if the blank is swapped with a tile".to_owned()
            }
            (_, true) => {
                format!("is_goal() does not check {cells}, and it accepts the blank in any cell")
            }
            (_, false) => format!("is_goal() does not check {cells}"),
        }
    }

    /// Returns the cells as the object of a sentence.
    fn words(self) -> &'static str {
        match self {
            Self::FirstTile => "the first tile",
            Self::LastTile => "the last tile",
            Self::LastRow => "the last row",
            Self::LastColumn => "the last column",
            Self::LastCell => "the last cell",
        }
    }
}
