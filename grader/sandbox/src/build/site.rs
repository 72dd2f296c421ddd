//! The folder for compiling a submission.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use intake::{Package, SourceTree, Submission};
use tempfile::TempDir;

use super::error::BuildError;
use super::libraries;

/// The depth of the submission below the temporary folder. It is so large that no checked path can point outside the
/// folder, whichever macro uses it.
/// A checked path has at most 16 parts, a file is at most 16 folders deep, and each part can be a `..`.
const DEPTH: usize = 2 * 16;

/// The folder for compiling a submission, with the sources and the output. Dropping this value removes it.
pub(super) struct Site {
    pub(super) folder: TempDir,
    pub(super) sources: PathBuf,
    pub(super) package: Package,
    pub(super) root: String,
    /// The name of the submission's crate in the grader's code.
    pub(super) name: String,
    pub(super) variables: Vec<(&'static str, String)>,
    pub(super) files: BTreeSet<String>,
}

impl Site {
    pub(super) fn new(submission: &Submission, tree: &SourceTree) -> Result<Self, BuildError> {
        let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
        let sources = folder.path().join(vec!["s"; DEPTH].join("/"));
        for folder in [&sources, &folder.path().join("out"), &folder.path().join("glue")] {
            fs::create_dir_all(folder)?;
        }
        let mut files = BTreeSet::new();
        for (path, bytes) in submission.data() {
            libraries::write_file(&sources, path, bytes)?;
            files.insert(path.to_owned());
        }
        for file in submission.files().filter(|file| tree.live.contains(file.path)) {
            let text = tree.text_for_compiler(file.path, file.text);
            libraries::write_file(&sources, file.path, text.as_bytes())?;
            files.insert(file.path.to_owned());
        }
        Ok(Self {
            folder,
            sources,
            package: submission.package().clone(),
            root: submission.root().to_owned(),
            name: submission.name_in_code().to_owned(),
            variables: submission
                .variables()
                .map(|(name, value)| (name, value.to_owned()))
                .collect(),
            files,
        })
    }

    pub(super) fn output_path(&self, name: &str) -> PathBuf {
        self.folder.path().join("out").join(name)
    }

    pub(super) fn dep_info_path(&self) -> PathBuf {
        self.output_path("submission.d")
    }
}
