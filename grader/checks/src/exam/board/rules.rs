//! The rules that decide the verdicts of the board checks.

use std::collections::BTreeMap;
use std::iter;

use grade::cause::BoardCause;
use grade::check::{Check, Group, JudgedBy};
use grade::{Failure, INSTRUCTION, Verdict};
use probe::wire::Method;

use super::stops::StoppedMethod;
use crate::exam::bench::total;
use crate::judge::{self, Sizes};

/// What an examiner reports about a check that no case failed. A check without a report was not examined.
pub(super) enum Examined {
    /// All cases ran.
    ToTheEnd,
    /// The cases ran without this method. The other methods do not show whether it changes the board, or what it costs.
    Without(Method, Option<StoppedMethod>),
}

impl Examined {
    /// The cases ran without a method, if there is one. `stopped` is a stop in these cases.
    pub(super) fn without(method: Option<Method>, stopped: Option<StoppedMethod>) -> Self {
        method.map_or(Self::ToTheEnd, |method| Self::Without(method, stopped))
    }
}

pub(super) type Verdicts = BTreeMap<Check, Verdict>;

/// What is known about the checks after all cases.
#[derive(Default)]
pub(super) struct Known {
    /// The failures and grader errors.
    pub(super) seen: Verdicts,
    /// For each check that waits for a failed check, that check.
    pub(super) waiting: BTreeMap<Check, Check>,
    /// The method that used up the total fuel.
    pub(super) used_up: Option<Method>,
    /// The sizes of boards for which a check is not shown to be correct.
    pub(super) unshown: BTreeMap<Check, Sizes>,
    pub(super) examined: BTreeMap<Check, Examined>,
    /// A method that does not even return on small boards. Then the cost does not show how fast it grows.
    pub(super) endless: Option<Method>,
    /// A method that was only stopped on the large boards of the cost exam.
    pub(super) steep: Option<Method>,
    /// Whether some method was not called on large boards because of its cost.
    pub(super) is_any_steep: bool,
}

impl Known {
    pub(super) fn verdicts(mut self) -> Verdicts {
        let mut verdicts = Verdicts::new();
        for check in Group::Board.checks() {
            let verdict = self.verdict(check, &verdicts);
            verdicts.insert(check, verdict);
        }
        verdicts
    }

    /// Returns the verdict on a check, by the first rule that applies. `above` contains the verdicts on the checks above
    /// it in the table.
    fn verdict(&mut self, check: Check, above: &Verdicts) -> Verdict {
        if let Some(seen) = self.seen.get(&check) {
            return seen.clone();
        }
        if let Some(because) = self.waiting.get(&check) {
            return Verdict::Skipped { because: *because };
        }
        if let Some(method) = self.used_up.filter(|it| judge::check_of(*it) == check) {
            let budget = total(Group::Board) / INSTRUCTION;
            return Verdict::Fail(Failure::of(BoardCause::UsesUp { method, budget }));
        }
        if self.unshown.get(&check).is_some_and(|sizes| *sizes != Sizes::default()) {
            return Verdict::Skipped { because: self.cause_of_gaps() };
        }
        match self.examined.remove(&check) {
            Some(Examined::ToTheEnd) => Verdict::Pass,
            Some(Examined::Without(method, stopped)) => self.without(check, method, stopped, above),
            None => self.not_examined(check),
        }
    }

    /// Returns the check that explains why methods were not called on some boards.
    fn cause_of_gaps(&self) -> Check {
        match self.used_up {
            Some(method) => judge::check_of(method),
            None if self.is_any_steep => Check::BoardGrowth,
            None => Check::BoardDimension,
        }
    }

