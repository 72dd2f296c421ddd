//! Takes in what a student handed over: from a folder to a [`Submission`].

mod folder;
mod foreign;
mod hidden_state;
mod manifest;
mod nesting;
mod own_tests;
mod submission;

pub use folder::{IntakeError, read_folder};
pub(crate) use foreign::{ALLOCATOR, FOREIGN, first_reader_in_tests};
pub use hidden_state::{HiddenState, hidden_state};
pub use manifest::{Edition, ManifestFault};
pub(crate) use nesting::is_too_deep;
pub use own_tests::OwnTests;
pub use submission::{SourceFile, Submission};
