mod own_names;

use super::*;
use own_names::finds;

struct Texts(BTreeMap<&'static str, &'static str>);

impl TreeFiles for Texts {
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError> {
        Ok(self.0.get(path).copied())
    }

    fn data(&mut self, path: &str) -> Result<bool, IntakeError> {
        Ok(self.0.contains_key(path))
    }
}

fn tree(files: &[(&'static str, &'static str)]) -> SourceTree {
    SourceTree::from_root("src/lib.rs", &mut Texts(files.iter().copied().collect())).unwrap()
}

fn refused(text: &'static str) -> Vec<String> {
    let files = [("src/lib.rs", text), ("src/x.rs", ""), ("README.md", "")];
    let tree = tree(&files);
    tree.refused
        .iter()
        .map(|refusal| format!("{}: {} {:?}", refusal.line, refusal.reader, refusal.why))
        .collect()
}

#[test]
fn modules_are_resolved_as_by_the_compiler() {
    let tree = tree(&[
        (
            "src/lib.rs",
            "mod a; pub mod b; mod c { mod d; #[path = \"e.rs\"] mod f; }\n\
                        #[path = \"../other/g.rs\"] mod h; #[cfg(test)] mod t; include!(\"i.in\");",
        ),
        ("src/a.rs", "mod j;"),
        ("src/a/j.rs", ""),
        ("src/b/mod.rs", "mod k;"),
        ("src/b/k.rs", ""),
        ("src/c/d.rs", ""),
        ("src/c/e.rs", ""),
        ("other/g.rs", "mod l;"),
        ("other/l.rs", ""),
        ("src/t.rs", "mod u; const X: &str = include_str!(\"/etc/passwd\");"),
        ("src/t/u.rs", ""),
        ("src/i.in", "mod m;"),
        ("src/m.rs", ""),
        ("src/j.rs", "include!(\"/etc/passwd\");"),
    ]);
    let live: Vec<&str> = tree.live.iter().map(String::as_str).collect();
    assert_eq!(
        live,
        [
            "other/g.rs",
            "other/l.rs",
            "src/a.rs",
            "src/a/j.rs",
            "src/b/k.rs",
            "src/b/mod.rs",
            "src/c/d.rs",
            "src/c/e.rs",
            "src/i.in",
            "src/lib.rs",
            "src/m.rs",
        ]
    );
    assert!(tree.for_tests.iter().eq(["src/t.rs", "src/t/u.rs"]));
    assert_eq!((tree.refused, tree.missing), (Vec::new(), Vec::new()));
}

#[test]
fn missing_module_files_are_reported() {
    let tree = tree(&[
        (
            "src/lib.rs",
            "mod a;\n\nmod b;\n#[cfg(feature = \"x\")] mod c;\n\
                                      m! { mod d; }",
        ),
        ("src/a.rs", "mod e;"),
    ]);
    let missing: Vec<_> =
        tree.missing.iter().map(|missing| (&*missing.path, &*missing.file, missing.line)).collect();
    assert_eq!(missing, [("src/b.rs", "src/lib.rs", 3), ("src/a/e.rs", "src/a.rs", 1)]);
}

