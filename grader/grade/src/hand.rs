//! Criteria that people grade by hand, such as the style of the code.
//!
//! The points for criteria are added to the automatic score, which they never change: lateness, caps and corrections
//! only apply to the automatic score. As long as a criterion is not graded, the total is unknown, and never computed as
//! if the criterion had zero points.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Visibility;
use crate::points::Points;

/// The columns of tables that contain criteria. A criterion must not have the name of another column.
pub const COLUMNS: [&str; 21] = [
    "submission",
    "status",
    "machine_score",
    "adjustment",
    "final_score",
    "max_score",
    "failed",
    "corrections",
    "name",
    "id",
    "email",
    "handed_in",
    "late",
    "late_points",
    "reason",
    "automatic_score",
    "automatic_max",
    "hand_missing",
    "hand_comment",
    "comment",
    "attempt",
];

/// The criteria of an assignment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct HandRubric {
    /// The criteria, in the order of the rubric. Their ids are unique, and differ from those of checks.
    pub criteria: Vec<Criterion>,
    /// Whether reports show the sum of the known points while criteria are not graded. Otherwise, they withhold it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shows_partial: bool,
}

/// A criterion.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "WireCriterion", into = "WireCriterion")]
pub struct Criterion {
    /// The id, such as `style`.
    pub id: String,
    /// The description for students and graders.
    pub text: String,
    /// The maximum points.
    pub points: Points,
    /// The audience that may see the criterion and its points.
    pub visibility: Visibility,
    /// The only points to choose from, in increasing order. If empty, any number up to the maximum is valid.
    pub steps: Vec<Points>,
}

/// The form of a criterion in files, with points as numbers.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WireCriterion {
    id: String,
    text: String,
    points: f64,
    visibility: Visibility,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<f64>,
}

/// Why a number of points is invalid for a criterion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPoints {
    /// The number is too large.
    #[error("the criterion is worth only {0} points")]
    AboveMaximum(Points),
    /// The number is not one of the steps.
    #[error("{points} is not one of the steps: {}", list_points(steps))]
    NotAStep {
        /// The number.
        points: Points,
        /// The valid numbers.
        steps: Vec<Points>,
    },
    /// The text is not a number of points.
    #[error("`{0}` is not a number of points: expected at least 0, with up to three decimals")]
    NotPoints(String),
}

/// What somebody entered for a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandMarks {
    /// The points by the criterion's id. A criterion without points is not graded yet.
    pub points: BTreeMap<String, Points>,
    /// The comment for the student, which may have several lines.
    pub comment: Option<String>,
    /// The lines of code that the comment names, by place, such as `src/solver.rs:42`.
    pub code: BTreeMap<String, String>,
}

/// A line of the comment for the student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentLine {
    /// The file and the line number of the code that it is about, if it starts with them.
    pub place: Option<(String, usize)>,
    /// The code there, if known.
    pub code: Option<String>,
    /// The rest of the line.
    pub text: String,
}

impl CommentLine {
    /// Splits a line such as `src/solver.rs:42: a name would help`.
    fn parse(line: &str) -> Self {
        let with_place = || {
            let (file, rest) = line.split_once(':')?;
            let (number, rest) = rest.split_once(':')?;
            let is_file = std::path::Path::new(file).extension().is_some_and(|ending| ending == "rs")
                    // Otherwise, a sentence that ends in the name of a file would be a place.
                    && !file.contains(char::is_whitespace);
            let place = (file.to_owned(), number.trim().parse().ok()?);
            is_file.then_some((Some(place), rest))
        };
        let (place, text) = with_place().unwrap_or((None, line));
        Self { place, code: None, text: text.trim().to_owned() }
    }

    /// Returns the place as text, such as `src/solver.rs:42`.
    pub fn place_text(&self) -> Option<String> {
        self.place.as_ref().map(|(file, line)| format!("{file}:{line}"))
    }
}

impl HandMarks {
    /// Returns the lines of the comment, without empty ones.
    pub fn comment_lines(&self) -> Vec<CommentLine> {
        let lines = self.comment.iter().flat_map(|comment| comment.lines());
        let lines = lines.filter(|line| !line.trim().is_empty()).map(CommentLine::parse);
        let with_code = |line: CommentLine| {
            let code = line.place_text().and_then(|place| self.code.get(&place).cloned());
            CommentLine { code, ..line }
        };
        lines.map(with_code).collect()
    }
}

/// The criteria with a submission's points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandGrade {
    /// The criteria.
    pub rubric: HandRubric,
    /// The points and the comment.
    pub marks: HandMarks,
}

