//! The list of who is in a class: a CSV file with a line for each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};

use super::names::{letters, orders};
use super::{Class, ClassError, Entry, Student, file_name, gradescope, plain};

/// The most bytes of a roster.
const MAX_BYTES: u64 = 16 << 20;

/// The names of the columns, in small letters, the best first.
const ID: [&str; 8] =
    ["id", "sid", "student id", "student_id", "id number", "sis user id", "username", "user name"];
const NAME: [&str; 4] = ["name", "full name", "student", "student name"];
const FIRST_NAME: [&str; 3] = ["first name", "firstname", "given name"];
const LAST_NAME: [&str; 4] = ["last name", "lastname", "surname", "family name"];
const EMAIL: [&str; 4] = ["email", "e-mail", "email address", "mail"];

/// The students of a class.
#[derive(Debug)]
pub(super) struct Roster {
    path: PathBuf,
    students: Vec<Listed>,
}

/// Somebody on the roster.
#[derive(Clone, Debug)]
struct Listed {
    id: String,
    name: Option<String>,
    email: Option<String>,
    sid: Option<String>,
    line: u64,
}

/// Reads a roster. Fields are separated by commas, or by semicolons or tabs if the first line has
/// more of them, as some spreadsheets write it.
pub(super) fn read(path: &Path) -> Result<Roster, ClassError> {
    let text = gradescope::text(path, MAX_BYTES)?;
    let header = text.lines().next().unwrap_or_default();
    let count = |separator: u8| header.bytes().filter(|&it| it == separator).count();
    // Of equals the last counts, so that is the comma.
    let separator = [b'\t', b';', b','].into_iter().max_by_key(|&it| count(it)).unwrap_or(b',');
    let mut reader =
        ReaderBuilder::new().delimiter(separator).trim(Trim::All).from_reader(text.as_bytes());
    let fault = |error: &csv::Error| ClassError::Line {
        path: path.to_owned(),
        line: error.position().map_or(1, csv::Position::line),
        message: message(error),
    };
    let header = reader.headers().map_err(|error| fault(&error))?.clone();
    let column = |names: &[&str]| {
        names.iter().find_map(|name| header.iter().position(|it| it.eq_ignore_ascii_case(name)))
    };
    let Some(id) = column(&ID) else {
        let header = header.iter().map(str::to_owned).collect();
        return Err(ClassError::NoColumn { path: path.to_owned(), column: "id", header });
    };
    let (name, email) = (column(&NAME), column(&EMAIL));
    let other_ids = ID.iter().filter_map(|name| column(&[name]));
    let sid = other_ids.into_iter().find(|column| *column != id);
    let names = [column(&FIRST_NAME), column(&LAST_NAME)];
    let mut students: Vec<Listed> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| fault(&error))?;
        let line = record.position().map_or(1, csv::Position::line);
        if record.iter().all(str::is_empty) {
            continue;
        }
        let Some(id) = field(&record, Some(id)) else {
            let message = "there is no id in this line".to_owned();
            return Err(ClassError::Line { path: path.to_owned(), line, message });
        };
        let name = field(&record, name).or_else(|| {
            let parts: Vec<_> = names.iter().filter_map(|&it| field(&record, it)).collect();
            Some(parts.join(" ")).filter(|it| !it.is_empty())
        });
        let (email, sid) = (field(&record, email), field(&record, sid));
        students.push(Listed { id, name, email, sid, line });
    }
    if students.is_empty() {
        return Err(ClassError::EmptyRoster { path: path.to_owned() });
    }
    let roster = Roster { path: path.to_owned(), students };
    roster.refuse_twins()?;
    Ok(roster)
}

fn field(record: &StringRecord, column: Option<usize>) -> Option<String> {
    record.get(column?).filter(|it| !it.is_empty()).map(str::to_owned)
}

fn message(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("there are {len} fields here, and {expected_len} columns")
        }
        _ => error.to_string(),
    }
}

