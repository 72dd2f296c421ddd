//! Supported course platforms.

use grade::kinds::{variant, variants};
use serde::{Deserialize, Serialize};

/// A platform with supported downloads or gradebooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Platform {
    /// Blackboard.
    Blackboard,
    /// Brightspace by D2L.
    Brightspace,
    /// Canvas.
    Canvas,
    /// GitHub Classroom, with clones rather than a download.
    GithubClassroom,
    /// Gradescope.
    Gradescope,
    /// Moodle.
    Moodle,
}

impl Platform {
    /// Iterates over all platforms.
    pub fn all() -> impl Iterator<Item = Self> {
        variants::<Self>().iter().filter_map(|id| variant(id))
    }

    /// Returns the names of all platforms, for a sentence.
    pub fn names() -> String {
        let names: Vec<_> = Self::all().map(Self::name).collect();
        match &names[..] {
            [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
            [] => String::new(),
        }
    }

    /// Returns the name on the command line and in files.
    pub fn id(self) -> &'static str {
        variants::<Self>()[self as usize]
    }

    /// Parses a name from the command line.
    pub fn from_id(id: &str) -> Option<Self> {
        variant(id)
    }

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blackboard => "Blackboard",
            Self::Brightspace => "Brightspace",
            Self::Canvas => "Canvas",
            Self::GithubClassroom => "GitHub Classroom",
            Self::Gradescope => "Gradescope",
            Self::Moodle => "Moodle",
        }
    }

    /// Returns `true` if the platform offers a download with a recognizable name pattern.
    pub fn has_download(self) -> bool {
        self != Self::GithubClassroom
    }

    /// Returns `true` if names in the download contain the platform's numbers instead of ids. Such a number may
    /// coincide with another student's id.
    pub fn numbers_students(self) -> bool {
        match self {
            Self::Brightspace | Self::Canvas | Self::Moodle => true,
            Self::Blackboard | Self::GithubClassroom | Self::Gradescope => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platform_ids_round_trip() {
        let all: Vec<_> = Platform::all().map(Platform::id).collect();
        assert_eq!(all.len(), variants::<Platform>().len());
        assert_eq!(Platform::GithubClassroom.id(), "github-classroom");
        assert!(Platform::all().all(|platform| Platform::from_id(platform.id()) == Some(platform)));
        assert_eq!(Platform::from_id("Canvas"), None);
    }
}
