//! The bulk download of Canvas: one folder of files, named after whose they are.
//!
//! A name is `doejane_123_456_work.zip`, or `doejane_LATE_123_456_work.zip`: the student's name in
//! small letters, the number of the student, a number that grows with time, and what the student
//! called the file. Where grading is anonymous, the first part is `anon` and the second any word.

use std::collections::BTreeMap;

use super::plain::{self, Item};
use super::uploads::{self, Numbered};
use super::{Entry, Found, Platform, Student};

/// The student whom a file belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Owner {
    name: String,
    user: String,
}

/// Whether the files of a folder are named as Canvas names them.
pub(super) fn is_download(content: &[Item]) -> bool {
    content.iter().any(|item| parse(item).is_some())
}

/// Gathers the files of each student.
pub(super) fn read(content: Vec<Item>, found: &mut Found) {
    let mut owners: BTreeMap<Owner, Vec<Numbered>> = BTreeMap::new();
    let mut others = Vec::new();
    for item in content {
        match parse(&item) {
            Some((owner, file)) => owners.entry(owner).or_default().push(file),
            None => others.push(item),
        }
    }
    for (Owner { name, user }, files) in owners {
        let (chosen, rest) = uploads::newest(files);
        found.ignored.extend(rest);
        let Some((source, file)) = chosen else { continue };
        let (id, student) = (Some(user.clone()), Some(name.clone()));
        let student = Student { id, name: student, ..Student::default() };
        found.entries.push(Entry {
            students: vec![student],
            from: Some(Platform::Canvas),
            submission_id: Some(file.number.to_string()),
            late: file.late,
            ..plain::entry(&format!("{name}_{user}"), source)
        });
    }
    plain::read(others, found);
}

fn parse(item: &Item) -> Option<(Owner, Numbered)> {
    if item.is_folder {
        return None;
    }
    let (name, rest) = item.name.split_once('_')?;
    let (late, rest) = match rest.split_once('_') {
        Some((word, rest)) if word.eq_ignore_ascii_case("late") => (true, rest),
        _ => (false, rest),
    };
    let (user, rest) = rest.split_once('_')?;
    let (number, original) = rest.split_once('_')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_user = is_number(user)
        || (name == "anon" && !user.is_empty() && user.chars().all(char::is_alphanumeric));
    if name.is_empty() || original.is_empty() || !is_user || !is_number(number) {
        return None;
    }
    let number = number.parse().ok()?;
    let owner = Owner { name: name.to_owned(), user: user.to_owned() };
    let file = Numbered { number, path: item.path.clone(), name: original.to_owned(), late };
    Some((owner, file))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn names_are_taken_apart() {
        for (name, expected) in [
            ("doejane_123_456_work.zip", Some(("doejane", "123", 456, "work.zip", false))),
            (
                "doejane_LATE_123_456_my_work.zip",
                Some(("doejane", "123", 456, "my_work.zip", true)),
            ),
            ("anon_Ab3dE_456_board.rs", Some(("anon", "Ab3dE", 456, "board.rs", false))),
            ("doejane_123_456_", None),
            ("doejane_x_456_work.zip", None),
            ("_123_456_work.zip", None),
            ("board_2.rs", None),
            ("a_1_99999999999999999999999_x.zip", None),
        ] {
            let item = Item { path: PathBuf::new(), name: name.to_owned(), is_folder: false };
            let parsed = parse(&item);
            let parsed = parsed.as_ref().map(|(owner, file)| {
                (&*owner.name, &*owner.user, file.number, &*file.name, file.late)
            });
            assert_eq!(parsed, expected, "{name}");
        }
    }
}
