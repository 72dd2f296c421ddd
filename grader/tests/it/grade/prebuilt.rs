//! Tests `grader build`, and grading without a compiler.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Output;
use std::sync::LazyLock;

use insta::assert_snapshot;

use super::{class, copy, tree, whole};
use crate::process::Finish as _;
use crate::support::{Bench, code, model_file, stderr, stdout};

/// The class, with the compiled programs in the folder `programs`. This should not be modified by tests.
static BUILT: LazyLock<(Bench, Output)> = LazyLock::new(|| {
    let bench = class();
    let output = bench.grade(&["build", "class", "--out", "programs", "--jobs", "1"]);
    (bench, output)
});

fn built() -> Bench {
    let bench = class();
    copy(&BUILT.0.path("programs"), &bench.path("programs"));
    bench
}

#[test]
fn programs_are_built_for_all_valid_submissions() {
    let (bench, output) = &*BUILT;
    assert_snapshot!(bench.snapshot(output), @"
    exit code 0
    ----- stdout
    5 submissions: 4 built, 1 rejected
    ----- stderr
    alice: built
    bob: built
    carl: built
    dora: built
    erik: rejected, because the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
}

/// Grades with the compiled programs, without a compiler, and with an empty cache.
fn grade(bench: &Bench, arguments: &[&str]) -> Output {
    let all = [&["grade", "class", "--prebuilt", "programs"], arguments].concat();
    let mut command = bench.command(&all);
    command.env("RUSTC", "/nowhere/rustc").env("PATH", "");
    bench.finish_grade(command.env("GRADER_CACHE_DIR", bench.path("cache")))
}

/// Writes a fake compiler that prints its version but cannot compile anything.
fn failing_compiler(bench: &Bench) -> PathBuf {
    let real = std::process::Command::new("rustc").args(["--print", "sysroot"]).finish();
    let real = String::from_utf8_lossy(&real.stdout).trim().to_owned();
    let sysroot = bench.path("sysroot");
    let script = format!(
        "#!/bin/sh\ncase $1 in\n--print) echo '{}' ;;\n-vV) exec '{real}/bin/rustc' -vV ;;\n\
         *) exit 1 ;;\nesac\n",
        sysroot.display()
    );
    bench.write("sysroot/bin/rustc", script);
    let compiler = sysroot.join("bin/rustc");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink(format!("{real}/lib"), sysroot.join("lib")).unwrap();
    compiler
}

#[test]
fn prebuilt_programs_get_the_same_grades_without_a_compiler() {
    let bench = built();
    let programs = program_names(&bench);
    let output = grade(&bench, &["--out", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(tree(&bench.path("grades")), whole());

    // Existing programs will not be compiled again.
    let mut command = bench.command(&["build", "class", "--out", "programs"]);
    let again = bench.finish_grade(command.env("RUSTC", failing_compiler(&bench)));
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    assert_eq!(program_names(&bench), programs);

    // Alice's code has changed, so there is no program for it. All other submissions will keep their grades.
    bench.write("class/alice/board.rs", model_file("board.rs") + "// another\n");
    let output = grade(&bench, &["--out", "grades"]);
    assert_eq!(code(&output), 3);
    assert_snapshot!(stdout(&output), @"5 submissions: 3 graded, 1 rejected, 1 without a score \
                                        because of a grader error");
    assert!(
        stderr(&output).contains("`programs` has no programs for the current version of `alice`")
    );
    assert_snapshot!(bench.read("grades/grades.csv"), @r#"
    submission,status,machine_score,adjustment,final_score,max_score,failed,corrections,name,id,email,handed_in,late,late_points,reason
    alice,grader_error,,,,100,,,,,,,,,its programs were not built
    bob,graded,96,,96,100,board.hamming,,,,,,,,
    carl,graded,0,,0,100,compile.build,,,,,,,,
    dora,graded,0,,0,100,compile.build,,,,,,,,
    erik,rejected,,,,100,,,,,,,,,"the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`"
    "#);
}

fn program_names(bench: &Bench) -> Vec<String> {
    let entries = fs::read_dir(bench.path("programs")).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn damaged_or_incompatible_programs_are_rejected() {
    let bench = built();
    let damaged = program_names(&bench)
        .into_iter()
        .find(|name| bench.path(&format!("programs/{name}/0.wasm")).exists());
    let file = format!("programs/{}/0.wasm", damaged.unwrap());
    let program = fs::read(bench.path(&file)).unwrap();
    bench.write(&file, &program[..program.len() / 2]);
    // The submission with a damaged program should not get zero points, and all others should be graded.
    let output = grade(&bench, &["--out", "grades"]);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("it is not the program that was written"));

    let facts = bench.read("programs/prebuilt.json");
    bench.write("programs/prebuilt.json", facts.replace("prebuilt/1", "prebuilt/2"));
    assert_snapshot!(bench.snapshot(&grade(&bench, &["--out", "never"])), @"
    exit code 2
    ----- stderr
    error: the programs in `programs` were built by a different version of the grader

    hint: build them again with this version, into a new folder, and use it on all machines
    ");
    bench.write("programs/prebuilt.json", facts.replace("host: ", "host: another "));
    let output = bench.grade(&["build", "class", "--out", "programs"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("but this is rustc"), "{}", stderr(&output));
    fs::remove_file(bench.path("programs/prebuilt.json")).unwrap();
    assert_snapshot!(bench.snapshot(&grade(&bench, &["--out", "never"])), @"
    exit code 2
    ----- stderr
    error: `programs` has no programs: the file `prebuilt.json` is missing

    hint: create one with `grader build SUBMISSIONS --out DIR`
    ");
    assert!(!bench.path("never").exists());
}

/// Otherwise, anyone who can copy a folder could give a submission the programs, and the grade, of another one.
#[test]
fn programs_under_another_name_are_rejected() {
    let bench = built();
    let programs: Vec<_> =
        program_names(&bench).into_iter().filter(|name| name.starts_with("programs-")).collect();
    assert!(programs.len() > 2, "{programs:?}");
    fs::rename(bench.path("programs"), bench.path("right")).unwrap();
    copy(&bench.path("right"), &bench.path("programs"));
    for (name, other) in programs.iter().zip(programs.iter().cycle().skip(1)) {
        fs::remove_dir_all(bench.path(&format!("programs/{name}"))).unwrap();
        copy(&bench.path(&format!("right/{other}")), &bench.path(&format!("programs/{name}")));
    }
    let output = grade(&bench, &["--out", "grades"]);
    assert_eq!((code(&output), stdout(&output)), (3, ""), "{}", stderr(&output));
    assert!(stderr(&output).contains("or belongs to other programs"), "{}", stderr(&output));
}
