//! The model answer and the faults in compiled form, which the students' edition has instead of their sources.
//!
//! The complete edition writes them as files, with [`CompiledModel::files`]. A build of the students' edition embeds these
//! files:
//!
//! - `model.json`: this type, without programs;
//! - `NUMBER.wasm`: the model answer's programs, to measure its costs on the puzzles of any assignment;
//! - `*.rlib`: the [`Libraries`] and the subjects of students' tests.
//!
//! Another compiler rejects libraries, so the students' edition only works with the compiler that made them. They do not
//! depend on the machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::{fs, io};

use base::UserError;
use grade::pretty;
use intake::Submission;
use serde::{Deserialize, Serialize};

use super::error::BuildError;
use super::libraries::Libraries;
use super::own_tests::{FileHashes, TestSubject};
use super::programs::Programs;
use super::toolchain::install_own_version;
use super::workshop::Workshop;

const FACTS: &str = "model.json";

/// The compiled model answer of the students' edition.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CompiledModel {
    /// A hash of the sources of the grader that compiled it.
    grader: String,
    /// The compiler's version output, without the system it runs on.
    compiler: String,
    /// The compiler's version and commit, for people.
    version: String,
    programs: Programs,
    /// The hashes of the model answer's files.
    model: FileHashes,
    /// The hashes of each fault's files, by the fault's name.
    faults: BTreeMap<String, FileHashes>,
}

/// Why the students' edition cannot use its compiled model answer.
#[derive(Debug, thiserror::Error)]
pub enum CompiledModelError {
    /// The compiler on this machine is not the one that compiled the model.
    #[error("this edition for students grades only with rustc {wanted}, but found rustc {found}")]
    OtherCompiler {
        /// The version and commit of the compiler on this machine.
        found: String,
        /// The version and commit of the compiler that this edition needs.
        wanted: String,
    },
    /// The program was built with files from another version of the grader.
    #[error("this edition for students contains a model answer from another version of the grader")]
    OtherGrader,
}

impl UserError for CompiledModelError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::OtherCompiler { .. } => format!(
                "run {}, and unset `RUSTC` and `RUSTUP_TOOLCHAIN` if they are set; the complete \
                 edition also works with other compilers",
                install_own_version()
            ),
            Self::OtherGrader => "report this to whoever built this program".to_owned(),
        })
    }

    fn is_fault(&self) -> bool {
        true
    }
}

impl CompiledModel {
    /// Returns the compiled model answer, or `None` in the complete edition. Damaged facts are those of another grader.
    pub fn embedded() -> Option<&'static Self> {
        static MODEL: OnceLock<Option<CompiledModel>> = OnceLock::new();
        let read =
            || Some(serde_json::from_slice(embedded::compiled_file(FACTS)?).unwrap_or_default());
        MODEL.get_or_init(read).as_ref()
    }

    /// Checks that this grader, and the compiler with this version output, can use the model.
    ///
    /// # Errors
    ///
    /// Returns an error if either is another one than the one that compiled the model.
    pub(super) fn check(&self, compiler: &str) -> Result<(), CompiledModelError> {
        if self.grader != env!("SOURCES") {
            return Err(CompiledModelError::OtherGrader);
        }
        if self.compiler == without_host(compiler) {
            return Ok(());
        }
        let (found, wanted) = (short_version(compiler), self.version.clone());
        Err(CompiledModelError::OtherCompiler { found, wanted })
    }

    /// Compiles a model answer with this workshop, and these subjects of tests. Returns the files by name, including the
    /// libraries of the workshop.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails, or if there is no compiler.
    pub fn files(
        workshop: &Workshop,
        model: &Submission,
        subject: &TestSubject,
        faults: &BTreeMap<String, TestSubject>,
    ) -> Result<BTreeMap<String, Vec<u8>>, BuildError> {
        let programs = workshop.programs(model)?;
        let mut all = vec![subject.clone()];
        all.extend(faults.values().cloned());
        let subjects = workshop.ready_subjects(&all)?;
        let (libraries, _) = workshop.paths_to_read_and_run();
        let mut files = BTreeMap::new();
        for folder in &libraries {
            add_libraries(&mut files, folder, |_| true)?;
        }
        let names: Vec<String> = all.iter().map(TestSubject::library).collect();
        if let Some(folder) = &subjects {
            add_libraries(&mut files, folder, |name| names.iter().any(|own| own == name))?;
        }
        for (number, code) in programs.code.iter().enumerate() {
            files.insert(code_file(number), code.clone());
        }
        let compiler = workshop.compiler_identity();
        let hashes = faults.iter().map(|(name, fault)| (name.clone(), fault.hashes().clone()));
        let facts = Self {
            grader: env!("SOURCES").to_owned(),
            compiler: without_host(compiler),
            version: short_version(compiler),
            programs,
            model: subject.hashes().clone(),
            faults: hashes.collect(),
        };
        files.insert(FACTS.to_owned(), pretty::to_json_file(&facts).into_bytes());
        Ok(files)
    }

    /// Writes the libraries to an empty folder.
    pub(super) fn write_libraries(folder: &Path) -> io::Result<()> {
        for (name, bytes) in embedded::COMPILED_MODEL {
            if Libraries::has_file(name) {
                fs::write(folder.join(name), bytes)?;
            }
        }
        Ok(())
    }

    /// Returns the model answer's programs.
    pub(super) fn programs(&self) -> Programs {
        let files = (0..).map_while(|number| embedded::compiled_file(&code_file(number)));
        Programs { code: files.map(<[u8]>::to_vec).collect(), ..self.programs.clone() }
    }

    /// Returns the model answer, followed by these faults. Leaves out unknown faults.
    pub fn subjects<'a>(&self, faults: impl Iterator<Item = &'a str>) -> Vec<TestSubject> {
        let faults = faults.filter_map(|name| self.faults.get(name));
        let all = std::iter::once(&self.model).chain(faults);
        all.map(|hashes| TestSubject::from_hashes(hashes.clone())).collect()
    }
}

fn code_file(number: usize) -> String {
    format!("{number}.wasm")
}

/// Adds the libraries in a folder whose names are wanted.
fn add_libraries(
    files: &mut BTreeMap<String, Vec<u8>>,
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.extension().is_some_and(|ending| ending == "rlib") && is_wanted(name) {
            files.insert(name.to_owned(), fs::read(&path)?);
        }
    }
    Ok(())
}

/// Returns a compiler's version output without the line about the system it runs on, which does not affect its output.
fn without_host(identity: &str) -> String {
    let lines = identity.lines().filter(|line| !line.starts_with("host: "));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the version and commit in a compiler's version output, such as `1.95.0 (59807616e 2026-04-14)`.
fn short_version(identity: &str) -> String {
    let first = identity.lines().next().unwrap_or_default();
    first.strip_prefix("rustc ").unwrap_or(first).to_owned()
}
