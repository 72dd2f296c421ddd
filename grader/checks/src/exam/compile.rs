//! Derives the verdicts of the compile checks.

mod errors;

use grade::cause::{CompileCause, SolverCause};
use grade::check::Check;
use grade::{Failure, Verdict};
use intake::{ManifestFault, ReadRefusal};
use sandbox::build::{ApiFault, ApiProblem, BuildFault, BuiltSubmission};

pub(super) fn verdicts_on_build_and_api(
    faults: &[ManifestFault],
    built: &BuiltSubmission,
) -> [(Check, Verdict); 2] {
    let verdict = match (built.faults.first(), faults.first()) {
        (Some(fault), _) => Verdict::Fail(build_failure(fault, faults, built)),
        (None, Some(fault)) => Verdict::Fail(Failure {
            detail: (faults.len() > 1)
                .then(|| join_lines(faults[1..].iter().map(ToString::to_string))),
            ..Failure::from_cause(CompileCause::Manifest { what: fault.to_string() })
        }),
        (None, None) => Verdict::Pass,
    };
    // Both fail, because the types were compiled together.
    let is_whole = built.board.is_some() && built.own && built.foreign;
    let api = match built.api_faults.first() {
        Some(fault) => Verdict::Fail(api_failure(fault, &built.api_faults[1..])),
        None if !built.faults.is_empty() && !is_whole => {
            Verdict::Skipped { because: Check::CompileBuild }
        }
        None => Verdict::Pass,
    };
    [(Check::CompileBuild, verdict), (Check::CompileApi, api)]
}

/// Returns the failure for the first fault, with the other faults as details. Manifest faults come first, because the
/// compiler output may be long.
fn build_failure(
    fault: &BuildFault,
    manifest: &[ManifestFault],
    built: &BuiltSubmission,
) -> Failure {
    let mut failure = failure_of_build_fault(fault, manifest);
    let others = manifest.iter().map(ToString::to_string);
    let mut detail = join_lines(others.filter(|line| *line != failure.summary));
    detail.push_str(&failure.detail.take().unwrap_or_default());
    for other in &built.faults[1..] {
        let Failure { summary, detail: more, .. } = failure_of_build_fault(other, manifest);
        detail = detail + &summary + "\n" + &more.unwrap_or_default();
    }
    let is_read = |fault: &BuildFault| matches!(fault, BuildFault::Reader { .. });
    let has_errors = built.faults.iter().any(|fault| !is_read(fault));
    if !has_errors && built.faults.iter().any(is_read) {
        // The grader excluded this file from compilation.
        detail.push_str(match (&built.board, &built.solver) {
            (None, None) => "The grader does not compile such code, so it cannot grade it.\n",
            _ => "The grader grades the rest of the code.\n",
        });
    }
    failure.detail = Some(detail).filter(|detail| !detail.is_empty());
    failure
}

fn failure_of_build_fault(fault: &BuildFault, manifest: &[ManifestFault]) -> Failure {
    let (cause, detail) = match fault {
        BuildFault::Errors(errors) => return errors::failure_for_errors(errors, manifest),
        BuildFault::Crash(message) => (CompileCause::Crash, Some(message.clone())),
        BuildFault::Stopped(limit) => (CompileCause::Stopped { limit: *limit }, None),
        BuildFault::Reader { file, line, reader, why } => {
            (cause_of_refusal(file.clone(), *line, reader, why), None)
        }
        BuildFault::NoFile { path, place: None } => {
            (CompileCause::FileMissing { path: path.clone() }, None)
        }
        BuildFault::NoFile { path, place: Some((file, line)) } => {
            let (path, file, line) = (path.clone(), file.clone(), *line);
            (CompileCause::ModuleMissing { path, file, line }, None)
        }
        BuildFault::ReadsFile(file) => (CompileCause::ReadsFile { file: file.clone() }, None),
        BuildFault::ReadsEnvironment(name) => {
            (CompileCause::ReadsEnvironment { name: name.clone() }, None)
        }
        BuildFault::NoCode(message) => (CompileCause::NoCode, Some(message.clone())),
        BuildFault::NotLinked => (CompileCause::NotLinked, None),
    };
    Failure { detail, ..Failure::from_cause(cause) }
}

/// Returns the cause of a failure for code that the grader refuses to compile.
fn cause_of_refusal(file: String, line: u32, reader: &str, why: &ReadRefusal) -> CompileCause {
    let reader = reader.to_owned();
    match why {
        // These names do not stand for macros that read files: the intake reports other forbidden code in the same way.
        _ if reader == intake::ALLOCATOR => CompileCause::Allocator { file, line, reader },
        _ if reader == intake::UNSAFE => CompileCause::AllowsUnsafe { file, line },
        _ if reader == intake::CRATE_NAME => CompileCause::CrateName { file, line },
        _ if reader == intake::FOREIGN => CompileCause::Foreign { file, line },
        _ if reader == intake::UNREADABLE => CompileCause::Unreadable { file, line },
        _ if reader == intake::TOO_DEEP => CompileCause::TooDeep { file, line },
        ReadRefusal::Machine => CompileCause::Reader { file, line, reader },
        ReadRefusal::Outside(path) => {
            CompileCause::ReadsOutside { file, line, reader, path: path.clone() }
        }
        ReadRefusal::NotThere(path) => {
            CompileCause::ReadsMissing { file, line, reader, path: path.clone() }
        }
    }
}

fn api_failure(fault: &ApiFault, others: &[ApiFault]) -> Failure {
    let cause = |fault: &ApiFault| {
        let name = fault.name.to_string();
        match (fault.problem, &fault.other, &fault.unnamed) {
            (ApiProblem::NotExported, Some(other), _) => {
                CompileCause::NotExportedAs { name, other: other.clone() }
            }
            (ApiProblem::NotExported, None, Some(file)) => {
                CompileCause::InUnnamedFile { name, file: file.clone() }
            }
            (ApiProblem::NotExported, None, None) => CompileCause::NotExported { name },
            (ApiProblem::NotImplemented, ..) => CompileCause::NotImplemented { name },
        }
    };
    let others = others.iter().map(|other| {
        let sentence = Failure::from_cause(cause(other)).summary;
        format!("{sentence}: {}", other.message)
    });
    let detail = join_lines(std::iter::once(fault.message.clone()).chain(others));
    Failure {
        detail: Some(detail),
        place: fault.place.clone(),
        ..Failure::from_cause(cause(fault))
    }
}

/// Returns the failure of a solver that works only with the submission's own board.
pub(super) fn own_board_only(built: &BuiltSubmission) -> Failure {
    let fault = built.own_only.as_ref();
    let message = fault.map(|fault| fault.message.clone());
    let place = fault.and_then(|fault| fault.place.clone());
    Failure { place, ..Failure::from_cause(SolverCause::OwnBoardOnly { message }) }
}

fn join_lines(lines: impl Iterator<Item = String>) -> String {
    lines.fold(String::new(), |text, line| text + &line + "\n")
}
