//! Tests a class of forty students, from the platform's download to the gradebook.
//!
//! The test is fast, because submissions contain only notes, and corrections set the points.

use std::fmt::Write as _;

use super::gradebooks::report;
use crate::support::{Bench, code, stderr};

const STUDENTS: usize = 40;

const MISSING: [usize; 4] = [8, 14, 15, 32];

/// One of them has no submission.
const EXCUSED: [usize; 2] = [7, 8];

/// A student without a submission, but with points in the gradebook.
const BY_HAND: usize = 15;

const MISSPELT: usize = 28;

const NAMESAKES: [usize; 2] = [24, 25];

const LATE: usize = 5;

/// A group that submitted together, and a group in which one member submitted alone. Only the class on Gradescope has
/// groups.
const GROUP: [usize; 2] = [18, 19];
const OTHER_GROUP: [usize; 2] = [20, 21];
const ALONE: usize = 21;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Platform {
    Canvas,
    Moodle,
    Gradescope,
}

use Platform::{Canvas, Gradescope, Moodle};

fn name(place: usize) -> (String, String) {
    let place = if place == NAMESAKES[1] { NAMESAKES[0] } else { place };
    let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap());
    let letters: String = [letter(place / 10), letter(place % 10)].iter().collect();
    (format!("First{letters}"), format!("Last{letters}"))
}

fn number(place: usize) -> usize {
    7000 + place
}

fn points(platform: Platform, place: usize) -> Option<String> {
    let place = match platform {
        Gradescope if GROUP.contains(&place) => GROUP[0],
        Gradescope if OTHER_GROUP.contains(&place) && place != ALONE => OTHER_GROUP[0],
        _ => place,
    };
    (!MISSING.contains(&place)).then(|| format!("{}.5", 50 + place))
}

fn before(platform: Platform, place: usize) -> &'static str {
    match place {
        BY_HAND => "5.00",
        _ if platform == Canvas && EXCUSED.contains(&place) => "EX",
        3 => "1.00",
        _ => "",
    }
}

/// Returns the cell after the gradebook is filled in, and whether the instructor must check it.
fn after(platform: Platform, place: usize) -> (String, bool) {
    let old = before(platform, place).to_owned();
    match points(platform, place) {
        _ if place == BY_HAND => (old, true),
        // On Canvas and Moodle, the id identifies the student. On Gradescope, the id and the name appear to belong to
        // different students.
        _ if place == MISSPELT && platform == Gradescope => (old, true),
        Some(_) if platform == Gradescope && place == ALONE => (old, true),
        Some(_) if !old.is_empty() && old.parse::<f64>().is_err() => (old, true),
        None if !old.is_empty() => (old, false),
        Some(points) => (points, false),
        None => ("0".to_owned(), false),
    }
}

