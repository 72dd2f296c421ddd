//! Runs the generic searches on the model answer's boards.

use std::hash::{Hash, Hasher};

use oracle::MovesTable;
use oracle::puzzle::{SeededRandom, any_board};
use oracle::search::{Algorithm, AnySearch, Limit, Space, StepwiseSearch as _};
use reference::Board;
use slider::{Board as _, Tile};

struct Boards;

#[derive(Clone, PartialEq, Eq)]
struct State(Board);

#[derive(Clone)]
struct Move {
    from: Board,
    to: Board,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.to_string().hash(hasher);
    }
}

impl Space for Boards {
    type State = State;
    type Action = Move;
    type Undo = State;

    fn actions(&self, State(from): &State) -> impl Iterator<Item = Move> {
        from.neighbors().map(|to| Move { from: from.clone(), to })
    }

    fn apply(&self, state: &mut State, action: &Move) -> State {
        std::mem::replace(state, State(action.to.clone()))
    }

    fn undo(&self, state: &mut State, before: State) {
        *state = before;
    }

    fn is_goal(&self, state: &State) -> bool {
        state.0.is_goal()
    }

    fn estimate(&self, state: &State) -> usize {
        state.0.manhattan()
    }

    fn takes_back(&self, last: &Move, next: &Move) -> bool {
        last.from == next.to
    }
}

#[test]
fn the_model_board_is_searched_with_its_own_methods() {
    let mut random = SeededRandom::new(9);
    let boards = std::iter::repeat_with(|| any_board(3, &mut random).expect("3-by-3"));
    let solvable = boards.filter_map(|grid| Some((MovesTable::blank_last(3).moves(&grid)?, grid)));
    for (moves, grid) in solvable.take(20) {
        let rows: Vec<Vec<Tile>> = grid.rows().map(<[_]>::to_vec).collect();
        let board = Board::new(&rows);
        for algorithm in [Algorithm::AStar, Algorithm::Greedy, Algorithm::IdaStar] {
            let start = State(board.clone());
            let report = AnySearch::new(algorithm, Boards, start, Limit::NONE).run();
            let path = report.path().expect("the board has a solution");
            assert!(path.len() == moves || !algorithm.is_optimal(), "{algorithm}: {board}");
            assert_eq!(path.first().map(|first| &first.from), (moves > 0).then_some(&board));
            assert!(path.windows(2).all(|pair| pair[0].to == pair[1].from));
            assert!(path.last().is_none_or(|last| last.to.is_goal()));
        }
    }
}
