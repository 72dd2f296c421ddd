//! Any implementation of the assignment's board as a space.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use slider::Board;

use super::space::Space;

/// The boards of a type, as they see themselves: its own `neighbors`, `manhattan` and `is_goal`,
/// right or wrong.
///
/// A board's equality tells states apart. Its text is used as well, to find equal boards quickly;
/// so boards that are equal but show other numbers are taken for different ones.
#[derive(Debug)]
pub struct Boards<B> {
    boards: PhantomData<B>,
}

/// A board and the numbers that it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<B> {
    /// What the board displays, with one space between words.
    text: String,
    board: B,
}

/// From a board to its neighbor.
#[derive(Clone, Debug)]
pub struct Move<B> {
    from: B,
    to: B,
}

impl<B: Board> Boards<B> {
    /// All boards of the type.
    pub fn new() -> Self {
        Self { boards: PhantomData }
    }

    /// A board as a state.
    pub fn state(&self, board: B) -> Shown<B> {
        let text = board.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Shown { text, board }
    }
}

impl<B: Board> Default for Boards<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B> Shown<B> {
    /// The board.
    pub fn board(&self) -> &B {
        &self.board
    }
}

impl<B> Move<B> {
    /// The board after the move.
    pub fn board(&self) -> &B {
        &self.to
    }
}

impl<B: Board> Hash for Shown<B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.text.hash(hasher);
    }
}

impl<B: Board> Space for Boards<B> {
    type State = Shown<B>;
    type Action = Move<B>;
    type Undo = Shown<B>;

    fn actions(&self, state: &Shown<B>) -> impl Iterator<Item = Move<B>> {
        state.board.neighbors().map(|to| Move { from: state.board.clone(), to })
    }

    fn apply(&self, state: &mut Shown<B>, action: &Move<B>) -> Shown<B> {
        std::mem::replace(state, self.state(action.to.clone()))
    }

    fn undo(&self, state: &mut Shown<B>, before: Shown<B>) {
        *state = before;
    }

    fn is_goal(&self, state: &Shown<B>) -> bool {
        state.board.is_goal()
    }

    fn estimate(&self, state: &Shown<B>) -> usize {
        state.board.manhattan()
    }

    fn takes_back(&self, last: &Move<B>, next: &Move<B>) -> bool {
        last.from == next.to
    }
}

#[cfg(test)]
mod tests {
    use slider::{Board as _, Solver as _};

    use super::*;
    use crate::table::{Table, every_board};
    use crate::search::{Algorithm, AnySearch, Limit, Search as _};
    use crate::{Board, Solver};

    #[test]
    fn the_model_board_is_searched_with_its_own_methods() {
        for grid in every_board(3).step_by(8009) {
            let rows: Vec<Vec<slider::Tile>> = grid.rows().map(<[_]>::to_vec).collect();
            let board = Board::new(&rows);
            let Some(moves) = Table::blank_last(3).moves(&grid) else { continue };
            assert_eq!(Solver::new(&board).moves(), Some(moves));
            for algorithm in [Algorithm::AStar, Algorithm::Greedy, Algorithm::IdaStar] {
                let space = Boards::new();
                let start = space.state(board.clone());
                let report = AnySearch::new(algorithm, space, start, Limit::NONE).run();
                let path = report.path().expect("the board has a solution");
                assert!(path.len() == moves || !algorithm.is_optimal(), "{algorithm}: {board}");
                assert_eq!(path.first().map(|first| &first.from), (moves > 0).then_some(&board));
                assert!(path.windows(2).all(|pair| pair[0].to == pair[1].from));
                assert!(path.last().is_none_or(|last| last.board().is_goal()));
            }
        }
    }

    #[test]
    fn spacing_is_no_difference() {
        let space = Boards::<Board>::new();
        let state = space.state(Board::new(&[vec![1, 2], vec![3, 0]]));
        assert_eq!(state.text, "2 1 2 3 0");
        assert_eq!(state.board().dimension(), 2);
    }
}
