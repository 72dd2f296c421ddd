//! Tests grading a class in parts and merging the parts.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use super::{WHOLE, class, graded, tree, whole};
use crate::process::Finish as _;
use crate::support::{Bench, code, stderr};

fn grade_part(bench: &Bench, part: &str, out: &str, variables: &[(&str, &str)]) {
    let arguments = ["grade", "class", "--out", out, "--partition", part];
    let mut command = bench.command(&arguments);
    let output = bench.finish_grade(command.envs(variables.iter().copied()));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn four_merged_parts_equal_the_whole_class() {
    let bench = class();
    let slurm = |id| {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", "0"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ]
    };
    for kind in ["hash", "slice"] {
        let part = |number: u32| format!("{kind}-{number}");
        for number in 1..=2 {
            grade_part(&bench, &format!("{kind}:{number}/4"), &part(number), &[]);
        }
        for (number, id) in [(3, "2"), (4, "3")] {
            grade_part(&bench, &format!("{kind}:auto"), &part(number), &slurm(id));
        }
        let joined = format!("{kind}-joined");
        let mut arguments = vec!["merge".to_owned(), "--out".to_owned(), joined.clone()];
        arguments.extend([3, 1, 4, 2].map(part));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for _ in 0..2 {
            let output = bench.run(&arguments);
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            assert_eq!(tree(&bench.path(&joined)), whole());
        }
    }

    let merge = |parts: &[&str]| {
        let output = bench.run(&[&["merge", "--out", "other"], parts].concat());
        bench.snapshot(&output)
    };
    assert_snapshot!(merge(&["slice-1", "slice-3"]), @"
    exit code 2
    ----- stderr
    error: some of the 4 parts are missing: slice:2/4, slice:4/4

    hint: pass the folders of all parts
    ");
    assert!(merge(&["slice-1", "hash-1"]).contains("differ in the class and its partition"));
    assert!(merge(&["class"]).contains("the grading run in `class` is not complete"));
    assert!(!bench.path("other/grades.json").exists());
    // There can be only one part of a class in a folder.
    let output = bench.grade(&["grade", "class", "--out", "slice-1", "--partition", "slice:2/4"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `slice-1` contains part slice:1/4, but this run is for part slice:2/4

    hint: use a different folder for each part
    ");
    // This submission was added after some parts had been graded.
    bench.write("class/fay/board.rs", "pub struct Board\n");
    grade_part(&bench, "slice:1/4", "slice-1", &[]);
    assert!(merge(&["slice-1", "slice-2", "slice-3", "slice-4"]).contains("differ in the class"));
}

#[test]
fn merge_rejects_conflicting_grades() {
    let bench = graded();
    super::copy(&bench.path("whole"), &bench.path("again"));
    let merge = |out: &str| bench.run(&["merge", "whole", "again", "--out", out]);
    assert_eq!(code(&merge("same")), 0, "the same grade twice is no conflict");
    assert_eq!(tree(&bench.path("same")), whole());
    bench.write("class/bob/board.rs", "pub struct Board // bob, again\n");
    assert_eq!(code(&bench.grade(&["grade", "class", "--out", "again"])), 0);
    assert_snapshot!(bench.snapshot(&merge("other")), @"
    exit code 2
    ----- stderr
    error: `bob` has different grades in `whole` and `again`

    hint: grade it only once, or leave out one of the folders
    ");
    let text = bench.read("again/grades.json");
    bench.write("again/grades.json", text.replace("rustc 1.", "rustc 0."));
    assert!(stderr(&merge("other")).contains("differ in the compiler"));
    fs::remove_file(bench.path("again/grades.json")).unwrap();
    assert!(stderr(&merge("other")).contains("the grading run in `again` is not complete"));
}

/// A part may come from another machine, where others can change it.
#[cfg(unix)]
#[test]
fn merge_reads_only_sealed_regular_files() {
    use std::os::unix::fs::symlink;

    let bench = graded();
    let file = "part/submissions/bob/grade.json";
    let merge = |change: &dyn Fn()| {
        let _ = fs::remove_dir_all(bench.path("part"));
        super::copy(&bench.path("whole"), &bench.path("part"));
        change();
        bench.snapshot(&bench.run(&["merge", "part", "--out", "other"]))
    };
    let foreign = bench.read("whole/submissions/alice/grade.json").replace("\"alice\"", "\"bob\"");
    assert_snapshot!(merge(&|| bench.write(file, &foreign)), @"
    exit code 2
    ----- stderr
    error: `part/submissions/bob/grade.json` does not fit `grade.key`

    hint: run `grader grade` again with the same `--out`; grades that have not changed are kept
    ");
    let without_key = merge(&|| {
        fs::remove_file(bench.path("part/submissions/bob/grade.key")).unwrap();
    });
    assert!(without_key.contains("grade.json` does not fit `grade.key`"), "{without_key}");
    let replace = |by: &dyn Fn(&Path)| {
        let place = bench.path(file);
        fs::remove_file(&place).unwrap();
        by(&place);
    };
    assert_snapshot!(merge(&|| replace(&|place| symlink("/dev/zero", place).unwrap())), @"
    exit code 2
    ----- stderr
    error: cannot read `part/submissions/bob/grade.json`
      caused by: it is a link

    hint: the grader writes only regular files here; remove it, and grade again
    ");
    let pipe = |place: &Path| {
        assert_eq!(code(&std::process::Command::new("mkfifo").arg(place).finish()), 0);
    };
    let said = merge(&|| replace(&pipe));
    assert!(said.contains("bob/grade.json`\n  caused by: it is not a regular file\n"), "{said}");
    let holes = |place: &Path| fs::File::create(place).unwrap().set_len(8 << 30).unwrap();
    let said = merge(&|| replace(&holes));
    assert!(said.contains("bob/grade.json`\n  caused by: it is larger than 64 MiB\n"), "{said}");
    assert!(!bench.path("other/grades.json").exists());
}

#[test]
fn invalid_partitions_are_rejected() {
    let (bench, _) = &*WHOLE;
    let out = ["grade", "class", "--out", "never", "--partition"];
    let mut command = bench.command(&[&out[..], &["auto"]].concat());
    for variable in ["SLURM_ARRAY_TASK_ID", "CI_NODE_INDEX", "JOB_COMPLETION_INDEX"] {
        command.env_remove(variable);
    }
    let output = command.finish();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("this is not an array job"), "{}", stderr(&output));
    for bad in ["hash:0/3", "hash:4/3", "1/3"] {
        assert_eq!(code(&bench.run(&[&out[..], &[bad]].concat())), 2, "{bad}");
    }
    assert!(!bench.path("never").exists());
}
