//! Finds the method that stopped a case, and what is left of the case without it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use grade::{Stop, Tiles};
use probe::wire::{Depth, Identification, Method, Whose, Word};
use probe::{Boards, Case, Survey};
use sandbox::run::{Cursor, Run};

use super::stops::StoppedMethod;
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::exam::runner::Stoppable;
use crate::judge::{self, Walk};

/// The methods that return other boards.
pub(super) const DERIVING: Word = Method::Neighbors.bit() | Method::Twin.bit();

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
            // If a comparison panics for boards of different sizes, it may still be correct for equal sizes.
            Self::Equality(boards) if matches!(stopped.stop, Stop::Panic { .. }) => {
                let sizes: BTreeSet<usize> = boards.iter().map(Vec::len).collect();
                let of_rows = |n: usize| {
                    let alike = boards.iter().filter(|tiles| tiles.len() == n).cloned();
                    (CaseName::EqualityOfRows(n), Self::Equality(alike.collect()))
                };
                if sizes.len() > 1 { sizes.into_iter().map(of_rows).collect() } else { Vec::new() }
            }
            _ => Vec::new(),
        }
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
        Method::Display => survey.identify_by.0 &= !Identification::TEXT.0,
        _ => {}
    }
    if survey.identify_by == Identification(0) {
        survey.mask &= !DERIVING;
    }
}

/// Returns where a run that compares boards was stopped.
fn comparison_stopped(boards: &[Vec<Vec<slider::Tile>>], run: &Run) -> StoppedMethod {
    let Cursor { method, board, .. } = cursor(run);
    let nth = |number: usize| boards.get(number).cloned().map(Tiles::from);
    // See `probe::equality` for the numbers of pairs.
    let (tiles, other) = match board.checked_sub(boards.len()) {
        Some(pair) => (nth(pair / boards.len()), nth(pair % boards.len())),
        None => (nth(board), None),
    };
    let mut stopped = StoppedMethod::on(tiles.unwrap_or_default(), method, run.stop.clone());
    stopped.other = other;
    stopped
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
    use super::*;

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
