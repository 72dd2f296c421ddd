//! Measures how long it takes to grade a class of correct submissions that do not resemble each other.

use std::fs;
use std::path::Path;

use audit::corpus::{Corpus, Labelled};
use serde::Deserialize;

use crate::subject::{self, WORKSPACE};
use crate::watch::WatchedRun;
use crate::{CostsBench, CostsError, folder};

/// What a class costs.
pub(crate) struct ClassCosts {
    /// The number of submissions.
    pub(crate) number: usize,
    /// A description of each run, and what it took.
    pub(crate) runs: Vec<(&'static str, WatchedRun)>,
    /// The stages of the first run, with their CPU time in seconds.
    pub(crate) stages: Vec<(String, f64)>,
}

/// The group of labelled submissions to take.
const GROUP: &str = "styles/";

pub(crate) fn measure_class(
    bench: &CostsBench,
    max_submissions: usize,
) -> Result<ClassCosts, CostsError> {
    let [plain, tested] = ["class", "class-with-tests"].map(|name| bench.path(name));
    let corpus = Corpus::embedded()
        .map_err(|error| CostsError::unreadable_error("the labelled submissions", &error))?;
    let is_of_class =
        |labelled: &&Labelled| labelled.expected.is_right() && labelled.name.starts_with(GROUP);
    let right = corpus.submissions.iter().filter(is_of_class);
    let mut number = 0;
    for labelled in right.take(max_submissions) {
        let source = Path::new(WORKSPACE).join("fixtures/submissions").join(&labelled.name);
        let [plain, tested] =
            [&plain, &tested].map(|folder| folder.join(&labelled.name[GROUP.len()..]));
        folder::copy(&source, &plain)?;
        folder::copy(&source, &tested)?;
        let submission = &labelled.submission;
        let slider = submission.package().slider.first().map_or("slider", String::as_str);
        let library = submission.crate_name().unwrap_or(submission.name_in_code());
        subject::add_template_tests(&tested, library, slider)?;
        number += 1;
    }
    let grade = |class: &Path, out: &str, options: &[&str]| {
        let out = bench.path("grades").join(out);
        let mut command = bench.grader();
        bench.measure(command.arg("grade").arg(class).arg("--out").arg(out).args(options))
    };
    let built = bench.path("built");
    let prebuilt = built.display().to_string();
    let mut runs =
        vec![("as they are, most without tests", grade(&plain, "first", &["--timings"])?)];
    let stages = read_stages(&bench.path("grades/first/run.json"))?;
    runs.push(("with the tests of the student template", grade(&tested, "tested", &[])?));
    runs.push((
        "compiling the programs (`grader build`)",
        bench.measure(bench.grader().arg("build").arg(&plain).arg("--out").arg(&built))?,
    ));
    let options = ["--prebuilt", &prebuilt, "--no-cache"];
    runs.push(("from compiled programs (`--prebuilt`)", grade(&plain, "prebuilt", &options)?));
    runs.push(("again, into the same folder", grade(&plain, "first", &[])?));
    runs.push(("again, from the cache into a new folder", grade(&plain, "cached", &[])?));
    Ok(ClassCosts { number, runs, stages })
}

/// The part of `run.json` with the times of each stage.
#[derive(Deserialize)]
struct RunFile {
    stages: serde_json::Map<String, serde_json::Value>,
}

fn read_stages(file: &Path) -> Result<Vec<(String, f64)>, CostsError> {
    let text = fs::read_to_string(file)?;
    let run: RunFile = serde_json::from_str(&text)
        .map_err(|error| CostsError::unreadable_error("run.json", &error))?;
    let cpu = |stage: &serde_json::Value| stage.get("cpu").and_then(serde_json::Value::as_f64);
    let times = run.stages.iter();
    Ok(times.filter_map(|(name, stage)| Some((name.replace('_', " "), cpu(stage)?))).collect())
}
