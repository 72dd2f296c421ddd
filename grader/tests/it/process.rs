//! Runs child processes for tests. They handle signals as if started from an interactive shell, however the tests were
//! started.
//!
//! Tests run the program with `assert_cmd`. [`Process`] is for those that talk to a running process, send it signals, or
//! use a terminal.

use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
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
        assert!(begin.elapsed() < PATIENCE, "{self:?} did not end: {output:?}");
        output
    }
}

/// An interactive process, killed on drop.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Stream,
    errors: Stream,
    /// The number of bytes taken from standard output.
    taken: usize,
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
            input: child.stdin.take(),
            output: Stream::read_from(child.stdout.take()),
            errors: Stream::read_from(child.stderr.take()),
            child,
            taken: 0,
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
        let end = |bytes: &[u8]| {
            let found =
                bytes[taken..].windows(text.len()).position(|window| window == text.as_bytes());
            found.map(|at| at + text.len())
        };
        let end = self.output.wait(end).unwrap_or_else(|| self.give_up(text));
        String::from_utf8_lossy(&self.take(end)).into_owned()
    }

    /// Waits for a number of bytes in standard output, and takes them.
    #[track_caller]
    pub(crate) fn next(&mut self, bytes: usize) -> Vec<u8> {
        let end = self.taken + bytes;
        let there = self.output.wait(|seen| (end <= seen.len()).then_some(()));
        there.unwrap_or_else(|| self.give_up("more bytes"));
        self.take(bytes)
    }

    /// Returns the output taken so far.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.output.bytes[..self.taken]).into_owned()
    }

    /// Returns the text on standard error so far.
    pub(crate) fn errors(&mut self) -> String {
        self.errors.bytes.extend(self.errors.chunks.try_iter().flatten());
        String::from_utf8_lossy(&self.errors.bytes).into_owned()
    }

    /// Checks for an event repeatedly until there is a result.
    #[track_caller]
    pub(crate) fn look_for<T>(
        &mut self,
        what: &str,
        mut look: impl FnMut(&mut Self) -> Option<T>,
    ) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = look(self) {
                return found;
            }
            if Instant::now() >= deadline {
                self.give_up(what);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Closes standard input, waits for the process to end, and returns the complete output.
    #[track_caller]
    pub(crate) fn finish(mut self) -> Output {
        self.close_input();
        for stream in [&mut self.output, &mut self.errors] {
            assert!(stream.wait_for_end(), "{:?} did not end", stream.bytes);
        }
        let status = self.look_for("its end", |process| {
            process.child.try_wait().expect("the child's status is available")
        });
        let whole = |stream: &mut Stream| std::mem::take(&mut stream.bytes);
        Output { status, stdout: whole(&mut self.output), stderr: whole(&mut self.errors) }
    }

    /// Waits for the process to end. Returns the remaining standard output and the exit code.
    #[track_caller]
    pub(crate) fn end(mut self) -> (String, Option<i32>) {
        let (input, taken) = (self.input.take(), self.taken);
        let output = self.finish();
        drop(input);
        (String::from_utf8_lossy(&output.stdout[taken..]).into_owned(), output.status.code())
    }

    fn take(&mut self, bytes: usize) -> Vec<u8> {
        let begin = self.taken;
        self.taken += bytes;
        self.output.bytes[begin..self.taken].to_vec()
    }

    /// Panics with the expected event and the process's output.
    #[track_caller]
    fn give_up(&mut self, what: &str) -> ! {
        let errors = self.errors();
        let output = String::from_utf8_lossy(&self.output.bytes);
        panic!("{what:?} did not come\n----- stdout so far\n{output}\n----- stderr\n{errors}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// An output stream of a process. A thread reads it, so the process never blocks.
struct Stream {
    chunks: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
}

impl Stream {
    /// Reads from a pipe, if there is one.
    fn read_from(pipe: Option<impl Read + Send + 'static>) -> Self {
        let (sender, chunks) = mpsc::channel();
        thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            let mut buffer = [0; 4096];
            loop {
                match pipe.read(&mut buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => break,
                    Ok(read) if sender.send(buffer[..read].to_vec()).is_err() => break,
                    Ok(_) => {}
                }
            }
        });
        Self { chunks, bytes: Vec::new() }
    }

    /// Waits until `find` returns a result for the output so far. Returns `None` if the output ends before, or after
    /// [`PATIENCE`].
    fn wait<T>(&mut self, find: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = find(&self.bytes) {
                return Some(found);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            self.bytes.extend(self.chunks.recv_timeout(left).ok()?);
        }
    }

    /// Reads the rest of the output. Returns `false` if it does not end within [`PATIENCE`].
    fn wait_for_end(&mut self) -> bool {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.chunks.recv_timeout(left) {
                Ok(chunk) => self.bytes.extend(chunk),
                Err(end) => return end == RecvTimeoutError::Disconnected,
            }
        }
    }
}

/// Restores the default handling of the signals that end programs in a terminal, but only in child processes.
///
/// Ignored signals are inherited by child processes, and `nohup` and background shells ignore some. Signal handlers,
/// however, are reset when a program is executed. To ignore a signal in this process but not in its child processes, we
/// therefore use a handler that does nothing.
#[cfg(unix)]
fn restore_signals() {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};

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
