//! The sources and the assignment that the grader carries with it: names and texts. It is a crate because six
//! crates read them, of which `sandbox` is the lowest and compiles long enough.

use std::collections::BTreeMap;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The root of the model answer as a submission.
pub const MODEL_ROOT: &str = "\
mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
";

/// The model answer's sources by their paths in `src`, with the root.
pub fn model_sources() -> BTreeMap<String, String> {
    let files = MODEL.iter().chain([&("lib.rs", MODEL_ROOT)]);
    files.map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}
