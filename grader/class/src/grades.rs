//! The grades of a class, to be read one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use grade::Grade;
use grade::check::Check;
use grade::points::Points;
use grade::view::Corrected;

use super::error::ClassError;
use super::output::{GRADE, Graded, OVERRIDES};
use super::overrides::{Overrides, Scope};
use super::summary::{Contents, Row};

/// The grades in a folder, whether all of the class is graded or not.
#[derive(Clone, Debug)]
pub struct Grades {
    graded: Graded,
    names: Vec<String>,
    ungraded: Vec<String>,
    left: Vec<String>,
    is_whole: bool,
    overrides: Overrides,
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
            overrides: Overrides::default(),
        };
        let path = found.graded.path(OVERRIDES);
        if path.exists() {
            let worth = found.worth()?;
            let scope = Scope { names: class.as_ref(), checks: worth.as_ref() };
            found.overrides = Overrides::load(&path, scope)?;
            found.hold_overrides()?;
        }
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

    /// The folder of the grades.
    pub fn graded(&self) -> &Graded {
        &self.graded
    }

    /// The corrections by hand.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// A submission's grade with the corrections by hand.
    ///
    /// # Errors
    ///
    /// If it is damaged, or not what this version of the grader writes.
    pub fn read(&self, name: &str) -> Result<Corrected, ClassError> {
        let path = || self.graded.path("submissions").join(name).join(GRADE);
        let damaged = |message| ClassError::Damaged { path: path(), message };
        let text = self.graded.grade(name)?.ok_or_else(|| damaged("it is gone".to_owned()))?;
        let grade = Grade::read(&text).map_err(|error| damaged(error.to_string()))?;
        if grade.submission != name {
            let found = &grade.submission;
            return Err(damaged(format!("it is the grade of `{found}`, and not of `{name}`")));
        }
        let corrections = self.overrides.of(&grade);
        Ok(Corrected::new(grade, &corrections))
    }

    /// Finds out whether corrections of several submissions are right, which takes all grades.
    fn hold_overrides(&self) -> Result<(), ClassError> {
        if !self.overrides.has_rules() {
            return Ok(());
        }
        let row = |name: &String| Ok(Row::of(&self.read(name)?));
        let rows: Vec<Row> = self.names.iter().map(row).collect::<Result<_, ClassError>>()?;
        Ok(self.overrides.hold(rows.iter().map(Row::corrected), self.is_whole)?)
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
