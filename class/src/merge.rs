//! Merges grade folders for parts or whole classes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use base::files::{self, SharedDisk};
use grade::{Basis, Grade};

use super::assignment_summary::{self, AssignmentSummary};
use super::attempts;
use super::batch::write_summary;
use super::error::ClassError;
use super::hand::{HAND, HandGrades};
use super::history::{RunLog, TimeSpent};
use super::instructor_files::{InstructorFiles, adopt_files};
use super::late_days::LATE_DAYS;
use super::members::{self, ClassMembers};
use super::names;
use super::output::{EXTENSIONS, GradePlace, GradesFolder, OVERRIDES, Output, TIMES, check_trust};
use super::overrides::Scope;
use super::part::ClassPart;
use super::partition::ClassPartition;
use super::rules::ClassRules;
use super::summary::{Summary, SummaryContents, SummaryRow};
use super::versioned;

struct MergedFolder {
    graded: GradesFolder,
    contents: SummaryContents,
    part: Option<ClassPart>,
    people: Option<ClassMembers>,
}

/// Compatible folders to merge.
pub struct CompatibleFolders {
    sources: Vec<MergedFolder>,
    basis: Basis,
    /// The index of each submission's folder.
    names: BTreeMap<String, usize>,
    overrides: Option<PathBuf>,
    extensions: Option<PathBuf>,
    late_days: Option<PathBuf>,
    times: Option<PathBuf>,
    hand: HandGrades,
    people: Option<ClassMembers>,
    about: Option<AssignmentSummary>,
}

impl CompatibleFolders {
    /// Opens compatible folders, in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if a folder does not contain a complete grading run, if parts are missing, or if the folders
    /// differ in the assignment, the compiler, the engine, the corrections or a submission's grade. Also fails if other
    /// users can write to a folder, or if a grade does not fit its key.
    pub fn open(folders: &[PathBuf]) -> Result<Self, ClassError> {
        for folder in folders {
            check_trust(folder)?;
        }
        Self::open_on(&files::real_disk(), folders)
    }

    pub(super) fn open_on(disk: &SharedDisk, folders: &[PathBuf]) -> Result<Self, ClassError> {
        let mut sources = Vec::new();
        for folder in folders {
            let graded = GradesFolder::open_on(Arc::clone(disk), folder)?;
            let contents = SummaryContents::read_from(&graded)?;
            let part = ClassPart::read_from(&graded)?;
            let people = ClassMembers::read_from(&graded)?;
            sources.push(MergedFolder { graded, contents, part, people });
        }
        let Some(first) = sources.first() else { return Err(ClassError::Nothing) };
        let basis = first.contents.basis.clone();
        for other in &sources {
            first.check_compatible(other)?;
        }
        check_parts(&sources)?;
        let mut names = BTreeMap::new();
        for (index, source) in sources.iter().enumerate() {
            for (name, _) in &source.contents.submissions {
                let there = *names.entry(name.clone()).or_insert(index);
                let there: &MergedFolder = &sources[there];
                if there.grade_and_seal(name)? != source.grade_and_seal(name)? {
                    return Err(ClassError::Conflict {
                        name: name.clone(),
                        first: there.graded.folder().to_owned(),
                        second: source.graded.folder().to_owned(),
                    });
                }
            }
        }
        check_whole(&sources, &names)?;
        let overrides = shared_file(&sources, OVERRIDES)?;
        let extensions = shared_file(&sources, EXTENSIONS)?;
        let late_days = shared_file(&sources, LATE_DAYS)?;
        let times = shared_file(&sources, TIMES)?;
        let hand = merged_hand_grades(&sources)?;
        let people = merged_members(&sources)?;
        let about = shared_summary(&sources)?;
        Ok(Self {
            sources,
            basis,
            names,
            overrides,
            extensions,
            late_days,
            times,
            hand,
            people,
            about,
        })
    }

    /// Returns the names of all submissions.
    pub fn names(&self) -> BTreeSet<String> {
        self.names.keys().cloned().collect()
    }

