//! Reports of audits: what an instructor or a program reads of an [`Audit`], or of the [`Proposal`]
//! that came of one.

mod human;
mod json;
mod markdown;
mod proposal;

use std::fmt::Write as _;

use super::human::count;
use super::page::Layout;
use crate::audit::Audit;
use crate::audit::findings::{Missing, Totals};
use crate::audit::propose::Proposal;
use crate::check::Check;

/// The form of a report on an audit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuditFormat {
    /// For a person, on a terminal.
    #[default]
    Human,
    /// For a page of documentation.
    Markdown,
    /// For programs.
    Json,
}

impl AuditFormat {
    /// Every format, the one for people first.
    pub const ALL: [Self; 3] = [Self::Human, Self::Markdown, Self::Json];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Markdown => "markdown",
            Self::Json => "json",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// An audit in this format. Only people on a terminal care about the layout.
    pub fn render(self, audit: &Audit, layout: &Layout) -> String {
        match self {
            Self::Human => human::human(audit, layout),
            Self::Markdown => markdown::markdown(audit),
            Self::Json => json::json(audit),
        }
    }

    /// A proposal in this format: for people, the list as it goes into a rubric.
    pub fn render_proposal(self, proposal: &Proposal) -> String {
        match self {
            Self::Human => proposal::toml(proposal),
            Self::Markdown => proposal::markdown(proposal),
            Self::Json => json::proposal(proposal),
        }
    }
}

/// The totals, in one line.
fn totals(totals: Totals) -> String {
    let Totals { faults, ungraded, caught, right, hurt, contradictions, grader_faults } = totals;
    let mut line = format!(
        "{} and {}: {} caught by a check that names them, {} hurt, {} contradicted",
        count(faults, "fault"),
        count(right, "right one"),
        count(caught, "fault"),
        count(hurt, "right one"),
        count(contradictions, "label"),
    );
    if ungraded > 0 {
        let _ = write!(line, ", {} of checks that are not graded", count(ungraded, "fault"));
    }
    if grader_faults > 0 {
        let _ = write!(line, ", {} not graded to the end", count(grader_faults, "submission"));
    }
    line
}

/// The heads of the matrix' columns after the check.
const COLUMNS: [&str; 4] = ["named", "caught", "collateral", "right hurt"];

/// What the columns are.
const LEGEND: &str = "named: faults whose labels name the check; caught: those of them that fail \
                      it; collateral: other faults that fail it; right hurt: right ones that do";

/// What there is to know of puzzles that no verdict depends on.
const IDLE: &str = "Whatever fault one of them shows, another puzzle shows as well. Each alone could \
                    be left out, though not all of them together: `grader audit --propose` says \
                    which. Where a solver exhausts its budget again and again, only the puzzles that \
                    were run count.";

/// What is said where nothing is known of puzzles.
const NO_PUZZLES: &str = "No fault of the corpus is shown by puzzles.";

/// What became of a check that should have failed.
fn missing(missing: Missing) -> String {
    match missing {
        Missing::Passed => "should fail, and passes".to_owned(),
        Missing::Skipped(because) => format!("should fail, and waits for {because}"),
    }
}

/// Ids in a row.
fn ids(checks: impl IntoIterator<Item = Check>) -> String {
    let ids: Vec<&str> = checks.into_iter().map(Check::id).collect();
    if ids.is_empty() { "nothing".to_owned() } else { ids.join(", ") }
}

/// Hundredths as a decimal number.
fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_name_formats() {
        for format in AuditFormat::ALL {
            assert_eq!(AuditFormat::from_name(format.name()), Some(format));
        }
        assert_eq!(AuditFormat::from_name("xml"), None);
    }
}
