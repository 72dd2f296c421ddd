//! Tests `grader report --feedback` and `--comments`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};

use insta::assert_snapshot;

use super::class::class;
use super::gradebooks::report;
use super::platforms::{CANVAS, grade, graded};
use crate::support::{Bench, code, stderr, stdout};

pub(super) fn unzipped(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut files = BTreeMap::new();
    for name in names {
        let mut bytes = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
        files.insert(name, bytes);
    }
    files
}

#[test]
fn canvas_feedback_uses_the_submitted_file_names() {
    let bench = graded();
    bench.write("class/roejohn_LATE_12_620_work.zip", "no archive");
    let arguments = ["report", "grades", "--feedback", "canvas", "--out", "back.zip"];
    let output = bench.run(&arguments);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let output = bench.run(&[&arguments[..], &["--download", "class"]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    back.zip: 3 files
    ");
    let files = unzipped(&fs::read(bench.path("back.zip")).unwrap());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let expected =
        ["doejane_11_600_board.rs", "moeeve_15_611_notes.rs", "roejohn_LATE_12_620_work.zip"];
    assert_eq!(names, expected);
    let text = String::from_utf8(files[names[0]].clone()).unwrap();
    assert!(text.lines().all(|line| line.starts_with("//")), "{text}");
    assert!(text.contains("corrected by me: by hand"), "{text}");
    let page = unzipped(&files[names[2]]);
    assert!(String::from_utf8(page["feedback.html"].clone()).unwrap().contains("</html>"));
    // Check that the archive is reproducible.
    let first = fs::read(bench.path("back.zip")).unwrap();
    bench.run(&[&arguments[..], &["--download", "class"]].concat());
    assert_eq!(fs::read(bench.path("back.zip")).unwrap(), first);
}

#[test]
fn moodle_gets_comments_and_a_file_for_each_student() {
    let bench = Bench::new();
    for (student, code) in [("Jane_D. Doe_501", 1), ("Zoë Ó'Roe_502", 2)] {
        let file = format!("class/{student}_assignsubmission_file_/board.rs");
        bench.write(&file, format!("pub struct Board // {code}\n"));
    }
    grade(&bench, &[]);
    let output = bench.run(&["report", "grades", "--feedback", "moodle", "--out", "back.zip"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    back.zip: 2 files
    ");
    let files = unzipped(&fs::read(bench.path("back.zip")).unwrap());
    // Parse names into the id and the displayed file name, like Moodle.
    let mut read = Vec::new();
    for (name, bytes) in &files {
        let parts: Vec<&str> = name.splitn(5, '_').collect();
        assert!(String::from_utf8(bytes.clone()).unwrap().contains("</html>"));
        read.push((parts[1], parts[2], parts[3], parts[4]));
    }
    let part = |number| (number, "assignsubmission", "file", "feedback.html");
    assert_eq!(read, [part("501"), part("502")]);

    let worksheet = "Identifier,Full name,Grade,Maximum Grade,Grade can be changed,\
                     Last modified (grade),Feedback comments\n\
                     Participant 501,Jane D. Doe,,100.00,Yes,-,\n\
                     Participant 502,Zoë Ó'Roe,5.00,100.00,Yes,-,see me\n";
    bench.write("sheet.csv", worksheet);
    let output =
        bench.run(&report("sheet.csv", &["--comments", "--overwrite", "--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: column `Grade` (Moodle), 2 students; 0 already up to date, 0 left as is
    ----- stderr
    replaced: Zoë Ó'Roe (5.00 -> 0)
    comment not changed, because the cell already contains a different one: Zoë Ó'Roe
    ");
    assert_snapshot!(bench.read("import.csv"), @"
    Identifier,Full name,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments
    Participant 501,Jane D. Doe,0,100.00,Yes,-,0 of 100 points<br>compile.build: `solver.rs` is missing; a submission needs both `board.rs` and `solver.rs`
    Participant 502,Zoë Ó'Roe,0,100.00,Yes,-,see me
    ");
    bench.write("without.csv", worksheet.replace("Feedback comments", "Notes"));
    let output = bench.run(&report("without.csv", &["--comments", "--out", "o"]));
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(!bench.path("o").exists());
    // Ids from one platform do not match students on another.
    bench.write("canvas.csv", CANVAS.replace(",11,", ",501,").replace("Doe, Jane", "Else, Some"));
    let output = bench.run(&report("canvas.csv", &["--out", "o"]));
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let output = bench.run(&[
        "report",
        "grades",
        "--feedback",
        "canvas",
        "--download",
        "class",
        "--out",
        "o",
    ]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
}

/// The law: a file that the grader did not write is never overwritten.
#[test]
fn only_feedback_of_the_grader_is_replaced() {
    let bench = class();
    let mut refused = String::new();
    for (options, file) in [
        (&["--format", "human", "--out", "out"][..], "out/alice.txt"),
        (&["--students", "pages"], "pages/alice.html"),
        (&["--out", "class.html"], "class.html"),
    ] {
        let run = || bench.run(&[&["report", "grades"], options].concat());
        for _ in 0..2 {
            let output = run();
            assert_ne!(code(&output), 2, "{}", stderr(&output));
        }
        let mine = "<p>mine</p>";
        bench.write(file, mine);
        let output = run();
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{options:?}");
        refused += stderr(&output);
        assert_eq!(bench.read(file), mine);
        // Without a file of others, the rest is replaced.
        fs::remove_file(bench.path(file)).unwrap();
        assert_ne!(code(&run()), 2, "{options:?}");
        assert!(!bench.read(file).contains("mine"));
    }
    for name in ["out/alice.txt", "pages/alice.html", "class.html"] {
        let line =
            format!("error: the grader did not write `{name}`, or somebody has changed it since\n");
        assert!(refused.contains(&line), "{refused}");
    }
    // Without its record, the grader does not recognize the files.
    fs::remove_file(bench.path("grades/feedback.json")).unwrap();
    let output = bench.run(&["report", "grades", "--format", "human", "--out", "out"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
}

/// Otherwise, the feedback of a grade that is held back would stay.
#[test]
fn feedback_without_a_grade_is_removed() {
    let bench = class();
    let run = || bench.run(&["report", "grades", "--format", "tap", "--out", "out"]);
    assert_ne!(code(&run()), 2);
    assert!(bench.path("out/alice.tap").exists());
    let hold = "[[override]]\nsubmission = \"alice\"\nhold = true\nwhy = \"w\"\nwho = \"me\"\n";
    bench.write("grades/overrides.toml", hold);
    let output = run();
    assert_ne!(code(&output), 2, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("`out`: removed 1 file from an earlier run"),
        "{}",
        stderr(&output)
    );
    assert!(!bench.path("out/alice.tap").exists());
}

/// A link could lead to any file.
#[cfg(unix)]
#[test]
fn feedback_never_follows_a_link() {
    let bench = class();
    let run = || bench.run(&["report", "grades", "--format", "human", "--out", "out"]);
    assert_ne!(code(&run()), 2);
    fs::rename(bench.path("out/alice.txt"), bench.path("elsewhere.txt")).unwrap();
    std::os::unix::fs::symlink(bench.path("elsewhere.txt"), bench.path("out/alice.txt")).unwrap();
    let output = run();
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("`out/alice.txt`"), "{}", stderr(&output));
}
