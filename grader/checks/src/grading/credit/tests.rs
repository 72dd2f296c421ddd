use grade::{Evidence, Measure, Tally, Visibility};
use proptest::prelude::*;

use super::*;

fn points(number: f64) -> Points {
    Points::from_f64(number).unwrap()
}

fn rated(check: Check, all: f64, partial: Partial) -> RubricEntry {
    RubricEntry {
        check,
        points: points(all),
        visibility: Visibility::Visible,
        is_strict: false,
        partial,
        requires: Vec::new(),
        note: None,
    }
}

fn on(rows: usize) -> Failure {
    let tiles = vec![vec![0; rows]; rows];
    let puzzle = Some("puzzle04".to_owned());
    Failure::from_summary("wrong").with_evidence(Evidence {
        tiles: tiles.into(),
        puzzle,
        ..Evidence::default()
    })
}

fn given(rated: &RubricEntry, failure: Failure, exam: &Exam) -> Option<(String, u32, u32)> {
    let credit = credit_for_verdict(rated, &Verdict::Fail(failure), exam)?;
    Some((credit.points.to_string(), credit.share.held(), credit.share.of()))
}

fn counted(held: u32, of: u32) -> Exam {
    tallied(Tally::from_correct(held, of))
}

/// Returns an exam with this tally for all checks that count puzzles.
fn tallied(tally: Tally) -> Exam {
    let of = |of_what| Cases { tally, of_what };
    let (moves, time) = (Check::SolverMoves, Check::SolverTime);
    let cases = [(moves, of(ShareUnit::Puzzles)), (time, of(ShareUnit::Puzzles))];
    let board = [(Check::BoardTwin, of(ShareUnit::Sizes))];
    Exam { cases: cases.into_iter().chain(board).collect(), ..Exam::default() }
}

#[test]
fn moves_credit_is_proportional_to_correct_puzzles() {
    let share = rated(Check::SolverMoves, 18.0, Partial::Share { most: 1000 });
    let of = |held, of| given(&share, on(3), &counted(held, of));
    assert_eq!(of(12, 14), Some(("15.428".to_owned(), 12, 14)));
    assert_eq!(of(0, 14), Some(("0".to_owned(), 0, 14)));
    assert_eq!(of(14, 14), None, "what fails elsewhere has no part to pay");
    assert_eq!(given(&share, on(3), &Exam::default()), None);
    let half = rated(Check::SolverMoves, 18.0, Partial::Share { most: 500 });
    let of = |held, of| given(&half, on(3), &counted(held, of)).unwrap().0;
    assert_eq!([of(13, 14), of(7, 14), of(3, 14)], ["9", "9", "3.857"]);
    let none = rated(Check::SolverMoves, 18.0, Partial::None);
    assert_eq!(given(&none, on(3), &counted(13, 14)), None);
    assert_eq!(credit_for_verdict(&share, &Verdict::Pass, &counted(14, 14)), None);
    let credit = credit_for_verdict(&share, &Verdict::Fail(on(3)), &counted(1, 2)).unwrap();
    assert_eq!(credit.share.smallest.as_deref(), Some("puzzle04"));
}

#[test]
fn wrong_counts_for_correct_paths_earn_half_credit() {
    let rated = rated(Check::SolverMoves, 18.0, Partial::Share { most: 1000 });
    let of = |tally| given(&rated, on(3), &tallied(tally)).unwrap().0;
    assert_eq!(of(Tally { half: 14, ..Tally::default() }), "9");
    assert_eq!(of(Tally { correct: 6, half: 4, wrong: 2, ..Tally::default() }), "12");
}

