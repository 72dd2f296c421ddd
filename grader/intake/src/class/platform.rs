//! The platforms that a class may be on.

use grade::kinds::{variant, variants};
use serde::{Deserialize, Serialize};

/// A platform whose downloads or gradebooks are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Platform {
    /// Blackboard.
    Blackboard,
    /// Brightspace, of D2L.
    Brightspace,
    /// Canvas.
    Canvas,
    /// GitHub Classroom, whose submissions are clones and no download.
    GithubClassroom,
    /// Gradescope.
    Gradescope,
    /// Moodle.
    Moodle,
}

impl Platform {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        variants::<Self>().iter().filter_map(|id| variant(id))
    }

    /// The names of all of them, in a sentence.
    pub fn names() -> String {
        let names: Vec<_> = Self::all().map(Self::name).collect();
        match &names[..] {
            [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
            [] => String::new(),
        }
    }

    /// Its name on the command line and in files.
    pub fn id(self) -> &'static str {
        variants::<Self>()[self as usize]
    }

    /// The platform with this name on the command line.
    pub fn from_id(id: &str) -> Option<Self> {
        variant(id)
    }

    /// Its name, as people write it.
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

    /// Whether it has a download of a class, with names of its own.
    pub fn has_download(self) -> bool {
        self != Self::GithubClassroom
    }

    /// Whether its names of submissions have numbers in place of ids: what they number is the
    /// platform's own business, and somebody else's id anywhere else.
    pub(super) fn numbers_students(self) -> bool {
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
    fn each_platform_has_an_id_that_is_read_back() {
        let all: Vec<_> = Platform::all().map(Platform::id).collect();
        assert_eq!(all.len(), variants::<Platform>().len());
        assert_eq!(Platform::GithubClassroom.id(), "github-classroom");
        assert!(Platform::all().all(|it| Platform::from_id(it.id()) == Some(it)));
        assert_eq!(Platform::from_id("Canvas"), None);
    }
}
