//! The roster of a class: a CSV file with one student per row, written manually or exported by a platform.

mod clones;
mod columns;
mod keys;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};

use columns::Columns;
use keys::Keys;

use super::{Attempt, Class, ClassError, Person, Platform, Stray, file_name, moodle, plain, text};

/// The maximum size of a roster in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The students of a class.
#[derive(Debug)]
pub(super) struct Roster {
    path: PathBuf,
    students: Vec<Listed>,
}

/// A student on the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// The student's data, including an id.
    person: Person,
    /// All ids that the institution assigned to the student.
    ids: Vec<String>,
    /// A number assigned by a platform.
    number: Option<(Platform, String)>,
    /// The submission time in the platform's format and time zone.
    handed_in: Option<String>,
    line: u64,
}

impl Listed {
    pub(super) fn person(&self) -> &Person {
        &self.person
    }

    /// Returns the platform's own number for the student.
    pub(super) fn number(&self) -> Option<&str> {
        self.number.as_ref().map(|(_, number)| number.as_str())
    }

    /// Returns the student with the platform's number as the id.
    pub(super) fn account(&self) -> Person {
        let number = self.number().filter(|it| self.person.id.as_deref() != Some(it));
        let name = self.person.name.clone();
        let account =
            number.map(|it| Person { id: Some(it.to_owned()), name, ..Person::default() });
        Person { platform: account.map(Box::new), ..self.person.clone() }
    }
}

/// Returns `true` if `students` contains `person`.
pub(super) fn is_listed(students: &[Listed], person: &Person) -> bool {
    Keys::new(students).find(person, None).is_ok()
}

/// The rows of a list of students.
pub(super) struct Lines {
    /// The names of the columns.
    pub(super) header: Vec<String>,
    /// Whether the list has the requested column.
    pub(super) has_column: bool,
    /// The students, each with the cell in that column.
    pub(super) people: Vec<(Listed, Option<String>)>,
}

/// Reads a roster.
pub(super) fn read(path: &Path) -> Result<Roster, ClassError> {
    let people = lines(path, |_| None)?.people;
    let students = people.into_iter().map(|(listed, _)| listed).collect();
    let roster = Roster { path: path.to_owned(), students };
    roster.refuse_twins()?;
    Ok(roster)
}

/// Reads a list of students, and the cells of the column that `column` finds in the header. Spreadsheets separate
/// fields with commas, semicolons or tabs. We use the separator that is most frequent in the first line.
pub(super) fn lines(
    path: &Path,
    column: impl Fn(&StringRecord) -> Option<usize>,
) -> Result<Lines, ClassError> {
    // The CSV reader counts a line ending in `\r\n` only when it reads the next line.
    let text = text::read(path, MAX_BYTES)?.replace("\r\n", "\n");
    let header = text.lines().next().unwrap_or_default();
    let count = |separator: u8| header.bytes().filter(|&it| it == separator).count();
    // `max_by_key` returns the last maximum, so commas win ties.
    let separator = [b'\t', b';', b','].into_iter().max_by_key(|&it| count(it)).unwrap_or(b',');
    let mut reader =
        ReaderBuilder::new().delimiter(separator).trim(Trim::All).from_reader(text.as_bytes());
    let fault = |error: &csv::Error| ClassError::Line {
        path: path.to_owned(),
        line: error.position().map_or(1, csv::Position::line),
        message: message(error),
    };
    let header = reader.headers().map_err(|error| fault(&error))?.clone();
    let Some(columns) = Columns::of(&header) else {
        let header = names(&header);
        return Err(ClassError::NoColumn { path: path.to_owned(), column: "id", header });
    };
    let column = column(&header);
    let mut people = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| fault(&error))?;
        let line = record.position().map_or(1, csv::Position::line);
        if record.iter().all(str::is_empty) || columns.is_nobody(&record) {
            continue;
        }
        let Some(listed) = columns.listed(&record, line) else {
            let message = "the id is missing".to_owned();
            return Err(ClassError::Line { path: path.to_owned(), line, message });
        };
        let cell = column.and_then(|it| record.get(it)).filter(|it| !it.is_empty());
        people.push((listed, cell.map(str::to_owned)));
    }
    if people.is_empty() {
        return Err(ClassError::EmptyRoster { path: path.to_owned() });
    }
    Ok(Lines { header: names(&header), has_column: column.is_some(), people })
}

fn names(header: &StringRecord) -> Vec<String> {
    header.iter().map(str::to_owned).collect()
}

fn message(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("this line has {len} fields, but the header has {expected_len}")
        }
        _ => error.to_string(),
    }
}

