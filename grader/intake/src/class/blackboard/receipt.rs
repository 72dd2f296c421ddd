//! Receipts: text files by Blackboard, with the student's text in the middle.

use std::collections::BTreeMap;

use crate::input::InputPath;

/// The maximum receipt size in bytes.
/// The header is short, but the student's text in it can have any length.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Receipt {
    pub(super) login: Option<String>,
    pub(super) name: Option<String>,
    /// In Blackboard's format and time zone.
    pub(super) date: Option<String>,
    /// The student's name for each stored file.
    pub(super) files: BTreeMap<String, String>,
}

impl Receipt {
    /// Reads the receipt of the student whose file names begin with `whose`. Leaves out fields that cannot be parsed.
    pub(super) fn read_file(file: &InputPath<'_>, whose: &str) -> Self {
        let Ok(Some(bytes)) = file.read(MAX_BYTES) else { return Self::default() };
        Self::parse(&String::from_utf8_lossy(&bytes), whose)
    }

    fn parse(text: &str, whose: &str) -> Self {
        // A byte order mark would otherwise be part of the first field.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // The header is followed by the student's text, which might imitate any field.
        let head = text.lines().take(4).take_while(|line| !line.trim().is_empty());
        let fields: Vec<(&str, &str)> = head.filter_map(|line| line.split_once(':')).collect();
        let field = |name: &str| {
            let found = fields.iter().find(|(title, _)| title.trim().eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
        };
        let person = field("name").and_then(|value| value.strip_suffix(')')?.rsplit_once('('));
        let belongs = |login: &str| {
            whose.strip_suffix(login).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
        };
        let person = person.filter(|(_, login)| !login.is_empty() && belongs(login));
        let name = person.map(|(name, _)| name.trim()).filter(|name| !name.is_empty());
        Self {
            login: person.map(|(_, login)| login.to_owned()),
            name: name.map(str::to_owned),
            date: field("date submitted").map(str::to_owned),
            files: listed_files(text, whose),
        }
    }
}

fn listed_files(text: &str, whose: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    // The list is at the end, and the student's text before it can contain the same word.
    let Some((_, list)) = text.rsplit_once("\nFiles:") else { return names };
    let mut original = None;
    for line in list.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("Original filename:") {
            original = Some(name.trim());
        } else if let Some(stored) = line.strip_prefix("Filename:") {
            let stored = stored.trim();
            // Names of other students' files should be ignored.
            let name = original.take().filter(|_| stored.starts_with(whose));
            if let Some(name) = name.filter(|name| is_file_name(name)) {
                names.insert(stored.to_owned(), name.to_owned());
            }
        }
    }
    names
}

/// Returns `true` for a file name without separators.
fn is_file_name(name: &str) -> bool {
    !["", ".", ".."].contains(&name) && !name.contains(['/', '\\', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Name: Jörg (Jo) Müller (jm_1)\r
Assignment: 8-Puzzle\r
Date Submitted: Friday, November 20, 2026 10:33:12 AM CET\r
Current Grade: Needs Grading\r
\r
Submission Field:\r
There is no student submission text data for this assignment.\r
\r
Comments:\r
Name: Somebody Else (else)
Files:
\tOriginal filename: ../../x.rs
\tFilename: 8-Puzzle_jm_1_attempt_2026-11-20-10-33-12_a.rs
\r
Files:\r
\tOriginal filename: board.rs\r
\tFilename: 8-Puzzle_jm_1_attempt_2026-11-20-10-33-12_board(1).rs\r
\tOriginal filename: ..\r
\tFilename: 8-Puzzle_jm_1_attempt_2026-11-20-10-33-12_b.rs\r
\tOriginal filename: solver.rs\r
\tFilename: 8-Puzzle_else_attempt_2026-11-20-10-33-12_solver.rs\r
";

    #[test]
    fn a_receipt_contains_the_student_the_time_and_the_files() {
        let receipt = Receipt::parse(TEXT, "8-Puzzle_jm_1");
        assert_eq!(receipt.login.as_deref(), Some("jm_1"));
        assert_eq!(receipt.name.as_deref(), Some("Jörg (Jo) Müller"));
        assert_eq!(receipt.date.as_deref(), Some("Friday, November 20, 2026 10:33:12 AM CET"));
        let stored = "8-Puzzle_jm_1_attempt_2026-11-20-10-33-12_board(1).rs";
        assert_eq!(receipt.files, [(stored.to_owned(), "board.rs".to_owned())].into());
    }

    #[test]
    fn mismatched_receipt_fields_are_ignored() {
        let other = Receipt::parse(TEXT, "8-Puzzle_else");
        assert_eq!((other.login, other.name), (None, None));
        assert_eq!(Receipt::parse("", "a"), Receipt::default());
        assert_eq!(Receipt::parse("Name: ()\n\nName: A (a)\n", "x_a"), Receipt::default());
    }
}
