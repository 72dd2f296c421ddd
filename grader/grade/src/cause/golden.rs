//! Compares all facts about causes with `golden.txt`.
//!
//! The file lists causes as in `grade.json`, each followed by its facts. To add a cause, add its line, and run
//! `UPDATE=1 cargo test -p grade golden` to write the facts.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::{env, fs};

use super::{Cause, Flaw};
use crate::{Evidence, Failure, Tiles};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/cause/golden.txt");

/// Set this environment variable to write the facts instead of comparing them.
const UPDATE: &str = "UPDATE";

/// Returns a failure with tiles that do not fit into a `u8`.
fn on_large_board(cause: &Cause) -> Failure {
    let tiles: Tiles = vec![vec![0; 17]; 17].into_iter().collect();
    Failure::from_cause(cause.clone()).with_evidence(Evidence { tiles, ..Evidence::default() })
}

fn names_of_some(causes: &[Cause], is_named: impl Fn(&Cause) -> bool) -> Option<String> {
    let names: BTreeSet<String> =
        causes.iter().filter(|cause| is_named(cause)).map(Cause::name).collect();
    (!names.is_empty()).then(|| names.into_iter().collect::<Vec<_>>().join(" "))
}

/// Returns the lines for this cause in the file.
fn describe(cause: &Cause, all: &[Cause]) -> String {
    let json = |text: serde_json::Result<String>| text.expect("all map keys are strings");
    let failure = Failure::from_cause(cause.clone());
    let is_like = |other: &Cause| {
        matches!(cause, Cause::Solver(_)) && other.name() != cause.name() && cause.is_like(other)
    };
    let of_copy = cause.is_of_copy().then(|| "of a copy".to_owned());
    let of_all = cause.is_of_all_puzzles().then(|| "of all puzzles".to_owned());
    let with_own = cause.is_with_own_board().then(|| "with the own board".to_owned());
    let with_flaw = cause.with_flaw(Some(Flaw::ThrownAway)).map(|flawed| flawed.sentence());
    let facts = [
        ("proven by", Some(format!("{:?}", cause.proof()))),
        ("mistake", cause.mistake()),
        ("is", of_copy.or(of_all).or(with_own)),
        ("stop", cause.stop().map(|stop| json(serde_json::to_string(stop)))),
        ("to write", cause.unwritten_call().map(str::to_owned)),
        ("blames", cause.part_to_blame().map(|part| json(serde_json::to_string(&part)))),
        ("place", failure.place.map(|place| place.to_string())),
        ("note", failure.detail.map(|detail| detail.trim_end().replace('\n', " / "))),
        ("with a flaw", with_flaw),
        ("explains", names_of_some(all, |other| cause.explains(&on_large_board(other)))),
        ("like", names_of_some(all, is_like)),
    ];
    let mut text = format!("{}\n  {}\n", json(serde_json::to_string(cause)), failure.summary);
    for (name, fact) in facts {
        if let Some(fact) = fact {
            let _ = writeln!(text, "  {name}: {fact}");
        }
    }
    text
}

/// Returns the causes that a golden file lists.
fn listed_in(golden: &str) -> Vec<Cause> {
    let lines = golden.lines().filter(|line| line.starts_with('{'));
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    lines.map(read).collect()
}

/// Returns an example of every cause and of its fields.
pub(super) fn examples() -> Vec<Cause> {
    listed_in(&fs::read_to_string(FILE).expect("the golden file can be read"))
}

/// A sentence states what is proven. Guesses and questions are for hints.
#[test]
fn no_sentence_asks_or_guesses() {
    for cause in examples() {
        let sentence = cause.sentence();
        for guess in ["? ", " may ", " might ", "perhaps", "probably", "seems", "never returns"] {
            assert!(!sentence.contains(guess) && !sentence.ends_with('?'), "{sentence}");
        }
    }
}

#[test]
fn the_facts_about_causes_match_the_golden_file() {
    let golden = fs::read_to_string(FILE).expect("the golden file can be read");
    let causes = listed_in(&golden);
    let listed: BTreeSet<String> = causes.iter().map(Cause::name).collect();
    assert_eq!(listed, Cause::names().into_iter().collect(), "golden.txt needs every cause");
    let expected: String = causes.iter().map(|cause| describe(cause, &causes)).collect();
    if env::var_os(UPDATE).is_some() {
        return fs::write(FILE, expected).expect("the golden file can be written");
    }
    assert!(
        golden == expected,
        "golden.txt does not match the facts about causes. To update it: {UPDATE}=1 cargo test -p \
         grade golden"
    );
}
