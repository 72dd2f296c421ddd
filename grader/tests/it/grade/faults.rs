//! Tests grader errors. They should all be reported, and no student should lose points.

use std::fs;

use insta::assert_snapshot;

use super::{WHOLE, class, graded, tree, whole};
use crate::process::Finish as _;
use crate::support::{code, stderr};

#[test]
fn concurrent_runs_on_a_folder_are_rejected() {
    let bench = graded();
    let lock = fs::File::open(bench.path("whole/.lock")).unwrap();
    lock.lock().unwrap();
    let output = bench.grade(&["grade", "class", "--out", "whole"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: another run of the grader is writing to `whole`

    hint: wait until it finishes, or use a different `--out`
    ");
    assert_eq!(code(&bench.run(&["merge", "whole", "--out", "joined"])), 2);
    drop(lock);
    assert_eq!(tree(&bench.path("whole")), whole());
}

#[test]
fn invalid_input_is_reported_before_grading() {
    let (bench, _) = &*WHOLE;
    for (arguments, message) in [
        (&["nowhere"][..], "`nowhere` does not exist"),
        (&["class", "class"], "two submissions have the name"),
        (&["class/erik"], "there are no submissions in"),
        (&["class", "--assignment", "nowhere"], "no such file or folder"),
    ] {
        let output = bench.run(&[&["grade", "--out", "never"], arguments].concat());
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert!(!bench.path("never").exists());
}

/// The class contains a folder that cannot be written to, and a file in place of a folder.
#[test]
fn an_unwritable_folder_loses_no_grades() {
    let bench = class();
    bench.write("file", "");
    let output = bench.grade(&["grade", "class", "--out", "file/out"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stderr
    error: cannot write `file/out`
      caused by: Not a directory (os error 20)

    hint: free some disk space, or use a folder that you can write to; then run the same command again to resume

    Existing grades are kept. This does not cost anyone points.
    ");

    bench.write("whole/submissions/carl", "in the way");
    let grade = || bench.grade(&["grade", "class", "--out", "whole", "--jobs", "1"]);
    let output = grade();
    assert_eq!(code(&output), 3);
    assert!(
        stderr(&output).contains("cannot write `whole/submissions/carl`"),
        "{}",
        stderr(&output)
    );
    assert!(!bench.path("whole/grades.json").exists());
    let bob = "submissions/bob/grade.json";
    assert_eq!(bench.read(&format!("whole/{bob}")), whole()[bob]);
    fs::remove_file(bench.path("whole/submissions/carl")).unwrap();
    assert_eq!(code(&grade()), 0);
    assert_eq!(tree(&bench.path("whole")), whole());
}

#[test]
fn a_missing_compiler_loses_no_grades() {
    let bench = graded();
    let mut command = bench.command(&["grade", "class", "--out", "whole"]);
    let output = bench.finish_grade(command.env("RUSTC", "/nowhere/rustc"));
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("no Rust compiler"), "{}", stderr(&output));
    assert_eq!(tree(&bench.path("whole")), whole());
}

/// When the target of the compiler is removed during grading, it will fail on any code. No submission should get zero
/// points for that.
#[cfg(unix)]
#[test]
fn a_removed_target_does_not_cost_points() {
    use std::os::unix::fs::PermissionsExt;

    let bench = class();
    let sysroot = std::process::Command::new("rustc").args(["--print", "sysroot"]).finish();
    let real = String::from_utf8_lossy(&sysroot.stdout).trim().to_owned();
    let rustc = format!("{real}/bin/rustc");
    let message = r#"{"$message_type":"diagnostic","message":"can't find crate for `std`","code":{"code":"E0463","explanation":null},"level":"error","spans":[],"children":[],"rendered":"error[E0463]: can't find crate for `std`"}"#;
    bench.write(
        "sysroot/bin/rustc",
        format!(
            "#!/bin/sh\n\
             case \"$*\" in\n\
             *'--print sysroot'*) echo '{sysroot}'; exit;;\n\
             esac\n\
             if [ -f '{limit}' ] && [ -f '{second}' ]; then\n\
             cat '{message}' >&2; exit 1\n\
             fi\n\
             exec '{rustc}' \"$@\"\n",
            sysroot = bench.path("sysroot").display(),
            second = bench.path("whole/submissions/bob/grade.json").display(),
            limit = bench.path("limit").display(),
            message = bench.path("message").display(),
        ),
    );
    bench.write("message", message);
    bench.write("limit", "");
    std::os::unix::fs::symlink(format!("{real}/lib"), bench.path("sysroot/lib")).unwrap();
    let wrapper = bench.path("sysroot/bin/rustc");
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
    let grade = || {
        let arguments = ["grade", "class", "--out", "whole", "--no-cache", "--jobs", "1"];
        bench.finish_grade(bench.command(&arguments).env("RUSTC", &wrapper))
    };
    let output = grade();
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stderr
    the process sandbox is incomplete: missing `namespaces` (the compiler is a script, which may run any program); run `grader doctor` for details
    alice: 100 / 100
    bob: 96 / 100
    error: this machine can no longer grade submissions
      caused by: the compiler no longer works: can't find crate for `std`

    hint: fix the problem, then run the same command again; existing grades are kept

    Existing grades are kept. This does not cost anyone points.
    ");
    assert!(!bench.path("whole/grades.json").exists());
    let kept = tree(&bench.path("whole"));
    let grades = kept.iter().filter(|(path, _)| path.ends_with("grade.json"));
    assert!(grades.clone().count() >= 2, "{:?}", kept.keys());
    for (path, grade) in grades {
        assert_eq!(grade, &whole()[path], "{path}");
    }
    fs::remove_file(bench.path("limit")).unwrap();
    assert_eq!(code(&grade()), 0);
    assert_eq!(tree(&bench.path("whole")), whole());
}
