//! Copies the modules that parse corrections out of the crate `class`, which needs wasmtime, so that they can be compiled
//! without it. If one of them starts to use the engine, this crate will no longer compile.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Their names and folders.
const MODULES: [(&str, &str); 2] = [("groups", "../class/src"), ("overrides", "../class/src")];

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut root = String::new();
    for (name, from) in MODULES {
        let (file, folder) = (format!("{from}/{name}.rs"), format!("{from}/{name}"));
        let place = out.join(name);
        let _ = fs::remove_dir_all(&place);
        fs::create_dir(&place)?;
        println!("cargo::rerun-if-changed={file}");
        // Submodules of a file with a `#[path]` attribute are looked up beside it.
        let main = place.join("mod.rs");
        fs::copy(&file, &main)?;
        if Path::new(&folder).is_dir() {
            println!("cargo::rerun-if-changed={folder}");
            copy(Path::new(&folder), &place)?;
        }
        root += &format!(
            "#[path = {main:?}]\n#[allow(dead_code, unused, missing_docs)]\npub mod {name};\n"
        );
    }
    fs::write(out.join("modules.rs"), root)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir(&place)?;
            copy(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}
