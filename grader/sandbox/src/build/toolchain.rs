//! Finds the Rust compiler on this machine.
//!
//! The grader may run in a student's folder, so nothing there must choose the compiler or affect it: see [`jail::host`].

mod error;
#[cfg(target_os = "linux")]
mod libraries;
#[cfg(not(target_os = "linux"))]
#[path = "toolchain/no_libraries.rs"]
mod libraries;
mod rustup;

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use embedded::RUST_VERSION;
use jail::host;
use serde::{Deserialize, Serialize};
use wasm_target::TARGET;

use super::compiled_model::CompiledModel;
pub use error::{NoTarget, ToolchainError, install_own_version};

/// A Rust compiler that supports [`TARGET`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toolchain {
    /// The absolute path of the compiler, not of a launcher.
    #[serde(with = "base::path_bytes")]
    rustc: PathBuf,
    /// The folder that contains the compiler and its libraries.
    #[serde(with = "base::path_bytes")]
    sysroot: PathBuf,
    release: String,
    verbose: String,
    /// The files that the compiler consists of, with all shared libraries.
    files: CompilerFiles,
}

/// The files that a compiler consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum CompilerFiles {
    /// The compiler is a script, so it may start and read anything.
    Any,
    /// These files and folders, which include all shared libraries.
    Known(#[serde(with = "base::path_bytes::list")] Vec<PathBuf>),
    /// The system's loader does not list the shared libraries, so all folders with libraries are needed.
    WithAllLibraries(#[serde(with = "base::path_bytes::list")] Vec<PathBuf>),
}

impl Toolchain {
    /// Finds the compiler: `$RUSTC` or the toolchain `$RUSTUP_TOOLCHAIN` if one of them is set, the version that this
    /// grader was made for if rustup has installed it, and otherwise `rustc` from `PATH` or rustup's default toolchain.
    ///
    /// If the target is missing, this function calls `install` with a message, because installing the target takes time
    /// and changes the machine. If `install` returns `true`, the target is installed with rustup.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no working compiler with the target, or if the students' edition needs another one.
    pub fn find(install: Option<&dyn Fn(&str)>) -> Result<Self, ToolchainError> {
        let launcher = find_rustc()?;
        let sysroot = PathBuf::from(ask_rustc(&launcher, &["--print", "sysroot"])?.trim());
        // Call the compiler directly, to bypass launchers that we do not know.
        let direct = rustup::compiler_in(&sysroot);
        let rustc = if direct.is_file() { direct } else { launcher };
        let verbose = ask_rustc(&rustc, &["-vV"])?;
        if let Some(model) = CompiledModel::embedded() {
            model.check(&verbose)?;
        }
        let release = verbose.lines().find_map(|line| line.strip_prefix("release: "));
        let release = format!("rustc {}", release.unwrap_or("unknown"));
        if !wasm_target::is_installed(&sysroot) {
            rustup::add_target(&sysroot, install)
                .map_err(|reason| ToolchainError::Target { reason })?;
        }
        let files = compiler_files(&rustc, &sysroot, &verbose);
        Ok(Self { rustc, sysroot, release, verbose, files })
    }

    /// Returns the path of the compiler.
    pub fn rustc(&self) -> &Path {
        &self.rustc
    }

    /// Returns a command that runs the compiler outside of process sandboxes, on trusted code.
    pub fn command(&self) -> Command {
        let mut command = host::trusted_command(&self.rustc);
        command.envs(self.variables());
        command
    }

    /// Returns `true` if this is the version that the grader was made for.
    pub fn is_own_version(&self) -> bool {
        self.release.strip_prefix("rustc ") == Some(RUST_VERSION)
    }

    /// Returns a note if this is another version than the grader was made for, and the user did not ask for it.
    pub fn note_on_version(&self) -> Option<String> {
        let is_chosen =
            nonempty_variable("RUSTC").or_else(|| nonempty_variable("RUSTUP_TOOLCHAIN")).is_some();
        (!is_chosen && !self.is_own_version()).then(|| {
            format!(
                "using {}, because rustc {RUST_VERSION}, which this grader was made for, is not \
                 installed; points may depend on the version; to install it, run {}",
                self.release,
                install_own_version()
            )
        })
    }

    /// Returns why compilers can read more than they need, as a sentence without a period.
    pub fn reason_for_wide_access(&self) -> Option<&'static str> {
        match self.files {
            CompilerFiles::Any => Some("the compiler is a script, so it can read all files"),
            CompilerFiles::Known(_) => None,
            CompilerFiles::WithAllLibraries(_) => Some(
                "the system's loader does not list the compiler's libraries, so the compiler can \
                 read all files in folders with libraries",
            ),
        }
    }

    /// Returns the paths that the compiler and the linker need. If the compiler is a script, it may call any program.
    pub(super) fn needed_paths(&self) -> Vec<PathBuf> {
        match &self.files {
            CompilerFiles::Any => vec![PathBuf::from("/")],
            CompilerFiles::Known(paths) => paths.clone(),
            CompilerFiles::WithAllLibraries(paths) => {
                let folders =
                    ["/lib", "/lib64", "/lib32", "/usr/lib", "/usr/lib64", "/usr/local/lib"];
                let own = ["lib", "lib64"].map(|folder| self.sysroot.join(folder));
                let all = folders.map(PathBuf::from).into_iter().chain(own);
                all.chain(paths.iter().cloned()).collect()
            }
        }
    }

    /// Returns the environment variables that the compiler needs.
    pub(super) fn variables(&self) -> Vec<(&'static str, OsString)> {
        let mut path = self.sysroot.join("bin").into_os_string();
        // Programs normally find their libraries relative to their own path, from `/proc`.
        let mut variables = vec![("LD_LIBRARY_PATH", library_folders(&self.sysroot))];
        if self.files == CompilerFiles::Any {
            path.push(":/usr/local/bin:/usr/bin:/bin");
            // If the script starts rustup's proxy, no file in the current folder chooses the toolchain.
            variables.push(("RUSTUP_TOOLCHAIN", self.sysroot.clone().into_os_string()));
        }
        variables.push(("PATH", path));
        variables
    }

    pub(super) fn sysroot(&self) -> &Path {
        &self.sysroot
    }

    /// Makes the compiler use the same names for the standard library's files on every machine.
    pub fn library_names(&self) -> OsString {
        wasm_target::library_names(&self.sysroot, &self.verbose)
    }

    /// Returns the compiler's name and version, such as `rustc 1.95.0`.
    pub fn compiler_name_and_version(&self) -> &str {
        &self.release
    }

    /// Returns the complete identity of this compiler.
    pub fn identity(&self) -> &str {
        &self.verbose
    }
}

