//! Builds autograders for Gradescope: zip files with everything needed for grading on the platform.
//!
//! ```text
//! setup.sh           prepares the image, once: the compiler, the grader and the caches
//! run_autograder     grades one submission, and always writes a results file
//! settings.sh        the variables for both scripts
//! no-score.json      the results if the autograder fails, with neither a score nor tests
//! grader             this program, or `grader-source/`, which is built on the platform
//! assignment/        the rubric and its puzzles, unless the built-in assignment is used
//! warm-up/           the model answer, which is graded when the image is built
//! ```
//!
//! The same input will produce identical files, so you can compare autograders byte for byte.
//!
//! Sources: Gradescope's pages "Autograder Specifications" and "Technical Details",
//! <https://gradescope-autograders.readthedocs.io/en/latest/>.

mod attempts;
mod elf;
mod release_archive;
mod sources;
mod strip;

use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use assignment::{AnswerSource, Assignment};
use base::{UserError, regular};
use embedded::RUST_VERSION;
use grade::check::Check;
use grade::points::Points;
use grade::view::Corrected;
use grade::{Basis, CheckGrade, Grade, TARGET, Verdict, Visibility};
use report::formats;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

pub use attempts::{NoHistory, SubmissionHistory};
pub use elf::{Elf, ElfError, GlibcVersion};

const SETUP: &str = include_str!("autograder/setup.sh");

const RUN: &str = include_str!("autograder/run_autograder.sh");

/// The grader will be stopped this many seconds before the platform's time limit, to leave time to report the timeout.
/// Half a minute is enough to stop the processes and write a small file, even on a busy machine.
const MARGIN: u32 = 30;

/// A test for the model answer, to compile everything that students' tests need.
const TESTS: &str = "
#[cfg(test)]
mod tests {
    use slider::{Board as _, Solver as _};

    use super::*;

    #[test]
    fn the_goal_takes_no_moves() {
        let goal = Board::new(&[vec![1, 2], vec![3, 0]]);
        assert_eq!(Solver::new(&goal).moves(), Some(0));
    }
}
";

/// The contents of an autograder.
#[derive(Clone, Debug)]
pub struct Autograder {
    /// The files of the assignment by name, or `None` for the built-in assignment.
    pub assignment: Option<BTreeMap<String, String>>,
    /// The grader.
    pub program: PackedGrader,
    /// The platform's time limit in minutes.
    pub minutes: NonZeroU32,
}

/// The grader, as a program or as source code.
#[derive(Clone, Debug)]
pub enum PackedGrader {
    /// A program for Linux on x86-64.
    Binary(Vec<u8>),
    /// Source files by path, to be compiled on the platform.
    Sources(BTreeMap<String, Vec<u8>>),
}

/// The reason why an autograder cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum AutograderError {
    /// A file or folder cannot be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The path of the file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The program does not run on the platform.
    #[error("`{}` does not run on Gradescope: {why}", path.display())]
    Program {
        /// The path of the program.
        path: PathBuf,
        /// The reason.
        why: ElfError,
    },
    /// The folder does not contain the grader's sources.
    #[error("`{}` does not contain the grader's sources: `{missing}` is missing", path.display())]
    NoSources {
        /// The path of the folder.
        path: PathBuf,
        /// A missing file.
        missing: &'static str,
    },
    /// The archive cannot be written.
    #[error("cannot create the archive")]
    Archive(#[from] io::Error),
}

impl UserError for AutograderError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Program { .. } => {
                "use `--grader` with the released grader for x86-64 Linux, packed or unpacked \
                 (`grader-VERSION-x86_64-unknown-linux-musl.tar.gz`), or use `--source` with its \
                 source folder to build it on the platform"
            }
            Self::NoSources { .. } => "use the folder that the grader was built in",
            Self::Read { .. } | Self::Archive(_) => return None,
        };
        Some(hint.to_owned())
    }

    fn is_fault(&self) -> bool {
        matches!(self, Self::Archive(_))
    }
}

