//! Compares two grading runs to find the grades that changed, and the checks that caused the changes.

use std::collections::BTreeMap;
use std::path::Path;

use grade::check::Check;
use grade::json::{WireCheck, WireGrade};
use grade::points::Points;
use grade::{Basis, PointsChange, Status};
use intake::class::Person;
use serde_json::Number;

use super::error::ClassError;
use super::members::ClassMembers;
use super::output::{GRADE, GradesFolder};
use super::pseudonyms::Pseudonyms;
use super::summary::{FinalScore, SummaryContents};

mod criteria;

use criteria::criterion_changes;

pub use criteria::CriterionChange;

/// The differences between two grading runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The previous assignment and tools.
    pub old: Basis,
    /// The current assignment and tools.
    pub new: Basis,
    /// The number of unchanged submissions.
    pub same: usize,
    /// The number of unchanged submissions that have checks with different results but the same points.
    pub reworded: usize,
    /// The changed submissions, sorted by name.
    pub changes: Vec<ChangedGrade>,
    /// The people in both grading runs, to hide their names in reports.
    pub people: ClassMembers,
    /// The number of submissions with a final score in both grading runs.
    pub both: usize,
    /// The number of submissions in both grading runs that were rejected in one. They are missing in `both`, because a
    /// rejected submission has no score.
    pub rejected: usize,
    /// The sums of the final scores in `both`, before and after.
    pub sums: [Points; 2],
}

/// The change of a submission's grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGrade {
    /// The submission's name.
    pub name: String,
    /// The authors, if known.
    pub people: Vec<Person>,
    /// The old grade, or `None` if the submission is new.
    pub old: Option<ComparedGrade>,
    /// The new grade, or `None` if the submission was removed.
    pub new: Option<ComparedGrade>,
    /// Whether the sources differ.
    pub sources: bool,
    /// The checks whose points differ, in the new grade's order.
    pub checks: Vec<CheckChange>,
    /// The criteria graded by hand whose points differ, sorted by id.
    pub criteria: Vec<CriterionChange>,
}

/// The grade on one side of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedGrade {
    /// The submission's status.
    pub status: Status,
    /// The points from the checks, unless there was a grader error.
    pub score: Option<Points>,
    /// The maximum points, with all criteria that are graded by hand.
    pub max_score: Points,
    /// The final score, including criteria, lateness and corrections.
    pub final_score: Option<Points>,
    /// Whether the submission was rejected and no correction grants points.
    pub is_rejected: bool,
    /// Whether criteria are not graded by hand yet.
    pub is_incomplete: bool,
}

/// The change of a check's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckChange {
    /// The check's id.
    pub id: String,
    /// The old result and points, if graded.
    pub old: Option<(String, Option<Points>)>,
    /// The new result and points, if graded.
    pub new: Option<(String, Option<Points>)>,
    /// A description of the failure, from the new grade if possible.
    pub summary: Option<String>,
}

