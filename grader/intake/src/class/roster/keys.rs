//! Looks up students on the roster.

use std::collections::{BTreeMap, BTreeSet};

use base::input;

use super::super::names::{Spellings, letters_and_digits, word_rotations};
use super::super::{Person, Platform, UnmatchedReason, escape_as_file_name};
use super::{RosterStudent, labels};

/// Maps each key to the students with it. If there is more than one, the key identifies none of them.
type KeyIndex = BTreeMap<String, BTreeSet<usize>>;

pub(in super::super) struct Keys<'a> {
    students: &'a [RosterStudent],
    ids: KeyIndex,
    logins: KeyIndex,
    addresses: KeyIndex,
    names: KeyIndex,
    numbers: BTreeMap<(Platform, String), usize>,
    /// Numeric ids without leading zeros, which spreadsheets drop.
    without_zeros: KeyIndex,
    spellings: BTreeMap<usize, Spellings>,
    /// Whether a file lists all groups.
    knows_groups: bool,
}

/// The student's position on the roster, or the reason why there is no match, boxed because it is rare and large.
pub(in super::super) type Whose = Result<usize, Box<UnmatchedReason>>;

enum StudentMatch {
    Nobody,
    One(usize),
    Several(Vec<usize>),
}

impl<'a> Keys<'a> {
    pub(in super::super) fn new(students: &'a [RosterStudent]) -> Self {
        let (mut ids, mut addresses, mut names) =
            (KeyIndex::new(), KeyIndex::new(), KeyIndex::new());
        let (mut numbers, mut without_zeros) = (BTreeMap::new(), KeyIndex::new());
        let mut logins = KeyIndex::new();
        for (i, listed) in students.iter().enumerate() {
            for id in listed.ids.iter().chain(&listed.person.id) {
                ids.entry(normalize_id(id)).or_default().insert(i);
                if let Some(number) = without_leading_zeros(id) {
                    without_zeros.entry(number.to_owned()).or_default().insert(i);
                }
            }
            if let Some(login) = &listed.person.login {
                logins.entry(normalize_login(login)).or_default().insert(i);
            }
            if let Some(email) = &listed.person.email {
                let user = email.split('@').next().unwrap_or_default();
                for address in [email, user] {
                    addresses.entry(normalize_id(address)).or_default().insert(i);
                }
            }
            for name in listed.person.name.iter().flat_map(|name| word_rotations(name)) {
                names.entry(name).or_default().insert(i);
            }
            if let Some((platform, number)) = &listed.number {
                numbers.insert((*platform, number.clone()), i);
            }
        }
        let spelt = |(i, listed): (usize, &RosterStudent)| {
            Some((i, Spellings::from_name(listed.person.name.as_deref()?)?))
        };
        let spellings = students.iter().enumerate().filter_map(spelt).collect();
        let knows_groups = false;
        Self {
            students,
            ids,
            logins,
            addresses,
            names,
            numbers,
            without_zeros,
            spellings,
            knows_groups,
        }
    }

    /// Treats names from the platform that are not on the roster as those of other people, not of groups.
    pub(super) fn with_groups_known(self, knows_groups: bool) -> Self {
        Self { knows_groups, ..self }
    }

    /// Finds the student after whom a folder or archive is named: by id, login or name.
    pub(in super::super) fn find_by_label(&self, label: &str) -> Whose {
        for named in [self.match_id_or_login(label), self.match_name(label, None)] {
            match named {
                StudentMatch::Nobody => {}
                StudentMatch::One(i) => return Ok(i),
                StudentMatch::Several(among) => {
                    return Err(Box::new(self.several_people_reason(label, &among)));
                }
            }
        }
        Err(Box::new(self.nobody_reason(label, false)))
    }

    /// Looks up the name of a folder, which may be an id or a login. If it is one student's id and another one's login,
    /// it may be either.
    fn match_id_or_login(&self, label: &str) -> StudentMatch {
        match (self.match_id(label), look_up(&self.logins, &normalize_login(label))) {
            (StudentMatch::One(i), StudentMatch::One(other)) if i != other => {
                StudentMatch::Several(vec![i, other])
            }
            (StudentMatch::Nobody, login) => login,
            (id, _) => id,
        }
    }