impl PackedGrader {
    /// Reads the grader from a program file or a release archive, and checks that the program runs on the platform.
    /// Debug information is removed, since it makes up most of the file unless the program comes from a release.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or does not run on the platform.
    pub fn read_binary(path: &Path) -> Result<(Self, Elf), AutograderError> {
        let unreadable = |source| AutograderError::Read { path: path.to_owned(), source };
        let read = |file| regular::read_all(&file, release_archive::MAX_PROGRAM);
        let bytes =
            regular::open_regular(path).and_then(read).and_then(release_archive::program_in);
        let bytes = bytes.map_err(unreadable)?;
        let elf = Elf::parse(&bytes).and_then(Elf::checked_for_platform);
        let elf = elf.map_err(|why| AutograderError::Program { path: path.to_owned(), why })?;
        Ok((Self::Binary(strip::strip_debug_information(&bytes).unwrap_or(bytes)), elf))
    }

    /// Reads the grader's sources.
    ///
    /// # Errors
    ///
    /// Returns an error if sources are missing or cannot be read.
    pub fn read_sources(folder: &Path) -> Result<Self, AutograderError> {
        sources::read_sources(folder).map(Self::Sources)
    }
}

impl Autograder {
    /// Returns the zip file.
    ///
    /// # Errors
    ///
    /// Returns an error if a file is too large for a zip file.
    pub fn zip(&self) -> Result<Vec<u8>, AutograderError> {
        Ok(zip_files(&self.archive_files())?)
    }

    fn archive_files(&self) -> BTreeMap<String, ArchiveFile> {
        let mut files = BTreeMap::new();
        let mut add = |path: String, bytes: Vec<u8>, is_program| {
            files.insert(path, ArchiveFile { bytes, is_program });
        };
        // On Windows, git may check out these scripts with different line endings.
        let script = |text: &str| text.replace("\r\n", "\n").into_bytes();
        add("setup.sh".to_owned(), script(SETUP), true);
        add("run_autograder".to_owned(), script(RUN), true);
        add("settings.sh".to_owned(), self.setup_variables().into_bytes(), false);
        add("no-score.json".to_owned(), Self::results_without_score().into_bytes(), false);
        for (path, text) in warm_up_files() {
            add(format!("warm-up/{path}"), text.into_bytes(), false);
        }
        for (path, text) in self.assignment.iter().flatten() {
            add(format!("assignment/{path}"), text.clone().into_bytes(), false);
        }
        match &self.program {
            PackedGrader::Binary(bytes) => add("grader".to_owned(), bytes.clone(), true),
            PackedGrader::Sources(sources) => {
                for (path, bytes) in sources {
                    add(format!("grader-source/{path}"), bytes.clone(), false);
                }
            }
        }
        files
    }

    fn setup_variables(&self) -> String {
        let seconds = self.minutes.get().saturating_mul(60).saturating_sub(MARGIN);
        format!("RUST={RUST_VERSION}\nTARGET={TARGET}\nSECONDS_TO_GRADE={seconds}\n")
    }

