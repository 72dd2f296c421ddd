//! Tests that correct code is accepted. A compile error should only cost the points for the affected part, everything
//! that cargo allows is allowed, and all other problems are reported with a location.

use serde_json::Value;

use crate::support::{Bench, assert_parts, code, model_file, stdout};

const ROOT: &str = "mod board;\nmod solver;\n\npub use board::Board;\npub use solver::Solver;\n";

/// The start of the solver's trait implementation, where tests can insert code.
const SOLVER: &str = "impl<B: Board> slider::Solver<B> for Solver<B> {";

/// Grades `alice`. Returns the points, and the ids and summaries of failed checks.
fn graded(bench: &Bench) -> (u64, Vec<String>) {
    let output = bench.grade(&["check", "alice", "--format", "json"]);
    let grade: Value = serde_json::from_str(stdout(&output)).expect("a grade");
    let checks = grade["checks"].as_array().expect("checks");
    let failed = checks.iter().filter(|check| check["status"] == "fail");
    let said = |check: &Value| {
        let text = |key: &str| check[key].as_str().unwrap_or_default().to_owned();
        format!("{}: {}", text("id"), text("summary"))
    };
    // Ignore fractions of points.
    let score = grade["score"].to_string();
    let whole = score.split('.').next().and_then(|digits| digits.parse().ok());
    (whole.expect("a score"), failed.map(said).collect())
}

fn changed(file: &str, find: &str, replace: &str) -> Bench {
    let bench = Bench::with_model();
    bench.edit(&format!("alice/src/{file}"), find, replace);
    bench
}

/// The labelled faults contain more errors of this kind, and list the checks that must still pass.
#[test]
fn errors_in_one_file_do_not_affect_the_other() {
    for (file, find, replace, points) in [
        ("board.rs", "fn twin(&self) -> Self {", "fn twin(&self) -> Self {{", 61),
        ("solver.rs", "fn is_solvable(&self)", "fn is_solveable(&self)", 37),
        ("solver.rs", "        Self { solution }\n", "        Self { solution\n", 37),
    ] {
        let (score, failed) = graded(&changed(file, find, replace));
        assert_eq!(score, points, "{replace}: {failed:?}");
        assert!(
            failed.iter().all(|failure| failure.starts_with("compile.build: ")),
            "{replace}: {failed:?}"
        );
    }
}

#[test]
fn errors_in_other_modules_do_not_affect_either_file() {
    let bench = Bench::with_model();
    bench.write("alice/src/lib.rs", format!("mod play;\n{ROOT}"));
    bench.write("alice/src/play.rs", "pub fn play() -> u8 { \"\" }\n");
    let (score, failed) = graded(&bench);
    assert_eq!((score, failed.len()), (95, 1), "{failed:?}");
}

#[test]
fn errors_in_an_old_edition_do_not_stop_grading() {
    let bench = changed("board.rs", "fn hamming(&self) -> usize {", "fn hamming(&self) -> u32 {");
    bench.write("alice/Cargo.toml", "[package]\nname = \"alice\"\n");
    bench.write("alice/src/lib.rs", format!("extern crate slider;\n\n{ROOT}"));
    bench.write("alice/src/solver.rs", "use slider::Board;\npub struct Solver<B>(B);\nimpl<B: \
        Board> ::slider::Solver<B> for Solver<B> {\n    fn new(b: &B) -> Self { Solver(b.clone()) }\n    \
        fn is_solvable(&self) -> bool { true }\n    fn moves(&self) -> Option<usize> { Some(0) }\n    \
        fn solution(&self) -> Option<impl Iterator<Item = B>> { Some(Some(self.0.clone()).into_iter()) \
        }\n}\n");
    let (score, failed) = graded(&bench);
    // The code can be graded, but a solver that does not search gets no points.
    assert_eq!(score, 0, "{failed:?}");
    assert!(failed.iter().any(|failure| failure.starts_with("solver.moves")), "{failed:?}");
}

