//! The students of a class.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The separators between sections. Canvas writes the last one in the user's language.
const BETWEEN_SECTIONS: [&str; 10] =
    [", ", "; ", " and ", " und ", " et ", " y ", " e ", " en ", " og ", " och "];

/// Returns the sections that a cell lists.
pub fn section_names(cell: &str) -> Vec<&str> {
    let mut names = vec![cell];
    for between in BETWEEN_SECTIONS {
        names = names.into_iter().flat_map(|name| name.split(between)).collect();
    }
    names.into_iter().map(str::trim).collect()
}

/// A student as listed on the roster, or else as known to the platform.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Person {
    /// The student's id, from the roster or the platform. It is not escaped, so it should not be used as a file name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The student's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The email address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// A second id, from another column of the roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// The login on GitHub, from the roster. It says nothing about ids and logins elsewhere, and they may coincide with
    /// another student's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// The sections on the roster, separated as there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The platform's data, if different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<Box<Person>>,
}

impl Person {
    /// Returns a description for messages, such as `Sam Lee (1001)`, or `None` if nothing is known.
    pub fn label(&self) -> Option<String> {
        match (&self.name, self.id.as_ref().or(self.email.as_ref())) {
            (Some(name), Some(id)) if name != id => Some(format!("{name} ({id})")),
            (name, id) => name.as_ref().or(id).cloned(),
        }
    }

    /// Returns the id, or else the name.
    pub fn id_or_name(&self) -> Option<&str> {
        self.id.as_deref().or(self.name.as_deref())
    }

    /// Iterates over the data from the roster and from the platform.
    pub fn self_and_platform_account(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.platform.as_deref())
    }

    /// Returns the sections: the text on the roster, and if it lists several, each of them.
    pub fn sections(&self) -> BTreeSet<String> {
        let text = self.section.as_deref().unwrap_or_default().trim();
        let all = section_names(text).into_iter().chain([text]);
        all.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// Returns `true` if two roster entries describe the same person.
    pub fn is_same_person(&self, other: &Self) -> bool {
        match (&self.id, &other.id) {
            (Some(id), Some(other)) => id == other,
            _ => (&self.name, &self.email) == (&other.name, &other.email),
        }
    }
}