    /// Returns the student whom a word identifies: an id, an email address or a login.
    pub(in super::super) fn find_by_word(&self, word: &str) -> Option<usize> {
        match self.match_id_or_login(word) {
            StudentMatch::One(i) => Some(i),
            StudentMatch::Nobody | StudentMatch::Several(_) => None,
        }
    }

    /// Returns the students with this login on GitHub.
    pub(super) fn find_by_login(&self, text: &str) -> Vec<usize> {
        look_up(&self.logins, &normalize_login(text)).into_list()
    }

    /// Returns the students with this id, login or email address.
    pub(super) fn find_by_key(&self, text: &str) -> Vec<usize> {
        self.match_id_or_login(text).into_list()
    }

    /// Returns the students with this full name. A single word is not enough.
    pub(super) fn find_by_full_name(&self, text: &str) -> Vec<usize> {
        let has_words = |i: &usize| {
            self.students[*i]
                .person
                .name
                .as_deref()
                .is_some_and(|name| word_rotations(name).len() > 1)
        };
        self.match_name(text, None).into_list().into_iter().filter(has_words).collect()
    }

    /// Returns the students with full names at the beginning of a label, such as `Jane Doe` in `Jane Doe - hw`.
    pub(in super::super) fn find_names_at_beginning(&self, label: &str) -> BTreeSet<usize> {
        let ends = labels::word_ranges(label).into_iter().map(|word| word.end);
        ends.flat_map(|end| self.find_by_full_name(&label[..end])).collect()
    }

    /// Returns `true` if only the name of a folder, no id or login, matches.
    pub(super) fn is_label_a_name(&self, label: &str) -> bool {
        matches!(self.match_id_or_login(label), StudentMatch::Nobody)
    }

    /// Returns `true` if only the name of an account, which its owner may choose, matches.
    pub(in super::super) fn is_match_by_name(
        &self,
        student: &Person,
        from: Option<Platform>,
    ) -> bool {
        let Person { email, .. } = student;
        let by_email = email.as_deref().map_or(StudentMatch::Nobody, |email| self.match_id(email));
        ![self.match_account_id(student, from), by_email]
            .iter()
            .any(|named| matches!(named, StudentMatch::One(_)))
    }

    fn match_account_id(&self, student: &Person, from: Option<Platform>) -> StudentMatch {
        let Person { id, name, .. } = student;
        id.as_deref().map_or(StudentMatch::Nobody, |id| match from {
            Some(platform) if platform.numbers_students() => {
                self.match_number(platform, id, name.as_deref())
            }
            _ => self.match_id(id),
        })
    }

    /// Returns `true` if the roster has another number on Canvas for this student. Canvas numbers accounts, while other
    /// platforms number submissions, or are not on the roster.
    fn has_other_account(&self, person: usize, student: &Person, from: Option<Platform>) -> bool {
        let listed = self.students[person].number.as_ref();
        from == Some(Platform::Canvas)
            && listed.is_some_and(|(platform, number)| {
                *platform == Platform::Canvas && student.id.as_ref() != Some(number)
            })
    }

    pub(in super::super) fn find_in_roster(
        &self,
        student: &Person,
        from: Option<Platform>,
    ) -> Whose {
        let Person { id, name, email, .. } = student;
        let by_id = self.match_account_id(student, from);
        let by_email = email.as_deref().map_or(StudentMatch::Nobody, |email| self.match_id(email));
        let by_name =
            name.as_deref().map_or(StudentMatch::Nobody, |name| self.match_name(name, from));
        let words = [("the id", id), ("the address", email), ("the name", name)];
        let mut found: Option<(usize, String)> = None;
        let mut several = None;
        for (named, (what, word)) in [by_id, by_email, by_name].into_iter().zip(words) {
            let Some(word) = word else { continue };
            match (named, &found) {
                (StudentMatch::One(i), None) => found = Some((i, format!("{what} `{word}`"))),
                (StudentMatch::One(i), Some((other, first))) if i != *other => {
                    return Err(Box::new(UnmatchedReason::Contradiction {
                        one: (first.clone(), self.students[*other].person.clone()),
                        other: (format!("{what} `{word}`"), self.students[i].person.clone()),
                    }));
                }
                (StudentMatch::Several(among), None) => {
                    several = several.or_else(|| Some(self.several_people_reason(word, &among)));
                }
                _ => {}
            }
        }
        if let Some((i, _)) = found {
            let called = name.as_ref().filter(|_| self.is_match_by_name(student, from));
            return match called.filter(|_| self.has_other_account(i, student, from)) {
                Some(called) => Err(Box::new(self.namesake_reason(called, i))),
                None => Ok(i),
            };
        }
        let called = [name, id, email].into_iter().flatten().next();
        let called = called.map_or("", String::as_str);
        let is_outsider = name.is_some() && self.is_person(id.as_ref(), from);
        Err(Box::new(several.unwrap_or_else(|| self.nobody_reason(called, is_outsider))))
    }

