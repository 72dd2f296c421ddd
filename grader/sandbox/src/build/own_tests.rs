//! Compiles a submission's tests.
//!
//! A test program is the output of `rustc --test`. It contains the tests and a test harness, so macros, modules,
//! `#[ignore]` and results work as usual. Instead of the submission, it is linked with [`TestSubjects`]. Since the grader
//! selects the model or a fault at run time, the tests need only one program.
//!
//! Only tests in the sources that use private items, and the grader's tests, are linked with the submission's own code
//! (`OwnCode`).

mod in_sources;
mod items;
mod joined_crate;
mod own_code;
mod prepare;
mod programs;
mod skeleton;
mod sources;
mod subjects;
mod template;

pub(super) use items::tokens_of;
pub(crate) use own_code::OwnCode;
pub use programs::{TestBuilder, TestFile, TestProgram, TestPrograms};
pub use skeleton::Skeleton;
pub use sources::TestSources;
pub use subjects::{FileHashes, TestSubject, TestSubjects};
