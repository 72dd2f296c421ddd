//! The platform that a gradebook is from.

use super::fill::fill;
use super::sheet::Sheet;
use super::{Entry, Fill, Filled, GradebookError};
use super::{blackboard, brightspace, canvas, github_classroom, gradescope, moodle};

/// A platform whose gradebooks are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Canvas.
    Canvas,
    /// Moodle.
    Moodle,
    /// Blackboard.
    Blackboard,
    /// Brightspace.
    Brightspace,
    /// Gradescope.
    Gradescope,
    /// GitHub Classroom.
    GithubClassroom,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Canvas,
        Self::Moodle,
        Self::Blackboard,
        Self::Brightspace,
        Self::Gradescope,
        Self::GithubClassroom,
    ];

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
        let has_name = has(&["Student"]) || has(&["LastName", "FirstName"]);
        if has(&["ID", "Section"]) && has_name {
            Ok(Self::Canvas)
        } else if has(&[github_classroom::POINTS, "github_username"]) {
            Ok(Self::GithubClassroom)
        } else if brightspace::has_points(&there)
            && (has(&["OrgDefinedId"]) || has(&["Org Defined ID"]) || has(&["Username"]))
        {
            Ok(Self::Brightspace)
        } else if has(&["Email"]) && gradescope::has_points(&there) {
            Ok(Self::Gradescope)
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
            Self::Brightspace => "Brightspace",
            Self::Gradescope => "Gradescope",
            Self::GithubClassroom => "GitHub Classroom",
        }
    }

    /// Its name in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Canvas => "canvas",
            Self::Moodle => "moodle",
            Self::Blackboard => "blackboard",
            Self::Brightspace => "brightspace",
            Self::Gradescope => "gradescope",
            Self::GithubClassroom => "github-classroom",
        }
    }

    /// The names of all of them, in a sentence.
    pub fn names() -> String {
        let names = Self::ALL.map(Self::name);
        let [rest @ .., last] = &names;
        format!("{} or {last}", rest.join(", "))
    }

    /// Fills in a column of an export of this platform.
    ///
    /// # Errors
    ///
    /// If it is no such export, or the column is not there, not the only one or not one of points
    /// that can be changed, or it is worth something else and nothing is said of that, or no student
    /// in it is known.
    pub fn fill(
        self,
        export: &str,
        entries: &[Entry],
        how: &Fill,
    ) -> Result<Filled, GradebookError> {
        let sheet = Sheet::read(export)?;
        let column = how.column.as_deref();
        let plan = match self {
            Self::Canvas => canvas::plan(&sheet, column),
            Self::Moodle => moodle::plan(&sheet, column),
            Self::Blackboard => blackboard::plan(&sheet, column),
            Self::Brightspace => brightspace::plan(&sheet, column),
            Self::Gradescope => gradescope::plan(&sheet, column),
            Self::GithubClassroom => github_classroom::plan(&sheet, column),
        }?;
        fill(sheet, &plan, entries, how)
    }
}
