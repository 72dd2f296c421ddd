//! Runs cases on a submission's programs and enforces budgets.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use assignment::RunLimits;
use base::pool::{self, Permits};
use grade::check::Group;
use grade::{INSTRUCTION, budgets};
use grade::{Stop, Visibility};
use probe::Case;
use sandbox::build::BuildError;
use sandbox::run::{InstanceLimits, LoadedProgram, Run, Variation};
use sandbox::timing::WorkKind;
use wasmtime::Module;

use super::Examiner;
use super::case_visibility::CaseVisibility;
use super::costs::{CaseName, CostKey, Costs};

/// In fuel. A single call on a board never needs as much, unless it is too slow.
pub(super) const LEAST_BUDGET: u64 = budgets::LEAST_RUN * INSTRUCTION;

/// The maximum budget for a case, in fuel. It is exceeded only if [`LEAST_TIMES`] the model's fuel is more, or the limit
/// for `solver.time`.
const MOST_BUDGET: u64 = budgets::MOST_RUN * INSTRUCTION;

/// The minimum budget for a submission, as a multiple of the model's fuel.
const LEAST_TIMES: u64 = budgets::LEAST_TIMES as u64;

/// The budget for cases of unknown cost, to measure the model.
/// The model's own cost is not known yet, so this is only far above any cost: about ten thousand times [`MOST_BUDGET`].
const UNKNOWN_BUDGET: u64 = 1 << 50;

/// If a board case exhausts the budget and writes more than this many bytes, the failure is reported as endless output.
/// `dbg!` of the largest board writes less.
const BOARD_OUTPUT: usize = 4 << 20;

/// The purpose of an exam.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// Measure the costs of the model.
    Measure,
    /// Judge a submission by comparison with these costs of the model.
    Judge(&'a Costs),
}

impl Purpose<'_> {
    pub(crate) fn is_to_measure(self) -> bool {
        matches!(self, Self::Measure)
    }

    fn model_cost(self, key: &CostKey) -> Option<u64> {
        match self {
            Self::Measure => None,
            Self::Judge(costs) => costs.get(key),
        }
    }
}

pub(super) fn fuel_for_all_runs(group: Group) -> u64 {
    let instructions = if group == Group::Solver { budgets::SOLVER } else { budgets::BOARD };
    instructions * INSTRUCTION
}

/// Returns the memory limit in bytes.
pub(super) fn memory_limit(limits: &RunLimits) -> usize {
    // On a 32-bit machine, a large limit is then as good as none.
    usize::try_from(limits.memory_mib).unwrap_or(usize::MAX).saturating_mul(1 << 20)
}

/// The fuel charged for setting up an instance. It counts toward the total.
/// It is a constant, because instantiation costs differently on each platform, so metering starts only after it.
/// It is little compared with any search, but makes cases that do nothing count, too.
pub(super) const SET_UP: u64 = 100_000 * INSTRUCTION;

pub(super) struct Bench<'a> {
    shared: Arc<SharedBench<'a>>,
    burnt: AtomicU64,
    total: u64,
}

/// The parts of a bench that are independent of the remaining fuel.
pub(super) struct SharedBench<'a> {
    pub(super) examiner: &'a Examiner<'a>,
    permits: &'a Permits,
    program: LoadedProgram,
    spent: Mutex<Costs>,
    case_visibility: CaseVisibility,
    prints: Mutex<Option<Visibility>>,
    is_near_limits: AtomicBool,
}

impl<'a> std::ops::Deref for Bench<'a> {
    type Target = SharedBench<'a>;

    fn deref(&self) -> &SharedBench<'a> {
        &self.shared
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) fuel: u64,
    pub(super) model: Option<u64>,
}

impl Budget {
    /// Returns the budget for a case on which the model burns `model`: `stop` times as much fuel, but more than `time`
    /// times as much, which is the limit for `solver.time`.
    fn from_model_fuel(model: Option<u64>, stop: u64, time: u64) -> Self {
        // While the model itself is measured, its cost is unknown, and only the minimum and the maximum apply.
        let times = |factor| model.unwrap_or(0).saturating_mul(factor);
        // The minimum keeps small cases from being stopped too early, and the maximum keeps a run to about ten seconds.
        let fuel = times(stop).clamp(LEAST_BUDGET, MOST_BUDGET.max(times(LEAST_TIMES)));
        // A search that stays within `time` must be able to finish, or it would be stopped instead of measured.
        Self { fuel: fuel.max(times(time).saturating_add(1)), model }
    }

    /// Returns `true` if a program that exhausts the budget is considered endless, because the budget is much larger
    /// than the model's cost.
    pub(super) fn is_endless(self) -> bool {
        // Divides instead of multiplying, which could overflow for a large cost.
        self.model.is_some_and(|model| self.fuel / 1000 >= model)
    }
}

