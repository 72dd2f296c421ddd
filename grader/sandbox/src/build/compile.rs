//! Compiles a submission's sources to programs.

mod board;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use grade::SourcePosition;
use intake::{MissingModule, Package, RefusedRead, SourceTree, Submission};

use super::canary::{check_compiler_and_space, may_be_fault_of_machine};
use super::code::{self, TooLarge};
use super::error::BuildError;
use super::glue::{self, ProgramPart};
use super::libraries::Libraries;
use super::programs::{ApiFault, ApiProblem, BuildFault, Programs};
use super::rustc::{self, Compiled, CrateKind, RustcCall};
use super::site::Site;
use super::toolchain::Toolchain;
use crate::timing::{Recorder, WorkKind};
use jail::ChildError;

pub use board::BoardBuild;

/// Compiles submissions.
pub struct Builder<'a> {
    /// The compiler.
    pub toolchain: &'a Toolchain,
    /// The libraries that submissions are compiled with.
    pub libraries: &'a Libraries,
    /// Measures how long the compiler takes.
    pub recorder: &'a Recorder,
}

/// The code to replace a solver that fails to compile.
const STAND_IN_SOLVER: &str = "pub struct Solver<B>(std::marker::PhantomData<B>);\n";

/// The code to replace a board that fails to compile with the model's board, in every edition.
const STAND_IN_BOARD: &str = "extern crate model_board;\npub use self::model_board::Board;\n";

struct Linked {
    compiled: Compiled,
    /// The program, or an error if it is too large. `None` if linking failed.
    code: Option<Result<Vec<u8>, TooLarge>>,
}

