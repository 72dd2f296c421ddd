//! Creates the failure for compile errors.

use grade::cause::CompileCause;
use grade::{Failure, SourcePosition};
use intake::{ManifestFault, ManifestProblem};
use sandbox::build::{Diagnostic, ErrorKind};

/// The maximum number of errors to list before the compiler output.
/// This fits on one screen. Later errors often follow from the first ones.
const LISTED: usize = 20;

/// The compiler's advice on a missing crate. The grader replaces it, because submissions cannot add crates.
const MISSING_CRATE: &str = "= help: you might be missing a crate named `";

pub(super) fn failure_for_errors(errors: &[Diagnostic], faults: &[ManifestFault]) -> Failure {
    let cause = if let Some(fault) = fault_of_missing_crate(errors, faults) {
        CompileCause::Manifest { what: fault.to_string() }
    } else {
        let first = errors.first();
        let message = first.map(|error| error.message.clone());
        CompileCause::Errors { message, code: first.and_then(|error| error.code.clone()) }
    };
    let mut hints: Vec<String> = Vec::new();
    for hint in errors.iter().filter_map(hint) {
        if !hints.contains(&hint) {
            hints.push(hint);
        }
    }
    // Students cannot change the compiler's command line.
    let own = |line: &&str| !line.contains("requested on the command line with");
    let rendered = errors.iter().flat_map(|error| error.rendered.lines().filter(own));
    let rendered = rendered.map(without_advice);
    Failure {
        detail: Some(super::join_lines(
            hints.into_iter().chain(list_errors(errors)).chain(rendered),
        )),
        ..Failure::from_cause(cause)
    }
}

/// Returns the manifest fault for a dependency that one of the errors misses.
fn fault_of_missing_crate<'a>(
    errors: &[Diagnostic],
    faults: &'a [ManifestFault],
) -> Option<&'a ManifestFault> {
    let is_missing = |name: &str| {
        errors.iter().any(|error| error.missing_crate().is_some_and(|missing| missing == name))
    };
    faults.iter().find(|fault| match &fault.what {
        ManifestProblem::Dependency { known_as, .. } => is_missing(known_as),
        _ => false,
    })
}

/// Lists errors, one per line, to prevent a long first error from hiding the others.
fn list_errors(errors: &[Diagnostic]) -> Vec<String> {
    // The compiler's output below already starts with the only error.
    if errors.len() < 2 {
        return Vec::new();
    }
    let line = |error: &Diagnostic| {
        let message = error.message.lines().next().unwrap_or_default();
        match &error.place {
            Some(place) => format!("  {place}: {message}"),
            None => format!("  {message}"),
        }
    };
    let mut list = vec![format!("{} errors:", errors.len())];
    list.extend(errors.iter().take(LISTED).map(line));
    if errors.len() > LISTED {
        list.push(format!("  ... and {} more", errors.len() - LISTED));
    }
    list.push(String::new());
    list
}

fn without_advice(line: &str) -> String {
    let name =
        line.trim_start().strip_prefix(MISSING_CRATE).and_then(|rest| rest.strip_suffix('`'));
    let Some(name) = name else { return line.to_owned() };
    let indent = &line[..line.len() - line.trim_start().len()];
    format!(
        "{indent}= help: there is no module `{name}`, and submissions can use only the crates \
         `slider` and std"
    )
}

/// Returns a hint for an error if the compiler offers no help.
fn hint(error: &Diagnostic) -> Option<String> {
    match &error.kind {
        ErrorKind::Overflow => Some(
            "hint: `usize` has 32 bits in the sandbox; use `u64` for numbers that may exceed 4,294,967,295\n\
             (on a 64-bit machine, this code compiles)"
                .to_owned(),
        ),
        ErrorKind::Forbidden => {
            let SourcePosition { file, line, .. } = error.place.as_ref()?;
            Some(format!("hint: `unsafe` is forbidden; delete it in `{file}:{line}`"))
        }
        ErrorKind::Unsafe => Some(
            "hint: `unsafe` is forbidden; keep the value in a field instead of a `static mut`"
                .to_owned(),
        ),
        ErrorKind::DeniedWarning(SourcePosition { file, line, .. }) => Some(format!(
            "hint: `{file}:{line}` turns warnings into errors; correct the code below, or delete \
             this attribute"
        )),
        ErrorKind::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: &str, message: &str, line: u32) -> Diagnostic {
        Diagnostic {
            message: message.to_owned(),
            code: Some(code.to_owned()),
            kind: ErrorKind::Other,
            place: Some(SourcePosition { file: "src/solver.rs".to_owned(), line, column: 5 }),
            noted: Vec::new(),
            rendered: format!("error[{code}]: {message}\n --> src/solver.rs:{line}:5\n"),
        }
    }

    fn dependency(package: &str, line: u32) -> ManifestFault {
        let (package, known_as) = (package.to_owned(), package.replace('-', "_"));
        let what = ManifestProblem::Dependency { package, known_as };
        ManifestFault { line: Some(line), what }
    }

    fn detail(errors: &[Diagnostic]) -> String {
        failure_for_errors(errors, &[]).detail.unwrap_or_default()
    }

    #[test]
    fn all_errors_are_listed_before_the_first_is_shown() {
        let some: Vec<_> = (1..=4).map(|line| error("E0308", "mismatched types", line)).collect();
        let text = detail(&some);
        let before = text.split("error[").next().unwrap_or_default();
        assert_eq!(
            before,
            "4 errors:\n  src/solver.rs:1:5: mismatched types\n  src/solver.rs:2:5: mismatched types\n  \
             src/solver.rs:3:5: mismatched types\n  src/solver.rs:4:5: mismatched types\n\n"
        );
        let many: Vec<_> = (1..=25).map(|line| error("E0308", "mismatched types", line)).collect();
        let text = detail(&many);
        assert!(text.contains("src/solver.rs:20:5: mismatched types\n  ... and 5 more\n\n"));
        assert!(detail(&some[..1]).starts_with("error[E0308]"));
    }

    #[test]
    fn the_dependency_in_the_error_is_reported_first() {
        let errors = [
            error("E0308", "mismatched types", 9),
            error("E0432", "unresolved import `my_crate`", 1),
        ];
        let faults = [dependency("rand", 7), dependency("my-crate", 8)];
        let failure = failure_for_errors(&errors, &faults);
        assert_eq!(
            failure.summary,
            "`my-crate` in `Cargo.toml:8` is not available: submissions can use only `slider` and \
             std; remove it"
        );
        assert_eq!(fault_of_missing_crate(&errors[..1], &faults), None);
    }

    #[test]
    fn a_hint_to_add_a_crate_is_replaced() {
        let mut diagnostic = error("E0432", "unresolved import `rand`", 1);
        diagnostic.rendered += "  |\n  = help: you might be missing a crate named `rand`\n";
        let text = detail(&[diagnostic]);
        assert!(text.ends_with(
            "  = help: there is no module `rand`, and submissions can use only the crates `slider` and std\n"
        ));
    }
}
