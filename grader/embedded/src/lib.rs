//! The sources and the assignment that are built into the grader. This is a separate crate because six crates need it,
//! and even the lowest-level one, `sandbox`, takes a long time to compile.

use std::collections::BTreeMap;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The `lib.rs` that makes the model answer a submission.
pub const MODEL_ROOT: &str = "\
mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
";

/// Returns the model answer's sources, including [`MODEL_ROOT`], by their paths in `src`. In the students' edition, there
/// is only the root.
pub fn model_sources() -> BTreeMap<String, String> {
    let files = MODEL.iter().chain([&("lib.rs", MODEL_ROOT)]);
    files.map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

/// Returns a file of the compiled model answer, which only the students' edition has.
pub fn compiled_file(name: &str) -> Option<&'static [u8]> {
    COMPILED_MODEL.iter().find(|(file, _)| *file == name).map(|(_, bytes)| *bytes)
}