impl<'a> Bench<'a> {
    /// Sets up a program of the submission for the cases of this group.
    ///
    /// # Errors
    ///
    /// Returns an error if this machine cannot set up the program.
    pub(super) fn new(
        examiner: &'a Examiner<'a>,
        permits: &'a Permits,
        module: &Module,
        group: Group,
    ) -> Result<Self, BuildError> {
        let Examiner { machine, assignment, puzzles, sources, .. } = examiner;
        let program = machine.link(module);
        let program = program.map_err(|error| BuildError::Engine(format!("{error:#}")))?;
        let boards = assignment.boards.iter().chain(puzzles.iter().copied());
        // The model's costs define the limits, so its own runs have none.
        let total =
            if examiner.purpose.is_to_measure() { u64::MAX } else { fuel_for_all_runs(group) };
        let shared = SharedBench {
            examiner,
            permits,
            program: program.with_sources(sources),
            spent: Mutex::default(),
            case_visibility: CaseVisibility::from_puzzles(boards),
            prints: Mutex::default(),
            is_near_limits: AtomicBool::new(false),
        };
        Ok(Self { shared: Arc::new(shared), burnt: AtomicU64::new(0), total })
    }

    pub(super) fn limits(&self) -> &RunLimits {
        &self.examiner.assignment.limits
    }

    /// Returns what the model needs, unless it is being measured.
    pub(super) fn model_cost(&self, key: &CostKey) -> Option<u64> {
        self.examiner.purpose.model_cost(key)
    }

