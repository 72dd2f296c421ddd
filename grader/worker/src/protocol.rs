//! Messages between the grader and workers. Each is a line of JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use checks::grading::{Blueprint, Stage};
use grade::{Outline, SearchCounts, TestEnd, Tile};
use intake::RustSources;
use intake::class::{ClassArchive, SubmissionSource};
use jail::escape::{EscapeAttempt, EscapeTargets};
use jail::{ProcessSandbox, StandingLayers};
use sandbox::timing::Timings;
use serde::{Deserialize, Serialize};

use crate::fault::{ReadError, WorkerFault};

/// The first message to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WorkerSetup {
    /// The process sandbox that the worker must enter.
    pub sandbox: ProcessSandbox,
    /// The folder that the worker may write to.
    #[serde(with = "base::path_bytes")]
    pub scratch: PathBuf,
    /// The location of the submission.
    pub source: SubmissionSource,
    /// What messages call the source.
    #[serde(with = "base::path_bytes")]
    pub label: PathBuf,
    /// The submission's name within its class.
    pub name: Option<String>,
    /// The grader. Without it, a worker can only read submissions.
    pub blueprint: Option<Blueprint>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum WorkerRequest {
    /// Read the submission.
    Read,
    /// Hash the files of a submission, without parsing them.
    Digest(SubmissionSource),
    /// Read the names in the archive of a class.
    List,
    /// Return the texts of the submission's files.
    Files,
    /// Return the texts of all Rust files, even if they are not a valid submission.
    Sources,
    /// Return the source locations of graded methods.
    Outline,
    /// Grade the submission.
    Grade,
    /// Grade only the checks of the board with these ids if possible, or else the entire submission.
    GradeBoard { checks: Vec<String> },
    /// Grade the submission, starting with these puzzles, and send preliminary grades.
    GradeAhead { first: BTreeSet<String> },
    /// Run a test file on the submission's code. The tests import the submission by this name.
    TryTests { name: String, file: String },
    /// Record the search of this board.
    Trace { tiles: Vec<Vec<Tile>> },
    /// Attempt actions that the process sandbox should prevent.
    Try(EscapeTargets),
    /// Compile the programs that are missing from `below`, and store them in the folder
    /// [`PROGRAMS`](crate::serve::PROGRAMS).
    Build {
        #[serde(with = "base::path_bytes")]
        below: PathBuf,
    },
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The worker is ready, and its process sandbox has these layers.
    Ready(StandingLayers),
    /// Grading has reached this stage.
    Stage(Stage),
    Facts(SubmissionFacts),
    Digest(Option<String>),
    NotRead(ReadError),
    /// The names in the archive, or `None` if it contains a single submission.
    Listed(Option<ClassArchive>),
    /// The paths and texts of the submission's files.
    Files(Vec<(String, String)>),
    Sources(RustSources),
    /// The source locations of graded methods.
    Outline(Outline),
    /// A preliminary `grade.json` with only the verdicts known so far.
    Ahead(String),
    Graded(GradeReply),
    /// The results of the tests, or `None` if the tests could not be run.
    Tested(Option<BTreeMap<String, TestEnd>>),
    /// The trace of the search; `None` if the search cannot be followed.
    Trace(Option<String>),
    /// Attempts that the process sandbox failed to prevent.
    Tried(Vec<EscapeAttempt>),
    Built,
    /// The grader or its machine failed.
    Fault(WorkerFault),
}

/// Facts about a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionFacts {
    /// The name of the submission.
    pub name: String,
    /// The hash of all inputs that determine the grade.
    pub hash: String,
    /// The name of the crate, if the manifest has one.
    pub crate_name: Option<String>,
    /// A sentence about each ignored file or archive.
    pub left_out: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GradeReply {
    /// The text of `grade.json`.
    pub grade: String,
    /// The operation counts for each puzzle, sorted by size.
    pub counts: Vec<SearchCounts>,
    /// The time that grading took.
    pub timings: Timings,
}
