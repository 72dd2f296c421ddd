//! Decides whether an attempt on Gradescope counts, based on the student's submission history.
//!
//! Gradescope shows students the results of their latest submission. When an attempt does not count, we therefore
//! return the results of the last attempt that did, with an explanation at the top. Submitting too often will neither
//! cost points nor reveal anything new. The rules use submission times instead of this machine's clock, so you can
//! regrade at any time.
//!
//! Sources: <https://gradescope-autograders.readthedocs.io/en/latest/submission_metadata/>, and the file `advanced.md`
//! in `gradescope/autograder_samples` at 084c41c, which suggests this approach.

use std::fmt::Write as _;
use std::path::Path;

use base::regular;
use grade::pretty;
use late::{Attempts, Turn, ZonedTime};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
struct Metadata {
    created_at: String,
    #[serde(default)]
    previous_submissions: Vec<Previous>,
}

#[derive(Deserialize)]
struct Previous {
    submission_time: String,
    #[serde(default)]
    score: Option<Value>,
    #[serde(default)]
    autograder_error: Option<bool>,
    #[serde(default)]
    results: Option<Value>,
}

/// The reason why the submission history cannot be read. In this case, the current attempt counts.
#[derive(Debug, thiserror::Error)]
pub enum NoHistory {
    /// The file could not be read.
    #[error("cannot read the file: {0}")]
    Unread(#[from] std::io::Error),
    /// The file does not have the documented format.
    #[error("invalid submission history: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A time in the file is invalid.
    #[error("invalid time `{0}`")]
    Time(String),
}

/// A student's submission history on Gradescope.
#[derive(Clone, Debug, PartialEq)]
pub struct SubmissionHistory {
    created: ZonedTime,
    /// The submission times of earlier attempts that counted, in seconds.
    counted: Vec<i64>,
    /// The results of the last of these attempts.
    last: Option<Value>,
}

/// The results field that records whether an attempt counts.
const COUNTED: &str = "counted";

impl SubmissionHistory {
    /// Reads `submission_metadata.json`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or does not have the documented format.
    pub fn read_file(path: &Path) -> Result<Self, NoHistory> {
        Self::parse(&regular::read_text(path)?)
    }

    fn parse(text: &str) -> Result<Self, NoHistory> {
        let Metadata { created_at, previous_submissions } = serde_json::from_str(text)?;
        let no_time = |text: &str| NoHistory::Time(text.to_owned());
        let created = ZonedTime::with_offset(&created_at).ok_or_else(|| no_time(&created_at))?;
        let mut counted = Vec::new();
        let mut last: Option<(i64, Option<Value>)> = None;
        for previous in previous_submissions {
            let time = intake::class::SubmissionTime::parse(&previous.submission_time)
                .and_then(|time| time.second())
                .ok_or_else(|| no_time(&previous.submission_time))?;
            // A regraded submission has later ones in its list.
            if !previous.has_counted() || time > created.second() {
                continue;
            }
            counted.push(time);
            if last.as_ref().is_none_or(|(latest, _)| *latest <= time) {
                last = Some((time, previous.shown_results()));
            }
        }
        Ok(Self { created, counted, last: last.and_then(|(_, results)| results) })
    }

    /// Returns the results to show if the current attempt does not count. This is `None` if it counts, or if there are
    /// no earlier results.
    pub fn results_if_uncounted(&self, attempts: Attempts) -> Option<String> {
        let why = match attempts.decide_turn(&self.counted, self.created.second()) {
            Turn::Counts(_) => return None,
            Turn::Wait(next) => {
                format!("the next attempt does not count before {}", self.shown_time(next)?)
            }
            Turn::Spent(max) => format!("you have used all {max} attempts"),
        };
        let mut results = self.last.clone()?;
        let text = format!(
            "This submission was not graded: {why}. The score and the results below are from the \
             last attempt that counted."
        );
        prepend_output(&mut results, &text);
        set_counted(&mut results, false)?;
        Some(pretty::to_json_file(&results))
    }

    /// Adds to the results of an attempt that counts: its number, and when the next attempt can count.
    pub fn add_number_to_results(&self, attempts: Attempts, results: &str) -> Option<String> {
        let Turn::Counts(number) = attempts.decide_turn(&self.counted, self.created.second())
        else {
            return None;
        };
        let mut results: Value = serde_json::from_str(results).ok()?;
        let of = attempts.max.map_or(String::new(), |max| format!(" of {max}"));
        let mut text = format!("Attempt {number}{of}.");
        let now = [self.created.second()];
        if let Some(next) = attempts.next(&now).filter(|_| attempts.max != Some(number)) {
            let _ =
                write!(text, " The next attempt does not count before {}.", self.shown_time(next)?);
        }
        prepend_output(&mut results, &text);
        set_counted(&mut results, true)?;
        Some(pretty::to_json_file(&results))
    }

    /// Records in the results that the attempt does not count.
    pub fn mark_uncounted(results: &str) -> Option<String> {
        let mut results: Value = serde_json::from_str(results).ok()?;
        set_counted(&mut results, false)?;
        Some(pretty::to_json_file(&results))
    }

