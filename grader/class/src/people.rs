//! The people whom the submissions of a class are from: `class.json`.
//!
//! The file has the words of the platform and the roster, for whoever makes a gradebook. No grade
//! depends on it, and nothing of the machine is in it.

use std::collections::{BTreeMap, BTreeSet};

use grade::pretty;
use intake::class::{Entry, Student};
use late::Counting;
use serde::{Deserialize, Serialize};

use super::attempts::Turn;
use super::error::ClassError;
use super::names;
use super::output::Graded;
use super::stored::{self, Stored};

/// The file.
pub(super) const FILE: &str = "class.json";

const SCHEMA: &str = "class/1";

/// The people whom the submissions of a class are from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    /// The submissions, in the order of their names.
    pub submissions: Vec<HandedIn>,
    /// Those on the roster who have handed in nothing, in its order; none without a roster.
    pub missing: Option<Vec<Person>>,
    /// Those on the roster of whom a submission may be that belongs to nobody for sure. They are not
    /// missing.
    pub doubtful: Vec<Person>,
    /// Which attempt counts of those who have several.
    pub counting: Counting,
    /// A hash of the due date and the extensions by which that was found out; none where the latest
    /// counts.
    pub counted_by: Option<String>,
}

/// A submission, and who handed it in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct HandedIn {
    /// The name that it has in the class.
    pub submission: String,
    /// The people who handed it in, as far as they are known; several are a group.
    pub students: Vec<Person>,
    /// The platform that it was downloaded from: `blackboard`, `brightspace`, `canvas`, `gradescope`
    /// or `moodle`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The platform's name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission_id: Option<String>,
    /// When it was handed in, as the platform writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_in: Option<String>,
    /// The same time as RFC 3339 has it; without an offset where the platform tells none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Whether the platform says that it was late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// The commit of a clone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Which attempt it is, if there were several; none in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Turn>,
}

/// Somebody, as the roster writes it, or else the platform.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Person {
    /// The id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// A second id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// As the platform writes them, where the roster has other words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<Box<Person>>,
}

#[derive(Deserialize, Serialize)]
struct Wire {
    schema: String,
    submissions: Vec<HandedIn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missing: Option<Vec<Person>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    doubtful: Vec<Person>,
    /// The name of the rule, if it is not that the latest counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attempts: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attempts_by: Option<String>,
}

impl Stored for Wire {
    const SCHEMA: &str = SCHEMA;

    fn schema(&self) -> &str {
        &self.schema
    }
}

impl People {
    /// The people of these submissions, and those who are missing.
    pub fn of(entries: &[Entry], missing: Option<&[Student]>) -> Self {
        let mut submissions: Vec<HandedIn> = entries.iter().map(HandedIn::of).collect();
        submissions.sort_by(|a, b| a.submission.cmp(&b.submission));
        let missing = missing.map(|students| students.iter().map(Person::of).collect());
        Self { submissions, missing, ..Self::default() }
    }

    /// The same people with these submissions, of which these attempts count.
    pub(super) fn counted(
        &self,
        (counting, counted_by): (Counting, Option<String>),
        mut submissions: Vec<HandedIn>,
    ) -> Self {
        submissions.sort_by(|a, b| a.submission.cmp(&b.submission));
        Self { submissions, counting, counted_by, ..self.clone() }
    }

    /// The same with those of whom nobody can say whether they have handed in.
    #[must_use]
    pub fn with_doubtful(self, doubtful: &[Student]) -> Self {
        Self { doubtful: doubtful.iter().map(Person::of).collect(), ..self }
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        let Self { submissions, missing, doubtful, counting, counted_by } = self.clone();
        let attempts = (counting != Counting::Latest).then(|| counting.name().to_owned());
        let schema = SCHEMA.to_owned();
        pretty::file(&Wire {
            schema,
            submissions,
            missing,
            doubtful,
            attempts,
            attempts_by: counted_by,
        })
    }

