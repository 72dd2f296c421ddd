//! A view for platforms that can hide parts of a grade from some readers.

use super::{Audience, CapChange, CheckView, Corrected, View, caps};
use crate::points::Points;
use crate::{Change, Status, Visibility};

/// Everything in a grade, for platforms that can hide parts of it from some readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The view for students while submissions are open.
    pub student: View,
    /// All checks, each in the form for the widest audience that may see it at all.
    pub checks: Vec<CheckView>,
    /// The change that caps make to the total, if any.
    pub cap: Option<CapChange>,
    /// The deduction for lateness with its description and visibility, if there is one.
    pub late: Option<(String, Change, Visibility)>,
    /// The change that corrections make to the total, if any, and the visibility of that change.
    pub change: Option<(Change, Visibility)>,
}

impl Corrected {
    /// Returns everything in the grade with the visibility of each part, for platforms that hide parts from some
    /// readers.
    pub fn platform(&self) -> Platform {
        let student = self.view(Audience::Student);
        let checks = self.reported();
        let checks = checks.map(|it| CheckView::new(self, it, Audience::of(it.visibility)));
        // The platform itself shows who may see each part.
        let checks = checks.map(|it| CheckView { secrecy: Visibility::Visible, ..it }).collect();
        // Someone who knows the visible points could derive the hidden points from such a change.
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
