//! Parses `submission_metadata.yml`: the folder, students and time of each submission.
//!
//! ```yaml
//! submission_123:
//!   :submitters:
//!   - :name: Jane Doe
//!     :sid: '1001'
//!     :email: jane@uni.example
//!   :created_at: 2026-04-26 17:34:00.861687000 Z
//!   :score: 2.0
//!   :results:
//!     output: |-
//!       whatever the code of the student printed
//! ```
//!
//! Everything except `:submitters:` and `:created_at:` is skipped, so the output of student code cannot be mistaken for
//! a student. If `:submitters:` deviates from this format, the error gives the position.

use std::borrow::Cow;
use std::collections::BTreeSet;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput};

use super::super::Person;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExportedSubmission {
    pub(super) key: String,
    pub(super) students: Vec<Person>,
    pub(super) created_at: Option<String>,
}

/// An error in the file. Lines and columns start at 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct YamlError {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) message: String,
}

impl YamlError {
    fn error_at(place: Marker, message: impl Into<String>) -> Self {
        let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let (line, column) = (number(place.line()), number(place.col()).saturating_add(1));
        Self { line, column, message: message.into() }
    }
}

impl From<ScanError> for YamlError {
    fn from(error: ScanError) -> Self {
        Self::error_at(*error.marker(), error.info())
    }
}

pub(super) fn parse_export(text: &str) -> Result<Vec<ExportedSubmission>, YamlError> {
    // Gradescope's YAML writer follows YAML 1.1, where these characters are line breaks. Without this replacement, text
    // that student code prints after one of them would seem to start at the left margin, and could be mistaken for a
    // key.
    let text = text.replace(['\u{85}', '\u{2028}', '\u{2029}'], "\n");
    let mut reader = YamlReader(Parser::new_from_str(&text));
    let mut submissions: Vec<ExportedSubmission> = Vec::new();
    let mut seen = BTreeSet::new();
    loop {
        let (event, place) = reader.next()?;
        match event {
            Event::StreamEnd => return Ok(submissions),
            Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => {}
            // The file is empty or contains only comments.
            Event::Scalar(..) if is_nothing(&event) => {}
            Event::MappingStart(..) => {
                reader.for_each_field(|reader, key, place| {
                    let key =
                        folder_name(key).map_err(|message| YamlError::error_at(place, message))?;
                    if !seen.insert(key.clone()) {
                        let message = format!("the submission `{key}` appears twice");
                        return Err(YamlError::error_at(place, message));
                    }
                    submissions.push(reader.read_submission(key)?);
                    Ok(())
                })?;
            }
            _ => return Err(YamlError::error_at(place, "expected the name of a submission")),
        }
    }
}

/// Returns the name of a submission folder, or an error if it points elsewhere.
fn folder_name(key: &str) -> Result<String, String> {
    let leads_away = key.contains(['/', '\\', ':', '\0']) || ["", ".", ".."].contains(&key);
    if leads_away {
        return Err(format!("`{}` is not a folder name", key.escape_debug()));
    }
    Ok(key.to_owned())
}

struct YamlReader<'a>(Parser<'a, StrInput<'a>>);

