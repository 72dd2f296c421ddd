//! Tests grading and merging a class on a disk that fails, with thousands of seeds.
//!
//! Each seed determines a history of several runs. The submissions change between runs, and threads take them in random
//! order. During some operations, the disk fails, the program is killed or the power fails, but never in the last run.
//! Then:
//!
//! - After the last run, every file must be the same as without failures.
//! - At all times, the summary must match the grades, each grade must be complete and belong to the submission, and a
//!   key must be beside the right grade.
//! - The cache must return the correct grade for the sources, and the correct facts about the files, or nothing.
//!
//! The method follows the simulation of `FoundationDB` (J. Zhou et al., "`FoundationDB`: A Distributed Unbundled
//! Transactional Key Value Store", SIGMOD 2021) and that of `TigerBeetle`.

mod disk;
mod stub;
mod unchanged;

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::files::SharedDisk;
use base::seed::{from_texts, random_below};

use crate::batch::{self, Batch};
use crate::cache::GradeCache;
use crate::instructor_files::{InstructorFiles, adopt_files};
use crate::members::ClassMembers;
use crate::merge::CompatibleFolders;
use crate::output::Output;
use crate::overrides::Scope;
use crate::part::ClassPart;
use crate::partition::{ClassPartition, PartitionMethod};
use crate::{ClassError, history};
use disk::{SimDisk, Trouble};
use jail::StandingLayers;
use late::Counting;
use stub::{Class, Stub, Truth};

const OUT: &str = "/c/out";
const CACHE: &str = "/c/cache";
const PARTS: [&str; 2] = ["/c/part1", "/c/part2"];

const OVERRIDES: &str =
    "[[override]]\nsubmission = \"bob\"\nadd = -0.5\nwhy = \"late\"\nwho = \"me\"\n";

#[expect(clippy::print_stdout, reason = "shown only if the test fails")]
fn print_line(text: &str) {
    println!("{text}");
}

/// Returns the seeds to try, which can be changed with `SEEDS=FROM..TO`.
fn seeds_to_try(standard: u64) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("SEEDS") else { return 0..standard };
    let (from, to) = text.split_once("..").expect("SEEDS is FROM..TO");
    from.parse().expect("a number")..to.parse().expect("a number")
}

struct History<'a> {
    class: &'a Class,
    truth: &'a Arc<Truth>,
    disk: SimDisk,
    random: u64,
    /// Unless the latest attempt counts, all earlier versions are previous attempts.
    counting: Counting,
    /// The actions so far, to be shown if the test fails.
    actions: Vec<String>,
}

impl<'a> History<'a> {
    fn new(seed: u64, class: &'a Class, truth: &'a Arc<Truth>) -> Self {
        let random = from_texts(&["history", &seed.to_string()]);
        let disk = SimDisk::new(random);
        let folders: Vec<PathBuf> = [OUT].into_iter().chain(PARTS).map(PathBuf::from).collect();
        let watched = Arc::clone(truth);
        disk.watch(Box::new(move |view| {
            folders.iter().find_map(|folder| watched.find_problem(view, folder))
        }));
        Self { class, truth, disk, random, counting: Counting::Latest, actions: Vec::new() }
    }

    /// Creates a history with several attempts. Just the final state is checked.
    fn of_attempts(seed: u64, class: &'a Class, truth: &'a Arc<Truth>) -> Self {
        let history = Self::new(seed, class, truth);
        history.disk.watch(Box::new(|_| None));
        history
    }

    fn has_one_in(&mut self, count: usize) -> bool {
        random_below(&mut self.random, count) == 0
    }

    fn shared_disk(&self) -> SharedDisk {
        Arc::new(self.disk.clone())
    }

    /// Chooses a failure within the next `operations` operations.
    fn draw_trouble(&mut self, operations: usize) -> Trouble {
        let after = random_below(&mut self.random, operations);
        let kinds = [
            ErrorKind::StorageFull,
            ErrorKind::Other,
            ErrorKind::PermissionDenied,
            ErrorKind::QuotaExceeded,
        ];
        match random_below(&mut self.random, 4) {
            0 => Trouble::Kill { after },
            1 => Trouble::Power { after },
            _ => {
                let count = [1, 2, 7, 1000][random_below(&mut self.random, 4)];
                Trouble::Fail {
                    after,
                    count,
                    kind: kinds[random_below(&mut self.random, kinds.len())],
                }
            }
        }
    }

