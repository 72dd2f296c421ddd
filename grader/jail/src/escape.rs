//! Tests process sandboxes by attempting actions that they should prevent.

use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

/// An action that should be impossible in a process sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EscapeAttempt {
    /// Read one of the user's files.
    Read,
    /// Check whether one of the user's files exists.
    Find,
    /// Write a file in a forbidden location.
    Write,
    /// Remove one of the user's files.
    Remove,
    /// Read the parent's environment.
    Environment,
    /// Reopen a pipe by number.
    Reopen,
    /// Connect to a port on this machine.
    Connect,
    /// Listen for connections.
    Listen,
    /// Send a signal to the parent.
    Signal,
    /// Start a program.
    Start,
}

impl EscapeAttempt {
    /// All attempts.
    pub const ALL: [Self; 10] = [
        Self::Read,
        Self::Find,
        Self::Write,
        Self::Remove,
        Self::Environment,
        Self::Reopen,
        Self::Connect,
        Self::Listen,
        Self::Signal,
        Self::Start,
    ];

    /// Describes the attempt in words that can end a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Read => "read one of your files",
            Self::Find => "detect that one of your files exists",
            Self::Write => "write a file next to one of your files",
            Self::Remove => "remove one of your files",
            Self::Environment => "read the environment of another process",
            Self::Reopen => "reopen a pipe by its number",
            Self::Connect => "connect to a port of this machine",
            Self::Listen => "accept connections",
            Self::Signal => "send a signal to another process",
            Self::Start => "start a shell",
        }
    }
}

/// The targets for the attempts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EscapeTargets {
    /// A nonempty file in a writable folder.
    #[serde(with = "base::path_bytes")]
    pub file: PathBuf,
    /// A local port that accepts connections.
    pub port: u16,
    /// A process that belongs to this user.
    pub process: u32,
}

/// Targets that exist until this value is dropped.
#[derive(Debug)]
pub struct EscapeRange {
    targets: EscapeTargets,
    _folder: TempDir,
    _listener: TcpListener,
}

impl EscapeRange {
    /// Creates the targets.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary folder or the loopback network is not available.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
        let file = folder.path().join("file");
        fs::write(&file, "secret")?;
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let targets = EscapeTargets { file, port, process: std::process::id() };
        Ok(Self { targets, _folder: folder, _listener: listener })
    }

    /// Returns the targets.
    pub fn targets(&self) -> &EscapeTargets {
        &self.targets
    }
}

/// Returns all attempts that succeed in the current process.
pub fn successful_attempts(targets: &EscapeTargets) -> Vec<EscapeAttempt> {
    // Remove the file last, because other attempts need it.
    let (remove, others): (Vec<_>, Vec<_>) =
        EscapeAttempt::ALL.into_iter().partition(|attempt| *attempt == EscapeAttempt::Remove);
    others.into_iter().chain(remove).filter(|attempt| attempt.try_to_escape(targets)).collect()
}

impl EscapeAttempt {
    /// Makes the attempt for real. Returns `true` if nothing stopped it.
    fn try_to_escape(self, targets: &EscapeTargets) -> bool {
        let EscapeTargets { file, port, process } = targets;
        match self {
            Self::Read => fs::read(file).is_ok(),
            Self::Find => fs::symlink_metadata(file).is_ok(),
            Self::Write => fs::write(file.with_extension("new"), "").is_ok(),
            Self::Remove => fs::remove_file(file).is_ok(),
            Self::Environment => fs::read(format!("/proc/{process}/environ")).is_ok(),
            Self::Reopen => can_reopen_input(Path::new("/proc/self/fd")),
            Self::Connect => TcpStream::connect(("127.0.0.1", *port)).is_ok(),
            Self::Listen => TcpListener::bind(("127.0.0.1", 0)).is_ok(),
            Self::Signal => can_send_signal(*process),
            Self::Start => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", "exit 0"]).stdin(Stdio::null()).stdout(Stdio::null());
                shell.stderr(Stdio::null()).status().is_ok()
            }
        }
    }
}

/// Returns `true` if standard input can be reopened by number, which is possible only for pipes.
fn can_reopen_input(descriptors: &Path) -> bool {
    fs::File::open(descriptors.join("0")).is_ok()
}

/// Returns `true` if we could send a signal to the process, without sending one.
#[cfg(unix)]
fn can_send_signal(process: u32) -> bool {
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    process.is_some_and(|process| rustix::process::test_kill_process(process).is_ok())
}

#[cfg(not(unix))]
fn can_send_signal(_: u32) -> bool {
    false
}
