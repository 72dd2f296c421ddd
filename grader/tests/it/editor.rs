//! Tests the diagnostics that an editor shows, with a real rust-analyzer.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::cache::CACHE;
use crate::process::Process;
use crate::support::{Bench, PROGRAM, code, stderr, stdout, workspace};

/// A student's repository from `grader new`, with the model answer.
fn repository() -> Bench {
    let bench = Bench::new();
    assert_eq!(code(&bench.run(&["new", "alice"])), 0);
    for file in ["board.rs", "solver.rs"] {
        let text = fs::read(workspace("reference/src").join(file)).expect("the model answer");
        bench.write(&format!("alice/src/{file}"), text);
    }
    bench
}

const BOARD: &str = "alice/src/board.rs";
const RIGHT: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";
const WRONG: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count() + 1";

#[test]
fn failed_checks_are_errors_at_the_method_name() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WRONG);
    let output = bench.grade(&["check", "alice", "--format", "rustc"]);
    assert_eq!(code(&output), 1);
    let lines: Vec<Value> =
        stdout(&output).lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    let errors: Vec<&Value> = lines.iter().filter(|it| it["level"] == "error").collect();
    let [error] = &errors[..] else { panic!("{lines:#?}") };
    let span = &error["spans"][0];
    assert_eq!(error["code"]["code"], "board.hamming");
    assert_eq!(span["file_name"], BOARD);
    let text = span["text"][0]["text"].as_str().expect("the line of the code");
    let number = |name: &str| span[name].as_u64().and_then(|it| usize::try_from(it).ok()).unwrap();
    assert_eq!(&text[number("column_start") - 1..number("column_end") - 1], "hamming");
    let source = bench.read(BOARD);
    assert_eq!(&source[number("byte_start")..number("byte_end")], "hamming");
    let note = error["children"][0]["message"].as_str().expect("a note");
    assert!(note.contains("expected 0") && note.contains("but was  1"), "{note}");
}

#[test]
fn compiler_errors_keep_their_locations() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, "self.no_such_method() + undefined");
    let output = bench.grade(&["check", "alice", "--format", "rustc"]);
    let read = |line: &str| {
        let message: Value = serde_json::from_str(line).expect("JSON");
        let span = &message["spans"][0];
        let (code, line) = (&message["code"]["code"], &span["line_start"]);
        format!("{} {code} {line}", span["file_name"])
    };
    let line = bench.read(BOARD).lines().position(|it| it.contains("no_such_method")).unwrap() + 1;
    let of_line: Vec<String> = stdout(&output).lines().map(read).collect();
    for code in ["E0599", "E0425"] {
        let expected = format!("\"{BOARD}\" \"{code}\" {line}");
        assert!(of_line.contains(&expected), "{expected} in {of_line:#?}");
    }
}

/// Runs the command that an editor runs after each save. The tested program can be on the `PATH` or not.
fn editor_check(bench: &Bench, has_grader: bool) -> Output {
    let mut command = Command::new("sh");
    command.arg("editor-check.sh").current_dir(bench.path("alice"));
    command.env("CARGO_NET_OFFLINE", "true").env_remove("CARGO_TARGET_DIR");
    command.env("PATH", path(has_grader)).env("GRADER_CACHE_DIR", &*CACHE);
    bench.finish_grade(&mut assert_cmd::Command::from_std(command))
}

/// Returns a `PATH` with the compiler, and with the tested program or no grader at all.
fn path(has_grader: bool) -> OsString {
    let program = Path::new(PROGRAM).parent().expect("a folder").to_owned();
    let folders = std::env::var_os("PATH").expect("a path");
    let others = std::env::split_paths(&folders).filter(|it| !it.join("grader").exists());
    let own = has_grader.then_some(program);
    std::env::join_paths(own.into_iter().chain(others)).expect("a path")
}

/// Returns the diagnostics from cargo and the grader, with source, level, code and labels.
fn diagnostics(output: &Output) -> Vec<String> {
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        if line["reason"] != "compiler-message" {
            return None;
        }
        let message = &line["message"];
        let code = message["code"]["code"].as_str()?.to_owned();
        let source = if code.contains('.') { "grader" } else { "cargo" };
        let package = line["package_id"].as_str().expect("a package");
        assert!(package.starts_with("path+file://") && package.contains("/alice#"), "{package}");
        let spans = message["spans"].as_array().expect("spans");
        let labels = spans.iter().filter(|it| !it["label"].is_null()).count();
        let fixes = message["children"].as_array().expect("children").iter();
        let fixes = fixes.filter(|it| it["level"] == "help").count();
        Some(format!("{source} {} {code}: {labels} labels, {fixes} helps", message["level"]))
    };
    let mut all: Vec<String> = stdout(output).lines().filter_map(line).collect();
    assert!(all.is_sorted_by_key(|it| it.starts_with("grader")), "ours come last: {all:#?}");
    // A library is compiled once for itself and once for its tests, possibly at the same time.
    all.sort();
    all.dedup();
    all
}

