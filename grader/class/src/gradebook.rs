//! The students of a class with their points, as gradebooks may call them.

use std::collections::BTreeMap;

use grade::Status;
use grade::points::Points;

use super::people::{HandedIn, People, Person};
use super::summary::Row;
use crate::sheets::{Entry, KnownAs};

/// The entry for those on the roster who have handed in nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Nothing: their rows stay as they are.
    Kept,
    /// No points.
    Zero,
}

/// It is not known who has handed in nothing: the class was graded without a roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not known who has handed in nothing: the class was graded without a roster")]
pub struct NoRoster;

/// An entry for each student, with the final points. Each of a group gets those of the group.
///
/// # Errors
///
/// If those are to be zero who have handed in nothing, and there is no roster.
pub fn entries(
    people: Option<&People>,
    rows: &[Row],
    missing: Missing,
) -> Result<Vec<Entry>, NoRoster> {
    let nobody = People::default();
    let people = people.unwrap_or(&nobody);
    let known: BTreeMap<&str, &HandedIn> =
        people.submissions.iter().map(|it| (it.submission.as_str(), it)).collect();
    let has_roster = people.missing.is_some();
    let mut entries = Vec::new();
    for row in rows {
        let entry = |label: &str, known_as| Entry {
            label: label.to_owned(),
            known_as,
            score: row.final_score,
            comment: row.message.clone().filter(|_| row.status == Status::Rejected),
        };
        match known.get(row.name.as_str()) {
            Some(handed_in) if !handed_in.students.is_empty() => {
                let from = handed_in.from.as_deref();
                entries.extend(handed_in.students.iter().map(|person| {
                    entry(&label(person, &row.name), known_as(person, from, has_roster))
                }));
            }
            _ => {
                let name = vec![row.name.clone()];
                let (ids, emails, names) = (name.clone(), name.clone(), name);
                let known_as = KnownAs { ids, emails, names, numbers: Vec::new() };
                entries.push(entry(&row.name, known_as));
            }
        }
    }
    if missing == Missing::Zero {
        for person in people.missing.as_ref().ok_or(NoRoster)? {
            entries.push(Entry {
                label: label(person, ""),
                known_as: known_as(person, None, true),
                score: Some(Points::ZERO),
                comment: None,
            });
        }
    }
    Ok(entries)
}

/// The name of a person in messages.
fn label(person: &Person, otherwise: &str) -> String {
    let Person { id, name, email, .. } = person;
    if let (Some(name), Some(id)) = (name, id) {
        return format!("{name} ({id})");
    }
    let word = [name, id, email].into_iter().flatten().next();
    word.map_or(otherwise, String::as_str).to_owned()
}

/// The names that a gradebook may have for a person known `from` a platform.
fn known_as(person: &Person, from: Option<&str>, has_roster: bool) -> KnownAs {
    // Canvas and Moodle have numbers of their own, which are nobody's id anywhere else.
    let numbers_students = matches!(from, Some("canvas" | "moodle"));
    let mut known = KnownAs::default();
    let platform = person.platform.as_deref();
    for (it, is_roster) in [(Some(person), has_roster), (platform, false)] {
        let Some(it) = it else { continue };
        let by_platform = numbers_students && (!is_roster || platform.is_none());
        let by_institution = is_roster || !numbers_students;
        known.numbers.extend(it.id.clone().filter(|_| by_platform));
        known.ids.extend(it.id.clone().filter(|_| by_institution));
        known.ids.extend(it.sid.clone());
        known.emails.extend(it.email.clone());
        known.names.extend(it.name.clone());
    }
    for list in [&mut known.numbers, &mut known.ids, &mut known.emails, &mut known.names] {
        list.sort();
        list.dedup();
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str, platform: Option<&str>) -> Person {
        let of = |id: &str| Person { id: Some(id.to_owned()), ..Person::default() };
        Person { platform: platform.map(|id| Box::new(of(id))), ..of(id) }
    }

    fn row(name: &str, score: Option<f64>) -> Row {
        let score = score.and_then(Points::from_f64);
        Row {
            name: name.to_owned(),
            status: if score.is_some() { Status::Graded } else { Status::GraderError },
            score,
            max_score: Points::from_f64(10.0).unwrap(),
            final_score: score,
            failed: Vec::new(),
            message: None,
            corrections: Vec::new(),
            late_points: None,
            people: Vec::new(),
            late: None,
        }
    }

    #[test]
    fn numbers_of_a_platform_are_nobodys_id() {
        let known = |person: &Person, from, has_roster| {
            let KnownAs { ids, numbers, .. } = known_as(person, from, has_roster);
            (ids.join(" "), numbers.join(" "))
        };
        let text = |ids: &str, numbers: &str| (ids.to_owned(), numbers.to_owned());
        let [alone, matched] = [person("11", None), person("u1", Some("11"))];
        assert_eq!(known(&alone, Some("canvas"), false), text("", "11"));
        assert_eq!(known(&matched, Some("canvas"), true), text("u1", "11"));
        // The roster has the platform's numbers for ids.
        assert_eq!(known(&alone, Some("moodle"), true), text("11", "11"));
        assert_eq!(known(&matched, Some("gradescope"), true), text("11 u1", ""));
        assert_eq!(known(&alone, None, false), text("11", ""));
    }

    #[test]
    fn each_of_a_group_has_its_points() {
        let handed_in = HandedIn {
            submission: "a+b".to_owned(),
            students: vec![person("a", None), person("b", None)],
            ..HandedIn::default()
        };
        let people =
            People { submissions: vec![handed_in], missing: Some(vec![person("z", None)]) };
        let rows = [row("a+b", Some(7.5)), row("c", None)];
        let list = |people: Option<&People>, missing| {
            let entries = entries(people, &rows, missing)?;
            let text = |it: &Entry| {
                format!("{} {}", it.label, it.score.map_or("-".to_owned(), |it| it.to_string()))
            };
            Ok(entries.iter().map(text).collect::<Vec<_>>().join(", "))
        };
        assert_eq!(list(Some(&people), Missing::Kept), Ok("a 7.5, b 7.5, c -".to_owned()));
        assert_eq!(list(Some(&people), Missing::Zero), Ok("a 7.5, b 7.5, c -, z 0".to_owned()));
        assert_eq!(list(None, Missing::Kept), Ok("a+b 7.5, c -".to_owned()));
        assert_eq!(list(None, Missing::Zero), Err(NoRoster));
    }
}
