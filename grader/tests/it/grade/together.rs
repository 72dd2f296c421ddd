//! Tests that files submitted together form one submission, on every platform.

use std::io::Write as _;

use insta::assert_snapshot;

use super::tree;
use crate::support::{Bench, code, stderr, stdout};

const CODE: &str = "pub struct Board // ";

fn zip(name: &str, text: &str) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
    writer.write_all(text.as_bytes()).expect("its bytes");
    writer.finish().expect("an archive").into_inner()
}

fn bytes(name: &str) -> Vec<u8> {
    match name.rsplit_once('.') {
        Some(("Report", "zip")) => zip("report.pdf", "%PDF"),
        Some((_, "zip")) => zip("hw/board.rs", &format!("{CODE}{name}")),
        _ => format!("{CODE}{name}").into_bytes(),
    }
}

/// The paths of the files in a download from each platform.
const PLACES: [fn(usize, &str) -> String; 6] = [
    |number, file| format!("jdoe_11_{}_{file}", 501 + number),
    |_, file| format!("8-P_jdoe_attempt_2026-11-20-10-33-12_{file}"),
    |_, file| format!("11-2 - jdoe - Nov 20, 2026 1033 AM/{file}"),
    |_, file| format!("11-2 - jdoe - Nov 20, 2026 1033 AM - {file}"),
    |_, file| format!("jdoe_11_assignsubmission_file_/{file}"),
    |_, file| format!("jdoe_11_assignsubmission_file_{file}"),
];

/// Grades the files. Returns the grade and the grader's output, which must be the same for every platform.
fn graded(names: &[&str]) -> (String, String) {
    let mut results = PLACES.map(|place| {
        let bench = Bench::new();
        for (number, name) in names.iter().enumerate() {
            bench.write(&format!("class/{}", place(number, name)), bytes(name));
        }
        bench.write("roster.csv", "id,name\njdoe,jdoe\n");
        let arguments = ["--roster", "roster.csv", "--out", "grades"];
        let output = bench.grade(&[&["grade", "class"], &arguments[..]].concat());
        assert!(code(&output) < 2, "{}", stderr(&output));
        let grade = tree(&bench.path("grades")).remove("submissions/jdoe/grade.json");
        let said = format!("{}{}", stdout(&output), stderr(&output));
        (grade.expect("a grade"), said)
    });
    results.sort();
    assert_eq!(results.first(), results.last(), "{names:?}");
    results[0].clone()
}

#[test]
fn an_archive_without_code_does_not_change_the_grade() {
    for files in [&["hw4.zip"][..], &["board.rs", "solver.rs"]] {
        let (grade, _) = graded(files);
        assert!(grade.contains("\"status\": \"graded\""), "{grade}");
        let (again, said) = graded(&[files, &["Report.zip"]].concat());
        assert_eq!(again, grade, "{said}");
        assert!(said.contains("jdoe: `Report.zip` "), "{said}");
    }
    let (_, said) = graded(&["hw4.zip", "Report.zip"]);
    assert_snapshot!(said, @"
    1 submission: 1 graded
    jdoe: 0 / 100
    jdoe: `Report.zip` contains no Rust code, only `report.pdf`
    ");
}

#[test]
fn two_archives_with_code_are_rejected_by_name() {
    let (_, said) = graded(&["hw4.zip", "hw5.zip"]);
    assert_snapshot!(said, @"
    1 submission: 0 graded, 1 rejected
    jdoe: rejected, because several archives contain Rust code, and it is unclear which one counts: `hw4.zip`, `hw5.zip`; submit a single archive, or the files themselves
    all submissions were rejected; check the reasons, and check that this is the class folder
    ");
}

/// The grade contains the reason in every format, so this should not depend on where the class was unpacked.
#[test]
fn rejection_reasons_contain_no_local_paths() {
    let bench = Bench::new();
    let mut writer = zip::ZipWriter::new(std::fs::File::create(bench.path("class.zip")).unwrap());
    let files: [(&str, &[u8]); 5] = [
        ("doejane_11_501_lib.rs", b"mod latin1; pub struct Board;"),
        ("doejane_11_502_latin1.rs", b"// \xfc"),
        ("leesam_12_503_util.rs", b"pub struct Util;"),
        ("poeann_13_504_hw4.zip", b""),
        ("roejohn_14_505_essay.docx", b"A*"),
    ];
    for (name, bytes) in files {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
    let [one, other] = ["one", "other"].map(|out| {
        let output =
            bench.grade(&["grade", "class.zip", "--no-cache", "--jobs", "1", "--out", out]);
        let mut files = tree(&bench.path(out));
        files.remove("run.json");
        (files, stderr(&output).to_owned())
    });
    assert_eq!(one, other);
    let (files, said) = one;
    assert_snapshot!(said, @"
    class.zip: a class of 4 submissions from Canvas
    doejane_11 (doejane): 1 / 100
    leesam_12 (leesam): rejected, because there is no crate in `util.rs`; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    poeann_13 (poeann): rejected, because `poeann_13/hw4.zip` has 0 bytes; create the archive again, because this copy may be incomplete
    roejohn_14 (roejohn): rejected, because there is no crate in `essay.docx`; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    doejane_11: `latin1.rs` is not UTF-8 in line 1, and is read as Latin-1
    ");
    for text in files.values() {
        assert!(!text.contains("/tmp") && !text.contains(&bench.path("").display().to_string()));
    }
    assert!(files["grades.csv"].contains("poeann_13/hw4.zip` has 0 bytes"));
}
