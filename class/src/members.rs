//! Lists the authors of all submissions, and the students without a submission, in `class.json`.
//!
//! The file contains the names and ids from the platform and the roster, for gradebooks. It does not affect grades or
//! depend on the machine.

use std::collections::{BTreeMap, BTreeSet};

use intake::class::{Attempt, Class, DoubtfulStudent, Person, UnmatchedSubmission};
use late::{Counting, KnownBy};
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::names;
use super::output::GradesFolder;
use super::overrides::Students;
use super::rules;
use super::versioned::{self, VersionedContent};

/// The file name.
pub const FILE: &str = "class.json";

/// The people in a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct ClassMembers {
    /// The submissions, sorted by name.
    pub submissions: Vec<Attempt>,
    /// The students on the roster without a submission, in roster order, if there is a roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<Person>>,
    /// Students on the roster who could be the authors of unmatched submissions or ignored files. They should not count
    /// as missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubtful: Vec<DoubtfulStudent>,
    /// A sentence about each submission that was not matched with the roster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<String>,
    /// A sentence about each ignored file that may be, or be part of, a submission, if no student is doubtful because of
    /// it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// Which attempt counts when a student has more than one.
    #[serde(default, rename = "attempts", skip_serializing_if = "is_latest")]
    pub counting: Counting,
    /// A hash of the due date and the extensions used to choose attempts, unless the latest always counts.
    #[serde(default, rename = "attempts_by", skip_serializing_if = "Option::is_none")]
    pub counted_by: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
fn is_latest(counting: &Counting) -> bool {
    *counting == Counting::Latest
}

impl VersionedContent for ClassMembers {
    const SCHEMA: &str = "class/1";
}

impl ClassMembers {
    /// Collects the people in a class.
    pub fn from_class(class: &Class) -> Self {
        let mut submissions = class.entries.clone();
        submissions.sort_by(|a, b| a.name.cmp(&b.name));
        let Class { missing, doubtful, unknown, left_out, .. } = class.clone();
        let unmatched = unknown
            .iter()
            .map(|UnmatchedSubmission { submission, why }| format!("{submission} ({why})"));
        let unmatched = unmatched.collect();
        Self { submissions, missing, doubtful, unmatched, left_out, ..Self::default() }
    }

    /// Counts all doubtful students as missing.
    #[must_use]
    pub fn without_doubts(mut self) -> Self {
        let doubtful = std::mem::take(&mut self.doubtful);
        self.missing
            .get_or_insert_default()
            .extend(doubtful.into_iter().map(|doubtful| doubtful.person));
        self
    }

    /// Resolves doubts if the `authors` of these submissions are known by labels such as `Sam Lee (1001)`. Others are
    /// missing, unless more submissions might be theirs.
    #[must_use]
    pub fn resolve_doubts(
        mut self,
        submissions: &BTreeSet<&str>,
        authors: &BTreeSet<&str>,
    ) -> Self {
        let Some(missing) = &mut self.missing else { return self };
        self.doubtful.retain(|doubtful| {
            doubtful.person.label().is_none_or(|label| !authors.contains(label.as_str()))
        });
        let is_missing = |doubtful: &mut DoubtfulStudent| {
            let others = &doubtful.submissions;
            !others.is_empty() && others.iter().all(|name| submissions.contains(name.as_str()))
        };
        let found = self.doubtful.extract_if(.., is_missing);
        missing.extend(found.map(|doubtful| doubtful.person));
        self
    }

    /// Returns the students without a certain submission: those who are missing, and those who may not be.
    pub fn students_without_submission(&self) -> impl Iterator<Item = &Person> {
        self.missing.iter().flatten().chain(self.doubtful.iter().map(|doubtful| &doubtful.person))
    }

    /// Returns the ids and names by which files refer to the authors of each submission, in the order of the submissions.
    pub(super) fn known_authors(&self) -> Vec<KnownBy> {
        self.submissions
            .iter()
            .map(|attempt| rules::known_by(&attempt.name, &attempt.students))
            .collect()
    }

    /// Returns the students that corrections may refer to.
    pub fn students_for_corrections(&self) -> Students {
        Students {
            names: self.submissions.iter().map(|attempt| attempt.name.clone()).collect(),
            authors: self.known_authors(),
            absent: self
                .students_without_submission()
                .map(|person| rules::known_by("", [person]))
                .collect(),
        }
    }

    pub(super) fn with_counting(
        &self,
        (counting, counted_by): (Counting, Option<String>),
        mut submissions: Vec<Attempt>,
    ) -> Self {
        submissions.sort_by(|a, b| a.name.cmp(&b.name));
        Self { submissions, counting, counted_by, ..self.clone() }
    }

