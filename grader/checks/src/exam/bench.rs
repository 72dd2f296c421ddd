//! The place where a submission's programs are run: the machine, the budgets, the threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use base::pool::{self, Permits};
use grade::check::Group;
use grade::{INSTRUCTION, budgets};
use grade::{Stop, Visibility};
use probe::Case;
use sandbox::run::{Limits, Machine, Program, Run, Variation};
use wasmtime::Module;

use super::case_visibility::CaseVisibility;
use crate::assignment::RunLimits;

/// The least budget of any case, as fuel.
const LEAST_BUDGET: u64 = budgets::LEAST_RUN * INSTRUCTION;

/// The most that a case may burn, unless the model burns more than a [tenth](LEAST_TIMES) of it.
const MOST_BUDGET: u64 = budgets::MOST_RUN * INSTRUCTION;

/// However much a puzzle takes, a submission may burn so many times what the model does.
const LEAST_TIMES: u64 = 10;

/// The budget of a case of which nothing is known: when the model itself is measured.
const UNKNOWN_BUDGET: u64 = 1 << 50;

/// Code that exhausts its budget prints without end if it has written so much about one board, in bytes:
/// `dbg!` of the largest boards writes less.
const BOARD_OUTPUT: usize = 4 << 20;

/// The fuel that the model's program burnt on each case, by the case's name, and other figures of
/// the model that limits are multiples of, by names of their own.
pub type Costs = BTreeMap<String, u64>;

/// Why a program is examined.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// It is the model, and its costs are measured.
    Measure,
    /// It is a submission, judged by the costs of the model.
    Judge(&'a Costs),
}

impl Purpose<'_> {
    /// Whether the costs of the model are measured.
    pub(crate) fn is_to_measure(self) -> bool {
        matches!(self, Self::Measure)
    }

    /// The cost of the model with this name, if it is known.
    pub(super) fn cost(self, name: &str) -> Option<u64> {
        match self {
            Self::Measure => None,
            Self::Judge(costs) => costs.get(name).copied(),
        }
    }
}

/// The fuel that the cases of a group may burn together.
pub(super) fn total(group: Group) -> u64 {
    let instructions = if group == Group::Solver { budgets::SOLVER } else { budgets::BOARD };
    instructions * INSTRUCTION
}

/// The work of setting up an instance, as fuel, which counts towards the total.
pub(super) const SET_UP: u64 = 100_000 * INSTRUCTION;

/// A program on the machine, with the budgets of its cases.
pub(super) struct Bench<'a> {
    shared: Arc<Shared<'a>>,
    purse: Purse,
}

/// All that does not depend on what is left to burn.
pub(super) struct Shared<'a> {
    pub(super) machine: &'a Machine,
    pub(super) program: Program,
    /// What bounds the runs of all benches at once.
    permits: &'a Permits,
    pub(super) purpose: Purpose<'a>,
    /// The multiple of the model's cost at which a case is stopped.
    pub(super) stop: u64,
    /// The multiple of the model's cost beyond which a case costs points.
    pub(super) time: u64,
    /// The most linear memory of a case, in bytes.
    pub(super) memory: usize,
    /// The fuel that each case has burnt here.
    spent: Mutex<Costs>,
    /// The cases that are on hidden boards.
    case_visibility: CaseVisibility,
    /// The widest audience of the cases that have written any text of their own.
    prints: Mutex<Option<Visibility>>,
}

/// What has been burnt so far, of what may be burnt in all.
struct Purse {
    burnt: AtomicU64,
    total: u64,
}

impl Purse {
    fn of(total: u64) -> Self {
        Self { burnt: AtomicU64::new(0), total }
    }

    fn burnt(&self) -> u64 {
        self.burnt.load(Ordering::Relaxed)
    }

    /// Takes in what was burnt.
    fn pay(&self, fuel: u64) {
        self.burnt.store(self.burnt().saturating_add(fuel), Ordering::Relaxed);
    }

    fn left(&self) -> u64 {
        self.total.saturating_sub(self.burnt())
    }
}

impl<'a> std::ops::Deref for Bench<'a> {
    type Target = Shared<'a>;

    fn deref(&self) -> &Shared<'a> {
        &self.shared
    }
}

/// The fuel that a case may burn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// In fuel.
    pub(super) fuel: u64,
    /// The fuel that the model burns, if it is known.
    pub(super) model: Option<u64>,
    /// The fuel at which code is beyond the limit, where [`fuel`](Self::fuel) is less than that: code
    /// that exhausts it may be within the limit.
    pub(super) full: Option<u64>,
}

impl Budget {
    /// The budget of a case on which the model burns `model`: `stop` times that, where more than
    /// `time` times costs points.
    fn of(model: Option<u64>, stop: u64, time: u64) -> Self {
        let times = |factor| model.unwrap_or(0).saturating_mul(factor);
        let fuel = times(stop).clamp(LEAST_BUDGET, MOST_BUDGET.max(times(LEAST_TIMES)));
        let beyond = times(time).saturating_add(1);
        Self { fuel, model, full: (fuel < beyond).then_some(beyond) }
    }

