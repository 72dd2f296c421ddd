//! Distinguishes the student's own tests from given tests: those in the template, and those in a file that the grader
//! wrote, which begins with [`GENERATED_TESTS`].
//!
//! A test comes from the template if the template contains a test with the same tokens in the name and the body.
//! Position, layout and comments do not matter: students do not create a new test by moving or formatting a test, or by
//! wrapping it in a macro.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use embedded::TEMPLATE_TESTS;
use grade::cause::GENERATED_TESTS;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::items;
use super::prepare::join_path;

/// The functions in the template's test files.
static TEMPLATE: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let functions = TEMPLATE_TESTS.iter().flat_map(|(_, text)| functions_of(text, ""));
    functions.map(|(_, code)| code).collect()
});

/// Returns the names of the functions in a file that come from the template or from the grader. The items of the file belong to the module
/// `module` (`""` for the crate root). The text must be unmodified.
pub(super) fn names_of_given_functions(text: &str, module: &str) -> BTreeSet<String> {
    let functions = functions_of(text, module).into_iter();
    // Some editors write a byte order mark, and Rust ignores it.
    let is_generated = text.trim_start_matches('\u{feff}').starts_with(GENERATED_TESTS);
    functions
        .filter(|(_, code)| is_generated || TEMPLATE.contains(code))
        .map(|(name, _)| name)
        .collect()
}

/// Returns the qualified name and the code of each function.
fn functions_of(text: &str, module: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    find_functions(items::tokens_of(text), module, &mut found);
    found
}

fn find_functions(tokens: TokenStream, module: &str, found: &mut Vec<(String, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut must_panic = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "fn" => {
                if let Some((name, code)) = function_and_code(&tokens[at..])
                    && !must_panic
                {
                    found.push((join_path(module, &name), code));
                }
            }
            TokenTree::Group(group) => {
                let is_attribute = group.delimiter() == Delimiter::Bracket;
                // `#[should_panic]` changes a test's meaning.
                must_panic |= is_attribute && begins_with(group.stream(), "should_panic");
                let before = at.checked_sub(2).map(|start| &tokens[start..at]);
                match before {
                    Some([TokenTree::Ident(word), TokenTree::Ident(name)]) if word == "mod" => {
                        find_functions(
                            group.stream(),
                            &join_path(module, &name.to_string()),
                            found,
                        );
                    }
                    _ => find_functions(group.stream(), module, found),
                }
                must_panic &= group.delimiter() != Delimiter::Brace;
            }
            TokenTree::Punct(punct) => must_panic &= punct.as_char() != ';',
            _ => {}
        }
    }
}

/// Returns the name and the code of the function that begins at the first token, if it has a body.
fn function_and_code(tokens: &[TokenTree]) -> Option<(String, String)> {
    let TokenTree::Ident(name) = tokens.get(1)? else { return None };
    // To visit each token only once, end this header where the next function begins at the latest.
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Ident(word) => word == "fn",
        TokenTree::Literal(_) => false,
    };
    let end = 1 + tokens[1..].iter().position(is_end)?;
    if matches!(tokens[end], TokenTree::Ident(_)) {
        return None;
    }
    let mut code = String::new();
    write_code(&tokens[..=end], &mut code);
    Some((name.to_string(), code))
}

/// Writes tokens in a normal form, to ignore formatting: without spaces, trailing commas, braces around a closure's
/// only expression, or comments, including doc comments, which are attributes.
fn write_code(tokens: &[TokenTree], code: &mut String) {
    let is = |at: Option<usize>, c: char| {
        let token = at.and_then(|at| tokens.get(at));
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                if is_documentation(token) && is(at.checked_sub(1), '#') {
                    continue;
                }
                let is_body = group.delimiter() == Delimiter::Brace
                    && is(at.checked_sub(1), '|')
                    && !inner.iter().any(is_semicolon);
                let (open, close) = match group.delimiter() {
                    _ if is_body => ("", ""),
                    Delimiter::Parenthesis => ("( ", ") "),
                    Delimiter::Brace => ("{ ", "} "),
                    Delimiter::Bracket => ("[ ", "] "),
                    Delimiter::None => ("", ""),
                };
                let end = inner.len() - usize::from(inner.last().is_some_and(is_comma));
                code.push_str(open);
                write_code(&inner[..end], code);
                code.push_str(close);
            }
            TokenTree::Punct(_) if is(Some(at), '#') => {
                let documents = tokens.get(at + 1).is_some_and(is_documentation);
                code.push_str(if documents { "" } else { "# " });
            }
            token => {
                code.push_str(&token.to_string());
                code.push(' ');
            }
        }
    }
}

