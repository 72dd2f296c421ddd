//! Tests downloads from platforms, as folders and as archives, and that output cannot go into a download.

use std::io::Write as _;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::tree;
use crate::support::{Bench, code, stderr, stdout};

const CODE: &str = "pub struct Board // ";

const ROSTER: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-Puzzle (77)
    Points Possible,,,,,100
\"Doe, Jane\",11,s1,jdoe,A,
\"Müller, Jörg\",12,s2,jm,A,
\"Lee, Sam\",13,s3,sl1,A,
\"Lee, Sam\",14,s4,sl2,A,
\"Gone, Al\",15,s5,ag,A,
";

pub(super) fn pack(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

fn code_of(name: &str) -> Vec<u8> {
    format!("{CODE}{name}\n").into_bytes()
}

fn canvas() -> Bench {
    let bench = Bench::new();
    let work = |name: &str| pack(&[("board.rs", code_of(name)), ("solver.rs", Vec::new())]);
    let files = [
        ("doejane_11_501_work.zip", work("old")),
        ("doejane_11_509_work-1.zip", work("jane")),
        ("müllerjörg_LATE_12_502_board.rs", code_of("jörg")),
        ("müllerjörg_LATE_12_503_solver.rs", Vec::new()),
        ("müllerjörg_LATE_12_504_notes.txt", Vec::new()),
        ("leesam_99_505_board.rs", code_of("sam")),
        ("poeann_16_506_essay.pdf", Vec::new()),
        (".DS_Store", Vec::new()),
        ("__MACOSX/._doejane_11_501_work.zip", Vec::new()),
    ];
    for (name, bytes) in &files {
        bench.write(&format!("folder/{name}"), bytes);
    }
    bench.write("submissions.zip", pack(&files));
    bench.write("roster.csv", ROSTER);
    bench
}

#[test]
fn a_class_archive_is_graded_like_its_folder() {
    let bench = canvas();
    let grade = |class: &str, out: &str| {
        bench.grade(&["grade", class, "--roster", "roster.csv", "--no-cache", "--out", out])
    };
    let output = grade("submissions.zip", "grades");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(stdout(&output), "4 submissions: 3 graded, 1 rejected, 1 late\n");
    let said: Vec<&str> = stderr(&output).lines().collect();
    let said = [&said[..4], &said[said.len() - 2..]].concat();
    assert_snapshot!(said.join("\n"), @"
    submissions.zip: a class of 4 submissions from Canvas
    students without a submission: s5
    older attempts, not graded: doejane_11_501_work.zip
    ignored, neither Rust source nor an archive: submissions.zip/müllerjörg_LATE_12_504_notes.txt
    students who may have a submission: s3, s4 (`leesam_99`: two students on the roster are named `leesam`; use ids (s3, s4))
    unmatched submissions: leesam_99 (two students on the roster are named `leesam`; use ids (s3, s4)); poeann_16 (`poeann` is not on the roster)
    ");
    let class: Value = serde_json::from_str(&bench.read("grades/class.json")).expect("JSON");
    let of = |list: &str, field: &str| -> String {
        let entries = class[list].as_array().expect("a list").iter();
        entries.map(|entry| entry[field].as_str().unwrap_or("-")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("submissions", "submission"), "leesam_99 poeann_16 s1 s2");
    assert_eq!(of("submissions", "submission_id"), "505 506 509 503");
    assert_eq!((of("missing", "id"), of("doubtful", "id")), ("s5".to_owned(), "s3 s4".to_owned()));
    assert_eq!(class["submissions"][2]["attempt"], json!({ "number": 2, "of": 2 }));
    assert_eq!(class["submissions"][3]["late"], true);
    assert_eq!(class["submissions"][3]["students"][0]["platform"]["name"], "müllerjörg");
    assert_eq!(class["doubtful"][0]["submissions"], json!(["leesam_99"]));

    let unpacked = grade("folder", "again");
    assert_eq!(stdout(&unpacked), stdout(&output));
    assert_eq!(tree(&bench.path("again")), tree(&bench.path("grades")));

    // The archive may be the only file in the folder.
    std::fs::create_dir(bench.path("dl")).expect("a folder");
    std::fs::rename(bench.path("submissions.zip"), bench.path("dl/subs.zip")).expect("a move");
    let alone = grade("dl", "alone");
    assert_eq!(stdout(&alone), stdout(&output), "{}", stderr(&alone));
    let check = bench.run(&["check", "dl"]);
    assert_eq!(code(&check), 2);
    assert!(stderr(&check).contains("`dl` contains 4 submissions"), "{}", stderr(&check));
}

#[test]
fn a_truncated_download_is_an_error() {
    let bench = canvas();
    let bytes = std::fs::read(bench.path("submissions.zip")).expect("it is there");
    bench.write("cut.zip", &bytes[..bytes.len() - 100]);
    bench.write("cut.rar", b"Rar!\x1a\x07\x01\x00");
    for name in ["cut.zip", "cut.rar"] {
        let output = bench.run(&["grade", name, "--out", "grades"]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains("download the archive again"), "{}", stderr(&output));
        assert!(!bench.path("grades").exists());
    }
}

/// On Blackboard, an attempt can consist of several files.
#[test]
fn blackboard_files_are_grouped_into_submissions() {
    let bench = Bench::new();
    let at = |rest: &str| format!("class/8-Puzzle_{rest}");
    bench.write(&at("jdoe_attempt_2026-11-20-10-33-12_board.rs"), code_of("old"));
    bench.write(&at("jdoe_attempt_2026-11-21-09-00-00_board.rs"), code_of("new"));
    bench.write(&at("jdoe_attempt_2026-11-21-09-00-00_solver.rs"), "");
    let receipt = "Name: Jane Doe (jdoe)\nAssignment: 8-Puzzle\nDate Submitted: Saturday, November \
                   21, 2026 9:00:00 AM CET\n\n";
    bench.write(&at("jdoe_attempt_2026-11-21-09-00-00.txt"), receipt);
    bench.write("roster.csv", "Last Name\tFirst Name\tUsername\tStudent ID\nDoe\tJane\tjdoe\ts1\n");
    let output =
        bench.grade(&["grade", "class", "--roster", "roster.csv", "--no-cache", "--out", "grades"]);
    assert_eq!(stdout(&output), "1 submission: 1 graded\n", "{}", stderr(&output));
    let older = "older attempts, not graded: 8-Puzzle_jdoe_attempt_2026-11-20-10-33-12_board.rs\n";
    assert!(stderr(&output).starts_with(older), "{}", stderr(&output));
    let class: Value = serde_json::from_str(&bench.read("grades/class.json")).expect("JSON");
    let found = &class["submissions"][0];
    assert_eq!((&found["submission"], &found["from"]), (&json!("s1"), &json!("blackboard")));
    assert_eq!(found["time"], "2026-11-21T09:00:00");
    assert_eq!(found["handed_in"], "Saturday, November 21, 2026 9:00:00 AM CET");
    assert_eq!(found["attempt"], json!({ "number": 2, "of": 2 }));
}

#[test]
fn output_inside_the_submissions_folder_is_rejected() {
    let bench = canvas();
    for arguments in [
        &["grade", "folder", "--out", "folder/grades"][..],
        &["grade", "folder", "--out", "folder"],
        &["grade", "folder", "--out", "."],
        &["build", "folder", "--out", "folder/made"],
        &["similar", "folder", "--jplag", "folder/jplag"],
    ] {
        let output = bench.run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        let has_hint =
            ["submissions folder", "are inside"].map(|hint| stderr(&output).contains(hint));
        assert!(has_hint.contains(&true), "{}", stderr(&output));
    }
    assert_snapshot!(bench.snapshot(&bench.run(&["grade", "folder", "--out", "folder/x"])), @"
    exit code 2
    ----- stderr
    error: `--out folder/x` is inside the submissions folder `folder`

    hint: use a separate folder; other files among the submissions would be read as submissions
    ");
    assert!(!bench.path("folder/grades").exists() && !bench.path("folder/x").exists());

    let graded = bench.grade(&["grade", "folder", "--no-cache", "--out", "grades"]);
    assert_eq!(code(&graded), 0, "{}", stderr(&graded));
    for arguments in [
        &["report", "grades", "--students", "folder/pages"][..],
        &["report", "grades", "--students", "folder"],
        &["report", "grades", "--out", "folder/report.html"],
        &["report", "grades", "--students", "grades/submissions"],
        &["report", "grades", "--format", "json", "--out", "grades/submissions/new"],
    ] {
        let output = bench.run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
    }
    let output = bench.run(&["report", "grades", "--students", "pages"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // Grades in a folder among the submissions will be ignored.
    bench.write("class/alice/board.rs", code_of("alice"));
    std::fs::rename(bench.path("grades"), bench.path("class/grades")).expect("it can be moved");
    let output = bench.grade(&["grade", "class", "--no-cache", "--out", "new"]);
    assert_eq!(stdout(&output), "1 submission: 1 graded\n", "{}", stderr(&output));
    assert!(stderr(&output).contains("ignored, a folder with grades: class/grades"));
}

#[test]
fn check_rejects_a_whole_class() {
    let bench = canvas();
    for name in ["alice", "bob", "carol/hw"] {
        bench.write(&format!("class/{name}/board.rs"), code_of(name));
    }
    for class in ["class", "folder", "submissions.zip"] {
        let output = bench.run(&["check", class]);
        assert_eq!(code(&output), 2, "{class}: {}", stderr(&output));
        assert!(stderr(&output).contains("grader grade"), "{}", stderr(&output));
    }
    assert_snapshot!(bench.snapshot(&bench.run(&["check", "class"])), @"
    exit code 2
    ----- stderr
    error: `class` contains 3 submissions: `alice`, `bob`, `carol`

    hint: use a single submission, or grade all of them: `grader grade class --out grades`
    ");
    let output = bench.run(&["check", "class/carol"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
}
