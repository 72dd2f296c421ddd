//! Takes in what a student handed over: from a folder to a [`Submission`].

mod folder;
mod foreign;
mod manifest;
mod submission;
mod tests;

pub use folder::{IntakeError, read_folder};
pub use manifest::{Edition, ManifestFault};
pub(crate) use foreign::first_reader_in_tests;
pub use submission::{SourceFile, Submission};
pub use tests::OwnTests;
