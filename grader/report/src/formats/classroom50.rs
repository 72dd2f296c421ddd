//! Classroom 50's `result.json`, schema `classroom50/result/v1`.
//!
//! Sources, all in the `foundation50/classroom50` repository: `schemas/result-v1.schema.json` at commit `6e593c79`, and
//! `validate_result` in `cli/gh-teacher/skeleton/dotgithub/scripts/runner.py` at commit `6b0b83cf`. A result will be
//! rejected by `validate_result` if a number is not an integer, or if a `score` exceeds its `max-score`, in a test or
//! in the total. In this case, the student counts as not having submitted.

use grade::points::Points;
use grade::view::{CheckView, CombinedResult, Finding, Hidden, View};
use grade::{Status, pretty};
use serde::Serialize;

use crate::{comment_line, credit, plain};

const TAG: &str = "submit/";

/// The identity of a submission on the platform, which the grade does not contain. The platform passes it to an
/// autograder in environment variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    classroom: String,
    assignment: String,
    assignment_type: String,
    owner: String,
    submission: String,
    commit: String,
    release: String,
    review: String,
    datetime: String,
}

/// The reason why the environment does not identify the submission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// A variable is missing or empty.
    #[error("`{0}` is not set")]
    Missing(&'static str),
    /// A variable has a value that the platform would reject.
    #[error("`{name}` is `{value}`, but must be {wanted}")]
    Wrong {
        /// The variable's name.
        name: &'static str,
        /// The invalid value.
        value: String,
        /// The required form.
        wanted: &'static str,
    },
}

impl Identity {
    /// Reads the identity from environment variables, with `variable` to look them up.
    ///
    /// The variables are `CLASSROOM`, `ASSIGNMENT`, `ASSIGNMENT_TYPE` (default `individual`), `OWNER` or else
    /// `USERNAME`, `SUBMISSION_TAG`, `COMMIT_URL`, `RELEASE_URL`, and `REVIEW_URL` or else `COMMIT_URL`. The time comes
    /// from the tag, such as `submit/2026-06-01T14-32-05Z-a1b2c3d`, so it will be the same when a submission is graded
    /// again.
    ///
    /// # Errors
    ///
    /// Returns an error if a variable is missing or has a value that the platform would reject.
    pub fn from_variables(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, IdentityError> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let needed = |name: &'static str| set(name).ok_or(IdentityError::Missing(name));
        let assignment_type = set("ASSIGNMENT_TYPE").unwrap_or_else(|| "individual".to_owned());
        if !["individual", "group", "team"].contains(&assignment_type.as_str()) {
            return Err(IdentityError::Wrong {
                name: "ASSIGNMENT_TYPE",
                value: assignment_type,
                wanted: "`individual`, `group` or `team`",
            });
        }
        let submission = needed("SUBMISSION_TAG")?;
        let Some(datetime) = submission.strip_prefix(TAG).and_then(instant) else {
            return Err(IdentityError::Wrong {
                name: "SUBMISSION_TAG",
                value: submission,
                wanted: "a tag such as `submit/2026-06-01T14-32-05Z-a1b2c3d`",
            });
        };
        let commit = needed("COMMIT_URL")?;
        Ok(Self {
            classroom: needed("CLASSROOM")?,
            assignment: needed("ASSIGNMENT")?,
            assignment_type,
            owner: set("OWNER").map_or_else(|| needed("USERNAME"), Ok)?,
            submission,
            release: needed("RELEASE_URL")?,
            review: set("REVIEW_URL").unwrap_or_else(|| commit.clone()),
            commit,
            datetime,
        })
    }
}

