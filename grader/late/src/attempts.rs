//! Limits on attempts: the `[attempts]` table of a rubric.
//!
//! ```toml
//! [attempts]
//! counts = "best" # which of several attempts in a class's download counts
//! wait = "30m"    # from one attempt that counts to the next
//! max = 10        # attempts that count
//! ```
//!
//! `wait` and `max` require a platform that grades submissions immediately and provides the times of previous attempts.

use base::UserError;
use base::input::{FileError, InputText};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::counting::Counting;
use crate::length;

/// The rules for attempts. At least one field is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Attempts {
    /// How to choose the attempt that counts, if a download contains more than one.
    pub counts: Option<Counting>,
    /// The minimum time between counted attempts, in seconds.
    pub wait: Option<u64>,
    /// The maximum number of counted attempts, at least 1.
    pub max: Option<usize>,
}

/// The decision about a new attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The attempt counts. The number starts at 1.
    Counts(usize),
    /// The attempt is too early. The next one will only count from this time on, in seconds since 1970.
    Wait(i64),
    /// The student has used all attempts. Contains the maximum.
    Spent(usize),
}

/// The TOML form of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ wait = \"30m\", max = 10 }`")]
pub struct WireAttempts {
    counts: Option<Spanned<String>>,
    wait: Option<Spanned<String>>,
    max: Option<Spanned<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum AttemptsProblem {
    #[error("invalid duration; it must be greater than zero")]
    Wait(Option<String>),
    #[error("at least one attempt must count")]
    Max,
    #[error("unknown attempt rule")]
    Counts,
    #[error("`counts`, `wait` or `max` is missing")]
    Nothing,
}

impl UserError for AttemptsProblem {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Wait(Some(short)) => Some(format!("write it as `{short}`")),
            Self::Wait(None) => Some("write it as `30m`, `2h 30m` or `1d`".to_owned()),
            Self::Max => None,
            Self::Counts => {
                let names: Vec<_> =
                    Counting::all().map(|counting| format!("`{}`", counting.name())).collect();
                Some(format!("use one of {}", names.join(", ")))
            }
            Self::Nothing => Some("if all attempts count, remove the table".to_owned()),
        }
    }
}

impl Attempts {
    /// Parses the table.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is invalid or the table is empty.
    pub fn parse(wire: &Spanned<WireAttempts>, source: InputText<'_>) -> Result<Self, FileError> {
        let WireAttempts { counts, wait, max } = wire.get_ref();
        let counts = match counts {
            None => None,
            Some(name) => {
                let counting = Counting::from_name(name.get_ref());
                Some(counting.ok_or_else(|| source.error(name.span(), &AttemptsProblem::Counts))?)
            }
        };
        let wait = match wait {
            None => None,
            Some(text) => {
                let seconds = length::parse_length(text.get_ref()).filter(|seconds| *seconds > 0);
                Some(seconds.ok_or_else(|| {
                    let short = length::length_in_words(text.get_ref());
                    source.error(text.span(), &AttemptsProblem::Wait(short))
                })?)
            }
        };
        if let Some(max) = max.as_ref().filter(|max| *max.get_ref() == 0) {
            return Err(source.error(max.span(), &AttemptsProblem::Max));
        }
        let max = max.as_ref().map(|max| *max.get_ref());
        if counts.is_none() && wait.is_none() && max.is_none() {
            return Err(source.error(wire.span(), &AttemptsProblem::Nothing));
        }
        Ok(Self { counts, wait, max })
    }

    /// Returns `true` if a platform needs to limit how often it grades.
    pub fn is_limit(&self) -> bool {
        self.wait.is_some() || self.max.is_some()
    }

    /// Decides whether an attempt at time `now` counts, given the times of the previous `counted` attempts. All times
    /// are in seconds since 1970.
    pub fn decide_turn(&self, counted: &[i64], now: i64) -> Turn {
        if let Some(max) = self.max.filter(|max| counted.len() >= *max) {
            return Turn::Spent(max);
        }
        let next = self.next(counted);
        if next.is_some_and(|next| now < next) {
            return Turn::Wait(next.unwrap_or_default());
        }
        Turn::Counts(counted.len() + 1)
    }

    /// Returns the earliest time for another attempt to count, or `None` if there is no need to wait.
    pub fn next(&self, counted: &[i64]) -> Option<i64> {
        let wait = i64::try_from(self.wait?).unwrap_or(i64::MAX);
        // Both numbers come from files.
        counted.iter().max().map(|last| last.saturating_add(wait))
    }

    /// Describes the limits to students in one line, such as `up to 10 attempts count`.
    pub fn line(&self) -> String {
        let most = self.max.map(|max| match max {
            1 => "only 1 attempt counts".to_owned(),
            _ => format!("up to {max} attempts count"),
        });
        let wait = self.wait.map(|wait| {
            format!("at most one attempt counts every {}", length::format_length(wait))
        });
        most.into_iter().chain(wait).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Rubric {
        attempts: Spanned<WireAttempts>,
    }

    fn read(text: &str) -> Result<Attempts, String> {
        let text = format!("attempts = {text}");
        let wire: Rubric = toml::from_str(&text).map_err(|error| error.message().to_owned())?;
        let source = InputText { file: "a.toml", text: &text };
        Attempts::parse(&wire.attempts, source).map_err(|error| error.to_string())
    }

    #[test]
    fn the_attempts_table_is_parsed() {
        let some = read("{ wait = \"30m\", max = 10 }").unwrap();
        assert_eq!(some, Attempts { counts: None, wait: Some(1_800), max: Some(10) });
        assert!(some.is_limit());
        let counts = read("{ counts = \"last-before-due\" }").unwrap();
        assert_eq!(counts.counts, Some(Counting::LastBeforeDue));
        assert!(!counts.is_limit());
        assert_eq!(some.line(), "up to 10 attempts count; at most one attempt counts every 30m");
        assert_eq!(read("{ max = 1 }").unwrap().line(), "only 1 attempt counts");
        for (wrong, message) in [
            ("{}", "`counts`, `wait` or `max` is missing"),
            ("{ counts = \"first\" }", "unknown attempt rule"),
            ("{ wait = \"0\" }", "invalid duration; it must be greater than zero"),
            ("{ wait = \"soon\" }", "invalid duration; it must be greater than zero"),
            ("{ max = 0 }", "at least one attempt must count"),
            ("{ most = 3 }", "unknown field `most`"),
        ] {
            let error = read(wrong).unwrap_err();
            assert!(error.contains(message), "{wrong}: {error}");
        }
    }

    #[test]
    fn attempt_limits_are_exact_to_the_second() {
        let both = Attempts { counts: None, wait: Some(60), max: Some(3) };
        assert_eq!(both.decide_turn(&[], 0), Turn::Counts(1));
        assert_eq!(both.decide_turn(&[100], 159), Turn::Wait(160));
        assert_eq!(both.decide_turn(&[100], 160), Turn::Counts(2));
        // Platforms may list the attempts in any order.
        assert_eq!(both.decide_turn(&[100, 40], 159), Turn::Wait(160));
        assert_eq!(both.decide_turn(&[0, 100, 200], 1_000), Turn::Spent(3));
        assert_eq!(
            Attempts { counts: None, wait: None, max: Some(3) }.decide_turn(&[5, 5], 5),
            Turn::Counts(3)
        );
        assert_eq!(
            Attempts { counts: None, wait: Some(9), max: None }.decide_turn(&[5; 50], 14),
            Turn::Counts(51)
        );
    }
}