    /// Runs `work` on each task, on separate benches, until `goes_on` returns `false` or the total fuel is exhausted.
    /// The result does not depend on the number of threads.
    pub(super) fn run_tasks<T: Sync, R: Send>(
        &self,
        tasks: &[T],
        work: impl Fn(&Bench<'_>, &T) -> R + Sync,
        mut goes_on: impl FnMut(&R) -> bool + Send,
    ) -> Vec<R> {
        if self.is_exhausted() {
            return Vec::new();
        }
        // The fuel left when a task starts depends on the number of threads, so give each task the fuel that was left
        // before the first.
        let left = self.fuel_left();
        let on_its_own = |task: &T| {
            let shared = Arc::clone(&self.shared);
            let bench = Bench { shared, burnt: AtomicU64::new(0), total: left };
            (work(&bench, task), bench.burnt_fuel())
        };
        let goes_on = |(result, burnt): &(R, u64)| {
            self.add_burnt_fuel(*burnt);
            goes_on(result) && !self.is_exhausted()
        };
        let done = pool::map_in_parallel_while(self.examiner.jobs, tasks, on_its_own, goes_on);
        done.into_iter().map(|(result, _)| result).collect()
    }

    fn burnt_fuel(&self) -> u64 {
        self.burnt.load(Ordering::Relaxed)
    }

    fn add_burnt_fuel(&self, fuel: u64) {
        // Only one thread at a time adds to a bench, as `map` gives each task its own.
        self.burnt.store(self.burnt_fuel().saturating_add(fuel), Ordering::Relaxed);
    }

    fn fuel_left(&self) -> u64 {
        self.total.saturating_sub(self.burnt_fuel())
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.fuel_left() == 0
    }

    /// Returns `true` if a run used more than half of a limit or was stopped other than by a panic, or if all runs
    /// together used more than half of the total. Then a slightly different cost could change the result.
    pub(super) fn is_near_limits(&self) -> bool {
        self.is_near_limits.load(Ordering::Relaxed) || self.burnt_fuel() > self.total / 2
    }

    /// Returns `true` if a run ended only because the total fuel was exhausted, which is not evidence of a fault.
    pub(super) fn ended_by_total_fuel(&self, stop: &Stop) -> bool {
        stop.is_out_of_fuel() && self.is_exhausted()
    }

    pub(super) fn budget(&self, name: &CaseName) -> Budget {
        let model = self.model_cost(&CostKey::Fuel(name.clone()));
        if self.examiner.purpose.is_to_measure() {
            return Budget { fuel: UNKNOWN_BUDGET, model };
        }
        let RunLimits { stop, time, .. } = *self.limits();
        Budget::from_model_fuel(model, stop.into(), time.into())
    }

    pub(super) fn measure_judging<T>(&self, name: &CaseName, work: impl FnOnce() -> T) -> T {
        self.examiner.recorder.measure(WorkKind::Judging, &name.to_string(), work)
    }

    /// Runs a case once, and records its cost.
    pub(super) fn run_case(&self, name: &CaseName, case: &Case) -> Run {
        let (what, fuel) = ((work_kind(case), name), self.budget(name).fuel);
        let run = self.run_with_fuel(what, fuel, case, Variation::default());
        self.record_cost(&CostKey::Fuel(name.clone()), run.fuel);
        run
    }

    /// Runs a part of a case with this amount of fuel.
    pub(super) fn run_within(&self, name: &CaseName, case: &Case, fuel: u64) -> Run {
        self.run_with_fuel((work_kind(case), name), fuel, case, Variation::default())
    }

    /// Records a measurement alongside the costs of the cases.
    pub(super) fn record_cost(&self, key: &CostKey, value: u64) {
        self.costs_so_far().set(key, value);
    }

    fn costs_so_far(&self) -> MutexGuard<'_, Costs> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a case with this amount of fuel instead of a multiple of the model's cost.
    pub(super) fn run_with_fuel(
        &self,
        (work, name): (WorkKind, &CaseName),
        fuel: u64,
        case: &Case,
        variation: Variation,
    ) -> Run {
        // A search that prints and exhausts the budget is judged like any other.
        let is_search = matches!(case, Case::Solve(_) | Case::Session(_));
        let output = if is_search { usize::MAX } else { BOARD_OUTPUT };
        let fuel = fuel.min(self.fuel_left());
        let memory = memory_limit(self.limits());
        let limits = InstanceLimits { memory, output, ..InstanceLimits::with_fuel(fuel) };
        let Examiner { machine, recorder, .. } = self.examiner;
        let run = || machine.run(&self.program, case, limits, variation);
        let run = self.permits.call_with_permit(|| recorder.measure(work, &name.to_string(), run));
        // Work that is free for a run still takes time, so it counts toward the total.
        self.add_burnt_fuel(run.fuel.saturating_add(run.free_work).saturating_add(SET_UP));
        let is_near = !matches!(run.stop, Stop::Done | Stop::Panic { .. })
            || run.fuel > fuel / 2
            || run.memory > memory / 2
            || run.printed > output / 2;
        self.is_near_limits.fetch_or(is_near, Ordering::Relaxed);
        // In all other cases, standard error contains only the sandbox's report.
        let is_own_text = matches!(run.stop, Stop::Done | Stop::Fuel | Stop::Output);
        if run.printed > 0 && is_own_text {
            let visibility = self.case_visibility.of_case(case);
            let mut prints = self.prints.lock().unwrap_or_else(PoisonError::into_inner);
            *prints = Some(prints.map_or(visibility, |known| known.min(visibility)));
        }
        run
    }

    /// Runs a case again, and returns the beginning of the text that the submission prints. This affects no verdict, so
    /// it counts toward no limit.
    pub(super) fn text_printed_by(&self, case: &Case) -> String {
        let memory = memory_limit(self.limits());
        let limits = InstanceLimits { memory, ..InstanceLimits::with_fuel(LEAST_BUDGET) };
        let run = || self.examiner.machine.run(&self.program, case, limits, Variation::default());
        self.permits.call_with_permit(run).first_text
    }

    /// Returns the audience for the remark about output, or `None` if there was no output. The remark is hidden if only
    /// hidden boards caused output.
    pub(super) fn print_visibility(&self) -> Option<Visibility> {
        *self.prints.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn costs(&self) -> Costs {
        self.costs_so_far().clone()
    }
}

fn work_kind(case: &Case) -> WorkKind {
    match case {
        Case::Solve(solve) if solve.foreign => WorkKind::Puzzles,
        Case::Solve(_) => WorkKind::OwnBoards,
        Case::Session(_) => WorkKind::Sessions,
        Case::Survey(_)
        | Case::Equality(_)
        | Case::Pairs(_)
        | Case::Texts(_)
        | Case::Distinct(_)
        | Case::Text(_)
        | Case::Debug(_)
        | Case::Script(_)
        | Case::Cost { .. } => WorkKind::Board,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_has_a_minimum_and_a_maximum() {
        let budget = |model| Budget::from_model_fuel(Some(model * INSTRUCTION), 90, 30);
        let instructions = |model| budget(model).fuel / INSTRUCTION;
        assert_eq!(instructions(1_000), 400_000_000);
        assert!(budget(1_000).is_endless());
        assert_eq!(instructions(100_000_000), 9_000_000_000);
        assert_eq!(instructions(200_000_000), 12_000_000_000);
        // The maximum would be 17 times the model's fuel; 30 times is allowed.
        assert_eq!(budget(700_000_000).fuel, 21_000_000_000 * INSTRUCTION + 1);
        // Ten times the model's fuel is always allowed.
        let large = Budget::from_model_fuel(Some(5_000_000_000 * INSTRUCTION), 90, 5);
        assert_eq!(large.fuel, 50_000_000_000 * INSTRUCTION);
        assert_eq!(Budget::from_model_fuel(None, 90, 30).fuel, LEAST_BUDGET);
    }
}