impl Roster {
    /// Refuses a roster on which two have the same id, or ids that differ in case only.
    fn refuse_twins(&self) -> Result<(), ClassError> {
        let mut seen = BTreeMap::new();
        for Listed { id, line, .. } in &self.students {
            if let Some(first) = seen.insert(file_name(id).to_lowercase(), line) {
                let message = format!("the id `{id}` is in line {first} already");
                return Err(ClassError::Line { path: self.path.clone(), line: *line, message });
            }
        }
        Ok(())
    }

    /// Gives each entry the students that it belongs to, and puts all in order.
    ///
    /// A submission belongs to somebody by what the platform tells of its students, or by its own
    /// name: the id counts first, then the address, with or without what is after the `@`, then the
    /// person's name in any order, in small letters and without spaces, unless two have it.
    pub(super) fn assign(&self, entries: Vec<Entry>) -> Class {
        let keys = Keys::new(&self.students);
        let mut handed_in = vec![false; self.students.len()];
        let mut ranked = Vec::new();
        for mut entry in entries {
            if entry.students.is_empty() {
                let own = Student { id: Some(plain::label(&entry.source)), ..Student::default() };
                let known = keys
                    .find(&own)
                    .or_else(|| keys.find(&Student { name: own.id.clone(), ..Student::default() }));
                entry.students = known.map(|i| self.students[i].to_student()).into_iter().collect();
            }
            let mut rank = usize::MAX;
            let told = entry.students.clone();
            for student in &mut entry.students {
                if let Some(i) = keys.find(student) {
                    *student = self.students[i].to_student();
                    handed_in[i] = true;
                    rank = rank.min(i);
                }
            }
            if told != entry.students {
                entry.platform = told;
            }
            if rank != usize::MAX {
                let ids: Vec<_> = entry.students.iter().filter_map(|it| it.id.clone()).collect();
                entry.name = file_name(&ids.join("+"));
            }
            ranked.push((rank, entry));
        }
        ranked.sort_by(|(a, left), (b, right)| (a, &left.name).cmp(&(b, &right.name)));
        let unknown = ranked.iter().filter(|(rank, _)| *rank == usize::MAX);
        let missing = self.students.iter().zip(&handed_in).filter(|(_, is_there)| !**is_there);
        Class {
            unknown: unknown.map(|(_, entry)| entry.name.clone()).collect(),
            missing: Some(missing.map(|(listed, _)| listed.to_student()).collect()),
            entries: ranked.into_iter().map(|(_, entry)| entry).collect(),
            ignored: Vec::new(),
        }
    }
}

impl Listed {
    fn to_student(&self) -> Student {
        let Self { id, name, email, sid, .. } = self.clone();
        Student { id: Some(id), name, email, sid }
    }
}

/// The keys by which a student is found. A key that two have in common finds neither.
#[derive(Debug, Default)]
struct Keys {
    ids: BTreeMap<String, Option<usize>>,
    addresses: BTreeMap<String, Option<usize>>,
    names: BTreeMap<String, Option<usize>>,
}

impl Keys {
    fn new(students: &[Listed]) -> Self {
        let mut keys = Self::default();
        let add = |keys: &mut BTreeMap<String, Option<usize>>, key: String, i: usize| {
            keys.entry(key)
                .and_modify(|it| *it = it.filter(|&other| other == i))
                .or_insert(Some(i));
        };
        for (i, listed) in students.iter().enumerate() {
            for id in [Some(&listed.id), listed.sid.as_ref()].into_iter().flatten() {
                add(&mut keys.ids, by_id(id), i);
            }
            if let Some(email) = &listed.email {
                add(&mut keys.addresses, by_id(email), i);
                let user = email.split('@').next().unwrap_or_default();
                add(&mut keys.addresses, by_id(user), i);
            }
            for name in listed.name.iter().flat_map(|name| orders(name)) {
                add(&mut keys.names, name, i);
            }
        }
        keys
    }

