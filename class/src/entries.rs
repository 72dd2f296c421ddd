//! Lists the students with their points and the identifiers for finding them in a gradebook.

mod zeros;

use std::collections::{BTreeMap, BTreeSet};

pub use assignment::Rejected;
use grade::Status;
use gradebook::{Award, Filled, GradebookEntry, KnownAs};
use intake::class::{Attempt, Person, Platform, names};

use super::members::ClassMembers;
use super::summary::SummaryRow;

pub use zeros::{NoZeros, reason_against_zeros};

/// What to enter in the gradebook for students on the roster without a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPolicy {
    /// Keep the existing grade.
    Kept,
    /// Enter zero points.
    Zero,
}

/// A student in the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedStudent {
    /// The entry for the gradebook.
    pub entry: GradebookEntry,
    /// The submission's name, if any.
    pub submission: Option<String>,
    /// The student's name, if known.
    pub name: Option<String>,
    /// The platform that the submission was downloaded from, if known.
    pub from: Option<Platform>,
}

impl ListedStudent {
    /// Returns `true` if the submission was rejected and no correction grants points.
    pub fn is_rejected(&self) -> bool {
        matches!(self.entry.award, Award::Rejected { .. })
    }

    /// Returns the entry for a platform's gradebook. Drops the student numbers of other platforms, since they may
    /// belong to someone else there.
    pub fn entry_for(&self, platform: Platform) -> GradebookEntry {
        let mut entry = self.entry.clone();
        if self.from != Some(platform) {
            entry.known_as.numbers.clear();
        }
        entry
    }
}

/// Lists the students with their final scores. Every member of a group gets the group's score. A rejected submission
/// has a score only if a correction sets one.
///
/// # Errors
///
/// Returns an error if students without a submission should get zeros, but there is no roster.
pub fn list_students(
    people: &ClassMembers,
    rows: &[SummaryRow],
    missing: MissingPolicy,
    rejected: Rejected,
) -> Result<Vec<ListedStudent>, NoZeros> {
    let known: BTreeMap<&str, &Attempt> =
        people.submissions.iter().map(|attempt| (attempt.name.as_str(), attempt)).collect();
    let has_roster = people.missing.is_some();
    let mut listed = Vec::new();
    for row in rows {
        let award = award_for_row(row, rejected);
        let from = known.get(row.name.as_str()).and_then(|attempt| attempt.from);
        let is_grouped =
            known.get(row.name.as_str()).is_some_and(|attempt| attempt.group.is_some());
        let student = |label: &str, name: Option<&String>, known_as| ListedStudent {
            entry: GradebookEntry { label: label.to_owned(), known_as, award, comment: None },
            submission: Some(row.name.clone()),
            name: name.cloned(),
            from,
        };
        match known.get(row.name.as_str()) {
            Some(attempt) if !attempt.students.is_empty() => {
                listed.extend(attempt.students.iter().map(|person| {
                    // Like a roster, a groups file contains the institution's ids.
                    let known_as = known_as(person, from, has_roster || is_grouped);
                    let platform = person.platform.as_deref();
                    let name =
                        platform.and_then(|account| account.name.as_ref()).or(person.name.as_ref());
                    student(&person.label().unwrap_or_else(|| row.name.clone()), name, known_as)
                }));
            }
            _ => {
                let name = vec![row.name.clone()];
                let (ids, emails, names) = (name.clone(), name.clone(), name);
                let known_as = KnownAs { ids, emails, names, numbers: Vec::new() };
                listed.push(student(&row.name, None, known_as));
            }
        }
    }
    if missing == MissingPolicy::Zero {
        for person in people.missing.as_ref().ok_or(NoZeros::NoRoster)? {
            listed.push(ListedStudent {
                entry: GradebookEntry {
                    label: person.label().unwrap_or_default(),
                    known_as: known_as(person, None, true),
                    award: Award::Missing,
                    comment: None,
                },
                submission: None,
                name: person.name.clone(),
                from: None,
            });
        }
    }
    add_names_to_repeated_labels(&mut listed);
    Ok(listed)
}

