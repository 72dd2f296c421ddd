//! Adds names, lateness and corrections to a grade to create a summary line.

use std::collections::BTreeMap;

use grade::points::Points;
use grade::view::Corrected;
use grade::{Basis, Grade, Override};
use intake::class::{Attempt, LateDayTable, Person, Platform, SubmissionTime};
use late::{Extensions, Granted, KnownBy, Lateness, ReportedTime};
use terminal::wrap::escape;

use super::assignment_summary::AssignmentSummary;
use super::hand::HandGrades;
use super::late_days::LateDays;
use super::members::ClassMembers;
use super::overrides::Overrides;
use super::pseudonyms::Pseudonyms;
use super::summary::{Summary, SummaryRow};

/// Everything except the grades that affects a summary.
#[derive(Clone, Debug, Default)]
pub struct ClassRules {
    overrides: Overrides,
    extensions: Extensions,
    hand: HandGrades,
    about: Option<AssignmentSummary>,
    people: ClassMembers,
    attempts: BTreeMap<String, Attempt>,
    late_days: LateDays,
    unmatched_extensions: Vec<String>,
    has_old_attempts: bool,
}

impl ClassRules {
    /// Creates the rules for a class with these people.
    pub fn new(
        overrides: Overrides,
        mut extensions: Extensions,
        about: Option<AssignmentSummary>,
        people: ClassMembers,
    ) -> Self {
        let absent: Vec<&Person> = people.students_without_submission().collect();
        let mut everyone = people.known_authors();
        everyone.extend(absent.iter().map(|person| known_by("", [*person])));
        let name = |place: usize| match people.submissions.get(place) {
            Some(attempt) => attempt.name.clone(),
            None => absent[place - people.submissions.len()].label().unwrap_or_default(),
        };
        let unmatched_extensions = extensions.take_unmatched(&everyone);
        let unmatched_extensions = unmatched_extensions.into_iter().map(|unmatched| {
            let several: Vec<String> =
                unmatched.several.into_iter().map(|place| escape(&name(place))).collect();
            let student = escape(&unmatched.student);
            if several.is_empty() { student } else { format!("{student} ({})", several.join(", ")) }
        });
        let unmatched_extensions = unmatched_extensions.collect();
        let by_name = |attempt: &Attempt| (attempt.name.clone(), attempt.clone());
        let attempts = people.submissions.iter().map(by_name).collect();
        let has_old_attempts = false;
        Self {
            overrides,
            extensions,
            hand: HandGrades::default(),
            about,
            people,
            attempts,
            late_days: LateDays::default(),
            unmatched_extensions,
            has_old_attempts,
        }
    }

    /// Lets the students use late days. This needs the submissions of the whole class.
    #[must_use]
    pub(super) fn with_late_days(self, table: Option<LateDayTable>) -> Self {
        let late_days = LateDays::new(table, &self.people.submissions);
        Self { late_days, ..self }
    }

    /// Restricts the rules to a part of the class with these submissions.
    #[must_use]
    pub fn restrict_to(mut self, submissions: Vec<Attempt>) -> Self {
        self.people.submissions = submissions;
        self
    }

    /// Creates rules that only apply corrections, for grades without other data.
    pub fn from_overrides(overrides: Overrides) -> Self {
        Self { overrides, ..Self::default() }
    }

    /// Adds the points given by hand.
    #[must_use]
    pub fn with_hand(self, hand: HandGrades) -> Self {
        Self { hand, ..self }
    }

    /// Applies lateness and corrections to a grade.
    pub fn apply_corrections(&self, grade: Grade) -> Corrected {
        let (attempt, corrections) =
            (self.attempt_or_unknown(&grade.submission), self.overrides.corrections_for(&grade));
        self.apply_these_corrections(grade, &corrections, &attempt, str::to_owned)
    }

    /// Applies lateness and corrections to a grade, and hides all names.
    pub fn apply_corrections_without_names(
        &self,
        grade: Grade,
        pseudonyms: &Pseudonyms,
    ) -> Corrected {
        let attempt = self.attempt_or_unknown(&grade.submission);
        let corrections = pseudonyms.hide_in_corrections(&self.overrides.corrections_for(&grade));
        let hide = |text: &str| pseudonyms.hide_in_text(text);
        self.apply_these_corrections(pseudonyms.hide_in_grade(grade), &corrections, &attempt, hide)
    }

    /// Applies lateness and corrections, and adds the criteria that are graded by hand. `hide` removes names from texts.
    fn apply_these_corrections(
        &self,
        grade: Grade,
        corrections: &[Override],
        attempt: &Attempt,
        hide: impl Fn(&str) -> String,
    ) -> Corrected {
        let late = self.lateness_of(attempt).and_then(|lateness| lateness.late().cloned());
        let corrected = Corrected::with_late(grade, corrections, late);
        let Some(rubric) = self.about.as_ref().and_then(|about| about.hand.as_ref()) else {
            return corrected;
        };
        let mut hand = self.hand.grade_of(&attempt.name, rubric);
        let marks = &mut hand.marks;
        marks.comment = marks.comment.as_deref().map(&hide);
        let hidden = |(place, code): (&String, &String)| (hide(place), hide(code));
        marks.code = marks.code.iter().map(hidden).collect();
        corrected.with_hand(hand)
    }

    /// Returns the summary line for a grade.
    pub fn row(&self, grade: Grade) -> SummaryRow {
        self.row_of(&self.apply_corrections(grade))
    }