    /// Reads the file of a folder; none if there is none, as in those of earlier versions.
    ///
    /// # Errors
    ///
    /// If it is there and cannot be read.
    pub fn read(graded: &Graded) -> Result<Option<Self>, ClassError> {
        let Some(wire) = stored::read::<Wire>(graded, FILE)? else { return Ok(None) };
        let damaged = |message| ClassError::Damaged { path: graded.path(FILE), message };
        let names = wire.submissions.iter().map(|it| &it.submission);
        if let Some(name) = names.clone().find(|name| !names::is_plain(name)) {
            return Err(damaged(format!("`{}` is no name", name.escape_debug())));
        }
        if names.collect::<BTreeSet<_>>().len() < wire.submissions.len() {
            return Err(damaged("a submission is there twice".to_owned()));
        }
        let Wire { submissions, missing, doubtful, attempts, attempts_by, .. } = wire;
        let counting = match attempts {
            None => Counting::Latest,
            Some(name) => Counting::from_name(&name)
                .ok_or_else(|| damaged(format!("`{}` is no rule", name.escape_debug())))?,
        };
        Ok(Some(Self { submissions, missing, doubtful, counting, counted_by: attempts_by }))
    }

    /// The people of several folders together. The order of the folders is no matter.
    ///
    /// # Errors
    ///
    /// The name of a submission of which they tell different things.
    pub(super) fn joined(all: &[Self]) -> Result<Self, String> {
        let mut submissions: BTreeMap<&str, &HandedIn> = BTreeMap::new();
        for handed_in in all.iter().flat_map(|it| &it.submissions) {
            let name = handed_in.submission.as_str();
            if submissions.insert(name, handed_in).is_some_and(|it| it != handed_in) {
                return Err(name.to_owned());
            }
        }
        // The parts of a class have the same roster.
        let mut missing = all.first().and_then(|it| it.missing.clone());
        if all.iter().any(|it| it.missing != missing) {
            let mut people: Vec<Person> =
                all.iter().flat_map(|it| it.missing.iter().flatten().cloned()).collect();
            people.sort();
            people.dedup();
            missing = Some(people);
        }
        // Somebody who is missing in one folder may have handed in what is in another.
        let there: Vec<&Person> = submissions.values().flat_map(|it| &it.students).collect();
        let mut doubtful = all.first().map(|it| it.doubtful.clone()).unwrap_or_default();
        if all.iter().any(|it| it.doubtful != doubtful) {
            doubtful = all.iter().flat_map(|it| it.doubtful.iter().cloned()).collect();
            doubtful.sort();
            doubtful.dedup();
        }
        doubtful.retain(|person| !there.iter().any(|it| it.is(person)));
        if let Some(missing) = &mut missing {
            missing.retain(|person| !there.iter().any(|it| it.is(person)));
            missing.retain(|person| !doubtful.iter().any(|it| it.is(person)));
        }
        let submissions = submissions.into_values().cloned().collect();
        let first = all.first().map(|it| (it.counting, it.counted_by.clone()));
        let (counting, counted_by) = first.unwrap_or_default();
        Ok(Self { submissions, missing, doubtful, counting, counted_by })
    }
}

impl HandedIn {
    pub(super) fn of(entry: &Entry) -> Self {
        let Entry { name, students, platform, from, .. } = entry;
        let Entry { submission_id, handed_in, late, commit, .. } = entry;
        let mut people: Vec<Person> = students.iter().map(Person::of).collect();
        for (person, told) in people.iter_mut().zip(platform) {
            let told = Person::of(told);
            person.platform = (told != *person).then(|| Box::new(told));
        }
        Self {
            submission: name.clone(),
            students: people,
            from: from.map(|it| it.id().to_owned()),
            submission_id: submission_id.clone(),
            handed_in: handed_in.clone(),
            time: entry.time.map(|it| it.to_string()),
            late: *late,
            commit: commit.clone(),
            attempt: None,
        }
    }
}

impl Person {
    fn of(student: &Student) -> Self {
        let Student { id, name, email, sid } = student.clone();
        Self { id, name, email, sid, platform: None }
    }

