//! The roster: a CSV file with one student per row, written manually or exported by a platform.

mod clones;
mod columns;
mod doubts;
mod keys;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use columns::Columns;
pub(super) use keys::Keys;
use keys::Whose;

use super::{Attempt, Class, ClassError, Person, Platform, Stray, dates, file_name, plain, text};

/// In bytes.
const MAX_BYTES: u64 = 16 << 20;

#[derive(Debug)]
pub(super) struct Roster {
    students: Vec<Listed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// With an id, unless a name is sufficient.
    person: Person,
    ids: Vec<String>,
    number: Option<(Platform, String)>,
    /// In the platform's format and time zone.
    handed_in: Option<String>,
    line: u64,
}

impl Listed {
    pub(super) fn person(&self) -> &Person {
        &self.person
    }

    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Returns the platform's own number for the person.
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

pub(super) fn is_listed(students: &[Listed], person: &Person) -> bool {
    Keys::new(students).find(person, None).is_ok()
}

pub(super) struct Lines {
    pub(super) header: Vec<String>,
    /// The name of the requested column, if present.
    pub(super) column: Option<String>,
    /// The students, each with the cell in that column.
    pub(super) people: Vec<(Listed, Option<String>)>,
}

pub(super) fn read(path: &Path) -> Result<Roster, ClassError> {
    let people = lines(path, |_| None, false)?.people;
    let students: Vec<Listed> = people.into_iter().map(|(listed, _)| listed).collect();
    refuse_twins(path, &students)?;
    Ok(Roster { students })
}

/// Returns `true` if a file is a list of students, by its first line. Spreadsheet programs and Blackboard write such
/// lists as text, too.
pub(super) fn is_list(path: &Path) -> bool {
    const ENDINGS: [&str; 4] = ["csv", "tsv", "txt", "xls"];
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|it| ending.eq_ignore_ascii_case(it))
        && path.is_file()
        && lines(path, |_| None, true).is_ok()
}

/// Reads a list of students, and the cells in the column that `column` finds in the header. Each line must have an id,
/// or a name if `names_suffice`. The separator is a comma, unless the first line contains more semicolons or tabs, as
/// written by some spreadsheets.
pub(super) fn lines(
    path: &Path,
    column: impl Fn(&StringRecord) -> Option<usize>,
    names_suffice: bool,
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
    let Some(columns) = Columns::of(&header, names_suffice) else {
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
        let listed = columns.listed(&record, line);
        let Person { id, name, .. } = &listed.person;
        if id.is_none() && (name.is_none() || !names_suffice) {
            let what = if names_suffice { "the id or the name" } else { "the id" };
            let message = format!("{what} is missing");
            return Err(ClassError::Line { path: path.to_owned(), line, message });
        }
        let cell = column.and_then(|it| record.get(it)).filter(|it| !it.is_empty());
        people.push((listed, cell.map(str::to_owned)));
    }
    if people.is_empty() {
        return Err(ClassError::EmptyRoster { path: path.to_owned() });
    }
    let column = column.and_then(|it| header.get(it)).map(str::to_owned);
    Ok(Lines { header: names(&header), column, people })
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

/// Rejects a list if two ids are equal or differ only in case. Without ids, names need to be different.
pub(super) fn refuse_twins(path: &Path, students: &[Listed]) -> Result<(), ClassError> {
    let mut seen = BTreeMap::new();
    for Listed { person, line, .. } in students {
        let (what, word) = match &person.id {
            Some(id) => ("id", id.as_str()),
            None => ("name", person.name.as_deref().unwrap_or_default()),
        };
        if let Some(first) = seen.insert((what, file_name(word).to_lowercase()), line) {
            let message = format!("the {what} `{word}` already appears on line {first}");
            return Err(ClassError::Line { path: path.to_owned(), line: *line, message });
        }
    }
    Ok(())
}

impl Roster {
    /// Matches attempts with students and sorts them.
    ///
    /// The keys are the platform's data about the student, or else the name of the submission. The id takes precedence,
    /// followed by the email address with or without the domain, and then the name with the words in any rotation. Case
    /// and spaces are ignored. If more than one student matches, or the keys contradict each other, the submission is
    /// unmatched.
    ///
    /// A name is not enough if another submission is from the same student: anybody can choose a name.
    ///
    /// # Errors
    ///
    /// Fails if a student has two individual submissions.
    pub(super) fn assign(&self, entries: Vec<Attempt>) -> Result<Class, ClassError> {
        let keys = Keys::new(&self.students);
        let whose = self.whose(&keys, &entries);
        let mut handed_in = vec![false; self.students.len()];
        let mut ranked: Vec<(usize, Attempt)> = Vec::new();
        let mut unknown = Vec::new();
        for (mut entry, found) in entries.into_iter().zip(whose) {
            let mut rank = usize::MAX;
            let mut doubts = Vec::new();
            if entry.students.is_empty() {
                let people = found.iter().flatten().map(|&i: &usize| &self.students[i].person);
                entry.students = people.cloned().collect();
            } else {
                for (student, person) in entry.students.iter_mut().zip(&found) {
                    let Ok(i) = *person else { continue };
                    doubts.extend(keys.doubt(i, student).filter(|_| entry.group.is_none()));
                    let found = std::mem::replace(student, self.students[i].person.clone());
                    let platform = match &found.platform {
                        Some(account) => (**account).clone(),
                        None => found,
                    };
                    student.platform = (platform != *student).then(|| Box::new(platform));
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
                entry.time = entry.handed_in.as_deref().and_then(dates::parse);
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
        let absent = self.students.iter().zip(&handed_in).filter(|(_, handed_in)| !**handed_in);
        Ok(Class {
            unknown: unknown.into_iter().map(|(_, stray)| stray).collect(),
            missing: Some(absent.map(|(listed, _)| listed.person.clone()).collect()),
            entries: ranked.into_iter().map(|(_, entry)| entry).collect(),
            ..Class::default()
        })
    }

    /// Finds the authors of each attempt.
    fn whose(&self, keys: &Keys<'_>, entries: &[Attempt]) -> Vec<Vec<Whose>> {
        let by_login = clones::by_login(&self.students, entries);
        let mut by_name: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut certain = BTreeSet::new();
        let mut all = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let (found, is_by_name) = match &entry.students[..] {
                [] => {
                    let label = plain::label(&entry.source);
                    match (keys.by_label(&label), by_login.get(entry.source.path())) {
                        (Err(_), Some(by_login)) => (vec![by_login.clone()], false),
                        (person, _) => (vec![person], keys.is_label_a_name(&label)),
                    }
                }
                students if entry.group.is_some() => {
                    let find = |it: &Person| keys.find_account(it, entry.from);
                    (students.iter().map(find).collect(), false)
                }
                [only] => {
                    let is_by_name = keys.is_match_by_name(only, entry.from);
                    (vec![keys.find(only, entry.from)], is_by_name)
                }
                students => (students.iter().map(|it| keys.find(it, entry.from)).collect(), false),
            };
            match found[..] {
                [Ok(person)] if is_by_name => by_name.entry(person).or_default().push(at),
                [Ok(person)] => drop(certain.insert(person)),
                _ => {}
            }
            all.push(found);
        }
        for (person, places) in by_name {
            if places.len() > 1 || certain.contains(&person) {
                for at in places {
                    let entry = &entries[at];
                    let name = entry.students.first().and_then(|it| it.name.clone());
                    let called = name.unwrap_or_else(|| plain::label(&entry.source));
                    all[at] = vec![Err(Box::new(keys.namesake(&called, person)))];
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests;
