//! The late policy, and how late it finds somebody.

use std::fmt;

use grade::points::Points;
use grade::{Late, Less};

use crate::length;
use crate::time::ZonedTime;

/// When an assignment is due, and what is taken off later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// When it is due.
    pub due: ZonedTime,
    /// The seconds after that which are still on time.
    pub grace: u64,
    /// What is taken off; none if nothing is.
    pub rate: Option<Rate>,
    /// The last moment at which anything counts; none if there is none.
    pub until: Option<Until>,
}

/// What is taken off with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// For each unit that has begun: a percentage of the score, or points.
    pub each: Less,
    /// The unit.
    pub unit: Unit,
    /// The most that is taken off, of the same kind as `each`; none if there is no such limit.
    pub most: Option<Less>,
}

/// A unit of lateness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// To the same time by the clock, a day later.
    Day,
    /// 3,600 seconds.
    Hour,
}

/// The last moment at which anything counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// This one.
    Time(ZonedTime),
    /// So many seconds after it is due.
    After(u64),
}

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

impl Unit {
    /// Its name in a rubric.
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Hour => "hour",
        }
    }

    /// The unit with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Day, Self::Hour].into_iter().find(|it| it.name() == name)
    }

    /// How many of them have begun so many seconds after `due`: at least one.
    fn begun(self, due: &ZonedTime, seconds: u64) -> u64 {
        match self {
            Self::Hour => seconds.div_ceil(HOUR).max(1),
            Self::Day => {
                let ends = |day: u64| {
                    let day = i64::try_from(day).ok();
                    let end = day.and_then(|day| due.days_after(day)).map(|it| it.second());
                    end.is_none_or(|end| end.abs_diff(due.second()) >= seconds)
                };
                // A day may have an hour or so more or less than 24.
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
    /// What is taken off after so many units.
    fn after(self, units: u64) -> Less {
        let times =
            |each: u64, most: Option<u64>| each.saturating_mul(units).min(most.unwrap_or(u64::MAX));
        match (self.each, self.most) {
            (Less::Percent(each), most) => {
                let most = match most {
                    Some(Less::Percent(most)) => most,
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
    /// How late a time is, for somebody for whom it is due then; none if that is not late.
    pub(crate) fn late(&self, due: &ZonedTime, second: i64) -> Option<Late> {
        let seconds = u64::try_from(second.saturating_sub(due.second())).unwrap_or_default();
        if seconds <= self.grace {
            return None;
        }
        let unit = self.rate.map_or(Unit::Day, |rate| rate.unit);
        let units = unit.begun(due, seconds);
        let by = format!("{units} {}{}", unit.name(), if units == 1 { "" } else { "s" });
        let less = match self.rate {
            _ if self.last(due).is_some_and(|last| last < second) => Less::All,
            Some(rate) => rate.after(units),
            None => Less::Nothing,
        };
        Some(Late { by, less })
    }

    /// The second of the last moment, for somebody for whom it is due then. Who has longer than all
    /// others may use all of it.
    fn last(&self, due: &ZonedTime) -> Option<i64> {
        let grace = i64::try_from(self.grace).unwrap_or(i64::MAX);
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

/// In a line, such as `due 2026-11-22 23:59 (Europe/Berlin); later -10 % for each day begun`.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "due {}", self.due)?;
        if self.grace > 0 {
            write!(f, ", {} of grace", length::text(self.grace))?;
        }
        match self.rate {
            None => f.write_str("; there is no further deduction")?,
            Some(Rate { each, unit, most }) => {
                write!(f, "; later {each} for each {} begun", unit.name())?;
                if let Some(most) = most {
                    write!(f, ", {most} at most")?;
                }
            }
        }
        match &self.until {
            None => Ok(()),
            Some(Until::Time(moment)) => write!(f, "; nothing counts after {moment}"),
            Some(Until::After(seconds)) => {
                write!(f, "; nothing counts {} after it was due", length::text(*seconds))
            }
        }
    }
}