/// Finds a time such as `2026-06-01T14-32-05Z` in a tag, and returns it as `2026-06-01T14:32:05Z`.
fn instant(tag: &str) -> Option<String> {
    const SHAPE: &[u8; 20] = b"0000-00-00T00-00-00Z";
    let fits = |text: &&[u8]| {
        text.iter().zip(SHAPE).all(|(c, shape)| match shape {
            b'0' => c.is_ascii_digit(),
            other => c == other,
        })
    };
    let found = tag.as_bytes().windows(SHAPE.len()).find(fits)?;
    let text = std::str::from_utf8(found).expect("digits and signs");
    let (date, time) = text.split_at(10);
    let number = |at: usize| text[at..at + 2].parse::<u8>().expect("two digits");
    let in_range = (1..=12).contains(&number(5))
        && (1..=31).contains(&number(8))
        && number(11) < 24
        && number(14) < 60
        && number(17) < 60;
    // Tags of git cannot contain colons, so the platform writes dashes.
    in_range.then(|| format!("{date}{}", time.replace('-', ":")))
}

#[derive(Serialize)]
struct ResultFile<'a> {
    schema: &'static str,
    classroom: &'a str,
    assignment: &'a str,
    assignment_type: &'a str,
    owner: &'a str,
    submission: &'a str,
    commit: &'a str,
    release: &'a str,
    review: &'a str,
    datetime: &'a str,
    score: u64,
    #[serde(rename = "max-score")]
    max_score: u64,
    tests: Vec<Classroom50Test>,
}

