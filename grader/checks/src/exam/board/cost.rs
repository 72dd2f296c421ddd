//! Measures the cost of the board methods for different dimensions.

use std::collections::BTreeMap;
use std::iter;

use grade::cause::{BoardCause, Bulk};
use grade::check::{Check, Group};
use grade::{Evidence, Failure, Measure, Measures, Stop, Tiles, Visibility};
use probe::wire::{Depth, Identification, Method, Word};
use probe::{Boards, Case, Survey};
use sandbox::run::Run;

use super::GROWS_FROM;
use super::generated;
use super::plan::{self, Planned};
use super::rules::Examined;
use super::stops::StoppedMethod;
use crate::exam::CaseDraw;
use crate::exam::bench::{Bench, LEAST_BUDGET, fuel_for_all_runs};
use crate::exam::costs::{CaseName, CostKey, CostLayout};
use crate::exam::keep_worst;
use crate::exam::runner::{CaseRun, RunEnd};
use crate::judge::{self, GROWTH_ALLOWED, LARGE, SMALL};

/// The dimensions to measure. Those below [`SMALL`] only predict the cost of surveys: on small boards, fixed costs hide the
/// growth.
/// Each size is about twice the previous one, so that a power of `n` shows as a factor.
pub(super) const SIZES: [usize; 5] = [8, 16, SMALL, 64, LARGE];

/// The dimension of most boards in surveys, which is measured only to plan them.
const MOST_SURVEYED: usize = 3;

/// The fuel that a survey may burn for each board until we call fewer methods.
/// Two such boards use up the minimum budget of a run.
pub(super) const SLOW: u64 = LEAST_BUDGET / 2;

/// All surveys together should take at most the total fuel divided by this.
/// The rest is left for walks, comparisons, scripts, and the boards that explain a failure.
const SURVEYS: u64 = 4;

#[derive(Default)]
pub(super) struct CostExam {
    /// The methods to measure, all of which return on small boards.
    mask: Word,
    /// The dimensions of the boards, each with who may see it.
    sizes: Vec<(usize, Visibility)>,
    /// The most fuel that each method burned on boards of a dimension.
    fuel: BTreeMap<(Method, usize), u64>,
    /// Whether a run ended in a way that makes other runs useless.
    is_abandoned: bool,
    pub(super) growth: Option<Failure>,
    pub(super) memory: Option<Failure>,
    pub(super) measures: Measures,
    /// The methods to skip on boards larger than [`SMALL`] because they would not finish.
    pub(super) steep: Word,
    /// The method that fails the growth check because it was stopped.
    pub(super) unending: Option<Method>,
    /// Whether `Board::new` was stopped, so large boards cannot be created.
    pub(super) is_new_unending: bool,
    pub(super) graders_fault: Option<Stop>,
    /// A method that could not be measured on all boards.
    unmeasured: Option<Method>,
    /// Whether the memory of some board was measured.
    has_measured_memory: bool,
    /// The first stop that was not a grader error and did not use up the fuel.
    stopped: Option<StoppedMethod>,
}

impl CostExam {
    /// Plans to measure `all` methods, except those that have stalled on small boards. Some dimensions are drawn.
    pub(super) fn new(all: Word, stalled: Word, draws: &[CaseDraw]) -> Self {
        let unmeasured = Method::ALL.into_iter().find(|method| all & stalled & method.bit() != 0);
        let large = generated::drawn_sizes(draws).filter(|(n, _)| *n > SMALL);
        // Drawn sizes keep a board from being fast only on the sizes that everybody knows.
        let listed = iter::once(MOST_SURVEYED).chain(SIZES);
        let sizes = listed.map(|n| (n, Visibility::Visible)).chain(large).collect();
        Self { mask: all & !stalled, sizes, unmeasured, ..Self::default() }
    }

    /// Returns the cases, without the methods that stopped one of them.
    pub(super) fn plan_cases(&self) -> Vec<Planned> {
        if self.is_abandoned {
            return Vec::new();
        }
        let of_size = |(n, _): (usize, Visibility)| {
            measured_boards(n).into_iter().map(move |(layout, tiles)| (n, layout, tiles))
        };
        let case = |(n, layout, tiles): (usize, CostLayout, Tiles)| {
            let case = Case::Cost { mask: self.mask, tiles: tiles.to_vec() };
            Planned::with_visibility(self.visibility(n), CaseName::Cost(n, layout), case)
        };
        self.sizes.iter().copied().flat_map(of_size).map(case).collect()
    }

