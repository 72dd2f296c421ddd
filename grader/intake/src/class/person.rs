//! The people of a class.

use serde::{Deserialize, Serialize};

/// Somebody in a class, as the roster writes it, or else the platform.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Person {
    /// The id on the roster or the platform. It is as they write it, and so not safe as the name of
    /// a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The roster's second id, from another column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// The same person as the platform writes it, where the roster differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<Box<Person>>,
}

impl Person {
    /// The person in messages, as in `Sam Lee (1001)`; none if nothing is known.
    pub fn label(&self) -> Option<String> {
        match (&self.name, self.id.as_ref().or(self.email.as_ref())) {
            (Some(name), Some(id)) if name != id => Some(format!("{name} ({id})")),
            (name, id) => name.as_ref().or(id).cloned(),
        }
    }

    /// The id, or else the name.
    pub fn id_or_name(&self) -> Option<&str> {
        self.id.as_deref().or(self.name.as_deref())
    }

    /// The person as the roster writes it, and as the platform does.
    pub fn accounts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.platform.as_deref())
    }

    /// Whether two lines of a roster are about one person.
    pub fn is(&self, other: &Self) -> bool {
        match (&self.id, &other.id) {
            (Some(id), Some(other)) => id == other,
            _ => (&self.name, &self.email) == (&other.name, &other.email),
        }
    }
}