#[test]
fn skipped_checks_earn_points_for_the_observed_cases() {
    let because = Check::SolverTime;
    let credit = |rated: &RubricEntry, tally| {
        let credit = credit_for_verdict(rated, &Verdict::Skipped { because }, &tallied(tally))?;
        Some(credit.points.to_string())
    };
    let moves = rated(Check::SolverMoves, 18.0, Partial::Share { most: 1000 });
    let slow = Tally { correct: 6, slow: 3, ..Tally::default() };
    assert_eq!(credit(&moves, slow).as_deref(), Some("17.4"), "slow cases keep nine tenths");
    let mostly_slow = Tally { correct: 2, slow: 7, ..Tally::default() };
    assert_eq!(credit(&moves, mostly_slow).as_deref(), Some("4"), "too few cases are correct");
    // The cost of searches is judged if half of them end with a correct result.
    let time = rated(Check::SolverTime, 4.0, Partial::Thresholds(vec![30, 60, 90]));
    assert_eq!(credit(&time, Tally::from_correct(6, 8)).as_deref(), Some("3"));
    assert_eq!(credit(&time, Tally::from_correct(4, 8)).as_deref(), Some("2"));
    let half_slow = Tally { correct: 4, slow: 4, ..Tally::default() };
    assert_eq!(credit(&time, half_slow).as_deref(), Some("2"), "slow searches have no known cost");
    assert_eq!(credit(&time, Tally::from_correct(3, 8)), None);
    let none = rated(Check::SolverMoves, 18.0, Partial::None);
    assert_eq!(credit(&none, slow), None);
}

#[test]
fn time_credit_follows_the_thresholds() {
    let time = rated(Check::SolverTime, 4.0, Partial::Thresholds(vec![30, 60, 90]));
    let of = |hundredths, tally| {
        let measure = Measure { value: hundredths, limit: 3000, puzzle: None };
        let measures = [(Check::SolverTime, measure)].into();
        given(&time, on(3), &Exam { measures, ..tallied(tally) }).unwrap()
    };
    let whole = Tally::from_correct(14, 14);
    assert_eq!(of(3001, whole), ("2.666".to_owned(), 2, 3));
    assert_eq!(of(6000, whole).0, "2.666");
    assert_eq!([of(6001, whole).0, of(9001, whole).0], ["1.333", "0"]);
    // If there are puzzles without an answer, too few costs were measured.
    assert_eq!(of(3001, Tally::from_correct(13, 14)), ("0".to_owned(), 0, 3));
    let skipped = |tally| {
        let measure = Measure { value: 3001, limit: 3000, puzzle: None };
        let measures = [(Check::SolverTime, measure)].into();
        let exam = Exam { measures, ..tallied(tally) };
        credit_for_verdict(&time, &Verdict::Fail(on(3)), &exam).unwrap().share.tally().skipped
    };
    assert_eq!([skipped(whole), skipped(Tally::from_correct(13, 14))], [0, 2]);
    assert_eq!(skipped(Tally { correct: 12, wrong: 1, slow: 1, ..Tally::default() }), 0);
}

#[test]
fn board_credit_is_proportional_to_correct_sizes() {
    let twin = rated(Check::BoardTwin, 4.0, Partial::Share { most: 1000 });
    let given =
        credit_for_verdict(&twin, &Verdict::Fail(on(11)), &tallied(Tally::from_correct(4, 6)))
            .unwrap();
    assert_eq!(
        (given.points.to_string(), given.share.of_what),
        ("2.666".to_owned(), ShareUnit::Sizes)
    );
    assert_eq!(given.share.smallest.as_deref(), Some("11"));
}

#[test]
fn failures_only_on_large_boards_earn_partial_credit() {
    let twin = rated(Check::BoardTwin, 4.0, Partial::Large { part: 500 });
    let of = |failure| given(&twin, failure, &Exam::default());
    assert_eq!(of(on(17)).unwrap().0, "2");
    assert_eq!(of(on(127)).unwrap().0, "2");
    assert_eq!([of(on(16)), of(on(2)), of(Failure::from_summary("it panics"))], [None, None, None]);
}

