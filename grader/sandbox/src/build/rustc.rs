//! Calls the Rust compiler directly. We avoid cargo, to prevent submissions from configuring the build.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use grade::cause::CompilerLimit;
use intake::Edition;
use jail::child::{self, ChildEnd, ChildJob};
use jail::{Account, ChildError};
use wasm_target::TARGET;

use super::compiler_sandbox;
use super::diagnostics::{self, Diagnostic};
use super::toolchain::Toolchain;

/// Additional arguments for every call. A single unit makes the output reproducible, level 2 and no debug information
/// keep it small, and the names of functions stay for reports. Changing them affects the speed of submissions.
pub(super) const CODEGEN: [&str; 5] =
    ["-Copt-level=2", "-Ccodegen-units=1", "-Cdebuginfo=0", "-Cstrip=debuginfo", "-Cpanic=abort"];

/// Enables overflow checks for submissions and the model. The arithmetic in the grader's libraries does not overflow.
pub(super) const CHECKED: &str = "-Coverflow-checks=on";

/// Forbid `unsafe` code in a submission, and `extern` blocks, which old editions allow without `unsafe`.
pub(super) const FORBIDDEN: [&str; 2] = ["-Funsafe_code", "-Fmissing_unsafe_on_extern"];

pub(super) struct RustcCall<'a> {
    /// Relative to the folder.
    pub(super) root: &'a str,
    pub(super) name: &'a str,
    pub(super) edition: Edition,
    pub(super) kind: CrateKind,
    /// The direct dependencies and their files.
    pub(super) externs: Vec<(&'a str, PathBuf)>,
    /// The folders that contain indirect dependencies.
    pub(super) libraries: Vec<&'a Path>,
    pub(super) extra: &'a [&'a str],
    pub(super) output: &'a Path,
    /// For a submission's code: the file for the list of files that the compiler has read. Without this list, the errors
    /// do not contain the compiler's words.
    pub(super) dep_info: Option<&'a Path>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CrateKind {
    Library,
    Program,
}

/// Returns the limit at which a process that compiles was stopped.
pub(super) fn exceeded_limit(end: ChildEnd) -> Option<CompilerLimit> {
    match end {
        ChildEnd::Standstill => Some(CompilerLimit::Progress),
        _ if end.is_out_of_time() => Some(CompilerLimit::Time),
        _ if end.is_file_too_large() => Some(CompilerLimit::FileSize),
        _ => None,
    }
}

pub(super) struct Compiled {
    pub(super) success: bool,
    pub(super) errors: Vec<Diagnostic>,
    /// The warnings, if the [call](RustcCall::dep_info) is for a submission's code.
    pub(super) warnings: Vec<Diagnostic>,
    /// The list of files that the compiler has read, if the [call](RustcCall::dep_info) asks for it and the compiler got that
    /// far. It writes the list after macro expansion, so it exists despite most errors.
    pub(super) dep_info: Option<String>,
    /// How the compiler ended, unless it succeeded or reported errors.
    pub(super) crash: Option<String>,
    /// The limit at which the compiler was stopped, if any.
    pub(super) limit: Option<CompilerLimit>,
    is_ended_by_signal: bool,
    /// Whether the call failed without an error position.
    pub(super) is_unplaced: bool,
    pub(super) cpu: Duration,
}

impl Compiled {
    /// Returns the list of files that the compiler has read, which is empty if it did not get that far.
    ///
    /// Fails if the list is missing although compilation succeeded.
    pub(super) fn files_read(&self) -> io::Result<&str> {
        match &self.dep_info {
            Some(list) => Ok(list),
            None if self.success => Err(io::ErrorKind::NotFound.into()),
            None => Ok(""),
        }
    }

    /// Returns the result for a call that failed without an error position even though the machine works.
    pub(super) fn without_error_position() -> Self {
        Self {
            success: false,
            errors: Vec::new(),
            warnings: Vec::new(),
            dep_info: None,
            crash: None,
            limit: None,
            is_ended_by_signal: false,
            is_unplaced: true,
            cpu: Duration::ZERO,
        }
    }
}

/// Compiles the grader's own code, even if a submission has used up the CPU time for compilers.
pub(super) fn compile_own(
    toolchain: &Toolchain,
    folder: &Path,
    call: &RustcCall<'_>,
) -> Result<Compiled, ChildError> {
    compile_for(None, toolchain, folder, call, &[])
}

/// Compiles a submission's tests, which get only the CPU time that its code leaves.
pub(super) fn compile_tests(
    toolchain: &Toolchain,
    folder: &Path,
    call: &RustcCall<'_>,
) -> Result<Compiled, ChildError> {
    compile_for(Some(Account::Tests), toolchain, folder, call, &[])
}

/// Compiles a submission's code, with these environment variables.
pub(super) fn compile_code(
    toolchain: &Toolchain,
    folder: &Path,
    call: &RustcCall<'_>,
    variables: &[(&str, &str)],
) -> Result<Compiled, ChildError> {
    compile_for(Some(Account::Code), toolchain, folder, call, variables)
}

