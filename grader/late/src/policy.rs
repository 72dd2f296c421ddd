//! The late policy and its deductions.

use std::fmt;

use grade::points::Points;
use grade::words::counted;
use grade::{Late, Less};

use crate::length;
use crate::time::ZonedTime;

/// The due date of an assignment and the deductions for late submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The due date.
    pub due: ZonedTime,
    /// The grace period, in seconds.
    pub grace: u64,
    /// The deduction, if any.
    pub rate: Option<Rate>,
    /// The latest time at which a submission counts, if there is one.
    pub until: Option<Until>,
    /// How students can use late days, if they can.
    pub late_days: Option<LateDayRule>,
}

/// How students can use their late days for an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateDayRule {
    /// The maximum number of days for this assignment, at least 1.
    pub most: u32,
    /// The moment from which days count.
    pub start: LateDayStart,
}

/// The moment from which late days count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LateDayStart {
    /// The due date. The grace period does not extend a late day.
    #[default]
    Due,
    /// The end of the grace period, which extends each late day.
    Grace,
}

/// A deduction that increases with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The deduction for each unit that has begun, as a percentage of the score or in points.
    pub each: Less,
    /// The unit of time.
    pub unit: Unit,
    /// The maximum deduction. It must be of the same kind as `each`.
    pub most: Option<Less>,
}

/// A unit of lateness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One day, until the same wall-clock time.
    Day,
    /// 3,600 seconds.
    Hour,
}

/// The latest time at which a submission counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// A fixed moment.
    Time(ZonedTime),
    /// A number of seconds after the due date.
    After(u64),
}

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

impl LateDayStart {
    /// Returns the name used in a rubric.
    pub fn name(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Grace => "grace",
        }
    }

    /// Returns the start with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Due, Self::Grace].into_iter().find(|start| start.name() == name)
    }
}

impl Unit {
    /// Returns the name used in a rubric.
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Hour => "hour",
        }
    }

    /// Returns the unit with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Day, Self::Hour].into_iter().find(|unit| unit.name() == name)
    }

    /// Returns the number of units, at least 1, that have begun this many seconds after the due date.
    fn begun_units(self, due: &ZonedTime, seconds: u64) -> u64 {
        match self {
            // The first unit begins right after the due date.
            Self::Hour => seconds.div_ceil(HOUR).max(1),
            Self::Day => {
                let ends = |day: u64| {
                    let day = i64::try_from(day).ok();
                    let end = day.and_then(|day| due.days_after(day)).map(|time| time.second());
                    end.is_none_or(|end| end.abs_diff(due.second()) >= seconds)
                };
                // With daylight saving time, a day can be about an hour longer or shorter than 24 hours.
                // Start two days early, and count up from there.
                let mut days = seconds.div_ceil(DAY).saturating_sub(2).max(1);
                while !ends(days) {
                    days += 1;
                }
                days
            }
        }
    }
}

impl Rate {
    fn deduction_for_units(self, units: u64) -> Less {
        let times =
            |each: u64, most: Option<u64>| each.saturating_mul(units).min(most.unwrap_or(u64::MAX));
        match (self.each, self.most) {
            (Less::Percent(each), most) => {
                let most = match most {
                    Some(Less::Percent(most)) => most,
                    // This is 100 %, in thousandths of a percent.
                    _ => 100_000,
                };
                let part = times(u64::from(each), Some(u64::from(most)));
                Less::Percent(u32::try_from(part).unwrap_or(100_000))
            }
            (Less::Points(each), most) => {
                let most = match most {
                    Some(Less::Points(most)) => Some(most.thousandths()),
                    _ => None,
                };
                Less::Points(Points::from_thousandths(times(each.thousandths(), most)))
            }
            (fixed, _) => fixed,
        }
    }
}

impl Policy {
    /// Returns the lateness and the deduction for a submission at this time, or `None` if it is not late.
    pub(crate) fn late(&self, due: &ZonedTime, second: i64) -> Option<Late> {
        let seconds = seconds_after(due, second);
        if seconds <= self.grace {
            return None;
        }
        let unit = self.rate.map_or(Unit::Day, |rate| rate.unit);
        let units = unit.begun_units(due, seconds);
        let by = counted(units, unit.name());
        let less = match self.rate {
            _ if self.latest_counting_second(due).is_some_and(|last| last < second) => Less::All,
            Some(rate) => rate.deduction_for_units(units),
            None => Less::Nothing,
        };
        Some(Late { by, less })
    }

