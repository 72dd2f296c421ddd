//! Explains partial credit, points that depend on other checks, and caps on the total.

use std::fmt::Write as _;

use grade::check::{Check, Group};
use grade::view::{CapView, CheckView, View};
use grade::{Share, ShareUnit, Tally};

use super::{human, plain};

/// Explains the points for a check, one line per reason. If a check gets all or none of its points, there are no lines.
pub fn explain_points(check: &CheckView) -> Vec<String> {
    let needs = check.withheld.map(|needed| describe_withheld(needed.check));
    let share = |partial: &Share| share(check.check, partial, human::unwritten(check).is_some());
    check.share.iter().map(share).chain(needs).collect()
}

/// Describes a share, such as `12 of 14 puzzles correct; 1 wrong, and 1 did not finish; the smallest that fails is
/// puzzle04`. `is_unwritten` should be true if the check fails because code is not written yet.
fn share(check: Check, share: &Share, is_unwritten: bool) -> String {
    let (held, of) = (share.held(), share.of());
    let counted = match share.of_what {
        ShareUnit::Puzzles | ShareUnit::Solvable | ShareUnit::Unsolvable => {
            describe_puzzles(check, share, is_unwritten)
        }
        ShareUnit::Thresholds => describe_limits_met(share),
        ShareUnit::Faults => format!("your tests catch {held} of {of} faults"),
        ShareUnit::Sizes => format!("correct for {held} of {of} ranges of sizes"),
    };
    let Some(smallest) = share.smallest.as_deref().map(plain::to_clean_line) else {
        return counted;
    };
    let which = match share.of_what {
        ShareUnit::Puzzles | ShareUnit::Solvable | ShareUnit::Unsolvable => {
            format!("the smallest that fails is {smallest}")
        }
        ShareUnit::Thresholds if of == 1 => format!("the smallest puzzle above it is {smallest}"),
        ShareUnit::Thresholds => format!("the smallest puzzle above the first limit is {smallest}"),
        ShareUnit::Faults => format!("the first one they miss is {smallest}"),
        ShareUnit::Sizes => {
            let rows = if smallest == "1" { "row" } else { "rows" };
            format!("the smallest failing board has {smallest} {rows}")
        }
    };
    format!("{counted}; {which}")
}

/// Describes how many limits a cost meets. To count, the puzzles need to be solved.
fn describe_limits_met(share: &Share) -> String {
    let of = share.of();
    match (share.held(), share.tally().skipped) {
        (0, 0) if of == 1 => "above the limit".to_owned(),
        (0, 0) => format!("above all {of} limits"),
        (held, 0) => format!("within {held} of {of} limits"),
        (held, _) => format!(
            "{held} of {of} limits earn points, because a limit counts only if all puzzles are solved"
        ),
    }
}

fn describe_puzzles(check: Check, share: &Share, is_unwritten: bool) -> String {
    let (held, of) = (share.held(), share.of());
    let mut text = match (check, share.of_what) {
        // This keeps a solver from getting points for giving the same answer for every board.
        (Check::SolverUnsolvable, ShareUnit::Solvable) => {
            describe_limited_share(share, "solvable puzzles recognized as solvable")
        }
        (Check::SolverSolvable, ShareUnit::Unsolvable) => {
            describe_limited_share(share, "unsolvable puzzles recognized as unsolvable")
        }
        // The work is only known for a search that ends with a correct result.
        (Check::SolverTime, _) => format!("measured on {held} of {of} puzzles"),
        (_, ShareUnit::Solvable) => format!("{held} of {of} solvable puzzles correct"),
        (_, ShareUnit::Unsolvable) => format!("{held} of {of} unsolvable puzzles correct"),
        _ => format!("{held} of {of} puzzles correct"),
    };
    let Tally { correct: _, half, wrong, panicked, stopped, slow, skipped } = share.tally();
    if half > 0 {
        let moves = if is_unwritten { "an unfinished" } else { "a wrong" };
        let half = format!("; {half} solved, but with {moves} moves(), for half of the points");
        text.push_str(&half);
    }
    let skips = match (skipped, stopped) {
        (_, 0) => "skipped, because others did not finish",
        (1, _) => "was then skipped",
        _ => "were then skipped",
    };
    let too_slow = if share.tally().credits_slow() && check != Check::SolverTime {
        "too slow, which still earns nine tenths of the points"
    } else {
        "too slow"
    };
    let rest = [
        (wrong, "wrong"),
        (slow, too_slow),
        (panicked, "panicked"),
        (stopped, "did not finish"),
        (skipped, skips),
    ];
    let rest = rest.iter().filter(|(count, _)| *count > 0);
    let rest: Vec<String> = rest.map(|(count, what)| format!("{count} {what}")).collect();
    if let Some((last, others)) = rest.split_last() {
        text.push_str("; ");
        if !others.is_empty() {
            text.push_str(&others.join(", "));
            text.push_str(", and ");
        }
        text.push_str(last);
    }
    text
}

