//! Describes test results.

use assignment::Tests;
use grade::cause::TestsCause;
use grade::words::{counted, singular_or_plural};
use grade::{Failure, Verdict};

use super::own_code::OnOwnCode;
use super::run::{OwnTestResults, TestTally};
use assignment::faults;

/// The maximum number of failing or private tests to name. A report lists the rest as a number.
/// Students fix tests one by one, so more names would only hide the other remarks.
const MAX_NAMED: usize = 8;

/// The maximum number of faults to describe. The others are only named.
/// A description takes a line or two. A few show what the tests lack.
const MAX_FAULTS: usize = 5;

pub(super) fn verdict_on_tests(
    ran: &OwnTestResults,
    on_own_code: &OnOwnCode,
    tests: &Tests,
) -> Verdict {
    let catch = usize::try_from(tests.catch).unwrap_or(usize::MAX);
    let caught = count_caught_faults(ran);
    let lines = |lines: Vec<String>| {
        let text = lines.iter().fold(String::new(), |text, line| text + line + "\n");
        (!text.is_empty()).then_some(text)
    };
    let (cause, detail) = if ran.own.tests + on_own_code.tally.passing_count() == 0 {
        let cause = match ran.template.tests {
            0 => TestsCause::None,
            all => TestsCause::TemplatesAlone { all },
        };
        (cause, ran.notes.clone())
    } else if !ran.own.failing.is_empty() {
        let failing = ran.own.failing.iter().map(|(test, how)| format!("{test}: {how}")).collect();
        let (failing_tests, all) = (ran.own.failing.len(), ran.own.tests);
        (TestsCause::FailOnModel { failing: failing_tests, all }, failing)
    } else if caught < catch {
        let faults = tests.faults.len();
        let left = faults_with_catchers(ran, tests).filter(|(_, catcher)| catcher.is_none());
        let left = left.map(|(name, _)| format!("not caught: {}", describe_fault(name))).collect();
        (TestsCause::CatchTooFew { caught, faults, wanted: catch }, left)
    } else {
        return Verdict::Pass;
    };
    Verdict::Fail(Failure { detail: lines(detail), ..Failure::from_cause(cause) })
}

/// Names the tests that fail, the faults that are not caught, and the tests that did not run.
pub(super) fn detail_remarks(
    ran: &OwnTestResults,
    on_own_code: &OnOwnCode,
    tests: &Tests,
) -> Vec<String> {
    let mut remarks = Vec::new();
    add_failing_tests(&ran.own, "the model answer", &mut remarks);
    // Tests that fail on the model do not run on faults.
    if ran.own.passing_count() > 0 {
        add_fault_remarks(ran, tests, &mut remarks);
    }
    add_private_test_remark(ran, on_own_code, &mut remarks);
    add_failing_tests(&on_own_code.tally, "your own code", &mut remarks);
    remarks.extend(ran.notes.iter().cloned());
    remarks
}

/// Summarizes the results in one line, unless there are no tests at all.
pub(super) fn result_remark(ran: &OwnTestResults, tests: &Tests) -> Option<String> {
    let given = (ran.template.tests > 0)
        .then(|| format!("{} that you were given", counted(ran.template.tests, "test")));
    if ran.own.tests == 0 {
        let is_nothing_else =
            ran.own.ignored == 0 && ran.private.is_empty() && ran.notes.is_empty();
        let others = if is_nothing_else { "you added no tests" } else { "none of your tests ran" };
        let given = given?;
        let passes = ran.template.failing.is_empty();
        return Some(if passes && is_nothing_else {
            // The student knows that these tests pass.
            others.to_owned()
        } else if passes {
            let pass = singular_or_plural(ran.template.tests, "passes", "pass");
            format!("{others}; {given} {pass} on the model answer")
        } else {
            format!("{others}; {given}, on the model answer: {}", describe_tally(&ran.template))
        });
    }
    let own = format!("{} ran on the model answer", counted(ran.own.tests, "test"));
    let beside = given.map_or_else(String::new, |tests| format!(" (besides {tests})"));
    let faults = match tests.faults.len() {
        0 => String::new(),
        _ if ran.own.passing_count() == 0 => String::new(),
        1 if count_caught_faults(ran) == 1 => "; the only fault is caught".to_owned(),
        all if count_caught_faults(ran) == all => format!("; all {all} faults are caught"),
        all => format!("; {} of {} caught", count_caught_faults(ran), counted(all, "fault")),
    };
    Some(format!("{own}{beside}: {}{faults}", describe_tally(&ran.own)))
}

