//! The verdicts on what the compiler said.

use crate::build::{ApiFault, ApiProblem, BuildFault, Built, Diagnostic};
use crate::check::Check;
use crate::grade::cause::CompileCause;
use crate::grade::{Failure, Verdict};
use crate::intake::{self, ManifestFault};

/// The verdicts of the two checks about compiling.
pub(super) fn verdicts(faults: &[ManifestFault], built: &Built) -> [(Check, Verdict); 2] {
    let verdict = match (built.faults.first(), faults.first()) {
        (Some(fault), _) => Verdict::Fail(build_failure(fault)),
        (None, Some(fault)) => Verdict::Fail(Failure {
            detail: (faults.len() > 1).then(|| lines(faults[1..].iter().map(ToString::to_string))),
            ..Failure::of(CompileCause::Manifest { what: fault.to_string() })
        }),
        (None, None) => Verdict::Pass,
    };
    let api = match built.api_faults.first() {
        Some(fault) => Verdict::Fail(api_failure(fault, &built.api_faults[1..])),
        None if !built.faults.is_empty() => Verdict::Skipped { because: Check::CompileBuild },
        None => Verdict::Pass,
    };
    [(Check::CompileBuild, verdict), (Check::CompileApi, api)]
}

fn build_failure(fault: &BuildFault) -> Failure {
    let file = |file: &String| file.clone();
    let (cause, detail) = match fault {
        BuildFault::Errors(errors) => return errors_failure(errors),
        BuildFault::Crash(message) => (CompileCause::Crash, Some(message.clone())),
        BuildFault::Reader { file: name, reader } if *reader == intake::ALLOCATOR => {
            (CompileCause::Allocator { file: file(name), reader: reader.to_string() }, None)
        }
        BuildFault::Reader { file: name, reader } if *reader == intake::FOREIGN => {
            (CompileCause::Foreign { file: file(name) }, None)
        }
        BuildFault::Reader { file: name, reader } => {
            (CompileCause::Reader { file: file(name), reader: reader.to_string() }, None)
        }
        BuildFault::ReadsFile(name) => (CompileCause::ReadsFile { file: file(name) }, None),
        BuildFault::ReadsEnvironment(name) => {
            (CompileCause::ReadsEnvironment { name: name.clone() }, None)
        }
        BuildFault::NoCode(message) => (CompileCause::NoCode, Some(message.clone())),
    };
    Failure { detail, ..Failure::of(cause) }
}

fn errors_failure(errors: &[Diagnostic]) -> Failure {
    let message = errors.first().map(|error| error.message.clone());
    // How the grader calls the compiler is of no use to a student.
    let own = |line: &&str| !line.contains("requested on the command line with");
    let detail = errors.iter().flat_map(|error| error.rendered.lines().filter(own));
    Failure {
        detail: Some(lines(detail.map(str::to_owned))),
        ..Failure::of(CompileCause::Errors { message })
    }
}

fn api_failure(fault: &ApiFault, others: &[ApiFault]) -> Failure {
    let cause = |fault: &ApiFault| {
        let name = fault.name.to_string();
        match fault.problem {
            ApiProblem::NotExported => CompileCause::NotExported { name },
            ApiProblem::NotImplemented => CompileCause::NotImplemented { name },
        }
    };
    let others = others.iter().map(|other| {
        let sentence = Failure::of(cause(other)).summary;
        format!("{sentence}: {}", other.message)
    });
    let detail = lines(std::iter::once(fault.message.clone()).chain(others));
    Failure { detail: Some(detail), ..Failure::of(cause(fault)) }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.fold(String::new(), |text, line| text + &line + "\n")
}
