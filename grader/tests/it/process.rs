//! Runs child processes for tests, each with a deadline. They handle signals as if started from an interactive shell,
//! however the tests were started.

#[cfg(unix)]
mod tests;

use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a process. This is only needed to detect processes that hang, so it can be long enough for slow
/// and busy machines.
pub(crate) const PATIENCE: Duration = Duration::from_mins(10);

const PAUSE: Duration = Duration::from_millis(1);

pub(crate) fn pipe_without_reader() -> io::PipeWriter {
    io::pipe().expect("a pipe").1
}

#[track_caller]
pub(crate) fn send(signal: &str, process: u32) {
    let output = Command::new("kill").args([signal, &process.to_string()]).finish();
    assert!(output.status.success(), "{output:?}");
}

pub(crate) trait Finish {
    /// Runs the command and returns the output.
    ///
    /// # Panics
    ///
    /// Panics if the command cannot be started or takes longer than [`PATIENCE`].
    #[track_caller]
    fn finish(&mut self) -> Output;
}

impl Finish for Command {
    #[track_caller]
    fn finish(&mut self) -> Output {
        Process::start(self).finish()
    }
}

impl Finish for assert_cmd::Command {
    #[track_caller]
    fn finish(&mut self) -> Output {
        restore_signals();
        let begin = Instant::now();
        let output = self.timeout(PATIENCE).output();
        let output = output.unwrap_or_else(|error| panic!("{self:?} cannot be started: {error}"));
        if begin.elapsed() >= PATIENCE {
            let shown = shown(&output.stdout, &output.stderr);
            panic!("its end did not come within {PATIENCE:?}: {self:?}\n{shown}");
        }
        output
    }
}

/// An interactive process, killed on drop.
pub(crate) struct Process {
    command: String,
    child: Child,
    input: Option<ChildStdin>,
    output: Stream,
    errors: Stream,
    /// The number of bytes taken from standard output.
    taken: usize,
    patience: Duration,
}

