//! Finds the student that a row belongs to.

use std::collections::{BTreeMap, BTreeSet};

use intake::class::names;

use super::filled::KeptReason;
use super::plan::{SheetPlan, find_column};
use super::sheet::Sheet;
use super::{GradebookEntry, GradebookError};

/// The kind of key that a column identifies students by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StudentKey {
    /// A login or an institutional id number.
    Id,
    Number,
    Email,
    Name,
    Any,
}

/// The headers of a platform's columns that identify students. The cells of two headers together form a name.
pub(super) type Names = [(StudentKey, &'static [&'static str])];

pub(super) struct StudentColumns {
    columns: Vec<(StudentKey, Vec<usize>)>,
}

impl StudentColumns {
    /// Returns the chosen column, or the platform's usual ones.
    pub(super) fn find(
        sheet: &Sheet,
        plan: &SheetPlan,
        chosen: Option<&str>,
    ) -> Result<Self, GradebookError> {
        if let Some(name) = chosen {
            let column = find_column(sheet, name, |_| false)?;
            return Ok(Self { columns: vec![(StudentKey::Any, vec![column])] });
        }
        let column = |(by, headers): &(StudentKey, &[&str])| {
            let found: Option<Vec<usize>> =
                headers.iter().map(|header| sheet.find_column(header)).collect();
            Some((*by, found?))
        };
        let usual = plan.names.iter().filter_map(column);
        Ok(Self { columns: usual.chain(plan.students.iter().cloned()).collect() })
    }

