use super::*;

struct Texts(BTreeMap<&'static str, &'static str>);

impl Files for Texts {
    fn source(&mut self, path: &str) -> Result<Option<String>, IntakeError> {
        Ok(self.0.get(path).map(|text| (*text).to_owned()))
    }

    fn data(&mut self, path: &str) -> Result<bool, IntakeError> {
        Ok(self.0.contains_key(path))
    }
}

fn tree(files: &[(&'static str, &'static str)]) -> Tree {
    Tree::of("src/lib.rs", &mut Texts(files.iter().copied().collect())).unwrap()
}

fn refused(text: &'static str) -> Vec<String> {
    let files = [("src/lib.rs", text), ("src/x.rs", ""), ("README.md", "")];
    let tree = tree(&files);
    tree.refused.iter().map(|it| format!("{}: {} {:?}", it.line, it.reader, it.why)).collect()
}

#[test]
fn modules_are_where_the_compiler_looks_for_them() {
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
fn modules_without_a_file_are_named() {
    let tree = tree(&[
        (
            "src/lib.rs",
            "mod a;\n\nmod b;\n#[cfg(feature = \"x\")] mod c;\n\
                                      m! { mod d; }",
        ),
        ("src/a.rs", "mod e;"),
    ]);
    let missing: Vec<_> = tree.missing.iter().map(|it| (&*it.path, &*it.file, it.line)).collect();
    assert_eq!(missing, [("src/b.rs", "src/lib.rs", 3), ("src/a/e.rs", "src/a.rs", 1)]);
}

#[test]
fn what_is_in_the_submission_may_be_read() {
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
    ] {
        assert_eq!(refused(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_not_is_refused_with_its_line() {
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
        ("fn f( { include_str!(\"/etc/passwd\") ", "1: include_str! Machine"),
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

#[test]
fn what_is_refused_is_compiled_as_nothing() {
    let edited = |text: &'static str| {
        let tree = tree(&[("src/lib.rs", text), ("README.md", "")]);
        let edited = tree.edited("src/lib.rs", text);
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

#[test]
fn paths_do_not_lead_out() {
    assert_eq!(resolve("src/a", "../b/./c.txt").as_deref(), Some("src/b/c.txt"));
    assert_eq!(resolve("src", "../README.md").as_deref(), Some("README.md"));
    for path in ["../../x", "/x", "a/../../../x", "C:\\x", "..\\x", "x:y"] {
        assert_eq!(resolve("src", path), None, "{path}");
    }
    assert_eq!(resolve("", &"a/".repeat(20)), None);
}
