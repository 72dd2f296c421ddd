//! The checks that a report is about, and the ones that it leaves out.

use super::contents::{CheckView, Finding, View};
use super::{Audience, Corrected};
use crate::check::{Check, Group};

/// The checks that a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckSelection {
    /// All checks, of several groups.
    All,
    /// All checks of one group.
    Group(Group),
    /// Some checks.
    Some,
}

impl Corrected {
    pub(super) fn selected_checks(&self) -> CheckSelection {
        let mut groups = self.reported_checks().map(|graded| graded.check.group());
        if let Some(group) = groups.next()
            && groups.all(|other| other == group)
            && self.unreported_checks().all(|graded| graded.check.group() != group)
        {
            return CheckSelection::Group(group);
        }
        if self.is_whole() { CheckSelection::All } else { CheckSelection::Some }
    }

    /// Returns the checks that are not reported and did not pass, if the audience may see them.
    pub(super) fn unreported_failures(&self, audience: Audience) -> Vec<CheckView> {
        let seen = self.unreported_checks().filter(|graded| audience.sees(graded.visibility));
        let views = seen.map(|graded| CheckView::new(self, graded, audience));
        views.filter(|check| check.finding != Finding::Pass).collect()
    }
}

impl View {
    /// Returns a check that the report shows, or one that it leaves out and that did not pass.
    pub fn find(&self, check: Check) -> Option<&CheckView> {
        self.checks.iter().chain(&self.others).find(|view| view.check == check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Visibility;
    use crate::sample::{fail, grade, hamming, pass};

    #[test]
    fn other_failed_checks_are_known_unless_they_are_hidden() {
        let mut sample = grade([
            (fail(Check::BoardDimension, hamming()), 4.0),
            (pass(Check::BoardDisplay), 4.0),
            (fail(Check::BoardHamming, hamming()), 4.0),
            (pass(Check::SolverMoves), 4.0),
        ]);
        sample.checks[2].visibility = Visibility::Hidden;
        let view =
            |only: &[Check]| Corrected::from(&sample).reporting_only(only).view(Audience::Student);
        let some = view(&[Check::BoardDisplay]);
        let others: Vec<Check> = some.others.iter().map(|view| view.check).collect();
        assert_eq!(others, [Check::BoardDimension]);
        assert!(some.find(Check::BoardDisplay).is_some());
        assert!(
            some.find(Check::BoardHamming).is_none() && some.find(Check::SolverMoves).is_none()
        );
        assert_eq!(some.selection, CheckSelection::Some);
        assert_eq!(view(&[Check::SolverMoves]).selection, CheckSelection::Group(Group::Solver));
        let all = view(&Check::ALL);
        assert_eq!((all.selection, all.others.len()), (CheckSelection::All, 0));
    }
}