#[test]
fn test_credit_is_proportional_to_caught_faults() {
    let tests = rated(Check::TestsOwn, 4.0, Partial::Share { most: 1000 });
    let of = |cause: TestsCause| {
        given(&tests, Failure::from_cause(Cause::Tests(cause)), &Exam::default())
    };
    let few = TestsCause::CatchTooFew { caught: 3, faults: 8, wanted: 6 };
    assert_eq!(of(few), Some(("2".to_owned(), 3, 6)));
    assert_eq!(of(TestsCause::FailOnModel { failing: 1, all: 9 }), None);
}

#[test]
fn points_are_withheld_until_requirements_pass() {
    let fails = Verdict::Fail(on(2));
    let check = |check, verdict| CheckGrade {
        check,
        max_score: points(4.0),
        visibility: Visibility::Visible,
        verdict,
        measure: None,
        credit: None,
        withheld: None,
        note: None,
    };
    let waits = Verdict::Skipped { because: Check::CompileBuild };
    let mut checks = [
        check(Check::CompileBuild, fails.clone()),
        check(Check::CompileApi, waits),
        check(Check::BoardHamming, Verdict::Pass),
        check(Check::BoardTwin, fails),
        check(Check::SolverMoves, Verdict::Pass),
    ];
    let mut rules: Vec<RubricEntry> =
        checks.iter().map(|check| rated(check.check, 4.0, Partial::None)).collect();
    for rated in &mut rules[2..4] {
        rated.requires = vec![Check::CompileApi];
    }
    rules[4].requires = vec![Check::BoardHamming];
    withhold_points(&mut checks, &rules);
    let scores = checks.each_ref().map(|graded| graded.score().unwrap().to_string());
    assert_eq!(scores, ["0", "0", "0", "0", "4"], "that points wait is no failure");
    assert_eq!(checks[2].withheld, Some(Check::CompileApi));
    assert_eq!(checks[3].withheld, None, "it has none to keep back");

    let mut assignment = Assignment::embedded();
    let cap = |check| CapRule {
        unless: CapCondition::Check(check),
        score: points(3.0),
        least: points(3.0),
        nine_tenths: None,
        why: "so it is".to_owned(),
    };
    assignment.caps = [Check::CompileApi, Check::BoardHamming, Check::BoardTwin].map(cap).to_vec();
    let limited = |assignment: &Assignment, program| -> Vec<CapCondition> {
        applying_caps(&checks, program, assignment).iter().map(|cap| cap.unless).collect()
    };
    let missed = [Check::CompileApi, Check::BoardTwin].map(CapCondition::Check);
    assert_eq!(limited(&assignment, None), missed);

    assignment.caps = vec![CapRule { unless: CapCondition::Program, ..cap(Check::BoardTwin) }];
    assert_eq!(limited(&assignment, Some(Tally::from_correct(9, 10))), [CapCondition::Program]);
    assert_eq!(limited(&assignment, Some(Tally::from_correct(10, 10))), []);
    assert_eq!(
        limited(&assignment, None),
        [],
        "a program that does not exist solves nothing wrongly"
    );
}

/// Compares the points, out of 100.
#[test]
fn a_wrong_search_is_worth_less_than_a_slow_one() {
    let assignment = Assignment::embedded();
    let all: Points = assignment.checks.iter().map(|rated| rated.points).sum();
    assert_eq!(all, points(100.0));
    let worth = |checks: &[Check]| -> Points {
        checks.iter().filter_map(|check| Some(assignment.find_rubric_entry(*check)?.points)).sum()
    };
    let slow = worth(&[Check::SolverTime, Check::SolverMemory, Check::SolverCaching]);
    let other = [Check::SolverLockstep, Check::SolverMinPq, Check::SolverGoalDequeued];
    let other = worth(&other) + worth(&[Check::SolverCriticalOptimization]);
    let cap = |condition| {
        let rule = assignment.caps.iter().find(|cap| cap.unless == condition).unwrap();
        rule.score_for(Some(Tally::from_correct(4, 5))).unwrap()
    };
    let [solvable, moves] =
        [Check::SolverSolvable, Check::SolverMoves].map(|check| cap(CapCondition::Check(check)));
    assert!(all.without(slow) > solvable && all.without(other) > solvable);
    assert!(cap(CapCondition::Program) > solvable && solvable > moves);
}

