//! Tests which corrections are accepted, and how they are applied.

use grade::cause::SolverCause;
use grade::view::Corrected;
use grade::{Applied, Cap, Credit, Failure, Grade, Share, ShareUnit, Verdict, correction};
use samples::{fail, grade};

use super::*;
use crate::summary::SummaryRow;

fn points(number: f64) -> Points {
    Points::from_f64(number).unwrap()
}

fn read(text: &str) -> Result<Overrides, String> {
    let names = ["alice", "bob"].map(str::to_owned).into();
    let checks = [(Check::BoardHamming, points(4.0)), (Check::SolverMoves, points(6.0))];
    let students = students();
    let scope =
        Scope { names: Some(&names), checks: Some(&checks.into()), students: Some(&students) };
    let source = InputText { file: "overrides.toml", text };
    Overrides::parse(source, scope).map_err(|error| samples::shorten_error(&error.render(false)))
}

/// Returns a class with three submissions, one by a group, and a student without a submission.
fn students() -> Students {
    let known = |name: &str, people: &[(&str, &str)]| late::KnownBy {
        ids: people
            .iter()
            .flat_map(|(id, _)| [(*id).to_owned(), format!("{id}@uni.example"), name.to_owned()])
            .collect(),
        names: people.iter().map(|(_, name)| (*name).to_owned()).collect(),
        ..late::KnownBy::default()
    };
    let of = |name: &str, people: &[(&str, &str)]| (name.to_owned(), known(name, people));
    let submissions = [
        of("alice", &[("a1", "Alice Doe")]),
        of("bob", &[("b1", "Bob Roe"), ("k1", "Kim Lee")]),
        of("carl", &[("k2", "Kim Lee")]),
    ];
    let (names, authors) = submissions.into_iter().unzip();
    Students { names, authors, absent: vec![known("z1", &[("z1", "Zoe Poe")])] }
}

fn one(rest: &str) -> String {
    format!("[[override]]\nsubmission = \"alice\"\n{rest}\nwhy = \"w\"\nwho = \"me\"\n")
}

/// Returns a grade out of 10 points, with this partial credit for two failed checks.
fn sample(hamming: f64, moves: f64) -> Grade {
    let fails = |check| fail(check, Failure::from_summary("it is wrong"));
    let mut grade = grade([(fails(Check::BoardHamming), 4.0), (fails(Check::SolverMoves), 6.0)]);
    for (check, score) in grade.checks.iter_mut().zip([hamming, moves]) {
        let share = Share::new(1, 2, ShareUnit::Puzzles, None).unwrap();
        check.credit = Some(Credit { points: points(score), share });
    }
    grade
}

/// Returns a grade with the same checks, one with a grader error.
fn fault() -> Grade {
    let mut grade = sample(0.0, 6.0);
    grade.checks[1].verdict = Verdict::GraderError("no memory".to_owned());
    grade
}

/// Returns the final score of `alice`, and the changes made by corrections.
fn applied(text: &str, grade: &Grade) -> (Option<String>, String) {
    let outcome =
        correction::apply_corrections(&read(text).unwrap().corrections_for(grade), grade, None);
    let (applied, total) = (outcome.corrections, outcome.score);
    let change =
        |applied: &Applied| applied.change.map_or("-".to_owned(), |change| change.to_string());
    let changes: Vec<_> = applied.iter().map(change).collect();
    (total.map(|points| points.to_string()), changes.join(" "))
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
    // Corrections of the whole score are applied last, but the list keeps the file's order.
    let both = one("add = -7") + &one("check = \"board.hamming\"\nset = 4");
    assert_eq!(applied(&both, &sample(0.0, 6.0)), (Some("3".to_owned()), "-7 +4".to_owned()));
}

#[test]
fn caps_apply_until_a_correction_lifts_them() {
    let mut grade = sample(0.0, 3.0);
    let why = "a search has to find a shortest way".to_owned();
    grade.caps = vec![Cap {
        unless: grade::CapCondition::Check(Check::SolverMoves),
        score: points(2.5),
        why,
    }];
    let applied = |text: &str| applied(text, &grade);
    let of = |total: &str, changes: &str| (Some(total.to_owned()), changes.to_owned());
    assert_eq!(applied(&one("check = \"board.hamming\"\nset = 4")), of("2.5", "+4"));
    assert_eq!(applied(&one("check = \"solver.moves\"\nset = 1")), of("1", "-2"));
    assert_eq!(applied(&one("check = \"solver.moves\"\nset = 6")), of("6", "+3"));
    let both = one("check = \"solver.moves\"\nset = 5.5") + &one("add = 1.25");
    assert_eq!(applied(&both), of("3.75", "+2.5 +1.25"));
}

