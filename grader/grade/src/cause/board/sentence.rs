//! The sentences for faults in a board.

use probe::wire::{Method, Whose};

use super::BoardCause;
use crate::Tile;
use crate::cause::circumstances::{After, WhoseCall, count_neighbor_calls, describe_calls_before};
use crate::cause::cost;
use crate::cause::text::sentence_about_text;
use crate::words::{method_call as call, sentence_about_stop, whose as name};

/// A tile moves from one row to another. On a 2-by-2 board, this is also a diagonal move.
const WRAPS: &str = "neighbors() moves a tile that is not next to the blank: diagonally, or across \
                     the edge from one row to the next";
/// The goal has the blank in the wrong corner.
const BLANK_FIRST: &str =
    "is_goal() expects the blank in the first cell, but it belongs in the last";
/// The goal cell is computed from the tile instead of the tile minus 1.
const SHIFTED: &str = "expects tile t in cell t, but cells count from 0, so its goal is cell t - 1";
/// The goal row is computed from the tile instead of the tile minus 1.
const ROWS_SHIFTED: &str = "expects the last tile of each row one row too low: tile t belongs in \
                            row (t - 1) / n";
/// The goal column is computed from the tile instead of the tile minus 1.
const COLUMNS_SHIFTED: &str = "expects each tile one column too far right: tile t belongs in \
                               column (t - 1) % n";
/// The goal row and the goal column are swapped.
const TRANSPOSED: &str = "swaps the row and the column of the goal cells: tile 2 belongs in the \
                          first row";
/// The numbers of two cells are subtracted.
const SUBTRACTED: &str = "divides the difference of two cells; subtract rows from rows and columns \
                          from columns";
/// Numbers in a text are not separated.
const SAME_DIGITS: &str = "different boards are equal if the digits of their tiles are the same, as in \
                           `1 11` and `11 1`; separate the numbers when you compare texts";