/// Formats test results, such as `4 pass, 1 fails; 1 ignored`.
fn describe_tally(tally: &TestTally) -> String {
    let pass = |some| singular_or_plural(some, "passes", "pass");
    let fail = |some| singular_or_plural(some, "fails", "fail");
    let outcome = match (tally.passing_count(), tally.failing.len()) {
        (1, 0) => "it passes".to_owned(),
        (0, 1) => "it fails".to_owned(),
        (_, 0) => "all pass".to_owned(),
        (0, _) => "all fail".to_owned(),
        (some, others) => format!("{some} {}, {others} {}", pass(some), fail(others)),
    };
    match tally.ignored {
        0 => outcome,
        ignored => format!("{outcome}; {ignored} ignored"),
    }
}

fn add_failing_tests(tally: &TestTally, on: &str, remarks: &mut Vec<String>) {
    for (test, how) in tally.failing.iter().take(MAX_NAMED) {
        remarks.push(format!("your test `{test}` fails on {on}: {how}"));
    }
    if tally.failing.len() > MAX_NAMED {
        let more = tally.failing.len() - MAX_NAMED;
        let fail = singular_or_plural(more, "fails", "fail");
        remarks.push(format!("{more} more of your tests {fail} on {on}"));
    }
}

/// Adds remarks on the tests that catch faults. Missed faults come first, and the number of faults is limited.
fn add_fault_remarks(ran: &OwnTestResults, tests: &Tests, remarks: &mut Vec<String>) {
    let (left, caught): (Vec<_>, Vec<_>) =
        faults_with_catchers(ran, tests).partition(|(_, catcher)| catcher.is_none());
    // A missed fault tells the student which test to write next.
    let all: Vec<_> = left.into_iter().chain(caught).collect();
    let (shown, rest) = all.split_at(all.len().min(MAX_FAULTS));
    remarks.extend(shown.iter().map(|(name, catcher)| match catcher {
        Some(test) => format!("{}: caught by `{test}`", describe_fault(name)),
        None => format!("{}: not caught by your tests", describe_fault(name)),
    }));
    let named = |is_caught: bool| -> Option<String> {
        let names = rest.iter().filter(|(_, catcher)| catcher.is_some() == is_caught);
        let names: Vec<String> = names.map(|(name, _)| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    remarks.extend(named(false).map(|names| format!("also not caught by your tests: {names}")));
    remarks.extend(named(true).map(|names| format!("also caught: {names}")));
}

fn add_private_test_remark(
    ran: &OwnTestResults,
    on_own_code: &OnOwnCode,
    remarks: &mut Vec<String>,
) {
    let named: Vec<String> =
        ran.private.iter().take(MAX_NAMED).map(|test| format!("`{test}`")).collect();
    if ran.private.is_empty() {
        return;
    }
    let more = ran.private.len().saturating_sub(MAX_NAMED);
    let more =
        if more == 0 { String::new() } else { format!(" and {}", counted(more, "more test")) };
    let which = format!("{}{more}", named.join(", "));
    let is_one = ran.private.len() == 1;
    remarks.push(match (&on_own_code.not_run, is_one) {
        (Some(why), true) => format!(
            "{which} does not compile with the model answer or with your code, so it did not run: \
             {why}"
        ),
        (Some(why), false) => format!(
            "{which} do not compile with the model answer or with your code, so they did not run: \
             {why}"
        ),
        (None, true) => format!(
            "{which} uses private items of your crate, so it ran only on your code; move it to \
             `tests/` to run it on the faults"
        ),
        (None, false) => format!(
            "{which} use private items of your crate, so they ran only on your code; move them to \
             `tests/` to run them on the faults"
        ),
    });
}

fn count_caught_faults(ran: &OwnTestResults) -> usize {
    ran.caught.iter().flatten().count()
}

fn faults_with_catchers<'a>(
    ran: &'a OwnTestResults,
    tests: &'a Tests,
) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
    tests.faults.iter().map(String::as_str).zip(ran.caught.iter().map(Option::as_deref))
}