#[test]
fn submissions_may_read_their_own_files() {
    for text in [
        "#![doc = include_str!(\"../README.md\")]",
        "const X: &str = include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/README.md\"));",
        "fn f() { println!(\"{}\", include_str!(\"x.rs\")); let _ = include_bytes!(r\"x.rs\"); }",
        "fn f() -> &'static str { env!(\"CARGO_PKG_NAME\", \"never\") }",
        "macro_rules! m { () => { option_env!(\"CARGO_PKG_VERSION\") } }",
        "#[path = \"x.rs\"] mod y; #[cfg_attr(all(), path = \"x.rs\")] mod z;",
        "use std::{env as e, fs}; fn path() -> usize { std::env::args().count() }",
        "/// Does not include_str! anything.\n// env!(\"X\")\nfn f() -> &'static str { \"include!\" }",
        "fn f(path: &str) { println!(\"{path} {}\", std::env::consts::OS, path = path); }",
        "extern crate std as s; extern \"C\" fn f() {} struct S { path: u8 }",
        "#[cfg(test)] mod tests { const P: &str = include_str!(\"/etc/passwd\"); } fn f() {}",
        "impl S { #[cfg(test)] fn f() { env!(\"HOME\"); } }",
        "#[cfg(test)] pub(crate) mod t { fn f() -> &'static str { include_str!(\"/x\") } }",
        "#[cfg(test)] impl S { fn f() -> &'static str { env!(\"HOME\") } }",
        "#[cfg(test)] #[test] fn f() -> impl Fn() { || drop(env!(\"HOME\")) }",
        "#[allow(dead_code)] #[cfg(test)] #[derive(Debug)] struct T<const N: usize> { a: u8 }",
        "struct S { include: bool, env: u8 } fn f(s: S) { let include = !s.include; if s.env != 1 {} }",
        "fn f(include: u8) { if include != 2 { g(&[include], s.include()) } }",
        "fn f(path: Vec<u8>) { assert!(!path.is_empty()); let path = path.len(); vec![path]; }",
        "macro_rules! m { ($p:path, $n:ident) => { impl $p for $n {} } } m!(std::fmt::Debug, S);",
        "macro_rules! m { ($(#[$m:meta])* $n:ident) => { $(#[$m])* struct $n; } } m!(/** A. */ S);",
        "macro_rules! tests { ($n:ident) => { mod $n { pub fn a() {} } } } tests!(b);",
        "macro_rules! m { ($a:expr) => { $a } } fn f() { m!(1); println!(\"{}\", std::env::args().count()) }",
        "macro_rules! m { () => { std::env::consts::OS } }",
        "fn f() { if !a { let env = 1; } while !(b) { use std::env; } }",
        "#!/usr/bin/env run-cargo-script\nfn f() {}",
        "#![allow(unused)]\nfn f() {}",
        "fn f<'a>(s: &'a str) -> char { let _ = (b'\\'', r#\"include!(\"/x\")\"#, c\"env!\"); '\\'' }",
        "/* nested /* include!(\"/x\") */ */ fn f() {} /// ```\n/// env!(\"HOME\")\n/// ```\nfn g() {}",
        "impl std::fmt::Debug for S { fn fmt(&self) { write!(f, \"{}\", env!(\"CARGO_PKG_NAME\")) } }",
        "#[path = \"x.rs\"]\n#[cfg(all())]\nmod y;",
        "#[doc = include_str!(\"../README.md\")] #[must_use] pub fn f() {}",
        "mod inner { pub(super) fn f() -> &'static str { include_str!(\"x.rs\") } }",
        "fn f(a: Vec<Vec<Option<Box<dyn Fn(Vec<Vec<u8>>) -> Vec<Vec<u8>>>>>>) {}",
        "impl<T, const N: usize> A for [T; N] where [(); { N + 1 }]:, T: Fn() -> u8 {}",
        "extern crate alloc; pub extern \"C\" fn f() {} type F = extern \"C\" fn(u8) -> u8;",
        "fn f() -> u8 { 'outer: loop { break 'outer 1 } } union U { a: u8 } static mut X: u8 = 1;",
        "macro_rules! rows { ($([$($x:expr),*]),*) => { [$([$($x),*]),*] } } const A: [[u8; 1]; 1] = rows!([1]);",
        "thread_local! { static A: u8 = const { 1 } } fn f(r#type: u8, r#mod: u8) {}",
        // Functions, fields, and the student's own macros with a reader's name.
        "fn r#include_bytes(a: &str) -> u8 { 1 } fn f() { let b = r#include_bytes(\"/x\"); }",
        "mod m { pub fn include_str<T>(a: T) {} } use m::include_str; fn f() { include_str(1); }",
        "fn option_env() -> u8 { 1 } fn f() { println!(\"{}\", option_env()); }",
        "fn env(a: u8) {} fn f() { crate::env(1); assert!(env(2)); }",
        "struct S { include_str: u8 } fn f(s: S) { let include_str = s.include_str + 1; }",
        "macro_rules! include_str { ($a:expr) => { $a } } fn f() { include_str!(\"/x\"); }",
        "macro_rules! r#env { ($a:expr) => { $a } } mod m { fn f() { assert!(env!(true)); } }",
    ] {
        assert_eq!(refused(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn other_reads_are_rejected_with_their_lines() {
    for (text, expected) in [
        (
            "\nconst X: &str = include_str!(\"/etc/passwd\");",
            "2: include_str! Outside(\"/etc/passwd\")",
        ),
        ("const X: &str = include_str!(\"../../x\");", "1: include_str! Outside(\"../../x\")"),
        ("const X: &str = include_str!(\"y.txt\");", "1: include_str! NotThere(\"src/y.txt\")"),
        ("include!(\"/etc/passwd\");", "1: include! Outside(\"/etc/passwd\")"),
        ("fn f() { let _ = r#include_bytes!(m!()); }", "1: include_bytes! Machine"),
        (
            "macro_rules! m { ($x:ident) => { $x!(\"HOME\") } } m!(option_env);",
            "1: option_env! Machine",
        ),
        ("macro_rules! m { ($x:ident) => { $x!(\"HOME\") } } m!(env);", "1: env! Machine"),
        ("macro_rules! m { () => { include_str!(\"x.rs\") } }", "1: include_str! Machine"),
        ("const _: () = panic!(\"{}\", env!(\"HOME\"));", "1: env! Machine"),
        ("fn f() { m![env]; }", "1: env! Machine"),
        ("#[path = \"/etc/passwd\"] mod y;", "1: #[path] Outside(\"/etc/passwd\")"),
        (
            "#[cfg_attr(all(), path = \"/etc/passwd\")] mod y;",
            "1: #[path] Outside(\"/etc/passwd\")",
        ),
        ("#![allow(x)] #[path = \"../../y.rs\"] mod y;", "1: #[path] Outside(\"../../y.rs\")"),
        ("m!(path = \"/etc/passwd\");", "1: #[path] Machine"),
        ("m!([path = $x] mod y;);", "1: #[path] Machine"),
        ("fn f() { #[path = \"x.rs\"] mod y; }", "1: #[path] Machine"),
        (
            "enum E { #[cfg(test)] A = 1, B = include_bytes!(\"/x\").len() }",
            "1: include_bytes! Outside(\"/x\")",
        ),
        (
            "#[cfg(test)] mod t { } include!(\"/etc/passwd\");",
            "1: include! Outside(\"/etc/passwd\")",
        ),
        ("fn f( { include_str!(\"/etc/passwd\") ", "1: no tokens of Rust Machine"),
        ("#![allow(dead_code, unsafe_code)]", "1: #[allow(unsafe_code)] Machine"),
        ("#[global_allocator] static A: System = System;", "1: #[global_allocator] Machine"),
        ("#![debugger_visualizer(natvis_file = \"/x\")]", "1: #[debugger_visualizer] Machine"),
        ("#[link(name = \"x\")] extern \"C\" { fn f(); }", "1: extern { } Machine"),
        ("mod m { extern { fn f(); } }", "1: extern { } Machine"),
        (
            "macro_rules! m { ($e:tt) => { $e \"C\" { fn f(); } } } m!(extern);",
            "1: extern { } Machine",
        ),
    ] {
        assert_eq!(refused(text).first().map(String::as_str), Some(expected), "{text}");
    }
}

/// Tricks that an attacker could come up with in a week, each with the reader for the scan to find.
#[test]
fn obfuscated_reads_are_found() {
    for (text, reader) in [
        // `#[cfg(test)]` does not exclude code inside a macro, before an arm or a variant, or if the item ends
        // elsewhere.
        ("m! { #[cfg(test)] mod x { include!(\"/x\"); } }", "include!"),
        ("macro_rules! m { () => { #[cfg(test)] mod x { env!(\"HOME\"); } } }", "env!"),
        ("fn f() { match 1 { #[cfg(test)] _ => {} _ => include!(\"/x\") } }", "include!"),
        ("#[cfg(test)] const A: u8 = 1 const B: &str = include_str!(\"/x\");", "include_str!"),
        ("#[cfg(test)] fn f() const B: &str = { include_str!(\"/x\") };", "include_str!"),
        ("#[cfg(test)] m!() const B: &str = include_str!(\"/x\");", "include_str!"),
        ("#[cfg(test)] static A: S = S { a: 1 }; mod x { include!(\"/x\"); }", "include!"),
        // Aliases, and names assembled by macros.
        ("use std::env as e; const A: &str = e!(\"HOME\");", "env!"),
        ("use std::{env as e}; use self::e as f; const A: &str = f!(\"HOME\");", "env!"),
        ("pub use core::include_str as x; const A: &str = x!(\"/x\");", "include_str!"),
        ("use std::include as x; x!(\"/x\");", "include!"),
        ("macro_rules! m { ($x:ident) => { $x!(\"/x\") } } m!(include);", "include!"),
        (
            "macro_rules! m { ($x:ident $t:tt) => { $x!$t } } m!(include_str(\"/x\"));",
            "include_str!",
        ),
        ("macro_rules! m { ($b:tt) => { include_str $b (\"/x\") } } m!(!);", "include_str!"),
        ("macro_rules! m { ($x:ident) => { use std::$x as y; } } m!(option_env);", "option_env!"),
        ("macro_rules! m { ($p:path) => { $p!(\"HOME\") } } m!(std::env);", "env!"),
        ("macro_rules! m { ($a:tt :: $b:tt) => { $a!(\"HOME\") } } m!(env::x);", "env!"),
        (
            "macro_rules! m { ($e:tt $b:tt $c:tt) => { $e $b (\"HOME\") } } \
          m!(env!(\"CARGO_PKG_NAME\"));",
            "env!",
        ),
        (
            "macro_rules! m { ($e:tt $b:tt $c:tt) => { $e $b (\"/x\") } } \
          m!(include_str!(\"x.rs\"));",
            "include_str!",
        ),
        ("macro_rules! a { ($n:ident) => { $n!(env!(\"CARGO_PKG_NAME\")) } } a!(b);", "env!"),
        ("macro_rules! m { () => {} } use m as vec; fn f() { vec![env::x]; }", "env!"),
        (
            "macro_rules! a { ($n:ident) => { macro_rules! $n { () => {} } } } a!(b); b!(env::x);",
            "env!",
        ),
        ("const A: &str = core::env !(\"HOME\");", "env!"),
        ("const A: &str = r#env!(\"HOME\");", "env!"),
        ("const A: &str = env!(\"CARGO_PKG_NAME\", include_str!(\"/x\"));", "include_str!"),
        ("const A: &str = include_str!(concat!(\"/etc/\", \"passwd\"));", "include_str!"),
        ("const A: &str = include_str!(concat!(env!(\"HOME\"), \"/x\"));", "include_str!"),
        ("#![doc = include_str!(\"/x\")]", "include_str!"),
        ("#[cfg_attr(all(), doc = include_str!(\"/x\"))] fn f() {}", "include_str!"),
        // Attributes.
        ("# [ path = \"/x\" ] mod y;", "#[path]"),
        ("#[r#path = \"/x\"] mod y;", "#[path]"),
        ("#[cfg_attr(all(), cfg_attr(all(), path = \"/x\"))] mod y;", "#[path]"),
        ("#[cfg_attr(all(), inline, path = \"/x\")] mod y;", "#[path]"),
        ("mod a { #![path = \"/x\"] mod y; }", "#[path]"),
        ("macro_rules! m { ($m:meta) => { #[$m] mod y; } } m!(path = \"/x\");", "#[path]"),
        (
            "macro_rules! m { ($a:ident $b:literal) => { #[$a = $b] mod y; } } m!(path \"/x\");",
            "#[path]",
        ),
        (
            "macro_rules! m { ($h:tt $p:tt $e:tt $l:tt) => { $h [$p $e $l] mod y; } } \
          m!(# path = \"/x\");",
            "#[path]",
        ),
        (
            "macro_rules! m { ($h:tt $e:tt $l:tt) => { $h [path $e $l] mod y; } } m!(# = \"/x\");",
            "#[path]",
        ),
        ("macro_rules! m { ($t:tt $k:tt) => { #[$t = \"/x\"] $k y; } } m!(path mod);", "#[path]"),
        ("m! { #![debugger_visualizer(natvis_file = \"/x\")] }", "#[debugger_visualizer]"),
        (
            "#[cfg_attr(all(), debugger_visualizer(natvis_file = \"/x\"))] mod y {}",
            "#[debugger_visualizer]",
        ),
        ("m!(global_allocator static A: S = S;);", "#[global_allocator]"),
        ("#[cfg_attr(all(), global_allocator)] static A: S = S;", "#[global_allocator]"),
        ("unsafe extern \"C\" { fn f(); }", "extern { }"),
        (
            "macro_rules! m { (extern $l:literal fn $b:tt) => { extern $l $b } } \
          m!(extern \"C\" fn { fn f(); });",
            "extern { }",
        ),
        // Ambiguous text.
        ("#!x \"\nconst A: &str = include_str!(\"/x\");", "no tokens of Rust"),
        ("---\n\"\n---\nconst A: &str = include_str!(\"/x\");", "no tokens of Rust"),
        ("\n---\n/*\n---\nmod a { #[path = \"/x\"] mod b; }", "no tokens of Rust"),
        ("\u{feff}#!x \"\nconst A: &str = env!(\"HOME\");", "no tokens of Rust"),
        ("m!(cr#\"a\" env \"#);", "no tokens of Rust"),
        ("m!('r#env);", "no tokens of Rust"),
        ("m!(##\" include_str \"##);", "no tokens of Rust"),
        ("const A: &str = env\u{ff01}(\"HOME\"); // №", "no tokens of Rust"),
        ("const A: &str = env::<u8>!(\"HOME\"); // №\nk#x", "no tokens of Rust"),
        ("type A = include(u8)!(\"/x\"); m!(k#x);", "no tokens of Rust"),
        ("mod a; } #[path = \"/x\"] mod b;", "no tokens of Rust"),
        ("fn f( {} extern { fn g(); }", "no tokens of Rust"),
        ("const A: &str = \"; const B: &str = env!(\"HOME\")", "no tokens of Rust"),
    ] {
        finds(text, reader);
    }
}

/// A name defined in one file also counts in other files.
#[test]
fn macro_names_are_tracked_across_files() {
    let lib = "mod a; mod b;";
    for (a, b) in [
        ("pub use std::env as e;", "use crate::a::e; const A: &str = e!(\"HOME\");"),
        ("pub use std::env as e;", "pub use crate::a::e as f; const A: &str = f!(\"HOME\");"),
        ("macro_rules! m { ($m:ident) => { $m!(\"HOME\") } }", "m!(env);"),
        ("macro_rules! m { ($a:tt :: $b:tt) => { $a!(\"HOME\") } }", "m!(env::x);"),
        ("macro_rules! m { ($t:tt) => { #[$t = \"/x\"] mod y; } }", "m!(path);"),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            let tree = tree(&[("src/lib.rs", lib), ("src/a.rs", a), ("src/b.rs", b)]);
            assert!(!tree.refused.is_empty(), "{a} {b}");
        }
    }
}

/// Files with honest mistakes are passed to the compiler, which explains the mistakes best.
#[test]
fn honest_mistakes_are_left_to_the_compiler() {
    for text in [
        "fn f() {",
        "fn f() }",
        "fn f() { let path = vec![1]; // includes the goal; env of it\n",
        "fn f() { println!(“hello”); } // include the blank",
        "const A: &str = \"no end; fn include(&self) {}",
        "fn f() { let a = 'ab'; } }",
        "pub extern crate slider; fn f( {",
        "fn f() { std::env::args(); ",
    ] {
        assert_eq!(refused(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn rejected_code_is_replaced_before_compilation() {
    let edited = |text: &'static str| {
        let tree = tree(&[("src/lib.rs", text), ("README.md", "")]);
        let edited = tree.text_for_compiler("src/lib.rs", text);
        assert_eq!(edited.len(), text.len());
        edited.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        edited("const X: &str = include_str!(\n\"/x\"); f(env!(\"HOME\"))"),
        "const X: &str = \"\" ; f(\"\" )"
    );
    let from_root = "f(include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/README.md\")))";
    assert_eq!(edited("#![allow(unsafe_code)]"), "#![allow(dead_code )]");
    assert_eq!(edited(from_root), "f(include_bytes!(\"../README.md\") )");
}

/// Correct code may be long, without long chains.
#[test]
fn long_files_are_accepted() {
    let many = |one: &str| one.repeat(3000);
    for text in [
        format!("fn f(a: u8) {{ match a {{ {} _ => {{}} }} }}", many("1 | 2 => { b() }\n")),
        format!("fn f(a: (u8, u8)) {{ match a {{ {} _ => {{}} }} }}", many("(1, 2) => { b() }\n")),
        format!("fn f(a: &str) {{ match a {{ {} _ => {{}} }} }}", many("\"a\" if b => { -1 }\n")),
        format!("const A: [u16; 3000] = [{}];", many("7, ")),
        format!("const A: [[u16; 2]; 3000] = [\n{}];", many("[1, 2],\n")),
        format!("enum A {{ {} }}", many("#[doc = \"a\"] B(u8),\n")),
        format!("mod a {{ {} }}", many("/// A.\npub const fn f() -> u8 { 1 }\n")),
        format!("fn f() {{ {} }}", many("if a { b() } else { c() }\nlet d = e.f().g();\n")),
        format!("macro_rules! m {{ {} }}", many("(a $x:expr) => { $x + 1 };\n")),
        format!("impl A {{ {} }}", many("#[inline]\nfn f(&self) -> bool { !self.a && self.b }\n")),
        many("// a comment (with [brackets {\n"),
    ] {
        let mut files = BTreeMap::from([("src/lib.rs".to_owned(), text)]);
        let tree = SourceTree::from_root("src/lib.rs", &mut files).unwrap();
        assert!(tree.refused.is_empty(), "{:?}", tree.refused);
    }
}

impl TreeFiles for BTreeMap<String, String> {
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError> {
        Ok(self.get(path).map(String::as_str))
    }

    fn data(&mut self, path: &str) -> Result<bool, IntakeError> {
        Ok(self.contains_key(path))
    }
}

#[test]
fn paths_cannot_leave_the_submission() {
    assert_eq!(resolve("src/a", "../b/./c.txt").as_deref(), Some("src/b/c.txt"));
    assert_eq!(resolve("src", "../README.md").as_deref(), Some("README.md"));
    for path in ["../../x", "/x", "a/../../../x", "C:\\x", "..\\x", "x:y"] {
        assert_eq!(resolve("src", path), None, "{path}");
    }
    assert_eq!(resolve("", &"a/".repeat(20)), None);
}
