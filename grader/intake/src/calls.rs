//! Finds the calls that make up a search: calls to `neighbors`, `del_min`, and a distance method.

use std::ops::Range;

use grade::Target;

use super::asks::flat;
use super::implementors;
use super::tokens::Tokens;

/// A call that is part of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The method that is called.
    pub(super) target: Target,
    /// The position of the method's name.
    pub(super) at: usize,
    /// The start of the body of the innermost function that contains the call.
    pub(super) function: usize,
}

/// Returns the calls in a text that has no flaw. Skips test code and the methods of the type `board`, which are not
/// part of the search.
pub(super) fn all(tokens: &Tokens<'_>, board: &str) -> Vec<Call> {
    let of_board: Vec<Range<usize>> = implementors::all(tokens)
        .filter(|it| it.of_type == board)
        .map(|it| it.body..tokens.end(it.body))
        .collect();
    let functions: Vec<Range<usize>> =
        (0..tokens.len()).filter_map(|at| body(tokens, at)).collect();
    let call = |at: usize| {
        let is_call = tokens.is(at + 1, '(') && (tokens.was(at, 1, '.') || tokens.was(at, 1, ':'));
        let target = Target::of_call(tokens.word(at)).filter(|_| is_call)?;
        let is_of_board = of_board.iter().any(|body| body.contains(&at));
        let function = functions.iter().rfind(|body| body.contains(&at))?.start;
        (!is_of_board).then_some(Call { target, at, function })
    };
    flat(tokens).into_iter().filter_map(call).collect()
}

/// Returns the body of the function whose `fn` keyword is at `at`.
fn body(tokens: &Tokens<'_>, mut at: usize) -> Option<Range<usize>> {
    if tokens.word(at) != "fn" || tokens.word(at + 1).is_empty() {
        return None;
    }
    while !tokens.is(at, '{') {
        if at >= tokens.len() || tokens.is(at, ';') {
            return None;
        }
        at = tokens.next(at);
    }
    Some(at..tokens.end(at))
}
