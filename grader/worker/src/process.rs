//! Controls worker processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use jail::child::kill;
use jail::{Patience, StopReason};
use serde::Serialize;

use crate::death::DeathManner;
use crate::limits::PROCESSOR_TIME;
use crate::protocol::Reply;
use crate::serve::WORK;

/// The maximum length of a reply, in bytes. A typical grade takes 100,000 bytes.
/// A worker may be hostile, and the grader keeps a whole line in memory.
const MAX_LINE: u64 = 64 << 20;

/// The maximum number of bytes of standard error to keep. A panic's message is shorter.
const MAX_WORDS: u64 = 4 << 10;

/// The maximum time to wait for a reply, to keep the grader from hanging. It does not affect grades.
/// Processor time ends a worker earlier, unless several share a core.
const DEADLINE: Duration = Duration::from_mins(10);

/// A worker that uses no CPU time for this long counts as stuck. Its child processes have a shorter limit: see
/// [`jail::child`].
/// It must be longer, because a worker that waits for a stuck child uses no time itself.
const STANDSTILL: Duration = Duration::from_mins(1);

/// The time between two looks at a worker that is silent. [`Patience`] needs at least one per second.
const LOOK: Duration = Duration::from_secs(1);

/// A process that sends replies line by line. Dropping this value kills the process.
pub(crate) struct WorkerProcess {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    lines: Receiver<ReplyLine>,
    words: Arc<Mutex<Vec<u8>>>,
    time: Option<Duration>,
}

/// A handle for killing a worker from another thread. To the thread that is waiting for the worker, this looks like a
/// premature end.
#[derive(Clone)]
pub struct Stopper {
    child: Arc<Mutex<Child>>,
}

impl Stopper {
    /// Kills the worker unless it has already ended.
    pub fn stop(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // After a successful wait, another process may have the same process ID.
        if let Ok(None) = child.try_wait() {
            kill(&mut child);
        }
    }
}

enum ReplyLine {
    Reply(Box<Reply>),
    Nonsense(String),
}

impl WorkerProcess {
    pub(crate) fn start() -> std::io::Result<Self> {
        let mut command = Command::new(jail::own_program()?);
        // A worker reads hostile files, so it gets no variable of the user, which may hold tokens or choose programs.
        command.arg(WORK).env_clear().envs(jail::host::loader_variables());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let gone = || std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        let mut errors = child.stderr.take().ok_or_else(gone)?;
        // The channel is short: a worker that sends lines without end fills its pipe and waits, not our memory.
        let (sender, lines) = sync_channel(16);
        let words = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&words);
        let read = || thread::Builder::new().spawn(move || read_lines(output, &sender));
        let read_words = move || {
            let mut begin = Vec::new();
            // Ignore read errors. They mean that the process has ended, and the exit status tells why.
            let _ = errors.by_ref().take(MAX_WORDS).read_to_end(&mut begin);
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = begin;
            // Go on reading, because a worker would wait forever for room in a full pipe.
            let _ = std::io::copy(&mut errors, &mut std::io::sink());
        };
        if let Err(error) = read().and_then(|_| thread::Builder::new().spawn(read_words)) {
            kill(&mut child);
            return Err(error);
        }
        let time = jail::process_time_of(child.id());
        Ok(Self { child: Arc::new(Mutex::new(child)), input, lines, words, time })
    }

    pub(crate) fn stopper(&self) -> Stopper {
        Stopper { child: Arc::clone(&self.child) }
    }

    fn lock_child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message. Ignores write errors, because the missing reply will reveal the problem.
    pub(crate) fn send_message(&mut self, message: &impl Serialize) {
        let Ok(mut line) = serde_json::to_vec(message) else { return };
        line.push(b'\n');
        let _ = self.input.write_all(&line).and_then(|()| self.input.flush());
    }

    pub(crate) fn receive_reply(&mut self) -> Result<Reply, DeathManner> {
        let mut patience = Patience::new(DEADLINE, STANDSTILL);
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(ReplyLine::Reply(reply)) => return Ok(*reply),
                Ok(ReplyLine::Nonsense(why)) => return Err(DeathManner::Nonsense(why)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.wait_for_end()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let id = self.lock_child().id();
            // After the process ends, the system no longer reports its time, so keep the last one.
            self.time = jail::process_time_of(id).or(self.time);
            let spent = patience.reason_to_stop(id);
            match spent {
                Some(StopReason::Late) => return Err(DeathManner::Late),
                Some(StopReason::Standstill) => return Err(DeathManner::Standstill),
                Some(StopReason::Suspended) => return Err(DeathManner::Suspended),
                None => {}
            }
        }
    }

    fn wait_for_end(&mut self) -> DeathManner {
        // Workers close their output only when they exit.
        let limit = Instant::now() + Duration::from_secs(5);
        loop {
            let ended = self.lock_child().try_wait();
            match ended {
                Ok(Some(status)) => return self.manner_of_death(status),
                Ok(None) if Instant::now() < limit => thread::sleep(Duration::from_millis(2)),
                _ => return DeathManner::Nonsense("it closed its output".to_owned()),
            }
        }
    }

    fn manner_of_death(&self, status: ExitStatus) -> DeathManner {
        match DeathManner::from_status(status) {
            // The process was far below the limit, so another process sent the signal.
            DeathManner::Signal(signal) if self.is_premature_time_signal(signal) => {
                DeathManner::Killed
            }
            manner => manner,
        }
    }

    /// Returns `true` for the signal at the limit on processor time, if the process was far below it.
    #[cfg(unix)]
    fn is_premature_time_signal(&self, signal: i32) -> bool {
        // The last look was up to a second ago, and each thread has used processor time since then.
        let limit = Duration::from_secs(PROCESSOR_TIME / 2);
        jail::crash_signals::is_out_of_time(signal) && self.time.is_some_and(|time| time < limit)
    }

    /// This platform has no signals.
    #[cfg(not(unix))]
    fn is_premature_time_signal(&self, _: i32) -> bool {
        false
    }

    pub(crate) fn kill_and_read_errors(&mut self) -> String {
        kill(&mut self.lock_child());
        // Give the thread that reads standard error time to finish.
        thread::sleep(Duration::from_millis(5));
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&words);
        // The text is shown on a terminal, and the submission may have written it.
        text.chars().map(|c| if c.is_control() && c != '\n' { '?' } else { c }).collect()
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        kill(&mut self.lock_child());
    }
}

fn read_lines(output: impl Read, sender: &SyncSender<ReplyLine>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() != Some(&b'\n') => {
                ReplyLine::Nonsense("a line is incomplete or too long".to_owned())
            }
            Ok(_) => match serde_json::from_slice(&line) {
                Ok(reply) => ReplyLine::Reply(Box::new(reply)),
                Err(error) => ReplyLine::Nonsense(error.to_string()),
            },
        };
        let is_last = matches!(line, ReplyLine::Nonsense(_));
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}