/// Compares two folders of grades.
///
/// Grades are equal if they have the same status, score, final score and points for each check. Texts are ignored,
/// because they can change when the grader is updated, as are the results of checks worth no points in both runs.
///
/// # Errors
///
/// Returns an error if a folder does not contain a complete grading run, is damaged, or has corrections newer than the
/// summary.
pub fn compare_folders(old: &Path, new: &Path) -> Result<Diff, ClassError> {
    let (old, new) = (GradesFolder::open(old)?, GradesFolder::open(new)?);
    let (old_contents, new_contents) =
        (SummaryContents::read_fresh(&old)?, SummaryContents::read_fresh(&new)?);
    let mut names: BTreeMap<String, [Option<FinalScore>; 2]> = BTreeMap::new();
    for (side, contents) in [&old_contents, &new_contents].into_iter().enumerate() {
        for (name, score) in &contents.submissions {
            names.entry(name.clone()).or_default()[side] = Some(score.clone());
        }
    }
    let mut people = BTreeMap::new();
    let mut everyone = ClassMembers::default();
    for graded in [&old, &new] {
        let known = ClassMembers::read_from(graded)?.unwrap_or_default();
        people.extend(
            known
                .submissions
                .iter()
                .map(|attempt| (attempt.name.clone(), attempt.students.clone())),
        );
        everyone.submissions.extend(known.submissions);
    }
    let mut diff = Diff {
        old: old_contents.basis,
        new: new_contents.basis,
        same: 0,
        reworded: 0,
        changes: Vec::new(),
        people: everyone,
        both: 0,
        rejected: 0,
        sums: [Points::ZERO; 2],
    };
    for (name, [old_final, new_final]) in names {
        let criteria = match (&old_final, &new_final) {
            (Some(old), Some(new)) if !old.is_held && !new.is_held => criterion_changes(old, new),
            _ => Vec::new(),
        };
        let old = old_final.map(|score| load_grade(&old, &name, &score)).transpose()?;
        let new = new_final.map(|score| load_grade(&new, &name, &score)).transpose()?;
        let sides = old.as_ref().zip(new.as_ref()).map(|(old, new)| [old.0, new.0]);
        if sides.is_some_and(|sides| sides.iter().any(|side| side.is_rejected)) {
            diff.rejected += 1;
        } else if let Some([Some(before), Some(after)]) =
            sides.map(|sides| sides.map(ComparedGrade::points_for_statistics))
        {
            diff.both += 1;
            diff.sums = [diff.sums[0] + before, diff.sums[1] + after];
        }
        let people = people.remove(&name).unwrap_or_default();
        let has_other_results = differ_in_check_statuses(old.as_ref(), new.as_ref());
        if let Some(change) = changed_grade((name, people), old, new, criteria) {
            diff.changes.push(change);
        } else {
            diff.same += 1;
            diff.reworded += usize::from(has_other_results);
        }
    }
    Ok(diff)
}

/// How the points for a check change across the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeByCheck {
    /// The check's id.
    pub id: String,
    /// The number of submissions that gain points.
    pub up: usize,
    /// The number of submissions that lose points.
    pub down: usize,
    /// The total change.
    pub change: PointsChange,
}

/// The mean final scores, over all submissions with a score before and after, including unchanged ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeanScores {
    /// The old mean, rounded to a thousandth.
    pub old: Points,
    /// The new mean, rounded to a thousandth.
    pub new: Points,
    /// The number of submissions.
    pub of: usize,
}

impl ComparedGrade {
    /// Returns the points for statistics, or `None` if the submission was rejected or has no final score.
    pub fn points_for_statistics(self) -> Option<Points> {
        self.final_score.filter(|_| !self.is_rejected && !self.is_incomplete)
    }
}

impl ChangedGrade {
    /// Returns the change in the final score, if known before and after.
    pub fn change(&self) -> Option<PointsChange> {
        let (old, new) = (self.old?.points_for_statistics()?, self.new?.points_for_statistics()?);
        Some(PointsChange::between(old, new))
    }
}

impl Diff {
    /// Replaces names with pseudonyms.
    pub fn hide_names(&mut self, pseudonyms: &Pseudonyms) {
        for change in &mut self.changes {
            change.name = pseudonyms.pseudonym(&change.name);
            change.people.clear();
            for check in &mut change.checks {
                check.summary = check.summary.as_deref().map(|text| pseudonyms.hide_in_text(text));
            }
        }
        // Sort again, because the original order would reveal the names.
        self.changes.sort_by(|a, b| a.name.cmp(&b.name));
    }

    /// Returns the number of submissions that gain points.
    pub fn count_up(&self) -> usize {
        self.changes
            .iter()
            .filter(|changed| changed.change() > Some(PointsChange::default()))
            .count()
    }

    /// Returns the number of submissions that lose points.
    pub fn count_down(&self) -> usize {
        let is_down = |changed: &&ChangedGrade| {
            changed.change().is_some_and(|change| change < PointsChange::default())
        };
        self.changes.iter().filter(is_down).count()
    }

    /// Returns the mean final scores, or `None` if no submission has one in both grading runs.
    pub fn mean_scores(&self) -> Option<MeanScores> {
        let mean = |sum: Points| {
            let of = u64::try_from(self.both).ok()?;
            // Half of the divisor rounds to the nearest thousandth.
            Some(Points::from_thousandths((sum.thousandths() + of / 2).checked_div(of)?))
        };
        let [old, new] = self.sums;
        Some(MeanScores { old: mean(old)?, new: mean(new)?, of: self.both })
    }

