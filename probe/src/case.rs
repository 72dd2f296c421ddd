//! What the grader asks for in one run.

use slider::Tile;

use crate::wire::{Depth, Eyes, Kind, Question, Word};

/// One run's task. Each case is run in a fresh instance of the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// [`survey`](crate::survey()) many boards.
    Survey(Survey),
    /// [Compare](crate::equality()) boards with each other.
    Equality(Vec<Vec<Vec<Tile>>>),
    /// [Solve](crate::solve()) a board.
    Solve(Solve),
    /// [Show](crate::show) a board's text.
    Text(Vec<Vec<Tile>>),
}

/// Ask each of many boards everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The [methods](crate::wire::Method) to call, as bits.
    pub mask: Word,
    /// How to tell which board a derived board is.
    pub eyes: Eyes,
    /// How closely to look at derived boards.
    pub depth: Depth,
    /// The boards.
    pub boards: Boards,
}

/// Which boards a survey goes through.
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
}

/// Solve one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solve {
    /// Whether on the grader's type of board, not the submission's.
    pub foreign: bool,
    /// What to ask the solver once it is made, in this order.
    pub questions: Vec<Question>,
    /// The board.
    pub tiles: Vec<Vec<Tile>>,
}

impl Case {
    /// The case as words.
    pub fn to_words(&self) -> Vec<Word> {
        let mut words = Vec::new();
        match self {
            Self::Survey(Survey { mask, eyes, depth, boards }) => {
                words.extend([Kind::Survey as Word, *mask, eyes.0, *depth as Word]);
                match boards {
                    Boards::Ranks { n, from, to } => {
                        words.extend([0, *n as Word, *from as Word, *to as Word]);
                    }
                    Boards::Listed { n, tiles } => {
                        words.extend([1, *n as Word]);
                        words.extend(tiles.iter().map(|tile| Word::from(*tile)));
                    }
                }
            }
            Self::Equality(boards) => {
                words.push(Kind::Equality as Word);
                for tiles in boards {
                    push_board(tiles, &mut words);
                }
            }
            Self::Solve(Solve { foreign, questions, tiles }) => {
                let kind = if *foreign { Kind::SolveForeign } else { Kind::SolveOwn };
                words.extend([kind as Word, questions.len() as Word]);
                words.extend(questions.iter().map(|question| *question as Word));
                push_board(tiles, &mut words);
            }
            Self::Text(tiles) => {
                words.push(Kind::Text as Word);
                push_board(tiles, &mut words);
            }
        }
        words
    }

    /// The case that these words say, or `None` if they say none.
    pub fn from_words(words: &[Word]) -> Option<Self> {
        let mut words = words.iter().copied();
        let case = match Kind::from_word(words.next()?)? {
            Kind::Survey => {
                let mask = words.next()?;
                let eyes = Eyes(words.next()?);
                let depth = Depth::from_word(words.next()?)?;
                let listed = words.next()? != 0;
                let n = words.next()? as usize;
                let boards = if listed {
                    Boards::Listed { n, tiles: words.by_ref().map(|word| word as Tile).collect() }
                } else {
                    let (from, to) = (words.next()? as usize, words.next()? as usize);
                    Boards::Ranks { n, from, to }
                };
                Self::Survey(Survey { mask, eyes, depth, boards })
            }
            Kind::Equality => {
                let mut boards = Vec::new();
                while let Some(n) = words.next() {
                    boards.push(take_board(n as usize, &mut words)?);
                }
                Self::Equality(boards)
            }
            kind @ (Kind::SolveForeign | Kind::SolveOwn) => {
                let count = words.next()? as usize;
                let questions: Option<Vec<_>> =
                    words.by_ref().take(count).map(Question::from_word).collect();
                let n = words.next()? as usize;
                let tiles = take_board(n, &mut words)?;
                let foreign = kind == Kind::SolveForeign;
                Self::Solve(Solve { foreign, questions: questions?, tiles })
            }
            Kind::Text => {
                let n = words.next()? as usize;
                Self::Text(take_board(n, &mut words)?)
            }
        };
        words.next().is_none().then_some(case)
    }
}

fn push_board(tiles: &[Vec<Tile>], words: &mut Vec<Word>) {
    words.push(tiles.len() as Word);
    words.extend(tiles.iter().flatten().map(|tile| Word::from(*tile)));
}

fn take_board(n: usize, words: &mut impl Iterator<Item = Word>) -> Option<Vec<Vec<Tile>>> {
    (0..n).map(|_| (0..n).map(|_| words.next().map(|word| word as Tile)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_survives_the_crossing() {
        let tiles = vec![vec![1, 0], vec![3, 2]];
        for case in [
            Case::Survey(Survey {
                mask: 6,
                eyes: Eyes::EQ,
                depth: Depth::Deep,
                boards: Boards::Ranks { n: 3, from: 4, to: 9 },
            }),
            Case::Survey(Survey {
                mask: 2,
                eyes: Eyes::BOTH,
                depth: Depth::Which,
                boards: Boards::Listed { n: 2, tiles: vec![1, 2, 3, 0, 0, 1, 2, 3] },
            }),
            Case::Equality(vec![tiles.clone(), vec![vec![0; 3]; 3]]),
            Case::Solve(Solve {
                foreign: true,
                questions: vec![Question::Moves, Question::Solution],
                tiles: tiles.clone(),
            }),
            Case::Text(tiles),
        ] {
            let words = case.to_words();
            assert_eq!(Case::from_words(&words).as_ref(), Some(&case));
            assert_eq!(Case::from_words(&words[..1]).is_some(), matches!(case, Case::Equality(_)));
        }
    }
}
