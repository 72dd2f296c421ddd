//! Shared helpers: a temporary folder, and the program to run in it.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::cache::{CACHE, locked};
use crate::process::{Finish as _, PATIENCE};

const ROOT: &str = "mod board;\nmod solver;\n\npub use board::Board;\npub use solver::Solver;\n";

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_grader");

/// A temporary folder to run the program in, removed on drop.
pub(crate) struct Bench {
    folder: TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder") }
    }

    pub(crate) fn with_model() -> Self {
        let bench = Self::new();
        bench.model();
        bench
    }

    /// Creates a folder with the model answer, but with a syntax error in the root. This takes only a tenth of a second
    /// to grade, because nothing else is compiled.
    pub(crate) fn with_broken_model() -> Self {
        let bench = Self::with_model();
        bench.edit("alice/src/lib.rs", "pub use board::Board;", "pub use board::Board");
        bench
    }

    /// Returns the place of a path in the folder. An absolute path would lead out of it, where tests must not write.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        let path = Path::new(path);
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        assert!(path.components().all(is_inside), "`{}` is not in the bench", path.display());
        self.folder.path().join(path)
    }

    /// Writes a file, in new folders if necessary.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("its folder");
        fs::write(path, content).expect("a file");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("a text")
    }

    pub(crate) fn model(&self) {
        self.write("alice/src/lib.rs", ROOT);
        for file in ["board.rs", "solver.rs"] {
            self.write(&format!("alice/src/{file}"), model_file(file));
        }
    }

    /// Replaces a text that occurs exactly once in a file.
    pub(crate) fn edit(&self, file: &str, find: &str, replace: &str) {
        let text = self.read(file);
        assert_eq!(text.matches(find).count(), 1, "in {file}:\n{find}");
        self.write(file, text.replace(find, replace));
    }

    /// Creates a command to run the program in the folder, without the environment variables that affect output.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::from_std(program());
        command.current_dir(&self.folder).args(arguments).timeout(PATIENCE);
        command
    }

    /// Runs the program for something other than grading.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).finish()
    }

    pub(crate) fn grade(&self, arguments: &[&str]) -> Output {
        self.finish_grade(&mut self.command(arguments))
    }

    /// Runs a command that grades.
    ///
    /// The first grading on a machine prints additional messages. Use this method to make sure that it has happened, so
    /// that only the report will be printed.
    #[expect(clippy::unused_self, reason = "the command refers to the folder in which it runs")]
    pub(crate) fn finish_grade(&self, command: &mut Command) -> Output {
        LazyLock::force(&FIRST_GRADE);
        command.finish()
    }

    /// Formats the exit code and the output, without the folder's path.
    pub(crate) fn snapshot(&self, output: &Output) -> String {
        let section = |name, text: &str| match text.trim_end() {
            "" => String::new(),
            text => format!("\n----- {name}\n{text}"),
        };
        let (stdout, stderr) =
            (section("stdout", stdout(output)), section("stderr", stderr(output)));
        let text = format!("exit code {}{stdout}{stderr}", code(output));
        text.replace(&self.folder.path().display().to_string(), "[DIR]")
    }
}

/// Creates a command for the program, with the cache of this test run, and without environment variables that affect
/// output. This should be used by all tests.
pub(crate) fn program() -> std::process::Command {
    let mut command = std::process::Command::new(PROGRAM);
    command.env("GRADER_CACHE_DIR", &*CACHE);
    // Cargo sets `RUSTUP_TOOLCHAIN` if it was started through rustup.
    let chosen = ["RUSTC", "RUSTUP_TOOLCHAIN"];
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"].iter().chain(&chosen) {
        command.env_remove(variable);
    }
    command
}

/// Grades the model answer once per test run, so that its work for later gradings is done. In nextest, each test is
/// a process, and the first one that needs this does it for all of them.
pub(crate) static FIRST_GRADE: LazyLock<()> = LazyLock::new(|| {
    let done = CACHE.join("first-grade");
    let _guard = locked(&CACHE.join("first-grade.lock"));
    if !done.exists() {
        let output = grade_model();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        fs::write(done, "").expect("a file in the cache");
    }
});

/// Grades the model answer in the current folder.
pub(crate) fn grade_model() -> Output {
    let bench = Bench::with_model();
    bench.command(&["check"]).current_dir(bench.path("alice")).finish()
}

pub(crate) fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it is in a workspace").join(path)
}

/// Reads a file of the model answer, without the unit tests, which the grader would run.
pub(crate) fn model_file(name: &str) -> String {
    let text = fs::read_to_string(workspace("reference/src").join(name));
    let text = text.expect("a file of the model");
    text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(&text).to_owned()
}

/// Validates a text against a schema from the book.
#[track_caller]
pub(crate) fn keeps_to(schema: &str, text: &str) {
    let file = workspace(&format!("docs/book/src/reference/schemas/{schema}.schema.json"));
    let rules: Value =
        serde_json::from_str(&fs::read_to_string(file).expect("a schema")).expect("JSON");
    let value: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::validate(&rules, &value)
        .unwrap_or_else(|error| panic!("{schema}: {error}\n{text}"));
}

/// Checks that a report contains all of these parts. What surrounds them is up to the tests of the report.
#[track_caller]
pub(crate) fn assert_parts(report: &str, parts: &[&str]) {
    for part in parts {
        assert!(report.contains(part), "{part:?} is not in\n{report}");
    }
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("the program ends by itself")
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// Returns today's and yesterday's date in all formats, because midnight may pass during a test.
pub(crate) fn today() -> [String; 4] {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is set correctly");
    let days = now.as_secs() / (24 * 60 * 60);
    let [(y, m, d), (year, month, day)] = [date(days), date(days - 1)];
    [
        format!("{y}-{m:02}-{d:02}"),
        format!("{year}-{month:02}-{day:02}"),
        format!("{d:02}.{m:02}.{y}"),
        format!("{m:02}/{d:02}/{y}"),
    ]
}

/// Converts days since January 1, 1970 to a year, month and day.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}
