//! Any input from a student or a platform must either yield a valid result or be rejected.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use intake::class::{self, Class, ClassReadError};
use intake::{Edition, Submission, TestScan};
use proptest::prelude::*;

/// Generates texts from pieces that a parser looks for, mixed with arbitrary text.
fn texts(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[a-z0-9 \n]{0,8}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

const CODE: &[&str] = &[
    "mod ",
    "a",
    "b",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "#",
    "!",
    "#![",
    "#[path = \"",
    "\"",
    "../",
    "src/",
    ".rs",
    "\\",
    "include!(",
    "include_str!(\"",
    "env!(\"CARGO_PKG_NAME\")",
    "macro_rules! m ",
    "$x:ident",
    "r#\"",
    "\"#",
    "b'",
    "'",
    "'a",
    "//",
    "/*",
    "*/",
    "\n",
    "#!/usr/bin/env",
    "#[cfg(test)]",
    "use ",
    "extern ",
    "unsafe ",
    "struct Board",
    "RefCell<",
    ">",
    "0x1_e+",
    "\u{feff}",
    "\u{202e}",
    "concat!(",
    "global_allocator",
    "debugger_visualizer",
    "cfg_attr(all(), ",
    "r#mod",
];

const DEEP: &[&str] = &[
    "!",
    "-",
    "&",
    "*",
    "+1",
    "&&x",
    "||",
    "(",
    "[",
    "{",
    "<",
    "fn()->",
    ".b()",
    "?",
    "a::",
    "#[a]",
    "|x|",
    "if a {} else ",
    "/*",
    "mod a {",
    "m!(",
    "as u8 ",
    "'a:",
    "$(",
    "r#\"",
    "impl Fn()->",
    "&mut ",
    "dyn ",
];

/// Prefixes to lead a parser to a point where the piece after them matters.
const PLACES: &[&str] = &[
    "",
    "fn f() { ",
    "const A: u8 = ",
    "type A = ",
    "struct B(",
    "fn f() { let a = x",
    "use a::",
    "#[",
];

const YAML: &[&str] = &[
    "---\n",
    "a:\n",
    "  :submitters:\n",
    "  - :name: ",
    "    :sid: ",
    ":email: ",
    "x@y.z",
    "'",
    "\"",
    "\\x",
    "- ",
    "  ",
    "\n",
    ": ",
    "|-\n",
    ">\n",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "? ",
    "{",
    "}",
    "[",
    "]",
    "\t",
    "#",
    "%YAML 1.2\n",
    "...\n",
    "  :created_at: 2026-04-26 17:34:00\n",
];

const ROSTER: &[&str] = &[
    "id",
    "name",
    "email",
    "Username",
    "Student ID",
    "First Name",
    ",",
    ";",
    "\t",
    "\n",
    "\r\n",
    "\"",
    "\"\"",
    "alice",
    "ALICE",
    "bob",
    "..",
    "/",
    "\\",
    "con",
    "\u{feff}",
    "é",
    "e\u{301}",
    "=1+1",
    " ",
];

const NAMES: &[&str] = &[
    "doejane",
    "_LATE_",
    "anon_",
    "_11_501_",
    "_text.html",
    "Jane Doe",
    "_assignsubmission_",
    "_file_",
    "_onlinetext_",
    "_attempt_",
    "2026-11-20-10-33-12",
    "_",
    "-1",
    "1-2 - ",
    " - ",
    "Nov 20, 2026 1033 AM",
    "Okt 20, 2026 9999 PM",
    ".rs",
    ".zip",
    ".txt",
    "board",
    "+",
    "ü",
    "e\u{301}",
    "\u{10000}",
];

const RECEIPT: &[&str] = &[
    "Name: ",
    "Jane Doe (jdoe)",
    "(",
    ")",
    "Date Submitted: ",
    "\nFiles:\n",
    "Original filename: board.rs\n",
    "Filename: 8-P_jdoe_attempt_2026-11-20-10-33-12_board.rs\n",
    "../",
    "\n",
    "\r\n",
    ":",
    "\u{feff}",
];

const MANIFEST: &[&str] = &[
    "[package]\n",
    "name = \"x\"\n",
    "edition = \"2024\"\n",
    "[lib]\n",
    "path = \"",
    "\"\n",
    "../",
    "src/lib.rs",
    "[dependencies]\n",
    "slider = ",
    "{ path = \"../slider\" }\n",
    "\"1\"\n",
    "[features]\n",
    "default = [\"a\"]\n",
    "build = \"b.rs\"\n",
    "links = \"z\"\n",
    "proc-macro = true\n",
    "[profile.release]\n",
    "[patch.crates-io]\n",
    "package = \"slider\"",
    "workspace = true\n",
    "[target.'cfg(all())'.dependencies]\n",
    "[[bin]]\n",
    "#",
    "\0",
];

fn sound(submission: &Submission) -> Result<(), TestCaseError> {
    let tree = submission.tree();
    for file in submission.files() {
        prop_assert_eq!(intake::resolve("", file.path), Some(file.path.to_owned()));
        let lines = file.text.matches('\n').count();
        prop_assert_eq!(tree.text_for_compiler(file.path, file.text).matches('\n').count(), lines);
    }
    let _ = (intake::impurities(submission), intake::hidden_state(submission));
    Ok(())
}

fn found(class: Result<Class, ClassReadError>) -> Result<(), TestCaseError> {
    match class {
        Ok(class) => {
            let mut names = BTreeSet::new();
            for entry in &class.entries {
                prop_assert!(is_plain(&entry.name), "{:?} is no name of a file", entry.name);
                let is_new = names.insert(entry.name.to_lowercase());
                prop_assert!(is_new, "{} appears twice", entry.name);
            }
        }
        Err(error) => prop_assert!(!error.to_string().is_empty()),
    }
    Ok(())
}

/// Returns `true` if, on every system, the name denotes a file directly in its folder.
fn is_plain(name: &str) -> bool {
    let is_taken = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    !name.is_empty() && name.len() <= 255 && !name.starts_with('.') && !name.contains(is_taken)
}

/// Creates a folder with these files inside a fresh parent folder.
fn folder(files: &[(&str, &[u8])]) -> (tempfile::TempDir, PathBuf) {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("in");
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    (outer, folder)
}

proptest! {
    #[test]
    fn any_code_yields_a_sound_submission(root in texts(CODE), other in texts(CODE)) {
        let files = [("src/lib.rs", root), ("src/a.rs", other)];
        for (_, text) in &files {
            let _ = (TestScan::from_texts([&**text]).first_compile_time_reader(text), intake::is_too_deep(text));
            let _ = intake::unclosed(text).map(|unclosed| unclosed.to_string());
        }
        let files = files.map(|(name, text)| (name.to_owned(), text)).into();
        sound(&Submission::new("any".to_owned(), Edition::E2024, files, Vec::new()))?;
    }

    #[test]
    fn any_manifest_is_read_or_rejected(manifest in texts(MANIFEST)) {
        let files: [(&str, &[u8]); 2] =
            [("Cargo.toml", manifest.as_bytes()), ("src/lib.rs", b"pub struct Board;")];
        let (outer, folder) = folder(&files);
        match intake::read_submission(&folder) {
            Ok(submission) => sound(&submission)?,
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        prop_assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1);
    }

    #[test]
    fn any_gradescope_metadata_is_read_or_rejected(list in texts(YAML)) {
        let (_outer, folder) = folder(&[
            ("submission_metadata.yml", list.as_bytes()),
            ("a/src/lib.rs", b"pub struct Board;"),
        ]);
        found(class::find(&[folder], None))?;
    }

    #[test]
    fn any_file_names_are_read_or_rejected(names in prop::collection::vec(texts(NAMES), 1..8)) {
        let (_outer, folder) = folder(&[]);
        fs::create_dir(&folder).unwrap();
        for (i, name) in names.iter().enumerate() {
            let name: String = name.chars().filter(|character| !"/\0".contains(*character)).take(60).collect();
            // This can fail for names that are empty or already exist.
            let _ = match i % 3 {
                0 => fs::create_dir(folder.join(&name)),
                _ => fs::write(folder.join(&name), "pub struct Board;"),
            };
        }
        found(class::find(&[folder], None))?;
    }

    #[test]
    fn any_blackboard_receipt_is_read(receipt in texts(RECEIPT)) {
        let stem = "8-P_jdoe_attempt_2026-11-20-10-33-12";
        let (receipt_name, board) = (format!("{stem}.txt"), format!("{stem}_board.rs"));
        let (_outer, folder) =
            folder(&[(&receipt_name, receipt.as_bytes()), (&board, b"pub struct Board;")]);
        let class = class::find(&[folder], None).unwrap();
        // A receipt should not be able to make the student appear to be someone else.
        prop_assert_eq!(class.entries.len(), 1);
        prop_assert_eq!(&class.entries[0].name, "jdoe");
        prop_assert!(class.entries[0].read().is_ok());
    }

    #[test]
    fn any_roster_is_read_or_rejected(roster in texts(ROSTER)) {
        let (_outer, folder) = folder(&[
            ("roster.csv", roster.as_bytes()),
            ("class/alice.zip", b""),
            ("class/Bob Müller.tar.gz", b""),
        ]);
        found(class::find(&[folder.join("class")], Some(&folder.join("roster.csv"))))?;
    }
}

proptest! {
    // Use fewer cases, since each takes a long time.
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Must not overflow the stack.
    #[test]
    fn code_of_any_depth_yields_a_sound_submission(
        before in prop::sample::select(PLACES),
        piece in prop::sample::select(DEEP),
        count in 1..20_000_usize,
        after in texts(CODE),
    ) {
        let text = before.to_owned() + &piece.repeat(count) + &after;
        let _ = (TestScan::from_texts([&*text]).first_compile_time_reader(&text), intake::is_too_deep(&text));
        let _ = intake::unclosed(&text);
        let files = [("src/lib.rs".to_owned(), text)].into();
        sound(&Submission::new("any".to_owned(), Edition::E2024, files, Vec::new()))?;
    }
}