    /// Returns the verdict on a check that was examined without a method.
    fn without(
        &self,
        check: Check,
        method: Method,
        stopped: Option<StoppedMethod>,
        above: &Verdicts,
    ) -> Verdict {
        let is_of_costs = check.spec().judged_by == JudgedBy::Cost;
        let because = match (self.endless, self.used_up) {
            (Some(endless), _) if is_of_costs => judge::check_of(endless),
            (_, Some(method)) => judge::check_of(method),
            // The surveys report most stops. This method was only stopped on the large boards of the cost exam.
            (_, None) if is_of_costs && self.steep == Some(method) => Check::BoardGrowth,
            (_, None) => judge::check_of(method),
        };
        if above.get(&because) != Some(&Verdict::Pass) {
            return Verdict::Skipped { because };
        }
        // The method's own check passed, because this stop depends on earlier calls or on the budget of the case.
        let fails = |it: &Check| {
            let verdict = self.seen.get(it).or(above.get(it));
            matches!(verdict, Some(Verdict::Fail(_)))
        };
        if let Some(because) = [Check::BoardImmutable, Check::BoardGrowth].into_iter().find(fails) {
            return Verdict::Skipped { because };
        }
        stopped.map_or_else(|| self.not_examined(check), StoppedMethod::verdict)
    }

    /// Returns the verdict on a check without an examiner. If no failed check explains this, the grader is at fault.
    fn not_examined(&self, check: Check) -> Verdict {
        let fails = |it: &Check| {
            self.seen.contains_key(it) || self.used_up.is_some_and(|by| judge::check_of(by) == *it)
        };
        let mut causes = iter::once(self.cause_of_gaps()).chain(Group::Board.checks());
        match causes.find(fails) {
            Some(because) => Verdict::Skipped { because },
            None => Verdict::GraderError(format!("`{check}` was not examined")),
        }
    }
}

#[cfg(test)]
mod tests {
    use grade::Stop;

    use super::*;

    #[test]
    fn a_check_that_is_not_examined_does_not_pass() {
        for (check, verdict) in Known::default().verdicts() {
            let expected = Verdict::GraderError(format!("`{check}` was not examined"));
            assert_eq!(verdict, expected);
        }
        let wrong = Verdict::Fail(Failure::from_summary("wrong"));
        let because = Check::BoardHamming;
        let known = Known { seen: [(because, wrong.clone())].into(), ..Known::default() };
        for (check, verdict) in known.verdicts() {
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
        let known = Known { examined: examined(), ..Known::default() };
        assert!(known.verdicts().values().all(|verdict| *verdict == Verdict::Pass));
        let unshown = [(Check::BoardTwin, Sizes::of(3))].into();
        let known = Known { examined: examined(), unshown, is_any_steep: true, ..Known::default() };
        let because = Check::BoardGrowth;
        assert_eq!(known.verdicts()[&Check::BoardTwin], Verdict::Skipped { because });
    }

    #[test]
    fn the_method_that_used_up_the_fuel_fails() {
        let used_up = Some(Method::Twin);
        let mut verdicts = Known { used_up, ..Known::default() }.verdicts();
        let failed = verdicts.remove(&Check::BoardTwin);
        assert!(matches!(failed, Some(Verdict::Fail(_))), "{failed:?}");
        let because = Check::BoardTwin;
        assert!(verdicts.values().all(|verdict| *verdict == Verdict::Skipped { because }));
    }

    #[test]
    fn a_stop_is_reported_by_one_check_only() {
        let stopped =
            || StoppedMethod::on(judge::goal(3), Method::Hamming, Stop::Trap(String::new()));
        let without = |stopped| Examined::Without(Method::Hamming, stopped);
        let mut examined = examined();
        examined.insert(Check::BoardImmutable, without(Some(stopped())));
        examined.insert(Check::BoardGrowth, without(Some(stopped())));
        examined.insert(Check::BoardMemory, without(None));
        let mut known = Known { examined, ..Known::default() };
        let verdicts = std::mem::take(&mut known).verdicts();
        assert_eq!(verdicts[&Check::BoardHamming], Verdict::Pass);
        assert_eq!(verdicts[&Check::BoardImmutable], stopped().verdict());
        let because = Check::BoardImmutable;
        for check in [Check::BoardGrowth, Check::BoardMemory] {
            assert_eq!(verdicts[&check], Verdict::Skipped { because }, "{check}");
        }
    }
}
