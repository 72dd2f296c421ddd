//! Reports: what a person or a program reads of a grade.
//!
//! Everything here is a pure function of a [`Grade`] or of the texts that explain checks: no clock,
//! no terminal, no files. Whoever prints a report finds out what it is printed on.

pub mod audit;
pub mod class;
mod counts;
mod draw;
mod explain;
mod human;
mod json;
mod markdown;
mod page;
pub(crate) mod pretty;
pub mod puzzle;
#[cfg(test)]
mod sample;
mod style;
mod unit_tests;
mod wrap;

pub use counts::counts;
pub use explain::{explanations, list_checks};
pub use human::human;
pub use json::json;
pub use page::Layout;
pub use unit_tests::unit_tests;

use crate::check::Check;
use crate::grade::Grade;

/// The form of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For a person, on a terminal.
    #[default]
    Human,
    /// `grade.json`, for programs.
    Json,
}

impl Format {
    /// Every format, the one for people first.
    pub const ALL: [Self; 2] = [Self::Human, Self::Json];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
        }
    }

    /// The names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Self::name)
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// A grade in this format. Only people care about the layout.
    pub fn render(self, grade: &Grade, layout: &Layout) -> String {
        match self {
            Self::Human => human(grade, layout),
            Self::Json => json(grade),
        }
    }
}

/// The command that runs one check again.
fn reproduce(check: Check) -> String {
    format!("grader check --only {check}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_name_formats() {
        assert!(Format::names().eq(["human", "json"]));
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
        }
        assert_eq!(Format::from_name("Human"), None);
    }
}
