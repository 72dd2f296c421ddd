//! Judges whether a solver searches from the board and the twin in lockstep.

use assignment::{ExpectedAnswer, Puzzle};
use grade::cause::SearchCause;
use grade::words::counted;
use grade::{Failure, Value, Visibility};

use super::facts::{GoalStatus, OWN, Queued, SearchFacts, TWIN};
use super::search_failure;

#[derive(Clone, Copy)]
pub(crate) struct PuzzleSearch<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) search: &'a SearchFacts,
    pub(crate) has_ended: bool,
    /// Whether the solver reported the board as unsolvable afterwards.
    pub(crate) gives_up: bool,
}

pub(crate) struct Lockstep<'a> {
    pub(crate) failure: Option<Failure>,
    pub(crate) wrong: Vec<&'a Puzzle>,
    /// The audience of the remark that both searches share a queue; `None` if they never do.
    pub(crate) shared: Option<Visibility>,
}

/// Judges the order of the two searches on all puzzles, starting with the smallest. `forbids_one_queue` says whether both
/// searches may share a queue, which then determines their order.
pub(crate) fn judge_lockstep<'a>(
    ran: &[PuzzleSearch<'a>],
    forbids_one_queue: bool,
) -> Lockstep<'a> {
    let on_one_queue = || ran.iter().filter(|ran| is_on_one_queue(ran));
    let shared = on_one_queue().map(|ran| ran.puzzle.visibility).min();
    // If queues become empty although the board has a solution, the search loses boards. This is no matter of turns, and
    // it fails the checks of the answers.
    let loses_boards = ran.iter().any(has_run_dry);
    let is_wrong = |ran: &&PuzzleSearch<'_>| {
        breaks_lockstep(ran) && !(loses_boards && ran.search.ran_dry && is_in_turn(ran))
    };
    let mut all_wrong: Vec<&PuzzleSearch<'_>> = ran.iter().filter(is_wrong).collect();
    let is_only_shared = all_wrong.is_empty() && forbids_one_queue;
    if is_only_shared {
        all_wrong.extend(on_one_queue());
    }
    // The message may depend only on puzzles that share the visibility of the reported puzzle.
    let Some(visibility) = all_wrong.iter().map(|ran| ran.puzzle.visibility).min() else {
        return Lockstep { failure: None, wrong: Vec::new(), shared };
    };
    let is_open = |ran: &PuzzleSearch<'_>| ran.puzzle.visibility <= visibility;
    let ran: Vec<PuzzleSearch<'_>> = ran.iter().copied().filter(is_open).collect();
    let wrong: Vec<&PuzzleSearch<'_>> =
        all_wrong.iter().copied().filter(|ran| is_open(ran)).collect();
    let (cause, first) = if is_only_shared {
        (SearchCause::OneQueue, wrong[0])
    } else {
        cause_and_search(&ran, &wrong)
    };
    let (expected, actual) = expected_and_actual(&cause, first);
    let (expected, actual) = (Value::Text(expected), Value::Text(actual));
    let mut failure = search_failure(first.puzzle, "Solver::new()", cause, expected, actual);
    failure.visibility = visibility;
    Lockstep {
        failure: Some(failure),
        wrong: all_wrong.iter().map(|ran| ran.puzzle).collect(),
        shared,
    }
}

/// Returns what a report shows as expected and as actual. They always differ.
fn expected_and_actual(cause: &SearchCause, ran: &PuzzleSearch<'_>) -> (String, String) {
    let [own, twin] = match cause {
        SearchCause::OutOfStep { own, twin } => [*own, *twin],
        _ => ran.search.expanded,
    };
    let actual = format!("{} for the board, {twin} for the twin", counted(own, "step"));
    let expected = match (cause, ran.puzzle.answer) {
        (SearchCause::OneQueue, _) => {
            return ("a queue for each search".to_owned(), "one queue".to_owned());
        }
        (SearchCause::TwinLast, _) => "a step for each in turn".to_owned(),
        (_, ExpectedAnswer::Unsolvable { twin_moves }) if twin < u64::from(twin_moves) => {
            format!("at least {} for the twin", counted(u64::from(twin_moves), "step"))
        }
        _ if own != twin => "the same number of steps for the board and the twin".to_owned(),
        _ => "steps until the board or the twin is solved".to_owned(),
    };
    (expected, actual)
}

