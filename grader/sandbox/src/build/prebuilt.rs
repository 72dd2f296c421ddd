//! Programs that were compiled on another machine, so that this machine does not need a compiler.
//!
//! A folder with prebuilt programs contains:
//!
//! - `prebuilt.json`: the versions of the compiler and the grader;
//! - `programs-HASH/`: the programs of a submission, named after the hash of its sources;
//! - `tests-HASH/`: the programs for a submission's tests, named after the hash of all inputs.
//!
//! Entries are written atomically, and do not depend on the machine or the submission's name. Multiple machines can
//! therefore fill the same folder, and a changed submission never matches old programs. Each entry is sealed with its
//! name, the compiler, and the grader, so it is useless under another name or in another folder.

mod item;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base::UserError;
use base::digest::PartsHash;
use base::{regular, trust, whole_file};
use grade::pretty;
use intake::Submission;
use serde::{Deserialize, Serialize};

use super::cache;
use super::libraries::Libraries;
use super::own_tests::TestPrograms;
use super::programs::Programs;

const FILE: &str = "prebuilt.json";

const SCHEMA: &str = "prebuilt/1";

/// A folder with programs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prebuilt {
    folder: PathBuf,
    basis: PrebuiltBasis,
    libraries: String,
    /// A second folder with programs, which is only read.
    below: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct PrebuiltBasis {
    schema: String,
    toolchain: String,
    compiler: String,
    /// A hash of the grader's sources.
    grader: String,
}

/// A reason why a folder with programs cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PrebuiltError {
    /// The folder contains no prebuilt programs.
    #[error("`{}` has no programs: the file `{FILE}` is missing", folder.display())]
    None {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder was created for a different version of the grader.
    #[error("the programs in `{}` were built by a different version of the grader", folder.display())]
    OtherGrader {
        /// The folder.
        folder: PathBuf,
    },
    /// The existing programs come from a different compiler, so none can be added.
    #[error(
        "the programs in `{}` were built by {there}, but this is {here}", folder.display()
    )]
    OtherCompiler {
        /// The folder.
        folder: PathBuf,
        /// The compiler that built the programs in the folder.
        there: String,
        /// The compiler on this machine.
        here: String,
    },
    /// A requested entry is missing.
    #[error("`{}` has no programs for {what}", folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The submission or the tests without programs.
        what: String,
    },
    /// A file is damaged.
    #[error("`{}` is damaged: {message}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// A description of the damage.
        message: String,
    },
    /// A file cannot be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl UserError for PrebuiltError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::None { .. } => "create one with `grader build SUBMISSIONS --out DIR`",
            Self::OtherGrader { .. } => {
                "build them again with this version, into a new folder, and use it on all machines"
            }
            Self::OtherCompiler { .. } => "use another folder, or remove this one",
            Self::Missing { .. } => {
                "run `grader build` again with the same submissions and assignment; it builds \
                 only missing programs"
            }
            Self::Damaged { .. } => "copy the folder again, or remove this part and build it again",
            Self::Read { .. } | Self::Write { .. } => return None,
        };
        Some(hint.to_owned())
    }

    fn is_fault(&self) -> bool {
        matches!(self, Self::Write { .. })
    }
}

