//! Simulates a CI machine with a release, a job folder and a few programs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::yaml;
use crate::cache::CACHE;
use crate::process::Finish as _;
use crate::support::{Bench, PROGRAM, workspace};

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

const RUST: &str = "1.95.0";

/// A fake rustup, which runs the compiler of these tests for any version.
const RUSTUP: &str = r#"#!/bin/bash
echo "$*" >>"${0%/*}/rustup.log"
[ "$1" = run ] && [ ! -e "${0%/*}/no-compiler" ] && exec "${@:3}"
[ "$1" = toolchain ] && exit 0
exit 1
"#;

const GH: &str = r#"#!/bin/bash
echo "$GH_TOKEN $*" >>"${0%/*}/gh.log"
while [ $# -gt 0 ]; do
    case $1 in
        --pattern) archive=$2 ;;
        --output) out=$2 ;;
    esac
    shift
done
cp "${0%/*}/../release/$archive" "${out:-$archive}"
"#;

pub(super) struct Runner {
    pub(super) bench: Bench,
    pub(super) sha256: String,
}

impl Runner {
    pub(super) fn new() -> Self {
        let bench = Bench::new();
        for folder in ["home", "temp", "work", "bin"] {
            fs::create_dir(bench.path(folder)).expect("a folder");
        }
        let program = format!(
            "#!/bin/sh\necho \"${{GRADER_TOKEN}}${{GRADER_HEADER}}\" >'{}'\nexport GRADER_CACHE_DIR='{}'\nexec '{PROGRAM}' \"$@\"\n",
            bench.path("tokens.log").display(),
            CACHE.display(),
        );
        let archive = archive(&program);
        let sha256 = format!("{:x}", Sha256::digest(&archive));
        bench.write(&format!("release/{}", archive_name()), archive);
        let runner = Self { bench, sha256 };
        runner.program("rustup", RUSTUP);
        runner
    }

    /// Adds a program to the `PATH` of jobs.
    pub(super) fn program(&self, name: &str, text: &str) {
        let path = format!("bin/{name}");
        self.bench.write(&path, text);
        let mode = PermissionsExt::from_mode(0o755);
        fs::set_permissions(self.bench.path(&path), mode).expect("a program");
    }

    pub(super) fn with_gh(self) -> Self {
        self.program("gh", GH);
        self
    }

    pub(super) fn url(&self) -> String {
        format!("file://{}", self.bench.path("release").join(archive_name()).display())
    }

    /// Runs a script in the job folder like a CI runner, with these environment variables and few others.
    pub(super) fn run(&self, script: &str, variables: &[(String, String)]) -> Output {
        let output = Command::new("rustc").args(["--print", "sysroot"]).finish();
        let sysroot = String::from_utf8(output.stdout).expect("a path");
        self.bench.write("temp/step.sh", script);
        let place = |path: &str| self.bench.path(path).into_os_string();
        Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail"])
            .arg(place("temp/step.sh"))
            .current_dir(place("work"))
            .env_clear()
            .env(
                "PATH",
                format!(
                    "{}:{}/bin:/usr/bin:/bin",
                    self.bench.path("bin").display(),
                    sysroot.trim()
                ),
            )
            .env("HOME", place("home"))
            .env("TMPDIR", std::env::temp_dir())
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .finish()
    }

    /// Runs the action with these inputs, like a GitHub runner.
    pub(super) fn use_action(&self, with: &[(&str, &str)]) -> Output {
        let action = yaml::read(&text("action.yml"));
        let steps = action["runs"]["steps"].as_array().expect("steps");
        let step = steps.iter().find(|step| step.get("run").is_some()).expect("one that runs");
        assert_eq!(step["shell"], "bash");
        let known = |name: &str| self.expression(name, &action["inputs"], with);
        let mut variables: Vec<(String, String)> = step["env"]
            .as_object()
            .expect("variables")
            .iter()
            .map(|(name, value)| (name.clone(), evaluated(value.as_str().expect("a text"), known)))
            .collect();
        for (name, value) in [("GITHUB_ACTIONS", "true"), ("CI", "true")] {
            variables.push((name.to_owned(), value.to_owned()));
        }
        for (name, file) in [
            ("GITHUB_OUTPUT", "temp/output"),
            ("GITHUB_ENV", "temp/env"),
            ("GITHUB_STEP_SUMMARY", "temp/summary"),
            ("GITHUB_WORKSPACE", "work"),
            ("RUNNER_TEMP", "temp"),
        ] {
            let path = self.bench.path(file);
            if !path.exists() {
                fs::write(&path, "").expect("a file of the runner");
            }
            variables.push((name.to_owned(), path.display().to_string()));
        }
        self.run(step["run"].as_str().expect("a script"), &variables)
    }

    /// Evaluates an expression from `${{ }}`. Supports only the syntax that the action uses.
    fn expression(&self, name: &str, inputs: &Value, with: &[(&str, &str)]) -> String {
        if let Some(input) = name.strip_prefix("inputs.") {
            let declared = inputs.get(input).unwrap_or_else(|| panic!("no input {input}"));
            let given = with.iter().find(|argument| argument.0 == input).map(|argument| argument.1);
            return given.or(declared["default"].as_str()).unwrap_or_default().to_owned();
        }
        match name {
            "github.action_path" => workspace("").display().to_string(),
            "github.action_repository" => "course/grader".to_owned(),
            "runner.temp" => self.bench.path("temp").display().to_string(),
            _ => panic!("`{name}` is not known here"),
        }
    }

    /// Returns the outputs of the last step, with the last value of each.
    pub(super) fn outputs(&self) -> Vec<(String, String)> {
        let mut outputs: Vec<(String, String)> = Vec::new();
        for line in self.bench.read("temp/output").lines() {
            let (name, value) = line.split_once('=').expect("NAME=VALUE");
            outputs.retain(|output| output.0 != name);
            outputs.push((name.to_owned(), value.to_owned()));
        }
        outputs
    }
}

pub(super) fn text(file: &str) -> String {
    fs::read_to_string(workspace(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Evaluates the expressions in a text. `a || b` is `a` unless it is empty.
pub(super) fn evaluated(text: &str, known: impl Fn(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${{") {
        let (expression, after) = after.split_once("}}").expect("an expression ends");
        let mut values = expression.split("||").map(|name| known(name.trim()));
        result.push_str(before);
        result.push_str(&values.find(|value| !value.is_empty()).unwrap_or_default());
        rest = after;
    }
    result + rest
}

fn folder_name() -> String {
    format!("grader-{VERSION}-x86_64-unknown-linux-musl")
}

fn archive_name() -> String {
    format!("{}.tar.gz", folder_name())
}

fn archive(program: &str) -> Vec<u8> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let toolchain = format!("[toolchain]\nchannel = \"{RUST}\"\ntargets = [\"wasm32-wasip1\"]\n");
    for (path, mode, text) in
        [("grader", 0o755, program), ("rust-toolchain.toml", 0o644, &toolchain)]
    {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(mode);
        let path = Path::new(&folder_name()).join(path);
        tar.append_data(&mut header, path, text.as_bytes()).expect("an archive");
    }
    tar.into_inner().and_then(GzEncoder::finish).expect("an archive")
}
