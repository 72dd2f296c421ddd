//! Shows the format `rustc`.

use insta::assert_snapshot;
use serde_json::Value;

use super::super::editor::{Diagnostic, DiagnosticSpan, read};
use super::super::*;

fn line(diagnostic: &Diagnostic) -> String {
    let DiagnosticSpan { file_name, line_start, column_start, column_end, .. } =
        &diagnostic.spans[0];
    let code = diagnostic.code.as_ref().map_or("-", |code| code.code.as_str());
    let (level, message) = (&diagnostic.level, &diagnostic.message);
    format!("{file_name}:{line_start}:{column_start}-{column_end} {level} {code}: {message}")
}

fn shown(grade: &Grade, code: &SubmissionCode) -> String {
    let text = rustc(&Corrected::from(grade).view(Audience::Student), code);
    read(&text).iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_rustc_format_reports_only_problems() {
    assert_eq!(shown(&passing(), &SubmissionCode::default()), "");
    assert_snapshot!(shown(&failing(), &SubmissionCode::default()), @"
    src/board.rs:12:9-10 error board.hamming: hamming() counts the blank (board.hamming, 4 points)
    Cargo.toml:1:1-2 warning solver.moves: one queue holds both
    ");
    assert_snapshot!(shown(&not_compiling(), &SubmissionCode::default()), @"src/board.rs:3:7-8 error compile.build: expected `;`");
    assert_snapshot!(shown(&rejected(), &SubmissionCode::default()), @"Cargo.toml:1:1-2 error -: there is no `Board`");
    assert_snapshot!(shown(&fault(), &SubmissionCode::default()), @"Cargo.toml:1:1-2 warning -: The grader \
                                                          could not finish. This is not your \
                                                          fault, and it does not count. Please \
                                                          try again. If it happens again, show \
                                                          this to your instructor.");
}

#[test]
fn a_failed_check_underlines_the_method_name() {
    let lib = "mod board;\n";
    // Columns count characters, but offsets count bytes.
    let board =
        "struct Board; /* ö */ impl slider::Board for Board {\n    /* ü */ fn twin() {} }\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    for (name, text) in [("lib.rs", lib), ("board.rs", board)] {
        std::fs::write(folder.path().join("src").join(name), text).unwrap();
    }
    let submission = intake::read_submission(folder.path()).unwrap();
    let files = submission.files().map(|file| (file.path.to_owned(), file.text.to_owned()));
    let code = SubmissionCode {
        outline: submission.outline(),
        sources: files.collect(),
        folder: "homework/".to_owned(),
        package: None,
    };
    let failed = |check| (fail(check, Failure::from_summary("it is wrong")), 2.0);
    let grade =
        grade([failed(Check::BoardTwin), failed(Check::BoardEquality), failed(Check::SolverMoves)]);
    assert_snapshot!(shown(&grade, &code), @"
    homework/src/board.rs:2:16-20 error board.twin: it is wrong (board.twin, 2 points)
    homework/src/board.rs:1:8-13 error board.equality: it is wrong (board.equality, 2 points)
    homework/src/lib.rs:1:1-2 error solver.moves: it is wrong (solver.moves, 2 points)
    ");
    let text = rustc(&Corrected::from(&grade).view(Audience::Student), &code);
    // With a package id, messages are wrapped like cargo's.
    let code = SubmissionCode { package: Some("path+file:///alice#0.1.0".to_owned()), ..code };
    let wrapped = rustc(&Corrected::from(&grade).view(Audience::Student), &code);
    for (line, bare) in wrapped.lines().zip(text.lines()) {
        let [line, bare] = [line, bare].map(|line| serde_json::from_str::<Value>(line).unwrap());
        assert_eq!((&line["reason"], &line["message"]), (&"compiler-message".into(), &bare));
        assert_eq!(line["package_id"], "path+file:///alice#0.1.0");
    }
    let span = &read(&text)[0].spans[0];
    let bytes = span.byte_start as usize..span.byte_end as usize;
    assert_eq!(&board[bytes], "twin");
    assert_eq!(span.text[0].text, "    /* ü */ fn twin() {} }");
}