impl Prebuilt {
    /// Opens a folder with prebuilt programs for reading.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder contains no prebuilt programs, or those of a different version of the grader.
    pub fn open(folder: &Path) -> Result<Self, PrebuiltError> {
        let path = folder.join(FILE);
        let text = match regular::read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(PrebuiltError::None { folder: folder.to_owned() });
            }
            Err(source) => return Err(PrebuiltError::Read { path, source }),
        };
        let basis: PrebuiltBasis = serde_json::from_str(&text)
            .map_err(|error| PrebuiltError::Damaged { path, message: error.to_string() })?;
        // A different schema also indicates a different version of the grader.
        if basis.schema != SCHEMA || basis.grader != env!("SOURCES") {
            return Err(PrebuiltError::OtherGrader { folder: folder.to_owned() });
        }
        Ok(Self::at_folder(folder, basis))
    }

    fn at_folder(folder: &Path, basis: PrebuiltBasis) -> Self {
        let libraries = Libraries::name_for(&basis.compiler);
        Self { folder: folder.to_owned(), basis, libraries, below: None }
    }

    /// Opens or creates a folder for programs from this compiler. `release` is the compiler's name and version, and
    /// `compiler` is the complete version output.
    ///
    /// # Errors
    ///
    /// Returns an error if the programs in the folder come from a different version of the compiler or the grader, or
    /// if the folder is not writable.
    pub fn create(folder: &Path, release: &str, compiler: &str) -> Result<Self, PrebuiltError> {
        let failed = |source| PrebuiltError::Write { path: folder.to_owned(), source };
        trust::create_private(folder).map_err(failed)?;
        match Self::open(folder) {
            Ok(there) if there.compiler_identity() == compiler => Ok(there),
            Ok(there) => Err(PrebuiltError::OtherCompiler {
                folder: folder.to_owned(),
                there: there.compiler_name_and_version().to_owned(),
                here: release.to_owned(),
            }),
            Err(PrebuiltError::None { .. }) => {
                let basis = PrebuiltBasis {
                    schema: SCHEMA.to_owned(),
                    toolchain: release.to_owned(),
                    compiler: compiler.to_owned(),
                    grader: env!("SOURCES").to_owned(),
                };
                let text = pretty::to_json_file(&basis);
                whole_file::write(&folder.join(FILE), &text).map_err(failed)?;
                Ok(Self::at_folder(folder, basis))
            }
            Err(error) => Err(error),
        }
    }

    /// Adds a second folder with programs, which takes precedence.
    #[must_use]
    pub fn with_preferred_folder(self, below: &Path) -> Self {
        Self { below: Some(below.to_owned()), ..self }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the compiler's name and version, such as `rustc 1.95.0`.
    pub fn compiler_name_and_version(&self) -> &str {
        &self.basis.toolchain
    }

    /// Returns the complete version output of the compiler.
    pub fn compiler_identity(&self) -> &str {
        &self.basis.compiler
    }

    /// Returns the name of the libraries that the submissions were compiled with.
    pub fn libraries(&self) -> &str {
        &self.libraries
    }

    /// Returns `true` if the programs of the submission are available.
    pub fn has_programs(&self, submission: &Submission) -> bool {
        self.item_path(&programs_name(submission)).is_dir()
    }

    /// Reads a submission's programs.
    ///
    /// # Errors
    ///
    /// Returns an error if the programs are missing or damaged.
    pub fn programs(&self, submission: &Submission) -> Result<Programs, PrebuiltError> {
        let what = || format!("the current version of `{}`", submission.name());
        let (mut programs, code) = self.read::<Programs>(&programs_name(submission), what)?;
        programs.code = code;
        Ok(programs)
    }

    /// Writes a submission's programs.
    ///
    /// # Errors
    ///
    /// Returns an error if the programs cannot be written.
    pub fn keep_programs(
        &self,
        submission: &Submission,
        programs: &Programs,
    ) -> Result<(), PrebuiltError> {
        self.store_item(&programs_name(submission), programs, &programs.code)
    }

    /// Returns `true` if the tests with this key are available.
    pub fn has_tests(&self, key: &str) -> bool {
        self.item_path(key).is_dir()
    }

    /// Reads the tests with this key.
    ///
    /// # Errors
    ///
    /// Returns an error if the tests are missing or damaged.
    pub fn tests(&self, key: &str) -> Result<TestPrograms, PrebuiltError> {
        let what = || "the current tests of a submission".to_owned();
        let (mut tests, code) = self.read::<TestPrograms>(key, what)?;
        if code.len() != tests.programs.len() {
            let message = format!("{} programs instead of {}", code.len(), tests.programs.len());
            return Err(PrebuiltError::Damaged { path: self.item_path(key), message });
        }
        for (program, code) in tests.programs.iter_mut().zip(code) {
            program.code = code;
        }
        Ok(tests)
    }

    /// Writes the tests with this key.
    ///
    /// # Errors
    ///
    /// Returns an error if the tests cannot be written.
    pub fn keep_tests(&self, key: &str, tests: &TestPrograms) -> Result<(), PrebuiltError> {
        let code: Vec<&[u8]> = tests.programs.iter().map(|program| &program.code[..]).collect();
        self.store_item(key, tests, &code)
    }

    /// Copies new programs from the folder of another process. Skips entries with invalid names.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is not writable, or if programs are damaged.
    pub fn copy_new_programs(&self, made: &Path) -> Result<(), PrebuiltError> {
        let read = |source| PrebuiltError::Read { path: made.to_owned(), source };
        for item in fs::read_dir(made).map_err(read)? {
            let item = item.map_err(read)?;
            let name = item.file_name();
            let Some(name) = name.to_str().filter(|name| is_item(name)) else { continue };
            // Reading an entry also verifies the hashes.
            let (path, key) = (item.path(), self.seal_key(name));
            if name.starts_with("tests-") {
                let (facts, code) = item::read_item::<TestPrograms>(&path, &key)?;
                self.store_item(name, &facts, &code)?;
            } else {
                let (facts, code) = item::read_item::<Programs>(&path, &key)?;
                self.store_item(name, &facts, &code)?;
            }
        }
        Ok(())
    }

    fn item_path(&self, name: &str) -> PathBuf {
        let below = self.below.iter().map(|below| below.join(name)).find(|item| item.is_dir());
        below.unwrap_or_else(|| self.folder.join(name))
    }

    fn read<T: for<'de> Deserialize<'de>>(
        &self,
        name: &str,
        what: impl Fn() -> String,
    ) -> Result<(T, Vec<Vec<u8>>), PrebuiltError> {
        let folder = self.item_path(name);
        if !folder.is_dir() {
            return Err(PrebuiltError::Missing { folder: self.folder.clone(), what: what() });
        }
        item::read_item(&folder, &self.seal_key(name))
    }

    /// Returns the key to seal the entry with this name.
    fn seal_key(&self, name: &str) -> String {
        let Self { basis, libraries, folder: _, below: _ } = self;
        PartsHash::from_value(&(basis, libraries, name)).hex()
    }

    fn store_item<T: Serialize>(
        &self,
        name: &str,
        facts: &T,
        code: &[impl AsRef<[u8]>],
    ) -> Result<(), PrebuiltError> {
        let key = self.seal_key(name);
        cache::ensure_folder(&self.folder, name, |folder| {
            item::write_item(folder, &key, facts, code)
        })
        .map(drop)
        .map_err(|source| PrebuiltError::Write { path: self.item_path(name), source })
    }
}

fn is_item(name: &str) -> bool {
    let hash = name.strip_prefix("programs-").or_else(|| name.strip_prefix("tests-"));
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    hash.is_some_and(|hash| !hash.is_empty() && hash.chars().all(is_digit))
}

fn programs_name(submission: &Submission) -> String {
    let hash = submission.hash();
    // A colon cannot be in a file name on Windows.
    format!("programs-{}", hash.rsplit(':').next().unwrap_or(&hash))
}