impl Builder<'_> {
    /// Compiles a submission, or its board and its solver separately if it does not compile completely. Faults in the
    /// submission are part of the result, not errors.
    pub(super) fn build(&self, submission: &Submission) -> Result<Programs, BuildError> {
        let mut built = Programs::default();
        let tree = submission.tree();
        built.faults.extend(tree.refused.iter().map(fault_of_refused_read));
        built
            .faults
            .extend(tree.missing.iter().map(|missing| missing_file_fault(submission, missing)));
        if tree.missing.is_empty() && can_be_compiled(tree) {
            let site = Site::new(submission, tree)?;
            let compiled = self.compile_library(&site, false)?;
            let foreign = faults_of_foreign_reads(&site, &compiled)?;
            // We do not trust a program that reads files outside the submission, and messages may reveal what these
            // files contain.
            if !foreign.is_empty() {
                built.faults.extend(foreign);
                return Ok(built);
            }
            if compiled.success {
                self.link_all(&site, submission, &mut built)?;
                built.warnings = compiled.warnings;
                return Ok(built);
            }
            built.faults.push(fault_of_failed_library(compiled));
        }
        let file = |name| {
            let file = submission.file_defining(name)?.path;
            tree.live.contains(file).then(|| file.to_owned())
        };
        let (board, solver) = (file("Board"), file("Solver"));
        if board.is_some() && board == solver {
            return Ok(built);
        }
        if let Some(own) = &board {
            let other = Half { name: "Solver", file: solver.as_deref(), stand_in: STAND_IN_SOLVER };
            let rest = other.variants_with_replaced_half(submission, "Board");
            built.board = self.build_first_variant(&rest, own, ProgramPart::Board, &mut built)?;
        }
        if let Some(own) = &solver {
            let other = Half { name: "Board", file: board.as_deref(), stand_in: STAND_IN_BOARD };
            let rest = other.variants_with_replaced_half(submission, "Solver");
            built.solver =
                self.build_first_variant(&rest, own, ProgramPart::Foreign, &mut built)?;
            built.foreign = built.solver.is_some();
        }
        Ok(built)
    }

    /// Returns the program for the first variant that the part compiles in.
    fn build_first_variant(
        &self,
        submissions: &[Submission],
        own: &str,
        part: ProgramPart,
        built: &mut Programs,
    ) -> Result<Option<usize>, BuildError> {
        for submission in submissions {
            let program = self.build_part(submission, own, part, built)?;
            if program.is_some() {
                return Ok(program);
            }
        }
        Ok(None)
    }

    /// Links a program for a crate that compiles completely. If a type does not implement its trait, links separate
    /// programs for the types that do.
    fn link_all(
        &self,
        site: &Site,
        submission: &Submission,
        built: &mut Programs,
    ) -> Result<(), BuildError> {
        let Some(both) = self.link_within_limits(site, ProgramPart::Both, built)? else {
            return Ok(());
        };
        if both.compiled.success {
            built.board = store_program_or_fault(both, built);
            built.solver = built.board;
            (built.own, built.foreign) = (built.solver.is_some(), built.solver.is_some());
            return Ok(());
        }
        let Some(board) = self.link_within_limits(site, ProgramPart::Board, built)? else {
            return Ok(());
        };
        // An undefined symbol may be needed only by the board.
        let solver = if both.compiled.is_unplaced {
            self.link_within_limits(site, ProgramPart::Solver, built)?
        } else {
            Some(both)
        };
        let Some(solver) = solver else { return Ok(()) };
        if board.compiled.is_unplaced || solver.compiled.is_unplaced {
            // Neither type is at fault: for example, a symbol is undefined or a second allocator exists.
            built.faults.push(BuildFault::NotLinked);
        }
        let has_board = board.compiled.success;
        if !has_board && !board.compiled.is_unplaced {
            let fault = self.api_fault("Board", &board.compiled, submission)?;
            built.api_faults.push(fault);
        }
        built.board = store_program_or_fault(board, built);
        if solver.compiled.success {
            built.solver = store_program_or_fault(solver, built);
            (built.own, built.foreign) = (built.solver.is_some(), built.solver.is_some());
            return Ok(());
        }
        if solver.compiled.is_unplaced {
            return Ok(());
        }
        let Some(foreign) = self.link_within_limits(site, ProgramPart::Foreign, built)? else {
            return Ok(());
        };
        if foreign.compiled.success {
            built.solver = store_program_or_fault(foreign, built);
            built.foreign = built.solver.is_some();
            return Ok(());
        }
        let fault = self.api_fault("Solver", &foreign.compiled, submission)?;
        for part in [ProgramPart::Own, ProgramPart::OwnPlain] {
            if !has_board {
                break;
            }
            let Some(own) = self.link_within_limits(site, part, built)? else { return Ok(()) };
            if own.compiled.success {
                built.solver = store_program_or_fault(own, built);
                built.own = built.solver.is_some();
                built.own_only = Some(fault);
                return Ok(());
            }
        }
        built.api_faults.push(fault);
        Ok(())
    }

    /// Returns the program for the type in the file `own`, if the type compiles, with all other files, or only without
    /// those that have errors.
    fn build_part(
        &self,
        submission: &Submission,
        own: &str,
        part: ProgramPart,
        built: &mut Programs,
    ) -> Result<Option<usize>, BuildError> {
        let mut submission = submission.clone();
        // An error in a file that this part does not need must not cost its points, so empty such files and try again.
        for is_last in [false, true] {
            let tree = submission.tree();
            if !tree.missing.is_empty() || !can_be_compiled(tree) {
                return Ok(None);
            }
            let site = Site::new(&submission, tree)?;
            let compiled = self.compile_library(&site, part == ProgramPart::Foreign)?;
            if compiled.success {
                let is_own = faults_of_foreign_reads(&site, &compiled)?.is_empty();
                let linked =
                    if is_own { Some(self.compile_and_link_program(&site, part)?) } else { None };
                return Ok(linked.and_then(|linked| store_program_or_fault(linked, built)));
            }
            let places = compiled.errors.iter().filter_map(|error| error.place.as_ref());
            let is_needed = |file: &str| file == own || file == submission.root();
            let broken: BTreeSet<&str> =
                places.map(|place| &*place.file).filter(|file| tree.live.contains(*file)).collect();
            if is_last || broken.is_empty() || broken.iter().any(|file| is_needed(file)) {
                break;
            }
            submission =
                broken.iter().fold(submission.clone(), |reduced, file| reduced.with_file(file, ""));
        }
        Ok(None)
    }

    /// Compiles a submission as a library. The model's board is available only to replace the submission's board.
    fn compile_library(&self, site: &Site, with_model_board: bool) -> Result<Compiled, BuildError> {
        let output = site.output_path("libsubmission.rlib");
        let dep_info = site.dep_info_path();
        let Package { edition, features, slider, .. } = &site.package;
        let mut externs: Vec<(&str, PathBuf)> =
            slider.iter().map(|name| (name.as_str(), self.libraries.slider_path())).collect();
        if with_model_board {
            externs.push(("model_board", self.libraries.model_board_path()));
        }
        let features: Vec<String> =
            features.iter().map(|name| format!("--cfg=feature=\"{name}\"")).collect();
        let mut extra = rustc::FORBIDDEN.to_vec();
        extra.push(rustc::CHECKED);
        extra.extend(features.iter().map(String::as_str));
        let call = RustcCall {
            root: &site.root,
            name: "submission",
            edition: *edition,
            kind: CrateKind::Library,
            externs,
            libraries: vec![self.libraries.folder()],
            extra: &extra,
            output: &output,
            dep_info: Some(&dep_info),
        };
        self.compile(&site.sources, &call, &site.variables, (WorkKind::Library, "submission"))
    }

    /// Links a program. If the compiler was stopped at a limit, which says nothing about the types, adds this fault and
    /// returns `None`.
    fn link_within_limits(
        &self,
        site: &Site,
        part: ProgramPart,
        built: &mut Programs,
    ) -> Result<Option<Linked>, BuildError> {
        let linked = self.compile_and_link_program(site, part)?;
        built.faults.extend(linked.compiled.limit.map(BuildFault::Stopped));
        Ok(Some(linked).filter(|linked| linked.compiled.limit.is_none()))
    }

    fn compile_and_link_program(
        &self,
        site: &Site,
        part: ProgramPart,
    ) -> Result<Linked, BuildError> {
        let folder = site.folder.path().join("glue");
        let root = format!("{}.rs", part.program_file_stem());
        fs::write(folder.join(&root), glue::generate_program(part, &site.name))?;
        let output = site.output_path(&format!("{}.wasm", part.program_file_stem()));
        let call = RustcCall {
            root: &root,
            name: "graded",
            edition: intake::Edition::E2024,
            kind: CrateKind::Program,
            externs: vec![
                (&site.name, site.output_path("libsubmission.rlib")),
                ("probe", self.libraries.probe_path()),
            ],
            libraries: vec![self.libraries.folder()],
            extra: &[rustc::CHECKED],
            output: &output,
            dep_info: None,
        };
        let compiled =
            self.compile(&folder, &call, &[], (WorkKind::Link, part.program_file_stem()))?;
        let code = compiled.success.then(|| code::read_program(&output)).transpose()?;
        Ok(Linked { compiled, code })
    }

    /// Calls the compiler. If the machine may have caused a failure, compiles known code to find out, to avoid blaming
    /// submissions for a missing target.
    fn compile(
        &self,
        folder: &Path,
        call: &RustcCall<'_>,
        variables: &[(&'static str, String)],
        (work, name): (WorkKind, &str),
    ) -> Result<Compiled, BuildError> {
        let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, &**value)).collect();
        let compile = || {
            let compiled = rustc::compile_code(self.toolchain, folder, call, &variables);
            let cpu = compiled.as_ref().map_or(Duration::ZERO, |compiled| compiled.cpu);
            (compiled, cpu)
        };
        let compiled = match self.recorder.measure_with(work, name, compile) {
            // The code may also be the cause of an error without a position, such as an undefined symbol.
            Err(ChildError::Broken { .. }) => Compiled::without_error_position(),
            compiled => compiled?,
        };
        if compiled.is_unplaced || may_be_fault_of_machine(&compiled) {
            check_compiler_and_space(
                self.toolchain,
                self.libraries,
                call.output.parent().unwrap_or(folder),
            )?;
        }
        Ok(compiled)
    }

    /// Returns the fault of a type that the grader's code cannot use. The compiler names the student's types and lines
    /// if the same demand stands in the submission itself, so these words are used if they are about the demand.
    fn api_fault(
        &self,
        name: &'static str,
        linked: &Compiled,
        submission: &Submission,
    ) -> Result<ApiFault, BuildError> {
        let own = self.compile_with_demand(name, submission)?;
        let is_written = |place: &&SourcePosition| {
            let mut files = submission.files();
            let file = files.find(|file| file.path == place.file);
            file.is_some_and(|file| place.line as usize <= file.text.lines().count())
        };
        let is_demand =
            |place: &SourcePosition| place.file == submission.root() && !is_written(&place);
        let is_about_demand = |own: &&Compiled| {
            own.errors.first().is_some_and(|error| error.place.as_ref().is_some_and(is_demand))
        };
        // The code that was added for linking is not the student's, so prefer errors in the student's file.
        let compiled = own.as_ref().filter(is_about_demand).unwrap_or(linked);
        let first = compiled.errors.first();
        let code = first.and_then(|error| error.code.as_deref());
        // The type is missing, or exists but is private.
        let missing = ["E0412", "E0425", "E0432", "E0433", "E0603", "E0573"];
        let problem = if code.is_some_and(|code| missing.contains(&code)) {
            ApiProblem::NotExported
        } else {
            ApiProblem::NotImplemented
        };
        let message = first.map(|error| error.message.clone());
        let message = message.or_else(|| compiled.crash.clone()).unwrap_or_default();
        let place = first.and_then(|error| error.noted.iter().find(is_written)).cloned();
        let is_exported = problem != ApiProblem::NotExported;
        let other = (!is_exported).then(|| submission.implementor(name)).flatten();
        let unnamed =
            submission.unnamed_file_defining(name).filter(|_| !is_exported).map(str::to_owned);
        Ok(ApiFault { name: name.into(), problem, message, other, unnamed, place })
    }

    /// Compiles the submission with the demand that the type implements its trait.
    fn compile_with_demand(
        &self,
        name: &str,
        submission: &Submission,
    ) -> Result<Option<Compiled>, BuildError> {
        let Some(slider) = submission.package().slider.first() else { return Ok(None) };
        let root = submission.root();
        let Some(file) = submission.files().find(|file| file.path == root) else { return Ok(None) };
        let demand = glue::generate_trait_demand(name, slider);
        let demanding = submission.with_file(root, &(file.text.to_owned() + &demand));
        let site = Site::new(&demanding, demanding.tree())?;
        Ok(Some(self.compile_library(&site, false)?))
    }
}

