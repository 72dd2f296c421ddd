//! Students choose the names of their files, and nothing more: whatever they choose, everybody else's
//! entry stays as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use intake::class::{self, Attempt, Class, Person, Platform};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::lay;

/// The students of the class: the name that Canvas writes, the full name, the number, the login.
const STUDENTS: [(&str, &str, u32, &str); 5] = [
    ("doejane", "Jane Doe", 11, "jdoe"),
    ("leesam", "Sam Lee", 12, "slee"),
    ("müllerjörg", "Jörg Müller", 13, "jm1"),
    ("poeann", "Ann Poe", 14, "15"),
    ("s11", "Eve S11", 66, "eve"),
];

const ROSTER: &str = "\
id,name,email
jdoe,Jane Doe,
slee,Sam Lee,
jm1,Jörg Müller,
15,Ann Poe,
eve,Eve S11,
";

/// Where a platform puts the `number`th file of a download that is from this student and called so.
type Place = fn(student: usize, number: usize, file: &str) -> String;

fn canvas(student: usize, number: usize, file: &str) -> String {
    let (name, _, id, _) = STUDENTS[student];
    format!("{name}_{id}_{}_{file}", 600 + number)
}

fn canvas_late(student: usize, number: usize, file: &str) -> String {
    let (name, _, id, _) = STUDENTS[student];
    format!("{name}_LATE_{id}_{}_{file}", 600 + number)
}

fn canvas_anonymous(student: usize, number: usize, file: &str) -> String {
    format!("anon_aB{student}_{}_{file}", 600 + number)
}

fn moodle(student: usize, _: usize, file: &str) -> String {
    let (_, name, id, _) = STUDENTS[student];
    format!("{name}_{id}_assignsubmission_file_{file}")
}

fn moodle_folder(student: usize, _: usize, file: &str) -> String {
    let (_, name, id, _) = STUDENTS[student];
    format!("{name}_{id}_assignsubmission_file_/{file}")
}

fn blackboard(student: usize, _: usize, file: &str) -> String {
    format!("HW_1_{}_attempt_2026-11-20-10-33-12_{file}", STUDENTS[student].3)
}

fn brightspace(student: usize, _: usize, file: &str) -> String {
    let (_, name, id, _) = STUDENTS[student];
    format!("{id}-{} - {name} - Nov 20, 2026 1033 AM - {file}", 7000 + student)
}

fn brightspace_folder(student: usize, number: usize, file: &str) -> String {
    brightspace(student, number, file).replacen("AM - ", "AM/", 1)
}

const DOWNLOADS: [(Platform, Place); 8] = [
    (Platform::Canvas, canvas),
    (Platform::Canvas, canvas_late),
    (Platform::Canvas, canvas_anonymous),
    (Platform::Moodle, moodle),
    (Platform::Moodle, moodle_folder),
    (Platform::Blackboard, blackboard),
    (Platform::Brightspace, brightspace),
    (Platform::Brightspace, brightspace_folder),
];

/// Names that are written by the rules of one platform, as if they were of somebody in the class.
fn forged() -> impl Strategy<Value = String> {
    let file = prop::sample::select(&[
        "board.rs",
        "solver.rs",
        "board-1.rs",
        "work.zip",
        "notes.txt",
        "text.html",
        "x.rs_11_501_y.rs",
    ]);
    let at = prop::sample::select(&["2026-11-20-10-33-12", "2026-11-21-23-59-59"]);
    let number = prop_oneof![Just(1_u64), 590..700_u64, Just(u64::MAX)];
    (0..STUDENTS.len(), number, file, at, 0..12_usize).prop_map(
        |(student, number, file, at, kind)| {
            let (short, name, id, login) = STUDENTS[student];
            match kind {
                0 => format!("{short}_{id}_{number}_{file}"),
                1 => format!("{short}_LATE_{id}_{number}_{file}"),
                2 => format!("anon_aB{student}_{number}_{file}"),
                3 => format!("{short}_{id}_text.html"),
                4 => format!("{name}_{id}_assignsubmission_file_{file}"),
                5 => format!("_{id}_assignsubmission_file_"),
                6 => format!("{name}_{id}_assignsubmission_onlinetext_{file}"),
                7 => format!("{login}_attempt_{at}_{file}"),
                8 => format!("HW_1_{login}_attempt_{at}.txt"),
                9 => format!("_attempt_{at}_{file}"),
                10 => format!("{id}-{} - {name} - Nov 21, 2026 1033 AM - {file}", number / 2),
                _ => format!("{name} - Nov 19, 2026 1033 AM - {file}"),
            }
        },
    )
}

