//! Describes failures of `neighbors`.

use grade::cause::BoardCause;
use grade::words::method_call as call;
use grade::{Asked, Evidence, Failure, Tiles, Value};
use probe::wire::{Method, Whose};
use slider::Tile;

use super::facts::BoardFacts;

pub(crate) enum WrongNeighbor {
    /// A duplicate of the expected neighbor with this index.
    Twice(usize),
    /// A different board. The tiles are known if the text shows them.
    Other(Option<Vec<Tile>>),
}

pub(crate) fn failure_for_wrong_neighbors(
    facts: &BoardFacts,
    cells: &[usize],
    missing: &[usize],
    wrong: &[WrongNeighbor],
    count: usize,
) -> Failure {
    let board = |cell: usize| facts.with_exchanged_cells(facts.blank, cell).to_tiles();
    let mut actual: Vec<Tiles> =
        cells.iter().filter(|cell| !missing.contains(cell)).map(|cell| board(*cell)).collect();
    for seen in wrong {
        match seen {
            WrongNeighbor::Twice(which) => actual.push(board(cells[*which])),
            WrongNeighbor::Other(Some(tiles)) => actual.push(Tiles::from_cells(facts.n, tiles)),
            WrongNeighbor::Other(None) => {}
        }
    }
    let is_unknown = wrong.iter().any(|seen| matches!(seen, WrongNeighbor::Other(None)));
    let is_self = |seen: &WrongNeighbor| matches!(seen, WrongNeighbor::Other(Some(tiles)) if *tiles == facts.tiles);
    let cause = if wrong.is_empty() {
        BoardCause::NeighborsMissing { given: count, right: cells.len(), missing: missing.len() }
    } else if wrong.iter().any(is_self) {
        BoardCause::NeighborIsSelf
    } else if wrong.iter().all(|seen| matches!(seen, WrongNeighbor::Twice(_))) {
        BoardCause::NeighborTwice
    } else {
        cause_of_far_neighbor(facts, cells, missing, wrong)
    };
    Failure::from_cause(cause).with_evidence(Evidence {
        tiles: facts.to_tiles(),
        call: call(Method::Neighbors).to_owned(),
        expected: Value::Boards(cells.iter().map(|cell| board(*cell)).collect()),
        // If boards could not be identified, do not report neighbors as missing.
        actual: if is_unknown { Value::Nothing } else { Value::Boards(actual) },
        asked: Asked::Board { whose: Whose::Own, method: Method::Neighbors },
        ..Evidence::default()
    })
}

/// Returns the cause for a neighbor whose tiles are not those of a board.
fn missing_tile_cause(tiles: &[Tile]) -> BoardCause {
    let count = |tile: Tile| tiles.iter().filter(|other| **other == tile).count();
    let lacks = (0..).take(tiles.len()).find(|tile| count(*tile) == 0);
    // A tile that occurs three times needs more than one wrong copy, so the cause would be a guess.
    let twice = tiles.iter().copied().find(|tile| count(*tile) == 2);
    BoardCause::NeighborLacksTile { lacks, twice }
}

/// Returns the cause if some of the neighbors are not one move away.
fn cause_of_far_neighbor(
    facts: &BoardFacts,
    cells: &[usize],
    missing: &[usize],
    wrong: &[WrongNeighbor],
) -> BoardCause {
    let others: Option<Vec<&Vec<Tile>>> = wrong
        .iter()
        .map(|seen| match seen {
            WrongNeighbor::Other(tiles) => tiles.as_ref(),
            WrongNeighbor::Twice(_) => None,
        })
        .collect();
    let Some(others) = others else { return BoardCause::NeighborFar };
    let (n, blank) = (facts.n, facts.blank);
    // These cells are adjacent to the blank in row-major order, but in a different row.
    let wraps = [
        (blank % n == 0 && blank > 0).then(|| blank - 1),
        (blank % n == n - 1).then_some(blank + 1).filter(|cell| *cell < n * n),
    ];
    let is_wrapped = |tiles: &[Tile]| {
        wraps.iter().flatten().any(|cell| facts.is_with_exchanged_cells(blank, *cell, tiles))
    };
    if others.iter().all(|tiles| is_wrapped(tiles)) {
        return BoardCause::NeighborWraps;
    }
    if let Some(tiles) = others.iter().find(|tiles| !Tiles::from_cells(n, tiles).is_board()) {
        return missing_tile_cause(tiles);
    }
    // The first neighbor is correct. Each later neighbor is the previous one with two cells swapped: the cell that was
    // blank on the original board, and an adjacent cell.
    let right = cells.iter().filter(|cell| !missing.contains(cell));
    let mut right = right.map(|cell| facts.with_exchanged_cells(blank, *cell));
    let (Some(first), None) = (right.next(), right.next()) else { return BoardCause::NeighborFar };
    let mut before = first;
    for tiles in others {
        if !cells.iter().any(|cell| before.is_with_exchanged_cells(blank, *cell, tiles)) {
            return BoardCause::NeighborFar;
        }
        before = BoardFacts::new(n, tiles);
    }
    BoardCause::NeighborsChained
}
