//! From a submission's sources to programs that can be run.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::intake::Submission;

use super::canary::{canary, is_suspicious};
use super::code;
use super::error::BuildError;
use super::glue::{Parts, glue};
use super::libraries::{self, Libraries};
use super::programs::{ApiFault, ApiProblem, BuildFault, Programs};
use super::rustc::{self, Call, Compiled, Kind};
use super::toolchain::Toolchain;

/// Compiles submissions.
pub struct Builder<'a> {
    /// The compiler.
    pub toolchain: &'a Toolchain,
    /// What submissions are compiled against.
    pub libraries: &'a Libraries,
}

/// Stands in for a solver that does not compile, so that the rest does.
const STAND_IN_SOLVER: &str = "pub struct Solver<B>(std::marker::PhantomData<B>);\n";

/// Stands in for a board that does not compile: the model's, as every edition understands it.
const STAND_IN_BOARD: &str = "extern crate model_board;\npub use self::model_board::Board;\n";

impl Builder<'_> {
    /// Compiles a submission: whole if possible, or else its board and its solver each without
    /// the other.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault. What is wrong with the submission is no error but
    /// part of the answer.
    pub fn build(&self, submission: &Submission) -> Result<Programs, BuildError> {
        let mut built = Programs::default();
        // The compiler's messages can show what it has read, so it is not even called.
        if let Some((file, reader)) = submission.first_reader() {
            let file = file.path.to_owned();
            built.faults.push(BuildFault::Reader { file, reader: reader.into() });
            return Ok(built);
        }
        let site = Site::new(submission)?;
        let compiled = self.library(&site, false)?;
        if compiled.success {
            built.faults.extend(foreign_reads(&site)?);
            if built.faults.is_empty() {
                self.link_whole(&site, &mut built)?;
            }
            return Ok(built);
        }
        built.faults.push(match compiled.crash {
            Some(crash) => BuildFault::Crash(crash),
            None => BuildFault::Errors(compiled.errors),
        });
        let board = submission.file_defining("Board").map(|file| file.path.to_owned());
        let solver = submission.file_defining("Solver").map(|file| file.path.to_owned());
        if board == solver {
            return Ok(built);
        }
        if let Some(solver) = solver {
            let rest = submission.with_file(&solver, STAND_IN_SOLVER);
            built.board = self.part(&rest, Parts::BOARD, &mut built)?;
        }
        if let Some(board) = board {
            let rest = submission.with_file(&board, STAND_IN_BOARD);
            built.solver = self.part(&rest, Parts::FOREIGN, &mut built)?;
            built.foreign = built.solver.is_some();
        }
        Ok(built)
    }

    /// Links a crate that has compiled whole, or those parts of it that fit their traits.
    fn link_whole(&self, site: &Site, built: &mut Programs) -> Result<(), BuildError> {
        if self.link(site, Parts::ALL)?.success {
            built.solver = take(site, built)?;
            built.board = built.solver;
            (built.own, built.foreign) = (built.solver.is_some(), built.solver.is_some());
            return Ok(());
        }
        let board = self.link(site, Parts::BOARD)?;
        if board.success {
            built.board = take(site, built)?;
        } else {
            built.api_faults.push(api_fault("Board", &board));
        }
        let foreign = self.link(site, Parts::FOREIGN)?;
        if foreign.success {
            built.solver = take(site, built)?;
            built.foreign = built.solver.is_some();
            return Ok(());
        }
        for parts in [Parts::OWN, Parts::OWN_PLAIN] {
            if board.success && self.link(site, parts)?.success {
                built.solver = take(site, built)?;
                built.own = built.solver.is_some();
                return Ok(());
            }
        }
        built.api_faults.push(api_fault("Solver", &foreign));
        Ok(())
    }

    /// The program of one part of a submission, if that can be compiled.
    fn part(
        &self,
        submission: &Submission,
        parts: Parts,
        built: &mut Programs,
    ) -> Result<Option<usize>, BuildError> {
        let site = Site::new(submission)?;
        let with_model_board = parts == Parts::FOREIGN;
        if !self.library(&site, with_model_board)?.success || !foreign_reads(&site)?.is_empty() {
            return Ok(None);
        }
        if self.link(&site, parts)?.success { take(&site, built) } else { Ok(None) }
    }

    /// Compiles a submission as a library. The model's board can be named only where it stands in.
    fn library(&self, site: &Site, with_model_board: bool) -> Result<Compiled, BuildError> {
        let output = site.output("libsubmission.rlib");
        let dependencies = format!("--emit=link,dep-info={}", site.dependencies().display());
        let mut externs = vec![("slider", self.libraries.slider())];
        if with_model_board {
            externs.push(("model_board", self.libraries.model_board()));
        }
        let call = Call {
            root: "src/lib.rs",
            name: "submission",
            edition: site.edition,
            kind: Kind::Library,
            externs,
            libraries: vec![self.libraries.folder()],
            extra: &["-Funsafe_code", &dependencies],
            output: &output,
        };
        self.compile(site, &call)
    }

    fn link(&self, site: &Site, parts: Parts) -> Result<Compiled, BuildError> {
        fs::write(site.folder.path().join("graded.rs"), glue(parts))?;
        let output = site.output("graded.wasm");
        let call = Call {
            root: "graded.rs",
            name: "graded",
            edition: crate::intake::Edition::E2024,
            kind: Kind::Program,
            externs: vec![
                ("submission", site.output("libsubmission.rlib")),
                ("probe", self.libraries.probe()),
            ],
            libraries: vec![self.libraries.folder()],
            extra: &[],
            output: &output,
        };
        self.compile(site, &call)
    }

    /// Calls the compiler. Where it fails for a reason that may lie in the machine, it has to show
    /// that it still works, so that nobody is blamed for a target that was removed.
    fn compile(&self, site: &Site, call: &Call<'_>) -> Result<Compiled, BuildError> {
        let compiled = rustc::compile(self.toolchain, site.folder.path(), call)?;
        if is_suspicious(&compiled) {
            canary(self.toolchain, self.libraries)?;
        }
        Ok(compiled)
    }
}

