//! Processes that tests start. Each has a deadline, and begins with the signals of a shell that a user
//! types into, however the tests were started.

#[cfg(unix)]
mod tests;

use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits for a process before it gives up. This guards against a process that hangs. It
/// measures nothing, so it is long enough for any machine, however busy.
pub(crate) const PATIENCE: Duration = Duration::from_mins(10);

/// The pause between two looks at something that cannot be waited for.
const PAUSE: Duration = Duration::from_millis(1);

/// A pipe that has no reader any more.
pub(crate) fn pipe_without_reader() -> io::PipeWriter {
    io::pipe().expect("a pipe").1
}

/// Sends a signal, such as `-TERM`, to a process.
#[track_caller]
pub(crate) fn send(signal: &str, process: u32) {
    let output = Command::new("kill").args([signal, &process.to_string()]).finish();
    assert!(output.status.success(), "{output:?}");
}

/// A command that is run to its end.
pub(crate) trait Finish {
    /// Runs it, and returns what came of it.
    ///
    /// # Panics
    ///
    /// If it cannot be started, or does not end within [`PATIENCE`].
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

/// A process that a test talks to. It is killed when this is dropped.
pub(crate) struct Process {
    /// The command, for messages.
    command: String,
    child: Child,
    input: Option<ChildStdin>,
    output: Stream,
    errors: Stream,
    /// How many bytes of its standard output the test has taken.
    taken: usize,
    /// How long the test waits for each thing.
    patience: Duration,
}

impl Process {
    /// Starts a command. Its standard input stays open until [`Process::close_input`] or
    /// [`Process::finish`].
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::start_into(command, Stdio::piped())
    }

    /// Starts a command whose standard output goes to a file.
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

    /// Its id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes to its standard input.
    #[track_caller]
    pub(crate) fn write(&mut self, text: &str) {
        let input = self.input.as_mut().expect("its input is open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it reads");
    }

    /// Ends its standard input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Kills it.
    pub(crate) fn kill(&mut self) {
        // It may have ended, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child can be asked").is_some()
    }

    /// Takes its standard output up to the end of this text, which it waits for.
    #[track_caller]
    pub(crate) fn until(&mut self, text: &str) -> String {
        let taken = self.taken;
        let end =
            self.output.wait(self.patience, |seen| end_of(text.as_bytes(), &seen.bytes[taken..]));
        let end = end.unwrap_or_else(|missed| self.give_up(&format!("{text:?}"), missed));
        String::from_utf8_lossy(&self.take(end)).into_owned()
    }

    /// Takes the next bytes of its standard output, which it waits for.
    #[track_caller]
    pub(crate) fn next(&mut self, bytes: usize) -> Vec<u8> {
        let end = self.taken + bytes;
        let there = self.output.wait(self.patience, |seen| (end <= seen.bytes.len()).then_some(()));
        there.unwrap_or_else(|missed| self.give_up(&format!("{bytes} more bytes"), missed));
        self.take(bytes)
    }

    /// All that was taken of its standard output.
    pub(crate) fn text(&self) -> String {
        let seen = self.output.seen();
        String::from_utf8_lossy(&seen.bytes[..self.taken]).into_owned()
    }

    /// What it has written to standard error.
    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors.seen().bytes).into_owned()
    }

    /// Looks again and again for something that the process brings about.
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

    /// Ends its standard input, waits for its end, and returns all that it wrote.
    #[track_caller]
    pub(crate) fn finish(mut self) -> Output {
        self.close_input();
        let status = self.wait();
        let whole = |stream: &Stream| std::mem::take(&mut stream.seen().bytes);
        Output { status, stdout: whole(&self.output), stderr: whole(&self.errors) }
    }

    /// Waits for its end, and returns what is left of its standard output, and its exit code.
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
        self.look_for("its end", |process| process.child.try_wait().expect("a child can be asked"))
    }

    fn take(&mut self, bytes: usize) -> Vec<u8> {
        let begin = self.taken;
        self.taken += bytes;
        self.output.seen().bytes[begin..self.taken].to_vec()
    }

    /// Fails with what was waited for, and with all that the process has written.
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

/// Why something did not come.
#[derive(Clone, Copy)]
enum Missed {
    /// There was no more time.
    Late,
    /// The output ended before.
    Over,
}

/// What a process writes. A thread collects it, so that the process never waits for a reader.
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
    /// What comes from there. Without a pipe there is nothing.
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
        // A test that failed in between has left it whole.
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until this finds something in what was collected.
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

/// The place behind the first occurrence of a text.
fn end_of(text: &[u8], bytes: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|it| it == text).map(|at| at + text.len())
}

/// What a process has written, for a message.
fn shown(output: &[u8], errors: &[u8]) -> String {
    let (output, errors) = (String::from_utf8_lossy(output), String::from_utf8_lossy(errors));
    format!("----- stdout so far\n{output}\n----- stderr so far\n{errors}")
}

/// Lets what is started be ended by the signals that end a program in a terminal.
///
/// A process begins with the signals ignored that its parent ignores, and `nohup` and shells in the
/// background ignore some. A signal with a handler is reset when another program is started. So each
/// that is ignored here gets a handler, which does nothing: here it is still ignored.
#[cfg(unix)]
fn restore_signals() {
    use std::sync::Once;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            if jail::is_ignored(signal).expect("the system knows its signals") {
                let flag = Arc::new(AtomicBool::new(false));
                signal_hook::flag::register(signal, flag).expect("it can be handled");
            }
        }
    });
}

#[cfg(not(unix))]
fn restore_signals() {}
