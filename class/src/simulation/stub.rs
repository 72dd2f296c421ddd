//! A class with known grades, and the conditions that the grader's files must always satisfy.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use base::input::InputText as Text;
use base::seed::random_below;
use grade::check::Check;
use grade::json::GradeFile;
use grade::points::Points;
use grade::{Basis, Grade, Rejection, Verdict};
use intake::class::{Attempt, SubmissionSource};
use sandbox::build::BuildError;
use tempfile::TempDir;
use worker::{Death, ReadError, SubmissionFacts, WorkerFault};

use super::disk::View;
use crate::cache::GradeCache;
use crate::key::{self, GradeKey, ReusableGrade};
use crate::marker::{Marker, Marking};
use crate::overrides::{Overrides, Scope};
use crate::rules::ClassRules;
use crate::summary::{self, Summary};

/// The hash of everything but the submission.
const PLAN: &str = "sha256:91a4";

/// The students and the versions of their submissions. An empty version is rejected.
const CLASS: [(&str, &[&str]); 3] = [
    ("alice", &["pub struct Board;", "pub struct Board(u8);", "mod gone; pub struct Board;"]),
    // This should take the grade from the cache, since it is identical to another student's.
    ("bob", &["pub struct Board;", "pub struct Board(u16);"]),
    ("carol", &["", "pub struct Board(i8);"]),
];

/// The submissions, on the machine's real disk.
pub(super) struct Class {
    folder: TempDir,
}

impl Class {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, versions) in CLASS {
            for (number, code) in versions.iter().enumerate() {
                let place = folder.path().join(format!("{name}{number}"));
                fs::create_dir(&place).expect("a folder");
                if !code.is_empty() {
                    fs::create_dir(place.join("src")).expect("a folder");
                    fs::write(place.join("src/lib.rs"), code).expect("a file");
                }
            }
        }
        Self { folder }
    }

    pub(super) fn version_counts() -> impl Iterator<Item = usize> {
        CLASS.iter().map(|(_, versions)| versions.len())
    }

    pub(super) fn entries(&self, versions: &[usize]) -> Vec<Attempt> {
        let class = CLASS.iter().zip(versions);
        class.map(|((name, _), version)| self.entry(name, *version)).collect()
    }

    /// Adds earlier versions as previous attempts.
    pub(super) fn add_older_versions(&self, entries: &mut [Attempt], versions: &[usize]) {
        for ((entry, (name, _)), version) in entries.iter_mut().zip(CLASS).zip(versions) {
            let source = |version: usize| self.entry(name, version).source;
            let attempt = |version| Attempt { source: source(version), ..Attempt::default() };
            entry.older = (0..*version).rev().map(attempt).collect();
        }
    }

    fn entry(&self, name: &str, version: usize) -> Attempt {
        Attempt::new(
            name,
            SubmissionSource::Folder(self.folder.path().join(format!("{name}{version}"))),
        )
    }
}

/// A stand-in for the grader, with grades that depend only on the sources. A seed adds occasional grader errors.
pub(super) struct Stub {
    faults: Option<Mutex<u64>>,
    /// What happens after a worker has been started, and before it reads the submission.
    on_start: Box<dyn Fn(&Attempt) + Sync>,
}

impl Stub {
    pub(super) fn new(seed: Option<u64>) -> Self {
        Self { faults: seed.map(Mutex::new), on_start: Box::new(|_| {}) }
    }

    /// Creates a stand-in without grader errors that reports each start of a worker.
    pub(super) fn with_start(on_start: impl Fn(&Attempt) + Sync + 'static) -> Self {
        Self { on_start: Box::new(on_start), ..Self::new(None) }
    }

    fn draw_fault(&self) -> usize {
        self.faults
            .as_ref()
            .map_or(9, |seed| random_below(&mut seed.lock().expect("one thread"), 5))
    }
}

impl Marker for Stub {
    fn plan_hash(&self) -> String {
        PLAN.to_owned()
    }

    fn verdicts_plan_hash(&self) -> String {
        PLAN.to_owned()
    }

    fn with_its_points(&self, _: Grade) -> Option<Grade> {
        None
    }

