//! Joins folders of grades: the parts of a class, or several classes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::files::{self, Shared};
use base::input::{self, Source as TextSource};
use grade::view::Corrected;
use grade::{Basis, Grade};

use super::batch::write_summary;
use super::error::ClassError;
use super::history::{Moment, RunLog};
use super::names;
use super::output::{Graded, OVERRIDES, Output};
use super::overrides::{Overrides, Scope};
use super::part::Part;
use super::partition::Partition;
use super::people::{self, People};
use super::summary::{Contents, Row, Summary};

/// A folder that is joined with others.
struct Source {
    graded: Graded,
    contents: Contents,
    part: Option<Part>,
    people: Option<People>,
}

/// Parts that are to be joined, and that were found to fit together.
pub struct Joint {
    sources: Vec<Source>,
    basis: Basis,
    /// Each submission, and the folder that has it.
    names: BTreeMap<String, usize>,
    /// The corrections of the parts, if they have any.
    overrides: Option<PathBuf>,
    /// The people whom the submissions are from, if the parts tell.
    people: Option<People>,
}

impl Joint {
    /// Looks at folders and finds out whether they fit together. Their order is no matter.
    ///
    /// # Errors
    ///
    /// If a folder holds no finished grading, or they differ in assignment, compiler or engine, or
    /// in the grade of a submission, or in corrections, or parts are missing.
    pub fn of(folders: &[PathBuf]) -> Result<Self, ClassError> {
        Self::of_on(&files::machine(), folders)
    }

    /// Looks at folders of this disk.
    ///
    /// # Errors
    ///
    /// As for [`of`](Self::of).
    pub(super) fn of_on(disk: &Shared, folders: &[PathBuf]) -> Result<Self, ClassError> {
        let mut sources = Vec::new();
        for folder in folders {
            let graded = Graded::open_on(Arc::clone(disk), folder)?;
            let contents = Contents::read(&graded)?;
            let part = Part::read(&graded)?;
            let people = People::read(&graded)?;
            sources.push(Source { graded, contents, part, people });
        }
        let Some(first) = sources.first() else { return Err(ClassError::Nothing) };
        let basis = first.contents.basis.clone();
        for other in &sources {
            first.fits(other)?;
        }
        check_parts(&sources)?;
        let mut names = BTreeMap::new();
        for (index, source) in sources.iter().enumerate() {
            for (name, _) in &source.contents.submissions {
                let there = *names.entry(name.clone()).or_insert(index);
                let there: &Source = &sources[there];
                if there.files(name)? != source.files(name)? {
                    return Err(ClassError::Conflict {
                        name: name.clone(),
                        first: there.graded.folder().to_owned(),
                        second: source.graded.folder().to_owned(),
                    });
                }
            }
        }
        check_whole(&sources, &names)?;
        let overrides = overrides(&sources)?;
        let people = people(&sources)?;
        Ok(Self { sources, basis, names, overrides, people })
    }

    /// The names of all submissions.
    pub fn names(&self) -> BTreeSet<String> {
        self.names.keys().cloned().collect()
    }

    /// The file of corrections that the parts share.
    pub fn overrides(&self) -> Option<&Path> {
        self.overrides.as_deref()
    }

    /// Writes the joined grading, which is the same byte for byte as if the class had been graded
    /// at once.
    ///
    /// # Errors
    ///
    /// If the folder holds anything else, or cannot be written.
    pub fn write(&self, output: &Output, overrides: &Overrides) -> Result<Summary, ClassError> {
        let mut log = RunLog::begin("merge");
        let out = output.graded();
        if let Some(name) = out.names()?.into_iter().find(|it| !self.names.contains_key(it)) {
            return Err(ClassError::Foreign { folder: out.folder().to_owned(), name });
        }
        Part::claim(None, output)?;
        match &self.people {
            Some(people) => output.write(people::FILE, &people.text())?,
            None => output.remove(people::FILE)?,
        }
        let mut rows = Vec::new();
        for (name, index) in &self.names {
            let source = &self.sources[*index];
            let (grade, seal) = source.files(name)?;
            match out.grade(name)? {
                Some(there) if there != grade => {
                    return Err(ClassError::Conflict {
                        name: name.clone(),
                        first: out.folder().to_owned(),
                        second: source.graded.folder().to_owned(),
                    });
                }
                Some(_) if out.seal(name)? == seal => {}
                _ => output.write_grade(name, &grade, seal.as_deref())?,
            }
            let grade = source.read(name, &grade)?;
            let corrections = overrides.of(&grade);
            rows.push(Row::of(&Corrected::new(grade, &corrections)));
            log.moments.push(Moment { name: name.clone(), from: "merge", seconds: 0.0 });
        }
        let folders = self.sources.iter().map(|it| it.graded.folder().display().to_string());
        log.fields.push(("parts", folders.collect()));
        let summary = Summary { basis: self.basis.clone(), rows };
        overrides.hold(summary.rows.iter().map(Row::corrected), true)?;
        write_summary(output, &summary, &log)?;
        Ok(summary)
    }
}