    /// Reads the file in a folder. Returns `None` if it does not exist, as in folders from earlier versions.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn read_from(graded: &GradesFolder) -> Result<Option<Self>, ClassError> {
        let Some(people) = versioned::read_versioned::<Self>(graded, FILE)? else {
            return Ok(None);
        };
        let damaged = |message| ClassError::Damaged { path: graded.path(FILE), message };
        let names = people.submissions.iter().map(|attempt| &attempt.name);
        if let Some(name) = names.clone().find(|name| !names::is_plain(name)) {
            return Err(damaged(format!("invalid name `{}`", name.escape_debug())));
        }
        if names.collect::<BTreeSet<_>>().len() < people.submissions.len() {
            return Err(damaged("a submission appears twice".to_owned()));
        }
        Ok(Some(people))
    }

    /// Combines the people from all folders, in any order.
    ///
    /// # Errors
    ///
    /// Returns the name of a submission with different data in two folders.
    pub(super) fn merge(all: &[Self]) -> Result<Self, String> {
        let mut submissions: BTreeMap<&str, &Attempt> = BTreeMap::new();
        for attempt in all.iter().flat_map(|people| &people.submissions) {
            let name = attempt.name.as_str();
            if submissions.insert(name, attempt).is_some_and(|other| other != attempt) {
                return Err(name.to_owned());
            }
        }
        // All parts of a class share one roster.
        let mut missing = all.first().and_then(|people| people.missing.clone());
        if all.iter().any(|people| people.missing != missing) {
            let mut people: Vec<Person> =
                all.iter().flat_map(|people| people.missing.iter().flatten().cloned()).collect();
            // A student may be missing in several parts.
            people.sort();
            people.dedup();
            missing = Some(people);
        }
        // A student without a submission in one folder may have one in another.
        let there: Vec<&Person> =
            submissions.values().flat_map(|attempt| &attempt.students).collect();
        let mut doubtful = joined_lists(all, |people| &people.doubtful);
        // The reasons may differ between folders.
        doubtful.dedup_by(|later, first| {
            let is_same = later.person.is_same_person(&first.person);
            if is_same {
                first.because.append(&mut later.because);
                first.because.dedup();
                // A submission in either folder may be theirs, and perhaps something else.
                if first.submissions.is_empty() || later.submissions.is_empty() {
                    first.submissions.clear();
                } else {
                    first.submissions.append(&mut later.submissions);
                }
            }
            is_same
        });
        doubtful
            .retain(|doubtful| !there.iter().any(|person| person.is_same_person(&doubtful.person)));
        if let Some(missing) = &mut missing {
            missing.retain(|person| !there.iter().any(|other| other.is_same_person(person)));
            missing.retain(|person| {
                !doubtful.iter().any(|doubtful| doubtful.person.is_same_person(person))
            });
        }
        let unmatched = joined_lists(all, |people| &people.unmatched);
        let left_out = joined_lists(all, |people| &people.left_out);
        let submissions = submissions.into_values().cloned().collect();
        let first = all.first().map(|people| (people.counting, people.counted_by.clone()));
        let (counting, counted_by) = first.unwrap_or_default();
        Ok(Self { submissions, missing, doubtful, unmatched, left_out, counting, counted_by })
    }
}

/// Returns a list that all parts share, or else its items in all of them, sorted.
fn joined_lists<T: Clone + Ord>(
    all: &[ClassMembers],
    list: impl Fn(&ClassMembers) -> &Vec<T>,
) -> Vec<T> {
    let first = all.first().map(|people| list(people).clone()).unwrap_or_default();
    if all.iter().all(|people| *list(people) == first) {
        return first;
    }
    let mut items: Vec<T> = all.iter().flat_map(|people| list(people).iter().cloned()).collect();
    // The parts of a class report the same thing more than once.
    items.sort();
    items.dedup();
    items
}

#[cfg(test)]
mod tests {
    use intake::class::{Platform, SubmissionSource, SubmissionTime};

    use super::*;
    use crate::Output;

    fn person(id: &str) -> Person {
        Person { id: Some(id.to_owned()), ..Person::default() }
    }

    fn doubtful_person(id: &str) -> DoubtfulStudent {
        let because = vec!["`x.pdf`: not code".to_owned()];
        DoubtfulStudent { person: person(id), because, submissions: Vec::new() }
    }

    fn part(names: &[&str], missing: &[&str]) -> ClassMembers {
        let attempt = |name: &&str| Attempt {
            name: (*name).to_owned(),
            students: vec![person(name)],
            ..Attempt::default()
        };
        let submissions = names.iter().map(attempt).collect();
        let missing = Some(missing.iter().map(|id| person(id)).collect());
        ClassMembers { submissions, missing, ..ClassMembers::default() }
    }

    #[test]
    fn merged_parts_equal_the_whole() {
        let whole = part(&["a", "b", "c"], &["z", "y"]);
        let parts = [part(&["b"], &["z", "y"]), part(&["a", "c"], &["z", "y"])];
        assert_eq!(ClassMembers::merge(&parts).as_ref(), Ok(&whole));
        let [first, second] = parts;
        assert_eq!(ClassMembers::merge(&[second, first]), Ok(whole));
        assert_eq!(ClassMembers::merge(&[]), Ok(ClassMembers::default()));
    }

