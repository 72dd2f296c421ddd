//! Tests the diagnostics in an editor, with a real rust-analyzer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::cache::CACHE;
use crate::process::Process;
use crate::support::{Bench, PROGRAM, code, stdout, workspace};

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
fn a_wrong_method_is_an_error_at_its_name() {
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
fn an_error_of_the_compiler_is_where_it_says() {
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

/// A language server, and the messages from it.
struct Server {
    process: Process,
    next_id: u64,
    /// Current errors in each file.
    errors: BTreeMap<String, Vec<Value>>,
    is_checking: bool,
    /// Number of finished checks.
    checks: usize,
}

impl Server {
    fn start(folder: &Path, settings: &Value) -> Self {
        // Install it with `rustup component add rust-analyzer rust-src`.
        let mut command = Command::new("rust-analyzer");
        command.current_dir(folder).env("GRADER_CACHE_DIR", &*CACHE);
        let process = Process::start(&mut command);
        let errors = BTreeMap::new();
        let mut server = Self { process, next_id: 0, errors, is_checking: false, checks: 0 };
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

    /// Sends a request and waits for the response.
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

    /// Returns the next message. Requests from the server get a default response.
    fn next(&mut self) -> Value {
        loop {
            let message = read(&mut self.process);
            let params = &message["params"];
            match message["method"].as_str() {
                Some("textDocument/publishDiagnostics") => {
                    let all = params["diagnostics"].as_array().expect("a list").iter();
                    // Related notes have a different severity.
                    let errors = all.filter(|it| it["severity"] == 1).cloned().collect();
                    let file = params["uri"].as_str().expect("a file").to_owned();
                    self.errors.insert(file, errors);
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

    /// Waits until a finished check leads to exactly these errors. Canceled checks also finish, but
    /// without errors.
    fn wait_for(&mut self, file: &str, codes: &[&str]) -> Vec<Value> {
        loop {
            let before = self.checks;
            while self.is_checking || self.checks == before {
                self.next();
            }
            // Responses come after all diagnostics of earlier checks.
            self.request("rust-analyzer/analyzerStatus", &json!({}));
            let errors = self.errors.get(file).cloned().unwrap_or_default();
            let shown = errors.iter().map(|it| it["code"].as_str().unwrap_or_default());
            if shown.eq(codes.iter().copied()) {
                return errors;
            }
        }
    }

    /// Notifies the server that a file was changed and saved.
    fn save(&mut self, file: &str, version: u64, text: &str) {
        let change = json!({
            "textDocument": { "uri": file, "version": version },
            "contentChanges": [{ "text": text }],
        });
        self.notify("textDocument/didChange", &change);
        self.notify("textDocument/didSave", &json!({ "textDocument": { "uri": file } }));
    }
}

/// Reads a message from the server.
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

/// A student opens the repository, sees an error, fixes it and saves.
#[test]
#[ignore = "needs rust-analyzer: cargo test -p grader --test it -- --ignored rust_analyzer"]
fn rust_analyzer_shows_a_wrong_method_until_it_is_mended() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WRONG);
    let folder = bench.path("alice").canonicalize().expect("it is there");
    // Use the repository's settings, but with the program under test.
    let settings = bench
        .read("alice/.vscode/settings.json")
        .replace("\"grader\"", &json!(PROGRAM).to_string());
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

    let errors = server.wait_for(&board, &["board.hamming"]);
    let start = &errors[0]["range"]["start"];
    let line = text.lines().position(|it| it.contains("fn hamming")).expect("the method");
    assert_eq!(*start, json!({ "line": line, "character": 7 }), "{errors:#?}");
    let message = errors[0]["message"].as_str().expect("a text");
    assert!(message.contains("expected 0") && message.contains("but was  1"), "{message}");
    assert!(message.contains("grader explain board.hamming"), "{message}");

    // Replace the fault with another. If an error merely disappeared, the check might not have run.
    bench.edit(BOARD, WRONG, RIGHT);
    bench.edit(BOARD, "rows + cols\n", "rows\n");
    server.save(&board, 2, &bench.read(BOARD));
    server.wait_for(&board, &["board.manhattan"]);

    bench.edit(BOARD, "            rows\n", "            rows + cols\n");
    server.save(&board, 3, &bench.read(BOARD));
    server.wait_for(&board, &[]);
}