/// Resolves doubts with a gradebook, filled in as if all doubtful students were missing. If its row for a submission has
/// the submission's name, not a group's, the row's student is the only author.
#[must_use]
pub fn resolve_doubts(
    people: ClassMembers,
    filled: &Filled,
    listed: &[ListedStudent],
) -> ClassMembers {
    let (mut submissions, mut authors) = (BTreeSet::new(), BTreeSet::new());
    for cell in &filled.cells {
        let candidates = cell.possible_entries().into_iter().map(|place| &listed[place]);
        let (handed_in, absent): (Vec<&ListedStudent>, Vec<&ListedStudent>) =
            candidates.partition(|listed| listed.submission.is_some());
        let [ListedStudent { submission: Some(submission), name, .. }] = handed_in[..] else {
            continue;
        };
        if name.as_ref().is_none_or(|name| names::may_stand_for(&cell.student, name)) {
            submissions.insert(submission.as_str());
            authors.extend(absent.iter().map(|listed| listed.entry.label.as_str()));
        }
    }
    people.resolve_doubts(&submissions, &authors)
}

fn award_for_row(row: &SummaryRow, rejected: Rejected) -> Award {
    // A gradebook cannot say that points are partial.
    if row.is_incomplete() {
        return Award::Incomplete;
    }
    match (row.status, row.final_score) {
        _ if row.is_held() => Award::Held,
        (_, Some(held)) => Award::Points { held, of: row.max_score },
        (Status::Rejected, None) => Award::Rejected { is_zero: rejected == Rejected::Zero },
        (_, None) => Award::Unknown,
    }
}

/// Adds submission names to the labels of students with more than one submission.
fn add_names_to_repeated_labels(listed: &mut [ListedStudent]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for ListedStudent { entry, .. } in listed.iter() {
        *counts.entry(entry.label.clone()).or_default() += 1;
    }
    for ListedStudent { entry, submission, .. } in listed {
        if let (Some(2..), Some(submission)) = (counts.get(&entry.label), submission) {
            entry.label = format!("{} in `{submission}`", entry.label);
        }
    }
}

/// Returns how a gradebook may identify a person listed by this platform.
fn known_as(person: &Person, from: Option<Platform>, has_roster: bool) -> KnownAs {
    let numbers_students = from.is_some_and(Platform::numbers_students);
    let mut known = KnownAs::default();
    let platform = person.platform.as_deref();
    for (account, is_roster) in [(Some(person), has_roster), (platform, false)] {
        let Some(account) = account else { continue };
        // A platform's number for one student may be the institution's id of another, so these are different keys.
        let by_platform = numbers_students && (!is_roster || platform.is_none());
        let by_institution = is_roster || !numbers_students;
        known.numbers.extend(account.id.clone().filter(|_| by_platform));
        known.ids.extend(account.id.clone().filter(|_| by_institution));
        known.ids.extend(account.sid.clone());
        known.emails.extend(account.email.clone());
        known.names.extend(account.name.clone());
    }
    for list in [&mut known.numbers, &mut known.ids, &mut known.emails, &mut known.names] {
        // Both accounts may have the same address.
        list.sort();
        list.dedup();
    }
    known
}

#[cfg(test)]
mod tests {
    use grade::Verdict;
    use grade::check::Check;
    use grade::points::Points;
    use grade::view::Corrected;

    use super::*;

    fn person(id: &str, platform: Option<&str>) -> Person {
        let of = |id: &str| Person { id: Some(id.to_owned()), ..Person::default() };
        Person { platform: platform.map(|id| Box::new(of(id))), ..of(id) }
    }

    fn row(name: &str, score: Option<f64>) -> SummaryRow {
        let (held, lost) = (score.unwrap_or_default(), 10.0 - score.unwrap_or_default());
        let failure = match score {
            Some(_) => samples::fail(Check::BoardHamming, samples::hamming()),
            None => (Check::BoardHamming, Verdict::GraderError(String::new())),
        };
        let mut graded = samples::grade([(samples::pass(Check::BoardTwin), held), (failure, lost)]);
        graded.submission = name.to_owned();
        SummaryRow::from_corrected(&Corrected::from(&graded))
    }

    #[test]
    fn platform_numbers_are_not_ids() {
        let known = |person: &Person, from, has_roster| {
            let KnownAs { ids, numbers, .. } = known_as(person, from, has_roster);
            (ids.join(" "), numbers.join(" "))
        };
        let text = |ids: &str, numbers: &str| (ids.to_owned(), numbers.to_owned());
        let [alone, matched] = [person("11", None), person("u1", Some("11"))];
        assert_eq!(known(&alone, Some(Platform::Canvas), false), text("", "11"));
        assert_eq!(known(&matched, Some(Platform::Canvas), true), text("u1", "11"));
        // The roster uses the platform's numbers as ids.
        assert_eq!(known(&alone, Some(Platform::Moodle), true), text("11", "11"));
        // The number of a user on Brightspace may be another student's `OrgDefinedId`.
        assert_eq!(known(&alone, Some(Platform::Brightspace), false), text("", "11"));
        assert_eq!(known(&matched, Some(Platform::Brightspace), true), text("u1", "11"));
        assert_eq!(known(&matched, Some(Platform::Gradescope), true), text("11 u1", ""));
        assert_eq!(known(&alone, None, false), text("11", ""));
    }