const WARNED: &str =
    "let misPlaced = self.cells_and_goals().filter(|(cell, goal)| cell != goal).count(); misPlaced";

#[test]
fn grader_messages_follow_complete_compiler_messages() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WARNED);
    bench.edit(BOARD, "            rows + cols\n", "            rows + cols + 1\n");
    let output = editor_check(&bench, true);
    assert_snapshot!(diagnostics(&output).join("\n"), @r#"
    cargo "warning" non_snake_case: 0 labels, 1 helps
    grader "error" board.manhattan: 0 labels, 2 helps
    "#);
    // Code that does not compile should not be graded, and each error should be reported only once.
    bench.edit(BOARD, WARNED, "let wrong: usize = \"text\"; wrong");
    let output = editor_check(&bench, true);
    assert_snapshot!(diagnostics(&output).join("\n"), @r#"cargo "error" E0308: 2 labels, 0 helps"#);
    let line = stdout(&output).lines().find(|it| it.contains("E0308")).expect("the error");
    let line: Value = serde_json::from_str(line).expect("JSON");
    assert_snapshot!(line["message"]["rendered"].as_str().expect("a text"), @r#"
    error[E0308]: mismatched types
      --> src/board.rs:65:28
       |
    65 |         let wrong: usize = "text"; wrong
       |                    -----   ^^^^^^ expected `usize`, found `&str`
       |                    |
       |                    expected due to this
    "#);
}

#[test]
fn editors_show_compiler_messages_without_the_grader() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WARNED);
    bench.edit(BOARD, "            rows + cols\n", "            rows + cols + 1\n");
    let output = editor_check(&bench, false);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    assert_snapshot!(diagnostics(&output).join("\n"), @r#"cargo "warning" non_snake_case: 0 labels, 1 helps"#);
}

struct Server {
    process: Process,
    next_id: u64,
    /// The errors and warnings that each file shows.
    shown: BTreeMap<String, Vec<Value>>,
    is_checking: bool,
    /// The number of finished checks.
    checks: usize,
}

impl Server {
    fn start(folder: &Path, settings: &Value) -> Self {
        // To install it: `rustup component add rust-analyzer rust-src`.
        let mut command = Command::new("rust-analyzer");
        command.current_dir(folder).env("GRADER_CACHE_DIR", &*CACHE).env("PATH", path(true));
        command.env("CARGO_NET_OFFLINE", "true").env_remove("CARGO_TARGET_DIR");
        let process = Process::start(&mut command);
        let shown = BTreeMap::new();
        let mut server = Self { process, next_id: 0, shown, is_checking: false, checks: 0 };
        let uri = uri(folder);
        server.request(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": uri,
                "workspaceFolders": [{ "uri": uri, "name": "student" }],
                "initializationOptions": settings,
                "capabilities": {
                    "textDocument": { "publishDiagnostics": {} },
                    "window": { "workDoneProgress": true },
                },
            }),
        );
        server.notify("initialized", &json!({}));
        server
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.process.write(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.next();
            if message["id"] == id && message.get("method").is_none() {
                return message["result"].clone();
            }
        }
    }

    /// Returns the next message. Answers a request from the server with a default response.
    fn next(&mut self) -> Value {
        loop {
            let message = read(&mut self.process);
            let params = &message["params"];
            match message["method"].as_str() {
                Some("textDocument/publishDiagnostics") => {
                    let all = params["diagnostics"].as_array().expect("a list").iter();
                    // Related notes have a different severity.
                    let shown = all.filter(|it| it["severity"] == 1 || it["severity"] == 2);
                    let file = params["uri"].as_str().expect("a file").to_owned();
                    self.shown.insert(file, shown.cloned().collect());
                }
                Some("$/progress") if params["token"].to_string().contains("flycheck") => {
                    let kind = params["value"]["kind"].as_str().unwrap_or_default();
                    self.is_checking = kind != "end";
                    self.checks += usize::from(kind == "end");
                }
                Some(_) if message.get("id").is_some() => {
                    let id = &message["id"];
                    self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }));
                    continue;
                }
                _ => {}
            }
            return message;
        }
    }

    /// Waits until a check has finished and the server shows exactly these errors. Canceled checks also finish, but
    /// show no errors.
    fn wait_for(&mut self, file: &str, codes: &[&str]) -> Vec<Value> {
        loop {
            let before = self.checks;
            while self.is_checking || self.checks == before {
                self.next();
            }
            // The response will arrive after all diagnostics from earlier checks.
            self.request("rust-analyzer/analyzerStatus", &json!({}));
            let shown = self.shown.get(file).cloned().unwrap_or_default();
            let found = shown.iter().map(|it| it["code"].as_str().unwrap_or_default());
            if found.eq(codes.iter().copied()) {
                return shown;
            }
        }
    }

    /// Tells the server that a file was changed and saved.
    fn save(&mut self, file: &str, version: u64, text: &str) {
        let change = json!({
            "textDocument": { "uri": file, "version": version },
            "contentChanges": [{ "text": text }],
        });
        self.notify("textDocument/didChange", &change);
        self.notify("textDocument/didSave", &json!({ "textDocument": { "uri": file } }));
    }
}

