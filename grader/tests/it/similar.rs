//! Tests `grader similar`.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output};

use insta::assert_snapshot;
use serde_json::Value;

use crate::process::Finish as _;
use crate::report;
use crate::report::browser::browser;
use crate::support::{Bench, code, model_file, stderr, stdout, workspace};

/// A class. Alice has the model answer, Bob a copy of it with new names and a new order, Carl code from a tutorial,
/// Dora the unchanged template, and Erik nothing.
fn class() -> Bench {
    let bench = Bench::new();
    for file in ["board.rs", "solver.rs"] {
        let text = model_file(file);
        bench.write(&format!("class/alice/{file}"), &text);
        let renamed = text
            .replace("cells_and_goals", "pairs")
            .replace("blank", "hole")
            .replace("    ", "\t")
            .replace("previous", "parent");
        bench.write(&format!("class/bob/src/{file}"), format!("// My own work.\n{renamed}"));
        let template = fs::read(workspace("student-template/src").join(file)).unwrap();
        bench.write(&format!("class/dora/{file}"), template);
        let tutorial = workspace("fixtures/submissions/tutorials/cpp/src").join(file);
        bench.write(&format!("class/carl/{file}"), fs::read(&tutorial).unwrap());
        bench.write(&format!("2024/x/{file}"), fs::read(tutorial).unwrap());
    }
    fs::create_dir(bench.path("class/erik")).unwrap();
    bench
}

fn json(output: &Output) -> Value {
    assert_eq!(code(output), 0, "{}", stderr(output));
    serde_json::from_str(stdout(output)).expect("JSON")
}

#[test]
fn an_earlier_year_can_be_an_archive() {
    let bench = class();
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, file) in [("501_board.rs", "board.rs"), ("502_solver.rs", "solver.rs")] {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(format!("doejane_11_{name}"), options).unwrap();
        writer.write_all(bench.read(&format!("2024/x/{file}")).as_bytes()).unwrap();
    }
    bench.write("2023.zip", writer.finish().unwrap().into_inner());
    let output = bench.run(&["similar", "class", "--past", "2023.zip", "--format", "json"]);
    let found = json(&output);
    assert!(found.to_string().contains("2023/doejane_11"), "{found}");
    let missing = bench.run(&["similar", "class", "--past", "2022.zip"]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("2022.zip"), "{}", stderr(&missing));
}

/// Code from earlier years does not need to be a valid submission. This can be a program, several crates, or not Rust
/// at all.
#[test]
fn an_earlier_year_can_have_any_repository_layout() {
    let bench = class();
    let [board, solver] =
        ["board.rs", "solver.rs"].map(|file| bench.read(&format!("2024/x/{file}")));
    bench.write("public/program/Cargo.toml", "[package]\nname = \"eight\"\n");
    bench.write("public/program/src/main.rs", format!("{board}\n{solver}\nfn main() {{}}\n"));
    bench.write("public/crates/puzzle/src/lib.rs", format!("mod tiles;\n{solver}"));
    bench.write("public/crates/puzzle/src/tiles.rs", &board);
    bench.write("public/crates/shown/src/lib.rs", "pub fn shown() -> bool { true }\n");
    bench.write("public/notes/README.md", "an essay on sliding puzzles");
    bench.write("public/program/src/odd.rs", b"// \xff");
    let output = bench.run(&["similar", "class/carl", "--past", "public", "--format", "json"]);
    let found = json(&output);
    let pairs = found["pairs"].as_array().unwrap();
    let shares: Vec<_> = pairs.iter().map(|pair| (&pair["second"], &pair["first_share"])).collect();
    let share =
        |name: &str| shares.iter().find(|share| share.0 == name).and_then(|share| share.1.as_f64());
    for name in ["public/crates", "public/program"] {
        assert!(share(name).is_some_and(|share| share > 90.0), "{name}: {shares:?}");
    }
    let left_out = found["left_out"].as_array().unwrap().iter();
    let left_out: Vec<_> =
        left_out.map(|submission| [&submission["name"], &submission["reason"]]).collect();
    let expected = [["public/notes", "the folder `notes` contains no Rust files"]];
    assert_eq!(left_out, expected);
}