    fn find(&self, student: &Student) -> Option<usize> {
        let Student { id, name, email, .. } = student;
        let get = |keys: &BTreeMap<String, Option<usize>>, key: &str| keys.get(key).copied()?;
        let by_id = |text: &String| {
            let key = by_id(text);
            get(&self.ids, &key).or_else(|| get(&self.addresses, &key))
        };
        id.as_ref()
            .and_then(by_id)
            .or_else(|| email.as_ref().and_then(by_id))
            .or_else(|| name.as_ref().and_then(|name| get(&self.names, &letters(name))))
    }
}

/// An id in the form in which ids are compared: as it looks in names of files, in small letters.
fn by_id(text: &str) -> String {
    file_name(text).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster(text: &[u8]) -> Result<Roster, ClassError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("roster.csv");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    fn students(text: &[u8]) -> Vec<Student> {
        roster(text).unwrap().students.iter().map(Listed::to_student).collect()
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let jane = Student {
            id: Some("1001".to_owned()),
            name: Some("Doe, Jane \"JD\"".to_owned()),
            email: Some("jane@uni.example".to_owned()),
            sid: None,
        };
        let text = "\u{feff}Email,Section,NAME,ID\n\
                    jane@uni.example,2,\"Doe, Jane \"\"JD\"\"\", 1001\n,,,\n";
        assert_eq!(students(text.as_bytes()), [jane]);
        let text = b"First name;Surname;ID number;Email address\r\nJane;Doe;7;\r\n";
        let jane = Student {
            id: Some("7".to_owned()),
            name: Some("Jane Doe".to_owned()),
            ..Student::default()
        };
        assert_eq!(students(text), [jane]);
        let text = b"Username,SIS User ID\njane,u1\n";
        let [jane] = &students(text)[..] else { panic!("one is on it") };
        assert_eq!((jane.id.as_deref(), jane.sid.as_deref()), (Some("u1"), Some("jane")));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let line = |text: &[u8]| match roster(text) {
            Err(ClassError::Line { line, message, .. }) => (line, message),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            line(b"id,name\n1,a\n\n2,b\n1,c\n"),
            (5, "the id `1` is in line 2 already".to_owned())
        );
        assert_eq!(line(b"id,name\nA,a\na,b\n").0, 3);
        assert_eq!(line(b"id,name\n,a\n"), (2, "there is no id in this line".to_owned()));
        assert_eq!(
            line(b"id,name\n1,a,b\n"),
            (2, "there are 3 fields here, and 2 columns".to_owned())
        );
        assert!(matches!(roster(b"id,name\n"), Err(ClassError::EmptyRoster { .. })));
        assert!(matches!(roster(b"name\nx\n"), Err(ClassError::NoColumn { .. })));
        assert!(matches!(roster(b"id\n\xff\n"), Err(ClassError::NotText { .. })));
    }

    #[test]
    fn people_are_found_by_id_address_or_name() {
        let roster = roster(
            b"id,name,email\n1,Jane Doe,jd@x.example\n2,John Roe,jr@x.example\n3,Jo Ann Poe,\n\
              4,Sam Lee,\n5,Lee Sam,\n",
        )
        .unwrap();
        let keys = Keys::new(&roster.students);
        let find = |id: &str, name: &str, email: &str| {
            let some = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
            let (id, name, email) = (some(id), some(name), some(email));
            keys.find(&Student { id, name, email, sid: None })
        };
        assert_eq!(find("2", "Jane Doe", ""), Some(1));
        assert_eq!(find("99", "", "JD@x.example"), Some(0));
        assert_eq!(find("jr", "", ""), Some(1));
        assert_eq!(find("99", "doejane", ""), Some(0));
        assert_eq!(find("99", "poejoann", ""), Some(2));
        assert_eq!(find("99", "Sam Lee", ""), None, "two are called that");
        assert_eq!(find("99", "nobody", ""), None);
    }
}
