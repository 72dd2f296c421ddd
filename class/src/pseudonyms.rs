//! Pseudonyms for reports that must not reveal students' names.
//!
//! A pseudonym is derived from the submission's name and a secret key. It will be the same in every report, but readers
//! cannot tell which student it stands for, even when they have the roster.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use base::digest::PartsHash;
use grade::{Cause, Evidence, Failure, Grade, Override, Stop, Value, Verdict};
use intake::class::Person;
use unicode_normalization::UnicodeNormalization as _;

use super::members::ClassMembers;

/// The length of a key in bytes.
/// Nobody can try all keys of 256 bits to find out a name.
pub const KEY_BYTES: usize = 32;

/// The pseudonyms for a class.
#[derive(Clone)]
pub struct Pseudonyms {
    names: BTreeMap<String, String>,
    key: [u8; KEY_BYTES],
    /// The texts to hide and their replacements, longest first, by the first word, all [folded].
    words: BTreeMap<String, Vec<(String, String)>>,
}

/// The minimum length of a string to hide everywhere. Shorter strings often have other meanings.
/// For example, `Li` would also hide parts of code, and a first name of two letters identifies nobody by itself.
const SHORTEST: usize = 3;

/// Leaves out the key and the names.
impl fmt::Debug for Pseudonyms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pseudonyms").field("count", &self.names.len()).finish_non_exhaustive()
    }
}

impl Pseudonyms {
    /// Creates pseudonyms for these submissions, to hide everything known about the authors. Readers must not know the
    /// key.
    pub fn new(key: &[u8; KEY_BYTES], submissions: &[String], people: &ClassMembers) -> Self {
        let handed_in = people.submissions.iter().map(|attempt| attempt.name.clone());
        let all: BTreeSet<String> = submissions.iter().cloned().chain(handed_in).collect();
        let mut names = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for name in all {
            let digest = hash_with_key(key, &name);
            // When the digest starts like an earlier one, we need a longer pseudonym.
            // This is short enough to compare by eye, and longer only if two would be equal.
            let mut length = 8;
            while length < digest.len() && !taken.insert(digest[..length].to_owned()) {
                length += 4;
            }
            names.insert(name, format!("student-{}", &digest[..length]));
        }
        let mut found = Self { names, key: *key, words: BTreeMap::new() };
        for (name, pseudonym) in found.names.clone() {
            found.add_hidden_text(&name, &pseudonym);
        }
        for attempt in &people.submissions {
            let pseudonym = found.names[&attempt.name].clone();
            for person in &attempt.students {
                found.hide_person(person, &pseudonym);
            }
        }
        for person in people.students_without_submission() {
            found.hide_person(person, "somebody");
        }
        for list in found.words.values_mut() {
            // The longest first, because a name may contain another, such as an email address the account.
            list.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        }
        found
    }

    fn hide_person(&mut self, person: &Person, pseudonym: &str) {
        for account in person.self_and_platform_account() {
            // Without `..`, the compiler asks about new fields.
            // A section has many students.
            let Person { id, name, email, sid, login, section: _, platform: _ } = account;
            // An address often begins with another login.
            let of_address = email.as_deref().and_then(|email| Some(email.split_once('@')?.0));
            let words = [id, name, email, sid, login].into_iter().filter_map(Option::as_deref);
            for word in words.chain(of_address) {
                self.add_hidden_text(word, pseudonym);
            }
            // Also hide names with the last name first.
            if let Some((first, last)) = name.as_deref().and_then(|name| name.rsplit_once(' ')) {
                for order in [format!("{first} {last}"), format!("{last}, {first}")] {
                    // The names of files and folders often leave out the space.
                    let joined: String = order.chars().filter(|c| c.is_alphanumeric()).collect();
                    self.add_hidden_text(&joined, pseudonym);
                    self.add_hidden_text(&order, pseudonym);
                }
            }
        }
    }

    fn add_hidden_text(&mut self, text: &str, pseudonym: &str) {
        let text = folded(text.trim());
        let first = first_word(&text);
        if first.is_empty() {
            return;
        }
        let start = text.find(first).unwrap_or_default();
        let entry = (text[start..].to_owned(), pseudonym.to_owned());
        let list = self.words.entry(first.to_owned()).or_default();
        if !list.iter().any(|(known, _)| *known == entry.0) {
            list.push(entry);
        }
    }

    /// Returns a submission's pseudonym.
    pub fn pseudonym(&self, submission: &str) -> String {
        self.names.get(submission).cloned().unwrap_or_else(|| "somebody".to_owned())
    }

    /// Returns a submission's pseudonym, creating one for a submission from outside this class.
    pub fn pseudonym_or_new(&self, submission: &str) -> String {
        // The others are not known here, so take enough digits to avoid a collision.
        let new = || format!("student-{}", &hash_with_key(&self.key, submission)[..16]);
        self.names.get(submission).cloned().unwrap_or_else(new)
    }

