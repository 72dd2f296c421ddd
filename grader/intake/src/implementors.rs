//! Finds implementations of a trait by name.

use super::tokens::{TokenClass, Tokens};

/// Returns the first type that implements the trait `name`, or an alias of it from `use ... as`.
pub(super) fn first(text: &str, name: &str) -> Option<String> {
    let tokens = Tokens::of(text);
    if tokens.flaw().is_some() {
        return None;
    }
    let names = names(&tokens, name);
    let mut implementations = all(&tokens);
    let found = implementations.find(|it| names.binary_search(&it.of_trait).is_ok())?;
    Some(found.of_type.to_owned())
}

/// Returns all names of the trait in a text, including aliases, in sorted order.
pub(super) fn names<'a>(tokens: &Tokens<'a>, name: &'a str) -> Vec<&'a str> {
    let is_renamed = |at: &usize| tokens.word(*at) == name && tokens.word(at + 1) == "as";
    let mut names = vec![name];
    names.extend((0..tokens.len()).filter(is_renamed).map(|at| tokens.word(at + 2)));
    names.sort_unstable();
    names
}

/// An `impl Trait for Type` or `impl Type` block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Implementation<'a> {
    /// The last segment of the trait path, or an empty string for an inherent `impl`.
    pub(super) of_trait: &'a str,
    /// The last segment of the type path.
    pub(super) of_type: &'a str,
    /// The opening brace.
    pub(super) body: usize,
}

/// Iterates over all `impl` blocks in a text without a flaw.
pub(super) fn all<'t, 'a>(tokens: &'t Tokens<'a>) -> impl Iterator<Item = Implementation<'a>> + 't {
    let headers = (0..tokens.len()).filter(|at| tokens.word(*at) == "impl");
    headers.filter_map(|at| implementation(tokens, at + 1))
}

/// Parses the `impl` header at `at`. Returns `None` unless the header names a type and braces follow it.
fn implementation<'a>(tokens: &Tokens<'a>, mut at: usize) -> Option<Implementation<'a>> {
    let mut depth = 0usize;
    let mut last = "";
    let mut of_trait = None;
    let mut is_over = false;
    while !tokens.is(at, '{') {
        match tokens.kind(at)? {
            // The `>` in `fn() -> u8` does not close a bracket.
            TokenClass::Sign if tokens.is(at, '<') => depth += 1,
            TokenClass::Sign if tokens.is(at, '>') && !tokens.was(at, 1, '-') => {
                depth = depth.saturating_sub(1);
            }
            TokenClass::Sign if tokens.is(at, ';') => return None,
            TokenClass::Close => return None,
            TokenClass::Word if tokens.word(at) == "impl" => return None,
            TokenClass::Word if depth == 0 && !is_over => match tokens.word(at) {
                "for" => {
                    of_trait = Some(last);
                    last = "";
                }
                "where" => is_over = true,
                word => last = word,
            },
            _ => {}
        }
        at = tokens.next(at);
    }
    let of_trait = of_trait.unwrap_or_default();
    (!last.is_empty()).then_some(Implementation { of_trait, of_type: last, body: at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_implementing_type_is_found() {
        for (text, name, expected) in [
            ("impl slider::Board for PuzzleBoard {}", "Board", Some("PuzzleBoard")),
            ("use slider::Board as Trait; impl Trait for Grid<3> {}", "Board", Some("Grid")),
            (
                "impl<B: Board> slider::Solver<B> for my::AStar<B> where B: Eq {}",
                "Solver",
                Some("AStar"),
            ),
            ("mod m { impl Board for Inner {} }", "Board", Some("Inner")),
            ("impl Board { fn f() {} } impl Display for Board {}", "Board", None),
            ("impl Board for (( {}", "Board", None),
        ] {
            assert_eq!(first(text, name).as_deref(), expected, "{text}");
        }
    }
}