    #[test]
    fn a_rejected_submission_is_scored_only_by_corrections() {
        let rejection = grade::Rejection {
            reason: "it holds no `Board`".to_owned(),
            max_score: Points::from_thousandths(10_000),
        };
        let rejected = grade::Grade { rejection: Some(rejection), ..samples::grade([]) };
        let award = |corrections: &[grade::Override], rejected_gets| {
            let row = SummaryRow::from_corrected(&Corrected::new(rejected.clone(), corrections));
            list_students(&ClassMembers::default(), &[row], MissingPolicy::Kept, rejected_gets)
                .unwrap()[0]
                .entry
                .award
        };
        assert_eq!(award(&[], Rejected::Keep), Award::Rejected { is_zero: false });
        assert_eq!(award(&[], Rejected::Zero), Award::Rejected { is_zero: true });
        for points in [0, 7_000] {
            let held = Points::from_thousandths(points);
            let by_hand = grade::Override {
                check: None,
                effect: Some(grade::Effect::Set(held)),
                why: "read by hand".to_owned(),
                who: "me".to_owned(),
                is_hold: false,
                request: None,
                rule: None,
            };
            let of = Points::from_thousandths(10_000);
            assert_eq!(award(&[by_hand], Rejected::Keep), Award::Points { held, of });
        }
    }

    #[test]
    fn every_group_member_gets_the_points() {
        let together = Attempt {
            name: "a+b".to_owned(),
            students: vec![person("a", None), person("b", None)],
            ..Attempt::default()
        };
        let people = ClassMembers {
            submissions: vec![together],
            missing: Some(vec![person("z", None)]),
            ..ClassMembers::default()
        };
        let rows = [row("a+b", Some(7.5)), row("c", None)];
        let list = |people: &ClassMembers, missing| {
            let text = |ListedStudent { entry: GradebookEntry { label, award, .. }, .. }: &ListedStudent| match award {
                Award::Points { held, of } => format!("{label} {held}/{of}"),
                Award::Unknown => format!("{label} unknown"),
                Award::Incomplete => format!("{label} incomplete"),
                Award::Missing => format!("{label} missing"),
                Award::Held => format!("{label} held back"),
                Award::Rejected { is_zero } => format!("{label} rejected, zero: {is_zero}"),
            };
            let listed = list_students(people, &rows, missing, Rejected::Keep)?;
            Ok(listed.iter().map(text).collect::<Vec<_>>().join(", "))
        };
        let nobody = ClassMembers::default();
        let graded = "a 7.5/10, b 7.5/10, c unknown";
        assert_eq!(list(&people, MissingPolicy::Kept), Ok(graded.to_owned()));
        assert_eq!(list(&people, MissingPolicy::Zero), Ok(format!("{graded}, z missing")));
        assert_eq!(list(&nobody, MissingPolicy::Kept), Ok("a+b 7.5/10, c unknown".to_owned()));
        assert_eq!(list(&nobody, MissingPolicy::Zero), Err(NoZeros::NoRoster));
        let numbered = Attempt { from: Some(Platform::Canvas), ..people.submissions[0].clone() };
        let numbered = ClassMembers { submissions: vec![numbered], ..ClassMembers::default() };
        let listed =
            list_students(&numbered, &rows[..1], MissingPolicy::Kept, Rejected::Keep).unwrap();
        assert_eq!(listed[0].entry_for(Platform::Canvas).known_as.numbers, ["a"]);
        assert!(listed[0].entry_for(Platform::Moodle).known_as.numbers.is_empty());
        let twice = Attempt {
            name: "c".to_owned(),
            students: vec![person("a", None)],
            ..Attempt::default()
        };
        let people =
            ClassMembers { submissions: [people.submissions, vec![twice]].concat(), ..people };
        let expected = "a in `a+b` 7.5/10, b 7.5/10, a in `c` unknown";
        assert_eq!(list(&people, MissingPolicy::Kept), Ok(expected.to_owned()));
    }
}
