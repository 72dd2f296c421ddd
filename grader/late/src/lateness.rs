//! What the policy and the extensions say of one submission.

use grade::{Late, Less};

use crate::extensions::Granted;
use crate::policy::Policy;
use crate::time::{self, ZonedTime};

/// What is known of when a submission was handed in.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The time as RFC 3339 has it, with or without an offset; or else words of the platform that
    /// nobody can read.
    pub time: Option<String>,
    /// Whether the platform says that it was late.
    pub is_late: bool,
    /// Whether the platform says so of everyone who was late by its own due date.
    pub tells_late: bool,
}

/// When a submission was handed in, and what comes of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lateness {
    /// When it was handed in: RFC 3339 if that can be told, or else the platform's words.
    pub handed_in: Option<String>,
    /// When it was due for this student; none without a policy.
    pub due: Option<ZonedTime>,
    /// What comes of it.
    pub finding: Finding,
    /// What was granted, if anything was: such as `2 more days (ill; R. S.)`.
    pub granted: Vec<String>,
}

/// What comes of when a submission was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It was on time.
    OnTime,
    /// It was late.
    Late(Late),
    /// It was late by so much, and somebody has said that this is no matter.
    Waived(String),
    /// It was late as the platform says; by how much is not known, or there is no policy.
    Said,
    /// Nobody says when it was handed in, nor that it was late.
    Unknown,
}

/// The reason why nobody can tell what is to be taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// The platform says that it was late, but not when it was handed in.
    LateUnknown,
    /// Nobody says when it was handed in.
    Unknown,
}

impl Lateness {
    /// What a policy says of a submission, for students to whom this was granted.
    pub fn of(policy: &Policy, granted: &Granted, seen: Seen) -> Self {
        let due = granted.due(policy);
        let written = granted.handed_in.as_ref().map(ZonedTime::rfc3339);
        let told = written.or(seen.time);
        let zone = policy.due.zone();
        let second = told.as_deref().and_then(|text| time::second(text, &zone));
        let late = second.and_then(|second| policy.late(&due, second));
        let finding = match (second, late) {
            (Some(_), None) => Finding::OnTime,
            (Some(_), Some(late)) if granted.is_waived => Finding::Waived(late.by),
            (Some(_), Some(late)) => Finding::Late(late),
            (None, _) if granted.is_waived => {
                if seen.is_late {
                    Finding::Waived("late".to_owned())
                } else {
                    Finding::OnTime
                }
            }
            (None, _) if seen.is_late => Finding::Said,
            (None, _) if seen.tells_late => Finding::OnTime,
            (None, _) => Finding::Unknown,
        };
        Self { handed_in: told, due: Some(due), finding, granted: granted.lines() }
    }

    /// What is known without a policy: that the platform says so.
    pub fn without_policy(seen: Seen) -> Self {
        let finding = match seen {
            Seen { is_late: true, .. } => Finding::Said,
            Seen { tells_late: true, .. } => Finding::OnTime,
            _ => Finding::Unknown,
        };
        Self { handed_in: seen.time, due: None, finding, granted: Vec::new() }
    }

    /// What is taken off.
    pub fn late(&self) -> Option<&Late> {
        match &self.finding {
            Finding::Late(late) => Some(late),
            _ => None,
        }
    }

    /// Why it is not known what is to be taken off, if a policy wants that known.
    pub fn doubt(&self) -> Option<Doubt> {
        self.due.as_ref()?;
        match self.finding {
            Finding::Said => Some(Doubt::LateUnknown),
            Finding::Unknown => Some(Doubt::Unknown),
            Finding::OnTime | Finding::Late(_) | Finding::Waived(_) => None,
        }
    }

    /// Whether it was late, as far as anybody says.
    pub fn is_late(&self) -> bool {
        matches!(self.finding, Finding::Late(_) | Finding::Waived(_) | Finding::Said)
    }

    /// In a few words, such as `2 days, -20 %`; nothing if it was on time, or nobody asked.
    pub fn text(&self) -> Option<String> {
        Some(match &self.finding {
            Finding::Late(Late { by, less: Less::Nothing }) => by.clone(),
            Finding::Late(Late { by, less }) => format!("{by}, {less}"),
            Finding::Waived(by) => format!("{by}, waived"),
            Finding::Said if self.due.is_some() => "late by an unknown time".to_owned(),
            Finding::Said => "late".to_owned(),
            Finding::Unknown if self.due.is_some() => "not known".to_owned(),
            Finding::OnTime | Finding::Unknown => return None,
        })
    }

    /// A name for programs.
    pub fn name(&self) -> &'static str {
        match self.finding {
            Finding::OnTime => "on_time",
            Finding::Late(_) => "late",
            Finding::Waived(_) => "waived",
            Finding::Said => "late_unknown",
            Finding::Unknown => "unknown",
        }
    }
}

#[cfg(test)]
mod tests;