    /// Returns the summary line for a corrected grade.
    pub fn row_of(&self, corrected: &Corrected) -> SummaryRow {
        self.row_with_attempt(corrected, &self.attempt_or_unknown(&corrected.grade().submission))
    }

    fn row_with_attempt(&self, corrected: &Corrected, attempt: &Attempt) -> SummaryRow {
        SummaryRow {
            people: attempt.students.clone(),
            late: self.lateness_of(attempt),
            attempt: attempt.number,
            ..SummaryRow::from_corrected(corrected)
        }
    }

    pub(super) fn row_without_hand_of_attempt(
        &self,
        grade: Grade,
        attempt: &Attempt,
    ) -> SummaryRow {
        let corrections = self.overrides.corrections_for(&grade);
        let corrected = self.apply_these_corrections(grade, &corrections, attempt, str::to_owned);
        self.row_with_attempt(&corrected, attempt)
    }

    /// Creates the summary from the lines.
    pub fn summary(&self, basis: Basis, rows: Vec<SummaryRow>) -> Summary {
        let (about, missing) = (self.about.clone(), self.people.missing.clone());
        let late_days_left = self.late_days.file_of_days_left(&rows);
        Summary { basis, rows, about, missing, files: None, late_days_left }
    }

    /// Returns the points for this attempt after the deduction for lateness, without corrections.
    pub(super) fn points_after_lateness(&self, grade: Grade, attempt: &Attempt) -> Option<Points> {
        self.apply_these_corrections(grade, &[], attempt, str::to_owned).score()
    }

    /// Returns a submission's lateness, if known.
    pub fn lateness(&self, submission: &str) -> Option<Lateness> {
        self.lateness_of(&self.attempt_or_unknown(submission))
    }

    /// Returns an attempt's lateness, if known.
    pub(super) fn lateness_of(&self, attempt: &Attempt) -> Option<Lateness> {
        let policy = self.about.as_ref().and_then(|about| about.late.as_ref());
        let seen = submission_time(attempt);
        match policy {
            Some(policy) => {
                Some(Lateness::under_policy(policy, &self.granted_extensions(attempt), seen))
            }
            None => Some(Lateness::without_policy(seen))
                .filter(|lateness| lateness.is_late() || lateness.handed_in.is_some()),
        }
    }

    fn attempt_or_unknown(&self, submission: &str) -> Attempt {
        let unknown = || Attempt { name: submission.to_owned(), ..Attempt::default() };
        self.attempts.get(submission).cloned().unwrap_or_else(unknown)
    }

    fn granted_extensions(&self, attempt: &Attempt) -> Granted {
        let granted = self.extensions.granted_to(&known_by(&attempt.name, &attempt.students));
        let granted = granted.with_late_days(self.late_days.available_to(&attempt.name));
        match attempt.number {
            Some(number) if !number.is_latest() => granted.for_earlier_attempt(),
            _ => granted,
        }
    }

    /// Returns the names in extensions that match no one in the class, or several people, with these people.
    pub fn unmatched_extensions(&self) -> &[String] {
        &self.unmatched_extensions
    }

    /// Returns the late submissions whose authors might have late days, but cannot use them; see [`LateDays::late_rows_in_doubt`].
    pub(super) fn without_late_days<'a>(&self, rows: &'a [SummaryRow]) -> [Vec<&'a SummaryRow>; 2] {
        self.late_days.late_rows_in_doubt(rows)
    }

    /// Records whether the choice of attempts may be outdated.
    #[must_use]
    pub(super) fn with_old_attempts(self, has_old_attempts: bool) -> Self {
        Self { has_old_attempts, ..self }
    }

    /// Returns `true` if the due date or the extensions have changed since the attempts were chosen.
    pub fn has_old_attempts(&self) -> bool {
        self.has_old_attempts
    }

    /// Returns the corrections.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// Returns the points given by hand.
    pub fn hand(&self) -> &HandGrades {
        &self.hand
    }

    /// Returns the assignment, if known.
    pub fn assignment_summary(&self) -> Option<&AssignmentSummary> {
        self.about.as_ref()
    }

    /// Returns the people in the class, or in the part to grade.
    pub fn people(&self) -> &ClassMembers {
        &self.people
    }
}

/// Collects the ids and names by which files refer to these people.
pub(super) fn known_by<'a>(
    submission: &str,
    people: impl IntoIterator<Item = &'a Person>,
) -> KnownBy {
    let mut known = KnownBy::default();
    known.ids.extend(Some(submission.to_owned()).filter(|name| !name.is_empty()));
    for account in people.into_iter().flat_map(Person::self_and_platform_account) {
        known
            .ids
            .extend([&account.id, &account.sid, &account.email].into_iter().flatten().cloned());
        known.names.extend(account.name.clone());
        known.sections.extend(account.sections());
    }
    known
}

/// Returns what is known about when an attempt was submitted.
fn submission_time(attempt: &Attempt) -> ReportedTime {
    // Files from earlier versions contain only the platform's wording.
    let words = attempt.handed_in.as_deref();
    let time = attempt.time.or_else(|| SubmissionTime::parse(words?));
    ReportedTime {
        time: time.map(|time| time.to_string()).or_else(|| words.map(str::to_owned)),
        is_late: attempt.late,
        // Canvas marks all late submissions, so an unmarked one met Canvas's due date.
        marks_late: attempt.from == Some(Platform::Canvas),
    }
}
