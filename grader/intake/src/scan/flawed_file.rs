//! Scans a file that compilers may interpret differently.
//!
//! The compiler rejects an unmatched bracket before expanding macros, but may replace an invalid character and
//! continue, which can turn comments and strings into code. A flawed file is compiled only if it does not mention a
//! reader.

use ra_ap_rustc_lexer::is_id_continue;

use super::attributes::names_file;
use super::{CompilerRead, MacroFacts, Module, ReadTarget, ScannedFile, UNREADABLE};
use crate::tokens::{TokenClass, TokenFlaw, Tokens, normalize_name};

/// Returns the modules that the file may name and, if it mentions a reader, a read at the byte offset of the flaw.
pub(super) fn scan(
    tokens: &Tokens<'_>,
    text: &str,
    facts: &MacroFacts,
    at: usize,
    flaw: TokenFlaw,
) -> ScannedFile {
    let mentions = match flaw {
        TokenFlaw::Bracket => may_tokens_name_reader(tokens, facts),
        TokenFlaw::Token => may_text_name_reader(&normalize_name(text), facts),
    };
    let mut scan = ScannedFile::default();
    if mentions {
        let what = ReadTarget::Refused { reader: UNREADABLE, instead: None };
        scan.reads.push(CompilerRead { what, range: at..at, line: tokens.line_of(at) });
    }
    for at in 0..tokens.len() {
        if tokens.word(at) == "mod" && !tokens.word(at + 1).is_empty() && tokens.is(at + 2, ';') {
            scan.modules.push(Module {
                name: normalize_name(tokens.word(at + 1)).into_owned(),
                within: Vec::new(),
                path: None,
                line: tokens.line_of_token(at),
                for_tests: false,
                is_certain: false,
            });
        }
    }
    scan
}

/// Returns `true` if any token may name a reader.
fn may_tokens_name_reader(tokens: &Tokens<'_>, facts: &MacroFacts) -> bool {
    (0..tokens.len()).any(|at| {
        let name = tokens.word(at);
        let may_be_called =
            tokens.is(at + 1, '!') || tokens.word(at + 1) == "as" || facts.has_macros();
        match name {
            "" => false,
            "include" => may_be_called,
            "env" => may_be_called && !tokens.is(at + 1, ':'),
            "path" => names_file(tokens, at),
            "extern" => {
                let next = at
                    + 1
                    + usize::from(tokens.class_of_token(at + 1) == Some(TokenClass::Literal));
                tokens.is(next, '{')
            }
            _ => is_always_reader(name) || facts.alias(name).is_some() && may_be_called,
        }
    })
}

/// Returns `true` if any word in the text may name a reader.
fn may_text_name_reader(text: &str, facts: &MacroFacts) -> bool {
    let has_macros = facts.has_macros() || text.contains("macro_rules");
    let is_word = |c: char| c.is_alphanumeric() || is_id_continue(c);
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        rest = &rest[start..];
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        let next = behind.trim_start();
        let before = text[..text.len() - rest.len() - word.len()].trim_end_matches(' ');
        let goes_on = is_no_macro_call(before, next);
        let may_be_called = has_macros || !goes_on || next.starts_with("as ");
        let may_read = match word {
            "include" => may_be_called,
            "env" => may_be_called && !is_segment(next),
            "path" => {
                let value = next.strip_prefix('=').map_or("", str::trim_start);
                next.starts_with('/')
                    || ["\"", "r\"", "r#", "$", "/"].iter().any(|start| value.starts_with(start))
            }
            "extern" => !next.starts_with("crate"),
            _ => is_always_reader(word) || facts.alias(word).is_some() && may_be_called,
        };
        if may_read {
            return true;
        }
    }
    false
}

/// Returns `true` if a name between these texts is not called as a macro. Arguments of a type may come before the `!`
/// of a call, so brackets must belong to a function.
fn is_no_macro_call(before: &str, next: &str) -> bool {
    let is_function = before.ends_with('.')
        || before
            .strip_suffix("fn")
            .is_some_and(|stem| !stem.ends_with(|c: char| !c.is_whitespace()));
    match next.as_bytes().first() {
        Some(b'(') => is_function,
        Some(b':') => !next.starts_with("::") || is_segment(next),
        Some(b'.' | b'=') => true,
        first => first.is_some_and(u8::is_ascii_alphabetic),
    }
}

/// Returns `true` if the text before this one is a path segment other than the last.
fn is_segment(next: &str) -> bool {
    let name = next.strip_prefix("::").map_or("", str::trim_start);
    name.starts_with(|c: char| c.is_alphabetic() || "_{*".contains(c))
}

fn is_always_reader(name: &str) -> bool {
    super::ALWAYS.iter().any(|(known, _)| *known == name)
}