    /// Returns the rules for the merged class, and copies the files to the output folder: those given, or else those of
    /// the parts.
    ///
    /// # Errors
    ///
    /// Returns an error if the output folder contains different files, or a file is invalid.
    pub fn copy_and_read_rules(
        &self,
        output: &Output,
        given: InstructorFiles<'_>,
    ) -> Result<ClassRules, ClassError> {
        let names = self.names();
        let scope = Scope { names: Some(&names), checks: None, students: None };
        let given = InstructorFiles {
            overrides: given.overrides.or(self.overrides.as_deref()),
            extensions: given.extensions.or(self.extensions.as_deref()),
            times: self.times.as_deref(),
            late_days: self.late_days.as_deref(),
        };
        let people = self.people.clone().unwrap_or_default();
        let (counting, counted_by) = (people.counting, people.counted_by.clone());
        match output.graded().read_file(HAND)? {
            Some(there) if there != self.hand.to_toml_text() => {
                return Err(ClassError::OtherOverrides {
                    path: output.graded().path(HAND),
                    file: HAND,
                });
            }
            None if !self.hand.is_empty() => self.hand.write_to(output)?,
            _ => {}
        }
        let rules = adopt_files(output, given, scope, self.about.clone(), people)?;
        let by = attempts::hash_of_choice_rules(counting, self.about.as_ref(), output.graded())?;
        Ok(rules.with_old_attempts(by != counted_by))
    }

    /// Writes the same result as grading the class in a single run.
    ///
    /// # Errors
    ///
    /// Returns an error if the output folder contains other submissions, or writing fails.
    pub fn write_merged(&self, output: &Output, rules: &ClassRules) -> Result<Summary, ClassError> {
        let mut log = RunLog::start_log("merge");
        let out = output.graded();
        if let Some(name) = out.names()?.into_iter().find(|name| !self.names.contains_key(name)) {
            return Err(ClassError::Foreign { folder: out.folder().to_owned(), name });
        }
        ClassPart::record_part(None, output)?;
        match &self.people {
            Some(people) => output.write_file(members::FILE, &versioned::to_text(people))?,
            None => output.remove_file(members::FILE)?,
        }
        match &self.about {
            Some(about) => {
                output.write_file(assignment_summary::FILE, &versioned::to_text(about))?;
            }
            None => output.remove_file(assignment_summary::FILE)?,
        }
        let mut rows = Vec::new();
        for (name, index) in &self.names {
            let source = &self.sources[*index];
            let (grade, seal) = source.grade_and_seal(name)?;
            match out.read_grade(name)? {
                Some(there) if there != grade => {
                    return Err(ClassError::Conflict {
                        name: name.clone(),
                        first: out.folder().to_owned(),
                        second: source.graded.folder().to_owned(),
                    });
                }
                Some(_) if out.read_seal(name)? == seal => {}
                _ => output.write_grade(name, &grade, seal.as_deref())?,
            }
            source.graded.copy_attempts(name, output)?;
            let grade = source.parse_grade(name, &grade)?;
            rows.push(rules.row(grade));
            log.moments.push(TimeSpent {
                name: name.clone(),
                from: "merge",
                seconds: 0.0,
                stages: None,
            });
        }
        let folders =
            self.sources.iter().map(|source| source.graded.folder().display().to_string());
        log.fields.push(("parts", folders.collect()));
        let summary = rules.summary(self.basis.clone(), rows);
        rules
            .overrides()
            .check_rules(summary.rows.iter().map(SummaryRow::named_corrections), true)?;
        write_summary(output, &summary, &log)?;
        Ok(summary)
    }
}

impl MergedFolder {
    fn grade_and_seal(&self, name: &str) -> Result<(String, Option<String>), ClassError> {
        let sealed = self.graded.read_sealed_at(name, GradePlace::Counts)?;
        sealed.ok_or_else(|| ClassError::Unfinished { folder: self.graded.folder().to_owned() })
    }

    fn parse_grade(&self, name: &str, grade: &str) -> Result<Grade, ClassError> {
        Grade::from_json(grade).map_err(|error| {
            let path = self.graded.path("submissions").join(name).join(super::GRADE);
            ClassError::Damaged { path, message: error.to_string() }
        })
    }

    fn check_compatible(&self, other: &Self) -> Result<(), ClassError> {
        let of = |source: &Self| {
            let Basis { assignment, toolchain, engine } = source.contents.basis.clone();
            [("the assignment", assignment), ("the compiler", toolchain), ("the engine", engine)]
        };
        for ((what, left), (_, right)) in of(self).into_iter().zip(of(other)) {
            if left != right {
                let (first, second) = (&self.graded, &other.graded);
                return Err(ClassError::Differ {
                    first: first.folder().to_owned(),
                    second: second.folder().to_owned(),
                    what,
                    left,
                    right,
                });
            }
        }
        Ok(())
    }
}

