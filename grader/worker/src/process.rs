//! The process of a worker, seen from outside.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use jail::child::kill;
use jail::{Patience, Spent};
use serde::Serialize;

use crate::death::Manner;
use crate::protocol::Reply;
use crate::serve::WORK;

/// The longest line that a worker may say, in bytes. A grade has some 100,000.
const MAX_LINE: u64 = 64 << 20;

/// The most bytes kept of standard error.
const MAX_WORDS: u64 = 4 << 10;

/// The most time for one answer. It guards the grader, and decides no grade.
const DEADLINE: Duration = Duration::from_mins(10);

/// A worker whose processor time stands still for so long waits for something that does not come. Its
/// own children have less: see [`jail::child`].
const STANDSTILL: Duration = Duration::from_mins(1);

/// The time between two looks at its progress.
const LOOK: Duration = Duration::from_secs(1);

/// A process that answers in lines. It is ended when this is dropped.
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    lines: Receiver<Line>,
    words: Arc<Mutex<Vec<u8>>>,
}

/// Ends a worker from another thread than the one that waits for it, for which the worker has then
/// broken down.
#[derive(Clone)]
pub struct Stopper {
    child: Arc<Mutex<Child>>,
}

impl Stopper {
    /// Ends it, if it has not ended.
    pub fn stop(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // One that was waited for is gone, and its id may be another's.
        if let Ok(None) = child.try_wait() {
            kill(&mut child);
        }
    }
}

enum Line {
    Reply(Box<Reply>),
    Nonsense(String),
}

impl Process {
    pub(crate) fn start() -> std::io::Result<Self> {
        let mut command = Command::new(jail::own_program()?);
        command.arg(WORK).env_clear().envs(kept_environment());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let gone = || std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        let mut errors = child.stderr.take().ok_or_else(gone)?;
        let (sender, lines) = sync_channel(16);
        thread::spawn(move || read_lines(output, &sender));
        let words = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&words);
        thread::spawn(move || {
            let mut begin = Vec::new();
            // A stream that breaks has ended: the exit status tells the rest.
            let _ = errors.by_ref().take(MAX_WORDS).read_to_end(&mut begin);
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = begin;
            let _ = std::io::copy(&mut errors, &mut std::io::sink());
        });
        Ok(Self { child: Arc::new(Mutex::new(child)), input, lines, words })
    }

    /// What ends it from elsewhere.
    pub(crate) fn stopper(&self) -> Stopper {
        Stopper { child: Arc::clone(&self.child) }
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something. If it is not heard, there will be no answer, which tells why.
    pub(crate) fn say(&mut self, message: &impl Serialize) {
        let Ok(mut line) = serde_json::to_vec(message) else { return };
        line.push(b'\n');
        let _ = self.input.write_all(&line).and_then(|()| self.input.flush());
    }

    /// The next line that it says.
    pub(crate) fn hear(&mut self) -> Result<Reply, Manner> {
        let mut patience = Patience::new(DEADLINE, STANDSTILL);
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(Line::Reply(reply)) => return Ok(*reply),
                Ok(Line::Nonsense(why)) => return Err(Manner::Nonsense(why)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.end()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let spent = patience.spent(self.child().id());
            match spent {
                Some(Spent::Late) => return Err(Manner::Late),
                Some(Spent::Standstill) => return Err(Manner::Standstill),
                None => {}
            }
        }
    }

    /// The end of a worker that says nothing more.
    fn end(&mut self) -> Manner {
        // It has closed its output, which it does by ending.
        let limit = Instant::now() + Duration::from_secs(5);
        loop {
            let ended = self.child().try_wait();
            match ended {
                Ok(Some(status)) => return Manner::of(status),
                Ok(None) if Instant::now() < limit => thread::sleep(Duration::from_millis(2)),
                _ => return Manner::Nonsense("it closed its output".to_owned()),
            }
        }
    }

    /// The beginning of what it wrote to standard error.
    pub(crate) fn last_words(&mut self) -> String {
        kill(&mut self.child());
        // Its reader ends with it, or nearly so.
        thread::sleep(Duration::from_millis(5));
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&words);
        text.chars().map(|c| if c.is_control() && c != '\n' { '?' } else { c }).collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&mut self.child());
    }
}

/// The variables that a worker sees: what it takes to load programs on some systems.
fn kept_environment() -> impl Iterator<Item = (&'static str, std::ffi::OsString)> {
    const KEPT: [&str; 3] = ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SYSTEMROOT"];
    KEPT.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)))
}

fn read_lines(output: impl Read, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() != Some(&b'\n') => Line::Nonsense("a line has no end".to_owned()),
            Ok(_) => match serde_json::from_slice(&line) {
                Ok(reply) => Line::Reply(Box::new(reply)),
                Err(error) => Line::Nonsense(error.to_string()),
            },
        };
        let is_last = matches!(line, Line::Nonsense(_));
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}