#[test]
fn an_existing_file_is_graded_without_the_missing_one() {
    for (file, there, points, missing) in [
        (
            "board.rs",
            "board.rs",
            37,
            "`solver.rs` is missing; a submission needs both `board.rs` and `solver.rs`",
        ),
        (
            "solver.rs",
            "solver.rs",
            61,
            "`board.rs` is missing; a submission needs both `board.rs` and `solver.rs`",
        ),
        (
            "src/board.rs",
            "board.rs",
            37,
            "`src/lib.rs:2` refers to `src/solver.rs`, but this file is missing",
        ),
        (
            "src/solver.rs",
            "solver.rs",
            61,
            "`src/lib.rs:1` refers to `src/board.rs`, but this file is missing",
        ),
    ] {
        let bench = Bench::new();
        bench.write(&format!("alice/{file}"), model_file(there));
        if file.starts_with("src") {
            bench.write("alice/src/lib.rs", ROOT);
        }
        let (score, failed) = graded(&bench);
        assert_eq!((score, failed), (points, vec![format!("compile.build: {missing}")]), "{file}");
    }
}

#[test]
fn an_overflow_is_distinguished_from_other_panics() {
    let bench = changed(
        "solver.rs",
        "fn moves(&self) -> Option<usize> {",
        "fn moves(&self) -> Option<usize> {\n        let far = std::hint::black_box(100_000_usize);\n        \
         std::hint::black_box(far * far);",
    );
    let output = bench.grade(&["check", "alice", "--only", "solver.moves"]);
    assert_parts(
        stdout(&output),
        &[
            "moves() panics: attempt to multiply with overflow\n",
            "the result does not fit into its type: a `u16` ends at 65535 and, in the\n      sandbox, a `usize` at 4294967295\n",
            "points: 0 of 100 puzzles correct; 100 solved, but with a wrong moves(),\n",
        ],
    );
    let bench =
        changed("solver.rs", SOLVER, &format!("const FAR: usize = 10_000_000_000;\n\n{SOLVER}"));
    let output = bench.grade(&["check", "alice", "--only", "compile.build"]);
    assert_parts(
        stdout(&output),
        &[
            "hint: `usize` has 32 bits in the sandbox; use `u64` for numbers that may exceed 4,294,967,295\n",
            "(on a 64-bit machine, this code compiles)\n",
        ],
    );
}

#[test]
fn forbidden_reads_are_reported_and_cost_one_check() {
    for (file, find, read, said) in [
        (
            "solver.rs",
            SOLVER,
            "const _: &str = include_str!(\"../../../etc/hostname\");",
            "`src/solver.rs:17` uses `include_str!` to read `../../../etc/hostname`, but this path is outside the submission",
        ),
        (
            "board.rs",
            "use std::fmt;",
            "const _: &[u8] = include_bytes!(\"goal.bin\");",
            "`src/board.rs:3` uses `include_bytes!` to read `src/goal.bin`, but this file is missing",
        ),
        (
            "board.rs",
            "use std::fmt;",
            "const _: Option<&str> = option_env!(\"CI\");",
            "`src/board.rs:3` uses `option_env!` to read data from outside the submission",
        ),
        (
            "board.rs",
            "use std::fmt;",
            "const _: &str = env!(\"PATH\");",
            "`src/board.rs:3` uses `env!` to read data from outside the submission",
        ),
        (
            "lib.rs",
            "mod solver;",
            "#![allow(unsafe_code)]",
            "`src/lib.rs:1` allows `unsafe` code, but it is forbidden; delete this line",
        ),
    ] {
        let bench = if file == "lib.rs" {
            let bench = Bench::with_model();
            bench.write("alice/src/lib.rs", format!("{read}\n{ROOT}"));
            bench
        } else {
            changed(file, find, &format!("{read}\n{find}"))
        };
        let (score, failed) = graded(&bench);
        assert_eq!((score, failed), (99, vec![format!("compile.build: {said}")]), "{read}");
    }
}

#[test]
fn an_invalid_include_costs_only_its_file() {
    let bench = changed("solver.rs", SOLVER, &format!("include!(\"/etc/hostname\");\n{SOLVER}"));
    let output = bench.grade(&["check", "alice", "--only", "compile"]);
    let part = "The grader grades the rest of the code.\n";
    assert_parts(stdout(&output), &["`src/solver.rs:17` uses `include!` to read\n", part]);
    let (score, failed) = graded(&bench);
    assert_eq!((score, failed.len()), (37, 1), "{failed:?}");
}

