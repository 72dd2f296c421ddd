//! An autograder to be uploaded to Gradescope: a zip file with all that grading takes there.
//!
//! ```text
//! setup.sh           prepares the image, once: the compiler, the grader, what is kept in caches
//! run_autograder     grades one submission and always leaves a file of results
//! settings.sh        what the two have to know
//! no-score.json      the results where the autograder fails: neither a score nor tests
//! grader             this program, or `grader-source/`, to be built there
//! assignment/        the rubric and its puzzles, unless they are those inside the program
//! warm-up/           the model answer, which is graded when the image is made
//! ```
//!
//! The same input gives the same bytes, so that what is uploaded can be compared.
//!
//! Sources: Gradescope's pages "Autograder Specifications" and "Technical Details",
//! <https://gradescope-autograders.readthedocs.io/en/latest/>.

pub(crate) mod archive;
mod attempts;
mod elf;
mod released;
mod sources;
mod strip;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::{fs, io};

use checks::assignment::Assignment;
use grade::TARGET;
use grade::check::Check;
use grade::points::Points;
use grade::view::Corrected;
use grade::{Basis, CheckGrade, Grade, Verdict, Visibility};
use report::formats;
use serde::Deserialize;

pub use attempts::{History, NoHistory};
pub use elf::{Elf, ElfError, Version};

/// The script that prepares the image.
const SETUP: &str = include_str!("autograder/setup.sh");

/// The script that grades a submission.
const RUN: &str = include_str!("autograder/run_autograder.sh");

/// The seconds before the platform's own limit at which the grader is stopped, so that there is
/// time to say so.
const MARGIN: u32 = 30;

/// A test in the model answer, so that what tests of submissions take long for the first time is
/// done as well.
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

/// The parts of an autograder.
#[derive(Clone, Debug)]
pub struct Autograder {
    /// The files of the assignment, by their names in its folder; none for the one inside the
    /// program.
    pub assignment: Option<BTreeMap<String, String>>,
    /// The program that grades.
    pub program: Program,
    /// The minutes that the platform gives a submission.
    pub minutes: NonZeroU32,
}

/// The program that grades.
#[derive(Clone, Debug)]
pub enum Program {
    /// A program for Linux on x86-64.
    Binary(Vec<u8>),
    /// The grader's own sources, by their paths.
    Sources(BTreeMap<String, Vec<u8>>),
}

/// The reason why there is no autograder.
#[derive(Debug, thiserror::Error)]
pub enum AutograderError {
    /// A file or folder cannot be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The program does not run on the platform.
    #[error("`{}` does not run on Gradescope: {why}", path.display())]
    Program {
        /// The program.
        path: PathBuf,
        /// Why.
        why: ElfError,
    },
    /// The folder does not hold the grader's sources.
    #[error("`{}` does not contain the sources of the grader: `{missing}` is missing", path.display())]
    NoSources {
        /// The folder.
        path: PathBuf,
        /// The file that is missing.
        missing: &'static str,
    },
    /// The archive cannot be made.
    #[error("cannot make the archive")]
    Archive(#[from] io::Error),
}

impl AutograderError {
    /// A hint on how to go on.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Program { .. } => Some(
                "use `--grader` with the released grader for Linux on x86-64, packed or unpacked \
                 (`grader-VERSION-x86_64-unknown-linux-musl.tar.gz`), or `--source` with the \
                 folder of its sources, to build it on the platform",
            ),
            Self::NoSources { .. } => Some("use the folder where the grader was built"),
            Self::Read { .. } | Self::Archive(_) => None,
        }
    }
}

impl Program {
    /// Reads a program, or the archive of a release that it is in, and finds out whether it can run on the
    /// platform. What only a debugger reads is left out, which is most of it unless it was released.
    ///
    /// # Errors
    ///
    /// If it cannot, or cannot be read.
    pub fn binary(path: &Path) -> Result<(Self, Elf), AutograderError> {
        let unreadable = |source| AutograderError::Read { path: path.to_owned(), source };
        let bytes = fs::read(path).and_then(released::program_in).map_err(unreadable)?;
        let elf = Elf::read(&bytes).and_then(Elf::for_platform);
        let elf = elf.map_err(|why| AutograderError::Program { path: path.to_owned(), why })?;
        Ok((Self::Binary(strip::stripped(&bytes).unwrap_or(bytes)), elf))
    }

    /// Reads the grader's sources.
    ///
    /// # Errors
    ///
    /// If they are not there, or cannot be read.
    pub fn sources(folder: &Path) -> Result<Self, AutograderError> {
        sources::read(folder).map(Self::Sources)
    }
}

