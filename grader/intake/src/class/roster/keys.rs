//! Looks up students on the roster.

use std::collections::{BTreeMap, BTreeSet};

use base::input;

use super::super::names::{Spellings, letters, orders};
use super::super::{Person, Platform, Unmatched, file_name};
use super::Listed;

/// Maps each key to the students with it. If there is more than one, the key identifies none of them.
type Index = BTreeMap<String, BTreeSet<usize>>;

pub(in super::super) struct Keys<'a> {
    students: &'a [Listed],
    ids: Index,
    addresses: Index,
    names: Index,
    numbers: BTreeMap<(Platform, String), usize>,
    /// Numeric ids without leading zeros, which spreadsheets drop.
    without_zeros: Index,
    spellings: BTreeMap<usize, Spellings>,
}

/// The student's position on the roster, or the reason why there is no match, boxed because it is rare and large.
pub(in super::super) type Whose = Result<usize, Box<Unmatched>>;

enum Named {
    Nobody,
    One(usize),
    Several(Vec<usize>),
}

impl<'a> Keys<'a> {
    pub(in super::super) fn new(students: &'a [Listed]) -> Self {
        let (mut ids, mut addresses, mut names) = (Index::new(), Index::new(), Index::new());
        let (mut numbers, mut without_zeros) = (BTreeMap::new(), Index::new());
        for (i, listed) in students.iter().enumerate() {
            for id in listed.ids.iter().chain(&listed.person.id) {
                ids.entry(by_id(id)).or_default().insert(i);
                if let Some(number) = significant(id) {
                    without_zeros.entry(number.to_owned()).or_default().insert(i);
                }
            }
            if let Some(email) = &listed.person.email {
                let user = email.split('@').next().unwrap_or_default();
                for address in [email, user] {
                    addresses.entry(by_id(address)).or_default().insert(i);
                }
            }
            for name in listed.person.name.iter().flat_map(|name| orders(name)) {
                names.entry(name).or_default().insert(i);
            }
            if let Some((platform, number)) = &listed.number {
                numbers.insert((*platform, number.clone()), i);
            }
        }
        let spelt =
            |(i, it): (usize, &Listed)| Some((i, Spellings::of(it.person.name.as_deref()?)?));
        let spellings = students.iter().enumerate().filter_map(spelt).collect();
        Self { students, ids, addresses, names, numbers, without_zeros, spellings }
    }

    /// Finds the student after whom a folder or archive is named.
    pub(in super::super) fn by_label(&self, label: &str) -> Whose {
        for named in [self.id(label), self.name(label, None)] {
            match named {
                Named::Nobody => {}
                Named::One(i) => return Ok(i),
                Named::Several(among) => return Err(Box::new(self.several(label, &among))),
            }
        }
        Err(Box::new(self.nobody(label)))
    }

    pub(super) fn find(&self, student: &Person, from: Option<Platform>) -> Whose {
        let Person { id, name, email, .. } = student;
        let by_id = id.as_deref().map_or(Named::Nobody, |id| match from {
            Some(platform) if platform.numbers_students() => {
                self.number(platform, id, name.as_deref())
            }
            _ => self.id(id),
        });
        let by_email = email.as_deref().map_or(Named::Nobody, |email| self.id(email));
        let by_name = name.as_deref().map_or(Named::Nobody, |name| self.name(name, from));
        let words = [("the id", id), ("the address", email), ("the name", name)];
        let mut found: Option<(usize, String)> = None;
        let mut several = None;
        for (named, (what, word)) in [by_id, by_email, by_name].into_iter().zip(words) {
            let Some(word) = word else { continue };
            match (named, &found) {
                (Named::One(i), None) => found = Some((i, format!("{what} `{word}`"))),
                (Named::One(i), Some((other, first))) if i != *other => {
                    return Err(Box::new(Unmatched::Contradiction {
                        one: (first.clone(), self.students[*other].person.clone()),
                        other: (format!("{what} `{word}`"), self.students[i].person.clone()),
                    }));
                }
                (Named::Several(among), None) => {
                    several = several.or_else(|| Some(self.several(word, &among)));
                }
                _ => {}
            }
        }
        if let Some((i, _)) = found {
            return Ok(i);
        }
        let called = [name, id, email].into_iter().flatten().next();
        let called = called.map_or("", String::as_str);
        Err(Box::new(several.unwrap_or_else(|| self.nobody(called))))
    }

