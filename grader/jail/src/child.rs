//! Runs a program in a sandboxed child process.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use crate::cpu::{self, Account};
use crate::crash_signals;
use crate::own_program::own_libraries;
use crate::patience::{Patience, StopReason};
use crate::process_sandbox::ProcessSandbox;

/// The name of the hidden subcommand that runs a program in a process sandbox.
pub const SANDBOXED: &str = "internal-walled";

/// The exit code of [`SANDBOXED`] if it fails to set up the process sandbox or to execute the program.
/// By convention, programs like `env` and `docker run` use it for a failure of their own. No compiler exits with it.
const NO_PROGRAM: u8 = 125;

/// If a child uses no processor time for this long, we assume that it will wait forever.
/// A compiler waits only for files and its linker, so nothing but a broken disk takes this long.
const STANDSTILL: Duration = Duration::from_secs(20);

/// A program to run in a child process.
#[derive(Debug)]
pub struct ChildJob<'a> {
    /// The path to the program.
    pub program: &'a Path,
    /// The arguments.
    pub arguments: Vec<OsString>,
    /// The working directory.
    pub folder: &'a Path,
    /// The environment variables. The child does not inherit others.
    pub variables: Vec<(&'a str, OsString)>,
    /// The process sandbox for the child.
    pub sandbox: ProcessSandbox,
    /// The account for the child's processor time, which [`allow_children`](crate::allow_children) limits. Compiling
    /// the grader's code is free.
    pub account: Option<Account>,
    /// The maximum number of bytes to keep from the beginning of standard error.
    pub output: usize,
    /// The maximum elapsed time, to keep the grader from hanging. Exceeding it is not the submission's fault.
    pub deadline: Duration,
}

/// The result of running a child process.
#[derive(Debug)]
pub struct FinishedChild {
    /// How the process ended.
    pub end: ChildEnd,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// The processor time of the process and the child processes that it waited for. Zero if the system cannot report
    /// this, or if we killed the process.
    pub cpu: Duration,
}

/// How a child ended, if the submission may be responsible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildEnd {
    /// The process exited or exceeded a limit.
    Exit(ExitStatus),
    /// The process stopped making progress, so we killed it.
    Standstill,
    /// The children used up their total processor time: see [`allow_children`](crate::allow_children).
    Spent,
}

impl ChildEnd {
    /// Returns `true` if the program exited successfully.
    pub fn is_success(self) -> bool {
        matches!(self, Self::Exit(status) if status.success())
    }

    /// Returns `true` if the process used up its own processor time or that of all children.
    pub fn is_out_of_time(self) -> bool {
        self == Self::Spent || self.signal_number().is_some_and(crash_signals::is_out_of_time)
    }

    /// Returns `true` if the process exceeded the limit on the size of a file.
    pub fn is_file_too_large(self) -> bool {
        self.signal_number().is_some_and(crash_signals::is_file_too_large)
    }

    #[cfg(unix)]
    fn signal_number(self) -> Option<i32> {
        use std::os::unix::process::ExitStatusExt as _;
        if let Self::Exit(status) = self { status.signal() } else { None }
    }

    #[cfg(not(unix))]
    fn signal_number(self) -> Option<i32> {
        None
    }

    /// Returns the exit code, if the process exited.
    pub fn code(self) -> Option<i32> {
        if let Self::Exit(status) = self { status.code() } else { None }
    }
}

impl std::fmt::Display for ChildEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(status) => status.fmt(f),
            Self::Standstill => f.write_str("no progress"),
            Self::Spent => f.write_str("out of processor time"),
        }
    }
}

/// An error when running a child process. The submission is never at fault.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// The process could not be started.
    #[error("cannot start `{}`", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The process could not be observed.
    #[error("cannot watch `{}`", program.display())]
    Watch {
        /// The program.
        program: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The program cannot run on this machine.
    #[error("`{}` cannot run on this machine: {message}", program.display())]
    Broken {
        /// The program.
        program: PathBuf,
        /// The error message.
        message: String,
    },
    /// Something else killed the child: for example, the system, to free memory.
    #[error("`{}` was killed", program.display())]
    Killed {
        /// The program.
        program: PathBuf,
    },
    /// The child was killed by a signal that a submission cannot cause, or that the child did not explain.
    #[error("`{}` was killed by signal {signal}, which it did not cause itself", program.display())]
    Signal {
        /// The program.
        program: PathBuf,
        /// The signal number.
        signal: i32,
    },
    /// Another process suspended the child.
    #[error("`{}` was suspended by another process", program.display())]
    Suspended {
        /// The program.
        program: PathBuf,
    },
    /// The child exceeded a deadline that is generous for any working machine.
    #[error("`{}` was stopped after {} seconds", program.display(), deadline.as_secs())]
    Late {
        /// The program.
        program: PathBuf,
        /// The deadline.
        deadline: Duration,
    },
}

