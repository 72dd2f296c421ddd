//! Students choose only the names of their own files. Whatever they choose, all other entries must stay the same.
//!
//! `PROPTEST_CASES` sets the number of classes to try, and `PROPTEST_RNG_SEED` the seed.

mod names;
mod shapes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use intake::class::{
    self, Attempt, Class, ClassArchive, ClassContext, Person, Platform, UnmatchedSubmission,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngSeed, TestRunner};

use crate::lay;
use names::{comments, names, on_disk};
use shapes::{ROSTER, SHAPES, STUDENTS, Shape, Student, metadata, receipt, receipt_name};

/// By path.
type Files = BTreeMap<String, Vec<u8>>;

/// A class with one student who chooses hostile names.
#[derive(Clone, Debug)]
struct Case {
    shape: Shape,
    is_packed: bool,
    student: Student,
    names: Vec<String>,
    /// The text that the student typed into a form, if the platform's download includes one.
    comment: String,
    has_honest_file: bool,
}

fn cases() -> impl Strategy<Value = Case> {
    let names = prop::collection::vec(names(), 1..4);
    let student = prop::sample::select(&STUDENTS);
    let flags = (any::<bool>(), any::<bool>());
    (prop::sample::select(&SHAPES), flags, student, names, comments()).prop_map(
        |(shape, (is_packed, has_honest_file), student, names, comment)| Case {
            shape,
            is_packed: is_packed && !shape.is_given_apart,
            student,
            names,
            comment,
            has_honest_file,
        },
    )
}

impl Case {
    /// Returns the files of all other students, and the student's files with ordinary names.
    fn honest(&self) -> Files {
        let mut files = Files::new();
        for (at, student) in STUDENTS.into_iter().enumerate() {
            if student.login != self.student.login || self.has_honest_file {
                for (number, file) in ["board.rs", "solver.rs"].into_iter().enumerate() {
                    let name = (self.shape.place)(student, 2 * at + number, file);
                    files.insert(name.clone(), code(&name));
                }
                if self.shape.has_receipts {
                    files.insert(receipt_name(student), receipt(student, "").into_bytes());
                }
            }
        }
        if self.shape.platform == Some(Platform::Gradescope) {
            files.insert("submission_metadata.yml".to_owned(), metadata().into_bytes());
        }
        files
    }

    /// Returns the same files and the files with the chosen names.
    fn attacked(&self) -> Files {
        let mut files = self.honest();
        if self.shape.has_receipts {
            let text = receipt(self.student, &self.comment);
            files.insert(receipt_name(self.student), text.into_bytes());
        }
        for (number, name) in self.names.iter().enumerate() {
            let name =
                if self.is_packed { name.clone() } else { on_disk(name, self.shape.has_folders) };
            let name = (self.shape.place)(self.student, 90 + number, &name);
            let is_in_the_way = files.keys().any(|other| {
                other.starts_with(&format!("{name}/")) || name.starts_with(&format!("{other}/"))
            });
            if self.is_packed || !is_in_the_way {
                files.entry(name.clone()).or_insert_with(|| code(&name));
            }
        }
        files
    }

    /// Finds the class in a new folder.
    fn find(&self, files: &Files, folder: &Path, roster: Option<&Path>) -> Class {
        let _ = fs::remove_dir_all(folder);
        if self.is_packed && !self.shape.is_given_apart {
            let path = folder.with_extension("zip");
            pack(files, &path);
            let archive = ClassArchive::open(&path, &path).unwrap().expect("a class");
            let known = ClassContext { roster, archives: &[archive], ..ClassContext::default() };
            return class::find_with(&[path], known).expect("a class");
        }
        lay(files, folder);
        let paths = if self.shape.is_given_apart {
            let mut paths: Vec<PathBuf> =
                fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            paths.sort();
            paths
        } else {
            vec![folder.to_owned()]
        };
        class::find(&paths, roster).expect("a class")
    }

