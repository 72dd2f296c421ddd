//! Tests that compiler messages quote nothing but the submission, with generated attacks.
//!
//! Each attack makes the compiler read a file and quote it in an error, through a macro whose name is written in two ways
//! that are the same to the compiler. Most attacks then end the compiler before it lists the files that it has read.

use std::collections::BTreeMap;
use std::process::Command;

use intake::{Edition, Submission};
use sandbox::build::Toolchain;

use crate::process::Finish as _;
use crate::support::{Bench, stderr, stdout};

const MARKER: &str = "CANARY_7731";

/// Names that are different text, but the same identifier.
const NAMES: [(&str, &str); 8] = [
    ("\u{212a}", "K"),
    ("\u{212b}", "\u{c5}"),
    ("e\u{301}", "\u{e9}"),
    ("quot\u{ea}", "quote\u{302}"),
    ("\u{2126}", "\u{3a9}"),
    ("\u{1e9b}\u{323}", "\u{17f}\u{323}\u{307}"),
    ("plain", "plain"),
    ("plain", "r#plain"),
];

/// A small generator of numbers, the same on every machine.
struct Choices(u64);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % count
    }

    fn of<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// Returns the files of an attack on the file at `secret`.
fn attack(seed: u64, secret: &str) -> BTreeMap<String, String> {
    let mut choices = Choices(seed);
    choices.below(2);
    let (mut define, mut call) = NAMES[choices.below(NAMES.len())];
    if choices.below(2) == 1 && !call.starts_with("r#") {
        (define, call) = (call, define);
    }
    let reader = choices.of(&["include_str", "include", "r#include_str", "include_str"]);
    let literal = choices.of(&["plain", "raw"]);
    let path = if literal == "raw" { format!("r#\"{secret}\"#") } else { format!("{secret:?}") };
    let (pattern, body, argument) = match choices.below(5) {
        0 => ("$m:ident ($e:expr)", "compile_error!($m!($e));", format!("{reader}({path})")),
        1 => ("$m:ident, $e:literal", "compile_error!($m!($e));", format!("{reader}, {path}")),
        2 => ("$m:tt $e:tt", "compile_error!($m! $e);", format!("{reader} ({path})")),
        3 => ("[$($m:tt)*] $e:tt", "compile_error!($($m)*! $e);", format!("[{reader}] ({path})")),
        _ => (
            "$e:expr; $m:path",
            "const _: () = panic!(\"{}\", $m!($e));",
            format!("{path}; {reader}"),
        ),
    };
    // A path fragment cannot be the name of a macro, so this shape uses an alias.
    let (before, argument, body) = if pattern.ends_with("path") {
        let alias = format!("use std::include_str as {define};\n");
        (alias, String::new(), format!("compile_error!({call}!({path}));\n"))
    } else {
        (String::new(), argument, body.to_owned())
    };
    let noise = choices.of(&["", "// a comment (\n", "fn f() { let _ = '('; }\n", "/* \" */"]);
    let mut text = if argument.is_empty() {
        format!("{before}{noise}{body}")
    } else {
        let definition = format!("macro_rules! {define} {{ ({pattern}) => {{ {body} }} }}\n");
        format!("{definition}{noise}{call}!({argument});\n")
    };
    text += choices.of(&[
        "",
        "macro_rules! r { ($($t:tt)*) => { r!{$($t)* x} } }\nr!{}\n",
        "macro_rules! s { () => { t!{} } }\nmacro_rules! t { () => { s!{} } }\ns!{}\n",
        "#![recursion_limit = \"x\"]\n",
        "fn open( {",
    ]);
    if text.contains("#![recursion") {
        text = text.replace("#![recursion_limit = \"x\"]\n", "");
        text.insert_str(0, "#![recursion_limit = \"x\"]\n");
    }
    let mut files = BTreeMap::new();
    // The macro may be in another file than the call.
    match (choices.below(3), text.split_once(noise).filter(|_| !noise.is_empty())) {
        (0, Some((definition, rest))) if definition.starts_with("macro_rules") => {
            files.insert("src/a.rs".to_owned(), format!("{definition}\n"));
            files.insert("src/lib.rs".to_owned(), format!("#[macro_use]\nmod a;\n{noise}{rest}"));
        }
        _ => {
            files.insert("src/lib.rs".to_owned(), text);
        }
    }
    files
}

fn submission(files: &BTreeMap<String, String>) -> Submission {
    Submission::new("alice".to_owned(), Edition::E2021, files.clone(), Vec::new())
}

#[test]
fn the_scan_finds_every_generated_read() {
    for seed in 0..1000 {
        let files = attack(seed, "/home/ada/secret.txt");
        assert!(submission(&files).tree().has_readers(), "{seed}: {files:#?}");
    }
}

/// The attacks work without the grader, and not with it. `ATTACKS` sets the number of attacks.
#[test]
fn no_generated_attack_shows_a_file() {
    let attacks: usize =
        std::env::var("ATTACKS").ok().map_or(6, |count| count.parse().expect("a number"));
    let toolchain = Toolchain::find(None).expect("a compiler");
    let outside = Bench::new();
    outside.write("secret.txt", format!("\"{MARKER}\""));
    let secret = outside.path("secret.txt").display().to_string();
    let mut quoted = 0;
    for seed in 0..attacks as u64 {
        let bench = Bench::with_model();
        for (file, text) in attack(seed, &secret) {
            let root =
                if file == "src/lib.rs" { bench.read("alice/src/lib.rs") } else { String::new() };
            bench.write(&format!("alice/{file}"), format!("{text}\n{root}"));
        }
        let mut rustc = Command::new(toolchain.rustc());
        rustc.args(["--crate-type=rlib", "--edition=2021", "--emit=metadata", "-o"]);
        let output = rustc.arg(bench.path("x")).arg(bench.path("alice/src/lib.rs")).finish();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        quoted += usize::from(words.contains(MARKER));
        for format in ["human", "json"] {
            let arguments = ["check", "alice", "--only", "compile", "--format", format];
            let output = bench.grade(&arguments);
            for text in [stdout(&output), stderr(&output)] {
                assert!(!text.contains(MARKER), "{seed} in {format}: {text}");
            }
        }
    }
    assert!(3 * quoted > attacks, "only {quoted} of {attacks} attacks work at all");
}
