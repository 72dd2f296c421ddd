//! Reads who the authors of submissions are: from a CSV file with the names of folders and files and their authors, or
//! with each student's group, exported from Canvas or Moodle or written manually.
//!
//! Platforms name a group submission after the group, and Canvas adds the number of one member. With the list of groups,
//! it belongs to all members.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use base::input;
use csv::StringRecord;

use super::names::{letters_and_digits, may_stand_for};
use super::roster::{CsvTable, Keys, Roster, RosterStudent, read_student_lines};
use super::{Attempt, Class, ClassReadError, Person, Platform, SubmissionSource, plain};
use crate::archive;

/// The headers of group columns in lower case, in order of preference.
const GROUP: [&str; 12] = [
    // Canvas.
    "group_name",
    "group name",
    // Moodle's grading worksheet and list of participants, in English, German, French and Spanish.
    "group",
    "groups",
    "gruppe",
    "gruppen",
    "groupe",
    "groupes",
    "grupo",
    "grupos",
    "team",
    "team name",
];

/// The headers of columns with the names of folders and files in lower case, in order of preference.
const ENTRY: [&str; 4] = ["entry", "submission", "folder", "file"];

/// How the headers of columns with authors begin, in lower case.
const STUDENTS: [&str; 4] = ["student", "author", "id", "email"];

/// Stands for somebody who is not on the roster.
const NOBODY: &str = "-";

/// The authors of the submissions with a name.
#[derive(Debug)]
struct Authorship {
    /// A folder's, a file's or a group's name, as written in the file.
    name: String,
    line: u64,
    /// The authors, or an empty list for people outside the roster.
    people: Vec<Person>,
    /// The platform's numbers of the members of a group, if known.
    numbers: Vec<String>,
}

/// A file that says who the authors of submissions are.
#[derive(Debug)]
pub(super) struct Authors {
    path: PathBuf,
    authorships: Vec<Authorship>,
    /// The students in a list of groups, with or without a group.
    listed: Vec<RosterStudent>,
}

/// Returns the place of the column with each student's group.
pub(super) fn group_column(header: &StringRecord) -> Option<usize> {
    find_column(header, &GROUP)
}

fn find_column(header: &StringRecord, names: &[&str]) -> Option<usize> {
    let is = |cell: &str, name: &str| cell.to_lowercase() == name;
    // The order of preference decides, not the order in the file.
    names.iter().find_map(|name| header.iter().position(|cell| is(cell, name)))
}

/// Reads the authors of folders and files. A cell may contain several students, with semicolons between them, and an
/// entry may have several columns and lines. Lines without a student are ignored.
///
/// # Errors
///
/// Fails if the file is invalid, names a student outside the roster, or names a student for several entries.
pub(super) fn read_authors(
    path: &Path,
    roster: Option<&Roster>,
) -> Result<Authors, ClassReadError> {
    let CsvTable { header, rows } = CsvTable::read_file(path)?;
    let no_column = |column| ClassReadError::NoColumn {
        path: path.to_owned(),
        column,
        header: header.iter().map(str::to_owned).collect(),
    };
    let entry = find_column(&header, &ENTRY);
    let entry =
        entry.ok_or_else(|| no_column("with the names of folders and files, such as `entry`"))?;
    let is_students = |cell: &str| {
        let cell = cell.to_lowercase();
        STUDENTS.iter().any(|beginning| cell.starts_with(beginning))
    };
    let columns: Vec<usize> = (0..header.len()).filter(|&at| is_students(&header[at])).collect();
    if columns.is_empty() {
        return Err(no_column("with the authors, such as `students`"));
    }
    let keys = roster.map(|roster| roster.keys(false));
    let person = |word: &str| match (roster, &keys) {
        (Some(roster), Some(keys)) => {
            Some(roster.students[keys.find_by_word(word)?].person().clone())
        }
        _ => Some(Person { id: Some(word.to_owned()), ..Person::default() }),
    };
    let mut authorships: Vec<Authorship> = Vec::new();
    let mut seen: BTreeMap<Person, (u64, String)> = BTreeMap::new();
    for (line, row) in rows {
        let fault = |message| ClassReadError::Line { path: path.to_owned(), line, message };
        let name = &row[entry];
        let cells = columns.iter().flat_map(|&at| row[at].split(';')).map(str::trim);
        let words: Vec<&str> = cells.filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            continue;
        }
        if name.is_empty() {
            return Err(fault("the name of the folder or file is missing".to_owned()));
        }
        let place = authorships
            .iter()
            .position(|authorship| authorship.name == name)
            .unwrap_or_else(|| {
                let (name, people, numbers) = (name.to_owned(), Vec::new(), Vec::new());
                authorships.push(Authorship { name, line, people, numbers });
                authorships.len() - 1
            });
        for word in words.into_iter().filter(|word| *word != NOBODY) {
            let Some(person) = person(word) else {
                let what = "no student on the roster has the id, login or email address";
                return Err(fault(format!("{what} `{word}`")));
            };
            if let Some((first, other)) = seen.insert(person.clone(), (line, name.to_owned())) {
                let message =
                    format!("the student `{word}` already appears on line {first}, for `{other}`");
                return Err(fault(message));
            }
            authorships[place].people.push(person);
        }
    }
    Ok(Authors { path: path.to_owned(), authorships, listed: Vec::new() })
}