    fn of_others(&self, class: &Class, has_roster: bool) -> Others {
        let Student { name, number, login, .. } = self.student;
        let ids = [number.to_string(), self.student.anonymous(), login.to_owned()];
        let is_theirs = |attempt: &&Attempt| {
            // When each student has a folder, the entry is named after the folder.
            attempt.name == login
                || attempt.students.iter().flat_map(Person::self_and_platform_account).any(
                    |account| {
                        account.id.as_ref().is_some_and(|id| ids.contains(id))
                            || (has_roster && account.name.as_deref() == Some(name))
                    },
                )
        };
        let is_beside =
            |attempt: &&Attempt| class.beside.iter().any(|(path, _)| path == attempt.source.path());
        let (theirs, others): (Vec<&Attempt>, Vec<&Attempt>) =
            class.entries.iter().partition(|attempt| is_theirs(attempt) || is_beside(attempt));
        let is_of_others = |name: &str| !theirs.iter().any(|attempt| attempt.name == name);
        let missing = class
            .missing
            .iter()
            .flatten()
            .chain(class.doubtful.iter().map(|doubtful| &doubtful.person));
        Others {
            platforms: others.iter().map(|attempt| attempt.from).collect(),
            nobodys: class
                .entries
                .iter()
                .filter(is_beside)
                .flat_map(|attempt| attempt.students.clone())
                .filter(|student| student.id.as_deref() != Some(login))
                .collect(),
            missing: missing
                .filter(|student| student.id.as_deref() != Some(login))
                .cloned()
                .collect(),
            unknown: class
                .unknown
                .iter()
                .filter(|unknown| is_of_others(&unknown.submission))
                .cloned()
                .collect(),
            hashes: others
                .iter()
                .map(|attempt| attempt.read().map(|submission| submission.hash()).ok())
                .collect(),
            entries: others.into_iter().cloned().collect(),
        }
    }
}

#[derive(Debug, PartialEq)]
struct Others {
    entries: Vec<Attempt>,
    /// The hash of each entry's submission, if it can be read.
    hashes: Vec<Option<String>>,
    platforms: BTreeSet<Option<Platform>>,
    missing: Vec<Person>,
    unknown: Vec<UnmatchedSubmission>,
    /// The other authors of submissions with names that do not match the platform.
    nobodys: Vec<Person>,
}

fn code(name: &str) -> Vec<u8> {
    format!("// {}\npub struct Board;\n", name.escape_debug()).into_bytes()
}

fn pack(files: &Files, archive: &Path) {
    let mut writer = zip::ZipWriter::new(fs::File::create(archive).unwrap());
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in files {
        writer.start_file(name.as_str(), options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
}

/// Reads a class with and without one student's hostile names. For everyone else, nothing may change: the owner of a
/// submission, the files and their contents, the time, the place in a gradebook.
#[test]
#[expect(clippy::print_stdout, reason = "shows how many classes of each shape were tried")]
fn hostile_file_names_do_not_affect_other_students() {
    let outer = tempfile::tempdir().unwrap();
    let roster = outer.path().join("roster.csv");
    fs::write(&roster, ROSTER).unwrap();
    let folder = outer.path().join("class");
    let defaults = ProptestConfig::default();
    let is_set = |name: &str| std::env::var_os(name).is_some();
    let config = ProptestConfig {
        cases: if is_set("PROPTEST_CASES") { defaults.cases } else { 300 },
        rng_seed: if is_set("PROPTEST_RNG_SEED") { defaults.rng_seed } else { RngSeed::Fixed(26) },
        failure_persistence: None,
        ..defaults
    };
    let counts = std::cell::RefCell::new(BTreeMap::<&str, [usize; 2]>::new());
    let outcome = TestRunner::new(config).run(&cases(), |case| {
        let (honest, attacked) = (case.honest(), case.attacked());
        for roster in [None, Some(roster.as_path())] {
            let has_roster = roster.is_some();
            let honest = case.find(&honest, &folder, roster);
            let attacked = case.find(&attacked, &folder, roster);
            let others = case.of_others(&attacked, has_roster);
            prop_assert_eq!(&others, &case.of_others(&honest, has_roster));
            prop_assert_eq!(&others.nobodys, &[]);
            prop_assert_eq!(others.entries.len(), STUDENTS.len() - 1);
            prop_assert!(others.hashes.iter().all(Option::is_some), "{:?}", others);
            prop_assert_eq!(others.platforms, BTreeSet::from([case.shape.platform]));
        }
        counts.borrow_mut().entry(case.shape.what).or_default()[usize::from(case.is_packed)] += 1;
        Ok(())
    });
    println!("classes tried, as folders and as archives: {:?}", counts.borrow());
    if let Err(error) = outcome {
        panic!("{error}");
    }
    assert_eq!(counts.borrow().len(), SHAPES.len(), "not all shapes were tried");
}

/// The forged names are realistic: each follows the rules of the platform that it imitates.
#[test]
fn forged_names_follow_platform_conventions() {
    let mut runner = TestRunner::deterministic();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..600 {
        let name = on_disk(&names().new_tree(&mut runner).unwrap().current(), false);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(&name), "pub struct Board;\n").unwrap();
        let class = class::find(&[folder.path().to_owned()], None);
        let platform = class.ok().and_then(|class| class.platform());
        *counts.entry(platform.map_or("none", Platform::name)).or_default() += 1;
    }
    for platform in ["Blackboard", "Brightspace", "Canvas", "Moodle"] {
        assert!(counts.get(platform).is_some_and(|&count| count >= 20), "{platform}: {counts:?}");
    }
}
