//! Tests the edition for students, which must not contain the model answer in readable form.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use insta::assert_snapshot;
use toml::{Table, Value};

use crate::process::{Finish as _, PATIENCE};
use crate::support::{Bench, code, stderr, stdout, workspace};

/// Shorter lines, such as `let mut next = Vec::new();` without its beginning, are in all kinds of code.
const LEAST_LENGTH: usize = 20;

/// What students get in another form anyway, and what compiled tests consist of.
const GIVEN: [&str; 10] = [
    "slider/src",
    "student-template",
    "probe/src",
    "probe/facade",
    "grader/src/starter/files/student",
    "grader/sandbox/src/build/own_tests/switch.in.rs",
    // The code in explanations, and in tests that the grader writes.
    "grader/grade/src/explain",
    "grader/report/src/unit_tests/cases.rs",
    "grader/report/src/unit_tests/helpers.rs",
    // The code that is in any textbook.
    "class/similarity/src/idioms.rs",
];

/// Returns the lines of the model answer and of all labelled submissions that students do not get.
fn withheld_lines() -> BTreeSet<String> {
    let mut texts: Vec<String> =
        embedded::MODEL.iter().map(|(_, text)| (*text).to_owned()).collect();
    for (path, text) in embedded::CORPUS {
        if Path::new(path).extension().is_some_and(|ending| ending == "rs") {
            texts.push((*text).to_owned());
        } else if let Ok(label) = text.parse::<Table>() {
            texts.extend(code_of_label(&label));
        }
    }
    let mut lines: BTreeSet<String> = texts.iter().flat_map(|text| long_lines(text)).collect();
    for folder in GIVEN {
        for text in texts_in(&workspace(folder)) {
            lines.retain(|line| !text.contains(line.as_str()));
        }
    }
    assert!(lines.len() > 4000, "{}", lines.len());
    lines
}

/// Returns the code in a label's edits and files.
fn code_of_label(label: &Table) -> Vec<String> {
    let tables = ["edit", "file"].into_iter().filter_map(|name| label.get(name)?.as_array());
    let texts = tables.flatten().flat_map(|table| {
        ["find", "replace", "text"].map(|key| table.get(key).and_then(Value::as_str))
    });
    texts.flatten().map(str::to_owned).collect()
}

fn long_lines(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().map(str::trim).filter(|line| line.len() >= LEAST_LENGTH);
    lines.map(str::to_owned)
}

/// Returns the texts of a file, or of all files in a folder, with quotes as in a compiled program.
fn texts_in(path: &Path) -> Vec<String> {
    if path.is_file() {
        let text = fs::read_to_string(path).expect("a text");
        return vec![text.replace("\\\"", "\"")];
    }
    let entries = fs::read_dir(path).expect("a folder").flatten();
    let entries = entries.filter(|entry| entry.file_name() != "target");
    entries.flat_map(|entry| texts_in(&entry.path())).collect()
}

/// Returns the lines that a file contains, as bytes anywhere in it.
fn lines_in_file<'a>(file: &Path, lines: &'a BTreeSet<String>) -> BTreeSet<&'a str> {
    let bytes = fs::read(file).expect("a file");
    let mut by_beginning: HashMap<&[u8], Vec<&str>> = HashMap::new();
    for line in lines {
        by_beginning.entry(&line.as_bytes()[..LEAST_LENGTH]).or_default().push(line);
    }
    let mut found = BTreeSet::new();
    for (place, beginning) in bytes.windows(LEAST_LENGTH).enumerate() {
        let candidates = by_beginning.get(beginning).into_iter().flatten();
        found.extend(candidates.filter(|line| bytes[place..].starts_with(line.as_bytes())));
    }
    found
}