/// Runs a program and waits for it. Standard input and output are redirected to the null device.
///
/// # Errors
///
/// Returns an error if the program cannot be started or observed, or if it exceeds the deadline. A program that fails
/// is not an error.
pub fn run_child(mut job: ChildJob<'_>) -> Result<FinishedChild, ChildError> {
    let program = || job.program.to_owned();
    if let Some(left) = job.account.and_then(cpu::time_left_for) {
        if left.is_zero() {
            return Ok(FinishedChild {
                end: ChildEnd::Spent,
                stderr: Vec::new(),
                cpu: Duration::ZERO,
            });
        }
        let limits = &mut job.sandbox.limits;
        // Rounded up, because a limit of 0 seconds would end the child at once.
        limits.cpu = limits.cpu.min(left.as_secs() + 1);
    }
    // The child cannot look up libraries if this process is already in a process sandbox.
    job.sandbox.execute.extend_from_slice(own_libraries());
    let start = |source| ChildError::Start { program: program(), source };
    let mut command =
        sandboxed_command(job.program, &job.arguments, &job.sandbox).map_err(start)?;
    command.current_dir(job.folder).stdin(Stdio::null()).stdout(Stdio::null());
    command.env_clear().envs(job.variables.iter().map(|(name, value)| (name, value)));
    let stderr = stderr_of(&mut command).map_err(start)?;
    let spawned = command.spawn();
    // Close our copy of the child's end of the stream, which would otherwise stay open.
    drop(command);
    let mut child = spawned.map_err(start)?;
    let stderr = stderr.or_else(|| child.stderr.take().map(|stream| Box::new(stream) as _));
    let stderr = stderr.map(|stream| spawn_reader(stream, job.output)).transpose();
    let stderr = stderr.inspect_err(|_| kill(&mut child)).map_err(start)?;
    let watched = wait_with_patience(&mut child, job.account, job.deadline);
    // Also kill the processes that the child started.
    kill(&mut child);
    let stderr = stderr.and_then(|reader| reader.join().ok()).unwrap_or_default();
    let limit = Duration::from_secs(job.sandbox.limits.cpu);
    let (end, cpu) = match watched {
        Ok(Ok((status, cpu))) => {
            let words = String::from_utf8_lossy(&stderr);
            if let Some(signal) = crash_signals::signal_from_others(status, cpu, limit, &words) {
                let program = program();
                return Err(match signal {
                    KILL => ChildError::Killed { program },
                    signal => ChildError::Signal { program, signal },
                });
            }
            if status.code() == Some(NO_PROGRAM.into()) {
                let message = words.trim().to_owned();
                return Err(ChildError::Broken { program: program(), message });
            }
            (ChildEnd::Exit(status), cpu)
        }
        Ok(Err(StopReason::Standstill)) => (ChildEnd::Standstill, Duration::ZERO),
        Ok(Err(StopReason::Suspended)) => return Err(ChildError::Suspended { program: program() }),
        Ok(Err(StopReason::Late)) => {
            return Err(ChildError::Late { program: program(), deadline: job.deadline });
        }
        Err(source) => return Err(ChildError::Watch { program: program(), source }),
    };
    Ok(FinishedChild { end, stderr, cpu })
}

/// Checks that the system would start this many more threads now. Each counts as a process.
///
/// # Errors
///
/// Returns the system's error for the first thread that it does not start.
pub fn check_threads_available(count: usize) -> io::Result<()> {
    let (sender, end) = mpsc::channel::<()>();
    let end = Arc::new(Mutex::new(end));
    let threads: io::Result<Vec<thread::JoinHandle<()>>> = (0..count)
        .map(|_| {
            let end = Arc::clone(&end);
            // Each thread waits for the sender to be dropped, so that all of them run at once.
            thread::Builder::new().spawn(move || {
                let _ = end.lock().map(|end| end.recv());
            })
        })
        .collect();
    // The receiver waits until all senders are gone.
    drop(sender);
    threads.map(|threads| threads.into_iter().for_each(|thread| drop(thread.join())))
}

/// Builds a command that starts another instance of the grader, which enters the process sandbox and then executes
/// `program`.
fn sandboxed_command(
    program: &Path,
    arguments: &[OsString],
    sandbox: &ProcessSandbox,
) -> io::Result<Command> {
    let mut command = Command::new(crate::own_program()?);
    command.arg(SANDBOXED).arg(sandbox.to_argument()?).arg(program).args(arguments);
    Ok(command)
}

