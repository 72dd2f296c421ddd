//! Tests `grader init` and the student's repository that it creates.

use std::collections::BTreeMap;
use std::fs;

use grade::check::Check;
use insta::assert_snapshot;
use toml::{Table, Value};

use super::{commands, made, solve, tree};
use crate::support::{Bench, code, stderr, stdout};

#[test]
fn init_prints_next_steps_that_work() {
    let bench = Bench::new();
    assert_snapshot!(bench.snapshot(&made(&bench, &["init", "hw"])), @"
    exit code 0
    ----- stdout
    hw: an assignment; the student repository is in hw/student

      cd hw
      grader assignment .
      grader audit --assignment . --corpus submissions

    See its `README.md` for how to grade, write reports and update the student repository.
    ");
    // Submit the unchanged repository, and then a correct solution.
    made(&bench, &["new", "hw/handed-in/bob", "--assignment", "hw"]);
    made(&bench, &["new", "hw/handed-in/alice", "--assignment", "hw"]);
    solve(&bench, "hw/handed-in/alice");
    let all = commands(&bench.read("hw/README.md"));
    assert_eq!(all.len(), 7, "{all:?}");
    for command in all {
        let words: Vec<&str> = command.split(' ').collect();
        if let ["rm", "-r", folder] = words[..] {
            fs::remove_dir_all(bench.path("hw").join(folder)).unwrap();
            continue;
        }
        assert_eq!(words[0], "grader", "{command}");
        let mut grader = bench.command(&words[1..]);
        let output = bench.finish_grade(grader.current_dir(bench.path("hw")));
        // For the unchanged repository, the checks will fail.
        let expected = i32::from(words[1] == "check");
        assert_eq!(code(&output), expected, "{command}: {}{}", stdout(&output), stderr(&output));
        if words[1] == "audit" {
            let summary = "4 faults and 2 correct submissions: 4 faults caught by a check that their labels\n\
                        name, 0 correct submissions failed, 0 labels contradicted\n";
            assert!(stdout(&output).starts_with(summary), "{}", stdout(&output));
        }
    }
    let grades = bench.read("hw/grades/grades.csv");
    assert!(
        grades.lines().any(|line| line.starts_with("alice,") && line.contains(",100,")),
        "{grades}"
    );
    assert!(bench.path("hw/pages/bob.html").exists());
    assert!(bench.path("hw/student/HANDOUT.md").exists());
}

fn all_options(bench: &Bench) -> (String, Table) {
    made(bench, &["init", "hw"]);
    let text = grader::starter::enable_options(&bench.read("hw/assignment.toml"));
    let table = text.parse().expect("a rubric");
    (text, table)
}

#[test]
fn a_rubric_with_all_options_is_valid() {
    let bench = Bench::new();
    let (text, table) = all_options(&bench);
    bench.write("hw/assignment.toml", &text);
    made(&bench, &["assignment", "hw"]);
    for key in ["course", "late", "attempts", "gradebook"] {
        assert!(table.contains_key(key), "{key}");
    }
    // Make sure that all options are enabled.
    assert!(!text.contains("\n#\""), "{text}");
}

/// The rubric contains all keys that the parser accepts, in the section of their table. The keys come from the parser's
/// errors about unknown keys.
#[test]
fn every_option_is_in_the_rubric() {
    let bench = Bench::new();
    let (text, table) = all_options(&bench);
    let mut known = Vec::new();
    ask(&bench, &table, &mut Vec::new(), &mut known);
    assert!(known.len() > 30, "{known:?}");
    let sections = sections(&text);
    for (place, key) in known {
        // A top-level key may be the name of a table.
        let is_there = match place.first() {
            // Only a student kit says what it omits.
            None => table.contains_key(&key) || key == "omitted",
            Some(table) => sections[table.as_str()].lines().any(|line| has_key(line, &key)),
        };
        assert!(is_there, "`{key}` of {place:?} is not in the rubric");
    }
    for check in Check::ALL {
        assert!(table["checks"].get(check.id()).is_some(), "{check}");
    }
}

/// Returns the text of each table in a rubric, with the comment above it.
fn sections(text: &str) -> BTreeMap<&str, String> {
    let mut sections = BTreeMap::new();
    let (mut name, mut comment) = ("", String::new());
    for line in text.lines() {
        comment.push_str(line);
        comment.push('\n');
        if line.starts_with('[') {
            let header = line.split(" #").next().unwrap_or(line);
            name = header.trim_matches(['[', ']', ' ']).split('.').next().unwrap_or_default();
        }
        if !line.is_empty() && !line.starts_with('#') {
            sections.entry(name).or_insert_with(String::new).push_str(&comment);
            comment.clear();
        }
    }
    sections
}

fn has_key(line: &str, key: &str) -> bool {
    let header = line.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let words = line.replace(['{', '}', ',', '(', '`', '"'], " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    header.is_some_and(|header| header.split('.').any(|part| part == key))
        || words.windows(2).any(|pair| pair == [key, "="])
}

type Place = Vec<String>;

/// Finds the accepted keys for each table of a rubric.
fn ask(bench: &Bench, rubric: &Table, place: &mut Place, known: &mut Vec<(Place, String)>) {
    let mut asked = rubric.clone();
    let mut here = &mut asked;
    for part in place.iter() {
        let value = here.get_mut(part).expect("a key");
        let value = if let Value::Array(list) = value { &mut list[0] } else { value };
        here = value.as_table_mut().expect("a table");
    }
    let below = here.clone();
    here.insert("zzz".to_owned(), Value::Boolean(true));
    bench.write("hw/assignment.toml", asked.to_string());
    let output = bench.run(&["assignment", "hw"]);
    let messages = stderr(&output);
    // In these tables, the keys are checks, criteria and puzzles.
    let lists = ["checks", "criteria", "visibility", "messages"];
    let is_list = place.last().is_some_and(|key| lists.contains(&key.as_str()));
    if !is_list {
        let keys = messages.split_once("unknown key `zzz`, expected ").map(|(_, keys)| keys);
        let keys = keys.and_then(|keys| keys.lines().next()).expect("the keys that it knows");
        let keys = keys.split('`').skip(1).step_by(2);
        known.extend(keys.map(|key| (place.clone(), key.to_owned())));
    }
    for (key, value) in &below {
        let is_table = match value {
            Value::Table(_) => true,
            Value::Array(list) => list.first().is_some_and(Value::is_table),
            _ => false,
        };
        // All checks accept the same keys, so it is enough to test one of them.
        let is_another =
            place.last().is_some_and(|table| table == "checks") && key != "board.immutable";
        if is_table && !is_another {
            place.push(key.clone());
            ask(bench, rubric, place, known);
            place.pop();
        }
    }
}

#[test]
fn rubric_changes_reach_students_without_hidden_parts() {
    let bench = Bench::new();
    made(&bench, &["init", "hw", "--student", "first", "--name", "mine"]);
    let edit = |from: &str, to: &str| bench.edit("hw/assignment.toml", from, to);
    edit("title = \"8-puzzle\"", "title = \"Tiles\"");
    edit("#course = \"CS 1, autumn\"", "course = \"CS 7\"");
    edit("time = 30  ", "time = 20  ");
    edit("partial = { thresholds = [30, 60, 90] } }", "partial = { thresholds = [20, 90] } }");
    edit("\"board.hamming\" = { points = 4,", "\"board.hamming\" = { points = 5,");
    edit(
        "\"board.growth\" = { points = 1 }",
        "\"board.growth\" = { points = 2.5, visibility = \"hidden\" }",
    );
    edit("seed = \"8-puzzle\"", "seed = \"a secret seed\"\nvisibility = \"hidden\"");
    edit("#[late]", "[late]");
    edit("#due = 2026-11-22T23:59:00+01:00", "due = 2031-05-06T12:00:00Z");
    edit("    \"puzzle04\",", "    \"mine-to-see\", \"my-secret\", # mine");
    let mine = "[[puzzle]]\nname = \"mine-to-see\"\ntiles = [[1, 2, 3], [4, 0, 6], [7, 5, 8]]\nmoves = 2\n\
                [[puzzle]]\nname = \"my-secret\"\ntiles = [[1, 2, 3], [0, 4, 6], [7, 5, 8]]\nmoves = 3\n\
                visibility = \"hidden\"\n";
    bench.write("hw/puzzles/mine.toml", mine);
    let output = made(&bench, &["new", "second", "--assignment", "hw", "--name", "mine"]);
    let (first, second) = (tree(&bench.path("first")), tree(&bench.path("second")));
    assert!(stdout(&output).starts_with("second: a student repository for Tiles, 100 points\n"));

    let handout = &second["HANDOUT.md"];
    for part in [
        "# Tiles\n\nCS 7, due 2031-05-06 12:00 (UTC)\n",
        "There are 100 points. Hidden checks are worth 2.5 more.",
        "| `board.hamming` | 5 |",
        "Instructions to solve a puzzle: at most 20 times the model's",
        "3 within 90 times",
        "\nDue: 2031-05-06 12:00 (UTC); no deduction for lateness.\n",
    ] {
        assert!(handout.contains(part), "{part}\n{handout}");
    }
    assert_eq!(second["puzzles/graded/mine-to-see.txt"], "3\n 1 2 3\n 4 0 6\n 7 5 8\n");
    assert!(!second.contains_key("puzzles/graded/puzzle04.txt"));
    for (file, text) in &second {
        for secret in ["my-secret", "a secret seed", "board.growth", "families3x3-24b", "# mine"] {
            // The documentation of `slider` is the same for every assignment.
            assert!(!text.contains(secret) && !file.contains(secret), "{secret} in {file}");
        }
        for hidden in ["families3x3-25a", "families4x4-28a"] {
            assert!(!text.contains(hidden) && !file.contains(hidden), "{hidden} in {file}");
        }
    }
    // Everything else is the same.
    let differs = |name: &&String| first.get(*name) != second.get(*name);
    let changed: Vec<&String> = second.keys().filter(differs).collect();
    assert_eq!(
        changed,
        [
            ".grader-kit.json",
            "HANDOUT.md",
            "assignment/assignment.toml",
            "assignment/puzzles/puzzles.toml",
            "puzzles/graded/README.md",
            "puzzles/graded/mine-to-see.txt"
        ]
    );

    // Students can get the same grade at home as from their instructor.
    solve(&bench, "second");
    let mut check = bench.command(&["check", "--assignment", "assignment"]);
    let output = bench.finish_grade(check.current_dir(bench.path("second")));
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let score = "second: 100 / 100  (and 2.5 points hidden)\n";
    assert!(stdout(&output).starts_with(score), "{}", stdout(&output));
    let named = stdout(&output).to_owned();
    // In this folder, the assignment need not be named, but only in output for people.
    let mut check = bench.command(&["check"]);
    let output = bench.finish_grade(check.current_dir(bench.path("second")));
    assert_eq!(stdout(&output), named);
    assert_eq!(stderr(&output), "using the rules in `assignment`; use `--assignment` for others\n");
    let mut check = bench.command(&["check", "--format", "json"]);
    let output = bench.finish_grade(check.current_dir(bench.path("second")));
    let grade: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(grade["assignment"], assignment::Assignment::embedded().hash());
    let output = bench.grade(&["check", "second", "--assignment", "hw"]);
    assert!(stdout(&output).starts_with(score), "{}", stdout(&output));
}

#[test]
fn init_writes_the_same_kit_as_student_kit() {
    let bench = Bench::new();
    made(&bench, &["init", "hw"]);
    made(&bench, &["assignment", "hw", "--student-kit", "kit"]);
    assert_eq!(tree(&bench.path("hw/student/assignment")), tree(&bench.path("kit")));
}
