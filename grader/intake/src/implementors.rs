//! Finds the types that implement a trait, by their names in the text.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::nesting;

/// The name of the first type in a text that implements the trait of this name, or of a name that
/// `use ... as` gives it.
pub(super) fn first(text: &str, name: &str) -> Option<String> {
    let tokens = nesting::tokens(text)?;
    let mut names = vec![name.to_owned()];
    renamed(&tokens, name, &mut names);
    in_items(tokens, &names)
}

/// Adds what `name as other` calls the trait.
fn renamed(tokens: &TokenStream, name: &str, names: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(from), TokenTree::Ident(keyword), TokenTree::Ident(to)] = window
            && from == name
            && keyword == "as"
        {
            names.push(to.to_string());
        }
    }
    for token in tokens {
        if let TokenTree::Group(group) = token {
            renamed(&group.stream(), name, names);
        }
    }
}

/// Looks at the headers of `impl` blocks, in modules, too.
fn in_items(tokens: TokenStream, names: &[String]) -> Option<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(keyword) if keyword == "impl" => {
                let header = &tokens[at + 1..];
                let end = header.iter().position(is_body).unwrap_or(header.len());
                if let Some(found) = implementor(&header[..end], names) {
                    return Some(found);
                }
            }
            TokenTree::Group(group) if is_body(token) => {
                if let Some(found) = in_items(group.stream(), names) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}

/// The type in the header of an `impl`, if it is of one of these traits.
fn implementor(header: &[TokenTree], names: &[String]) -> Option<String> {
    let mut depth = 0usize;
    let mut last = None;
    let mut is_of_trait = false;
    for (at, token) in header.iter().enumerate() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => {
                // The arrow of `fn() -> u8` closes nothing.
                let is_arrow = at > 0
                    && matches!(&header[at - 1], TokenTree::Punct(it) if it.as_char() == '-');
                depth = depth.saturating_sub(usize::from(!is_arrow));
            }
            TokenTree::Ident(word) if depth == 0 && word == "for" => {
                is_of_trait = last.as_ref().is_some_and(|it| names.contains(it));
                last = None;
            }
            TokenTree::Ident(word) if depth == 0 && word == "where" => break,
            TokenTree::Ident(word) if depth == 0 => last = Some(word.to_string()),
            _ => {}
        }
    }
    last.filter(|_| is_of_trait)
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