    /// Returns `true` if a name from this platform is a person's, and not that of a group with members on the roster.
    ///
    /// Canvas, Moodle and Brightspace name a group's submission after the group. On Canvas, it has the number of one
    /// member, so somebody without a number on Canvas's own list is not one of the students. On Moodle, the default group
    /// of students without a group has no number.
    fn is_person(&self, number: Option<&String>, from: Option<Platform>) -> bool {
        match from {
            None | Some(Platform::GithubClassroom) => false,
            Some(Platform::Blackboard | Platform::Gradescope) => true,
            Some(Platform::Canvas) => {
                self.knows_groups
                    || self.numbers.keys().any(|(platform, _)| *platform == Platform::Canvas)
            }
            Some(Platform::Brightspace | Platform::Moodle) => self.knows_groups && number.is_some(),
        }
    }

    /// Finds a student by an id from the institution and perhaps a platform's number, as group members have.
    pub(in super::super) fn find_by_account_alone(
        &self,
        student: &Person,
        from: Option<Platform>,
    ) -> Whose {
        let account = student.platform.as_deref().unwrap_or(student);
        let by_account = |why| self.find_in_roster(account, from).map_err(|_| why);
        self.find_in_roster(student, None).or_else(by_account)
    }

    /// Returns a doubt about a submission matched by the platform's number with a different name, which may be that of
    /// a group.
    pub(in super::super) fn doubt_about_number(
        &self,
        person: usize,
        student: &Person,
    ) -> Option<UnmatchedReason> {
        let listed = &self.students[person];
        let called = student.name.as_ref().filter(|_| listed.person.name.is_some())?;
        let number = listed.number.as_ref().map(|(_, number)| number);
        let by_number = number.is_some() && number == student.id.as_ref();
        (by_number && !self.has_name_or_spelling(person, called)).then(|| {
            UnmatchedReason::Otherwise { called: called.clone(), one: listed.person.clone() }
        })
    }

    /// Looks up an id or an email address. Ids take precedence over addresses, and ids with different leading zeros
    /// come last.
    fn match_id(&self, word: &str) -> StudentMatch {
        let key = normalize_id(word);
        let number = || {
            without_leading_zeros(word)
                .map_or(StudentMatch::Nobody, |digits| look_up(&self.without_zeros, digits))
        };
        [look_up(&self.ids, &key), look_up(&self.addresses, &key)]
            .into_iter()
            .find(|named| !matches!(named, StudentMatch::Nobody))
            .unwrap_or_else(number)
    }

    /// Looks up a name as written by a platform or a person. If the name keeps the non-ASCII letters, an exact match
    /// takes precedence. Otherwise, every student whose name can be spelled this way will match.
    fn match_name(&self, word: &str, from: Option<Platform>) -> StudentMatch {
        let written = letters_and_digits(word);
        let exact = self.names.get(&written).cloned().unwrap_or_default();
        let keeps_letters = from.is_some_and(|platform| platform != Platform::Canvas);
        if !exact.is_empty() && (keeps_letters || !written.is_ascii()) {
            return one_or_several(&exact);
        }
        let spelt = self
            .spellings
            .iter()
            .filter(|(_, spellings)| spellings.contain(&written))
            .map(|(i, _)| *i);
        one_or_several(&exact.into_iter().chain(spelt).collect())
    }

