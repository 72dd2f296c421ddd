//! Records what an editor shows after each save, as a page of the book.
//!
//! The test compares the page with what rust-analyzer shows now. It does not compare times, because they are different
//! on each machine.

mod times;

use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::server::Server;
use super::{BOARD, RIGHT, repository};
use crate::support::{Bench, FIRST_GRADE, workspace};

const PAGE: &str = "docs/book/src/student/sessions.md";

/// Set this environment variable to write the page and to measure times.
const UPDATE: &str = "UPDATE";

const COMMAND: &str = "cargo test -p grader --test it -- --ignored rust_analyzer";

const INTRODUCTION: &str = "\
# Recorded sessions

This page shows what rust-analyzer sends to an editor after each save in a repository from `grader new`. Each message
begins with its severity, location, source and code. The text follows, and then the related locations and the compiler's
quick fixes. A hint marks a related location. The source is always `rustc`, but the code shows which messages are from
the grader.
";

/// The start of the part that the test does not compare.
const TIMES: &str = "\n## Times\n";

/// A replacement in the model answer's board.
type Edit = (&'static str, &'static str);

const UNUSED: Edit = (
    RIGHT,
    "let n = self.n;
        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
);

const BROKEN: Edit = (
    RIGHT,
    "let misplaced = 0;
        for (cell, goal) in self.cells_and_goals() {
            if cell != goal {
                misplaced += 1;
            }
        }
        misplaced",
);

const WRONG: Edit = (RIGHT, "self.cells_and_goals().filter(|(cell, goal)| cell == goal).count()");

const FAR: Edit = ("            rows + cols\n", "            rows + cols + 1\n");

struct Session {
    title: &'static str,
    saves: &'static [Save],
}

struct Save {
    /// What the student wrote.
    text: &'static str,
    edits: &'static [Edit],
    /// The sorted codes of the errors and warnings that the editor should show.
    codes: &'static [&'static str],
}

const SESSIONS: [Session; 4] = [
    Session {
        title: "A warning",
        saves: &[Save {
            text: "`hamming()` is correct, but has an unused variable:",
            edits: &[UNUSED],
            codes: &["unused_variables"],
        }],
    },
    Session {
        title: "A compile error",
        saves: &[Save {
            text: "`hamming()` changes a variable that is not mutable:",
            edits: &[BROKEN],
            codes: &["E0384"],
        }],
    },
    Session {
        title: "A wrong method",
        saves: &[Save {
            text: "`hamming()` compiles, but counts the tiles that are in place:",
            edits: &[WRONG],
            codes: &["board.hamming"],
        }],
    },
    Session {
        title: "Broken, then fixed",
        saves: &[
            Save {
                text: "`hamming()` has an unused variable, and `manhattan()` is wrong:",
                edits: &[UNUSED, FAR],
                codes: &["board.manhattan", "unused_variables"],
            },
            Save {
                text: "`hamming()` no longer compiles:",
                edits: &[BROKEN, FAR],
                codes: &["E0384"],
            },
            Save {
                text: "`hamming()` is correct, but `manhattan()` is still wrong:",
                edits: &[FAR],
                codes: &["board.manhattan"],
            },
            Save { text: "Both are correct:", edits: &[], codes: &[] },
        ],
    },
];

/// An editor with a student's repository.
struct Editor {
    server: Server,
    bench: Bench,
    /// The correct board.
    board: String,
}

impl Editor {
    /// Opens an editor that runs the script from `grader new` after each save, or `cargo check`.
    fn open(runs_grader: bool) -> Self {
        let bench = repository();
        let settings = bench.read("alice/.vscode/settings.json");
        let settings: Value = serde_json::from_str(&settings).expect("JSON");
        let script = &settings["rust-analyzer.check.overrideCommand"];
        let check = if runs_grader { json!({ "overrideCommand": script }) } else { json!({}) };
        let board = bench.read(BOARD);
        let server = Server::start(&bench.path("alice"), "src/board.rs", &board, &check);
        let mut editor = Self { server, bench, board };
        // The first saves may take longer, and rust-analyzer may repeat or cancel the first checks.
        editor.time(&[UNUSED], &["unused_variables"]);
        editor.time(&[], &[]);
        editor
    }

    /// Saves the correct board with some changes.
    fn save(&mut self, edits: &[Edit]) {
        let mut text = self.board.clone();
        for (find, replace) in edits {
            assert_eq!(text.matches(find).count(), 1, "{find}");
            text = text.replace(find, replace);
        }
        self.bench.write(BOARD, &text);
        self.server.save(&text);
    }

