//! Rules to choose between multiple attempts.

use grade::kinds::{variant, variants};
use serde::{Deserialize, Serialize};

/// The rule to choose the attempt that counts, if a student has more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// The latest attempt.
    #[default]
    Latest,
    /// The attempt with the most points after the deduction for lateness, or the latest of them in case of a tie.
    Best,
    /// The latest on-time attempt, or the earliest attempt if all were late.
    LastBeforeDue,
}

impl Counting {
    /// Returns all rules.
    pub fn all() -> impl Iterator<Item = Self> {
        variants::<Self>().iter().filter_map(|name| variant(name))
    }

    /// Returns the name used on the command line and in files.
    pub fn name(self) -> &'static str {
        variants::<Self>()[self as usize]
    }

    /// Returns the rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        variant(name)
    }

    /// Describes the rule in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Latest => "The latest",
            Self::Best => {
                "The attempt with the most points after deductions for lateness; if there are \
                 several, the latest"
            }
            Self::LastBeforeDue => {
                "The latest attempt that is on time, counting the grace period and extensions, or the \
                 earliest if all are late"
            }
        }
    }
}
