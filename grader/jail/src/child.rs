//! Runs a program in a child process behind a wall.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use crate::cpu;
use crate::patience::{Patience, Spent};
use crate::wall::Wall;

/// The name of the hidden subcommand that raises a wall around itself and becomes another program.
pub const WALLED: &str = "internal-walled";

/// The exit code of [`WALLED`] if there is no wall or no program.
const NO_PROGRAM: u8 = 125;

/// A process whose processor time stands still for so long waits for something that does not come.
const STANDSTILL: Duration = Duration::from_secs(20);

/// A program to run.
#[derive(Debug)]
pub struct Job<'a> {
    /// The program.
    pub program: &'a Path,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder that it is run in.
    pub folder: &'a Path,
    /// Its environment. It gets nothing else.
    pub variables: Vec<(&'a str, OsString)>,
    /// The wall around it.
    pub wall: Wall,
    /// Whether its processor time is bounded by what is left for all children: see
    /// [`allow_children`](crate::allow_children). The grader's own code is compiled in any case.
    pub is_charged: bool,
    /// The most bytes kept of its standard error; the rest is read and dropped.
    pub output: usize,
    /// The most time. It guards the grader: a child that is killed for it has not failed.
    pub deadline: Duration,
}

/// The end of a child.
#[derive(Debug)]
pub struct Finished {
    /// The end.
    pub end: End,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

/// How a child ended that had its own work to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, or by a limit of its own.
    Exit(ExitStatus),
    /// It waited for something that did not come, and was ended.
    Standstill,
    /// All children together have used the processor time that they have: see
    /// [`allow_children`](crate::allow_children).
    Spent,
}

impl End {
    /// Whether the program ended well.
    pub fn is_success(self) -> bool {
        matches!(self, Self::Exit(status) if status.success())
    }

    /// The exit code, if it ended by itself.
    pub fn code(self) -> Option<i32> {
        if let Self::Exit(status) = self { status.code() } else { None }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(status) => status.fmt(f),
            Self::Standstill => f.write_str("no progress"),
            Self::Spent => f.write_str("no processor time left"),
        }
    }
}

/// The reason why there is nothing to say about a child's work. None of it is the work's own fault.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// It could not be started.
    #[error("cannot start `{}`", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It could not be watched.
    #[error("cannot watch `{}`", program.display())]
    Watch {
        /// The program.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It failed for a reason that lies in the machine.
    #[error("`{}` cannot work on this machine: {message}", program.display())]
    Broken {
        /// The program.
        program: PathBuf,
        /// Why.
        message: String,
    },
    /// It was killed by somebody else, as the system does when memory runs out.
    #[error("`{}` was killed", program.display())]
    Killed {
        /// The program.
        program: PathBuf,
    },
    /// It was ended by a signal that its work does not cause.
    #[error("`{}` was killed by signal {signal}, which its work did not cause", program.display())]
    Signal {
        /// The program.
        program: PathBuf,
        /// The number of the signal.
        signal: i32,
    },
    /// It took longer than any machine that works should let it.
    #[error("`{}` was stopped after {} s", program.display(), deadline.as_secs())]
    Wall {
        /// The program.
        program: PathBuf,
        /// The time that it had.
        deadline: Duration,
    },
}

/// Runs a program and waits for its end. It gets no standard input, and nothing reads its standard
/// output.
///
/// # Errors
///
/// If it cannot be started or watched, or takes too long. A child that fails is no error.
pub fn run(mut job: Job<'_>) -> Result<Finished, ChildError> {
    let program = || job.program.to_owned();
    if let Some(left) = cpu::left_for_children().filter(|_| job.is_charged) {
        if left.is_zero() {
            return Ok(Finished { end: End::Spent, stderr: Vec::new() });
        }
        let limits = &mut job.wall.limits;
        limits.cpu = limits.cpu.min(left.as_secs() + 1);
    }
    let start = |source| ChildError::Start { program: program(), source };
    let mut command = walled(job.program, &job.arguments, &job.wall).map_err(start)?;
    command.current_dir(job.folder).stdin(Stdio::null()).stdout(Stdio::null());
    command.env_clear().envs(job.variables.iter().map(|(name, value)| (name, value)));
    let stderr = stderr_of(&mut command).map_err(start)?;
    let spawned = command.spawn();
    // The other end of its standard error is the child's alone, so that it ends with the child.
    drop(command);
    let mut child = spawned.map_err(start)?;
    let stderr = stderr.or_else(|| child.stderr.take().map(|stream| Box::new(stream) as _));
    let stderr = stderr.map(|stream| reader(stream, job.output));
    let watched = watch(&mut child, job.deadline);
    // Whatever it has started goes with it, however it ended.
    kill(&mut child);
    let stderr = stderr.and_then(|reader| reader.join().ok()).unwrap_or_default();
    let end = match watched {
        Ok(Ok(status)) if foreign_signal(status).is_some() => {
            let signal = foreign_signal(status).unwrap_or_default();
            let program = program();
            return Err(match signal {
                KILL => ChildError::Killed { program },
                signal => ChildError::Signal { program, signal },
            });
        }
        Ok(Ok(status)) if status.code() == Some(NO_PROGRAM.into()) => {
            let message = String::from_utf8_lossy(&stderr).trim().to_owned();
            return Err(ChildError::Broken { program: program(), message });
        }
        Ok(Ok(status)) => End::Exit(status),
        Ok(Err(Spent::Standstill)) => End::Standstill,
        Ok(Err(Spent::Late)) => {
            return Err(ChildError::Wall { program: program(), deadline: job.deadline });
        }
        Err(source) => return Err(ChildError::Watch { program: program(), source }),
    };
    Ok(Finished { end, stderr })
}

