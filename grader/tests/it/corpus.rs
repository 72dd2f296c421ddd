//! Every labelled submission fails the checks that its label names, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::Deserialize;
use serde_json::Value;

use crate::support::{Bench, model_file, stdout, workspace};

/// What is written on a submission.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    /// What is special about it. Only people read it.
    #[serde(rename = "about")]
    _about: String,
    /// The checks that it fails.
    fails: Vec<String>,
    /// Changes to the model answer that make the submission.
    #[serde(default, rename = "edit")]
    edits: Vec<Edit>,
    /// Files that it has besides, or in place of those of the model.
    #[serde(default, rename = "file")]
    files: Vec<File>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    /// A text that occurs once in the file.
    find: String,
    replace: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    path: String,
    text: String,
}

const MODEL_ROOT: &str =
    "mod board;\nmod solver;\n\npub use board::Board;\npub use solver::Solver;\n";

const MODEL_MANIFEST: &str = "[package]\nname = \"submission\"\nversion = \"0.1.0\"\n\
                              edition = \"2024\"\n\n[dependencies]\nslider = \"0.1\"\n";

fn submissions() -> PathBuf {
    workspace("fixtures/submissions")
}

/// The files in a folder of submissions whose names end in `.toml`, in order.
fn labels(group: &str) -> Vec<PathBuf> {
    let folder = submissions().join(group);
    let entries = fs::read_dir(&folder).expect("the group is there");
    let mut labels: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|it| it == "toml"))
        .collect();
    labels.sort();
    labels
}

fn read_label(path: &Path) -> Label {
    let text = fs::read_to_string(path).expect("the label can be read");
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Makes the submission of a label, in a folder `submission`.
fn make(path: &Path, label: &Label) -> Bench {
    let bench = Bench::new();
    let place = |file: &str| format!("submission/{file}");
    bench.write(&place("Cargo.toml"), MODEL_MANIFEST);
    bench.write(&place("src/lib.rs"), MODEL_ROOT);
    for file in ["board.rs", "solver.rs"] {
        bench.write(&place(&format!("src/{file}")), model_file(file));
    }
    for File { path, text } in &label.files {
        bench.write(&place(path), text);
    }
    for Edit { file, find, replace } in &label.edits {
        let text = bench.read(&place(file));
        let found = text.matches(find.as_str()).count();
        assert_eq!(found, 1, "{}: `{find}` occurs {found} times in {file}", path.display());
        bench.write(&place(file), text.replace(find, replace));
    }
    bench
}

/// Grades a submission and says how its verdicts differ from its label, if they do.
fn contradiction(name: &str, bench: &Bench, folder: &str, label: &Label) -> Option<String> {
    let output = bench.grade(&["check", folder, "--format", "json", "--jobs", "1"]);
    let grade: Value = serde_json::from_str(stdout(&output))
        .unwrap_or_else(|error| panic!("{name}: {error}\n{}", bench.snapshot(&output)));
    let checks = grade["checks"].as_array().expect("a grade has checks");
    let failed = |status: &str| -> BTreeSet<String> {
        let of_status = checks.iter().filter(|check| check["status"] == status);
        of_status.filter_map(|check| check["id"].as_str().map(str::to_owned)).collect()
    };
    let expected: BTreeSet<String> = label.fails.iter().cloned().collect();
    let actual: BTreeSet<String> = failed("fail").union(&failed("grader_error")).cloned().collect();
    (actual != expected).then(|| {
        let wrong: Vec<_> = checks
            .iter()
            .filter(|check| {
                let id = check["id"].as_str().unwrap_or_default();
                actual.contains(id) != expected.contains(id)
            })
            .map(|check| format!("    {} {}: {}", check["id"], check["status"], check["summary"]))
            .collect();
        format!("{name}: should fail {expected:?}, fails {actual:?}\n{}", wrong.join("\n"))
    })
}

/// A submission with its label.
struct Labelled {
    name: String,
    label: Label,
    /// The crate, if it is one, and not a list of edits.
    folder: Option<PathBuf>,
    path: PathBuf,
}

impl Labelled {
    /// How the grader contradicts the label, if it does.
    fn contradiction(&self) -> Option<String> {
        let Self { name, label, folder, path } = self;
        match folder {
            Some(folder) => {
                let folder = folder.to_str().expect("the workspace has a readable name");
                contradiction(name, &Bench::new(), folder, label)
            }
            None => contradiction(name, &make(path, label), "submission", label),
        }
    }
}

fn edits(group: &str) -> Vec<Labelled> {
    let labelled = |path: PathBuf| {
        let stem = path.file_stem().expect("a file has a name").to_string_lossy();
        Labelled {
            name: format!("{group}/{stem}"),
            label: read_label(&path),
            folder: None,
            path: path.clone(),
        }
    };
    labels(group).into_iter().map(labelled).collect()
}

/// Grades submissions, two at a time, and fails with all contradictions at once.
fn check(submissions: &[Labelled]) {
    assert!(!submissions.is_empty(), "there are labels");
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let worker = || {
            while let Some(it) = submissions.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(contradiction) = it.contradiction() {
                    wrong.lock().expect("no thread panics here").push(contradiction);
                }
            }
        };
        scope.spawn(worker);
        scope.spawn(worker);
    });
    let mut wrong = wrong.into_inner().expect("no thread panics here");
    wrong.sort();
    assert!(wrong.is_empty(), "{} labels are contradicted:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn faults_fail_the_checks_that_name_them_and_no_other() {
    check(&edits("faults"));
}

#[test]
fn right_variants_get_full_marks() {
    let right = edits("right");
    for Labelled { name, label, .. } in &right {
        assert!(label.fails.is_empty(), "{name} is said to be right");
    }
    check(&right);
}

#[test]
fn tutorials_lose_their_moves_and_keep_their_boards() {
    let tutorials = ["cpp", "csharp", "python"].map(|name| {
        let folder = submissions().join("tutorials").join(name);
        let path = folder.join("label.toml");
        let label = read_label(&path);
        assert!(label.fails.iter().any(|id| id == "solver.moves"), "{name}");
        assert!(label.fails.iter().all(|id| !id.starts_with("board.")), "{name}");
        Labelled { name: format!("tutorials/{name}"), label, folder: Some(folder), path }
    });
    check(&tutorials);
}
