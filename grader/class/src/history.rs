//! `run.json`: all that differs from one run to the next and so is no part of a grade.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use grade::pretty::pretty;
use serde_json::{Value, json};

/// The file.
pub(super) const FILE: &str = "run.json";

/// The log of a run, with its times.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLog {
    /// When it began, in seconds since 1970.
    started: u64,
    /// The command, such as `grade`.
    command: &'static str,
    /// The record of each submission, in the order of names.
    pub moments: Vec<TimeSpent>,
    /// Further fields.
    pub fields: Vec<(&'static str, Value)>,
}

/// The time that one submission took.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeSpent {
    /// Its name.
    pub name: String,
    /// The source of its grade, in a word.
    pub from: &'static str,
    /// The time that it took.
    pub seconds: f64,
}

impl RunLog {
    /// The log of a run that begins now.
    pub fn begin(command: &'static str) -> Self {
        Self { started: now(), command, moments: Vec::new(), fields: Vec::new() }
    }

    /// The text of the file, if the run ends now.
    pub(super) fn text(&self) -> String {
        let ended = now();
        let submissions: Vec<Value> = self.moments.iter().map(TimeSpent::value).collect();
        let mut value = json!({
            "schema": "run/1",
            "command": self.command,
            "grader": env!("CARGO_PKG_VERSION"),
            "host": host(),
            "started": self.started,
            "ended": ended,
        });
        for (name, field) in &self.fields {
            value[name] = field.clone();
        }
        value["submissions"] = submissions.into();
        pretty(&value) + "\n"
    }
}

impl TimeSpent {
    fn value(&self) -> Value {
        let seconds = (self.seconds * 1000.0).round() / 1000.0;
        json!({ "submission": self.name, "from": self.from, "seconds": seconds })
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The name of this machine, if it has one.
fn host() -> Option<String> {
    let file = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = file.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok())?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}