/// Returns `true` if both searches use one queue on this puzzle, so that the order of its keys determines whose turn it
/// is.
///
/// Such a queue usually holds keys from both trees. On an easy puzzle, one root may still be waiting in the queue when the
/// search ends.
fn is_on_one_queue(ran: &PuzzleSearch<'_>) -> bool {
    matches!(ran.search.queued, Queued::Shared(_)) || ran.search.is_root_waiting
}

fn breaks_lockstep(ran: &PuzzleSearch<'_>) -> bool {
    let SearchFacts { expanded, out_of_step, .. } = ran.search;
    if out_of_step.is_some() && !is_on_one_queue(ran) {
        return true;
    }
    match ran.puzzle.answer {
        // Finding a goal that is this far away requires at least this many expansions.
        ExpectedAnswer::Unsolvable { twin_moves } if ran.has_ended => {
            expanded[TWIN] < u64::from(twin_moves)
        }
        ExpectedAnswer::Unsolvable { .. } => expanded[TWIN] == 0 && expanded[OWN] > 1,
        _ => has_given_up(ran),
    }
}

/// Returns `true` if the search on a solvable board ends without reaching the goal although there are keys in its
/// queues.
fn has_given_up(ran: &PuzzleSearch<'_>) -> bool {
    let SearchFacts { goal, ran_dry, queued, .. } = ran.search;
    let goes_on = *goal == GoalStatus::NotMet && !ran_dry && *queued != Queued::Nowhere;
    ran.has_ended && ran.gives_up && goes_on
}

/// Returns `true` if the search on a solvable board ends without reaching the goal because a queue is empty.
fn has_run_dry(ran: &PuzzleSearch<'_>) -> bool {
    let SearchFacts { goal, ran_dry, .. } = ran.search;
    let is_solvable = matches!(ran.puzzle.answer, ExpectedAnswer::Moves(_));
    is_solvable && ran.has_ended && ran.gives_up && *goal == GoalStatus::NotMet && *ran_dry
}

/// Returns `true` if both searches took steps, and neither got ahead of the other.
fn is_in_turn(ran: &PuzzleSearch<'_>) -> bool {
    ran.search.out_of_step.is_none() && !ran.search.expanded.contains(&0)
}

