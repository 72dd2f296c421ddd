//! Tests `grader assignment`: errors in an assignment, the summary, and student kits.

use serde_json::Value;

use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout};

const RUBRIC: &str = r#"# the seed of the exam is 4711
schema = "assignment/1"
title = "mine"
[limits]
time = 30
stop = 90
memory_mib = 511
[checks]
"compile.build" = { points = 1 }
"board.hamming" = { points = 5 } # the secret trap: a blank
"board.manhattan" = { points = 5, visibility = "hidden" }
"solver.solvable" = { points = 4, partial = "share" }
"solver.moves" = { points = 10 }
"solver.path" = { points = 7, requires = ["solver.moves"] }
[[cap]]
unless = "solver.moves"
score = 20.5
why = "the moves are required"
[puzzles]
boards = []
solve = ["near", "far", "cellar", "none"]
"#;

const PUZZLES: &str = r#"
[[puzzle]]
name = "near"
tiles = [[1, 0], [3, 2]]
moves = 1
[[puzzle]]
name = "far"
tiles = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
moves = 4
[[puzzle]]
name = "cellar"
tiles = [[1, 2, 3], [0, 4, 6], [7, 5, 8]]
moves = 3
visibility = "hidden"
[[puzzle]]
name = "none"
tiles = [[2, 1], [3, 0]]
twin_moves = 0
"#;

/// A model answer with wrong distances, and a wrong `moves()` for four or more moves.
fn wrong() -> Bench {
    let bench = Bench::with_model();
    bench.write("hw/assignment.toml", RUBRIC);
    bench.write("hw/puzzles/mine.toml", PUZZLES);
    bench.edit(
        "alice/src/solver.rs",
        "        self.solution.as_ref().map(|boards| boards.len() - 1)\n",
        "        let moves = self.solution.as_ref().map(|boards| boards.len() - 1);
        moves.map(|moves| if moves < 4 { moves } else { moves + 2 })\n",
    );
    bench.edit(
        "alice/src/board.rs",
        "        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        "        1 + self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
    );
    bench
}

/// Otherwise, correct submissions would lose points, and the labels of a new assignment would be contradicted.
#[test]
fn memory_limits_too_low_for_the_model_are_rejected() {
    let bench = Bench::with_model();
    bench.write("hw/assignment.toml", RUBRIC.replace("memory_mib = 511", "memory_mib = 2"));
    bench.write("hw/puzzles/a.toml", PUZZLES);
    let output = bench.grade(&["check", "alice", "--assignment", "hw"]);
    insta::assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    measuring the model solver (first run only)
    error: the model answer does not pass `board.dimension` with `memory_mib = 2`

    hint: use a higher value in the rubric; the default is 512
    ");
}

#[test]
fn all_mistakes_are_reported_with_locations() {
    let bench = wrong();
    bench.edit("hw/assignment.toml", "\"board.hamming\"", "\"board.haming\"");
    bench.edit(
        "hw/assignment.toml",
        "\"solver.moves\" = { points = 10 }",
        "\"solver.moves\" = { points = -1 }",
    );
    bench.edit("hw/puzzles/mine.toml", "moves = 4", "moves = 5");
    let output = bench.run(&["assignment", "hw"]);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    let text = stderr(&output);
    for place in ["hw/assignment.toml:10:1", "hw/assignment.toml:13:29", "hw/puzzles/mine.toml:9:9"]
    {
        assert!(text.contains(place), "{place}: {text}");
    }
    assert!(text.contains("did you mean `board.hamming`?"), "{text}");
    assert!(text.trim_end().ends_with("hw: 3 mistakes"), "{text}");
}

