//! Compiles the engine of the page, with the oracle in it, to WebAssembly.
//!
//! It calls `rustc` on three crates without dependencies, one after the other. Cargo would wait for its
//! own lock on the build folder if it were called here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

/// What submissions are compiled for, too, so that a machine that grades has it.
const TARGET: &str = "wasm32-wasip1";

/// The crates, each with those that it needs.
const CRATES: [(&str, &str, &[&str]); 3] = [
    ("slider", "slider/src", &[]),
    ("oracle", "reference/oracle/src", &["slider"]),
    ("engine", "grader/player/engine/src", &["oracle", "slider"]),
];

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            for line in message.lines() {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let variable = |name| env::var_os(name).ok_or_else(|| format!("cargo does not set {name}"));
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../..");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let rustc = variable("RUSTC")?;
    for (_, folder, _) in CRATES {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    has_target(&rustc)?;
    for (name, folder, needs) in CRATES {
        compile(&rustc, name, &root.join(folder).join("lib.rs"), needs, &out)?;
    }
    Ok(())
}

/// Whether the compiler has the standard library of the target.
fn has_target(rustc: &OsString) -> Result<(), String> {
    let mut command = Command::new(rustc);
    command.args(["--print", "target-libdir", "--target", TARGET]);
    let output = command.output().map_err(|why| format!("`rustc` cannot be run: {why}"))?;
    let folder = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && Path::new(folder.trim_end()).is_dir() {
        return Ok(());
    }
    Err(format!(
        "the page of `grader play` is compiled for {TARGET}, which this compiler lacks\n\
         install it: rustup target add {TARGET}"
    ))
}

/// Compiles one crate into `out`: the last to a module, the others to libraries that it is made of.
fn compile(
    rustc: &OsString,
    name: &str,
    source: &Path,
    needs: &[&str],
    out: &Path,
) -> Result<(), String> {
    let is_module = name == "engine";
    let mut command = Command::new(rustc);
    command.arg(source).args(["--crate-name", name, "--edition", "2024", "--target", TARGET]);
    command.args(["-Copt-level=3", "-Cpanic=abort", "-Ccodegen-units=1", "--cap-lints=allow"]);
    // The same bytes wherever the workspace lies.
    let root = fs::canonicalize(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    if let Some(root) = root.ok().as_deref().and_then(|it| it.ancestors().nth(2)) {
        command.arg(format!("--remap-path-prefix={}=", root.display()));
    }
    if is_module {
        command.args(["--crate-type", "cdylib", "-Clto=fat", "-Cstrip=symbols"]);
        command.arg("-o").arg(out.join("engine.wasm"));
    } else {
        command.args(["--crate-type", "rlib", "--out-dir"]).arg(out);
    }
    for need in needs {
        let mut library = OsString::from(format!("{need}="));
        library.push(out.join(format!("lib{need}.rlib")));
        command.arg("--extern").arg(library);
    }
    command.arg("-L").arg(out);
    let output = command.output().map_err(|why| format!("`rustc` cannot be run: {why}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("`{name}` cannot be compiled for {TARGET}:\n{said}"))
}