    fn grade(
        &mut self,
        folder: &str,
        versions: &[usize],
        part: Option<&ClassPart>,
        flaky: bool,
    ) -> Result<(), ClassError> {
        let mut entries = self.class.entries(versions);
        if self.counting != Counting::Latest {
            self.class.add_older_versions(&mut entries, versions);
        }
        let people = ClassMembers { submissions: entries.clone(), ..ClassMembers::default() };
        let mut mine: Vec<_> = entries.iter().enumerate().collect();
        mine.retain(|(at, entry)| {
            part.is_none_or(|part| part.partition.contains_submission(*at, &entry.name))
        });
        let mut mine: Vec<_> = mine.into_iter().map(|(_, entry)| entry.clone()).collect();
        // Threads may take the submissions in any order.
        for at in (1..mine.len()).rev() {
            let other = random_below(&mut self.random, at + 1);
            mine.swap(at, other);
        }
        let cache =
            (!self.has_one_in(4)).then(|| GradeCache::new_on(self.shared_disk(), CACHE.as_ref()));
        let output = Output::open_on(self.shared_disk(), Path::new(folder))?;
        let scope = Scope { names: None, checks: None, students: None };
        let rules = adopt_files(&output, InstructorFiles::default(), scope, None, people)?;
        let seed = if flaky { Some(self.random) } else { None };
        let batch = Batch {
            grader: &Stub::new(seed),
            entries: &mine,
            part,
            output: &output,
            cache: cache.as_ref(),
            rules: &rules,
            counting: self.counting,
            standing: &StandingLayers::default(),
            jobs: 1,
            only: None,
            timings: false,
        };
        batch::grade_class(&batch, &|_| {}).map(drop)
    }

    fn merge(&mut self) -> Result<(), ClassError> {
        let parts = PARTS.map(PathBuf::from);
        let joint = CompatibleFolders::open_on(&self.shared_disk(), &parts)?;
        let output = Output::open_on(self.shared_disk(), OUT.as_ref())?;
        let rules = joint.copy_and_read_rules(&output, InstructorFiles::default())?;
        joint.write_merged(&output, &rules).map(drop)
    }

    /// Performs an action that may be disturbed by a failure.
    fn run_disturbed(&mut self, what: &str, act: impl FnOnce(&mut Self) -> Result<(), ClassError>) {
        let trouble = self.draw_trouble(90);
        self.disk.schedule_trouble(Some(trouble));
        let ended = act(self);
        let operations = self.disk.operations();
        self.actions.push(format!("{what}, {trouble:?}: {operations} operations, {ended:?}"));
        self.disk.restart();
        self.check();
    }

    fn run_undisturbed(
        &mut self,
        what: &str,
        act: impl FnOnce(&mut Self) -> Result<(), ClassError>,
    ) {
        self.disk.schedule_trouble(None);
        let ended = act(self);
        self.actions.push(format!("{what}: {ended:?}"));
        assert!(ended.is_ok(), "{:#?}", self.actions);
        self.check();
    }

    fn check(&self) {
        if let Some(wrong) = self.disk.find_violation() {
            panic!("{wrong}\n{:#?}", self.actions);
        }
        let cache = GradeCache::new_on(self.shared_disk(), CACHE.as_ref());
        if let Some(wrong) = self.truth.find_problem_in_cache(&cache) {
            panic!("{wrong}\n{:#?}", self.actions);
        }
    }

    /// Returns the files to compare at the end.
    fn files_to_compare(&self, folder: &str) -> BTreeMap<PathBuf, String> {
        let mut files = self.disk.files(folder.as_ref());
        files.retain(|path, _| !path.ends_with(history::FILE) && !path.ends_with(".lock"));
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        files.into_iter().map(|(path, bytes)| (path, text(bytes))).collect()
    }

    fn assert_same_result(&self, expected: &BTreeMap<PathBuf, String>) {
        let found = self.files_to_compare(OUT);
        for path in found.keys().chain(expected.keys()) {
            assert_eq!(
                found.get(path),
                expected.get(path),
                "{} is not as it would be\n{:#?}",
                path.display(),
                self.actions
            );
        }
    }

    fn draw_versions(&mut self) -> Vec<usize> {
        Class::version_counts().map(|count| random_below(&mut self.random, count)).collect()
    }
}

fn part(index: u64, class: &Class) -> ClassPart {
    let entries = class.entries(&vec![0; Class::version_counts().count()]);
    ClassPart::new(
        ClassPartition::new(PartitionMethod::Slice, index, 2).expect("there are two"),
        &entries,
    )
}

#[test]
fn the_next_run_recovers_from_any_failure() {
    let class = Class::new();
    let truth = Arc::new(Truth::new(&class, OVERRIDES));
    let mut wanted = BTreeMap::new();
    for seed in seeds_to_try(1500) {
        print_line(&format!("seed {seed}"));
        let mut history = History::new(seed, &class, &truth);
        let has_overrides = history.has_one_in(2);
        if has_overrides {
            history.disk_with_overrides();
        }
        for number in 0..=random_below(&mut history.random, 3) {
            let versions = history.draw_versions();
            let flaky = history.has_one_in(3);
            history.run_disturbed(&format!("run {number} of {versions:?}"), |history| {
                history.grade(OUT, &versions, None, flaky)
            });
        }
        let versions = history.draw_versions();
        history.run_undisturbed(&format!("the last run, of {versions:?}"), |history| {
            history.grade(OUT, &versions, None, false)
        });
        let key = (versions.clone(), has_overrides);
        let expected = wanted.entry(key).or_insert_with(|| {
            let mut calm = History::new(seed, &class, &truth);
            if has_overrides {
                calm.disk_with_overrides();
            }
            calm.run_undisturbed("the only run", |history| {
                history.grade(OUT, &versions, None, false)
            });
            calm.files_to_compare(OUT)
        });
        history.assert_same_result(expected);
    }
}

