//! Recognizes common mistakes in wrong answers: distances that count the blank or expect tiles in the wrong cells, and
//! implementations of `is_goal` that do not compare every cell or expect the blank in the first cell.

use grade::cause::Unchecked;
use probe::wire::{Method, Word};

use super::cases::rows_and_columns_apart;
use super::facts::BoardFacts;
use super::goal_mistakes::GoalMistakes;

// Each mistake has an index. The first three are ways to count the blank, in the order of `blank_additions`, and the
// others follow in the order of `shifted_distances`.
const BLANK: usize = 3;

const WAYS: usize = BLANK + 6;

const TRANSPOSED: usize = BLANK + 2;

const DIVIDED: usize = BLANK + 3;

const ROWS_SHIFTED: usize = BLANK + 4;

const COLUMNS_SHIFTED: usize = BLANK + 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Miscount {
    Blank,
    /// The distance expects tile t in cell t instead of cell t - 1, with cells numbered from 0.
    Shifted,
    /// Like `Shifted`, but only for the row.
    RowsShifted,
    /// Like `Shifted`, but only for the column.
    ColumnsShifted,
    /// The rows and the columns of the goal cells are swapped.
    Transposed,
    /// The numbers of two cells are subtracted, and the difference is divided into rows and columns.
    Divided,
}

/// The known mistakes that a method's answers rule out.
///
/// A single answer is weak evidence. On a 2-by-2 board, for example, many wrong distances happen to equal the distance
/// that includes the blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Miscounts {
    hamming: [bool; WAYS],
    manhattan: [bool; WAYS],
    goal: GoalMistakes,
}

