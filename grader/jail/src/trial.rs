//! Tries what a wall is there to stop. A wall is believed for what it does, not for what it says.

use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

/// Something that no process behind a wall should be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Attempt {
    /// Reads a file of the user's.
    Read,
    /// Finds out whether a file of the user's is there.
    Find,
    /// Writes a file where it may not.
    Write,
    /// Removes a file of the user's.
    Remove,
    /// Reads the environment of the process that started it.
    Environment,
    /// Opens a pipe of its own again, by its number.
    Reopen,
    /// Connects to a port of this machine.
    Connect,
    /// Waits for connections itself.
    Listen,
    /// Sends a signal to the process that started it.
    Signal,
    /// Starts a program.
    Start,
}

impl Attempt {
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

    /// What is tried, as the end of a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Read => "read one of your files",
            Self::Find => "see that one of your files exists",
            Self::Write => "write a file next to it",
            Self::Remove => "remove it",
            Self::Environment => "read the environment of another process",
            Self::Reopen => "open a pipe again by its number",
            Self::Connect => "connect to a port of this machine",
            Self::Listen => "wait for connections",
            Self::Signal => "send a signal to another process",
            Self::Start => "start a shell",
        }
    }
}

/// The things that are to be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Targets {
    /// A file with something in it, in a folder that can be written.
    pub file: PathBuf,
    /// A port of this machine that somebody listens at.
    pub port: u16,
    /// A process of this user.
    pub process: u32,
}

/// Targets that are there for as long as this is.
#[derive(Debug)]
pub struct Range {
    targets: Targets,
    _folder: TempDir,
    _listener: TcpListener,
}

impl Range {
    /// Sets up targets.
    ///
    /// # Errors
    ///
    /// If the temporary folder cannot be used, or there is no network of the machine with itself.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
        let file = folder.path().join("file");
        fs::write(&file, "secret")?;
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let targets = Targets { file, port, process: std::process::id() };
        Ok(Self { targets, _folder: folder, _listener: listener })
    }

    /// The targets.
    pub fn targets(&self) -> &Targets {
        &self.targets
    }
}

/// The attempts that succeed from here.
pub fn successes(targets: &Targets) -> Vec<Attempt> {
    // The file is removed last.
    let (remove, others): (Vec<_>, Vec<_>) =
        Attempt::ALL.into_iter().partition(|attempt| *attempt == Attempt::Remove);
    others.into_iter().chain(remove).filter(|attempt| attempt.succeeds(targets)).collect()
}

impl Attempt {
    fn succeeds(self, targets: &Targets) -> bool {
        let Targets { file, port, process } = targets;
        match self {
            Self::Read => fs::read(file).is_ok(),
            Self::Find => fs::symlink_metadata(file).is_ok(),
            Self::Write => fs::write(file.with_extension("new"), "").is_ok(),
            Self::Remove => fs::remove_file(file).is_ok(),
            Self::Environment => fs::read(format!("/proc/{process}/environ")).is_ok(),
            Self::Reopen => reopens(Path::new("/proc/self/fd")),
            Self::Connect => TcpStream::connect(("127.0.0.1", *port)).is_ok(),
            Self::Listen => TcpListener::bind(("127.0.0.1", 0)).is_ok(),
            Self::Signal => signals(*process),
            Self::Start => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", "exit 0"]).stdin(Stdio::null()).stdout(Stdio::null());
                shell.stderr(Stdio::null()).status().is_ok()
            }
        }
    }
}

/// Whether standard input, if it is a pipe, can be opened by its number.
fn reopens(descriptors: &Path) -> bool {
    fs::File::open(descriptors.join("0")).is_ok()
}

/// Whether a process could be sent a signal. None is.
#[cfg(unix)]
fn signals(process: u32) -> bool {
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    process.is_some_and(|process| rustix::process::test_kill_process(process).is_ok())
}

#[cfg(not(unix))]
fn signals(_: u32) -> bool {
    false
}