/// The command that runs `program` behind the wall: this very program, which raises it and then
/// becomes that program.
fn walled(program: &Path, arguments: &[OsString], wall: &Wall) -> io::Result<Command> {
    let mut command = Command::new(crate::own_program()?);
    command.arg(WALLED).arg(wall.to_argument()?).arg(program).args(arguments);
    Ok(command)
}

/// Gives the child a standard error that it cannot open again by its number, as it could a pipe; and
/// the end to read from, unless that comes with the child.
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

/// Raises a wall around this process and becomes another program: the work of [`WALLED`]. The arguments
/// are the wall, the program and its arguments.
///
/// It returns only if that fails, with a message and the exit code.
#[cfg(unix)]
pub fn become_walled(arguments: &[OsString]) -> (String, u8) {
    use std::os::unix::process::CommandExt;

    let [wall, program, arguments @ ..] = arguments else {
        return ("a wall and a program are wanted".to_owned(), NO_PROGRAM);
    };
    let Some(wall) = Wall::of_argument(wall) else {
        return ("this is no wall".to_owned(), NO_PROGRAM);
    };
    if let Err(error) = leave_group() {
        return (error.to_string(), NO_PROGRAM);
    }
    if let Err(error) = wall.enter() {
        return (format!("{error}: {}", error.source), NO_PROGRAM);
    }
    let error = Command::new(program).args(arguments).exec();
    (format!("cannot start `{}`: {error}", Path::new(program).display()), NO_PROGRAM)
}

/// Runs another program and ends with it: there is no wall here.
#[cfg(not(unix))]
pub fn become_walled(arguments: &[OsString]) -> (String, u8) {
    let [_, program, arguments @ ..] = arguments else {
        return ("a wall and a program are wanted".to_owned(), NO_PROGRAM);
    };
    match Command::new(program).args(arguments).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(NO_PROGRAM.into())),
        Err(error) => (error.to_string(), NO_PROGRAM),
    }
}

/// Makes this process the first of a session of its own, without a terminal, and lets it die with the
/// process that started it.
///
/// # Errors
///
/// If the system does not let it.
#[cfg(unix)]
pub fn leave_group() -> io::Result<()> {
    // A process that is the first of a group already cannot leave it, and need not.
    match rustix::process::setsid() {
        Ok(_) | Err(rustix::io::Errno::PERM) => {}
        Err(error) => return Err(error.into()),
    }
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    Ok(())
}

/// There are no groups here.
///
/// # Errors
///
/// Never.
#[cfg(not(unix))]
pub fn leave_group() -> io::Result<()> {
    Ok(())
}

/// Reads a stream to its end and keeps the beginning.
fn reader(mut stream: Box<dyn Read + Send>, limit: usize) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 16 << 10];
        // A stream that breaks has ended: the child's exit status tells the rest.
        while let Ok(len @ 1..) = stream.read(&mut buffer) {
            let room = limit - kept.len();
            kept.extend_from_slice(&buffer[..len.min(room)]);
        }
        kept
    })
}

/// Waits for the end of a child, or until its time is spent.
///
/// # Errors
///
/// If the system does not tell.
fn watch(child: &mut Child, deadline: Duration) -> io::Result<Result<ExitStatus, Spent>> {
    let mut patience = Patience::new(deadline, STANDSTILL);
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ok(status));
        }
        if let Some(spent) = patience.spent(child.id()) {
            return Ok(Err(spent));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// The number of SIGKILL, which has no handler.
const KILL: i32 = 9;

/// The signal that ended a process, if the process did not cause it itself.
#[cfg(unix)]
fn foreign_signal(status: ExitStatus) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    status.signal().filter(|signal| !is_own_signal(*signal))
}

#[cfg(not(unix))]
fn foreign_signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Whether a process causes this signal itself, by a crash or by reaching a limit of its wall. Other signals
/// come from other processes, or from a disk that is full under a mapped file.
#[cfg(unix)]
pub fn is_own_signal(signal: i32) -> bool {
    use rustix::process::Signal;

    let own = [
        Signal::ILL,
        Signal::TRAP,
        Signal::ABORT,
        Signal::FPE,
        Signal::SEGV,
        Signal::XCPU,
        Signal::XFSZ,
    ];
    // macOS sends this one at the end of the stack.
    let stack = (!cfg!(target_os = "linux")).then_some(Signal::BUS);
    own.into_iter().chain(stack).any(|own| own.as_raw() == signal)
}

/// Ends a child and the processes that it has started.
pub fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It may be gone already, which is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The arguments of a command line from words of any kind.
pub fn arguments<A: AsRef<OsStr>>(words: impl IntoIterator<Item = A>) -> Vec<OsString> {
    words.into_iter().map(|word| word.as_ref().to_owned()).collect()
}
