//! Submission times from a CSV file, for downloads without times, such as those from Canvas.
//!
//! Students are found as on a roster: by id, by the platform's number, by email address, or by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use super::roster::{CsvTable, Keys, RosterStudent, read_student_lines, refuse_duplicates};
use super::{Attempt, ClassReadError, SubmissionTime, UnmatchedReason, dates, plain};

/// The headers of time columns, in lower case, in order of preference.
const TIME: [&str; 12] = [
    "time",
    "submitted_at",
    "submitted at",
    "submitted",
    "submission_time",
    "submission time",
    "submission_date",
    "submission date",
    "handed_in",
    "handed in",
    "date",
    "timestamp",
];

#[derive(Debug)]
pub(super) struct Times {
    /// The students with a time.
    students: Vec<RosterStudent>,
    /// With the text from the file.
    times: Vec<(SubmissionTime, String)>,
}

/// A line with a submission time that does not belong to exactly one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedTime {
    /// The line number, starting at 1.
    pub line: u64,
    /// The student, as in `Sam Lee (1001)`.
    pub student: String,
    /// The reason.
    pub why: UnusedTimeReason,
}

/// Why a submission time is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnusedTimeReason {
    /// The student has no submission.
    NoSubmission,
    /// The student has several submissions, with these names.
    SeveralSubmissions(Vec<String>),
    /// Several lines may belong to this submission.
    SeveralLines(String),
    /// The members of a group have different times for this submission.
    OtherTimes(String),
}

impl fmt::Display for UnusedTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, student, why } = self;
        write!(f, "{student} (line {line}: ")?;
        match why {
            UnusedTimeReason::NoSubmission => f.write_str("no submission")?,
            UnusedTimeReason::SeveralSubmissions(names) => {
                write!(f, "several submissions: {}", names.join(", "))?;
            }
            UnusedTimeReason::SeveralLines(name) => write!(f, "several lines match `{name}`")?,
            UnusedTimeReason::OtherTimes(name) => {
                write!(f, "members of `{name}` have different times")?;
            }
        }
        f.write_str(")")
    }
}

/// Reads a file with submission times. Ignores students without a time.
pub(super) fn read_times(path: &Path) -> Result<Times, ClassReadError> {
    let is = |title: &str, name: &str| title.to_lowercase() == name;
    let lines = read_student_lines(
        CsvTable::read_file(path)?,
        path,
        |header| TIME.iter().find_map(|name| header.iter().position(|title| is(title, name))),
        true,
    )?;
    let Some(column) = lines.column else {
        let (path, header) = (path.to_owned(), lines.header);
        return Err(ClassReadError::NoTimes { path, header });
    };
    let (mut students, mut times) = (Vec::new(), Vec::new());
    for (student, cell) in lines.people {
        // Moodle writes a dash if nothing was submitted.
        let Some(text) = cell.filter(|cell| cell != "-") else { continue };
        let Some(time) = parse_moment(&text) else {
            let (path, line, column) = (path.to_owned(), student.line(), column.clone());
            return Err(ClassReadError::NoTime { path, line, column, text });
        };
        students.push(student);
        times.push((time, text));
    }
    refuse_duplicates(path, &students)?;
    Ok(Times { students, times })
}

/// Parses a time with a four-digit year, or a date in words. Two digits could be the year of a different format.
fn parse_moment(text: &str) -> Option<SubmissionTime> {
    let has_year = text.split('-').next().is_some_and(|year| year.len() == 4);
    SubmissionTime::parse(text).filter(|_| has_year).or_else(|| dates::parse(text))
}