fn read(server: &mut Process) -> Value {
    let header = server.until("\r\n\r\n");
    let mut fields = header.lines().filter_map(|line| line.split_once(": "));
    let length = fields.find(|(name, _)| *name == "Content-Length").expect("a length").1;
    let text = server.next(length.parse().expect("a number"));
    serde_json::from_slice(&text).expect("JSON")
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

#[test]
#[ignore = "needs rust-analyzer: cargo test -p grader --test it -- --ignored rust_analyzer"]
fn rust_analyzer_shows_compiler_and_grader_errors() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WRONG);
    let folder = bench.path("alice").canonicalize().expect("it is there");
    let settings = bench.read("alice/.vscode/settings.json");
    let settings: Value = serde_json::from_str(&settings).expect("JSON");
    let settings = json!({
        "check": { "overrideCommand": settings["rust-analyzer.check.overrideCommand"] },
        "cargo": { "buildScripts": { "enable": false } },
        "procMacro": { "enable": false },
        "cachePriming": { "enable": false },
        "diagnostics": { "enable": false },
    });
    let mut server = Server::start(&folder, &settings);
    let board = uri(&folder.join("src/board.rs"));
    let text = bench.read(BOARD);
    let document = json!({ "uri": board, "languageId": "rust", "version": 1, "text": text });
    server.notify("textDocument/didOpen", &json!({ "textDocument": document }));

    let wrong = server.wait_for(&board, &["board.hamming"]);
    let start = &wrong[0]["range"]["start"];
    let line = text.lines().position(|it| it.contains("fn hamming")).expect("the method");
    assert_eq!(*start, json!({ "line": line, "character": 7 }), "{wrong:#?}");
    let message = wrong[0]["message"].as_str().expect("a text");
    assert!(message.contains("expected 0") && message.contains("but was  1"), "{message}");
    assert!(message.contains("grader explain board.hamming"), "{message}");

    let mut version = 1;
    let mut saved = |bench: &Bench, codes: &[&str]| {
        version += 1;
        server.save(&board, version, &bench.read(BOARD));
        server.wait_for(&board, codes)
    };
    // Replace one fault with another, to make sure that the first error does not disappear just because a check found
    // nothing.
    bench.edit(BOARD, WRONG, WARNED);
    bench.edit(BOARD, "            rows + cols\n", "            rows + cols + 1\n");
    let shown = saved(&bench, &["non_snake_case", "board.manhattan"]);
    assert_eq!(
        (&shown[0]["severity"], &shown[1]["severity"]),
        (&json!(2), &json!(1)),
        "{shown:#?}"
    );

    // The code does not compile, so there will be only the compiler's labels.
    let broken = "let wrong: usize = \"text\"; wrong";
    bench.edit(BOARD, WARNED, broken);
    let shown = saved(&bench, &["E0308"]);
    let related = shown[0]["relatedInformation"].as_array().expect("labels");
    let labels: Vec<&str> = related.iter().filter_map(|it| it["message"].as_str()).collect();
    assert!(labels.contains(&"expected due to this"), "{shown:#?}");

    // The code compiles, but the method from before is still wrong.
    bench.edit(BOARD, broken, RIGHT);
    saved(&bench, &["board.manhattan"]);
    bench.edit(BOARD, "            rows + cols + 1\n", "            rows + cols\n");
    saved(&bench, &[]);
}
