//! Judges the runs of a case.

use grade::check::Check;
use grade::{Tiles, Visibility};
use probe::wire::Method;
use probe::{Case, Survey};

use super::plan::{self, Planned};
use super::stops::StoppedMethod;
use crate::exam::bench::Bench;
use crate::exam::runner::{CaseRun, RunEnd, run_to_end};
use crate::judge::{self, BoardFindings, BoardSizes};

/// What a case shows about a board.
#[derive(Default)]
pub(super) struct JudgedCase {
    pub(super) asked: Vec<(Method, BoardSizes)>,
    pub(super) stops: Vec<StoppedMethod>,
    /// The methods that took too long or too much memory, each with the dimension of the boards.
    pub(super) expensive: Vec<(Method, usize)>,
    pub(super) found: BoardFindings,
    pub(super) cut: Option<Method>,
    /// The methods that should have been called but were not, each with the sizes of the boards.
    pub(super) unseen: Vec<(Method, BoardSizes)>,
    /// The runs that measure costs, which are judged together.
    pub(super) costs: Vec<CaseRun<Case>>,
}

/// Runs a case to its end, and judges each run.
pub(super) fn run_and_judge(bench: &Bench<'_>, planned: &Planned) -> JudgedCase {
    let Planned { name, case, visibility, can_reread } = planned;
    let mut judged = JudgedCase::default();
    let mut mixed = Vec::new();
    run_to_end(bench, name.clone(), case.clone(), |run| {
        bench.measure_judging(name, || mixed.extend(judged.add(run, *can_reread)));
    });
    for stopped in mixed {
        judged.add_stop_with_other_sizes(stopped);
    }
    judged.with_visibility(*visibility)
}

impl JudgedCase {
    /// Adds what a run shows. Returns a stop of `Board::new` that boards of other sizes may have caused.
    fn add(&mut self, run: CaseRun<Case>, can_reread: bool) -> Option<StoppedMethod> {
        if matches!(run.case, Case::Cost { .. }) {
            self.costs.push(run);
            return None;
        }
        let CaseRun { name, case, run, end } = run;
        match end {
            RunEnd::Whole => {
                self.asked.extend(methods_asked(&case));
                let mut found = BoardFindings::default();
                let is_valid = match &case {
                    Case::Survey(survey) => {
                        judge::survey(survey, &run.words, can_reread, &mut found)
                    }
                    Case::Equality(boards) => {
                        judge::equality(&all_tiles(boards), &run.words, &mut found)
                    }
                    Case::Pairs(boards) => {
                        judge::collisions(&all_tiles(boards), &run.words, &mut found)
                    }
                    Case::Texts(boards) => judge::texts(&all_tiles(boards), &run.words, &mut found),
                    Case::Distinct(boards) => {
                        judge::distinct(&all_tiles(boards), &run.words, &mut found)
                    }
                    Case::Script(script) => judge::moved(script, &run.words, &mut found),
                    _ => Ok(()),
                };
                match is_valid {
                    Ok(()) => self.found.merge(found),
                    Err(_) => self.stops.push(StoppedMethod::by_interference(&name)),
                }
            }
            // What is left of the case runs with fewer boards.
            RunEnd::Stopped(stopped) if stopped.fitting.is_some() => {}
            // The surveys report all other methods that do not return after moves.
            RunEnd::Stopped(stopped)
                if matches!(case, Case::Script(_))
                    && stopped.method != Method::Eq
                    && !stopped.stop.is_graders_fault() => {}
            RunEnd::Stopped(stopped) => {
                let (method, rows) = (stopped.method, stopped.rows());
                if stopped.is_expensive() {
                    self.expensive.push((method, rows));
                } else if method == Method::New
                    && !stopped.stop.is_graders_fault()
                    && has_other_sizes(&case, rows)
                {
                    if matches!(case, Case::Equality(_)) {
                        self.unseen.push((Method::Eq, BoardSizes::of_rows(rows)));
                    }
                    return Some(stopped);
                }
                if method == Method::Eq && stopped.is_of_one_size() {
                    self.found.misidentified |= stopped.unshown_sizes();
                }
                self.stops.push(stopped);
            }
            RunEnd::Cut(stopped) => {
                self.cut = Some(stopped.method);
                self.unseen.extend(methods_asked(&case));
            }
        }
        None
    }

    /// Adds a stop of `Board::new` in a case with boards of different sizes. Unless it was also stopped in a case with
    /// boards of this size only, the other boards are the cause.
    fn add_stop_with_other_sizes(&mut self, stopped: StoppedMethod) {
        let is_alike = |other: &StoppedMethod| {
            (other.method, other.rows()) == (stopped.method, stopped.rows())
        };
        if self.cut.is_none() && !self.stops.iter().any(is_alike) {
            let (size, failure) = stopped.failure_after_other_sizes();
            self.found.note_failure(Check::BoardImmutable, size, || failure);
        }
    }

    fn with_visibility(self, visibility: Visibility) -> Self {
        let stops =
            self.stops.into_iter().map(|stopped| stopped.with_visibility(visibility)).collect();
        Self { found: self.found.with_visibility(visibility), stops, ..self }
    }
}

/// Returns the methods that a case shows to be right or wrong, each with the sizes of the boards.
pub(super) fn methods_asked(case: &Case) -> Vec<(Method, BoardSizes)> {
    match case {
        Case::Survey(survey) => methods_in_survey(survey),
        Case::Equality(boards) | Case::Pairs(boards) | Case::Distinct(boards) => {
            vec![(Method::Eq, sizes_of_boards(boards))]
        }
        _ => Vec::new(),
    }
}

fn methods_in_survey(survey: &Survey) -> Vec<(Method, BoardSizes)> {
    let n = plan::dimension_of_survey(survey);
    let has = |method: Method| survey.mask & method.bit() != 0;
    let is_asked = |method: Method| match method {
        Method::Eq => survey.identify_by.eq(),
        method => has(method),
    };
    Method::ALL
        .into_iter()
        .filter(|method| is_asked(*method))
        .map(|method| (method, BoardSizes::of_rows(n)))
        .collect()
}

/// Returns `true` if a case compares boards of this dimension and others.
fn has_other_sizes(case: &Case, rows: usize) -> bool {
    let (Case::Equality(boards) | Case::Pairs(boards)) = case else { return false };
    let has = |is_alike: bool| boards.iter().any(|board| (board.len() == rows) == is_alike);
    has(true) && has(false)
}

fn all_tiles(boards: &[Vec<Vec<slider::Tile>>]) -> Vec<Tiles> {
    boards.iter().cloned().map(Tiles::from).collect()
}

fn sizes_of_boards(boards: &[Vec<Vec<slider::Tile>>]) -> BoardSizes {
    boards
        .iter()
        .fold(BoardSizes::default(), |sizes, board| sizes | BoardSizes::of_rows(board.len()))
}
