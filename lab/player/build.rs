//! Compiles the page's engine if the WebAssembly target is installed. Otherwise, bundles the sources for `grader play`
//! to compile on first use. Compiler errors never fail the build.

#[path = "src/compile.rs"]
mod compile;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use compile::PARTS;

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = fs::canonicalize(manifest.join("../.."))?;
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/compile.rs");
    for part in PARTS {
        println!("cargo::rerun-if-changed={}", root.join(part.folder).display());
    }
    let code = match engine(&root, &out) {
        Some(module) => format!("Bundled::Compiled(include_bytes!({}))", path_literal(&module)),
        None => format!("Bundled::Sources(&[{}])", sources(&root)?),
    };
    fs::write(out.join("bundled.rs"), code)
}

/// Compiles the engine. Returns `None` if the compiler fails or the target is not installed. `wasm-target` has already
/// warned about a missing target.
fn engine(root: &Path, out: &Path) -> Option<PathBuf> {
    println!("cargo::rerun-if-env-changed=DEP_WASM_TARGET_INSTALLED");
    println!("cargo::rerun-if-env-changed=DEP_WASM_TARGET_LIBRARY_NAMES");
    let target = env::var("DEP_WASM_TARGET_INSTALLED").ok()?;
    let library_names = env::var_os("DEP_WASM_TARGET_LIBRARY_NAMES")?;
    let rustc = PathBuf::from(env::var_os("RUSTC").expect("cargo sets it"));
    match compile::compile(&|| Command::new(&rustc), &target, &library_names, root, out) {
        Ok(module) => Some(module),
        Err(message) => {
            let message = message.lines().next().unwrap_or_default();
            println!(
                "cargo::warning=`grader play` will compile its engine on first use: {message}"
            );
            None
        }
    }
}

/// Formats the engine's sources as pairs of the path relative to the root and the text.
fn sources(root: &Path) -> io::Result<String> {
    let mut list = String::new();
    for part in PARTS {
        for file in files_below(&root.join(part.folder))? {
            let name = file.strip_prefix(root).map_err(io::Error::other)?;
            let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            let _ = write!(list, "({:?}, include_str!({})), ", name.join("/"), path_literal(&file));
        }
    }
    Ok(list)
}

fn path_literal(file: &Path) -> String {
    format!("{:?}", file.to_string_lossy())
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}