/// Returns an exam with a search that is sometimes wrong. All checks that do not depend on it pass.
fn exam(assignment: &Assignment, is_right: bool) -> Exam {
    let verdict = |rated: &RubricEntry| match rated.check {
        Check::SolverMoves if !is_right => Verdict::Fail(on(3)),
        Check::BoardGrowth if !is_right => Verdict::Fail(on(40)),
        Check::SolverTime if !is_right => Verdict::Skipped { because: Check::SolverMoves },
        _ => Verdict::Pass,
    };
    let verdicts = assignment.checks.iter().map(|rated| (rated.check, verdict(rated)));
    Exam { verdicts: verdicts.collect(), ..counted(12, 14) }
}

fn graded(assignment: &Assignment, exam: &Exam) -> Grade {
    let basis = Basis {
        assignment: assignment.hash(),
        toolchain: "rustc 1.95.0".to_owned(),
        engine: "wasmtime".to_owned(),
    };
    let (checks, caps) = rate_checks_and_caps(assignment, exam);
    Grade { checks, caps, ..Grade::new("alice", "sha256:1", basis) }
}

fn repriced(points: &[u64], most: u32, cap: u64, needs: bool) -> Assignment {
    let mut assignment = Assignment::embedded();
    for (rated, points) in assignment.checks.iter_mut().zip(points.iter().cycle()) {
        rated.points = Points::from_thousandths(*points);
        if let Partial::Share { most: old } = &mut rated.partial {
            *old = most;
        }
        if needs && rated.check == Check::SolverPath {
            rated.requires = vec![Check::SolverMoves];
        }
    }
    assignment.caps.truncate(1);
    assignment.caps[0].score = Points::from_thousandths(cap);
    assignment.caps[0].least = Points::from_thousandths(cap / 2);
    assignment
}

proptest! {
    /// Recomputing the points of a grade should yield exactly the same bytes as grading again.
    #[test]
    fn recomputed_points_match_a_fresh_grading(
        old in prop::collection::vec(0_u64..30_000, 1..40),
        new in prop::collection::vec(0_u64..30_000, 1..40),
        (most, cap) in (1_u32..=1000, 0_u64..100_000),
        [needs, needed, is_right] in any::<[bool; 3]>(),
    ) {
        let before = repriced(&old, 500, 50_000, needed);
        let after = repriced(&new, most, cap, needs);
        let exam = exam(&before, is_right);
        let stored = Grade::from_json(&graded(&before, &exam).json()).unwrap();
        let anew = graded(&after, &exam).json();
        prop_assert_eq!(with_points_of(&after, stored).unwrap().json(), anew);
    }
}

#[test]
fn points_are_not_recomputed_for_other_verdicts() {
    let assignment = Assignment::embedded();
    let grade = graded(&assignment, &exam(&assignment, false));
    let mut fewer = assignment.clone();
    fewer.checks.pop();
    assert_eq!(with_points_of(&fewer, grade.clone()), None);
    let mut hidden = assignment.clone();
    hidden.checks[0].visibility = Visibility::Hidden;
    assert_eq!(with_points_of(&hidden, grade.clone()), None);
    let mut whole = assignment.clone();
    whole.checks.iter_mut().for_each(|rated| rated.partial = Partial::None);
    assert_eq!(with_points_of(&whole, grade.clone()), None, "there is a share, and no rule for it");
    let mut broken = grade;
    broken.checks[0].verdict = Verdict::GraderError("no memory".to_owned());
    assert_eq!(with_points_of(&assignment, broken), None);
}
