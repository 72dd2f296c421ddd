//! Takes in what a student handed over: from a folder or an archive to a [`Submission`], and what a
//! whole class handed over: to a list of these ([`class`]).

mod archive;
pub mod class;
mod error;
mod folder;
mod foreign;
mod hidden_state;
mod litter;
mod manifest;
mod nesting;
mod opened;
mod own_tests;
mod root;
mod submission;

pub use archive::{ArchiveError, Refusal};
pub use error::IntakeError;
pub use folder::read_folder;
pub(crate) use foreign::{ALLOCATOR, FOREIGN, first_reader_in_tests};
pub use hidden_state::{HiddenState, hidden_state};
pub use manifest::{Edition, ManifestFault};
pub(crate) use nesting::is_too_deep;
pub use opened::{Opened, name, open, read};
pub use own_tests::OwnTests;
pub use submission::{SourceFile, Submission};
