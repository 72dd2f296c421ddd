//! Compares two gradings of a class: who changes, by how much, through which checks.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::ClassError;
use super::output::{GRADE, Graded};
use super::record::{CheckRecord, Record, Status};
use super::summary::{Basis, Contents};
use crate::points::Points;

/// How two gradings differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// What the old one was graded with.
    pub old: Basis,
    /// What the new one was.
    pub new: Basis,
    /// How many submissions are alike.
    pub same: usize,
    /// Those that are not, in the order of their names.
    pub changes: Vec<Changed>,
}

/// How a submission's grades differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its name.
    pub name: String,
    /// Its old grade; none if it is new.
    pub old: Option<Side>,
    /// Its new grade; none if it is gone.
    pub new: Option<Side>,
    /// Whether the sources differ.
    pub sources: bool,
    /// The checks whose result or points differ, in the order of the new grade.
    pub checks: Vec<CheckChange>,
}

/// One of two grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// What became of the submission.
    pub status: Status,
    /// Its points; none if the grader was at fault.
    pub score: Option<Points>,
    /// The points that there were to get.
    pub max_score: Points,
    /// The points with all corrections.
    pub final_score: Option<Points>,
}

/// How the results of a check differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckChange {
    /// The check.
    pub id: String,
    /// The old result and points; none if it was not graded.
    pub old: Option<(String, Option<Points>)>,
    /// The new ones.
    pub new: Option<(String, Option<Points>)>,
    /// What is wrong now, or was wrong before.
    pub summary: Option<String>,
}

/// Compares two folders of grades.
///
/// Grades are alike if status, points, final points and the result of each check are: words may
/// change from one version of the grader to the next.
///
/// # Errors
///
/// If one of them holds no finished grading, or is damaged.
pub fn diff(old: &Path, new: &Path) -> Result<Diff, ClassError> {
    let (old, new) = (Graded::open(old)?, Graded::open(new)?);
    let (old_contents, new_contents) = (Contents::read(&old)?, Contents::read(&new)?);
    let mut names: BTreeMap<String, [Option<Option<Points>>; 2]> = BTreeMap::new();
    for (side, contents) in [&old_contents, &new_contents].into_iter().enumerate() {
        for (name, score) in &contents.submissions {
            names.entry(name.clone()).or_default()[side] = Some(*score);
        }
    }
    let mut diff =
        Diff { old: old_contents.basis, new: new_contents.basis, same: 0, changes: Vec::new() };
    for (name, [old_final, new_final]) in names {
        let old = old_final.map(|score| load(&old, &name, score)).transpose()?;
        let new = new_final.map(|score| load(&new, &name, score)).transpose()?;
        match changed(name, old, new) {
            Some(change) => diff.changes.push(change),
            None => diff.same += 1,
        }
    }
    Ok(diff)
}

fn load(
    graded: &Graded,
    name: &str,
    final_score: Option<Points>,
) -> Result<(Side, Record), ClassError> {
    let unfinished = || ClassError::Unfinished { folder: graded.folder().to_owned() };
    let text = graded.grade(name)?.ok_or_else(unfinished)?;
    let record = Record::read(&text).map_err(|message| {
        let path = graded.path("submissions").join(name).join(GRADE);
        ClassError::Damaged { path, message }
    })?;
    let Record { status, score, max_score, .. } = record;
    Ok((Side { status, score, max_score, final_score }, record))
}

fn changed(
    name: String,
    old: Option<(Side, Record)>,
    new: Option<(Side, Record)>,
) -> Option<Changed> {
    let (old, old_record) = old.unzip();
    let (new, new_record) = new.unzip();
    let none: &[CheckRecord] = &[];
    let of = |record: &Option<Record>| record.as_ref().map(|it| it.checks.clone());
    let (old_checks, new_checks) = (of(&old_record), of(&new_record));
    let checks = match (&old_checks, &new_checks) {
        (Some(old), Some(new)) => check_changes(old, new),
        // Of a submission that comes or goes, the checks say nothing more.
        _ => check_changes(none, none),
    };
    if old == new && checks.is_empty() {
        return None;
    }
    let sources = old_record.map(|it| it.sources) != new_record.map(|it| it.sources);
    Some(Changed { name, old, new, sources, checks })
}

fn check_changes(old: &[CheckRecord], new: &[CheckRecord]) -> Vec<CheckChange> {
    let find = |list: &[CheckRecord], id: &str| list.iter().find(|it| it.id == id).cloned();
    let result = |check: &CheckRecord| (check.status.clone(), check.score);
    let gone = old.iter().filter(|check| find(new, &check.id).is_none());
    let mut changes = Vec::new();
    for id in new.iter().chain(gone).map(|check| check.id.clone()) {
        let (before, after) = (find(old, &id), find(new, &id));
        let (old, new) = (before.as_ref().map(result), after.as_ref().map(result));
        if old != new {
            let summary = after.and_then(|it| it.summary).or(before.and_then(|it| it.summary));
            changes.push(CheckChange { id, old, new, summary });
        }
    }
    changes
}