    /// Whether two lines of a roster are of one person.
    fn is(&self, other: &Self) -> bool {
        match (&self.id, &other.id) {
            (Some(id), Some(other)) => id == other,
            _ => (&self.name, &self.email) == (&other.name, &other.email),
        }
    }
}

#[cfg(test)]
mod tests {
    use intake::class::{Moment, Platform, Source};

    use super::*;
    use crate::Output;

    fn person(id: &str) -> Person {
        Person { id: Some(id.to_owned()), ..Person::default() }
    }

    fn part(names: &[&str], missing: &[&str]) -> People {
        let handed_in = |name: &&str| HandedIn {
            submission: (*name).to_owned(),
            students: vec![person(name)],
            ..HandedIn::default()
        };
        let submissions = names.iter().map(handed_in).collect();
        let missing = Some(missing.iter().map(|id| person(id)).collect());
        People { submissions, missing, ..People::default() }
    }

    #[test]
    fn parts_together_are_the_whole() {
        let whole = part(&["a", "b", "c"], &["z", "y"]);
        let parts = [part(&["b"], &["z", "y"]), part(&["a", "c"], &["z", "y"])];
        assert_eq!(People::joined(&parts).as_ref(), Ok(&whole));
        let [first, second] = parts;
        assert_eq!(People::joined(&[second, first]), Ok(whole));
        assert_eq!(People::joined(&[]), Ok(People::default()));
    }

    #[test]
    fn who_handed_in_anywhere_is_not_missing() {
        let all = [part(&["b"], &["a", "z"]), part(&["a"], &["b", "z"])];
        assert_eq!(People::joined(&all), Ok(part(&["a", "b"], &["z"])));
    }

    #[test]
    fn who_may_have_handed_in_is_not_missing() {
        let doubtful = |ids: &[&str], part: People| People {
            doubtful: ids.iter().map(|id| person(id)).collect(),
            ..part
        };
        let all = [doubtful(&["c", "a"], part(&["b"], &["z"])), part(&["a"], &["b", "c", "z"])];
        assert_eq!(People::joined(&all), Ok(doubtful(&["c"], part(&["a", "b"], &["z"]))));
    }

    #[test]
    fn two_accounts_of_one_submission_do_not_fit() {
        let mut other = part(&["b"], &[]);
        other.submissions[0].late = true;
        assert_eq!(People::joined(&[part(&["a", "b"], &[]), other]), Err("b".to_owned()));
    }

    #[test]
    fn what_is_written_is_read_and_has_no_path_in_it() {
        let student = |id: &str, name: Option<&str>| Student {
            id: Some(id.to_owned()),
            name: name.map(str::to_owned),
            ..Student::default()
        };
        let entry = Entry {
            commit: Some("abc".to_owned()),
            students: vec![student("u1", Some("Jane \"JD\" Döe"))],
            platform: vec![student("77", None)],
            from: Some(Platform::Gradescope),
            submission_id: Some("submission_1".to_owned()),
            handed_in: Some("2026-04-26 17:34:00 Z".to_owned()),
            time: Moment::parse("2026-04-26 17:34:00 Z"),
            late: true,
            ..Entry::new("u1", Source::Folder("/home/me/class/jane".into()))
        };
        let people = People::of(&[entry], Some(&[student("u2", None)]));
        insta::assert_snapshot!(people.text(), @r#"
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
        assert_eq!(People::read(output.graded()).unwrap(), None);
        output.write(FILE, &people.text()).unwrap();
        assert_eq!(People::read(output.graded()).unwrap(), Some(people.clone()));
        for (find, replace, message) in [
            ("class/1", "class/2", "its schema is"),
            ("\"submission\": \"u1\"", "\"submission\": \"../u1\"", "is no name"),
            ("\"students\"", "\"student\"", "missing field"),
        ] {
            output.write(FILE, &people.text().replace(find, replace)).unwrap();
            let error = People::read(output.graded()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
