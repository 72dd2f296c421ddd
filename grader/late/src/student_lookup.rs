//! Finds students by the word that an instructor uses for them in a file.

use std::collections::BTreeSet;

/// The identifiers and names that a file can use to refer to a student or the authors of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownBy {
    /// The ids and addresses, and the submission's name. An extension for one of these will apply to everyone who has
    /// it.
    pub ids: BTreeSet<String>,
    /// Personal names. A name refers to a student only if no one else has it.
    pub names: BTreeSet<String>,
    /// The sections of the course, which refer to all their students.
    pub sections: BTreeSet<String>,
}

/// The people that a word refers to, by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudentsFound {
    /// No one.
    Nobody,
    /// Everyone with this id, address or submission name: at least one.
    ById(Vec<usize>),
    /// The only person with this name.
    ByName(usize),
    /// Several people with this name. It refers to none of them.
    SameName(Vec<usize>),
}

impl KnownBy {
    /// Returns `true` if this is an id, an address or a submission name, ignoring case.
    pub(crate) fn has_id(&self, word: &str) -> bool {
        contains_ignoring_case(&self.ids, word)
    }

    /// Returns `true` if this is a section, ignoring case.
    pub(crate) fn has_section(&self, word: &str) -> bool {
        contains_ignoring_case(&self.sections, word)
    }

    /// Returns `true` if this is the name of a person, ignoring case.
    pub(crate) fn has_name(&self, word: &str) -> bool {
        contains_ignoring_case(&self.names, word)
    }
}

impl StudentsFound {
    pub(crate) fn is_one_student(&self) -> bool {
        matches!(self, Self::ById(_) | Self::ByName(_))
    }

    /// Returns the people who share the name, if any.
    pub(crate) fn into_several(self) -> Vec<usize> {
        if let Self::SameName(people) = self { people } else { Vec::new() }
    }
}

/// Finds the people with an id, an address, a submission name, or a name. Ids take precedence over names.
pub fn find(everyone: &[KnownBy], word: &str) -> StudentsFound {
    let places = |is_one: &dyn Fn(&KnownBy) -> bool| -> Vec<usize> {
        let found = everyone.iter().enumerate().filter(|(_, known)| is_one(known));
        found.map(|(place, _)| place).collect()
    };
    let by_id = places(&|known| known.has_id(word));
    if !by_id.is_empty() {
        return StudentsFound::ById(by_id);
    }
    let by_name = places(&|known| known.has_name(word));
    match by_name[..] {
        [] => StudentsFound::Nobody,
        [one] => StudentsFound::ByName(one),
        _ => StudentsFound::SameName(by_name),
    }
}

fn contains_ignoring_case(words: &BTreeSet<String>, word: &str) -> bool {
    let wanted = fold_case(word);
    words.iter().any(|word| fold_case(word) == wanted)
}

/// Normalizes an id, an address or a name to ignore case.
pub(crate) fn fold_case(word: &str) -> String {
    word.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_precede_names_and_shared_names_are_ambiguous() {
        let person = |ids: &[&str], name: &str| KnownBy {
            ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            names: [name.to_owned()].into(),
            ..KnownBy::default()
        };
        let all = [
            person(&["u1", "jane@uni.example"], "Jane Doe"),
            person(&["u2"], "Kim Lee"),
            person(&["u3"], "Kim Lee"),
            person(&["kim lee"], "Zoe Poe"),
        ];
        assert_eq!(find(&all, "Jane@uni.example "), StudentsFound::ById(vec![0]));
        assert_eq!(find(&all, "jane doe"), StudentsFound::ByName(0));
        assert_eq!(find(&all, "Kim Lee"), StudentsFound::ById(vec![3]));
        assert_eq!(find(&all[..3], "Kim Lee"), StudentsFound::SameName(vec![1, 2]));
        assert_eq!(find(&all, "Jane"), StudentsFound::Nobody);
    }
}