    /// Finds a student by an id from the institution and perhaps a platform's number, as group members have.
    pub(in super::super) fn find_account(&self, student: &Person, from: Option<Platform>) -> Whose {
        let account = student.platform.as_deref().unwrap_or(student);
        let by_account = |why| self.find(account, from).map_err(|_| why);
        self.find(student, None).or_else(by_account)
    }

    /// Returns a doubt about a submission matched by the platform's number with a different name, which may be that of
    /// a group.
    pub(super) fn doubt(&self, person: usize, student: &Person) -> Option<Unmatched> {
        let listed = &self.students[person];
        let called = student.name.as_ref().filter(|_| listed.person.name.is_some())?;
        let by_number = listed.number.as_ref().map(|(_, number)| number) == student.id.as_ref();
        (by_number && !self.is_called(person, called))
            .then(|| Unmatched::Otherwise { called: called.clone(), one: listed.person.clone() })
    }

    /// Looks up an id or an email address. Ids take precedence over addresses, and ids with different leading zeros
    /// come last.
    fn id(&self, word: &str) -> Named {
        let key = by_id(word);
        let number = || significant(word).map_or(Named::Nobody, |it| get(&self.without_zeros, it));
        [get(&self.ids, &key), get(&self.addresses, &key)]
            .into_iter()
            .find(|it| !matches!(it, Named::Nobody))
            .unwrap_or_else(number)
    }

    /// Looks up a name as written by a platform or a person. If the name keeps the non-ASCII letters, an exact match
    /// takes precedence. Otherwise, every student whose name can be spelled this way will match.
    fn name(&self, word: &str, from: Option<Platform>) -> Named {
        let written = letters(word);
        let exact = self.names.get(&written).cloned().unwrap_or_default();
        let keeps_letters = from.is_some_and(|it| it != Platform::Canvas);
        if !exact.is_empty() && (keeps_letters || !written.is_ascii()) {
            return named(&exact);
        }
        let spelt = self.spellings.iter().filter(|(_, it)| it.have(&written)).map(|(i, _)| *i);
        named(&exact.into_iter().chain(spelt).collect())
    }

    fn is_called(&self, person: usize, called: &str) -> bool {
        let written = letters(called);
        let listed = self.students[person].person.name.as_deref().unwrap_or_default();
        orders(listed).contains(&written)
            || self.spellings.get(&person).is_some_and(|it| it.have(&written))
    }

    /// Looks up a platform's number. The roster might contain the same number as an unrelated id, so the name must not
    /// contradict it. Moodle numbers submissions rather than students, so we need its worksheet to look them up.
    fn number(&self, platform: Platform, number: &str, name: Option<&str>) -> Named {
        if let Some(&i) = self.numbers.get(&(platform, number.to_owned())) {
            return Named::One(i);
        }
        let Named::One(i) = get(&self.ids, &by_id(number)) else { return Named::Nobody };
        let same = match (name, &self.students[i].person.name) {
            (Some(name), Some(_)) => self.is_called(i, name),
            (Some(_), None) => platform != Platform::Moodle,
            (None, _) => false,
        };
        if same { Named::One(i) } else { Named::Nobody }
    }

    fn several(&self, called: &str, among: &[usize]) -> Unmatched {
        let people = among.iter().map(|&i| self.students[i].person.clone()).collect();
        Unmatched::Several { called: called.to_owned(), people }
    }

    /// Suggests the most similar name on the roster.
    fn nobody(&self, called: &str) -> Unmatched {
        let names = self.names.iter().filter(|(_, among)| among.len() == 1);
        let like = input::most_like(&letters(called), names.map(|(name, _)| name.as_str()));
        let like = like.and_then(|name| self.names.get(name)?.first());
        let like = like.map(|&i| self.students[i].person.clone());
        Unmatched::Nobody { called: called.to_owned(), like }
    }
}

fn get(index: &Index, key: &str) -> Named {
    index.get(key).map_or(Named::Nobody, named)
}

fn named(among: &BTreeSet<usize>) -> Named {
    match among.first() {
        None => Named::Nobody,
        Some(&i) if among.len() == 1 => Named::One(i),
        Some(_) => Named::Several(among.iter().copied().collect()),
    }
}

/// Returns a numeric id without leading zeros, or `None` if the id is not numeric or only has zeros.
fn significant(id: &str) -> Option<&str> {
    let is_number = id.bytes().all(|it| it.is_ascii_digit());
    Some(id.trim_start_matches('0')).filter(|it| is_number && !it.is_empty())
}

/// Normalizes an id by escaping it as in file names and converting it to lowercase.
fn by_id(text: &str) -> String {
    file_name(text).to_lowercase()
}