/// Says that points are limited by the share of other puzzles that are correct.
fn describe_limited_share(share: &Share, of_what: &str) -> String {
    format!("limited to {} of {}, the share of {of_what}", share.held(), share.of())
}

/// Explains that points are withheld until another check passes. If this check is hidden, `needed` should be `None`, to
/// avoid revealing its name.
pub(super) fn describe_withheld(needed: Option<Check>) -> String {
    format!("no points until {} passes", plain::waiting_for(needed))
}

/// Describes a cap on the total, such as `at most 85 points until solver.moves passes: the moves are wrong`.
pub fn describe_cap(cap: &CapView) -> String {
    let most = cap.score;
    match &cap.because {
        Some((condition, why)) => {
            format!("at most {most} points until {condition}: {}", plain::sentence(why))
        }
        None => format!("at most {most} points until a hidden check passes"),
    }
}

/// Describes the caps on the total, one per line. The last one that lowers the total says what it would be without
/// caps. When the code does not compile, most checks will fail for this reason, so only caps that change the total are
/// included.
pub fn describe_caps(view: &View) -> Vec<String> {
    let is_broken = |check: &CheckView| check.check.group() == Group::Compile && check.is_failed();
    let is_compiled = !view.checks.iter().any(is_broken);
    let binds = |cap: &CapView| view.uncapped.is_some_and(|sum| cap.score < sum);
    let caps: Vec<&CapView> = view.caps.iter().filter(|cap| is_compiled || binds(cap)).collect();
    let mut lines: Vec<String> = caps.iter().copied().map(describe_cap).collect();
    // Without only one of several limits, the total would be no higher than the next one.
    let binding: Vec<usize> = (0..caps.len()).filter(|at| binds(caps[*at])).collect();
    let sum = view.uncapped.filter(|sum| Some(*sum) != view.score);
    if let (Some(last), Some(sum)) = (binding.last(), sum) {
        let limits = if binding.len() == 1 { "this limit" } else { "these limits" };
        // Writing to a `String` cannot fail.
        let _ = write!(lines[*last], " ({sum} without {limits})");
    }
    lines
}

#[cfg(test)]
mod tests {
    use grade::points::Points;
    use grade::view::{Audience, Corrected};
    use grade::{Cap, CapCondition, Failure, Grade, Visibility};
    use samples::{fail, grade, pass};

    use super::*;

    #[test]
    fn the_last_of_several_caps_shows_the_total_without_them() {
        let failed = |check| fail(check, Failure::from_summary("it is wrong"));
        let mut sample = grade([
            (pass(Check::BoardHamming), 80.0),
            (failed(Check::SolverMoves), 10.0),
            (failed(Check::SolverSolvable), 10.0),
        ]);
        let cap = |check, points: u64| Cap {
            unless: CapCondition::Check(check),
            score: Points::from_thousandths(points * 1000),
            why: "why".to_owned(),
        };
        sample.caps = vec![cap(Check::SolverMoves, 50), cap(Check::SolverSolvable, 60)];
        let lines = |grade: &Grade| {
            describe_caps(&Corrected::from(grade).view(Audience::Student)).join("\n")
        };
        assert_eq!(
            lines(&sample),
            "at most 50 points until solver.moves passes: why\n\
             at most 60 points until solver.solvable passes: why (80 without these limits)"
        );
        // With hidden checks, a cap above the visible points is shown but does not lower them.
        sample.caps[1] = cap(Check::SolverSolvable, 90);
        sample.checks.push(grade([(pass(Check::SolverTime), 20.0)]).checks.remove(0));
        sample.checks[3].visibility = Visibility::Hidden;
        assert_eq!(
            lines(&sample),
            "at most 50 points until solver.moves passes: why (80 without this limit)\n\
             at most 90 points until solver.solvable passes: why"
        );
    }

