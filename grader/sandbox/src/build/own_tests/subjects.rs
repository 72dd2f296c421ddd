//! Combines the model and the faults in a single crate that exports a `Board` and a `Solver`.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use base::digest::{self, PartsHash};
use intake::Edition;

use crate::build::cache;
use crate::build::comments::blank_out_comments;
use crate::build::error::BuildError;
use crate::build::libraries::{self, Libraries};
use crate::build::rustc::{self, CrateKind, RustcCall};
use crate::build::toolchain::Toolchain;

/// The subjects to run a submission's tests on. Subject 0 is the model, and all others are faults.
///
/// Each subject is a separate crate. A wrapper crate contains the types of all subjects, and the grader selects the
/// subject when a value is created. All crates are compiled once per rubric, and then cached.
pub struct TestSubjects {
    folder: PathBuf,
}

/// The hash of each source file below `src`, including the crate root, by path.
pub type FileHashes = BTreeMap<String, String>;

/// A subject: the model or a fault.
///
/// The board is in `board.rs`, and the solver is in `solver.rs`. Neither needs the other file.
#[derive(Clone, Debug)]
pub struct TestSubject {
    hashes: FileHashes,
    /// The texts of the files, or `None` in the students' edition, which has compiled subjects.
    sources: Option<BTreeMap<String, String>>,
}

impl Hash for TestSubject {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // These cover the sources.
        self.hashes.hash(state);
    }
}

impl TestSubject {
    /// Creates a subject from its source files below `src`, by path.
    pub fn from_sources(sources: BTreeMap<String, String>) -> Self {
        let hashes = sources.iter().map(|(path, text)| (path.clone(), digest::sha256(text)));
        Self { hashes: hashes.collect(), sources: Some(sources) }
    }

    /// Creates a subject of the students' edition.
    pub(in crate::build) fn from_hashes(hashes: FileHashes) -> Self {
        Self { hashes, sources: None }
    }

    pub(in crate::build) fn hashes(&self) -> &FileHashes {
        &self.hashes
    }

    /// Returns the name of the crate, which depends only on the sources.
    fn crate_name(&self) -> String {
        format!("subject_{}", PartsHash::from_value(&self.hashes).half_of_hex())
    }

    /// Returns the file name of the compiled crate.
    pub(in crate::build) fn library(&self) -> String {
        format!("lib{}.rlib", self.crate_name())
    }
}

const BOARD: &str = "board.rs";
const SOLVER: &str = "solver.rs";

impl TestSubjects {
    /// Returns these subjects from the cache, after compiling them if they are missing. The first subject must be the
    /// model.
    pub(crate) fn load_or_compile(
        toolchain: &Toolchain,
        libraries: &Libraries,
        cache: &Path,
        subjects: &[TestSubject],
    ) -> Result<Self, BuildError> {
        let switch = switch_code(subjects);
        let name = name_in_cache(libraries.name(), subjects, &switch);
        let folder = cache::ensure_sealed_folder(cache, &name, |folder| {
            compile_switch_library(toolchain, libraries, subjects, &switch, folder)
        })?;
        Ok(Self { folder })
    }

    /// Returns a unique name for these subjects, derived from the name of the libraries.
    pub fn unique_name(libraries: &str, subjects: &[TestSubject]) -> String {
        name_in_cache(libraries, subjects, &switch_code(subjects))
    }

    pub(crate) fn library_folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn switch_library(&self) -> PathBuf {
        self.folder.join("libmodel.rlib")
    }
}

fn name_in_cache(libraries: &str, subjects: &[TestSubject], switch: &str) -> String {
    format!("subjects-{}", PartsHash::from_value(&(libraries, switch, subjects)).half_of_hex())
}

fn compile_switch_library(
    toolchain: &Toolchain,
    libraries: &Libraries,
    subjects: &[TestSubject],
    switch: &str,
    folder: &Path,
) -> Result<(), BuildError> {
    let slider = libraries.slider_api();
    let compile = |name: &str, source: &Path, externs: Vec<(&str, PathBuf)>, extra: &[&str]| {
        let extra: Vec<&str> = ["-Cmetadata=subject"].iter().chain(extra).copied().collect();
        let call = RustcCall {
            root: "model/lib.rs",
            name,
            edition: Edition::E2024,
            kind: CrateKind::Library,
            externs,
            libraries: vec![folder, libraries.folder()],
            extra: &extra,
            output: &folder.join(format!("lib{name}.rlib")),
            dep_info: None,
        };
        let compiled = rustc::compile_own(toolchain, source, &call)?;
        if compiled.success {
            return Ok(());
        }
        let first = compiled.errors.first().map(|error| error.rendered.clone());
        let message = first.or(compiled.crash).unwrap_or_default();
        Err(BuildError::OwnCode { part: "subjects of tests", message })
    };
    let mut externs = vec![("slider".to_owned(), slider.clone())];
    for subject in subjects {
        let (name, library) = (subject.crate_name(), folder.join(subject.library()));
        if externs.iter().any(|(known, _)| *known == name) {
            continue;
        }
        if let Some(sources) = &subject.sources {
            let source = tempfile::tempdir()?;
            for (file, text) in sources {
                // A panic message names the file, which must not look like a file of the submission.
                let file = format!("model/{file}");
                libraries::write_files(source.path(), &[(&file, &blank_out_comments(text))])?;
            }
            compile(&name, source.path(), vec![("slider", slider.clone())], &[])?;
        } else if let Some(compiled) = embedded::compiled_file(&subject.library()) {
            fs::write(&library, compiled)?;
        }
        externs.push((name, library));
    }
    let source = tempfile::tempdir()?;
    libraries::write_files(source.path(), &[("model/lib.rs", switch)])?;
    let externs = externs.iter().map(|(name, file)| (&name[..], file.clone())).collect();
    // Compiler messages name this crate, which students know as the model.
    compile("model", source.path(), externs, &[SHARED])
}

