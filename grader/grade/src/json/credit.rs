//! Parses shares, withheld points and caps in `grade.json`.

use super::read::{GradeError, parse_check_id, points};
use super::wire::{WireCap, WireShare};
use crate::check::Check;
use crate::points::Points;
use crate::{Cap, CapCondition, CheckGrade, Share, ShareUnit, Tally, Verdict};

pub(super) fn read_share(place: &str, wire: &WireShare) -> Result<Share, GradeError> {
    let (parts, tally) = read_tally(place, wire)?;
    Share::of_tally(tally, parts, wire.smallest.clone()).ok_or_else(|| invalid_share(place, wire))
}

/// Parses the results of the whole program.
pub(super) fn read_program_tally(wire: &WireShare) -> Result<Tally, GradeError> {
    match read_tally(CapCondition::PROGRAM, wire)? {
        (ShareUnit::Puzzles, tally) if wire.smallest.is_none() && tally.cases() > 0 => Ok(tally),
        _ => Err(invalid_share(CapCondition::PROGRAM, wire)),
    }
}

fn read_tally(place: &str, wire: &WireShare) -> Result<(ShareUnit, Tally), GradeError> {
    let WireShare { held, of, of_what, half, panicked, stopped, slow, skipped, smallest: _ } = wire;
    let unknown =
        || GradeError::field_error(format!("{place}.of_what"), format!("unknown unit `{of_what}`"));
    let parts = ShareUnit::from_name(of_what).ok_or_else(unknown)?;
    let tally = || {
        let known = Tally {
            correct: *held,
            half: *half,
            panicked: *panicked,
            stopped: stopped.checked_sub(*panicked)?,
            slow: *slow,
            skipped: *skipped,
            wrong: 0,
        };
        Some(Tally { wrong: of.checked_sub(known.cases())?, ..known })
    };
    Ok((parts, tally().ok_or_else(|| invalid_share(place, wire))?))
}

fn invalid_share(place: &str, wire: &WireShare) -> GradeError {
    let WireShare { held, of, .. } = wire;
    GradeError::field_error(place, format!("{held} of {of} is not a valid share"))
}

/// Checks that the points agree with the verdict and the share. The rubric's rule for partial credit is not in the
/// file, so the points only need to be less than the maximum, or zero if no case is correct.
pub(super) fn check_points_agree(
    place: &str,
    verdict: &Verdict,
    score: Option<Points>,
    all: Points,
    share: Option<&Share>,
    withheld: Option<Check>,
) -> Result<(), GradeError> {
    let wrong =
        |name: &str, what: String| Err(GradeError::field_error(format!("{place}.{name}"), what));
    let is_missed = matches!(verdict, Verdict::Fail(_) | Verdict::Skipped { .. });
    if share.is_some() && !is_missed {
        return wrong("share", "it is not allowed here".to_owned());
    }
    if withheld.is_some() && *verdict != Verdict::Pass && share.is_none() {
        return wrong("requires", "no points can be withheld here".to_owned());
    }
    let right = match verdict {
        Verdict::GraderError(_) if score.is_none() => return Ok(()),
        Verdict::GraderError(_) => {
            return wrong("score", "a check with a grader error has no score".to_owned());
        }
        Verdict::Pass if withheld.is_none() => all,
        Verdict::Pass => Points::ZERO,
        Verdict::Fail(_) | Verdict::Skipped { .. } => match share {
            Some(share) if withheld.is_none() && share.held() + share.tally().half > 0 => {
                let is_part = |score: Points| score < all || all == Points::ZERO && score == all;
                if score.is_some_and(is_part) {
                    return Ok(());
                }
                let what =
                    format!("a check of {all} points must have fewer points if it does not pass");
                return wrong("score", what);
            }
            _ => Points::ZERO,
        },
    };
    if score == Some(right) {
        return Ok(());
    }
    wrong("score", format!("with this status, a check of {all} points must have {right}"))
}

/// Parses the caps. Each should be for a check that did not pass, or for a program that does not solve all puzzles.
pub(super) fn caps(
    wires: Vec<WireCap>,
    checks: &[CheckGrade],
    program: Option<Tally>,
) -> Result<Vec<Cap>, GradeError> {
    let failed = |check| checks.iter().any(|graded| graded.check == check && graded.is_missed());
    let cap = |(i, WireCap { unless: id, score, why }): (usize, WireCap)| {
        let at = |name: &str| format!("caps[{i}].{name}");
        let unless = if id == CapCondition::PROGRAM {
            if program.is_none_or(Tally::is_whole) {
                let what = "the program solves all puzzles here";
                return Err(GradeError::field_error(at("unless"), what.to_owned()));
            }
            CapCondition::Program
        } else {
            let check = parse_check_id(&at("unless"), &id)?;
            if !failed(check) {
                let what = format!("no check `{check}` fails here");
                return Err(GradeError::field_error(at("unless"), what));
            }
            CapCondition::Check(check)
        };
        Ok(Cap { unless, score: points(&at("score"), &score)?, why })
    };
    wires.into_iter().enumerate().map(cap).collect()
}
