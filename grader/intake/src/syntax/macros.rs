//! Finds code in the tokens of macros.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::parse::Parser as _;
use syn::{Block, Stmt};

use crate::tokens::is_name;

/// Returns the code in a macro's tokens if they are a list of items, statements, or an expression. Otherwise, returns
/// parts that may be code: those between commas and similar signs, or those in brackets.
pub(super) fn parse_statements(tokens: &TokenStream) -> Result<Vec<Stmt>, Vec<TokenStream>> {
    Block::parse_within.parse2(tokens.clone()).map_err(|_| {
        let mut parts = split_at_separators(tokens);
        if parts.len() > 1 {
            return parts.into_iter().map(TokenStream::from_iter).collect();
        }
        let groups = parts.pop().into_iter().flatten().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        groups.collect()
    })
}

/// Splits tokens at `,`, `;`, and `=>`.
fn split_at_separators(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    for token in tokens.clone() {
        let Some(part) = parts.last_mut() else { continue };
        let is_arrow =
            is_sign(&token, &['>']) && part.pop_if(|last| is_sign(last, &['='])).is_some();
        if is_arrow || is_sign(&token, &[',', ';']) {
            parts.push(Vec::new());
        } else {
            part.push(token);
        }
    }
    parts
}

fn is_sign(token: &TokenTree, signs: &[char]) -> bool {
    matches!(token, TokenTree::Punct(sign) if signs.contains(&sign.as_char()))
}

/// Returns the rules of a `macro_rules!` macro, as the code that they produce: variables become names, and repetitions
/// occur once.
pub(super) fn expand_rules(rules: TokenStream) -> TokenStream {
    let mut expanded = Vec::new();
    let mut tokens = rules.into_iter();
    let mut after_dollar = false;
    while let Some(token) = tokens.next() {
        let was_dollar = std::mem::replace(&mut after_dollar, is_sign(&token, &['$']));
        match token {
            TokenTree::Group(group)
                if was_dollar && group.delimiter() == Delimiter::Parenthesis =>
            {
                expanded.extend(expand_rules(group.stream()));
                // An optional separator, and the operator.
                if tokens.next().is_some_and(|sign| !is_sign(&sign, &['*', '+', '?'])) {
                    tokens.next();
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), expand_rules(group.stream()));
                inner.set_span(group.span());
                expanded.push(inner.into());
            }
            // A variable may have the name of a keyword.
            TokenTree::Ident(name)
                if was_dollar && name != "crate" && !is_name(&name.to_string()) =>
            {
                expanded.push(Ident::new(&format!("{name}_"), name.span()).into());
            }
            token if !after_dollar => expanded.push(token),
            _ => {}
        }
    }
    expanded.into_iter().collect()
}

/// Returns all names in these tokens, even in brackets.
pub(super) fn visit_names(tokens: &TokenStream, found: &mut impl FnMut(&Ident)) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => found(&name),
            TokenTree::Group(group) => visit_names(&group.stream(), found),
            _ => {}
        }
    }
}
