use proptest::prelude::*;

use super::*;

/// Returns all lexemes except whitespace and comments.
fn lexemes(text: &str) -> Vec<(LexemeKind, &str)> {
    let is_code = |lexeme: &Lexeme| !matches!(lexeme.kind, LexemeKind::Space | LexemeKind::Comment);
    lex(text).into_iter().filter(is_code).map(|lexeme| (lexeme.kind, &text[lexeme.range])).collect()
}

fn texts(text: &str) -> Vec<&str> {
    lexemes(text).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn string_literals_end_as_in_rust() {
    for text in [
        r#""""#,
        r#""a\"b""#,
        r#""a\\""#,
        "\"two\nlines \\\n  joined\"",
        "r\"\\\"",
        r##"r#"a"b"#"##,
        r###"r##"a"#b"##"###,
        r##"br#"""#"##,
        r#"b"\"""#,
        r#"c"x""#,
        r##"cr#"x"#"##,
        "\"/* no comment */ // none\"",
    ] {
        assert_eq!(
            lexemes(&format!("{text};")),
            [(LexemeKind::Str, text), (LexemeKind::Punct, ";")]
        );
    }
}

#[test]
fn quotes_start_characters_or_lifetimes() {
    use LexemeKind::{Char, Lifetime};
    for (text, kind) in [
        ("'a'", Char),
        ("'a", Lifetime),
        ("'static", Lifetime),
        ("'_", Lifetime),
        ("'r#fn", Lifetime),
        (r"'\''", Char),
        (r"'\\'", Char),
        (r"'\u{1F600}'", Char),
        ("'\"'", Char),
        ("'('", Char),
        ("'é'", Char),
        ("b'x'", Char),
        (r"b'\''", Char),
        ("'1'", Char),
        ("' '", Char),
    ] {
        assert_eq!(
            lexemes(&format!("{text}, x")),
            [(kind, text), (LexemeKind::Punct, ","), (LexemeKind::Word, "x")]
        );
    }
    assert_eq!(
        texts("f::<'a>('b', 'c')"),
        ["f", "::", "<", "'a", ">", "(", "'b'", ",", "'c'", ")"]
    );
    assert_eq!(texts("'outer: loop { break 'outer; }")[..2], ["'outer", ":"]);
}

#[test]
fn comments_nest() {
    assert_eq!(texts("a /* b /* c */ d */ e"), ["a", "e"]);
    assert_eq!(texts("a /**/ b /* \" */ c // d\ne //"), ["a", "b", "c", "e"]);
    assert_eq!(texts("a / b /* never closed /* */ c"), ["a", "/", "b"]);
    assert_eq!(texts("#!/usr/bin/env run\nfn"), ["fn"]);
    assert_eq!(texts("#![allow]")[..3], ["#", "!", "["]);
}

#[test]
fn numbers_do_not_consume_ranges_or_methods() {
    assert_eq!(texts("0..n"), ["0", "..", "n"]);
    assert_eq!(texts("1..=9"), ["1", "..=", "9"]);
    assert_eq!(texts("1.max(2)"), ["1", ".", "max", "(", "2", ")"]);
    assert_eq!(texts("1. + 2.5e-3f64 - 1e+9"), ["1.", "+", "2.5e-3f64", "-", "1e+9"]);
    assert_eq!(texts("0xfe-1 1_000u64 0b1.f"), ["0xfe", "-", "1", "1_000u64", "0b1", ".", "f"]);
}

#[test]
fn words_may_be_raw_or_in_any_script() {
    use LexemeKind::{RawWord, Word};
    assert_eq!(lexemes("r#fn"), [(RawWord, "r#fn")]);
    assert_eq!(
        lexemes("größe _x ряд b c r"),
        [(Word, "größe"), (Word, "_x"), (Word, "ряд"), (Word, "b"), (Word, "c"), (Word, "r")]
    );
    assert_eq!(texts("brr\"x\""), ["brr", "\"x\""]);
}

#[test]
fn operators_use_the_longest_match() {
    assert_eq!(
        texts("a..=b=>c->d::e&&f"),
        ["a", "..=", "b", "=>", "c", "->", "d", "::", "e", "&&", "f"]
    );
    // Two closing brackets look like a shift operator.
    assert_eq!(texts("A<B<C>>"), texts("A<B<C> >"));
}

#[test]
fn invalid_rust_is_lexed() {
    assert_eq!(
        lexemes("a \\ ` €"),
        [
            (LexemeKind::Word, "a"),
            (LexemeKind::Unknown, "\\"),
            (LexemeKind::Unknown, "`"),
            (LexemeKind::Unknown, "€")
        ]
    );
    assert_eq!(texts("let x = \"never closed; fn"), ["let", "x", "=", "\"never closed; fn"]);
    assert_eq!(texts("'\\x never closed\nfn"), ["'\\x never closed", "fn"]);
    assert_eq!(texts("r##\"never closed\"# fn"), ["r##\"never closed\"# fn"]);
}

/// Generates texts from randomly ordered pieces that the lexer treats specially.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "'",
        "\"",
        "r#",
        "#",
        "b",
        "c",
        "r",
        "\\",
        "/*",
        "*/",
        "//",
        "\n",
        " ",
        "0",
        "1.",
        "..",
        "e-",
        "x",
        "é",
        "\u{2028}",
        "\u{feff}",
        "!",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "<",
        ">",
        "=",
        "'a",
        "#!",
        "\r\n",
        "cfg(test)",
        "fn",
        ";",
        ",",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn lexemes_cover_the_whole_text(text in prop_oneof![any::<String>(), pieces()]) {
        let mut at = 0;
        for lexeme in lex(&text) {
            prop_assert_eq!(lexeme.range.start, at);
            prop_assert!(lexeme.range.end > at);
            prop_assert!(text.is_char_boundary(lexeme.range.end));
            at = lexeme.range.end;
        }
        prop_assert_eq!(at, text.len());
    }

    #[test]
    fn any_bytes_are_lexed(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert_eq!(lex(&text).iter().map(|lexeme| lexeme.range.len()).sum::<usize>(), text.len());
    }
}
