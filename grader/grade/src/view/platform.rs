//! Views for platforms with several kinds of readers.

use super::{Audience, CapChange, CheckView, Corrected, CriterionView, View, caps};
use crate::hand::HandGrade;
use crate::points::Points;
use crate::{PointsChange, Status, Visibility};

/// A complete grade, for platforms that can hide parts of it from some readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformView {
    /// The view for students while submissions are open.
    pub student: View,
    /// All checks, each as its widest audience may see it.
    pub checks: Vec<CheckView>,
    /// The change to the total due to caps.
    pub cap: Option<CapChange>,
    /// The deduction for lateness: the description, the change, and the visibility.
    pub late: Option<(String, PointsChange, Visibility)>,
    /// The change to the total due to corrections, and the visibility.
    pub change: Option<(PointsChange, Visibility)>,
    /// All criteria that are graded by hand.
    pub criteria: Vec<CriterionView>,
}

impl Corrected {
    /// Returns all parts of the grade, each with its visibility.
    pub fn platform(&self) -> PlatformView {
        let student = self.view(Audience::Student);
        let checks = self.reported_checks();
        let checks = checks.map(|graded| {
            CheckView::new(self, graded, Audience::for_visibility(graded.visibility))
        });
        // The platform shows which readers may see each part.
        let checks =
            checks.map(|check| CheckView { secrecy: Visibility::Visible, ..check }).collect();
        // A reader who knows the visible points could derive the hidden points from these changes.
        let visibility =
            if student.hidden.is_empty() { Visibility::Visible } else { Visibility::Hidden };
        let changes = self
            .corrections_of_whole()
            .filter_map(|applied| applied.change)
            .reduce(|sum, change| sum + change);
        let change = (student.status == Status::Graded).then_some(changes).flatten();
        let cap = (student.status == Status::Graded).then(|| caps::change_by_caps(self)).flatten();
        let late = self.late.as_ref().filter(|_| student.status == Status::Graded);
        let late = late.map(|(late, taken)| {
            (late.line_with(*taken), PointsChange::between(*taken, Points::ZERO), visibility)
        });
        let change = change.map(|change| (change, visibility));
        let criteria = self.hand.as_ref().map(HandGrade::criteria).unwrap_or_default();
        PlatformView { student, checks, cap, late, change, criteria }
    }
}
