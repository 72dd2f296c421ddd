//! Judges whether boards keep their values between calls.

use std::collections::BTreeMap;

use grade::cause::{After, BoardCause, WhoseCall};
use grade::words::method_call as call;
use grade::{Asked, Evidence, Failure, Stop, Tiles, Value};
use probe::Script;
use probe::wire::{Method, Step, Word};
use slider::Tile;

use super::sizes::Sizes;
use super::survey::Malformed;

/// The methods with compared answers.
const ASKED: [Method; 7] = [
    Method::Dimension,
    Method::Hamming,
    Method::Manhattan,
    Method::IsGoal,
    Method::Display,
    Method::Neighbors,
    Method::Twin,
];

/// The number of times that a board is queried completely.
const PATIENCE: usize = 100;

/// Returns the boards of the script. Boards of different sizes are alive at the same time.
fn boards() -> Vec<Vec<Vec<Tile>>> {
    vec![
        vec![vec![8, 1, 3], vec![4, 0, 2], vec![7, 6, 5]],
        vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 0]],
        vec![vec![0, 3], vec![2, 1]],
        vec![vec![1, 2, 3, 4], vec![5, 0, 7, 8], vec![9, 6, 10, 12], vec![13, 14, 11, 15]],
        vec![
            vec![1, 2, 3, 4, 5],
            vec![6, 7, 8, 9, 10],
            vec![11, 12, 0, 14, 15],
            vec![16, 17, 13, 18, 20],
            vec![21, 22, 23, 19, 24],
        ],
    ]
}

/// Returns the sizes of the script's boards.
pub(crate) fn sizes() -> Sizes {
    boards().iter().fold(Sizes::default(), |sizes, board| sizes | Sizes::of(board.len()))
}

/// Returns a script that calls each method on a new board, each method after each other method, and all again after
/// other boards were created, cloned and derived. It calls only methods in `mask`, and queries boards only from methods
/// in `makers`.
pub(crate) fn script(mask: Word, makers: Word, by_text: bool) -> Script {
    let asked: Vec<Method> = ASKED.into_iter().filter(|method| mask & method.bit() != 0).collect();
    let boards = boards();
    let mut steps = Vec::new();
    let all = |place: usize| asked.iter().map(move |method| Step::Ask { place, method: *method });
    for board in 0..boards.len() {
        for &method in &asked {
            steps.extend([Step::Make { board, place: 0 }, Step::Ask { place: 0, method }]);
        }
    }
    for board in [2, 0, 1] {
        for &before in &asked {
            for &method in &asked {
                steps.extend([
                    Step::Make { board, place: 0 },
                    Step::Ask { place: 0, method: before },
                    Step::Ask { place: 0, method },
                ]);
            }
        }
    }
    // Boards of different sizes at the same time.
    steps.push(Step::Make { board: 0, place: 0 });
    steps.extend(all(0));
    for (board, place) in [(2, 1), (3, 2), (1, 3)] {
        steps.push(Step::Make { board, place });
        steps.extend(all(0).chain(all(place)).chain(all(0)).chain(all(1)));
    }
    // A clone of a larger board, after calls.
    steps.push(Step::Make { board: 3, place: 0 });
    steps.extend(all(0));
    steps.push(Step::Clone { of: 0, place: 1 });
    steps.extend(all(1).chain(all(0)));
    // A clone, a neighbor and a twin, each before and after calls on the board.
    let derived = [
        (Method::New, Step::Clone { of: 0, place: 1 }),
        (Method::Neighbors, Step::Neighbor { of: 0, place: 1 }),
        (Method::Twin, Step::Twin { of: 0, place: 1 }),
    ];
    for (method, derive) in derived {
        if method != Method::New && makers & method.bit() == 0 {
            continue;
        }
        for asked_before in [false, true] {
            steps.push(Step::Make { board: 0, place: 0 });
            if asked_before {
                steps.extend(all(0));
            }
            steps.push(derive);
            steps.extend(all(1).chain(all(0)).chain(all(1)));
        }
    }
    // A neighbor of a neighbor, and a board with repeated calls.
    if makers & Method::Neighbors.bit() != 0 {
        steps.push(Step::Make { board: 0, place: 0 });
        steps.extend(all(0));
        steps.extend([Step::Neighbor { of: 0, place: 1 }, Step::Neighbor { of: 1, place: 2 }]);
        steps.extend(all(2).chain(all(0)));
    }
    for board in [4, 0] {
        steps.push(Step::Make { board, place: 0 });
        for _ in 0..PATIENCE {
            steps.extend(all(0));
        }
    }
    Script { by_text, boards, steps }
}