/// Returns the cause, and the search that shows it.
fn cause_and_search<'r, 'a>(
    ran: &[PuzzleSearch<'a>],
    wrong: &[&'r PuzzleSearch<'a>],
) -> (SearchCause, &'r PuzzleSearch<'a>) {
    let sum = |of: fn(&SearchFacts) -> u64| ran.iter().map(|ran| of(ran.search)).sum::<u64>();
    let find = |is_shown: &dyn Fn(&PuzzleSearch<'_>) -> bool| {
        wrong.iter().copied().find(|ran| is_shown(ran))
    };
    // The most basic mistake comes first: without a twin, for example, nothing else can be right.
    let first = wrong[0];
    if uses_private_boards(ran) {
        return (SearchCause::NeverAsks, first);
    }
    if sum(|search| search.calls.twin) == 0 {
        return (SearchCause::NoTwin, first);
    }
    if sum(|search| search.expanded[TWIN]) == 0 {
        let is_of_each = sum(|search| search.calls.twin) > sum(|search| search.expanded[OWN]) / 2;
        let cause = if is_of_each { SearchCause::TwinOfEach } else { SearchCause::TwinNotExpanded };
        return (cause, first);
    }
    if let Some(ran) = find(&has_given_up) {
        return (SearchCause::GivesUp { steps: ran.search.expanded[OWN] }, ran);
    }
    // The board's search may end before the slow search of the twin starts.
    let mut on_twin = wrong.iter().filter(|ran| ran.search.expanded[TWIN] > 0).peekable();
    if on_twin.peek().is_some() && on_twin.all(|ran| ran.search.is_twin_last) {
        return (SearchCause::TwinLast, first);
    }
    let mut out_of_step = wrong.iter().filter_map(|ran| Some((ran.search.out_of_step?, *ran)));
    if let Some(([own, twin], ran)) = out_of_step.next() {
        return (SearchCause::OutOfStep { own, twin }, ran);
    }
    match find(&|ran| ran.has_ended) {
        Some(ran) => (SearchCause::TwinTooShort, ran),
        None => (SearchCause::TwinNotExpanded, first),
    }
}

/// Returns `true` if no finished search expanded a board, although at least one must have. If so, the solver searches
/// with a private board type, which cannot be observed.
pub(crate) fn uses_private_boards(ran: &[PuzzleSearch<'_>]) -> bool {
    let is_due = |ran: &&PuzzleSearch<'_>| {
        ran.has_ended && matches!(ran.puzzle.answer, ExpectedAnswer::Moves(moves) if moves > 0)
    };
    let mut due = ran.iter().filter(is_due).peekable();
    due.peek().is_some() && due.all(|ran| ran.search.expanded == [0, 0])
}

#[cfg(test)]
mod tests {
    use grade::cause::Cause;

    use super::*;

    /// Returns the reason that searches are not in lockstep. For each search, takes the numbers of steps and whether
    /// the board's search had ended when the twin's started.
    fn cause_of(searches: &[([u64; 2], bool)]) -> SearchCause {
        let tiles = vec![vec![1, 2], vec![3, 0]];
        let (answer, visibility) = (ExpectedAnswer::Moves(2), Visibility::Visible);
        let puzzle = Puzzle { name: "a".to_owned(), tiles: tiles.into(), answer, visibility };
        let searches: Vec<SearchFacts> = searches
            .iter()
            .map(|&(expanded, is_twin_last)| {
                let mut search = SearchFacts { expanded, is_twin_last, ..SearchFacts::default() };
                search.out_of_step = Some([2, 0]);
                search.calls.twin = 1;
                search
            })
            .collect();
        let ran: Vec<PuzzleSearch<'_>> = searches
            .iter()
            .map(|search| PuzzleSearch {
                puzzle: &puzzle,
                search,
                has_ended: true,
                gives_up: false,
            })
            .collect();
        cause_and_search(&ran, &ran.iter().collect::<Vec<_>>()).0
    }

    /// Judges searches in which the first number of steps is for the board, and the second for the twin. All searches
    /// are out of step, and `queued` says which queues they use.
    fn judged(
        searches: &[([u64; 2], Queued, bool)],
        forbids_one_queue: bool,
    ) -> (Option<SearchCause>, usize, bool) {
        let puzzle = Puzzle {
            name: "a".to_owned(),
            tiles: vec![vec![1, 2], vec![3, 0]].into(),
            answer: ExpectedAnswer::Moves(20),
            visibility: Visibility::Visible,
        };
        let searches: Vec<SearchFacts> = searches
            .iter()
            .map(|&(expanded, queued, is_root_waiting)| {
                let out_of_step = Some([2, 0]);
                SearchFacts {
                    expanded,
                    queued,
                    is_root_waiting,
                    out_of_step,
                    ..SearchFacts::default()
                }
            })
            .collect();
        let ran: Vec<PuzzleSearch<'_>> = searches
            .iter()
            .map(|search| PuzzleSearch {
                puzzle: &puzzle,
                search,
                has_ended: true,
                gives_up: false,
            })
            .collect();
        let Lockstep { failure, wrong, shared } = judge_lockstep(&ran, forbids_one_queue);
        let cause = failure.map(|failure| match failure.cause {
            Some(Cause::Search(cause)) => cause,
            other => panic!("{other:?}"),
        });
        (cause, wrong.len(), shared.is_some())
    }

    #[test]
    fn one_queue_excuses_only_the_puzzle_on_which_it_is_used() {
        let shared = ([90, 60], Queued::Shared(300), false);
        let apart = ([100, 20], Queued::Apart([200, 40]), false);
        let waiting = ([3, 0], Queued::Unclear(9), true);
        assert_eq!(judged(&[shared, waiting], false), (None, 0, true));
        let (cause, wrong, is_shared) = judged(&[shared, apart], false);
        assert!(cause.is_some_and(|cause| cause != SearchCause::OneQueue));
        assert_eq!((wrong, is_shared), (1, true));
        let one_queue = Some(SearchCause::OneQueue);
        assert_eq!(judged(&[shared, waiting], true), (one_queue, 2, true));
        assert_eq!(judged(&[([3, 0], Queued::Unclear(9), false)], false).1, 1);
    }

    #[test]
    fn lagging_twins_are_distinguished_from_twins_searched_last() {
        let out_of_step = SearchCause::OutOfStep { own: 2, twin: 0 };
        assert_eq!(cause_of(&[([2, 1], true), ([8, 4], false)]), out_of_step);
        assert_eq!(cause_of(&[([2, 0], false), ([8, 4], true)]), SearchCause::TwinLast);
        assert_eq!(cause_of(&[([2, 1], false)]), out_of_step);
    }
}