/// Parsing a long chain of operators overflows the stack. This should cost the file's points, but should not stop the
/// grading.
#[test]
fn a_very_long_operator_chain_costs_only_its_file() {
    let chain = format!("fn chain() -> bool {{ {}true }}", "!".repeat(100_000));
    let bench = changed("board.rs", "use std::fmt;", &format!("use std::fmt;\n{chain}"));
    let (score, failed) = graded(&bench);
    let said = "compile.build: `src/board.rs:4` is nested too deeply, or an expression is too long";
    assert_eq!((score, failed), (61, vec![said.to_owned()]));
}

#[test]
fn misnamed_and_undeclared_types_are_found() {
    let bench = Bench::with_model();
    bench.write("alice/Cargo.toml", "[package]\nname = \"sliding-cats\"\nedition = \"2024\"\n");
    let board = model_file("board.rs").replace("Board {", "PuzzleBoard {");
    bench.write("alice/src/board.rs", board);
    bench.write("alice/src/lib.rs", ROOT.replace("board::Board", "board::PuzzleBoard"));
    let (score, failed) = graded(&bench);
    let said = "compile.api: `PuzzleBoard` implements `slider::Board`; export it as `Board`";
    assert_eq!((score, failed), (62, vec![said.to_owned()]));

    bench.model();
    bench.write("alice/src/lib.rs", "mod solver;\n\npub use solver::Solver;\n");
    let (score, failed) = graded(&bench);
    assert_eq!(
        (score, &failed[..]),
        (
            62,
            &["compile.api: `Board` is in `src/board.rs`; add a `mod` for this file to the library"
                .to_owned()][..]
        )
    );
}

