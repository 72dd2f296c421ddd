//! Finds the submissions of a class in platform downloads and plain folders.
//!
//! [`find`] reads names and small metadata files, and never looks inside submissions. A faulty submission will be
//! reported when it is opened, and should not affect the others.
//!
//! A path can be:
//!
//! - a submission: a folder with `Cargo.toml`, `src` or `board.rs`, or an archive;
//! - a Gradescope export: a folder with `submission_metadata.yml`;
//! - a Canvas download with files such as `doejane_LATE_123_456_work.zip`;
//! - a Moodle download with folders such as `Jane Doe_123_assignsubmission_file_`, or files with this prefix;
//! - a Blackboard download with files such as `8-Puzzle_jdoe_attempt_2026-11-20-10-33-12_board.rs`;
//! - a Brightspace download with folders such as `39786-640693 - Jane Doe - Nov 20, 2026 1033 AM`;
//! - any other folder: each folder or archive inside is a submission with the same name. For git clones, the commit is
//!   recorded.
//!
//! To recognize the platform, we need to look at all names together (see `naming`), since students choose part of each.
//! The author and the time are in the prefix, which the platform writes.
//!
//! Extra wrapper folders around any of these are skipped. A path can also lead to a single submission, through nested
//! folders or an archive. It then stands for this submission, as in `grader grade submissions/*`, or for a class with
//! one submission when no other path is given. The names in a class archive must be known: see [`ClassArchive`].
//!
//! Every file in a download is accounted for: it belongs to a submission or an older attempt, describes the class
//! ([`Class::read`]), or is ignored for a reported reason. Only the files listed in `litter.rs` are dropped silently.
//! Ignored is not missing: a student who may be the author of an ignored file is [doubtful](Class::doubtful).

mod attempt;
mod authors;
mod blackboard;
mod brightspace;
mod canvas;
mod dates;
mod download;
mod error;
mod fates;
mod git;
mod gradescope;
mod ignored_and_unmatched;
mod late_days;
mod moodle;
mod name;
pub mod names;
mod naming;
mod person;
mod plain;
mod platform;
mod roster;
mod several_downloads;
#[cfg(test)]
mod tests;
mod text;
mod time;
mod times;
mod uploads;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub use attempt::{Attempt, AttemptNumber, SubmissionSource, Upload};
pub use authors::authors_table;
pub(super) use download::describes_class;
pub(super) use download::looks_downloaded;
pub use download::{
    ClassArchive, archive_at, contains_submissions, looks_like_class, submissions_if_several,
    submissions_if_several_in,
};
pub use error::ClassReadError;
use ignored_and_unmatched::LeftOutFile;
pub use ignored_and_unmatched::{
    DoubtfulStudent, IgnoredPath, IgnoredReason, SharedStudent, UnmatchedReason,
    UnmatchedSubmission,
};
pub use late_days::LateDayTable;
pub use name::escape_as_file_name;
pub use naming::PlatformClaim;
pub use person::{Person, section_names};
pub use platform::Platform;
pub use roster::{CsvTable, is_canvas_test_login, quote_cell};
pub use time::SubmissionTime;
pub use times::{UnusedTime, UnusedTimeReason};

use super::crate_files::is_readable_without_main_file;
use super::input::{InputFiles, InputPath};
#[cfg(doc)]
use super::litter;
use super::{archive, root};
use naming::FolderNaming;

