//! The crates that a submission's tests run on.

use assignment::{Tests, faults};
use embedded::model_sources;
use sandbox::build::own_tests::TestSubject;

/// Returns the model, followed by the faults that the tests must catch.
pub(crate) fn subjects(tests: &Tests) -> Vec<TestSubject> {
    let faults = tests.faults.iter().filter_map(|name| faults::named(name));
    let sources = std::iter::once(model_sources()).chain(faults.map(|fault| fault.sources()));
    sources.map(|sources| TestSubject { sources }).collect()
}
