//! The cost of reading a file must be proportional to the length, for any content.

use super::*;

struct One(String);

impl TreeFiles for One {
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError> {
        Ok((path == "src/lib.rs").then_some(&self.0))
    }

    fn data(&mut self, _: &str) -> Result<bool, IntakeError> {
        Ok(false)
    }
}

/// Returns texts of about `bytes` bytes that would be especially expensive if any step took more than linear time.
fn texts(bytes: usize) -> Vec<(String, String)> {
    let nested = [
        ("(", ")"),
        ("#[a(", ")]"),
        ("#[cfg_attr(a, ", ")]"),
        ("#[path = a(", ")] mod a;"),
        ("mod a { ", "}"),
        ("#[cfg(test)] mod a { mod b; ", "}"),
        ("impl A for B { ", "}"),
        ("m!( ", ")"),
        ("macro_rules! m { ", "}"),
        ("include_str!(", ")"),
        ("env!(", ")"),
        ("#[allow(unsafe_code, ", ")]"),
        ("struct A { a: ", "}"),
        ("enum A { B(", ")}"),
        ("/*", "*/"),
        ("thread_local!{", "}"),
        ("A<", ">"),
    ];
    let repeated = [
        "!",
        "&&",
        "+ a",
        ".b()",
        "fn() -> ",
        "|a| ",
        "a::",
        "if a {} else ",
        "impl ",
        "impl A for ",
        "struct a ",
        "struct A<",
        "enum A ",
        "type A ",
        "type A = ",
        "static A: ",
        "mod a;",
        "mod a {} ",
        "env!(\"A\") ",
        "include_str!(\"a\") ",
        "include_str ",
        "use a as a;",
        "use env as a;",
        "as ",
        "macro_rules! a {} ",
        "macro_rules! ",
        "#[cfg(test)] ",
        "#[a] ",
        "#[path = \"a\"] ",
        "#",
        "m!(Board) ",
        "path ",
        "[path] ",
        "extern ",
        "extern {} ",
        "\"",
        "\"a\" ",
        "'",
        "// \n",
        "}",
        "{} ",
        "=> ",
        "pub ",
        "struct Board { a: Cell<u8> } ",
        "static A: Cell<u8> = a;",
        "thread_local! {} ",
        "type_name ",
        "unsafe_code ",
        "#![allow(unsafe_code)] ",
        "\u{feff}",
        "№",
        "r#",
        "'r#a ",
        "where ",
        "for ",
    ];
    let nested = nested.iter().map(|(open, close)| {
        let times = bytes / (open.len() + close.len());
        (format!("{open}{close}"), open.repeat(times) + &close.repeat(times))
    });
    let open = ["(", "#[a(", "m!(", "mod a {", "\"(", "/*", "r#\"", "A<"];
    let repeated =
        repeated.iter().chain(&open).map(|one| ((*one).to_owned(), one.repeat(bytes / one.len())));
    nested.chain(repeated).collect()
}

/// Reads this text as the only file of a submission in every way that the crate offers.
fn read(text: &str) {
    let tree = SourceTree::from_root("src/lib.rs", &mut One(text.to_owned())).unwrap();
    let _ = tree.text_for_compiler("src/lib.rs", text);
    let _ = crate::TestScan::from_texts([text]).first_compile_time_reader(text);
    let _ = crate::unclosed(text);
    let files = BTreeMap::from([("src/lib.rs".to_owned(), text.to_owned())]);
    let edition = crate::Edition::E2021;
    let submission = crate::Submission::new("alice".to_owned(), edition, files, Vec::new());
    let _ = crate::hidden_state(&submission);
    let _ = crate::impurities(&submission);
    let _ = submission.implementor("Board");
}

/// Reads each text in full on a small fraction of a normal thread's stack.
#[test]
fn deeply_nested_code_is_read_on_a_small_stack() {
    let read = || {
        for (_, text) in texts(8_000) {
            read(&text);
        }
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(read);
    thread.unwrap().join().unwrap();
}