#[test]
fn a_grader_error_is_scored_only_by_set() {
    let add = applied(&one("check = \"board.hamming\"\nadd = 1"), &fault());
    assert_eq!(add, (None, "-".to_owned()));
    let set = applied(&one("set = 5"), &fault());
    assert_eq!(set, (Some("5".to_owned()), "-".to_owned()));
}

#[test]
fn mistakes_in_overrides_are_reported() {
    let bob = one("set = 1").replace("alice", "bobb");
    insta::assert_snapshot!(read(&bob).unwrap_err(), @r#"
    error: unknown submission `bobb`
    --> overrides.toml:2:14 `"bobb"`
    = help: did you mean `bob`?
    "#);
    insta::assert_snapshot!(read(&one("check = \"board.haming\"")).unwrap_err(), @r#"
    error: unknown check `board.haming`
    --> overrides.toml:3:9 `"board.haming"`
    = help: did you mean `board.hamming`?
    "#);
    insta::assert_snapshot!(read(&one("chek = \"board.hamming\"")).unwrap_err(), @"
    error: unknown key `chek`, expected one of `submission`, `student`, `cause`, `group`, `may_be_nobody`, `may_be_unused`, `check`, `add`, `set`, `hold`, `request`, `why`, `who`
    --> overrides.toml:3:1 `chek`
    = help: did you mean `check`?
    ");
    for (rest, message) in [
        ("check = \"board.twin\"\nset = 1", "the assignment does not grade `board.twin`"),
        ("check = \"board.hamming\"\nset = 5", "the check is worth only 4 points"),
        ("add = 1\nset = 1", "`add` and `set` cannot be used together"),
        ("add = 0.0001", "invalid number of points"),
        ("set = -1", "invalid number of points"),
        ("set = nan", "invalid number of points"),
    ] {
        let error = read(&one(rest)).unwrap_err();
        assert!(error.contains(message), "{rest}: {error}");
    }
    let twice = one("set = 1") + &one("add = 1");
    assert!(read(&twice).unwrap_err().contains("these points are already corrected"));
    let useless = one("set = 1") + &one("check = \"board.hamming\"\nset = 4");
    assert!(read(&useless).unwrap_err().contains("so other corrections have no effect"));
    let nobody = one("").replace("\"me\"", "\" \"");
    assert!(read(&nobody).unwrap_err().contains("`who` is empty"));
    assert!(read("").unwrap().is_empty());
}

fn rule(rest: &str) -> String {
    format!("[[override]]\n{rest}\nwhy = \"w\"\nwho = \"me\"\n")
}

/// Returns a grade for a submission with too long solutions.
fn too_long(name: &str) -> Grade {
    let failure = Failure::from_cause(SolverCause::TooLong { more: 2, flaw: None });
    let grade = grade([
        (samples::pass(Check::BoardHamming), 4.0),
        (fail(Check::SolverMoves, failure), 6.0),
    ]);
    Grade { submission: name.to_owned(), ..grade }
}

fn row(text: &str, grade: &Grade) -> SummaryRow {
    let corrections = read(text).unwrap().corrections_for(grade);
    SummaryRow::from_corrected(&Corrected::new(grade.clone(), &corrections))
}

fn held(text: &str, grades: &[Grade], is_whole: bool) -> Result<(), String> {
    let rows: Vec<SummaryRow> = grades.iter().map(|grade| row(text, grade)).collect();
    read(text)
        .unwrap()
        .check_rules(rows.iter().map(SummaryRow::named_corrections), is_whole)
        .map_err(|error| samples::shorten_error(&error.render(false)))
}

#[test]
fn a_rule_applies_to_all_matching_submissions() {
    let cause = rule("cause = \"solver.too_long\"\ncheck = \"solver.moves\"\nadd = 1.5");
    let id = groups::group_id(&too_long("alice")).unwrap();
    let group = rule(&format!("group = \"{id}\""));
    let text = cause + &group;
    let class = [too_long("alice"), too_long("bob"), too_long("later"), sample(0.0, 0.0)];
    let rows: Vec<SummaryRow> = class.iter().map(|grade| row(&text, grade)).collect();
    let scores: Vec<_> = rows.iter().map(|row| row.final_score.unwrap().to_string()).collect();
    assert_eq!(scores, ["5.5", "5.5", "5.5", "0"]);
    assert!(rows[3].corrections.is_empty());
    let hits: Vec<_> = rule_hits(rows.iter().map(SummaryRow::named_corrections))
        .into_iter()
        .map(|hit| hit.submissions)
        .collect();
    assert_eq!(hits, [3, 3]);
    insta::assert_snapshot!(crate::report::describe_rules(&rows)[0], @r#"corrected for cause = "solver.too_long": 3 submissions, solver.moves: w"#);
    assert_eq!(held(&text, &class, true), Ok(()));
    // This cause should not match in a different check.
    let other = rule("cause = \"solver.too_long\"\ncheck = \"board.hamming\"\nadd = 1");
    assert!(row(&other, &class[0]).corrections.is_empty());
}

#[test]
fn individual_corrections_take_precedence_over_rules() {
    let all = rule("cause = \"solver.too_long\"\ncheck = \"solver.moves\"\nset = 3");
    for (own, total) in [
        ("check = \"solver.moves\"\nset = 5", "9"),
        ("set = 2", "2"),
        ("check = \"solver.moves\"", "7"),
        ("add = 1", "8"),
    ] {
        let score = row(&(all.clone() + &one(own)), &too_long("alice")).final_score;
        assert_eq!(score.unwrap().to_string(), total, "{own}");
    }
}

#[test]
fn a_correction_without_submissions_is_an_error() {
    let nobody = rule("cause = \"solver.wrong_moves\"");
    let nobody = if read(&nobody).is_ok() { nobody } else { rule("cause = \"tests.none\"") };
    let error = held(&nobody, &[too_long("alice")], true).unwrap_err();
    assert!(error.contains("the correction does not apply to any submission"), "{error}");
    assert!(error.contains("overrides.toml:2:9") && error.contains("may_be_unused"), "{error}");
    assert_eq!(held(&nobody, &[too_long("alice")], false), Ok(()), "it may be in another part");
    for key in ["may_be_unused", "may_be_nobody"] {
        let may = nobody.replace("why", &format!("{key} = true\nwhy"));
        assert_eq!(held(&may, &[too_long("alice")], true), Ok(()));
    }
    let id = groups::group_id(&too_long("alice")).unwrap();
    let two =
        rule("cause = \"solver.too_long\"\nadd = 1") + &rule(&format!("group = \"{id}\"\nadd = 2"));
    let error = held(&two, &[too_long("alice")], true).unwrap_err();
    assert!(error.contains("two corrections change the same points of `alice`"), "{error}");
}

#[test]
fn a_rule_must_have_one_valid_target() {
    for (rest, message) in [
        ("", "the correction does not name a submission, student, cause or group"),
        (
            "submission = \"alice\"\ncause = \"solver.too_long\"",
            "the correction has more than one of",
        ),
        ("cause = \"solver.too_lon\"", "did you mean `solver.too_long`?"),
        ("group = \"7\"", "invalid group id"),
        (
            "submission = \"alice\"\nmay_be_unused = true",
            "can be used only with `cause` or `group`",
        ),
    ] {
        let error = read(&rule(rest)).unwrap_err();
        assert!(error.contains(message), "{rest}: {error}");
    }
}

#[test]
fn a_student_is_found_by_id_email_or_name() {
    let sample = sample(0.0, 6.0);
    for student in ["alice", "A1", "a1@uni.example", "alice doe "] {
        let text = rule(&format!("student = \"{student}\"\nadd = 2"));
        let alice = Grade { submission: "alice".to_owned(), ..sample.clone() };
        assert_eq!(applied(&text, &alice).1, "+2", "{student}");
        let bob = Grade { submission: "bob".to_owned(), ..sample.clone() };
        assert_eq!(applied(&text, &bob).1, "", "{student}");
    }
    // Each member stands for the group.
    let bob = Grade { submission: "bob".to_owned(), ..sample };
    assert_eq!(applied(&rule("student = \"k1\"\nadd = 2"), &bob).1, "+2");
    for (rest, message) in [
        ("student = \"Alice Do\"", "did you mean `Alice Doe`?"),
        ("student = \"Kim Lee\"", "several submissions match `Kim Lee`: bob, carl"),
        ("student = \"k2\"", "`k2` has no submission"),
        ("student = \"Zoe Poe\"", "`Zoe Poe` has no submission"),
        ("student = \"a1\"\nmay_be_unused = true", "can be used only with `cause` or `group`"),
        ("submission = \"alice\"\nstudent = \"a1\"", "the correction has more than one of"),
    ] {
        let error = read(&rule(rest)).unwrap_err();
        assert!(error.contains(message), "{rest}: {error}");
    }
    let text = rule("student = \"a1\"");
    let source = InputText { file: "overrides.toml", text: &text };
    let scope = Scope { names: None, checks: None, students: None };
    let error = Overrides::parse(source, scope).unwrap_err().render(false);
    assert!(error.contains("no list of students is available for this class"), "{error}");
    // Both corrections change the same points, by different names.
    let twice = rule("submission = \"alice\"\nadd = 1") + &rule("student = \"a1\"\nadd = 2");
    let error = read(&twice).unwrap_err();
    assert!(error.contains("these points are already corrected"), "{error}");
}

#[test]
fn a_missing_key_is_not_reported_as_misspelled() {
    let error = read("[[override]]\nsubmission = \"alice\"\nwho = \"me\"\n").unwrap_err();
    assert!(error.contains("missing key `why`") && !error.contains("did you mean"), "{error}");
}
