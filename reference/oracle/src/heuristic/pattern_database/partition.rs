use slider::Tile;

use super::BadPatterns;
use crate::puzzle::Goal;

/// Partitions, drawn on a goal with the blank last. Cells with the same letter form a pattern.
///
/// Partitions 7-8 and 6-6-6-6 are from R. E. Korf and A. Felner ("Disjoint pattern database heuristics", Artificial
/// Intelligence 134, 2002). The sizes of 6-6-3 and 5-5-5 are from A. Felner, R. E. Korf and S. Hanan ("Additive pattern
/// database heuristics", JAIR 22, 2004), with shapes common in other programs. The others have similar, compact shapes.
/// All keep the two tiles next to the blank's home in the same pattern: one of them makes the final move and must pass
/// the corner, which often costs two additional moves (R. E. Korf and L. A. Taylor, 1996).
const DRAWN: [(&[usize], &str); 6] = [
    (&[6, 6, 3], "accc aabb aabb abb."),
    (&[5, 5, 5], "aaaa bbac bbcc bcc."),
    (&[7, 8], "bbbb bbbb aaaa aaa."),
    (&[6, 6, 6, 6], "dddcc dddcc bbacc bbaaa bbaa."),
    (&[5, 5, 5, 5, 4], "aabbb aacbb adccc ddcee ddee."),
    (&[4, 4, 4, 4, 4, 4], "aabbb aaccb ddcce ddfee fffe."),
];

/// Divides a goal's tiles into patterns with these sizes.
///
/// If the sizes are well known and the blank's home is in a corner, the result is the well-known partition, flipped to
/// match the blank. Otherwise, the tiles are taken in the order of [`fringe_patterns`].
///
/// # Errors
///
/// Returns an error if the sizes do not add up to the number of tiles.
pub(super) fn compact_patterns(
    goal: &Goal,
    sizes: &[usize],
) -> Result<Vec<Vec<Tile>>, BadPatterns> {
    let view = FlippedGoal::new(goal);
    let drawn = DRAWN.iter().find(|(drawn_sizes, _)| *drawn_sizes == sizes);
    let Some((_, drawing)) = drawn.filter(|_| view.blank_is_in_the_corner()) else {
        return fringe_patterns(goal, sizes);
    };
    let letters: Vec<char> = drawing.chars().filter(|letter| *letter != ' ').collect();
    if letters.len() != view.n * view.n {
        return fringe_patterns(goal, sizes);
    }
    let pattern = |letter| {
        let cells = (0..letters.len()).filter(|&cell| letters[cell] == letter);
        cells.map(|cell| view.tile_at_flipped(cell / view.n, cell % view.n)).collect()
    };
    Ok(('a'..).take(sizes.len()).map(pattern).collect())
}

/// Divides a goal's tiles into patterns with these sizes, along *fringes*.
///
/// The outermost fringe consists of the row and the column farthest from the blank. If the blank is last, it goes up
/// the left column and then along the top row. The next is the outermost fringe of the remaining board, in the opposite
/// direction.
///
/// # Errors
///
/// Returns an error if the sizes do not add up to the number of tiles.
pub(super) fn fringe_patterns(goal: &Goal, sizes: &[usize]) -> Result<Vec<Vec<Tile>>, BadPatterns> {
    let n = goal.dimension();
    let total = sizes.iter().try_fold(0usize, |sum, &size| sum.checked_add(size));
    if total != Some(n * n - 1) {
        return Err(BadPatterns::Sizes { tiles: total.unwrap_or(usize::MAX), n });
    }
    let view = FlippedGoal::new(goal);
    let mut tiles = Vec::with_capacity(n * n);
    for outer in 0..n {
        // From the bottom of the column to the corner, and on along the row.
        let column = (outer + 1..n).rev().map(|row| (row, outer));
        let row = (outer..n).map(|col| (outer, col));
        let mut fringe: Vec<(usize, usize)> = column.chain(row).collect();
        // Every second fringe goes backward, so that each begins near the end of the one before.
        if outer % 2 == 1 {
            fringe.reverse();
        }
        tiles.extend(fringe.into_iter().map(|(row, col)| view.tile_at_flipped(row, col)));
    }
    let mut tiles = tiles.into_iter().filter(|&tile| tile != 0);
    Ok(sizes.iter().map(|&size| tiles.by_ref().take(size).collect()).collect())
}