    /// Replaces submission names and people's names, ids and addresses in a text, as whole words. Very short ones are
    /// only replaced where they are set apart.
    pub fn hide_in_text(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        // In decomposed Unicode, an accent is a character that would end the word.
        let text: String = text.nfc().collect();
        let mut rest = &*text;
        while !rest.is_empty() {
            let word = leading_word(rest);
            if word.is_empty() {
                let end = rest.find(char::is_alphanumeric).unwrap_or(rest.len());
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            let known = self.words.get(&folded(word));
            let found = known.into_iter().flatten().find_map(|(hidden, pseudonym)| {
                let end = end_of_match(rest, hidden)?;
                let is_long = hidden.chars().count() >= SHORTEST;
                let is_hidden = is_long || is_set_apart(hidden, &out, &rest[end..]);
                is_hidden.then_some((end, pseudonym))
            });
            if let Some((end, pseudonym)) = found {
                out.push_str(pseudonym);
                rest = &rest[end..];
            } else {
                out.push_str(word);
                rest = &rest[word.len()..];
            }
        }
        out
    }

    /// Hides the names in a grade.
    #[must_use]
    pub fn hide_in_grade(&self, mut grade: Grade) -> Grade {
        grade.submission = self.pseudonym(&grade.submission);
        if let Some(rejection) = &mut grade.rejection {
            rejection.reason = self.hide_in_text(&rejection.reason);
        }
        for remark in &mut grade.remarks {
            remark.text = self.hide_in_text(&remark.text);
        }
        for check in &mut grade.checks {
            match &mut check.verdict {
                Verdict::Fail(failure) => self.hide_in_failure(failure),
                Verdict::GraderError(message) => *message = self.hide_in_text(message),
                Verdict::Pass | Verdict::Skipped { .. } => {}
            }
        }
        grade
    }

    fn hide_in_failure(&self, failure: &mut Failure) {
        failure.summary = self.hide_in_text(&failure.summary);
        failure.detail = failure.detail.as_deref().map(|text| self.hide_in_text(text));
        failure.cause = failure.cause.take().and_then(|cause| self.hidden_cause(&cause));
        if let Some(place) = &mut failure.place {
            place.file = self.hide_in_text(&place.file);
        }
        let Some(Evidence { expected, actual, stop, printed, .. }) = &mut failure.evidence else {
            return;
        };
        *printed = printed.as_deref().map(|text| self.hide_in_text(text));
        for value in [expected, actual] {
            if let Value::Text(text) = value {
                *text = self.hide_in_text(text);
            }
        }
        match stop {
            Some(Stop::Panic { message, place, .. }) => {
                *message = self.hide_in_text(message);
                if let Some(place) = place {
                    place.file = self.hide_in_text(&place.file);
                }
            }
            Some(Stop::Trap(message) | Stop::Grader(message)) => {
                *message = self.hide_in_text(message);
            }
            _ => {}
        }
    }

    /// Hides the names in a cause. If a person is called like one of the words that causes consist of, there is no such
    /// cause, so it is left out.
    fn hidden_cause(&self, cause: &Cause) -> Option<Cause> {
        let mut fields = serde_json::to_value(cause).ok()?;
        self.hide_in_json(&mut fields);
        serde_json::from_value(fields).ok()
    }

    fn hide_in_json(&self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.hide_in_text(text),
            serde_json::Value::Array(items) => {
                for item in items {
                    self.hide_in_json(item);
                }
            }
            serde_json::Value::Object(fields) => {
                fields.values_mut().for_each(|field| self.hide_in_json(field));
            }
            _ => {}
        }
    }

    /// Hides the names in corrections, except those of the people who made them.
    pub fn hide_in_corrections(&self, corrections: &[Override]) -> Vec<Override> {
        let hidden = |correction: &Override| Override {
            why: self.hide_in_text(&correction.why),
            ..correction.clone()
        };
        corrections.iter().map(hidden).collect()
    }

    /// Hides names in the comments of source code. Leaves the code unchanged, because numbers in code are not ids.
    pub fn hide_in_code(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
            let (before, comment) = rest.split_at(start);
            let end = if comment.starts_with("//") {
                comment.find('\n').unwrap_or(comment.len())
            } else {
                comment.find("*/").map_or(comment.len(), |end| end + 2)
            };
            out.push_str(before);
            out.push_str(&self.hide_in_text(&comment[..end]));
            rest = &comment[end..];
        }
        out + rest
    }
}

fn leading_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default()
}

/// Returns the end of `hidden` if `text` starts with its words, with anything but letters and digits between them, as in
/// `jane_doe` for `jane doe`. `hidden` must be [folded].
fn end_of_match(text: &str, hidden: &str) -> Option<usize> {
    let mut rest = text;
    for word in hidden.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        // A name may be written with other separators, such as `doe-jane`.
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let found = leading_word(rest);
        if folded(found) != word {
            return None;
        }
        rest = &rest[found.len()..];
    }
    Some(text.len() - rest.len())
}

/// Returns `true` if a short text is quoted or, unless it is a number, part of a path or an address. Anywhere else, it
/// is probably an ordinary word.
fn is_set_apart(hidden: &str, before: &str, after: &str) -> bool {
    let is_number = hidden.chars().all(char::is_numeric);
    let marks = if is_number { &['`', '"'][..] } else { &['`', '"', '/', '\\', '@'] };
    before.ends_with(marks) || after.starts_with(marks)
}

/// Returns a text in lower case and without accents, which the names of files and logins often lose.
fn folded(text: &str) -> String {
    let is_accent = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    text.nfd().filter(|c| !is_accent(c)).collect::<String>().to_lowercase()
}

fn hash_with_key(key: &[u8; KEY_BYTES], name: &str) -> String {
    [&key[..], name.as_bytes()].into_iter().collect::<PartsHash>().hex()
}