fn store_program_or_fault(linked: Linked, built: &mut Programs) -> Option<usize> {
    match linked.code? {
        Ok(program) => {
            built.code.push(program);
            Some(built.code.len() - 1)
        }
        Err(problem) => {
            built.faults.push(BuildFault::NoCode(problem.to_string()));
            None
        }
    }
}

struct Half<'a> {
    name: &'a str,
    /// The file that defines the type, if there is one.
    file: Option<&'a str>,
    stand_in: &'a str,
}

impl Half<'_> {
    /// Returns variants of a submission with this half replaced, in order of preference. If a file defines the type,
    /// that file is replaced, and missing modules become empty. Otherwise, missing modules are replaced. The second
    /// variant also replaces the module that should define the type.
    fn variants_with_replaced_half(&self, submission: &Submission, other: &str) -> Vec<Submission> {
        let Self { name, file, stand_in } = *self;
        let mut rest = submission.clone();
        for missing in &submission.tree().missing {
            rest = rest.with_file(&missing.path, if file.is_some() { "" } else { stand_in });
        }
        if let Some(file) = file {
            return vec![rest.with_file(file, stand_in)];
        }
        let unwritten =
            rest.with_stand_in(name, other, stand_in).filter(|changed| *changed != rest);
        std::iter::once(rest).chain(unwritten).collect()
    }
}

