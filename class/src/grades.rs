//! Reads a class's grades, one at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use grade::Grade;
use grade::check::Check;
use grade::points::Points;
use grade::view::Corrected;
use intake::class::Person;
use late::Lateness;

use super::assignment_summary::AssignmentSummary;
use super::error::ClassError;
use super::hand::HandGrades;
use super::late_days::LEFT;
use super::members::ClassMembers;
use super::output::{GRADE, GradesFolder, OVERRIDES, Output};
use super::overrides::{Overrides, Scope};
use super::part::ClassPart;
use super::pseudonyms::Pseudonyms;
use super::rules::ClassRules;
use super::summary::{CSV, JSON, SummaryContents, SummaryRow};
use super::{attempts, instructor_files};

/// The grades in a folder, which may be incomplete.
#[derive(Clone, Debug)]
pub struct Grades {
    graded: GradesFolder,
    names: Vec<String>,
    ungraded: Vec<String>,
    left: Vec<String>,
    is_whole: bool,
    rules: ClassRules,
    pseudonyms: Option<Pseudonyms>,
}

impl Grades {
    /// Opens a folder written by `grader grade`, even after an incomplete run.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder contains no grades, another run is writing to it, or a file is damaged or
    /// invalid.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        let graded = GradesFolder::open(folder)?;
        let (mut names, mut ungraded, mut left) = (Vec::new(), Vec::new(), Vec::new());
        // Without the summary, which lists the class, we only know the submissions with folders.
        let class = match SummaryContents::read_from(&graded) {
            Ok(contents) => {
                let names = contents.submissions.into_iter().map(|(name, _)| name);
                Some(names.collect::<BTreeSet<String>>())
            }
            Err(ClassError::Unfinished { .. }) => None,
            Err(error) => return Err(error),
        };
        let folders: BTreeSet<String> = graded.names()?.into_iter().collect();
        for name in folders.union(class.as_ref().unwrap_or(&folders)) {
            if class.as_ref().is_some_and(|class| !class.contains(name)) {
                left.extend(graded.has_grade(name).then(|| name.clone()));
            } else if graded.has_grade(name) {
                names.push(name.clone());
            } else {
                ungraded.push(name.clone());
            }
        }
        if names.is_empty() {
            return Err(ClassError::NoGrades { folder: folder.to_owned() });
        }
        let mut found = Self {
            graded,
            names,
            ungraded,
            left,
            is_whole: class.is_some(),
            rules: ClassRules::default(),
            pseudonyms: None,
        };
        let people = ClassMembers::read_from(&found.graded)?.unwrap_or_default();
        let mut overrides = Overrides::default();
        let path = found.graded.path(OVERRIDES);
        if path.exists() {
            let worth = found.points_by_check()?;
            let students = people.students_for_corrections();
            let scope =
                Scope { names: class.as_ref(), checks: worth.as_ref(), students: Some(&students) };
            overrides = Overrides::load(&path, scope)?;
        }
        let about = AssignmentSummary::read_from(&found.graded)?;
        let extensions = instructor_files::stored_extensions(&found.graded, about.as_ref())?;
        let by = attempts::hash_of_choice_rules(people.counting, about.as_ref(), &found.graded)?;
        let is_old = people.counted_by != by;
        let late_days = instructor_files::stored_late_days(&found.graded, about.as_ref())?;
        let rubric = about.as_ref().and_then(|about| about.hand.as_ref());
        let hand = HandGrades::read_from(&found.graded, rubric)?;
        let rules = ClassRules::new(overrides, extensions, about, people)
            .with_late_days(late_days)
            .with_hand(hand);
        found.rules = rules.with_old_attempts(is_old);
        found.check_overrides()?;
        Ok(found)
    }

    /// Returns the sorted names of all graded submissions.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the names of known submissions without a grade.
    pub fn ungraded(&self) -> &[String] {
        &self.ungraded
    }

    /// Returns the names of all submissions in the class, graded or not.
    fn all_names(&self) -> BTreeSet<String> {
        self.names.iter().chain(&self.ungraded).cloned().collect()
    }

    /// Returns the names of submissions with a grade that are no longer in the class.
    pub fn names_no_longer_in_class(&self) -> &[String] {
        &self.left
    }

    /// Returns `true` if grading has finished, so that the whole class is known.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns `true` if the folder is known to contain only part of the class.
    ///
    /// # Errors
    ///
    /// Returns an error if the file that describes the part is damaged.
    pub fn is_part(&self) -> Result<bool, ClassError> {
        Ok(ClassPart::read_from(&self.graded)?.is_some())
    }

    /// Returns the folder of grades.
    pub fn grades_folder(&self) -> &GradesFolder {
        &self.graded
    }

    /// Returns the corrections.
    pub fn overrides(&self) -> &Overrides {
        self.rules.overrides()
    }

    /// Returns the rules, with the students, corrections and extensions.
    pub fn rules(&self) -> &ClassRules {
        &self.rules
    }

    /// Reads a grade, and applies lateness and corrections.
    ///
    /// # Errors
    ///
    /// Returns an error if the grade is damaged or has an unknown format.
    pub fn read_corrected(&self, name: &str) -> Result<Corrected, ClassError> {
        Ok(self.apply_corrections(self.read_grade(name)?))
    }

    /// Like [`read_corrected`](Self::read_corrected), but also returns the summary line. It contains names, even if reports must hide them.
    ///
    /// # Errors
    ///
    /// See [`read_corrected`](Self::read_corrected).
    pub fn read_with_line(&self, name: &str) -> Result<(Corrected, SummaryRow), ClassError> {
        let grade = self.read_grade(name)?;
        if self.pseudonyms.is_some() {
            let line = self.rules.row(grade.clone());
            return Ok((self.apply_corrections(grade), line));
        }
        let corrected = self.apply_corrections(grade);
        let line = self.rules.row_of(&corrected);
        Ok((corrected, line))
    }

    fn apply_corrections(&self, grade: Grade) -> Corrected {
        match &self.pseudonyms {
            Some(pseudonyms) => self.rules.apply_corrections_without_names(grade, pseudonyms),
            None => self.rules.apply_corrections(grade),
        }
    }

    /// Reads a grade without applying lateness or corrections.
    fn read_grade(&self, name: &str) -> Result<Grade, ClassError> {
        let path = || self.graded.path("submissions").join(name).join(GRADE);
        let damaged = |message| ClassError::Damaged { path: path(), message };
        let text =
            self.graded.read_grade(name)?.ok_or_else(|| damaged("it is missing".to_owned()))?;
        let grade = Grade::from_json(&text).map_err(|error| damaged(error.to_string()))?;
        if grade.submission != name {
            let found = &grade.submission;
            return Err(damaged(format!("it contains the grade of `{found}` instead of `{name}`")));
        }
        Ok(grade)
    }

    /// Returns the summary line for a submission.
    ///
    /// # Errors
    ///
    /// See [`read_corrected`](Self::read_corrected).
    pub fn read_row(&self, name: &str) -> Result<SummaryRow, ClassError> {
        Ok(self.row_of(name, &self.read_corrected(name)?))
    }

    /// Returns the summary line for the result of [`read_corrected`](Self::read_corrected).
    pub fn row_of(&self, name: &str, corrected: &Corrected) -> SummaryRow {
        if self.pseudonyms.is_none() {
            return self.rules.row_of(corrected);
        }
        // The submission time could reveal the student to anyone who was present.
        let late = self.rules.lateness(name);
        let late = late.map(|late| Lateness { handed_in: None, granted: Vec::new(), ..late });
        SummaryRow { late, ..SummaryRow::from_corrected(corrected) }
    }

    /// Hides the names in everything read from now on.
    #[must_use]
    pub fn without_names(mut self, pseudonyms: Option<Pseudonyms>) -> Self {
        self.pseudonyms = pseudonyms;
        self
    }

    /// Returns `false` if all names are hidden.
    pub fn has_names(&self) -> bool {
        self.pseudonyms.is_none()
    }

    /// Returns a submission's name for reports.
    pub fn shown_name(&self, name: &str) -> String {
        self.pseudonyms
            .as_ref()
            .map_or_else(|| name.to_owned(), |pseudonyms| pseudonyms.pseudonym(name))
    }

    /// Returns submission names for reports, sorted.
    pub fn shown_names(&self, names: &[String]) -> Vec<String> {
        let mut shown: Vec<String> = names.iter().map(|name| self.shown_name(name)).collect();
        shown.sort();
        shown
    }

    /// Validates the rules in the corrections, which requires all grades.
    fn check_overrides(&self) -> Result<(), ClassError> {
        if !self.overrides().has_rules() {
            return Ok(());
        }
        let row = |name: &String| self.read_row(name);
        let rows: Vec<SummaryRow> =
            self.names.iter().map(row).collect::<Result<_, ClassError>>()?;
        Ok(self
            .overrides()
            .check_rules(rows.iter().map(SummaryRow::named_corrections), self.is_whole)?)
    }

    /// Returns the names or ids of students without a submission, if known. When names are hidden, each student becomes
    /// "somebody".
    pub fn shown_missing_students(&self) -> Option<Vec<String>> {
        let missing = self.rules.people().missing.as_ref()?;
        let shown = |person: &Person| match self.pseudonyms {
            Some(_) => "somebody".to_owned(),
            None => [&person.name, &person.id, &person.email]
                .into_iter()
                .flatten()
                .next()
                .cloned()
                .unwrap_or_default(),
        };
        Some(missing.iter().map(shown).collect())
    }

    /// Calls `work` with what corrections can refer to.
    pub(super) fn with_scope<T>(
        &self,
        work: impl FnOnce(Scope<'_>) -> Result<T, ClassError>,
    ) -> Result<T, ClassError> {
        let (names, checks) = (self.all_names(), self.points_by_check()?);
        let students = self.rules.people().students_for_corrections();
        work(Scope { names: Some(&names), checks: checks.as_ref(), students: Some(&students) })
    }

    /// Returns the points for each check, from the first grade with checks.
    fn points_by_check(&self) -> Result<Option<BTreeMap<Check, Points>>, ClassError> {
        for name in &self.names {
            let corrected = self.read_corrected(name)?;
            let checks = &corrected.grade().checks;
            if !checks.is_empty() {
                let worth = checks.iter().map(|check| (check.check, check.max_score));
                return Ok(Some(worth.collect()));
            }
        }
        Ok(None)
    }
}

/// Writes a new summary if the corrections or extensions have changed, and returns whether it did. `lines` must contain
/// the line for every grade, in any order, as returned by [`Grades::read_with_line`].
///
/// # Errors
///
/// Returns an error if the summary is damaged, another run is writing to the folder, or writing fails.
pub fn refresh_summary(grades: &Grades, lines: &[SummaryRow]) -> Result<bool, ClassError> {
    // An incomplete grading run has no summary.
    if !grades.is_whole() || !grades.ungraded().is_empty() {
        return Ok(false);
    }
    let basis = SummaryContents::read_from(grades.grades_folder())?.basis;
    let mut rows = lines.to_vec();
    // The lines may be in any order, but the file is sorted.
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let summary = grades.rules().summary(basis, rows);
    let summary = summary.with_files_of(grades.grades_folder())?;
    let there = |file: &str| grades.grades_folder().read_file(file);
    let is_fresh = there(JSON)?.as_deref() == Some(&summary.json())
        && there(CSV)?.as_deref() == Some(&summary.csv())
        && there(LEFT)? == summary.late_days_left;
    if is_fresh {
        return Ok(false);
    }
    let output = Output::open(grades.grades_folder().folder())?;
    summary.write_to(&output)?;
    Ok(true)
}
