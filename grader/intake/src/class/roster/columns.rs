//! The columns of a roster, by the names that platforms give them.
//!
//! `docs/book/src/instructor/downloads.md` says which platform writes which, and where its source has it.

use csv::StringRecord;

use super::super::Platform;
use super::Listed;

/// The names of the columns, in small letters, the best first.
const ID: [&str; 17] = [
    "id",
    "sid",
    "student id",
    "student_id",
    "id number",
    "idnumber",
    // Brightspace.
    "orgdefinedid",
    "org defined id",
    // Canvas.
    "sis user id",
    // GitHub Classroom, and Moodle's worksheet, which has another meaning: see below.
    "identifier",
    // Blackboard, Brightspace, Moodle, Classroom 50.
    "username",
    "user name",
    "sis login id",
    "login id",
    "login",
    "github_username",
    "github username",
];
const NAME: [&str; 6] =
    ["name", "full name", "fullname", "student", "student name", "display name"];
const FIRST_NAME: [&str; 4] = ["first name", "firstname", "first_name", "given name"];
const LAST_NAME: [&str; 5] = ["last name", "lastname", "last_name", "surname", "family name"];
const EMAIL: [&str; 5] = ["email", "e-mail", "email address", "e-mail address", "mail"];

/// What comes before the number of a student in Moodle's worksheet.
const PARTICIPANT: &str = "Participant ";

/// The column of Moodle's worksheet that says when somebody has handed in.
const HANDED_IN: &str = "last modified (submission)";

/// The columns of a roster.
#[derive(Debug)]
pub(super) struct Columns {
    kind: Kind,
    /// Those with ids, the best first.
    ids: Vec<usize>,
    name: Option<usize>,
    names: [Option<usize>; 2],
    email: Option<usize>,
    number: Option<usize>,
    role: Option<usize>,
    handed_in: Option<usize>,
}

/// A list whose fields mean something of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One by hand, or whose fields mean what their columns are called.
    Plain,
    /// An export of Canvas's gradebook.
    Canvas,
    /// Moodle's worksheet for grading.
    Moodle,
    /// An export of Brightspace's gradebook: ids begin with `#`, so that no spreadsheet takes them
    /// for numbers.
    Brightspace,
    /// The list of Classroom 50, with teachers on it.
    Classroom50,
}

impl Columns {
    /// The columns by this header. `None` if none tells who somebody is.
    pub(super) fn of(header: &StringRecord) -> Option<Self> {
        let column = |names: &[&str]| {
            names.iter().find_map(|name| header.iter().position(|it| it.eq_ignore_ascii_case(name)))
        };
        let has = |name: &str| column(&[name]).is_some();
        let kind = if has("id") && has("sis login id") && has("section") {
            Kind::Canvas
        } else if has("identifier") && has("grade") && has("maximum grade") {
            Kind::Moodle
        } else if has("orgdefinedid") || has("org defined id") {
            Kind::Brightspace
        } else if has("github_id") && has("username") {
            Kind::Classroom50
        } else {
            Kind::Plain
        };
        let number = match kind {
            Kind::Canvas => Some("id"),
            Kind::Moodle => Some("identifier"),
            Kind::Plain | Kind::Brightspace | Kind::Classroom50 => None,
        };
        let ids = ID.iter().filter(|name| number != Some(**name));
        let ids: Vec<usize> = ids.filter_map(|name| column(&[name])).collect();
        let number = number.and_then(|it| column(&[it]));
        let email = column(&EMAIL);
        if ids.is_empty() && email.is_none() && number.is_none() {
            return None;
        }
        let names = [column(&FIRST_NAME), column(&LAST_NAME)];
        let role = column(&["role"]).filter(|_| kind == Kind::Classroom50);
        let handed_in = column(&[HANDED_IN]).filter(|_| kind == Kind::Moodle);
        Some(Self { kind, ids, name: column(&NAME), names, email, number, role, handed_in })
    }

    /// Whether a line is about nobody who hands in: Canvas has the points and the posting of each
    /// column there, and a student for trying things out; Classroom 50 has teachers.
    pub(super) fn is_nobody(&self, record: &StringRecord) -> bool {
        let name = field(record, self.name);
        match self.kind {
            Kind::Canvas => {
                let is_test = |it: &str| ["Student, Test", "Test Student"].contains(&it);
                field(record, self.number).is_none()
                    || name.as_deref().is_some_and(|it| it == "Points Possible" || is_test(it))
            }
            Kind::Classroom50 => field(record, self.role)
                .is_some_and(|it| ["teacher", "ta"].iter().any(|role| it == *role)),
            Kind::Plain | Kind::Moodle | Kind::Brightspace => false,
        }
    }

    /// The person in a line. `None` if there is no id.
    pub(super) fn listed(&self, record: &StringRecord, line: u64) -> Option<Listed> {
        let name = field(record, self.name).or_else(|| {
            let parts: Vec<_> = self.names.iter().filter_map(|&it| field(record, it)).collect();
            Some(parts.join(" ")).filter(|it| !it.is_empty())
        });
        let email = field(record, self.email);
        let mut ids: Vec<String> = Vec::new();
        for &column in &self.ids {
            let id = field(record, Some(column)).map(|id| match self.kind {
                Kind::Brightspace => id.strip_prefix('#').unwrap_or(&id).to_owned(),
                _ => id,
            });
            ids.extend(id.filter(|id| !id.is_empty() && !ids.contains(id)));
        }
        let number = field(record, self.number).map(|it| match self.kind {
            Kind::Moodle => it.strip_prefix(PARTICIPANT).unwrap_or(&it).to_owned(),
            _ => it,
        });
        let id = ids.first().or(email.as_ref()).or(number.as_ref())?.clone();
        let platform = if self.kind == Kind::Moodle { Platform::Moodle } else { Platform::Canvas };
        let number = number.map(|number| (platform, number));
        let sid = ids.get(1).cloned();
        let handed_in = field(record, self.handed_in).filter(|it| it != "-");
        Some(Listed { id, name, email, sid, ids, number, handed_in, line })
    }
}

fn field(record: &StringRecord, column: Option<usize>) -> Option<String> {
    record.get(column?).filter(|it| !it.is_empty()).map(str::to_owned)
}