    /// Returns the checks with changed points, in the standard order.
    pub fn changes_by_check(&self) -> Vec<ChangeByCheck> {
        let mut found: Vec<ChangeByCheck> = Vec::new();
        for check in self.changes.iter().flat_map(|changed| &changed.checks) {
            let worth = |result: &Option<(String, Option<Points>)>| {
                result.as_ref().and_then(|(_, points)| *points).unwrap_or_default()
            };
            let change = PointsChange::between(worth(&check.old), worth(&check.new));
            let place = found.iter().position(|known| known.id == check.id).unwrap_or_else(|| {
                let (id, change) = (check.id.clone(), PointsChange::default());
                found.push(ChangeByCheck { id, up: 0, down: 0, change });
                found.len() - 1
            });
            let known = &mut found[place];
            known.change = known.change + change;
            known.up += usize::from(change > PointsChange::default());
            known.down += usize::from(change < PointsChange::default());
        }
        // Unknown checks, of another version, come last.
        found.sort_by_key(|known| {
            Check::from_id(&known.id).map_or(usize::MAX, |check| check as usize)
        });
        found
    }
}

/// Loads a grade. This only parses the values to compare, because this version may not know the checks.
fn load_grade(
    graded: &GradesFolder,
    name: &str,
    found: &FinalScore,
) -> Result<(ComparedGrade, WireGrade), ClassError> {
    let unfinished = || ClassError::Unfinished { folder: graded.folder().to_owned() };
    let text = graded.read_grade(name)?.ok_or_else(unfinished)?;
    let damaged = |message| {
        let path = graded.path("submissions").join(name).join(GRADE);
        ClassError::Damaged { path, message }
    };
    let mut grade = WireGrade::read(&text).map_err(|error| damaged(error.to_string()))?;
    let mut compared = compared_grade(&grade, found).map_err(damaged)?;
    if found.is_held {
        compared.status = Status::Held;
        compared.score = None;
        grade.checks.clear();
    }
    Ok((compared, grade))
}

fn compared_grade(grade: &WireGrade, found: &FinalScore) -> Result<ComparedGrade, String> {
    let status = Status::from_name(&grade.status);
    let status = status.ok_or_else(|| format!("unknown status `{}`", grade.status))?;
    let score = grade.score.as_ref().map(parse_points).transpose()?;
    // Earlier versions wrote zero for a rejected submission.
    let is_wrong = match status {
        Status::Graded => score.is_none(),
        Status::Rejected => score.is_some_and(|points| points > Points::ZERO),
        Status::GraderError | Status::Held => score.is_some(),
    };
    if is_wrong {
        return Err("a grade must have a score exactly if the submission was graded".to_owned());
    }
    for check in &grade.checks {
        check.score.as_ref().map(parse_points).transpose()?;
    }
    let FinalScore { score: final_score, max_score, is_rejected, is_incomplete, .. } = *found;
    Ok(ComparedGrade {
        status,
        score,
        max_score: max_score.map_or_else(|| parse_points(&grade.max_score), Ok)?,
        final_score,
        is_rejected,
        is_incomplete,
    })
}

fn parse_points(number: &Number) -> Result<Points, String> {
    number.as_f64().and_then(Points::from_f64).ok_or_else(|| format!("{number} points"))
}

fn differ_in_check_statuses(
    old: Option<&(ComparedGrade, WireGrade)>,
    new: Option<&(ComparedGrade, WireGrade)>,
) -> bool {
    let results = |graded: Option<&(ComparedGrade, WireGrade)>| -> Option<Vec<(String, String)>> {
        let checks = graded?.1.checks.iter();
        Some(checks.map(|check| (check.id.clone(), check.status.clone())).collect())
    };
    results(old) != results(new)
}

