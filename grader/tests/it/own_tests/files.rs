//! Tests which files a student's tests can read.

use super::{bench_with_only_tests, verdict};

#[test]
fn tests_can_read_only_files_of_the_submission() {
    let bench = bench_with_only_tests();
    bench.write("alice/puzzles/one.txt", "2\n1 0\n3 2\n");
    bench.write("alice/puzzles/more/two.txt", "2\n1 2\n3 0\n");
    bench.write("alice/secret.txt", "x");
    let tests = r#"use std::fs;
use std::io::{Read, Seek, SeekFrom};

#[test]
fn files() {
    assert_eq!(fs::read_to_string("puzzles/one.txt").unwrap(), "2\n1 0\n3 2\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/../puzzles/more/two.txt");
    let mut file = fs::File::open(path).unwrap();
    file.seek(SeekFrom::End(-4)).unwrap();
    let mut end = String::new();
    file.read_to_string(&mut end).unwrap();
    assert_eq!(end, "3 0\n");
    assert_eq!(fs::metadata(path).unwrap().len(), 10);
    for _ in 0..1000 {
        fs::File::open(path).unwrap();
    }
}

#[test]
fn folders() {
    let entries = fs::read_dir("puzzles").unwrap().map(|entry| entry.unwrap());
    let names: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path().is_dir()))
        .collect();
    assert_eq!(names, [("more".to_owned(), true), ("one.txt".to_owned(), false)]);
    assert_eq!(fs::read_dir("/").unwrap().count(), 2, "puzzles and tests");
}

#[test]
fn nothing_else() {
    for path in ["secret.txt", "Cargo.toml", "src/lib.rs", "/etc/passwd", "../hw/assignment.toml"] {
        assert!(fs::read(path).is_err(), "{path}");
    }
    for path in ["puzzles/one.txt", "new.txt"] {
        assert!(fs::write(path, "x").is_err(), "{path}");
    }
    assert!(fs::remove_file("puzzles/one.txt").is_err());
    assert!(std::env::vars().next().is_none());
}
"#;
    bench.write("alice/tests/world.rs", tests);
    bench.write("alice/tests/data/three.txt", "3");
    let said = verdict(&bench);
    assert!(
        said.contains("3 tests ran on the model answer: all pass; 0 of 4 faults caught"),
        "{said}"
    );
}
