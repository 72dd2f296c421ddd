//! One process for each submission.
//!
//! The program that is asked to grade never reads, compiles or runs a student's code itself. It starts
//! itself again as a *worker* ([`Workers::start`]), which raises a wall around itself and then does
//! what it is asked: read a submission, grade it. A worker that is killed, hangs or breaks down costs
//! its own submission and nothing else, and [`Death`] tells whose fault that was.
//!
//! The two talk in lines of JSON (`protocol`). Whatever a worker says is a stranger's word: a grade
//! is read as strictly as one from a file, and has to be the grade of the submission that was asked
//! for.

mod death;
mod fault;
mod limits;
mod process;
mod protocol;
mod scratch;
mod serve;
mod workers;

pub use death::{Death, Doing, Manner};
pub use fault::{Cause, Fault, ReadError};
pub use limits::check as check_limits;
pub use process::Stopper;
pub use protocol::Facts;
pub use scratch::Scratch;
pub use serve::{WORK, serve};
pub use workers::{Graded, UnpackedClass, Worker, Workers};
