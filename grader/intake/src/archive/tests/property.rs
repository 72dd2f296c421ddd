//! The container does not matter: files that two containers can hold give the same submission, or the same rejection.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use proptest::prelude::*;

use super::pack::{FILE, Item, gzip, item, seven_zip, tar, xz, zip};
use super::{BOARD, SOLVER};
use crate::class::{self, ClassArchive, ClassContext, SubmissionSource, Upload};
use crate::{IntakeError, Submission, read_submission};

/// A path, and the content.
type HandedFile = (Vec<u8>, Vec<u8>);

fn code() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => Just(BOARD.as_bytes().to_vec()),
        4 => Just(SOLVER.as_bytes().to_vec()),
        2 => Just(format!("{BOARD}{SOLVER}").into_bytes()),
        2 => Just(b"mod board;\nmod solver;\npub use board::Board;\n".to_vec()),
        1 => Just(b"pub struct Board; // M\xfcller\n".to_vec()),
        1 => Just(b"pub struct Solver;\nfn f() { todo!() }\n".to_vec()),
        1 => Just(b"[package]\nname = \"x\"\n[dependencies]\nrand = \"1\"\n".to_vec()),
        1 => Just(b"\xff\xfeu\0s\0e\0 \0".to_vec()),
        1 => "[ -~\n]{0,200}".prop_map(String::into_bytes),
        1 => proptest::collection::vec(any::<u8>(), 0..600),
        // An archive beside the code, or with the code.
        1 => Just(zip(&super::plain())),
        1 => Just(gzip(&tar(&[item(b"essay.txt", FILE, b"text")]))),
    ]
}

fn path() -> impl Strategy<Value = Vec<u8>> {
    let text = prop_oneof![
        6 => prop::sample::select(vec![
            "board.rs", "solver.rs", "src/lib.rs", "src/board.rs", "src/solver.rs", "Cargo.toml",
            "Board.rs", "board (2).rs", "solver_final.rs", "SOLVER.RS", "src/Board.rs", "build.rs",
            "old/board.rs", "old/solver.rs", "hw.zip", "report.tar.gz", "sub/hw.zip",
        ]).prop_map(str::to_owned),
        1 => "src/[a-z]{4,8}(/[a-z]{4,8})?\\.(rs|txt|xyz)",
        1 => "tests/[a-z]{4,8}(/[a-z]{4,8})?\\.(rs|txt)",
        1 => "puzzles/[a-zäé ]{0,5}[a-z]{4}\\.(txt|toml|zip)",
        1 => "[a-z]{4,8}\\.(md|rs)",
        1 => "target/(debug/)?[a-z]{4}\\.rs",
        1 => "__MACOSX/src/\\._[a-z]{4}\\.rs",
        1 => "(Straße|stra\u{df}e|cafe\u{301}|café|ЯЯ|أب|con|why\\?|a:b|\\.x|d\\. )/?[a-z]{0,3}(\\.rs)?",
    ];
    let text = text.prop_map(|name: String| name.trim_end_matches('/').as_bytes().to_vec());
    let bytes = proptest::collection::vec(any::<u8>(), 1..9).prop_map(|mut name| {
        // Windows tools write a backslash between folders, and NUL ends a name.
        name.retain(|byte| !b"/\\\0".contains(byte));
        if matches!(&name[..], b"" | b"." | b"..") { b"x".to_vec() } else { name }
    });
    prop_oneof![9 => text, 1 => bytes]
}

fn handed_files() -> impl Strategy<Value = Vec<HandedFile>> {
    proptest::collection::btree_map(path(), code(), 1..9).prop_map(|files| {
        let names: BTreeSet<Vec<u8>> = files.keys().cloned().collect();
        let is_folder =
            |name: &[u8]| names.iter().any(|other| other.starts_with(&[name, b"/"].concat()));
        files.into_iter().filter(|(name, _)| !is_folder(name)).collect()
    })
}

