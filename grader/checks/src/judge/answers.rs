//! Decodes a solver's answers.

use probe::wire::{MAX_SOLUTION, Question, TOO_LONG, Word};
use sandbox::run::HostBoards;

use super::facts::parse_text;
use super::path::{PathBuilder, SolutionPath};
use super::survey::MalformedOutput;

/// The questions, in the order to ask them first.
pub(crate) const QUESTIONS: [Question; 3] =
    [Question::IsSolvable, Question::Moves, Question::Solution];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::option_option, reason = "a missing answer is different from the answer `None`")]
pub(crate) struct Answers {
    pub(crate) solvable: Option<bool>,
    pub(crate) moves: Option<Option<u64>>,
    pub(crate) solution: Option<Option<SolutionPath>>,
}

#[derive(Clone, Copy)]
pub(crate) enum BoardReading<'a> {
    /// By board number, for the grader's boards.
    HostBoards(&'a HostBoards),
    /// By text, for boards of this dimension.
    Texts(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Solvable(bool),
    Moves(Option<u64>),
    Solution(Option<SolutionPath>),
    /// The result of `solution` when only the first board was read.
    First(Option<SolutionPath>),
    /// The result of `solution` when it was called again before all boards had been read.
    Interleaved(Option<SolutionPath>),
    /// The result of `is_solvable` for a different solver and board.
    Other(bool),
}

/// The heap memory that a solver uses, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bytes {
    pub(crate) peak: u64,
    /// The memory retained after the last question.
    pub(crate) kept: u64,
}

/// The maximum number of answers in a run. No case asks as many questions.
/// The most is 400 rounds of three questions, and some more. A guest that floods the judge must not fill its memory.
const MAX_ANSWERS: usize = 2048;

/// Decodes all answers of a run in order, and the memory use if the run finished. Fails if the words are not valid
/// probe output.
pub(crate) fn read_answers(
    words: &[Word],
    sight: BoardReading<'_>,
) -> Result<(Vec<Answer>, Option<Bytes>), MalformedOutput> {
    let mut words = words.iter().copied();
    let (mut answers, mut bytes) = (Vec::new(), None);
    while let Some(word) = words.next() {
        if Question::from_word(word) == Some(Question::New) {
            let mut word_after = || words.next().ok_or(MalformedOutput);
            let (peak, kept) = (word_after()?.into(), word_after()?.into());
            bytes = Some(Bytes { peak, kept });
        } else {
            answers.push(read_answer(word, &mut words, sight)?);
            if answers.len() > MAX_ANSWERS {
                return Err(MalformedOutput);
            }
        }
    }
    Ok((answers, bytes))
}

pub(super) fn read_answer(
    question: Word,
    words: &mut impl Iterator<Item = Word>,
    sight: BoardReading<'_>,
) -> Result<Answer, MalformedOutput> {
    let mut word_after = || words.next().ok_or(MalformedOutput);
    Ok(match Question::from_word(question).ok_or(MalformedOutput)? {
        Question::New | Question::Drop => return Err(MalformedOutput),
        Question::IsSolvable => Answer::Solvable(word_after()? != 0),
        Question::Other => Answer::Other(word_after()? != 0),
        Question::Moves => {
            let some = word_after()? != 0;
            Answer::Moves(if some { Some(word_after()?.into()) } else { None })
        }
        question @ (Question::Solution | Question::First | Question::Interleaved) => {
            let some = word_after()? != 0;
            let path = if some { Some(read_path(words, sight)?) } else { None };
            match question {
                Question::Solution => Answer::Solution(path),
                Question::First => Answer::First(path),
                _ => Answer::Interleaved(path),
            }
        }
    })
}

impl Answers {
    pub(crate) fn add(&mut self, answer: Answer) {
        match answer {
            Answer::Solvable(solvable) => self.solvable = Some(solvable),
            Answer::Moves(moves) => self.moves = Some(moves),
            Answer::Solution(solution) => self.solution = Some(solution),
            Answer::First(_) | Answer::Interleaved(_) | Answer::Other(_) => {}
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn say_unsolvable(&self) -> bool {
        self.solvable == Some(false) && self.moves == Some(None) && self.solution == Some(None)
    }
}

fn read_path(
    words: &mut impl Iterator<Item = Word>,
    sight: BoardReading<'_>,
) -> Result<SolutionPath, MalformedOutput> {
    let mut path = PathBuilder::default();
    loop {
        match words.next().ok_or(MalformedOutput)? {
            0 => return Ok(path.finish(false)),
            TOO_LONG => return Ok(path.finish(true)),
            // The probe sends no more boards than this, so a longer path is forged.
            1 if path.board_count() < MAX_SOLUTION => path.push(match sight {
                BoardReading::HostBoards(boards) => {
                    let number = words.next().ok_or(MalformedOutput)?;
                    Some(boards.tiles(number).map_err(|_| MalformedOutput)?)
                }
                BoardReading::Texts(n) => {
                    let len = usize::try_from(words.next().ok_or(MalformedOutput)?);
                    let len = len.map_err(|_| MalformedOutput)?;
                    let text: Vec<Word> = words.by_ref().take(len).collect();
                    if text.len() != len {
                        return Err(MalformedOutput);
                    }
                    parse_text(n, &text)
                }
            }),
            _ => return Err(MalformedOutput),
        }
    }
}
