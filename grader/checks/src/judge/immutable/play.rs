//! Follows a script and describes a call that changes an earlier answer.

use std::collections::BTreeMap;

use grade::cause::{After, BoardCause, WhoseCall};
use grade::words::{method_call as call, whose as name};
use grade::{Asked, Evidence, Failure, Stop, Tiles, Value};
use probe::wire::{Method, Step, Whose, Word};
use probe::{Script, VIEWED};

use super::{StoppedCall, take_counted};
use crate::judge::facts::{BoardFacts, parse_text};
use crate::judge::stops::failure_after_calls;
use crate::judge::survey::correct_value;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// The number of the board.
    Board(usize),
    /// The number of the original.
    Clone(usize),
    Neighbor,
    Twin,
}

impl Content {
    fn board_index(self) -> Option<usize> {
        match self {
            Self::Board(board) | Self::Clone(board) => Some(board),
            Self::Neighbor | Self::Twin => None,
        }
    }

    fn content_of_clone(self) -> Self {
        self.board_index().map_or(self, Self::Clone)
    }
}

/// The contents of a script's slots up to some step, and the first answers about each board.
pub(super) struct Play<'a> {
    script: &'a Script,
    /// Whether `twin` selects a random pair for each board.
    is_pair_drawn: bool,
    contents: BTreeMap<usize, Content>,
    /// The step that created the board in each slot or, for a clone, the original.
    made: BTreeMap<usize, usize>,
    pub(super) answers: BTreeMap<Question, Vec<Vec<Word>>>,
}

/// A question that should always get the same answer: a method, called on the board with this number. If `twin` selects
/// random pairs, a question about `twin` also includes the step that created the board.
pub(super) type Question = (usize, Method, Option<usize>);