impl Process {
    /// Starts a command. Standard input stays open until [`Process::close_input`] or [`Process::finish`] is called.
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::start_into(command, Stdio::piped())
    }

    /// Starts a command with standard output to a file.
    #[track_caller]
    pub(crate) fn start_into(command: &mut Command, output: impl Into<Stdio>) -> Self {
        restore_signals();
        command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
        let child = command.spawn();
        let mut child =
            child.unwrap_or_else(|error| panic!("{command:?} cannot be started: {error}"));
        Self {
            command: format!("{command:?}"),
            input: child.stdin.take(),
            output: Stream::of(child.stdout.take()),
            errors: Stream::of(child.stderr.take()),
            child,
            taken: 0,
            patience: PATIENCE,
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    #[track_caller]
    pub(crate) fn write(&mut self, text: &str) {
        let input = self.input.as_mut().expect("its input is open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it reads");
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn kill(&mut self) {
        // Ignore errors, since the process may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("the child's status is available").is_some()
    }

    /// Waits for a text in standard output, and takes the output up to its end.
    #[track_caller]
    pub(crate) fn until(&mut self, text: &str) -> String {
        let taken = self.taken;
        let end =
            self.output.wait(self.patience, |seen| end_of(text.as_bytes(), &seen.bytes[taken..]));
        let end = end.unwrap_or_else(|missed| self.give_up(&format!("{text:?}"), missed));
        String::from_utf8_lossy(&self.take(end)).into_owned()
    }

    /// Waits for a number of bytes in standard output, and takes them.
    #[track_caller]
    pub(crate) fn next(&mut self, bytes: usize) -> Vec<u8> {
        let end = self.taken + bytes;
        let there = self.output.wait(self.patience, |seen| (end <= seen.bytes.len()).then_some(()));
        there.unwrap_or_else(|missed| self.give_up(&format!("{bytes} more bytes"), missed));
        self.take(bytes)
    }

    /// Returns the output taken so far.
    pub(crate) fn text(&self) -> String {
        let seen = self.output.seen();
        String::from_utf8_lossy(&seen.bytes[..self.taken]).into_owned()
    }

    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors.seen().bytes).into_owned()
    }

    /// Checks for an event repeatedly until there is a result.
    #[track_caller]
    pub(crate) fn look_for<T>(
        &mut self,
        what: &str,
        mut look: impl FnMut(&mut Self) -> Option<T>,
    ) -> T {
        let deadline = Instant::now() + self.patience;
        loop {
            if let Some(found) = look(self) {
                return found;
            }
            if Instant::now() >= deadline {
                self.give_up(what, Missed::Late);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Closes standard input, waits for the process to end, and returns the complete output.
    #[track_caller]
    pub(crate) fn finish(mut self) -> Output {
        self.close_input();
        let status = self.wait();
        let whole = |stream: &Stream| std::mem::take(&mut stream.seen().bytes);
        Output { status, stdout: whole(&self.output), stderr: whole(&self.errors) }
    }

    /// Waits for the process to end. Returns the remaining standard output and the exit code.
    #[track_caller]
    pub(crate) fn end(mut self) -> (String, Option<i32>) {
        let status = self.wait();
        let rest = self.output.seen().bytes.split_off(self.taken);
        (String::from_utf8_lossy(&rest).into_owned(), status.code())
    }

    #[track_caller]
    fn wait(&mut self) -> ExitStatus {
        for stream in [&self.output, &self.errors] {
            let is_over = stream.wait(self.patience, |seen| seen.is_over.then_some(()));
            is_over.unwrap_or_else(|missed| self.give_up("its end", missed));
        }
        self.look_for("its end", |process| {
            process.child.try_wait().expect("the child's status is available")
        })
    }

    fn take(&mut self, bytes: usize) -> Vec<u8> {
        let begin = self.taken;
        self.taken += bytes;
        self.output.seen().bytes[begin..self.taken].to_vec()
    }

    /// Panics with the expected event and the process's output.
    #[track_caller]
    fn give_up(&self, what: &str, missed: Missed) -> ! {
        let shown = shown(&self.output.seen().bytes, &self.errors.seen().bytes);
        let why = match missed {
            Missed::Late => format!("{what} did not come within {:?}", self.patience),
            Missed::Over => format!("the output ended before {what} came"),
        };
        panic!("{why}: {}\n{shown}", self.command);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[derive(Clone, Copy)]
enum Missed {
    Late,
    Over,
}

/// An output stream of a process. A thread reads it, so the process never blocks.
#[derive(Clone)]
struct Stream {
    shared: Arc<(Mutex<Seen>, Condvar)>,
}

#[derive(Default)]
struct Seen {
    bytes: Vec<u8>,
    is_over: bool,
}

impl Stream {
    /// Reads from a pipe, if there is one.
    fn of(pipe: Option<impl Read + Send + 'static>) -> Self {
        let seen = Seen { bytes: Vec::new(), is_over: pipe.is_none() };
        let stream = Self { shared: Arc::new((Mutex::new(seen), Condvar::new())) };
        if let Some(pipe) = pipe {
            let ours = stream.clone();
            thread::spawn(move || ours.collect(pipe));
        }
        stream
    }

    fn collect(&self, mut pipe: impl Read) {
        let mut buffer = [0; 4096];
        loop {
            let read = match pipe.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => break,
                Ok(read) => read,
            };
            self.seen().bytes.extend_from_slice(&buffer[..read]);
            self.shared.1.notify_all();
        }
        self.seen().is_over = true;
        self.shared.1.notify_all();
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        // The data is consistent even when another test panicked.
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `find` returns a result for the output so far.
    fn wait<T>(&self, patience: Duration, find: impl Fn(&Seen) -> Option<T>) -> Result<T, Missed> {
        let deadline = Instant::now() + patience;
        let mut seen = self.seen();
        loop {
            if let Some(found) = find(&seen) {
                return Ok(found);
            }
            if seen.is_over {
                return Err(Missed::Over);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Missed::Late);
            }
            let waited = self.shared.1.wait_timeout(seen, left);
            seen = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn end_of(text: &[u8], bytes: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|it| it == text).map(|at| at + text.len())
}

fn shown(output: &[u8], errors: &[u8]) -> String {
    let (output, errors) = (String::from_utf8_lossy(output), String::from_utf8_lossy(errors));
    format!("----- stdout so far\n{output}\n----- stderr so far\n{errors}")
}

/// Restores the default handling of the signals that end programs in a terminal, but only in child processes.
///
/// Ignored signals are inherited by child processes, and `nohup` and background shells ignore some. Signal handlers,
/// however, are reset when a program is executed. To ignore a signal in this process but not in its child processes, we
/// therefore use a handler that does nothing.
#[cfg(unix)]
fn restore_signals() {
    use std::sync::Once;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            if jail::is_ignored(signal).expect("the system supports these signals") {
                let flag = Arc::new(AtomicBool::new(false));
                signal_hook::flag::register(signal, flag).expect("it can be handled");
            }
        }
    });
}

#[cfg(not(unix))]
fn restore_signals() {}
