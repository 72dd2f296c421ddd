//! Examines a submission's board.

mod corners;
mod cost;
mod judged;
mod plan;
mod rules;
mod second;
mod stops;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};

use assignment::{Puzzle, RunLimits};
use grade::check::Check;
use grade::{Measures, Stop, Tile, Tiles, Verdict};
use intake::Submission;
use probe::wire::{Depth, Identification, Method, Word};
use probe::{Boards, Case, Survey};
use sandbox::run::{Run, Variation};
use sandbox::timing::Work;

use super::bench::Bench;
use super::survey;
use super::tally::Cases;
use crate::judge::{self, Change, Findings, Size, Sizes};
use cost::CostExam;
use judged::Judged;
use plan::Planned;
use rules::Examined;
use stops::{Stopped, Stops};

/// The maximum dimension of boards to compare before calling any other method. Larger boards are compared only if the
/// cost of `==` does not grow too fast.
const ALIKE_FIRST: usize = 17;

/// How many surveys a method may stall, or stop after using much memory, before we skip it. Each of these stops takes a
/// long time without revealing anything new.
const PATIENCE: usize = grade::budgets::BOARD_STOPS;

/// The number of rows above which a method with a steep cost may not finish.
const GROWS_FROM: usize = 16;

/// The budget for comparisons, as a multiple of a case's usual budget.
const SLOW_EQUALITY: u64 = 10;

/// The cases that the wanted checks need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardScope {
    /// All cases.
    All,
    /// All cases, except that `neighbors` and `twin` are called only on some 3x3 boards. This is enough for the checks
    /// of a board's own values, unless a call takes too long.
    OwnValues,
}

impl BoardScope {
    /// Returns the scope for these checks of a submission. If there is hidden state, all calls matter.
    pub(crate) fn of(wanted: &[Check], submission: &Submission) -> Self {
        let is_of_values =
            |check: &Check| judge::method_of(*check).is_some_and(|it| OWN & it.bit() != 0);
        let has_state =
            intake::hidden_state(submission).iter().any(|(_, states)| !states.is_empty());
        if wanted.iter().all(is_of_values) && !has_state { Self::OwnValues } else { Self::All }
    }
}

pub(super) struct BoardExam {
    pub(super) verdicts: BTreeMap<Check, Verdict>,
    pub(super) measures: Measures,
    /// The size classes for which each answer check passes or fails.
    pub(super) cases: BTreeMap<Check, Cases>,
}

const VALUES: Word = Method::Dimension.bit()
    | Method::Hamming.bit()
    | Method::Manhattan.bit()
    | Method::IsGoal.bit();
const OWN: Word = VALUES | Method::Display.bit();
const ALL: Word = OWN | survey::DERIVING;

/// Examines a program's board. Surveys identify boards by comparison or text only if this was found to be correct.
pub(super) fn examine(
    bench: &Bench<'_>,
    jobs: usize,
    puzzles: &[Puzzle],
    limits: RunLimits,
    seed: u64,
    scope: BoardScope,
) -> BoardExam {
    let mut state = BoardExaminer {
        bench,
        found: Findings::default(),
        stops: Stops::default(),
        asked: BTreeMap::new(),
        cut: None,
        costs: CostExam::default(),
        examined: BTreeMap::new(),
    };
    state.equality();
    let small = Boards::Ranks { n: 2, from: 0, to: 24 };
    let first =
        Survey { mask: OWN, identify_by: Identification(0), depth: Depth::Which, boards: small };
    let first = survey::run(bench, "values 2x2", first);
    state.take(Judged::new("values 2x2", first, false));

    let identify_by = state.trusted_identification();
    let mut mask = ALL & !state.stops.stalled_mask();
    if identify_by == Identification(0) {
        mask &= !survey::DERIVING;
    }
    let can_reread = identify_by == Identification::BOTH;
    if !state.stops.stalls(Method::New) {
        let small = Boards::Ranks { n: 2, from: 0, to: 24 };
        let deep = Survey { mask, identify_by, depth: Depth::Deep, boards: small };
        let deep = survey::run(bench, "deep 2x2", deep);
        state.take(Judged::new("deep 2x2", deep, can_reread));
        // A method that stalls on the smallest boards should not be called again.
        mask &= !state.stops.stalled_mask();
        let costly = (ALL | Method::Eq.bit()) & !state.stops.stalled_mask();
        state.costs = cost::examine(bench, ALL | Method::Eq.bit(), costly, limits);
        state.examined.extend(state.costs.examined());
        if ![Method::Eq, Method::New].iter().any(|it| state.is_steep(*it)) {
            for n in judge::ALIKE.into_iter().filter(|n| *n > ALIKE_FIRST) {
                state.equality_of(n);
            }
        }
        let (mut surveys, left_out) = plan::surveys(mask, identify_by, &state.costs, puzzles, seed);
        state.stops.none_tried(left_out.iter().flat_map(|it| judged::asked(&it.survey)));
        if scope == BoardScope::OwnValues {
            plan::leave_out_derived(&mut surveys);
        }
        state.surveys(surveys, jobs, can_reread);
        state.smaller_text();
        state.reread(mask);
        state.immutable(mask);
        state.debug();
    }
    state.finish(identify_by)
}

