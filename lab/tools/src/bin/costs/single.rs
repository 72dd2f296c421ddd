//! Measures how long it takes to grade one submission, compared with a student's own tests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::sample::Sample;
use crate::subject::MeasuredSubmission;
use crate::{CostsBench, CostsError};

/// What a submission costs. Times are in seconds.
#[derive(Default)]
pub(crate) struct Single {
    /// The CPU time of `cargo test --release` after a change, with the tests of the student template.
    pub(crate) plain: Sample,
    /// The CPU time of `grader check` without tests.
    pub(crate) check: Sample,
    /// The elapsed time of `grader check`.
    pub(crate) elapsed: Sample,
    /// The CPU time of `check`, as a multiple of `plain`.
    pub(crate) ratio: Sample,
    /// The CPU time of `grader check --only board.hamming`, as a multiple of `check`.
    pub(crate) only: Sample,
    /// The elapsed time from saving a file until `grader check --watch` has printed the report.
    pub(crate) save: Sample,
}

pub(crate) fn measure_single(
    bench: &CostsBench,
    subject: &MeasuredSubmission,
    pairs: usize,
) -> Result<Single, CostsError> {
    let mut single = Single::default();
    let plain = |turn: usize| {
        change_root(&subject.tested, turn)?;
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--release", "--offline", "--quiet", "--test", "*"]);
        cargo.current_dir(&subject.tested).env("CARGO_TARGET_DIR", bench.path("target"));
        bench.measure(&mut cargo)
    };
    let check = |options: &[&str]| {
        bench.measure(bench.grader().arg("check").arg(&subject.graded).args(options))
    };
    // The first runs compile `slider` and the grader's libraries.
    plain(0)?;
    check(&[])?;
    for turn in 1..=pairs {
        let (plain, check, only) =
            (plain(turn)?, check(&[])?, check(&["--only", "board.hamming"])?);
        single.plain.insert_sorted(plain.processor);
        single.check.insert_sorted(check.processor);
        single.elapsed.insert_sorted(check.wall);
        single.ratio.insert_sorted(check.processor / plain.processor);
        single.only.insert_sorted(only.processor / check.processor);
    }
    let mut session = WatchSession::start(bench, &subject.graded)?;
    for turn in 1..=pairs {
        single.save.insert_sorted(session.save(turn)?.as_secs_f64());
    }
    session.end_and_wait()?;
    Ok(single)
}

/// Changes the root of a submission, so that it must be compiled again.
fn change_root(folder: &Path, turn: usize) -> io::Result<()> {
    let root = folder.join("src/lib.rs");
    let text = fs::read_to_string(&root)?;
    let code = text.split("// turn ").next().unwrap_or(&text);
    fs::write(&root, format!("{code}// turn {turn}\n"))
}

/// The last line of each report.
const LAST_LINE: &str = "\ncompiled by ";

/// The longest time to wait for a report.
const PATIENCE: Duration = Duration::from_mins(2);

/// `grader check --watch`.
struct WatchSession<'a> {
    child: Child,
    folder: &'a Path,
    output: PathBuf,
    reports: usize,
}

impl<'a> WatchSession<'a> {
    /// Starts watching and waits for the first report.
    fn start(bench: &CostsBench, folder: &'a Path) -> Result<Self, CostsError> {
        let output = bench.path("watch.txt");
        let child = bench
            .grader()
            .arg("check")
            .arg(folder)
            .arg("--watch")
            // When standard input ends, so does the session.
            .stdin(Stdio::piped())
            .stdout(fs::File::create(&output)?)
            .stderr(Stdio::null())
            .spawn()?;
        let mut session = Self { child, folder, output, reports: 0 };
        session.wait_for_next_report()?;
        Ok(session)
    }

    /// Saves a change, and returns the time until the report is there.
    fn save(&mut self, turn: usize) -> Result<Duration, CostsError> {
        let start = Instant::now();
        change_root(self.folder, turn)?;
        self.wait_for_next_report()?;
        Ok(start.elapsed())
    }

    fn wait_for_next_report(&mut self) -> Result<(), CostsError> {
        self.reports += 1;
        let start = Instant::now();
        while fs::read_to_string(&self.output)?.matches(LAST_LINE).count() < self.reports {
            let has_ended = self.child.try_wait()?.is_some();
            if has_ended || start.elapsed() > PATIENCE {
                return Err(CostsError::Failed {
                    command: format!("grader check {} --watch", self.folder.display()),
                    end: "no report".to_owned(),
                    output: fs::read_to_string(&self.output)?,
                });
            }
            // Shorter than any time to measure, but long enough to leave the processor to the grader.
            thread::sleep(Duration::from_millis(2));
        }
        Ok(())
    }

    fn end_and_wait(mut self) -> Result<(), CostsError> {
        // The grader ends when its input does.
        drop(self.child.stdin.take());
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for WatchSession<'_> {
    fn drop(&mut self) {
        // Only a session that failed is still running.
        let _ = self.child.kill();
    }
}
