//! Tests progress messages for people and programs.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use super::graded;
use crate::support::{Bench, code, stderr, stdout};

fn events(text: &str) -> Vec<Value> {
    let schema = include_str!("../../../../docs/book/src/reference/schemas/progress.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let event = |line: &str| {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        let errors: Vec<_> = validator.iter_errors(&event).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{line}: {errors:?}");
        event
    };
    text.lines().map(event).collect()
}

fn lines(events: &[Value]) -> String {
    events.iter().fold(String::new(), |text, event| text + &event.to_string() + "\n")
}

#[test]
fn class_progress_is_reported_as_json_events() {
    let bench = graded();
    let people = bench.grade(&["grade", "class", "--out", "whole", "--jobs", "1"]);
    let more = ["--jobs", "1", "--progress", "json"];
    let output = bench.grade(&[&["grade", "class", "--out", "whole"], &more[..]].concat());
    assert_eq!((code(&output), stdout(&output)), (0, stdout(&people)));
    let events = events(stderr(&output));
    assert_snapshot!(lines(&events), @r#"
    {"event":"begin","schema":"progress/1","command":"grade","title":"8-puzzle","total":5}
    {"event":"progress","done":0,"total":5}
    {"event":"done","done":1,"total":5,"text":"alice: 100 / 100","submission":"alice","status":"graded","score":100,"final_score":100,"max_score":100,"failed":[],"from":"folder"}
    {"event":"done","done":2,"total":5,"text":"bob: 96 / 100","submission":"bob","status":"graded","score":96,"final_score":96,"max_score":100,"failed":["board.hamming"],"from":"folder"}
    {"event":"done","done":3,"total":5,"text":"carl: 0 / 100","submission":"carl","status":"graded","score":0,"final_score":0,"max_score":100,"failed":["compile.build"],"from":"folder"}
    {"event":"done","done":4,"total":5,"text":"dora: 0 / 100","submission":"dora","status":"graded","score":0,"final_score":0,"max_score":100,"failed":["compile.build"],"from":"folder"}
    {"event":"done","done":5,"total":5,"text":"erik: rejected, because the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`","submission":"erik","status":"rejected","max_score":100,"failed":[],"message":"the folder `erik` is empty; a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`","from":"folder"}
    {"event":"summary","submissions":5,"graded":4,"rejected":1,"grader_error":0,"corrected":0,"late":0}
    {"event":"end","exit":0}
    "#);
    // For people, these events are shown as text.
    let texts: Vec<_> = events.iter().filter(|event| event["event"] == "done").collect();
    let texts: Vec<_> = texts.iter().map(|event| event["text"].as_str().unwrap()).collect();
    assert_eq!(texts.join("\n"), stderr(&people).trim_end());
}

#[test]
fn check_progress_and_errors_are_reported_as_json_events() {
    let bench = Bench::with_broken_model();
    let output = bench.grade(&["check", "alice", "--progress", "json", "--format", "json"]);
    assert!(serde_json::from_str::<Value>(stdout(&output)).is_ok());
    let found = events(stderr(&output));
    let last: Vec<_> = found.iter().rev().take(2).rev().cloned().collect();
    assert_snapshot!(lines(&last), @r#"
    {"event":"summary","submission":"alice","status":"graded","score":0,"max_score":100}
    {"event":"end","exit":1}
    "#);
    assert!(found.iter().any(|event| event["stage"] == "compiling"), "{}", lines(&found));

    fs::create_dir(bench.path("nothing")).unwrap();
    let output = bench.run(&["grade", "nothing", "--out", "grades", "--progress", "json"]);
    assert_eq!(code(&output), 2);
    assert_snapshot!(lines(&events(stderr(&output))), @r#"
    {"event":"error","message":"there are no submissions in `nothing`","hint":"a class is a folder with one folder or archive per student, or a download from Canvas, Moodle, Blackboard, Brightspace or Gradescope, packed or unpacked"}
    {"event":"end","exit":2}
    "#);
    let output = bench.run(&["audit", "--only", "nobody", "--progress", "json"]);
    assert_eq!(code(&output), 2);
    assert_eq!(events(stderr(&output)).len(), 2);
}