/// Compiles the model answer with these arguments, and returns its files.
fn compile_model(bench: &Bench, arguments: &[&str]) -> Vec<PathBuf> {
    let arguments = [&["compile-model", "--out", "model"], arguments].concat();
    let output = bench.grade(&arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let files = fs::read_dir(bench.path("model")).expect("a folder").flatten();
    files.map(|file| file.path()).filter(|path| path.is_file()).collect()
}

#[test]
fn the_compiled_model_contains_no_line_of_code() {
    let bench = Bench::new();
    let files = compile_model(&bench, &[]);
    assert!(has_costs(&files), "{files:?}");
    let lines = withheld_lines();
    // The search finds a line if there is one.
    bench.write("leak", format!("\0{}\0", lines.first().expect("a line")));
    assert_eq!(lines_in_file(&bench.path("leak"), &lines).len(), 1);
    assert!(files.len() > 10, "{files:?}");
    for file in &files {
        assert!(lines_in_file(file, &lines).is_empty(), "{}", file.display());
        let text = fs::read(file).expect("a file");
        let folder = std::env::temp_dir().display().to_string();
        assert!(!String::from_utf8_lossy(&text).contains(&folder), "{}", file.display());
    }
    let again = bench.grade(&["compile-model", "--out", "model"]);
    assert_snapshot!(bench.snapshot(&again), @"
    exit code 2
    ----- stderr
    error: cannot write `model`
      caused by: File exists (os error 17)

    hint: use a file in a folder that you can write to
    ");
}

const SMALL_RUBRIC: &str = "schema = \"assignment/1\"\ntitle = \"small\"\n\
    [limits]\ntime = 30\nstop = 90\nmemory_mib = 511\n\
    [checks]\n\"board.hamming\" = { points = 1 }\n\
    [puzzles]\nboards = []\nsolve = [\"near\"]\n";

const SMALL_PUZZLES: &str = "[[puzzle]]\nname = \"near\"\ntiles = [[1, 0], [3, 2]]\nmoves = 1\n";

fn has_costs(files: &[PathBuf]) -> bool {
    let name = |file: &PathBuf| file.file_name().expect("a name").to_string_lossy().into_owned();
    files.iter().any(|file| name(file).starts_with("costs-"))
}

/// They name puzzles that a student kit may omit.
#[test]
fn only_costs_of_the_default_assignment_are_for_students() {
    let bench = Bench::new();
    bench.write("hw/assignment.toml", SMALL_RUBRIC);
    bench.write("hw/puzzles/near.toml", SMALL_PUZZLES);
    let files = compile_model(&bench, &["--assignment", "hw"]);
    assert!(!has_costs(&files), "{files:?}");
}

/// Returns the program to test, from the variable `STUDENTS_GRADER`.
fn students_program() -> PathBuf {
    let path = std::env::var_os("STUDENTS_GRADER").expect("STUDENTS_GRADER is the program's path");
    std::path::absolute(path).expect("a path")
}

/// Creates a command for the students' edition, with a cache of its own.
fn students_command(bench: &Bench, arguments: &[&str]) -> Command {
    let mut command = Command::new(students_program());
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "RUSTC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(variable);
    }
    command.env("GRADER_CACHE_DIR", bench.path("cache")).current_dir(bench.path("."));
    command.args(arguments).timeout(PATIENCE);
    command
}

#[test]
#[ignore = "needs a build: .ci/edition"]
fn the_students_edition_contains_no_line_of_code() {
    let lines = withheld_lines();
    let found = lines_in_file(&students_program(), &lines);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
#[ignore = "needs a build: .ci/edition"]
fn the_students_edition_gives_identical_grades() {
    let bench = Bench::with_model();
    let with_tests = "\n#[test]\nfn the_blank_is_no_tile() {\n    \
                      assert_eq!(Board::new(&[vec![1, 2], vec![0, 3]]).hamming(), 1);\n}\n";
    let tests = format!("use alice_solver::Board;\nuse slider::Board as _;\n{with_tests}");
    bench.write("alice/Cargo.toml", "[package]\nname = \"alice-solver\"\nedition = \"2024\"\n");
    bench.write("alice/tests/board.rs", tests);
    let styles = ["flat-vec-cached", "haskell-folds"];
    let styles = styles.map(|name| workspace(&format!("fixtures/submissions/styles/{name}")));
    for folder in styles.iter().chain([&bench.path("alice")]) {
        let arguments = ["check", folder.to_str().expect("a path"), "--format", "json"];
        let complete = bench.grade(&arguments);
        let students = students_command(&bench, &arguments).finish();
        assert_eq!(code(&students), code(&complete), "{}", stderr(&students));
        assert_eq!(stdout(&students), stdout(&complete), "{}", folder.display());
    }
    assert!(stdout(&bench.grade(&["check", "alice"])).contains("faults caught"));
}

#[test]
#[ignore = "needs a build: .ci/edition"]
fn the_students_edition_measures_only_other_assignments() {
    const MEASURING: &str = "measuring the model solver";
    let bench = Bench::with_model();
    let output = students_command(&bench, &["check", "alice"]).finish();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stderr(&output).contains(MEASURING), "{}", stderr(&output));

    bench.write("hw/assignment.toml", SMALL_RUBRIC);
    bench.write("hw/puzzles/near.toml", SMALL_PUZZLES);
    let arguments = ["check", "alice", "--assignment", "hw", "--format", "json"];
    let students = students_command(&bench, &arguments).finish();
    assert!(stderr(&students).contains(MEASURING), "{}", stderr(&students));
    assert_eq!(stdout(&students), stdout(&bench.grade(&arguments)));
}

#[cfg(unix)]
#[test]
#[ignore = "needs a build: .ci/edition"]
fn the_students_edition_refuses_other_compilers() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let bench = Bench::with_model();
    let real = std::process::Command::new("rustc").args(["--print", "sysroot"]).finish();
    let sysroot = bench.path("sysroot").display().to_string();
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in\n*'--print sysroot'*) echo '{sysroot}';;\n\
         *) echo 'rustc 1.94.0 (0000000 2026-01-01)'; echo 'release: 1.94.0';;\nesac\n"
    );
    bench.write("sysroot/bin/rustc", script);
    let compiler = bench.path("sysroot/bin/rustc");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("permissions");
    symlink(format!("{}/lib", stdout(&real).trim()), bench.path("sysroot/lib")).expect("a link");
    let output = students_command(&bench, &["check", "alice"]).env("RUSTC", &compiler).finish();
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stderr
    error: this edition for students grades only with rustc 1.95.0 (59807616e 2026-04-14), but found rustc 1.94.0 (0000000 2026-01-01)

    hint: run `rustup toolchain install 1.95.0 --profile minimal --target wasm32-wasip1`, and unset `RUSTC` and `RUSTUP_TOOLCHAIN` if they are set; the complete edition also works with other compilers

    No submissions were graded. This does not cost anyone points.
    ");
}

#[test]
#[ignore = "needs a build: .ci/edition"]
fn the_students_edition_names_the_edition_that_a_command_needs() {
    let bench = Bench::new();
    for command in [
        &["audit"][..],
        &["init", "hw"],
        &["gradescope", "--out", "autograder.zip"],
        &["compile-model", "--out", "model"],
    ] {
        let output = students_command(&bench, command).finish();
        assert_eq!(code(&output), 2, "{command:?}");
        assert!(stderr(&output).contains("needs the complete edition"), "{}", stderr(&output));
    }
    let output = students_command(&bench, &["audit"]).finish();
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `grader audit` needs the complete edition, because this one for students has no model answer to read

    hint: use the archive named `grader-VERSION-TARGET`, without `students`, from the same release
    ");
    assert_eq!(fs::read_dir(bench.path(".")).expect("a folder").count(), 0, "nothing was written");
}