    /// Adds the costs that a run shows, even if it was stopped.
    pub(super) fn add(&mut self, run: CaseRun<Case>, bench: &Bench<'_>) {
        let CaseRun { name, case, run, end, .. } = run;
        let Case::Cost { mask, tiles } = case else { return };
        let (n, tiles) = (tiles.len(), Tiles::from(tiles));
        for (label, cost) in &run.log.spent {
            if let Some(method) = Method::from_word(*label) {
                let most = self.fuel.entry((method, n)).or_default();
                *most = cost.fuel.max(*most);
            }
        }
        let method = match end {
            RunEnd::Whole => return self.add_memory(&run, name, tiles, bench),
            RunEnd::Stopped(stopped) if stopped.stop.is_graders_fault() => {
                self.graders_fault.get_or_insert(run.stop);
                Method::New
            }
            RunEnd::Cut(_) => Method::New,
            RunEnd::Stopped(stopped) => {
                let method = stopped.method;
                // Only a lack of fuel says something about growth. The surveys usually report the other stops, but keep
                // the first in case they do not.
                if run.stop == Stop::Fuel {
                    self.steep |= method.bit();
                    self.is_new_unending |= method == Method::New;
                    if self.growth.is_none() {
                        self.growth = Some(
                            self.with_visibility_of_size(n, judge::failure_for_unending(method, n)),
                        );
                        self.unending = Some(method);
                    }
                    // A larger board would burn at least as much fuel.
                    self.fuel.insert((method, LARGE), run.fuel);
                } else {
                    let visibility = self.visibility(n);
                    self.stopped.get_or_insert_with(|| stopped.with_visibility(visibility));
                }
                method
            }
        };
        self.unmeasured.get_or_insert(method);
        // A forged cursor can name a method that was not called. Without that method, the next run would be the same.
        self.is_abandoned |= mask & method.bit() == 0;
        self.mask &= !method.bit();
    }

    /// Judges how fast the costs grow, after the last run. If not all of them were possible, something is unmeasured.
    pub(super) fn judge_growth(&mut self, is_complete: bool) {
        if self.is_abandoned {
            return;
        }
        if !is_complete {
            self.unmeasured.get_or_insert(Method::New);
            return;
        }
        for method in Method::ALL {
            let cost = |n: usize| self.fuel.get(&(method, n)).copied();
            // A method without a cost was left out or stopped, and `unmeasured` is set.
            let Some(small) = cost(SMALL) else { continue };
            // The largest boards come first, because they show the growth best.
            let others = self.sizes.iter().map(|(n, _)| *n);
            let others = others.filter(|n| *n > SMALL && *n != LARGE);
            let larger = iter::once(LARGE).chain(others);
            for (n, fuel) in larger.filter_map(|n| Some((n, cost(n)?))) {
                let Some((grown, allowed)) = judge::growth_per_tile(small, n, fuel) else {
                    continue;
                };
                let measure = Measure::in_units(grown, allowed, GROWTH_ALLOWED);
                let holds = measure.holds();
                keep_worst(&mut self.measures, Check::BoardGrowth, measure);
                if !holds {
                    self.steep |= method.bit();
                    if self.growth.is_none() {
                        let failure = judge::steep_failure(method, small, n, fuel);
                        self.growth = Some(self.with_visibility_of_size(n, failure));
                    }
                }
            }
        }
    }

    /// Returns the fuel per board of a survey, as far as costs have been measured. This may be too much for boards that are
    /// smaller than those.
    pub(super) fn fuel_per_board(&self, survey: &Survey) -> u64 {
        Method::ALL.into_iter().map(|method| self.fuel_of_method(survey, method)).sum()
    }

    /// Returns the fuel that one method will burn per board of a survey.
    fn fuel_of_method(&self, survey: &Survey, method: Method) -> u64 {
        let n = plan::dimension_of_survey(survey);
        // The next larger dimension that was measured gives an upper bound.
        let mut measured = iter::once(MOST_SURVEYED).chain(SIZES).filter(|size| *size >= n);
        let fuel = measured.find_map(|size| self.fuel.get(&(method, size)));
        calls_per_board(survey, method) * fuel.copied().unwrap_or_default()
    }

    /// Returns the smallest dimension of boards on which surveys do not call a steep method.
    pub(super) fn smallest_omitted_size(&self, method: Method) -> usize {
        let boards = Boards::Listed { n: SMALL, tiles: Vec::new() };
        let (identify_by, depth) = (Identification::EQ, Depth::Values);
        let survey = Survey { mask: Word::MAX, identify_by, depth, boards };
        1 + if self.fuel_of_method(&survey, method) > SLOW { GROWS_FROM } else { SMALL }
    }

