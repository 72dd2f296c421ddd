//! Detects solutions that lack a board at one end.

use assignment::{ExpectedAnswer, Puzzle};
use slider::Tile;

use super::answers::Answers;
use super::facts::{BoardFacts, goal_tiles};

/// The missing board at one end of a solution with otherwise correct boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingEnd {
    /// The solution starts one move after the initial board.
    Initial,
    /// The solution ends one move before the goal.
    Goal,
    /// The solution is empty, but should contain exactly one board, because the initial board is the goal.
    OnlyBoard,
}

pub(crate) fn missing_end(puzzle: &Puzzle, answers: &Answers) -> Option<MissingEnd> {
    let (Some(Some(path)), ExpectedAnswer::Moves(optimal)) = (&answers.solution, puzzle.answer)
    else {
        return None;
    };
    let n = puzzle.tiles.len();
    if path.board_count() == 0 {
        return (optimal == 0).then_some(MissingEnd::OnlyBoard);
    }
    let facts = |board: Option<Vec<Tile>>| {
        board.filter(|tiles| tiles.len() == n * n).map(|tiles| BoardFacts::new(n, &tiles))
    };
    let initial = BoardFacts::new(n, &puzzle.tiles.cells());
    let (first, last) = (facts(path.boards().next()?)?, facts(path.boards().last()?)?);
    if first.tiles == initial.tiles {
        last.is_one_move_from(&goal_tiles(n).cells()).then_some(MissingEnd::Goal)
    } else {
        (initial.is_one_move_from(&first.tiles) && last.is_goal()).then_some(MissingEnd::Initial)
    }
}

#[cfg(test)]
mod tests {
    use super::super::path::SolutionPath;
    use super::*;

    fn given(boards: Vec<Option<Vec<Tile>>>) -> Answers {
        Answers { solution: Some(Some(SolutionPath::from_boards(boards))), ..Answers::default() }
    }

    #[test]
    fn missing_boards_are_reported_only_if_the_rest_matches() {
        let [initial, elsewhere, goal] = [[1, 2, 0, 3], [1, 0, 3, 2], [1, 2, 3, 0]].map(Vec::from);
        let end_of = |optimal: u32, boards: &[Vec<Tile>]| {
            let (answer, visibility) = (ExpectedAnswer::Moves(optimal), grade::Visibility::Visible);
            let tiles = vec![vec![1, 2], vec![0, 3]].into();
            let puzzle = Puzzle { name: "a".to_owned(), tiles, answer, visibility };
            missing_end(&puzzle, &given(boards.iter().cloned().map(Some).collect()))
        };
        assert_eq!(end_of(1, std::slice::from_ref(&goal)), Some(MissingEnd::Initial));
        assert_eq!(end_of(1, std::slice::from_ref(&initial)), Some(MissingEnd::Goal));
        assert_eq!(end_of(1, &[initial.clone(), goal.clone()]), None);
        assert_eq!(end_of(1, &[elsewhere.clone(), elsewhere.clone()]), None);
        assert_eq!((end_of(0, &[]), end_of(1, &[])), (Some(MissingEnd::OnlyBoard), None));
    }
}