/// Returns `true` if every refused read was replaced with an empty value. Otherwise, the compiler must not be called,
/// because the messages could reveal the contents of files.
fn can_be_compiled(tree: &SourceTree) -> bool {
    tree.refused.iter().all(|refused| refused.is_replaced)
}

fn fault_of_refused_read(refused: &RefusedRead) -> BuildFault {
    let RefusedRead { file, line, reader, why, .. } = refused.clone();
    BuildFault::Reader { file, line, reader, why }
}

fn missing_file_fault(submission: &Submission, missing: &MissingModule) -> BuildFault {
    let MissingModule { path, file, line } = missing.clone();
    if submission.has_generated_root() {
        // The student's files are not in `src`, but the generated crate puts them there.
        let path = path.strip_prefix("src/").unwrap_or(&path).to_owned();
        return BuildFault::NoFile { path, place: None };
    }
    BuildFault::NoFile { path, place: Some((file, line)) }
}

/// Returns the fault for a library that fails to compile.
fn fault_of_failed_library(compiled: Compiled) -> BuildFault {
    if let Some(limit) = compiled.limit {
        return BuildFault::Stopped(limit);
    }
    if let Some(crash) = compiled.crash {
        return BuildFault::Crash(crash);
    }
    if compiled.is_unplaced {
        return BuildFault::NotLinked;
    }
    BuildFault::Errors(compiled.errors)
}

/// Returns a fault for each file outside the submission that the compiler read, according to its list. Fails if the list
/// is missing although compilation succeeded.
fn faults_of_foreign_reads(
    site: &Site,
    compiled: &Compiled,
) -> Result<Vec<BuildFault>, BuildError> {
    let mut faults = Vec::new();
    for line in compiled.files_read()?.lines() {
        if let Some(variable) = line.strip_prefix("# env-dep:") {
            let name = variable.split('=').next().unwrap_or(variable);
            if !intake::is_package_variable(name) {
                faults.push(BuildFault::ReadsEnvironment(name.to_owned()));
            }
        } else if let Some(file) = line.strip_suffix(':') {
            // Each file is on a separate line, with escaped spaces.
            let file = file.replace("\\ ", " ").replace('\\', "/");
            let is_own = intake::resolve("", &file).is_some_and(|path| site.files.contains(&path));
            if !is_own && !Path::new(&file).starts_with(site.folder.path().join("out")) {
                faults.push(BuildFault::ReadsFile(file));
            }
        }
    }
    Ok(faults)
}