/// The submissions of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// The submissions: first those that match a student, in roster order, then the unmatched ones by name. Without a
    /// roster, all are sorted by name. No two names differ only in case.
    pub entries: Vec<Attempt>,
    /// Students on the roster without a submission, in roster order, if there is a roster.
    pub missing: Option<Vec<Person>>,
    /// Students on the roster without a matched submission who could be the author of an unmatched one, or of an
    /// ignored file, in roster order. They are not missing.
    pub doubtful: Vec<DoubtfulStudent>,
    /// A sentence about each ignored file that may belong to a student, if nobody is doubtful because of it: the roster
    /// is unknown, or the file may be part of a submission.
    pub left_out: Vec<String>,
    /// Unmatched submissions, in the order of `entries`, if there is a roster. A group submission is listed once for
    /// each unmatched member.
    pub unknown: Vec<UnmatchedSubmission>,
    /// Students with more than one submission, individually or in groups.
    pub shared: Vec<SharedStudent>,
    /// Ignored files, except for litter, in the order in which they were found.
    pub ignored: Vec<IgnoredPath>,
    /// Whether no submission matches anyone on the roster, if there is one.
    pub is_nobody_known: bool,
    /// Files that describe the class.
    pub read: Vec<PathBuf>,
    /// Submissions with names that do not match the platform of the download.
    pub beside: Vec<(PathBuf, Platform)>,
    /// Submissions with names that differ from another one's only in case or in special characters, with the new names.
    pub renamed: Vec<(PathBuf, String)>,
    /// Lines with submission times that do not belong to a single submission.
    pub unused_times: Vec<UnusedTime>,
}

impl Class {
    /// Returns the platform, if it is the same for all submissions.
    pub fn platform(&self) -> Option<Platform> {
        let first = self.entries.first()?.from?;
        self.entries.iter().all(|entry| entry.from == Some(first)).then_some(first)
    }

    /// Returns `true` if the platform hides all names. It then writes other numbers.
    pub fn is_anonymous(&self) -> bool {
        let is_unnamed = |student: &Person| {
            student
                .self_and_platform_account()
                .all(|account| account.name.is_none() && account.email.is_none())
        };
        self.platform().is_some_and(Platform::numbers_students)
            && self.entries.iter().all(|entry| entry.students.iter().all(is_unnamed))
    }
}

/// Finds the submissions in `paths` and matches them with the roster: a CSV file with ids or email addresses that was
/// written manually or exported by a platform.
///
/// # Errors
///
/// Fails if a path or the roster is unreadable or invalid, if there are no submissions, or if two submissions have the
/// same name.
pub fn find(paths: &[PathBuf], roster: Option<&Path>) -> Result<Class, ClassReadError> {
    find_with(paths, ClassContext { roster, ..ClassContext::default() })
}

/// What is known about a class besides the submissions.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassContext<'a> {
    /// The roster.
    pub roster: Option<&'a Path>,
    /// A CSV file with the authors of folders and files.
    pub authors: Option<&'a Path>,
    /// A CSV file with the group of each student.
    pub groups: Option<&'a Path>,
    /// A CSV file with the submission time of each student.
    pub times: Option<&'a Path>,
    /// The platform that the submissions were downloaded from.
    pub platform: Option<Platform>,
    /// Whether each path is a class. Submissions of one person in several classes are then attempts.
    pub are_classes: bool,
    /// The class archives among the paths.
    pub archives: &'a [ClassArchive],
}

