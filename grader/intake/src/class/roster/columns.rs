//! Recognizes roster columns by the names that platforms give them.
//!
//! `docs/book/src/instructor/downloads.md` lists the columns of each platform and their sources.

use csv::StringRecord;

use super::super::{Person, Platform};
use super::RosterStudent;

/// Column names in lowercase, in order of preference.
const ID: [&str; 23] = [
    "id",
    "sid",
    "student id",
    "student_id",
    "id number",
    "idnumber",
    // Brightspace.
    "orgdefinedid",
    "org defined id",
    // Canvas: the gradebook, and the groups.
    "sis user id",
    "user_id",
    // GitHub Classroom. In Moodle's worksheet, this has a different meaning: see below.
    "identifier",
    // Blackboard, Brightspace, Moodle, Classroom 50.
    "username",
    "user name",
    "sis login id",
    "login id",
    "login_id",
    "login",
    // Moodle in German, French and Spanish.
    "id-nummer",
    "anmeldename",
    "numéro d'identification",
    "nom d'utilisateur",
    "número de id",
    "nombre de usuario",
];
/// The columns of logins on GitHub. On Classroom 50's roster, this is `username`.
const LOGIN: [&str; 4] = ["github_username", "github username", "github login", "github"];
const NAME: [&str; 9] = [
    "name",
    "full name",
    "fullname",
    "student",
    "student name",
    "display name",
    "vollständiger name",
    "nom complet",
    "nombre completo",
];
const FIRST_NAME: [&str; 7] =
    ["first name", "firstname", "first_name", "given name", "vorname", "prénom", "nombre"];
const LAST_NAME: [&str; 10] = [
    "last name",
    "lastname",
    "last_name",
    "surname",
    "family name",
    "nachname",
    "nom de famille",
    "nom",
    "apellido(s)",
    "apellidos",
];
const EMAIL: [&str; 10] = [
    "email",
    "e-mail",
    "email address",
    "e-mail address",
    "mail",
    "e-mail-adresse",
    "adresse de courriel",
    "dirección de correo",
    "dirección email",
    "correo electrónico",
];

/// The columns of sections. A roster's groups are different from these: their members submit together.
const SECTION: [&str; 2] = ["section", "sections"];

/// The number of digits in the hash that is the login of Canvas's test student, in any language.
const HASH_DIGITS: usize = 40;

