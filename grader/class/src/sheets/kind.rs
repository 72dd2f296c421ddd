//! The platform that a gradebook is from.

use super::{Entry, Fill, Filled, GradebookError, Sheet, blackboard, canvas, moodle};

/// A platform whose gradebooks are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Canvas.
    Canvas,
    /// Moodle.
    Moodle,
    /// Blackboard.
    Blackboard,
}

impl Kind {
    /// The platform that an export is from, by its header.
    ///
    /// # Errors
    ///
    /// If the text is no table, or the header that of none of them.
    pub fn of(export: &str) -> Result<Self, GradebookError> {
        let there = Sheet::read(export)?.headers();
        let has = |names: &[&str]| {
            let one = |name: &&str| there.iter().any(|it| it.trim().eq_ignore_ascii_case(name));
            names.iter().all(one)
        };
        if has(&["Student", "ID", "Section"]) {
            Ok(Self::Canvas)
        } else if has(&["Identifier", "Grade"]) || has(&["Email address"]) {
            Ok(Self::Moodle)
        } else if has(&["Username", "Last Name"]) && there.iter().any(|it| it.contains('|')) {
            Ok(Self::Blackboard)
        } else {
            Err(GradebookError::Unknown { there })
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Canvas => "Canvas",
            Self::Moodle => "Moodle",
            Self::Blackboard => "Blackboard",
        }
    }

    /// Fills in a column of an export of this platform.
    ///
    /// # Errors
    ///
    /// If it is no such export, or the column is not there, not the only one or not to be changed,
    /// or a student is there twice or none at all.
    pub fn fill(
        self,
        export: &str,
        entries: &[Entry],
        how: &Fill,
    ) -> Result<Filled, GradebookError> {
        match self {
            Self::Canvas => canvas(export, entries, how),
            Self::Moodle => moodle(export, entries, how),
            Self::Blackboard => blackboard(export, entries, how),
        }
    }
}
