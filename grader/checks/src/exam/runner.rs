//! Runs a case to its end, even if some of the submission's calls stop it.

use std::borrow::Cow;
use std::collections::VecDeque;

use grade::Stop;
use probe::Case;
use sandbox::run::Run;

use super::bench::Bench;
use super::costs::CaseName;

/// A case that can continue without a call that stopped it.
pub(super) trait Stoppable: Sized {
    /// A call that stopped a run, with everything that is known about it.
    type Stopped;

    /// Returns the case as the probe reads it.
    fn case(&self) -> Cow<'_, Case>;

    /// Finds the call that stopped a run, which may take other runs.
    fn find_stopped(&self, bench: &Bench<'_>, name: &CaseName, run: &Run) -> Self::Stopped;

    /// Returns how the call was stopped.
    fn stop(stopped: &Self::Stopped) -> &Stop;

    /// Returns what is left of the case without the call, as any number of cases. Each of them must be smaller, even if
    /// the guest forges the name of the call.
    fn remaining_cases(&self, stopped: &Self::Stopped, name: &CaseName) -> Vec<(CaseName, Self)>;
}

/// A run of a case, or of what was left of it.
pub(super) struct CaseRun<C: Stoppable> {
    pub(super) name: CaseName,
    pub(super) case: C,
    pub(super) run: Run,
    pub(super) end: RunEnd<C::Stopped>,
}

pub(super) enum RunEnd<S> {
    /// All calls returned.
    Whole,
    /// This call stopped the run.
    Stopped(S),
    /// The total fuel was exhausted during this call, which is not evidence of a fault.
    Cut(S),
}

/// Runs a case to its end. If something stops it, the rest of the case runs without the call that stopped it, to prevent
/// a fault in one call from hiding others. Calls `see` with each run, because their observations are too large to keep.
pub(super) fn run_to_end<C: Stoppable>(
    bench: &Bench<'_>,
    name: CaseName,
    case: C,
    mut see: impl FnMut(CaseRun<C>),
) {
    let mut left = VecDeque::from([(name, case)]);
    while let Some((name, case)) = left.pop_front() {
        let run = bench.run_case(&name, &case.case());
        let end = if run.stop == Stop::Done {
            RunEnd::Whole
        } else {
            let stopped = case.find_stopped(bench, &name, &run);
            // The search for the call may itself have used up the total, so this comes after it.
            if bench.ended_by_total_fuel(C::stop(&stopped)) {
                RunEnd::Cut(stopped)
            } else {
                left.extend(case.remaining_cases(&stopped, &name));
                RunEnd::Stopped(stopped)
            }
        };
        see(CaseRun { name, case, run, end });
    }
}