#[test]
fn prints_a_human_report() {
    let bench = class();
    let output = bench.run(&["similar", "class", "--past", "2024"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    4 submissions compared with each other and with 1 from earlier years, 1 left out

    Code can be similar for many reasons: there may be few ways to solve a task, a
    lecture or a book may show one, or students may be allowed to work together. A
    pair in this report is a reason to look at both submissions. It proves nothing,
    and it does not affect grades.

    2 pairs with a share of 30% or more

    share  of     share  of      tokens  longest run and location
     100%  carl    100%  2024/x    1178  668: src/board.rs:8-133 and src/board.rs:8-133
     100%  alice   100%  bob       1150  683: src/board.rs:14-120 and src/board.rs:15-121

    Groups connected by shares of 50% or more

    - alice, bob
    - carl, 2024/x

    Submissions with very little code of their own: dora

    Left out

    - erik: the folder `erik` is empty
    ");
}

#[test]
fn json_does_not_depend_on_order_or_jobs() {
    let bench = class();
    let all = ["class/alice", "class/bob", "class/carl", "class/dora"];
    let arguments = ["--format", "json", "--at-least", "0"];
    let output = bench.run(&[&["similar"], &all[..], &arguments].concat());
    let value = json(&output);
    assert_eq!(value["schema"], "similarity/1");
    let first = &value["pairs"][0];
    assert_eq!((&first["first"], &first["second"]), (&"alice".into(), &"bob".into()));
    assert_eq!((&first["first_share"], &first["second_share"]), (&100.0.into(), &100.0.into()));
    assert_eq!(value["groups"], serde_json::json!([["alice", "bob"]]));
    let shares = value["pairs"].as_array().unwrap()[1..].iter();
    assert!(shares.clone().count() > 0);
    for pair in shares {
        assert!(pair["first_share"].as_f64().unwrap() < 20.0, "{pair}");
        assert!(pair["first"] != "dora" && pair["second"] != "dora");
    }
    let mut backwards = all;
    backwards.reverse();
    let jobs = ["--jobs", "3"];
    let again = bench.run(&[&["similar"], &backwards[..], &arguments, &jobs].concat());
    assert_eq!(stdout(&again), stdout(&output));
    let top = json(&bench.run(&["similar", "class", "--format", "json", "--top", "1"]));
    assert_eq!(top["pairs"].as_array().unwrap().len(), 1);
    assert_eq!(top["left_out"][0]["reason"], "the folder `erik` is empty");
}

#[test]
fn template_code_is_ignored() {
    let bench = class();
    let arguments = ["similar", "class", "--format", "json", "--at-least", "0"];
    let value = json(&bench.run(&[&arguments[..], &["--template", "class/alice"]].concat()));
    let pairs = value["pairs"].as_array().unwrap();
    assert!(pairs.iter().all(|pair| pair["first"] != "alice"), "{pairs:?}");
    assert_eq!(value["submissions"][0]["own_tokens"], 0);
}

#[test]
fn the_page_is_self_contained() {
    let bench = class();
    let output = bench.run(&["similar", "class", "--format", "html", "--out", "page.html"]);
    assert_eq!((code(&output), stdout(&output)), (0, ""));
    let page = bench.read("page.html");
    assert!(
        page.contains("default-src 'none'") && !page.contains("http:") && !page.contains("https:")
    );
    assert!(page.contains("id=\"p1a0\"") && page.contains("fn with_hole_at"));
    let again = bench.run(&["similar", "class", "--format", "html"]);
    assert_eq!(stdout(&again), page);
}

#[test]
fn writes_folders_for_jplag() {
    let bench = class();
    let options = ["--past", "2024", "--jplag", "a folder", "--format", "json"];
    let output = bench.run(&[&["similar", "class"], &options[..]].concat());
    assert_snapshot!(stderr(&output), @"java -jar jplag.jar --language rust --base-code 'a folder/base-code' --old 'a folder/past' --result-file 'a folder/result' 'a folder/submissions'");
    for file in [
        "submissions/alice/src/board.rs",
        "submissions/bob/src/solver.rs",
        "past/2024%2Fx/src/board.rs",
        "base-code/0-slider/min_pq.rs",
        "base-code/1-template/board.rs",
    ] {
        assert!(bench.path("a folder").join(file).is_file(), "{file}");
    }
    assert_eq!(bench.read("a folder/submissions/alice/src/board.rs"), model_file("board.rs"));
    let output = bench.run(&["similar", "class", "--jplag", "a folder"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `a folder` is not empty

    hint: use an empty or new folder
    ");
}

#[test]
fn submissions_option_is_only_for_the_class_page() {
    for other in [["--gradebook", "export.csv"], ["--format", "json"]] {
        let arguments = [&["report", "grades", "--submissions", "class"][..], &other].concat();
        let output = Bench::new().run(&arguments);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("cannot be used with"), "{}", stderr(&output));
    }
}

#[test]
fn rejects_invalid_usage() {
    let bench = class();
    let error = |arguments: &[&str]| bench.failure(2, &[&["similar"], arguments].concat(), None);
    assert_snapshot!(error(&["class/alice"]), @"
    error: there is only one submission, so there is nothing to compare

    hint: use the class folder, or add earlier years with `--past`
    ");
    assert_snapshot!(error(&["klass"]), @"
    error: `klass` does not exist

    hint: pass submissions, or folders that contain submissions
    ");
    assert_snapshot!(error(&["class/dora", "class/erik"]), @"
    error: at least two readable submissions are needed

    hint: erik: the folder `erik` is empty
    ");
    assert_snapshot!(error(&["class", "--template", "none"]), @"
    error: cannot read `none`
      caused by: No such file or directory (os error 2)

    hint: check that it exists and that you have permission to read it
    ");
    assert_snapshot!(error(&["class", "--template", "class/erik"]), @"
    error: `class/erik` contains no Rust files

    hint: use the folder with the code that students received
    ");
    assert_snapshot!(error(&["class", "--past", "class/erik"]), @"
    error: there are no submissions in `class/erik`

    hint: a class is a folder with one folder or archive per student, or a download from Canvas, Moodle, Blackboard, Brightspace or Gradescope, packed or unpacked
    ");
    assert_snapshot!(error(&["class", "--out", "none/page.html"]), @"
    error: cannot write `none/page.html`
      caused by: its folder does not exist

    hint: use a file in a folder that you can write to
    ");
    let output = bench.run(&["similar", "class", "--at-least", "101"]);
    assert_eq!(code(&output), 2);
    // With earlier years, a single submission is enough.
    assert_eq!(code(&bench.run(&["similar", "class/carl", "--past", "2024"])), 0);
}

#[test]
fn uses_names_from_the_roster() {
    let bench = class();
    bench.write("roster.csv", "id,name\n7,Alice\n8,bob\n9,Zoe\n10,carl\n11,dora\n12,erik\n");
    let output = bench.run(&["similar", "class", "--roster", "roster.csv"]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("students without a submission: 9"));
    let pair = "100%  7 (Alice)   100%  8 (bob) ";
    assert!(stdout(&output).contains(pair), "{}", stdout(&output));
}

#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn the_page_works_in_a_browser() {
    let bench = class();
    let output = bench.run(&["similar", "class", "--format", "html", "--out", "page.html"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/similar.mjs")).arg(browser());
    let output = node.arg(bench.path("page.html")).finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert_snapshot!(text, @"
    ok: pairs are folded, and can be opened
    ok: a shared run links to its partner, at the same height
    ok: there is no horizontal scrolling on a phone
    ok: the links also work without scripts
    ok: there were no errors and no network requests
    ");
}

#[test]
fn the_class_page_can_have_a_similarity_section() {
    let bench = report::class::class();
    for name in ["alice", "bob"] {
        bench.write(&format!("sent/{name}/board.rs"), model_file("board.rs"));
        bench.write(&format!("sent/{name}/solver.rs"), model_file("solver.rs"));
    }
    bench.run(&["report", "grades", "--out", "without.html"]);
    let output = bench.run(&["report", "grades", "--out", "with.html", "--submissions", "sent"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let [with, without] = ["with.html", "without.html"].map(|file| bench.read(file));
    let section = "<a href=\"#similar\">Similar</a>";
    assert!(with.contains(section) && !without.contains(section));
    assert!(with.contains("100% of <a href=\"#s-alice\">alice</a> is in the other"));
    assert!(with.contains("id=\"p1a0\"") && !without.contains(".sides"));
    // If the new page lacks the section, there will be a warning.
    let again = ["report", "grades", "--out", "with.html"];
    assert_eq!(
        stderr(&bench.run(&again)),
        "`with.html` no longer contains a section on similar code; use `--submissions` to add it \
         again\n"
    );
    assert_eq!(stderr(&bench.run(&again)), "");
    let error = bench.failure(2, &["report", "grades", "--submissions", "sent/alice"], None);
    assert!(error.contains("so there is nothing to compare"), "{error}");
    assert_eq!(code(&bench.run(&["report", "grades", "--past", "sent"])), 2);
}
