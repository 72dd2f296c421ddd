//! Finds the method that stopped a case, and what is left of the case without it.

use std::borrow::Cow;

use grade::{Stop, Tiles};
use probe::wire::{ALL_PAIRS, Depth, Identification, Method, Whose, Word};
use probe::{Boards, Case, Survey};
use sandbox::run::{GuestCursor, Run};

use super::stops::StoppedMethod;
use super::{generated, plan};
use crate::exam::bench::{Bench, LEAST_BUDGET};
use crate::exam::costs::CaseName;
use crate::exam::runner::Stoppable;
use crate::judge::{self, BoardWalk};

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
            Self::Survey(survey) => blame_survey(bench, name, survey, run),
            Self::Equality(boards)
            | Self::Pairs(boards)
            | Self::Texts(boards)
            | Self::Distinct(boards) => find_stopped_comparison(bench, name, (self, boards), run),
            Self::Script(script) => {
                // The cursor counts steps here, not boards, so it does not say which board the call was on.
                let start = Tiles::from(script.boards[0].clone());
                let stopped =
                    StoppedMethod::on_tiles(start, last_call(run).method, run.stop.clone());
                if stopped.stop.is_out_of_fuel() {
                    // Many comparisons share this budget.
                    return StoppedMethod::by_too_many(
                        stopped.method,
                        judge::FEW_MOVED,
                        stopped.stop,
                    );
                }
                stopped.with_cost(run.fuel, run.memory)
            }
            Self::Cost { tiles, .. } => {
                let tiles = tiles.clone().into();
                StoppedMethod::on_tiles(tiles, last_call(run).method, run.stop.clone())
            }
            _ => StoppedMethod::on_tiles(Tiles::default(), last_call(run).method, run.stop.clone()),
        }
    }

    fn stop(stopped: &StoppedMethod) -> &Stop {
        &stopped.stop
    }

    fn remaining_cases(&self, stopped: &StoppedMethod, name: &CaseName) -> Vec<(CaseName, Self)> {
        let method = stopped.method;
        let left = match (self, stopped.fitting) {
            // A fault of the grader does not show that any call should be left out.
            _ if stopped.stop.is_graders_fault() => Vec::new(),
            (_, Some(fitting)) => with_fewer_boards(self, fitting).into_iter().collect(),
            (Self::Survey(survey), None) => remove_stopped_method(method, survey.clone())
                .map(Self::Survey)
                .into_iter()
                .collect(),
            // A forged cursor may name a method that is not measured.
            (Self::Cost { mask, tiles }, None) if mask & method.bit() != 0 => {
                vec![Self::Cost { mask: mask & !method.bit(), tiles: tiles.clone() }]
            }
            (
                Self::Equality(boards)
                | Self::Pairs(boards)
                | Self::Texts(boards)
                | Self::Distinct(boards),
                None,
            ) => {
                let parts = separate_by_size(boards, stopped).into_iter();
                parts.map(|boards| with_boards(self, boards)).collect()
            }
            _ => Vec::new(),
        };
        left.into_iter().map(|case| (name.clone(), case)).collect()
    }
}

/// Returns a comparison of other boards.
fn with_boards(comparison: &Case, boards: Vec<Rows>) -> Case {
    match comparison {
        Case::Pairs(_) => Case::Pairs(boards),
        Case::Texts(_) => Case::Texts(boards),
        Case::Distinct(_) => Case::Distinct(boards),
        _ => Case::Equality(boards),
    }
}

/// Returns a case with only as many boards as fit into its budget.
fn with_fewer_boards(case: &Case, fitting: usize) -> Option<Case> {
    match case {
        Case::Survey(survey) => {
            let boards = generated::take_some_boards(&survey.boards, fitting);
            Some(Case::Survey(Survey { boards, ..survey.clone() }))
        }
        Case::Equality(boards) | Case::Texts(boards) | Case::Distinct(boards) => {
            let some = generated::evenly_spread(boards.len(), fitting).map(|at| boards[at].clone());
            Some(with_boards(case, some.collect()))
        }
        Case::Pairs(boards) => Some(Case::Pairs(boards[..fitting].to_vec())),
        Case::Script(script) => judge::shorten_moved_script(script, fitting).map(Case::Script),
        _ => None,
    }
}

