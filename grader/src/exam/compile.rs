//! The verdicts on what the compiler said.

use crate::build::{ApiFault, ApiProblem, BuildFault, Built, Diagnostic, ErrorKind};
use crate::check::Check;
use crate::grade::{Failure, Verdict};
use crate::intake::{self, ManifestFault, RefusedFor};

/// The verdicts of the two checks about compiling.
pub(super) fn verdicts(faults: &[ManifestFault], built: &Built) -> [(Check, Verdict); 2] {
    let verdict = match (built.faults.first(), faults.first()) {
        (Some(fault), _) => Verdict::Fail(build_failure(fault, built)),
        (None, Some(fault)) => Verdict::Fail(Failure {
            detail: (faults.len() > 1).then(|| lines(faults[1..].iter().map(ToString::to_string))),
            ..Failure::new(fault.to_string())
        }),
        (None, None) => Verdict::Pass,
    };
    // Both types have been tried together.
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

/// What the first fault is, and beside it what the others are.
fn build_failure(fault: &BuildFault, built: &Built) -> Failure {
    let mut failure = failure_of(fault);
    let mut detail = failure.detail.take().unwrap_or_default();
    for other in &built.faults[1..] {
        let Failure { summary, detail: more, .. } = failure_of(other);
        detail = detail + &summary + "\n" + &more.unwrap_or_default();
    }
    let is_read = |fault: &BuildFault| matches!(fault, BuildFault::Reader { .. });
    let has_errors = built.faults.iter().any(|fault| !is_read(fault));
    if !has_errors && built.faults.iter().any(is_read) {
        // Nothing of it is ever read, so what was compiled was compiled without.
        detail.push_str(match (&built.board, &built.solver) {
            (None, None) => {
                "Such code is not given to the compiler, so that nothing of it can be graded.\n"
            }
            _ => "The rest is graded without it.\n",
        });
    }
    failure.detail = Some(detail).filter(|detail| !detail.is_empty());
    failure
}

fn failure_of(fault: &BuildFault) -> Failure {
    match fault {
        BuildFault::Errors(errors) => errors_failure(errors),
        BuildFault::Crash(message) => Failure {
            detail: Some(message.clone()),
            ..Failure::new("the compiler gives up on the code")
        },
        BuildFault::Reader { file, line, reader, why } => {
            let place = format!("`{file}:{line}`");
            Failure::new(match why {
                _ if *reader == intake::ALLOCATOR => format!(
                    "{place} has `{reader}`; the heap is the grader's, which counts the bytes"
                ),
                _ if *reader == intake::UNSAFE => {
                    format!("{place} allows `unsafe` code, which is forbidden; delete this line")
                }
                _ if *reader == intake::FOREIGN => {
                    format!(
                        "{place} declares functions that are elsewhere, in `extern`; there are none"
                    )
                }
                RefusedFor::Machine => {
                    format!(
                        "{place} uses `{reader}` for something that is not part of the submission"
                    )
                }
                RefusedFor::Outside(path) => {
                    format!("{place} uses `{reader}` for `{path}`, which is outside the submission")
                }
                RefusedFor::NotThere(path) => {
                    format!("{place} uses `{reader}` for `{path}`, which is not in the submission")
                }
            })
        }
        BuildFault::NoFile { path, place: None } => Failure::new(format!(
            "there is no `{path}`; `board.rs` and `solver.rs` belong together"
        )),
        BuildFault::NoFile { path, place: Some((file, line)) } => {
            Failure::new(format!("there is no `{path}`, which `{file}:{line}` names"))
        }
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
    let rendered = errors.iter().flat_map(|error| error.rendered.lines().filter(own));
    let mut hints: Vec<String> = Vec::new();
    for hint in errors.iter().filter_map(hint) {
        if !hints.contains(&hint) {
            hints.push(hint);
        }
    }
    Failure {
        detail: Some(lines(hints.into_iter().chain(rendered.map(str::to_owned)))),
        ..Failure::new(format!("the code does not compile: {message}"))
    }
}

/// What to do about an error, where the compiler does not say it.
fn hint(error: &Diagnostic) -> Option<String> {
    match error.kind {
        ErrorKind::Overflow => Some(
            "hint: here `usize` has 32 bits; use `u64` for numbers that may exceed 4,294,967,295\n\
             (on a 64-bit machine this does not show)"
                .to_owned(),
        ),
        ErrorKind::Forbidden => {
            let (file, line) = error.place.as_ref()?;
            Some(format!("hint: delete this in `{file}:{line}`; `unsafe` is forbidden"))
        }
        ErrorKind::Other => None,
    }
}

fn api_failure(fault: &ApiFault, others: &[ApiFault]) -> Failure {
    let sentence = |fault: &ApiFault| {
        let name = &*fault.name;
        match (fault.problem, name) {
            (ApiProblem::NotExported, _) => match (&fault.other, &fault.unnamed) {
                (Some(other), _) if other == name => format!(
                    "the root of the crate does not export `{name}`, which is there: `pub use` it"
                ),
                (Some(other), _) => {
                    format!("`{other}` implements `slider::{name}`; export it as `{name}`")
                }
                (None, Some(file)) => {
                    format!("`{name}` is in `{file}`, which no `mod` of the library names")
                }
                (None, None) => {
                    format!("the root of the crate does not export a public `{name}`")
                }
            },
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
