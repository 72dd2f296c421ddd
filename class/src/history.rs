//! Writes `run.json`, with data that differs between runs and therefore cannot be part of a grade.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base::regular;
use grade::pretty::to_pretty_json;
use sandbox::timing::{WorkKind, WorkTime, WorkTotals};
use serde_json::{Map, Value, json};

pub(super) const FILE: &str = "run.json";

/// A log of a run, with times.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLog {
    /// In seconds since 1970.
    started: u64,
    /// Such as `grade`.
    command: &'static str,
    /// A record for each submission, sorted by name.
    pub moments: Vec<TimeSpent>,
    /// Additional fields.
    pub fields: Vec<(&'static str, Value)>,
}

/// The time spent on a submission.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeSpent {
    /// The submission's name.
    pub name: String,
    /// The origin of the grade, as a word.
    pub from: &'static str,
    /// The time in seconds.
    pub seconds: f64,
    /// The time of each stage, if requested and known.
    pub stages: Option<WorkTotals>,
}

impl RunLog {
    /// Starts a log.
    pub fn start_log(command: &'static str) -> Self {
        Self { started: seconds_since_epoch(), command, moments: Vec::new(), fields: Vec::new() }
    }

    /// Formats the log, assuming that the run ends now.
    pub(super) fn to_json(&self) -> String {
        let ended = seconds_since_epoch();
        let submissions: Vec<Value> = self.moments.iter().map(TimeSpent::to_value).collect();
        let mut value = json!({
            "schema": "run/1",
            "command": self.command,
            "grader": env!("CARGO_PKG_VERSION"),
            "host": host_name(),
            "started": self.started,
            "ended": ended,
        });
        for (name, field) in &self.fields {
            value[name] = field.clone();
        }
        value["submissions"] = submissions.into();
        to_pretty_json(&value) + "\n"
    }
}

impl TimeSpent {
    fn to_value(&self) -> Value {
        // Milliseconds are enough to compare runs.
        let seconds = (self.seconds * 1000.0).round() / 1000.0;
        let mut value = json!({ "submission": self.name, "from": self.from, "seconds": seconds });
        if let Some(times) = &self.stages {
            value["stages"] = stages_value(times);
        }
        value
    }
}

/// Formats processor and elapsed times in seconds.
pub(super) fn stages_value(times: &WorkTotals) -> Value {
    let seconds = |micros: u64| Duration::from_micros(micros).as_secs_f64();
    let stage = |(work, total): (&WorkKind, &WorkTime)| {
        let times = json!({ "cpu": seconds(total.cpu), "wall": seconds(total.wall) });
        (work.key().to_owned(), times)
    };
    let mut stages: Map<String, Value> = times.works.iter().map(stage).collect();
    stages.insert("other".to_owned(), json!({ "cpu": seconds(times.other) }));
    stages.into()
}

fn seconds_since_epoch() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn host_name() -> Option<String> {
    let file = regular::read_text(Path::new("/proc/sys/kernel/hostname")).ok();
    // Shells set this variable, but often do not export it, and Windows has another one.
    let name = file.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok())?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}
