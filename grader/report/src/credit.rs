//! Explains partial credit, points that depend on other checks, and caps on the total.

use grade::check::{Check, Group};
use grade::points::Points;
use grade::view::{CapView, CheckView, View};
use grade::{Parts, Share, Tally};

use super::plain;

/// Explains the points for a check, one line per reason. If a check gets all or none of its points, there are no lines.
pub fn of_check(check: &CheckView) -> Vec<String> {
    let needs = check.withheld.map(|needed| withheld(needed.check));
    let share = |share: &Share| {
        let of = self::share(share);
        // This keeps a solver from getting points for reporting every board as unsolvable.
        match (check.check, share.of_what) {
            (Check::SolverUnsolvable, Parts::Solvable)
            | (Check::SolverSolvable, Parts::Unsolvable) => {
                format!("the worse of the two groups counts: {of}")
            }
            _ => of,
        }
    };
    check.share.iter().map(share).chain(needs).collect()
}

/// Describes a share, such as `12 of 14 puzzles correct: 1 wrong, 1 stopped; the smallest that fails is puzzle04`.
pub(super) fn share(share: &Share) -> String {
    let (held, of) = (share.held(), share.of());
    let smallest = share.smallest.as_deref().map(plain::clean);
    let (counted, which) = match share.of_what {
        Parts::Puzzles => (puzzles("puzzles", share), "the smallest that fails is"),
        Parts::Solvable => (puzzles("solvable puzzles", share), "the smallest that fails is"),
        Parts::Unsolvable => (puzzles("unsolvable puzzles", share), "the smallest that fails is"),
        Parts::Thresholds => (within(share), "the smallest puzzle above the first limit is"),
        Parts::Faults => {
            (format!("your tests catch {held} of {of} faults"), "the first one they miss is")
        }
        Parts::Sizes => {
            let counted = format!("correct for {held} of {of} groups of board sizes");
            let which =
                smallest.map(|rows| format!("{counted}; the smallest that fails has {rows} rows"));
            return which.unwrap_or(counted);
        }
    };
    match smallest {
        Some(name) => format!("{counted}; {which} {name}"),
        None => counted,
    }
}

/// Describes how many limits a cost meets. To count, the puzzles need to be solved.
fn within(share: &Share) -> String {
    let (held, of) = (share.held(), share.of());
    let counted = format!("within {held} of {of} limits");
    match share.tally().skipped {
        0 => counted,
        _ => format!("{counted}, because not all puzzles were solved"),
    }
}

fn puzzles(noun: &str, share: &Share) -> String {
    let Tally { correct, half, wrong, stopped, slow, skipped } = share.tally();
    let mut text = format!("{correct} of {} {noun} correct", share.of());
    let rest = [
        (half, "solved, but with a wrong moves(), for half of the points"),
        (wrong, "wrong"),
        (stopped, "stopped"),
        (slow, "too slow"),
        (skipped, "skipped after repeated stops"),
    ];
    let rest: Vec<String> = rest
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if !rest.is_empty() {
        text.push_str(": ");
        text.push_str(&rest.join(", "));
    }
    text
}

/// Explains that points are withheld until another check passes. If this check is hidden, `needed` should be `None`, to
/// avoid revealing its name.
pub(super) fn withheld(needed: Option<Check>) -> String {
    format!("no points until {} passes", plain::waiting_for(needed))
}

/// Describes a cap on the total, such as `at most 85 points until solver.moves passes: the moves are wrong`.
pub fn cap(cap: &CapView) -> String {
    let most = cap.score;
    match &cap.because {
        Some((check, why)) => {
            format!("at most {most} points until {check} passes: {}", plain::sentence(why))
        }
        None => format!("at most {most} points until a hidden check passes"),
    }
}

/// Describes the caps on the total, one per line. When the code does not compile, most checks will fail for this
/// reason, so only caps that change the total are included.
pub fn caps(view: &View) -> Vec<String> {
    let without = match view.uncapped {
        Some(sum) if Some(sum) != view.score => format!(" ({sum} without this limit)"),
        _ => String::new(),
    };
    let is_broken = |it: &CheckView| it.check.group() == Group::Compile && it.is_failed();
    let is_compiled = !view.checks.iter().any(is_broken);
    let binds = |it: &CapView| view.uncapped.is_some_and(|sum| it.score < sum);
    let caps = view.caps.iter().filter(|it| is_compiled || binds(it));
    caps.map(|it| cap(it) + &without).collect()
}

/// Returns the points lost because of caps, or zero if unknown.
pub(super) fn lost(view: &View) -> Points {
    let total =
        grade::capped(view.uncapped.unwrap_or_default(), view.caps.iter().map(|cap| cap.score));
    view.uncapped.unwrap_or_default().without(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_do_not_count_are_explained() {
        let text = |tally| {
            share(
                &Share::of_tally(tally, Parts::Thresholds, Some("a".to_owned())).expect("a share"),
            )
        };
        let which = "; the smallest puzzle above the first limit is a";
        assert_eq!(text(Tally::of(2, 3)), format!("within 2 of 3 limits{which}"));
        let unsolved = Tally { skipped: 2, wrong: 1, ..Tally::default() };
        let expected = "within 0 of 3 limits, because not all puzzles were solved";
        assert_eq!(text(unsolved), format!("{expected}{which}"));
    }
}
