//! Lists the boards that the methods of a board may return.

use base::square;
use grade::Tiles;
use probe::wire::Whose;

/// The maximum dimension for swapping every pair of tiles.
const ALL_PAIRS: usize = 3;

/// The maximum dimension for swapping tiles everywhere on the board. On larger boards, they are swapped only near the
/// first and last cells.
/// Pairs of adjacent tiles on all of these boards are few enough to make them in one run.
const WHOLE: usize = 8;

/// The number of cells at each end.
/// Twins usually swap the first tiles that are not blank, in a row or a column, or the last ones.
const ENDS: usize = 4;

/// Returns every neighbor, or the twins that swap commonly chosen pairs of tiles.
pub(crate) fn derived_boards(tiles: &Tiles, whose: Whose) -> Vec<Tiles> {
    let (n, cells) = (tiles.len(), tiles.cells());
    let Some(blank) = cells.iter().position(|tile| *tile == 0) else { return Vec::new() };
    let pairs: Vec<(usize, usize)> = match whose {
        Whose::Own => Vec::new(),
        Whose::Neighbor => square::cells_beside_blank(n, blank).map(|cell| (blank, cell)).collect(),
        Whose::Twin => commonly_swapped_cells(n, blank),
    };
    let exchanged = |(a, b): (usize, usize)| {
        let mut cells = cells.clone();
        cells.swap(a, b);
        Tiles::from_cells(n, &cells)
    };
    pairs.into_iter().map(exchanged).collect()
}

/// Returns the pairs of cells that twins commonly exchange: all pairs on small boards, and otherwise cells that follow
/// each other in a row or a column, or with one cell between them.
fn commonly_swapped_cells(n: usize, blank: usize) -> Vec<(usize, usize)> {
    let cells = n * n;
    let is_at_end = |cell: usize| n <= WHOLE || cell < ENDS || cell + ENDS >= cells;
    let all = (0..cells).filter(|cell| *cell != blank && is_at_end(*cell));
    let others = |a: usize| {
        let near = [a + 1, a + 2, a + n];
        let last = if n <= ALL_PAIRS { cells } else { 0 };
        (a + 1..last).chain(near.into_iter().filter(move |_| last == 0))
    };
    let pairs = all.flat_map(|a| others(a).map(move |b| (a, b)));
    pairs.filter(|(_, b)| *b < cells && *b != blank).collect()
}

#[cfg(test)]
mod tests {
    use super::super::facts::goal_tiles;
    use super::*;

    #[test]
    fn twins_keep_the_blank_and_include_common_pairs() {
        for n in [2, 3, 4, 10, 127] {
            let goal = goal_tiles(n);
            let twins = derived_boards(&goal, Whose::Twin);
            let mut cells = goal.cells();
            cells.swap(0, 1);
            assert!(twins.contains(&Tiles::from_cells(n, &cells)), "n = {n}");
            assert!(twins.iter().all(|twin| twin[n - 1][n - 1] == 0 && twin != &goal), "n = {n}");
            assert!(twins.len() <= 3 * 64, "n = {n}: {}", twins.len());
        }
        assert_eq!(derived_boards(&goal_tiles(2), Whose::Twin).len(), 3);
        assert_eq!(derived_boards(&goal_tiles(4), Whose::Neighbor).len(), 2);
        assert!(derived_boards(&goal_tiles(4), Whose::Own).is_empty());
    }
}
