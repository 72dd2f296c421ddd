//! Judges whether boards stay what they are, whatever is called in between.

use std::collections::BTreeMap;

use grade::cause::{After, BoardCause, WhoseCall};
use grade::words::method_call as call;
use grade::{Asked, Evidence, Failure, Stop, Tiles, Value};
use probe::Script;
use probe::wire::{Method, Step, Word};
use slider::Tile;

use super::sizes::Sizes;
use super::survey::Malformed;

/// The methods whose answers are compared.
const ASKED: [Method; 7] = [
    Method::Dimension,
    Method::Hamming,
    Method::Manhattan,
    Method::IsGoal,
    Method::Display,
    Method::Neighbors,
    Method::Twin,
];

/// The number of times that a board is asked everything.
const PATIENCE: usize = 100;

/// The boards of the script. Those of other sizes live beside the first ones.
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

/// The sizes of the boards of the script.
pub(crate) fn sizes() -> Sizes {
    boards().iter().fold(Sizes::default(), |sizes, board| sizes | Sizes::of(board.len()))
}

/// A script that asks each method alone, each after each, and all of them again after other boards
/// were made, asked, cloned and derived. Only the methods of `mask` are called, and only those of `makers`
/// make boards that are asked themselves.
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
    // Boards of several sizes at once.
    steps.push(Step::Make { board: 0, place: 0 });
    steps.extend(all(0));
    for (board, place) in [(2, 1), (3, 2), (1, 3)] {
        steps.push(Step::Make { board, place });
        steps.extend(all(0).chain(all(place)).chain(all(0)).chain(all(1)));
    }
    // A clone of a larger board, which has been asked.
    steps.push(Step::Make { board: 3, place: 0 });
    steps.extend(all(0));
    steps.push(Step::Clone { of: 0, place: 1 });
    steps.extend(all(1).chain(all(0)));
    // A clone, a neighbor and a twin, each before the board itself was asked anything and after.
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
    // A neighbor of a neighbor, and a board that is asked again and again.
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

/// What a script shows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Every answer is what it was.
    Nothing,
    /// An answer is not what it was.
    Found(Box<Failure>),
    /// This method does not come back, though nothing was done to the board that has to do with it, and
    /// what would have been asked after that is not known.
    Stopped(Method),
}

/// Finds the first answer that is not what it was. Answers of the methods in `ignored` are not compared.
///
/// # Errors
///
/// If the words are not those of the script.
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

/// Whether new boards with the same tiles, of which nothing else was asked, have different twins. Which pair a twin
/// exchanges is free, and may be drawn when a board is made.
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

/// An answer, with the order of neighbors taken out: that is free.
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

/// The board that stands at a place.
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
    /// The number of the board that answers alike; none if the grader does not know it.
    fn board(self) -> Option<usize> {
        match self {
            Self::Board(board) | Self::Clone(board) => Some(board),
            Self::Neighbor | Self::Twin => None,
        }
    }

    /// The content of a place that holds a clone of this.
    fn cloned(self) -> Self {
        self.board().map_or(self, Self::Clone)
    }
}

struct Play<'a> {
    script: &'a Script,
    /// Whether each board that is made draws the pair of its twin.
    is_pair_drawn: bool,
    contents: BTreeMap<usize, Content>,
    /// The steps that made what stands at each place, or what it is a clone of.
    made: BTreeMap<usize, usize>,
    /// The first answer to each question.
    answers: BTreeMap<Question, Vec<Vec<Word>>>,
}

/// What has one answer: a method about the board with this number or, where pairs are drawn, the twin of what
/// one step made.
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

    /// What a step asks at a place; none if the grader does not know the board there.
    fn question(&self, place: usize, method: Method) -> Option<Question> {
        let board = self.contents.get(&place)?.board()?;
        let made = self.made.get(&place).copied();
        Some((board, method, made.filter(|_| self.is_pair_drawn && method == Method::Twin)))
    }

    /// The tiles of the board that a step asks, if the grader knows them.
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

    /// The question in a form that can be asked again, if it takes but one board and two calls.
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

    /// The failure of a step that did not come back though it did before; none if it never did,
    /// which is no matter of what was called in between.
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

    /// The step since the same question was last asked.
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
            // It has not answered this since it was made: it never was what its board is.
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

    /// The words of a board that answers by the number of the step and the method.
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
        // The first place where hamming() is asked after is_goal().
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
        assert_eq!(
            failure.summary,
            "hamming() returns a different result after a call of is_goal()"
        );
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
        assert_eq!(
            failure.summary,
            "is_goal() returns a different result for a clone than for the board"
        );
        // Of the board itself something was done since.
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
        // Several boards live at once from here on, and `made` is not that of each.
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
        // The board that is asked again and again has a twin that changes.
        let changes =
            words(&|made, at| if at < alone { made % 7 } else { 3 + usize::from(at == last) });
        assert_eq!(of(&changes), "twin() returns a different result after a call of is_goal()");
        // A twin that changes by what is called is none that is drawn.
        let called = words(&|made, at| 3 + usize::from(at < alone && at > made + 1));
        assert!(
            of(&called).starts_with("twin() returns a different result after "),
            "{}",
            of(&called)
        );
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