    /// Formats a time with the UTC offset of the submission.
    fn shown_time(&self, second: i64) -> Option<String> {
        let later = u64::try_from(second - self.created.second()).ok()?;
        Some(self.created.plus_seconds(later)?.to_string())
    }
}

impl Previous {
    /// Returns `true` if the autograder succeeded and the attempt is not marked as uncounted.
    fn has_counted(&self) -> bool {
        let mark = self.results.as_ref().map(|results| &results["extra_data"][COUNTED]);
        self.autograder_error != Some(true) && mark != Some(&Value::Bool(false))
    }

    /// Returns the results or, if there are none, only the score.
    fn shown_results(&self) -> Option<Value> {
        if let Some(Value::Object(results)) = &self.results
            && (results.contains_key("tests") || results.contains_key("score"))
        {
            return self.results.clone();
        }
        let score = self.score.clone().filter(Value::is_number)?;
        Some(Value::Object(Map::from_iter([("score".to_owned(), score)])))
    }
}

fn prepend_output(results: &mut Value, text: &str) {
    let output = results["output"].as_str().unwrap_or_default();
    let output = if output.is_empty() { text.to_owned() } else { format!("{text}\n\n{output}") };
    results["output"] = output.into();
}

fn set_counted(results: &mut Value, counts: bool) -> Option<()> {
    let results = results.as_object_mut()?;
    let data = results.entry("extra_data").or_insert_with(|| Map::new().into());
    if !data.is_object() {
        *data = Map::new().into();
    }
    data[COUNTED] = counts.into();
    Some(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn history(previous: &[Value]) -> SubmissionHistory {
        let metadata = json!({
            "id": 1,
            "created_at": "2026-11-22T12:00:00.365935-07:00",
            "previous_submissions": previous,
        });
        SubmissionHistory::parse(&metadata.to_string()).unwrap()
    }

    fn previous(time: &str, score: f64) -> Value {
        json!({
            "submission_time": format!("2026-11-22T{time}.087023-07:00"),
            "score": score,
            "autograder_error": false,
            "results": {
                "output": "as before",
                "tests": [{ "score": score, "max_score": 10.0 }],
                "extra_data": { "status": "graded" },
            },
        })
    }

    const BOTH: Attempts = Attempts { counts: None, wait: Some(1_800), max: Some(3) };

    #[test]
    fn an_early_attempt_keeps_the_last_counted_results() {
        let history = history(&[previous("11:45:00", 7.5), previous("10:00:00", 2.0)]);
        insta::assert_snapshot!(history.results_if_uncounted(BOTH).unwrap(), @r#"
        {
          "output": "This submission was not graded: the next attempt does not count before 2026-11-22 12:15 (UTC-07). The score and the results below are from the last attempt that counted.\n\nas before",
          "tests": [
            {
              "score": 7.5,
              "max_score": 10.0
            }
          ],
          "extra_data": {
            "status": "graded",
            "counted": false
          }
        }
        "#);
        // A second attempt that is too early will not delay the next one that counts.
        let mut not_counted = previous("11:59:00", 7.5);
        not_counted["results"]["extra_data"]["counted"] = false.into();
        let again = self::history(&[previous("11:45:00", 7.5), not_counted]);
        assert!(again.results_if_uncounted(BOTH).unwrap().contains("2026-11-22 12:15 (UTC-07)"));
    }

    #[test]
    fn a_counted_attempt_reports_when_the_next_counts() {
        let counts = history(&[previous("11:30:00", 7.5)]);
        assert_eq!(counts.results_if_uncounted(BOTH), None);
        let results =
            counts.add_number_to_results(BOTH, "{\"output\": \"alice: 5 / 10\"}").unwrap();
        insta::assert_snapshot!(results, @r#"
        {
          "output": "Attempt 2 of 3. The next attempt does not count before 2026-11-22 12:30 (UTC-07).\n\nalice: 5 / 10",
          "extra_data": {
            "counted": true
          }
        }
        "#);
        let last = history(&[previous("09:30:00", 7.5), previous("10:30:00", 7.5)]);
        let results = last.add_number_to_results(BOTH, "{}").unwrap();
        assert!(results.contains("\"Attempt 3 of 3.\""), "{results}");
    }

    #[test]
    fn the_last_results_are_kept_after_the_last_attempt() {
        let spent = ["01:00:00", "02:00:00", "03:00:00"].map(|time| previous(time, 4.0));
        let results = history(&spent).results_if_uncounted(BOTH).unwrap();
        assert!(results.contains("you have used all 3 attempts"), "{results}");
        // When the autograder failed, the attempt does not count.
        let mut failed = spent.clone();
        failed[1]["autograder_error"] = true.into();
        assert_eq!(history(&failed).results_if_uncounted(BOTH), None);
        // Without results, use the score of an attempt. Without a score, grade the current attempt.
        let mut bare = spent.clone();
        bare[2]["results"] = Value::Null;
        let results = history(&bare).results_if_uncounted(BOTH).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&results).unwrap()["score"], 4.0);
        bare[2]["score"] = Value::Null;
        assert_eq!(history(&bare).results_if_uncounted(BOTH), None);
    }

    #[test]
    fn an_invalid_history_is_reported() {
        for (text, message) in [
            ("", "invalid submission history"),
            ("{}", "missing field `created_at`"),
            ("{\"created_at\": \"noon\"}", "invalid time `noon`"),
            (
                "{\"created_at\": \"2026-11-22T12:00:00Z\", \"previous_submissions\": \
                 [{\"submission_time\": \"x\"}]}",
                "invalid time `x`",
            ),
        ] {
            let error = SubmissionHistory::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
