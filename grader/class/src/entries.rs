//! The students of a class with their points, as gradebooks may call them.

use std::collections::BTreeMap;

use grade::Status;
use grade::points::Points;
use gradebook::{Award, Entry, Filled, KnownAs};

use super::error::ClassError;
use super::grades::Grades;
use super::people::{HandedIn, People, Person};
use super::summary::Row;

/// The entry for those on the roster who have handed in nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Nothing: their rows stay as they are.
    Kept,
    /// No points.
    Zero,
}

/// The reason why nobody gets a zero for want of a submission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoZeros {
    /// The class was graded without a roster.
    #[error("it is not known who has handed in nothing: the class was graded without a roster")]
    NoRoster,
    /// There is only a part of the class.
    #[error("it is not known who has handed in nothing: the folder holds a part of the class")]
    Part,
    /// There are grades of submissions that are not in the class as it was graded last.
    #[error(
        "nobody gets a zero while there are grades in the folder that are not in its summary: {}",
        names.join(", ")
    )]
    Left {
        /// The names of the submissions.
        names: Vec<String>,
    },
    /// Some of the class is not graded.
    #[error("nobody gets a zero while submissions are not graded: {}", names.join(", "))]
    Ungraded {
        /// The names of the submissions.
        names: Vec<String>,
    },
    /// Somebody was graded who is neither on the roster nor in the gradebook, and may be one of
    /// those who would get a zero.
    #[error(
        "nobody gets a zero while submissions are of nobody who is on the roster or in the \
         gradebook: {}",
        labels.join("; ")
    )]
    Unplaced {
        /// The names of the students or submissions.
        labels: Vec<String>,
    },
}

impl NoZeros {
    /// A hint on how to go on.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoRoster => {
                "give `grader grade` the same folder again, with `--roster`: what is graded is not \
                 graded again"
            }
            Self::Part => "join the parts with `grader merge` first",
            Self::Left { .. } => {
                "grade all submissions of the class together, or remove the folders of those who \
                 have left it from `submissions`"
            }
            Self::Ungraded { .. } => "run `grader grade` with the folder as `--out` again",
            Self::Unplaced { .. } => {
                "each of them may be one of those who would get it: put the ids or names of their \
                 submissions on the roster, and grade again"
            }
        }
    }
}

/// A student of the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The entry for a gradebook.
    pub entry: Entry,
    /// The name of the submission; none if there is none.
    pub submission: Option<String>,
    /// The name of the person, if it is known.
    pub name: Option<String>,
    /// The platform that the submission was downloaded from, if that is known.
    pub from: Option<String>,
    /// Whether what was handed in is no submission.
    is_rejected: bool,
    /// Whether the roster has the student, for certain.
    is_on_roster: bool,
}

impl Listed {
    /// Whether the student has no points because what was handed in is no submission.
    pub fn is_without_points(&self) -> bool {
        let has_points =
            matches!(self.entry.award, Award::Points { held, .. } if held > Points::ZERO);
        self.is_rejected && !has_points
    }

    /// The entry for a gradebook of a platform, by its name in `class.json`: numbers that another
    /// platform gives are somebody else's there.
    pub fn entry_for(&self, platform: &str) -> Entry {
        let mut entry = self.entry.clone();
        if self.from.as_deref() != Some(platform) {
            entry.known_as.numbers.clear();
        }
        entry
    }
}

/// Each student with the final points. Each of a group gets those of the group.
///
/// # Errors
///
/// If those are to be zero who have handed in nothing, and there is no roster.
pub fn list(
    people: Option<&People>,
    rows: &[Row],
    missing: Missing,
) -> Result<Vec<Listed>, NoZeros> {
    let nobody = People::default();
    let people = people.unwrap_or(&nobody);
    let known: BTreeMap<&str, &HandedIn> =
        people.submissions.iter().map(|it| (it.submission.as_str(), it)).collect();
    let has_roster = people.missing.is_some();
    let mut listed = Vec::new();
    for row in rows {
        let is_rejected = row.status == Status::Rejected;
        let from = known.get(row.name.as_str()).and_then(|it| it.from.clone());
        let student = |label: &str, name: Option<&String>, known_as, is_on_roster| Listed {
            entry: Entry {
                label: label.to_owned(),
                known_as,
                award: row
                    .final_score
                    .map_or(Award::Unknown, |held| Award::Points { held, of: row.max_score }),
                comment: row.message.clone().filter(|_| is_rejected),
            },
            submission: Some(row.name.clone()),
            name: name.cloned(),
            from: from.clone(),
            is_rejected,
            is_on_roster,
        };
        match known.get(row.name.as_str()) {
            Some(handed_in) if !handed_in.students.is_empty() => {
                let from = handed_in.from.as_deref();
                listed.extend(handed_in.students.iter().map(|person| {
                    let known_as = known_as(person, from, has_roster);
                    let is_on_roster = has_roster && person.platform.is_some();
                    let platform = person.platform.as_deref();
                    let name = platform.and_then(|it| it.name.as_ref()).or(person.name.as_ref());
                    student(&label(person, &row.name), name, known_as, is_on_roster)
                }));
            }
            _ => {
                let name = vec![row.name.clone()];
                let (ids, emails, names) = (name.clone(), name.clone(), name);
                let known_as = KnownAs { ids, emails, names, numbers: Vec::new() };
                listed.push(student(&row.name, None, known_as, false));
            }
        }
    }
    if missing == Missing::Zero {
        for person in people.missing.as_ref().ok_or(NoZeros::NoRoster)? {
            listed.push(Listed {
                entry: Entry {
                    label: label(person, ""),
                    known_as: known_as(person, None, true),
                    award: Award::Missing,
                    comment: None,
                },
                submission: None,
                name: person.name.clone(),
                from: None,
                is_rejected: false,
                is_on_roster: true,
            });
        }
    }
    tell_apart(&mut listed);
    Ok(listed)
}

