//! The rules that decide the verdicts of the board checks.

use std::collections::BTreeMap;

use grade::cause::BoardCause;
use grade::check::{Check, Group};
use grade::{Failure, INSTRUCTION, Verdict};
use probe::wire::Method;

use super::stops::StoppedMethod;
use crate::exam::bench::fuel_for_all_runs;
use crate::exam::unexamined_verdict;
use crate::judge::{self, BoardSizes};

/// What an examiner reports about a check that no case failed. A check without a report was not examined.
pub(super) enum Examined {
    /// All cases ran.
    ToTheEnd,
    /// The cases ran without this method. The other methods do not show whether it changes the board, or what it costs.
    Without(Method, Option<Box<StoppedMethod>>),
}

impl Examined {
    /// The cases ran without a method, if there is one. `stopped` is a stop in these cases.
    pub(super) fn without_method(method: Option<Method>, stopped: Option<StoppedMethod>) -> Self {
        method.map_or(Self::ToTheEnd, |method| Self::Without(method, stopped.map(Box::new)))
    }
}

pub(super) type Verdicts = BTreeMap<Check, Verdict>;

/// What is known about the checks after all cases.
#[derive(Default)]
pub(super) struct BoardKnowledge {
    /// The failures and grader errors.
    pub(super) seen: Verdicts,
    /// For each check that waits for a failed check, that check.
    pub(super) waiting: BTreeMap<Check, Check>,
    /// The method that used up the total fuel.
    pub(super) used_up: Option<Method>,
    /// The sizes of boards for which a check is not shown to be correct.
    pub(super) unshown: BTreeMap<Check, BoardSizes>,
    pub(super) examined: BTreeMap<Check, Examined>,
    /// Whether some method was not called on large boards because of its cost.
    pub(super) is_any_steep: bool,
}

impl BoardKnowledge {
    pub(super) fn into_verdicts(mut self) -> Verdicts {
        let mut verdicts = Verdicts::new();
        for check in Group::Board.checks() {
            let verdict = self.verdict(check);
            if matches!(verdict, Verdict::Fail(_)) {
                self.seen.insert(check, verdict.clone());
            }
            verdicts.insert(check, verdict);
        }
        verdicts
    }

    /// Returns the verdict on a check, by the first rule that applies.
    fn verdict(&mut self, check: Check) -> Verdict {
        if let Some(seen) = self.seen.get(&check) {
            return seen.clone();
        }
        if let Some(because) = self.waiting.get(&check) {
            return Verdict::Skipped { because: *because };
        }
        if let Some(method) = self.used_up.filter(|method| judge::check_of_method(*method) == check)
        {
            let budget = fuel_for_all_runs(Group::Board) / INSTRUCTION;
            return Verdict::Fail(Failure::from_cause(BoardCause::UsesUp { method, budget }));
        }
        if self.unshown.get(&check).is_some_and(|sizes| *sizes != BoardSizes::default()) {
            return self.not_examined(check);
        }
        match self.examined.remove(&check) {
            Some(Examined::ToTheEnd) => Verdict::Pass,
            Some(Examined::Without(method, stopped)) => {
                self.verdict_without_method(check, method, stopped)
            }
            None => self.not_examined(check),
        }
    }

    /// Returns the verdict on a check that was examined without a method.
    fn verdict_without_method(
        &self,
        check: Check,
        method: Method,
        stopped: Option<Box<StoppedMethod>>,
    ) -> Verdict {
        // If the method's own check passed, the stop depends on earlier calls or on the budget of the case.
        let likely = [judge::check_of_method(method), Check::BoardImmutable, Check::BoardGrowth];
        match self.first_failing_check(likely) {
            Some(because) => self.skipped_verdict(because),
            None => {
                stopped.map_or_else(|| self.not_examined(check), |stopped| stopped.into_verdict())
            }
        }
    }

    /// Returns the verdict on a check that no case examined, or not on all boards. If no failed check explains this, the
    /// grader is at fault.
    fn not_examined(&self, check: Check) -> Verdict {
        let steep = Some(Check::BoardGrowth).filter(|_| self.is_any_steep);
        let likely = [Check::BoardDimension, Check::BoardImmutable];
        match self.first_failing_check(steep.into_iter().chain(likely).chain(Group::Board.checks()))
        {
            Some(because) => self.skipped_verdict(because),
            None => unexamined_verdict(check),
        }
    }

