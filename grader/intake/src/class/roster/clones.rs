//! Clones named after an assignment and a login, as in GitHub Classroom (`8-puzzle-jdoe`) and Classroom 50
//! (`cs1-8-puzzle-jdoe`).

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::super::{Attempt, Unmatched, plain};
use super::Listed;
use super::keys::Whose;

/// A student with a login that may be the suffix of a folder name, and the prefix before the login.
#[derive(Clone, Debug)]
struct Candidate {
    prefix: String,
    person: usize,
}

/// Maps each folder name that ends in a dash and a login to the student with this login.
///
/// Because one login may be a suffix of another, only folders with the most common prefix, which names the assignment,
/// will match. If no prefix is the most common, any prefix will do.
pub(super) fn by_login(students: &[Listed], entries: &[Attempt]) -> BTreeMap<PathBuf, Whose> {
    let mut candidates: Vec<(&Attempt, String, Vec<Candidate>)> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.students.is_empty()) {
        let label = plain::label(&entry.source);
        let found = ending_in(&label, students);
        if !found.is_empty() {
            candidates.push((entry, label, found));
        }
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, _, found) in &candidates {
        for candidate in found {
            *counts.entry(&candidate.prefix).or_default() += 1;
        }
    }
    let most = counts.values().max().copied().unwrap_or_default();
    let mut common = counts.iter().filter(|(_, count)| **count == most).map(|(prefix, _)| *prefix);
    let assignment = match (common.next(), common.next()) {
        (Some(prefix), None) if most > 1 => Some(prefix),
        _ => None,
    };
    let whose = |label: &str, found: &[Candidate]| {
        let fits = |it: &&Candidate| assignment.is_none_or(|prefix| it.prefix == prefix);
        let mut people: Vec<usize> = found.iter().filter(fits).map(|it| it.person).collect();
        people.dedup();
        match people[..] {
            [person] => Ok(person),
            [] => Err(Box::new(Unmatched::Nobody {
                called: label.to_owned(),
                like: None,
                is_outsider: false,
            })),
            _ => Err(Box::new(Unmatched::Several {
                called: label.to_owned(),
                people: people.iter().map(|&i| students[i].person.clone()).collect(),
            })),
        }
    };
    let whose = candidates
        .iter()
        .map(|(entry, label, found)| (entry.source.path().to_owned(), whose(label, found)));
    whose.collect()
}

/// Returns the students with a login on GitHub that is a suffix of `label`. An id is no login: the account with this name
/// may be another student's.
fn ending_in(label: &str, students: &[Listed]) -> Vec<Candidate> {
    let label = label.to_lowercase();
    let mut found = Vec::new();
    for (person, listed) in students.iter().enumerate() {
        let Some(login) = listed.person.login.as_deref().map(str::to_lowercase) else { continue };
        let prefix = label.strip_suffix(&login).and_then(|it| it.strip_suffix('-'));
        let prefix = prefix.filter(|it| !it.is_empty());
        found.extend(prefix.map(|it| Candidate { prefix: it.to_owned(), person }));
    }
    found
}
