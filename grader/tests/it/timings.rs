//! Tests `--timings`.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, code, stderr, stdout};

/// Checks that each time is a number. Returns the chart without numbers and bars.
#[track_caller]
fn stages(chart: &str) -> String {
    let mut names = Vec::new();
    for line in chart.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        let column = |from, to| line.chars().skip(from).take(to - from).collect::<String>();
        let (name, times) = (column(0, 24), [column(25, 33), column(34, 42)]);
        names.push(name.trim().to_owned());
        if name.trim() == "stage" {
            continue;
        }
        for time in times.iter().map(|time| time.trim()).filter(|time| !time.is_empty()) {
            let number = time.strip_suffix(" s").unwrap_or_else(|| panic!("{line}"));
            assert!(number.parse::<f64>().is_ok(), "{line}");
        }
    }
    names.join("\n")
}

#[test]
fn timings_are_shown_as_a_chart_and_trace_events() {
    let bench = Bench::with_model();
    let check = ["check", "alice", "--format", "json", "--timings=trace.json"];
    let output = bench.grade(&check);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_snapshot!(stages(stderr(&output)), @"
    stage
    library
    linking
    machine code
    board cases
    puzzles, grader's boards
    puzzles, own boards
    instrumented queues
    repeated questions
    sessions
    judging
    own tests
    other
    total
    ");
    let grade: Value = serde_json::from_str(stdout(&output)).unwrap();
    let has_time = |key: &String| key.contains("tim") || key.contains("stages");
    assert!(!grade.as_object().unwrap().keys().any(has_time), "a grade has no times");

    let trace: Value = serde_json::from_str(&bench.read("trace.json")).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let kind =
        |kind: &str| events.iter().filter(move |event| event["ph"] == kind).collect::<Vec<_>>();
    let (names, steps) = (kind("M"), kind("X"));
    assert_eq!(names.len() + steps.len(), events.len());
    let threads: BTreeSet<u64> = names.iter().map(|event| event["tid"].as_u64().unwrap()).collect();
    let mut found = BTreeSet::new();
    for step in steps {
        assert!(threads.contains(&step["tid"].as_u64().unwrap()), "{step}");
        let is_number = |value: &Value| value.as_u64().is_some();
        assert!(is_number(&step["ts"]) && is_number(&step["dur"]), "{step}");
        assert!(is_number(&step["args"]["cpu_us"]), "{step}");
        found.insert(format!(
            "{}: {}",
            step["cat"].as_str().unwrap(),
            step["name"].as_str().unwrap()
        ));
    }
    for step in [
        "library: submission",
        "linking: program",
        "machine code: program",
        "board cases: all 3x3, 9 of 9",
        "judging: all 3x3, 9 of 9",
        "puzzles, grader's boards: solve puzzle04",
    ] {
        assert!(found.contains(step), "{step} is not in {found:#?}");
    }

    let same = bench.run(&["check", "alice", "--out", "r.txt", "--timings=r.txt"]);
    assert_eq!(code(&same), 2);
    assert_snapshot!(stderr(&same), @"
    error: two results would be written to `r.txt`

    hint: use different files
    ");
}

#[test]
fn the_class_log_contains_the_time_of_each_stage() {
    let bench = Bench::new();
    bench.write("class/bob/board.rs", "pub struct Board\n");
    let grade = ["grade", "class", "--out", "grades", "--no-cache", "--timings"];
    let output = bench.grade(&grade);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let chart: String = stderr(&output)
        .lines()
        .skip_while(|line| !line.starts_with("stage"))
        .fold(String::new(), |text, line| text + line + "\n");
    assert_snapshot!(stages(&chart), @"
    stage
    library
    own tests
    other
    total
    ");
    let log: Value = serde_json::from_str(&bench.read("grades/run.json")).unwrap();
    for stages in [&log["stages"], &log["submissions"][0]["stages"]] {
        assert!(stages["library"]["cpu"].is_number(), "{log}");
        assert!(stages["library"]["wall"].is_number(), "{log}");
        assert!(stages["other"]["cpu"].is_number(), "{log}");
    }
    assert!(!bench.read("grades/submissions/bob/grade.json").contains("stages"));

    bench.run(&["grade", "class", "--out", "grades", "--timings"]);
    let log: Value = serde_json::from_str(&bench.read("grades/run.json")).unwrap();
    assert_eq!(log["submissions"][0]["from"], "folder");
    assert!(log["submissions"][0].get("stages").is_none(), "{log}");

    bench.run(&["grade", "class", "--out", "grades"]);
    let log: Value = serde_json::from_str(&bench.read("grades/run.json")).unwrap();
    assert!(log.get("stages").is_none(), "{log}");
}
