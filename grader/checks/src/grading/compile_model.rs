//! Compiles the model answer and the faults for the students' edition.

use std::collections::BTreeMap;

use assignment::faults;
use sandbox::build::own_tests::TestSubject;
use sandbox::build::{BuildError, CompiledModel};

use super::{Grader, model_submission};

impl Grader {
    /// Compiles the model answer, and the faults that the tests of the assignment must catch. Returns the files by path:
    /// those of a [`CompiledModel`], the model's costs, and for each fault a short label without code, `faults/NAME.toml`.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn compile_model(&self) -> Result<BTreeMap<String, Vec<u8>>, BuildError> {
        let (mut subjects, mut labels) = (BTreeMap::new(), BTreeMap::new());
        for name in self.assignment.tests.iter().flat_map(|tests| &tests.faults) {
            if let Some(fault) = faults::named(name) {
                labels.insert(format!("faults/{name}.toml"), fault.short_label().into_bytes());
                subjects.insert(name.clone(), TestSubject::from_sources(fault.sources()));
            }
        }
        let model = TestSubject::from_sources(embedded::model_sources());
        let submission = model_submission();
        let mut files = CompiledModel::files(&self.workshop, &submission, &model, &subjects)?;
        files.append(&mut labels);
        files.extend(self.file_to_embed());
        Ok(files)
    }
}
