//! Tests that files submitted together form one submission.

use std::io::Write as _;

use insta::assert_snapshot;

use super::tree;
use crate::support::{Bench, stderr};

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