fn write(folder: &Path, files: &[HandedFile]) {
    fs::create_dir_all(folder).unwrap();
    for (name, content) in files {
        let path = folder.join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// Returns what counts: the submission without its name, or the kind of rejection.
fn outcome(read: Result<Submission, IntakeError>) -> Result<Submission, String> {
    read.map(|submission| submission.with_name("any".to_owned())).map_err(|error| {
        assert!(error.is_rejection(), "{error}");
        let kind = format!("{error:?}");
        kind.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
    })
}

/// Reads the files in each container that can hold them.
fn in_containers(files: &[HandedFile]) -> Vec<(String, Result<Submission, String>)> {
    let outer = tempfile::tempdir().unwrap();
    let items = |prefix: &str| -> Vec<Item> {
        let name = |name: &[u8]| [prefix.as_bytes(), name].concat();
        files.iter().map(|(path, content)| item(&name(path), FILE, content)).collect()
    };
    let plain = items("");
    let mut archives = vec![
        ("zip", zip(&plain)),
        ("tar", tar(&plain)),
        ("tar.gz", gzip(&tar(&plain))),
        ("tar.xz", xz(&tar(&plain))),
    ];
    let texts: Option<Vec<(&str, u32, &[u8])>> = files
        .iter()
        .map(|(path, content)| Some((std::str::from_utf8(path).ok()?, 0, &content[..])))
        .collect();
    archives.extend(texts.map(|entries| ("7z", seven_zip(&entries))));
    let mut results = Vec::new();
    let mut add = |name: String, read| results.push((name, outcome(read)));
    for (kind, bytes) in &archives {
        let place = outer.path().join(format!("a.{kind}"));
        fs::write(&place, bytes).unwrap();
        add(format!("a {kind} archive"), read_submission(&place));
        let inner = item(format!("in.{kind}").as_bytes(), FILE, bytes);
        fs::write(&place, zip(std::slice::from_ref(&inner))).unwrap();
        add(format!("a {kind} archive in a zip archive"), read_submission(&place));
        let folder = outer.path().join(format!("with-{kind}"));
        write(&folder, &[(inner.name, bytes.clone())]);
        add(format!("a {kind} archive in a folder"), read_submission(&folder));
    }
    if files.iter().all(|(path, _)| !path.contains(&b'/') && std::str::from_utf8(path).is_ok()) {
        let folder = outer.path().join("loose");
        write(&folder, files);
        let upload = |(path, _): &HandedFile| {
            let name = String::from_utf8(path.clone()).unwrap();
            Upload { path: folder.join(&name), name }
        };
        let source = SubmissionSource::Files(files.iter().map(upload).collect());
        add(
            "single files".to_owned(),
            source.open(Path::new("hw")).and_then(|opened| opened.read_submission()),
        );
    }
    // A class, as a folder and as an archive.
    let class = outer.path().join("class");
    write(&class.join("alice"), files);
    write(&class, &[(b"carol.zip".to_vec(), archives[0].1.clone())]);
    let mut of_class = items("alice/");
    of_class.push(item(b"carol.zip", FILE, &archives[0].1));
    for (i, content) in [BOARD, SOLVER].into_iter().enumerate() {
        let path = ["dave/board.rs", "dave/solver.rs"][i].as_bytes();
        write(&class, &[(path.to_vec(), content.as_bytes().to_vec())]);
        of_class.push(item(path, FILE, content.as_bytes()));
    }
    let archive = outer.path().join("class.zip");
    fs::write(&archive, zip(&of_class)).unwrap();
    let compressed = outer.path().join("class.tar.gz");
    fs::write(&compressed, gzip(&tar(&of_class))).unwrap();
    let archives =
        [&archive, &compressed].map(|path| ClassArchive::open(path, path).unwrap().unwrap());
    let known = || ClassContext { archives: &archives, ..ClassContext::default() };
    for (container, path) in [("folder", class), ("zip", archive), ("tar.gz", compressed)] {
        let class = class::find_with(&[path], known()).unwrap();
        for entry in class.entries.iter().filter(|entry| entry.name != "dave") {
            add(format!("{} in a {container} class", entry.name), entry.read());
        }
    }
    results
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_container_does_not_matter(files in handed_files(), wrap in 0..3_usize) {
        let within = ["", "hw1/", "hw1/my work/"][wrap].as_bytes();
        let files: Vec<HandedFile> =
            files.into_iter().map(|(name, content)| ([within, &name].concat(), content)).collect();
        let outer = tempfile::tempdir().unwrap();
        write(&outer.path().join("hw"), &files);
        let expected = outcome(read_submission(&outer.path().join("hw")));
        for (container, result) in in_containers(&files) {
            prop_assert_eq!(&result, &expected, "{}", container);
        }
    }
}