    fn text(check: Check, tally: Tally, of_what: ShareUnit, smallest: &str) -> String {
        let smallest = Some(smallest.to_owned());
        share(check, &Share::of_tally(tally, of_what, smallest).expect("a share"), false)
    }

    #[test]
    fn limits_that_do_not_count_are_explained() {
        let text = |tally| text(Check::SolverTime, tally, ShareUnit::Thresholds, "a");
        let which = "; the smallest puzzle above the first limit is a";
        assert_eq!(text(Tally::from_correct(2, 3)), format!("within 2 of 3 limits{which}"));
        assert_eq!(text(Tally::from_correct(0, 3)), format!("above all 3 limits{which}"));
        assert_eq!(
            text(Tally::from_correct(0, 1)),
            "above the limit; the smallest puzzle above it is a"
        );
        let unsolved = Tally { skipped: 2, wrong: 1, ..Tally::default() };
        let expected =
            "0 of 3 limits earn points, because a limit counts only if all puzzles are solved";
        assert_eq!(text(unsolved), format!("{expected}{which}"));
    }

    #[test]
    fn unfinished_code_is_not_called_wrong() {
        let tally = Tally { half: 99, ..Tally::default() };
        let share = Share::of_tally(tally, ShareUnit::Puzzles, None).expect("a share");
        assert_eq!(
            super::share(Check::SolverMoves, &share, true),
            "0 of 99 puzzles correct; 99 solved, but with an unfinished moves(), for half of the points"
        );
    }

    #[test]
    fn every_result_of_a_puzzle_is_counted() {
        let none = Tally::default();
        let all =
            Tally { correct: 1, half: 2, wrong: 3, panicked: 7, stopped: 4, slow: 5, skipped: 6 };
        let measured = Tally { correct: 123, stopped: 4, skipped: 1, ..none };
        let of = |check, tally, of_what| text(check, tally, of_what, "a");
        let moves = |tally| of(Check::SolverMoves, tally, ShareUnit::Puzzles);
        let unsolvable = |tally, of_what| of(Check::SolverUnsolvable, tally, of_what);
        let texts = [
            moves(Tally { half: 99, ..none }),
            moves(all),
            moves(Tally { slow: 2, skipped: 3, ..none }),
            unsolvable(Tally { stopped: 4, skipped: 25, ..none }, ShareUnit::Unsolvable),
            unsolvable(Tally { correct: 94, stopped: 5, ..none }, ShareUnit::Solvable),
            of(Check::SolverSolvable, Tally::from_correct(97, 99), ShareUnit::Solvable),
            of(Check::SolverSolvable, Tally::from_correct(0, 29), ShareUnit::Unsolvable),
            of(Check::SolverTime, measured, ShareUnit::Puzzles),
            text(Check::BoardTwin, Tally::from_correct(5, 6), ShareUnit::Sizes, "17"),
            text(Check::BoardTwin, Tally::from_correct(5, 6), ShareUnit::Sizes, "1"),
        ];
        insta::assert_snapshot!(texts.join("\n"), @"
        0 of 99 puzzles correct; 99 solved, but with a wrong moves(), for half of the points; the smallest that fails is a
        1 of 28 puzzles correct; 2 solved, but with a wrong moves(), for half of the points; 3 wrong, 5 too slow, 7 panicked, 4 did not finish, and 6 were then skipped; the smallest that fails is a
        0 of 5 puzzles correct; 2 too slow, and 3 skipped, because others did not finish; the smallest that fails is a
        0 of 29 unsolvable puzzles correct; 4 did not finish, and 25 were then skipped; the smallest that fails is a
        limited to 94 of 99, the share of solvable puzzles recognized as solvable; 5 did not finish; the smallest that fails is a
        97 of 99 solvable puzzles correct; 2 wrong; the smallest that fails is a
        limited to 0 of 29, the share of unsolvable puzzles recognized as unsolvable; 29 wrong; the smallest that fails is a
        measured on 123 of 128 puzzles; 4 did not finish, and 1 was then skipped; the smallest that fails is a
        correct for 5 of 6 ranges of sizes; the smallest failing board has 17 rows
        correct for 5 of 6 ranges of sizes; the smallest failing board has 1 row
        ");
    }
}
