//! What came of tests, in words.

use super::run::Ran;
use crate::assignment::Tests;
use crate::faults;
use crate::grade::cause::TestsCause;
use crate::grade::{Failure, Verdict};

/// The most tests that are named one by one.
const MAX_NAMED: usize = 8;

/// The verdict on the check of them.
pub(super) fn verdict(ran: &Ran, tests: &Tests) -> Verdict {
    let catch = usize::try_from(tests.catch).unwrap_or(usize::MAX);
    let caught = ran.caught.iter().filter(|caught| **caught).count();
    let lines = |lines: Vec<String>| {
        let text = lines.iter().fold(String::new(), |text, line| text + line + "\n");
        (!text.is_empty()).then_some(text)
    };
    let (cause, detail) = if ran.tests == 0 {
        (TestsCause::None, ran.notes.clone())
    } else if !ran.failing.is_empty() {
        let failing = ran.failing.iter().map(|(test, how)| format!("{test}: {how}")).collect();
        (TestsCause::FailOnModel { failing: ran.failing.len(), all: ran.tests }, failing)
    } else if caught < catch {
        let faults = tests.faults.len();
        let left = not_caught(ran, tests).map(|it| format!("not caught: {it}"));
        (TestsCause::CatchTooFew { caught, faults, wanted: catch }, left.collect())
    } else {
        return Verdict::Pass;
    };
    Verdict::Fail(Failure { detail: lines(detail), ..Failure::of(cause) })
}

/// What is worth saying about them; nothing if there are none.
pub(super) fn remarks(ran: &Ran, tests: &Tests) -> Vec<String> {
    let mut remarks = Vec::new();
    if ran.tests > 0 {
        remarks.push(result(ran, tests));
    }
    for (test, how) in ran.failing.iter().take(MAX_NAMED) {
        remarks.push(format!("your test `{test}` fails on the model answer: {how}"));
    }
    if ran.failing.len() > MAX_NAMED {
        let more = ran.failing.len() - MAX_NAMED;
        let fail = if more == 1 { "fails" } else { "fail" };
        remarks.push(format!("{more} more of your tests {fail} on the model answer"));
    }
    remarks.extend(ran.notes.iter().cloned());
    remarks
}

fn result(ran: &Ran, tests: &Tests) -> String {
    let passing = ran.tests - ran.failing.len();
    let ignored = match ran.ignored {
        0 => String::new(),
        1 => " (and 1 more is ignored)".to_owned(),
        ignored => format!(" (and {ignored} more are ignored)"),
    };
    let pass = match (passing, ran.tests) {
        (1, 1) => format!("your only test{ignored} passes on the model answer"),
        (0, _) => return "none of your tests passes on the model answer".to_owned(),
        (passing, all) if passing == all => {
            format!("your {all} tests{ignored} pass on the model answer")
        }
        (1, all) => format!("1 of your {all} tests{ignored} passes on the model answer"),
        (passing, all) => {
            format!("{passing} of your {all} tests{ignored} pass on the model answer")
        }
    };
    if tests.faults.is_empty() {
        return pass;
    }
    let caught = ran.caught.iter().filter(|caught| **caught).count();
    let faults = count(tests.faults.len(), "fault");
    let catch = if passing == 1 { "catches" } else { "catch" };
    let caught = if caught == 0 { "none".to_owned() } else { caught.to_string() };
    let left: Vec<String> = not_caught(ran, tests).collect();
    match left.is_empty() {
        true if tests.faults.len() == 1 => format!("{pass} and {catch} the fault it is tried on"),
        true => format!("{pass} and {catch} all {faults} that they are tried on"),
        false => {
            format!("{pass} and {catch} {caught} of {faults}; not caught: {}", left.join(", "))
        }
    }
}

/// The faults that no test fails on, each with what it is.
fn not_caught<'a>(ran: &'a Ran, tests: &'a Tests) -> impl Iterator<Item = String> + 'a {
    let left = tests.faults.iter().zip(&ran.caught).filter(|(_, caught)| !**caught);
    left.map(|(name, _)| match faults::named(name) {
        Some(fault) => format!("`{name}` ({})", fault.about),
        None => format!("`{name}`"),
    })
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    fn tests(catch: u32) -> Tests {
        let faults = ["greedy", "hamming-counts-blank", "twin-moves-blank"];
        Tests { faults: faults.map(str::to_owned).to_vec(), catch }
    }

    fn ran(tests: usize, failing: usize, caught: [bool; 3]) -> Ran {
        let fail = |i: usize| (format!("tests/a.rs::t{i}"), "it panics: no".to_owned());
        Ran {
            tests,
            failing: (0..failing).map(fail).collect(),
            caught: caught.to_vec(),
            ..Ran::default()
        }
    }

    fn said(ran: &Ran, catch: u32) -> String {
        let verdict = match verdict(ran, &tests(catch)) {
            Verdict::Fail(failure) => {
                format!("{}\n{}", failure.summary, failure.detail.unwrap_or_default())
            }
            other => format!("{other:?}\n"),
        };
        verdict + &remarks(ran, &tests(catch)).join("\n")
    }

    #[test]
    fn every_result_has_its_words() {
        assert_snapshot!(said(&ran(7, 0, [true; 3]), 3), @r"
    Pass
    your 7 tests pass on the model answer and catch all 3 faults that they are tried on
    ");
        assert_snapshot!(said(&ran(1, 0, [false, true, false]), 1), @r"
    Pass
    your only test passes on the model answer and catches 1 of 3 faults; not caught: `greedy` (the priority is the Manhattan distance without the moves made), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    ");
        assert_snapshot!(said(&ran(2, 0, [false, true, false]), 2), @r"
    the tests catch 1 of 3 faults, and 2 are asked for
    not caught: `greedy` (the priority is the Manhattan distance without the moves made)
    not caught: `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    your 2 tests pass on the model answer and catch 1 of 3 faults; not caught: `greedy` (the priority is the Manhattan distance without the moves made), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    ");
        assert_snapshot!(said(&ran(11, 9, [true, true, false]), 0), @r"
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
    2 of your 11 tests pass on the model answer and catch 2 of 3 faults; not caught: `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    your test `tests/a.rs::t0` fails on the model answer: it panics: no
    your test `tests/a.rs::t1` fails on the model answer: it panics: no
    your test `tests/a.rs::t2` fails on the model answer: it panics: no
    your test `tests/a.rs::t3` fails on the model answer: it panics: no
    your test `tests/a.rs::t4` fails on the model answer: it panics: no
    your test `tests/a.rs::t5` fails on the model answer: it panics: no
    your test `tests/a.rs::t6` fails on the model answer: it panics: no
    your test `tests/a.rs::t7` fails on the model answer: it panics: no
    1 more of your tests fails on the model answer
    ");
        assert_snapshot!(said(&ran(1, 1, [false; 3]), 0), @r"
    the only test fails on the model answer
    tests/a.rs::t0: it panics: no
    none of your tests passes on the model answer
    your test `tests/a.rs::t0` fails on the model answer: it panics: no
    ");
        assert_snapshot!(said(&ran(0, 0, [false; 3]), 0), @"there are no tests that could be run");
        let notes = vec!["`tests/a.rs` is not UTF-8 text, so it is left out".to_owned()];
        let left_out = Ran { notes, ignored: 2, ..ran(3, 0, [true; 3]) };
        assert_snapshot!(said(&left_out, 1), @r"
    Pass
    your 3 tests (and 2 more are ignored) pass on the model answer and catch all 3 faults that they are tried on
    `tests/a.rs` is not UTF-8 text, so it is left out
    ");
    }
}
