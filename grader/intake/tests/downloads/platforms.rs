//! Tests Blackboard and Brightspace downloads.

use std::fs;

use intake::class;

use crate::{all, folder, nothing_vanishes, shown};

#[test]
fn a_blackboard_download_is_read() {
    let at = |at: &str, rest: &str| format!("8-Puzzle_{at}{rest}");
    let jane = "j_doe_attempt_2026-11-20-10-33-12";
    let again = "j_doe_attempt_2026-11-21-09-00-00";
    let names = [
        at(jane, "_board.rs"),
        at(jane, "_solver.rs"),
        at(again, "_board(1).rs"),
        at(again, "_solver.rs"),
        at(again, "_thoughts.docx"),
        at("roe_attempt_2026-11-20-11-00-00", "_work.zip"),
        at("typist_attempt_2026-11-20-11-00-00", ".txt"),
    ];
    let folder = folder(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let receipt = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    receipt(
        &at(again, ".txt"),
        &format!(
            "Name: Jäne Doe (j_doe)\nAssignment: 8-Puzzle\nDate Submitted: Saturday, November 21, \
             2026 9:00:00 AM CET\nCurrent Grade: Needs Grading\n\nSubmission Field:\nhello\n\n\
             Comments:\nNames: x (y)\n\nFiles:\n\tOriginal filename: board.rs\n\tFilename: {}\n",
            at(again, "_board(1).rs")
        ),
    );
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    j_doe: j_doe Jäne Doe at 2026-11-21T09:00:00
      ["8-Puzzle_j_doe_attempt_2026-11-21-09-00-00_board(1).rs", "8-Puzzle_j_doe_attempt_2026-11-21-09-00-00_solver.rs"], before ["8-Puzzle_j_doe_attempt_2026-11-20-10-33-12_board.rs", "8-Puzzle_j_doe_attempt_2026-11-20-10-33-12_solver.rs"]
    roe: roe - at 2026-11-20T11:00:00
      ["8-Puzzle_roe_attempt_2026-11-20-11-00-00_work.zip"], before []
    typist: typist - at 2026-11-20T11:00:00
      ["8-Puzzle_typist_attempt_2026-11-20-11-00-00.txt"], before []
    ignored, neither Rust source nor an archive: 8-Puzzle_j_doe_attempt_2026-11-21-09-00-00_thoughts.docx
    "#);
    let jane = class.entries.iter().find(|entry| entry.name == "j_doe").unwrap();
    let words = "Saturday, November 21, 2026 9:00:00 AM CET";
    assert_eq!(jane.handed_in.as_deref(), Some(words));
    let submission = jane.read().unwrap();
    assert!(
        submission.files().any(|file| file.path == "src/board.rs" && file.text.contains("11-21"))
    );
    assert_eq!(jane.older[0].time.unwrap().to_string(), "2026-11-20T10:33:12");
    nothing_vanishes(&all(folder.path()), &class).unwrap();
}

#[test]
fn a_brightspace_download_is_read() {
    let folder = folder(&[
        "8-Puzzle Download/index.html",
        "8-Puzzle Download/39786-640693 - Jane Smith - Nov 20, 2026 1033 AM/board.rs",
        "8-Puzzle Download/39786-640699 - Jane Smith - Nov 20, 2026 1205 PM/board.rs",
        "8-Puzzle Download/39786-640699 - Jane Smith - Nov 20, 2026 1205 PM/solver.rs",
        // A different student with the same name.
        "8-Puzzle Download/40001-640700 - Jane Smith - Nov 20, 2026 926 PM/crate.zip",
        "8-Puzzle Download/40002-640701 - Jörg - Öz - Nov 9, 2026 100 AM/essay.pdf",
    ]);
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    Jane_Smith_39786: 39786 Jane Smith at 2026-11-20T12:05:00
      ["39786-640699 - Jane Smith - Nov 20, 2026 1205 PM"], before ["39786-640693 - Jane Smith - Nov 20, 2026 1033 AM"]
    Jane_Smith_40001: 40001 Jane Smith at 2026-11-20T21:26:00
      ["40001-640700 - Jane Smith - Nov 20, 2026 926 PM"], before []
    Jörg_-_Öz_40002: 40002 Jörg - Öz at 2026-11-09T01:00:00
      ["40002-640701 - Jörg - Öz - Nov 9, 2026 100 AM"], before []
    "#);
    assert!(class.entries[2].read().unwrap_err().is_rejection());
    nothing_vanishes(&all(folder.path()), &class).unwrap();
}

/// Gradescope lists a submission that somebody created without files.
#[test]
fn a_listed_submission_without_files_is_rejected() {
    let folder = folder(&["submission_1/board.rs"]);
    let people = [(1, "1001"), (2, "1002")].map(|(number, id)| {
        format!("submission_{number}:\n  :submitters:\n  - :name: N\n    :sid: '{id}'\n")
    });
    let metadata = format!("---\n{}", people.concat());
    fs::write(folder.path().join("submission_metadata.yml"), metadata).unwrap();
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    let error = class.entries[1].read().unwrap_err();
    assert!(error.is_rejection());
    insta::assert_snapshot!(error, @"the submission `1002` is empty");
}
