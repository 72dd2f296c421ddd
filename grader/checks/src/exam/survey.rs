//! Runs a survey to the end, even if some of the submission's methods stop it.

use grade::{Stop, Tiles};
use probe::wire::{Depth, Identification, Method, Whose, Word};
use probe::{Boards, Case, Survey};
use sandbox::run::{Cursor, Run, Variation};

use super::bench::Bench;
use crate::judge;

pub(super) struct Surveyed {
    /// The survey without the methods that stopped it.
    pub(super) survey: Survey,
    /// The observations, unless `Board::new` did not return.
    pub(super) words: Option<Vec<Word>>,
    pub(super) stops: Vec<Stopped>,
    pub(super) cut: Option<Method>,
}

pub(super) struct Stopped {
    pub(super) method: Method,
    pub(super) board: usize,
    /// A new board that stops the method in the same way, if a derived board stopped it first.
    pub(super) on_new: Option<Tiles>,
    pub(super) stop: Stop,
    /// Whether the method is also stopped on a new board with the same tiles. Only set for a board at the end of a
    /// walk.
    pub(super) stops_on_new: bool,
    pub(super) fuel: u64,
    pub(super) memory: usize,
}

/// The methods that return other boards.
pub(super) const DERIVING: Word = Method::Neighbors.bit() | Method::Twin.bit();

/// Runs a survey. If a method stops it, repeats the survey without that method, to prevent a fault in one method from
/// hiding others.
pub(super) fn run(bench: &Bench<'_>, name: &str, mut survey: Survey) -> Surveyed {
    let mut stops = Vec::new();
    loop {
        if survey.mask == 0 && !stops.is_empty() {
            return Surveyed { survey, words: None, stops, cut: None };
        }
        let run = survey_once(bench, name, &survey);
        if run.stop == Stop::Done {
            return Surveyed { survey, words: Some(run.words), stops, cut: None };
        }
        let stopped = blame(bench, name, &survey, run);
        if bench.is_cut(&stopped.stop) {
            return Surveyed { survey, words: None, stops, cut: Some(stopped.method) };
        }
        leave_out_stopped(stopped.method, &mut survey);
        if stopped.stop.is_graders_fault() {
            survey.mask = 0;
        }
        stops.push(stopped);
    }
}

/// Removes a method that stopped a survey. Every call makes the survey smaller, even if the guest forged the cursor: if
/// the cursor names a method that is not in the survey, the survey becomes empty.
fn leave_out_stopped(method: Method, survey: &mut Survey) {
    let before = (survey.mask, survey.identify_by);
    leave_out(method, survey);
    if method == Method::New || (survey.mask, survey.identify_by) == before {
        survey.mask = 0;
    }
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

fn survey_once(bench: &Bench<'_>, name: &str, survey: &Survey) -> Run {
    bench.run(name, &Case::Survey(survey.clone()), Variation::default())
}

fn blame(bench: &Bench<'_>, name: &str, survey: &Survey, run: Run) -> Stopped {
    // Without a cursor, only code before `main` can have run.
    let at = run.cursor.unwrap_or(Cursor { method: Method::New, whose: Whose::Own, board: 0 });
    let here = Stopped {
        method: at.method,
        board: at.board,
        on_new: None,
        stop: run.stop,
        stops_on_new: false,
        fuel: run.fuel,
        memory: run.memory,
    };
    if here.stop.is_graders_fault() || here.method == Method::New {
        return here;
    }
    let alone = |mask: Word| {
        let survey = Survey { mask, depth: Depth::Which, ..survey.clone() };
        let run = survey_once(bench, name, &survey);
        (run.stop != Stop::Done).then_some(run)
    };
    if let Boards::Walk { n, tiles } = &survey.boards
        && let Some(tiles) = tiles.chunks(n * n).nth(at.board).filter(|_| at.board > 0)
    {
        // Blame the walk only if the method returns on a new board with identical tiles.
        let boards = Boards::Listed { n: *n, tiles: tiles.to_vec() };
        let run = survey_once(bench, name, &Survey { boards, ..survey.clone() });
        if run.stop != Stop::Done {
            return Stopped { stop: run.stop, stops_on_new: true, ..here };
        }
        let method = if at.method == Method::Eq { Method::Eq } else { Method::Neighbors };
        return Stopped { method, ..here };
    }
    if at.whose != Whose::Own {
        // If the method fails on the board itself, blame the method. Otherwise, blame the derived board.
        let own = survey.mask & !DERIVING;
        if own != 0
            && own != survey.mask
            && let Some(run) = alone(own)
        {
            return blame(bench, name, &Survey { mask: own, ..survey.clone() }, run);
        }
        if at.method == Method::Eq {
            return here;
        }
        if at.method.bit() & DERIVING != 0
            && let Some(run) = alone(at.method.bit())
        {
            let board = run.cursor.map_or(at.board, |cursor| cursor.board);
            return Stopped { board, stop: run.stop, ..here };
        }
        if at.method.bit() & DERIVING == 0
            && let Some((tiles, stop)) = stopped_on_new(bench, name, survey, at, &here.stop)
        {
            return Stopped { on_new: Some(tiles), stop, ..here };
        }
        let method = if at.whose == Whose::Twin { Method::Twin } else { Method::Neighbors };
        return Stopped { method, ..here };
    }
    if here.stop.is_stall() {
        // Another method may have used up the shared budget.
        let asked = Method::ALL.into_iter().filter(|method| survey.mask & method.bit() != 0);
        for method in std::iter::once(here.method).chain(asked) {
            if let Some(run) = alone(method.bit()) {
                let board = run.cursor.map_or(here.board, |cursor| cursor.board);
                return Stopped { method, board, stop: run.stop, ..here };
            }
        }
    }
    here
}

/// Looks for a new board that stops a method in the same way as a derived board, among those that the derived board may
/// represent. If there is one, the method is to blame.
fn stopped_on_new(
    bench: &Bench<'_>,
    name: &str,
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
    let survey = Survey {
        mask: at.method.bit(),
        identify_by: Identification(0),
        depth: Depth::Which,
        boards,
    };
    let run = survey_once(bench, name, &survey);
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
                    let mut survey = Survey { mask, identify_by, depth: Depth::Which, boards };
                    leave_out_stopped(method, &mut survey);
                    let left = (survey.mask, survey.identify_by.0);
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
