//! Cases, which are the grader's requests to the probe.

use slider::Tile;

use crate::act::Act;
use crate::wire::{CaseKind, Depth, Identification, Question, Step, Word};

/// A request to the probe. The grader runs every case in a fresh guest instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// Calls the methods of many boards.
    Survey(Survey),
    /// Compares boards with one another.
    Equality(Vec<Vec<Vec<Tile>>>),
    /// Compares each board at an even index with the next board.
    Pairs(Vec<Vec<Vec<Tile>>>),
    /// Compares the texts of boards with one another.
    Texts(Vec<Vec<Vec<Tile>>>),
    /// Compares different boards with one another.
    Distinct(Vec<Vec<Vec<Tile>>>),
    /// Solves a board.
    Solve(Solve),
    /// Reports the text that `Display` writes for a board.
    Text(Vec<Vec<Tile>>),
    /// Formats a board with `Debug`, to check that the call returns.
    Debug(Vec<Vec<Tile>>),
    /// Follows a script.
    Script(Script),
    /// Measures instructions and memory for a board and some of its [methods](crate::wire::Method).
    Cost {
        /// The methods, as a bit mask.
        mask: Word,
        /// The board to use.
        tiles: Vec<Vec<Tile>>,
    },
    /// Solves several boards in the same instance.
    Session(Session),
}

/// Steps that use several boards and solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whether boards are [tickets](crate::Ticket) rather than the submission's boards.
    pub foreign: bool,
    /// The boards that the steps refer to by index.
    pub boards: Vec<Vec<Vec<Tile>>>,
    /// The steps, in order of execution.
    pub acts: Vec<Act>,
}

/// Steps that use several boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The bit mask with the [methods](crate::wire::Method) to call on derived boards. Only values and the text are
    /// reported.
    pub views: Word,
    /// The boards that the steps refer to by index.
    pub boards: Vec<Vec<Vec<Tile>>>,
    /// The steps, in order of execution.
    pub steps: Vec<Step>,
}

/// Calls the same methods on many boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The bit mask with the [methods](crate::wire::Method) to call.
    pub mask: Word,
    /// How to identify derived boards.
    pub identify_by: Identification,
    /// How much to report about derived boards.
    pub depth: Depth,
    /// The boards to survey.
    pub boards: Boards,
}

/// The boards in a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Boards {
    /// A range of permutations of `0..n * n`, in lexicographic order.
    Ranks {
        /// The dimension, 2 or 3.
        n: usize,
        /// The rank of the first board.
        from: usize,
        /// The rank of the end, exclusive.
        to: usize,
    },
    /// A list of boards with the same dimension.
    Listed {
        /// The dimension of all boards.
        n: usize,
        /// The tiles of all boards, row by row, with `n * n` tiles per board.
        tiles: Vec<Tile>,
    },
    /// A list of boards, each a neighbor of the previous one. The probe makes the first with `Board::new`, and finds
    /// the others among the neighbors of their predecessors.
    Walk {
        /// The dimension of all boards.
        n: usize,
        /// The tiles of all boards, row by row, with `n * n` tiles per board.
        tiles: Vec<Tile>,
    },
}

/// Solves a board and asks the solver questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solve {
    /// Whether boards are [tickets](crate::Ticket) rather than the submission's boards.
    pub foreign: bool,
    /// The questions, in the order to ask them.
    pub questions: Vec<Question>,
    /// The board to use.
    pub tiles: Vec<Vec<Tile>>,
    /// A different board, for [`Question::Other`].
    pub other: Vec<Vec<Tile>>,
    /// The number of additional iterators that exist during [`Question::Interleaved`].
    pub iterators: usize,
}