    /// Returns the results to upload if the autograder itself fails.
    fn results_without_score() -> String {
        let basis = Basis {
            assignment: String::new(),
            toolchain: format!("rustc {RUST_VERSION}"),
            engine: sandbox::run::VERSION.to_owned(),
        };
        let fault = CheckGrade {
            check: Check::CompileBuild,
            max_score: Points::ZERO,
            visibility: Visibility::Visible,
            verdict: Verdict::GraderError("the autograder failed".to_owned()),
            measure: None,
            credit: None,
            withheld: None,
            note: None,
        };
        let grade = Grade { checks: vec![fault], ..Grade::new("submission", "", basis) };
        formats::gradescope(&Corrected::from(&grade).platform())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArchiveFile {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_program: bool,
}

/// Creates an archive, with entries sorted by path, Unix permissions, and no timestamps.
pub(crate) fn zip_files(files: &BTreeMap<String, ArchiveFile>) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, ArchiveFile { bytes, is_program }) in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if *is_program { 0o755 } else { 0o644 });
        writer.start_file(path.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

fn warm_up_files() -> BTreeMap<String, String> {
    let mut files = embedded::model_sources();
    files.entry("lib.rs".to_owned()).or_default().push_str(TESTS);
    files.into_iter().map(|(name, text)| (format!("src/{name}"), text)).collect()
}

/// Reads the files of an assignment.
///
/// # Errors
///
/// Returns an error if the assignment is invalid, or if the oracle proves another answer than the expected one.
/// Otherwise, the error would appear only on the platform.
pub fn assignment_files(path: &Path) -> Result<BTreeMap<String, String>, base::input::FileError> {
    for puzzle in Assignment::load(path)?.answered() {
        if let Some((found, _)) = puzzle.prove_answer() {
            puzzle
                .compare(found, AnswerSource::Oracle)
                .map_err(|wrong| wrong.to_file_error(Some(path)))?;
        }
    }
    Assignment::files(path)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn content(zip: &[u8]) -> Vec<(String, u32, Vec<u8>)> {
        let mut archive = ::zip::ZipArchive::new(Cursor::new(zip)).unwrap();
        let count = archive.len();
        let entry = |i| {
            let mut file = archive.by_index(i).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().to_string(), file.unix_mode().unwrap(), bytes)
        };
        (0..count).map(entry).collect()
    }

    fn autograder(program: PackedGrader) -> Autograder {
        let files = [("assignment.toml", "schema"), ("puzzles/a.toml", "[[puzzle]]")];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        let minutes = NonZeroU32::new(10).unwrap();
        Autograder { assignment: Some(files.into()), program, minutes }
    }

    #[test]
    fn the_zip_is_reproducible_and_marks_executables() {
        let made = autograder(PackedGrader::Binary(vec![7; 100]));
        let zip = made.zip().unwrap();
        assert_eq!(made.zip().unwrap(), zip);
        let content = content(&zip);
        let list: Vec<_> =
            content.iter().map(|(name, mode, _)| format!("{mode:o} {name}")).collect();
        insta::assert_snapshot!(list.join("\n"), @"
        100644 assignment/assignment.toml
        100644 assignment/puzzles/a.toml
        100755 grader
        100644 no-score.json
        100755 run_autograder
        100644 settings.sh
        100755 setup.sh
        100644 warm-up/src/board.rs
        100644 warm-up/src/lib.rs
        100644 warm-up/src/solver.rs
        ");
        for (name, _, bytes) in &content {
            assert!(!bytes.contains(&b'\r'), "{name}");
        }
        let text = |wanted: &str| {
            let (_, _, bytes) = content.iter().find(|(name, ..)| name == wanted).unwrap();
            String::from_utf8(bytes.clone()).unwrap()
        };
        assert!(text("setup.sh").starts_with("#!/usr/bin/env bash\n"));
        assert!(text("run_autograder").starts_with("#!/usr/bin/env bash\n"));
        let settings = text("settings.sh");
        assert!(settings.contains("TARGET=wasm32-wasip1\nSECONDS_TO_GRADE=570\n"), "{settings}");
        let no_score: serde_json::Value = serde_json::from_str(&text("no-score.json")).unwrap();
        assert_eq!((no_score.get("score"), no_score.get("tests")), (None, None));
        assert_eq!(no_score["stdout_visibility"], "hidden");
    }

    #[test]
    fn the_compiler_version_is_numeric() {
        assert!(RUST_VERSION.split('.').all(|part| part.parse::<u32>().is_ok()), "{RUST_VERSION}");
    }

    #[test]
    fn sources_are_packed_instead_of_the_program() {
        let sources = [("Cargo.toml".to_owned(), b"[workspace]".to_vec())];
        let content = content(&autograder(PackedGrader::Sources(sources.into())).zip().unwrap());
        let names: Vec<_> = content.iter().map(|(name, ..)| name.as_str()).collect();
        assert!(names.contains(&"grader-source/Cargo.toml") && !names.contains(&"grader"));
    }
}