/// Adds the program that was linked last; returns its number.
fn take(site: &Site, built: &mut Programs) -> Result<Option<usize>, BuildError> {
    match code::read(&site.output("graded.wasm"))? {
        Ok(program) => {
            built.code.push(program);
            Ok(Some(built.code.len() - 1))
        }
        Err(problem) => {
            built.faults.push(BuildFault::NoCode(problem.to_string()));
            Ok(None)
        }
    }
}

/// The folder in which a submission is compiled: its sources, and beside them what is made of
/// them. It goes when it is dropped.
struct Site {
    folder: TempDir,
    edition: crate::intake::Edition,
    sources: Vec<String>,
}

impl Site {
    fn new(submission: &Submission) -> Result<Self, BuildError> {
        let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
        let files: Vec<_> = submission.files().map(|file| (file.path, file.text)).collect();
        libraries::write(folder.path(), &files)?;
        fs::create_dir(folder.path().join("out"))?;
        let sources = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        Ok(Self { folder, edition: submission.edition(), sources })
    }

    fn output(&self, name: &str) -> PathBuf {
        self.folder.path().join("out").join(name)
    }

    fn dependencies(&self) -> PathBuf {
        self.output("submission.d")
    }
}

/// What the compiler has read of the world beside the submission's own sources, by its own account.
fn foreign_reads(site: &Site) -> Result<Vec<BuildFault>, BuildError> {
    let account = fs::read_to_string(site.dependencies())?;
    let mut faults = Vec::new();
    for line in account.lines() {
        if let Some(variable) = line.strip_prefix("# env-dep:") {
            let name = variable.split('=').next().unwrap_or(variable);
            faults.push(BuildFault::ReadsEnvironment(name.to_owned()));
        } else if let Some(file) = line.strip_suffix(':') {
            // Each file that was read has a line of its own, with spaces escaped.
            let file = file.replace("\\ ", " ").replace('\\', "/");
            if !site.sources.contains(&file) && !Path::new(&file).starts_with(site.folder.path()) {
                faults.push(BuildFault::ReadsFile(file));
            }
        }
    }
    Ok(faults)
}

fn api_fault(name: &'static str, compiled: &Compiled) -> ApiFault {
    let first = compiled.errors.first();
    let code = first.and_then(|error| error.code.as_deref());
    // Not found, or found and private.
    let missing = ["E0412", "E0425", "E0432", "E0433", "E0603", "E0573"];
    let problem = if code.is_some_and(|code| missing.contains(&code)) {
        ApiProblem::NotExported
    } else {
        ApiProblem::NotImplemented
    };
    let message = first.map(|error| error.message.clone());
    let message = message.or_else(|| compiled.crash.clone()).unwrap_or_default();
    ApiFault { name: name.into(), problem, message }
}