/// The compiler that grades: the one that this workspace is built with.
///
/// # Panics
///
/// Never: rustup reads the same file before this is compiled.
pub fn rust() -> String {
    #[derive(Deserialize)]
    struct File {
        toolchain: Toolchain,
    }
    #[derive(Deserialize)]
    struct Toolchain {
        channel: String,
    }
    let file: File = toml::from_str(embedded::RUST_TOOLCHAIN).expect("rustup has read it");
    file.toolchain.channel
}

impl Autograder {
    /// The bytes of the zip file.
    ///
    /// # Errors
    ///
    /// If a file is larger than a zip file can hold.
    pub fn zip(&self) -> Result<Vec<u8>, AutograderError> {
        Ok(archive::zip(&self.files())?)
    }

    /// All files of it, by their paths.
    fn files(&self) -> BTreeMap<String, archive::File> {
        let mut files = BTreeMap::new();
        let mut add = |path: String, bytes: Vec<u8>, is_program| {
            files.insert(path, archive::File { bytes, is_program });
        };
        // However lines end in this copy of the sources.
        let script = |text: &str| text.replace("\r\n", "\n").into_bytes();
        add("setup.sh".to_owned(), script(SETUP), true);
        add("run_autograder".to_owned(), script(RUN), true);
        add("settings.sh".to_owned(), self.settings().into_bytes(), false);
        add("no-score.json".to_owned(), Self::no_score().into_bytes(), false);
        for (path, text) in warm_up() {
            add(format!("warm-up/{path}"), text.into_bytes(), false);
        }
        for (path, text) in self.assignment.iter().flatten() {
            add(format!("assignment/{path}"), text.clone().into_bytes(), false);
        }
        match &self.program {
            Program::Binary(bytes) => add("grader".to_owned(), bytes.clone(), true),
            Program::Sources(sources) => {
                for (path, bytes) in sources {
                    add(format!("grader-source/{path}"), bytes.clone(), false);
                }
            }
        }
        files
    }

    /// The settings of the scripts.
    fn settings(&self) -> String {
        let seconds = self.minutes.get().saturating_mul(60).saturating_sub(MARGIN);
        format!("RUST={}\nTARGET={TARGET}\nSECONDS_TO_GRADE={seconds}\n", rust())
    }

    /// The results where the autograder fails.
    fn no_score() -> String {
        let basis = Basis {
            assignment: String::new(),
            toolchain: format!("rustc {}", rust()),
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
        };
        let grade = Grade { checks: vec![fault], ..Grade::new("submission", "", basis) };
        formats::gradescope(&Corrected::from(&grade).platform())
    }
}

/// The model answer as a crate.
fn warm_up() -> BTreeMap<String, String> {
    let mut files = embedded::model_sources();
    files.entry("lib.rs".to_owned()).or_default().push_str(TESTS);
    files.into_iter().map(|(name, text)| (format!("src/{name}"), text)).collect()
}

/// The files of an assignment.
///
/// # Errors
///
/// If it is wrong in any way, so that this shows here and not on the platform.
pub fn assignment(path: &Path) -> Result<BTreeMap<String, String>, base::input::FileError> {
    Assignment::load(path)?;
    Assignment::files(path)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// The names, modes and texts in a zip file, in its order.
    fn content(zip: &[u8]) -> Vec<(String, u32, Vec<u8>)> {
        let mut archive = ::zip::ZipArchive::new(io::Cursor::new(zip)).unwrap();
        let count = archive.len();
        let entry = |i| {
            let mut file = archive.by_index(i).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().to_string(), file.unix_mode().unwrap(), bytes)
        };
        (0..count).map(entry).collect()
    }

    fn autograder(program: Program) -> Autograder {
        let files = [("assignment.toml", "schema"), ("puzzles/a.toml", "[[puzzle]]")];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        let minutes = NonZeroU32::new(10).unwrap();
        Autograder { assignment: Some(files.into()), program, minutes }
    }

    #[test]
    fn what_is_run_is_executable_and_the_bytes_are_always_the_same() {
        let made = autograder(Program::Binary(vec![7; 100]));
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
    fn the_compiler_is_the_one_of_this_workspace() {
        assert!(rust().split('.').all(|part| part.parse::<u32>().is_ok()), "{}", rust());
    }

    #[test]
    fn sources_are_packed_instead_of_the_program() {
        let sources = [("Cargo.toml".to_owned(), b"[workspace]".to_vec())];
        let content = content(&autograder(Program::Sources(sources.into())).zip().unwrap());
        let names: Vec<_> = content.iter().map(|(name, ..)| name.as_str()).collect();
        assert!(names.contains(&"grader-source/Cargo.toml") && !names.contains(&"grader"));
    }
}