impl Case {
    /// Encodes the case.
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
            Self::Equality(boards)
            | Self::Pairs(boards)
            | Self::Texts(boards)
            | Self::Distinct(boards) => {
                words.push(match self {
                    Self::Equality(_) => CaseKind::Equality,
                    Self::Pairs(_) => CaseKind::Pairs,
                    Self::Texts(_) => CaseKind::Texts,
                    _ => CaseKind::Distinct,
                } as Word);
                for tiles in boards {
                    push_board(tiles, &mut words);
                }
            }
            Self::Solve(Solve { foreign, questions, tiles, other, iterators }) => {
                let kind = if *foreign { CaseKind::SolveForeign } else { CaseKind::SolveOwn };
                words.extend([kind as Word, questions.len() as Word]);
                words.extend(questions.iter().map(|question| *question as Word));
                push_board(tiles, &mut words);
                push_board(other, &mut words);
                words.push(*iterators as Word);
            }
            Self::Script(Script { views, boards, steps }) => {
                words.extend([CaseKind::Script as Word, *views, boards.len() as Word]);
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

    /// Decodes a case, or returns `None` if the words are invalid.
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
            kind
            @ (CaseKind::Equality | CaseKind::Pairs | CaseKind::Texts | CaseKind::Distinct) => {
                let mut boards = Vec::new();
                while words.len() > 0 {
                    boards.push(take_board(&mut words)?);
                }
                match kind {
                    CaseKind::Equality => Self::Equality(boards),
                    CaseKind::Pairs => Self::Pairs(boards),
                    CaseKind::Texts => Self::Texts(boards),
                    _ => Self::Distinct(boards),
                }
            }
            kind @ (CaseKind::SolveForeign | CaseKind::SolveOwn) => {
                let count = words.next()? as usize;
                let questions: Option<Vec<_>> =
                    words.by_ref().take(count).map(Question::from_word).collect();
                let tiles = take_board(&mut words)?;
                let other = take_board(&mut words)?;
                let iterators = words.next()? as usize;
                let foreign = kind == CaseKind::SolveForeign;
                Self::Solve(Solve { foreign, questions: questions?, tiles, other, iterators })
            }
            CaseKind::Text => Self::Text(take_board(&mut words)?),
            CaseKind::Debug => Self::Debug(take_board(&mut words)?),
            CaseKind::Script => {
                let views = words.next()?;
                let count = words.next()? as usize;
                let boards = take_boards(count, &mut words)?;
                let mut steps = Vec::new();
                while let Some(kind) = words.next() {
                    let data = [words.next()?, words.next()?, words.next()?];
                    steps.push(Step::from_words([kind, data[0], data[1], data[2]])?);
                }
                Self::Script(Script { views, boards, steps })
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

type Rest<'a> = std::iter::Copied<std::slice::Iter<'a, Word>>;

fn take_boards(count: usize, words: &mut Rest<'_>) -> Option<Vec<Vec<Vec<Tile>>>> {
    (0..count).map(|_| take_board(words)).collect()
}

// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
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
    fn cases_round_trip_through_words() {
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
            Case::Pairs(vec![tiles.clone(), tiles.clone()]),
            Case::Texts(vec![tiles.clone(), tiles.clone()]),
            Case::Distinct(vec![tiles.clone(), vec![vec![2, 1], vec![3, 0]]]),
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
                iterators: 3,
            }),
            Case::Script(Script {
                views: Method::Display.bit(),
                boards: vec![tiles.clone()],
                steps: vec![
                    Step::Make { board: 0, place: 3 },
                    Step::Clone { of: 3, place: 4 },
                    Step::Neighbor { of: 4, index: 3, place: 5 },
                    Step::Twin { of: 5, place: 6 },
                    Step::Ask { place: 6, method: Method::Display },
                    Step::Compare { count: 7 },
                    Step::CompareTexts { count: 7 },
                    Step::View {
                        place: 6,
                        method: Method::Twin,
                        first: Method::IsGoal,
                        second: Method::Display,
                    },
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
            let may_be_empty = matches!(
                case,
                Case::Equality(_) | Case::Pairs(_) | Case::Texts(_) | Case::Distinct(_)
            );
            assert_eq!(Case::from_words(&words[..1]).is_some(), may_be_empty);
        }
    }
}