/// The result of a script.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// All answers are stable.
    Nothing,
    /// An answer changed.
    Found(Box<Failure>),
    /// This method did not return, for a reason unrelated to earlier calls on the board; later answers are unknown.
    Stopped(Method),
}

/// Finds the first changed answer. Methods in `ignored` are not compared.
///
/// # Errors
///
/// If the words do not match the script.
pub(crate) fn judge(
    script: &Script,
    words: &[Word],
    stop: &Stop,
    ignored: Word,
) -> Result<Change, Malformed> {
    let mut words = words;
    let mut play = Play::new(script, is_pair_drawn(script, words)?);
    for (at, step) in script.steps.iter().enumerate() {
        play.set_up(at, *step);
        let Step::Ask { place, method } = *step else { continue };
        let Some((len, rest)) = words.split_first() else {
            if *stop == Stop::Done {
                return Err(Malformed);
            }
            return Ok(play
                .stopped(at, stop)
                .map_or(Change::Stopped(method), |it| Change::Found(Box::new(it))));
        };
        let len = usize::try_from(*len).map_err(|_| Malformed)?;
        let (answer, rest) = rest.split_at_checked(len).ok_or(Malformed)?;
        words = rest;
        let Some(question) = play.question(place, method) else { continue };
        let answer = normal(method, answer)?;
        let first = play.answers.entry(question).or_insert_with(|| answer.clone());
        if *first != answer && ignored & method.bit() == 0 {
            let first = first.clone();
            return Ok(Change::Found(Box::new(play.changed(at, &first, &answer))));
        }
    }
    Ok(Change::Nothing)
}

/// Returns whether equal boards, without other calls, have different twins. The exchanged pair is free and may be
/// random for each board.
fn is_pair_drawn(script: &Script, mut words: &[Word]) -> Result<bool, Malformed> {
    let mut twins: BTreeMap<usize, &[Word]> = BTreeMap::new();
    let mut before: Option<Step> = None;
    for &step in &script.steps {
        if let Step::Ask { place, method } = step {
            let Some((len, rest)) = words.split_first() else { break };
            let len = usize::try_from(*len).map_err(|_| Malformed)?;
            let (answer, rest) = rest.split_at_checked(len).ok_or(Malformed)?;
            words = rest;
            if method == Method::Twin
                && let Some(Step::Make { board, place: made }) = before
                && made == place
                && *twins.entry(board).or_insert(answer) != answer
            {
                return Ok(true);
            }
        }
        before = Some(step);
    }
    Ok(false)
}

/// Returns an answer in a normal form, because the order of neighbors is free.
fn normal(method: Method, answer: &[Word]) -> Result<Vec<Vec<Word>>, Malformed> {
    if method != Method::Neighbors {
        return Ok(vec![answer.to_vec()]);
    }
    let mut boards = Vec::new();
    let mut rest = answer;
    while let Some((len, after)) = rest.split_first() {
        let len = usize::try_from(*len).map_err(|_| Malformed)?;
        let (board, after) = after.split_at_checked(len).ok_or(Malformed)?;
        boards.push(board.to_vec());
        rest = after;
    }
    boards.sort();
    Ok(boards)
}

/// The contents of a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// The board with this number.
    Board(usize),
    /// A clone of the board with this number.
    Clone(usize),
    Neighbor,
    Twin,
}

impl Content {
    /// Returns the number of the board, if known to the grader.
    fn board(self) -> Option<usize> {
        match self {
            Self::Board(board) | Self::Clone(board) => Some(board),
            Self::Neighbor | Self::Twin => None,
        }
    }

