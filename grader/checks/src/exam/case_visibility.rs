//! The visibility of cases on hidden boards.

use std::collections::BTreeMap;

use grade::Visibility;
use probe::{Boards, Case};
use slider::Tile;

use assignment::Puzzle;

/// The hidden boards, by their tiles.
#[derive(Clone, Debug, Default)]
pub(super) struct CaseVisibility(BTreeMap<Vec<Tile>, Visibility>);

impl CaseVisibility {
    /// Collects the hidden boards, except those with the tiles of a visible puzzle.
    pub(super) fn from_puzzles<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> Self {
        let mut boards = BTreeMap::new();
        for puzzle in puzzles {
            let visibility = boards.entry(puzzle.tiles.cells()).or_insert(puzzle.visibility);
            *visibility = puzzle.visibility.min(*visibility);
        }
        boards.retain(|_, visibility| *visibility != Visibility::Visible);
        Self(boards)
    }

    /// Returns the audience that may see all boards of a case.
    pub(super) fn of_case(&self, case: &Case) -> Visibility {
        let of = |tiles: &[Tile]| self.0.get(tiles).copied().unwrap_or_default();
        match case {
            Case::Solve(solve) => of(&solve.tiles.concat()).max(of(&solve.other.concat())),
            Case::Survey(survey) => match &survey.boards {
                Boards::Listed { n, tiles } | Boards::Walk { n, tiles } => {
                    // `chunks` panics if the length is 0.
                    let boards = tiles.chunks((n * n).max(1));
                    boards.map(of).max().unwrap_or_default()
                }
                // The survey covers all boards of this size and cannot reveal which of them are puzzles.
                Boards::Ranks { .. } => Visibility::Visible,
            },
            Case::Text(tiles) | Case::Debug(tiles) => of(&tiles.concat()),
            Case::Session(session) => {
                session.boards.iter().map(|tiles| of(&tiles.concat())).max().unwrap_or_default()
            }
            // These cases use generated boards.
            Case::Equality(_)
            | Case::Pairs(_)
            | Case::Texts(_)
            | Case::Distinct(_)
            | Case::Script(_)
            | Case::Cost { .. } => Visibility::Visible,
        }
    }
}

#[cfg(test)]
mod tests {
    use probe::Solve;

    use super::*;
    use assignment::ExpectedAnswer;

    fn puzzle(tiles: [[Tile; 2]; 2], visibility: Visibility) -> Puzzle {
        let tiles = tiles.iter().map(|row| row.to_vec()).collect();
        Puzzle { name: "a".to_owned(), tiles, answer: ExpectedAnswer::BoardOnly, visibility }
    }

    #[test]
    fn a_case_is_as_hidden_as_its_boards() {
        let open = puzzle([[1, 2], [3, 0]], Visibility::Visible);
        let late = puzzle([[1, 2], [0, 3]], Visibility::AfterDueDate);
        let hidden = puzzle([[0, 2], [1, 3]], Visibility::Hidden);
        let again = Puzzle { visibility: Visibility::Hidden, ..open.clone() };
        let case_visibility =
            CaseVisibility::from_puzzles([&open, &late, &hidden, &again].into_iter());
        let solve = |tiles: &Puzzle, other: Option<&Puzzle>| {
            let other = other.map(|puzzle| puzzle.tiles.clone()).unwrap_or_default();
            let tiles = tiles.tiles.clone();
            let case = Solve {
                foreign: true,
                questions: Vec::new(),
                tiles: tiles.to_vec(),
                other: other.to_vec(),
                iterators: 0,
            };
            case_visibility.of_case(&Case::Solve(case))
        };
        assert_eq!(solve(&open, None), Visibility::Visible);
        assert_eq!(solve(&late, None), Visibility::AfterDueDate);
        assert_eq!(solve(&open, Some(&hidden)), Visibility::Hidden);
        assert_eq!(solve(&hidden, Some(&late)), Visibility::Hidden);
        assert_eq!(case_visibility.of_case(&Case::Text(hidden.tiles.to_vec())), Visibility::Hidden);
    }
}