impl Roster {
    /// Rejects a roster if two ids are equal or differ only in case.
    fn refuse_twins(&self) -> Result<(), ClassError> {
        let mut seen = BTreeMap::new();
        for Listed { person, line, .. } in &self.students {
            let id = person.id.as_deref().unwrap_or_default();
            if let Some(first) = seen.insert(file_name(id).to_lowercase(), line) {
                let message = format!("the id `{id}` already appears on line {first}");
                return Err(ClassError::Line { path: self.path.clone(), line: *line, message });
            }
        }
        Ok(())
    }

    /// Matches attempts with students, and sorts the attempts.
    ///
    /// We use the platform's data about the student, or else the name of the submission. The id takes precedence,
    /// followed by the email address with or without its domain, and then the name with its words in any rotation. Case
    /// and spaces are ignored. If more than one student matches, or if these keys contradict each other, the submission
    /// is unmatched.
    ///
    /// # Errors
    ///
    /// Fails if a student has two individual submissions.
    pub(super) fn assign(&self, entries: Vec<Attempt>) -> Result<Class, ClassError> {
        let keys = Keys::new(&self.students);
        let by_login = clones::by_login(&self.students, &entries);
        let mut handed_in = vec![false; self.students.len()];
        let mut ranked: Vec<(usize, Attempt)> = Vec::new();
        let mut unknown = Vec::new();
        for mut entry in entries {
            let mut rank = usize::MAX;
            let mut found = Vec::new();
            let mut doubts = Vec::new();
            if entry.students.is_empty() {
                let label = plain::label(&entry.source);
                let person = keys.by_label(&label);
                found.push(match by_login.get(entry.source.path()) {
                    Some(by_login) if person.is_err() => by_login.clone(),
                    _ => person,
                });
                let people = found.iter().flatten().map(|&i: &usize| &self.students[i].person);
                entry.students = people.cloned().collect();
            } else {
                for student in &mut entry.students {
                    let is_grouped = entry.group.is_some();
                    // Group members have ids from the institution, and possibly a platform's number.
                    let person = if is_grouped {
                        let account = student.platform.as_deref().unwrap_or(student);
                        let by_account = |why| keys.find(account, entry.from).map_err(|_| why);
                        keys.find(student, None).or_else(by_account)
                    } else {
                        keys.find(student, entry.from)
                    };
                    if let Ok(i) = person {
                        doubts.extend(keys.doubt(i, student).filter(|_| !is_grouped));
                        let found = std::mem::replace(student, self.students[i].person.clone());
                        let platform = match &found.platform {
                            Some(account) => (**account).clone(),
                            None => found,
                        };
                        student.platform = (platform != *student).then(|| Box::new(platform));
                    }
                    found.push(person);
                }
            }
            for &i in found.iter().flatten() {
                handed_in[i] = true;
                rank = rank.min(i);
            }
            if rank != usize::MAX {
                let ids: Vec<_> = entry.students.iter().filter_map(|it| it.id.clone()).collect();
                entry.name = file_name(&ids.join("+"));
            }
            if let [Ok(i)] = found[..]
                && entry.from == Some(Platform::Moodle)
                && entry.handed_in.is_none()
            {
                entry.handed_in.clone_from(&self.students[i].handed_in);
                entry.time = entry.handed_in.as_deref().and_then(moodle::moment);
            }
            let strays = found.into_iter().filter_map(Result::err).map(|why| *why).chain(doubts);
            unknown.extend(strays.map(|why| (rank, Stray { submission: entry.name.clone(), why })));
            ranked.push((rank, entry));
        }
        ranked.sort_by(|(a, left), (b, right)| (a, &left.name).cmp(&(b, &right.name)));
        unknown.sort_by(|(a, left), (b, right)| (a, &left.submission).cmp(&(b, &right.submission)));
        for pair in ranked.windows(2) {
            if let [(first, left), (second, right)] = pair
                && first == second
                && *first != usize::MAX
                && left.name == right.name
            {
                return Err(ClassError::SamePerson {
                    who: self.students[*first].person.label().unwrap_or_default(),
                    first: left.source.path().to_owned(),
                    second: right.source.path().to_owned(),
                });
            }
        }
        let unknown: Vec<Stray> = unknown.into_iter().map(|(_, stray)| stray).collect();
        let maybe: BTreeSet<&Person> = unknown.iter().flat_map(|it| it.why.maybe()).collect();
        let absent = self.students.iter().zip(&handed_in).filter(|(_, handed_in)| !**handed_in);
        let absent = absent.map(|(listed, _)| listed.person.clone());
        let (doubtful, missing) = absent.partition(|person| maybe.contains(person));
        Ok(Class {
            unknown,
            missing: Some(missing),
            doubtful,
            entries: ranked.into_iter().map(|(_, entry)| entry).collect(),
            ..Class::default()
        })
    }
}

#[cfg(test)]
mod tests;
