//! Finds the calls of a search, to `neighbors`, `del_min`, and a distance method, and the functions that put together
//! lists.

use std::collections::BTreeSet;
use std::ops::Range;

use grade::Target;

use super::asks::flat;
use super::implementors;
use super::tokens::Tokens;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) target: Target,
    /// The position of the name.
    pub(super) at: usize,
    /// The start of the body of the calling function.
    pub(super) function: usize,
}

/// Returns the calls in a text without a flaw. Skips test code and the methods of the type `board`, which are not part
/// of the search.
pub(super) fn all(tokens: &Tokens<'_>, board: &str) -> Vec<Call> {
    let of_board = bodies_of(tokens, board);
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

fn bodies_of(tokens: &Tokens<'_>, board: &str) -> Vec<Range<usize>> {
    let of_board = implementors::all(tokens).filter(|it| it.of_type == board);
    of_board.map(|it| it.body..tokens.end(it.body)).collect()
}

/// Functions and methods that create, extend or reverse a list.
const LISTS: [&str; 17] = [
    "push",
    "push_back",
    "push_front",
    "collect",
    "extend",
    "append",
    "prepend",
    "concat",
    "chain",
    "once",
    "successors",
    "from_fn",
    "from_iter",
    "fold",
    "drain",
    "rev",
    "split_off",
];

/// Returns the positions of the names of functions that put together lists, in a text without a flaw. Skips test code
/// and the methods of the type `board`. A list that only collects neighbors does not count.
pub(super) fn that_list(tokens: &Tokens<'_>, board: &str) -> BTreeSet<usize> {
    let of_board = bodies_of(tokens, board);
    let functions: Vec<(usize, Range<usize>)> =
        (0..tokens.len()).filter_map(|at| Some((at + 1, body(tokens, at)?))).collect();
    let lists = |at: usize| {
        let is_member = tokens.was(at, 1, '.') || tokens.was(at, 1, ':');
        let is_first = tokens.word(at) == "insert" && tokens.shown(at + 2) == "0";
        let is_macro =
            tokens.word(at) == "vec" && tokens.is(at + 1, '!') && tokens.end(at + 2) > at + 3;
        let of_neighbors = at >= 4 && tokens.word(at - 4) == "neighbors" && tokens.is(at - 2, ')');
        (is_member && (LISTS.contains(&tokens.word(at)) || is_first) || is_macro) && !of_neighbors
    };
    let function = |at: usize| {
        let is_of_board = of_board.iter().any(|body| body.contains(&at));
        let (name, _) = functions.iter().rfind(|(_, body)| body.contains(&at))?;
        (!is_of_board).then_some(*name)
    };
    flat(tokens).into_iter().filter(|at| lists(*at)).filter_map(function).collect()
}

/// Returns the body of the function with the `fn` keyword at `at`.
pub(super) fn body(tokens: &Tokens<'_>, mut at: usize) -> Option<Range<usize>> {
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