impl Source {
    /// A submission's grade, and what is kept beside it.
    fn files(&self, name: &str) -> Result<(String, Option<String>), ClassError> {
        let grade = self.graded.grade(name)?;
        let unfinished = || ClassError::Unfinished { folder: self.graded.folder().to_owned() };
        Ok((grade.ok_or_else(unfinished)?, self.graded.seal(name)?))
    }

    fn read(&self, name: &str, grade: &str) -> Result<Grade, ClassError> {
        Grade::read(grade).map_err(|error| {
            let path = self.graded.path("submissions").join(name).join(super::GRADE);
            ClassError::Damaged { path, message: error.to_string() }
        })
    }

    fn fits(&self, other: &Self) -> Result<(), ClassError> {
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

/// Finds out whether all parts of one class are there, if there are parts.
fn check_parts(sources: &[Source]) -> Result<(), ClassError> {
    let parts = || sources.iter().filter_map(|it| Some((it, it.part.as_ref()?)));
    let Some((first, part)) = parts().next() else { return Ok(()) };
    for source in sources {
        let found = source.part.as_ref();
        let of = |part: &Part| {
            let (kind, count) = (part.partition.kind(), part.partition.count());
            format!("{kind} {count} of {} {}", part.class, part.names)
        };
        if found.map(of) != Some(of(part)) {
            return Err(ClassError::Differ {
                first: first.graded.folder().to_owned(),
                second: source.graded.folder().to_owned(),
                what: "the class and its partition",
                left: of(part),
                right: found.map_or("a whole class".to_owned(), of),
            });
        }
    }
    let count = part.partition.count();
    let given: BTreeSet<u64> = parts().map(|(_, part)| part.partition.index()).collect();
    let missing = (1..=count).filter(|index| !given.contains(index));
    let name = |index| Partition::new(part.partition.kind(), index, count).map(|it| it.to_string());
    let missing: Vec<String> = missing.filter_map(|index| name(index).ok()).take(10).collect();
    if missing.is_empty() { Ok(()) } else { Err(ClassError::MissingParts { missing, count }) }
}

/// Finds out whether the parts add up to the class.
fn check_whole(sources: &[Source], names: &BTreeMap<String, usize>) -> Result<(), ClassError> {
    let Some(part) = sources.iter().find_map(|source| source.part.as_ref()) else { return Ok(()) };
    if names::hash(names.keys().map(String::as_str)) == part.names {
        return Ok(());
    }
    Err(ClassError::NotWhole { found: names.len(), wanted: part.class })
}

/// The corrections of the parts, which have to be the same.
fn overrides(sources: &[Source]) -> Result<Option<PathBuf>, ClassError> {
    let mut found: Option<(PathBuf, String)> = None;
    for source in sources {
        let Some(text) = source.graded.read(OVERRIDES)? else { continue };
        let path = source.graded.path(OVERRIDES);
        match &found {
            Some((_, first)) if *first != text => return Err(ClassError::OtherOverrides { path }),
            Some(_) => {}
            None => found = Some((path, text)),
        }
    }
    Ok(found.map(|(path, _)| path))
}

/// The people whom the submissions of all parts are from; none if no part tells.
fn people(sources: &[Source]) -> Result<Option<People>, ClassError> {
    let all: Vec<People> = sources.iter().filter_map(|source| source.people.clone()).collect();
    if all.is_empty() {
        return Ok(None);
    }
    People::joined(&all).map(Some).map_err(|name| {
        let tells = |source: &&Source| {
            let people = source.people.as_ref();
            people.is_some_and(|it| it.submissions.iter().any(|it| it.submission == name))
        };
        let mut folders = sources.iter().filter(tells).map(|it| it.graded.folder().to_owned());
        let [first, second] = [folders.next(), folders.next()].map(Option::unwrap_or_default);
        ClassError::OtherPeople { name, first, second }
    })
}

/// Takes a file of corrections into a folder, if it has none, and reads those that are there.
///
/// # Errors
///
/// If the folder has others, or they are wrong.
pub fn adopt_overrides(
    output: &Output,
    given: Option<&Path>,
    scope: Scope<'_>,
) -> Result<Overrides, ClassError> {
    let place = output.graded().path(OVERRIDES);
    let there = output.graded().read(OVERRIDES)?;
    if let Some(given) = given {
        let overrides = Overrides::load(given, scope)?;
        let text = input::read(given)?;
        match there {
            Some(there) if there != text => {
                return Err(ClassError::OtherOverrides { path: place });
            }
            Some(_) => {}
            None => output.write(OVERRIDES, &text)?,
        }
        return Ok(overrides);
    }
    match there {
        Some(text) => {
            let source = TextSource { file: &input::shown(&place), text: &text };
            Ok(Overrides::read(source, scope)?)
        }
        None => Ok(Overrides::default()),
    }
}
