//! All that makes a line of the summary of a grade: who it is, how late, what was corrected.

use std::collections::{BTreeMap, BTreeSet};

use grade::Grade;
use grade::points::Points;
use grade::view::Corrected;
use intake::class::Moment;
use late::{Extensions, Granted, Lateness, Seen, Student};

use super::about::About;
use super::overrides::Overrides;
use super::people::{HandedIn, People, Person};
use super::pseudonyms::Pseudonyms;
use super::summary::Row;

/// What decides the summary of a class beside its grades.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    overrides: Overrides,
    extensions: Extensions,
    about: Option<About>,
    people: People,
    handed_in: BTreeMap<String, HandedIn>,
    astray: Vec<String>,
    has_old_attempts: bool,
}

impl Rules {
    /// The rules of a class of these people.
    pub fn new(
        overrides: Overrides,
        mut extensions: Extensions,
        about: Option<About>,
        people: People,
    ) -> Self {
        let of_missing = |person: &Person| student("", [person]);
        let submissions = people.submissions.iter();
        let students: Vec<Student> = submissions
            .map(|it| student(&it.submission, &it.students))
            .chain(people.missing.iter().flatten().chain(&people.doubtful).map(of_missing))
            .collect();
        let astray = extensions.take_astray(&students);
        let by_name = |it: &HandedIn| (it.submission.clone(), it.clone());
        let handed_in = people.submissions.iter().map(by_name).collect();
        Self { overrides, extensions, about, people, handed_in, astray, has_old_attempts: false }
    }

    /// The same rules for a part of the class, whose people these are.
    #[must_use]
    pub fn for_part(mut self, people: People) -> Self {
        self.people = people;
        self
    }

    /// Those with corrections alone, as for grades of which nothing else is known.
    pub fn of_overrides(overrides: Overrides) -> Self {
        Self { overrides, ..Self::default() }
    }

    /// A grade with all that changes its score.
    pub fn corrected(&self, grade: Grade) -> Corrected {
        let late = self.lateness(&grade.submission).and_then(|it| it.late().cloned());
        let corrections = self.overrides.of(&grade);
        Corrected::with_late(grade, &corrections, late)
    }

    /// A grade with all that changes its score, in which nobody is named.
    pub fn corrected_without_names(&self, grade: Grade, pseudonyms: &Pseudonyms) -> Corrected {
        let late = self.lateness(&grade.submission).and_then(|it| it.late().cloned());
        let corrections = pseudonyms.corrections(&self.overrides.of(&grade));
        Corrected::with_late(pseudonyms.grade(grade), &corrections, late)
    }

    /// The line of the summary on a grade.
    pub fn row(&self, grade: Grade) -> Row {
        self.row_of(&self.corrected(grade))
    }

    /// The line of the summary on a grade that these rules have corrected.
    pub fn row_of(&self, corrected: &Corrected) -> Row {
        self.row_as(corrected, &self.handed_in(&corrected.grade().submission))
    }

    /// The line of the summary on a grade that these rules have corrected, of what was handed in then.
    fn row_as(&self, corrected: &Corrected, handed_in: &HandedIn) -> Row {
        Row {
            people: handed_in.students.clone(),
            late: self.lateness_of(handed_in),
            attempt: handed_in.attempt,
            ..Row::of(corrected)
        }
    }

    /// The line of the summary on the grade of what was handed in then.
    pub(super) fn row_for(&self, grade: Grade, handed_in: &HandedIn) -> Row {
        let late = self.lateness_of(handed_in).and_then(|it| it.late().cloned());
        let corrections = self.overrides.of(&grade);
        self.row_as(&Corrected::with_late(grade, &corrections, late), handed_in)
    }

    /// The points of the grade of what was handed in then, with what lateness takes off and without
    /// corrections by hand.
    pub(super) fn points(&self, grade: Grade, handed_in: &HandedIn) -> Option<Points> {
        let late = self.lateness_of(handed_in).and_then(|it| it.late().cloned());
        Corrected::with_late(grade, &[], late).score()
    }

    /// When a submission was handed in, and what comes of that; none if nothing is known of it.
    pub fn lateness(&self, submission: &str) -> Option<Lateness> {
        self.lateness_of(&self.handed_in(submission))
    }

    /// When this was handed in, and what comes of that; none if nothing is known of it.
    pub(super) fn lateness_of(&self, handed_in: &HandedIn) -> Option<Lateness> {
        let policy = self.about.as_ref().and_then(|about| about.late.as_ref());
        let seen = handed_in.seen();
        match policy {
            Some(policy) => Some(Lateness::of(policy, &self.granted(handed_in), seen)),
            // Without a policy it is no matter if nothing is known.
            None => Some(Lateness::without_policy(seen))
                .filter(|it| it.is_late() || it.handed_in.is_some()),
        }
    }

    fn handed_in(&self, submission: &str) -> HandedIn {
        let unknown = || HandedIn { submission: submission.to_owned(), ..HandedIn::default() };
        self.handed_in.get(submission).cloned().unwrap_or_else(unknown)
    }

    fn granted(&self, handed_in: &HandedIn) -> Granted {
        let granted = self.extensions.of(&student(&handed_in.submission, &handed_in.students));
        match handed_in.attempt {
            Some(turn) if !turn.is_latest() => granted.for_earlier_attempt(),
            _ => granted,
        }
    }

    /// Those whom extensions name, but of whom nobody can tell who they are.
    pub fn astray(&self) -> &[String] {
        &self.astray
    }

    /// The same rules for grades of which other attempts may count by now.
    #[must_use]
    pub(super) fn with_old_attempts(self, has_old_attempts: bool) -> Self {
        Self { has_old_attempts, ..self }
    }

    /// Whether the due date or the extensions have changed since it was found out which attempts count.
    pub fn has_old_attempts(&self) -> bool {
        self.has_old_attempts
    }

    /// The corrections by hand.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// The assignment, if it is known.
    pub fn about(&self) -> Option<&About> {
        self.about.as_ref()
    }

    /// The people of the class, or of the part of it that is graded.
    pub fn people(&self) -> &People {
        &self.people
    }
}

/// The words that an extension may have for these people.
fn student<'a>(submission: &str, people: impl IntoIterator<Item = &'a Person>) -> Student {
    let mut words = BTreeSet::new();
    let mut names = BTreeSet::new();
    words.extend(Some(submission.to_owned()).filter(|it| !it.is_empty()));
    for person in people {
        for it in [Some(person), person.platform.as_deref()].into_iter().flatten() {
            words.extend([&it.id, &it.sid, &it.email].into_iter().flatten().cloned());
            names.extend(it.name.clone());
        }
    }
    Student { words, names }
}

impl HandedIn {
    /// What is known of when it was handed in.
    fn seen(&self) -> Seen {
        // Files of earlier versions have the platform's words alone.
        let words = self.handed_in.as_ref();
        let read = |words: &String| {
            Moment::parse(words).map_or_else(|| words.clone(), |it| it.to_string())
        };
        Seen {
            time: self.time.clone().or_else(|| words.map(read)),
            is_late: self.late,
            // Whatever Canvas does not mark was on time by its own due date.
            tells_late: self.from.as_deref() == Some("canvas"),
        }
    }
}
