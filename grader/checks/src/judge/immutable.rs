//! Judges whether boards keep their values between calls.

mod play;
mod script;

use std::collections::BTreeMap;

use grade::{Failure, Stop, Tiles};
use probe::Script;
use probe::wire::{Method, Step, Word};

use super::survey::MalformedOutput;
use play::Play;

pub(crate) use script::{immutable_script, immutable_sizes};

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ImmutabilityFinding {
    Nothing,
    Found(Box<Failure>),
    /// A call was stopped, so later answers are unknown.
    Stopped(Box<StoppedCall>),
}

/// A call that stopped a script.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StoppedCall {
    pub(crate) method: Method,
    /// The number of the board in the script, unless it is a derived board.
    pub(crate) board: Option<usize>,
    pub(crate) tiles: Tiles,
    /// The failure if earlier calls are the cause. This is `None` if they may just have used up the fuel.
    pub(crate) failure: Option<Failure>,
}

/// Finds the first answer that changed, except of methods in `ignored`. `last` is the step in which the script ended.
/// Fails if the words do not match the script.
pub(crate) fn judge(
    script: &Script,
    words: &[Word],
    (stop, last): (&Stop, Option<usize>),
    ignored: Word,
) -> Result<ImmutabilityFinding, MalformedOutput> {
    let mut words = words;
    let mut play = Play::new(script, is_pair_drawn(script, words)?);
    for (at, step) in script.steps.iter().enumerate() {
        play.apply_step(at, *step);
        let Some((place, method)) = step.call() else { continue };
        let Some(answer) = take_counted(&mut words)? else {
            if *stop == Stop::Done {
                return Err(MalformedOutput);
            }
            // The step is from the cursor, which the guest can forge, so it may be beyond the last answer.
            let last = last.map_or(at, |last| last.min(at));
            return Ok(ImmutabilityFinding::Stopped(Box::new(
                play.describe_stopped_call(last, stop),
            )));
        };
        let Some(question) = play.question(place, method) else { continue };
        let answer = normalize_answer(method, answer)?;
        let first = play.answers.entry(question).or_insert_with(|| answer.clone());
        if *first != answer && ignored & method.bit() == 0 {
            let first = first.clone();
            return Ok(ImmutabilityFinding::Found(Box::new(
                play.describe_change(at, &first, &answer),
            )));
        }
    }
    Ok(ImmutabilityFinding::Nothing)
}

/// Removes the next group of words from the front, preceded by its length. Returns `None` at the end.
pub(super) fn take_counted<'a>(
    words: &mut &'a [Word],
) -> Result<Option<&'a [Word]>, MalformedOutput> {
    let Some((len, rest)) = words.split_first() else { return Ok(None) };
    let len = usize::try_from(*len).map_err(|_| MalformedOutput)?;
    let (taken, rest) = rest.split_at_checked(len).ok_or(MalformedOutput)?;
    *words = rest;
    Ok(Some(taken))
}