    /// Returns the contents for a clone.
    fn cloned(self) -> Self {
        self.board().map_or(self, Self::Clone)
    }
}

struct Play<'a> {
    script: &'a Script,
    /// Whether each created board selects a random pair for the twin.
    is_pair_drawn: bool,
    contents: BTreeMap<usize, Content>,
    /// The step that created the board in each place, or the board that it is a clone of.
    made: BTreeMap<usize, usize>,
    /// The first answer to each question.
    answers: BTreeMap<Question, Vec<Vec<Word>>>,
}

/// A question with a stable answer: a method on the board with this number or, if pairs are random, the twin of the
/// board created by a step.
type Question = (usize, Method, Option<usize>);

impl<'a> Play<'a> {
    fn new(script: &'a Script, is_pair_drawn: bool) -> Self {
        let (contents, made, answers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { script, is_pair_drawn, contents, made, answers }
    }

    fn set_up(&mut self, at: usize, step: Step) {
        let made = match step {
            Step::Clone { of, .. } => self.made.get(&of).copied(),
            _ => Some(at),
        };
        let (place, content) = match step {
            Step::Make { board, place } => (place, Some(Content::Board(board))),
            Step::Clone { of, place } => {
                (place, self.contents.get(&of).map(|content| content.cloned()))
            }
            Step::Neighbor { place, .. } => (place, Some(Content::Neighbor)),
            Step::Twin { place, .. } => (place, Some(Content::Twin)),
            Step::Ask { .. } => return,
        };
        self.contents.extend(content.map(|content| (place, content)));
        self.made.extend(made.map(|made| (place, made)));
    }

    /// Returns the question of a step, if the grader knows the board.
    fn question(&self, place: usize, method: Method) -> Option<Question> {
        let board = self.contents.get(&place)?.board()?;
        let made = self.made.get(&place).copied();
        Some((board, method, made.filter(|_| self.is_pair_drawn && method == Method::Twin)))
    }

    /// Returns the tiles of a step's board, if the grader knows them.
    fn tiles(&self, place: usize) -> Tiles {
        let board = self.contents.get(&place).and_then(|content| content.board());
        board.map_or_else(Tiles::default, |board| self.script.boards[board].clone().into())
    }

    fn changed(&self, at: usize, first: &[Vec<Word>], now: &[Vec<Word>]) -> Failure {
        let Step::Ask { place, method } = self.script.steps[at] else {
            return Failure::default();
        };
        let value = |answer: &[Vec<Word>]| match (method, answer) {
            (Method::IsGoal, [words]) => Value::Truth(words.first() != Some(&0)),
            (Method::Dimension | Method::Hamming | Method::Manhattan, [words]) => {
                words.first().map_or(Value::Nothing, |word| Value::Number((*word).into()))
            }
            _ => Value::Nothing,
        };
        let after = self.after(at, place, method);
        Failure::of(BoardCause::Changes { method, after }).with_evidence(Evidence {
            tiles: self.tiles(place),
            call: call(method).to_owned(),
            asked: self.asked(at, place, method),
            expected: value(first),
            actual: value(now),
            ..Evidence::default()
        })
    }

    /// Returns the question as a reproducible example, if it takes only a board and two calls.
    fn asked(&self, at: usize, place: usize, method: Method) -> Asked {
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

    /// Returns the failure of a step that did not return although it did before; `None` if it never did, which is
    /// unrelated to earlier calls.
    fn stopped(&self, at: usize, stop: &Stop) -> Option<Failure> {
        let Step::Ask { place, method } = self.script.steps[at] else { return None };
        let board = self.contents.get(&place).and_then(|content| content.board());
        let known = match board {
            Some(board) => {
                self.answers.keys().any(|(of, asked, _)| (*of, *asked) == (board, method))
            }
            None => self.answers.keys().any(|(_, asked, _)| *asked == method),
        };
        if !known || stop.is_graders_fault() {
            return None;
        }
        let after = self.after(at, place, method);
        let cause = BoardCause::StopsAfter { method, stop: stop.clone(), after };
        Some(super::stops::failure(cause, stop).with_evidence(Evidence {
            tiles: self.tiles(place),
            call: call(method).to_owned(),
            ..Evidence::default()
        }))
    }

    /// Returns the step after which the answer changed.
    fn after(&self, at: usize, place: usize, method: Method) -> After {
        let before = &self.script.steps[..at];
        let is_begin = |step: &Step| match *step {
            Step::Ask { place: of, method: asked } => of == place && asked == method,
            Step::Make { place: at, .. }
            | Step::Clone { place: at, .. }
            | Step::Neighbor { place: at, .. }
            | Step::Twin { place: at, .. } => at == place,
        };
        let begin = before.iter().rposition(is_begin);
        if let Some(Step::Clone { of, .. }) = begin.map(|begin| before[begin])
            && self.contents.get(&of).is_some_and(|content| content.board().is_some())
        {
            // The first answer since the board was created was already wrong.
            return After::OfClone;
        }
        let begin = begin.map_or(0, |begin| begin + 1);
        let between = &before[begin..];
        let elsewhere = |step: &&Step| !matches!(step, Step::Ask { place: of, .. } if *of == place);
        let last = between.iter().rfind(elsewhere).or(between.last());
        match last {
            None if matches!(before.last(), Some(Step::Ask { .. })) => After::Same,
            None => After::NewBoard,
            Some(Step::Make { .. }) => After::OtherMade,
            Some(Step::Clone { .. }) => After::Cloned,
            Some(Step::Neighbor { .. }) => After::NeighborTaken,
            Some(Step::Twin { .. }) => After::TwinTaken,
            Some(Step::Ask { place: other, method }) => {
                let of = match (self.contents.get(other), self.contents.get(&place)) {
                    _ if *other == place => WhoseCall::Itself,
                    (Some(Content::Neighbor), _) => WhoseCall::Neighbor,
                    (Some(Content::Twin), _) => WhoseCall::Twin,
                    (Some(other), Some(own)) if other.board() == own.board() => WhoseCall::Clone,
                    _ => WhoseCall::Other,
                };
                After::Called { method: *method, of }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASK: Word = Method::Hamming.bit() | Method::IsGoal.bit();

    /// Simulates a board with answers that depend on the step and the method.
    fn answers(answer: impl Fn(usize, Method) -> Word) -> Vec<Word> {
        let script = script(MASK, MASK, true);
        let asks = script.steps.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Ask { method, .. } => Some([1, answer(at, *method)]),
            _ => None,
        });
        asks.flatten().collect()
    }

    fn change(script: &Script, words: &[Word]) -> Failure {
        match judge(script, words, &Stop::Done, 0) {
            Ok(Change::Found(failure)) => *failure,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_stays_the_same_is_right_even_if_it_is_wrong() {
        let words = answers(|_, method| method as Word);
        assert_eq!(judge(&script(MASK, MASK, true), &words, &Stop::Done, 0), Ok(Change::Nothing));
    }

    #[test]
    fn a_change_is_found_and_its_cause_named() {
        let script = script(MASK, MASK, true);
        // The first `hamming()` after `is_goal()`.
        let at = script.steps.windows(3).position(|steps| {
            matches!(
                steps,
                [
                    Step::Make { .. },
                    Step::Ask { method: Method::IsGoal, .. },
                    Step::Ask { method: Method::Hamming, .. }
                ]
            )
        });
        let at = at.expect("there is such a pair") + 2;
        let words = answers(|step, method| method as Word + Word::from(step == at));
        let failure = change(&script, &words);
        assert_eq!(failure.summary, "hamming() answers otherwise once is_goal() was called");
    }

    #[test]
    fn a_clone_that_forgets_is_told_from_its_board() {
        let script = script(MASK, MASK, true);
        let clone = script.steps.iter().position(|step| matches!(step, Step::Clone { .. }));
        let clone = clone.expect("something is cloned");
        let forgets = |step: usize, method: Method| {
            let is_clone = matches!(script.steps[step], Step::Ask { place: 1, .. });
            method as Word + Word::from(step > clone && is_clone && method == Method::IsGoal)
        };
        let failure = change(&script, &answers(forgets));
        let cause = BoardCause::Changes { method: Method::IsGoal, after: After::OfClone };
        assert_eq!(failure.cause, Some(cause.into()));
        assert_eq!(failure.summary, "a clone answers is_goal() otherwise than its board");
        // A call on the same board changed the value.
        let changes = |step: usize, method: Method| {
            let is_board = matches!(script.steps[step], Step::Ask { place: 0, .. });
            method as Word + Word::from(step > clone && is_board && method == Method::IsGoal)
        };
        let failure = change(&script, &answers(changes));
        let after = After::Called { method: Method::IsGoal, of: WhoseCall::Clone };
        let cause = BoardCause::Changes { method: Method::IsGoal, after };
        assert_eq!(failure.cause, Some(cause.into()));
    }

    #[test]
    fn the_pair_of_a_twin_may_be_drawn_for_each_board_that_is_made() {
        let mask = MASK | Method::Twin.bit();
        let script = script(mask, 0, true);
        let words = |answer: &dyn Fn(usize, usize) -> usize| -> Vec<Word> {
            let mut made = 0;
            let mut words = Vec::new();
            for (at, step) in script.steps.iter().enumerate() {
                match step {
                    Step::Make { .. } => made = at,
                    Step::Ask { method: Method::Twin, .. } => {
                        words.extend([1, Word::try_from(answer(made, at)).unwrap()]);
                    }
                    Step::Ask { method, .. } => words.extend([1, *method as Word]),
                    _ => {}
                }
            }
            words
        };
        // From here on, more than a single board is alive, so `made` is ambiguous.
        let beside =
            script.steps.iter().position(|step| matches!(step, Step::Make { place: 1, .. }));
        let before = &script.steps[..beside.expect("boards live beside others")];
        let alone = before.iter().rposition(|step| matches!(step, Step::Make { .. }));
        let alone = alone.expect("the first of them is made before");
        let drawn = words(&|made, at| if at < alone { made % 7 } else { 3 });
        let is_alone = |change: &Change| match change {
            Change::Found(failure) => failure.summary.clone(),
            other => format!("{other:?}"),
        };
        let of = |words: &[Word]| is_alone(&judge(&script, words, &Stop::Done, 0).unwrap());
        let last = script.steps.len() - 1;
        assert_eq!(of(&drawn), "Nothing");
        // The twin of the board with repeated calls changes.
        let changes =
            words(&|made, at| if at < alone { made % 7 } else { 3 + usize::from(at == last) });
        assert_eq!(of(&changes), "twin() answers otherwise once is_goal() was called");
        // A twin that changes with calls is not random.
        let called = words(&|made, at| 3 + usize::from(at < alone && at > made + 1));
        assert!(of(&called).starts_with("twin() answers otherwise once "), "{}", of(&called));
    }

    #[test]
    fn words_that_are_not_the_scripts_are_refused() {
        let script = script(MASK, MASK, true);
        assert_eq!(judge(&script, &[1], &Stop::Done, 0), Err(Malformed));
        assert_eq!(judge(&script, &[], &Stop::Done, 0), Err(Malformed));
    }

    #[test]
    fn a_script_that_ends_early_shows_nothing_of_the_rest() {
        let script = script(MASK, MASK, true);
        let first = Change::Stopped(Method::Hamming);
        assert_eq!(judge(&script, &[], &Stop::Fuel, 0), Ok(first));
    }

    #[test]
    fn what_is_wrong_in_itself_is_called_and_not_compared() {
        let words = answers(|step, method| {
            let is_odd = method == Method::IsGoal && !step.is_multiple_of(2);
            method as Word + Word::from(is_odd)
        });
        let script = script(MASK, MASK, true);
        let ignored = Method::IsGoal.bit();
        assert_eq!(judge(&script, &words, &Stop::Done, ignored), Ok(Change::Nothing));
        assert!(matches!(judge(&script, &words, &Stop::Done, 0), Ok(Change::Found(_))));
    }
}
