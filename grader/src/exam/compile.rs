//! The verdicts on what the compiler said.

use crate::build::{ApiFault, ApiProblem, BuildFault, Built, Diagnostic};
use crate::check::Check;
use crate::grade::{Failure, Verdict};
use crate::intake::{self, ManifestFault};

/// The verdicts of the two checks about compiling.
pub(super) fn verdicts(faults: &[ManifestFault], built: &Built) -> [(Check, Verdict); 2] {
    let verdict = match (built.faults.first(), faults.first()) {
        (Some(fault), _) => Verdict::Fail(build_failure(fault)),
        (None, Some(fault)) => Verdict::Fail(Failure {
            detail: (faults.len() > 1).then(|| lines(faults[1..].iter().map(ToString::to_string))),
            ..Failure::new(fault.to_string())
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
    match fault {
        BuildFault::Errors(errors) => errors_failure(errors),
        BuildFault::Crash(message) => Failure {
            detail: Some(message.clone()),
            ..Failure::new("the compiler gives up on the code")
        },
        BuildFault::Reader { file, reader } if *reader == intake::ALLOCATOR => Failure::new(
            format!("`{file}` has `{reader}`; the heap is the grader's, which counts the bytes"),
        ),
        BuildFault::Reader { file, reader } if *reader == intake::FOREIGN => Failure::new(format!(
            "`{file}` declares functions that are elsewhere, in `extern`; there are none"
        )),
        BuildFault::Reader { file, reader } => Failure::new(format!(
            "`{file}` uses `{reader}`, which reads the machine that compiles it"
        )),
        BuildFault::ReadsFile(file) => Failure::new(format!(
            "the code reads `{file}` while it is compiled, which is none of its sources"
        )),
        BuildFault::ReadsEnvironment(name) => Failure::new(format!(
            "the code reads the environment variable `{name}` while it is compiled"
        )),
        BuildFault::NoCode(message) => Failure {
            detail: Some(message.clone()),
            ..Failure::new("no machine code can be made of the program")
        },
    }
}

fn errors_failure(errors: &[Diagnostic]) -> Failure {
    let message = errors.first().map_or("no reason is given", |error| &error.message);
    // How the grader calls the compiler is of no use to a student.
    let own = |line: &&str| !line.contains("requested on the command line with");
    let detail = errors.iter().flat_map(|error| error.rendered.lines().filter(own));
    Failure {
        detail: Some(lines(detail.map(str::to_owned))),
        ..Failure::new(format!("the code does not compile: {message}"))
    }
}

fn api_failure(fault: &ApiFault, others: &[ApiFault]) -> Failure {
    let sentence = |fault: &ApiFault| {
        let name = &*fault.name;
        match (fault.problem, name) {
            (ApiProblem::NotExported, _) => {
                format!("the root of the crate does not export a public `{name}`")
            }
            (ApiProblem::NotImplemented, "Solver") => {
                "`Solver<B>` does not implement `slider::Solver<B>` for every board".to_owned()
            }
            (ApiProblem::NotImplemented, _) => {
                format!("`{name}` does not implement `slider::{name}`")
            }
        }
    };
    let others = others.iter().map(|other| format!("{}: {}", sentence(other), other.message));
    let detail = lines(std::iter::once(fault.message.clone()).chain(others));
    Failure { detail: Some(detail), ..Failure::new(sentence(fault)) }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.fold(String::new(), |text, line| text + &line + "\n")
}