/// A goal, flipped so that the blank is as close to the lower right corner as possible.
struct FlippedGoal<'a> {
    goal: &'a Goal,
    n: usize,
    upside_down: bool,
    right_to_left: bool,
}

impl<'a> FlippedGoal<'a> {
    fn new(goal: &'a Goal) -> Self {
        let (n, blank) = (goal.dimension(), goal.home(0));
        let in_the_first_half = |line: usize| 2 * line + 1 < n;
        Self {
            goal,
            n,
            upside_down: in_the_first_half(blank / n),
            right_to_left: in_the_first_half(blank % n),
        }
    }

    fn tile_at_flipped(&self, row: usize, col: usize) -> Tile {
        let row = if self.upside_down { self.n - 1 - row } else { row };
        let col = if self.right_to_left { self.n - 1 - col } else { col };
        self.goal.grid().cells()[row * self.n + col]
    }

    fn blank_is_in_the_corner(&self) -> bool {
        self.tile_at_flipped(self.n - 1, self.n - 1) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Arrangement;

    #[test]
    fn drawings_match_their_sizes() {
        for (sizes, drawing) in DRAWN {
            let n = drawing.split(' ').count();
            let patterns = compact_patterns(&Goal::blank_last(n), sizes).expect("sizes that fit");
            assert!(patterns.iter().map(Vec::len).eq(sizes.iter().copied()), "{sizes:?}");
            let mut tiles = patterns.concat();
            tiles.sort_unstable();
            assert!(tiles.into_iter().map(usize::from).eq(1..n * n), "{sizes:?}");
        }
    }

    #[test]
    fn the_published_partition_is_rotated_to_the_blank() {
        let goal = Goal::blank_last(4);
        let [first, second, third] =
            [vec![1, 5, 6, 9, 10, 13], vec![7, 8, 11, 12, 14, 15], vec![2, 3, 4]];
        assert_eq!(compact_patterns(&goal, &[6, 6, 3]), Ok(vec![first, second, third]));
        let blank_first = Goal::arranged(5, Arrangement::BlankFirst);
        let mut patterns = compact_patterns(&blank_first, &[6, 6, 6, 6]).expect("sizes that fit");
        for pattern in &mut patterns {
            pattern.sort_unstable();
        }
        // The partitions as printed by Korf and Felner.
        let published = [
            vec![1, 2, 5, 6, 7, 12],
            vec![3, 4, 8, 9, 13, 14],
            vec![10, 11, 15, 16, 20, 21],
            vec![17, 18, 19, 22, 23, 24],
        ];
        assert_eq!(patterns, published);
    }

    #[test]
    fn the_first_fringe_is_the_farthest_row_and_column() {
        let patterns = fringe_patterns(&Goal::blank_last(4), &[7, 8]);
        let left_and_top = vec![13, 9, 5, 1, 2, 3, 4];
        assert_eq!(patterns, Ok(vec![left_and_top, vec![8, 7, 6, 10, 14, 15, 11, 12]]));
        let patterns = fringe_patterns(&Goal::arranged(4, Arrangement::BlankFirst), &[7, 8]);
        let right_and_bottom = vec![3, 7, 11, 15, 14, 13, 12];
        assert_eq!(patterns.map(|mut patterns| patterns.remove(0)), Ok(right_and_bottom));
        let patterns = fringe_patterns(&Goal::arranged(3, Arrangement::Spiral), &[4, 4]);
        assert_eq!(patterns, Ok(vec![vec![7, 8, 1, 2], vec![3, 4, 6, 5]]));
    }

    #[test]
    fn sizes_must_add_up() {
        let sizes = |n, sizes: &[usize]| compact_patterns(&Goal::blank_last(n), sizes);
        assert_eq!(sizes(4, &[6, 6]), Err(BadPatterns::Sizes { tiles: 12, n: 4 }));
        assert_eq!(sizes(3, &[6, 6, 3]), Err(BadPatterns::Sizes { tiles: 15, n: 3 }));
        assert_eq!(sizes(3, &[usize::MAX, 9]), Err(BadPatterns::Sizes { tiles: usize::MAX, n: 3 }));
    }
}
