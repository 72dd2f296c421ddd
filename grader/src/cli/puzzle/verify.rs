//! Implements `grader puzzle verify`, which proves the move counts in puzzle files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use oracle::search::Limit;
use puzzle::read::{self, ReadRequest};
use puzzle::report;
use puzzle::verify::{ClaimVerdict, Verified, verify};

use super::args::{VerifyArgs, VerifyFormat};
use super::input;
use super::prover::create_prover;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::progress::TaskProgress;
use crate::cli::status_line::StatusLine;

pub(super) fn run(args: &VerifyArgs) -> Result<Exit, CliError> {
    let goal = input::read_goal(&args.goal, 0)?;
    let mut puzzles = Vec::new();
    for file in &args.files {
        let found = read::read(&ReadRequest { input: file, name: None, blank: 0 })?;
        puzzles.extend(found.into_iter().map(|found| (file.clone(), found)));
    }
    args.output.check_writable()?;
    let status = Arc::new(StatusLine::new());
    let mut provers = BTreeMap::new();
    for (_, found) in &puzzles {
        let n = found.grid.dimension();
        if let Entry::Vacant(entry) = provers.entry(n) {
            entry.insert(create_prover(&goal.for_dimension(n)?, args.large, &status)?);
        }
    }
    let counter = TaskProgress::new(&status, "proved", puzzles.len());
    let limit = Limit::expanded(args.nodes.get());
    let verified = verify(puzzles, &provers, limit, args.jobs.get(), &|done| counter.reach(done));
    status.clear();
    let text = match args.format {
        VerifyFormat::Human => report::verify(&verified, &args.output.layout()),
        VerifyFormat::Json => report::verify_json(&verified),
    };
    args.output.write_result(&text)?;
    Ok(exit_code(&verified))
}

/// Returns the exit code. Contradictions between the methods are grader errors, which take precedence.
fn exit_code(verified: &[Verified]) -> Exit {
    let any =
        |wanted: fn(&ClaimVerdict) -> bool| verified.iter().any(|result| wanted(&result.verdict));
    if any(|verdict| *verdict == ClaimVerdict::Contradiction) {
        Exit::GraderFault
    } else if any(|verdict| !matches!(verdict, ClaimVerdict::Holds | ClaimVerdict::NothingSaid)) {
        Exit::Failed
    } else {
        Exit::Passed
    }
}
