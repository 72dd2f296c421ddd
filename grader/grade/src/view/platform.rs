//! A grade for a platform that shows each part of it to those only that may see it.

use super::{Audience, CapChange, CheckView, Corrected, View, caps};
use crate::points::Points;
use crate::{Change, Status, Visibility};

/// Everything, for a platform that shows each part to those only that may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The view of a student, at once.
    pub student: View,
    /// Every check, as the first of those may know it who may see the check at all.
    pub checks: Vec<CheckView>,
    /// The change by the rubric's limits of the total; none if they take nothing away.
    pub cap: Option<CapChange>,
    /// What the late policy says, what it changes, and the audience of the change; none if it takes
    /// nothing off.
    pub late: Option<(String, Change, Visibility)>,
    /// The change of the score as a whole by corrections, and its audience; none if there are no
    /// such corrections.
    pub change: Option<(Change, Visibility)>,
}

impl Corrected {
    /// Everything, each part for those that its visibility names: for platforms that keep it from
    /// the others.
    pub fn platform(&self) -> Platform {
        let student = self.view(Audience::Student);
        let checks = self.reported();
        let checks = checks.map(|it| CheckView::new(self, it, Audience::of(it.visibility)));
        // The platform itself says who sees what.
        let checks = checks.map(|it| CheckView { secrecy: Visibility::Visible, ..it }).collect();
        // Beside the visible points such a change would tell the hidden ones.
        let visibility =
            if student.hidden.is_empty() { Visibility::Visible } else { Visibility::Hidden };
        let changes = self.of_whole().filter_map(|it| it.change).reduce(|sum, change| sum + change);
        let change = (student.status == Status::Graded).then_some(changes).flatten();
        let cap = (student.status == Status::Graded).then(|| caps::change(self)).flatten();
        let late = self.late.as_ref().filter(|_| student.status == Status::Graded);
        let late = late.map(|(late, taken)| {
            (late.line_with(*taken), Change::between(*taken, Points::ZERO), visibility)
        });
        let change = change.map(|change| (change, visibility));
        Platform { student, checks, cap, late, change }
    }
}
