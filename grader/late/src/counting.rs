//! Which of several attempts counts.

use grade::kinds::{variant, variants};
use serde::{Deserialize, Serialize};

/// The rule for who has handed in several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// The latest.
    #[default]
    Latest,
    /// The one with the most points after what lateness takes off; of several, the latest.
    Best,
    /// The latest that was on time; or else the earliest.
    LastBeforeDue,
}

impl Counting {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        variants::<Self>().iter().filter_map(|name| variant(name))
    }

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        variants::<Self>()[self as usize]
    }

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        variant(name)
    }

    /// What it does, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Latest => "The latest",
            Self::Best => {
                "The attempt with the most points after the deduction for lateness; if there are \
                 several, the latest"
            }
            Self::LastBeforeDue => {
                "The latest attempt that is on time, with grace and extension, or the earliest if \
                 all are late"
            }
        }
    }
}
