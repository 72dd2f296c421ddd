//! Finds out which student a row is of.

use std::collections::{BTreeMap, BTreeSet};

use intake::class::names;

use super::sheet::Sheet;
use super::{Entry, GradebookError};

/// The key by which a column names students.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum By {
    /// A login or a number of the institution.
    Id,
    /// A number of the platform's own.
    Number,
    /// An address.
    Email,
    /// The name of the person.
    Name,
    /// Any of these.
    Any,
}

/// The columns of a platform that name students: a header, or two that make a name together.
pub(super) type Names = [(By, &'static [&'static str])];

/// The columns of a gradebook that name students.
pub(super) struct Columns {
    columns: Vec<(By, Vec<usize>)>,
}

impl Columns {
    /// The column that was named, or all of the platform's that there are.
    pub(super) fn of(
        sheet: &Sheet,
        usual: &Names,
        chosen: Option<&str>,
    ) -> Result<Self, GradebookError> {
        if let Some(name) = chosen {
            let column = super::column(sheet, name, |_| false)?;
            return Ok(Self { columns: vec![(By::Any, vec![column])] });
        }
        let find = |header: &&str| {
            (0..sheet.width()).find(|it| sheet.cell(0, *it).trim().eq_ignore_ascii_case(header))
        };
        let column = |(by, headers): &(By, &[&str])| {
            let found: Option<Vec<usize>> = headers.iter().map(find).collect();
            Some((*by, found?))
        };
        Ok(Self { columns: usual.iter().filter_map(column).collect() })
    }

    /// The keys of a row in these columns.
    fn cells(&self, sheet: &Sheet, row: usize) -> Vec<(By, String)> {
        let text = |columns: &[usize]| {
            let cells = columns.iter().map(|column| sheet.cell(row, *column).trim().to_owned());
            cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let cells = self.columns.iter().map(|(by, columns)| (*by, text(columns)));
        cells.filter(|(_, text)| !text.is_empty()).collect()
    }

    /// The name of a row in messages: that of a person if there is one.
    pub(super) fn label(&self, sheet: &Sheet, row: usize) -> Option<String> {
        let cells = self.cells(sheet, row);
        let name = cells.iter().find(|(by, _)| *by == By::Name);
        name.or(cells.first()).map(|(_, text)| text.clone())
    }
}

/// The entry that a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// An entry, by its place.
    Entry(usize),
    /// No entry.
    Nobody,
    /// One column names one, and another column another.
    Unclear,
}

/// The keys by which entries are found. A key that two have in common finds neither.
pub(super) struct Index(BTreeMap<(By, String), Option<usize>>);

impl Index {
    pub(super) fn new(entries: &[Entry]) -> Self {
        let mut index = Self(BTreeMap::new());
        for (i, Entry { known_as, .. }) in entries.iter().enumerate() {
            for id in &known_as.ids {
                index.add(By::Id, plain(id), i);
            }
            for number in &known_as.numbers {
                index.add(By::Number, plain(number), i);
            }
            for email in &known_as.emails {
                index.add(By::Email, plain(email), i);
            }
            for name in known_as.names.iter().flat_map(|name| names::orders(name)) {
                index.add(By::Name, name, i);
            }
        }
        // Logins are often addresses, or what is before their `@`. An id of somebody else's counts
        // more.
        let mut logins = Self(BTreeMap::new());
        for (i, Entry { known_as, .. }) in entries.iter().enumerate() {
            for email in &known_as.emails {
                let email = plain(email);
                let login = email.split('@').next().unwrap_or_default().to_owned();
                logins.add(By::Id, email, i);
                logins.add(By::Id, login, i);
            }
        }
        for (key, i) in logins.0 {
            index.0.entry(key).or_insert(i);
        }
        index
    }

    fn add(&mut self, by: By, key: String, i: usize) {
        if !key.is_empty() {
            let entry = self.0.entry((by, key)).or_insert(Some(i));
            *entry = entry.filter(|other| *other == i);
        }
    }

    /// The entry of a row: all columns that know somebody have to agree.
    pub(super) fn whose(&self, columns: &Columns, sheet: &Sheet, row: usize) -> Whose {
        let cells = columns.cells(sheet, row);
        let found: BTreeSet<usize> =
            cells.iter().filter_map(|(by, text)| self.find(*by, text)).collect();
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (None, _) => Whose::Nobody,
            (Some(i), None) => Whose::Entry(i),
            (Some(_), Some(_)) => Whose::Unclear,
        }
    }

    fn find(&self, by: By, text: &str) -> Option<usize> {
        let get = |by, key| self.0.get(&(by, key)).copied()?;
        match by {
            By::Id | By::Email => get(by, plain(text)),
            // Moodle writes the number of a participant so.
            By::Number => get(by, plain(text.strip_prefix("Participant ").unwrap_or(text))),
            By::Name => get(by, names::letters(text)),
            By::Any => [By::Id, By::Email, By::Number, By::Name]
                .into_iter()
                .find_map(|by| self.find(by, text)),
        }
    }
}

/// An id as it is compared: without spaces around it, in small letters.
fn plain(text: &str) -> String {
    text.trim().to_lowercase()
}
