//! Decides who is missing, and who may have handed in something that was ignored or could not be matched.
//!
//! This is the only place where a student becomes missing: zeros, reports and exit codes follow from the result.

use std::collections::BTreeSet;

use super::super::strays::LeftOutFile;
use super::super::{Class, Doubtful, Person, Stray};
use super::{Keys, Roster};

/// The number of reasons to list for a student.
const SHOWN: usize = 10;

impl Roster {
    /// Separates the students without a submission into those who are missing and those who may have handed in
    /// something: an ignored file, an unmatched submission, or one of a group with unknown members (`is_ungrouped`).
    ///
    /// If a file or submission does not say whose it is, anybody without a submission may be its author. Nobody with a
    /// submission is affected.
    pub(in super::super) fn with_doubts(
        &self,
        mut class: Class,
        left_out: &[LeftOutFile],
        is_ungrouped: impl Fn(&Person) -> bool,
    ) -> Class {
        let keys = Keys::new(&self.students);
        let absent = class.missing.take().unwrap_or_default();
        let mut reasons = vec![Reasons::default(); absent.len()];
        // Returns whether anybody became doubtful.
        let mut doubt = |may_be: &dyn Fn(&Person) -> bool, reason: String| {
            let mut is_any = false;
            for (person, reasons) in absent.iter().zip(&mut reasons) {
                if may_be(person) {
                    reasons.add(&reason);
                    is_any = true;
                }
            }
            is_any
        };
        for Stray { submission, why } in &class.unknown {
            let possible_authors = why.possible_authors();
            let may_be = |person: &Person| {
                possible_authors.as_ref().is_none_or(|authors| authors.contains(&person))
            };
            doubt(&may_be, format!("`{submission}`: {why}"));
        }
        for file in left_out {
            let owners = owners(&keys, file);
            let is_owner = |person: &Person| match &owners {
                Some(owners) => owners.iter().any(|&i| self.students[i].person == *person),
                None => !file.is_in_submission,
            };
            if !doubt(&is_owner, file.to_string()) && file.may_be_part() {
                class.left_out.push(file.to_string());
            }
        }
        doubt(&is_ungrouped, "not in the list of groups".to_owned());
        let mut missing = Vec::new();
        for (person, reasons) in absent.into_iter().zip(reasons) {
            match reasons.into_list() {
                Some(because) => class.doubtful.push(Doubtful { person, because }),
                None => missing.push(person),
            }
        }
        Class { missing: Some(missing), ..class }
    }
}

/// Returns the students whose file this may be, or `None` if anybody's.
fn owners(keys: &Keys<'_>, file: &LeftOutFile) -> Option<BTreeSet<usize>> {
    if file.is_in_submission {
        return None;
    }
    let mut owners = BTreeSet::new();
    for (stem, beginnings) in file.labels() {
        owners.extend(keys.by_label(&stem).ok());
        owners.extend(keys.by_beginnings(&beginnings));
    }
    (!owners.is_empty()).then_some(owners)
}

/// The reasons for doubt about a student, of which the first few are listed.
#[derive(Clone, Debug, Default)]
struct Reasons {
    listed: Vec<String>,
    more: usize,
}

impl Reasons {
    fn add(&mut self, reason: &str) {
        if self.listed.len() < SHOWN {
            self.listed.push(reason.to_owned());
        } else {
            self.more += 1;
        }
    }

    fn into_list(mut self) -> Option<Vec<String>> {
        if self.more > 0 {
            self.listed.push(format!("{} more", self.more));
        }
        (!self.listed.is_empty()).then_some(self.listed)
    }
}