impl<'a> Play<'a> {
    pub(super) fn new(script: &'a Script, is_pair_drawn: bool) -> Self {
        let (contents, made, answers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { script, is_pair_drawn, contents, made, answers }
    }

    pub(super) fn apply_step(&mut self, at: usize, step: Step) {
        let made = match step {
            Step::Clone { of, .. } => self.made.get(&of).copied(),
            _ => Some(at),
        };
        let (place, content) = match step {
            Step::Make { board, place } => (place, Some(Content::Board(board))),
            Step::Clone { of, place } => {
                (place, self.contents.get(&of).map(|content| content.content_of_clone()))
            }
            Step::Neighbor { place, .. } => (place, Some(Content::Neighbor)),
            Step::Twin { place, .. } => (place, Some(Content::Twin)),
            Step::Ask { .. }
            | Step::View { .. }
            | Step::Compare { .. }
            | Step::CompareTexts { .. } => return,
        };
        self.contents.extend(content.map(|content| (place, content)));
        self.made.extend(made.map(|made| (place, made)));
    }

    /// Returns the question of a step, if the board is known.
    pub(super) fn question(&self, place: usize, method: Method) -> Option<Question> {
        let board = self.contents.get(&place)?.board_index()?;
        let made = self.made.get(&place).copied();
        Some((board, method, made.filter(|_| self.is_pair_drawn && method == Method::Twin)))
    }

    /// Returns the tiles of a step's board, if known.
    pub(super) fn tiles_in_slot(&self, place: usize) -> Tiles {
        let board = self.contents.get(&place).and_then(|content| content.board_index());
        board.map_or_else(Tiles::default, |board| self.script.boards[board].clone().into())
    }

    pub(super) fn describe_change(
        &self,
        at: usize,
        first: &[Vec<Word>],
        now: &[Vec<Word>],
    ) -> Failure {
        let Some((place, method)) = self.script.steps[at].call() else {
            return Failure::default();
        };
        let after = self.calls_before(at, place, method);
        let evidence = Evidence { tiles: self.tiles_in_slot(place), ..Evidence::default() };
        if let Some((of_derived, [expected, actual])) = self.changed_value(place, first, now) {
            let whose = if method == Method::Twin { Whose::Twin } else { Whose::Neighbor };
            let cause = BoardCause::DerivedChanges { whose, method: of_derived, after };
            return Failure::from_cause(cause).with_evidence(Evidence {
                call: format!("{} of {}", call(of_derived), name(whose)),
                expected: value_of(of_derived, expected),
                actual: value_of(of_derived, actual),
                ..evidence
            });
        }
        let value = |answer: &[Vec<Word>]| match answer {
            [words] => words.first().map_or(Value::Nothing, |word| value_of(method, *word)),
            _ => Value::Nothing,
        };
        Failure::from_cause(BoardCause::Changes { method, after }).with_evidence(Evidence {
            call: call(method).to_owned(),
            asked: self.reproducible_question(at, place, method),
            expected: value(first),
            actual: value(now),
            ..evidence
        })
    }

    /// Returns the first value that differs between the views of derived boards with the same texts: the correct value,
    /// or the first one if neither is correct, and the other one.
    fn changed_value(
        &self,
        place: usize,
        first: &[Vec<Word>],
        now: &[Vec<Word>],
    ) -> Option<(Method, [Word; 2])> {
        let viewed = || VIEWED.into_iter().filter(|method| self.script.views & method.bit() != 0);
        let parts = |mut view: &[Word]| -> Option<BTreeMap<Method, Vec<Word>>> {
            let part = |method| Some((method, take_counted(&mut view).ok()??.to_vec()));
            viewed().map(part).collect()
        };
        first.iter().zip(now).filter(|(first, now)| first != now).find_map(|(first, now)| {
            let (first, now) = (parts(first)?, parts(now)?);
            let text = Method::Display;
            let is_same = first.contains_key(&text) && first.get(&text) == now.get(&text);
            let value =
                |parts: &BTreeMap<Method, Vec<Word>>, method| parts.get(&method)?.first().copied();
            let differs = |method: &Method| *method != text && first.get(method) != now.get(method);
            let method = viewed().find(differs).filter(|_| is_same)?;
            let values = [value(&first, method)?, value(&now, method)?];
            let (_, tokens) = first.get(&text)?.split_first()?;
            let n = self.tiles_in_slot(place).len();
            let facts = parse_text(n, tokens).map(|tiles| BoardFacts::new(n, &tiles));
            let is_right =
                |value| facts.as_ref().is_some_and(|facts| correct_value(facts, method) == value);
            Some((method, if is_right(values[1]) { [values[1], values[0]] } else { values }))
        })
    }

    /// Returns the question as a reproducible example, if one board and two calls are enough to reproduce the change.
    fn reproducible_question(&self, at: usize, place: usize, method: Method) -> Asked {
        let steps = self.script.steps.get(at.saturating_sub(2)..at);
        match steps {
            Some([Step::Make { place: made, .. }, Step::Ask { place: asked, method: before }])
                if *made == place && *asked == place =>
            {
                Asked::BoardAfter { before: *before, method }
            }
            _ => Asked::Beyond,
        }
    }

    /// Describes a call that did not return.
    pub(super) fn describe_stopped_call(&self, at: usize, stop: &Stop) -> StoppedCall {
        let (place, method) = match self.script.steps[at] {
            Step::Ask { place, method } | Step::View { place, method, .. } => (place, method),
            Step::Make { place, .. } | Step::Clone { place, .. } => (place, Method::New),
            Step::Neighbor { of, .. } => (of, Method::Neighbors),
            Step::Twin { of, .. } => (of, Method::Twin),
            Step::Compare { .. } => (0, Method::Eq),
            Step::CompareTexts { .. } => (0, Method::Display),
        };
        let board = self.contents.get(&place).and_then(|content| content.board_index());
        let known = match board {
            Some(board) => {
                self.answers.keys().any(|(of, asked, _)| (*of, *asked) == (board, method))
            }
            None => self.answers.keys().any(|(_, asked, _)| *asked == method),
        };
        let tiles = self.tiles_in_slot(place);
        let failure = (known || !stop.is_stall()).then(|| {
            let after = if known {
                self.calls_before(at, place, method)
            } else {
                self.events_before_creation(at)
            };
            failure_after_calls(method, tiles.clone(), stop.clone(), after)
        });
        StoppedCall { method, board, tiles, failure }
    }

    /// Returns what happened before a board was created or first called.
    fn events_before_creation(&self, at: usize) -> After {
        let steps = &self.script.steps[..=at];
        let made = steps.iter().filter_map(|step| match step {
            Step::Make { board, .. } => Some(self.script.boards[*board].len()),
            _ => None,
        });
        let sizes: Vec<usize> = made.collect();
        let differs = sizes.split_last().is_some_and(|(last, rest)| rest.iter().any(|n| n != last));
        match steps.last() {
            _ if differs => After::OtherSizes,
            Some(step) if step.call().is_some() => After::Unasked,
            _ => After::OtherMade,
        }
    }

    fn calls_before(&self, at: usize, place: usize, method: Method) -> After {
        let before = &self.script.steps[..at];
        let is_begin = |step: &Step| match *step {
            Step::Ask { place: of, method: asked }
            | Step::View { place: of, method: asked, .. } => of == place && asked == method,
            Step::Make { place: at, .. }
            | Step::Clone { place: at, .. }
            | Step::Neighbor { place: at, .. }
            | Step::Twin { place: at, .. } => at == place,
            Step::Compare { .. } | Step::CompareTexts { .. } => false,
        };
        let begin = before.iter().rposition(is_begin);
        if let Some(Step::Clone { of, .. }) = begin.map(|begin| before[begin])
            && self.contents.get(&of).is_some_and(|content| content.board_index().is_some())
        {
            // The first answer after the clone was created was already wrong.
            return After::OfClone;
        }
        let begin = begin.map_or(0, |begin| begin + 1);
        let between = &before[begin..];
        let elsewhere = |step: &&Step| step.call().is_none_or(|(of, _)| of != place);
        let last = between.iter().rfind(elsewhere).or(between.last());
        match last {
            None if before.last().is_some_and(|step| step.call().is_some()) => After::Same,
            None | Some(Step::Compare { .. } | Step::CompareTexts { .. }) => After::NewBoard,
            Some(Step::Make { .. }) => After::OtherMade,
            Some(Step::Clone { .. }) => After::Cloned,
            Some(Step::Neighbor { .. }) => After::NeighborTaken,
            Some(Step::Twin { .. }) => After::TwinTaken,
            Some(Step::Ask { place: other, method } | Step::View { place: other, method, .. }) => {
                let of = match (self.contents.get(other), self.contents.get(&place)) {
                    _ if *other == place => WhoseCall::Itself,
                    (Some(Content::Neighbor), _) => WhoseCall::Neighbor,
                    (Some(Content::Twin), _) => WhoseCall::Twin,
                    (Some(other), Some(own)) if other.board_index() == own.board_index() => {
                        WhoseCall::Clone
                    }
                    _ => WhoseCall::Other,
                };
                After::Called { method: *method, of }
            }
        }
    }
}

/// Converts a word from a method. Texts and boards take more than a word.
fn value_of(method: Method, word: Word) -> Value {
    match method {
        Method::IsGoal => Value::Truth(word != 0),
        Method::Dimension | Method::Hamming | Method::Manhattan => Value::Number(word.into()),
        _ => Value::Nothing,
    }
}