/// Returns `true` if a login belongs to Canvas's test student.
pub fn is_canvas_test_login(login: &str) -> bool {
    login.len() == HASH_DIGITS && login.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The columns of Moodle's worksheet for the student's number and the maximum grade, by language.
const WORKSHEETS: [[&str; 2]; 4] = [
    ["identifier", "maximum grade"],
    ["id", "bestwertung"],
    ["identifiant", "note maximale"],
    ["identificador", "calificación máxima"],
];

/// The column of Moodle's worksheet for the submission time, by language.
const HANDED_IN: [&str; 4] = [
    "last modified (submission)",
    "zuletzt geändert (abgabe)",
    "dernière modification (travail remis)",
    "última modificación (entrega)",
];

#[derive(Debug)]
pub(super) struct RosterColumns {
    /// The platform that exported the roster, if the columns have a special meaning.
    from: Option<Platform>,
    /// In order of preference.
    ids: Vec<usize>,
    name: Option<usize>,
    names: [Option<usize>; 2],
    email: Option<usize>,
    login: Option<usize>,
    number: Option<usize>,
    role: Option<usize>,
    section: Option<usize>,
    handed_in: Option<usize>,
}

impl RosterColumns {
    /// Finds the columns in a header. Returns `None` if no column identifies students, which names only do if
    /// `names_suffice`.
    pub(super) fn from_header(header: &StringRecord, names_suffice: bool) -> Option<Self> {
        let column = |names: &[&str]| {
            let is = |title: &str, name: &str| title.to_lowercase() == name;
            names.iter().find_map(|name| header.iter().position(|title| is(title, name)))
        };
        let has = |name: &str| column(&[name]).is_some();
        let worksheet = WORKSHEETS.iter().find(|names| names.iter().all(|name| has(name)));
        let is_canvas_groups = has("canvas_user_id") && has("group_name");
        let from = if is_canvas_groups || (has("id") && has("sis login id") && has("section")) {
            Some(Platform::Canvas)
        } else if worksheet.is_some() {
            Some(Platform::Moodle)
        } else if has("orgdefinedid") || has("org defined id") {
            Some(Platform::Brightspace)
        } else {
            None
        };
        let number = match from {
            Some(Platform::Canvas) if is_canvas_groups => Some("canvas_user_id"),
            Some(Platform::Canvas) => Some("id"),
            Some(Platform::Moodle) => worksheet.map(|[number, _]| *number),
            _ => None,
        };
        let ids = ID.iter().filter(|name| number != Some(**name));
        let ids: Vec<usize> = ids.filter_map(|name| column(&[name])).collect();
        let number = number.and_then(|title| column(&[title]));
        let email = column(&EMAIL);
        let name = column(&NAME);
        let names = [column(&FIRST_NAME), column(&LAST_NAME)];
        let has_names = names_suffice && (name.is_some() || names.iter().any(Option::is_some));
        let is_classroom50 = from.is_none() && has("github_id") && has("username");
        let login = column(if is_classroom50 { &["username"] } else { &LOGIN });
        let has_key = email.is_some() || login.is_some() || number.is_some() || has_names;
        if ids.is_empty() && !has_key {
            return None;
        }
        let role = column(&["role"]).filter(|_| is_classroom50);
        let section = column(&SECTION);
        let handed_in = column(&HANDED_IN).filter(|_| from == Some(Platform::Moodle));
        Some(Self { from, ids, name, names, email, login, number, role, section, handed_in })
    }

    /// Returns `true` if a row does not describe a student. Canvas adds rows for points, for posting policies, and for
    /// a test student. Classroom 50 also lists teachers.
    pub(super) fn is_nobody(&self, record: &StringRecord) -> bool {
        let name = nonempty_cell(record, self.name);
        if self.from == Some(Platform::Canvas) {
            let no_names = ["Points Possible", "Student, Test", "Test Student"];
            let ids = self.ids.iter().filter_map(|column| nonempty_cell(record, Some(*column)));
            return nonempty_cell(record, self.number).is_none()
                || name.is_some_and(|name| no_names.contains(&name.as_str()))
                || ids.into_iter().any(|id| is_canvas_test_login(&id));
        }
        nonempty_cell(record, self.role)
            .is_some_and(|role| ["teacher", "ta"].contains(&role.as_str()))
    }

    /// Parses the student in a row. The email address, the platform's number or the login can replace the id.
    pub(super) fn parse_student(&self, record: &StringRecord, line: u64) -> RosterStudent {
        let name = nonempty_cell(record, self.name).or_else(|| {
            let parts: Vec<_> =
                self.names.iter().filter_map(|&column| nonempty_cell(record, column)).collect();
            Some(parts.join(" ")).filter(|name| !name.is_empty())
        });
        let email = nonempty_cell(record, self.email);
        let mut ids: Vec<String> = Vec::new();
        for &column in &self.ids {
            // Brightspace writes `#` before ids, to keep spreadsheets from treating them as numbers.
            let id = nonempty_cell(record, Some(column)).map(|id| match self.from {
                Some(Platform::Brightspace) => id.strip_prefix('#').unwrap_or(&id).to_owned(),
                _ => without_fraction(id),
            });
            ids.extend(id.filter(|id| !id.is_empty() && !ids.contains(id)));
        }
        let number = nonempty_cell(record, self.number).map(without_fraction).map(|id| {
            if self.from == Some(Platform::Moodle) { participant_number(&id) } else { id }
        });
        let login = nonempty_cell(record, self.login);
        let keys = [ids.first(), email.as_ref(), number.as_ref(), login.as_ref()];
        let id = keys.into_iter().flatten().next().cloned();
        let number = self.from.zip(number);
        let sid = ids.get(1).cloned();
        // Moodle writes a dash if nothing was submitted.
        let handed_in = nonempty_cell(record, self.handed_in).filter(|time| time != "-");
        let section = nonempty_cell(record, self.section);
        let person = Person { id, name, email, sid, login, section, platform: None };
        RosterStudent { person, ids, number, handed_in, line }
    }
}

/// Returns the digits of an id that a spreadsheet wrote as a number, such as `41026.0`.
fn without_fraction(id: String) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match id.split_once('.') {
        Some((whole, fraction)) if is_number(whole) && fraction == "0" => whole.to_owned(),
        _ => id,
    }
}

/// Returns a participant's number, after a word and an optional space.
fn participant_number(participant: &str) -> String {
    participant.trim_start_matches(|character: char| !character.is_ascii_digit()).to_owned()
}

fn nonempty_cell(record: &StringRecord, column: Option<usize>) -> Option<String> {
    record.get(column?).filter(|cell| !cell.is_empty()).map(str::to_owned)
}