/// Like [`find`], with everything else that is known. The file of authors says who a folder or file is from. With a
/// groups file, a group submission belongs to all members. When a student on the roster is not in the groups file, we
/// cannot tell whether the student is missing, or in some group.
///
/// # Errors
///
/// Fails like [`find`], if no name follows the platform's pattern, and if the file of authors or groups is invalid or
/// does not fit the submissions.
pub fn find_with(paths: &[PathBuf], known: ClassContext<'_>) -> Result<Class, ClassReadError> {
    let platform = known.platform;
    let roster = known.roster.map(roster::read_roster).transpose()?;
    let authors =
        known.authors.map(|path| authors::read_authors(path, roster.as_ref())).transpose()?;
    // A platform's list of students may also be its list of groups.
    let own_groups =
        known.roster.filter(|_| roster.as_ref().is_some_and(|roster| roster.has_groups));
    let groups = known.groups.or(own_groups).map(authors::read_groups).transpose()?;
    let times = known.times.map(times::read_times).transpose()?;
    let are_classes = known.are_classes || platform.is_some() || download::are_classes(paths);
    let mut found = ClassSearch { platform, are_classes, ..ClassSearch::default() };
    let mut downloads = Vec::new();
    for path in paths {
        found.add_path(path, paths.len() == 1 || known.are_classes, known.archives)?;
        downloads.push(std::mem::take(&mut found.entries));
    }
    found.entries = if known.are_classes {
        several_downloads::join_downloads(downloads)
    } else {
        downloads.into_iter().flatten().collect()
    };
    if let Some(platform) = platform
        && found.entries.iter().all(|entry| entry.from != Some(platform))
    {
        return Err(ClassReadError::NotFrom { paths: paths.to_vec(), platform });
    }
    if found.entries.is_empty() {
        return Err(ClassReadError::Nothing { paths: paths.to_vec() });
    }
    // Makes the order of equal names deterministic.
    found.entries.sort_by(|a, b| (&a.name, a.source.path()).cmp(&(&b.name, b.source.path())));
    if let Some(authors) = &authors {
        authors.set_authors(&mut found.entries)?;
    }
    if let Some(groups) = &groups {
        match groups.assign_groups(&mut found.entries) {
            Err(ClassReadError::NoGroup { .. }) if known.groups.is_none() => {}
            assigned => assigned?,
        }
    }
    found.add_skipped_entries(known.archives);
    found.recognize_class_lists(&known);
    let left_out = found.files_of_possible_work(paths);
    let mut class = if let Some(roster) = roster {
        roster.match_students(found.entries, &left_out, groups.as_ref())?
    } else {
        let left_out = left_out.iter().map(ToString::to_string).collect();
        Class { entries: found.entries, left_out, ..Class::default() }
    };
    if let Some(times) = times {
        class.unused_times = times.set_times(&mut class.entries);
    }
    class.renamed = disambiguate(&mut class.entries);
    (class.ignored, class.read, class.beside) = (found.ignored, found.read, found.beside);
    check_distinct(&class.entries)?;
    class.shared = shared_students(&class.entries);
    Ok(class)
}

/// Returns the students with more than one submission, in the order of their first submissions.
fn shared_students(entries: &[Attempt]) -> Vec<SharedStudent> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut people: Vec<SharedStudent> = Vec::new();
    for entry in entries {
        for person in &entry.students {
            let Some(id) = person.id.as_deref().or(person.email.as_deref()) else { continue };
            let place = *places.entry(id).or_insert(people.len());
            if place == people.len() {
                let student = person.label().unwrap_or_default();
                people.push(SharedStudent { student, submissions: Vec::new() });
            }
            people[place].submissions.push(entry.name.clone());
        }
    }
    people.retain(|person| person.submissions.len() > 1);
    people
}

/// Numbers names that are equal on some systems although the folders or archives are named differently, such as `A B`
/// and `a b`. The first one keeps its name.
fn disambiguate(entries: &mut [Attempt]) -> Vec<(PathBuf, String)> {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    let mut renamed = Vec::new();
    let label = |attempt: &Attempt| {
        if attempt.students.is_empty() { plain::label(&attempt.source) } else { String::new() }
    };
    // Some systems ignore case in the names of folders.
    let all: Vec<String> = entries.iter().map(|entry| entry.name.to_lowercase()).collect();
    for entry in entries {
        let (key, own) = (entry.name.to_lowercase(), label(entry));
        match taken.get(&key) {
            Some(other) if !own.is_empty() && !other.is_empty() && *other != own => {
                let numbered = (2..).map(|number| format!("{}-{number}", entry.name));
                let is_free = |label: &String| {
                    let label = label.to_lowercase();
                    !all.contains(&label) && !taken.contains_key(&label)
                };
                let Some(name) = numbered.into_iter().find(is_free) else { continue };
                taken.insert(name.to_lowercase(), own);
                renamed.push((entry.source.path().to_owned(), name.clone()));
                entry.name = name;
            }
            _ => drop(taken.insert(key, own)),
        }
    }
    renamed
}

