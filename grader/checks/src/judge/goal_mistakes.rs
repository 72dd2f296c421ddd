//! Detects implementations of `is_goal` that do not check every cell, or that expect the blank in the first cell.

use grade::cause::Unchecked;
use probe::wire::Word;

use super::facts::BoardFacts;

/// The possible explanations: the cells that `is_goal` ignores, and whether it accepts the blank in any cell.
const EXPLANATIONS: [(Unchecked, bool); 9] = [
    (Unchecked::FirstTile, false),
    (Unchecked::LastTile, false),
    (Unchecked::LastRow, false),
    (Unchecked::LastColumn, false),
    (Unchecked::LastCell, true),
    (Unchecked::FirstTile, true),
    (Unchecked::LastTile, true),
    (Unchecked::LastRow, true),
    (Unchecked::LastColumn, true),
];

/// The known mistakes that the answers of `is_goal` rule out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoalMistakes {
    /// For each of the [explanations](EXPLANATIONS), whether an answer contradicts it.
    unchecked: [bool; EXPLANATIONS.len()],
    /// Whether an answer contradicts a goal with the blank in the first cell.
    blank_first: bool,
    /// Whether the tiles in order after the blank in the first cell were accepted.
    accepts_blank_first: bool,
}

impl GoalMistakes {
    /// Adds an answer, whether correct or wrong.
    pub(crate) fn note_answer(&mut self, facts: &BoardFacts, actual: Word) {
        let is_blank_first = (0..).zip(&facts.tiles).all(|(cell, tile)| cell == *tile);
        self.blank_first |= is_blank_first != (actual != 0);
        self.accepts_blank_first |= is_blank_first && actual != 0;
        // Each set contains at most n cells. If more tiles are out of place, the answer must be `false`.
        let is_far = facts.hamming as usize > facts.n;
        if is_far && actual == 0 {
            return;
        }
        for (refuted, (unchecked, blank)) in self.unchecked.iter_mut().zip(EXPLANATIONS) {
            *refuted |= (actual != 0) != (!is_far && is_right_elsewhere(facts, unchecked, blank));
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (refuted, other) in self.unchecked.iter_mut().zip(other.unchecked) {
            *refuted |= other;
        }
        self.blank_first |= other.blank_first;
        self.accepts_blank_first |= other.accepts_blank_first;
    }

    /// Returns the explanation of every answer, if there is only one: the cells that `is_goal` ignores, and whether it
    /// accepts the blank in any cell.
    pub(crate) fn only_explanation(self) -> Option<(Unchecked, bool)> {
        let explanations = EXPLANATIONS.into_iter().zip(self.unchecked);
        let mut fitting = explanations.filter(|(_, refuted)| !refuted);
        let explanation = fitting.next().map(|(explanation, _)| explanation);
        explanation.filter(|_| fitting.next().is_none())
    }

    /// Returns `true` if every answer fits an `is_goal` that expects the blank in the first cell.
    pub(crate) fn expects_blank_first(self) -> bool {
        self.accepts_blank_first && !self.blank_first
    }
}

/// Returns `true` if all cells outside the set contain the goal's tiles, or also the blank if it is accepted in any
/// cell. The last cell is never compared: without the blank elsewhere, the other cells determine its tile.
fn is_right_elsewhere(facts: &BoardFacts, unchecked: Unchecked, blank: bool) -> bool {
    let n = facts.n;
    let last_tile = n * n - 2;
    let skips = |cell: usize| match unchecked {
        Unchecked::FirstTile => cell == 0,
        Unchecked::LastTile => cell >= last_tile,
        Unchecked::LastRow => cell / n == n - 1,
        Unchecked::LastColumn => cell % n == n - 1,
        Unchecked::LastCell => false,
    };
    let fits = |cell: usize, tile: u16| usize::from(tile) == cell + 1 || blank && tile == 0;
    let mut cells = facts.tiles.iter().take(n * n - 1).enumerate();
    cells.all(|(cell, tile)| fits(cell, *tile) || skips(cell))
}

#[cfg(test)]
mod tests {
    use super::super::facts::{next_permutation, permutation_with_rank};
    use super::*;

