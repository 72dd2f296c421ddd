//! Corrections as they are written, refused and applied.

use grade::{Applied, Cap, Credit, Failure, Grade, Parts, Share, Verdict, correction};
use samples::{fail, grade};

use super::*;

fn points(number: f64) -> Points {
    Points::from_f64(number).unwrap()
}

fn read(text: &str) -> Result<Overrides, String> {
    let names = ["alice", "bob"].map(str::to_owned).into();
    let checks = [(Check::BoardHamming, points(4.0)), (Check::SolverMoves, points(6.0))];
    let scope = Scope { names: Some(&names), checks: Some(&checks.into()) };
    let source = Source { file: "overrides.toml", text };
    Overrides::read(source, scope).map_err(|error| error.render(false))
}

fn one(rest: &str) -> String {
    format!("[[override]]\nsubmission = \"alice\"\n{rest}\nwhy = \"w\"\nwho = \"me\"\n")
}

/// A grade of 10 points with two checks, neither of which holds in full, and their points.
fn sample(hamming: f64, moves: f64) -> Grade {
    let fails = |check| fail(check, Failure::told("it is wrong"));
    let mut grade = grade([(fails(Check::BoardHamming), 4.0), (fails(Check::SolverMoves), 6.0)]);
    for (check, score) in grade.checks.iter_mut().zip([hamming, moves]) {
        let share = Share::new(1, 2, Parts::Puzzles, None).unwrap();
        check.credit = Some(Credit { points: points(score), share });
    }
    grade
}

/// A grade of the same checks, one of which the grader could not find out about.
fn fault() -> Grade {
    let mut grade = sample(0.0, 6.0);
    grade.checks[1].verdict = Verdict::GraderError("no memory".to_owned());
    grade
}

/// The final score of alice, and the changes.
fn applied(text: &str, grade: &Grade) -> (Option<String>, String) {
    let outcome = correction::apply(read(text).unwrap().of("alice"), grade, None);
    let (applied, total) = (outcome.corrections, outcome.score);
    let change = |it: &Applied| it.change.map_or("-".to_owned(), |it| it.to_string());
    let changes: Vec<_> = applied.iter().map(change).collect();
    (total.map(|it| it.to_string()), changes.join(" "))
}

#[test]
fn corrections_stay_within_their_checks() {
    for (text, total, changes) in [
        ("check = \"board.hamming\"\nset = 3.5", "9.5", "+3.5"),
        ("check = \"board.hamming\"\nadd = 10", "10", "+4"),
        ("check = \"board.hamming\"\nadd = -1", "6", "0"),
        ("check = \"solver.moves\"\nset = 0", "0", "-6"),
        ("add = 2.5", "8.5", "+2.5"),
        ("add = -20", "0", "-6"),
        ("set = 11", "11", "+5"),
        ("", "6", "-"),
    ] {
        let expected = (Some(total.to_owned()), changes.to_owned());
        assert_eq!(applied(&one(text), &sample(0.0, 6.0)), expected, "{text}");
    }
    // The whole score comes last, and the list stays in the order of the file.
    let both = one("add = -7") + &one("check = \"board.hamming\"\nset = 4");
    assert_eq!(applied(&both, &sample(0.0, 6.0)), (Some("3".to_owned()), "-7 +4".to_owned()));
}

#[test]
fn the_total_is_held_to_limits_until_a_correction_lifts_them() {
    let mut grade = sample(0.0, 3.0);
    let why = "a search has to find a shortest way".to_owned();
    grade.caps = vec![Cap { unless: Check::SolverMoves, score: points(2.5), why }];
    let applied = |text: &str| applied(text, &grade);
    let of = |total: &str, changes: &str| (Some(total.to_owned()), changes.to_owned());
    assert_eq!(applied(&one("check = \"board.hamming\"\nset = 4")), of("2.5", "+4"));
    assert_eq!(applied(&one("check = \"solver.moves\"\nset = 1")), of("1", "-2"));
    assert_eq!(applied(&one("check = \"solver.moves\"\nset = 6")), of("6", "+3"));
    let both = one("check = \"solver.moves\"\nset = 5.5") + &one("add = 1.25");
    assert_eq!(applied(&both), of("3.75", "+2.5 +1.25"));
}

#[test]
fn a_fault_of_the_grader_has_no_score_but_one_that_is_set() {
    let add = applied(&one("check = \"board.hamming\"\nadd = 1"), &fault());
    assert_eq!(add, (None, "-".to_owned()));
    let set = applied(&one("set = 5"), &fault());
    assert_eq!(set, (Some("5".to_owned()), "-".to_owned()));
}

#[test]
fn mistakes_are_pointed_at() {
    let bob = one("set = 1").replace("alice", "bobb");
    insta::assert_snapshot!(read(&bob).unwrap_err(), @r#"
    error: there is no submission `bobb`
     --> overrides.toml:2:14
      |
    2 | submission = "bobb"
      |              ^^^^^^
      |
      = help: did you mean `bob`?
    "#);
    insta::assert_snapshot!(read(&one("check = \"board.haming\"")).unwrap_err(), @r#"
    error: there is no check `board.haming`
     --> overrides.toml:3:9
      |
    3 | check = "board.haming"
      |         ^^^^^^^^^^^^^^
      |
      = help: did you mean `board.hamming`?
    "#);
    insta::assert_snapshot!(read(&one("chek = \"board.hamming\"")).unwrap_err(), @r#"
    error: unknown key `chek`, expected one of `submission`, `check`, `add`, `set`, `why`, `who`
     --> overrides.toml:3:1
      |
    3 | chek = "board.hamming"
      | ^^^^
      |
      = help: did you mean `check`?
    "#);
    for (rest, message) in [
        ("check = \"board.twin\"\nset = 1", "the assignment does not grade `board.twin`"),
        ("check = \"board.hamming\"\nset = 5", "the check has 4 points"),
        ("add = 1\nset = 1", "both `add` and `set`"),
        ("add = 0.0001", "this is no number of points"),
        ("set = -1", "this is no number of points"),
        ("set = nan", "this is no number of points"),
    ] {
        let error = read(&one(rest)).unwrap_err();
        assert!(error.contains(message), "{rest}: {error}");
    }
    let twice = one("set = 1") + &one("add = 1");
    assert!(read(&twice).unwrap_err().contains("a second correction of the same"));
    let useless = one("set = 1") + &one("check = \"board.hamming\"\nset = 4");
    assert!(read(&useless).unwrap_err().contains("so that no other correction counts"));
    let nobody = one("").replace("\"me\"", "\" \"");
    assert!(read(&nobody).unwrap_err().contains("say who says so"));
    assert!(read("").unwrap().is_empty());
}
