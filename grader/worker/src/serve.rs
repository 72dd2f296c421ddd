//! The main loop of a worker, which runs inside the process sandbox.

use std::any::Any;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use base::pool::{self, NoThread};
use checks::grading::{Graded, Grader, Stage};
use grade::Grade;
use grade::check::Check;
use intake::class::ClassArchive;
use intake::{IntakeError, Submission};
use jail::escape;
use sandbox::build::{BuildError, FEWER_JOBS};
use serde::Serialize;

use crate::fault::{ReadError, WorkerFault};
use crate::protocol::{GradeReply, Reply, SubmissionFacts, WorkerRequest, WorkerSetup};

/// The name of the hidden subcommand for workers.
pub const WORK: &str = "internal-work";

/// The CPU time limit for all compiler processes of a submission together. Typical submissions need 1 to 3 seconds, or
/// up to 10 seconds on slow machines.
const COMPILERS: Duration = Duration::from_secs(30);

/// The folder for test results, relative to the temporary folder.
pub(crate) const TRAY: &str = "tests";

/// The folder for compiled programs, relative to the temporary folder.
pub(crate) const PROGRAMS: &str = "programs";

/// Implements the subcommand [`WORK`]: answers requests from standard input until the input ends.
pub fn serve() -> ExitCode {
    match serve_requests() {
        Ok(()) => ExitCode::SUCCESS,
        // The grader is gone or sent an invalid request.
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve_requests() -> io::Result<()> {
    jail::child::leave_group()?;
    let mut input = io::stdin().lock();
    let setup: WorkerSetup = read_message(&mut input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    jail::allow_children(COMPILERS);
    setup.sandbox.layers.clone().restrict_process_once();
    let standing = setup.sandbox.enter().map_err(io::Error::other)?;
    write_reply(&Reply::Ready(standing))?;
    // The process sandbox denies access to all other folders.
    let _ = tempfile::env::override_temp_dir(&setup.scratch);
    let mut desk = WorkerState { setup, grader: None, submission: None };
    while let Some(request) = read_message(&mut input)? {
        // Use a thread with a stack as large as those of threads that run code.
        let answer = AssertUnwindSafe(|| pool::run_alone(|| desk.reply_to(request)));
        match catch_unwind(answer) {
            Ok(reply) => write_reply(&reply)?,
            Err(panic) => {
                write_reply(&Reply::Fault(fault_of_panic(&*panic)))?;
                // What the worker holds may be incomplete, unless the work has not even begun.
                if !panic.is::<NoThread>() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Describes a panic. Code of the grader has panicked, because a submission's code runs as WebAssembly. So this is a fault
/// of the grader even if a submission has caused it.
fn fault_of_panic(panic: &(dyn Any + Send)) -> WorkerFault {
    if let Some(none) = panic.downcast_ref::<NoThread>() {
        return WorkerFault::new(&none.to_string()).with_hint(FEWER_JOBS);
    }
    let text = panic.downcast_ref::<&str>().copied();
    let message = text.or(panic.downcast_ref::<String>().map(String::as_str));
    let message = message.unwrap_or("without a message");
    WorkerFault::new(&format!("the grader panicked: {message}"))
        .with_hint("this is a bug in the grader; please report it together with the submission")
}

struct WorkerState {
    setup: WorkerSetup,
    grader: Option<Grader>,
    submission: Option<Submission>,
}

impl WorkerState {
    fn reply_to(&mut self, request: WorkerRequest) -> Reply {
        self.handle_request(request).unwrap_or_else(|trouble| match trouble {
            Trouble::NotRead(error) => Reply::NotRead(ReadError::new(&error)),
            Trouble::Fault(fault) => Reply::Fault(fault),
        })
    }

    fn handle_request(&mut self, request: WorkerRequest) -> Result<Reply, Trouble> {
        Ok(match request {
            WorkerRequest::Read => {
                let WorkerSetup { source, label, name, .. } = &self.setup;
                let submission = source.open(label)?.read_submission()?;
                let submission = match name {
                    Some(name) => submission.with_name(name.clone()),
                    None => submission,
                };
                let facts = SubmissionFacts {
                    name: submission.name().to_owned(),
                    hash: submission.hash(),
                    crate_name: submission.crate_name().map(str::to_owned),
                    left_out: submission.left_out().to_vec(),
                };
                self.submission = Some(submission);
                Reply::Facts(facts)
            }
            WorkerRequest::Digest(source) => Reply::Digest(source.digest()),
            WorkerRequest::List => {
                let WorkerSetup { source, label, .. } = &self.setup;
                Reply::Listed(ClassArchive::open(source.path(), label)?)
            }
            WorkerRequest::Sources => {
                let WorkerSetup { source, label, .. } = &self.setup;
                Reply::Sources(source.open(label)?.sources()?)
            }
            WorkerRequest::Try(targets) => Reply::Tried(escape::successful_attempts(&targets)),
            WorkerRequest::Files => {
                let files = self.submission_or_fault()?.files();
                let files = files.map(|file| (file.path.to_owned(), file.text.to_owned()));
                Reply::Files(files.collect())
            }
            WorkerRequest::Outline => Reply::Outline(self.submission_or_fault()?.outline()),
            WorkerRequest::Grade => {
                let (grader, submission) = self.set_up()?;
                graded_reply(grader.grade_closely(submission, &report_stage)?)
            }
            WorkerRequest::GradeBoard { checks } => {
                let (grader, submission) = self.set_up()?;
                let checks: Option<Vec<Check>> =
                    checks.iter().map(|id| Check::from_id(id)).collect();
                let board = match checks {
                    Some(checks) => grader.grade_board(submission, &checks, &report_stage)?,
                    None => None,
                };
                graded_reply(match board {
                    Some(board) => board,
                    None => grader.grade_closely(submission, &report_stage)?,
                })
            }
            WorkerRequest::GradeAhead { first } => {
                let (grader, submission) = self.set_up()?;
                // Ignore errors: if the grader is gone, the final reply will fail as well.
                let ahead = |grade: Grade| {
                    let _ = write_reply(&Reply::Ahead(grade.json()));
                };
                graded_reply(grader.grade_with_early_reports(
                    submission,
                    &first,
                    &ahead,
                    &report_stage,
                )?)
            }
            WorkerRequest::Trace { tiles } => {
                let (grader, submission) = self.set_up()?;
                Reply::Trace(grader.trace_search(submission, &tiles.into(), &report_stage)?)
            }
            WorkerRequest::TryTests { name, file } => {
                let (grader, submission) = self.set_up()?;
                Reply::Tested(grader.try_tests(submission, &name, &file)?)
            }
            WorkerRequest::Build { below } => {
                let folder = self.setup.scratch.join(PROGRAMS);
                let (grader, submission) = self.set_up()?;
                let into = grader.open_prebuilt(&folder).map_err(BuildError::from)?;
                grader.prebuild(submission, &into.with_preferred_folder(&below))?;
                Reply::Built
            }
        })
    }

    fn submission_or_fault(&self) -> Result<&Submission, WorkerFault> {
        self.submission.as_ref().ok_or_else(fault_of_request_out_of_order)
    }

    /// Returns the grader, which the first call creates, and the submission.
    fn set_up(&mut self) -> Result<(&Grader, &Submission), WorkerFault> {
        if self.grader.is_none() {
            let blueprint =
                self.setup.blueprint.take().ok_or_else(fault_of_request_out_of_order)?;
            let grader = blueprint.into_grader(&self.setup.scratch.join(TRAY));
            self.grader = Some(grader.map_err(|error| WorkerFault::from(&error))?);
        }
        Ok((
            self.grader.as_ref().ok_or_else(fault_of_request_out_of_order)?,
            self.submission_or_fault()?,
        ))
    }
}

enum Trouble {
    NotRead(IntakeError),
    Fault(WorkerFault),
}

impl From<IntakeError> for Trouble {
    fn from(error: IntakeError) -> Self {
        Self::NotRead(error)
    }
}

impl From<WorkerFault> for Trouble {
    fn from(fault: WorkerFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<BuildError> for Trouble {
    fn from(error: BuildError) -> Self {
        Self::Fault(WorkerFault::from(&error))
    }
}

fn graded_reply(Graded { grade, counts, timings, .. }: Graded) -> Reply {
    Reply::Graded(GradeReply { grade: grade.json(), counts, timings })
}

fn fault_of_request_out_of_order() -> WorkerFault {
    WorkerFault::new("a worker received a request that it was not set up for")
}

fn report_stage(stage: Stage) {
    // Ignore errors, as for early grades: the final reply will fail as well.
    let _ = write_reply(&Reply::Stage(stage));
}

fn write_reply(reply: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(reply)?;
    line.push(b'\n');
    let mut output = io::stdout().lock();
    output.write_all(&line)?;
    output.flush()
}

/// Reads the next message, or returns `None` at the end of the input.
fn read_message<T: for<'de> serde::Deserialize<'de>>(
    input: &mut impl BufRead,
) -> io::Result<Option<T>> {
    let mut line = String::new();
    Ok(match input.read_line(&mut line)? {
        0 => None,
        _ => Some(serde_json::from_str(&line)?),
    })
}

pub(crate) fn tray_folder(scratch: &Path) -> PathBuf {
    scratch.join(TRAY)
}

#[cfg(test)]
mod tests {
    use base::UserError as _;

    use super::*;

    #[test]
    fn a_panic_is_a_fault_of_the_grader() {
        let fault = |panic: fn()| {
            let panic = catch_unwind(panic).expect_err("it panics");
            let fault = fault_of_panic(&*panic);
            (fault.to_string(), fault.is_fault())
        };
        let panicked = |text: &str| (format!("the grader panicked: {text}"), true);
        assert_eq!(fault(|| panic!("a")), panicked("a"));
        assert_eq!(fault(|| panic!("{}", String::from("x"))), panicked("x"));
        assert_eq!(fault(|| std::panic::panic_any(7)), panicked("without a message"));
    }
}
