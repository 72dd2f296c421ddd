//! Measures the model's costs, and caches them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fs, io};

use assignment::{Assignment, Random};
use base::digest::Parts;
use base::{sealed, whole_file};
use grade::Verdict;
use sandbox::build::BuildError;
use sandbox::run::cost;
use sandbox::timing::Recorder;

use super::{Grader, Stage, model};
use crate::exam::{self, Costs, Exam, Purpose};

impl Grader {
    /// Returns the model's fuel for each case, from the cache or by measuring.
    pub(super) fn model_costs(
        &self,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Costs, BuildError> {
        let file = self.costs_file();
        if let Some(costs) = read_costs(&file)? {
            return Ok(costs);
        }
        let Exam { costs, verdicts, .. } =
            self.examine(&model(), Purpose::Measure, None, progress, &Recorder::default())?;
        // If the assignment lacks puzzles of a required kind, checks are skipped.
        let is_wrong =
            |verdict: &Verdict| matches!(verdict, Verdict::Fail(_) | Verdict::GraderError(_));
        if let Some((check, _)) = verdicts.iter().find(|(_, verdict)| is_wrong(verdict)) {
            let memory_mib = self.assignment.limits.memory_mib;
            return Err(BuildError::Model { check: check.to_string(), memory_mib });
        }
        let text = serde_json::to_vec_pretty(&costs).map_err(io::Error::from)?;
        whole_file::write(&file, sealed::close(&key_of(&file), &text))?;
        Ok(costs)
    }

    pub(super) fn kept_costs(&self) -> Result<Option<Costs>, BuildError> {
        Ok(read_costs(&self.costs_file())?)
    }

    /// Returns the cache file, named after everything that affects the model's costs.
    fn costs_file(&self) -> PathBuf {
        let (version, table) = (sandbox::run::VERSION, cost::COST_TABLE.to_string());
        let deciding = [self.workshop.libraries(), version, &table, exam::plan_hash()];
        let mut hash: Parts = deciding.into_iter().collect();
        // Memory does not affect the costs, but the model answer must pass with it.
        hash.number(self.assignment.limits.memory_mib.to_le_bytes());
        // Only the set of checks affects the costs, not the points.
        let Assignment { boards, solve, random, .. } = &self.assignment;
        let pool = random.iter().flat_map(Random::boards);
        for puzzle in boards.iter().chain(solve).chain(pool) {
            hash.add(&puzzle.name);
            hash.length(puzzle.tiles.len());
            puzzle.tiles.iter().flatten().for_each(|tile| hash.number(tile.to_le_bytes()));
        }
        self.cache.join(format!("costs-{}.json", hash.short()))
    }
}

fn key_of(file: &Path) -> Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}

/// Reads costs from a file, unless they are missing, damaged or sealed with a different key.
fn read_costs(file: &Path) -> io::Result<Option<Costs>> {
    match fs::read(file) {
        Ok(bytes) => {
            Ok(sealed::open(&key_of(file), &bytes)
                .and_then(|text| serde_json::from_slice(text).ok()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
