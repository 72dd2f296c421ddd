//! A round trip with a class of forty students: fills in each platform's export, and imports it according to the
//! platform's rules.
//!
//! The rules for Canvas and Moodle are condensed from the source code (see `canvas.rs` and `moodle.rs`), and those for
//! other platforms come from manuals.

use std::collections::BTreeMap;

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    /// Graded, on time or late.
    Plain,
    /// Graded, with points from an earlier run.
    Regraded,
    /// Graded, with the same points in the gradebook.
    Same,
    Excused,
    ExcusedMissing,
    /// A grader error, with points from an earlier run.
    Ungraded,
    Missing,
    /// Without a submission, but with points entered manually.
    MissingWithPoints,
    Rejected,
    /// Rejected, with points entered manually.
    RejectedWithPoints,
    /// In a group with the next student, who is `Plain` and has the same entry.
    Group,
    /// The author of two submissions.
    Twice,
    /// Has the next student's name, and is known by an id.
    SameNameById,
    /// Has the previous student's name, but neither a submission nor a roster entry.
    SameNameOfNobody,
    /// Known only by a misspelled name.
    Misspelt,
    /// Enrolled, but missing from the class.
    Unknown,
}

use Case::{
    Excused, ExcusedMissing, Group, Missing, MissingWithPoints, Misspelt, Plain, Regraded,
    Rejected, RejectedWithPoints, Same, SameNameById, SameNameOfNobody, Twice, Ungraded, Unknown,
};

/// The students, by index, with a case other than `Plain`.
const CASES: [(usize, Case); 19] = [
    (3, Regraded),
    (4, Same),
    (7, Excused),
    (8, ExcusedMissing),
    (11, Ungraded),
    (14, Missing),
    (15, MissingWithPoints),
    (18, Group),
    (21, Twice),
    (24, SameNameById),
    (25, SameNameOfNobody),
    (28, Misspelt),
    (31, Unknown),
    (32, Missing),
    (33, Regraded),
    (34, Missing),
    (35, Ungraded),
    (37, Rejected),
    (38, RejectedWithPoints),
];

const STUDENTS: usize = 40;

fn case(place: usize) -> Case {
    CASES.iter().find(|(at, _)| *at == place).map_or(Plain, |(_, case)| *case)
}

/// Returns a first and last name: for `SameNameOfNobody`, those of the previous student.
fn name(place: usize) -> (String, String) {
    let place = if case(place) == SameNameOfNobody { place - 1 } else { place };
    (format!("First{}", letter(place)), format!("O'Last{}", letter(place)))
}

/// Returns letters for an index. With digits, one name could be a prefix of another.
fn letter(place: usize) -> String {
    let digit = |index: usize| char::from(b'a' + u8::try_from(index).unwrap());
    [digit(place / 10), digit(place % 10)].iter().collect()
}

fn id(place: usize) -> String {
    format!("00{place}")
}

fn email(place: usize) -> String {
    format!("s{place}@uni.example")
}

/// In thousandths, out of 100. Some have three decimals.
fn held(place: usize) -> u64 {
    let shared = if place == 19 { 18 } else { place };
    60_000 + u64::try_from(shared).unwrap() * 625
}

/// Returns the grade on the platform before the import: points on the column's scale, or a word.
fn before(place: usize, platform: Platform, worth: u64) -> String {
    let has_words = matches!(platform, Platform::Canvas | Platform::Blackboard);
    let word = if platform == Platform::Canvas { "EX" } else { "Exempt" };
    match case(place) {
        Regraded | Ungraded | MissingWithPoints | RejectedWithPoints => "5.00".to_owned(),
        Same => points_of(place, worth),
        Excused | ExcusedMissing if has_words => word.to_owned(),
        _ => String::new(),
    }
}

fn points_of(place: usize, worth: u64) -> String {
    let held = Points::from_thousandths(held(place));
    if worth == 100 {
        held.to_string()
    } else {
        held.scaled(hundred(), Points::from_thousandths(worth * 1000)).to_string()
    }
}

fn hundred() -> Points {
    Points::from_thousandths(100_000)
}

fn entries(zero_for_rejected: bool) -> Vec<GradebookEntry> {
    let mut all = Vec::new();
    for place in 0..STUDENTS {
        let (first, last) = name(place);
        let known_as = KnownAs {
            ids: vec![id(place)],
            numbers: vec![format!("{}", 7000 + place)],
            emails: vec![email(place)],
            names: vec![format!("{first} {last}")],
        };
        let award = match case(place) {
            Ungraded => Award::Unknown,
            Missing | MissingWithPoints | ExcusedMissing => Award::Missing,
            Rejected | RejectedWithPoints => Award::Rejected { is_zero: zero_for_rejected },
            _ => award(held(place)),
        };
        let entry =
            GradebookEntry { label: format!("student {place}"), known_as, award, comment: None };
        match case(place) {
            Unknown | SameNameOfNobody => {}
            Twice => {
                all.push(GradebookEntry {
                    label: format!("{} alone", entry.label),
                    ..entry.clone()
                });
                all.push(GradebookEntry { label: format!("{} in a group", entry.label), ..entry });
            }
            Misspelt => {
                let names = vec![format!("{first} X{last}")];
                let known_as = KnownAs { names, ..KnownAs::default() };
                all.push(GradebookEntry { known_as, ..entry });
            }
            _ => all.push(entry),
        }
    }
    all
}