/// Returns the value of an environment variable that is set and not empty.
fn nonempty_variable(name: &str) -> Option<OsString> {
    // An empty variable counts as unset, as for the cache folder.
    env::var_os(name).filter(|value| !value.is_empty())
}

/// Returns the program to ask for the compiler: usually the compiler itself, and never rustup's proxy.
fn find_rustc() -> Result<PathBuf, ToolchainError> {
    if let Some(rustc) = nonempty_variable("RUSTC").map(PathBuf::from) {
        let rustc = resolve_rustc(rustc)?;
        if !rustup::is_proxy(&rustc) {
            return Ok(rustc);
        }
    }
    let home = rustup::RustupHome::of_user();
    let compiler = |name: &str| home.as_ref()?.compiler(name);
    if let Some(name) = nonempty_variable("RUSTUP_TOOLCHAIN") {
        let sysroot = Path::new(&name);
        let by_path = || Some(rustup::compiler_in(sysroot)).filter(|_| sysroot.is_absolute());
        let found = by_path().or_else(|| compiler(name.to_str()?));
        let name = name.to_string_lossy().into_owned();
        return found.ok_or(ToolchainError::NotInstalled { name });
    }
    if let Some(rustc) = compiler(RUST_VERSION) {
        return Ok(rustc);
    }
    let installed = host::find_program("rustc");
    if let Some(rustc) = installed.as_ref().filter(|rustc| !rustup::is_proxy(rustc)) {
        return Ok(rustc.clone());
    }
    let default = home.as_ref().and_then(rustup::RustupHome::default_compiler);
    let has_rustup = installed.is_some() || home.is_some();
    default.ok_or(if has_rustup { ToolchainError::NoToolchain } else { ToolchainError::Missing })
}

/// Returns the program that the user means with `RUSTC`: an absolute path, or a name to look up in `PATH`.
fn resolve_rustc(rustc: PathBuf) -> Result<PathBuf, ToolchainError> {
    if rustc.is_absolute() {
        return Ok(rustc);
    }
    match rustc.to_str() {
        Some(name) if rustc.file_name() == Some(OsStr::new(name)) => {
            let missing = || ToolchainError::NotStarted {
                rustc: rustc.clone(),
                source: std::io::ErrorKind::NotFound.into(),
            };
            // `find_program` adds the suffix.
            host::find_program(name.trim_end_matches(env::consts::EXE_SUFFIX)).ok_or_else(missing)
        }
        _ => Err(ToolchainError::Relative { rustc }),
    }
}