impl Times {
    /// Sets the submission times of the newest attempts. Returns unused lines, in file order.
    pub(super) fn set_times(&self, entries: &mut [Attempt]) -> Vec<UnusedTime> {
        let keys = Keys::new(&self.students);
        let mut of_line: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut of_entry: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut unused: BTreeMap<usize, UnusedTimeReason> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            let mut found = BTreeSet::new();
            for whose in Self::lines_of(&keys, entry) {
                match whose {
                    Ok(line) => drop(found.insert(line)),
                    Err(why) => {
                        for line in self.possible_lines(&why) {
                            unused.insert(line, UnusedTimeReason::SeveralLines(entry.name.clone()));
                        }
                    }
                }
            }
            for line in &found {
                of_line.entry(*line).or_default().push(at);
            }
            of_entry.insert(at, found);
        }
        for (line, places) in of_line.iter().filter(|(_, places)| places.len() > 1) {
            let names = places.iter().map(|&at| entries[at].name.clone()).collect();
            unused.insert(*line, UnusedTimeReason::SeveralSubmissions(names));
        }
        for (at, mut found) in of_entry {
            found.retain(|line| of_line[line].len() == 1);
            let entry = &mut entries[at];
            let times: Vec<&(SubmissionTime, String)> =
                found.iter().map(|&line| &self.times[line]).collect();
            match times[..] {
                [] => {}
                [(first, text), ref others @ ..]
                    if others.iter().all(|(time, _)| time == first) =>
                {
                    entry.time = Some(*first);
                    entry.handed_in = Some(text.clone());
                }
                _ => {
                    let differ = |line| (line, UnusedTimeReason::OtherTimes(entry.name.clone()));
                    unused.extend(found.into_iter().map(differ));
                }
            }
        }
        for line in (0..self.students.len()).filter(|line| !of_line.contains_key(line)) {
            unused.entry(line).or_insert(UnusedTimeReason::NoSubmission);
        }
        let unused = unused.into_iter().map(|(line, why)| {
            let listed = &self.students[line];
            let student = listed.person().label().unwrap_or_default();
            UnusedTime { line: listed.line(), student, why }
        });
        unused.collect()
    }

    /// Finds the line of each author of a submission, or else the line with the name of the submission.
    fn lines_of(keys: &Keys<'_>, entry: &Attempt) -> Vec<Result<usize, Box<UnmatchedReason>>> {
        let by_name = || {
            let label = Some(plain::label(&entry.source)).filter(|label| !label.is_empty());
            let by_label = |why| label.map_or(Err(why), |label| keys.find_by_label(&label));
            keys.find_by_label(&entry.name).or_else(by_label)
        };
        if entry.students.is_empty() {
            return vec![by_name()];
        }
        let find = |student| keys.find_by_account_alone(student, entry.from);
        let found: Vec<_> = entry.students.iter().map(find).collect();
        match found[..] {
            [Err(_)] => by_name().map_or(found, |line| vec![Ok(line)]),
            _ => found,
        }
    }

    /// Returns the lines that could belong to a student, if there are several.
    fn possible_lines(&self, why: &UnmatchedReason) -> Vec<usize> {
        let people = why.possible_authors().unwrap_or_default();
        let is_one = |line: &usize| people.contains(&self.students[*line].person());
        (0..self.students.len()).filter(is_one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Person, Platform, SubmissionSource};
    use super::*;
    use base::UserError as _;

    fn times(text: &str) -> Result<Times, ClassReadError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("times.csv");
        std::fs::write(&path, text).unwrap();
        read_times(&path)
    }

    fn person(id: &str, name: &str) -> Person {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Person { id: some(id), name: some(name), ..Person::default() }
    }

    /// A student on the roster, with the number and the name from Canvas.
    fn canvas(name: &str, student: Person, number: &str, called: &str) -> Attempt {
        let platform = Some(Box::new(person(number, called)));
        Attempt {
            students: vec![Person { platform, ..student }],
            from: Some(Platform::Canvas),
            ..Attempt::new(name, SubmissionSource::default())
        }
    }

    fn assigned(text: &str, entries: &mut [Attempt]) -> (Vec<String>, Vec<String>) {
        let unused = times(text).unwrap().set_times(entries);
        let time = |attempt: &Attempt| attempt.time.map_or("-".to_owned(), |time| time.to_string());
        (entries.iter().map(time).collect(), unused.iter().map(ToString::to_string).collect())
    }

    fn class() -> Vec<Attempt> {
        vec![
            canvas("u1", person("u1", "Doe, Jane"), "11", "doejane"),
            canvas("u2", person("u2", "Roe, John"), "12", "roejohn"),
            canvas("poezoe_13", person("13", "poezoe"), "13", "poezoe"),
        ]
    }

    #[test]
    fn a_student_is_found_by_id_number_or_name() {
        let expected = ["2026-11-22T23:10:00", "-", "2026-11-22T23:10:00+01:00"];
        for text in [
            "id,time\nu1,2026-11-22 23:10\n13,2026-11-22T23:10:00+01:00\n",
            "user_id,submitted_at\n11,2026-11-22 23:10\n13,2026-11-22T23:10:00+01:00\n",
            "name,time\nJane Doe,2026-11-22 23:10\n\"Poe, Zoe\",2026-11-22T23:10:00+01:00\n",
            "First name;Last name;Date\nJane;Doe;2026-11-22 23:10\nZoe;Poe;2026-11-22 23:10:00 +0100\n",
            "id,time\nU1,2026-11-22 23:10\nu2,-\npoezoe_13,2026-11-22T23:10:00+01:00\n",
        ] {
            let (found, unused) = assigned(text, &mut class());
            assert_eq!(
                (&found[..], &unused[..]),
                (&expected.map(str::to_owned)[..], &[][..]),
                "{text}"
            );
        }
    }

    #[test]
    fn lines_with_zero_or_several_matches_are_reported() {
        let at = "2026-11-22 23:10";
        let unused = |text: &str, entries: &mut [Attempt]| assigned(text, entries).1;
        assert_eq!(
            unused(&format!("id,name,time\nu9,Eve Moe,{at}\nu1,,{at}\n"), &mut class()),
            ["Eve Moe (u9) (line 2: no submission)"]
        );
        // Two lines match by name, but neither has the id of the submission.
        let text = format!("id,name,time\nx1,Jane Doe,{at}\nx2,Jane Doe,{at}\n");
        let (found, lines) = assigned(&text, &mut class());
        assert_eq!(found, ["-", "-", "-"]);
        assert_eq!(
            lines,
            [
                "Jane Doe (x1) (line 2: several lines match `u1`)",
                "Jane Doe (x2) (line 3: several lines match `u1`)"
            ]
        );
        let mut twice = class();
        twice.push(Attempt { name: "u1+u2".to_owned(), ..twice[0].clone() });
        assert_eq!(
            unused(&format!("id,time\nu1,{at}\nu2,{at}\n"), &mut twice),
            ["u1 (line 2: several submissions: u1, u1+u2)"]
        );
        assert_eq!(twice.iter().filter(|attempt| attempt.time.is_some()).count(), 1);
    }

    #[test]
    fn group_members_must_have_the_same_time() {
        let group = || Attempt {
            students: vec![person("u1", ""), person("u2", "")],
            group: Some("Team 1".to_owned()),
            ..Attempt::new("u1+u2", SubmissionSource::default())
        };
        let text = "id,time\nu1,2026-11-22 23:10\nu2,2026-11-22 23:10\n";
        assert_eq!(
            assigned(text, &mut [group()]),
            (vec!["2026-11-22T23:10:00".to_owned()], vec![])
        );
        let text = "id,time\nu1,2026-11-22 23:10\nu2,2026-11-22 23:11\n";
        let (found, unused) = assigned(text, &mut [group()]);
        assert_eq!(found, ["-"]);
        assert_eq!(unused[1], "u2 (line 3: members of `u1+u2` have different times)");
        assert_eq!(assigned("id,time\nu2,2026-11-22 23:10\n", &mut [group()]).1, [""; 0]);
    }

    #[test]
    fn mistakes_are_reported_with_their_line_or_column() {
        let mut lines = Vec::new();
        for text in [
            "id,name\nu1,Jane\n",
            "time,grade\n2026-11-22 23:10,5\n",
            "id,Submitted at\nu1,2026-11-22 23:10\nu2,22.11.2026 23:10\n",
            "id,time\nu1,26-11-22 23:10\n",
            "id,time\nu1,2026-11-22 23:10\nU1,2026-11-22 23:10\n",
            "name,time\nJane Doe,2026-11-22 23:10\njane doe,2026-11-22 23:10\n",
            "name,time\n,2026-11-22 23:10\n",
        ] {
            let error = times(text).unwrap_err();
            let message = error.to_string();
            lines.push(message[message.find("times.csv").unwrap()..].to_owned());
            lines.extend(error.hint().map(|hint| format!("  {hint}")));
        }
        insta::assert_snapshot!(lines.join("\n"), @"
        times.csv` needs a column with submission times, such as `time`
          the columns in its first line are id, name
        times.csv` needs a column that identifies students, such as `id`
          the columns in its first line are time, grade
        times.csv`, line 3, column `Submitted at`: `22.11.2026 23:10` is not a date and time
          write it as `2026-11-22T23:59:00+01:00`, or omit the offset to use the time zone of the due date
        times.csv`, line 2, column `time`: `26-11-22 23:10` is not a date and time
          write it as `2026-11-22T23:59:00+01:00`, or omit the offset to use the time zone of the due date
        times.csv`, line 3: the id `U1` already appears on line 2
        times.csv`, line 3: the name `jane doe` already appears on line 2
        times.csv`, line 2: the id or the name is missing
        ");
    }
}
