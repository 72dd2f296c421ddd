//! The words for points: parts of a check, checks that points need, limits of the total.

use grade::check::Check;
use grade::points::Points;
use grade::view::{CapView, CheckView, View};
use grade::{FEW_ROWS, Parts, Share};

use super::plain;

/// The reasons for the points of a check where they are not all or nothing, a line each.
pub fn of_check(check: &CheckView) -> Vec<String> {
    let needs = check.withheld.map(|needed| withheld(needed.check));
    check.share.iter().map(share).chain(needs).collect()
}

/// The share that partial points rest on, in words:
/// `12 of 14 puzzles; the smallest that fails is puzzle04`.
pub(super) fn share(share: &Share) -> String {
    let (held, of) = (share.held(), share.of());
    let smallest = share.smallest.as_deref().map(plain::clean);
    let (counted, which) = match share.of_what {
        Parts::Puzzles => (format!("{held} of {of} puzzles"), "the smallest that fails is"),
        Parts::Thresholds => {
            (format!("within {held} of {of} limits"), "the smallest puzzle beyond the first is")
        }
        Parts::Faults => (format!("{held} of {of} faults are caught"), "the first that is not is"),
        Parts::Answers => {
            return "the ways are shortest; their moves are counted wrongly".to_owned();
        }
        Parts::Sizes => {
            let counted = format!("boards of up to {FEW_ROWS} rows are right");
            let which =
                smallest.map(|rows| format!("{counted}; the smallest that fails has {rows}"));
            return which.unwrap_or(counted);
        }
    };
    match smallest {
        Some(name) => format!("{counted}; {which} {name}"),
        None => counted,
    }
}

/// The words for points that are kept back until a check passes. The name of a hidden check is not
/// for everyone.
pub(super) fn withheld(needed: Option<Check>) -> String {
    format!("no points for it until {} passes", plain::waiting_for(needed))
}

/// A limit of the total, such as `85 points at most until solver.moves passes: the moves are wrong`.
pub fn cap(cap: &CapView) -> String {
    let most = cap.score;
    match &cap.because {
        Some((check, why)) => {
            format!("{most} points at most until {check} passes: {}", plain::sentence(why))
        }
        None => format!("{most} points at most until a hidden check passes"),
    }
}

/// The limits that a total is shown with, a line each.
pub fn caps(view: &View) -> Vec<String> {
    let without = match view.uncapped {
        Some(sum) if Some(sum) != view.score => format!(" ({sum} without this limit)"),
        _ => String::new(),
    };
    view.caps.iter().map(|it| cap(it) + &without).collect()
}

/// The points that the limits take away; zero if they take none, or if that is not known.
pub(super) fn lost(view: &View) -> Points {
    let total =
        grade::capped(view.uncapped.unwrap_or_default(), view.caps.iter().map(|cap| cap.score));
    view.uncapped.unwrap_or_default().without(total)
}
