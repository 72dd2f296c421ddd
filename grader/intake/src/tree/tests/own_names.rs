//! Tests calls of macros that read files, disguised as calls of something else.

use super::*;
use crate::scan::UNREADABLE;
use crate::tokens::normalize_name;

/// A call may have generic arguments, and the crate's macro with a reader's name may not apply.
#[test]
fn generic_arguments_and_own_macros_do_not_hide_reads() {
    for (text, reader) in [
        // The compiler expands a macro with generic arguments, although it reports them.
        ("const A: &str = env::<u8>!(\"HOME\");", "env!"),
        ("type A = include<u8>!(\"/x\");", "include!"),
        ("type A = include_str(u8)!(\"/x\");", "include_str!"),
        ("type A = include(u8) -> [u8; 1] !(\"/x\");", "include!"),
        ("use std::env as e; const A: &str = e::<u8>!(\"HOME\");", "env!"),
        ("macro_rules! m { ($a:tt :: $b:tt) => { $a!(\"HOME\") } } m::<u8>!(env::x);", "env!"),
        // A macro of one's own that does not apply here, or calls the compiler's.
        (
            "const A: &str = include_str!(\"/x\"); macro_rules! include_str { () => {} }",
            "include_str!",
        ),
        ("macro_rules! env { () => {} } const A: &str = std::env!(\"HOME\");", "env!"),
        ("macro_rules! include_str { ($a:expr) => { std::include_str!($a) } }", "include_str!"),
        ("#[cfg(any())] macro_rules! env { () => {} } const A: &str = env!(\"HOME\");", "env!"),
        ("mod m { macro_rules! env { () => {} } } const A: &str = env!(\"HOME\");", "env!"),
        (
            "macro_rules! env { ($a:tt :: $b:tt) => { std::$a!(\"HOME\") } } fn f() { env!(env::x); }",
            "env!",
        ),
    ] {
        finds(text, reader);
    }
}

/// The compiler normalizes identifiers before it compares them.
#[test]
fn the_same_name_can_be_written_in_several_ways() {
    for (text, reader) in [
        (
            "macro_rules! \u{212a} { ($m:ident $e:tt) => { $m! $e } } K!(include_str (\"/x\"));",
            "include_str!",
        ),
        ("macro_rules! K { ($m:ident $e:tt) => { $m! $e } } \u{212a}!(env (\"X\"));", "env!"),
        ("use std::include as e\u{301}; \u{e9}!(\"/x\");", "include!"),
        ("use std::include as \u{e9}; e\u{301}!(\"/x\"); fn f() { 1 № 2 }", UNREADABLE),
        ("use std::include_str as x\u{301}; x\u{301}!(\"/x\"); fn f() { 1 № 2 }", UNREADABLE),
        (
            "macro_rules! \u{212a} { ($p:ident $e:literal) => { #[$p = $e] mod x; } } K!(path \"/x\");",
            "#[path]",
        ),
    ] {
        finds(text, reader);
    }
    // No character outside ASCII can be part of a keyword or a reader's name.
    let same: Vec<char> = ('\u{80}'..=char::MAX)
        .filter(|c| {
            normalize_name(&c.to_string()).chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
        .collect();
    assert_eq!(same, ['\u{212a}']);
}

/// Asserts that the scan finds this reader, also after a long comment.
pub(super) fn finds(text: &str, reader: &str) {
    // A comment cannot precede text that has a meaning only at the very start.
    let comment = if text.starts_with(['#', '-', '\n', '\u{feff}']) { 0 } else { 300 };
    for comment in [0, comment] {
        let text = format!("/*{}*/ {text}", "(".repeat(comment));
        let text = if comment == 0 { text[5..].to_owned() } else { text };
        let file = |(path, text): (&str, &str)| (path.to_owned(), text.to_owned());
        let mut files = BTreeMap::from([("src/lib.rs", &*text), ("src/x.rs", "")].map(file));
        let tree = SourceTree::from_root("src/lib.rs", &mut files).unwrap();
        let readers: Vec<&str> = tree.refused.iter().map(|refusal| &*refusal.reader).collect();
        assert!(readers.contains(&reader), "{text}: {readers:?}");
    }
}
