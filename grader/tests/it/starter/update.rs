//! Tests `grader new --update`, which brings a student's repository up to date.

use super::made;
use crate::support::{Bench, assert_parts, code, stderr, stdout};

const UPDATE: [&str; 5] = ["new", "--update", "alice", "--assignment", "hw"];

#[test]
fn an_update_adds_what_is_new_and_keeps_what_the_student_has_written() {
    let bench = Bench::new();
    made(&bench, &["init", "hw"]);
    made(&bench, &["new", "alice", "--assignment", "hw", "--name", "my-puzzle"]);
    assert_eq!(stdout(&bench.run(&UPDATE)), "alice: up to date\n");

    let mine = "// My own board.\n";
    bench.write("alice/src/board.rs", mine);
    bench.write("alice/src/heap.rs", mine);
    bench.edit("alice/assignment/assignment.toml", "title = ", "# My note.\ntitle = ");
    bench.edit("hw/assignment.toml", "title = \"", "title = \"New: ");
    let before = bench.read("alice/HANDOUT.md");
    let preview = bench.run(&[&UPDATE[..], &["--preview"]].concat());
    assert_parts(
        stdout(&preview),
        &[
            "  changed  HANDOUT.md  +1 -1 lines\n",
            "  kept     assignment/assignment.toml: see the new version in assignment/assignment.toml.new\n",
            "\nalice: 1 file would be updated, 1 kept\n",
        ],
    );
    assert_eq!(bench.read("alice/HANDOUT.md"), before);

    let output = bench.run(&UPDATE);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(
        stdout(&output).ends_with("alice: 1 file was updated, 1 kept\n"),
        "{}",
        stdout(&output)
    );
    assert!(bench.read("alice/HANDOUT.md").starts_with("# New: "));
    assert_eq!(
        (bench.read("alice/src/board.rs"), bench.read("alice/src/heap.rs")),
        (mine.into(), mine.into())
    );
    assert!(bench.read("alice/assignment/assignment.toml").contains("# My note."));
    assert!(bench.read("alice/assignment/assignment.toml.new").contains("New: "));
    assert!(bench.read("alice/Cargo.toml").contains("\"my-puzzle\""));
    let output = bench.run(&UPDATE);
    assert_eq!((code(&output), stdout(&output)), (0, "alice: up to date\n"));
}

#[test]
fn an_update_needs_a_repository_and_its_assignment() {
    let bench = Bench::new();
    made(&bench, &["init", "hw"]);
    made(&bench, &["new", "alice", "--assignment", "hw"]);
    made(&bench, &["new", "bob", "--name", "bob"]);
    let mut errors = String::new();
    for arguments in [
        &["new", "--update", "hw"][..],
        &["new", "--update", "nobody"],
        &["new", "--update", "alice"],
    ] {
        let output = bench.run(arguments);
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments:?}");
        errors += stderr(&output);
    }
    bench.write("bob/.grader-kit.json", "{");
    errors += stderr(&bench.run(&["new", "--update", "bob"]));
    assert_parts(
        &errors,
        &[
            "error: `hw` is not a student repository\n",
            "error: `nobody` is not a student repository\n",
            "error: `alice` is for an instructor's assignment\n",
            "error: cannot use `bob/.grader-kit.json`: it is damaged: ",
        ],
    );
    // Without a record, unchanged files cannot be told from others.
    std::fs::remove_file(bench.path("bob/.grader-kit.json")).unwrap();
    bench.write("bob/README.md", "mine\n");
    let output = bench.run(&["new", "--update", "bob"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_parts(
        stdout(&output),
        &[
            "  kept     README.md: see the new version in README.md.new\n",
            "\nbob: 0 files were updated, 1 kept\nAn earlier version wrote this repository",
        ],
    );
    assert_eq!(bench.read("bob/README.md"), "mine\n");
}