/// Rejects duplicate names, including names that differ only in case, which denote the same file on some systems.
fn check_distinct(entries: &[Attempt]) -> Result<(), ClassReadError> {
    let mut seen: BTreeMap<String, &Attempt> = BTreeMap::new();
    for entry in entries {
        if let Some(first) = seen.insert(entry.name.to_lowercase(), entry) {
            return Err(ClassReadError::Duplicate {
                name: entry.name.clone(),
                first: first.source.path().to_owned(),
                second: entry.source.path().to_owned(),
            });
        }
    }
    Ok(())
}

#[derive(Debug, Default)]
struct ClassSearch {
    platform: Option<Platform>,
    /// Whether the user's folders may be classes.
    are_classes: bool,
    entries: Vec<Attempt>,
    ignored: Vec<IgnoredPath>,
    read: Vec<PathBuf>,
    beside: Vec<(PathBuf, Platform)>,
}

impl ClassSearch {
    /// Adds the content of a path given by the user. `alone` is `true` if it is the only path, or known to be a class.
    fn add_path(
        &mut self,
        path: &Path,
        alone: bool,
        archives: &[ClassArchive],
    ) -> Result<(), ClassReadError> {
        if let Some(archive) = archives.iter().find(|archive| archive.path() == path) {
            return self.add_folder_or_archive(&archive.top(), true);
        }
        let metadata = fs::metadata(path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => ClassReadError::NoPath { path: path.to_owned() },
            _ => ClassReadError::Unreadable { path: path.to_owned(), source },
        })?;
        if metadata.is_dir() {
            let files = InputFiles::in_class_folder(path.to_owned());
            return self.add_folder_or_archive(&files.top(), alone);
        }
        if !archive::is_archive(path) {
            return Err(ClassReadError::File { path: path.to_owned() });
        }
        self.entries.push(plain::attempt_from_archive(path));
        Ok(())
    }

    /// Adds a folder's or a class archive's content, given by the user.
    fn add_folder_or_archive(
        &mut self,
        top: &InputPath<'_>,
        alone: bool,
    ) -> Result<(), ClassReadError> {
        let unreadable = |source| ClassReadError::Unreadable { path: top.place(), source };
        if !alone && plain::is_grades(top) {
            self.ignore_as_explained([top.place()], &IgnoredReason::Grades);
            return Ok(());
        }
        let folder =
            if alone { download::find_class_folder(top, self.platform) } else { top.clone() };
        self.ignore_files_beside(top, &folder).map_err(unreadable)?;
        if !self.are_classes {
            self.entries.push(plain::attempt_from_folder(&folder.place()));
            return Ok(());
        }
        let is_export = folder.join(gradescope::METADATA).is_file();
        if is_export && self.platform.is_none_or(|platform| platform == Platform::Gradescope) {
            gradescope::read_export(&folder, self)?;
            self.ignore_possible_work(
                plain::hidden_paths(&folder).map_err(unreadable)?,
                &IgnoredReason::Hidden,
            );
        } else if root::is_submission_or_workspace(&folder)
            || (!alone && root::leads_to_one_submission(&folder))
        {
            self.entries.push(plain::attempt_from_folder(&folder.place()));
        } else {
            let content = plain::visible_items(&folder).map_err(unreadable)?;
            let entries = self.entries.len();
            match FolderNaming::from_items(&content, self.platform).platform(&folder.place())? {
                Some(Platform::Moodle) => moodle::read_download(content, self),
                Some(Platform::Canvas) => canvas::read_download(content, self),
                Some(Platform::Blackboard) => blackboard::read_download(content, self),
                Some(Platform::Brightspace) => brightspace::read_download(content, self),
                None if is_readable_without_main_file(&folder)
                    && root::leads_to_one_submission(&folder) =>
                {
                    self.entries.push(plain::attempt_from_folder(&folder.place()));
                }
                Some(Platform::Gradescope | Platform::GithubClassroom) | None => {
                    plain::read_folder(content, self);
                }
            }
            // What is hidden in a single submission is part of it.
            let place = folder.place();
            if self.entries[entries..].iter().all(|entry| entry.source.path() != place) {
                self.ignore_possible_work(
                    plain::hidden_paths(&folder).map_err(unreadable)?,
                    &IgnoredReason::Hidden,
                );
            }
        }
        Ok(())
    }

    /// Ignores the files next to the wrapper folders between `top` and `folder`.
    fn ignore_files_beside(
        &mut self,
        top: &InputPath<'_>,
        folder: &InputPath<'_>,
    ) -> io::Result<()> {
        let mut level = top.clone();
        for part in folder.relative_to(top).split('/').filter(|part| !part.is_empty()) {
            for item in plain::visible_items(&level)?.iter().filter(|item| !item.is_folder) {
                self.leave_out_unless_list(item);
            }
            level = level.join(part);
        }
        Ok(())
    }

    /// Ignores a file that is neither source nor an archive, which may be somebody's work, unless it is a list.
    fn leave_out_unless_list(&mut self, item: &plain::FolderItem<'_>) {
        if roster::is_list(&item.entry) {
            self.ignore_as_explained([item.path.clone()], &IgnoredReason::List);
        } else if item.entry.is_special() {
            self.ignore_possible_work([item.path.clone()], &IgnoredReason::Special);
        } else {
            self.ignore_possible_work([item.path.clone()], &IgnoredReason::NoCode);
        }
    }

    /// Ignores files that belong to a submission of this class, or to nobody.
    fn ignore_as_explained(
        &mut self,
        paths: impl IntoIterator<Item = PathBuf>,
        why: &IgnoredReason,
    ) {
        self.note_ignored(paths, why, false);
    }

    /// Ignores files that may be the work of a student without a submission.
    fn ignore_possible_work(
        &mut self,
        paths: impl IntoIterator<Item = PathBuf>,
        why: &IgnoredReason,
    ) {
        self.note_ignored(paths, why, true);
    }

    fn note_ignored(
        &mut self,
        paths: impl IntoIterator<Item = PathBuf>,
        why: &IgnoredReason,
        may_be_work: bool,
    ) {
        let passed = |path| IgnoredPath { path, why: why.clone(), may_be_work };
        self.ignored.extend(paths.into_iter().map(passed));
    }

    /// Adds the entries of archives that were skipped.
    fn add_skipped_entries(&mut self, archives: &[ClassArchive]) {
        for archive in archives {
            for (name, reason) in &archive.refused {
                let path = archive.path().join(name);
                self.ignore_possible_work([path], &IgnoredReason::Unsafe(reason.clone()));
            }
        }
    }

    /// Recognizes the ignored files that describe the class, and are nobody's work.
    fn recognize_class_lists(&mut self, known: &ClassContext<'_>) {
        let own = [known.roster, known.authors, known.groups, known.times].into_iter().flatten();
        let own: Vec<PathBuf> = own.filter_map(|path| fs::canonicalize(path).ok()).collect();
        for ignored in
            self.ignored.iter_mut().filter(|ignored| ignored.why == IgnoredReason::NoCode)
        {
            let is_own = || fs::canonicalize(&ignored.path).is_ok_and(|path| own.contains(&path));
            if ignored.may_be_work && is_own() {
                ignored.why = IgnoredReason::List;
                ignored.may_be_work = false;
            }
        }
    }

    /// Returns the ignored files that may be somebody's work, with paths relative to these folders.
    fn files_of_possible_work(&self, folders: &[PathBuf]) -> Vec<LeftOutFile> {
        let files = self.ignored.iter().filter(|ignored| ignored.may_be_work);
        files.map(|file| LeftOutFile::new(file, folders, &self.entries)).collect()
    }
}
