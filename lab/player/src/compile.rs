//! Compiles the engine and the oracle to WebAssembly.
//!
//! The build script includes this file. It runs `rustc` on three crates without other dependencies, because cargo would
//! wait for the build folder's lock, which the outer cargo holds.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct EngineCrate {
    /// The name for `--extern`.
    pub(crate) name: &'static str,
    /// The source folder below the workspace root.
    pub(crate) folder: &'static str,
    needs: &'static [&'static str],
}

/// All crates in dependency order, with the engine last.
pub(crate) const PARTS: [EngineCrate; 3] = [
    EngineCrate { name: "slider", folder: "slider/src", needs: &[] },
    EngineCrate { name: "oracle", folder: "reference/oracle/src", needs: &["slider"] },
    EngineCrate { name: "engine", folder: "lab/player/engine/src", needs: &["oracle", "slider"] },
];

/// Compiles the crates below the folder `root` for `target`. Returns the path of the module in the folder `out`.
///
/// `compiler` returns a command that starts the compiler, and `library_names` is its argument for the standard library's
/// file names. All paths must be absolute.
///
/// # Errors
///
/// Returns the compiler's output if the compiler fails, or an error message if it cannot be started.
pub(crate) fn compile(
    compiler: &dyn Fn() -> Command,
    target: &str,
    library_names: &OsStr,
    root: &Path,
    out: &Path,
) -> Result<PathBuf, String> {
    let module = out.join("engine.wasm");
    for (index, part) in PARTS.iter().enumerate() {
        let mut command = compiler();
        command.arg(root.join(part.folder).join("lib.rs"));
        command.args(["--crate-name", part.name, "--edition", "2024", "--target", target]);
        command.args(["-Copt-level=3", "-Cpanic=abort", "-Ccodegen-units=1", "--cap-lints=allow"]);
        // Make the output independent of the paths of the compiler, the workspace, and the crates in it.
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(root.join(part.folder));
        remap.push(format!("={}", part.name));
        command.arg(remap).arg(library_names);
        if index + 1 == PARTS.len() {
            command
                .args(["--crate-type", "cdylib", "-Clto=fat", "-Cstrip=symbols", "-o"])
                .arg(&module);
        } else {
            // These libraries need no machine code: the engine is linked from their bitcode.
            command.args(["--crate-type", "rlib", "-Clinker-plugin-lto", "--out-dir"]).arg(out);
        }
        for need in part.needs {
            let mut library = OsString::from(format!("{need}="));
            library.push(out.join(format!("lib{need}.rlib")));
            command.arg("--extern").arg(library);
        }
        command.arg("-L").arg(out);
        let output = command.output();
        let rustc = command.get_program().display();
        let output = output.map_err(|error| format!("cannot run `{rustc}`: {error}"))?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!("cannot compile `{}` for {target}: {}", part.name, message.trim()));
        }
    }
    Ok(module)
}