    /// Returns the text in these columns, or `None` if they are empty.
    fn joined_cell(sheet: &Sheet, row: usize, columns: &[usize]) -> Option<String> {
        let cells = columns.iter().map(|column| sheet.cell(row, *column).trim().to_owned());
        let words: Vec<_> = cells.filter(|cell| !cell.is_empty()).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Returns a label for messages: the person's name, if available.
    pub(super) fn row_label(&self, sheet: &Sheet, row: usize) -> Option<String> {
        let text = |(by, columns): &(StudentKey, Vec<usize>)| {
            Some((*by, Self::joined_cell(sheet, row, columns)?))
        };
        let cells: Vec<_> = self.columns.iter().filter_map(text).collect();
        let name = cells.iter().find(|(by, _)| *by == StudentKey::Name);
        name.or(cells.first()).map(|(_, text)| text.clone())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowOwner {
    Entry {
        place: usize,
        /// Whether only a name, or a login derived from an address, matches.
        is_weak: bool,
    },
    Nobody,
    Unclear(KeptReason),
}

impl RowOwner {
    /// Returns every entry that the row could belong to.
    pub(super) fn possible_entries(&self) -> Vec<usize> {
        match self {
            Self::Entry { place, .. } => vec![*place],
            Self::Nobody => Vec::new(),
            Self::Unclear(reason) => reason.entries_that_could_match(),
        }
    }
}

type Places = BTreeSet<usize>;

pub(super) struct StudentIndex<'a> {
    keys: BTreeMap<(StudentKey, String), Places>,
    /// Email addresses, and the parts before the `@`, which often serve as logins. When such a part is also someone
    /// else's id, the id takes precedence.
    logins: BTreeMap<String, Places>,
    kinds: Vec<BTreeSet<StudentKey>>,
    columns: &'a StudentColumns,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    Key,
    Login,
    Name,
}

impl<'a> StudentIndex<'a> {
    pub(super) fn new(entries: &[GradebookEntry], columns: &'a StudentColumns) -> Self {
        let (mut keys, mut logins) = (BTreeMap::new(), BTreeMap::new());
        let mut kinds = Vec::new();
        for (place, GradebookEntry { known_as, .. }) in entries.iter().enumerate() {
            let mut kind = BTreeSet::new();
            let mut add = |by: StudentKey, key: String| {
                if !key.is_empty() {
                    kind.insert(by);
                    let places: &mut Places = keys.entry((by, key)).or_default();
                    places.insert(place);
                }
            };
            known_as.ids.iter().for_each(|id| add(StudentKey::Id, normalized_id(id)));
            known_as
                .numbers
                .iter()
                .for_each(|number| add(StudentKey::Number, normalized_id(number)));
            known_as.emails.iter().for_each(|email| add(StudentKey::Email, normalized_id(email)));
            let names = known_as.names.iter().flat_map(|name| names::word_rotations(name));
            names.for_each(|name| add(StudentKey::Name, name));
            kinds.push(kind);
            for email in &known_as.emails {
                let email = normalized_id(email);
                let login = email.split('@').next().unwrap_or_default().to_owned();
                for login in [email, login].into_iter().filter(|login| !login.is_empty()) {
                    let places: &mut Places = logins.entry(login).or_default();
                    places.insert(place);
                }
            }
        }
        Self { keys, logins, kinds, columns }
    }

    /// Finds the entry for a row. Columns that match different entries are a contradiction.
    pub(super) fn owner_of(&self, sheet: &Sheet, row: usize) -> RowOwner {
        let cells = self.columns.columns.iter();
        let found: Vec<(&Places, Match)> = cells
            .filter_map(|(by, columns)| {
                self.find_places(*by, &StudentColumns::joined_cell(sheet, row, columns)?)
            })
            .collect();
        let Some(((first, _), rest)) = found.split_first() else { return RowOwner::Nobody };
        let mut common: Places = (*first).clone();
        for (places, _) in rest {
            common.retain(|place| places.contains(place));
        }
        let has_key = found.iter().any(|(_, matched)| *matched == Match::Key);
        let all: Places = found.iter().flat_map(|(places, _)| (*places).clone()).collect();
        let places = |places: &Places| places.iter().copied().collect::<Vec<_>>();
        match places(&common)[..] {
            [] => RowOwner::Unclear(KeptReason::Contradiction(places(&all))),
            [place] => RowOwner::Entry { place, is_weak: !has_key },
            _ if self.is_one_student(&common) => {
                RowOwner::Unclear(KeptReason::SeveralEntries(places(&common)))
            }
            _ => RowOwner::Unclear(KeptReason::SameName(places(&common))),
        }
    }

    /// Returns `true` if the entries share a key other than a name, and therefore belong to the same student.
    fn is_one_student(&self, all: &Places) -> bool {
        let mut keys = self.keys.iter().filter(|((by, _), _)| *by != StudentKey::Name);
        keys.any(|(_, places)| all.is_subset(places))
    }

    /// Returns the columns that reliably identify students by a key: at least as many rows match a key as match only by
    /// name. Any other column contains a different kind of id.
    pub(super) fn reliable_columns(
        &self,
        sheet: &Sheet,
        rows: &[(usize, String)],
        whose: &[RowOwner],
    ) -> BTreeSet<usize> {
        let knows = |at: &usize| {
            let (by, columns) = &self.columns.columns[*at];
            let (mut known, mut in_spite) = (0, 0);
            for ((row, _), whose) in rows.iter().zip(whose) {
                let Some(text) = StudentColumns::joined_cell(sheet, *row, columns) else {
                    continue;
                };
                match (self.find_places(*by, &text), whose) {
                    (Some((_, Match::Key)), _) => known += 1,
                    (_, RowOwner::Entry { place, is_weak: true })
                        if self.kinds[*place].contains(by) =>
                    {
                        in_spite += 1;
                    }
                    _ => {}
                }
            }
            known > 0 && known >= in_spite
        };
        (0..self.columns.columns.len()).filter(knows).collect()
    }

    /// Returns `true` if a row belongs to someone else, although it matches an entry's name. This is the case if the
    /// row has text in a column that reliably identifies students, and the entry has a key of the same kind.
    pub(super) fn has_other_id(
        &self,
        sheet: &Sheet,
        knowing: &BTreeSet<usize>,
        row: usize,
        place: usize,
    ) -> bool {
        knowing.iter().any(|at| {
            let (by, columns) = &self.columns.columns[*at];
            self.kinds[place].contains(by)
                && StudentColumns::joined_cell(sheet, row, columns).is_some()
        })
    }

    fn find_places(&self, by: StudentKey, text: &str) -> Option<(&Places, Match)> {
        let get = |by, key| self.keys.get(&(by, key)).map(|places| (places, Match::Key));
        let login = || self.logins.get(&normalized_id(text)).map(|places| (places, Match::Login));
        match by {
            StudentKey::Id => get(by, normalized_id(text)).or_else(login),
            StudentKey::Email => get(by, normalized_id(text)),
            // Moodle writes a word such as `Participant` before the number.
            StudentKey::Number => get(by, normalized_id(number_at_end(text).unwrap_or(text))),
            StudentKey::Name => {
                get(by, names::letters_and_digits(text)).map(|(places, _)| (places, Match::Name))
            }
            // We should not take the login `jd12` for the number 12.
            StudentKey::Any => {
                [StudentKey::Id, StudentKey::Email, StudentKey::Number, StudentKey::Name]
                    .into_iter()
                    .find_map(|by| {
                        let is_login = by == StudentKey::Number
                            && !text.contains(' ')
                            && number_at_end(text) != Some(text);
                        if is_login { None } else { self.find_places(by, text) }
                    })
            }
        }
    }
}

/// Returns the only number, at the end of a text such as `Participant 12` or `Participant12`.
pub(super) fn number_at_end(text: &str) -> Option<&str> {
    let number = &text[text.find(|c: char| c.is_ascii_digit())?..];
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(number)
}

/// Normalizes an id: removes spaces around it and Brightspace's leading `#`, and converts it to lower case.
fn normalized_id(text: &str) -> String {
    let text = text.trim();
    // Brightspace's sign keeps spreadsheet programs from changing numbers.
    text.strip_prefix('#').unwrap_or(text).to_lowercase()
}
