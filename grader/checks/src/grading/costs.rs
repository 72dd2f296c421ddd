//! Measures the model answer, compares the expected answers with its answers, and caches both.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fs, io};

use assignment::{AnswerSource, Assignment, ExpectedAnswer, OracleProof, Puzzle, WrongAnswer};
use base::UserError;
use base::digest::PartsHash;
use base::{sealed, whole_file};
use grade::check::Check;
use grade::{Stop, Verdict};
use sandbox::build::{BuildError, Workshop};
use sandbox::timing::Recorder;
use serde::{Deserialize, Serialize};

use super::{Grader, Stage, engine_and_cost_table, model_submission};
use crate::exam::{self, Costs, Exam, Purpose};

/// Everything that is known about an assignment before a submission is graded.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Measured {
    /// The model's fuel for each case.
    pub(super) costs: Costs,
    /// For each puzzle of [`Assignment::answered`](assignment::Assignment::answered), in order.
    pub(super) proofs: Vec<AnswerProof>,
}

/// What the oracle and the model answer say about a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerProof {
    /// The answer that the oracle proves, if it does not take too long.
    pub oracle: Option<(ExpectedAnswer, OracleProof)>,
    /// The answer of the model, if it is asked.
    pub model: Option<ExpectedAnswer>,
}

impl AnswerProof {
    /// Returns the oracle's answer, without the model's.
    pub fn from_oracle(puzzle: &Puzzle) -> Self {
        Self { oracle: puzzle.prove_answer(), model: None }
    }

    /// Compares the expected answer of a puzzle with these.
    ///
    /// # Errors
    ///
    /// Returns the difference.
    fn compare(&self, puzzle: &Puzzle) -> Result<(), Box<WrongAnswer>> {
        let oracle = self.oracle.map(|(answer, _)| (answer, AnswerSource::Oracle));
        let model = self.model.map(|answer| (answer, AnswerSource::Model));
        oracle.into_iter().chain(model).try_for_each(|(answer, by)| puzzle.compare(answer, by))
    }
}

/// A reason why a grader cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// The grader or the machine fails.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// An expected answer is wrong.
    #[error("the expected answer of puzzle `{}` is wrong", .0.puzzle)]
    WrongAnswer(Box<WrongAnswer>),
    /// The model answer fails with the limits of the rubric.
    #[error(transparent)]
    Model(#[from] ModelFailure),
}

/// A check that the model answer does not pass with the puzzles and limits of an assignment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the model answer does not pass `{check}`{}{}",
    .puzzle.as_ref().map(|puzzle| format!(" on puzzle `{puzzle}`")).unwrap_or_default(),
    .memory_mib.map(|mib| format!(" with `memory_mib = {mib}`")).unwrap_or_default()
)]
pub struct ModelFailure {
    /// The check.
    pub check: Check,
    /// The puzzle, unless the check is about the board.
    pub puzzle: Option<String>,
    /// The maximum memory of a run, in MiB, if this is the reason.
    pub memory_mib: Option<u32>,
}

impl UserError for ModelFailure {
    fn hint(&self) -> Option<String> {
        let hint = match (self.memory_mib, &self.puzzle) {
            (Some(_), Some(_)) => {
                "use a higher value in the rubric (the default is 512), or leave out the puzzle"
            }
            (Some(_), None) => "use a higher value in the rubric; the default is 512",
            (None, _) => "leave out the puzzle, and report this as a bug in the grader",
        };
        Some(hint.to_owned())
    }
}

