//! Applies the late policy and extensions to a submission.

use grade::words::counted;
use grade::{Late, Less};

use crate::extensions::Granted;
use crate::policy::Policy;
use crate::time::{self, ZonedTime};

/// What the platform reports about the submission time.
#[derive(Clone, Debug, Default)]
pub struct ReportedTime {
    /// The time in RFC 3339 format, with or without an offset, or the platform's text if parsing it fails.
    pub time: Option<String>,
    /// Whether the platform marks the submission as late.
    pub is_late: bool,
    /// Whether the platform marks every submission after its own due date.
    pub marks_late: bool,
}

/// The submission time, the due date and the resulting lateness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// The submission time in RFC 3339 format, or the platform's text if parsing it fails.
    pub handed_in: Option<String>,
    /// The due date for this student, if there is a policy.
    pub due: Option<ZonedTime>,
    /// The lateness.
    pub finding: LatenessFinding,
    /// The number of late days that each author uses.
    pub late_days: u32,
    /// Descriptions of the extensions, such as `2 more days (ill; R. S.)`.
    pub granted: Vec<String>,
}

/// Whether a submission was late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LatenessFinding {
    /// On time.
    OnTime,
    /// Late.
    Late(Late),
    /// Late by this much, with the deduction waived.
    Waived(String),
    /// Late by this much, but late days cover it.
    Covered(String),
    /// Marked as late by the platform, but we do not know how late it was, or there is no policy.
    Said,
    /// We do not know whether the submission was late.
    Unknown,
}

/// Why the deduction is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LatenessDoubt {
    /// The platform marks the submission as late without giving a time.
    LateUnknown,
    /// The submission time is unknown.
    Unknown,
}

impl Lateness {
    /// Applies a policy and the authors' extensions to a submission.
    pub fn under_policy(policy: &Policy, granted: &Granted, seen: ReportedTime) -> Self {
        let due = granted.latest_due_date(policy);
        let written = granted.handed_in.as_ref().map(ZonedTime::rfc3339);
        let submitted = written.or(seen.time);
        let zone = policy.due.zone();
        let second = submitted.as_deref().and_then(|text| time::parse_second(text, &zone));
        let late = second.and_then(|second| policy.late(&due, second));
        let days = if granted.is_waived { 0 } else { granted.late_days };
        let late_days = second.map_or(0, |second| policy.used_late_days(&due, second, days));
        let finding = match (second, late) {
            (Some(_), None) => LatenessFinding::OnTime,
            (Some(second), Some(late)) if late_days > 0 => {
                match policy.late_after_days(&due, second, late_days) {
                    None => LatenessFinding::Covered(late.by),
                    Some(rest) => LatenessFinding::Late(rest),
                }
            }
            (Some(_), Some(late)) if granted.is_waived => LatenessFinding::Waived(late.by),
            (Some(_), Some(late)) => LatenessFinding::Late(late),
            (None, _) if granted.is_waived => {
                if seen.is_late {
                    LatenessFinding::Waived("late".to_owned())
                } else {
                    LatenessFinding::OnTime
                }
            }
            (None, _) if seen.is_late => LatenessFinding::Said,
            (None, _) if seen.marks_late => LatenessFinding::OnTime,
            (None, _) => LatenessFinding::Unknown,
        };
        Self {
            handed_in: submitted,
            due: Some(due),
            finding,
            late_days,
            granted: granted.describe_each(),
        }
    }

    /// Determines the lateness without a policy, from the platform's mark alone.
    pub fn without_policy(seen: ReportedTime) -> Self {
        let finding = match seen {
            ReportedTime { is_late: true, .. } => LatenessFinding::Said,
            ReportedTime { marks_late: true, .. } => LatenessFinding::OnTime,
            _ => LatenessFinding::Unknown,
        };
        Self { handed_in: seen.time, due: None, finding, late_days: 0, granted: Vec::new() }
    }

    /// Returns the lateness and the deduction, if any. A waived deduction does not count.
    pub fn late(&self) -> Option<&Late> {
        match &self.finding {
            LatenessFinding::Late(late) => Some(late),
            _ => None,
        }
    }

    /// Returns the reason why the deduction is unknown, or `None` if it is known or there is no policy.
    pub fn doubt(&self) -> Option<LatenessDoubt> {
        self.due.as_ref()?;
        match self.finding {
            LatenessFinding::Said => Some(LatenessDoubt::LateUnknown),
            LatenessFinding::Unknown => Some(LatenessDoubt::Unknown),
            LatenessFinding::OnTime
            | LatenessFinding::Late(_)
            | LatenessFinding::Waived(_)
            | LatenessFinding::Covered(_) => None,
        }
    }

    /// Returns `true` if the submission was late, even with a waived deduction or with late days.
    pub fn is_late(&self) -> bool {
        matches!(
            self.finding,
            LatenessFinding::Late(_)
                | LatenessFinding::Waived(_)
                | LatenessFinding::Covered(_)
                | LatenessFinding::Said
        )
    }

    /// Describes the lateness, such as `2 days, -20 %`. Returns `None` if the submission was on time, or if the
    /// lateness is unknown and there is no policy.
    pub fn sentence(&self) -> Option<String> {
        Some(match &self.finding {
            LatenessFinding::Late(Late { by, less: Less::Nothing }) => by.clone(),
            LatenessFinding::Late(Late { by, less }) => format!("{by}, {less}"),
            LatenessFinding::Waived(by) => format!("{by}, waived"),
            LatenessFinding::Covered(by) => {
                format!("{by}, covered by {}", counted(self.late_days, "late day"))
            }
            LatenessFinding::Said if self.due.is_some() => "late by an unknown amount".to_owned(),
            LatenessFinding::Said => "late".to_owned(),
            LatenessFinding::Unknown if self.due.is_some() => "unknown".to_owned(),
            LatenessFinding::OnTime | LatenessFinding::Unknown => return None,
        })
    }

    /// Returns an identifier for machine-readable output.
    pub fn name(&self) -> &'static str {
        match self.finding {
            LatenessFinding::OnTime => "on_time",
            LatenessFinding::Late(_) => "late",
            LatenessFinding::Waived(_) => "waived",
            LatenessFinding::Covered(_) => "late_days",
            LatenessFinding::Said => "late_unknown",
            LatenessFinding::Unknown => "unknown",
        }
    }
}

#[cfg(test)]
mod tests;