    fn basis(&self) -> Basis {
        samples::grade([]).basis
    }

    fn hash_files(&self, entry: &Attempt) -> Option<String> {
        entry.source.digest()
    }

    fn start_marking(&self, entry: &Attempt) -> Result<Box<dyn Marking + '_>, Death> {
        (self.on_start)(entry);
        Ok(Box::new(AtWork { stub: self, entry: entry.clone(), facts: None }))
    }

    fn grade_of_rejected(&self, name: &str, reason: String) -> Grade {
        let max_score = Points::from_thousandths(3000);
        let rejection = Some(Rejection { reason, max_score });
        Grade {
            submission: name.to_owned(),
            sources: grade::NO_SOURCES.to_owned(),
            rejection,
            ..samples::grade([])
        }
    }

    fn grade_with_grader_error(&self, name: &str, sources: &str, message: &str) -> Grade {
        let fault = Verdict::GraderError(message.to_owned());
        let grade = samples::grade([((Check::BoardHamming, fault), 3.0)]);
        Grade { submission: name.to_owned(), sources: sources.to_owned(), ..grade }
    }

    fn check_machine(&self) -> Result<(), BuildError> {
        match self.draw_fault() {
            0 => Err(no_memory()),
            _ => Ok(()),
        }
    }
}

struct AtWork<'a> {
    stub: &'a Stub,
    entry: Attempt,
    facts: Option<SubmissionFacts>,
}

impl Marking for AtWork<'_> {
    fn read_submission(&mut self) -> Result<Result<SubmissionFacts, ReadError>, Death> {
        let read = facts_of(&self.entry);
        self.facts = read.as_ref().ok().cloned();
        Ok(read)
    }

    fn grade_submission(&mut self) -> Result<Result<GradeFile, WorkerFault>, Death> {
        let SubmissionFacts { name, hash, .. } = self.facts.as_ref().expect("it is read first");
        Ok(match self.stub.draw_fault() {
            0 => Err(WorkerFault::from(&no_memory())),
            1 => Ok(self.stub.grade_with_grader_error(name, hash, NO_MEMORY).into()),
            _ => Ok(expected_grade(name, hash).into()),
        })
    }
}

fn facts_of(entry: &Attempt) -> Result<SubmissionFacts, ReadError> {
    let read = entry.read().map(|submission| SubmissionFacts {
        name: submission.name().to_owned(),
        hash: submission.hash(),
        crate_name: None,
        left_out: submission.left_out().to_vec(),
    });
    read.map_err(|error| ReadError::new(&error))
}

/// A simulated error that may disappear in the next attempt.
const NO_MEMORY: &str = "out of memory";

fn no_memory() -> BuildError {
    BuildError::Engine(NO_MEMORY.to_owned())
}

pub(super) fn expected_grade(name: &str, sources: &str) -> Grade {
    let holds = !sources.ends_with(|digit: char| digit.is_ascii_digit());
    let hamming = samples::fail(Check::BoardHamming, samples::hamming());
    let found = if holds { samples::pass(Check::BoardHamming) } else { hamming };
    let grade = samples::grade([(found, 2.0), (samples::pass(Check::BoardTwin), 1.0)]);
    Grade { submission: name.to_owned(), sources: sources.to_owned(), ..grade }
}

/// A possible grade, with a key if it may be reused.
type Known = (String, Option<GradeKey>);

/// The JSON and CSV for grades with or without corrections.
type Summaries = BTreeMap<(Vec<String>, bool), [String; 2]>;

/// What reading a submission finds, with its id.
type KnownFacts = (String, Result<SubmissionFacts, ReadError>);