/// Returns the grade to expect on the platform after the import.
fn after(place: usize, platform: Platform, worth: u64, zero_for_rejected: bool) -> String {
    let before = before(place, platform, worth);
    match case(place) {
        Plain | Regraded | Same | Group | SameNameById => points_of(place, worth),
        Excused if before.is_empty() => points_of(place, worth),
        Missing => "0".to_owned(),
        ExcusedMissing if before.is_empty() => "0".to_owned(),
        Rejected if zero_for_rejected => "0".to_owned(),
        Excused | ExcusedMissing | Ungraded | MissingWithPoints | Rejected | RejectedWithPoints
        | Twice | SameNameOfNobody | Misspelt | Unknown => before,
    }
}

fn export(platform: Platform, store: &BTreeMap<usize, String>, worth: u64) -> String {
    let sample = gradebook_of(platform).sample;
    let mut rows = sample.head(&worth.to_string());
    rows.extend(store.iter().map(|(place, grade)| {
        let (first, last) = name(*place);
        sample.row(&Student {
            first,
            last,
            id: id(*place),
            login: format!("s{place}"),
            email: email(*place),
            number: (7000 + place).to_string(),
            grade: grade.clone(),
            comment: String::new(),
            worth: format!("{worth}.00"),
        })
    }));
    rows.extend(sample.below.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()));
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for row in &rows {
        writer.write_record(row).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// Imports a file according to a platform's rules, and returns the students with changed grades.
fn import(
    platform: Platform,
    file: &str,
    store: &mut BTreeMap<usize, String>,
    worth: u64,
) -> Vec<usize> {
    let sample = gradebook_of(platform).sample;
    let mut reader = csv::Reader::from_reader(file.as_bytes());
    let number = |text: &str| text.parse::<f64>().ok();
    let cents = |number: f64| format!("{number:.2}");
    let mut changed = Vec::new();
    for row in reader.records().map(Result::unwrap) {
        let (key, new) = (&row[sample.place(sample.key)], row[sample.place(sample.grade)].trim());
        let key = key.trim_start_matches("Participant ").trim_start_matches('#');
        let is_it = |place: &usize| key == id(*place) || key == (7000 + place).to_string();
        // Canvas also recognizes the test student, who has no grade.
        let Some(whose) = (0..STUDENTS).find(is_it) else {
            assert!(new.is_empty() || key.is_empty(), "{key}");
            continue;
        };
        let old = store[&whose].clone();
        let is_change = match platform {
            // A blank cell removes the grade, and any text replaces `EX`. Two decimals are compared.
            Platform::Canvas => {
                let same = old == new
                    || match (number(&old), number(new)) {
                        (Some(old), Some(new)) => cents(old) == cents(new),
                        _ => false,
                    };
                !same
            }
            // Grades that are blank, out of range or unchanged are skipped.
            Platform::Moodle => number(new).is_some_and(|points| {
                points <= f64::from(u32::try_from(worth).unwrap())
                    && number(&old).map(cents) != Some(cents(points))
            }),
            _ => !new.is_empty() && new != old,
        };
        if is_change {
            store.insert(whose, new.to_owned());
            changed.push(whose);
        }
    }
    changed
}

#[test]
fn a_class_round_trips_through_every_platform() {
    let runs = |platform| [(platform, 100, false), (platform, 100, true), (platform, 10, false)];
    for (platform, worth, zero_for_rejected) in Platform::all().flat_map(runs) {
        let entries = entries(zero_for_rejected);
        let mut store: BTreeMap<usize, String> =
            (0..STUDENTS).map(|place| (place, before(place, platform, worth))).collect();
        let old = store.clone();
        let file = export(platform, &store, worth);
        assert_eq!(platform_of(&file), Ok(platform));
        let scale = if worth == 100 { Scale::Same } else { Scale::Column };
        let how = FillOptions { scale, ..overwriting() };
        let filled = fill(platform, &file, &entries, &how).unwrap();

        let changed = import(platform, &filled.text, &mut store, worth);
        for place in 0..STUDENTS {
            let wanted = after(place, platform, worth, zero_for_rejected);
            assert_eq!(store[&place], wanted, "{} {place} {:?}", platform.name(), case(place));
            let is_changed = changed.contains(&place);
            let is_same = old[&place].parse::<f64>().ok() == wanted.parse::<f64>().ok();
            assert_eq!(is_changed, !is_same, "{} {place} {:?}", platform.name(), case(place));
        }

        // Only the expected cells should need review.
        let doubtful: Vec<usize> =
            filled.cells.iter().filter(|cell| cell.is_doubtful(&entries)).map(cell_of).collect();
        let has_words = matches!(platform, Platform::Canvas | Platform::Blackboard);
        let is_doubtful = |place: &usize| match case(*place) {
            Excused => has_words,
            Ungraded | MissingWithPoints | Twice => true,
            RejectedWithPoints => zero_for_rejected,
            _ => false,
        };
        let expected: Vec<usize> = (0..STUDENTS).filter(is_doubtful).collect();
        assert_eq!(doubtful, expected, "{}", platform.name());
        let absent: Vec<_> =
            filled.absent.iter().map(|place| entries[*place].label.as_str()).collect();
        assert_eq!(absent, ["student 28"]);
        assert!(!filled.is_clear(&entries));

        // After the import, a new export should not need any changes.
        let again = fill(platform, &export(platform, &store, worth), &entries, &how).unwrap();
        assert!(import(platform, &again.text, &mut store, worth).is_empty());
        let is_written = |cell: &&GradeCell| matches!(cell.fate, CellFate::Written(_));
        assert_eq!(again.cells.iter().filter(is_written).count(), 0);
    }
}

/// Finds the student by the name in the row.
fn cell_of(cell: &GradeCell) -> usize {
    let is_it = |place: &usize| {
        let (first, last) = name(*place);
        let id = id(*place);
        cell.student.contains(&first) && cell.student.contains(&last)
            || [id, format!("s{place}")].contains(&cell.student)
    };
    (0..STUDENTS).find(is_it).unwrap()
}
