//! The lines that go to a worker and come from it, a JSON value each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use checks::grading::{Blueprint, Stage};
use grade::{Counts, Outline, TestEnd};
use intake::Sources;
use intake::class::Source;
use jail::trial::{Attempt, Targets};
use jail::{Standing, Wall};
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, ReadError};

/// The first line to a worker: what it works with.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// The wall that it raises around itself.
    pub wall: Wall,
    /// The folder that it may write to.
    pub scratch: PathBuf,
    /// Where the submission is.
    pub source: Source,
    /// The names by which the user knows the paths of the source.
    pub labels: Vec<(PathBuf, String)>,
    /// The name that the submission has in its class.
    pub name: Option<String>,
    /// What it takes to grade. Without it a worker can only read.
    pub grading: Option<Grading>,
}

/// What it takes to grade.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Grading {
    pub blueprint: Blueprint,
    /// Where the assignment is; the built-in one if it is nowhere.
    pub assignment: Option<PathBuf>,
}

/// Something that a worker is asked to do.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Read the submission.
    Read,
    /// Unpack the archive that it is into the folder for that in the scratch folder, if it holds a
    /// class.
    Unpack,
    /// Tell the text of its files.
    Files,
    /// Tell the text of all Rust files there, whether or not they are a submission.
    Sources,
    /// Tell where the methods stand that are graded.
    Outline,
    /// Grade it.
    Grade,
    /// Grade only its board if possible, or else everything.
    GradeBoard,
    /// Grade it, try its solver on these puzzles before anything else, and tell on the way what shows.
    GradeAhead { first: BTreeSet<String> },
    /// Run a file of tests on its code, which they know by this name.
    TryTests { name: String, file: String },
    /// Try what the wall is there to stop.
    Try(Targets),
    /// Make its programs, but for those that are in this folder, and put them into the folder for that
    /// in the scratch folder.
    Build { below: PathBuf },
}

/// Something that a worker says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The wall stands like this.
    Ready(Standing),
    /// It is at this stage.
    Stage(Stage),
    /// It has read the submission.
    Facts(Facts),
    /// There is no submission.
    NotRead(ReadError),
    /// The archive is unpacked: its entries that were left out, and why. `None` if it is one
    /// submission.
    Unpacked(Option<Vec<(String, String)>>),
    /// The files.
    Files(Vec<(String, String)>),
    /// All Rust files.
    Sources(Sources),
    /// Where the methods stand that are graded.
    Outline(Outline),
    /// This much shows before the submission is graded: the text of a `grade.json` with the checks
    /// whose verdict is known.
    Ahead(String),
    /// The submission is graded.
    Graded(GradeReply),
    /// The tests ended like this; nothing if they could not be run.
    Tested(Option<BTreeMap<String, TestEnd>>),
    /// The attempts that succeeded.
    Tried(Vec<Attempt>),
    /// The programs are made.
    Built,
    /// The grader or its machine is at fault.
    Fault(Fault),
}

/// What is known of a submission that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Its name.
    pub name: String,
    /// The hash of everything that decides its grade.
    pub hash: String,
    /// The name of its crate, if its manifest tells.
    pub crate_name: Option<String>,
    /// A sentence about each archive or file that was handed in as well and is no part of it.
    pub left_out: Vec<String>,
}

/// The answer to grading a submission.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GradeReply {
    /// The text of its `grade.json`.
    pub grade: String,
    /// The counts on each puzzle, in the order of size.
    pub counts: Vec<Counts>,
}
