//! Parses the `[late]` table of a rubric.
//!
//! ```toml
//! [late]
//! due = 2026-11-22T23:59:00     # with an offset, or else in `zone`
//! zone = "Europe/Berlin"
//! grace = "15m"                 # a submission within this time is on time
//! percent = 10                  # of the score, or `points = 5`
//! per = "day"                   # or "hour"; a unit that has begun counts in full
//! cap = 50                      # the maximum deduction, in the same unit: percent or points
//! accept_until = "7d"           # or a time; nothing counts after it
//! late_days = 2                 # the late days that a student can use
//! late_days_from = "grace"      # they begin after the grace period; or "due"
//! ```

use std::ops::Range;

use base::UserError;
use base::input::{FileError, InputText};
use grade::Less;
use grade::points::Points;
use jiff::tz::TimeZone;
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::length;
use crate::policy::{LateDayRule, LateDayStart, Policy, Rate, Unit, Until};
use crate::time::{self, NoTime, ZonedTime};

/// The TOML form of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with `due`")]
pub struct WireLate {
    due: Spanned<Value>,
    zone: Option<Spanned<String>>,
    grace: Option<Spanned<String>>,
    percent: Option<Spanned<f64>>,
    points: Option<Spanned<f64>>,
    per: Option<Spanned<String>>,
    cap: Option<Spanned<f64>>,
    accept_until: Option<Spanned<Value>>,
    late_days: Option<Spanned<i64>>,
    late_days_from: Option<Spanned<String>>,
}

/// The maximum number of late days for one assignment.
/// A year is longer than any term, so a larger number is a mistake.
const MOST_LATE_DAYS: u32 = 365;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PolicyProblem {
    #[error("invalid duration")]
    Length(Option<String>),
    #[error("neither a duration nor a date and time")]
    LengthOrTime(Option<String>),
    #[error("the percentage must be above 0 and at most 100")]
    Percent,
    #[error("the number of points must be above 0")]
    Points,
    #[error("`percent` and `points` cannot be used together")]
    Both,
    #[error("`per` is missing")]
    NoPer,
    #[error("unknown unit `{0}`")]
    Unit(String),
    #[error("`{0}` requires `percent` or `points`")]
    NoRate(&'static str),
    #[error("the cap is less than the deduction for the first day or hour")]
    Cap,
    #[error("the number of late days must be from 1 to {MOST_LATE_DAYS}")]
    LateDays,
    #[error("unknown start of late days `{0}`")]
    LateDayStart(String),
    #[error("`late_days_from` requires `late_days`")]
    NoLateDays,
    #[error("the time is not after the due date and its grace period")]
    Until,
}

impl UserError for PolicyProblem {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Length(Some(short)) | Self::LengthOrTime(Some(short)) => {
                return Some(format!("write it as `{short}`"));
            }
            Self::Length(None) => "write it as `15m`, `2h 30m` or `3d`",
            Self::LengthOrTime(None) => {
                "write a duration, such as `7d`, or a date and time, such as `2026-11-29T23:59:00`"
            }
            Self::Percent | Self::Points => "use up to three decimals",
            Self::Both => "use `percent` for a share of the score, or `points` for a fixed number",
            Self::NoPer => "add `per = \"day\"` or `per = \"hour\"`",
            Self::Unit(_) => "use `day` or `hour`",
            Self::NoRate(_) => "add a deduction, or remove this key",
            Self::Cap => "give both in the same unit, percent or points",
            Self::LateDays | Self::NoLateDays => {
                "`late_days` is the number of days that a student can use for this assignment"
            }
            Self::LateDayStart(_) => "use `due` or `grace`",
            Self::Until => "`accept_until` is the latest time at which a late submission counts",
        };
        Some(hint.to_owned())
    }
}

/// Returns the text of a TOML string or a TOML time.
pub(crate) fn format_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Datetime(time) => time.to_string(),
        other => other.to_string(),
    }
}

pub(crate) fn parse_zone(
    name: Option<&Spanned<String>>,
    source: InputText<'_>,
) -> Result<Option<TimeZone>, FileError> {
    let read = |name: &Spanned<String>| {
        time::find_zone(name.get_ref()).map_err(|error| source.error(name.span(), &error))
    };
    name.map(read).transpose()
}

pub(crate) fn parse_moment(
    value: &Spanned<Value>,
    zone: Option<&TimeZone>,
    source: InputText<'_>,
) -> Result<ZonedTime, FileError> {
    ZonedTime::parse(&format_value(value.get_ref()), zone)
        .map_err(|error| source.error(value.span(), &error))
}

/// Parses and validates the table.
///
/// # Errors
///
/// Returns an error if any value is invalid.
pub fn parse_policy(wire: &WireLate, source: InputText<'_>) -> Result<Policy, FileError> {
    let wrong = |span: Range<usize>, wrong: PolicyProblem| source.error(span, &wrong);
    let zone = parse_zone(wire.zone.as_ref(), source)?;
    let due = parse_moment(&wire.due, zone.as_ref(), source)?;
    let grace = match &wire.grace {
        None => 0,
        Some(text) => {
            length::parse_length(text.get_ref()).ok_or_else(|| length_error(text, source))?
        }
    };
    let rate = parse_rate(wire, source)?;
    let own_zone = due.zone();
    let until = match &wire.accept_until {
        None => None,
        Some(value) => Some(parse_until(value, zone.as_ref().or(Some(&own_zone)), source)?),
    };
    let late_days = late_day_rule(wire, source)?;
    let policy = Policy { due, grace, rate, until, late_days };
    if let Some(span) = wire.accept_until.as_ref().map(Spanned::span)
        && !policy.has_time_for_lateness()
    {
        return Err(
            wrong(span, PolicyProblem::Until).with_second_place(wire.due.span(), "due here")
        );
    }
    Ok(policy)
}