impl Miscounts {
    pub(crate) fn note_answer(&mut self, facts: &BoardFacts, method: Method, actual: Word) {
        let (refuted, right) = match method {
            Method::Hamming => (&mut self.hamming, facts.hamming),
            Method::Manhattan => (&mut self.manhattan, facts.manhattan),
            Method::IsGoal => return self.goal.note_answer(facts, actual),
            _ => return,
        };
        let (blank, shifted) = refuted.split_at_mut(BLANK);
        for (refuted, more) in blank.iter_mut().zip(blank_additions(facts, method)) {
            *refuted |= actual != right + more;
        }
        // These distances require all tiles, so skip them once they are ruled out.
        if shifted.contains(&false) {
            for (refuted, answer) in shifted.iter_mut().zip(shifted_distances(facts, method)) {
                *refuted |= actual != answer;
            }
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.goal.merge(other.goal);
        let pairs = [(&mut self.hamming, other.hamming), (&mut self.manhattan, other.manhattan)];
        for (refuted, others) in pairs {
            for (refuted, other) in refuted.iter_mut().zip(others) {
                *refuted |= other;
            }
        }
    }

    /// Returns the cells that `is_goal` seems to ignore, and whether it also accepts the blank in any cell, if this
    /// explains every answer.
    pub(crate) fn cells_ignored_by_is_goal(self) -> Option<(Unchecked, bool)> {
        self.goal.only_explanation()
    }

    pub(crate) fn expects_blank_first(self) -> bool {
        self.goal.expects_blank_first()
    }

    /// Returns the mistake that explains all of a method's answers, if there is only one.
    pub(crate) fn only_mistake(self, method: Method) -> Option<Miscount> {
        let refuted = if method == Method::Hamming { self.hamming } else { self.manhattan };
        let mut fitting = refuted.iter().zip(0..).filter(|(refuted, _)| !**refuted);
        let mistake = Self::mistake_by_index(fitting.next()?.1);
        fitting.all(|(_, way)| Self::mistake_by_index(way) == mistake).then_some(mistake)
    }

    fn mistake_by_index(index: usize) -> Miscount {
        match index {
            ..BLANK => Miscount::Blank,
            TRANSPOSED => Miscount::Transposed,
            DIVIDED => Miscount::Divided,
            ROWS_SHIFTED => Miscount::RowsShifted,
            COLUMNS_SHIFTED => Miscount::ColumnsShifted,
            _ => Miscount::Shifted,
        }
    }
}

/// Returns the amount that each way of counting the blank adds to the distance: as a tile that belongs in the last
/// cell, as a tile that belongs in the first cell, or (for Hamming) as a tile that is always misplaced.
fn blank_additions(facts: &BoardFacts, method: Method) -> [Word; BLANK] {
    let last = facts.tiles.len() - 1;
    if method == Method::Hamming {
        [Word::from(facts.blank != last), Word::from(facts.blank != 0), 1]
    } else {
        let way = |goal| word_for_distance(facts.n, facts.blank, goal);
        // There are only two ways for Manhattan, so one is repeated.
        [way(last), way(0), way(last)]
    }
}

/// Returns the distances if tile t is expected in cell t, without the blank and with the blank expected in cell 0, if
/// the rows and columns of the goal cells are swapped, if the difference of cells is divided into rows and columns, and
/// if tile t is expected in the row of cell t or in the column of cell t.
fn shifted_distances(facts: &BoardFacts, method: Method) -> [Word; WAYS - BLANK] {
    let of_tile = |cell: usize, goal: usize| {
        if method == Method::Hamming {
            Word::from(cell != goal)
        } else {
            word_for_distance(facts.n, cell, goal)
        }
    };
    let tiles = facts.tiles.iter().enumerate();
    let all: Word = tiles.clone().map(|(cell, tile)| of_tile(cell, usize::from(*tile))).sum();
    let goals =
        tiles.filter(|(_, tile)| **tile != 0).map(|(cell, tile)| (cell, usize::from(*tile) - 1));
    let transposed =
        goals.clone().map(|(cell, goal)| of_tile(cell, goal % facts.n * facts.n + goal / facts.n));
    let n = facts.n;
    let rows = goals.clone().map(|(cell, goal)| of_tile(cell, (goal + 1) / n * n + goal % n));
    let columns = goals.clone().map(|(cell, goal)| of_tile(cell, goal / n * n + (goal + 1) % n));
    let divided = if method == Method::Manhattan {
        let difference = |(cell, goal): (usize, usize)| cell.abs_diff(goal);
        let parts =
            |cell: usize| Word::try_from(cell / facts.n + cell % facts.n).unwrap_or(Word::MAX);
        goals.map(difference).map(parts).sum()
    } else {
        Word::MAX
    };
    [all - of_tile(facts.blank, 0), all, transposed.sum(), divided, rows.sum(), columns.sum()]
}

fn word_for_distance(n: usize, cell: usize, goal: usize) -> Word {
    let (rows, columns) = rows_and_columns_apart(n, cell, goal);
    Word::try_from(rows + columns).unwrap_or(Word::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(answer: impl Fn(&BoardFacts) -> Word, boards: &[[u16; 4]]) -> Option<Miscount> {
        let mut count = Miscounts::default();
        for tiles in boards {
            let facts = BoardFacts::new(2, tiles);
            count.note_answer(&facts, Method::Manhattan, answer(&facts));
        }
        count.only_mistake(Method::Manhattan)
    }

    fn explains(answer: impl Fn(&BoardFacts) -> Word, boards: &[[u16; 4]]) -> bool {
        explain(answer, boards) == Some(Miscount::Blank)
    }

    #[test]
    fn shifted_goals_explain_all_answers_or_none() {
        let boards = [[1, 2, 3, 0], [1, 2, 0, 3], [0, 1, 3, 2]];
        let mistakes = [
            Miscount::Shifted,
            Miscount::Shifted,
            Miscount::Transposed,
            Miscount::Divided,
            Miscount::RowsShifted,
            Miscount::ColumnsShifted,
        ];
        for (way, expected) in mistakes.into_iter().enumerate() {
            let answer = |facts: &BoardFacts| shifted_distances(facts, Method::Manhattan)[way];
            assert_eq!(explain(answer, &boards), Some(expected));
            let sometimes = |facts: &BoardFacts| answer(facts) + Word::from(facts.blank == 0);
            assert_eq!(explain(sometimes, &boards), None);
        }
        // On the goal, each tile is one cell away from where it is expected. For tile 3, that cell is two moves away.
        let goal = BoardFacts::new(2, &boards[0]);
        assert_eq!(shifted_distances(&goal, Method::Manhattan), [4, 6, 4, 0, 1, 3]);
        assert_eq!(shifted_distances(&goal, Method::Hamming), [3, 4, 2, Word::MAX, 1, 3]);
    }

    #[test]
    fn a_counted_blank_must_explain_every_board() {
        let boards = [[1, 2, 3, 0], [1, 2, 0, 3], [0, 1, 3, 2]];
        let home = |facts: &BoardFacts| blank_additions(facts, Method::Manhattan)[0];
        assert!(explains(|facts| facts.manhattan + home(facts), &boards));
        assert!(!explains(|facts| facts.manhattan + 1, &boards), "the goal is 1");
        let only_there = |facts: &BoardFacts| facts.manhattan + Word::from(facts.blank == 2);
        assert!(explains(only_there, &boards[..2]));
        assert!(!explains(only_there, &boards), "the last is right");
    }
}
