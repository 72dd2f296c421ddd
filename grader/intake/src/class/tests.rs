//! Tests with platform downloads recreated in temporary folders.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{Class, ClassReadError, SubmissionSource, find};
use crate::IntakeError;

const BOARD: &str = "pub struct Board;\n";
const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// Creates a folder with these files. A `.zip` file contains `board.rs` and `solver.rs`, with the text as a comment in
/// `board.rs`.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let is_zip = path.extension().is_some_and(|ending| ending == "zip");
        let bytes = if is_zip { zip(text) } else { text.as_bytes().to_vec() };
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn zip(comment: &str) -> Vec<u8> {
    let mut writer = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = ::zip::write::SimpleFileOptions::default();
    for (name, text) in
        [("board.rs", format!("// {comment}\n{BOARD}")), ("solver.rs", String::new())]
    {
        writer.start_file(name, options).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn class(folder: &TempDir) -> Class {
    found(folder, None).unwrap()
}

fn found(folder: &TempDir, roster: Option<&str>) -> Result<Class, ClassReadError> {
    let path = folder.path().to_owned();
    let Some(roster) = roster else { return find(&[path], None) };
    let at = tempfile::NamedTempFile::new().unwrap();
    fs::write(at.path(), roster).unwrap();
    find(&[path], Some(at.path()))
}

fn names(class: &Class) -> Vec<&str> {
    class.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn passed_over(class: &Class) -> Vec<String> {
    let shown = |ignored: &super::IgnoredPath| {
        let name = ignored.path.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}: {}", ignored.why)
    };
    class.ignored.iter().map(shown).collect()
}

fn older(class: &Class) -> Vec<String> {
    let older = class.entries.iter().flat_map(super::Attempt::paths_of_older_attempts);
    older.map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned()).collect()
}

fn unknown(class: &Class) -> Vec<&str> {
    class.unknown.iter().map(|unknown| unknown.submission.as_str()).collect()
}

/// Returns the comment at the top of an attempt's `board.rs`, to identify the attempt.
fn board(class: &Class, name: &str) -> String {
    let entry = class.entries.iter().find(|entry| entry.name == name).unwrap();
    let submission = entry.read().unwrap();
    assert_eq!(submission.name(), name);
    let file = submission.files().find(|file| file.path == "src/board.rs").unwrap();
    file.text.lines().next().unwrap().to_owned()
}

#[test]
fn folders_archives_and_clones_are_found_side_by_side() {
    let folder = folder(&[
        ("bob/hw1/src/lib.rs", BOARD),
        ("alice.zip", "of alice"),
        ("carol/.git/HEAD", COMMIT),
        ("carol/board.rs", "// of carol\npub struct Board;\n"),
        ("dave/essay.txt", ""),
        ("erin.rar", "Rar!\x1a\x07\x01"),
        (".DS_Store", ""),
        ("__MACOSX/._alice.zip", ""),
        ("grades.csv", ""),
        ("grades_2026_11_20.csv", ""),
    ]);
    let class = class(&folder);
    assert_eq!(names(&class), ["alice", "bob", "carol", "dave", "erin"]);
    let no_code = |name| format!("{name}: neither Rust source nor an archive");
    assert_eq!(passed_over(&class), ["grades.csv", "grades_2026_11_20.csv"].map(no_code));
    assert_eq!(board(&class, "alice"), "// of alice");
    assert_eq!(board(&class, "carol"), "// of carol");
    let commits: Vec<_> = class.entries.iter().map(|entry| entry.commit.as_deref()).collect();
    assert_eq!(commits, [None, None, Some(COMMIT), None, None]);
    // A fault should not be noticed until the submission is opened.
    assert!(matches!(class.entries[3].read(), Err(IntakeError::NotRust { .. })));
    let Err(error) = class.entries[4].read() else { panic!("a RAR archive was read") };
    assert!(matches!(error, IntakeError::Archive(_)) && !error.is_fault_of_machine());
    assert!(class.missing.is_none() && class.unknown.is_empty());
}

#[test]
fn paths_may_point_to_submissions() {
    let folder = folder(&[
        ("class/alice/hw1/board.rs", BOARD),
        ("class/bob.zip", ""),
        ("class/carol/board.rs", BOARD),
        ("class/dave/work.zip", ""),
        ("one/alice/board.rs", BOARD),
    ]);
    let at = |path: &str| folder.path().join(path);
    let paths = ["class/carol", "class/alice", "class/bob.zip", "class/dave"].map(at);
    assert_eq!(names(&find(&paths, None).unwrap()), ["alice", "bob", "carol", "dave"]);
    assert_eq!(names(&find(&paths[..1], None).unwrap()), ["carol"]);
    assert_eq!(names(&find(&[at("one")], None).unwrap()), ["alice"], "a class of one");
    // Both classes contain a student `alice`.
    let twins = find(&[at("class"), at("class/alice")], None);
    assert!(matches!(twins, Err(ClassReadError::Duplicate { .. })));
}

#[test]
fn duplicate_names_are_rejected() {
    let folder = folder(&[("alice.zip", ""), ("alice/board.rs", BOARD)]);
    match found(&folder, None) {
        Err(ClassReadError::Duplicate { first, second, .. }) => {
            assert_eq!(first, folder.path().join("alice"));
            assert_eq!(second, folder.path().join("alice.zip"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn similar_names_are_numbered() {
    let files =
        [("A B/board.rs", BOARD), ("a b/board.rs", BOARD), ("a_b-2.zip", ""), ("c.zip", "")];
    let folder = folder(&files);
    let class = class(&folder);
    let [first, second] = ["A B", "a b"].map(super::escape_as_file_name);
    assert_eq!(first.to_lowercase(), second.to_lowercase());
    let renamed = format!("{second}-3");
    let mut expected = [first, renamed.clone(), "a_b-2".to_owned(), "c".to_owned()];
    let mut names: Vec<&str> = names(&class);
    names.sort_unstable();
    expected.sort();
    assert_eq!(names, expected);
    assert_eq!(class.renamed, [(folder.path().join("a b"), renamed)]);
}

#[test]
fn paths_without_a_class_are_rejected() {
    let folder = folder(&[("empty/notes.txt", ""), ("file.txt", "")]);
    let find = |path: &str| find(&[folder.path().join(path)], None);
    assert!(matches!(find("empty"), Err(ClassReadError::Nothing { .. })));
    assert!(matches!(find("file.txt"), Err(ClassReadError::File { .. })));
    assert!(matches!(find("no"), Err(ClassReadError::NoPath { .. })));
    assert!(matches!(super::find(&[], None), Err(ClassReadError::Nothing { .. })));
}

const METADATA: &str = "\
---
submission_1:
  :submitters:
  - :name: Jane Doe
    :sid: '1001'
    :email: jane@uni.example
  :score: 2.0
  :results:
    output: |-
      submission_9:
submission_2:
  :submitters:
  - :name: Ann Poe
    :sid: '1003'
  - :name: John Roe
    :sid: '1002'
submission_3:
  :submitters: []
submission_4:
  :submitters:
  - :name: Gone Away
    :sid: '1004'
";

#[test]
fn a_gradescope_export_is_read() {
    let folder = folder(&[
        ("submission_metadata.yml", METADATA),
        ("submission_1/board.rs", BOARD),
        ("submission_2/src/lib.rs", BOARD),
        ("submission_3/board.rs", BOARD),
        ("submission_5/board.rs", BOARD),
    ]);
    let class = class(&folder);
    assert_eq!(names(&class), ["1001", "1003+1002", "1004", "submission_3", "submission_5"]);
    let ids: Vec<_> = class.entries.iter().map(|entry| entry.submission_id.as_deref()).collect();
    let id = |i: u8| format!("submission_{i}");
    assert_eq!(ids, [Some(&*id(1)), Some(&id(2)), Some(&id(4)), Some(&id(3)), None]);
    assert_eq!(class.entries[1].students.len(), 2);
    assert!(matches!(class.entries[2].read(), Err(IntakeError::Empty { .. })));
    assert!(class.entries[0].read().is_ok());

    fs::write(folder.path().join("submission_metadata.yml"), "a:\n  :submitters: x\n").unwrap();
    assert!(matches!(found(&folder, None), Err(ClassReadError::Line { line: 2, .. })));
}

#[test]
fn a_canvas_download_is_read() {
    let folder = folder(&[
        // Two attempts. The newest counts.
        ("doejane_11_501_work.zip", "old"),
        ("doejane_LATE_11_502_work-1.zip", "new"),
        // Individual files with different numbers. Resubmitted files have a suffix.
        ("roejohn_12_610_board.rs", "// old\npub struct Board;\n"),
        ("roejohn_12_613_board-1.rs", "// new\npub struct Board;\n"),
        ("roejohn_12_611_solver.rs", ""),
        ("roejohn_12_612_notes.txt", ""),
        // A file and an archive form one attempt.
        ("poeann_13_700_work.zip", "archive"),
        ("poeann_13_701_board.rs", "// file\npub struct Board;\n"),
        // No usable file.
        ("leesam_14_800_essay.pdf", ""),
    ]);
    let class = class(&folder);
    assert_eq!(names(&class), ["doejane_11", "leesam_14", "poeann_13", "roejohn_12"]);
    assert_eq!(board(&class, "doejane_11"), "// new");
    assert_eq!(board(&class, "roejohn_12"), "// new");
    assert_eq!(board(&class, "poeann_13"), "// file");
    let late: Vec<_> = class.entries.iter().map(|entry| entry.late).collect();
    assert_eq!(late, [true, false, false, false]);
    let ids: Vec<_> = class.entries.iter().map(|entry| entry.submission_id.as_deref()).collect();
    assert_eq!(ids, [Some("502"), Some("800"), Some("701"), Some("613")]);
    let SubmissionSource::Files(files) = &class.entries[3].source else { panic!("files") };
    assert!(files.iter().map(|file| &*file.name).eq(["board.rs", "solver.rs"]));
    // A student with unusable files should not be missing.
    let error = class.entries[1].read().unwrap_err();
    assert!(error.is_rejection());
    assert_eq!(error.to_string(), "there is no crate in `essay.pdf`");
    assert_eq!(older(&class), ["doejane_11_501_work.zip", "roejohn_12_610_board.rs"]);
    assert_eq!(
        passed_over(&class),
        ["roejohn_12_612_notes.txt: neither Rust source nor an archive"]
    );
}

#[test]
fn a_moodle_download_is_read() {
    let folder = folder(&[
        ("Jane Doe_101_assignsubmission_file_/work.zip", "of Jane"),
        ("Jane Doe_101_assignsubmission_onlinetext_/onlinetext.html", ""),
        ("Zoë O'Neil_102_assignsubmission_file/board.rs", "// of Zoë\npub struct Board;\n"),
        (
            "Participant_103_assignsubmission_file_/hw/src/board.rs",
            "// of 103\npub struct Board;\n",
        ),
    ]);
    let class = class(&folder);
    let zoe = "Zoë_O%27Neil_102";
    assert_eq!(names(&class), ["Jane_Doe_101", "Participant_103", zoe]);
    assert_eq!(board(&class, "Jane_Doe_101"), "// of Jane");
    assert_eq!(board(&class, "Participant_103"), "// of 103");
    assert_eq!(board(&class, zoe), "// of Zoë");
    assert_eq!(class.entries[2].students[0].name.as_deref(), Some("Zoë O'Neil"));
    assert_eq!(class.ignored.len(), 1);
}

#[test]
fn a_moodle_download_without_folders_is_read() {
    let folder = folder(&[
        ("Jane Doe_101_assignsubmission_file_work.zip", "of Jane"),
        ("John Roe_102_assignsubmission_file_board.rs", "// of John\npub struct Board;\n"),
        ("John Roe_102_assignsubmission_file_solver.rs", ""),
        ("John Roe_102_assignsubmission_onlinetext_onlinetext.html", ""),
    ]);
    let class = class(&folder);
    assert_eq!(names(&class), ["Jane_Doe_101", "John_Roe_102"]);
    assert_eq!(board(&class, "Jane_Doe_101"), "// of Jane");
    assert_eq!(board(&class, "John_Roe_102"), "// of John");
}

#[test]
fn the_roster_names_and_orders_submissions() {
    let roster = "id,name,email\nz9,Jane Doe,jane@uni.example\ny8,John Roe,roe@uni.example\n\
                  x7,Ann Poe,\nw6,Sam Lee,\n";
    let folder = folder(&[
        ("Roe, John/board.rs", BOARD),
        ("X7.zip", ""),
        ("jane/board.rs", BOARD),
        ("mallory/board.rs", BOARD),
    ]);
    let class = found(&folder, Some(roster)).unwrap();
    assert_eq!(names(&class), ["z9", "y8", "x7", "mallory"]);
    assert_eq!(unknown(&class), ["mallory"]);
    // Sam may be Mallory.
    let doubtful: Vec<_> =
        class.doubtful.iter().map(|doubtful| doubtful.person.id.as_deref()).collect();
    assert_eq!((class.missing.as_deref(), doubtful), (Some(&[][..]), vec![Some("w6")]));
    assert_eq!(class.entries[0].students[0].name.as_deref(), Some("Jane Doe"));
    assert!(class.entries[3].students.is_empty());

    fs::create_dir(folder.path().join("jane@uni.example")).unwrap();
    match found(&folder, Some(roster)) {
        Err(ClassReadError::SamePerson { who, first, second }) => {
            assert_eq!(who, "Jane Doe (z9)");
            assert!(first.ends_with("jane") && second.ends_with("jane@uni.example"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn platform_students_are_matched_to_the_roster() {
    let roster = "id,name,email\na,Jane Doe,jane@uni.example\nb,John Roe,\nc,Ann Poe,\n";
    let gradescope = folder(&[
        ("submission_metadata.yml", METADATA),
        ("submission_1/board.rs", BOARD),
        ("submission_2/src/lib.rs", BOARD),
        ("submission_3/board.rs", BOARD),
        ("submission_4/board.rs", BOARD),
    ]);
    let class = found(&gradescope, Some(roster)).unwrap();
    assert_eq!(names(&class), ["a", "c+b", "1004", "submission_3"]);
    assert_eq!(unknown(&class), ["1004", "submission_3"]);
    assert_eq!(class.missing, Some(vec![]));

    let canvas = folder(&[("roejohn_12_610_work.zip", ""), ("doejane_11_600_work.zip", "")]);
    let class = found(&canvas, Some(roster)).unwrap();
    assert_eq!(names(&class), ["a", "b"]);
    assert_eq!(class.missing.map(|students| students.len()), Some(1));
    assert_eq!(class.entries[0].from, Some(super::Platform::Canvas));
    assert_eq!(class.entries[0].students[0].platform.as_ref().unwrap().id.as_deref(), Some("11"));
}

#[test]
fn entries_do_not_depend_on_path_order() {
    let folder = folder(&[("a/x.zip", ""), ("b/y.zip", ""), ("c/z/board.rs", BOARD)]);
    let mut paths: Vec<PathBuf> =
        ["a", "b", "c"].iter().map(|name| folder.path().join(name)).collect();
    let forwards = find(&paths, None).unwrap();
    paths.reverse();
    assert_eq!(forwards.entries, find(&paths, None).unwrap().entries);
}