    fn has_name_or_spelling(&self, person: usize, called: &str) -> bool {
        let written = letters_and_digits(called);
        let listed = self.students[person].person.name.as_deref().unwrap_or_default();
        word_rotations(listed).contains(&written)
            || self.spellings.get(&person).is_some_and(|spellings| spellings.contain(&written))
    }

    /// Looks up a platform's number. The roster might contain the same number as an unrelated id, so the name must not
    /// contradict it. Moodle numbers submissions rather than students, so we need its worksheet to look them up. The
    /// number of a group may be that of a student.
    fn match_number(&self, platform: Platform, number: &str, name: Option<&str>) -> StudentMatch {
        if let Some(&i) = self.numbers.get(&(platform, number.to_owned())) {
            let has_name = name.is_some() && self.students[i].person.name.is_some();
            let is_other = has_name && !name.is_some_and(|name| self.has_name_or_spelling(i, name));
            return if platform == Platform::Moodle && is_other {
                StudentMatch::Nobody
            } else {
                StudentMatch::One(i)
            };
        }
        let StudentMatch::One(i) = look_up(&self.ids, &normalize_id(number)) else {
            return StudentMatch::Nobody;
        };
        let same = match (name, &self.students[i].person.name) {
            (Some(name), Some(_)) => self.has_name_or_spelling(i, name),
            (Some(_), None) => platform != Platform::Moodle,
            (None, _) => false,
        };
        if same { StudentMatch::One(i) } else { StudentMatch::Nobody }
    }

    /// Returns the reason not to trust a name: this student's account is another one, or there are several submissions
    /// with the name.
    pub(in super::super) fn namesake_reason(&self, called: &str, person: usize) -> UnmatchedReason {
        UnmatchedReason::Namesake {
            called: called.to_owned(),
            one: self.students[person].person.clone(),
        }
    }

    pub(super) fn several_people_reason(&self, called: &str, among: &[usize]) -> UnmatchedReason {
        let people = among.iter().map(|&i| self.students[i].person.clone()).collect();
        UnmatchedReason::Several { called: called.to_owned(), people }
    }

    /// Suggests the most similar name on the roster.
    fn nobody_reason(&self, called: &str, is_outsider: bool) -> UnmatchedReason {
        let names = self.names.iter().filter(|(_, among)| among.len() == 1);
        let like =
            input::most_like(&letters_and_digits(called), names.map(|(name, _)| name.as_str()));
        let like = like.and_then(|name| self.names.get(name)?.first());
        let like = like.map(|&i| self.students[i].person.clone());
        UnmatchedReason::Nobody { called: called.to_owned(), like, is_outsider }
    }
}

impl StudentMatch {
    fn into_list(self) -> Vec<usize> {
        match self {
            Self::Nobody => Vec::new(),
            Self::One(i) => vec![i],
            Self::Several(among) => among,
        }
    }
}

fn look_up(index: &KeyIndex, key: &str) -> StudentMatch {
    index.get(key).map_or(StudentMatch::Nobody, one_or_several)
}

fn one_or_several(among: &BTreeSet<usize>) -> StudentMatch {
    match among.first() {
        None => StudentMatch::Nobody,
        Some(&i) if among.len() == 1 => StudentMatch::One(i),
        Some(_) => StudentMatch::Several(among.iter().copied().collect()),
    }
}

/// Returns a numeric id without leading zeros, or `None` if the id is not numeric or only has zeros.
fn without_leading_zeros(id: &str) -> Option<&str> {
    let is_number = id.bytes().all(|byte| byte.is_ascii_digit());
    Some(id.trim_start_matches('0')).filter(|digits| is_number && !digits.is_empty())
}

/// Normalizes an id by escaping it as in file names and converting it to lowercase.
fn normalize_id(text: &str) -> String {
    escape_as_file_name(text).to_lowercase()
}

/// Normalizes a login on GitHub. In the names of clones, a dash stands for an underscore.
fn normalize_login(text: &str) -> String {
    normalize_id(text).replace('_', "-")
}