    /// Whether it is so large in comparison with the model's cost that code which exhausts it does
    /// not come to an end at all, as far as anyone will ever see.
    pub(super) fn is_endless(self) -> bool {
        self.model.is_some_and(|model| self.fuel / 1000 >= model)
    }
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        machine: &'a Machine,
        permits: &'a Permits,
        module: &Module,
        purpose: Purpose<'a>,
        limits: &RunLimits,
        case_visibility: CaseVisibility,
        group: Group,
    ) -> wasmtime::Result<Self> {
        let program = machine.link(module)?;
        let memory =
            usize::try_from(limits.memory_mib).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        let (stop, time) = (u64::from(limits.stop), u64::from(limits.time));
        let total = if purpose.is_to_measure() { u64::MAX } else { total(group) };
        let shared = Shared {
            machine,
            program,
            permits,
            purpose,
            stop,
            time,
            memory,
            spent: Mutex::default(),
            case_visibility,
            prints: Mutex::default(),
        };
        Ok(Self { shared: Arc::new(shared), purse: Purse::of(total) })
    }

    /// Does `work` for each task, each on a bench of its own, up to the first task after which
    /// `goes_on` says no, or all is burnt that may be burnt: that depends on the tasks before it and
    /// on no thread.
    pub(super) fn map<T: Sync, R: Send>(
        &self,
        jobs: usize,
        tasks: &[T],
        work: impl Fn(&Bench<'_>, &T) -> R + Sync,
        mut goes_on: impl FnMut(&R) -> bool + Send,
    ) -> Vec<R> {
        if self.is_exhausted() {
            return Vec::new();
        }
        // What is left when a task begins depends on the number of threads, so each may burn what there
        // was before the first.
        let left = self.purse.left();
        let on_its_own = |task: &T| {
            let bench = Bench { shared: Arc::clone(&self.shared), purse: Purse::of(left) };
            (work(&bench, task), bench.purse.burnt())
        };
        let goes_on = |(result, burnt): &(R, u64)| {
            self.purse.pay(*burnt);
            goes_on(result) && !self.is_exhausted()
        };
        let done = pool::map_while(jobs, tasks, on_its_own, goes_on);
        done.into_iter().map(|(result, _)| result).collect()
    }

    /// Whether all is burnt that may be burnt, so that no more is run.
    pub(super) fn is_exhausted(&self) -> bool {
        self.purse.left() == 0
    }

    /// Whether this end of a run is that of the fuel of all cases together, and so tells nothing of the
    /// case.
    pub(super) fn is_cut(&self, stop: &Stop) -> bool {
        matches!(stop, Stop::Fuel | Stop::Output) && self.is_exhausted()
    }

    /// The fuel that may still be burnt, in all.
    pub(super) fn left(&self) -> u64 {
        self.purse.left()
    }

    /// The budget of the case with this name.
    pub(super) fn budget(&self, name: &str) -> Budget {
        let model = self.purpose.cost(name);
        if self.purpose.is_to_measure() {
            return Budget { fuel: UNKNOWN_BUDGET, model, full: None };
        }
        Budget::of(model, self.stop, self.time)
    }

    /// Runs a case within its budget.
    pub(super) fn run(&self, name: &str, case: &Case, variation: Variation) -> Run {
        let run = self.run_with_fuel(self.budget(name).fuel, case, variation);
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let cost = spent.entry(name.to_owned()).or_default();
        *cost = run.fuel.max(*cost);
        run
    }

    /// Keeps a figure beside what the cases burn.
    pub(super) fn note(&self, name: &str, value: u64) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.insert(name.to_owned(), value);
    }

    /// Runs a case that may burn so much, whatever the model burns.
    pub(super) fn run_with_fuel(&self, fuel: u64, case: &Case, variation: Variation) -> Run {
        // A search that prints and exhausts its budget is judged as one that does not print.
        let is_search = matches!(case, Case::Solve(_) | Case::Session(_));
        let output = if is_search { usize::MAX } else { BOARD_OUTPUT };
        let fuel = fuel.min(self.purse.left());
        let limits = Limits { memory: self.memory, output, ..Limits::with_fuel(fuel) };
        let run = self.permits.with(|| self.machine.run(&self.program, case, limits, variation));
        self.purse.pay(run.fuel.saturating_add(run.free_work).saturating_add(SET_UP));
        // What ends in another way has its end reported on standard error.
        let is_own_text = matches!(run.stop, Stop::Done | Stop::Fuel | Stop::Output);
        if run.printed > 0 && is_own_text {
            let visibility = self.case_visibility.of_case(case);
            let mut prints = self.prints.lock().unwrap_or_else(PoisonError::into_inner);
            *prints = Some(prints.map_or(visibility, |it| it.min(visibility)));
        }
        run
    }

    /// The audience of the fact that the program has written text without being asked to, if it
    /// has: where that happens on hidden boards alone, it tells of them.
    pub(super) fn prints(&self) -> Option<Visibility> {
        *self.prints.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fuel that the cases have burnt, by their names.
    pub(super) fn costs(&self) -> Costs {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_neither_too_little_to_tell_nor_more_than_a_machine_has() {
        let budget = |model| Budget::of(Some(model * INSTRUCTION), 90, 30);
        let instructions = |model| budget(model).fuel / INSTRUCTION;
        assert_eq!(instructions(1_000), 400_000_000);
        assert!(budget(1_000).is_endless());
        assert_eq!(instructions(100_000_000), 9_000_000_000);
        assert_eq!(budget(100_000_000).full, None);
        // 17 times the model's, and 30 are allowed.
        assert_eq!(instructions(700_000_000), 12_000_000_000);
        assert_eq!(budget(700_000_000).full, Some(21_000_000_000 * INSTRUCTION + 1));
        assert_eq!(instructions(5_000_000_000), 50_000_000_000);
        assert_eq!(Budget::of(None, 90, 30).fuel, LEAST_BUDGET);
    }
}