impl BoardCause {
    #[expect(clippy::too_many_lines, reason = "one sentence for each cause")]
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Stopped { method, stop } => sentence_about_stop(call(*method), stop),
            Self::CountsBlank { method } => format!("{} counts the blank", call(*method)),
            Self::GoalsShifted { method } => format!("{} {SHIFTED}", call(*method)),
            Self::GoalRowsShifted { method } => format!("{} {ROWS_SHIFTED}", call(*method)),
            Self::GoalColumnsShifted { method } => format!("{} {COLUMNS_SHIFTED}", call(*method)),
            Self::GoalsTransposed { method } => format!("{} {TRANSPOSED}", call(*method)),
            Self::CellsSubtracted { method } => format!("{} {SUBTRACTED}", call(*method)),
            Self::WrongNumber { method } => format!("{} returns the wrong number", call(*method)),
            Self::GoalDenied => "is_goal() returns false for the goal".to_owned(),
            Self::GoalBlankFirst => BLANK_FIRST.to_owned(),
            Self::GoalClaimed => {
                "is_goal() returns true for a board that is not the goal".to_owned()
            }
            Self::GoalUnchecked { cells, blank } => cells.sentence(*blank),
            Self::Text { text } => sentence_about_text(text),
            Self::DebugStopped { stop } => {
                sentence_about_stop("formatting a board with `{:?}`", stop)
            }
            Self::NeighborsMissing { given, right, missing } => format!(
                "neighbors() returns {given} of the {right} boards that are one move away; \
                 {missing} missing"
            ),
            Self::NeighborIsSelf => "neighbors() returns the board itself".to_owned(),
            Self::NeighborTwice => "neighbors() returns the same board twice".to_owned(),
            Self::NeighborFar => "neighbors() returns a board that is not one move away".to_owned(),
            Self::NeighborLacksTile { lacks, twice } => lacks_tile(*lacks, *twice),
            Self::NeighborWraps => WRAPS.to_owned(),
            Self::NeighborsChained => "neighbors() returns a board that is one move away from the \
                                       neighbor before it, but not from the board"
                .to_owned(),
            Self::TwinIsSelf => "twin() returns the board itself".to_owned(),
            Self::TwinMovesBlank => "twin() moves the blank".to_owned(),
            Self::TwinWrong => "twin() does not exchange exactly two tiles".to_owned(),
            Self::TwinChanges => "twin() returns a different board on the second call".to_owned(),
            Self::TwinsUnequal => {
                "two calls of twin() return the same tiles, but the boards are not equal".to_owned()
            }
            Self::DerivedUnequal { whose } => {
                format!("{} is not equal to the same board from Board::new()", name(*whose))
            }
            Self::DerivedStale { whose, method } => format!(
                "{} of {} returns the value for the original board",
                call(*method),
                name(*whose)
            ),
            Self::DerivedWrong { whose, method } => format!(
                "{} is wrong for {}, but correct for a new board with the same tiles",
                call(*method),
                name(*whose)
            ),
            Self::WalkedWrong { moves, method: Method::Eq } => format!(
                "after {}, a board is not equal to the same board from Board::new()",
                count_neighbor_calls(*moves)
            ),
            Self::WalkedWrong { moves, method } => format!(
                "after {}, {} is wrong, but it is correct for a new board with the same tiles",
                count_neighbor_calls(*moves),
                call(*method)
            ),
            Self::DerivedText { whose } => {
                format!("to_string() of {} returns the text of another board", name(*whose))
            }
            Self::NotOpposite => "`!=` is not the opposite of `==`".to_owned(),
            Self::SameUnequal => "two boards with the same tiles are not equal".to_owned(),
            Self::SizesEqual => "boards of different sizes are equal".to_owned(),
            Self::TilesEqual => "`==` returns `true` for different boards".to_owned(),
            Self::DigitsEqual => SAME_DIGITS.to_owned(),
            Self::HashesEqual { factor } => sentence_about_equal_hashes(*factor),
            Self::CloneUnequal => "a board is not equal to its clone".to_owned(),
            Self::Changes { method, after: After::OfClone } => {
                format!(
                    "{} returns a different result for a clone than for the board",
                    call(*method)
                )
            }
            Self::Changes { method, after } => {
                format!(
                    "{} returns a different result {}",
                    call(*method),
                    describe_calls_before(*after)
                )
            }
            Self::DerivedChanges { whose, method, after } => {
                sentence_about_change(*whose, *method, *after)
            }
            Self::StopsAfter { method, stop, after } => {
                format!(
                    "{} {}",
                    sentence_about_stop(call(*method), stop),
                    describe_calls_before(*after)
                )
            }
            Self::Steep { method, from, to, cost, tiles } => {
                cost::sentence_about_growth(call(*method), (*from, *to), *cost, *tiles)
            }
            Self::Unending { method, n } => cost::sentence_about_endless_call(call(*method), *n),
            Self::UsesUp { method, budget } => {
                cost::sentence_about_used_budget(call(*method), *budget)
            }
            Self::Bytes { n, when, bytes, times, limit } => {
                cost::sentence_about_board_memory(*n, *when, *bytes, (*times, *limit))
            }
            Self::HiddenState { owner } => {
                format!("`{owner}` has state that can change through `&self`")
            }
        }
    }
}

fn sentence_about_change(whose: Whose, method: Method, after: After) -> String {
    let is_of_board = matches!(after, After::Called { of: WhoseCall::Itself, .. });
    let of_board = if is_of_board { " of the board" } else { "" };
    let (call, whose) = (call(method), name(whose));
    format!(
        "{call} of {whose} returns a different result {}{of_board}",
        describe_calls_before(after)
    )
}

/// Describes a board with the wrong tiles. Grades from earlier versions do not name them.
fn lacks_tile(lacks: Option<Tile>, twice: Option<Tile>) -> String {
    let named = |tile| match tile {
        0 => "the blank".to_owned(),
        tile => format!("tile {tile}"),
    };
    let lacks = lacks.map_or_else(|| "a tile".to_owned(), named);
    let twice = twice.map(|tile| format!(" and has {} twice", named(tile))).unwrap_or_default();
    format!("neighbors() returns a board that lacks {lacks}{twice}")
}

fn sentence_about_equal_hashes(factor: Tile) -> String {
    format!(
        "different boards are equal if their hashes, `hash * {factor} + tile`, are the same; compare \
         the tiles instead"
    )
}
