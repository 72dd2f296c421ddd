//! Lists the tiles that are not in their goal cells.

use grade::words::counted;
use probe::wire::Method;

use super::facts::BoardFacts;

const LISTED: u32 = 4;

/// Lists the tiles that a distance counts, one per line. Returns `None` for other methods, and if there are no such
/// tiles or too many.
pub(super) fn list_counted_tiles(facts: &BoardFacts, method: Method) -> Option<String> {
    if facts.hamming > LISTED {
        return None;
    }
    let line = |(cell, tile): (usize, usize)| match method {
        Method::Hamming => Some(format!("tile {tile} is not in its cell")),
        Method::Manhattan => {
            let (rows, columns) = offset(facts.n, cell, tile - 1);
            let parts = [(rows, "row"), (columns, "column")].into_iter();
            let parts: Vec<String> = parts
                .filter(|(number, _)| *number > 0)
                .map(|(number, what)| counted(number as u64, what))
                .collect();
            Some(format!("tile {tile} is {} away from its cell", parts.join(" and ")))
        }
        _ => None,
    };
    let tiles = facts.tiles.iter().map(|tile| usize::from(*tile)).enumerate();
    let misplaced = tiles.filter(|(cell, tile)| *tile != 0 && *tile != cell + 1);
    let lines: Vec<String> = misplaced.filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

pub(super) fn offset(n: usize, cell: usize, goal: usize) -> (usize, usize) {
    ((cell / n).abs_diff(goal / n), (cell % n).abs_diff(goal % n))
}