/// Reads a class's groups. Two names that differ only in case, spaces, dashes and underscores are one group.
///
/// # Errors
///
/// Fails if the file is invalid, or has no column with groups.
pub(super) fn read_groups(path: &Path) -> Result<Authors, ClassReadError> {
    let lines = read_student_lines(CsvTable::read_file(path)?, path, group_column, false)?;
    if lines.column.is_none() {
        let column = "with each student's group, such as `group`";
        return Err(ClassReadError::NoColumn {
            path: path.to_owned(),
            column,
            header: lines.header,
        });
    }
    let mut authorships: BTreeMap<String, Authorship> = BTreeMap::new();
    let mut listed = Vec::new();
    for (student, group) in lines.people {
        // Moodle's list of participants puts all groups of a student in one cell.
        for name in group.iter().flat_map(|names| names.split(", ")).filter(|name| !name.is_empty())
        {
            let words: Vec<&str> =
                name.split([' ', '-', '_']).filter(|word| !word.is_empty()).collect();
            let group = authorships.entry(words.join(" ").to_lowercase()).or_insert_with(|| {
                let (people, numbers) = (Vec::new(), Vec::new());
                Authorship { name: name.to_owned(), line: student.line(), people, numbers }
            });
            group.people.push(student.with_platform_number());
            group.numbers.extend(student.number().map(str::to_owned));
        }
        listed.push(student);
    }
    Ok(Authors { path: path.to_owned(), authorships: authorships.into_values().collect(), listed })
}

impl Authors {
    /// Sets the authors of the named entries.
    ///
    /// # Errors
    ///
    /// Fails if a name matches no entry, or several.
    pub(super) fn set_authors(&self, entries: &mut [Attempt]) -> Result<(), ClassReadError> {
        let mut by_label: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (place, entry) in entries.iter().enumerate() {
            for label in names_of_entry(entry) {
                by_label.entry(letters_and_digits(&label)).or_default().insert(place);
                by_label.entry(label).or_default().insert(place);
            }
        }
        for authorship in &self.authorships {
            let Authorship { name, .. } = authorship;
            let places = by_label.get(name).or_else(|| by_label.get(&letters_and_digits(name)));
            let places: Vec<usize> = places.into_iter().flatten().copied().collect();
            match places[..] {
                [place] => authorship.replace_authors(&mut entries[place]),
                [] => {
                    let like = input::most_like(name, by_label.keys().map(String::as_str));
                    let like = like.map(|name| format!("; the closest name is `{name}`"));
                    let message =
                        format!("no submission is named `{name}`{}", like.unwrap_or_default());
                    return Err(self.line_error(authorship, message));
                }
                _ => {
                    let message = format!("several submissions are named `{name}`");
                    return Err(self.line_error(authorship, message));
                }
            }
        }
        Ok(())
    }

    /// Assigns group submissions to all members of the group.
    ///
    /// # Errors
    ///
    /// Fails if no submission is from a group, or if a name is that of two groups, or of a group and a student.
    pub(super) fn assign_groups(&self, entries: &mut [Attempt]) -> Result<(), ClassReadError> {
        let mut is_any = false;
        for entry in entries.iter_mut() {
            let Some((called, groups)) = self.groups_named_like(entry) else { continue };
            let is_student = |listed: &RosterStudent| {
                listed.person().name.as_deref().is_some_and(|name| may_stand_for(name, &called))
            };
            match groups[..] {
                [] => {}
                [group] if !self.listed.iter().any(is_student) => {
                    group.replace_authors(entry);
                    entry.group = Some(group.name.clone());
                    is_any = true;
                }
                [group, ..] => {
                    let message = format!(
                        "`{called}` may be the group `{}`, another group, or a student: name the \
                         authors of this submission with `--authors`",
                        group.name
                    );
                    return Err(self.line_error(group, message));
                }
            }
        }
        if is_any || entries.iter().any(|entry| entry.is_declared) {
            return Ok(());
        }
        let groups = self.authorships.iter().map(|group| group.name.clone()).collect();
        Err(ClassReadError::NoGroup { path: self.path.clone(), groups })
    }

