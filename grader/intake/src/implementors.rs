//! Finds the types that implement a trait, by their names in the text.

use super::tokens::{Kind, Tokens};

/// The name of the first type in a text that implements the trait of this name, or of a name that
/// `use ... as` gives it.
pub(super) fn first(text: &str, name: &str) -> Option<String> {
    let tokens = Tokens::of(text);
    if tokens.flaw().is_some() {
        return None;
    }
    let is_renamed = |at: &usize| tokens.word(*at) == name && tokens.word(at + 1) == "as";
    let mut names = vec![name];
    names.extend((0..tokens.len()).filter(is_renamed).map(|at| tokens.word(at + 2)));
    names.sort_unstable();
    let mut headers = (0..tokens.len()).filter(|at| tokens.word(*at) == "impl");
    headers.find_map(|at| implementor(&tokens, at + 1, &names)).map(str::to_owned)
}

/// The type in the header of an `impl` that begins here, if it is of one of these traits, and braces
/// follow.
fn implementor<'a>(tokens: &Tokens<'a>, mut at: usize, names: &[&str]) -> Option<&'a str> {
    let mut depth = 0usize;
    let mut last = "";
    let mut is_of_trait = false;
    let mut is_over = false;
    while !tokens.is(at, '{') {
        match tokens.kind(at)? {
            // The arrow of `fn() -> u8` closes nothing.
            Kind::Sign if tokens.is(at, '<') => depth += 1,
            Kind::Sign if tokens.is(at, '>') && !tokens.was(at, 1, '-') => {
                depth = depth.saturating_sub(1);
            }
            Kind::Sign if tokens.is(at, ';') => return None,
            Kind::Close => return None,
            Kind::Word if tokens.word(at) == "impl" => return None,
            Kind::Word if depth == 0 && !is_over => match tokens.word(at) {
                "for" => {
                    is_of_trait = names.binary_search(&last).is_ok();
                    last = "";
                }
                "where" => is_over = true,
                word => last = word,
            },
            _ => {}
        }
        at = tokens.next(at);
    }
    (is_of_trait && !last.is_empty()).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_found_by_its_trait() {
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