/// Returns whether equal boards have different twins even without other calls, because `twin` selects a random pair for
/// each board. This is allowed.
fn is_pair_drawn(script: &Script, mut words: &[Word]) -> Result<bool, MalformedOutput> {
    let mut twins: BTreeMap<usize, &[Word]> = BTreeMap::new();
    let mut before: Option<Step> = None;
    for &step in &script.steps {
        if let Some((place, method)) = step.call() {
            let Some(answer) = take_counted(&mut words)? else { break };
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

/// Converts an answer to a normal form: the words of each derived board, because neighbors may be in any order, or the
/// words of the answer.
fn normalize_answer(method: Method, answer: &[Word]) -> Result<Vec<Vec<Word>>, MalformedOutput> {
    if ![Method::Neighbors, Method::Twin].contains(&method) {
        return Ok(vec![answer.to_vec()]);
    }
    let mut boards = Vec::new();
    let mut rest = answer;
    while let Some(board) = take_counted(&mut rest)? {
        boards.push(board.to_vec());
    }
    // Neighbors may come in any order, and only the set must stay the same.
    boards.sort();
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use grade::PanicKind;
    use grade::cause::{After, BoardCause, WhoseCall};

    use super::*;
    use crate::judge::BoardSizes;

    const MASK: Word = Method::Hamming.bit() | Method::IsGoal.bit();

    fn answers(answer: impl Fn(usize, Method) -> Word) -> Vec<Word> {
        let script = immutable_script(MASK, MASK, MASK, BoardSizes::default(), 0);
        let asks = script.steps.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Ask { method, .. } => Some([1, answer(at, *method)]),
            _ => None,
        });
        asks.flatten().collect()
    }

    fn change(script: &Script, words: &[Word]) -> Failure {
        match judge(script, words, (&Stop::Done, None), 0) {
            Ok(ImmutabilityFinding::Found(failure)) => *failure,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn consistent_wrong_answers_are_not_changes() {
        let words = answers(|_, method| method as Word);
        assert_eq!(
            judge(
                &immutable_script(MASK, MASK, MASK, BoardSizes::default(), 0),
                &words,
                (&Stop::Done, None),
                0
            ),
            Ok(ImmutabilityFinding::Nothing)
        );
    }

    #[test]
    fn a_change_is_reported_with_its_cause() {
        let script = immutable_script(MASK, MASK, MASK, BoardSizes::default(), 0);
        // This is the first call to `hamming()` after `is_goal()`.
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
            "hamming() returns a different result after a call to is_goal()"
        );
    }

    #[test]
    fn a_clone_with_different_results_is_reported() {
        let script = immutable_script(MASK, MASK, MASK, BoardSizes::default(), 0);
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
        // Other calls occurred after the previous answer about this board.
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
    fn each_new_board_may_choose_its_own_twin() {
        let mask = MASK | Method::Twin.bit();
        let script = immutable_script(mask, 0, mask, BoardSizes::default(), 0);
        let words = |answer: &dyn Fn(usize, usize) -> usize| -> Vec<Word> {
            let mut made = 0;
            let mut words = Vec::new();
            for (at, step) in script.steps.iter().enumerate() {
                match step.call() {
                    Some((_, Method::Twin)) => {
                        // The view of the twin is a group of its own.
                        words.extend([2, 1, Word::try_from(answer(made, at)).unwrap()]);
                    }
                    Some((_, method)) => words.extend([1, method as Word]),
                    None if matches!(step, Step::Make { .. }) => made = at,
                    None => {}
                }
            }
            words
        };
        // From this step on, multiple boards exist simultaneously, which makes `made` ambiguous.
        let beside =
            script.steps.iter().position(|step| matches!(step, Step::Make { place: 1, .. }));
        let before = &script.steps[..beside.expect("the script creates a second board")];
        let alone = before.iter().rposition(|step| matches!(step, Step::Make { .. }));
        let alone = alone.expect("the first board is created before the second");
        let drawn = words(&|made, at| if at < alone { made % 7 } else { 3 });
        let is_alone = |change: &ImmutabilityFinding| match change {
            ImmutabilityFinding::Found(failure) => failure.summary.clone(),
            other => format!("{other:?}"),
        };
        let of = |words: &[Word]| is_alone(&judge(&script, words, (&Stop::Done, None), 0).unwrap());
        let last = script.steps.len() - 1;
        assert_eq!(of(&drawn), "Nothing");
        let changes =
            words(&|made, at| if at < alone { made % 7 } else { 3 + usize::from(at == last) });
        let summary = "twin() returns a different result after a call to twin() on its clone";
        assert_eq!(of(&changes), summary);
        // If other calls change the twin, it was not selected at random for the board.
        let called = words(&|made, at| 3 + usize::from(at < alone && at > made + 1));
        assert!(
            of(&called).starts_with("twin() returns a different result after "),
            "{}",
            of(&called)
        );
    }

    #[test]
    fn malformed_words_are_rejected() {
        let script = immutable_script(MASK, MASK, MASK, BoardSizes::default(), 0);
        assert_eq!(judge(&script, &[1], (&Stop::Done, None), 0), Err(MalformedOutput));
        assert_eq!(judge(&script, &[], (&Stop::Done, None), 0), Err(MalformedOutput));
    }

    #[test]
    fn a_stopped_script_is_judged_up_to_the_stop() {
        let script = immutable_script(MASK, MASK, MASK, BoardSizes::default(), 0);
        let tiles = Tiles::from(script.boards[0].clone());
        let call = |method, failure| {
            let (board, tiles) = (Some(0), tiles.clone());
            ImmutabilityFinding::Stopped(Box::new(StoppedCall { method, board, tiles, failure }))
        };
        let first = call(Method::Hamming, None);
        assert_eq!(judge(&script, &[], (&Stop::Fuel, None), 0), Ok(first));
        // The script ended before this call.
        let first = call(Method::New, None);
        assert_eq!(judge(&script, &[], (&Stop::Fuel, Some(0)), 0), Ok(first));
        // A method that panics only here depends on the boards before.
        let steps = script.steps.iter().enumerate();
        let asks = |(at, step): &(usize, &Step)| matches!(step, Step::Ask { .. }).then_some(*at);
        let asked = steps.clone().filter_map(|step| asks(&step)).count();
        let third = steps.clone().find(|(_, step)| matches!(step, Step::Make { board: 2, .. }));
        let before = script.steps[..third.expect("a board of another size").0].iter();
        let answered = before.filter(|step| matches!(step, Step::Ask { .. })).count();
        assert!(answered < asked);
        let words: Vec<Word> = [1, 0].repeat(answered);
        let panic = Stop::Panic { kind: PanicKind::Other, message: String::new(), place: None };
        let Ok(ImmutabilityFinding::Stopped(call)) = judge(&script, &words, (&panic, None), 0)
        else {
            panic!("a stopped call")
        };
        let after = After::OtherSizes;
        let cause = BoardCause::StopsAfter { method: Method::Hamming, stop: panic, after };
        assert_eq!(call.failure.and_then(|failure| failure.cause), Some(cause.into()));
    }

    #[test]
    fn wrong_methods_are_called_but_not_compared() {
        let words = answers(|step, method| {
            let is_odd = method == Method::IsGoal && !step.is_multiple_of(2);
            method as Word + Word::from(is_odd)
        });
        let script = immutable_script(MASK, MASK, MASK, BoardSizes::default(), 0);
        let ignored = Method::IsGoal.bit();
        assert_eq!(
            judge(&script, &words, (&Stop::Done, None), ignored),
            Ok(ImmutabilityFinding::Nothing)
        );
        assert!(matches!(
            judge(&script, &words, (&Stop::Done, None), 0),
            Ok(ImmutabilityFinding::Found(_))
        ));
    }
}