impl<'a> YamlReader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Marker), YamlError> {
        match self.0.next_event() {
            Some(event) => event.map(|(event, span)| (event, span.start)).map_err(YamlError::from),
            None => Ok((Event::StreamEnd, Marker::default())),
        }
    }

    /// Reads the rest of a mapping, and calls `value` for each key.
    fn for_each_field(
        &mut self,
        mut value: impl FnMut(&mut Self, &str, Marker) -> Result<(), YamlError>,
    ) -> Result<(), YamlError> {
        loop {
            match self.next()? {
                (Event::MappingEnd, _) => return Ok(()),
                (Event::Scalar(key, _, 0, None), place) => value(self, &key, place)?,
                (_, place) => return Err(YamlError::error_at(place, "expected a key")),
            }
        }
    }

    /// Skips the rest of the node that starts with this event.
    fn pass_over(&mut self, mut event: Event<'a>) -> Result<(), YamlError> {
        let mut depth = 0_usize;
        loop {
            match event {
                Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
                // A fault in the parser must not make the grader panic.
                Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
            event = self.next()?.0;
        }
    }

    fn read_submission(&mut self, key: String) -> Result<ExportedSubmission, YamlError> {
        let mut submission = ExportedSubmission { key, students: Vec::new(), created_at: None };
        match self.next()? {
            (Event::MappingStart(..), _) => self.for_each_field(|reader, key, _| {
                // Ruby writes its symbols with a colon in front.
                match key.strip_prefix(':').unwrap_or(key) {
                    "submitters" => submission.students = reader.read_submitters()?,
                    "created_at" => {
                        let (event, _) = reader.next()?;
                        if let Event::Scalar(text, ..) = &event {
                            submission.created_at = checked_time(text);
                        }
                        reader.pass_over(event)?;
                    }
                    _ => {
                        let (event, _) = reader.next()?;
                        reader.pass_over(event)?;
                    }
                }
                Ok(())
            })?,
            (event, _) if is_nothing(&event) => {}
            (_, place) => {
                return Err(YamlError::error_at(place, "expected keys such as `:submitters:`"));
            }
        }
        Ok(submission)
    }

    fn read_submitters(&mut self) -> Result<Vec<Person>, YamlError> {
        let mut students = Vec::new();
        match self.next()? {
            (Event::SequenceStart(0, None), _) => {}
            (event, _) if is_nothing(&event) => return Ok(students),
            (_, place) => {
                return Err(YamlError::error_at(
                    place,
                    "`:submitters:` must be a list, with `-` before each item",
                ));
            }
        }
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(students),
                (Event::MappingStart(0, None), _) => students.push(self.read_student()?),
                (_, place) => {
                    return Err(YamlError::error_at(place, "expected a key such as `:name:`"));
                }
            }
        }
    }

    fn read_student(&mut self) -> Result<Person, YamlError> {
        let mut student = Person::default();
        self.for_each_field(|reader, key, _| {
            // As above, a key can be a symbol of Ruby.
            let field = match key.strip_prefix(':').unwrap_or(key) {
                "name" => &mut student.name,
                "sid" => &mut student.id,
                "email" => &mut student.email,
                _ => {
                    let (event, _) = reader.next()?;
                    return reader.pass_over(event);
                }
            };
            *field =
                reader.next_text()?.filter(|text| !text.trim().is_empty()).map(Cow::into_owned);
            Ok(())
        })?;
        Ok(student)
    }

    /// Reads a plain or quoted scalar.
    fn next_text(&mut self) -> Result<Option<Cow<'a, str>>, YamlError> {
        use ScalarStyle::{DoubleQuoted, Plain, SingleQuoted};
        match self.next()? {
            (event, _) if is_nothing(&event) => Ok(None),
            (Event::Scalar(text, Plain | SingleQuoted | DoubleQuoted, 0, None), _) => {
                Ok(Some(text))
            }
            (_, place) => Err(YamlError::error_at(place, "expected a plain or quoted string")),
        }
    }
}

/// Returns `true` for YAML's null.
fn is_nothing(event: &Event<'_>) -> bool {
    matches!(event, Event::Scalar(text, ScalarStyle::Plain, 0, None)
        if ["", "~", "null"].contains(&text.as_ref()))
}

