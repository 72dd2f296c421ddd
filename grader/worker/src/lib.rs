//! Runs a separate process for each submission.
//!
//! The main process never reads, compiles or runs a student's code. Instead, it starts copies of itself as *workers*
//! ([`Workers::start`]). A worker enters a process sandbox, and then reads and grades a submission on request. If the
//! worker crashes, hangs or is killed, only one submission is affected, and [`Death`] shows whether the submission is
//! to blame.
//!
//! The processes exchange lines of JSON (see `protocol`). We do not trust messages from a worker: each grade is
//! validated like a grade file, and must belong to the requested submission.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod death;
mod fault;
mod limits;
mod process;
mod protocol;
mod scratch;
mod serve;
mod worker;
mod workers;

pub use death::{Death, DeathManner, WorkerActivity};
pub use fault::{MessageChain, ReadError, WorkerFault};
pub use limits::{
    check_inherited_limits as check_limits, jobs_that_fit, least_memory_mib, threads_that_fit,
};
pub use process::Stopper;
pub use protocol::SubmissionFacts;
pub use scratch::Scratch;
pub use serve::{WORK, serve};
pub use worker::{Worker, WorkerGrade};
pub use workers::Workers;
