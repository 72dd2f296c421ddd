//! Decides what becomes of each entry of a download, and what follows for each student on the roster.
//!
//! An entry is what the platform wrote as one submission: an archive, a folder, or the files of one attempt. It has
//! exactly one [`EntryFate`]. Submissions, missing and doubtful students, and unmatched entries follow from the fates.
//! Students become missing only here.

use std::collections::{BTreeMap, BTreeSet};

use super::authors::Authors;
use super::ignored_and_unmatched::LeftOutFile;
use super::roster::{Keys, Labels, Roster, Whose};
use super::{
    Attempt, Class, ClassReadError, DoubtfulStudent, Person, Platform, UnmatchedReason,
    UnmatchedSubmission, dates, escape_as_file_name, plain,
};

/// The number of reasons to list for a student.
/// A student with more is an error in the roster, and the first reasons show it.
const SHOWN: usize = 10;

/// What becomes of one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
enum EntryFate {
    /// A submission of these students, by position on the roster. Each doubt says why another author is not certain.
    Known { students: Vec<usize>, doubts: Vec<UnmatchedReason> },
    /// A submission of nobody on the roster, with the reasons, if the file of authors does not say so.
    Unknown(Vec<UnmatchedReason>),
    /// A submission that may be from students on the roster.
    Doubtful(Vec<UnmatchedReason>),
    /// An ignored file that may be the work of these students, or of anybody.
    LeftOut(Option<BTreeSet<usize>>),
    /// An ignored file in the folder of a submission, or of nobody on the roster.
    Noise,
}

impl EntryFate {
    fn new(authors: Vec<Whose>) -> Self {
        let mut students = Vec::new();
        let mut doubts = Vec::new();
        for author in authors {
            match author {
                Ok(student) => students.push(student),
                Err(why) => doubts.push(*why),
            }
        }
        let is_outsider = |why: &UnmatchedReason| {
            why.possible_authors().is_some_and(|authors| authors.is_empty())
        };
        if !students.is_empty() {
            Self::Known { students, doubts }
        } else if doubts.iter().all(is_outsider) {
            Self::Unknown(doubts)
        } else {
            Self::Doubtful(doubts)
        }
    }

    /// Returns this submission's certain authors.
    fn students(&self) -> &[usize] {
        match self {
            Self::Known { students, .. } => students,
            _ => &[],
        }
    }

    /// Returns a number that sorts entries like the roster, and unmatched entries last.
    fn roster_order(&self) -> usize {
        self.students().iter().min().copied().unwrap_or(usize::MAX)
    }

    fn reasons_for_doubt(&self) -> &[UnmatchedReason] {
        match self {
            Self::Known { doubts, .. } | Self::Unknown(doubts) | Self::Doubtful(doubts) => doubts,
            Self::LeftOut(_) | Self::Noise => &[],
        }
    }
}

impl Roster {
    /// Matches attempts with students and sorts them, and decides who is missing or doubtful.
    ///
    /// The keys come from the platform's data about the student, or else the name of the submission. The id takes precedence,
    /// followed by the email address with or without the domain, and then the name with the words in any rotation. Case
    /// and spaces are ignored. If more than one student matches, or the keys contradict each other, the submission is
    /// unmatched. What the files of authors and groups say comes before all of these.
    ///
    /// A name is not enough if another submission is from the same student: anybody can choose a name.
    ///
    /// # Errors
    ///
    /// Fails if a student has two individual submissions.
    pub(super) fn match_students(
        &self,
        entries: Vec<Attempt>,
        left_out: &[LeftOutFile],
        groups: Option<&Authors>,
    ) -> Result<Class, ClassReadError> {
        let keys = self.keys(groups.is_some());
        let authors = authors_of_entries(&keys, &entries);
        let mut decided: Vec<(Attempt, EntryFate)> = entries
            .into_iter()
            .zip(authors)
            .map(|(entry, authors)| self.decide_fate(&keys, entry, authors))
            .collect();
        decided.sort_by(|(left, a), (right, b)| {
            (a.roster_order(), &left.name).cmp(&(b.roster_order(), &right.name))
        });
        for pair in decided.windows(2) {
            if let [(left, a), (right, b)] = pair
                && a.roster_order() == b.roster_order()
                && left.name == right.name
                && !a.students().is_empty()
            {
                return Err(ClassReadError::SamePerson {
                    who: self.person(a.roster_order()).label().unwrap_or_default(),
                    first: left.source.path().to_owned(),
                    second: right.source.path().to_owned(),
                });
            }
        }
        Ok(self.with_absent(&keys, decided, left_out, groups))
    }