fn hand_in(bench: &Bench, platform: Platform) {
    let mut roster = "id,name,email\n".to_owned();
    let mut overrides = String::new();
    let mut metadata = "---\n".to_owned();
    for place in 0..STUDENTS {
        let (first, last) = name(place);
        let email = format!("s{place}@uni.example");
        // Only the platform's ids distinguish students with the same name, so leave them out of the roster.
        let known_as =
            if place == MISSPELT { format!("{first} X{last}") } else { format!("{first} {last}") };
        if !NAMESAKES.contains(&place) || platform == Gradescope {
            writeln!(roster, "u{place},{known_as},{email}").unwrap();
        }
        if MISSING.contains(&place) {
            continue;
        }
        let number = number(place);
        let file = match platform {
            Canvas => {
                let late = if place == LATE { "LATE_" } else { "" };
                let owner = format!("{last}{first}").to_lowercase();
                format!("{owner}_{late}{number}_{}_notes.rs", 9000 + place)
            }
            Moodle => format!("{first} {last}_{number}_assignsubmission_file_/notes.rs"),
            Gradescope => format!("submission_{place}/notes.rs"),
        };
        let is_second = platform == Gradescope && place == GROUP[1];
        if is_second {
            continue;
        }
        bench.write(&format!("class/{file}"), format!("// {place}\n"));
        let mut submit = |places: &[usize]| {
            write!(metadata, "submission_{place}:\n  :submitters:\n").unwrap();
            for place in places {
                let ((first, last), sid) = (name(*place), format!("u{place}"));
                let sid = if *place == MISSPELT { "x28".to_owned() } else { sid };
                writeln!(metadata, "  - :name: {first} {last}\n    :sid: {sid}").unwrap();
            }
        };
        match place {
            place if place == GROUP[0] => submit(&GROUP),
            place if place == OTHER_GROUP[0] => submit(&OTHER_GROUP),
            place => submit(&[place]),
        }
    }
    if platform == Gradescope {
        bench.write("class/submission_metadata.yml", metadata);
    }
    bench.write("roster.csv", roster);
    let output = bench.grade(&["grade", "class", "--roster", "roster.csv", "--out", "grades"]);
    assert_eq!(code(&output), 1, "all are rejected: {}", stderr(&output));
    // The names of submissions depend on the platform, so find submissions by their source.
    let class: serde_json::Value = serde_json::from_str(&bench.read("grades/class.json")).unwrap();
    for entry in class["submissions"].as_array().unwrap() {
        let submission = entry["submission"].as_str().unwrap();
        let id = |place: usize| match platform {
            Canvas => (9000 + place).to_string(),
            Moodle => number(place).to_string(),
            Gradescope => format!("submission_{place}"),
        };
        let place =
            (0..STUDENTS).find(|place| entry["submission_id"].as_str() == Some(&id(*place)));
        let points = points(platform, place.unwrap()).unwrap();
        writeln!(
            overrides,
            "[[override]]\nsubmission = \"{submission}\"\nset = {points}\nwhy = \"x\"\nwho = \"x\"\n"
        )
        .unwrap();
    }
    bench.write("grades/overrides.toml", overrides);
}

/// Returns an exported gradebook, and the indices of the columns for grades and students.
fn export(platform: Platform) -> (String, usize) {
    let mut text = match platform {
        Canvas => "Student,ID,SIS User ID,SIS Login ID,Section,p (1),Final Score\n\
                   ,,,,,Manual Posting,\n    Points Possible,,,,,100,(read only)\n"
            .to_owned(),
        Moodle => "Identifier,Full name,Email address,Maximum Grade,Last modified (grade),Grade\n"
            .to_owned(),
        Gradescope => "First Name,Last Name,SID,Email,p - Max Points,p\n".to_owned(),
    };
    for place in 0..STUDENTS {
        let ((first, last), number, old) = (name(place), number(place), before(platform, place));
        let email = format!("s{place}@uni.example");
        match platform {
            Canvas => writeln!(text, "\"{last}, {first}\",{number},u{place},s{place},A,{old},1"),
            Moodle => writeln!(text, "Participant {number},{first} {last},{email},100.00,-,{old}"),
            Gradescope => writeln!(text, "{first},{last},u{place},{email},100.0,{old}"),
        }
        .unwrap();
    }
    (text, 5)
}

#[test]
fn a_class_is_graded_from_download_to_gradebook() {
    for platform in [Canvas, Moodle, Gradescope] {
        let bench = Bench::new();
        hand_in(&bench, platform);
        let (text, column) = export(platform);
        bench.write("export.csv", &text);
        let arguments = ["--missing", "zero", "--overwrite", "--out", "import.csv"];
        let output = bench.run(&report("export.csv", &arguments));
        let said = stderr(&output);
        assert_eq!(code(&output), 1, "{platform:?}: {said}");

        let read = |text: &str| -> Vec<csv::StringRecord> {
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            reader.records().map(Result::unwrap).collect()
        };
        let (old, new) = (read(&text), read(&bench.read("import.csv")));
        let first = old.len() - STUDENTS;
        for (row, (old, new)) in old.iter().zip(&new).enumerate() {
            for (at, (old, new)) in old.iter().zip(new).enumerate() {
                assert!(old == new || (at == column && row >= first), "{old} became {new}");
            }
            let Some(place) = row.checked_sub(first) else { continue };
            let (expected, is_doubtful) = after(platform, place);
            assert_eq!(&new[column], expected, "{platform:?} {place}: {said}");
            // Students will be listed when they get zero or need to be checked.
            let last = name(place).1;
            let is_named = said.contains(&last);
            assert!(is_named || (!is_doubtful && expected != "0"), "{platform:?} {place}: {said}");
        }
    }
}
