//! Finds the students whom the names of folders and archives mention.
//!
//! A name may be a student's id, login or name. It may also have more words, which come from the platform or the
//! student. Two cases are certain. A login on GitHub or a full name counts among the words that most names in the class
//! share, as in `8-puzzle-jdoe` from GitHub Classroom or `Jane Doe - hw` from Google Classroom. A full name counts
//! together with the student's id or login, as in `Doe, Jane(jdoe)` from Sakai or `Doe_Jane_jdoe_4711` from
//! ILIAS. In all other cases, the student may be the author.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::{Attempt, UnmatchedReason, plain};
use super::keys::{Keys, Whose};

/// The maximum number of words in a name. Further words are not compared with the roster.
/// All runs of words are tried, so their number grows with the square.
const MAX_WORDS: usize = 20;

pub(in super::super) struct Labels<'a> {
    keys: &'a Keys<'a>,
    /// The words around the students in most names, if any.
    frame: Option<String>,
}

/// A student that a name mentions.
#[derive(Debug, Default)]
struct Mention {
    /// The words of ids, email addresses and logins.
    ids: Vec<Range<usize>>,
    /// What is before the login on GitHub, if it is at the end.
    logins: Vec<String>,
    /// The words of the full name.
    names: Vec<Range<usize>>,
    /// What is around each full name.
    frames: Vec<String>,
}

impl Mention {
    /// Returns `true` if a full name and another key are in different words.
    fn has_two_keys(&self) -> bool {
        let is_apart = |a: &Range<usize>, b: &Range<usize>| a.end <= b.start || b.end <= a.start;
        self.names.iter().any(|name| self.ids.iter().any(|id| is_apart(name, id)))
    }
}

impl<'a> Labels<'a> {
    pub(in super::super) fn new(keys: &'a Keys<'a>, entries: &[Attempt]) -> Self {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let unnamed = entries.iter().filter(|entry| entry.students.is_empty());
        for label in unnamed.map(|entry| plain::label(&entry.source)) {
            let mentions = find_mentions(keys, &label);
            let frames: BTreeSet<String> = mentions
                .into_values()
                .flat_map(|mention| mention.logins.into_iter().chain(mention.frames))
                .filter(|frame| frame != "*")
                .collect();
            for frame in frames {
                *counts.entry(frame).or_default() += 1;
            }
        }
        let most = counts.values().max().copied().unwrap_or_default();
        // A frame around a single name may be part of the name.
        let mut common = counts.into_iter().filter(|(_, count)| *count == most && most > 1);
        let frame = common.next().map(|(frame, _)| frame).filter(|_| common.next().is_none());
        Self { keys, frame }
    }

    /// Finds the student after whom a folder or archive is named, and returns whether just the name matches.
    pub(in super::super) fn find_by_label_or_mention(&self, label: &str) -> (Whose, bool) {
        let whole = self.keys.find_by_label(label);
        let is_nobody =
            matches!(whole.as_ref().map_err(|why| &**why), Err(UnmatchedReason::Nobody { .. }));
        if !is_nobody {
            return (whole, self.keys.is_label_a_name(label));
        }
        let mentions = find_mentions(self.keys, label);
        let fits =
            |frames: &[String]| self.frame.as_ref().is_some_and(|frame| frames.contains(frame));
        let with = |is: &dyn Fn(&Mention) -> bool| -> Vec<usize> {
            mentions.iter().filter(|(_, mention)| is(mention)).map(|(place, _)| *place).collect()
        };
        // Without a common frame, any words may be before a login.
        let is_any_frame = self.frame.is_none();
        for (people, is_by_name) in [
            (with(&|mention| mention.has_two_keys()), false),
            (
                with(&|listed| fits(&listed.logins) || (is_any_frame && !listed.logins.is_empty())),
                false,
            ),
            (with(&|mention| fits(&mention.frames)), true),
        ] {
            match people[..] {
                [] => {}
                [person] => return (Ok(person), is_by_name),
                _ => {
                    return (Err(Box::new(self.keys.several_people_reason(label, &people))), false);
                }
            }
        }
        (whole, false)
    }
}

/// Returns the students that a name mentions.
fn find_mentions(keys: &Keys<'_>, label: &str) -> BTreeMap<usize, Mention> {
    let words = word_ranges(label);
    let mut found: BTreeMap<usize, Mention> = BTreeMap::new();
    for first in 0..words.len() {
        for last in first..words.len() {
            let (start, end) = (words[first].start, words[last].end);
            let text = &label[start..end];
            let frame = format!("{}*{}", &label[..start], &label[end..]).to_lowercase();
            for place in
                keys.find_by_login(text).into_iter().filter(|_| start > 0 && end == label.len())
            {
                found.entry(place).or_default().logins.push(frame.clone());
            }
            for place in keys.find_by_key(text) {
                found.entry(place).or_default().ids.push(first..last + 1);
            }
            for place in keys.find_by_full_name(text) {
                let mention = found.entry(place).or_default();
                mention.names.push(first..last + 1);
                mention.frames.push(frame.clone());
            }
        }
    }
    found
}

/// Returns a name's words: runs of letters and digits.
pub(super) fn word_ranges(label: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (start, letter) in label.char_indices().filter(|(_, letter)| letter.is_alphanumeric()) {
        let end = start + letter.len_utf8();
        match words.last_mut() {
            Some(word) if word.end == start => word.end = end,
            _ => words.push(start..end),
        }
    }
    words.truncate(MAX_WORDS);
    words
}
