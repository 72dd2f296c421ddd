//! Tests that a submission is read only if its files have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use intake::class::{Attempt, SubmissionSource};
use jail::StandingLayers;
use late::Counting;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use tempfile::TempDir;

use super::disk::SimDisk;
use super::stub::{Stub, expected_grade};
use super::{CACHE, OUT};
use crate::batch::{self, Batch};
use crate::cache::GradeCache;
use crate::marker::Marker as _;
use crate::output::Output;
use crate::rules::ClassRules;

const NAMES: [&str; 2] = ["alice", "bob"];

/// The files of a submission, by path.
type Files = BTreeMap<&'static str, &'static str>;

/// Submissions with similar files, including rejected ones.
fn files() -> impl Strategy<Value = Files> {
    let paths = vec!["src/lib.rs", "src/board.rs", "board.rs", "Cargo.toml", "notes.txt", "src"];
    let texts = vec!["", "pub struct Board;", "pub struct Board(u8);", "mod board;"];
    let files = btree_map(select(paths), select(texts), 0..4);
    files.prop_map(|mut files: Files| {
        // A path is a file or a folder.
        if files.keys().any(|path| path.starts_with("src/")) {
            files.remove("src");
        }
        files
    })
}

/// A class on the machine's real disk, graded on a simulated one.
struct ChangingClass {
    folder: TempDir,
    disk: SimDisk,
}

impl ChangingClass {
    fn new() -> Self {
        let class = Self { folder: tempfile::tempdir().unwrap(), disk: SimDisk::new(1) };
        class.clear();
        class
    }

    fn clear(&self) {
        for name in NAMES {
            self.put(name, &Files::new());
        }
    }

    fn put(&self, name: &str, files: &Files) {
        let folder = self.folder.path().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    fn entries(&self) -> Vec<Attempt> {
        let source = |name: &str| SubmissionSource::Folder(self.folder.path().join(name));
        NAMES.iter().map(|name| Attempt::new(name, source(name))).collect()
    }

    /// Grades the class. Returns the submissions for which a worker was started.
    fn grade(&self, has_cache: bool, on_start: fn(&Attempt)) -> BTreeSet<String> {
        let started = Arc::new(Mutex::new(BTreeSet::new()));
        let names = Arc::clone(&started);
        let stub = Stub::with_start(move |entry| {
            names.lock().unwrap().insert(entry.name.clone());
            on_start(entry);
        });
        let (disk, entries) = (Arc::new(self.disk.clone()), self.entries());
        let output = Output::open_on(disk.clone(), Path::new(OUT)).unwrap();
        let cache = GradeCache::new_on(disk, CACHE.as_ref());
        let batch = Batch {
            grader: &stub,
            entries: &entries,
            part: None,
            output: &output,
            cache: has_cache.then_some(&cache),
            rules: &ClassRules::default(),
            counting: Counting::Latest,
            standing: &StandingLayers::default(),
            jobs: 1,
            only: None,
            timings: false,
        };
        batch::grade_class(&batch, &|_| {}).unwrap();
        for entry in &entries {
            let expected = match entry.read() {
                Ok(submission) => expected_grade(&entry.name, &submission.hash()),
                Err(error) => stub.grade_of_rejected(&entry.name, error.reason()),
            };
            let found = output.graded().read_grade(&entry.name).unwrap();
            assert_eq!(found, Some(expected.json()), "{}", entry.name);
        }
        drop(output);
        self.disk.restart();
        started.lock().unwrap().clone()
    }
}

proptest! {
    #[test]
    fn a_worker_starts_only_for_files_that_nobody_has_read(
        changes in vec((select(&NAMES[..]), files()), 1..8),
    ) {
        let class = ChangingClass::new();
        let mut known: BTreeSet<(&str, Files)> = NAMES.map(|name| (name, Files::new())).into();
        let all: BTreeSet<String> = NAMES.map(str::to_owned).into();
        prop_assert_eq!(&class.grade(true, |_| {}), &all);
        for (name, files) in changes {
            class.put(name, &files);
            let is_new = known.insert((name, files));
            let expected = is_new.then(|| name.to_owned()).into_iter().collect();
            prop_assert_eq!(class.grade(true, |_| {}), expected);
            prop_assert_eq!(class.grade(true, |_| {}), BTreeSet::new());
        }
        prop_assert_eq!(&class.grade(false, |_| {}), &all);
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_read_again() {
    let change = |entry: &Attempt| {
        fs::write(entry.source.path().join("board.rs"), "pub struct Board;").unwrap();
    };
    let class = ChangingClass::new();
    let all: BTreeSet<String> = NAMES.map(str::to_owned).into();
    assert_eq!(class.grade(true, change), all, "the files change after they were hashed");
    class.clear();
    assert_eq!(class.grade(true, |_| {}), all, "it was not remembered");
    assert_eq!(class.grade(true, |_| {}), BTreeSet::new());
}
