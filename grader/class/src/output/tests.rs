//! The output folder keeps the correct files.

use std::fs;

use grade::json::GradeFile;

use super::*;

fn key(sources: &str) -> Key {
    let text = "sha256:1".to_owned();
    Key { plan: text.clone(), verdicts: text, sources: sources.to_owned() }
}

#[test]
fn a_grade_is_kept_while_its_key_matches() {
    let folder = tempfile::tempdir().unwrap();
    let out = Output::open(folder.path()).unwrap();
    let graded = out.graded();
    let kept = |key: Key| graded.kept_at("alice", Place::Counts, &key);
    assert_eq!(kept(key("a")), None);
    let file = GradeFile::from(samples::grade([]));
    let text = file.text();
    out.write_grade("alice", text, Some(&key("a").seal(text))).unwrap();
    assert_eq!(kept(key("a")), Some(Kept::Grade(file.clone())));
    assert_eq!(kept(key("b")), None, "other sources");
    fs::write(graded.of("alice").join(GRADE), format!("{text}\n")).unwrap();
    assert_eq!(kept(key("a")), None, "the grade was edited");
    out.write_grade("alice", text, None).unwrap();
    assert_eq!(kept(key("a")), None, "nobody vouches for it");
    assert_eq!(graded.names().unwrap(), ["alice"]);
}

#[test]
fn only_leftovers_of_a_killed_run_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    let bystander = tempfile::tempdir().unwrap();
    let left = tempfile::Builder::new().prefix(SCRATCH_PREFIX).tempdir().unwrap().keep();
    fs::write(left.join("half.rlib"), "").unwrap();
    fs::create_dir_all(at("submissions/alice")).unwrap();
    for file in [".new-1", "submissions/alice/.new-2", "submissions/alice/grade.json", "mine"] {
        fs::write(at(file), "").unwrap();
    }
    fs::write(at(SCRATCH), left.to_str().unwrap()).unwrap();
    drop(Output::open(folder.path()).unwrap());
    assert!(!left.exists() && !at(".new-1").exists() && !at(SCRATCH).exists());
    assert!(!at("submissions/alice/.new-2").exists());
    assert!(at("submissions/alice/grade.json").exists() && at("mine").exists());

    fs::write(at(SCRATCH), bystander.path().to_str().unwrap()).unwrap();
    drop(Output::open(folder.path()).unwrap());
    assert!(bystander.path().exists(), "it is not the grader's");
}

#[test]
fn only_one_run_can_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let first = Output::open(folder.path()).unwrap();
    assert!(matches!(Output::open(folder.path()), Err(ClassError::Locked { .. })));
    assert!(matches!(Graded::open(folder.path()), Err(ClassError::Locked { .. })));
    let scratch = first.scratch().to_owned();
    assert!(scratch.is_dir());
    drop(first);
    assert!(!scratch.exists());
    Graded::open(folder.path()).unwrap();
    Output::open(folder.path()).unwrap();
}