    /// Returns a submission's name, and the groups with this name, among them the member with the number on Canvas.
    fn groups_named_like(&self, entry: &Attempt) -> Option<(String, Vec<&Authorship>)> {
        if entry.is_declared {
            return None;
        }
        let (called, number) = match &entry.students[..] {
            [] => (plain::label(&entry.source), None),
            [one] => (one.name.clone()?, one.id.as_deref()),
            _ => return None,
        };
        let number = number.filter(|_| entry.from == Some(Platform::Canvas));
        let is_named = |group: &&Authorship| {
            let numbers = &group.numbers;
            letters_and_digits(&group.name) == letters_and_digits(&called)
                && number.is_none_or(|number| {
                    numbers.is_empty() || numbers.iter().any(|of| of == number)
                })
        };
        let groups = self.authorships.iter().filter(is_named).collect();
        Some((called, groups))
    }

    /// Returns a function that says why a student without a submission may have one of a group: the list does not contain
    /// the student, or another member of the group has a submission.
    pub(super) fn explain_doubts<'a>(
        &'a self,
        entries: &[Attempt],
    ) -> impl Fn(&Person) -> Option<String> + use<'a> {
        let keys = Keys::new(&self.listed);
        let find = |person: &Person| keys.find_in_roster(person, None).ok();
        let mut of_group: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (group, authorship) in self.authorships.iter().enumerate() {
            for member in authorship.people.iter().filter_map(&find) {
                of_group.entry(member).or_default().insert(group);
            }
        }
        let mut individual: BTreeMap<usize, String> = BTreeMap::new();
        for entry in entries.iter().filter(|entry| !entry.is_declared) {
            for author in entry.students.iter().filter_map(&find) {
                for group in of_group.get(&author).into_iter().flatten() {
                    individual.entry(*group).or_insert_with(|| entry.name.clone());
                }
            }
        }
        move |person| {
            let Ok(student) = keys.find_in_roster(person, None) else {
                return Some("not in the list of groups".to_owned());
            };
            let mut groups = of_group.get(&student).into_iter().flatten();
            let other = groups.find_map(|group| individual.get(group))?;
            Some(format!("`{other}`: from a student in the same group"))
        }
    }

    fn line_error(&self, Authorship { line, .. }: &Authorship, message: String) -> ClassReadError {
        ClassReadError::Line { path: self.path.clone(), line: *line, message }
    }
}

impl Authorship {
    fn replace_authors(&self, entry: &mut Attempt) {
        let account = match &mut entry.students[..] {
            [only] if self.people.len() == 1 => Some(std::mem::take(only)),
            _ => None,
        };
        entry.students.clone_from(&self.people);
        if let (Some(account), [author]) = (account, &mut entry.students[..]) {
            author.platform = Some(Box::new(account));
        }
        entry.group = Some(self.name.clone()).filter(|_| self.people.len() > 1);
        entry.is_declared = true;
    }
}

/// Returns the names by which a file may refer to an entry: its folder's, archive's or files', with and without the
/// extension of an archive, and the platform's name for the author.
fn names_of_entry(entry: &Attempt) -> BTreeSet<String> {
    let mut labels = BTreeSet::from([entry.name.clone()]);
    for path in
        std::iter::once(entry).chain(&entry.older).flat_map(|attempt| attempt.source.paths())
    {
        labels.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        if matches!(entry.source, SubmissionSource::Archive(_)) {
            labels.insert(archive::name_without_ending(path));
        }
    }
    labels.extend(entry.students.iter().filter_map(|author| author.name.clone()));
    labels
}

/// Writes the file of authors for a class with a roster, with the ids of all students who are certain. The other cells
/// are empty, for the instructor to fill in, and the last column gives the reason.
///
/// # Panics
///
/// Never panics, because writing to memory cannot fail.
pub fn authors_table(class: &Class) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: [&str; 3]| {
        writer
            .write_record(row)
            .expect("writing to memory cannot fail, and all rows have three cells");
    };
    write(["entry", "students", "note"]);
    for entry in &class.entries {
        let strays = class.unknown.iter().filter(|stray| stray.submission == entry.name);
        let reasons: Vec<String> = strays.map(|stray| stray.why.to_string()).collect();
        let ids: Vec<&str> = entry.students.iter().filter_map(Person::id_or_name).collect();
        let students = match (&reasons[..], &ids[..]) {
            ([], []) => NOBODY.to_owned(),
            ([], ids) => ids.join("; "),
            _ => String::new(),
        };
        let name = entry.source.path().file_name().unwrap_or_default().to_string_lossy();
        // Spreadsheets would run a formula. The first letter of a name does not matter here.
        let guard = if name.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
        write([&format!("{guard}{name}"), &students, &reasons.join("; ")]);
    }
    let bytes = writer.into_inner().expect("writing to memory cannot fail");
    String::from_utf8(bytes).expect("all cells are text")
}

#[cfg(test)]
mod tests;