    /// Returns the verdict on a check that waits for another.
    fn skipped_verdict(&self, because: Check) -> Verdict {
        match self.seen.get(&because) {
            Some(error @ Verdict::GraderError(_)) => error.clone(),
            _ => Verdict::Skipped { because },
        }
    }

    /// Returns the first check that fails: that of the method which used up the fuel, or one of these.
    fn first_failing_check(&self, likely: impl IntoIterator<Item = Check>) -> Option<Check> {
        let used_up = self.used_up.map(judge::check_of_method);
        let fails = |check: &Check| used_up == Some(*check) || self.seen.contains_key(check);
        used_up.into_iter().chain(likely).find(fails)
    }
}

#[cfg(test)]
mod tests {
    use grade::Stop;

    use super::*;

    #[test]
    fn a_check_that_is_not_examined_does_not_pass() {
        for (check, verdict) in BoardKnowledge::default().into_verdicts() {
            let expected = Verdict::GraderError(format!("`{check}` was not examined"));
            assert_eq!(verdict, expected);
        }
        let wrong = Verdict::Fail(Failure::from_summary("wrong"));
        let because = Check::BoardHamming;
        let known =
            BoardKnowledge { seen: [(because, wrong.clone())].into(), ..BoardKnowledge::default() };
        for (check, verdict) in known.into_verdicts() {
            let expected =
                if check == because { wrong.clone() } else { Verdict::Skipped { because } };
            assert_eq!(verdict, expected, "{check}");
        }
    }

    fn examined() -> BTreeMap<Check, Examined> {
        Group::Board.checks().map(|check| (check, Examined::ToTheEnd)).collect()
    }

    #[test]
    fn a_check_examined_to_the_end_passes_unless_it_fails_on_some_size() {
        let known = BoardKnowledge { examined: examined(), ..BoardKnowledge::default() };
        assert!(known.into_verdicts().values().all(|verdict| *verdict == Verdict::Pass));
        let unshown = [(Check::BoardTwin, BoardSizes::of_rows(3))].into();
        let because = Check::BoardGrowth;
        let steep = Verdict::Fail(Failure::from_summary("steep"));
        let seen = [(Check::BoardDimension, steep.clone()), (because, steep)].into();
        let known = BoardKnowledge {
            examined: examined(),
            unshown,
            seen,
            is_any_steep: true,
            ..BoardKnowledge::default()
        };
        assert_eq!(known.into_verdicts()[&Check::BoardTwin], Verdict::Skipped { because });
    }

    #[test]
    fn the_method_that_used_up_the_fuel_fails() {
        let used_up = Some(Method::Twin);
        let mut verdicts = BoardKnowledge { used_up, ..BoardKnowledge::default() }.into_verdicts();
        let failed = verdicts.remove(&Check::BoardTwin);
        assert!(matches!(failed, Some(Verdict::Fail(_))), "{failed:?}");
        let because = Check::BoardTwin;
        assert!(verdicts.values().all(|verdict| *verdict == Verdict::Skipped { because }));
    }

    #[test]
    fn a_stop_is_reported_by_one_check_only() {
        let stopped = || {
            StoppedMethod::on_tiles(
                judge::goal_tiles(3),
                Method::Hamming,
                Stop::Trap(String::new()),
            )
        };
        let without = |stopped| Examined::without_method(Some(Method::Hamming), stopped);
        let mut examined = examined();
        examined.insert(Check::BoardImmutable, without(Some(stopped())));
        examined.insert(Check::BoardGrowth, without(Some(stopped())));
        examined.insert(Check::BoardMemory, without(None));
        let mut known = BoardKnowledge { examined, ..BoardKnowledge::default() };
        let verdicts = std::mem::take(&mut known).into_verdicts();
        assert_eq!(verdicts[&Check::BoardHamming], Verdict::Pass);
        assert_eq!(verdicts[&Check::BoardImmutable], stopped().into_verdict());
        let because = Check::BoardImmutable;
        for check in [Check::BoardGrowth, Check::BoardMemory] {
            assert_eq!(verdicts[&check], Verdict::Skipped { because }, "{check}");
        }
    }
}
