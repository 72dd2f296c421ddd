//! Corrections for a student, by an id, an address or a name.

use base::input;
use late::{KnownBy, StudentsFound};

use super::{OverrideError, Scope};

/// The students that corrections may refer to.
#[derive(Clone, Debug, Default)]
pub struct Students {
    /// The names of all submissions.
    pub names: Vec<String>,
    /// The authors of each submission, in the same order.
    pub authors: Vec<KnownBy>,
    /// Students without a submission.
    pub absent: Vec<KnownBy>,
}

/// Returns the name of a student's only submission, finding students in the same way as for extensions.
pub(super) fn submission_of(student: &str, scope: Scope<'_>) -> Result<String, OverrideError> {
    let Students { names, authors, absent } = scope.students.ok_or(OverrideError::NoStudents)?;
    let places = match late::find(authors, student) {
        StudentsFound::ById(places) | StudentsFound::SameName(places) => places,
        StudentsFound::ByName(place) => vec![place],
        StudentsFound::Nobody => Vec::new(),
    };
    let names: Vec<String> = places.into_iter().map(|place| names[place].clone()).collect();
    let is_in_class = |name: &String| scope.names.is_none_or(|names| names.contains(name));
    let none = || OverrideError::NoSubmission(student.to_owned());
    match &names[..] {
        [one] => Some(one.clone()).filter(is_in_class).ok_or_else(none),
        [] if late::find(absent, student) != StudentsFound::Nobody => Err(none()),
        [] => {
            let words = authors.iter().flat_map(|author| author.names.iter().chain(&author.ids));
            let like = input::most_like(student, words.map(String::as_str)).map(str::to_owned);
            Err(OverrideError::UnknownStudent(student.to_owned(), like))
        }
        _ => Err(OverrideError::SeveralSubmissions { student: student.to_owned(), names }),
    }
}