fn compile_for(
    account: Option<Account>,
    toolchain: &Toolchain,
    folder: &Path,
    call: &RustcCall<'_>,
    variables: &[(&str, &str)],
) -> Result<Compiled, ChildError> {
    let run = || {
        // An earlier call may have left a list.
        let _ = call.dep_info.map(fs::remove_file);
        run_compiler(compiler_call(toolchain, folder, call, variables, account))
    };
    let mut compiled = match run() {
        // Repeat it to rule out the machine: code that crashes the compiler does so every time.
        Ok(compiled) if compiled.is_ended_by_signal => run(),
        // It crashed without a message, so another process may have sent the signal.
        Err(ChildError::Signal { signal, .. }) if jail::crash_signals::is_crash(signal) => run(),
        done => done,
    }?;
    if let Some(file) = call.dep_info {
        compiled.dep_info = fs::read_to_string(file).ok();
        // Without the list, a message may quote a file of this machine: `include_str!("/etc/passwd")`.
        if compiled.dep_info.is_none() {
            compiled.errors = diagnostics::withhold_words(compiled.errors, folder);
            compiled.warnings.clear();
        }
    }
    Ok(compiled)
}

fn compiler_call<'a>(
    toolchain: &'a Toolchain,
    folder: &'a Path,
    call: &RustcCall<'_>,
    variables: &[(&'a str, &'a str)],
    account: Option<Account>,
) -> ChildJob<'a> {
    let mut arguments: Vec<OsString> = Vec::new();
    let mut add = |argument: &dyn AsRef<std::ffi::OsStr>| arguments.push(argument.as_ref().into());
    add(&"--crate-name");
    add(&call.name);
    add(&"--edition");
    add(&call.edition.as_str());
    add(&"--target");
    add(&TARGET);
    add(&"--crate-type");
    add(&if call.kind == CrateKind::Library { "rlib" } else { "bin" });
    for argument in &CODEGEN {
        add(argument);
    }
    // With a small stack in linear memory, the depth at which a recursion overflows depends only on the code.
    if call.kind == CrateKind::Program {
        add(&format!("-Clink-arg=-zstack-size={}", grade::budgets::STACK));
    }
    add(&"--sysroot");
    add(&toolchain.sysroot());
    add(&toolchain.library_names());
    // The grader's own libraries must not depend on the temporary folder that they are compiled in.
    if account.is_none() {
        let mut folder_to_nothing = folder.as_os_str().to_owned();
        folder_to_nothing.push("=");
        add(&"--remap-path-prefix");
        add(&folder_to_nothing);
    }
    add(&"--error-format=json");
    // Otherwise, the width of the terminal would change the messages.
    add(&"--diagnostic-width=100");
    if let Some(file) = call.dep_info {
        let mut emit = OsString::from("--emit=link,dep-info=");
        emit.push(file);
        add(&emit);
    } else {
        add(&"-Awarnings");
    }
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
    compiler_sandbox::compiler_job(toolchain, arguments, folder, variables, call, account)
}

fn run_compiler(job: ChildJob<'_>) -> Result<Compiled, ChildError> {
    let program = job.program;
    let paths = std::iter::once(job.folder).chain(job.sandbox.write.iter().map(PathBuf::as_path));
    let paths = paths.chain(job.sandbox.read.iter().map(PathBuf::as_path));
    let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    let finished = child::run_child(job)?;
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let (errors, warnings) = diagnostics::parse_errors_and_warnings(&stderr, &paths);
    let success = finished.end.is_success();
    // The machine may have caused an error without a position: the disk may be full, for example.
    if !success
        && !errors.is_empty()
        && errors.iter().all(|error| error.place.is_none() && error.code.is_none())
    {
        let (program, message) = (program.to_owned(), errors[0].message.clone());
        return Err(match signal_of_linker(&message) {
            Some(signal) => ChildError::Signal { program, signal },
            None => ChildError::Broken { program, message },
        });
    }
    // The exit code is 1 for errors in the code, and 101 for a crash.
    let crash = (!success && finished.end.code() != Some(1))
        .then(|| format!("the compiler ended with {}", finished.end));
    let is_ended_by_signal =
        matches!(finished.end, ChildEnd::Exit(status) if status.code().is_none());
    Ok(Compiled {
        success,
        errors,
        warnings,
        dep_info: None,
        crash,
        limit: exceeded_limit(finished.end),
        is_ended_by_signal,
        is_unplaced: false,
        cpu: finished.cpu,
    })
}

/// Returns the signal that ended the linker, as in ``linking with `rust-lld` failed: signal: 11 (SIGSEGV)``. The linker
/// gets only the compiler's output, so a submission cannot crash it.
fn signal_of_linker(message: &str) -> Option<i32> {
    let (_, rest) = message.strip_prefix("linking with ")?.split_once(" failed: signal: ")?;
    let digits = rest.split(|character: char| !character.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linker_signal_is_recognized() {
        let message = "linking with `rust-lld` failed: signal: 11 (SIGSEGV) (core dumped)";
        assert_eq!(signal_of_linker(message), Some(11));
        assert_eq!(signal_of_linker("linking with `rust-lld` failed: exit status: 1"), None);
        assert_eq!(signal_of_linker("failed: signal: 11"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_limit_of_the_compiler_is_not_a_crash() {
        use std::os::unix::process::ExitStatusExt as _;
        use std::process::ExitStatus;

        let by_signal = |signal: rustix::process::Signal| {
            exceeded_limit(ChildEnd::Exit(ExitStatus::from_raw(signal.as_raw())))
        };
        assert_eq!(by_signal(rustix::process::Signal::XCPU), Some(CompilerLimit::Time));
        assert_eq!(by_signal(rustix::process::Signal::XFSZ), Some(CompilerLimit::FileSize));
        assert_eq!(by_signal(rustix::process::Signal::SEGV), None);
        assert_eq!(exceeded_limit(ChildEnd::Spent), Some(CompilerLimit::Time));
        assert_eq!(exceeded_limit(ChildEnd::Standstill), Some(CompilerLimit::Progress));
    }
}