    #[test]
    fn submitters_in_any_part_are_not_missing() {
        let all = [part(&["b"], &["a", "z"]), part(&["a"], &["b", "z"])];
        assert_eq!(ClassMembers::merge(&all), Ok(part(&["a", "b"], &["z"])));
    }

    #[test]
    fn a_student_is_missing_when_all_doubtful_submissions_are_anothers() {
        let doubtful = |id: &str, submissions: &[&str]| {
            let submissions = submissions.iter().map(|&name| name.to_owned()).collect();
            DoubtfulStudent { submissions, ..doubtful_person(id) }
        };
        let people = ClassMembers {
            doubtful: vec![
                doubtful("a", &["x"]),
                doubtful("b", &["x", "y"]),
                doubtful("c", &[]),
                doubtful("e", &["x"]),
            ],
            missing: Some(vec![person("d")]),
            ..ClassMembers::default()
        };
        let states = |known: &[&str]| {
            let people =
                people.clone().resolve_doubts(&known.iter().copied().collect(), &["e"].into());
            let id = |person: &Person| person.id.clone().unwrap();
            let missing: Vec<_> = people.missing.iter().flatten().map(id).collect();
            let doubtful: Vec<_> =
                people.doubtful.iter().map(|doubtful| id(&doubtful.person)).collect();
            (missing.concat(), doubtful.concat())
        };
        assert_eq!(states(&[]), ("d".to_owned(), "abc".to_owned()));
        assert_eq!(states(&["x"]), ("da".to_owned(), "bc".to_owned()));
        assert_eq!(states(&["x", "y", "z"]), ("dab".to_owned(), "c".to_owned()));
    }

    #[test]
    fn doubtful_students_are_not_missing() {
        let doubtful = |ids: &[&str], part: ClassMembers| ClassMembers {
            doubtful: ids.iter().map(|id| doubtful_person(id)).collect(),
            ..part
        };
        let all = [doubtful(&["c", "a"], part(&["b"], &["z"])), part(&["a"], &["b", "c", "z"])];
        assert_eq!(ClassMembers::merge(&all), Ok(doubtful(&["c"], part(&["a", "b"], &["z"]))));
    }

    #[test]
    fn conflicting_entries_for_a_submission_are_rejected() {
        let mut other = part(&["b"], &[]);
        other.submissions[0].late = true;
        assert_eq!(ClassMembers::merge(&[part(&["a", "b"], &[]), other]), Err("b".to_owned()));
    }

    #[test]
    fn people_round_trip_without_paths() {
        let person =
            |id: &str, name: Option<&str>| Person { name: name.map(str::to_owned), ..person(id) };
        let attempt = Attempt {
            commit: Some("abc".to_owned()),
            students: vec![Person {
                platform: Some(Box::new(person("77", None))),
                ..person("u1", Some("Jane \"JD\" Döe"))
            }],
            from: Some(Platform::Gradescope),
            submission_id: Some("submission_1".to_owned()),
            handed_in: Some("2026-04-26 17:34:00 Z".to_owned()),
            time: SubmissionTime::parse("2026-04-26 17:34:00 Z"),
            late: true,
            ..Attempt::new("u1", SubmissionSource::Folder("/home/me/class/jane".into()))
        };
        let (entries, missing) = (vec![attempt], Some(vec![person("u2", None)]));
        let people = ClassMembers::from_class(&Class { entries, missing, ..Class::default() });
        insta::assert_snapshot!(versioned::to_text(&people), @r#"
        {
          "schema": "class/1",
          "submissions": [
            {
              "submission": "u1",
              "students": [
                {
                  "id": "u1",
                  "name": "Jane \"JD\" Döe",
                  "platform": {
                    "id": "77"
                  }
                }
              ],
              "from": "gradescope",
              "submission_id": "submission_1",
              "handed_in": "2026-04-26 17:34:00 Z",
              "time": "2026-04-26T17:34:00Z",
              "late": true,
              "commit": "abc"
            }
          ],
          "missing": [
            {
              "id": "u2"
            }
          ]
        }
        "#);
        let folder = tempfile::tempdir().unwrap();
        let output = Output::open(folder.path()).unwrap();
        assert_eq!(ClassMembers::read_from(output.graded()).unwrap(), None);
        output.write_file(FILE, &versioned::to_text(&people)).unwrap();
        let read = ClassMembers::read_from(output.graded()).unwrap().unwrap();
        assert_eq!(versioned::to_text(&read), versioned::to_text(&people));
        assert_eq!(read.submissions[0].source, SubmissionSource::default());
        for (find, replace, message) in [
            ("class/1", "class/2", "its schema is"),
            ("\"submission\": \"u1\"", "\"submission\": \"../u1\"", "invalid name"),
            ("\"students\"", "\"student\"", "missing field"),
            ("gradescope", "gradescape", "unknown variant"),
            ("2026-04-26T17", "2026-04-26T25", "invalid time"),
        ] {
            output.write_file(FILE, &versioned::to_text(&people).replace(find, replace)).unwrap();
            let error = ClassMembers::read_from(output.graded()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
