//! Tests that what is stored never changes a result: wrong expected answers, and changes of an assignment, a submission
//! or a stored file, with a warm and with a cold cache.

use std::fs;
use std::path::{Path, PathBuf};

use base::seed::{from_texts, random_below};

use crate::cache::CACHE;
use crate::process::Finish as _;
use crate::support::{Bench, FIRST_GRADE, code, stderr, stdout};

const RUBRIC: &str = r#"schema = "assignment/1"
title = "stored"
[limits]
time = 30
stop = 90
memory_mib = 503
[checks]
"compile.build" = { points = 1 }
"compile.api" = { points = 1 }
"board.hamming" = { points = 2 }
"solver.moves" = { points = 8, partial = "share" }
"tests.own" = { points = 1 }
[puzzles]
boards = ["spare"]
solve = ["near", "far", "none", "large"]
[tests]
faults = ["hamming-counts-blank"]
"#;

const PUZZLES: &str = r#"
[[puzzle]]
name = "near"
tiles = [[1, 0], [3, 2]]
moves = 1
[[puzzle]]
name = "far"
tiles = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
moves = 4
[[puzzle]]
name = "none"
tiles = [[2, 1, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 0, 14, 15]]
twin_moves = 2
[[puzzle]]
name = "large"
tiles = [[0, 6, 2, 7], [1, 5, 8, 3], [9, 10, 4, 11], [13, 14, 15, 12]]
moves = 16
[[puzzle]]
name = "spare"
tiles = [[1, 2], [0, 3]]
moves = 1
"#;

/// A class with one student, whose code does not compile, so that grading is fast.
fn class() -> Bench {
    let bench = Bench::with_broken_model();
    fs::create_dir(bench.path("class")).expect("a folder");
    fs::rename(bench.path("alice"), bench.path("class/alice")).expect("a folder");
    bench.write("hw/assignment.toml", RUBRIC);
    bench.write("hw/puzzles/mine.toml", PUZZLES);
    bench
}