    /// Returns the most fuel that each of these surveys may burn so that all of them end. The expensive ones share what
    /// the others leave.
    pub(super) fn affordable_fuel<'a>(&self, surveys: impl Iterator<Item = &'a Survey>) -> u64 {
        let fuel = |survey: &Survey| {
            self.fuel_per_board(survey) * generated::board_count(&survey.boards) as u64
        };
        let mut fuel: Vec<u64> = surveys.map(fuel).collect();
        // The cheapest are paid first. What they do not use of their share is left for the others.
        fuel.sort_unstable();
        let mut left = fuel_for_all_runs(Group::Board) / SURVEYS;
        let mut surveys = fuel.len() as u64;
        for burnt in fuel {
            if burnt > left / surveys {
                return left / surveys;
            }
            (left, surveys) = (left - burnt, surveys - 1);
        }
        u64::MAX
    }

    /// Returns the most expensive method on the smallest boards, if larger boards were measured.
    pub(super) fn most_expensive(&self) -> Option<Method> {
        let is_larger = |(_, n): &(Method, usize)| *n > SIZES[0];
        let smallest = self.fuel.iter().filter(|(key, _)| !is_larger(key));
        let most = smallest.max_by_key(|(_, fuel)| **fuel).map(|((method, _), _)| *method);
        most.filter(|_| self.fuel.keys().any(is_larger))
    }

    /// Returns how far the checks of costs were examined. A stop is reported once, by the first of them.
    ///
    /// Memory is judged on the boards that can be made. `is_enough` is `false` if calls that were left out might have
    /// used more.
    pub(super) fn examined_checks(&mut self, is_enough: bool) -> [(Check, Examined); 2] {
        let growth = Examined::without_method(self.unmeasured, self.stopped.take());
        let is_enough = is_enough && self.has_measured_memory;
        let memory = Examined::without_method(self.unmeasured.filter(|_| !is_enough), None);
        [(Check::BoardGrowth, growth), (Check::BoardMemory, memory)]
    }

    fn add_memory(&mut self, run: &Run, name: CaseName, tiles: Tiles, bench: &Bench<'_>) {
        let [fresh, used, walked] = run.words[..] else { return };
        if tiles.len() == MOST_SURVEYED {
            return;
        }
        self.has_measured_memory = true;
        let bytes = u64::from(fresh.max(used).max(walked));
        let key = CostKey::BoardBytes(name);
        bench.record_cost(&key, bytes);
        let Some(model) = bench.model_cost(&key) else { return };
        let limit = bench.limits().board_memory;
        // Measures are in hundredths.
        let measure = Measure::in_units(bytes, model, 100 * u64::from(limit));
        let holds = measure.holds();
        keep_worst(&mut self.measures, Check::BoardMemory, measure);
        if holds || self.memory.is_some() {
            return;
        }
        let n = tiles.len();
        let when = if bytes == u64::from(fresh) {
            Bulk::New
        } else if bytes == u64::from(used) {
            Bulk::Used
        } else {
            Bulk::Walked
        };
        // The model may use no bytes at all.
        let cause = BoardCause::Bytes { n, when, bytes, times: bytes / model.max(1), limit };
        let call = "Board::new()".to_owned();
        let evidence = Evidence { tiles, call, ..Evidence::default() };
        self.memory = Some(
            self.with_visibility_of_size(n, Failure::from_cause(cause).with_evidence(evidence)),
        );
    }

    /// Returns who may see that boards of this dimension were measured.
    fn visibility(&self, n: usize) -> Visibility {
        let measured = self.sizes.iter().filter(|(size, _)| *size == n);
        measured.map(|(_, visibility)| *visibility).min().unwrap_or_default()
    }

    fn with_visibility_of_size(&self, n: usize, failure: Failure) -> Failure {
        Failure { visibility: self.visibility(n), ..failure }
    }
}

/// Returns about how often a survey calls a method per board.
fn calls_per_board(survey: &Survey, method: Method) -> u64 {
    let asks = |method: Method| u64::from(survey.mask & method.bit() != 0);
    let ways = survey.identify_by;
    let neighbors = 4 * asks(Method::Neighbors);
    // A board has up to four neighbors, and one twin.
    let derived = neighbors + asks(Method::Twin);
    let has_values = u64::from(survey.depth >= Depth::Values);
    let is_deep = u64::from(survey.depth == Depth::Deep && ways.reads_texts());
    match method {
        Method::New => 1 + u64::from(ways.compares_boards_or_texts()) * derived,
        Method::Eq => u64::from(ways.eq()) * 2 * derived,
        Method::Display => {
            // With `Deep`, the texts of up to four neighbors and a twin are read for each derived board, too.
            let read = u64::from(ways.reads_texts()) * (1 + 5 * is_deep);
            asks(method) + (read + u64::from(ways.compares_texts()) * 4) * derived
        }
        Method::Neighbors => asks(method) * (1 + is_deep * derived),
        Method::Twin => asks(method) * (1 + has_values + is_deep * derived),
        _ => asks(method) * (1 + has_values * derived),
    }
}

/// Returns the boards of dimension `n` to measure.
///
/// A method that returns early on some boards must not appear to grow. Each tile is in the last quarter of the cells in
/// some rotation of the goal, so scanning for it takes long there. Only the goal has all tiles in place.
fn measured_boards(n: usize) -> Vec<(CostLayout, Tiles)> {
    let goal = judge::goal_tiles(n).cells();
    let turned = |quarters: usize| {
        let mut tiles = goal.clone();
        tiles.rotate_right(n * n * quarters / 4);
        Tiles::from_cells(n, &tiles)
    };
    let mut boards = vec![
        (CostLayout::Goal, judge::goal_tiles(n)),
        (CostLayout::Shuffled, generated::shuffled_board(n)),
    ];
    // Growth is judged between these two, and the most expensive place of the blank differs between methods.
    if n == SMALL || n == LARGE {
        boards.extend([1, 2, 3].map(|quarters| (CostLayout::Turned(quarters), turned(quarters))));
    }
    boards
}
