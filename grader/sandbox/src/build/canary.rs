//! Checks whether the compiler works, by compiling known code.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use intake::Edition;

use super::error::BuildError;
use super::libraries::Libraries;
use super::rustc::{self, Compiled, CrateKind, RustcCall};
use super::toolchain::Toolchain;

/// A program that uses the standard library and the grader's crates.
const CODE: &str = "\
pub use probe as _;
pub use slider::Board;

fn main() {
    println!(\"{:?}\", std::env::args().collect::<Vec<_>>());
}
";

/// The rustc error codes for a missing, damaged or incompatible crate.
const OF_CRATES: [&str; 8] =
    ["E0460", "E0461", "E0462", "E0463", "E0464", "E0514", "E0519", "E0786"];

/// Returns `true` if the machine may have caused the failure, for example because a target was removed.
pub(super) fn may_be_fault_of_machine(compiled: &Compiled) -> bool {
    let of_crates = |code: &str| OF_CRATES.contains(&code);
    let mut codes = compiled.errors.iter().filter_map(|error| error.code.as_deref());
    !compiled.success && (compiled.crash.is_some() || codes.any(of_crates))
}

/// The disk space that a compiler may need for its output, in bytes, and the limit on its file size.
/// A program may take a quarter of this (`MAX_PROGRAM`), and intermediate files take the rest.
const ROOM: u64 = 64 << 20;

/// The disk space for temporary files that a machine needs to grade at all, in bytes. This is usually ten times as much
/// as a submission needs.
pub const LEAST_ROOM: u64 = 32 << 20;

/// How many processes and threads a compiler and its linker may use at once.
/// With one codegen unit, they use only a few. A limit that is lower than this is the machine's fault.
const COMPILER_THREADS: usize = 32;

/// Checks that a compiler can write its output to a folder, which may be full or limited by a quota. If not, returns
/// the error from the operating system.
pub(super) fn check_space_for_output(folder: &Path) -> io::Result<()> {
    try_to_write(folder, ROOM)
}

/// Really writes this many bytes to a temporary file, which shows whether there is space.
fn try_to_write(folder: &Path, bytes: u64) -> io::Result<()> {
    let mut file = tempfile::tempfile_in(folder)?;
    // Setting only the length would create a sparse file, which takes no space.
    let zeros = vec![0; 1 << 20];
    (0..bytes >> 20).try_for_each(|_| file.write_all(&zeros))?;
    // Some systems do not report a full disk until now.
    file.sync_data()
}

/// Compiles and links a correct program, and checks that there is enough space in `output`, where the compiler failed.
/// Fails if this machine cannot do this.
pub(super) fn check_compiler_and_space(
    toolchain: &Toolchain,
    libraries: &Libraries,
    output: &Path,
) -> Result<(), BuildError> {
    check_space_for_output(output)?;
    compile_canary(toolchain, libraries)
}

/// Compiles and links a correct program, and checks that there is as much space for temporary files as a machine needs
/// to grade at all. Fails if this machine can no longer grade.
pub(super) fn check_machine(
    toolchain: &Toolchain,
    libraries: &Libraries,
) -> Result<(), BuildError> {
    try_to_write(&tempfile::env::temp_dir(), LEAST_ROOM)?;
    compile_canary(toolchain, libraries)
}

fn compile_canary(toolchain: &Toolchain, libraries: &Libraries) -> Result<(), BuildError> {
    let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
    fs::write(folder.path().join("canary.rs"), CODE)?;
    let output = folder.path().join("canary.wasm");
    let call = RustcCall {
        root: "canary.rs",
        name: "canary",
        edition: Edition::E2024,
        kind: CrateKind::Program,
        externs: vec![("slider", libraries.slider_path()), ("probe", libraries.probe_path())],
        libraries: vec![libraries.folder()],
        extra: &[],
        output: &output,
        dep_info: None,
    };
    let compiled = rustc::compile_own(toolchain, folder.path(), &call)?;
    if compiled.success {
        return Ok(());
    }
    // A compiler that cannot start its threads does not always say so.
    jail::child::check_threads_available(COMPILER_THREADS).map_err(BuildError::Processes)?;
    let message = compiled.errors.first().map(|error| error.message.clone());
    let message = message.or(compiled.crash).unwrap_or_default();
    Err(BuildError::Compiler { message })
}