    /// Sets the authors of this entry, and decides its fate.
    fn decide_fate(
        &self,
        keys: &Keys<'_>,
        mut entry: Attempt,
        mut authors: Vec<Whose>,
    ) -> (Attempt, EntryFate) {
        let mut doubts = Vec::new();
        if entry.students.is_empty() {
            let people = authors.iter().flatten().map(|&student| self.person(student).clone());
            entry.students = people.collect();
        } else {
            for (student, author) in entry.students.iter_mut().zip(&authors) {
                let Ok(place) = *author else { continue };
                if !entry.is_declared {
                    doubts.extend(
                        keys.doubt_about_number(place, student).map(|why| Err(Box::new(why))),
                    );
                }
                let found = std::mem::replace(student, self.person(place).clone());
                let platform = match &found.platform {
                    Some(account) => (**account).clone(),
                    None => found,
                };
                student.platform = (platform != *student).then(|| Box::new(platform));
            }
        }
        if authors.iter().any(Result::is_ok) {
            let ids: Vec<_> =
                entry.students.iter().filter_map(|student| student.id.clone()).collect();
            entry.name = escape_as_file_name(&ids.join("+"));
        }
        if let [Ok(place)] = authors[..]
            && entry.from == Some(Platform::Moodle)
            && entry.handed_in.is_none()
        {
            entry.handed_in = self.students[place].handed_in().map(str::to_owned);
            entry.time = entry.handed_in.as_deref().and_then(dates::parse);
        }
        authors.append(&mut doubts);
        (entry, EntryFate::new(authors))
    }

    /// Separates the students without a submission into those who are missing and those who may have handed in
    /// something: an ignored file, an unmatched submission, or one of a group with unknown members.
    ///
    /// If a file or submission does not say whose it is, anybody without a submission may be its author. Nobody with a
    /// submission is affected.
    fn with_absent(
        &self,
        keys: &Keys<'_>,
        decided: Vec<(Attempt, EntryFate)>,
        left_out: &[LeftOutFile],
        groups: Option<&Authors>,
    ) -> Class {
        let submitted: BTreeSet<usize> =
            decided.iter().flat_map(|(_, fate)| fate.students().iter().copied()).collect();
        let absent = (0..self.students.len()).filter(|place| !submitted.contains(place));
        let mut absent: BTreeMap<usize, Reasons> =
            absent.map(|place| (place, Reasons::default())).collect();
        // Returns whether anybody became doubtful.
        let mut doubt = |may_be: &dyn Fn(usize) -> bool, reason: &str, submission: Option<&str>| {
            let suspects = absent.iter_mut().filter(|(place, _)| may_be(**place));
            suspects.map(|(_, reasons)| reasons.add_reason(reason, submission)).count() > 0
        };
        let mut class = Class { is_nobody_known: submitted.is_empty(), ..Class::default() };
        for (entry, fate) in decided {
            for why in fate.reasons_for_doubt() {
                let authors = why.possible_authors();
                let may_be = |place: usize| {
                    authors.as_ref().is_none_or(|authors| authors.contains(&self.person(place)))
                };
                doubt(&may_be, &format!("`{}`: {why}", entry.name), Some(&entry.name));
                class
                    .unknown
                    .push(UnmatchedSubmission { submission: entry.name.clone(), why: why.clone() });
            }
            class.entries.push(entry);
        }
        for file in left_out {
            let is_doubt = match file_fate(keys, file) {
                EntryFate::LeftOut(authors) => {
                    let may_be =
                        |place| authors.as_ref().is_none_or(|authors| authors.contains(&place));
                    doubt(&may_be, &file.to_string(), None)
                }
                _ => false,
            };
            if !is_doubt && file.may_be_part() {
                class.left_out.push(file.to_string());
            }
        }
        let mut missing = Vec::new();
        let group_doubt = groups.map(|groups| groups.explain_doubts(&class.entries));
        for (place, mut reasons) in absent {
            let person = self.person(place).clone();
            if let Some(reason) = group_doubt.as_ref().and_then(|doubt| doubt(&person)) {
                reasons.add_reason(&reason, None);
            }
            match reasons.into_doubt(&person) {
                Some(doubtful) => class.doubtful.push(doubtful),
                None => missing.push(person),
            }
        }
        Class { missing: Some(missing), ..class }
    }

