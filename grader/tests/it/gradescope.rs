//! Tests `grader gradescope`, with the autograder in a folder with the platform's layout.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::fs;
use std::io::{Cursor, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use insta::assert_snapshot;
use serde_json::Value;
use zip::ZipArchive;

use crate::limits::IN_GROUP;
use crate::process::Finish as _;
use crate::support::{Bench, PROGRAM, code, model_file, stderr, stdout, workspace};

/// An assignment with few checks, one of them hidden.
const RUBRIC: &str = r#"
schema = "assignment/1"
title = "small"
attempts = { wait = "30m", max = 10 }
[limits]
time = 30
stop = 90
memory_mib = 512
[checks]
"board.hamming" = { points = 4 }
"board.manhattan" = { points = 5, visibility = "hidden" }
[puzzles]
boards = []
solve = ["puzzle2x2-03", "puzzle2x2-unsolvable1"]
"#;

/// An autograder with complete setup, in the folder `root`.
static READY: LazyLock<Bench> = LazyLock::new(|| {
    let bench = Bench::new();
    assignment(&bench);
    let arguments = ["gradescope", "--assignment", "hw", "--out", "a.zip"];
    assert_eq!(code(&bench.run(&arguments)), 0);
    unpack(&bench, "a.zip", "root/source");
    fs::copy(bench.path("root/source/run_autograder"), bench.path("root/run_autograder")).unwrap();
    // Use the compiler that runs these tests.
    let said = |arguments: &[&str]| {
        let output = Command::new("rustc").args(arguments).finish();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let (version, sysroot) = (said(&["--version"]), said(&["--print", "sysroot"]));
    let version = version.split(' ').nth(1).unwrap();
    bench.edit("root/source/settings.sh", "RUST=1.95.0\n", &format!("RUST={version}\n"));
    // The fake download installs this compiler in rustup's folder.
    let installer = format!(
        "echo \"$*\" >\"$RUSTUP_HOME-installed\"\nmkdir -p \"$RUSTUP_HOME/toolchains\"\n\
         ln -s '{sysroot}' \"$RUSTUP_HOME/toolchains/{version}-x86_64-unknown-linux-gnu\"\n"
    );
    bench.write("installer.sh", installer);
    let fetch = "for file; do :; done\ncp \"${0%/*}/../installer.sh\" \"$file\"\n";
    program(&bench, "bin/curl", fetch);
    let output = script(&bench, "root/source/setup.sh");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    bench
});

fn program(bench: &Bench, path: &str, text: &str) {
    bench.write(path, format!("#!/bin/sh\n{text}"));
    fs::set_permissions(bench.path(path), PermissionsExt::from_mode(0o755)).unwrap();
}

fn assignment(bench: &Bench) {
    bench.write("hw/assignment.toml", RUBRIC);
    bench.write("hw/solution.txt", "for the instructor alone");
    for file in ["2x2.toml", "unsolvable.toml"] {
        let puzzles = fs::read(workspace("fixtures/puzzles").join(file)).expect("puzzles");
        bench.write(&format!("hw/puzzles/{file}"), puzzles);
    }
}

fn unpack(bench: &Bench, zip: &str, folder: &str) {
    let mut archive = ZipArchive::new(Cursor::new(fs::read(bench.path(zip)).unwrap())).unwrap();
    for i in 0..archive.len() {
        let mut file = archive.by_index(i).unwrap();
        let path = format!("{folder}/{}", file.name().unwrap());
        let mode = file.unix_mode().unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        bench.write(&path, bytes);
        fs::set_permissions(bench.path(&path), PermissionsExt::from_mode(mode)).unwrap();
    }
}

/// Runs a script like the platform would: in a different folder, with few environment variables, and without a compiler
/// in the `PATH`.
fn script(bench: &Bench, script: &str) -> Output {
    Command::new("bash")
        .arg(bench.path(script))
        .current_dir("/")
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", bench.path("bin").display()))
        .env("AUTOGRADER_ROOT", bench.path("root"))
        .finish()
}

/// Grades a submission, written by `fill`, in a copy of the prepared folder. Returns the script's output and the
/// results.
fn graded(fill: impl FnOnce(&Bench)) -> (Output, Value) {
    let bench = Bench::new();
    fs::create_dir(bench.path("root")).unwrap();
    for folder in ["source", "grader", "run_autograder"] {
        std::os::unix::fs::symlink(
            READY.path("root").join(folder),
            bench.path("root").join(folder),
        )
        .unwrap();
    }
    fs::create_dir(bench.path("root/submission")).unwrap();
    fs::create_dir(bench.path("root/results")).unwrap();
    fill(&bench);
    let output = script(&bench, "root/run_autograder");
    let results = serde_json::from_str(&bench.read("root/results/results.json")).expect("JSON");
    (output, results)
}

fn valid(results: &Value) -> &Value {
    let schema = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/schemas/gradescope.schema.json"),
    );
    let schema = serde_json::from_str(&schema.unwrap()).unwrap();
    jsonschema::validate(&schema, results).unwrap_or_else(|error| panic!("{error}: {results}"));
    results
}

/// Returns the points for each test, which the platform adds up if the results have no score.
fn scores(results: &Value) -> Vec<f64> {
    let tests = valid(results)["tests"].as_array().expect("tests");
    tests.iter().map(|test| test["score"].as_f64().expect("points")).collect()
}

fn with_files(bench: &Bench, folder: &str) {
    for file in ["board.rs", "solver.rs"] {
        bench.write(&format!("root/submission/{folder}{file}"), model_file(file));
    }
}

#[test]
fn the_autograder_archive_is_reproducible() {
    let bench = Bench::new();
    assignment(&bench);
    let output = bench.run(&["autograder", "--assignment", "hw", "--minutes", "20"]);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    let program = fs::read(PROGRAM).unwrap();
    bench.write("grader", program);
    let arguments =
        ["gradescope", "--assignment", "hw/assignment.toml", "--grader", "grader", "--minutes=20"];
    let output = bench.run(&[&arguments[..], &["--out", "again.zip"]].concat());
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    let [one, other] =
        ["autograder.zip", "again.zip"].map(|archive| fs::read(bench.path(archive)).unwrap());
    assert!(one == other, "the bytes differ");
    let text = stdout(&output).split_once(" MB\n").unwrap().1;
    let (before, after) = text.split_once("needs glibc ").unwrap();
    assert_snapshot!(before, @"
      assignment  hw/assignment.toml
      compiler    Rust 1.95.0, installed by setup.sh
      grader      a program that 
    ");
    let (_, after) = after.split_once(" or newer\n").unwrap();
    assert_snapshot!(after, @"
      note        with a released grader, the file is smaller and works on all Ubuntu images
      memory      704 MiB; the default container, with 768 MiB, is enough
      time limit  20 minutes; set at least this time limit in the assignment's settings

    Upload this file under Configure Autograder, with an Ubuntu base image.
    Ubuntu 20.04 has glibc 2.31, 22.04 has 2.35, and 24.04 has 2.39.
    ");
    unpack(&bench, "again.zip", "out");
    assert!(bench.read("out/settings.sh").contains("SECONDS_TO_GRADE=1170\n"));
    assert!(!bench.path("out/assignment/solution.txt").exists());
}

/// The setup takes longer than everything that needs it, and each test may run in its own process.
#[test]
fn the_autograder_works_on_the_platform() {
    repeated_setup_changes_and_downloads_nothing();
    grading_does_not_reveal_hidden_checks();
    rejected_submissions_get_zero_points_and_a_reason();
    autograder_failures_produce_no_score();
    attempts_made_too_soon_keep_the_previous_score();
}

fn repeated_setup_changes_and_downloads_nothing() {
    let bench = Bench::new();
    copy_ready_setup(&bench);
    let installed = READY.read("root/grader/rustup-installed");
    assert!(installed.contains("--target wasm32-wasip1"), "{installed}");
    let warm_up = READY.read("root/grader/warm-up.json");
    assert!(warm_up.contains("\"score\": 9,\n"), "{warm_up}");
    let mode = fs::metadata(READY.path("root/grader/cache")).unwrap().permissions().mode();
    assert_eq!(mode & 0o755, 0o755, "others cannot read what was prepared");

    // Check that these programs will not be called again.
    for tool in ["curl", "apt-get"] {
        program(&bench, &format!("bin/{tool}"), "touch \"${0%/*}/asked\"\nexit 1\n");
    }
    let output = script(&bench, "root/source/setup.sh");
    assert_eq!((code(&output), stderr(&output)), (0, ""), "{}", stdout(&output));
    assert!(!bench.path("bin/asked").exists(), "something was fetched");
    assert_eq!(bench.read("root/grader/warm-up.json"), warm_up);

    // Without a compiler, setup will fail.
    fs::remove_dir_all(bench.path("root/grader")).unwrap();
    let output = script(&bench, "root/source/setup.sh");
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("cannot reach https://sh.rustup.rs"));
}

fn grading_does_not_reveal_hidden_checks() {
    let (output, results) = graded(|bench| with_files(bench, ""));
    assert_eq!((code(&output), stdout(&output)), (0, "The submission was graded.\n"));
    assert_eq!(stderr(&output), "");
    assert_eq!(scores(&results), [4.0, 5.0]);

    // The submission, in a nested folder, fails visible and hidden checks.
    let (output, results) = graded(|bench| {
        with_files(bench, "my work/src/");
        let board = "root/submission/my work/src/board.rs";
        bench.write(
            "root/submission/my work/src/lib.rs",
            "mod board;\nmod solver;\n\npub use board::Board;\npub use solver::Solver;\n",
        );
        let text = bench.read(board);
        let text = text
            .replace("fn hamming(&self) -> usize {", "fn hamming(&self) -> usize {\n return 7;");
        let text = text.replace(
            "fn manhattan(&self) -> usize {",
            "fn manhattan(&self) -> usize {\n return 7;",
        );
        bench.write(board, text);
    });
    assert_eq!((code(&output), stdout(&output)), (0, "The submission was graded.\n"));
    assert_eq!(scores(&results), [0.0, 0.0]);
    let tests = &results["tests"];
    assert_eq!(
        (&tests[0]["visibility"], &tests[1]["visibility"]),
        (&"visible".into(), &"hidden".into())
    );
    assert!(!results["output"].as_str().unwrap().contains("manhattan"), "{results}");
}

fn rejected_submissions_get_zero_points_and_a_reason() {
    let (output, results) = graded(|_| {});
    assert_eq!(
        (code(&output), stdout(&output)),
        (0, "The submission was rejected, or is an attempt that does not count.\n")
    );
    assert_eq!(valid(&results)["score"], 0);
    assert_snapshot!(results["output"].as_str().unwrap(), @"
    submission: not a submission
    the folder `submission` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
    let (_, results) = graded(|bench| bench.write("root/submission/main.py", "print(31)\n"));
    assert_eq!(valid(&results)["score"], 0);
    assert_snapshot!(results["output"].as_str().unwrap(), @"
    submission: not a submission
    the folder `submission` contains no Rust crate, only `main.py`; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
}

fn autograder_failures_produce_no_score() {
    type Harm = fn(&Bench);
    let harms: [(&str, Harm); 3] = [
        ("no compiler", |bench| {
            own_copy(bench);
            bench.write("root/grader/sysroot", "/nowhere\n");
        }),
        ("a wrong assignment", |bench| {
            own_copy(bench);
            bench.write("root/source/assignment/assignment.toml", "schema = 1\n");
        }),
        ("not set up", |bench| fs::remove_file(bench.path("root/grader")).unwrap()),
    ];
    for (what, harm) in harms {
        let (output, results) = graded(|bench| {
            with_files(bench, "");
            harm(bench);
        });
        assert_eq!(code(&output), 1, "{what}");
        assert!(stdout(&output).starts_with("No score: "), "{what}: {}", stdout(&output));
        assert_eq!((results.get("score"), results.get("tests")), (None, None), "{what}");
        assert_eq!(results["extra_data"]["status"], "grader_error", "{what}");
        assert!(results["output"].as_str().unwrap().contains("not your fault"), "{results}");
    }
}

fn own_copy(bench: &Bench) {
    for folder in ["source", "grader"] {
        fs::remove_file(bench.path("root").join(folder)).unwrap();
    }
    copy_ready_setup(bench);
}

fn copy_ready_setup(bench: &Bench) {
    fs::create_dir_all(bench.path("root")).unwrap();
    for folder in ["source", "grader"] {
        let to = bench.path("root").join(folder);
        let from = READY.path("root").join(folder);
        assert_eq!(code(&Command::new("cp").arg("-R").arg(from).arg(to).finish()), 0);
    }
}

#[test]
fn programs_that_cannot_run_on_gradescope_are_rejected() {
    let bench = Bench::new();
    bench.write("grader.exe", "MZ");
    let output = bench.run(&["gradescope", "--grader", "grader.exe"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `grader.exe` does not run on Gradescope: it is not a Linux program

    hint: use `--grader` with the released grader for x86-64 Linux, packed or unpacked (`grader-VERSION-x86_64-unknown-linux-musl.tar.gz`), or use `--source` with its source folder to build it on the platform
    ");
    let output = bench.run(&["gradescope", "--source", "."]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `.` does not contain the grader's sources: `Cargo.toml` is missing

    hint: use the folder that the grader was built in
    ");
    assert!(!bench.path("autograder.zip").exists());
}

/// Writes the platform's metadata. `previous` contains the age of each earlier attempt in minutes.
fn metadata(bench: &Bench, previous: &[(u32, Value)]) {
    let previous = previous.iter().map(|(minutes, results)| {
        serde_json::json!({
            "submission_time": format!("2026-11-22T12:{:02}:00.087023-07:00", 59 - minutes),
            "score": 4.0,
            "autograder_error": false,
            "results": results,
        })
    });
    let metadata = serde_json::json!({
        "id": 7,
        "created_at": "2026-11-22T12:59:30.365935-07:00",
        "users": [{ "email": "student@example.com", "id": 1234, "name": "Student User" }],
        "previous_submissions": previous.collect::<Vec<_>>(),
    });
    bench.write("root/submission_metadata.json", metadata.to_string());
}

/// Runs a script like [`script`], in a memory group as large as the platform's default container.
fn script_in_small_container(bench: &Bench, script: &str) -> Output {
    let limit = ["memory", "memory.limit_in_bytes", "memory.max", "805306368"];
    let mut command = Command::new("sh");
    command.args(["-c", IN_GROUP, "sh"]).args(limit).arg("bash").arg(bench.path(script));
    command.current_dir("/").env_clear().env("AUTOGRADER_ROOT", bench.path("root"));
    let path = format!("{}:/usr/bin:/bin", bench.path("bin").display());
    command.env("PATH", path).finish()
}

/// A solver that needs as much memory as the rubric allows, and more.
fn wasteful_solver() -> String {
    let keep = "std::mem::forget(std::hint::black_box(vec![7_u8; 1 << 16]));";
    let step = "let node = self.queue.del_min()?;";
    let model = model_file("solver.rs");
    assert!(model.contains(step));
    model.replace(step, &format!("{keep}\n        {step}"))
}

#[ignore = "needs root: cargo test -p grader --test it -- --ignored control_groups"]
#[test]
fn the_default_container_has_enough_memory_under_control_groups() {
    let bench = Bench::new();
    assert_eq!(code(&bench.run(&["gradescope", "--out", "a.zip"])), 0);
    unpack(&bench, "a.zip", "root/source");
    for file in ["root/source/settings.sh", "bin/curl", "installer.sh"] {
        fs::create_dir_all(bench.path(file).parent().unwrap()).unwrap();
        fs::copy(READY.path(file), bench.path(file)).unwrap();
    }
    let output = script_in_small_container(&bench, "root/source/setup.sh");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));

    fs::create_dir(bench.path("root/results")).unwrap();
    let grade = || {
        let output = script_in_small_container(&bench, "root/source/run_autograder");
        assert_eq!(
            code(&output),
            0,
            "{}{}",
            stdout(&output),
            bench.read("root/results/grader.log")
        );
        let results = bench.read("root/results/results.json");
        scores(&serde_json::from_str(&results).expect("JSON")).iter().sum::<f64>()
    };
    with_files(&bench, "");
    // Points are multiples of a thousandth, so their sum may differ by a rounding error.
    assert!((grade() - 100.0).abs() < 1e-9);
    bench.write("root/submission/solver.rs", wasteful_solver());
    let score = grade();
    assert!((50.0..100.0).contains(&score), "{}", bench.read("root/results/results.json"));
}

fn attempts_made_too_soon_keep_the_previous_score() {
    let (_, first) = graded(|bench| {
        with_files(bench, "");
        metadata(bench, &[]);
    });
    let said = valid(&first)["output"].as_str().unwrap();
    let next = "Attempt 1 of 10. The next attempt does not count before 2026-11-22 13:29:30 \
                (UTC-07).\n\n";
    assert!(said.starts_with(next), "{said}");
    assert_eq!(first["extra_data"]["counted"], true);

    // Both attempts come too early. One would get a lower score, and the other is empty.
    for fill in [|bench: &Bench| bench.write("root/submission/board.rs", "fn"), |_: &Bench| {}] {
        let (output, second) = graded(|bench| {
            fill(bench);
            metadata(bench, &[(10, first.clone())]);
        });
        assert_eq!(code(&output), 0);
        let said = valid(&second)["output"].as_str().unwrap();
        assert!(said.contains("before 2026-11-22 13:19 (UTC-07). "), "{said}");
        assert_eq!(second["tests"], first["tests"]);
        assert_eq!(second["extra_data"]["counted"], false);
    }
    let bench = Bench::with_broken_model();
    let output = bench.run(&["check", "alice", "--history", "x.json"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("with `--format gradescope`"), "{}", stderr(&output));
    // A rejected submission should not use up an attempt. If the history is invalid, the submission should be graded
    // anyway.
    let (_, nothing) = graded(|bench| metadata(bench, &[]));
    assert_eq!(nothing["extra_data"]["counted"], false);
    let (_, graded) = graded(|bench| {
        with_files(bench, "");
        bench.write("root/submission_metadata.json", "{}");
    });
    assert_eq!(graded["tests"], first["tests"]);
}