/// Sets up standard error as a socket because, unlike a pipe, the child cannot reopen it by number. Returns our end of
/// the socket, or `None` if the [`Child`] provides it.
#[cfg(unix)]
fn stderr_of(command: &mut Command) -> io::Result<Option<Box<dyn Read + Send>>> {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair()?;
    ours.shutdown(std::net::Shutdown::Write)?;
    command.stderr(Stdio::from(std::os::fd::OwnedFd::from(theirs)));
    Ok(Some(Box::new(ours)))
}

#[cfg(not(unix))]
fn stderr_of(command: &mut Command) -> io::Result<Option<Box<dyn Read + Send>>> {
    command.stderr(Stdio::piped());
    Ok(None)
}

/// Implements [`SANDBOXED`]: enters a process sandbox and executes a program. The arguments are the process sandbox,
/// the program and the program's arguments.
///
/// Returns only on failure, with a message and an exit code.
#[cfg(unix)]
pub fn become_sandboxed(arguments: &[OsString]) -> (String, u8) {
    use std::os::unix::process::CommandExt;

    let [sandbox, program, arguments @ ..] = arguments else {
        return ("expected a sandbox description and a program".to_owned(), NO_PROGRAM);
    };
    let Some(sandbox) = ProcessSandbox::of_argument(sandbox) else {
        return ("invalid sandbox description".to_owned(), NO_PROGRAM);
    };
    if let Err(error) = leave_group() {
        return (error.to_string(), NO_PROGRAM);
    }
    if let Err(error) = sandbox.enter() {
        return (format!("{error}: {}", error.source), NO_PROGRAM);
    }
    let error = Command::new(program).args(arguments).exec();
    (format!("cannot start `{}`: {error}", Path::new(program).display()), NO_PROGRAM)
}

/// Runs the program without a process sandbox, which this system does not support, and exits with the same exit code.
#[cfg(not(unix))]
pub fn become_sandboxed(arguments: &[OsString]) -> (String, u8) {
    let [_, program, arguments @ ..] = arguments else {
        return ("expected a sandbox description and a program".to_owned(), NO_PROGRAM);
    };
    match Command::new(program).args(arguments).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(NO_PROGRAM.into())),
        Err(error) => (error.to_string(), NO_PROGRAM),
    }
}

/// Moves this process to a new session without a terminal, and asks the system to kill it when the parent dies.
///
/// # Errors
///
/// Returns an error if the system refuses.
#[cfg(unix)]
pub fn leave_group() -> io::Result<()> {
    // A process that already leads a group cannot leave it, and does not need to.
    match rustix::process::setsid() {
        Ok(_) | Err(rustix::io::Errno::PERM) => {}
        Err(error) => return Err(error.into()),
    }
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    Ok(())
}

/// Does nothing, because this system has no process groups.
///
/// # Errors
///
/// Never returns an error.
#[cfg(not(unix))]
pub fn leave_group() -> io::Result<()> {
    Ok(())
}

/// Keeps up to `limit` bytes from the beginning of a stream, but reads it to the end.
fn spawn_reader(
    mut stream: Box<dyn Read + Send>,
    limit: usize,
) -> io::Result<thread::JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 16 << 10];
        // Treat a read error as the end of the stream. The exit status will show what happened.
        while let Ok(len @ 1..) = stream.read(&mut buffer) {
            // Go on reading beyond the limit, or else the child would wait forever for room in the stream.
            let room = limit - kept.len();
            kept.extend_from_slice(&buffer[..len.min(room)]);
        }
        kept
    })
}

/// Waits until the child ends or exceeds a time limit. Returns how it ended, and the processor time. Fails if the
/// system cannot report the status.
fn wait_with_patience(
    child: &mut Child,
    account: Option<Account>,
    deadline: Duration,
) -> io::Result<Result<(ExitStatus, Duration), StopReason>> {
    let mut patience = Patience::new(deadline, STANDSTILL);
    // Some programs end within milliseconds, so look often at first.
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(ended) = cpu::wait_and_time(account, || child.try_wait())? {
            return Ok(Ok(ended));
        }
        if let Some(spent) = patience.reason_to_stop(child.id()) {
            return Ok(Err(spent));
        }
        thread::sleep(pause);
        // A longer pause would delay each submission, and a shorter one would take processor time from the compiler.
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// SIGKILL, which processes cannot handle.
const KILL: i32 = 9;

/// Kills a child and all processes that it started.
pub fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // An error means that the processes are already gone.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    // Until somebody waits for it, a killed process keeps its entry in the process table.
    let _ = child.wait();
}

/// Converts strings to command-line arguments.
pub fn to_arguments<A: AsRef<OsStr>>(words: impl IntoIterator<Item = A>) -> Vec<OsString> {
    words.into_iter().map(|word| word.as_ref().to_owned()).collect()
}