fn list_points(points: &[Points]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl HandRubric {
    /// Returns the maximum points for all criteria together.
    pub fn max_score(&self) -> Points {
        self.criteria.iter().map(|criterion| criterion.points).sum()
    }
}

impl Criterion {
    /// Checks that a grader may give these points.
    ///
    /// # Errors
    ///
    /// Returns an error if the points exceed the maximum, or are not one of the steps.
    pub fn validate(&self, points: Points) -> Result<(), InvalidPoints> {
        if points > self.points {
            return Err(InvalidPoints::AboveMaximum(self.points));
        }
        if !self.steps.is_empty() && !self.steps.contains(&points) {
            return Err(InvalidPoints::NotAStep { points, steps: self.steps.clone() });
        }
        Ok(())
    }

    /// Describes the points to choose from, such as `6 points` or `6 points (0, 3, 6)`.
    pub fn describe_points(&self) -> String {
        let points = self.points.with_unit();
        if self.steps.is_empty() {
            points
        } else {
            format!("{points} ({})", list_points(&self.steps))
        }
    }
}

impl HandGrade {
    /// Returns the points for a criterion, or `None` if it is not graded yet.
    pub fn points(&self, criterion: &Criterion) -> Option<Points> {
        self.marks.points.get(&criterion.id).copied()
    }

    /// Returns the ids of the criteria that are not graded yet.
    pub fn ungraded_criteria(&self) -> Vec<&str> {
        let criteria = self.rubric.criteria.iter();
        criteria
            .filter(|criterion| self.points(criterion).is_none())
            .map(|criterion| criterion.id.as_str())
            .collect()
    }

    /// Returns `true` if every criterion is graded.
    pub fn is_complete(&self) -> bool {
        self.ungraded_criteria().is_empty()
    }

    /// Returns the sum of the points so far.
    pub fn score(&self) -> Points {
        self.rubric.criteria.iter().filter_map(|criterion| self.points(criterion)).sum()
    }

    /// Adds the points to an automatic score. Returns `None` if there is no automatic score, or while the total is
    /// withheld.
    pub fn total(&self, automatic: Option<Points>) -> Option<Points> {
        let is_known = self.is_complete() || self.rubric.shows_partial;
        automatic.filter(|_| is_known).map(|score| score + self.score())
    }
}

impl From<Criterion> for WireCriterion {
    fn from(criterion: Criterion) -> Self {
        let Criterion { id, text, points, visibility, steps } = criterion;
        let steps = steps.into_iter().map(Points::as_f64).collect();
        Self { id, text, points: points.as_f64(), visibility, steps }
    }
}

impl TryFrom<WireCriterion> for Criterion {
    type Error = InvalidPoints;

    fn try_from(wire: WireCriterion) -> Result<Self, InvalidPoints> {
        let WireCriterion { id, text, points, visibility, steps } = wire;
        let exact = |number: f64| {
            Points::from_f64(number).ok_or_else(|| InvalidPoints::NotPoints(number.to_string()))
        };
        let steps = steps.into_iter().map(exact).collect::<Result<_, _>>()?;
        Ok(Self { id, text, points: exact(points)?, visibility, steps })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn criterion(id: usize, points: u64) -> Criterion {
        let points = Points::from_thousandths(points);
        let visibility = Visibility::Visible;
        Criterion {
            id: format!("c{id}"),
            text: "text".to_owned(),
            points,
            visibility,
            steps: vec![],
        }
    }

    proptest! {
        /// A missing criterion withholds the total instead of counting as zero.
        #[test]
        fn the_total_is_the_automatic_score_plus_all_criteria(
            worth in proptest::collection::vec((0..9_000_u64, proptest::option::of(0..=100_u64)), 1..5),
            automatic in proptest::option::of(0..200_000_u64),
            shows_partial: bool,
        ) {
            let criteria: Vec<Criterion> =
                worth.iter().enumerate().map(|(id, (points, _))| criterion(id, *points)).collect();
            let mut marks = HandMarks::default();
            let mut sum = 0;
            for (criterion, (points, percent)) in criteria.iter().zip(&worth) {
                if let Some(percent) = percent {
                    let held = points * percent / 100;
                    sum += held;
                    marks.points.insert(criterion.id.clone(), Points::from_thousandths(held));
                }
            }
            let is_complete = worth.iter().all(|(_, percent)| percent.is_some());
            let grade = HandGrade { rubric: HandRubric { criteria, shows_partial }, marks };
            prop_assert_eq!(grade.is_complete(), is_complete);
            let expected = automatic.filter(|_| is_complete || shows_partial).map(|points| points + sum);
            let total = grade.total(automatic.map(Points::from_thousandths));
            prop_assert_eq!(total.map(Points::thousandths), expected);
        }
    }

    #[test]
    fn a_comment_may_name_a_line_of_code() {
        let place = |file: &str, line| Some((file.to_owned(), line));
        for (line, expected, text) in [
            (
                "src/solver.rs:42: a name would help",
                place("src/solver.rs", 42),
                "a name would help",
            ),
            ("src/board.rs: 7: x", place("src/board.rs", 7), "x"),
            ("note: 3: x", None, "note: 3: x"),
            ("see src/board.rs:7: x", None, "see src/board.rs:7: x"),
            ("src/board.rs:x: y", None, "src/board.rs:x: y"),
        ] {
            let comment = Some(format!("\n{line}\n\n"));
            let code = BTreeMap::from([("src/board.rs:7".to_owned(), "let x = 1;".to_owned())]);
            let lines = HandMarks { comment, code, ..HandMarks::default() }.comment_lines();
            let [found] = &lines[..] else { panic!("{lines:?}") };
            assert_eq!((&found.place, found.text.as_str()), (&expected, text), "{line}");
            let is_known = expected == place("src/board.rs", 7);
            assert_eq!(found.code.is_some(), is_known, "{line}");
        }
    }

    #[test]
    fn criteria_are_stored_with_points_as_numbers() {
        let steps = [0, 1_500, 3_000].map(Points::from_thousandths).to_vec();
        let rubric = HandRubric {
            criteria: vec![Criterion { steps, ..criterion(1, 3_000) }],
            shows_partial: true,
        };
        let text = serde_json::to_string(&rubric).unwrap();
        assert_eq!(
            text,
            r#"{"criteria":[{"id":"c1","text":"text","points":3.0,"visibility":"visible","steps":[0.0,1.5,3.0]}],"shows_partial":true}"#
        );
        assert_eq!(serde_json::from_str::<HandRubric>(&text).unwrap(), rubric);
        let error = serde_json::from_str::<HandRubric>(&text.replace("1.5", "-1")).unwrap_err();
        assert!(error.to_string().starts_with("`-1` is not a number of points"), "{error}");
    }
}