/// Names the submissions of those who are in several.
fn tell_apart(listed: &mut [Listed]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for Listed { entry, .. } in listed.iter() {
        *counts.entry(entry.label.clone()).or_default() += 1;
    }
    for Listed { entry, submission, .. } in listed {
        if let (Some(2..), Some(submission)) = (counts.get(&entry.label), submission) {
            entry.label = format!("{} in `{submission}`", entry.label);
        }
    }
}

/// What speaks against it in a folder that who is missing has handed in nothing, if anything does.
///
/// # Errors
///
/// If a file of the folder is damaged.
pub fn against_zeros(grades: &Grades) -> Result<Option<NoZeros>, ClassError> {
    Ok(if grades.is_part()? {
        Some(NoZeros::Part)
    } else if !grades.left().is_empty() {
        Some(NoZeros::Left { names: grades.left().to_vec() })
    } else if !grades.ungraded().is_empty() {
        Some(NoZeros::Ungraded { names: grades.ungraded().to_vec() })
    } else {
        None
    })
}

/// Whether everybody who was graded is somebody else than those who get a zero.
///
/// # Errors
///
/// If somebody is not known by the roster or the gradebook, while others get a zero.
pub fn is_all_placed(filled: &Filled, listed: &[Listed]) -> Result<(), NoZeros> {
    let is_missing = |place: usize| listed[place].entry.award == Award::Missing;
    let gets_zero = |cell: &gradebook::Cell| {
        matches!(cell.fate, gradebook::Fate::Written(_)) && cell.entry.is_some_and(is_missing)
    };
    if !filled.cells.iter().any(gets_zero) {
        return Ok(());
    }
    let unplaced = filled.absent.iter().map(|place| &listed[*place]);
    let unplaced = unplaced.filter(|it| it.entry.award != Award::Missing && !it.is_on_roster);
    let labels: Vec<_> = unplaced.map(|it| it.entry.label.clone()).collect();
    if labels.is_empty() { Ok(()) } else { Err(NoZeros::Unplaced { labels }) }
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
    use grade::Verdict;
    use grade::check::Check;
    use grade::view::Corrected;

    use super::*;

    fn person(id: &str, platform: Option<&str>) -> Person {
        let of = |id: &str| Person { id: Some(id.to_owned()), ..Person::default() };
        Person { platform: platform.map(|id| Box::new(of(id))), ..of(id) }
    }

    fn row(name: &str, score: Option<f64>) -> Row {
        let (held, lost) = (score.unwrap_or_default(), 10.0 - score.unwrap_or_default());
        let failure = match score {
            Some(_) => samples::fail(Check::BoardHamming, samples::hamming()),
            None => (Check::BoardHamming, Verdict::GraderError(String::new())),
        };
        let mut graded = samples::grade([(samples::pass(Check::BoardTwin), held), (failure, lost)]);
        graded.submission = name.to_owned();
        Row::of(&Corrected::from(&graded))
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
        let people = People {
            submissions: vec![handed_in],
            missing: Some(vec![person("z", None)]),
            ..People::default()
        };
        let rows = [row("a+b", Some(7.5)), row("c", None)];
        let list = |people: Option<&People>, missing| {
            let text = |Listed { entry: Entry { label, award, .. }, .. }: &Listed| match award {
                Award::Points { held, of } => format!("{label} {held}/{of}"),
                Award::Unknown => format!("{label} unknown"),
                Award::Missing => format!("{label} missing"),
            };
            let listed = list(people, &rows, missing)?;
            Ok(listed.iter().map(text).collect::<Vec<_>>().join(", "))
        };
        let graded = "a 7.5/10, b 7.5/10, c unknown";
        assert_eq!(list(Some(&people), Missing::Kept), Ok(graded.to_owned()));
        assert_eq!(list(Some(&people), Missing::Zero), Ok(format!("{graded}, z missing")));
        assert_eq!(list(None, Missing::Kept), Ok("a+b 7.5/10, c unknown".to_owned()));
        assert_eq!(list(None, Missing::Zero), Err(NoZeros::NoRoster));
        // Numbers of one platform are nobody's on another.
        let numbered =
            HandedIn { from: Some("canvas".to_owned()), ..people.submissions[0].clone() };
        let numbered = People { submissions: vec![numbered], ..People::default() };
        let listed = super::list(Some(&numbered), &rows[..1], Missing::Kept).unwrap();
        assert_eq!(listed[0].entry_for("canvas").known_as.numbers, ["a"]);
        assert!(listed[0].entry_for("moodle").known_as.numbers.is_empty());
        let twice = HandedIn {
            submission: "c".to_owned(),
            students: vec![person("a", None)],
            ..HandedIn::default()
        };
        let people = People { submissions: [people.submissions, vec![twice]].concat(), ..people };
        let expected = "a in `a+b` 7.5/10, b 7.5/10, a in `c` unknown";
        assert_eq!(list(Some(&people), Missing::Kept), Ok(expected.to_owned()));
    }
}
