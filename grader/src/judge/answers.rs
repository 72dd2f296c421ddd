//! Reads what a solver has answered.

use probe::wire::{Question, TOO_LONG, Word};
use slider::Tile;

use super::facts::parse_text;
use super::survey::Malformed;
use crate::run::Tickets;

/// The answers of a solver; `None` for a question that got none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::option_option, reason = "no answer and the answer `None` are two things")]
pub(crate) struct Answers {
    pub(crate) solvable: Option<bool>,
    pub(crate) moves: Option<Option<u64>>,
    pub(crate) solution: Option<Option<Path>>,
}

/// A solution: the tiles of each board, row by row, or `None` for what is no board of that size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) boards: Vec<Option<Vec<Tile>>>,
    /// Whether there are more boards than were looked at.
    pub(crate) is_cut: bool,
}

/// How the boards of a solution are shown.
#[derive(Clone, Copy)]
pub(crate) enum Sight<'a> {
    /// By the numbers of the grader's own boards.
    Tickets(&'a Tickets),
    /// By their texts, on boards of this dimension.
    Texts(usize),
}

impl Answers {
    /// Adds the answers in these words.
    ///
    /// # Errors
    ///
    /// If they are not the probe's.
    pub(crate) fn read(&mut self, words: &[Word], sight: Sight<'_>) -> Result<(), Malformed> {
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut word_after = || words.next().ok_or(Malformed);
            match Question::from_word(word).ok_or(Malformed)? {
                Question::New => return Err(Malformed),
                Question::IsSolvable => self.solvable = Some(word_after()? != 0),
                Question::Moves => {
                    let some = word_after()? != 0;
                    self.moves = Some(if some { Some(word_after()?.into()) } else { None });
                }
                Question::Solution => {
                    let some = word_after()? != 0;
                    let path = if some { Some(read_path(&mut words, sight)?) } else { None };
                    self.solution = Some(path);
                }
            }
        }
        Ok(())
    }

    /// Whether there is no answer at all.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether they say with one voice that the board has no solution.
    pub(crate) fn say_unsolvable(&self) -> bool {
        self.solvable == Some(false) && self.moves == Some(None) && self.solution == Some(None)
    }
}

fn read_path(words: &mut impl Iterator<Item = Word>, sight: Sight<'_>) -> Result<Path, Malformed> {
    let mut boards = Vec::new();
    loop {
        match words.next().ok_or(Malformed)? {
            0 => return Ok(Path { boards, is_cut: false }),
            TOO_LONG => return Ok(Path { boards, is_cut: true }),
            1 => boards.push(match sight {
                Sight::Tickets(tickets) => {
                    let number = words.next().ok_or(Malformed)?;
                    Some(tickets.tiles(number).map_err(|_| Malformed)?.to_vec())
                }
                Sight::Texts(n) => {
                    let len = usize::try_from(words.next().ok_or(Malformed)?);
                    let len = len.map_err(|_| Malformed)?;
                    let text: Vec<Word> = words.by_ref().take(len).collect();
                    if text.len() != len {
                        return Err(Malformed);
                    }
                    parse_text(n, &text)
                }
            }),
            _ => return Err(Malformed),
        }
    }
}