/// Separates the boards of the dimension that stopped a comparison from the others, because the stop says nothing about
/// them, and may have been caused by boards of different sizes. After an expensive stop, only smaller boards are left.
fn separate_by_size(boards: &[Rows], stopped: &StoppedMethod) -> Vec<Vec<Rows>> {
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
fn last_call(run: &Run) -> GuestCursor {
    run.cursor.unwrap_or(GuestCursor { method: Method::New, whose: Whose::Own, board: 0 })
}

/// Removes a method that stopped a survey. The result is always smaller, even if the guest forged the cursor: if the
/// cursor names a method that is not in the survey, nothing is left.
fn remove_stopped_method(method: Method, mut survey: Survey) -> Option<Survey> {
    let before = (survey.mask, survey.identify_by);
    remove_method(method, &mut survey);
    let is_smaller = method != Method::New && (survey.mask, survey.identify_by) != before;
    Some(survey).filter(|survey| is_smaller && survey.mask != 0)
}

/// Removes a method from a survey, and the derived boards if they can no longer be identified.
pub(super) fn remove_method(method: Method, survey: &mut Survey) {
    survey.mask &= !method.bit();
    match method {
        Method::Eq => survey.identify_by = survey.identify_by.without(Identification::EQ),
        Method::Display => {
            let texts = Identification(Identification::TEXT.0 | Identification::SAME_TEXT.0);
            survey.identify_by = survey.identify_by.without(texts);
            if plan::dimension_of_survey(survey) > ALL_PAIRS {
                // Twins of larger boards are identified by text.
                survey.mask &= !Method::Twin.bit();
            }
        }
        _ => {}
    }
    remove_unidentified_methods(survey);
}

/// Removes the methods that return other boards from a survey if these cannot be identified.
pub(super) fn remove_unidentified_methods(survey: &mut Survey) {
    if survey.identify_by == Identification(0) {
        survey.mask &= !DERIVING;
    }
}

/// Returns the comparison that was stopped, unless the budget was only too small for all of them.
fn find_stopped_comparison(
    bench: &Bench<'_>,
    name: &CaseName,
    (case, boards): (&Case, &[Rows]),
    run: &Run,
) -> StoppedMethod {
    let GuestCursor { method, board, .. } = last_call(run);
    // See `probe::equality` for the numbers of pairs.
    let numbers = match board.checked_sub(boards.len()) {
        Some(pair) => vec![pair / boards.len(), pair % boards.len()],
        None => vec![board],
    };
    let called: Vec<Rows> =
        numbers.iter().filter_map(|number| boards.get(*number).cloned()).collect();
    let mut tiles = called.iter().cloned().map(Tiles::from);
    let mut stopped =
        StoppedMethod::on_tiles(tiles.next().unwrap_or_default(), method, run.stop.clone());
    stopped.other = tiles.next();
    let alone = if matches!(case, Case::Texts(_)) { Case::Texts } else { Case::Equality }(called);
    if !stopped.stop.is_out_of_fuel()
        || bench.run_within(name, &alone, LEAST_BUDGET).stop != Stop::Done
    {
        return stopped.with_cost(run.fuel, run.memory);
    }
    // The guest may have forged the number of the pair.
    let (pair, count) = (board.saturating_sub(boards.len()), boards.len());
    let fitting = match case {
        // Half of what finished leaves some of the budget for boards that cost more.
        Case::Texts(_) => (board.min(count) / 2).max(1),
        // The number must be even to keep pairs together.
        Case::Pairs(_) => ((pair / count.max(1)).min(count) / 4 * 2).max(2),
        // Each board is compared with all others.
        _ => (pair.min(count * count) / 2).isqrt().max(1),
    };
    if fitting >= count {
        return stopped.with_cost(run.fuel, run.memory);
    }
    StoppedMethod::by_too_many(method, fitting, stopped.stop)
}

/// Finds the call that stopped a survey. If the budget was used up, this is a call that uses up a budget of its own.
/// Otherwise, the budget was only too small for all of the boards.
fn blame_survey(bench: &Bench<'_>, name: &CaseName, survey: &Survey, run: &Run) -> StoppedMethod {
    let (at, count) = (last_call(run), generated::board_count(&survey.boards));
    // A single board cannot be too many.
    if !run.stop.is_out_of_fuel() || count < 2 {
        return blame_call(bench, name, survey, run);
    }
    // The guest may have forged the number of the board. A single one fits.
    // Half of the boards before the stop, to leave room for more expensive ones among the others.
    let fitting = (at.board.min(count) / 2).max(1);
    let too_many = || StoppedMethod::by_too_many(at.method, fitting, run.stop.clone());
    let stops = |boards: Boards, fuel: u64| {
        let part = Survey { boards, ..survey.clone() };
        let run = bench.run_within(name, &Case::Survey(part.clone()), fuel);
        (run.stop != Stop::Done).then_some((part, run))
    };
    if let Boards::Walk { .. } = &survey.boards {
        // If the second half of the walk takes much longer than the first, the moves are to blame.
        return match stops(generated::take_some_boards(&survey.boards, fitting), run.fuel / SUDDEN)
        {
            None => blame_call(bench, name, survey, run),
            Some(_) => too_many(),
        };
    }
    let tiles = judge::nth_board(&survey.boards, at.board);
    match stops(Boards::Listed { n: tiles.len(), tiles: tiles.cells() }, LEAST_BUDGET) {
        None => too_many(),
        Some((part, run)) => blame_call(bench, name, &part, &run),
    }
}

/// If half of a walk takes less than this part of the fuel that all of it uses up, the cost grows with the moves.
/// The first half of a walk takes half of the fuel if each move costs the same, a quarter if the cost grows with the number
/// of moves, and an eighth if it grows with the square.
const SUDDEN: u64 = 8;

fn blame_call(bench: &Bench<'_>, name: &CaseName, survey: &Survey, run: &Run) -> StoppedMethod {
    let at = last_call(run);
    let stopped = |method: Method, board: usize, stop: &Stop| {
        let stopped = match BoardWalk::leading_to(&survey.boards, board) {
            Some(walk) => StoppedMethod::after_walk(walk, method, stop.clone()),
            None => StoppedMethod::on_tiles(
                judge::nth_board(&survey.boards, board),
                method,
                stop.clone(),
            ),
        };
        stopped.with_cost(run.fuel, run.memory)
    };
    let here = |method: Method| stopped(method, at.board, &run.stop);
    if run.stop.is_graders_fault() || at.method == Method::New {
        return here(at.method);
    }
    let run_once = |survey: Survey| match generated::board_count(&survey.boards) {
        // The methods of a single board need no more, unless one is too slow.
        1 => bench.run_within(name, &Case::Survey(survey), LEAST_BUDGET),
        _ => bench.run_case(name, &Case::Survey(survey)),
    };
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
            return StoppedMethod::on_tiles(tiles, at.method, on_new.stop)
                .with_cost(run.fuel, run.memory);
        }
        return here(if at.method == Method::Eq { Method::Eq } else { Method::Neighbors });
    }
    if at.whose != Whose::Own {
        // If the method fails on the board itself, blame the method. Otherwise, blame the derived board.
        // The calls are repeated on the board itself, which is the simpler explanation.
        let own = survey.mask & !DERIVING;
        if own != 0
            && own != survey.mask
            && let Some(run) = alone(own)
        {
            return blame_call(bench, name, &Survey { mask: own, ..survey.clone() }, &run);
        }
        let is_deriving = at.method.bit() & DERIVING != 0;
        if at.method == Method::Eq {
            return here(at.method);
        }
        if is_deriving && let Some(run) = alone(at.method.bit()) {
            return stopped(at.method, board_of(&run), &run.stop);
        }
        if !is_deriving
            && let Some((tiles, stop)) = find_stop_on_new_board(bench, name, survey, at, &run.stop)
        {
            return StoppedMethod::on_tiles(tiles, at.method, stop).with_cost(run.fuel, run.memory);
        }
        return here(if at.whose == Whose::Twin { Method::Twin } else { Method::Neighbors });
    }
    if run.stop.is_stall() {
        // Another method may have used up the shared budget.
        let asked = Method::ALL.into_iter().filter(|method| survey.mask & method.bit() != 0);
        // The method at the cursor is the most likely one, so it comes first, and usually nothing else has to run.
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
fn find_stop_on_new_board(
    bench: &Bench<'_>,
    name: &CaseName,
    survey: &Survey,
    at: GuestCursor,
    stop: &Stop,
) -> Option<(Tiles, Stop)> {
    // Earlier calls may have burned part of the budget.
    if stop.is_stall() {
        return None;
    }
    let tiles = judge::nth_board(&survey.boards, at.board);
    let derived = judge::derived_boards(&tiles, at.whose);
    let boards =
        Boards::Listed { n: tiles.len(), tiles: derived.iter().flat_map(Tiles::cells).collect() };
    let identify_by = Identification(0);
    let survey = Survey { mask: at.method.bit(), identify_by, depth: Depth::Which, boards };
    let run = bench.run_case(name, &Case::Survey(survey.clone()));
    let cursor =
        run.cursor.filter(|cursor| cursor.method == at.method && run.stop.is_like(stop))?;
    Some((judge::nth_board(&survey.boards, cursor.board), run.stop))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn goals(sizes: &[usize]) -> Vec<Rows> {
        sizes.iter().map(|n| judge::goal_tiles(*n).to_vec()).collect()
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
            let stopped = StoppedMethod::on_tiles(judge::goal_tiles(rows.max(2)), Method::New, stop);
            let rows = stopped.rows();
            let left = case.remaining_cases(&stopped, &CaseName::Equality);
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
            for identify_by in (0..8).map(Identification) {
                for method in Method::ALL {
                    let boards = Boards::Ranks { n: 2, from: 0, to: 24 };
                    let survey = Survey { mask, identify_by, depth: Depth::Which, boards };
                    let Some(left) = remove_stopped_method(method, survey) else { continue };
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