#[derive(Serialize)]
struct Classroom50Test {
    #[serde(rename = "test-name")]
    name: String,
    passed: bool,
    score: u64,
    #[serde(rename = "max-score")]
    max_score: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Formats the view for Classroom 50. The format requires a score, which is zero for a rejected submission. After a grader
/// error, this will be `None`. Then, the platform's runner should use the exit code.
///
/// The format allows only integers, so all points are in thousandths, with the same maximum for the whole class. `most`
/// should be the number of points that the audience can get, which is needed for a view without checks. If the view
/// contains sums for hidden checks, each group becomes a test, to make the tests add up to the score. Caps and
/// corrections to the total affect only the score, because a test cannot have negative points. A score above the
/// maximum would be rejected by the platform, so we reduce it, and report this in an additional test without points.
pub fn classroom50(view: &View, identity: &Identity, most: Option<Points>) -> Option<String> {
    let score = view.required_score()?;
    let max_score = if view.status == Status::Rejected {
        most.unwrap_or(view.max_score)
    } else {
        view.max_score
    };
    // The platform rejects a score above the maximum.
    let counted = score.min(max_score);
    let mut tests: Vec<Classroom50Test> = if view.status == Status::Graded {
        let hidden =
            view.hidden.iter().filter_map(|group| Some(test_of_hidden_checks(group, group.sum?)));
        view.checks.iter().map(test_of_check).chain(hidden).chain(criteria(view)).collect()
    } else {
        vec![Classroom50Test {
            name: "submission".to_owned(),
            passed: false,
            score: counted.thousandths(),
            max_score: max_score.thousandths(),
            message: plain::verdict(view),
        }]
    };
    if !view.caps.is_empty() {
        tests.push(test_for_message("limit", false, credit::describe_caps(view).join("\n")));
    }
    if view.status == Status::Graded && !view.corrections.is_empty() {
        let lines: Vec<String> = view.corrections.iter().map(plain::correction_of).collect();
        tests.push(test_for_message("corrections", true, lines.join("\n")));
    }
    if score > max_score {
        let message = format!(
            "the score is {score} points, but Classroom 50 does not accept more than the maximum, \
             {max_score}"
        );
        tests.push(test_for_message("above the maximum", true, message));
    }
    Some(pretty::to_json_file(&ResultFile {
        schema: "classroom50/result/v1",
        classroom: &identity.classroom,
        assignment: &identity.assignment,
        assignment_type: &identity.assignment_type,
        owner: &identity.owner,
        submission: &identity.submission,
        commit: &identity.commit,
        release: &identity.release,
        review: &identity.review,
        datetime: &identity.datetime,
        score: counted.thousandths(),
        max_score: max_score.thousandths(),
        tests,
    }))
}

/// Creates a test without points to show a message.
fn test_for_message(name: &str, passed: bool, message: String) -> Classroom50Test {
    Classroom50Test {
        name: name.to_owned(),
        passed,
        score: 0,
        max_score: 0,
        message: Some(message),
    }
}

fn test_of_check(check: &CheckView) -> Classroom50Test {
    let passed = check.finding == Finding::Pass;
    Classroom50Test {
        name: check.check.id().to_owned(),
        passed,
        score: check.score.unwrap_or_default().thousandths(),
        max_score: check.max_score.thousandths(),
        message: (!passed || check.has_remark_on_points()).then(|| plain::failure_text(check)),
    }
}

fn test_of_hidden_checks(hidden: &Hidden, sum: CombinedResult) -> Classroom50Test {
    Classroom50Test {
        name: hidden.name(),
        passed: sum.passed,
        score: sum.score.thousandths(),
        max_score: hidden.max_score.thousandths(),
        message: None,
    }
}

/// Returns a test for each criterion that is graded by hand, and one for all hidden criteria.
fn criteria(view: &View) -> Vec<Classroom50Test> {
    let Some(hand) = &view.hand else { return Vec::new() };
    let test = |name: String, score: Points, max_score: Points, message| Classroom50Test {
        name,
        passed: score == max_score,
        score: score.thousandths(),
        max_score: max_score.thousandths(),
        message,
    };
    let seen = hand.criteria.iter().map(|criterion| {
        let points = criterion.points.unwrap_or_default();
        test(
            criterion.id.clone(),
            points,
            criterion.max_score,
            Some(plain::to_clean_line(&criterion.text)),
        )
    });
    let hidden =
        hand.sum.map(|(score, most)| test("by hand (hidden)".to_owned(), score, most, None));
    let comment: Vec<String> = hand.comment.iter().map(comment_line).collect();
    let comment =
        (!comment.is_empty()).then(|| test_for_message("comment", true, comment.join("\n")));
    seen.chain(hidden).chain(comment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(changes: &[(&str, &str)]) -> Result<Identity, IdentityError> {
        let set = [
            ("CLASSROOM", "cs"),
            ("ASSIGNMENT", "puzzle"),
            ("OWNER", "alice"),
            ("SUBMISSION_TAG", "submit/2026-06-01T14-32-05Z-a1b2c3d"),
            ("COMMIT_URL", "https://example.org/c"),
            ("RELEASE_URL", "https://example.org/r"),
        ];
        let find = |list: &[(&str, &str)], name: &str| {
            list.iter()
                .find(|(variable, _)| *variable == name)
                .map(|(_, value)| (*value).to_owned())
        };
        Identity::from_variables(|name| find(changes, name).or_else(|| find(&set, name)))
    }

    #[test]
    fn the_identity_is_read_from_the_environment() {
        let identity = variables(&[]).unwrap();
        assert_eq!(identity.datetime, "2026-06-01T14:32:05Z");
        assert_eq!(identity.review, identity.commit);
        assert_eq!(identity.assignment_type, "individual");
        let by_name = variables(&[("OWNER", ""), ("USERNAME", "bob")]).unwrap();
        assert_eq!(by_name.owner, "bob");
        let by_hand = variables(&[("SUBMISSION_TAG", "submit/manual-2026-02-02T00-00-00Z")]);
        assert_eq!(by_hand.unwrap().datetime, "2026-02-02T00:00:00Z");
    }

    #[test]
    fn invalid_environment_values_are_rejected() {
        let error = |changes: &[(&str, &str)]| variables(changes).unwrap_err().to_string();
        assert_eq!(error(&[("CLASSROOM", "")]), "`CLASSROOM` is not set");
        assert_eq!(error(&[("OWNER", "")]), "`USERNAME` is not set");
        assert!(error(&[("ASSIGNMENT_TYPE", "pair")]).contains("`pair`"));
        let bad = ["v1", "submit/", "submit/2026-13-01T00-00-00Z", "submit/2026-12-01T24-00-00Z"];
        for tag in bad {
            assert!(error(&[("SUBMISSION_TAG", tag)]).contains(tag), "{tag}");
        }
    }
}
