//! The crates that a submission's tests run on.

use assignment::{Tests, faults};
use embedded::model_sources;
use sandbox::build::own_tests::Subject;

/// Returns the model, followed by the faults that the tests must catch.
pub(crate) fn subjects(tests: &Tests) -> Vec<Subject> {
    let model = Subject { sources: model_sources(), has_models_solver: true };
    let faults = tests.faults.iter().filter_map(|name| faults::named(name));
    let faults = faults.map(|fault| Subject {
        sources: fault.sources(),
        has_models_solver: fault.has_models_solver(),
    });
    std::iter::once(model).chain(faults).collect()
}
