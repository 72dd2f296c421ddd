//! Names the functions of a submission that were running when it was stopped.

use wasmtime::{Error, WasmBacktrace};

/// The name of a submission's crate in its program.
const CRATE: &str = "submission::";

/// The maximum number of frames to look at. The functions of the standard library that print a panic are fewer.
pub(super) const FRAMES: usize = 64;

/// The maximum number of functions to name.
/// A recursion counts once, so eight names show the way from the probe's call to the fault.
const NAMED: usize = 8;

/// The maximum length of a name.
/// Names of generic functions can be much longer, and one should fit into a line of a report.
const MAX_NAME_LENGTH: usize = 80;

/// Returns the names of the submission's functions on the call stack, the innermost first, each only once. A function
/// that the compiler has inlined is not on the stack.
pub(super) fn function_names_on_stack(error: &Error) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let Some(stack) = error.downcast_ref::<WasmBacktrace>() else { return names };
    for frame in stack.frames() {
        let Some(symbol) = frame.func_name() else { continue };
        let name = format!("{:#}", rustc_demangle::demangle(symbol));
        if let Some(name) = short_name(&name)
            && !names.contains(&name)
            && names.len() < NAMED
        {
            names.push(name);
        }
    }
    names
}

/// Returns the name of a function of the submission's crate as in its code, such as `Solver::new`, without generic
/// arguments, modules, and closures. Returns `None` for functions of other crates.
fn short_name(name: &str) -> Option<String> {
    // The arrow of a function type is no bracket.
    let name = &*name.replace("->", "");
    let (of_type, rest) = match name.strip_prefix('<') {
        Some(qualified) => {
            let end = closing_bracket(qualified)?;
            let of_type = qualified[..end].split(" as ").next().unwrap_or_default();
            (Some(of_type.trim_start_matches(['&', '[', '(', '*'])), &qualified[end + 1..])
        }
        None => (None, name),
    };
    if !of_type.unwrap_or(rest).starts_with(CRATE) {
        return None;
    }
    let segments = |path: &str| -> Vec<String> {
        let path = without_arguments(path);
        let is_named = |segment: &&str| !segment.is_empty() && !segment.starts_with('{');
        path.split("::").filter(is_named).map(str::to_owned).collect()
    };
    let is_type = |segment: &String| segment.starts_with(char::is_uppercase);
    let mut path = of_type.map(segments).unwrap_or_default();
    path.extend(segments(rest));
    if path.len() < 2 {
        // This is only the crate.
        return None;
    }
    let function = path.pop()?;
    let name = match path.pop().filter(is_type) {
        Some(of_type) => format!("{of_type}::{function}"),
        None => function,
    };
    let is_code = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    (name.len() <= MAX_NAME_LENGTH && name.chars().all(is_code)).then_some(name)
}

/// Returns the position of the `>` that closes a bracket opened before the text.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

fn without_arguments(path: &str) -> String {
    let mut depth = 0;
    let mut kept = String::new();
    for c in path.chars() {
        depth += usize::from(c == '<');
        if depth == 0 {
            kept.push(c);
        }
        depth -= usize::from(c == '>' && depth > 0);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_named_as_in_the_code() {
        for (symbol, expected) in [
            ("submission::solver::Solver<B>::search", Some("Solver::search")),
            ("<submission::solver::Solver<B> as slider::Solver<B>>::new", Some("Solver::new")),
            ("<submission::solver::Node<B> as core::cmp::Ord>::cmp", Some("Node::cmp")),
            ("<submission::board::Board>::blank::{closure#0}", Some("Board::blank")),
            ("submission::board::Board::neighbors::{{closure}}", Some("Board::neighbors")),
            ("submission::solver::reverse", Some("reverse")),
            ("<&submission::board::Board as core::fmt::Debug>::fmt", Some("Board::fmt")),
            ("<submission::Key<fn() -> u8> as core::cmp::Ord>::cmp", Some("Key::cmp")),
            ("core::option::unwrap_failed", None),
            ("<alloc::vec::Vec<submission::board::Board>>::push", None),
            ("slider::MinPq<submission::solver::Node>::insert", None),
            ("submission::board::`x`", None),
            ("<submission", None),
            ("submission::", None),
            ("", None),
        ] {
            assert_eq!(short_name(symbol).as_deref(), expected, "{symbol}");
        }
    }
}