struct BoardExaminer<'a> {
    bench: &'a Bench<'a>,
    found: Findings,
    stops: Stops,
    asked: BTreeMap<Method, Sizes>,
    cut: Option<Method>,
    costs: CostExam,
    /// The checks that were examined, except those of values, for which [`asked`](Self::asked) shows this.
    examined: BTreeMap<Check, Examined>,
}

impl BoardExaminer<'_> {
    /// Runs surveys, but omits methods that have stalled too often.
    fn surveys(&mut self, mut surveys: Vec<Planned>, jobs: usize, can_reread: bool) {
        let bench = self.bench;
        let mut stalls: BTreeMap<Method, usize> = BTreeMap::new();
        loop {
            let make = |bench: &Bench<'_>, planned: &Planned| {
                let Planned { name, survey, visibility } = planned;
                let surveyed = survey::run(bench, name, survey.clone());
                let judged = bench.judge(name, || Judged::new(name, surveyed, can_reread));
                judged.seen_by(*visibility)
            };
            let goes_on = |judged: &Judged| {
                let mut is_at_an_end = false;
                for stopped in judged.stops.iter().filter(|stopped| stopped.is_expensive()) {
                    let stalls = stalls.entry(stopped.method()).or_default();
                    *stalls += 1;
                    is_at_an_end |= *stalls == PATIENCE;
                }
                !is_at_an_end
            };
            let outcomes = bench.map(jobs, &surveys, make, goes_on);
            if outcomes.is_empty() {
                break;
            }
            surveys.drain(..outcomes.len());
            for outcome in outcomes {
                self.take(outcome);
            }
            let stalled = stalls.iter().filter(|(_, stalls)| **stalls >= PATIENCE);
            let stalled = stalled.map(|(method, _)| method.bit()).sum();
            if stalled & Method::New.bit() != 0 {
                // Without a board, no method can be called. These sizes already count as not shown.
                let unmade = self.stops.sizes(Method::New);
                surveys.retain(|it| !unmade.meets(Sizes::of(plan::rows(&it.survey))));
            }
            for Planned { survey, .. } in &mut surveys {
                plan::leave_out_steep(survey, stalled);
            }
            surveys.retain(|planned| planned.survey.mask != 0);
        }
        // The total fuel was exhausted before these surveys started.
        self.stops.none_tried(surveys.iter().flat_map(|it| judged::asked(&it.survey)));
    }

    fn equality(&mut self) {
        let boards = judge::equality_boards();
        let run = self.compare("equality", &Case::Equality(all_rows(&boards)));
        self.compared("equality", &boards, &run);
        self.collisions();
        for n in judge::ALIKE.into_iter().filter(|n| *n <= ALIKE_FIRST) {
            self.equality_of(n);
        }
    }

    fn equality_of(&mut self, n: usize) {
        if !self.can_compare() {
            return;
        }
        let (name, boards) = (format!("equality of {n}"), judge::alike(n));
        let run = self.compare(&name, &Case::Equality(all_rows(&boards)));
        // If `==` does not terminate here, it does not terminate in a survey either.
        if !run.stop.is_stall() {
            self.compared(&name, &boards, &run);
        }
    }

    /// Returns `false` if comparisons would not end.
    fn can_compare(&self) -> bool {
        ![Method::New, Method::Eq].iter().any(|it| self.stops.stalls(*it))
    }

    /// Compares pairs of different boards with equal hashes.
    fn collisions(&mut self) {
        const NAME: &str = "equal hashes";
        if !self.can_compare() {
            return;
        }
        let boards = judge::collision_boards();
        let run = self.compare(NAME, &Case::Pairs(all_rows(&boards)));
        if self.is_complete(&boards, &run)
            && judge::collisions(&boards, &run.words, &mut self.found).is_err()
        {
            self.stops.add(Stopped::interfered(NAME));
        }
    }

    fn compare(&self, name: &str, case: &Case) -> Run {
        let run = self.bench.run(name, case, Variation::default());
        if run.stop != Stop::Fuel || self.bench.is_exhausted() {
            return run;
        }
        // Thousands of comparisons share this budget. A correct `==` may be slow, for example because it compares
        // texts.
        let fuel = self.bench.budget(name).fuel.saturating_mul(SLOW_EQUALITY);
        self.bench.run_with_fuel((Work::Board, name), fuel, case, Variation::default())
    }

    fn compared(&mut self, name: &str, boards: &[Tiles], run: &Run) {
        let sizes: BTreeSet<usize> = boards.iter().map(|it| it.len()).collect();
        if sizes.len() > 1 && matches!(run.stop, Stop::Panic { .. }) {
            // If a comparison panics for boards of different sizes, it may still be correct for equal sizes.
            for n in sizes {
                let alike: Vec<Tiles> = boards.iter().filter(|it| it.len() == n).cloned().collect();
                let name = format!("{name}, {n} rows");
                let run = self.compare(&name, &Case::Equality(all_rows(&alike)));
                self.compared(&name, &alike, &run);
            }
            self.stops.add(comparison_stopped(boards, run));
        } else if self.is_complete(boards, run)
            && judge::equality(boards, &run.words, &mut self.found).is_err()
        {
            self.stops.add(Stopped::interfered(name));
        }
    }

    /// Records the sizes for which `==` was called or not, and returns `true` if all boards were compared.
    fn is_complete(&mut self, boards: &[Tiles], run: &Run) -> bool {
        let sizes = sizes_of(boards);
        let method = run.cursor.map_or(Method::New, |cursor| cursor.method);
        if self.bench.is_cut(&run.stop) {
            self.cut = self.cut.or(Some(method));
            self.stops.not_tried(Method::Eq, sizes);
        } else if run.stop == Stop::Done {
            *self.asked.entry(Method::Eq).or_default() |= sizes;
            return true;
        } else {
            self.stops.not_tried(method, sizes);
            self.stops.add(comparison_stopped(boards, run));
        }
        false
    }

    fn take(&mut self, judged: Judged) {
        for (method, sizes) in judged.asked {
            *self.asked.entry(method).or_default() |= sizes;
        }
        for stopped in judged.stops {
            let method = stopped.method();
            if stopped.is_out_of_fuel() && self.is_steep(method) && stopped.rows() > GROWS_FROM {
                self.stops.pay(&stopped);
                self.stops.not_tried(method, Sizes::from(stopped.rows()));
            } else {
                self.stops.add(stopped);
            }
        }
        self.cut = self.cut.or(judged.cut);
        self.stops.none_tried(judged.unseen);
        self.found.merge(judged.found);
    }

    fn is_steep(&self, method: Method) -> bool {
        self.costs.steep & method.bit() != 0
    }

    fn trusted_identification(&self) -> Identification {
        let fails = |check: Check, method: Method| self.found.has(check) || self.stops.has(method);
        let eq = !fails(Check::BoardEquality, Method::Eq);
        let text = !fails(Check::BoardDisplay, Method::Display);
        Identification(
            (u32::from(eq) * Identification::EQ.0) | (u32::from(text) * Identification::TEXT.0),
        )
    }

    /// Checks that earlier calls do not affect answers.
    fn immutable(&mut self, mask: Word) {
        let mask = mask & !self.stops.mask_on(judge::immutable_sizes());
        let unasked = Method::ALL.into_iter().find(|it| ALL & !mask & it.bit() != 0);
        // A twin that changes or is invalid is reported separately.
        let is_twin_wrong = self.found.has(Check::BoardTwin);
        let derive = if is_twin_wrong { mask & !Method::Twin.bit() } else { mask };
        // If the values of derived boards are wrong, this is reported already. They may also change with each call.
        let is_derived_wrong = is_twin_wrong || self.found.has(Check::BoardNeighbors);
        let viewed = match mask & Method::Display.bit() {
            text if text != 0 && is_derived_wrong => text,
            _ => mask,
        };
        let script = judge::immutable_script(mask, derive, viewed);
        let case = Case::Script(script.clone());
        let run = self.bench.run("immutable", &case, Variation::default());
        if self.bench.is_cut(&run.stop) {
            let method = unasked.or(self.cut).or(Some(Method::New));
            self.examined.insert(Check::BoardImmutable, Examined::without(method, None));
            return;
        }
        if run.stop.is_graders_fault() {
            self.stops.add(Stopped::on(Tiles::default(), Method::New, run.stop));
            return;
        }
        match judge::immutable(&script, &run.words, &run.stop, mask & !derive) {
            Ok(Change::Nothing) => {
                self.examined.insert(Check::BoardImmutable, Examined::without(unasked, None));
            }
            Ok(Change::Found(failure)) => {
                self.found.fail(Check::BoardImmutable, Size::SMALLEST, || *failure);
            }
            Ok(Change::Stopped(method, tiles)) => {
                let stopped = Stopped::on(tiles, method, run.stop);
                let examined = Examined::without(unasked.or(Some(method)), Some(stopped));
                self.examined.insert(Check::BoardImmutable, examined);
            }
            Err(_) => self.stops.add(Stopped::interfered("immutable")),
        }
    }
}

fn all_rows(boards: &[Tiles]) -> Vec<Vec<Vec<Tile>>> {
    boards.iter().map(|it| it.to_vec()).collect()
}

/// Returns where a run that compares boards was stopped.
fn comparison_stopped(boards: &[Tiles], run: &Run) -> Stopped {
    let (method, board) =
        run.cursor.map_or((Method::New, 0), |cursor| (cursor.method, cursor.board));
    let nth = |number: usize| boards.get(number).cloned();
    // See `probe::equality` for the numbers of pairs.
    let (tiles, other) = match board.checked_sub(boards.len()) {
        Some(pair) => (nth(pair / boards.len()), nth(pair % boards.len())),
        None => (nth(board), None),
    };
    Stopped::beside(other, Stopped::on(tiles.unwrap_or_default(), method, run.stop.clone()))
}

fn sizes_of(boards: &[Tiles]) -> Sizes {
    boards.iter().fold(Sizes::default(), |sizes, board| sizes | Sizes::of(board.len()))
}
