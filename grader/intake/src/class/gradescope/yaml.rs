//! Reads of `submission_metadata.yml` what the grader needs: the names of the submissions, who
//! handed them in, and when.
//!
//! This is no reader of YAML. It knows the form in which Gradescope writes it, a line at a time:
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
//! Everything but `:submitters:` and `:created_at:` is passed over by its indentation, which is
//! deeper than that of its key whatever is in it. So what a student's code printed cannot be taken
//! for who they are. Anything else within `:submitters:` than is shown here is an error with its
//! line.

use std::collections::BTreeSet;

use super::super::Student;

/// A submission: its folder, and who handed it in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Submission {
    pub(super) key: String,
    pub(super) students: Vec<Student>,
    /// When it was handed in.
    pub(super) created_at: Option<String>,
}

/// What cannot be read, and the line that it is in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: u64,
    pub(super) message: String,
}

/// Reads the whole file.
pub(super) fn read(text: &str) -> Result<Vec<Submission>, Fault> {
    let mut reader = Reader::default();
    for (line, text) in (1..).zip(text.lines()) {
        reader.line(line, text)?;
    }
    reader.finish_value()?;
    Ok(reader.submissions)
}

#[derive(Debug, Default)]
struct Reader {
    submissions: Vec<Submission>,
    seen: BTreeSet<String>,
    /// How far the keys of the current submission are indented.
    keys: Option<usize>,
    in_submitters: bool,
    /// How far the keys of the current submitter are indented.
    fields: Option<usize>,
    value: Option<Value>,
}

/// A value that may go on in the next line.
#[derive(Debug)]
struct Value {
    line: u64,
    field: Field,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Name,
    Id,
    Email,
    Other,
}

impl Reader {
    fn line(&mut self, line: u64, text: &str) -> Result<(), Fault> {
        let fault = |message: String| Fault { line, message };
        let content = text.trim_start_matches(' ');
        let indent = text.len() - content.len();
        let content = content.trim_end();
        if content.is_empty() || self.goes_on(indent, content) {
            return Ok(());
        }
        let is_item = content == "-" || content.starts_with("- ");
        if indent == 0 {
            self.finish_value()?;
            let is_mark = ["---", "--- {}", "..."].contains(&content) || content.starts_with('#');
            return if is_mark { Ok(()) } else { self.submission(content).map_err(fault) };
        }
        if self.submissions.is_empty() {
            return Err(fault("this belongs to no submission".to_owned()));
        }
        let keys = *self.keys.get_or_insert(indent);
        if indent < keys {
            return Err(fault("this is indented less than what is before it".to_owned()));
        }
        if indent == keys && !is_item {
            self.finish_value()?;
            self.key(content).map_err(fault)
        } else if self.in_submitters {
            self.finish_value()?;
            self.submitter(line, indent, content, is_item).map_err(fault)
        } else {
            Ok(())
        }
    }

    /// Takes a line for more of a value, if it is: what is too long goes on in the next line.
    fn goes_on(&mut self, indent: usize, content: &str) -> bool {
        match (&mut self.value, self.fields) {
            (Some(value), Some(fields)) if indent > fields => {
                if value.text.ends_with('\\') {
                    value.text.pop();
                } else {
                    value.text.push(' ');
                }
                value.text.push_str(content);
                true
            }
            _ => false,
        }
    }

    /// A line at the left edge: the name of a submission.
    fn submission(&mut self, content: &str) -> Result<(), String> {
        let key = content.strip_suffix(':').or_else(|| content.strip_suffix(": {}"));
        let key = key.ok_or("the name of a submission and a colon are expected here")?;
        let key = scalar(key)?.unwrap_or_default();
        let leads_away =
            key.contains(['/', '\\', ':', '\0']) || ["", ".", ".."].contains(&key.as_str());
        if leads_away {
            return Err(format!("`{}` is no name of a folder", key.escape_debug()));
        }
        if !self.seen.insert(key.clone()) {
            return Err(format!("the submission `{key}` is here twice"));
        }
        self.submissions.push(Submission { key, students: Vec::new(), created_at: None });
        (self.keys, self.in_submitters, self.fields) = (None, false, None);
        Ok(())
    }

    /// A key of a submission.
    fn key(&mut self, content: &str) -> Result<(), String> {
        let value =
            content.strip_prefix(":submitters:").or_else(|| content.strip_prefix("submitters:"));
        (self.in_submitters, self.fields) = (value.is_some(), None);
        let time = content.strip_prefix(":created_at:");
        if let Some(time) = time.or_else(|| content.strip_prefix("created_at:")) {
            let submission = self.submissions.last_mut();
            submission.ok_or("this belongs to no submission")?.created_at = moment(time.trim());
        }
        match value.map(str::trim) {
            None | Some("" | "[]") => Ok(()),
            Some(_) => Err("`:submitters:` is no list of lines that begin with `-`".to_owned()),
        }
    }

