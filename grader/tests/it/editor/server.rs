//! A client for rust-analyzer, which sees what an editor shows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::path;
use crate::cache::CACHE;
use crate::process::Process;

/// A running rust-analyzer with one open file.
pub(super) struct Server {
    process: Process,
    folder: PathBuf,
    /// The URI of the open file.
    file: String,
    version: u64,
    next_id: u64,
    /// The diagnostics that each file shows.
    shown: BTreeMap<String, Vec<Value>>,
    /// Whether the server has loaded the crate.
    is_ready: bool,
    is_checking: bool,
    /// The number of finished checks: so far, and at the last save.
    checks: [usize; 2],
}

impl Server {
    /// Starts rust-analyzer in a crate, opens a file, and waits until the crate is loaded. To install it, run `rustup component add rust-analyzer
    /// rust-src`.
    ///
    /// `check` is the setting for the command to run after each save.
    pub(super) fn start(folder: &Path, file: &str, text: &str, check: &Value) -> Self {
        let folder = folder.canonicalize().expect("it is there");
        let mut command = Command::new("rust-analyzer");
        command.current_dir(&folder).env("GRADER_CACHE_DIR", &*CACHE).env("PATH", path(true));
        command.env("CARGO_NET_OFFLINE", "true").env_remove("CARGO_TARGET_DIR");
        let process = Process::start(&mut command);
        let root = uri(&folder);
        let file = uri(&folder.join(file));
        let mut server = Self {
            process,
            folder,
            file,
            version: 1,
            next_id: 0,
            shown: BTreeMap::new(),
            is_ready: false,
            is_checking: false,
            checks: [0; 2],
        };
        server.request(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": root,
                "workspaceFolders": [{ "uri": root, "name": "student" }],
                "initializationOptions": {
                    "check": check,
                    "cargo": { "buildScripts": { "enable": false } },
                    "procMacro": { "enable": false },
                    "cachePriming": { "enable": false },
                    // Only show the messages of the command.
                    "diagnostics": { "enable": false },
                },
                "capabilities": {
                    "textDocument": {
                        "publishDiagnostics": { "relatedInformation": true },
                        "codeAction": {
                            "codeActionLiteralSupport": {
                                "codeActionKind": { "valueSet": ["quickfix"] },
                            },
                        },
                    },
                    "window": { "workDoneProgress": true },
                    "experimental": { "serverStatusNotification": true },
                },
            }),
        );
        server.notify("initialized", &json!({}));
        let document = json!({
            "uri": server.file, "languageId": "rust", "version": server.version, "text": text,
        });
        server.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        while !server.is_ready {
            server.next();
        }
        server
    }

    /// Tells the server that the file was changed and saved.
    pub(super) fn save(&mut self, text: &str) {
        self.version += 1;
        self.checks[1] = self.checks[0];
        let change = json!({
            "textDocument": { "uri": self.file, "version": self.version },
            "contentChanges": [{ "text": text }],
        });
        self.notify("textDocument/didChange", &change);
        let saved = json!({ "textDocument": { "uri": self.file } });
        self.notify("textDocument/didSave", &saved);
    }

    /// Waits until the server shows errors and warnings with these codes, and no others. The check may still be
    /// running.
    pub(super) fn wait_for(&mut self, codes: &[&str]) {
        while !self.shows(codes) {
            self.next();
        }
    }

    /// Waits until a check has finished and the server shows exactly these errors and warnings. Canceled checks also
    /// finish, but show none.
    pub(super) fn wait_for_end(&mut self, codes: &[&str]) {
        loop {
            while self.is_checking || self.checks[0] == self.checks[1] {
                self.next();
            }
            self.checks[1] = self.checks[0];
            // The response will arrive after all diagnostics from earlier checks.
            self.request("rust-analyzer/analyzerStatus", &json!({}));
            if self.shows(codes) {
                return;
            }
        }
    }

    fn shows(&self, codes: &[&str]) -> bool {
        let found = self
            .diagnostics()
            .filter(|diagnostic| diagnostic["severity"] == 1 || diagnostic["severity"] == 2);
        let mut found: Vec<&str> =
            found.map(|diagnostic| diagnostic["code"].as_str().unwrap_or_default()).collect();
        found.sort_unstable();
        found == codes
    }

    /// Returns what the open file shows.
    pub(super) fn diagnostics(&self) -> impl Iterator<Item = &Value> {
        self.shown.get(&self.file).into_iter().flatten()
    }

    /// Returns the titles of the compiler's quick fixes at a range of the open file.
    ///
    /// rust-analyzer adds fixes of its own, but which ones depends on what it could analyze: without the sources of the
    /// standard library, it does not offer to rename an unused variable. Only the compiler's fixes are preferred ones.
    pub(super) fn fixes(&mut self, range: &Value) -> Vec<String> {
        let file = json!({ "uri": self.file });
        let context = json!({ "diagnostics": [], "only": ["quickfix"] });
        let of = json!({ "textDocument": file, "range": range, "context": context });
        let actions = self.request("textDocument/codeAction", &of);
        let actions = actions.as_array().expect("a list").iter();
        let from_compiler = actions.filter(|action| action["isPreferred"] == true);
        from_compiler.map(|action| action["title"].as_str().expect("a title").to_owned()).collect()
    }

    /// Returns the path of a file in the crate.
    pub(super) fn path(&self, uri: &Value) -> String {
        let root = self::uri(&self.folder) + "/";
        let uri = uri.as_str().expect("a file");
        uri.strip_prefix(&root).unwrap_or(uri).to_owned()
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
                    let all = params["diagnostics"].as_array().expect("a list");
                    let file = params["uri"].as_str().expect("a file").to_owned();
                    self.shown.insert(file, all.clone());
                }
                Some("$/progress") if params["token"].to_string().contains("flycheck") => {
                    let kind = params["value"]["kind"].as_str().unwrap_or_default();
                    self.is_checking = kind != "end";
                    self.checks[0] += usize::from(kind == "end");
                }
                Some("experimental/serverStatus") => self.is_ready = params["quiescent"] == true,
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
