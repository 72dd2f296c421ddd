//! Corrections as they are written, refused and applied.

use super::*;
use crate::class::record::{CheckRecord, Status};

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

fn record(status: Status) -> Record {
    let check = |id: &str, score: f64, max: f64| CheckRecord {
        id: id.to_owned(),
        status: "fail".to_owned(),
        score: (status != Status::GraderError).then(|| points(score)),
        max_score: points(max),
        summary: None,
    };
    Record {
        submission: "alice".to_owned(),
        sources: String::new(),
        assignment: String::new(),
        status,
        score: (status != Status::GraderError).then(|| points(6.0)),
        max_score: points(10.0),
        message: None,
        caps: Vec::new(),
        checks: vec![check("board.hamming", 0.0, 4.0), check("solver.moves", 6.0, 6.0)],
    }
}

/// The final score of alice, and the changes.
fn applied(text: &str, status: Status) -> (Option<String>, String) {
    let (applied, total) = read(text).unwrap().apply(&record(status));
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
        assert_eq!(applied(&one(text), Status::Graded), expected, "{text}");
    }
    // The whole score comes last, and the list stays in the order of the file.
    let both = one("add = -7") + &one("check = \"board.hamming\"\nset = 4");
    assert_eq!(applied(&both, Status::Graded), (Some("3".to_owned()), "-7 +4".to_owned()));
}

#[test]
fn the_total_is_held_to_limits_until_a_correction_lifts_them() {
    let mut record = record(Status::Graded);
    record.checks[1].score = Some(points(3.0));
    record.caps = vec![("solver.moves".to_owned(), points(2.5))];
    record.score = Some(points(2.5));
    let applied = |text: &str| {
        let (applied, total) = read(text).unwrap().apply(&record);
        let changes: Vec<String> =
            applied.iter().map(|it| it.change.unwrap().to_string()).collect();
        (total.unwrap().to_string(), changes.join(" "))
    };
    let of = |total: &str, changes: &str| (total.to_owned(), changes.to_owned());
    assert_eq!(applied(&one("check = \"board.hamming\"\nset = 4")), of("2.5", "+4"));
    assert_eq!(applied(&one("check = \"solver.moves\"\nset = 1")), of("1", "-2"));
    assert_eq!(applied(&one("check = \"solver.moves\"\nset = 6")), of("6", "+3"));
    let both = one("check = \"solver.moves\"\nset = 5.5") + &one("add = 1.25");
    assert_eq!(applied(&both), of("3.75", "+2.5 +1.25"));
}

#[test]
fn a_fault_of_the_grader_has_no_score_but_one_that_is_set() {
    let add = applied(&one("check = \"board.hamming\"\nadd = 1"), Status::GraderError);
    assert_eq!(add, (None, "-".to_owned()));
    let set = applied(&one("set = 5"), Status::GraderError);
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