fn describe_fault(name: &str) -> String {
    match faults::named(name) {
        Some(fault) => format!("`{name}` ({})", fault.about),
        None => format!("`{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn tests(catch: u32) -> Tests {
        let faults = ["greedy", "hamming-counts-blank", "twin-moves-blank"];
        Tests { faults: faults.map(str::to_owned).to_vec(), catch }
    }

    fn tally(tests: usize, failing: usize) -> TestTally {
        let fail = |i: usize| (format!("tests/a.rs::t{i}"), "it panics: no".to_owned());
        TestTally { tests, failing: (0..failing).map(fail).collect(), ignored: 0 }
    }

    fn ran(tests: usize, failing: usize, caught: [bool; 3]) -> OwnTestResults {
        let catcher = |is_caught: bool| is_caught.then(|| "tests/a.rs::finds".to_owned());
        OwnTestResults {
            own: tally(tests, failing),
            caught: caught.map(catcher).to_vec(),
            ..OwnTestResults::default()
        }
    }

    fn all_texts(ran: &OwnTestResults, catch: u32) -> String {
        all_texts_with_own_code(ran, &OnOwnCode::default(), catch)
    }

    fn all_texts_with_own_code(
        ran: &OwnTestResults,
        on_own_code: &OnOwnCode,
        catch: u32,
    ) -> String {
        let verdict = match verdict_on_tests(ran, on_own_code, &tests(catch)) {
            Verdict::Fail(failure) => {
                format!("{}\n{}", failure.summary, failure.detail.unwrap_or_default())
            }
            other => format!("{other:?}\n"),
        };
        verdict + &all_remarks(ran, on_own_code, &tests(catch))
    }

    fn all_remarks(ran: &OwnTestResults, on_own_code: &OnOwnCode, tests: &Tests) -> String {
        let details = detail_remarks(ran, on_own_code, tests);
        let lines: Vec<_> = result_remark(ran, tests).into_iter().chain(details).collect();
        lines.join("\n")
    }

    #[test]
    fn every_result_is_described() {
        assert_snapshot!(all_texts(&ran(7, 0, [true; 3]), 3), @r"
    Pass
    7 tests ran on the model answer: all pass; all 3 faults are caught
    `greedy` (the priority omits the moves): caught by `tests/a.rs::finds`
    `hamming-counts-blank` (hamming() counts the blank): caught by `tests/a.rs::finds`
    `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): caught by `tests/a.rs::finds`
    ");
        assert_snapshot!(all_texts(&ran(1, 0, [false, true, false]), 1), @"
    Pass
    1 test ran on the model answer: it passes; 1 of 3 faults caught
    `greedy` (the priority omits the moves): not caught by your tests
    `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): not caught by your tests
    `hamming-counts-blank` (hamming() counts the blank): caught by `tests/a.rs::finds`
    ");
        assert_snapshot!(all_texts(&ran(2, 0, [false, true, false]), 2), @"
        your own tests catch 1 of 3 faults, but must catch 2
        not caught: `greedy` (the priority omits the moves)
        not caught: `twin-moves-blank` (twin() swaps the first two cells even if one is the blank)
        2 tests ran on the model answer: all pass; 1 of 3 faults caught
        `greedy` (the priority omits the moves): not caught by your tests
        `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): not caught by your tests
        `hamming-counts-blank` (hamming() counts the blank): caught by `tests/a.rs::finds`
        ");
        assert_snapshot!(all_texts(&ran(11, 9, [true, true, false]), 0), @"
    9 of 11 tests fail on the model answer
    tests/a.rs::t0: it panics: no
    tests/a.rs::t1: it panics: no
    tests/a.rs::t2: it panics: no
    tests/a.rs::t3: it panics: no
    tests/a.rs::t4: it panics: no
    tests/a.rs::t5: it panics: no
    tests/a.rs::t6: it panics: no
    tests/a.rs::t7: it panics: no
    tests/a.rs::t8: it panics: no
    11 tests ran on the model answer: 2 pass, 9 fail; 2 of 3 faults caught
    your test `tests/a.rs::t0` fails on the model answer: it panics: no
    your test `tests/a.rs::t1` fails on the model answer: it panics: no
    your test `tests/a.rs::t2` fails on the model answer: it panics: no
    your test `tests/a.rs::t3` fails on the model answer: it panics: no
    your test `tests/a.rs::t4` fails on the model answer: it panics: no
    your test `tests/a.rs::t5` fails on the model answer: it panics: no
    your test `tests/a.rs::t6` fails on the model answer: it panics: no
    your test `tests/a.rs::t7` fails on the model answer: it panics: no
    1 more of your tests fails on the model answer
    `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): not caught by your tests
    `greedy` (the priority omits the moves): caught by `tests/a.rs::finds`
    `hamming-counts-blank` (hamming() counts the blank): caught by `tests/a.rs::finds`
    ");
        assert_snapshot!(all_texts(&ran(1, 1, [false; 3]), 0), @"
    the only test fails on the model answer
    tests/a.rs::t0: it panics: no
    1 test ran on the model answer: it fails
    your test `tests/a.rs::t0` fails on the model answer: it panics: no
    ");
        assert_snapshot!(all_texts(&ran(0, 0, [false; 3]), 0), @"there are no tests to run");
        let notes = vec!["`tests/a.rs` is not UTF-8 text, so it is ignored".to_owned()];
        let own = TestTally { ignored: 2, ..tally(5, 1) };
        assert_snapshot!(all_texts(&OwnTestResults { own, notes, ..ran(3, 0, [true; 3]) }, 1), @"
        1 of 5 tests fails on the model answer
        tests/a.rs::t0: it panics: no
        5 tests ran on the model answer: 4 pass, 1 fails; 2 ignored; all 3 faults are caught
        your test `tests/a.rs::t0` fails on the model answer: it panics: no
        `greedy` (the priority omits the moves): caught by `tests/a.rs::finds`
        `hamming-counts-blank` (hamming() counts the blank): caught by `tests/a.rs::finds`
        `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): caught by `tests/a.rs::finds`
        `tests/a.rs` is not UTF-8 text, so it is ignored
        ");
    }

    #[test]
    fn given_tests_do_not_count() {
        let untouched = OwnTestResults { template: tally(22, 0), ..ran(0, 0, [false; 3]) };
        assert_snapshot!(all_texts(&untouched, 1), @"
        all 22 tests are from the template or from `grader check --tests`; add your own tests
        you added no tests
        ");
        assert_snapshot!(all_texts(&OwnTestResults { template: tally(22, 2), ..untouched.clone() }, 0), @"
        all 22 tests are from the template or from `grader check --tests`; add your own tests
        you added no tests; 22 tests that you were given, on the model answer: 20 pass, 2 fail
        ");
        let added = OwnTestResults { template: tally(22, 2), ..ran(1, 0, [true, false, true]) };
        assert_snapshot!(all_texts(&added, 1), @"
    Pass
    1 test ran on the model answer (besides 22 tests that you were given): it passes; 2 of 3 faults caught
    `hamming-counts-blank` (hamming() counts the blank): not caught by your tests
    `greedy` (the priority omits the moves): caught by `tests/a.rs::finds`
    `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): caught by `tests/a.rs::finds`
    ");
        let notes = vec!["`tests/a.rs` is not UTF-8 text, so it is ignored".to_owned()];
        assert_snapshot!(all_texts(&OwnTestResults { template: tally(1, 0), notes, ..untouched }, 1), @"
        the only test is from the template or from `grader check --tests`; add your own tests
        `tests/a.rs` is not UTF-8 text, so it is ignored
        none of your tests ran; 1 test that you were given passes on the model answer
        `tests/a.rs` is not UTF-8 text, so it is ignored
        ");
    }

    #[test]
    fn private_tests_count_but_catch_no_faults() {
        let private = |count: usize| -> Vec<String> {
            (0..count).map(|i| format!("board::tests::t{i}")).collect()
        };
        let on_own_code =
            |tests, failing| OnOwnCode { tally: tally(tests, failing), not_run: None };
        let one = OwnTestResults { private: private(1), ..ran(0, 0, [false; 3]) };
        assert_snapshot!(all_texts_with_own_code(&one, &on_own_code(1, 0), 0), @r"
    Pass
    `board::tests::t0` uses private items of your crate, so it ran only on your code; move it to `tests/` to run it on the faults
    ");
        assert_snapshot!(all_texts_with_own_code(&one, &on_own_code(1, 1), 0), @"
    there are no tests to run
    `board::tests::t0` uses private items of your crate, so it ran only on your code; move it to `tests/` to run it on the faults
    your test `tests/a.rs::t0` fails on your own code: it panics: no
    ");
        let many = OwnTestResults { private: private(10), ..ran(2, 0, [true, false, false]) };
        assert_snapshot!(all_texts_with_own_code(&many, &on_own_code(10, 1), 1), @"
    Pass
    2 tests ran on the model answer: all pass; 1 of 3 faults caught
    `hamming-counts-blank` (hamming() counts the blank): not caught by your tests
    `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): not caught by your tests
    `greedy` (the priority omits the moves): caught by `tests/a.rs::finds`
    `board::tests::t0`, `board::tests::t1`, `board::tests::t2`, `board::tests::t3`, `board::tests::t4`, `board::tests::t5`, `board::tests::t6`, `board::tests::t7` and 2 more tests use private items of your crate, so they ran only on your code; move them to `tests/` to run them on the faults
    your test `tests/a.rs::t0` fails on your own code: it panics: no
    ");
        let not_run = Some("src/board.rs:3: mismatched types".to_owned());
        let broken = OnOwnCode { not_run, ..OnOwnCode::default() };
        assert_snapshot!(all_texts_with_own_code(&one, &broken, 0), @"
    there are no tests to run
    `board::tests::t0` does not compile with the model answer or with your code, so it did not run: src/board.rs:3: mismatched types
    ");
    }

    #[test]
    fn only_a_few_faults_have_their_own_line() {
        let faults = ["greedy", "twin-moves-blank", "path-reversed", "no-twin-search"];
        let mut names: Vec<String> = faults.map(str::to_owned).to_vec();
        names.extend((0..4).map(|i| format!("other{i}")));
        let mut caught: Vec<_> = (0..8).map(|i| Some(format!("tests/a.rs::t{i}"))).collect();
        let tests = Tests { faults: names, catch: 0 };
        caught[1] = None;
        let some = OwnTestResults {
            own: tally(9, 0),
            caught: caught.clone(),
            ..OwnTestResults::default()
        };
        assert_snapshot!(all_remarks(&some, &OnOwnCode::default(), &tests), @r"
    9 tests ran on the model answer: all pass; 7 of 8 faults caught
    `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): not caught by your tests
    `greedy` (the priority omits the moves): caught by `tests/a.rs::t0`
    `path-reversed` (solution() goes from the goal to the initial board): caught by `tests/a.rs::t2`
    `no-twin-search` (the twin is not searched, so unsolvable boards run forever): caught by `tests/a.rs::t3`
    `other0`: caught by `tests/a.rs::t4`
    also caught: `other1`, `other2`, `other3`
    ");
        caught[2..].fill(None);
        let few = OwnTestResults { caught, ..some };
        assert_snapshot!(all_remarks(&few, &OnOwnCode::default(), &tests), @"
    9 tests ran on the model answer: all pass; 1 of 8 faults caught
    `twin-moves-blank` (twin() swaps the first two cells even if one is the blank): not caught by your tests
    `path-reversed` (solution() goes from the goal to the initial board): not caught by your tests
    `no-twin-search` (the twin is not searched, so unsolvable boards run forever): not caught by your tests
    `other0`: not caught by your tests
    `other1`: not caught by your tests
    also not caught by your tests: `other2`, `other3`
    also caught: `greedy`
    ");
    }
}