    fn person(&self, place: usize) -> &Person {
        self.students[place].person()
    }
}

/// Finds the authors of each entry.
fn authors_of_entries(keys: &Keys<'_>, entries: &[Attempt]) -> Vec<Vec<Whose>> {
    let labels = Labels::new(keys, entries);
    let mut by_name: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut certain = BTreeSet::new();
    let mut all: Vec<Vec<Whose>> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let find = |student: &Person| {
            if entry.is_declared {
                keys.find_by_account_alone(student, entry.from)
            } else {
                keys.find_in_roster(student, entry.from)
            }
        };
        let (authors, is_by_name) = match &entry.students[..] {
            [] if !entry.is_declared => {
                let (author, is_by_name) =
                    labels.find_by_label_or_mention(&plain::label(&entry.source));
                (vec![author], is_by_name)
            }
            [only] if !entry.is_declared => {
                (vec![find(only)], keys.is_match_by_name(only, entry.from))
            }
            students => (students.iter().map(find).collect(), false),
        };
        match authors[..] {
            [Ok(student)] if is_by_name => by_name.entry(student).or_default().push(at),
            [Ok(student)] => drop(certain.insert(student)),
            _ => {}
        }
        all.push(authors);
    }
    for (student, places) in by_name {
        if places.len() > 1 || certain.contains(&student) {
            for at in places {
                let entry = &entries[at];
                let name = entry.students.first().and_then(|student| student.name.clone());
                let called = name.unwrap_or_else(|| plain::label(&entry.source));
                all[at] = vec![Err(Box::new(keys.namesake_reason(&called, student)))];
            }
        }
    }
    all
}

/// Decides what becomes of one ignored file, which may be the work of the students that its name and its folders' names
/// mention.
fn file_fate(keys: &Keys<'_>, file: &LeftOutFile) -> EntryFate {
    if file.is_in_submission {
        return EntryFate::Noise;
    }
    let mut authors = BTreeSet::new();
    for (name, stem) in file.names() {
        authors.extend(keys.find_by_label(&stem).ok());
        authors.extend(keys.find_names_at_beginning(&name));
    }
    EntryFate::LeftOut(Some(authors).filter(|authors| !authors.is_empty()))
}

/// The reasons for doubt about a student, of which the first few are listed.
#[derive(Clone, Debug, Default)]
struct Reasons {
    listed: Vec<String>,
    more: usize,
    /// The submissions that are reasons.
    submissions: Vec<String>,
    has_others: bool,
}

impl Reasons {
    fn add_reason(&mut self, reason: &str, submission: Option<&str>) {
        match submission {
            Some(name) => self.submissions.push(name.to_owned()),
            None => self.has_others = true,
        }
        if self.listed.len() < SHOWN {
            self.listed.push(reason.to_owned());
        } else {
            self.more += 1;
        }
    }

    fn into_doubt(mut self, person: &Person) -> Option<DoubtfulStudent> {
        if self.listed.is_empty() {
            return None;
        }
        if self.more > 0 {
            self.listed.push(format!("{} more", self.more));
        }
        let submissions = if self.has_others { Vec::new() } else { self.submissions };
        Some(DoubtfulStudent { person: person.clone(), because: self.listed, submissions })
    }
}