/// Returns the shared libraries of the grader's own program under all names by which the loader looks for them. A worker
/// needs them to start the program again. If the loader does not list them, the result is empty.
pub fn own_libraries() -> &'static [PathBuf] {
    static LIBRARIES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    LIBRARIES.get_or_init(|| {
        let folders = env::var_os("LD_LIBRARY_PATH").and_then(|path| host::absolute_entries(&path));
        let own = jail::own_program();
        let found =
            own.and_then(|own| libraries::of_programs(&[own], &folders.unwrap_or_default()));
        found.unwrap_or_default().into_iter().collect()
    })
}

/// Returns the folders in which the loader looks for the compiler's libraries first.
fn library_folders(sysroot: &Path) -> OsString {
    let mut folders = sysroot.join("lib").into_os_string();
    let others = env::var_os("LD_LIBRARY_PATH").and_then(|path| host::absolute_entries(&path));
    if let Some(others) = others {
        folders.push(":");
        folders.push(others);
    }
    folders
}

/// Returns everything that a compiler consists of: itself, the standard library, the linker, and the shared libraries.
fn compiler_files(rustc: &Path, sysroot: &Path, verbose: &str) -> CompilerFiles {
    if is_script(rustc) {
        return CompilerFiles::Any;
    }
    let host = verbose.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let rustlib = sysroot.join("lib").join("rustlib");
    // Distributions may put the linker beside the compiler, or make it a link to another folder.
    let folders = [rustlib.join(host).join("bin"), sysroot.join("bin")];
    let linkers = folders.iter().flat_map(|folder| files_in(folder)).filter(|file| is_linker(file));
    let linkers: BTreeSet<PathBuf> =
        // The compiler starts a link by its own name, and the system executes the file behind it.
        linkers.flat_map(|file| [file.canonicalize().ok(), Some(file)]).flatten().collect();
    let programs: Vec<PathBuf> = std::iter::once(rustc.to_owned()).chain(linkers).collect();
    let libraries = libraries::of_programs(&programs, &library_folders(sysroot));
    let mut paths = programs;
    paths.extend([rustlib.join(TARGET), rustlib.join(host)]);
    match libraries {
        Ok(libraries) => {
            paths.extend(libraries);
            CompilerFiles::Known(paths)
        }
        Err(_) => CompilerFiles::WithAllLibraries(paths),
    }
}

fn files_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file())
}

/// Returns `true` for the names of LLVM's linker.
fn is_linker(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    ["rust-lld", "wasm-ld", "lld", "ld.lld"].iter().any(|linker| name.starts_with(linker))
}

/// Returns `true` if the compiler is a script that calls a different compiler.
fn is_script(rustc: &Path) -> bool {
    let mut begin = [0; 2];
    let read = File::open(rustc).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == *b"#!"
}

fn ask_rustc(rustc: &Path, arguments: &[&'static str]) -> Result<String, ToolchainError> {
    let mut command = host::trusted_command(rustc);
    // Launchers that we do not know may start rustup.
    command.env("RUSTUP_TOOLCHAIN", RUST_VERSION).env("RUSTUP_AUTO_INSTALL", "0");
    let output = command
        .args(arguments)
        .output()
        .map_err(|source| ToolchainError::NotStarted { rustc: rustc.to_owned(), source })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(ToolchainError::Broken {
        rustc: rustc.to_owned(),
        arguments: arguments[0],
        stderr: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn compilers_see_no_folder_with_files_of_others() {
        let toolchain = Toolchain::find(None).expect("a compiler with the target");
        assert_eq!(toolchain.reason_for_wide_access(), None);
        let folders = toolchain.needed_paths();
        assert!(folders.iter().any(|path| path == toolchain.rustc()));
        for folder in folders.iter().filter(|path| path.is_dir()) {
            let rustlib = toolchain.sysroot().join("lib/rustlib");
            assert_eq!(folder.parent(), Some(&*rustlib), "only the standard library is a folder");
        }
        let names = folders.iter().filter_map(|path| path.file_name()?.to_str());
        assert!(names.clone().any(|name| name.starts_with("libc.")), "{folders:?}");
        assert!(names.clone().any(|name| name.contains("LLVM")), "{folders:?}");
    }
}