#[test]
fn attempts_leave_nothing_behind_after_any_failure() {
    let class = Class::new();
    let truth = Arc::new(Truth::new(&class, OVERRIDES));
    let rules = [Counting::Latest, Counting::Best];
    let mut wanted = BTreeMap::new();
    for seed in seeds_to_try(600) {
        print_line(&format!("seed {seed}"));
        let mut history = History::of_attempts(seed, &class, &truth);
        for number in 0..=random_below(&mut history.random, 3) {
            let versions = history.draw_versions();
            history.counting = rules[random_below(&mut history.random, 2)];
            let flaky = history.has_one_in(3);
            let what = format!("run {number} of {versions:?}, {:?}", history.counting);
            history.run_disturbed(&what, |history| history.grade(OUT, &versions, None, flaky));
        }
        let versions = history.draw_versions();
        history.counting = rules[random_below(&mut history.random, 2)];
        let counting = history.counting;
        let what = format!("the last run, of {versions:?}, {counting:?}");
        history.run_undisturbed(&what, |history| history.grade(OUT, &versions, None, false));
        let key = (versions.clone(), counting.name());
        let expected = wanted.entry(key).or_insert_with(|| {
            let mut calm = History::of_attempts(seed, &class, &truth);
            calm.counting = counting;
            calm.run_undisturbed("the only run", |history| {
                history.grade(OUT, &versions, None, false)
            });
            calm.files_to_compare(OUT)
        });
        history.assert_same_result(expected);
    }
}

#[test]
fn the_next_merge_recovers_from_any_failure() {
    let class = Class::new();
    let truth = Arc::new(Truth::new(&class, OVERRIDES));
    let parts = [part(1, &class), part(2, &class)];
    let mut wanted = BTreeMap::new();
    for seed in seeds_to_try(800) {
        print_line(&format!("seed {seed}"));
        let mut history = History::new(seed, &class, &truth);
        let versions = history.draw_versions();
        for (folder, part) in PARTS.iter().zip(&parts) {
            if history.has_one_in(2) {
                history.run_disturbed(folder, |history| {
                    history.grade(folder, &versions, Some(part), false)
                });
            }
        }
        if history.has_one_in(3) {
            history.run_disturbed("a merge too early", History::merge);
        }
        for (folder, part) in PARTS.iter().zip(&parts) {
            history.run_undisturbed(folder, |history| {
                history.grade(folder, &versions, Some(part), false)
            });
        }
        for _ in 0..=random_below(&mut history.random, 2) {
            history.run_disturbed("a merge", History::merge);
        }
        history.run_undisturbed("the last merge", History::merge);
        let expected = wanted.entry(versions.clone()).or_insert_with(|| {
            let mut calm = History::new(seed, &class, &truth);
            calm.run_undisturbed("the only run", |history| {
                history.grade(OUT, &versions, None, false)
            });
            calm.files_to_compare(OUT)
        });
        history.assert_same_result(expected);
    }
}

impl History<'_> {
    fn disk_with_overrides(&mut self) {
        let output =
            Output::open_on(self.shared_disk(), OUT.as_ref()).expect("nothing has failed yet");
        output.write_file(crate::output::OVERRIDES, OVERRIDES).expect("nothing has failed yet");
    }
}

/// Unsynchronized data must be lost in some histories and kept in others.
#[test]
fn the_disk_loses_unsynchronized_data() {
    use base::files::{self, Disk, Durability};

    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let disk = SimDisk::new(seed);
        let (first, second) = (Path::new("/c/first"), Path::new("/c/second"));
        files::write_atomically(&disk, first, b"lasting", Durability::Power).unwrap();
        files::write_atomically(&disk, second, b"perhaps", Durability::Process).unwrap();
        disk.schedule_trouble(Some(Trouble::Power { after: 0 }));
        assert!(disk.read(first).is_err());
        disk.restart();
        assert_eq!(disk.read(first).unwrap(), b"lasting");
        seen.insert(disk.read(second).ok());
    }
    assert!(seen.contains(&None) && seen.contains(&Some(b"perhaps".to_vec())));
    assert!(seen.len() > 5, "torn in several ways: {seen:?}");
}
