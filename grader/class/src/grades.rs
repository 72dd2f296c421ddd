//! The grades of a class, to be read one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use grade::Grade;
use grade::check::Check;
use grade::points::Points;
use grade::view::Corrected;
use intake::class::Person;
use late::Lateness;

use super::about::About;
use super::adopt;
use super::attempts;
use super::error::ClassError;
use super::output::{GRADE, Graded, OVERRIDES};
use super::overrides::{Overrides, Scope};
use super::part::Part;
use super::people::People;
use super::pseudonyms::Pseudonyms;
use super::rules::Rules;
use super::summary::{Contents, Row};

/// The grades in a folder, whether all of the class is graded or not.
#[derive(Clone, Debug)]
pub struct Grades {
    graded: Graded,
    names: Vec<String>,
    ungraded: Vec<String>,
    left: Vec<String>,
    is_whole: bool,
    rules: Rules,
    pseudonyms: Option<Pseudonyms>,
}

impl Grades {
    /// Looks at a folder that `grader grade` has written or is yet to finish.
    ///
    /// # Errors
    ///
    /// If there are no grades in it, another run is writing to it, or a file is damaged or wrong.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        let graded = Graded::open(folder)?;
        let (mut names, mut ungraded, mut left) = (Vec::new(), Vec::new(), Vec::new());
        // The summary knows who is in the class. Without it, all that is known is who is there.
        let class = match Contents::read(&graded) {
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
            rules: Rules::default(),
            pseudonyms: None,
        };
        let mut overrides = Overrides::default();
        let path = found.graded.path(OVERRIDES);
        if path.exists() {
            let worth = found.worth()?;
            let scope = Scope { names: class.as_ref(), checks: worth.as_ref() };
            overrides = Overrides::load(&path, scope)?;
        }
        let about = About::read(&found.graded)?;
        let extensions = adopt::extensions(&found.graded, about.as_ref())?;
        let people = People::read(&found.graded)?.unwrap_or_default();
        let by = attempts::basis(people.counting, about.as_ref(), &found.graded)?;
        let is_old = people.counted_by != by;
        let rules = Rules::new(overrides, extensions, about, people);
        found.rules = rules.with_old_attempts(is_old);
        found.hold_overrides()?;
        Ok(found)
    }

    /// The names of all that are graded, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of those who are known and not graded.
    pub fn ungraded(&self) -> &[String] {
        &self.ungraded
    }

    /// The names of those who have a grade and are no longer in the class.
    pub fn left(&self) -> &[String] {
        &self.left
    }

    /// Whether all of the class is known: the grading came to its end.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether it is known that the folder holds a part of a class only.
    ///
    /// # Errors
    ///
    /// If the file that says so is damaged.
    pub fn is_part(&self) -> Result<bool, ClassError> {
        Ok(Part::read(&self.graded)?.is_some())
    }

    /// The folder of the grades.
    pub fn graded(&self) -> &Graded {
        &self.graded
    }

    /// The corrections by hand.
    pub fn overrides(&self) -> &Overrides {
        self.rules.overrides()
    }

    /// Who the grades are from, what is corrected, and what is late.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A submission's grade with what lateness takes off, and the corrections by hand.
    ///
    /// # Errors
    ///
    /// If it is damaged, or not what this version of the grader writes.
    pub fn read(&self, name: &str) -> Result<Corrected, ClassError> {
        Ok(self.corrected(self.grade(name)?))
    }

    /// The same, with the line of the summary, which names whose it is whatever a report may name.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn read_with_line(&self, name: &str) -> Result<(Corrected, Row), ClassError> {
        let grade = self.grade(name)?;
        if self.pseudonyms.is_some() {
            let line = self.rules.row(grade.clone());
            return Ok((self.corrected(grade), line));
        }
        let corrected = self.corrected(grade);
        let line = self.rules.row_of(&corrected);
        Ok((corrected, line))
    }

    fn corrected(&self, grade: Grade) -> Corrected {
        match &self.pseudonyms {
            Some(pseudonyms) => self.rules.corrected_without_names(grade, pseudonyms),
            None => self.rules.corrected(grade),
        }
    }

    /// A submission's grade as it was written.
    fn grade(&self, name: &str) -> Result<Grade, ClassError> {
        let path = || self.graded.path("submissions").join(name).join(GRADE);
        let damaged = |message| ClassError::Damaged { path: path(), message };
        let text = self.graded.grade(name)?.ok_or_else(|| damaged("it is missing".to_owned()))?;
        let grade = Grade::read(&text).map_err(|error| damaged(error.to_string()))?;
        if grade.submission != name {
            let found = &grade.submission;
            return Err(damaged(format!("it is the grade of `{found}` instead of `{name}`")));
        }
        Ok(grade)
    }

    /// The line of the summary on a submission.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read).
    pub fn row(&self, name: &str) -> Result<Row, ClassError> {
        Ok(self.row_of(name, &self.read(name)?))
    }

    /// The line of the summary on a submission, of what [`read`](Self::read) has given for it.
    pub fn row_of(&self, name: &str, corrected: &Corrected) -> Row {
        if self.pseudonyms.is_none() {
            return self.rules.row_of(corrected);
        }
        // The time of day would tell somebody who saw it handed in.
        let late = self.rules.lateness(name);
        let late = late.map(|it| Lateness { handed_in: None, granted: Vec::new(), ..it });
        Row { late, ..Row::of(corrected) }
    }

    /// Has all that is read from now on name nobody.
    #[must_use]
    pub fn without_names(mut self, pseudonyms: Option<Pseudonyms>) -> Self {
        self.pseudonyms = pseudonyms;
        self
    }

    /// The name by which a report calls a submission.
    pub fn shown(&self, name: &str) -> String {
        self.pseudonyms.as_ref().map_or_else(|| name.to_owned(), |it| it.name(name))
    }

    /// The names by which a report calls submissions, in order.
    pub fn all_shown(&self, names: &[String]) -> Vec<String> {
        let mut shown: Vec<String> = names.iter().map(|name| self.shown(name)).collect();
        shown.sort();
        shown
    }

    /// Finds out whether corrections of several submissions are right, which takes all grades.
    fn hold_overrides(&self) -> Result<(), ClassError> {
        if !self.overrides().has_rules() {
            return Ok(());
        }
        let row = |name: &String| self.row(name);
        let rows: Vec<Row> = self.names.iter().map(row).collect::<Result<_, ClassError>>()?;
        Ok(self.overrides().hold(rows.iter().map(Row::corrected), self.is_whole)?)
    }

    /// Those who have handed in nothing, by name or else by id; none if that is not known. A report that
    /// names nobody has them without names.
    pub fn missing_shown(&self) -> Option<Vec<String>> {
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

    /// The points that each check is worth, by the first grade that has checks.
    fn worth(&self) -> Result<Option<BTreeMap<Check, Points>>, ClassError> {
        for name in &self.names {
            let corrected = self.read(name)?;
            let checks = &corrected.grade().checks;
            if !checks.is_empty() {
                let worth = checks.iter().map(|check| (check.check, check.max_score));
                return Ok(Some(worth.collect()));
            }
        }
        Ok(None)
    }
}
