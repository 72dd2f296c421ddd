//! Finds the method that stopped a case, and what is left of the case without it.

use std::borrow::Cow;

use grade::{Stop, Tiles};
use probe::wire::{Depth, Identification, Method, Whose, Word};
use probe::{Boards, Case, Survey};
use sandbox::run::{Cursor, Run};

use super::plan;
use super::stops::StoppedMethod;
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::exam::runner::Stoppable;
use crate::judge::{self, Walk};

/// The methods that return other boards.
pub(super) const DERIVING: Word = Method::Neighbors.bit() | Method::Twin.bit();

/// A board as the probe reads it.
type Rows = Vec<Vec<slider::Tile>>;

impl Stoppable for Case {
    type Stopped = StoppedMethod;

    fn case(&self) -> Cow<'_, Case> {
        Cow::Borrowed(self)
    }

    fn find_stopped(&self, bench: &Bench<'_>, name: &CaseName, run: &Run) -> StoppedMethod {
        match self {
            Self::Survey(survey) => blame(bench, name, survey, run),
            Self::Equality(boards) | Self::Pairs(boards) => comparison_stopped(boards, run),
            Self::Cost { tiles, .. } => {
                let tiles = tiles.clone().into();
                StoppedMethod::on(tiles, cursor(run).method, run.stop.clone())
            }
            _ => StoppedMethod::on(Tiles::default(), cursor(run).method, run.stop.clone()),
        }
    }

    fn stop(stopped: &StoppedMethod) -> &Stop {
        &stopped.stop
    }

    fn without(&self, stopped: &StoppedMethod, name: &CaseName) -> Vec<(CaseName, Self)> {
        let method = stopped.method;
        match self {
            _ if stopped.stop.is_graders_fault() => Vec::new(),
            Self::Survey(survey) => {
                let survey = without_stopped(method, survey.clone());
                survey.map(|survey| (name.clone(), Self::Survey(survey))).into_iter().collect()
            }
            Self::Cost { mask, tiles } if mask & method.bit() != 0 => {
                let mask = mask & !method.bit();
                vec![(name.clone(), Self::Cost { mask, tiles: tiles.clone() })]
            }
            Self::Equality(boards) | Self::Pairs(boards) => {
                let case =
                    if matches!(self, Self::Pairs(_)) { Self::Pairs } else { Self::Equality };
                let parts = apart(boards, stopped).into_iter();
                parts.map(|boards| (name.clone(), case(boards))).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Separates the boards of the dimension that stopped a comparison from the others, because the stop says nothing about
/// them, and may have been caused by boards of different sizes. After an expensive stop, only smaller boards are left.
fn apart(boards: &[Rows], stopped: &StoppedMethod) -> Vec<Vec<Rows>> {
    let (n, is_expensive) = (stopped.rows(), stopped.is_expensive());
    let is_affected = |board: &Rows| board.len() == n || is_expensive && board.len() > n;
    let (affected, others): (Vec<_>, Vec<_>) = boards.iter().cloned().partition(is_affected);
    match (affected.is_empty() || others.is_empty(), is_expensive) {
        (true, _) => Vec::new(),
        (false, true) => vec![others],
        (false, false) => vec![affected, others],
    }
}

/// Returns the call that the guest was executing. Without a cursor, only code before `main` can have run.
fn cursor(run: &Run) -> Cursor {
    run.cursor.unwrap_or(Cursor { method: Method::New, whose: Whose::Own, board: 0 })
}

/// Removes a method that stopped a survey. The result is always smaller, even if the guest forged the cursor: if the
/// cursor names a method that is not in the survey, nothing is left.
fn without_stopped(method: Method, mut survey: Survey) -> Option<Survey> {
    let before = (survey.mask, survey.identify_by);
    leave_out(method, &mut survey);
    let is_smaller = method != Method::New && (survey.mask, survey.identify_by) != before;
    Some(survey).filter(|survey| is_smaller && survey.mask != 0)
}

/// Removes a method from a survey, and the derived boards if they can no longer be identified.
pub(super) fn leave_out(method: Method, survey: &mut Survey) {
    survey.mask &= !method.bit();
    match method {
        Method::Eq => survey.identify_by.0 &= !Identification::EQ.0,
        Method::Display => {
            survey.identify_by.0 &= !Identification::TEXT.0;
            if plan::rows(survey) > 3 {
                // Twins of larger boards are identified by text.
                survey.mask &= !Method::Twin.bit();
            }
        }
        _ => {}
    }
    if survey.identify_by == Identification(0) {
        survey.mask &= !DERIVING;
    }
}

/// Returns where a run that compares boards was stopped.
fn comparison_stopped(boards: &[Rows], run: &Run) -> StoppedMethod {
    let Cursor { method, board, .. } = cursor(run);
    let nth = |number: usize| boards.get(number).cloned().map(Tiles::from);
    // See `probe::equality` for the numbers of pairs.
    let (tiles, other) = match board.checked_sub(boards.len()) {
        Some(pair) => (nth(pair / boards.len()), nth(pair % boards.len())),
        None => (nth(board), None),
    };
    let mut stopped = StoppedMethod::on(tiles.unwrap_or_default(), method, run.stop.clone());
    stopped.other = other;
    stopped.using(run.fuel, run.memory)
}

fn blame(bench: &Bench<'_>, name: &CaseName, survey: &Survey, run: &Run) -> StoppedMethod {
    let at = cursor(run);
    let stopped = |method: Method, board: usize, stop: &Stop| {
        let stopped = match Walk::to(&survey.boards, board) {
            Some(walk) => StoppedMethod::after(walk, method, stop.clone()),
            None => {
                StoppedMethod::on(judge::nth_board(&survey.boards, board), method, stop.clone())
            }
        };
        stopped.using(run.fuel, run.memory)
    };
    let here = |method: Method| stopped(method, at.board, &run.stop);
    if run.stop.is_graders_fault() || at.method == Method::New {
        return here(at.method);
    }
    let run_once = |survey: Survey| bench.run(name, &Case::Survey(survey));
    let alone = |mask: Word| {
        let run = run_once(Survey { mask, depth: Depth::Which, ..survey.clone() });
        (run.stop != Stop::Done).then_some(run)
    };
    let board_of = |run: &Run| run.cursor.map_or(at.board, |cursor| cursor.board);
    if let Boards::Walk { n, tiles } = &survey.boards
        && let Some(tiles) = tiles.chunks(n * n).nth(at.board).filter(|_| at.board > 0)
    {
        // Blame the walk only if the method returns on a new board with identical tiles.
        let boards = Boards::Listed { n: *n, tiles: tiles.to_vec() };
        let on_new = run_once(Survey { boards, ..survey.clone() });
        if on_new.stop != Stop::Done {
            let tiles = Tiles::from_cells(*n, tiles);
            return StoppedMethod::on(tiles, at.method, on_new.stop).using(run.fuel, run.memory);
        }
        return here(if at.method == Method::Eq { Method::Eq } else { Method::Neighbors });
    }
    if at.whose != Whose::Own {
        // If the method fails on the board itself, blame the method. Otherwise, blame the derived board.
        let own = survey.mask & !DERIVING;
        if own != 0
            && own != survey.mask
            && let Some(run) = alone(own)
        {
            return blame(bench, name, &Survey { mask: own, ..survey.clone() }, &run);
        }
        let is_deriving = at.method.bit() & DERIVING != 0;
        if at.method == Method::Eq {
            return here(at.method);
        }
        if is_deriving && let Some(run) = alone(at.method.bit()) {
            return stopped(at.method, board_of(&run), &run.stop);
        }
        if !is_deriving
            && let Some((tiles, stop)) = stopped_on_new(bench, name, survey, at, &run.stop)
        {
            return StoppedMethod::on(tiles, at.method, stop).using(run.fuel, run.memory);
        }
        return here(if at.whose == Whose::Twin { Method::Twin } else { Method::Neighbors });
    }
    if run.stop.is_stall() {
        // Another method may have used up the shared budget.
        let asked = Method::ALL.into_iter().filter(|method| survey.mask & method.bit() != 0);
        for method in std::iter::once(at.method).chain(asked) {
            if let Some(run) = alone(method.bit()) {
                return stopped(method, board_of(&run), &run.stop);
            }
        }
    }
    here(at.method)
}

/// Looks for a new board that stops a method in the same way as a derived board, among those that the derived board may
/// represent. If there is one, the method is to blame.
fn stopped_on_new(
    bench: &Bench<'_>,
    name: &CaseName,
    survey: &Survey,
    at: Cursor,
    stop: &Stop,
) -> Option<(Tiles, Stop)> {
    // Earlier calls may have burned part of the budget.
    if stop.is_stall() {
        return None;
    }
    let tiles = judge::nth_board(&survey.boards, at.board);
    let derived = judge::derived(&tiles, at.whose);
    let boards =
        Boards::Listed { n: tiles.len(), tiles: derived.iter().flat_map(Tiles::cells).collect() };
    let identify_by = Identification(0);
    let survey = Survey { mask: at.method.bit(), identify_by, depth: Depth::Which, boards };
    let run = bench.run(name, &Case::Survey(survey.clone()));
    let cursor = run.cursor.filter(|it| it.method == at.method && run.stop.is_like(stop))?;
    Some((judge::nth_board(&survey.boards, cursor.board), run.stop))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn goals(sizes: &[usize]) -> Vec<Rows> {
        sizes.iter().map(|n| judge::goal(*n).to_vec()).collect()
    }

    fn any_stop() -> impl Strategy<Value = Stop> {
        prop_oneof![Just(Stop::Fuel), Just(Stop::Stack), Just(Stop::Trap("unreachable".to_owned()))]
    }

    proptest! {
        /// The guest may forge the size of the board that stopped a comparison.
        #[test]
        fn a_stopped_comparison_is_repeated_with_fewer_boards(
            sizes in prop::collection::vec(2..6usize, 1..8),
            rows in 0..7usize,
            stop in any_stop(),
        ) {
            let case = Case::Equality(goals(&sizes));
            let stopped = StoppedMethod::on(judge::goal(rows.max(2)), Method::New, stop);
            let rows = stopped.rows();
            let left = case.without(&stopped, &CaseName::Equality);
            let smaller = sizes.iter().filter(|n| **n < rows).count();
            let mut seen = Vec::new();
            for (_, case) in &left {
                let Case::Equality(boards) = case else { panic!("another kind of case") };
                prop_assert!(boards.len() < sizes.len());
                let is_affected = boards.iter().any(|board| board.len() == rows);
                prop_assert!(!is_affected || boards.iter().all(|board| board.len() == rows));
                seen.extend(boards.iter().map(Vec::len));
            }
            let is_any_affected = sizes.contains(&rows);
            if stopped.is_expensive() {
                let is_left = smaller > 0 && smaller < sizes.len();
                prop_assert_eq!(seen.len(), if is_left { smaller } else { 0 });
            } else if is_any_affected && sizes.iter().any(|n| *n != rows) {
                seen.sort_unstable();
                let mut sizes = sizes;
                sizes.sort_unstable();
                prop_assert_eq!(seen, sizes, "no board is lost");
            } else {
                prop_assert!(seen.is_empty());
            }
        }
    }

    #[test]
    fn each_reduced_survey_asks_less() {
        for mask in 1..=Method::ALL.iter().fold(0, |mask, method| mask | method.bit()) {
            for identify_by in (0..4).map(Identification) {
                for method in Method::ALL {
                    let boards = Boards::Ranks { n: 2, from: 0, to: 24 };
                    let survey = Survey { mask, identify_by, depth: Depth::Which, boards };
                    let Some(left) = without_stopped(method, survey) else { continue };
                    let left = (left.mask, left.identify_by.0);
                    assert!(left != (mask, identify_by.0), "{method:?} of {mask:b}");
                    assert_eq!(
                        (left.0 & !mask, left.1 & !identify_by.0),
                        (0, 0),
                        "nothing is added"
                    );
                }
            }
        }
    }
}
