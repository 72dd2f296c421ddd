//! Which of several attempts counts.

/// The rule for who has handed in several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    pub const ALL: [Self; 3] = [Self::Latest, Self::Best, Self::LastBeforeDue];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Latest => "latest",
            Self::Best => "best",
            Self::LastBeforeDue => "last-before-due",
        }
    }

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}
