//! Calls the Rust compiler. Cargo is never called: nothing that a submission brings configures
//! anything.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use intake::Edition;
use jail::ChildError;
use jail::child::{self, Job};
use wasm_target::TARGET;

use super::confined;
use super::diagnostics::{self, Diagnostic};
use super::toolchain::Toolchain;

/// The stack of a guest, in bytes of its linear memory.
const GUEST_STACK: usize = 1 << 20;

/// Arguments of every call, beside its own, so that it makes the same bytes anywhere. A change of
/// them changes how fast submissions are.
pub(super) const CODEGEN: [&str; 5] =
    ["-Copt-level=2", "-Ccodegen-units=1", "-Cdebuginfo=0", "-Cstrip=debuginfo", "-Cpanic=abort"];

/// Has arithmetic that overflows panic. Submissions and the model are compiled so, and what is
/// lent to them is not: there nothing overflows.
pub(super) const CHECKED: &str = "-Coverflow-checks=on";

/// Forbids `unsafe` code in a submission, and blocks of `extern`, which old editions allow
/// without that word.
pub(super) const FORBIDDEN: [&str; 2] = ["-Funsafe_code", "-Fmissing_unsafe_on_extern"];

/// One call of the compiler.
pub(super) struct Call<'a> {
    /// The file that the crate begins with, relative to the folder.
    pub(super) root: &'a str,
    pub(super) name: &'a str,
    pub(super) edition: Edition,
    pub(super) kind: Kind,
    /// The crates that the code can name, and the files that hold them.
    pub(super) externs: Vec<(&'a str, PathBuf)>,
    /// Folders that hold the crates that those depend on.
    pub(super) libraries: Vec<&'a Path>,
    /// Further arguments.
    pub(super) extra: &'a [&'a str],
    /// The file to write.
    pub(super) output: &'a Path,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Library,
    Program,
}

/// What the compiler says that it has read, in the file that `--emit=dep-info` names. It writes that
/// as soon as all macros are expanded, so it is there after most errors, too; `None` if it is not.
pub(super) fn account(file: &Path) -> std::io::Result<Option<String>> {
    match std::fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        account => account.map(Some),
    }
}

/// The end of a call.
pub(super) struct Compiled {
    /// Whether the output was written.
    pub(super) success: bool,
    /// The errors.
    pub(super) errors: Vec<Diagnostic>,
    /// The signal or the limit that ended the compiler, if it did not end by itself.
    pub(super) crash: Option<String>,
    /// Whether it has failed without naming a place in the code.
    pub(super) is_unplaced: bool,
}

impl Compiled {
    /// The end of a call that has failed without naming a place, on a machine that works.
    pub(super) fn unplaced() -> Self {
        Self { success: false, errors: Vec::new(), crash: None, is_unplaced: true }
    }
}

/// Calls the compiler for the grader's own code, even where a submission has used up the processor time
/// of its compilers.
pub(super) fn compile_own(
    toolchain: &Toolchain,
    folder: &Path,
    call: &Call<'_>,
) -> Result<Compiled, ChildError> {
    run(Job { is_charged: false, ..job(toolchain, folder, call, &[]) })
}

/// Calls the compiler in `folder`.
pub(super) fn compile(
    toolchain: &Toolchain,
    folder: &Path,
    call: &Call<'_>,
) -> Result<Compiled, ChildError> {
    compile_with(toolchain, folder, call, &[])
}

/// Calls the compiler in `folder`, with these variables in its environment.
pub(super) fn compile_with(
    toolchain: &Toolchain,
    folder: &Path,
    call: &Call<'_>,
    variables: &[(&str, &str)],
) -> Result<Compiled, ChildError> {
    run(job(toolchain, folder, call, variables))
}

/// The call as a process.
fn job<'a>(
    toolchain: &'a Toolchain,
    folder: &'a Path,
    call: &Call<'_>,
    variables: &[(&'a str, &'a str)],
) -> Job<'a> {
    let mut arguments: Vec<OsString> = Vec::new();
    let mut add = |argument: &dyn AsRef<std::ffi::OsStr>| arguments.push(argument.as_ref().into());
    add(&"--crate-name");
    add(&call.name);
    add(&"--edition");
    add(&call.edition.as_str());
    add(&"--target");
    add(&TARGET);
    add(&"--crate-type");
    add(&if call.kind == Kind::Library { "rlib" } else { "bin" });
    for argument in &CODEGEN {
        add(argument);
    }
    if call.kind == Kind::Program {
        add(&format!("-Clink-arg=-zstack-size={GUEST_STACK}"));
    }
    add(&"--sysroot");
    add(&toolchain.sysroot());
    add(&toolchain.library_names());
    add(&"--error-format=json");
    add(&"--diagnostic-width=100");
    add(&"-Awarnings");
    for argument in call.extra {
        add(argument);
    }
    for (name, file) in &call.externs {
        let mut value = OsString::from(format!("{name}="));
        value.push(file);
        add(&"--extern");
        add(&value);
    }
    for library in &call.libraries {
        let mut value = OsString::from("dependency=");
        value.push(library);
        add(&"-L");
        add(&value);
    }
    add(&"-o");
    add(&call.output);
    add(&call.root);
    confined::compiler(toolchain, arguments, folder, variables, call)
}

/// Runs a call, and reads what the compiler says.
fn run(job: Job<'_>) -> Result<Compiled, ChildError> {
    let program = job.program;
    let finished = child::run(job)?;
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let errors = diagnostics::errors(&stderr);
    let success = finished.end.is_success();
    // An error that is about no place in the code is about the machine: a full disk, say.
    if !success
        && !errors.is_empty()
        && errors.iter().all(|error| error.place.is_none() && error.code.is_none())
    {
        let message = errors[0].message.clone();
        return Err(ChildError::Broken { program: program.to_owned(), message });
    }
    // The compiler says 1 for code with errors and 101 when it breaks down.
    let crash = (!success && finished.end.code() != Some(1))
        .then(|| format!("the compiler ended with {}", finished.end));
    Ok(Compiled { success, errors, crash, is_unplaced: false })
}