/// Reports must not depend on the submission's location, even if the code reads the path.
#[test]
fn the_manifest_dir_does_not_depend_on_the_location() {
    let read = "const _: () = assert!(env!(\"CARGO_MANIFEST_DIR\").len() == 11);";
    let bench = changed("board.rs", "use std::fmt;", &format!("use std::fmt;\n{read}"));
    let output = bench.grade(&["check", "alice", "--only", "compile"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

/// The start of each attack. There should be no report with the text that it reads.
const READS: &str = "compile_error!(include_str!(\"/proc/self/comm\"));";

/// The compiler skips such a block, but a simple parser would see a string begin inside. The compiler also replaces
/// characters that Rust does not allow.
#[test]
fn an_ambiguous_file_is_not_compiled() {
    for (trick, line) in [("---\n\"\n---\n", 1), ("#! \"\n", 1), ("fn f() { 1 № 2 } ", 1)] {
        let bench = Bench::with_model();
        bench.write("alice/src/lib.rs", format!("{trick}{READS}\n{ROOT}"));
        let output = bench.grade(&["check", "alice", "--only", "compile"]);
        let said = stdout(&output);
        assert_eq!(code(&output), 1, "{trick}: {said}");
        assert!(!said.contains("rustc\n\n") && !said.contains("error: rustc"), "{trick}: {said}");
        let place = format!("the grader cannot parse `src/lib.rs:{line}`");
        assert!(said.contains(&place), "{trick}: {said}");
    }
}

/// There can be constants with the submission's files. If the compiler fails before listing the files that it read, the
/// messages need to be withheld.
#[test]
fn compiler_messages_are_hidden_if_read_files_are_unknown() {
    let own = "compile_error!(include_str!(\"../notes.txt\"));";
    let endless = "macro_rules! endless { () => { endless!(); } }\nendless!();";
    for (text, is_shown) in [(own.to_owned(), true), (format!("{own}\n{endless}"), false)] {
        let bench = Bench::with_model();
        bench.write("alice/notes.txt", "a note of her own");
        bench.write("alice/src/lib.rs", format!("{text}\n{ROOT}"));
        let output = bench.grade(&["check", "alice", "--only", "compile"]);
        let said = stdout(&output);
        assert_eq!(code(&output), 1, "{said}");
        assert_eq!(said.contains("a note of her own"), is_shown, "{said}");
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words.contains("hidden because it may quote other files"), !is_shown, "{said}");
    }
    // The most frequent reasons are explained without the compiler's words.
    for (text, said) in [
        ("fn f() {", "is never closed"),
        ("const A: &str = \"a;", "the string that begins here is never closed"),
        ("use std::;", "syntax error: expected"),
    ] {
        let bench = Bench::with_model();
        bench.write("alice/src/lib.rs", format!("{ROOT}{text}\n"));
        let output = bench.grade(&["check", "alice", "--only", "compile", "--format", "json"]);
        assert!(stdout(&output).contains(said), "{text}: {}", stdout(&output));
        assert!(stdout(&output).contains("src/lib.rs:6:"), "{text}: {}", stdout(&output));
    }
}

/// The compiler writes long types to files, and names their paths.
#[test]
fn compiler_messages_name_no_path_of_the_machine() {
    let bench = Bench::with_model();
    let chain = "pub fn f(m: std::collections::HashMap<String, std::collections::BTreeMap<(usize, \
                 usize), Vec<Option<u16>>>>) -> usize {\n\
                 m.iter().map(|(k, v)| (k.len(), v.values().flatten().count())).filter(|x| x.0 > 1)\n}\n\
                 fn g() { compile_error!(\"aborting due to x\"); }\n";
    bench.write("alice/src/lib.rs", format!("{chain}{ROOT}"));
    let grade = || {
        let output = bench.grade(&["check", "alice", "--only", "compile", "--format", "json"]);
        assert_eq!(code(&output), 1, "{}", stdout(&output));
        stdout(&output).to_owned()
    };
    let first = grade();
    assert!(first.contains("expected `usize`, found `Filter<Map<"), "{first}");
    assert!(first.contains("error: aborting due to x"), "{first}");
    let temporary = std::env::temp_dir().display().to_string();
    for text in [&temporary, "long-type", "--verbose", "/out/"] {
        assert!(!first.contains(text), "{text}: {first}");
    }
    assert_eq!(first, grade());
}

/// Cargo compiles a crate under the name in the manifest.
#[test]
fn a_crate_name_must_be_the_one_in_the_manifest() {
    for (name, is_right) in [("alice", true), ("base", false)] {
        let bench = Bench::with_model();
        let manifest = "[package]\nname = \"alice\"\nedition = \"2024\"\n";
        bench.write("alice/Cargo.toml", manifest);
        bench.write("alice/src/lib.rs", format!("#![crate_name = {name:?}]\n{ROOT}"));
        let output = bench.grade(&["check", "alice", "--only", "compile", "--format", "json"]);
        let said = stdout(&output);
        assert_eq!(code(&output), i32::from(!is_right), "{said}");
        let sentence = "`src/lib.rs:1` gives the crate another name than `Cargo.toml`";
        assert_eq!(said.contains(sentence), !is_right, "{said}");
        let grade: Value = serde_json::from_str(said).expect("a grade");
        let api =
            grade["checks"].as_array().unwrap().iter().find(|check| check["id"] == "compile.api");
        assert_eq!(api.unwrap()["status"], "pass", "{said}");
    }
}

#[test]
fn invalid_crate_items_are_not_grader_errors() {
    for text in [
        "#[no_mangle] pub fn memcpy() {}",
        "#[unsafe(export_name = \"begin\")] pub fn f() {}",
        "#[unsafe(link_section = \".custom_section.a\")] pub static A: [u8; 1] = [1];",
        "core::arch::global_asm!(\"\");",
        "unsafe extern \"C\" { fn nowhere(); } pub fn f() { unsafe { nowhere() } }",
        "macro_rules! m { ($e:tt) => { $e \"C\" { fn nowhere(); } } } m!(extern);",
        "macro_rules! m { ($(#[$m:meta])* $i:item) => { $(#[$m])* $i } }\n\
         m! { #[global_allocator] static A: std::alloc::System = std::alloc::System; }",
        "#[link(name = \"nowhere\")] unsafe extern \"C\" {}",
        "#![feature(allocator_api)]",
        "#![no_std] #[panic_handler] fn f(_: &core::panic::PanicInfo<'_>) -> ! { loop {} }",
    ] {
        let bench = Bench::with_model();
        bench.write("alice/src/lib.rs", format!("{text}\n{ROOT}"));
        let output = bench.grade(&["check", "alice", "--only", "compile"]);
        assert_eq!(code(&output), 1, "{text}: {}", stdout(&output));
    }
    // These attributes are allowed, but will have no effect.
    let bench = Bench::with_model();
    let attributes = "#![crate_type = \"bin\"]\n#![crate_name = \"other\"]\n#![no_main]";
    bench.write("alice/src/lib.rs", format!("{attributes}\n{ROOT}"));
    let output = bench.grade(&["check", "alice", "--only", "compile"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}
