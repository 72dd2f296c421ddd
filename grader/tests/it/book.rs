//! Runs the blocks of commands in the README and the book, except those marked with a requirement.

mod blocks;

use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::{env, fs};

use blocks::Block;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::process::Finish as _;
use crate::support::{
    Bench, PROGRAM, code, keeps_to, model_file, program, stderr, stdout, workspace,
};

static GRADES: LazyLock<Bench> = LazyLock::new(|| {
    let bench = Bench::new();
    submissions(&bench);
    let output = bench.run(&["grade", "submissions", "--out", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench
});

/// A syntax error in the crate's root, for fast grading.
const BROKEN: &str = "mod board;\nmod solver;\n\npub use board::Board\npub use solver::Solver;\n";

const GRADEBOOK: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (17)
    Points Possible,,,,,100
\"Liddell, Alice\",11,alice,alice,1,
\"Builder, Bob\",12,bob,bob,1,
";

const OVERRIDES: &str = "\
[[override]]
submission = \"alice\"
check = \"board.hamming\"
set = 4
why = \"the lecture counted the blank\"
who = \"the instructor\"
";

fn submission(bench: &Bench, folder: &str) {
    bench.write(
        &format!("{folder}/Cargo.toml"),
        "[package]\nname = \"puzzle\"\nedition = \"2024\"\n",
    );
    bench.write(&format!("{folder}/src/lib.rs"), BROKEN);
    for file in ["board.rs", "solver.rs"] {
        bench.write(&format!("{folder}/src/{file}"), model_file(file));
    }
}

fn submissions(bench: &Bench) {
    submission(bench, "submissions/alice");
    submission(bench, "submissions/bob");
}

/// A folder with everything that the pages mention, such as a crate, a class and an assignment.
fn desk() -> Bench {
    let bench = Bench::new();
    submission(&bench, ".");
    submission(&bench, "alice");
    submissions(&bench);
    for year in ["2023", "2024"] {
        submission(&bench, &format!("{year}/carol"));
    }
    bench.write("tests/.keep", "");
    bench.write("puzzle04.txt", "3\n0 1 3\n4 2 5\n7 8 6\n");
    bench.write("search.jsonl", crate::play::trace::WRONG_ORDER);
    for file in ["gradebook.csv", "export.csv"] {
        bench.write(file, GRADEBOOK);
    }
    copy(&GRADES.path("grades"), &bench.path("grades"));
    bench.write("grades/overrides.toml", OVERRIDES);
    copy(&workspace("fixtures/puzzles"), &bench.path("my-assignment/puzzles"));
    copy(&workspace("fixtures/assignment.toml"), &bench.path("my-assignment/assignment.toml"));
    for folder in ["alice", "submissions"] {
        bench.write(&format!("{folder}.zip"), archive(&bench.path(folder)));
    }
    bench
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("its entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn copy(from: &Path, to: &Path) {
    for file in if from.is_dir() { files(from) } else { vec![from.to_owned()] } {
        let inside = file.strip_prefix(from).expect("it is in there");
        let to = if from.is_dir() { to.join(inside) } else { to.to_owned() };
        fs::create_dir_all(to.parent().expect("its folder")).expect("a folder");
        fs::copy(file, to).expect("a copy");
    }
}

fn archive(folder: &Path) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files(folder) {
        let name = file.strip_prefix(folder).expect("it is in there").to_string_lossy();
        writer.start_file(name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(&fs::read(&file).expect("a file")).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Runs a block of commands in a shell, with the files that the page mentions.
///
/// Exit codes 0 and 1 mean that the grader worked; the submissions are faulty anyway.
fn run(bench: &Bench, block: &Block) -> Output {
    let folder = Path::new(PROGRAM).parent().expect("its folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([folder.to_owned()].into_iter().chain(env::split_paths(&path)));
    let script = format!(
        "set -e\n\
         grader() {{\n\
             code=0; command grader \"$@\" || code=$?\n\
             test $code -le 1 || {{ echo \"grader $* ended with $code\" >&2; exit 99; }}\n\
         }}\n{}\n",
        block.commands().join("\n")
    );
    // The compiler is usually in a folder below `HOME`, which is replaced here.
    let home = PathBuf::from(env::var_os("HOME").unwrap_or_default());
    let of_rust =
        |name: &str, folder: &str| env::var_os(name).unwrap_or_else(|| home.join(folder).into());
    let mut command = Command::new("sh");
    command.envs(program().get_envs().filter_map(|(name, value)| Some((name, value?))));
    command
        .args(["-c", &script])
        .current_dir(bench.path(""))
        .env("PATH", path.expect("folders without a colon"))
        .env("RUSTUP_HOME", of_rust("RUSTUP_HOME", ".rustup"))
        .env("CARGO_HOME", of_rust("CARGO_HOME", ".cargo"))
        .env("HOME", bench.path(""));
    command.finish()
}

fn wrong(bench: &Bench, block: &Block) -> Option<String> {
    let output = run(bench, block);
    let printed = stdout(&output);
    if code(&output) != 0 {
        return Some(format!("{}: {printed}\n{}", block.place, stderr(&output)));
    }
    let lines =
        |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let expected =
        block.lines.iter().filter(|line| !line.starts_with("$ ")).map(|line| line.trim_end());
    let is_other = block.is_console && !lines(printed.trim_end()).iter().eq(expected);
    is_other.then(|| format!("{} prints something else:\n{printed}", block.place))
}

#[cfg(unix)]
#[test]
fn every_command_in_the_readme_and_book_works() {
    let mut count = 0;
    let mut found = Vec::new();
    for page in blocks::pages() {
        let mut blocks = blocks::blocks(&page);
        blocks.retain(|block| block.needs().is_none());
        if blocks.is_empty() {
            continue;
        }
        count += blocks.len();
        // Run the blocks in order, as a reader would.
        let bench = desk();
        found.extend(blocks.iter().filter_map(|block| wrong(&bench, block)));
    }
    assert!(count > 25, "only {count} blocks were run");
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn manual_pages_are_written_to_a_folder() {
    let bench = Bench::new();
    bench.write("taken", "a file");
    let error = bench.failure(2, &["man", "--out", "taken"], None);
    assert!(error.starts_with("error: `taken` is a file, but `--out` needs a folder"), "{error}");
    // Run this twice, to overwrite the pages.
    for _ in 0..2 {
        let output = bench.run(&["man", "--out", "share/man1"]);
        assert_eq!((code(&output), stderr(&output)), (0, ""));
        let files: Vec<&str> = stdout(&output).lines().collect();
        assert!(
            files.len() > 20 && files.contains(&"share/man1/grader-puzzle-solve.1"),
            "{files:?}"
        );
        assert!(files.iter().all(|file| bench.read(file).contains(".SH NAME")));
    }
    // Without a folder, `man` prints the first page.
    let output = bench.run(&["man"]);
    assert_eq!((code(&output), stdout(&output)), (0, &*bench.read("share/man1/grader.1")));
}

#[test]
fn class_files_match_their_schemas() {
    let bench = desk();
    let mut rubric = bench.read("my-assignment/assignment.toml");
    rubric.push_str("[late]\ndue = 2026-11-22T23:59:00Z\npercent = 10\nper = \"day\"\n");
    bench.write("my-assignment/assignment.toml", rubric);
    let extension =
        "student = \"alice\"\nhanded_in = 2026-11-23T12:00:00Z\nwhy = \"mail\"\nwho = \"we\"\n";
    bench.write("grades/extensions.toml", format!("[[extension]]\n{extension}"));
    let roster = format!("{GRADEBOOK}\"Late, Larry\",13,larry,larry,1,\n");
    bench.write("gradebook.csv", roster);
    let class = ["grade", "submissions", "--roster", "gradebook.csv", "--out", "grades"];
    let output = bench.run(&[&class[..], &["--assignment", "my-assignment"]].concat());
    // Bob's submission time is unknown.
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    for (file, schema, word) in [
        ("grades.json", "grades", "granted"),
        ("class.json", "class", "missing"),
        ("submissions/alice/grade.json", "grade", "compile.build"),
    ] {
        let text = bench.read(&format!("grades/{file}"));
        keeps_to(schema, &text);
        assert!(text.contains(word), "{text}");
    }

    // In this class, Alice's correction is missing, and Bob's submission is different.
    bench.edit("submissions/bob/Cargo.toml", "puzzle", "other");
    bench.write("submissions/bob/src/lib.rs", "mod board; pub use board::Board;");
    // Bob's `solver.rs` is no longer part of the crate, so somebody has to look at it.
    assert_eq!(code(&bench.run(&["grade", "submissions", "--out", "new"])), 1);
    let diff = bench.run(&["diff", "grades", "new", "--format", "json"]);
    keeps_to("diff", stdout(&diff));
    assert!(
        stdout(&diff).contains("final_score") && stdout(&diff).contains("alice"),
        "{}",
        stdout(&diff)
    );

    fs::create_dir(bench.path("submissions/empty")).expect("a folder");
    let similar =
        ["similar", "submissions", "--past", "2023", "--at-least", "0", "--format", "json"];
    let similar = bench.run(&similar);
    keeps_to("similarity", stdout(&similar));
    assert!(
        stdout(&similar).contains("end_column") && stdout(&similar).contains("reason"),
        "{}",
        stdout(&similar)
    );
}

#[test]
fn every_documented_requirement_is_used() {
    let blocks: Vec<Block> = blocks::pages().iter().flat_map(|page| blocks::blocks(page)).collect();
    for (mark, why) in blocks::NEEDS {
        let is_used = blocks.iter().any(|block| block.needs() == Some(mark));
        assert!(is_used, "no block needs `{mark}` ({why}) any more: take it off the list");
    }
}