/// The names that a student gives to files: forged, several forged ones run together, or pieces.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(&[
        "_",
        " - ",
        "_assignsubmission_",
        "file_",
        "_attempt_",
        "2026-11-20-10-33-12",
        "11",
        "12-7001",
        "LATE",
        "anon",
        "Nov 20, 2026 1033 AM",
        ".txt",
        ".rs",
        "s11",
    ]);
    let pieces = prop::collection::vec(pieces, 1..10).prop_map(|it| it.concat());
    prop_oneof![
        6 => forged(),
        2 => (forged(), prop::sample::select(&["_", " - ", ""]), forged())
            .prop_map(|(a, between, b)| format!("{a}{between}{b}")),
        2 => pieces,
    ]
}

fn find(folder: &Path, roster: Option<&Path>) -> Class {
    class::find(&[folder.to_owned()], roster).expect("a class")
}

/// All entries but that of one student, whom the numbers and logins tell.
fn others(class: &Class, student: usize, with_roster: bool) -> Vec<Attempt> {
    let (_, name, id, login) = STUDENTS[student];
    let ids = [id.to_string(), format!("aB{student}"), login.to_owned()];
    let is_theirs = |it: &&Attempt| {
        it.students.iter().flat_map(Person::accounts).any(|it| {
            it.id.as_ref().is_some_and(|it| ids.contains(it))
                || (with_roster && it.name.as_deref() == Some(name))
        })
    };
    class.entries.iter().filter(|it| !is_theirs(it)).cloned().collect()
}

/// Those who have handed in nothing, but for one student.
fn missing(class: &Class, student: usize) -> Vec<Person> {
    let missing = class.missing.iter().flatten();
    missing.filter(|it| it.id.as_deref() != Some(STUDENTS[student].3)).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// The class is read with and without the files of one student. Nothing of it changes for anybody
    /// else: not whose a submission is, nor its files, its time or its place in a gradebook.
    #[test]
    fn no_name_of_a_file_changes_somebody_elses_entry(
        download in 0..DOWNLOADS.len(),
        student in 0..STUDENTS.len(),
        names in prop::collection::vec(hostile(), 1..4),
        has_honest_file in any::<bool>(),
    ) {
        let (platform, place) = DOWNLOADS[download];
        let code = |name: &str| format!("// {name}\npub struct Board;\n").into_bytes();
        let mut files = BTreeMap::new();
        for it in 0..STUDENTS.len() {
            if it != student || has_honest_file {
                for (number, file) in ["board.rs", "solver.rs"].into_iter().enumerate() {
                    let name = place(it, 2 * it + number, file);
                    files.insert(name.clone(), code(&name));
                }
            }
        }
        let outer = tempfile::tempdir().unwrap();
        let roster = outer.path().join("roster.csv");
        fs::write(&roster, ROSTER).unwrap();
        let rosters = [None, Some(roster.as_path())];
        let folder = outer.path().join("class");
        lay(&files, &folder);
        let honest = rosters.map(|it| find(&folder, it));

        let names: BTreeSet<String> = names.into_iter().collect();
        let attack = names.iter().enumerate().map(|(number, name)| {
            let name = place(student, 90 + number, name);
            (name.clone(), code(&name))
        });
        lay(&attack.collect(), &folder);
        for (roster, honest) in rosters.into_iter().zip(honest) {
            let attacked = find(&folder, roster);
            let is_known = roster.is_some();
            prop_assert_eq!(
                others(&attacked, student, is_known),
                others(&honest, student, is_known),
                "{:?} {:?}", platform, &names
            );
            prop_assert_eq!(attacked.platform(), Some(platform), "{:?}", &names);
            prop_assert_eq!(attacked.entries.len(), STUDENTS.len(), "{:?}", &names);
            prop_assert_eq!(missing(&attacked, student), missing(&honest, student));
        }
    }
}

/// The forged names are good enough: alone, each is read by the rules of the platform it imitates.
#[test]
fn forged_names_are_those_of_platforms() {
    let mut runner = TestRunner::deterministic();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..600 {
        let name = hostile().new_tree(&mut runner).unwrap().current();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(&name), "pub struct Board;\n").unwrap();
        let class = class::find(&[folder.path().to_owned()], None);
        let platform = class.ok().and_then(|it| it.platform());
        *counts.entry(platform.map_or("none", Platform::name)).or_default() += 1;
    }
    for platform in ["Blackboard", "Brightspace", "Canvas", "Moodle"] {
        assert!(counts.get(platform).is_some_and(|&it| it >= 30), "{platform}: {counts:?}");
    }
}
