//! Removes comments from the model answer and the faults before they are compiled.
//!
//! Compiled libraries contain the documentation of public items, which explains how the model answer works.

use std::ops::Range;

use proc_macro2::{Group, TokenStream, TokenTree};

use super::own_tests::tokens_of;

/// Replaces all comments by spaces, so that the lines and columns of the code stay the same. Returns code without tokens
/// unchanged.
pub(super) fn blank_out_comments(text: &str) -> String {
    let mut kept = Vec::new();
    add_code_ranges(text, tokens_of(text), &mut kept);
    if kept.is_empty() {
        return text.to_owned();
    }
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for range in kept {
        add_blanks(&mut result, &text[done..range.start]);
        result.push_str(&text[range.clone()]);
        done = range.end;
    }
    add_blanks(&mut result, &text[done..]);
    result
}

/// Adds the byte ranges of all tokens, in order, except those that stand for a documentation comment.
fn add_code_ranges(text: &str, tokens: TokenStream, kept: &mut Vec<Range<usize>>) {
    for token in tokens {
        let range = token.span().byte_range();
        // Such a comment becomes an attribute whose tokens all have the span of the comment.
        if ["//", "/*"].iter().any(|start| text[range.clone()].starts_with(start)) {
            continue;
        }
        match token {
            TokenTree::Group(group) => add_ranges_of_group(text, &group, kept),
            _ => kept.push(range),
        }
    }
}

fn add_ranges_of_group(text: &str, group: &Group, kept: &mut Vec<Range<usize>>) {
    kept.push(group.span_open().byte_range());
    add_code_ranges(text, group.stream(), kept);
    kept.push(group.span_close().byte_range());
}

/// Adds a space for every byte of a text, and keeps its line breaks.
fn add_blanks(result: &mut String, text: &str) {
    result.extend(text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_replaced_and_code_stays_in_place() {
        let text = "//! Of the file.\n\n/// Of é.\n#[doc(hidden)] // why\nfn f() -> u8 {\n    /* a\n    b */ \
                    let s = \"// no comment\";\n    s.len() /* c */ as u8 / 2 // d\n}\n/** e */ struct S;\n";
        let expected = "                \n\n          \n#[doc(hidden)]       \nfn f() -> u8 {\n        \n         \
                        let s = \"// no comment\";\n    s.len()         as u8 / 2     \n}\n         struct S;\n";
        let blanked = blank_out_comments(text);
        assert_eq!(blanked, expected);
        assert_eq!(blanked.len(), text.len(), "columns are counted in bytes here");
    }

    #[test]
    fn the_model_answer_keeps_its_tokens() {
        for (name, text) in embedded::MODEL {
            let blanked = blank_out_comments(text);
            assert!(!blanked.contains("///") && !blanked.contains("//!"), "{name}");
            let lines = text.lines().zip(blanked.lines());
            for (line, blank) in lines.filter(|(line, _)| !line.contains("//")) {
                assert_eq!(blank.trim_end(), line.trim_end(), "{name}");
            }
        }
    }
}
