//! Properties of the parsers for submissions.

use std::collections::BTreeMap;

use intake::{Edition, Submission};

use crate::room::Room;

/// The maximum number of bytes to test. Longer texts reveal no more.
const MOST: usize = 1 << 16;

/// The marker at the start of a file, before the path.
const FILE: &str = "//// ";

/// Tests arbitrary bytes as an archive. Nothing may be written next to it, even if it is rejected.
///
/// The first byte selects the file name.
pub fn archive(data: &[u8]) {
    let Some((&kind, bytes)) = data.split_first() else { return };
    let name = ["a.zip", "a.tar.gz", "a.tar", "a.tgz"][usize::from(kind % 4)];
    let room = Room::new();
    let file = room.write(name, bytes);
    if let Ok(submission) = read_submission(&file) {
        check_submission(&submission);
    }
    assert!(room.has_entries(1), "something was written beside the archive");
}

/// Tests arbitrary bytes as a manifest in a crate with simple code.
pub fn manifest(data: &[u8]) {
    let room = Room::new();
    room.write("Cargo.toml", data);
    room.write("src/lib.rs", b"mod board; pub use board::Board;");
    room.write("src/board.rs", b"pub struct Board;");
    if let Ok(submission) = read_submission(&room.folder()) {
        check_submission(&submission);
        for (name, value) in submission.variables() {
            assert!(name.starts_with("CARGO_") && !value.contains('\0'));
        }
    }
}

/// Tests arbitrary texts as the files of a submission. A line `//// PATH` begins a file, and the text before it is the
/// crate root.
pub fn door(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(&data[..data.len().min(MOST)]) else { return };
    let mut files = BTreeMap::new();
    let (mut path, mut code) = ("src/lib.rs".to_owned(), String::new());
    for line in text.split_inclusive('\n') {
        match line.strip_prefix(FILE) {
            Some(next) => {
                let next = intake::resolve("src", next.trim_end()).filter(|path| !path.is_empty());
                files.insert(path, std::mem::take(&mut code));
                path = next.unwrap_or_else(|| "src/other.rs".to_owned());
            }
            None => code.push_str(line),
        }
    }
    files.insert(path, code);
    for text in files.values() {
        let _ = intake::TestScan::from_texts([text.as_str()]).first_compile_time_reader(text);
        let _ = intake::is_too_deep(text);
    }
    let submission = Submission::new("any".to_owned(), Edition::E2024, files, Vec::new());
    check_submission(&submission);
}

fn read_submission(path: &std::path::Path) -> Result<Submission, intake::IntakeError> {
    let read = intake::read_submission(path);
    if let Err(error) = &read {
        assert!(!error.to_string().is_empty());
    }
    read
}

/// Checks the properties of every accepted submission.
fn check_submission(submission: &Submission) {
    let tree = submission.tree();
    for file in submission.files() {
        assert_eq!(intake::resolve("", file.path).as_deref(), Some(file.path));
        // Code that the grader must not read is replaced without changing the line numbers.
        let edited = tree.text_for_compiler(file.path, file.text);
        assert_eq!(edited.matches('\n').count(), file.text.matches('\n').count());
    }
    let _ = (intake::impurities(submission), intake::hidden_state(submission));
    let _ = submission.implementor("Board");
    for definition in submission.outline().iter() {
        let place = &definition.place;
        let file =
            submission.files().find(|file| file.path == place.file).expect("a file of its own");
        let line = file.text.split('\n').nth(place.line as usize - 1).expect("a line of the file");
        let far = (place.column as usize - 1).min(10_000);
        let name: String = line.chars().skip(far).take(definition.length as usize).collect();
        assert!(far == 10_000 || name.chars().count() == definition.length as usize, "{line}");
    }
    assert_eq!(submission.hash(), submission.clone().hash());
}