/// Returns the time if it consists only of digits and separators.
fn checked_time(time: &str) -> Option<String> {
    // A time is shown in messages and files, so it must not contain anything else. The longest form, with nanoseconds
    // and an offset, has 36 characters.
    let is_time = |c: char| c.is_ascii_digit() || " -:+.TZ".contains(c);
    (time.len() <= 40
        && time.starts_with(|c: char| c.is_ascii_digit())
        && time.chars().all(is_time))
    .then(|| time.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn student(name: &str, id: &str, email: &str) -> Person {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let (id, name, email) = (some(id), some(name), some(email));
        Person { id, name, email, ..Person::default() }
    }

    fn submissions(text: &str) -> Vec<(String, Vec<Person>)> {
        let read = parse_export(text).unwrap_or_else(|fault| panic!("{fault:?}"));
        read.into_iter().map(|submission| (submission.key, submission.students)).collect()
    }

    #[test]
    fn submitters_are_read_and_other_fields_ignored() {
        let text = "\
---
submission_1:
  :submitters:
  - :name: Jane Doe
    :sid: '1001'
    :email: jane@uni.example
  :created_at: 2026-04-26 17:34:00.861687000 Z
  :score: 2.0
  :results:
    output: |-
      submission_2:
        :submitters:
        - :name: Mallory

        \ttext: \"
    tests: []
submission_2:
  :submitters:
    - :name: \"Zo\\xEB \\\"Z\\\" O'Neil\"
      :sid: 7
      :extra: |-
        - x
    - :email: 'o''neil@uni.example'
  :history:
  - :id: 3
    :submitters:
    - :name: Mallory
submission_3:
  :submitters: []
submission_4:
  :score:
'submission 5':
  :submitters:
  - :name: A name that is so long that the writer of this file breaks it at the
      eightieth column
    :sid: ''
";
        assert_eq!(
            submissions(text),
            [
                ("submission_1".to_owned(), vec![student("Jane Doe", "1001", "jane@uni.example")]),
                (
                    "submission_2".to_owned(),
                    vec![
                        student("Zoë \"Z\" O'Neil", "7", ""),
                        student("", "", "o'neil@uni.example"),
                    ]
                ),
                ("submission_3".to_owned(), vec![]),
                ("submission_4".to_owned(), vec![]),
                (
                    "submission 5".to_owned(),
                    vec![student(
                        "A name that is so long that the writer of this file breaks it at the \
                         eightieth column",
                        "",
                        ""
                    )]
                ),
            ]
        );
        assert_eq!(submissions("--- {}\n"), []);
        let times: Vec<_> = parse_export(text)
            .unwrap()
            .into_iter()
            .map(|submission| submission.created_at)
            .collect();
        assert_eq!(times[0].as_deref(), Some("2026-04-26 17:34:00.861687000 Z"));
        assert_eq!(times[1..], [None, None, None, None]);
        for odd in ["[1]", "yesterday", "'2026", "2026; rm", "~"] {
            assert_eq!(checked_time(odd), None, "{odd}");
        }
    }

    /// libyaml writes Unicode line separators unescaped, followed by the indentation.
    #[test]
    fn unicode_line_separators_do_not_start_a_key() {
        for end in ['\u{85}', '\u{2028}', '\u{2029}'] {
            let text = format!(
                "submission_1:\n  :results: |\n    printed\n{end}    submission_2:\n    \
                 :submitters:\n    - :name: Mallory\n  :submitters:\n  - :name: Jane\n"
            );
            let expected = ("submission_1".to_owned(), vec![student("Jane", "", "")]);
            assert_eq!(submissions(&text), [expected], "{end:?}");
        }
    }

    #[test]
    fn an_error_reports_its_column() {
        let fault = parse_export("a:\n  :submitters:\n  - :sid: *alias\n").unwrap_err();
        assert_eq!((fault.line, fault.column), (3, 11), "{}", fault.message);
    }

    #[test]
    fn malformed_metadata_is_reported_with_its_line() {
        for (text, line) in [
            ("submission_1\n", 1),
            ("  :submitters:\n", 1),
            ("a:\n  :submitters: &x\n", 2),
            ("a:\n  :submitters:\n  - Jane\n", 3),
            ("a:\n  :submitters:\n    :name: Jane\n", 3),
            ("a:\n  :submitters:\n  - :name: \"Jane\n", 3),
            ("a:\n  :submitters:\n  - :name: 'Ja'ne'\n", 3),
            ("a:\n  :submitters:\n  - :sid: *alias\n", 3),
            ("a:\n  :submitters:\n  - :sid: \"\\q\"\n", 3),
            ("a:\n    :score: 1\n  :submitters:\n", 3),
            ("../a:\n", 1),
            ("..:\n", 1),
            ("a:\na:\n", 2),
        ] {
            let fault = parse_export(text).expect_err(text);
            assert_eq!(fault.line, line, "{text}: {}", fault.message);
        }
    }
}
