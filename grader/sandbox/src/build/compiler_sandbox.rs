//! Restricts compilers to the files and resources that they need.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jail::child::ChildJob;
use jail::{Account, MemoryLimit, ProcessLimits, ProcessSandbox, SandboxLayers};

use super::rustc::RustcCall;
use super::toolchain::Toolchain;

/// Generous limits for normal compilations. Compiling a submission takes well under a second and 200 MB.
const LIMITS: ProcessLimits = ProcessLimits {
    // As much as all compilers of a submission may use together, so that one of them can use all of it.
    cpu: 30,
    memory: MemoryLimit::AddressSpace(2 << 30),
    file: 64 << 20,
    // A compiler opens each library and source once, and starts a few threads and a linker.
    descriptors: 256,
    processes: 256,
};

/// The maximum size of a compiler's messages, in bytes.
/// A thousand errors with their notes fit. The rest is read and dropped.
const OUTPUT: usize = 4 << 20;

/// It protects the grader and does not affect grades.
/// A compiler that has only a tenth of a core still gets all of its processor time.
const DEADLINE: Duration = Duration::from_mins(5);

/// Returns a call to `rustc` in `folder`, which the compiler cannot write to.
pub(super) fn compiler_job<'a>(
    toolchain: &'a Toolchain,
    arguments: Vec<OsString>,
    folder: &'a Path,
    variables: &[(&'a str, &'a str)],
    call: &RustcCall<'_>,
    account: Option<Account>,
) -> ChildJob<'a> {
    let output = call.output.parent().unwrap_or(folder).to_owned();
    let mut read = vec![folder.to_owned()];
    read.extend(call.libraries.iter().map(|library| (*library).to_owned()));
    read.extend(call.externs.iter().map(|(_, file)| file.clone()));
    let mut environment: Vec<(&str, OsString)> =
        variables.iter().map(|(name, value)| (*name, OsString::from(value))).collect();
    environment.extend(toolchain.variables());
    // The compiler and the linker write temporary files, and this is the only folder that they may write to.
    environment.extend(["TMPDIR", "TEMP", "TMP"].map(|name| (name, output.clone().into())));
    let sandbox = process_sandbox(read, toolchain.needed_paths(), output);
    create_job(toolchain.rustc(), arguments, folder, environment, sandbox, account)
}

/// Returns a call to the grader's own program in `folder`.
pub(super) fn own_program_job<'a>(
    program: &'a Path,
    arguments: Vec<OsString>,
    folder: &'a Path,
    account: Account,
) -> ChildJob<'a> {
    let sandbox = process_sandbox(Vec::new(), vec![program.to_owned()], folder.to_owned());
    create_job(program, arguments, folder, Vec::new(), sandbox, Some(account))
}

fn process_sandbox(read: Vec<PathBuf>, execute: Vec<PathBuf>, write: PathBuf) -> ProcessSandbox {
    // The grading process already has namespaces, or cannot create them.
    let layers = SandboxLayers::all_or_requested().without(jail::SandboxLayer::Namespaces);
    ProcessSandbox { read, execute, write: vec![write], limits: LIMITS, is_innermost: true, layers }
}

fn create_job<'a>(
    program: &'a Path,
    arguments: Vec<OsString>,
    folder: &'a Path,
    mut variables: Vec<(&'a str, OsString)>,
    sandbox: ProcessSandbox,
    account: Option<Account>,
) -> ChildJob<'a> {
    let is_there = |name| variables.iter().any(|(other, _)| *other == name);
    let others: Vec<_> =
        jail::host::loader_variables().filter(|(name, _)| !is_there(*name)).collect();
    variables.extend(others);
    let (output, deadline) = (OUTPUT, DEADLINE);
    ChildJob { program, arguments, folder, variables, sandbox, account, output, deadline }
}