/// The grader would wait for a pipe forever.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let bench = wrong();
    let pipe = |path: &str| {
        let made = std::process::Command::new("mkfifo").arg(bench.path(path)).finish();
        assert_eq!(code(&made), 0);
    };
    pipe("hw/puzzles/zzz.toml");
    let output = bench.run(&["assignment", "hw/assignment.toml"]);
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(said.contains("it is not a regular file\n--> hw/puzzles/zzz.toml\n"), "{said}");
    pipe("pipe.toml");
    for arguments in [
        &["assignment", "pipe.toml"][..],
        &["check", ".", "--assignment", "pipe.toml"],
        &["puzzle", "solve", "pipe.toml"],
        &["audit", "--corpus", "pipe.toml"],
    ] {
        let output = bench.run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn the_summary_shows_points_caps_and_visibility() {
    let bench = wrong();
    let output = bench.run(&["assignment", "hw"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    for line in [
        "mine: 32 points, no mistakes\n",
        "  board         10  2 checks\n",
        "  - at most 20.5 points until solver.moves passes: the moves are required\n",
        "  - solver.path earns no points without solver.moves\n",
        "  - at once: 5 checks, 27 points\n",
        "  - never: 1 check, 5 points: board.manhattan\n",
        "  - solve: 4 puzzles, 1 of them never\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    let output = bench.run(&["assignment", "hw", "--format", "json"]);
    let value: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(value["schema"], "assignment-overview/1");
    assert_eq!((&value["points"], &value["puzzles"][1]["hidden"]), (&32.into(), &1.into()));
}

#[test]
fn one_queue_is_a_remark_unless_the_rubric_forbids_it() {
    const TWIN: &str = "        let mut twin_search = Search::new(initial.twin());\n";
    let bench = Bench::with_model();
    bench.write("hw/puzzles/mine.toml", PUZZLES);
    let graded = |rule: &str| {
        let check = format!("\"solver.lockstep\" = {{ points = 9, one_queue = \"{rule}\" }}");
        let rubric = RUBRIC.replace("\"board.hamming\" = { points = 5 }", &check);
        bench.write("hw/assignment.toml", rubric);
        let arguments = ["check", "alice", "--assignment", "hw", "--format", "json"];
        let output = bench.grade(&arguments);
        let grade: Value = serde_json::from_str(stdout(&output)).unwrap();
        let checks = grade["checks"].as_array().unwrap();
        let check = checks.iter().find(|check| check["id"] == "solver.lockstep").unwrap();
        let is_remarked = grade["remarks"].to_string().contains("both searches share one queue");
        (check["score"].clone(), check["cause"]["kind"].clone(), is_remarked)
    };
    assert_eq!(graded("fail"), (9.into(), Value::Null, false), "the model has two queues");
    let output = bench.run(&["assignment", "hw"]);
    assert!(stdout(&output).contains("  - solver.lockstep fails for one queue\n"), "{output:?}");
    let output = bench.run(&["assignment", "hw", "--format", "json"]);
    let overview: Value = serde_json::from_str(stdout(&output)).unwrap();
    let forbids = |check: &Value| check["forbids"].as_str().map(str::to_owned);
    let forbids = overview["checks"].as_array().unwrap().iter().filter_map(forbids);
    assert_eq!(forbids.collect::<Vec<_>>(), ["one_queue"]);

    bench.edit(
        "alice/src/solver.rs",
        TWIN,
        "        search.queue.insert(Rc::new(Node::new(initial.twin(), None)));\n",
    );
    bench.edit(
        "alice/src/solver.rs",
        "                break Some(goal.path());
            }
            if twin_search.step().is_some() {
                break None;
            }
",
        "                break Some(goal.path()).filter(|path| path[0] == *initial);
            }
",
    );
    assert_eq!(graded("fail"), (0.into(), "one_queue".into(), false));
    assert_eq!(graded("remark"), (9.into(), Value::Null, true));

    // One queue is used only on the smallest boards. On the others, there is no twin search.
    bench.edit(
        "alice/src/solver.rs",
        "        search.queue.insert(Rc::new(Node::new(initial.twin(), None)));\n",
        "        if initial.dimension() == 2 {
            search.queue.insert(Rc::new(Node::new(initial.twin(), None)));
        }
",
    );
    for rule in ["remark", "fail"] {
        let (score, cause, _) = graded(rule);
        assert_eq!(score, 0, "{rule}");
        assert_ne!(cause, "one_queue", "{rule}");
    }
}

#[test]
fn measured_costs_and_margins_match_the_audit() {
    let bench = wrong();
    let label = |name: &str, fails: &str| {
        bench.write(&format!("corpus/{name}.toml"), format!("about = \"x\"\nfails = [{fails}]\n"));
    };
    label("right/plain", "");
    label("faults/not-looked-at", "\"board.hamming\"");
    let edit = |from: &str, to: &str| bench.edit("hw/assignment.toml", from, to);
    edit("\"solver.path\"", "\"solver.time\" = { points = 1 }\n\"solver.path\"");
    let ask = |more: &[&str]| -> (Value, String) {
        let command = ["assignment", "hw", "--corpus", "corpus", "--format", "json"];
        let output = bench.grade(&[&command[..], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        (serde_json::from_str(stdout(&output)).unwrap(), stderr(&output).to_owned())
    };
    let (measured, messages) = ask(&["--measure"]);
    assert!(messages.contains("right/plain: 33 points"), "{messages}");
    assert!(!messages.contains("not-looked-at"), "{messages}");
    assert!(measured["cost"]["instructions"].as_u64() > Some(1000), "{measured}");
    assert_eq!(measured["cost"]["dearest"][0]["puzzle"], "far");
    let limits = &measured["limits"];
    assert_eq!((&limits["known"], &limits["right"]), (&1.into(), &1.into()));
    let nearest = &limits["nearest"][0];
    assert_eq!((&nearest["check"], &nearest["limit"]), (&"solver.time".into(), &30.into()));
    assert_eq!(nearest["submission"], "right/plain");
    // Points do not affect the measurements, so they should come from the cache.
    edit("\"solver.time\" = { points = 1 }", "\"solver.time\" = { points = 2 }");
    let (again, _) = ask(&[]);
    assert_eq!((&again["cost"], &again["limits"]), (&measured["cost"], &measured["limits"]));
}

#[test]
fn the_student_kit_gives_the_same_verdicts() {
    let bench = wrong();
    let output = bench.run(&["assignment", "hw", "--student-kit", "kit"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stdout(&output).starts_with("kit: 5 of 6 checks, 3 of 4 puzzles\n"),
        "{}",
        stdout(&output)
    );
    let kit = bench.read("kit/assignment.toml") + &bench.read("kit/puzzles/puzzles.toml");
    for secret in ["cellar", "manhattan", "4711", "trap", "#"] {
        assert!(!kit.contains(secret), "{secret}: {kit}");
    }
    // Check that existing files are not overwritten.
    let output = bench.run(&["assignment", "hw", "--student-kit", "kit"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`kit` is not an empty folder"), "{}", stderr(&output));

    let checks = |assignment: &str| -> Vec<Value> {
        let output =
            bench.grade(&["check", "alice", "--assignment", assignment, "--format", "json"]);
        let value: Value = serde_json::from_str(stdout(&output)).unwrap();
        let checks = value["checks"].as_array().unwrap().clone();
        checks.into_iter().filter(|check| check["visibility"] == "visible").collect()
    };
    let (own, instructors) = (checks("kit"), checks("hw"));
    assert_eq!(own.len(), 5);
    let failed = own.iter().filter(|check| check["status"] == "fail").count();
    assert_eq!(failed, 2, "{own:?}");
    // Compare the status, points, cause and counterexample of each check.
    assert_eq!(own, instructors);
    // The cap is the same, too.
    let score = |assignment: &str| {
        let output = bench.grade(&["check", "alice", "--assignment", assignment]);
        stdout(&output).lines().next().unwrap().to_owned()
    };
    assert_eq!(score("kit"), "alice: 5 / 27  (and 5 points hidden)");
    assert!(score("hw").starts_with("alice: 5 / 27"), "{}", score("hw"));
}

/// The hidden parts of a kit, as numbers.
#[test]
fn a_kit_says_how_much_is_hidden_and_never_that_all_passed() {
    let bench = Bench::with_model();
    bench.write("hw/assignment.toml", RUBRIC);
    let hidden = "visibility = \"hidden\"";
    bench.write("hw/puzzles/mine.toml", PUZZLES.replace(hidden, "visibility = \"after_due_date\""));
    let output = bench.run(&["assignment", "hw", "--student-kit", "kit"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let written = bench.read("kit/assignment.toml");
    let numbers = "checks = 1\npoints = 5\npuzzles = 1\ndrawn = false\n\
                   after_due_date = { checks = 0, points = 0, puzzles = 1 }\n";
    assert_eq!(written.split_once("\n[omitted]\n").unwrap().1, numbers);
    let notice = "his is not your final grade, which also depends on 1 check worth 5 points and 1 puzzle. \
                  After the due date, you can see 1 puzzle. The rest stays hidden";
    let check = ["check", "alice", "--assignment", "kit"];
    let part = ["check", "alice", "--assignment", "kit", "--only", "solver"];
    let hint = ["hint", "--submission", "alice", "--assignment", "kit"];
    for arguments in [&check[..], &part, &hint] {
        let output = bench.grade(arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text: Vec<&str> = stdout(&output).split_whitespace().collect();
        let text = text.join(" ");
        assert!(text.contains(notice) && text.contains("shown here passed"), "{text}");
        assert!(!text.contains("All checks passed"), "{text}");
        let is_whole = arguments.len() == check.len();
        assert_eq!(text.starts_with("alice: 27 / 27 (and 5 points hidden)"), is_whole, "{text}");
    }
    // An older kit does not say what it omits.
    bench.write("kit/assignment.toml", written.split_once("\n[omitted]").unwrap().0);
    let output = bench.grade(&check);
    assert!(stdout(&output).contains("All checks passed."), "{}", stdout(&output));
    // Numbers that a kit cannot have are errors with a place.
    bench.write("kit/assignment.toml", written.replace("points = 5\n", "points = -5\n"));
    let output = bench.run(&check);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("invalid number of points"), "{}", stderr(&output));
}

#[test]
fn omissions_from_the_student_kit_are_reported() {
    let bench = wrong();
    let edit = |from: &str, to: &str| bench.edit("hw/assignment.toml", from, to);
    edit(", requires = [\"solver.moves\"]", "");
    edit(
        "\"solver.moves\" = { points = 10 }",
        "\"solver.moves\" = { points = 10, visibility = \"hidden\" }",
    );
    let output = bench.run(&["assignment", "hw", "--student-kit", "kit"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stderr(&output);
    let said = "differs: `solver.moves` does not limit the total, because it is not in the kit\n";
    assert_eq!(text, said);
    assert!(!bench.read("kit/assignment.toml").contains("solver.moves"));
}

/// The visible checks are worth 27 points. When you add the hidden points, the total may exceed the limit.
#[test]
fn a_limit_above_the_visible_points_is_in_the_handout() {
    let bench = wrong();
    bench.edit("hw/assignment.toml", "score = 20.5", "score = 29");
    let output = bench.run(&["new", "repository", "--assignment", "hw", "--name", "mine"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let said = "differs: the limit of 29 points until solver.moves passes is not in the kit, because the \
                kit has only 27 points\n";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let limit = "| `solver.moves` passes | 29 |  | 29 | the moves are required |";
    let handout = bench.read("repository/HANDOUT.md");
    assert!(handout.contains(limit), "{handout}");
}

#[test]
fn suggested_commands_include_the_assignment() {
    let bench = wrong();
    let output = bench.grade(&["check", "alice", "--assignment", "hw"]);
    let said = "try it: grader check alice --assignment hw --only board.hamming\n";
    assert!(stdout(&output).contains(said), "{}", stdout(&output));
}