    /// A line within `:submitters:`.
    fn submitter(
        &mut self,
        line: u64,
        indent: usize,
        content: &str,
        is_item: bool,
    ) -> Result<(), String> {
        let students = self.submissions.last_mut().map(|it| &mut it.students);
        let students = students.ok_or("this belongs to no submission")?;
        let mut field = content;
        if is_item && self.fields.is_none_or(|fields| indent < fields) {
            field = content[1..].trim_start();
            self.fields = Some(indent + content.len() - field.len());
            students.push(Student::default());
        } else if self.fields.ok_or("a submitter begins with `-`")? != indent {
            return Err("this is indented neither as a key nor as more of a value".to_owned());
        }
        let (key, text) = field
            .split_once(": ")
            .or_else(|| Some((field.strip_suffix(':')?, "")))
            .ok_or("a key such as `:name:` is expected here")?;
        let field = match key.trim_start_matches(':') {
            "name" => Field::Name,
            "sid" => Field::Id,
            "email" => Field::Email,
            _ => Field::Other,
        };
        self.value = Some(Value { line, field, text: text.trim_start().to_owned() });
        Ok(())
    }

    /// Puts the value that has been read where it belongs.
    fn finish_value(&mut self) -> Result<(), Fault> {
        let Some(Value { line, field, text }) = self.value.take() else { return Ok(()) };
        if field == Field::Other {
            return Ok(());
        }
        let value = scalar(&text).map_err(|message| Fault { line, message })?;
        let value = value.filter(|it| !it.trim().is_empty());
        let student = self.submissions.last_mut().and_then(|it| it.students.last_mut());
        if let Some(student) = student {
            match field {
                Field::Name => student.name = value,
                Field::Id => student.id = value,
                Field::Email => student.email = value,
                Field::Other => {}
            }
        }
        Ok(())
    }
}

/// A point in time, of which nothing but digits and the signs between them is believed.
fn moment(text: &str) -> Option<String> {
    let time = scalar(text).ok().flatten()?;
    let is_time = |c: char| c.is_ascii_digit() || " -:+.TZ".contains(c);
    (time.len() <= 40
        && time.starts_with(|c: char| c.is_ascii_digit())
        && time.chars().all(is_time))
    .then_some(time)
}

/// A value: plain, or in either kind of quotes. `None` if there is none.
fn scalar(text: &str) -> Result<Option<String>, String> {
    let unknown = || format!("`{}` is not written as Gradescope does", text.escape_debug());
    if let Some(rest) = text.strip_prefix('\'') {
        let inner = rest.strip_suffix('\'').ok_or_else(unknown)?;
        let plain = inner.replace("''", "'");
        // Each quote within is there twice.
        let quotes = |text: &str| text.matches('\'').count();
        return if quotes(inner) == 2 * quotes(&plain) { Ok(Some(plain)) } else { Err(unknown()) };
    }
    if let Some(rest) = text.strip_prefix('"') {
        return unescape(rest).map(Some).ok_or_else(unknown);
    }
    if text.starts_with(['|', '>', '&', '*', '!', '{', '[', '%', '@', '`', '?']) {
        return Err(unknown());
    }
    Ok(if ["", "~", "null"].contains(&text) { None } else { Some(text.to_owned()) })
}

/// What is in double quotes, from after the first to the end. `None` if it does not end with the
/// other, or has an escape that YAML does not know.
fn unescape(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return chars.next().is_none().then_some(plain),
            '\\' => {
                let digits = match chars.next()? {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    escape => {
                        plain.push(match escape {
                            'n' => '\n',
                            't' => '\t',
                            'r' => '\r',
                            'e' => '\x1b',
                            'a' => '\x07',
                            'b' => '\x08',
                            'f' => '\x0c',
                            'v' => '\x0b',
                            '0' => '\0',
                            'N' => '\u{85}',
                            '_' => '\u{a0}',
                            'L' => '\u{2028}',
                            'P' => '\u{2029}',
                            '"' | '\\' | '/' | ' ' => escape,
                            _ => return None,
                        });
                        continue;
                    }
                };
                let code: String = chars.by_ref().take(digits).collect();
                if code.len() != digits {
                    return None;
                }
                plain.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
            }
            other => plain.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn student(name: &str, id: &str, email: &str) -> Student {
        let some = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
        Student { id: some(id), name: some(name), email: some(email), sid: None }
    }

    fn submissions(text: &str) -> Vec<(String, Vec<Student>)> {
        let read = read(text).unwrap_or_else(|fault| panic!("{fault:?}"));
        read.into_iter().map(|it| (it.key, it.students)).collect()
    }

    #[test]
    fn who_handed_in_is_read_and_the_rest_passed_over() {
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
        let times: Vec<_> = read(text).unwrap().into_iter().map(|it| it.created_at).collect();
        assert_eq!(times[0].as_deref(), Some("2026-04-26 17:34:00.861687000 Z"));
        assert_eq!(times[1..], [None, None, None, None]);
        for odd in ["[1]", "yesterday", "'2026", "2026; rm", "~"] {
            assert_eq!(moment(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_is_not_of_this_form_is_an_error_with_its_line() {
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
            let fault = read(text).expect_err(text);
            assert_eq!(fault.line, line, "{text}: {}", fault.message);
        }
    }
}
