//! Caches the results of audits.
//!
//! An audit takes minutes, but most submissions rarely change. The cache stores verdicts and their evidence, but no
//! points or labels, because these may be different in the next audit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use base::digest::PartsHash;
use base::{regular, sealed, whole_file};
use checks::grading::{Graded, Grader};
use grade::check::Check;
use grade::{Grade, Measure, Measures};
use intake::Submission;
use serde::{Deserialize, Serialize};

const FORM: &str = "audited/1";

/// The parts of a grade that an audit needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AuditedGrade {
    pub(super) grade: Grade,
    pub(super) measures: Measures,
    pub(super) shown: BTreeMap<Check, BTreeSet<String>>,
    /// The fuel of all searches, with each puzzle counted once.
    pub(super) fuel: u64,
}

impl From<Graded> for AuditedGrade {
    fn from(graded: Graded) -> Self {
        let Graded { grade, measures, shown, counts, .. } = graded;
        Self { grade, measures, shown, fuel: counts.iter().map(|counts| counts.fuel).sum() }
    }
}

/// A folder of cached results for labelled submissions.
#[derive(Clone, Debug)]
pub struct AuditCache {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Wire {
    grade: String,
    measures: BTreeMap<String, WireMeasure>,
    shown: BTreeMap<String, BTreeSet<String>>,
    fuel: u64,
}

#[derive(Serialize, Deserialize)]
struct WireMeasure {
    value: u64,
    limit: u64,
    puzzle: Option<String>,
}

impl AuditCache {
    /// Creates a cache in this folder.
    pub fn new(cache: &Path) -> Self {
        Self { folder: cache.join("audits") }
    }

    /// Returns a submission's cached result, with the current points. Ignores damaged entries.
    pub(super) fn get(&self, grader: &Grader, submission: &Submission) -> Option<AuditedGrade> {
        let key = hash_of_inputs(grader, submission);
        let bytes = regular::read_file(&self.path_of_entry(&key)).ok()?;
        let found = parse_entry(sealed::check_and_remove_seal(&key, &bytes)?)?;
        let grade = grader.with_its_points(found.grade)?;
        Some(AuditedGrade { grade, ..found })
    }

    /// Stores a result, unless it is a grader error.
    pub(super) fn put(
        &self,
        grader: &Grader,
        submission: &Submission,
        found: &AuditedGrade,
    ) -> io::Result<()> {
        if found.grade.fault().is_some() {
            return Ok(());
        }
        let key = hash_of_inputs(grader, submission);
        let file = self.path_of_entry(&key);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        whole_file::write(&file, sealed::prepend_seal(&key, &bytes_of(found)))
    }

    fn path_of_entry(&self, key: &str) -> PathBuf {
        self.folder.join(&key[..2]).join(format!("{}.json", &key[2..]))
    }
}

/// Returns a hash of everything that affects the verdicts, as 64 hexadecimal digits.
fn hash_of_inputs(grader: &Grader, submission: &Submission) -> String {
    PartsHash::from_value(&(FORM, grader.verdicts_plan_hash(), submission.hash())).hex()
}

fn bytes_of(found: &AuditedGrade) -> Vec<u8> {
    let AuditedGrade { grade, measures, shown, fuel } = found;
    let measure = |measure: &Measure| WireMeasure {
        value: measure.value,
        limit: measure.limit,
        puzzle: measure.puzzle.clone(),
    };
    let id = |check: &Check| check.id().to_owned();
    let wire = Wire {
        grade: grade.json(),
        measures: measures.iter().map(|(check, value)| (id(check), measure(value))).collect(),
        shown: shown.iter().map(|(check, puzzles)| (id(check), puzzles.clone())).collect(),
        fuel: *fuel,
    };
    serde_json::to_vec(&wire).expect("all map keys are strings")
}

fn parse_entry(bytes: &[u8]) -> Option<AuditedGrade> {
    let Wire { grade, measures, shown, fuel } = serde_json::from_slice(bytes).ok()?;
    let measure = |(id, measure): (String, WireMeasure)| {
        let WireMeasure { value, limit, puzzle } = measure;
        Some((Check::from_id(&id)?, Measure { value, limit, puzzle }))
    };
    Some(AuditedGrade {
        grade: Grade::from_json(&grade).ok()?,
        measures: measures.into_iter().map(measure).collect::<Option<_>>()?,
        shown: shown
            .into_iter()
            .map(|(id, puzzles)| Some((Check::from_id(&id)?, puzzles)))
            .collect::<Option<_>>()?,
        fuel,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_result_is_read_back() {
        let measure = Measure { value: 150, limit: 3000, puzzle: Some("far".to_owned()) };
        let mut grade = samples::grade_of_all_groups(samples::verdict_of_template);
        grade.checks[0].measure = Some(measure.clone());
        let found = AuditedGrade {
            grade,
            measures: [(Check::SolverTime, measure)].into(),
            shown: [(Check::SolverMoves, ["b".to_owned()].into())].into(),
            fuel: 8,
        };
        let bytes = bytes_of(&found);
        assert_eq!(parse_entry(&bytes), Some(found));
        assert_eq!(parse_entry(&bytes[1..]), None);
        let other =
            String::from_utf8(bytes).unwrap().replace("\"solver.time\":", "\"solver.tim\":");
        assert_eq!(parse_entry(other.as_bytes()), None, "no such check");
    }
}
