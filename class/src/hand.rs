//! Points given by hand, and the file `hand.json`, which stores them with the grades.
//!
//! Graders enter points into a [sheet], so nobody needs to edit this file. Like corrections, its contents are
//! applied when the summary is created, do not change the grades, and stay valid when the class is graded again.

use std::collections::BTreeMap;

use base::UserError;
use base::input::{FileError, display_path};
use grade::hand::{CommentLine, HandGrade, HandMarks, HandRubric, InvalidPoints};
use grade::points::Points;
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::output::{GradesFolder, Output};
use super::versioned::{self, VersionedContent};

pub mod sheet;

/// The file with the points given by hand.
pub const HAND: &str = "hand.json";

/// The points and comments for a class, by the names of the submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandGrades {
    submissions: BTreeMap<String, HandMarks>,
}

#[derive(Deserialize, Serialize)]
struct WireHandGrades {
    submissions: BTreeMap<String, WireHandMarks>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WireHandMarks {
    points: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    code: BTreeMap<String, String>,
}

impl VersionedContent for WireHandGrades {
    const SCHEMA: &str = "hand/1";
}

/// Points that no longer fit the rubric.
#[derive(Debug, thiserror::Error)]
#[error("invalid points for `{criterion}` of `{submission}`: {problem}")]
struct OutdatedPoints {
    submission: String,
    criterion: String,
    problem: InvalidPoints,
}

impl UserError for OutdatedPoints {
    fn hint(&self) -> Option<String> {
        Some(
            "the rubric may have changed: restore the criterion, or change the points in this file"
                .to_owned(),
        )
    }
}

/// What a sheet has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandChanges {
    /// The submissions with other points or another comment than before.
    pub changed: usize,
    /// The points that were removed, because their cells are empty now.
    pub removed: usize,
}

impl HandGrades {
    /// Reads the file in a folder, if it exists. Points for criteria that the rubric does not list are kept, but have no
    /// effect.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is damaged, or if points do not fit the rubric.
    pub fn read_from(
        graded: &GradesFolder,
        rubric: Option<&HandRubric>,
    ) -> Result<Self, ClassError> {
        let hand = Self::read_unchecked(graded)?;
        match rubric.map_or(Ok(()), |rubric| hand.check_points_with_rubric(rubric)) {
            Ok(()) => Ok(hand),
            Err(problem) => {
                Err(FileError::of_file(display_path(&graded.path(HAND)), &problem).into())
            }
        }
    }