fn changed_grade(
    (name, people): (String, Vec<Person>),
    old: Option<(ComparedGrade, WireGrade)>,
    new: Option<(ComparedGrade, WireGrade)>,
    criteria: Vec<CriterionChange>,
) -> Option<ChangedGrade> {
    let (old, old_grade) = old.unzip();
    let (new, new_grade) = new.unzip();
    let checks = match (&old_grade, &new_grade) {
        (Some(old), Some(new)) => check_changes(&old.checks, &new.checks),
        // There is no point in listing all checks of added and removed submissions.
        _ => Vec::new(),
    };
    if old == new && checks.is_empty() && criteria.is_empty() {
        return None;
    }
    let sources = old_grade.map(|grade| grade.sources) != new_grade.map(|grade| grade.sources);
    Some(ChangedGrade { name, people, old, new, sources, checks, criteria })
}

fn check_changes(old: &[WireCheck], new: &[WireCheck]) -> Vec<CheckChange> {
    fn find_check<'a>(list: &'a [WireCheck], id: &str) -> Option<&'a WireCheck> {
        list.iter().find(|check| check.id == id)
    }
    let result = |check: &WireCheck| {
        let score = check.score.as_ref().and_then(|score| parse_points(score).ok());
        (check.status.clone(), score)
    };
    let said = |check: &WireCheck| check.summary.clone().or_else(|| check.message.clone());
    let gone = old.iter().filter(|check| find_check(new, &check.id).is_none());
    let mut changes = Vec::new();
    for id in new.iter().chain(gone).map(|check| &check.id) {
        let (before, after) = (find_check(old, id), find_check(new, id));
        let (old, new) = (before.map(result), after.map(result));
        // A check that was not graded has zero points. After a grader error, the points are unknown.
        let worth = |result: &Option<(String, Option<Points>)>| {
            result.as_ref().map_or(Some(Points::ZERO), |(_, points)| *points)
        };
        if worth(&old) != worth(&new) {
            let summary = after.and_then(said).or_else(|| before.and_then(said));
            changes.push(CheckChange { id: id.clone(), old, new, summary });
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(schema: &str, status: &str, score: &str, check: &str) -> String {
        format!(
            r#"{{"schema":"{schema}","submission":"a","sources":"","assignment":"","toolchain":"",
            "engine":"","status":"{status}",{score}"max_score":4,"remarks":[],"checks":[
            {{"id":"{check}","status":"fail","score":0,"max_score":4,"visibility":"visible"}}]}}"#
        )
    }

    fn read(text: &str) -> Result<(ComparedGrade, WireGrade), String> {
        let grade = WireGrade::read(text).map_err(|error| error.to_string())?;
        let found = FinalScore {
            score: None,
            max_score: None,
            is_rejected: false,
            is_held: false,
            is_incomplete: false,
            criteria: BTreeMap::new(),
        };
        Ok((compared_grade(&grade, &found)?, grade))
    }

    #[test]
    fn grades_of_other_versions_are_compared() {
        let with = |check: &str, score: &str| {
            let text = text("grade/1", "graded", r#""score":0,"#, check);
            read(&text.replace(r#""score":0,"max"#, score)).unwrap().1
        };
        let old = with("board.hamming", r#""score":1,"max"#);
        let new = with("board.sparkle", r#""score":2,"max"#);
        let ids: Vec<_> =
            check_changes(&old.checks, &new.checks).into_iter().map(|check| check.id).collect();
        assert_eq!(ids, ["board.sparkle", "board.hamming"]);
        assert_eq!(check_changes(&new.checks, &new.checks), []);
        // A new check worth zero points does not change a grade.
        let nothing = with("board.sparkle", r#""score":0,"max"#);
        assert_eq!(check_changes(&[], &nothing.checks), []);
    }

    #[test]
    fn an_invalid_grade_is_rejected() {
        let text = |schema, status, score| text(schema, status, score, "board.hamming");
        read(&text("grade/1", "grader_error", "")).unwrap();
        for bad in [
            text("grade/2", "graded", r#""score":4,"#),
            text("grade/1", "lost", r#""score":4,"#),
            text("grade/1", "graded", ""),
            text("grade/1", "grader_error", r#""score":0,"#),
            text("grade/1", "graded", r#""score":-1,"#),
            String::new(),
        ] {
            assert!(read(&bad).is_err(), "{bad}");
        }
    }
}
