//! The `result.json` of Classroom 50, schema `classroom50/result/v1`.
//!
//! Source: `schemas/result-v1.schema.json` and the page "Advanced Autograding" of the repository
//! `foundation50/classroom50`.

use grade::points::Points;
use grade::view::{CheckView, Finding, Hidden, Sum, View};
use grade::{Status, pretty};
use serde::Serialize;

use crate::{credit, plain};

/// The prefix of a submission's tag.
const TAG: &str = "submit/";

/// The submission in the words of the platform. Its runner gives them to an autograder in the
/// environment; a grade does not have them.
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

/// The reason why an environment does not identify a submission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// A variable is not there, or is empty.
    #[error("`{0}` is not set")]
    Missing(&'static str),
    /// A variable has a value that the platform would refuse.
    #[error("`{name}` is `{value}`, and has to be {wanted}")]
    Wrong {
        /// The variable.
        name: &'static str,
        /// Its value.
        value: String,
        /// The form that it has to have.
        wanted: &'static str,
    },
}

impl Identity {
    /// The identity that the environment gives, by a function that looks up a variable.
    ///
    /// The variables are `CLASSROOM`, `ASSIGNMENT`, `ASSIGNMENT_TYPE` (`individual` if it is not
    /// there), `OWNER` or else `USERNAME`, `SUBMISSION_TAG`, `COMMIT_URL`, `RELEASE_URL`, and
    /// `REVIEW_URL` or else `COMMIT_URL`. The time of the submission is the one in its tag,
    /// `submit/2026-06-01T14-32-05Z-a1b2c3d`, so that it is the same however often it is graded.
    ///
    /// # Errors
    ///
    /// If a variable is missing or has a value that the platform would refuse.
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

/// The time in a tag, `2026-06-01T14-32-05Z` with anything around it, as `2026-06-01T14:32:05Z`.
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
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    #[serde(rename = "test-name")]
    name: String,
    passed: bool,
    score: u64,
    #[serde(rename = "max-score")]
    max_score: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// The view as Classroom 50 takes it, or `None` if there is no score: the format has no way to say
/// so. The platform's runner then goes by the exit code.
///
/// Points are whole numbers there. If the rubric's are not, all are multiplied by the least of 10,
/// 100 and 1000 that makes them whole. Hidden checks are one test for each group, so that the sum
/// is the score, if the view has their sums at all. What the rubric's limits take away and what
/// corrections change as a whole is in the score alone: a test has no way to take points away.
pub fn classroom50(view: &View, identity: &Identity) -> Option<String> {
    let score = view.score?;
    let unit = unit(view);
    let mut tests: Vec<Test> = if view.status == Status::Graded {
        let hidden = view.hidden.iter().filter_map(|it| Some(hidden(it, it.sum?, unit)));
        view.checks.iter().map(|check| test(check, unit)).chain(hidden).collect()
    } else {
        vec![Test {
            name: "submission".to_owned(),
            passed: false,
            score: unit.count(score),
            max_score: unit.count(view.max_score),
            message: plain::verdict(view),
        }]
    };
    if !view.caps.is_empty() {
        tests.push(Test {
            name: "limit".to_owned(),
            passed: false,
            score: 0,
            max_score: 0,
            message: Some(credit::caps(view).join("\n")),
        });
    }
    if view.status == Status::Graded && !view.corrections.is_empty() {
        let lines: Vec<String> = view.corrections.iter().map(plain::correction_of).collect();
        tests.push(Test {
            name: "corrections".to_owned(),
            passed: true,
            score: 0,
            max_score: 0,
            message: Some(lines.join("\n")),
        });
    }
    Some(pretty::file(&ResultFile {
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
        score: unit.count(score),
        max_score: unit.count(view.max_score),
        tests,
    }))
}

/// The thousandths of a point that are one point of the platform's.
#[derive(Clone, Copy)]
struct Unit(u64);

impl Unit {
    fn count(self, points: Points) -> u64 {
        points.thousandths() / self.0
    }
}

fn unit(view: &View) -> Unit {
    let of = |check: &CheckView| [check.max_score, check.score.unwrap_or_default()];
    // Of what is hidden no points tell the unit but those that are told.
    let sums = view.hidden.iter().filter_map(|it| Some([it.max_score, it.sum?.score]));
    let all = || {
        let whole = [view.max_score, view.score.unwrap_or_default()];
        view.checks.iter().map(of).chain(sums.clone()).flatten().chain(whole)
    };
    let divides = |unit: &u64| all().all(|points| points.thousandths() % unit == 0);
    Unit([1000, 100, 10].into_iter().find(divides).unwrap_or(1))
}

fn test(check: &CheckView, unit: Unit) -> Test {
    let passed = check.finding == Finding::Pass;
    Test {
        name: check.check.id().to_owned(),
        passed,
        score: unit.count(check.score.unwrap_or_default()),
        max_score: unit.count(check.max_score),
        message: (!passed || check.has_remark_on_points()).then(|| plain::text(check)),
    }
}

fn hidden(hidden: &Hidden, sum: Sum, unit: Unit) -> Test {
    Test {
        name: hidden.name(),
        passed: sum.passed,
        score: unit.count(sum.score),
        max_score: unit.count(hidden.max_score),
        message: None,
    }
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
            list.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
        };
        Identity::from_variables(|name| find(changes, name).or_else(|| find(&set, name)))
    }

    #[test]
    fn the_environment_says_who_it_is() {
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
    fn what_the_platform_would_refuse_is_refused() {
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
