//! Compiles the grader's crates for the sandbox, once per toolchain.

use std::io;
use std::path::{Path, PathBuf};

use base::digest::PartsHash;
use intake::Edition;
use serde::{Deserialize, Serialize};

use super::cache;
use super::comments::blank_out_comments;
use super::compiled_model::CompiledModel;
use super::error::BuildError;
use super::rustc::{self, CrateKind, RustcCall};
use super::toolchain::Toolchain;
use jail::ChildError;

/// The libraries that submissions are compiled with: the sandbox version of `slider`, the probe, and the model's board,
/// to replace boards that fail to compile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Libraries {
    name: String,
    folder: PathBuf,
}

/// The files with the sandbox version of `slider`, the original `slider`, and the probe.
const SLIDER: &str = "libslider-sandbox.rlib";
const SLIDER_API: &str = "libslider-api.rlib";
const PROBE: &str = "libprobe.rlib";

/// The file with the model's board, named after the crate, because the compiler looks up indirect dependencies by name.
const MODEL_BOARD: &str = "libmodel_board.rlib";

/// The file with the test harness.
const HARNESS: &str = "libharness.rlib";

impl Libraries {
    /// Returns the libraries from the cache, after compiling them if they are missing. The students' edition has them in
    /// compiled form.
    ///
    /// # Errors
    ///
    /// Returns an error if the libraries do not compile, or if the cache cannot be used.
    pub fn load_or_compile(toolchain: &Toolchain, cache: &Path) -> Result<Self, BuildError> {
        let name = Self::name_for(toolchain.identity());
        let folder = cache::ensure_sealed_folder(cache, &name, |folder| {
            if embedded::HAS_SOURCES {
                compile_libraries(toolchain, folder)
            } else {
                Ok(CompiledModel::write_libraries(folder)?)
            }
        })?;
        Ok(Self { name, folder })
    }

    /// Returns `true` if the libraries are in the cache.
    pub fn are_ready(toolchain: &Toolchain, cache: &Path) -> bool {
        cache.join(Self::name_for(toolchain.identity())).is_dir()
    }

    /// Returns the name of the libraries in the cache, derived from the compiler's version output and the source code.
    pub(crate) fn name_for(compiler: &str) -> String {
        // The hash of the sources covers the model answer, which only the complete edition can compile.
        let own = [embedded::SLIDER, embedded::PROBE, embedded::FACADE, embedded::HARNESS];
        let about = (compiler, own, env!("SOURCES"), embedded::HAS_SOURCES);
        format!("libraries-{}", PartsHash::from_value(&about).half_of_hex())
    }

    /// Returns `true` if a file with this name is one of the libraries.
    pub(super) fn has_file(name: &str) -> bool {
        [SLIDER, SLIDER_API, PROBE, MODEL_BOARD, HARNESS].contains(&name)
    }

    /// Returns the name of the libraries in the cache.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the folder that contains the libraries.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn slider_path(&self) -> PathBuf {
        self.folder.join(SLIDER)
    }

    /// Returns the path of the original `slider`, without the probe.
    pub(super) fn slider_api(&self) -> PathBuf {
        self.folder.join(SLIDER_API)
    }

    pub(super) fn probe_path(&self) -> PathBuf {
        self.folder.join(PROBE)
    }

    pub(super) fn model_board_path(&self) -> PathBuf {
        self.folder.join(MODEL_BOARD)
    }

    /// Returns the crate to use instead of the standard test harness, if it works with this compiler.
    pub(super) fn harness(&self) -> Option<PathBuf> {
        Some(self.folder.join(HARNESS)).filter(|file| file.is_file())
    }
}

fn compile_libraries(toolchain: &Toolchain, folder: &Path) -> Result<(), BuildError> {
    let sources = tempfile::tempdir()?;
    let at = |name: &str| folder.join(name);
    let api = at(SLIDER_API);
    let sandbox = at(SLIDER);
    let library = |part: &'static str,
                   name: &str,
                   files: &[(&str, &str)],
                   externs: &[(&'static str, &Path)],
                   extra: &[&str],
                   output: &Path| {
        // The paths occur in messages to students.
        write_files(&sources.path().join(part).join("src"), files)?;
        let call = RustcCall {
            root: &format!("{part}/src/lib.rs"),
            name,
            edition: Edition::E2024,
            kind: CrateKind::Library,
            externs: externs.iter().map(|(name, file)| (*name, (*file).to_owned())).collect(),
            libraries: vec![folder],
            extra,
            output,
            dep_info: None,
        };
        let compiled = rustc::compile_own(toolchain, sources.path(), &call)?;
        if compiled.success {
            return Ok(());
        }
        let first = compiled.errors.first().map(|error| error.rendered.clone());
        let message = first.or(compiled.crash).unwrap_or_default();
        Err(BuildError::OwnCode { part, message })
    };
    // Both crates are called `slider`, which lets error messages refer to the traits by the names that students know.
    // The metadata distinguishes the crates.
    library("slider", "slider", embedded::SLIDER, &[], &["-Cmetadata=api"], &api)?;
    let probe = at(PROBE);
    library("probe", "probe", embedded::PROBE, &[("slider", &api)], &[], &probe)?;
    let externs: [(&'static str, &Path); 2] = [("slider_api", &api), ("probe", &probe)];
    let extra = ["-Cmetadata=sandbox"];
    library("facade", "slider", embedded::FACADE, &externs, &extra, &sandbox)?;
    // A submission could return this board, but would not gain any points, because its own board does not compile.
    let text = blank_out_comments(&embedded::model_sources()["board.rs"]);
    let board = [("board.rs", &text[..]), ("lib.rs", "mod board;\n\npub use board::Board;\n")];
    library("model", "model_board", &board, &[("slider", &sandbox)], &[], &at(MODEL_BOARD))?;
    add_harness(toolchain, folder, &sources.path().join("harness"))
}

/// Adds the test harness if it has the interface that this compiler expects.
fn add_harness(toolchain: &Toolchain, folder: &Path, source: &Path) -> Result<(), BuildError> {
    write_files(source, embedded::HARNESS)?;
    let harness = folder.join(HARNESS);
    let library = RustcCall {
        root: "lib.rs",
        name: "test",
        edition: Edition::E2024,
        kind: CrateKind::Library,
        externs: Vec::new(),
        libraries: Vec::new(),
        extra: &[],
        output: &harness,
        dep_info: None,
    };
    let sample = RustcCall {
        root: "sample.rs",
        name: "sample",
        edition: Edition::E2024,
        kind: CrateKind::Program,
        externs: vec![("test", harness.clone())],
        libraries: Vec::new(),
        extra: &["--test"],
        output: &source.join("sample.wasm"),
        dep_info: None,
    };
    for call in [&library, &sample] {
        let works = match rustc::compile_own(toolchain, source, call) {
            // This is an error without a position, such as a `main` with the wrong type.
            Err(ChildError::Broken { .. }) => false,
            compiled => compiled?.success,
        };
        if !works {
            return match std::fs::remove_file(&harness) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            };
        }
    }
    Ok(())
}

pub(super) fn write_files(folder: &Path, files: &[(&str, &str)]) -> io::Result<()> {
    files.iter().try_for_each(|(name, text)| write_file(folder, name, text.as_bytes()))
}

pub(super) fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, bytes)
}
