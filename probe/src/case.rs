//! Cases: the requests of the grader for one run.

use slider::Tile;

use crate::act::Act;
use crate::wire::{CaseKind, Depth, Identification, Question, Step, Word};

/// One run's task. Each case is run in a fresh instance of the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// Survey many boards.
    Survey(Survey),
    /// Compare boards with each other.
    Equality(Vec<Vec<Vec<Tile>>>),
    /// Solve a board.
    Solve(Solve),
    /// Show a board's text.
    Text(Vec<Vec<Tile>>),
    /// See whether `Debug` for a board comes back.
    Debug(Vec<Vec<Tile>>),
    /// Follow a script.
    Script(Script),
    /// Measure what a board and these [methods](crate::wire::Method) cost.
    Cost {
        /// The methods, as bits.
        mask: Word,
        /// The board.
        tiles: Vec<Vec<Tile>>,
    },
    /// Solve several boards in one instance.
    Session(Session),
}

/// Steps with several boards and solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whether on the grader's type of board, not the submission's.
    pub foreign: bool,
    /// The boards that the steps make.
    pub boards: Vec<Vec<Vec<Tile>>>,
    /// The steps.
    pub acts: Vec<Act>,
}

/// Steps with several boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Whether derived boards are shown by their texts; otherwise by their distances.
    pub by_text: bool,
    /// The boards that the steps make.
    pub boards: Vec<Vec<Vec<Tile>>>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Ask each of many boards everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The [methods](crate::wire::Method) to call, as bits.
    pub mask: Word,
    /// The ways to tell which board a derived board is.
    pub identify_by: Identification,
    /// The depth to which derived boards are looked at.
    pub depth: Depth,
    /// The boards.
    pub boards: Boards,
}

/// The boards that a survey goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Boards {
    /// All permutations of `n * n` tiles in lexicographic order, those with ranks `from..to`.
    Ranks {
        /// The dimension, 2 or 3.
        n: usize,
        /// The first rank.
        from: usize,
        /// The rank after the last.
        to: usize,
    },
    /// These boards, all of one dimension.
    Listed {
        /// The dimension.
        n: usize,
        /// `n * n` tiles for each board, row by row.
        tiles: Vec<Tile>,
    },
    /// These boards, each a move away from the one before it. The first is made by `Board::new`, the
    /// others are neighbors of neighbors.
    Walk {
        /// The dimension.
        n: usize,
        /// `n * n` tiles for each board, row by row.
        tiles: Vec<Tile>,
    },
}

/// Solve one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solve {
    /// Whether on the grader's type of board, not the submission's.
    pub foreign: bool,
    /// The questions to the solver once it is made, in this order.
    pub questions: Vec<Question>,
    /// The board.
    pub tiles: Vec<Vec<Tile>>,
    /// The other board, for the question after it.
    pub other: Vec<Vec<Tile>>,
}

impl Case {
    /// The case as words.
    pub fn to_words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        match self {
            Self::Survey(Survey { mask, identify_by, depth, boards }) => {
                words.extend([CaseKind::Survey as Word, *mask, identify_by.0, *depth as Word]);
                match boards {
                    Boards::Ranks { n, from, to } => {
                        words.extend([0, *n as Word, *from as Word, *to as Word]);
                    }
                    Boards::Listed { n, tiles } | Boards::Walk { n, tiles } => {
                        let is_walk = matches!(boards, Boards::Walk { .. });
                        words.extend([1 + Word::from(is_walk), *n as Word]);
                        words.extend(tiles.iter().map(|tile| Word::from(*tile)));
                    }
                }
            }
            Self::Equality(boards) => {
                words.push(CaseKind::Equality as Word);
                for tiles in boards {
                    push_board(tiles, &mut words);
                }
            }
            Self::Solve(Solve { foreign, questions, tiles, other }) => {
                let kind = if *foreign { CaseKind::SolveForeign } else { CaseKind::SolveOwn };
                words.extend([kind as Word, questions.len() as Word]);
                words.extend(questions.iter().map(|question| *question as Word));
                push_board(tiles, &mut words);
                push_board(other, &mut words);
            }
            Self::Script(Script { by_text, boards, steps }) => {
                words.extend([
                    CaseKind::Script as Word,
                    Word::from(*by_text),
                    boards.len() as Word,
                ]);
                for tiles in boards {
                    push_board(tiles, &mut words);
                }
                words.extend(steps.iter().flat_map(|step| step.to_words()));
            }
            Self::Cost { mask, tiles } => {
                words.extend([CaseKind::Cost as Word, *mask]);
                push_board(tiles, &mut words);
            }
            Self::Text(tiles) => {
                words.push(CaseKind::Text as Word);
                push_board(tiles, &mut words);
            }
            Self::Debug(tiles) => {
                words.push(CaseKind::Debug as Word);
                push_board(tiles, &mut words);
            }
            Self::Session(Session { foreign, boards, acts }) => {
                let kind = if *foreign { CaseKind::SessionForeign } else { CaseKind::SessionOwn };
                words.extend([kind as Word, boards.len() as Word]);
                for tiles in boards {
                    push_board(tiles, &mut words);
                }
                words.extend(acts.iter().flat_map(|act| act.to_words()));
            }
        }
        words
    }

    /// The case that these words say, or `None` if they say none.
    pub fn from_words(words: &[Word]) -> Option<Self> {
        let mut words = words.iter().copied();
        let case = match CaseKind::from_word(words.next()?)? {
            CaseKind::Survey => {
                let mask = words.next()?;
                let identify_by = Identification(words.next()?);
                let depth = Depth::from_word(words.next()?)?;
                let boards = match (words.next()?, words.next()? as usize) {
                    (0, n) => {
                        let (from, to) = (words.next()? as usize, words.next()? as usize);
                        Boards::Ranks { n, from, to }
                    }
                    (kind, n) => {
                        let tiles = words.by_ref().map(|word| word as Tile).collect();
                        if kind == 1 {
                            Boards::Listed { n, tiles }
                        } else {
                            Boards::Walk { n, tiles }
                        }
                    }
                };
                Self::Survey(Survey { mask, identify_by, depth, boards })
            }
            CaseKind::Equality => {
                let mut boards = Vec::new();
                while words.len() > 0 {
                    boards.push(take_board(&mut words)?);
                }
                Self::Equality(boards)
            }
            kind @ (CaseKind::SolveForeign | CaseKind::SolveOwn) => {
                let count = words.next()? as usize;
                let questions: Option<Vec<_>> =
                    words.by_ref().take(count).map(Question::from_word).collect();
                let tiles = take_board(&mut words)?;
                let other = take_board(&mut words)?;
                let foreign = kind == CaseKind::SolveForeign;
                Self::Solve(Solve { foreign, questions: questions?, tiles, other })
            }
            CaseKind::Text => Self::Text(take_board(&mut words)?),
            CaseKind::Debug => Self::Debug(take_board(&mut words)?),
            CaseKind::Script => {
                let by_text = words.next()? != 0;
                let count = words.next()? as usize;
                let boards = take_boards(count, &mut words)?;
                let mut steps = Vec::new();
                while let Some(kind) = words.next() {
                    steps.push(Step::from_words([kind, words.next()?, words.next()?])?);
                }
                Self::Script(Script { by_text, boards, steps })
            }
            kind @ (CaseKind::SessionForeign | CaseKind::SessionOwn) => {
                let count = words.next()? as usize;
                let boards = take_boards(count, &mut words)?;
                let mut acts = Vec::new();
                while let Some(kind) = words.next() {
                    let data = [words.next()?, words.next()?, words.next()?];
                    acts.push(Act::from_words([kind, data[0], data[1], data[2]])?);
                }
                let foreign = kind == CaseKind::SessionForeign;
                Self::Session(Session { foreign, boards, acts })
            }
            CaseKind::Cost => {
                let mask = words.next()?;
                Self::Cost { mask, tiles: take_board(&mut words)? }
            }
        };
        words.next().is_none().then_some(case)
    }
}

