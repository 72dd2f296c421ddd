//! Runs a program in a child process that cannot outgrow its limits or outlive the grader's will.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The name of the hidden subcommand that sets limits on itself and becomes another program.
pub const LIMITED: &str = "internal-limited";

/// The limits of a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChildLimits {
    /// The most seconds of processor time.
    pub cpu: u64,
    /// The most bytes of address space.
    pub memory: u64,
    /// The most bytes of any file that it writes.
    pub file: u64,
    /// The most bytes kept of its standard error; the rest is read and dropped.
    pub output: usize,
    /// The most time. It guards the grader: a child that is killed for it has not failed.
    pub wall: Duration,
}

impl ChildLimits {
    /// Enough for any compilation that is not meant to do harm, with a wide margin: a submission
    /// takes well under a second and 200 MB.
    pub(super) const COMPILER: Self = Self {
        cpu: 60,
        memory: 8 << 30,
        file: 256 << 20,
        output: 4 << 20,
        wall: Duration::from_mins(10),
    };
}

/// The end of a child.
#[derive(Debug)]
pub(super) struct Finished {
    /// The status that the operating system reports.
    pub status: ExitStatus,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

/// The reason why there is nothing to say about a child's work. None of it is the work's own fault.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// It could not be started.
    #[error("`{}` could not be started", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It could not be watched.
    #[error("`{}` could not be watched", program.display())]
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
    /// It took longer than any machine that works should let it.
    #[error("`{}` was stopped after {} s", program.display(), wall.as_secs())]
    Wall {
        /// The program.
        program: PathBuf,
        /// The time that it had.
        wall: Duration,
    },
}

/// Runs `program` with `arguments` in `folder` and waits for its end.
///
/// The child gets no standard input and, of the environment, only what finding programs and
/// temporary files takes, and these `variables`.
///
/// # Errors
///
/// If it cannot be started or watched, or takes too long. A child that fails is no error.
pub(super) fn run<A: AsRef<OsStr>>(
    program: &Path,
    arguments: impl IntoIterator<Item = A>,
    folder: &Path,
    variables: &[(&str, &str)],
    limits: ChildLimits,
) -> Result<Finished, ChildError> {
    let start = |source| ChildError::Start { program: program.to_owned(), source };
    let mut command = limited(program, arguments, limits).map_err(start)?;
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.env_clear().envs(variables.iter().copied()).envs(kept_environment());
    let mut child = command.spawn().map_err(start)?;
    let stderr = child.stderr.take().map(|stream| reader(stream, limits.output));
    let status = wait(&mut child, limits.wall);
    if !matches!(status, Ok(Some(_))) {
        kill(&mut child);
    }
    let stderr = stderr.and_then(|reader| reader.join().ok()).unwrap_or_default();
    match status {
        Ok(Some(status)) if was_killed(status) => {
            Err(ChildError::Killed { program: program.to_owned() })
        }
        Ok(Some(status)) => Ok(Finished { status, stderr }),
        Ok(None) => Err(ChildError::Wall { program: program.to_owned(), wall: limits.wall }),
        Err(source) => Err(ChildError::Watch { program: program.to_owned(), source }),
    }
}

/// The variables that a compiler may see. Nothing else of the environment can reach a submission,
/// or change how it is compiled.
fn kept_environment() -> impl Iterator<Item = (&'static str, OsString)> {
    const KEPT: [&str; 4] = ["PATH", "HOME", "SYSTEMROOT", "LD_LIBRARY_PATH"];
    // Temporary files go where the grader's own do, so that it can remove those of a compiler that
    // was killed.
    let temporary = ["TMPDIR", "TEMP"].map(|name| (name, tempfile::env::temp_dir().into()));
    let kept = KEPT.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    kept.chain(temporary)
}

/// The command that runs `program` under the limits: the grader itself, which sets them and then
/// becomes that program.
#[cfg(unix)]
fn limited<A: AsRef<OsStr>>(
    program: &Path,
    arguments: impl IntoIterator<Item = A>,
    limits: ChildLimits,
) -> io::Result<Command> {
    use std::os::unix::process::CommandExt;

    let mut command = Command::new(std::env::current_exe()?);
    command.arg(LIMITED);
    command.args([limits.cpu, limits.memory, limits.file].map(|limit| limit.to_string()));
    command.arg(program).args(arguments);
    // A group of its own, so that its children go with it.
    command.process_group(0);
    Ok(command)
}

#[cfg(not(unix))]
fn limited<A: AsRef<OsStr>>(
    program: &Path,
    arguments: impl IntoIterator<Item = A>,
    _: ChildLimits,
) -> io::Result<Command> {
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Sets limits on this process and becomes another program: what [`LIMITED`] does.
///
/// The arguments are the limits on processor seconds, address space and file size, then the
/// program and its arguments.
///
/// # Errors
///
/// If the arguments are not these, or the program cannot be started. Otherwise it never returns.
#[cfg(unix)]
pub fn become_limited(arguments: &[OsString]) -> io::Error {
    use std::os::unix::process::CommandExt;

    use rustix::process::{Resource, Rlimit, setrlimit};

    let invalid = || io::Error::new(io::ErrorKind::InvalidInput, "three limits and a program");
    let [cpu, memory, file, program, arguments @ ..] = arguments else { return invalid() };
    // A grader that is stopped takes its compilers with it.
    #[cfg(target_os = "linux")]
    if let Err(error) =
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
    {
        return error.into();
    }
    let limits = [
        (Resource::Cpu, Some(cpu)),
        (Resource::As, Some(memory)),
        (Resource::Fsize, Some(file)),
        (Resource::Core, None),
    ];
    for (resource, limit) in limits {
        let limit = match limit {
            None => 0,
            Some(text) => match text.to_str().and_then(|text| text.parse().ok()) {
                Some(limit) => limit,
                None => return invalid(),
            },
        };
        // A limit that the system has already set lower stays.
        // Time ends with a signal that says so; beyond the harder limit the system would just kill.
        let slack = if resource == Resource::Cpu { 10 } else { 0 };
        let limit = Rlimit { current: Some(limit), maximum: Some(limit + slack) };
        if let Err(error) = setrlimit(resource, limit)
            && error != rustix::io::Errno::PERM
        {
            return error.into();
        }
    }
    Command::new(program).args(arguments).exec()
}

/// Reads a stream to its end and keeps the beginning.
fn reader(mut stream: impl Read + Send + 'static, limit: usize) -> thread::JoinHandle<Vec<u8>> {
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

/// Waits for the end of a child; `None` if that does not come in time.
fn wait(child: &mut Child, wall: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + wall;
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// Whether a process was killed from outside. A process that meets its own limits ends otherwise.
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(rustix::process::Signal::KILL.as_raw())
}

#[cfg(not(unix))]
fn was_killed(_: ExitStatus) -> bool {
    false
}

/// Ends a child and the processes that it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It may be gone already, which is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
