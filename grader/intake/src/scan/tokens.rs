//! Small questions to tokens.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// Whether an attribute says that the item is there for tests alone.
pub(super) fn is_for_tests(attribute: &Group) -> bool {
    is_cfg_test(&attribute.stream())
}

/// Whether these are the tokens of `cfg(test)`.
pub(crate) fn is_cfg_test(tokens: &TokenStream) -> bool {
    fn is(tree: &TokenTree, name: &str) -> bool {
        matches!(tree, TokenTree::Ident(ident) if ident == name)
    }
    let first = |tokens: &TokenStream| tokens.clone().into_iter().take(3).collect::<Vec<_>>();
    match &first(tokens)[..] {
        [cfg, TokenTree::Group(group)] if is(cfg, "cfg") => {
            matches!(&first(&group.stream())[..], [test] if is(test, "test"))
        }
        _ => false,
    }
}

/// Whether these tokens have a `path = ...` in them, at any depth if they are to be searched so
/// deeply, that may name a file: with a text or a part of a macro behind it.
pub(super) fn names_path(attribute: &TokenStream, deeply: bool) -> bool {
    let mut tokens = attribute.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if plain(&ident) == "path" && is_punct(tokens.peek(), '=') => {
                tokens.next();
                let is_value = |token: &TokenTree| match token {
                    TokenTree::Literal(_) => true,
                    TokenTree::Ident(ident) => *ident == "concat" || *ident == "include_str",
                    token => is_punct(Some(token), '$'),
                };
                if tokens.peek().is_none_or(is_value) {
                    return true;
                }
            }
            TokenTree::Group(group) if deeply && names_path(&group.stream(), true) => return true,
            _ => {}
        }
    }
    false
}

/// The text in `path = "..."` or `cfg_attr(..., path = "...")`, if that is what an attribute is.
pub(super) fn path_of(attribute: &TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.clone().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(name), equals, literal]
            if name == "path" && is_punct(Some(equals), '=') =>
        {
            text(literal)
        }
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "cfg_attr" => {
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            let comma = tokens.iter().position(|token| is_punct(Some(token), ','))?;
            let rest = tokens[comma + 1..].iter().cloned();
            path_of(&rest.collect())
        }
        _ => None,
    }
}

/// The group of the attribute that begins at a `#`.
pub(super) fn attribute(tokens: &[TokenTree], at: usize) -> Option<&Group> {
    match tokens.get(at + 1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    }
}

/// The value of a text literal.
pub(super) fn text(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|literal| literal.value())
}

/// A name without the `r#` that it may have.
pub(super) fn plain(ident: &Ident) -> String {
    let ident = ident.to_string();
    ident.strip_prefix("r#").unwrap_or(&ident).to_owned()
}

pub(super) fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

pub(super) fn line(token: &TokenTree) -> u32 {
    number(token.span().start().line)
}

pub(super) fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