    /// Reads the file without comparing it with the rubric.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is damaged.
    pub fn read_unchecked(graded: &GradesFolder) -> Result<Self, ClassError> {
        let Some(wire) = versioned::read_versioned::<WireHandGrades>(graded, HAND)? else {
            return Ok(Self::default());
        };
        let damaged = |message| ClassError::Damaged { path: graded.path(HAND), message };
        let mut submissions = BTreeMap::new();
        for (name, WireHandMarks { points, comment, code }) in wire.submissions {
            let exact = |(id, number): (String, f64)| {
                let points = Points::from_f64(number);
                points.map(|points| (id, points)).ok_or_else(|| damaged(format!("{number} points")))
            };
            let points = points.into_iter().map(exact).collect::<Result<_, _>>()?;
            submissions.insert(name, HandMarks { points, comment, code });
        }
        Ok(Self { submissions })
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_to(&self, output: &Output) -> Result<(), ClassError> {
        output.write_file(HAND, &self.to_toml_text())
    }

    /// Returns the text of the file.
    pub(super) fn to_toml_text(&self) -> String {
        let wire = |(name, marks): (&String, &HandMarks)| {
            let points = marks.points.iter().map(|(id, points)| (id.clone(), points.as_f64()));
            let (comment, code) = (marks.comment.clone(), marks.code.clone());
            (name.clone(), WireHandMarks { points: points.collect(), comment, code })
        };
        versioned::to_text(&WireHandGrades {
            submissions: self.submissions.iter().map(wire).collect(),
        })
    }

    fn check_points_with_rubric(&self, rubric: &HandRubric) -> Result<(), OutdatedPoints> {
        for (submission, marks) in &self.submissions {
            for criterion in &rubric.criteria {
                let points = marks.points.get(&criterion.id);
                let valid = points.map_or(Ok(()), |points| criterion.validate(*points));
                valid.map_err(|problem| OutdatedPoints {
                    submission: submission.clone(),
                    criterion: criterion.id.clone(),
                    problem,
                })?;
            }
        }
        Ok(())
    }

    /// Returns `true` if nothing was entered.
    pub fn is_empty(&self) -> bool {
        self.submissions.is_empty()
    }

    /// Returns what was entered for a submission.
    pub fn marks_of(&self, submission: &str) -> HandMarks {
        self.submissions.get(submission).cloned().unwrap_or_default()
    }

    /// Returns a submission's criteria with what was entered for it.
    pub fn grade_of(&self, submission: &str, rubric: &HandRubric) -> HandGrade {
        HandGrade { rubric: rubric.clone(), marks: self.marks_of(submission) }
    }

    /// Replaces what was entered for the submissions on a sheet, and keeps all others. Points for criteria that the
    /// rubric does not list stay.
    pub fn replace_marks(
        &mut self,
        sheet: BTreeMap<String, HandMarks>,
        rubric: &HandRubric,
    ) -> HandChanges {
        let mut changes = HandChanges::default();
        for (name, mut marks) in sheet {
            let old = self.submissions.remove(&name).unwrap_or_default();
            let is_listed = |id: &String| rubric.criteria.iter().any(|listed| listed.id == *id);
            for (id, points) in &old.points {
                if !is_listed(id) {
                    marks.points.insert(id.clone(), *points);
                } else if !marks.points.contains_key(id) {
                    changes.removed += 1;
                }
            }
            // A sheet does not contain the code, so keep the lines that the comment still names.
            for place in marks.comment_lines().iter().filter_map(CommentLine::place_text) {
                if let Some(code) = old.code.get(&place) {
                    marks.code.entry(place).or_insert_with(|| code.clone());
                }
            }
            changes.changed += usize::from(marks != old);
            if marks != HandMarks::default() {
                self.submissions.insert(name, marks);
            }
        }
        changes
    }

    /// Adds what was entered for other submissions. Returns the name of a submission with other points, if there is one.
    pub(super) fn merge(&mut self, other: Self) -> Option<String> {
        for (name, marks) in other.submissions {
            match self.submissions.get(&name) {
                Some(there) if *there != marks => return Some(name),
                _ => drop(self.submissions.insert(name, marks)),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grades(points: &[(&str, &str, u64)]) -> HandGrades {
        let mut grades = HandGrades::default();
        for (name, id, number) in points {
            let marks = grades.submissions.entry((*name).to_owned()).or_default();
            marks.points.insert((*id).to_owned(), Points::from_thousandths(*number));
        }
        grades
    }

    #[test]
    fn parts_of_a_class_are_merged_unless_they_contradict() {
        let mut merged = grades(&[("a", "style", 1), ("b", "style", 2)]);
        assert_eq!(merged.merge(grades(&[("b", "style", 2), ("c", "style", 3)])), None);
        assert_eq!(merged, grades(&[("a", "style", 1), ("b", "style", 2), ("c", "style", 3)]));
        assert_eq!(merged.merge(grades(&[("c", "style", 4)])), Some("c".to_owned()));
    }

    /// A criterion may return to the rubric, and other rows may be somebody else's.
    #[test]
    fn a_sheet_replaces_only_its_rows_and_criteria() {
        let criterion = grade::hand::Criterion {
            id: "style".to_owned(),
            text: "text".to_owned(),
            points: Points::from_thousandths(9),
            visibility: grade::Visibility::Visible,
            steps: Vec::new(),
        };
        let rubric = HandRubric { criteria: vec![criterion], shows_partial: false };
        let mut stored = grades(&[("a", "style", 1), ("a", "old", 5), ("b", "style", 2)]);
        let sheet = grades(&[("c", "style", 3)]).submissions;
        let empty = ("a".to_owned(), HandMarks::default());
        let changes = stored.replace_marks(sheet.into_iter().chain([empty]).collect(), &rubric);
        assert_eq!(changes, HandChanges { changed: 2, removed: 1 });
        assert_eq!(stored, grades(&[("a", "old", 5), ("b", "style", 2), ("c", "style", 3)]));
    }
}