    /// Returns the number of late days that a submission at this time uses, of those that are `left`: whole days, and
    /// none if the submission is on time or too late to count.
    pub(crate) fn used_late_days(&self, due: &ZonedTime, second: i64, left: u32) -> u32 {
        let is_too_late = self.latest_counting_second(due).is_some_and(|last| last < second);
        let Some(rule) = self.late_days else { return 0 };
        if is_too_late || self.late(due, second).is_none() {
            return 0;
        }
        // The grace period may be longer than the delay, and then no day has begun.
        let seconds = seconds_after(due, second).saturating_sub(self.grace_of_late_days(rule));
        let wanted = u32::try_from(Unit::Day.begun_units(due, seconds)).unwrap_or(u32::MAX);
        // Late days never cover more than the rubric allows, nor more than the student has.
        wanted.min(rule.most).min(left)
    }

    /// Returns the lateness that remains after this number of late days, as returned by
    /// [`used_late_days`](Self::used_late_days). Late days move the due date, but not the latest time at which a
    /// submission counts.
    pub(crate) fn late_after_days(&self, due: &ZonedTime, second: i64, used: u32) -> Option<Late> {
        let moved = due.days_after(i64::from(used)).filter(|_| used > 0);
        let (Some(moved), Some(rule)) = (moved, self.late_days) else {
            return self.late(due, second);
        };
        let rest = Self { grace: self.grace_of_late_days(rule), until: None, ..self.clone() };
        let late = rest.late(&moved, second)?;
        let by = format!("{} after {}", late.by, counted(used, "late day"));
        Some(Late { by, ..late })
    }

    /// Returns the grace period after a late day, in seconds.
    fn grace_of_late_days(&self, rule: LateDayRule) -> u64 {
        match rule.start {
            LateDayStart::Due => 0,
            LateDayStart::Grace => self.grace,
        }
    }

    /// Returns the latest time at which a submission counts, in seconds since 1970. It is never before the end of the
    /// grace period, to let students use all of a long extension.
    fn latest_counting_second(&self, due: &ZonedTime) -> Option<i64> {
        let grace = i64::try_from(self.grace).unwrap_or(i64::MAX);
        // Both numbers come from files, which may hold any time.
        let on_time = due.second().saturating_add(grace);
        let last = match self.until.as_ref()? {
            Until::Time(moment) => moment.second(),
            Until::After(seconds) => {
                due.second().saturating_add(i64::try_from(*seconds).unwrap_or(i64::MAX))
            }
        };
        Some(last.max(on_time))
    }
}

/// Returns the number of seconds from the due date to a later moment, or 0 if it is not later.
fn seconds_after(due: &ZonedTime, second: i64) -> u64 {
    u64::try_from(second.saturating_sub(due.second())).unwrap_or_default()
}

/// Describes the policy in one line, such as `due 2026-11-22 23:59 (Europe/Berlin); then -10 % for each day or part of
/// it`.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "due {}", self.due)?;
        if self.grace > 0 {
            write!(f, ", with a grace period of {}", length::format_length(self.grace))?;
        }
        if let Some(LateDayRule { most, start }) = self.late_days {
            let start = match start {
                LateDayStart::Due => "the due date",
                LateDayStart::Grace => "the end of the grace period",
            };
            write!(f, "; up to {} from {start}", counted(most, "late day"))?;
        }
        match self.rate {
            None => f.write_str("; no deduction for lateness")?,
            Some(Rate { each, unit, most }) => {
                write!(f, "; then {each} for each {} or part of it", unit.name())?;
                if let Some(most) = most {
                    write!(f, ", at most {most}")?;
                }
            }
        }
        match &self.until {
            None => Ok(()),
            Some(Until::Time(moment)) => write!(f, "; nothing counts after {moment}"),
            Some(Until::After(seconds)) => {
                write!(
                    f,
                    "; nothing counts more than {} after the due date",
                    length::format_length(*seconds)
                )
            }
        }
    }
}