    /// Returns the answers of this `is_goal` on all 3-by-3 boards.
    fn answers(is_goal: impl Fn(&[u16]) -> bool) -> GoalMistakes {
        let mut tiles = permutation_with_rank(3, 0);
        let mut facts = BoardFacts::new(3, &tiles);
        let mut goals = GoalMistakes::default();
        for _ in 0..362_880 {
            facts.become_board(&tiles);
            goals.note_answer(&facts, Word::from(is_goal(&tiles)));
            next_permutation(&mut tiles);
        }
        goals
    }

    fn explain(is_goal: impl Fn(&[u16]) -> bool) -> Option<(Unchecked, bool)> {
        answers(is_goal).only_explanation()
    }

    #[test]
    fn a_goal_with_the_blank_first_is_recognized() {
        let first = |tiles: &[u16]| tiles.is_sorted();
        assert!(answers(first).expects_blank_first());
        assert!(!answers(|tiles| tiles[0] == 0).expects_blank_first());
        assert!(!answers(|tiles| is_in_place(tiles, 0..8)).expects_blank_first());
        assert!(!answers(|tiles| first(tiles) || is_in_place(tiles, 0..8)).expects_blank_first());
        assert!(!answers(|_| false).expects_blank_first(), "no board was accepted");
        let mut merged = answers(|_| false);
        merged.merge(answers(first));
        assert!(!merged.expects_blank_first());
    }

    fn is_in_place(tiles: &[u16], cells: impl IntoIterator<Item = usize>) -> bool {
        cells.into_iter().all(|cell| usize::from(tiles[cell]) == cell + 1)
    }

    #[test]
    fn unchecked_cells_explain_all_answers() {
        let rows = |tiles: &[u16]| is_in_place(tiles, 0..6);
        assert_eq!(explain(|tiles| is_in_place(tiles, 0..7)), Some((Unchecked::LastTile, false)));
        assert_eq!(explain(|tiles| is_in_place(tiles, 1..8)), Some((Unchecked::FirstTile, false)));
        assert_eq!(explain(rows), Some((Unchecked::LastRow, false)));
        let columns = |tiles: &[u16]| is_in_place(tiles, [0, 1, 3, 4, 6, 7]);
        assert_eq!(explain(columns), Some((Unchecked::LastColumn, false)));
    }

    #[test]
    fn an_unchecked_blank_is_combined_with_unchecked_cells() {
        let explain = |cells: &[usize]| {
            explain(|tiles| {
                cells.iter().all(|cell| tiles[*cell] == 0 || is_in_place(tiles, [*cell]))
            })
        };
        assert_eq!(explain(&[0, 1, 2, 3, 4, 5, 6, 7]), Some((Unchecked::LastCell, true)));
        assert_eq!(explain(&[1, 2, 3, 4, 5, 6, 7]), Some((Unchecked::FirstTile, true)));
        assert_eq!(explain(&[0, 1, 2, 3, 4, 5, 6]), Some((Unchecked::LastTile, true)));
        assert_eq!(explain(&[0, 1, 2, 3, 4, 5]), Some((Unchecked::LastRow, true)));
        assert_eq!(explain(&[0, 1, 3, 4, 6, 7]), Some((Unchecked::LastColumn, true)));
        assert_eq!(explain(&[0, 1, 2, 3, 5, 6, 7]), None, "the cell in the center");
    }

    #[test]
    fn other_wrong_answers_are_not_explained() {
        let hamming = |tiles: &[u16]| (0..8).filter(|cell| !is_in_place(tiles, [*cell])).count();
        // If one tile is out of place, it is in the last cell, and the blank is in its place.
        assert_eq!(explain(|tiles| hamming(tiles) <= 1), Some((Unchecked::LastCell, true)));
        assert_eq!(explain(|tiles| hamming(tiles) <= 2), None);
        assert_eq!(explain(|_| true), None);
        assert_eq!(explain(|_| false), None);
        assert_eq!(explain(|tiles| is_in_place(tiles, 0..7) && tiles[7] != 8), None);
    }
}