fn push_board(tiles: &[Vec<Tile>], words: &mut Vec<Word>) {
    words.push(tiles.len() as Word);
    words.extend(tiles.iter().flatten().map(|tile| Word::from(*tile)));
}

/// The words of a case that are still to be read.
type Rest<'a> = std::iter::Copied<std::slice::Iter<'a, Word>>;

fn take_boards(count: usize, words: &mut Rest<'_>) -> Option<Vec<Vec<Vec<Tile>>>> {
    (0..count).map(|_| take_board(words)).collect()
}

#[inline(never)]
fn take_board(words: &mut Rest<'_>) -> Option<Vec<Vec<Tile>>> {
    let n = words.next()? as usize;
    (0..n).map(|_| (0..n).map(|_| words.next().map(|word| word as Tile)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Method;

    #[test]
    fn a_case_survives_the_crossing() {
        let tiles = vec![vec![1, 0], vec![3, 2]];
        for case in [
            Case::Survey(Survey {
                mask: 6,
                identify_by: Identification::EQ,
                depth: Depth::Deep,
                boards: Boards::Ranks { n: 3, from: 4, to: 9 },
            }),
            Case::Survey(Survey {
                mask: 2,
                identify_by: Identification::BOTH,
                depth: Depth::Which,
                boards: Boards::Listed { n: 2, tiles: vec![1, 2, 3, 0, 0, 1, 2, 3] },
            }),
            Case::Equality(vec![tiles.clone(), vec![vec![0; 3]; 3]]),
            Case::Survey(Survey {
                mask: 2,
                identify_by: Identification::BOTH,
                depth: Depth::Which,
                boards: Boards::Walk { n: 2, tiles: vec![1, 2, 3, 0, 1, 0, 3, 2] },
            }),
            Case::Solve(Solve {
                foreign: true,
                questions: vec![Question::Moves, Question::Solution],
                tiles: tiles.clone(),
                other: Vec::new(),
            }),
            Case::Script(Script {
                by_text: true,
                boards: vec![tiles.clone()],
                steps: vec![
                    Step::Make { board: 0, place: 3 },
                    Step::Clone { of: 3, place: 4 },
                    Step::Neighbor { of: 4, place: 5 },
                    Step::Twin { of: 5, place: 6 },
                    Step::Ask { place: 6, method: Method::Display },
                ],
            }),
            Case::Cost { mask: 12, tiles: tiles.clone() },
            Case::Session(Session {
                foreign: false,
                boards: vec![tiles.clone()],
                acts: vec![
                    Act::Make { board: 0, place: 3 },
                    Act::Clone { of: 3, place: 4 },
                    Act::Neighbor { of: 4, like: 3, place: 5 },
                    Act::Twin { of: 5, place: 6 },
                    Act::Solve { board: 6, solver: 7 },
                    Act::Ask { solver: 7, question: Question::Solution },
                    Act::Around { solver: 7, other: 8 },
                    Act::Keep { index: 2, place: 9 },
                    Act::Discard { place: 9 },
                    Act::Forget { solver: 8 },
                ],
            }),
            Case::Debug(tiles.clone()),
            Case::Text(tiles),
        ] {
            let words = case.to_words();
            assert_eq!(Case::from_words(&words).as_ref(), Some(&case));
            assert_eq!(Case::from_words(&words[..1]).is_some(), matches!(case, Case::Equality(_)));
        }
    }
}
