//! Tests that reports contain what the compiler says about the student's code, with places in this code.

use serde_json::Value;

use crate::support::{Bench, stdout};

/// Returns the failed check from the grade of a changed model.
fn failed(check: &str, change: impl FnOnce(&Bench)) -> Value {
    let bench = Bench::with_model();
    change(&bench);
    let output = bench.grade(&["check", "alice", "--format", "json"]);
    let grade: Value = serde_json::from_str(stdout(&output)).expect("a grade");
    let checks = grade["checks"].as_array().expect("checks");
    let found = checks.iter().find(|result| result["id"] == check).expect("a check");
    assert_eq!(found["status"], "fail", "{found}");
    found.clone()
}

#[test]
fn a_bound_that_the_trait_lacks_is_named_with_its_line() {
    let check = failed("solver.foreign_board", |bench| {
        let implementation = "impl<B: Board> slider::Solver<B>";
        let stricter = "impl<B: Board + std::hash::Hash> slider::Solver<B>";
        bench.edit("alice/src/solver.rs", implementation, stricter);
        bench.edit("alice/src/board.rs", "derive(Clone", "derive(Hash, Clone");
    });
    let summary = check["summary"].as_str().expect("a sentence");
    assert!(summary.ends_with("the trait bound `B: Hash` is not satisfied"), "{check}");
    assert!(
        check["place"].as_str().is_some_and(|place| place.starts_with("src/solver.rs:")),
        "{check}"
    );
}

#[test]
fn a_missing_implementation_has_the_place_of_the_type() {
    let check = failed("compile.api", |bench| {
        bench.write("alice/src/board.rs", "#[derive(Clone)]\npub struct Board;\n");
    });
    assert_eq!(check["detail"], "the trait bound `board::Board: slider::Board` is not satisfied\n");
    assert_eq!(check["place"], "src/board.rs:2:1");
}

/// Errors about code that the grader adds must not hide the message about the type.
#[test]
fn a_private_type_is_found_even_if_warnings_are_errors() {
    let check = failed("compile.api", |bench| {
        let text = "#![deny(warnings)]\nmod board;\nmod solver;\nuse board::Board;\n\
                    pub use solver::Solver;\n\npub fn twin(board: &Board) -> Board {\n    \
                    slider::Board::twin(board)\n}\n";
        bench.write("alice/src/lib.rs", text);
    });
    assert_eq!(check["detail"], "struct `Board` is private\n");
    assert_eq!(check["cause"]["kind"], "not_exported_as");
}

#[test]
fn warnings_about_called_code_are_shown() {
    let check = failed("board.hamming", |bench| {
        let head = "fn hamming(&self) -> usize {\n";
        let changed = format!("{head}let more = 1;\nreturn 0;\n");
        bench.edit("alice/src/board.rs", head, &changed);
    });
    let detail = check["detail"].as_str().expect("a detail");
    assert!(detail.contains("unused variable: `more`\n"), "{detail}");
    let lines = detail.lines().filter(|line| line.starts_with("rustc warns at src/board.rs:"));
    assert_eq!(lines.count(), 2, "{detail}");
}

#[test]
fn notes_about_the_library_show_its_line() {
    let check = failed("compile.build", |bench| {
        let text = "use slider::Board as _;\n\n#[derive(Clone)]\npub struct Board;\n\n\
                    impl slider::Board for Board {\n    fn neighbors(&self) -> Vec<Self> { todo!() }\n}\n";
        bench.write("alice/src/board.rs", text);
    });
    let detail = check["detail"].as_str().expect("a detail");
    let shown = detail.split("--> slider/src/board.rs").nth(1).unwrap_or_default();
    assert!(shown.contains("| ") && shown.contains("fn neighbors(&self) -> impl"), "{detail}");
}

#[test]
fn a_denied_warning_has_a_hint() {
    let check = failed("compile.build", |bench| {
        let text = bench.read("alice/src/lib.rs");
        bench.write("alice/src/lib.rs", format!("#![deny(warnings)]\n{text}\nfn unused() {{}}\n"));
    });
    let hint = "hint: `src/lib.rs:1` turns warnings into errors; ";
    assert!(check["detail"].as_str().is_some_and(|detail| detail.starts_with(hint)), "{check}");
}