fn length_error(text: &Spanned<String>, source: InputText<'_>) -> FileError {
    let problem = PolicyProblem::Length(length::length_in_words(text.get_ref()));
    source.error(text.span(), &problem)
}

fn parse_until(
    value: &Spanned<Value>,
    zone: Option<&TimeZone>,
    source: InputText<'_>,
) -> Result<Until, FileError> {
    let text = format_value(value.get_ref());
    if let Some(seconds) = length::parse_length(&text) {
        return Ok(Until::After(seconds));
    }
    match ZonedTime::parse(&text, zone) {
        Ok(time) => Ok(Until::Time(time)),
        Err(NoTime::Text) => {
            let problem = PolicyProblem::LengthOrTime(length::length_in_words(&text));
            Err(source.error(value.span(), &problem))
        }
        Err(problem) => Err(source.error(value.span(), &problem)),
    }
}

fn late_day_rule(wire: &WireLate, source: InputText<'_>) -> Result<Option<LateDayRule>, FileError> {
    let wrong = |span: Range<usize>, wrong: PolicyProblem| source.error(span, &wrong);
    let Some(days) = &wire.late_days else {
        return match &wire.late_days_from {
            Some(start) => Err(wrong(start.span(), PolicyProblem::NoLateDays)),
            None => Ok(None),
        };
    };
    let most = checked_late_days(*days.get_ref());
    let most = most.ok_or_else(|| wrong(days.span(), PolicyProblem::LateDays))?;
    let start = match &wire.late_days_from {
        None => LateDayStart::default(),
        Some(start) => LateDayStart::from_name(start.get_ref()).ok_or_else(|| {
            wrong(start.span(), PolicyProblem::LateDayStart(start.get_ref().clone()))
        })?,
    };
    Ok(Some(LateDayRule { most, start }))
}

/// Returns the maximum number of late days, if it is in range.
pub(crate) fn checked_late_days(days: i64) -> Option<u32> {
    u32::try_from(days).ok().filter(|days| (1..=MOST_LATE_DAYS).contains(days))
}

fn parse_rate(wire: &WireLate, source: InputText<'_>) -> Result<Option<Rate>, FileError> {
    let wrong = |span: Range<usize>, wrong: PolicyProblem| source.error(span, &wrong);
    let (each, span) = match (&wire.percent, &wire.points) {
        (Some(percent), Some(points)) => {
            return Err(wrong(points.span(), PolicyProblem::Both)
                .with_second_place(percent.span(), "the other"));
        }
        (Some(value), None) => (
            percent_from_f64(*value.get_ref())
                .ok_or_else(|| wrong(value.span(), PolicyProblem::Percent))?,
            value.span(),
        ),
        (None, Some(value)) => (
            points_from_f64(*value.get_ref())
                .ok_or_else(|| wrong(value.span(), PolicyProblem::Points))?,
            value.span(),
        ),
        (None, None) => {
            let per = wire.per.as_ref().map(|per| (per.span(), "per"));
            let cap = wire.cap.as_ref().map(|cap| (cap.span(), "cap"));
            return match per.or(cap) {
                Some((span, key)) => Err(wrong(span, PolicyProblem::NoRate(key))),
                None => Ok(None),
            };
        }
    };
    let per = wire.per.as_ref().ok_or_else(|| wrong(span, PolicyProblem::NoPer))?;
    let unit = Unit::from_name(per.get_ref())
        .ok_or_else(|| wrong(per.span(), PolicyProblem::Unit(per.get_ref().clone())))?;
    let most = match &wire.cap {
        None => None,
        Some(cap) => {
            let (most, fault) = match each {
                Less::Percent(_) => (percent_from_f64(*cap.get_ref()), PolicyProblem::Percent),
                _ => (points_from_f64(*cap.get_ref()), PolicyProblem::Points),
            };
            let most = most.ok_or_else(|| wrong(cap.span(), fault))?;
            if deduction_sort_key(most) < deduction_sort_key(each) {
                return Err(wrong(cap.span(), PolicyProblem::Cap));
            }
            Some(most)
        }
    };
    Ok(Some(Rate { each, unit, most }))
}

fn deduction_sort_key(less: Less) -> u64 {
    match less {
        Less::Percent(part) => u64::from(part),
        Less::Points(points) => points.thousandths(),
        Less::Nothing => 0,
        Less::All => u64::MAX,
    }
}

/// Converts a percentage above 0 and up to 100.
pub(crate) fn percent_from_f64(number: f64) -> Option<Less> {
    let part = u32::try_from(Points::from_f64(number)?.thousandths()).ok()?;
    (1..=100_000).contains(&part).then_some(Less::Percent(part))
}

/// Converts a number of points above 0.
pub(crate) fn points_from_f64(number: f64) -> Option<Less> {
    Points::from_f64(number).filter(|points| *points > Points::ZERO).map(Less::Points)
}

impl Policy {
    /// Returns `true` if a late submission can still count.
    pub(crate) fn has_time_for_lateness(&self) -> bool {
        let on_time = self.due.plus_seconds(self.grace).map(|time| time.second());
        let last = match &self.until {
            None => return true,
            Some(Until::Time(moment)) => Some(moment.second()),
            Some(Until::After(seconds)) => {
                self.due.plus_seconds(*seconds).map(|time| time.second())
            }
        };
        on_time.zip(last).is_some_and(|(on_time, last)| on_time < last)
    }
}