#[test]
fn nothing_is_graded_with_a_wrong_answer() {
    let bench = class();
    // With correct answers, everything is measured and stored.
    let output = bench.grade(&["check", "class/alice", "--assignment", "hw"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let wrong = [
        ("moves = 4", "moves = 6", "9:9: the smallest number of moves is 4, not 6"),
        ("twin_moves = 2", "twin_moves = 4", "13:14: the twin needs 2 moves, not 4"),
        ("moves = 16", "moves = 18", "17:9: the smallest number of moves is 16, not 18"),
        ("moves = 1\n", "moves = 3\n", "5:9: the smallest number of moves is 1, not 3"),
    ];
    let commands: [&[&str]; 6] = [
        &["assignment"],
        &["check", "class/alice", "--assignment"],
        &["grade", "class", "--out", "grades", "--assignment"],
        &["build", "class", "--out", "programs", "--assignment"],
        &["gradescope", "--out", "package.zip", "--assignment"],
        &["audit", "--only", "faults/greedy", "--assignment"],
    ];
    for (number, (right, claim, said)) in wrong.into_iter().enumerate() {
        bench.write("hw/puzzles/mine.toml", PUZZLES.replacen(right, claim, 1));
        let (place, message) = said.split_once(": ").expect("a message");
        // All commands use the same code, so try all of them only once.
        for command in &commands[..if number == 2 { commands.len() } else { 2 }] {
            let output = bench.grade(&[command, &["hw"][..]].concat());
            let text = stderr(&output);
            assert_eq!((code(&output), stdout(&output)), (2, ""), "{command:?}: {text}");
            assert!(
                text.contains(&format!("--> hw/puzzles/mine.toml:{place}\n")),
                "{command:?}: {text}"
            );
            assert!(text.contains(&format!("error: {message}\n")), "{command:?}: {text}");
        }
    }
    assert!(!bench.path("grades/alice").exists() && !bench.path("package.zip").exists());
    // Without the measurement, the error is the same.
    let cold = cold_cache(&CACHE, bench.path("cold"));
    let output = bench
        .command(&["check", "class/alice", "--assignment", "hw"])
        .env("GRADER_CACHE_DIR", &cold)
        .finish();
    assert_eq!(code(&output), 2, "{}", stderr(&output));
}

#[test]
fn the_overview_shows_how_each_answer_is_proven() {
    let bench = class();
    bench.edit("hw/assignment.toml", "memory_mib = 503", "memory_mib = 502");
    let answers = || -> String {
        let output = bench.run(&["assignment", "hw"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let lines = stdout(&output).lines().skip_while(|line| *line != "Expected answers");
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(answers(), @"
    Expected answers
      - proven by a table of all boards: 3 puzzles: near, far, spare
      - proven by a search: 2 puzzles: none, large
    ");
    let output = bench.grade(&["check", "class/alice", "--assignment", "hw"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    insta::assert_snapshot!(answers(), @"
    Expected answers
      - proven by a table of all boards, and found by the model answer: 2 puzzles:
        near, far
      - proven by a table of all boards: 1 puzzle: spare
      - proven by a search, and found by the model answer: 2 puzzles: none, large
    ");
}

/// Creates a cache with only the compiled libraries and subjects of another one. Compiling them takes long.
fn cold_cache(from: &Path, folder: PathBuf) -> PathBuf {
    for entry in fs::read_dir(from).expect("a cache").flatten() {
        if is_compiled(&PathBuf::from(entry.file_name())) {
            copy(&entry.path(), &folder.join(entry.file_name()));
        }
    }
    folder
}

fn is_compiled(name: &Path) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("libraries-") || name.starts_with("subjects-")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).expect("a copy");
        }
    }
}

/// Returns the files below a folder with their contents, by relative path, except those that differ between runs.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                left.push(path);
            } else if entry.file_name() != "run.json" {
                let name = path.strip_prefix(folder).expect("it is below").to_owned();
                found.push((name, fs::read(path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

/// Changes one thing in the assignment, the submission, or the stored files.
fn change(bench: &Bench, cache: &Path, random: &mut u64) -> String {
    let put = |file: &str, text: &str| bench.write(&format!("class/alice/{file}"), text);
    let replace = |file: &str, from: &str, to: &str| {
        let text = bench.read(file);
        let (from, to) = if text.contains(from) { (from, to) } else { (to, from) };
        bench.write(file, text.replacen(from, to, 1));
    };
    let rubric = |from: &str, to: &str| replace("hw/assignment.toml", from, to);
    let puzzles = |from: &str, to: &str| replace("hw/puzzles/mine.toml", from, to);
    let kind = random_below(random, 16);
    match kind {
        0 => rubric("points = 8", "points = 9"),
        1 => rubric("boards = [\"spare\"]\nsolve = [", "boards = []\nsolve = [\"spare\", "),
        2 => rubric("solve = [\"near\", \"far\"", "solve = [\"far\", \"near\""),
        3 => rubric("time = 30", "time = 29"),
        4 => puzzles("moves = 16", "moves = 18"),
        5 => puzzles("twin_moves = 2\n", "twin_moves = 2\nvisibility = \"hidden\"\n"),
        6 => rubric(
            "\"board.hamming\" = { points = 2 }",
            "\"board.hamming\" = { points = 2, visibility = \"hidden\" }",
        ),
        7 => put("tests/data.txt", ["one", "two"][random_below(random, 2)]),
        8 => put(
            "tests/all.rs",
            ["#[test]\nfn a() {}\n", "#[test]\nfn b() { panic!() }\n"][random_below(random, 2)],
        ),
        9 => put(
            "Cargo.toml",
            "[package]\nname = \"a\"\nedition = \"2024\"\n[dependencies]\nslider = { path = \"x\" }\npuzzle = { path = \"x\", package = \"slider\" }\n",
        ),
        10 => put(
            "Cargo.toml",
            "[package]\nname = \"a\"\nedition = \"2024\"\n[dependencies]\npuzzle = { path = \"x\", package = \"slider\" }\n",
        ),
        11 => put(
            "src/extra.rs",
            ["pub struct Board;\n", "pub struct Queue;\n"][random_below(random, 2)],
        ),
        12 => put("tests/odd.rs", ["\u{1}fn", "fn odd() {}"][random_below(random, 2)]),
        _ => {
            let stored = files(cache);
            let is_result =
                |(name, bytes): &(PathBuf, Vec<u8>)| !is_compiled(name) && !bytes.is_empty();
            let stored: Vec<_> = stored.into_iter().filter(is_result).collect();
            if stored.is_empty() {
                return "nothing is stored".to_owned();
            }
            let (name, mut bytes) = stored[random_below(random, stored.len())].clone();
            match kind {
                13 => bytes.truncate(random_below(random, bytes.len())),
                14 => {
                    let at = random_below(random, bytes.len());
                    bytes[at] ^= 1 << random_below(random, 8);
                }
                _ => bytes.clone_from(&stored[random_below(random, stored.len())].1),
            }
            fs::write(cache.join(&name), bytes).expect("a stored file");
            return format!("{kind}: {}", name.display());
        }
    }
    kind.to_string()
}

/// `STORED_CHANGES` sets the number of changes to try, and `STORED_SEED` the seed.
#[test]
fn a_change_gives_the_same_grades_with_a_warm_and_a_cold_cache() {
    std::sync::LazyLock::force(&FIRST_GRADE);
    let variable = |name: &str, default: &str| std::env::var(name).unwrap_or(default.to_owned());
    let changes: usize = variable("STORED_CHANGES", "6").parse().expect("a number");
    let seed = variable("STORED_SEED", "1");
    let bench = class();
    let mut random = from_texts(&[&seed]);
    let warm = cold_cache(&CACHE, bench.path("warm"));
    let mut done: Vec<String> = Vec::new();
    let mut graded = 0;
    for number in 0..=changes {
        if number > 0 {
            done.push(change(&bench, &warm, &mut random));
        }
        let grade = |cache: &Path, out: &str| {
            let arguments = ["grade", "class", "--assignment", "hw", "--out", out];
            let output = bench.command(&arguments).env("GRADER_CACHE_DIR", cache).finish();
            (code(&output), files(&bench.path(out)))
        };
        let of_warm = grade(&warm, &format!("warm-{number}"));
        let cold = cold_cache(&warm, bench.path(&format!("cold-{number}")));
        let of_cold = grade(&cold, &format!("cold-{number}-grades"));
        assert!(
            of_warm == of_cold,
            "seed {seed}, changes {done:?}: {} and {}",
            of_warm.0,
            of_cold.0
        );
        graded += usize::from(of_cold.0 < 2);
        fs::remove_dir_all(&cold).expect("the cache is no longer needed");
    }
    assert!(graded > changes / 3, "too few changes leave a valid class: {done:?}");
}
