//! The submissions to measure one by one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{CostsBench, CostsError, folder};

pub(crate) const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The model, and five correct submissions that represent boards and search in different ways.
const SUBJECTS: [&str; 6] = [
    "reference",
    "fixtures/submissions/styles/flat-vec-cached",
    "fixtures/submissions/styles/functional-iterators",
    "fixtures/submissions/styles/java-classes",
    "fixtures/submissions/styles/rc-chain-java",
    "fixtures/submissions/styles/vec-of-vec-2d",
];

/// A submission in two folders.
pub(crate) struct MeasuredSubmission {
    pub(crate) name: &'static str,
    /// The submission without tests.
    pub(crate) graded: PathBuf,
    /// The same library with the tests of the student template, as a student has it.
    pub(crate) tested: PathBuf,
}

/// The files with the tests of the student template.
const TESTS: [&str; 2] = ["board.rs", "solver.rs"];

/// Writes all submissions to the bench's folder.
pub(crate) fn subjects(bench: &CostsBench) -> Result<Vec<MeasuredSubmission>, CostsError> {
    let write = |source: &'static str| {
        let name = source.rsplit('/').next().unwrap_or(source);
        let [graded, tested] = ["graded", "tested"].map(|kind| bench.path(kind).join(name));
        let source = Path::new(WORKSPACE).join(source);
        let manifest = manifest_text("student-template", &edition_of_crate(&source)?);
        for place in [&graded, &tested] {
            folder::copy(&source.join("src"), &place.join("src"))?;
            fs::write(place.join("Cargo.toml"), &manifest)?;
        }
        add_template_tests(&tested, "student_template", "slider")?;
        Ok(MeasuredSubmission { name, graded, tested })
    };
    SUBJECTS.into_iter().map(write).collect()
}

/// Returns the edition of a crate, which the model inherits from the workspace.
fn edition_of_crate(source: &Path) -> Result<String, CostsError> {
    let read = |folder: &Path| {
        let file = folder.join("Cargo.toml");
        let text = fs::read_to_string(&file)?;
        text.parse::<toml::Table>().map_err(|error| CostsError::unreadable_error(file, &error))
    };
    let edition =
        |package: Option<&toml::Value>| package?.get("edition")?.as_str().map(str::to_owned);
    let (own, workspace) = (read(source)?, read(Path::new(WORKSPACE))?);
    let inherited = workspace.get("workspace").and_then(|table| table.get("package"));
    // Without an edition, cargo uses this one.
    Ok(edition(own.get("package"))
        .or_else(|| edition(inherited))
        .unwrap_or_else(|| "2015".to_owned()))
}

/// Returns a manifest for a library in `src/lib.rs`.
fn manifest_text(name: &str, edition: &str) -> String {
    let slider = Path::new(WORKSPACE).join("slider");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n\n\
         [dependencies]\nslider = {{ path = '{}' }}\n\n[workspace]\n",
        slider.display()
    )
}

/// Adds the tests of the student template to a submission. `library` and `slider` are the names of these crates in the
/// code.
pub(crate) fn add_template_tests(place: &Path, library: &str, slider: &str) -> io::Result<()> {
    let template = Path::new(WORKSPACE).join("student-template");
    fs::create_dir_all(place.join("tests"))?;
    for file in TESTS {
        let text = fs::read_to_string(template.join("tests").join(file))?;
        let text =
            text.replace("student_template", library).replace("slider::", &format!("{slider}::"));
        fs::write(place.join("tests").join(file), text)?;
    }
    folder::copy(&template.join("puzzles"), &place.join("puzzles"))
}
