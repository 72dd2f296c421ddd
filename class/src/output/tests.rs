//! The output folder keeps the correct files.

use std::fs;

use base::UserError as _;
use grade::json::GradeFile;

use super::*;

fn key(sources: &str) -> GradeKey {
    let text = "sha256:1".to_owned();
    GradeKey { plan: text.clone(), verdicts: text, sources: sources.to_owned() }
}

#[test]
fn a_grade_is_kept_while_its_key_matches() {
    let folder = tempfile::tempdir().unwrap();
    let out = Output::open(folder.path()).unwrap();
    let graded = out.graded();
    let kept = |key: GradeKey| graded.reusable_at("alice", GradePlace::Counts, &key);
    assert_eq!(kept(key("a")), None);
    let file = GradeFile::from(samples::grade([]));
    let text = file.text();
    out.write_grade("alice", text, Some(&key("a").seal_of_grade(text))).unwrap();
    assert_eq!(kept(key("a")), Some(ReusableGrade::Grade(file.clone())));
    assert_eq!(kept(key("b")), None, "other sources");
    fs::write(graded.submission_folder("alice").join(GRADE), format!("{text}\n")).unwrap();
    assert_eq!(kept(key("a")), None, "the grade was edited");
    out.write_grade("alice", text, None).unwrap();
    assert_eq!(kept(key("a")), None, "nobody vouches for it");
    assert_eq!(graded.names().unwrap(), ["alice"]);
}

#[test]
fn only_leftovers_of_a_killed_run_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    fs::create_dir_all(at("submissions/alice")).unwrap();
    for file in [".new-1", "submissions/alice/.new-2", "submissions/alice/grade.json", "mine"] {
        fs::write(at(file), "").unwrap();
    }
    drop(Output::open(folder.path()).unwrap());
    assert!(!at(".new-1").exists() && !at("submissions/alice/.new-2").exists());
    assert!(at("submissions/alice/grade.json").exists() && at("mine").exists());
}

#[test]
fn a_grade_needs_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let out = Output::open(folder.path()).unwrap();
    let file = GradeFile::from(samples::grade([]));
    let (text, other) = (file.text(), file.text().replace("alice", "mallory"));
    let key = key(&file.grade().sources);
    let seal = key.seal_of_grade(text);
    let sealed = |grade: &str, seal: Option<&str>| {
        out.write_grade("alice", grade, seal).unwrap();
        out.graded().read_sealed_at("alice", GradePlace::Counts)
    };
    assert_eq!(sealed(text, Some(&seal)).unwrap(), Some((text.to_owned(), Some(seal.clone()))));
    let of_other_sources = GradeKey { sources: "sha256:2".to_owned(), ..key }.seal_of_grade(text);
    for (grade, seal) in [
        (other.as_str(), Some(&*seal)),
        (text, Some(&*of_other_sources)),
        (text, Some("")),
        (text, Some(seal.trim_end())),
        (text, None),
    ] {
        let error = sealed(grade, seal).unwrap_err();
        assert!(matches!(error, ClassError::Unsealed { .. }), "{error}");
    }
    assert_eq!(out.graded().read_sealed_at("bob", GradePlace::Counts).unwrap(), None);
}

#[cfg(unix)]
#[test]
fn new_folders_are_private_and_open_ones_are_refused() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("a/out");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    drop(Output::open(&folder).unwrap());
    assert_eq!((mode(&outer.path().join("a")), mode(&folder)), (0o700, 0o700));
    assert_eq!(mode(&folder.join(LOCK)), 0o600);
    for open_to in [0o777, 0o757, 0o1777] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(open_to)).unwrap();
        let refused = |opened: Result<(), ClassError>| {
            let error = opened.unwrap_err();
            assert!(matches!(error, ClassError::Untrusted { .. }), "{open_to:o}: {error}");
            assert!(error.hint().is_some_and(|hint| hint.contains("GRADER_ALONE=1")));
        };
        refused(Output::open(&folder).map(drop));
        refused(GradesFolder::open(&folder).map(drop));
        refused(crate::merge::CompatibleFolders::open(std::slice::from_ref(&folder)).map(drop));
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let out = Output::open(&folder).unwrap();
    out.write_grade("alice", "text", None).unwrap();
    let file = out.graded().submission_folder("alice").join(GRADE);
    fs::remove_file(&file).unwrap();
    symlink("/dev/zero", &file).unwrap();
    let error = out.graded().read_grade("alice").unwrap_err();
    assert!(matches!(error, ClassError::Read { path, .. } if path == file));
}

#[test]
fn only_one_run_can_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let first = Output::open(folder.path()).unwrap();
    assert!(matches!(Output::open(folder.path()), Err(ClassError::Locked { .. })));
    assert!(matches!(GradesFolder::open(folder.path()), Err(ClassError::Locked { .. })));
    drop(first);
    GradesFolder::open(folder.path()).unwrap();
    Output::open(folder.path()).unwrap();
}
