//! Names that a student may give to files.

use proptest::prelude::*;

use super::shapes::STUDENTS;

/// Generates names that follow a platform's rules, as if the files came from another student in the class.
fn forged() -> impl Strategy<Value = String> {
    let file = prop::sample::select(&[
        "board.rs",
        "solver.rs",
        "board-1.rs",
        "work.zip",
        "notes.txt",
        "text.html",
        "x.rs_11_501_y.rs",
    ]);
    let at = prop::sample::select(&["2026-11-20-10-33-12", "2026-11-21-23-59-59"]);
    let number = prop_oneof![Just(1_u64), 590..700_u64, Just(u64::MAX)];
    let student = prop::sample::select(&STUDENTS);
    (student, number, file, at, 0..16_usize).prop_map(|(student, number, file, at, kind)| {
        let (short, name, id, login) = (student.short, student.name, student.number, student.login);
        match kind {
            0 => format!("{short}_{id}_{number}_{file}"),
            1 => format!("{short}_LATE_{id}_{number}_{file}"),
            2 => format!("anon_{}_{number}_{file}", student.anonymous()),
            3 => format!("{short}_{id}_text.html"),
            4 => format!("{name}_{id}_assignsubmission_file_{file}"),
            5 => format!("_{id}_assignsubmission_file_"),
            6 => format!("{name}_{id}_assignsubmission_onlinetext_{file}"),
            7 => format!("{login}_attempt_{at}_{file}"),
            8 => format!("HW_1_{login}_attempt_{at}.txt"),
            9 => format!("_attempt_{at}_{file}"),
            10 => format!("{id}-{} - {name} - Nov 21, 2026 1033 AM - {file}", number / 2),
            11 => format!("{name} - Nov 19, 2026 1033 AM - {file}"),
            12 => format!("submission_{id}/{file}"),
            13 => format!("{login}/{file}"),
            14 => "submission_metadata.yml".to_owned(),
            _ => login.to_owned(),
        }
    })
}

/// Generates text that a student may type: the start of someone else's receipt, and a list of files.
pub(super) fn comments() -> impl Strategy<Value = String> {
    let student = prop::sample::select(&STUDENTS);
    (student, names(), names(), any::<bool>()).prop_map(|(student, stored, original, has_head)| {
        let head = if has_head {
            format!("\n\nName: {} ({})\nDate Submitted: today\n", student.name, student.login)
        } else {
            String::new()
        };
        format!("{head}\nFiles:\n\tOriginal filename: {original}\n\tFilename: {stored}\n")
    })
}

/// Pieces of forged names, and other text with a special meaning on some systems.
const PIECES: [&str; 32] = [
    "_",
    " - ",
    "_assignsubmission_",
    "file_",
    "_attempt_",
    "2026-11-20-10-33-12",
    "11",
    "12-7001",
    "LATE",
    "anon",
    "Nov 20, 2026 1033 AM",
    ".txt",
    ".rs",
    "s11",
    "/",
    "\\",
    "..",
    "/../",
    ".",
    ":",
    "\u{0}",
    "\n",
    "\u{7f}",
    "\u{202e}",
    "\u{2215}",
    "\u{ff0f}",
    "e\u{301}",
    "İ",
    "run.json",
    ".lock",
    "Cargo.toml",
    "src",
];

fn recased(name: &str, mask: u64) -> String {
    let letter = |(at, letter): (usize, char)| {
        let text = letter.to_string();
        if mask >> (at % 64) & 1 == 0 {
            text
        } else if letter.is_lowercase() {
            text.to_uppercase()
        } else {
            text.to_lowercase()
        }
    };
    name.chars().enumerate().map(letter).collect()
}

/// Generates forged names, concatenations and paths of forged names, and combinations of pieces.
pub(super) fn names() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(&PIECES), 1..10);
    let between = prop::sample::select(&["_", " - ", "", "/", "\\", "/../", "/src/", "\u{a0}"]);
    prop_oneof![
        5 => forged(),
        3 => (forged(), between, forged()).prop_map(|(a, between, b)| format!("{a}{between}{b}")),
        2 => pieces.prop_map(|pieces| pieces.concat()),
        1 => (forged(), any::<u64>()).prop_map(|(name, mask)| recased(&name, mask)),
        1 => "\\PC{0,40}",
    ]
}

/// The maximum number of bytes in a path component, with room for the platform's prefix.
const MAX_BYTES: usize = 150;

/// Converts a name to a form that a Unix file system accepts, with or without folders.
pub(super) fn on_disk(name: &str, has_folders: bool) -> String {
    let part = |part: &str| {
        let mut part: String = part.chars().filter(|character| *character != '\0').collect();
        while part.len() > MAX_BYTES {
            part.pop();
        }
        // Platforms never write a file with a name that denotes a folder.
        if ["", ".", ".."].contains(&part.as_str()) { "x".to_owned() } else { part }
    };
    let name = if has_folders { name.to_owned() } else { name.replace('/', "\u{2215}") };
    name.split('/').map(part).collect::<Vec<_>>().join("/")
}
