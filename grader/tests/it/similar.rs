//! `grader similar`: which submissions share code.

use std::fs;
use std::process::Output;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, code, model_file, stderr, stdout, workspace};

/// A class: alice has the model's answer, bob a copy of it with other names and order, carl a
/// tutorial's, dora the template as it was given out, and erik nothing.
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
fn a_class_for_people() {
    let bench = class();
    let output = bench.run(&["similar", "class", "--past", "2024"]);
    assert_snapshot!(bench.snapshot(&output), @"");
}

#[test]
fn a_class_for_programs_in_any_order() {
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
fn code_that_was_given_out_does_not_count() {
    let bench = class();
    let arguments = ["similar", "class", "--format", "json", "--at-least", "0"];
    let value = json(&bench.run(&[&arguments[..], &["--template", "class/alice"]].concat()));
    let pairs = value["pairs"].as_array().unwrap();
    assert!(pairs.iter().all(|pair| pair["first"] != "alice"), "{pairs:?}");
    assert_eq!(value["submissions"][0]["own_tokens"], 0);
}

#[test]
fn a_page_that_loads_nothing() {
    let bench = class();
    let output = bench.run(&["similar", "class", "--format", "html", "--out", "page.html"]);
    assert_eq!((code(&output), stdout(&output)), (0, ""));
    let page = bench.read("page.html");
    assert!(page.contains("default-src 'none'") && !page.contains("http"));
    assert!(page.contains("id=\"p1a0\"") && page.contains("// My own work."));
    let again = bench.run(&["similar", "class", "--format", "html"]);
    assert_eq!(stdout(&again), page);
}

#[test]
fn folders_for_jplag() {
    let bench = class();
    let options = ["--past", "2024", "--jplag", "a folder", "--format", "json"];
    let output = bench.run(&[&["similar", "class"], &options[..]].concat());
    assert_snapshot!(stderr(&output), @"");
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
    assert_snapshot!(bench.snapshot(&output), @"");
}

#[test]
fn wrong_usage() {
    let bench = class();
    let error = |arguments: &[&str]| bench.failure(2, &[&["similar"], arguments].concat(), None);
    assert_snapshot!(error(&["class/alice"]), @"");
    assert_snapshot!(error(&["klass"]), @"");
    assert_snapshot!(error(&["class/dora", "class/erik"]), @"");
    assert_snapshot!(error(&["class", "--template", "none"]), @"");
    assert_snapshot!(error(&["class", "--template", "class/erik"]), @"");
    assert_snapshot!(error(&["class", "--past", "class/erik"]), @"");
    assert_snapshot!(error(&["class", "--out", "none/page.html"]), @"");
    let output = bench.run(&["similar", "class", "--at-least", "101"]);
    assert_eq!(code(&output), 2);
    // One of a class is enough if there are earlier years.
    assert_eq!(code(&bench.run(&["similar", "class/carl", "--past", "2024"])), 0);
}

#[test]
fn archives_and_a_roster() {
    let bench = class();
    bench.write("roster.csv", "id,name\n7,Alice\n8,bob\n9,Zoe\n");
    let output = bench.run(&["similar", "class", "--roster", "roster.csv"]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("on the roster, without a submission: 9"));
    assert!(stdout(&output).contains("100%  7   100%  8 "), "{}", stdout(&output));
}
