//! Completes wrong solutions that become correct after a small change, to show students what is wrong.

use grade::cause::SolverCause;
use grade::{PATH_TILES, Tiles, Value};
use slider::Tile;

use super::facts::{BoardFacts, goal_tiles};
use super::path::SolutionPath;

/// Applies the change that the cause suggests to a submission's solution: reversing it, or adding a board at one end.
/// Returns the corrected solution and the submission's solution, or `None` if the change does not help or the boards
/// are too large.
pub(super) fn complete_path(
    cause: &SolverCause,
    initial: &BoardFacts,
    path: &SolutionPath,
    optimal: u64,
) -> Option<(Value, Value)> {
    let n = initial.n;
    let given: Option<Vec<Vec<Tile>>> = path.boards().collect();
    let given = given.filter(|_| !path.is_cut && (path.board_count() + 1) * n * n <= PATH_TILES)?;
    let mut right = given.clone();
    match cause {
        SolverCause::Reversed => right.reverse(),
        SolverCause::WithoutInitial { .. } => right.insert(0, initial.tiles.clone()),
        SolverCause::WrongEnd => right.push(goal_tiles(n).cells()),
        _ => return None,
    }
    let is_shortest = right.len() as u64 == optimal + 1;
    let value = |boards: &[Vec<Tile>]| {
        Value::Boards(boards.iter().map(|tiles| Tiles::from_cells(n, tiles)).collect())
    };
    (is_shortest && is_path(initial, &right)).then(|| (value(&right), value(&given)))
}

fn is_path(initial: &BoardFacts, boards: &[Vec<Tile>]) -> bool {
    if boards.iter().any(|tiles| tiles.len() != initial.tiles.len()) {
        return false;
    }
    let facts: Vec<BoardFacts> =
        boards.iter().map(|tiles| BoardFacts::new(initial.n, tiles)).collect();
    let is_move = |pair: &[BoardFacts]| {
        let [a, b] = pair else { return false };
        a.is_one_move_from(&b.tiles)
    };
    facts.first().is_some_and(|first| first.tiles == initial.tiles)
        && facts.last().is_some_and(BoardFacts::is_goal)
        && facts.windows(2).all(is_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_completed_only_if_then_correct() {
        let (initial, goal) = (BoardFacts::new(2, &[1, 0, 3, 2]), vec![1, 2, 3, 0]);
        let completed = |cause: SolverCause, boards: &[&Vec<Tile>], optimal| {
            let path = SolutionPath::from_boards(
                boards.iter().map(|board| Some((*board).clone())).collect(),
            );
            complete_path(&cause, &initial, &path, optimal).map(|(right, _)| right)
        };
        let right = [&initial.tiles, &goal].map(|tiles| Tiles::from_cells(2, tiles)).to_vec();
        let right = Some(Value::Boards(right));
        let first = SolverCause::WithoutInitial { puzzles: None };
        assert_eq!(completed(SolverCause::Reversed, &[&goal, &initial.tiles], 1), right);
        assert_eq!(completed(SolverCause::WrongEnd, &[&initial.tiles], 1), right);
        assert_eq!(completed(first.clone(), &[&goal], 1), right);
        assert_eq!(completed(first, &[&goal], 2), None, "it is not as long as it should be");
        assert_eq!(completed(SolverCause::Reversed, &[&initial.tiles, &goal], 1), None);
        assert_eq!(completed(SolverCause::WrongBegin, &[&goal], 1), None);
    }

    #[test]
    fn oversized_boards_are_not_shown() {
        let large = goal_tiles(40).cells();
        let path = SolutionPath::from_boards(vec![Some(large.clone()), Some(large.clone())]);
        assert_eq!(
            complete_path(&SolverCause::Reversed, &BoardFacts::new(40, &large), &path, 1),
            None
        );
    }
}
