//! Measures the cost of the board methods for different dimensions.

use std::collections::BTreeMap;

use assignment::RunLimits;
use grade::cause::{BoardCause, Bulk};
use grade::check::Check;
use grade::{Evidence, Failure, Measure, Measures, Stop, Tiles};
use probe::Case;
use probe::wire::{Method, Word};
use sandbox::run::{Run, Variation};

use super::rules::Examined;
use super::stops::Stopped;
use crate::exam::bench::Bench;
use crate::exam::measure::keep_worst;
use crate::judge::{self, GROWTH_ALLOWED, LARGE, SMALL};

pub(super) const SIZES: [usize; 5] = [8, 16, SMALL, 64, LARGE];

#[derive(Default)]
pub(super) struct CostExam {
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
    /// The first stop that was not a grader error and did not use up the fuel.
    stopped: Option<Stopped>,
    /// The most expensive method on the smallest measured boards.
    pub(super) most_expensive: Option<Method>,
}

impl CostExam {
    /// Returns how far the checks of costs were examined. A stop is reported once, by the first of them.
    pub(super) fn examined(&mut self) -> [(Check, Examined); 2] {
        let of = |stopped| Examined::without(self.unmeasured, stopped);
        [(Check::BoardGrowth, of(self.stopped.take())), (Check::BoardMemory, of(None))]
    }
}

/// Measures the methods in `mask`, all of which return on small boards.
pub(super) fn examine(bench: &Bench<'_>, all: Word, mut mask: Word, limits: RunLimits) -> CostExam {
    let left_out = Method::ALL.into_iter().find(|method| all & !mask & method.bit() != 0);
    let mut exam = CostExam { unmeasured: left_out, ..CostExam::default() };
    let mut costs: BTreeMap<(Method, usize), u64> = BTreeMap::new();
    for n in SIZES {
        let smallest = costs.iter().filter(|((_, n), _)| *n == SIZES[0]);
        exam.most_expensive =
            smallest.max_by_key(|(_, fuel)| **fuel).map(|((method, _), _)| *method);
        for (kind, tiles) in boards(n) {
            let name = format!("cost of {n}, {kind}");
            // If a method stops the run, measure the others without it.
            while let Some(stopped) =
                measure(bench, &name, mask, &tiles, limits, &mut costs, &mut exam)
            {
                exam.unmeasured.get_or_insert(stopped);
                if mask & stopped.bit() == 0 {
                    return exam;
                }
                mask &= !stopped.bit();
            }
        }
    }
    for method in Method::ALL {
        let cost = |n| costs.get(&(method, n)).copied();
        let (Some(small), Some(large)) = (cost(SMALL), cost(LARGE)) else { continue };
        let Some((grown, allowed)) = judge::growth(small, large) else { continue };
        let measure = Measure::of(grown, allowed, GROWTH_ALLOWED);
        let holds = measure.holds();
        keep_worst(&mut exam.measures, Check::BoardGrowth, measure);
        if !holds {
            exam.steep |= method.bit();
            exam.growth.get_or_insert_with(|| judge::too_steep(method, small, large));
        }
    }
    exam
}

/// Returns the boards of dimension `n` to measure.
///
/// A method that returns early on some boards must not appear to grow. Each tile is in the last quarter of the cells in
/// some rotation of the goal, so scanning for it takes long there. Only the goal has all tiles in place.
fn boards(n: usize) -> Vec<(&'static str, Tiles)> {
    let goal = judge::goal(n).cells();
    let turned = |quarters: usize| {
        let mut tiles = goal.clone();
        tiles.rotate_right(n * n * quarters / 4);
        Tiles::from_cells(n, &tiles)
    };
    let mut boards = vec![("goal", judge::goal(n)), ("shuffled", super::plan::shuffled(n))];
    if n == SMALL || n == LARGE {
        boards.extend([("turned 1", turned(1)), ("turned 2", turned(2)), ("turned 3", turned(3))]);
    }
    boards
}

/// Measures the methods on a board. Returns the method that stopped the run, if any.
fn measure(
    bench: &Bench<'_>,
    name: &str,
    mask: Word,
    tiles: &Tiles,
    limits: RunLimits,
    costs: &mut BTreeMap<(Method, usize), u64>,
    exam: &mut CostExam,
) -> Option<Method> {
    let n = tiles.len();
    let run = bench.run(name, &Case::Cost { mask, tiles: tiles.to_vec() }, Variation::default());
    for (label, cost) in &run.log.spent {
        if let Some(method) = Method::from_word(*label) {
            let most = costs.entry((method, n)).or_default();
            *most = cost.fuel.max(*most);
        }
    }
    if run.stop == Stop::Done {
        memory(bench, name, &run, tiles, limits, exam);
        return None;
    }
    if run.stop.is_graders_fault() {
        exam.graders_fault.get_or_insert(run.stop);
        return Some(Method::New);
    }
    let method = run.cursor.map_or(Method::New, |cursor| cursor.method);
    if bench.is_cut(&run.stop) {
        return Some(Method::New);
    }
    // The surveys report stops for other reasons.
    if run.stop == Stop::Fuel {
        exam.steep |= method.bit();
        exam.is_new_unending |= method == Method::New;
        if exam.growth.is_none() {
            exam.growth = Some(judge::unending(method, n));
            exam.unending = Some(method);
        }
        // A larger board would burn at least as much fuel.
        costs.insert((method, LARGE), run.fuel);
    } else if exam.stopped.is_none() {
        exam.stopped = Some(Stopped::on(tiles.clone(), method, run.stop));
    }
    Some(method)
}

fn memory(
    bench: &Bench<'_>,
    name: &str,
    run: &Run,
    tiles: &Tiles,
    limits: RunLimits,
    exam: &mut CostExam,
) {
    let [fresh, used, walked] = run.words[..] else { return };
    let bytes = u64::from(fresh.max(used).max(walked));
    let name = format!("{name}, bytes");
    bench.note(&name, bytes);
    let Some(model) = bench.purpose.cost(&name) else { return };
    let limit = limits.board_memory;
    let measure = Measure::of(bytes, model, 100 * u64::from(limit));
    let holds = measure.holds();
    keep_worst(&mut exam.measures, Check::BoardMemory, measure);
    if holds || exam.memory.is_some() {
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
    let cause = BoardCause::Bytes { n, when, bytes, times: bytes / model.max(1), limit };
    exam.memory = Some(Failure::of(cause).with_evidence(Evidence {
        tiles: tiles.clone(),
        call: "Board::new()".to_owned(),
        ..Evidence::default()
    }));
}