fn check_parts(sources: &[MergedFolder]) -> Result<(), ClassError> {
    let parts = || sources.iter().filter_map(|source| Some((source, source.part.as_ref()?)));
    let Some((first, part)) = parts().next() else { return Ok(()) };
    for source in sources {
        let found = source.part.as_ref();
        let of = |part: &ClassPart| {
            let (kind, count) = (part.partition.kind(), part.partition.count());
            format!("{kind} {count} of {} {}", part.class, part.names)
        };
        if found.map(of) != Some(of(part)) {
            return Err(ClassError::Differ {
                first: first.graded.folder().to_owned(),
                second: source.graded.folder().to_owned(),
                what: "the class and its partition",
                left: of(part),
                right: found.map_or("the whole class".to_owned(), of),
            });
        }
    }
    let count = part.partition.count();
    let given: BTreeSet<u64> = parts().map(|(_, part)| part.partition.index()).collect();
    let missing = (1..=count).filter(|index| !given.contains(index));
    let name = |index| {
        ClassPartition::new(part.partition.kind(), index, count)
            .map(|partition| partition.to_string())
    };
    // A message needs only a few of them, and there may be thousands.
    let missing: Vec<String> = missing.filter_map(|index| name(index).ok()).take(10).collect();
    if missing.is_empty() { Ok(()) } else { Err(ClassError::MissingParts { missing, count }) }
}

/// Checks that the parts contain exactly the class.
fn check_whole(
    sources: &[MergedFolder],
    names: &BTreeMap<String, usize>,
) -> Result<(), ClassError> {
    let Some(part) = sources.iter().find_map(|source| source.part.as_ref()) else { return Ok(()) };
    if names::hash_names(names.keys().map(String::as_str)) == part.names {
        return Ok(());
    }
    Err(ClassError::NotWhole { found: names.len(), wanted: part.class })
}

/// Finds an instructor's file. All copies must be equal.
fn shared_file(
    sources: &[MergedFolder],
    file: &'static str,
) -> Result<Option<PathBuf>, ClassError> {
    let mut found: Option<(PathBuf, String)> = None;
    for source in sources {
        let Some(text) = source.graded.read_file(file)? else { continue };
        let path = source.graded.path(file);
        match &found {
            Some((_, first)) if *first != text => {
                return Err(ClassError::OtherOverrides { path, file });
            }
            Some(_) => {}
            None => found = Some((path, text)),
        }
    }
    Ok(found.map(|(path, _)| path))
}

/// Combines the points given by hand. Those for the same submission must be equal.
fn merged_hand_grades(sources: &[MergedFolder]) -> Result<HandGrades, ClassError> {
    let mut merged = HandGrades::default();
    for source in sources {
        if merged.merge(HandGrades::read_unchecked(&source.graded)?).is_some() {
            return Err(ClassError::OtherOverrides { path: source.graded.path(HAND), file: HAND });
        }
    }
    Ok(merged)
}

/// Returns the assignment, if any folder describes it. The late policies must be equal, because they affect the scores.
fn shared_summary(sources: &[MergedFolder]) -> Result<Option<AssignmentSummary>, ClassError> {
    let mut found: Option<(&MergedFolder, AssignmentSummary)> = None;
    for source in sources {
        let Some(about) = AssignmentSummary::read_from(&source.graded)? else { continue };
        match &found {
            Some((first, there)) if *there != about => {
                let late = |about: &AssignmentSummary| {
                    let policy = about.late.as_ref().map_or("none".to_owned(), ToString::to_string);
                    format!("{}, {policy}", about.heading())
                };
                return Err(ClassError::Differ {
                    first: first.graded.folder().to_owned(),
                    second: source.graded.folder().to_owned(),
                    what: "title or late policy",
                    left: late(there),
                    right: late(&about),
                });
            }
            Some(_) => {}
            None => found = Some((source, about)),
        }
    }
    Ok(found.map(|(_, about)| about))
}

fn merged_members(sources: &[MergedFolder]) -> Result<Option<ClassMembers>, ClassError> {
    let all: Vec<ClassMembers> =
        sources.iter().filter_map(|source| source.people.clone()).collect();
    if all.is_empty() {
        return Ok(None);
    }
    let mut counting =
        sources.iter().filter_map(|source| Some((source, source.people.as_ref()?.counting)));
    if let Some((first, rule)) = counting.next()
        && let Some((second, other)) = counting.find(|(_, other)| *other != rule)
    {
        return Err(ClassError::Differ {
            first: first.graded.folder().to_owned(),
            second: second.graded.folder().to_owned(),
            what: "which attempt counts",
            left: rule.name().to_owned(),
            right: other.name().to_owned(),
        });
    }
    ClassMembers::merge(&all).map(Some).map_err(|name| {
        let tells = |source: &&MergedFolder| {
            let people = source.people.as_ref();
            people
                .is_some_and(|people| people.submissions.iter().any(|attempt| attempt.name == name))
        };
        let mut folders =
            sources.iter().filter(tells).map(|source| source.graded.folder().to_owned());
        let [first, second] = [folders.next(), folders.next()].map(Option::unwrap_or_default);
        ClassError::OtherPeople { name, first, second }
    })
}
