//! Pseudonyms for reports that must not reveal students' names.
//!
//! A pseudonym is derived from the submission's name and a secret key. It will be the same in every report, but readers
//! cannot tell which student it stands for, even when they have the roster.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use base::digest::Parts;
use grade::{Cause, Evidence, Failure, Grade, Override, Stop, Value, Verdict};
use intake::class::Person;

use super::people::People;

/// The length of a key in bytes.
pub const KEY_BYTES: usize = 32;

/// The pseudonyms for a class.
#[derive(Clone)]
pub struct Pseudonyms {
    names: BTreeMap<String, String>,
    key: [u8; KEY_BYTES],
    /// The texts to hide and their replacements, longest first, by the first word in lower case.
    words: BTreeMap<String, Vec<(String, String)>>,
}

/// The minimum length of a string to hide. Shorter strings often have other meanings.
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
    pub fn new(key: &[u8; KEY_BYTES], submissions: &[String], people: &People) -> Self {
        let handed_in = people.submissions.iter().map(|it| it.name.clone());
        let all: BTreeSet<String> = submissions.iter().cloned().chain(handed_in).collect();
        let mut names = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for name in all {
            let digest = digest(key, &name);
            // When the digest starts like an earlier one, we need a longer pseudonym.
            let mut length = 8;
            while length < digest.len() && !taken.insert(digest[..length].to_owned()) {
                length += 4;
            }
            names.insert(name, format!("student-{}", &digest[..length]));
        }
        let mut found = Self { names, key: *key, words: BTreeMap::new() };
        for (name, pseudonym) in found.names.clone() {
            found.hide(&name, &pseudonym);
        }
        for attempt in &people.submissions {
            let pseudonym = found.names[&attempt.name].clone();
            for person in &attempt.students {
                found.hide_person(person, &pseudonym);
            }
        }
        for person in people.absent() {
            found.hide_person(person, "somebody");
        }
        for list in found.words.values_mut() {
            list.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        }
        found
    }

    fn hide_person(&mut self, person: &Person, pseudonym: &str) {
        for it in person.accounts() {
            for word in [&it.id, &it.sid, &it.email, &it.name].into_iter().flatten() {
                self.hide(word, pseudonym);
            }
            // Also hide names with the last name first.
            if let Some((first, last)) = it.name.as_deref().and_then(|name| name.rsplit_once(' ')) {
                for order in [format!("{first} {last}"), format!("{last}, {first}")] {
                    // The names of files and folders often leave out the space.
                    let joined: String = order.chars().filter(|it| it.is_alphanumeric()).collect();
                    self.hide(&joined, pseudonym);
                    self.hide(&order, pseudonym);
                }
            }
        }
    }

    fn hide(&mut self, text: &str, pseudonym: &str) {
        let text = text.trim().to_lowercase();
        let first = first_word(&text);
        if first.is_empty() || text.chars().count() < SHORTEST {
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
    pub fn name(&self, submission: &str) -> String {
        self.names.get(submission).cloned().unwrap_or_else(|| "somebody".to_owned())
    }

    /// Returns a submission's pseudonym, creating one for a submission from outside this class.
    pub fn name_or_new(&self, submission: &str) -> String {
        let new = || format!("student-{}", &digest(&self.key, submission)[..16]);
        self.names.get(submission).cloned().unwrap_or_else(new)
    }

    /// Replaces submission names and people's names, ids and addresses in a text, as whole words.
    pub fn text(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let word = leading_word(rest);
            if word.is_empty() {
                let end = rest.find(char::is_alphanumeric).unwrap_or(rest.len());
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            let known = self.words.get(&word.to_lowercase());
            let found = known
                .into_iter()
                .flatten()
                .find_map(|(hidden, pseudonym)| Some((end_of(rest, hidden)?, pseudonym)));
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
    pub fn grade(&self, mut grade: Grade) -> Grade {
        grade.submission = self.name(&grade.submission);
        if let Some(rejection) = &mut grade.rejection {
            rejection.reason = self.text(&rejection.reason);
        }
        for remark in &mut grade.remarks {
            remark.text = self.text(&remark.text);
        }
        for check in &mut grade.checks {
            match &mut check.verdict {
                Verdict::Fail(failure) => self.hide_in_failure(failure),
                Verdict::GraderError(message) => *message = self.text(message),
                Verdict::Pass | Verdict::Skipped { .. } => {}
            }
        }
        grade
    }

    fn hide_in_failure(&self, failure: &mut Failure) {
        failure.summary = self.text(&failure.summary);
        failure.detail = failure.detail.as_deref().map(|it| self.text(it));
        failure.cause = failure.cause.take().and_then(|cause| self.cause(&cause));
        if let Some(place) = &mut failure.place {
            place.file = self.text(&place.file);
        }
        let Some(Evidence { expected, actual, stop, .. }) = &mut failure.evidence else { return };
        for value in [expected, actual] {
            if let Value::Text(text) = value {
                *text = self.text(text);
            }
        }
        match stop {
            Some(Stop::Panic { message, place, .. }) => {
                *message = self.text(message);
                if let Some(place) = place {
                    place.file = self.text(&place.file);
                }
            }
            Some(Stop::Trap(message) | Stop::Grader(message)) => *message = self.text(message),
            _ => {}
        }
    }

    /// Hides the names in a cause. If a person is called like one of the words that causes consist of, there is no such
    /// cause, so it is left out.
    fn cause(&self, cause: &Cause) -> Option<Cause> {
        let mut fields = serde_json::to_value(cause).ok()?;
        self.hide_in_json(&mut fields);
        serde_json::from_value(fields).ok()
    }

    fn hide_in_json(&self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.text(text),
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
    pub fn corrections(&self, corrections: &[Override]) -> Vec<Override> {
        let hidden = |it: &Override| Override { why: self.text(&it.why), ..it.clone() };
        corrections.iter().map(hidden).collect()
    }

    /// Hides names in the comments of source code. Leaves the code unchanged, because numbers in code are not ids.
    pub fn code(&self, text: &str) -> String {
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
            out.push_str(&self.text(&comment[..end]));
            rest = &comment[end..];
        }
        out + rest
    }
}

fn leading_word(text: &str) -> &str {
    let end = text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

fn first_word(text: &str) -> &str {
    text.split(|it: char| !it.is_alphanumeric()).find(|it| !it.is_empty()).unwrap_or_default()
}

/// Returns the end of `hidden` if `text` starts with its words, with anything but letters and digits between them, as in
/// `jane_doe` for `jane doe`. `hidden` must be in lower case.
fn end_of(text: &str, hidden: &str) -> Option<usize> {
    let mut rest = text;
    for word in hidden.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty()) {
        rest = rest.trim_start_matches(|it: char| !it.is_alphanumeric());
        let found = leading_word(rest);
        if found.to_lowercase() != word {
            return None;
        }
        rest = &rest[found.len()..];
    }
    Some(text.len() - rest.len())
}

fn digest(key: &[u8; KEY_BYTES], name: &str) -> String {
    [&key[..], name.as_bytes()].into_iter().collect::<Parts>().hex()
}

#[cfg(test)]
mod tests {
    use grade::PanicKind;
    use grade::check::Check;
    use intake::class::Attempt;
    use proptest::prelude::*;

    use super::*;

    fn person(id: &str, name: &str, email: &str) -> Person {
        let some = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
        Person { id: some(id), name: some(name), email: some(email), ..Person::default() }
    }

    fn pseudonyms(key: u8) -> Pseudonyms {
        let submission = Attempt {
            name: "1001".to_owned(),
            students: vec![person("1001", "Jane Döe", "jd@uni.example")],
            ..Attempt::default()
        };
        let missing = Some(vec![person("", "Zoe Poe", "")]);
        let people = People { submissions: vec![submission], missing, ..People::default() };
        Pseudonyms::new(&[key; KEY_BYTES], &["1001".to_owned(), "1002".to_owned()], &people)
    }

    #[test]
    fn only_whole_words_are_replaced() {
        let pseudonyms = pseudonyms(1);
        let (jane, other) = (pseudonyms.name("1001"), pseudonyms.name("1002"));
        assert_ne!(jane, other);
        for (text, expected) in [
            ("1001: 5 / 6".to_owned(), format!("{jane}: 5 / 6")),
            ("by JANE DÖE <Jd@uni.example>".to_owned(), format!("by {jane} <{jane}>")),
            ("Döe, Jane and 1002".to_owned(), format!("{jane} and {other}")),
            ("Jane, 10010 and x1001".to_owned(), "Jane, 10010 and x1001".to_owned()),
            ("zoe poe".to_owned(), "somebody".to_owned()),
        ] {
            assert_eq!(pseudonyms.text(&text), expected);
        }
        assert_eq!(pseudonyms.name("nobody"), "somebody");
    }

    #[test]
    fn pseudonyms_are_stable_per_key() {
        assert_eq!(pseudonyms(1).name("1001"), pseudonyms(1).name("1001"));
        assert_ne!(pseudonyms(1).name("1001"), pseudonyms(2).name("1001"));
    }

    #[test]
    fn in_code_only_comments_are_replaced() {
        let pseudonyms = pseudonyms(1);
        let jane = pseudonyms.name("1001");
        let code = "fn f() { 1001 } // 1001\n/* Jane Döe\n */ let x = 1001;";
        let expected = format!("fn f() {{ 1001 }} // {jane}\n/* {jane}\n */ let x = 1001;");
        assert_eq!(pseudonyms.code(code), expected);
        assert_eq!(pseudonyms.code("a /* Jane Döe"), format!("a /* {jane}"));
    }

    /// Panic messages and file names are the student's own.
    #[test]
    fn no_text_in_a_grade_keeps_a_name() {
        let stop =
            Stop::Panic { kind: PanicKind::Other, message: "by Jane Döe".to_owned(), place: None };
        let evidence = Evidence {
            actual: Value::Text("jane_döe".to_owned()),
            stop: Some(stop),
            ..Evidence::default()
        };
        let failure = Failure {
            detail: Some("JaneDöe.rs".to_owned()),
            evidence: Some(evidence),
            ..Failure::from_summary("see Döe-Jane.zip")
        };
        let grade = samples::grade([((Check::BoardTwin, Verdict::Fail(failure)), 1.0)]);
        let json = pseudonyms(1).grade(grade).json().to_lowercase();
        assert!(!json.contains("jane") && !json.contains("döe"), "{json}");
    }

    proptest! {
        #[test]
        fn names_are_replaced_in_any_text(before in ".{0,20}", after in ".{0,20}") {
            let pseudonyms = pseudonyms(1);
            let text = pseudonyms.text(&format!("{before} Jane Döe {after}"));
            prop_assert!(!text.contains(" Jane Döe "), "{}", text);
        }

        #[test]
        fn texts_without_names_are_unchanged(text in "[a-h \\n(){};:,.]{0,60}") {
            prop_assert_eq!(pseudonyms(1).text(&text), text);
        }
    }
}