impl Grader {
    /// Returns what is known about the assignment, from the cache or by measuring.
    pub(super) fn measure(
        &self,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Measured, SetUpError> {
        if let Some(kept) = self.read_cached()? {
            return Ok(kept);
        }
        // The oracle is fast, and its message is more certain than the model's.
        let by_oracle = self.assignment.answered().map(AnswerProof::from_oracle).collect();
        let measured = Measured { proofs: by_oracle, costs: Costs::default() };
        self.compare_with_proofs(&measured)?;
        let exam = self.run_exam(
            &model_submission(),
            Purpose::Measure,
            None,
            progress,
            &Recorder::default(),
        )?;
        let Exam { costs, verdicts, model_says, .. } = exam;
        let with_model = |(puzzle, proof): (&Puzzle, AnswerProof)| AnswerProof {
            model: model_says.get(&puzzle.tiles).copied(),
            ..proof
        };
        let proofs = self.assignment.answered().zip(measured.proofs).map(with_model).collect();
        let measured = Measured { costs, proofs };
        self.compare_with_proofs(&measured)?;
        // If the assignment lacks puzzles of a required kind, checks are skipped.
        verdicts
            .iter()
            .try_for_each(|(check, verdict)| self.check_model_passes(*check, verdict))?;
        let file = self.measured_file();
        let text = serde_json::to_vec_pretty(&measured).map_err(io::Error::from);
        text.and_then(|text| whole_file::write(&file, sealed::prepend_seal(&key_of(&file), &text)))
            .map_err(BuildError::from)?;
        Ok(measured)
    }

    /// Returns what the cache or the program knows about the assignment.
    pub(super) fn read_cached(&self) -> Result<Option<Measured>, SetUpError> {
        let kept = read_file(&self.measured_file()).map_err(BuildError::from)?;
        let kept = kept.or_else(|| self.read_embedded());
        kept.as_ref().map(|kept| self.compare_with_proofs(kept)).transpose()?;
        Ok(kept)
    }

    fn compare_with_proofs(&self, measured: &Measured) -> Result<(), SetUpError> {
        let mut proofs = self.assignment.answered().zip(&measured.proofs);
        proofs
            .try_for_each(|(puzzle, proof)| proof.compare(puzzle))
            .map_err(SetUpError::WrongAnswer)
    }

    fn check_model_passes(&self, check: Check, verdict: &Verdict) -> Result<(), ModelFailure> {
        let failure = match verdict {
            Verdict::Fail(failure) => Some(failure),
            Verdict::GraderError(_) => None,
            _ => return Ok(()),
        };
        let stop = failure.and_then(|failure| failure.cause.as_ref()?.stop());
        let is_of_memory = matches!(check, Check::BoardMemory | Check::SolverMemory)
            || stop.is_none_or(|stop| matches!(stop, Stop::Memory));
        let memory_mib = is_of_memory.then_some(self.assignment.limits.memory_mib);
        let puzzle = failure.and_then(|failure| failure.evidence.as_ref()?.puzzle.clone());
        Err(ModelFailure { check, puzzle, memory_mib })
    }

    /// Returns what is known about the expected answer of each puzzle that has one.
    pub fn proofs(&self) -> impl Iterator<Item = (&Puzzle, &AnswerProof)> {
        self.assignment.answered().zip(&self.measured.proofs)
    }

    /// Returns the measurements that the students' edition contains, if they are of this assignment.
    fn read_embedded(&self) -> Option<Measured> {
        // Prebuilt programs may come from another compiler, which gives the model other costs.
        if !matches!(self.workshop, Workshop::Compiler { .. }) {
            return None;
        }
        // Without it, the model is measured, with the same result.
        serde_json::from_slice(embedded::compiled_file(&self.embedded_name())?).ok()
    }

    /// Returns the name and contents of the file with the measurements for the students' edition. Returns `None` for
    /// other assignments than the default one, because the file names puzzles, which may be hidden, and their answers.
    pub(super) fn file_to_embed(&self) -> Option<(String, Vec<u8>)> {
        let is_default =
            self.assignment.questions_hash() == Assignment::embedded().questions_hash();
        let text = || serde_json::to_vec(&self.measured).expect("measurements have text keys");
        is_default.then(|| (self.embedded_name(), text()))
    }

    /// Returns a name that depends on everything that affects what the model does, except the compiler, which the
    /// students' edition checks, and the edition, which differs between writing and reading the file.
    fn embedded_name(&self) -> String {
        let key = (engine_and_cost_table(), exam::plan_hash(), self.assignment.questions_hash());
        format!("costs-{}.json", PartsHash::from_value(&key).half_of_hex())
    }

    /// Returns the cache file, named after everything that affects what the model does, but not after the expected
    /// answers, which are compared each time.
    fn measured_file(&self) -> PathBuf {
        let workshop = (self.workshop.compiler_identity(), self.workshop.libraries());
        let key = (
            workshop,
            engine_and_cost_table(),
            exam::plan_hash(),
            self.assignment.questions_hash(),
        );
        self.cache.join(format!("costs-{}.json", PartsHash::from_value(&key).half_of_hex()))
    }
}

fn key_of(file: &Path) -> Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}

/// Reads measurements from a file, unless they are missing, damaged or sealed with a different key.
fn read_file(file: &Path) -> io::Result<Option<Measured>> {
    match fs::read(file) {
        Ok(bytes) => Ok(sealed::check_and_remove_seal(&key_of(file), &bytes)
            .and_then(|text| serde_json::from_slice(text).ok())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