fn is_semicolon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';')
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// Returns `true` if these are the brackets of `#[doc = "..."]`.
fn is_documentation(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group)
        if group.delimiter() == Delimiter::Bracket && begins_with(group.stream(), "doc"))
}

fn begins_with(tokens: TokenStream, name: &str) -> bool {
    matches!(tokens.into_iter().next(), Some(TokenTree::Ident(word)) if word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOAL: &str = r#"#[test]
fn test_05_the_goal_is_the_goal() {
    assert!(board("3  1 2 3  4 5 6  7 8 0").is_goal(), "the tiles are in order, the blank last");
    assert!(!example().is_goal(), "the tiles are not in order");
    assert!(!board("3  0 1 2  3 4 5  6 7 8").is_goal(), "the blank must be last, not first");
}
"#;

    const NAME: &str = "test_05_the_goal_is_the_goal";

    fn is_template_test(text: &str, name: &str) -> bool {
        names_of_given_functions(text, "").contains(name)
    }

    #[test]
    fn all_template_tests_are_known() {
        for (file, text) in TEMPLATE_TESTS {
            let names = names_of_given_functions(text, "");
            let count = names.iter().filter(|name| name.starts_with("test_")).count();
            assert_eq!(count, 11, "in {file}");
            assert_eq!(text.matches("#[test]").count(), count, "in {file}");
        }
    }

    #[test]
    fn layout_and_comments_do_not_matter() {
        assert!(is_template_test(GOAL, NAME));
        let plain = GOAL.replace('\n', "\r\n    ").replace(", \"", ",\n\"");
        assert!(is_template_test(&plain, NAME), "{plain}");
        let comments = GOAL.replace("    assert", "    // See the text.\n /* ! */ assert");
        assert!(is_template_test(&comments, NAME), "{comments}");
        assert!(is_template_test(&format!("/// The goal.\n#[ignore]\npub {}", &GOAL[8..]), NAME));
        let formatted = r#"
#[test]
fn test_11_the_answers_stay_the_same() {
    let solver = Solver::new(&puzzle("puzzle07.txt"));
    let ask = || {
        (
            solver.moves(),
            solver.is_solvable(),
            solver.solution().map(Iterator::count),
        )
    };
    assert_eq!(ask(), (Some(7), true, Some(8)), "the first time");
    assert_eq!(ask(), (Some(7), true, Some(8)), "the second time");
}
"#;
        assert!(is_template_test(formatted, "test_11_the_answers_stay_the_same"));
    }

    #[test]
    fn template_tests_are_found_in_any_module() {
        let moved = format!("mod a {{ use super::*; mod b {{ {GOAL} }} }}\n{GOAL}");
        let found = names_of_given_functions(&moved, "common");
        let expected = [format!("common::a::b::{NAME}"), format!("common::{NAME}")];
        assert!(found.into_iter().eq(expected));
        let within = format!("#[cfg(test)]\nmod tests {{ use super::*; {GOAL} }}");
        assert!(
            names_of_given_functions(&within, "board").contains(&format!("board::tests::{NAME}"))
        );
        let wrapped =
            format!("macro_rules! all {{ ($($it:item)*) => {{ $($it)* }} }}\nall! {{ {GOAL} }}");
        assert!(is_template_test(&wrapped, NAME));
    }

    #[test]
    fn edited_template_tests_belong_to_the_student() {
        for (find, replace) in [
            ("test_05", "test_04"),
            ("6  7 8 0", "6  7 0 8"),
            ("assert!(!example", "assert!(example"),
            ("#[test]", "#[test] #[should_panic]"),
            ("not first\");", "not first\"); assert!(true);"),
        ] {
            let edited = GOAL.replace(find, replace);
            assert_ne!(edited, GOAL);
            assert!(names_of_given_functions(&edited, "").is_empty(), "{edited}");
        }
        // An attribute applies only to the test that follows it.
        let after = format!("#[test] #[should_panic] fn other() {{ panic!() }}\n{GOAL}");
        assert!(names_of_given_functions(&after, "").contains(NAME));
        assert!(
            names_of_given_functions("fn f( {", "").is_empty()
                && names_of_given_functions("fn f();", "").is_empty()
        );
    }
}
