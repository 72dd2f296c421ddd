//! Takes in what a student handed over: from a folder to a [`Submission`].

mod folder;
mod foreign;
mod hidden_state;
mod manifest;
mod submission;

pub use folder::{IntakeError, read_folder};
pub use hidden_state::{HiddenState, hidden_state};
pub use manifest::{Edition, ManifestFault};
pub use submission::{SourceFile, Submission};
