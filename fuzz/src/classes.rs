//! Properties of the parsers for class data: rosters, platform exports and corrections.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ::gradebook::{Award, CellFate, FillOptions, GradebookEntry, KnownAs, Scale};
use base::input::InputText;
use grade::Grade;
use grade::check::Check;
use grade::points::Points;
use intake::class::{self, ClassArchive, ClassContext};

use crate::overrides::{Overrides, Scope};
use crate::room::Room;

/// Tests arbitrary text as the roster of a class with a few submissions.
pub fn roster(data: &[u8]) {
    let room = Room::new();
    for name in ["alice.zip", "Bob Müller.tar.gz", "3.zip"] {
        room.write(&format!("class/{name}"), b"");
    }
    let file = room.write("roster.csv", data);
    check_class(class::find(&[room.inner_path("class")], Some(&file)));
}

/// Tests arbitrary text as the metadata in a Gradescope export.
pub fn gradescope(data: &[u8]) {
    let room = Room::new();
    room.write("submission_metadata.yml", data);
    room.write("submission_1/src/lib.rs", b"pub struct Board;");
    check_class(class::find(&[room.folder()], None));
}

/// Tests arbitrary names, one per line, as the files of a download, and checks that each is accounted for exactly once.
/// Skips names that operating systems and build tools leave behind.
pub fn download(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let room = Room::new();
    let mut files = BTreeSet::new();
    for name in text.lines().take(40) {
        let parts: Vec<&str> = name.split('/').collect();
        let is_part = |part: &&str| {
            !part.is_empty() && part.len() < 200 && !part.starts_with('.') && !part.contains('\0')
        };
        // A folder cannot share a name with a file.
        let is_free = |name: &str| {
            files.iter().all(|file: &String| {
                !file.starts_with(&format!("{name}/")) && !name.starts_with(&format!("{file}/"))
            })
        };
        let is_litter = |part: &&str| {
            ["__macosx", "thumbs.db", "desktop.ini", "target"].contains(&&*part.to_lowercase())
        };
        if parts.len() < 4
            && parts.iter().all(is_part)
            && !parts.iter().any(is_litter)
            && is_free(name)
            && files.insert(name.to_owned())
        {
            room.write(&format!("class/{name}"), b"pub struct Board;\n");
        }
    }
    let class = class::find(&[room.inner_path("class")], None);
    if let Ok(class) = &class {
        let entries = class.entries.iter();
        let sources =
            entries.flat_map(|entry| entry.source.paths().into_iter().chain(entry.paths_of_older_attempts()));
        let reported: Vec<&Path> = sources
            .chain(class.ignored.iter().map(|ignored| ignored.path.as_path()))
            .chain(class.read.iter().map(PathBuf::as_path))
            .collect();
        for name in &files {
            let file = room.inner_path(&format!("class/{name}"));
            let times = reported.iter().filter(|path| file.starts_with(path)).count();
            assert_eq!(times, 1, "{name:?} is reported {times} times");
        }
    }
    check_class(class);
}

/// Tests arbitrary bytes as a class archive, which must be rejected or read without writing anything.
pub fn class_archive(data: &[u8]) {
    let room = Room::new();
    let path = room.write("class.zip", data);
    match ClassArchive::open(&path, &path) {
        Ok(Some(archive)) => {
            let known = ClassContext { archives: &[archive], ..ClassContext::default() };
            let class = class::find_with(&[path], known);
            for entry in class.iter().flat_map(|class| &class.entries) {
                let _ = entry.read();
            }
            check_class(class);
        }
        Ok(None) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    assert!(room.has_entries(1), "something was written");
}

/// Checks that the submission names are valid, distinct file names.
fn check_class(class: Result<class::Class, class::ClassReadError>) {
    match class {
        Ok(class) => {
            let mut names = BTreeSet::new();
            for entry in &class.entries {
                let name = &entry.name;
                assert!(is_plain(name), "{name:?} is no name of a file");
                assert!(names.insert(name.to_lowercase()), "{name} is there twice");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Returns `true` for valid file names, without a folder, on every operating system.
fn is_plain(name: &str) -> bool {
    let is_taken = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    !name.is_empty() && name.len() <= 255 && !name.starts_with('.') && !name.contains(is_taken)
}

/// Tests arbitrary text as manual corrections, and checks that each accepted correction has a reason and an author.
pub fn overrides(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let names = BTreeSet::from(["alice".to_owned(), "bob".to_owned()]);
    let worth = BTreeMap::from([(Check::BoardHamming, Points::from_thousandths(4000))]);
    let scope = Scope { names: Some(&names), checks: Some(&worth), students: None };
    match Overrides::parse(InputText { file: "overrides.toml", text }, scope) {
        Ok(overrides) => {
            let grade = |name: &String| Grade {
                submission: name.clone(),
                ..samples::grade_of_all_groups(samples::verdict_of_template)
            };
            for correction in names.iter().flat_map(|name| overrides.corrections_for(&grade(name)))
            {
                assert!(!correction.why.trim().is_empty() && !correction.who.trim().is_empty());
            }
        }
        Err(error) => assert!(!error.render(false).is_empty()),
    }
}

/// Tests arbitrary text as a platform's gradebook. When filled in, it must still be a gradebook of the same platform,
/// and filling it in again must not change it.
pub fn gradebook(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(kind) = ::gradebook::platform_of(text) else { return };
    let entry = |name: &str, thousandths, comment: &str| GradebookEntry {
        label: name.to_owned(),
        known_as: KnownAs {
            ids: vec![name.to_owned()],
            numbers: vec!["11".to_owned()],
            emails: vec![format!("{name}@x.org")],
            names: vec![name.to_owned()],
        },
        award: Award::Points {
            held: Points::from_thousandths(thousandths),
            of: Points::from_thousandths(100_000),
        },
        comment: Some(comment.to_owned()),
    };
    let entries = [entry("jane", 87_125, "=1+1"), entry("mal", 0, "a \"b\",\nc")];
    let how = FillOptions { scale: Scale::AsIs, ..FillOptions::default() };
    let Ok(filled) = ::gradebook::fill(kind, text, &entries, &how) else { return };
    let again =
        ::gradebook::platform_of(&filled.text).expect("it is a gradebook of the same platform");
    assert_eq!(again, kind);
    let twice =
        ::gradebook::fill(kind, &filled.text, &entries, &how).expect("it was filled before");
    assert_eq!(twice.text, filled.text, "to fill it in again changes nothing");
    let is_there = |cell: &::gradebook::GradeCell| !matches!(cell.fate, CellFate::Kept(_));
    if !filled.cells.iter().any(is_there) {
        assert_eq!(filled.text, text, "nobody was filled in");
    }
}