    /// Returns the time from a save until the editor shows exactly these errors and warnings.
    fn time(&mut self, edits: &[Edit], codes: &[&str]) -> Duration {
        let start = Instant::now();
        self.save(edits);
        self.server.wait_for(codes);
        let time = start.elapsed();
        self.server.wait_for_end(codes);
        time
    }

    /// Describes everything that the editor shows.
    fn shown(&mut self) -> String {
        let mut all: Vec<Value> = self.server.diagnostics().cloned().collect();
        all.sort_by_key(|diagnostic| {
            (diagnostic["severity"].as_u64(), range(&diagnostic["range"]))
        });
        let mut text = String::new();
        for diagnostic in &all {
            self.describe(diagnostic, &mut text);
        }
        if text.is_empty() { "(nothing)\n".to_owned() } else { text }
    }

    /// Writing to a `String` cannot fail, so errors are ignored.
    fn describe(&mut self, diagnostic: &Value, text: &mut String) {
        let severity = match diagnostic["severity"].as_u64() {
            Some(1) => "error",
            Some(2) => "warning",
            Some(3) => "information",
            _ => "hint",
        };
        let word = |key: &str| diagnostic[key].as_str().unwrap_or_default();
        let (source, code) = (word("source"), word("code"));
        let at = range(&diagnostic["range"]);
        let _ = writeln!(text, "{severity} src/board.rs:{at}  {source} {code}");
        for line in word("message").lines() {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
        if severity == "hint" {
            // It only refers back to the error or warning.
            return;
        }
        for related in diagnostic["relatedInformation"].as_array().into_iter().flatten() {
            let place = &related["location"];
            let (file, at) = (self.server.path(&place["uri"]), range(&place["range"]));
            let message = related["message"].as_str().unwrap_or_default();
            let _ = writeln!(text, "  related {file}:{at}: {message}");
        }
        for fix in self.server.fixes(&diagnostic["range"]) {
            let _ = writeln!(text, "  quick fix: {fix}");
        }
    }
}

/// Formats a range as it is usually shown, with lines and columns from 1.
fn range(range: &Value) -> String {
    let number = |end: &str, key: &str| range[end][key].as_u64().expect("a number") + 1;
    let [line, column] = ["line", "character"].map(|key| number("start", key));
    let [last, end] = ["line", "character"].map(|key| number("end", key));
    if line == last {
        format!("{line}:{column}-{end}")
    } else {
        format!("{line}:{column}-{last}:{end}")
    }
}

/// Removes the indentation of a method's body.
fn dedented(code: &str) -> String {
    let (first, rest) = code.trim().split_once('\n').unwrap_or((code.trim(), ""));
    let rest = rest.lines().map(|line| line.strip_prefix("        ").unwrap_or(line));
    std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n")
}

/// Records all sessions.
fn recorded() -> String {
    let mut editor = Editor::open(true);
    let mut page = format!(
        "<!-- Recorded by a test. To update this page: {UPDATE}=1 {COMMAND} -->\n\n{INTRODUCTION}"
    );
    for session in &SESSIONS {
        let _ = writeln!(page, "\n## {}", session.title);
        for save in session.saves {
            editor.save(save.edits);
            editor.server.wait_for_end(save.codes);
            let _ = writeln!(page, "\n{}", save.text);
            let code: Vec<String> = save.edits.iter().map(|(_, code)| dedented(code)).collect();
            if !code.is_empty() {
                let code = code.join("\n// ...\n");
                let _ = writeln!(page, "\n```rust,ignore\n{code}\n```");
            }
            let _ = write!(page, "\n```text\n{}```\n", editor.shown());
        }
        // Start the next session with correct code.
        editor.save(&[]);
        editor.server.wait_for_end(&[]);
    }
    page
}

#[test]
#[ignore = "needs rust-analyzer: cargo test -p grader --test it -- --ignored rust_analyzer"]
fn rust_analyzer_shows_the_recorded_messages() {
    LazyLock::force(&FIRST_GRADE);
    let recorded = recorded();
    let path = workspace(PAGE);
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, format!("{recorded}{TIMES}{}", times::measured())).expect("the page");
        return;
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    let known = page.split_once(TIMES).map(|(known, _)| known);
    assert_eq!(known, Some(&*recorded), "to update {PAGE}: {UPDATE}=1 {COMMAND}");
}