/// At this level, the compiler reuses generic functions that other crates have already compiled for the same types.
/// Otherwise, test programs would compile every solver again.
pub(super) const SHARED: &str = "-Copt-level=1";

const SWITCH: &str = include_str!("switch.in.rs");

/// Returns for every subject the first one whose files are identical, ignoring `except`.
fn first_with_same_files(subjects: &[TestSubject], except: &str) -> Vec<usize> {
    let files = |number: usize| subjects[number].hashes.iter().filter(|(name, _)| *name != except);
    let first =
        |number| (0..number).find(|earlier| files(*earlier).eq(files(number))).unwrap_or(number);
    (0..subjects.len()).map(first).collect()
}

fn switch_code(subjects: &[TestSubject]) -> String {
    let (board_of, solver_of) =
        (first_with_same_files(subjects, SOLVER), first_with_same_files(subjects, BOARD));
    let all =
        |line: &dyn Fn(usize) -> String| -> String { (0..subjects.len()).map(line).collect() };
    let boards = |line: &dyn Fn(usize) -> String| -> String {
        (0..subjects.len()).filter(|subject| board_of[*subject] == *subject).map(line).collect()
    };
    let solvers = |line: &dyn Fn(usize) -> String| -> String {
        (0..subjects.len()).filter(|subject| solver_of[*subject] == *subject).map(line).collect()
    };
    let board = |answer: &str| boards(&|i| format!("AnyBoard::B{i}(it) => {answer},\n"));
    let solver = |answer: &str| solvers(&|i| format!("AnySolver::S{i}(it) => {answer},\n"));
    let variant = |i: usize, board: &str| format!("Self(AnyBoard::B{i}({board}))");

    let fill = [
        ("count", subjects.len().to_string()),
        ("boards", boards(&|i| format!("B{i}({}::Board),\n", subjects[i].crate_name()))),
        ("debug", board("fmt::Debug::fmt(it, f)")),
        ("display", board("fmt::Display::fmt(it, f)")),
        (
            "new board",
            all(&|i| format!("{i} => {},\n", variant(board_of[i], "slider::Board::new(tiles)"))),
        ),
        ("dimension", board("it.dimension()")),
        ("hamming", board("it.hamming()")),
        ("manhattan", board("it.manhattan()")),
        ("is_goal", board("it.is_goal()")),
        (
            "neighbors",
            boards(&|i| {
                let neighbors = format!("it.neighbors().map(|it| {})", variant(i, "it"));
                format!("AnyBoard::B{i}(it) => Box::new({neighbors}),\n")
            }),
        ),
        ("twin", boards(&|i| format!("AnyBoard::B{i}(it) => {},\n", variant(i, "it.twin()")))),
        ("solvers", solvers(&|i| format!("S{i}({}::Solver<B>),\n", subjects[i].crate_name()))),
        (
            "new solver",
            all(&|i| {
                let s = solver_of[i];
                format!("{i} => Self(AnySolver::S{s}(slider::Solver::new(initial))),\n")
            }),
        ),
        ("is_solvable", solver("it.is_solvable()")),
        ("moves", solver("it.moves()")),
        (
            "solution",
            solver("match it.solution() { Some(it) => Some(Box::new(it)), None => None }"),
        ),
    ];
    let mut code = SWITCH.to_owned();
    for (name, lines) in fill {
        code = code.replacen(&format!("    // {name}\n"), &lines, 1);
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identical_types_are_included_once() {
        let subject = |board: &str, solver: &str| {
            let files = [("lib.rs", ""), (BOARD, board), (SOLVER, solver)];
            let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
            TestSubject::from_sources(files.into())
        };
        let all = [subject("a", "x"), subject("b", "x"), subject("a", "y"), subject("b", "y")];
        let code = switch_code(&all);
        for (number, board, solver) in [(0, 0, 0), (1, 1, 0), (2, 0, 2), (3, 1, 2)] {
            for arm in [
                format!("{number} => Self(AnyBoard::B{board}("),
                format!("{number} => Self(AnySolver::S{solver}("),
            ] {
                assert!(code.contains(&arm), "{arm} in {code}");
            }
        }
        let names = all.map(|subject| subject.crate_name());
        for variant in [
            format!("B0({}::Board)", names[0]),
            format!("B1({}::Board)", names[1]),
            format!("S2({}::Solver<B>)", names[2]),
        ] {
            assert!(code.contains(&variant), "{variant} in {code}");
        }
        assert!(!code.contains("B2(") && !code.contains("S1("), "{code}");
        let comment = |line: &str| line.trim_start().starts_with("// ");
        assert_eq!(
            code.lines().filter(|line| comment(line)).count(),
            2,
            "all is filled in: {code}"
        );
    }
}
