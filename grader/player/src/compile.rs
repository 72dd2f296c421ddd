//! Compiles the engine of the page, with the oracle in it, to WebAssembly.
//!
//! It calls `rustc` on three crates without dependencies, one after the other. The build script of this crate is
//! compiled from this file as well. The script cannot call cargo, which would wait for its own lock on the build
//! folder.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate that the engine is made of.
pub(crate) struct Part {
    /// Its name for `--extern`.
    pub(crate) name: &'static str,
    /// The folder of its sources below the root of the workspace.
    pub(crate) folder: &'static str,
    /// The parts that it depends on.
    needs: &'static [&'static str],
}

/// The parts of the engine, each after those that it depends on. The last is the engine itself.
pub(crate) const PARTS: [Part; 3] = [
    Part { name: "slider", folder: "slider/src", needs: &[] },
    Part { name: "oracle", folder: "reference/oracle/src", needs: &["slider"] },
    Part { name: "engine", folder: "grader/player/engine/src", needs: &["oracle", "slider"] },
];

/// Compiles the parts below the folder `root` for `target`, and returns the engine's module, a file in `out`.
///
/// `library_names` is the compiler's argument that gives the files of the standard library their names.
///
/// # Errors
///
/// What the compiler printed, or why it cannot be started.
pub(crate) fn compile(
    rustc: &Path,
    target: &str,
    library_names: &OsStr,
    root: &Path,
    out: &Path,
) -> Result<PathBuf, String> {
    let cannot_run = |error| format!("cannot run `{}`: {error}", rustc.display());
    let module = out.join("engine.wasm");
    for (index, part) in PARTS.iter().enumerate() {
        let mut command = Command::new(rustc);
        command.arg(root.join(part.folder).join("lib.rs"));
        command.args(["--crate-name", part.name, "--edition", "2024", "--target", target]);
        command.args(["-Copt-level=3", "-Cpanic=abort", "-Ccodegen-units=1", "--cap-lints=allow"]);
        // The same bytes wherever the sources and the compiler are.
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(root);
        remap.push("=");
        command.arg(remap).arg(library_names);
        if index + 1 == PARTS.len() {
            command
                .args(["--crate-type", "cdylib", "-Clto=fat", "-Cstrip=symbols", "-o"])
                .arg(&module);
        } else {
            // Without machine code, which the engine is not linked from.
            command.args(["--crate-type", "rlib", "-Clinker-plugin-lto", "--out-dir"]).arg(out);
        }
        for need in part.needs {
            let mut library = OsString::from(format!("{need}="));
            library.push(out.join(format!("lib{need}.rlib")));
            command.arg("--extern").arg(library);
        }
        command.arg("-L").arg(out);
        let output = command.output().map_err(cannot_run)?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!("cannot compile `{}` for {target}: {}", part.name, message.trim()));
        }
    }
    Ok(module)
}