/// Everything that the files may contain.
pub(super) struct Truth {
    grades: Vec<(&'static str, Vec<Known>)>,
    facts: Vec<KnownFacts>,
    overrides: Overrides,
    /// The summaries for all combinations so far.
    summaries: Mutex<Summaries>,
}

impl Truth {
    pub(super) fn new(class: &Class, overrides: &str) -> Self {
        let stub = Stub::new(None);
        let mut facts = Vec::new();
        let mut of = |name: &'static str, count: usize| {
            let mut grades = Vec::new();
            for version in 0..count {
                let entry = class.entry(name, version);
                let digest = entry.source.digest().expect("all files are regular");
                facts.push((key::facts_id(PLAN, name, &digest), facts_of(&entry)));
                match entry.read() {
                    Ok(submission) => {
                        let sources = submission.hash();
                        let key =
                            GradeKey { plan: PLAN.to_owned(), verdicts: PLAN.to_owned(), sources };
                        for message in [NO_MEMORY, no_memory().in_short()] {
                            grades.push((
                                stub.grade_with_grader_error(name, &key.sources, message).json(),
                                None,
                            ));
                        }
                        grades.push((expected_grade(name, &key.sources).json(), Some(key)));
                    }
                    Err(error) => {
                        let reason = error.reason();
                        grades.push((stub.grade_of_rejected(name, reason).json(), None));
                    }
                }
            }
            (name, grades)
        };
        let scope = Scope { names: None, checks: None, students: None };
        let overrides = Overrides::parse(Text { file: "overrides.toml", text: overrides }, scope);
        let grades = CLASS.iter().map(|(name, versions)| of(name, versions.len())).collect();
        Self {
            grades,
            facts,
            overrides: overrides.expect("they are right"),
            summaries: Mutex::default(),
        }
    }

    /// Describes the first problem in a folder, if any.
    pub(super) fn find_problem(&self, view: &View<'_>, folder: &Path) -> Option<String> {
        let shown = folder.display();
        let mut there = Vec::new();
        for (name, grades) in &self.grades {
            let place = folder.join("submissions").join(name);
            let Some(text) = view.text(&place.join("grade.json")) else { continue };
            let Some((_, key)) = grades.iter().find(|(grade, _)| *grade == text) else {
                return Some(format!("{shown}: a grade of {name} that never was: {text}"));
            };
            let mut keys = grades.iter().filter_map(|(_, key)| key.as_ref());
            if let Some(seal) = view.text(&place.join("grade.key"))
                && let Some(found) = keys.find(|key| key.seal_of_grade(&text) == seal)
                && key.as_ref() != Some(found)
            {
                return Some(format!("{shown}: a key vouches for another's grade: {text}"));
            }
            there.push(text);
        }
        let summaries = [summary::JSON, summary::CSV].map(|file| view.text(&folder.join(file)));
        if summaries.iter().all(Option::is_none) {
            return None;
        }
        let corrections = view.text(&folder.join("overrides.toml"));
        let has_overrides = corrections.is_some();
        let mut known = self.summaries.lock().expect("one thread");
        let right = known.entry((there, has_overrides)).or_insert_with_key(|(there, corrected)| {
            let row = |text: &String| {
                let grade = Grade::from_json(text).expect("it is one of the stub's");
                let nothing = Overrides::default();
                let overrides = if *corrected { &self.overrides } else { &nothing };
                ClassRules::from_overrides(overrides.clone()).row(grade)
            };
            let basis = samples::grade([]).basis;
            let summary = Summary {
                basis,
                rows: there.iter().map(row).collect(),
                files: summary::hash_of([corrections, None], None),
                ..Summary::default()
            };
            [summary.json(), summary.csv()]
        });
        let mut pairs = summaries.iter().zip(right);
        let (found, right) =
            pairs.find(|(text, right)| text.as_ref().is_some_and(|text| text != *right))?;
        Some(format!("{shown}: a summary that is not that of the grades: {found:?}, not {right}"))
    }

    pub(super) fn find_problem_in_cache(&self, cache: &GradeCache) -> Option<String> {
        let all = self.grades.iter().flat_map(|(_, grades)| grades);
        for key in all.filter_map(|(_, key)| key.as_ref()) {
            if let Some(found) = cache.find_grade(key, "zoe")
                && found != ReusableGrade::Grade(expected_grade("zoe", &key.sources).into())
            {
                return Some(format!("the cache gives back what was not found out: {found:?}"));
            }
        }
        let is_wrong =
            |(id, facts): &&KnownFacts| cache.find_facts(id).is_some_and(|found| found != *facts);
        let (_, facts) = self.facts.iter().find(is_wrong)?;
        Some(format!("the cache gives back something else than {facts:?}"))
    }
}
