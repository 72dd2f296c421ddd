//! Points in time, as written in rubrics and by platforms.

use std::fmt;

use jiff::Zoned;
use jiff::civil::Time;
use jiff::fmt::temporal::{Pieces, PiecesOffset};
use jiff::tz::{AmbiguousOffset, Offset, TimeZone};

/// A point in time with its original time zone or offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZonedTime(pub(crate) Zoned);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoTime {
    #[error("invalid date and time")]
    Text,
    #[error("the time of day is missing")]
    NoClock,
    /// Neither an offset nor a time zone is given.
    #[error("the time zone is missing")]
    NoZone,
    #[error("unknown time zone `{0}`")]
    UnknownZone(String),
    #[error("the offset does not match: {zone} has {right} at that time")]
    OtherOffset {
        zone: String,
        /// The correct offset for this time.
        right: String,
    },
    /// The time does not exist, because the clock is put forward.
    #[error("this time does not exist in {0}, because the clocks go forward")]
    Never(String),
    /// The time occurs twice because the clock is put back.
    #[error("this time occurs twice in {0}, because the clocks go back")]
    Twice(String),
}

impl base::UserError for NoTime {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Text | Self::NoClock => {
                "write it as `2026-11-22T23:59:00+01:00`, or leave out the offset and add `zone = \
                 \"Europe/Berlin\"`"
            }
            Self::NoZone => {
                "add an offset, as in `+01:00`, or a time zone, as in `zone = \"Europe/Berlin\"`"
            }
            Self::UnknownZone(_) => "use an IANA name, such as `America/New_York`",
            Self::OtherOffset { .. } => "remove the offset or the time zone",
            Self::Twice(_) => "add an offset",
            Self::Never(_) => return None,
        };
        Some(hint.to_owned())
    }
}

pub(crate) fn find_zone(name: &str) -> Result<TimeZone, NoTime> {
    TimeZone::get(name).map_err(|_| NoTime::UnknownZone(name.to_owned()))
}

impl ZonedTime {
    /// Parses a time such as `2026-11-22T23:59:00+01:00`. A time without an offset is in the default time zone. If a
    /// time zone follows the offset, the two must match.
    pub(crate) fn parse(text: &str, default: Option<&TimeZone>) -> Result<Self, NoTime> {
        let pieces = Pieces::parse(text.trim()).map_err(|_| NoTime::Text)?;
        let clock: Time = pieces.time().ok_or(NoTime::NoClock)?;
        let local = pieces.date().to_datetime(clock);
        let own = pieces.to_time_zone().map_err(|_| {
            let name = text.split_once('[').map_or(text, |(_, name)| name.trim_end_matches(']'));
            NoTime::UnknownZone(name.to_owned())
        })?;
        let zone = own.or_else(|| default.cloned());
        let offset = pieces.to_numeric_offset();
        let Some(zone) = zone else {
            let offset = offset.ok_or(NoTime::NoZone)?;
            let zoned = local.to_zoned(TimeZone::fixed(offset)).map_err(|_| NoTime::Text)?;
            return Ok(Self(zoned));
        };
        if pieces.offset().is_some_and(|offset| offset == PiecesOffset::Zulu) {
            // `Z` stands for UTC, not for the local time zone.
            let instant = Offset::UTC.to_timestamp(local).map_err(|_| NoTime::Text)?;
            return Ok(Self(instant.to_zoned(zone)));
        }
        let name = || zone_name(&zone);
        let ambiguous = zone.to_ambiguous_zoned(local);
        let possible = match ambiguous.offset() {
            AmbiguousOffset::Unambiguous { offset } => vec![offset],
            AmbiguousOffset::Fold { before, after } => vec![before, after],
            AmbiguousOffset::Gap { .. } => return Err(NoTime::Never(name())),
        };
        let offset = match offset {
            Some(offset) if possible.contains(&offset) => offset,
            Some(_) => {
                let right = possible[0].to_string();
                return Err(NoTime::OtherOffset { zone: name(), right });
            }
            None if possible.len() > 1 => return Err(NoTime::Twice(name())),
            None => possible[0],
        };
        let instant = offset.to_timestamp(local).map_err(|_| NoTime::Text)?;
        Ok(Self(instant.to_zoned(zone)))
    }

    /// Parses a time with an offset, such as `2026-11-22T12:00:00.3-07:00`.
    pub fn with_offset(text: &str) -> Option<Self> {
        Self::parse(text, None).ok()
    }

    /// Returns the number of whole seconds since 1970.
    pub fn second(&self) -> i64 {
        self.0.timestamp().as_second()
    }

    /// Returns the time zone, which may be a fixed offset.
    pub(crate) fn zone(&self) -> TimeZone {
        self.0.time_zone().clone()
    }

    /// Returns the time this many seconds later, or `None` if it is out of range.
    pub fn plus_seconds(&self, seconds: u64) -> Option<Self> {
        let length = jiff::SignedDuration::from_secs(i64::try_from(seconds).ok()?);
        self.0.checked_add(length).ok().map(Self)
    }

    /// Returns the same wall-clock time this many days later.
    pub(crate) fn days_after(&self, days: i64) -> Option<Self> {
        let span = jiff::Span::new().try_days(days).ok()?;
        self.0.checked_add(span).ok().map(Self)
    }

    /// Formats the time with its offset, followed by the time zone in brackets. Parsing the result returns an equal
    /// time.
    pub(crate) fn with_zone_in_brackets(&self) -> String {
        self.0.to_string()
    }

    /// Formats the time according to RFC 3339, as in `2026-11-22T23:59:00+01:00`.
    pub fn rfc3339(&self) -> String {
        self.0.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }
}

/// Formats the time for readers, as in `2026-11-22 23:59 (Europe/Berlin)`.
impl fmt::Display for ZonedTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = if self.0.second() == 0 { "%Y-%m-%d %H:%M" } else { "%Y-%m-%d %H:%M:%S" };
        write!(f, "{} ({})", self.0.strftime(shape), zone_name(self.0.time_zone()))
    }
}

fn zone_name(zone: &TimeZone) -> String {
    match (zone.iana_name(), zone.to_fixed_offset()) {
        (Some(name), _) => name.to_owned(),
        (None, Ok(offset)) => format!("UTC{offset}"),
        (None, Err(_)) => "an unnamed time zone".to_owned(),
    }
}

/// Parses an RFC 3339 time and returns whole seconds since 1970. A time without an offset is in the given time zone, at
/// the earlier moment if the clock is put back.
pub(crate) fn parse_second(text: &str, clock: &TimeZone) -> Option<i64> {
    // Drop fractions of a second, as in due dates: 23:59:00.9 counts as 23:59:00.
    if let Some(moment) = ZonedTime::with_offset(text) {
        return Some(moment.second());
    }
    let pieces = Pieces::parse(text).ok()?;
    if pieces.to_numeric_offset().is_some() {
        return None;
    }
    let local = pieces.date().to_datetime(pieces.time()?);
    Some(clock.to_ambiguous_timestamp(local).earlier().ok()?.as_second())
}

#[cfg(test)]
mod tests {
    use base::UserError as _;

    use super::*;

    #[test]
    fn rubric_times_need_an_offset_or_zone() {
        let berlin = find_zone("Europe/Berlin").unwrap();
        for (text, zone, expected) in [
            ("2026-11-22T23:59:00+01:00", None, "2026-11-22T23:59:00+01:00"),
            ("2026-11-22 23:59+01:00", None, "2026-11-22T23:59:00+01:00"),
            ("2026-11-22T22:59:00Z", None, "2026-11-22T22:59:00+00:00"),
            ("2026-11-22T22:59:00Z", Some(&berlin), "2026-11-22T23:59:00+01:00"),
            ("2026-11-22T23:59[Europe/Berlin]", None, "2026-11-22T23:59:00+01:00"),
            ("2026-07-22T23:59", Some(&berlin), "2026-07-22T23:59:00+02:00"),
            ("2026-07-22T23:59+02:00", Some(&berlin), "2026-07-22T23:59:00+02:00"),
            ("2026-10-25T02:30+01:00", Some(&berlin), "2026-10-25T02:30:00+01:00"),
            ("2026-10-25T02:30+02:00", Some(&berlin), "2026-10-25T02:30:00+02:00"),
        ] {
            let moment =
                ZonedTime::parse(text, zone).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(moment.rfc3339(), expected, "{text}");
            assert_eq!(
                ZonedTime::parse(&moment.with_zone_in_brackets(), None),
                Ok(moment),
                "{text}"
            );
        }
    }

    #[test]
    fn an_invalid_time_is_rejected_with_a_hint() {
        let berlin = find_zone("Europe/Berlin").unwrap();
        let mut lines = Vec::new();
        for (time, zone) in [
            ("tomorrow", None),
            ("2026-11-22", Some(&berlin)),
            ("2026-11-22T23:59:00", None),
            ("2026-11-22T23:59[Europe/Berlln]", None),
            ("2026-07-22T23:59+01:00", Some(&berlin)),
            ("2026-03-29T02:30", Some(&berlin)),
            ("2026-10-25T02:30", Some(&berlin)),
        ] {
            let error = ZonedTime::parse(time, zone).unwrap_err();
            lines.push(format!("{time}: {error}"));
            lines.extend(error.hint().map(|hint| format!("  {hint}")));
        }
        insta::assert_snapshot!(lines.join("\n"), @r#"
        tomorrow: invalid date and time
          write it as `2026-11-22T23:59:00+01:00`, or leave out the offset and add `zone = "Europe/Berlin"`
        2026-11-22: the time of day is missing
          write it as `2026-11-22T23:59:00+01:00`, or leave out the offset and add `zone = "Europe/Berlin"`
        2026-11-22T23:59:00: the time zone is missing
          add an offset, as in `+01:00`, or a time zone, as in `zone = "Europe/Berlin"`
        2026-11-22T23:59[Europe/Berlln]: unknown time zone `Europe/Berlln`
          use an IANA name, such as `America/New_York`
        2026-07-22T23:59+01:00: the offset does not match: Europe/Berlin has +02 at that time
          remove the offset or the time zone
        2026-03-29T02:30: this time does not exist in Europe/Berlin, because the clocks go forward
        2026-10-25T02:30: this time occurs twice in Europe/Berlin, because the clocks go back
          add an offset
        "#);
    }

    #[test]
    fn a_time_without_an_offset_uses_the_policy_zone() {
        let berlin = find_zone("Europe/Berlin").unwrap();
        for (text, same) in [
            ("2026-04-26 19:34:00", "2026-04-26T17:34:00Z"),
            // A time that occurs twice, and a time that is skipped.
            ("2026-10-25T02:30:00", "2026-10-25T02:30:00+02:00"),
            ("2026-03-29T02:30:00", "2026-03-29T02:30:00+02:00"),
            ("2026-04-26T17:34:00Z", "2026-04-26T17:34:00Z"),
        ] {
            assert_eq!(
                parse_second(text, &berlin),
                ZonedTime::with_offset(same).map(|time| time.second()),
                "{text}"
            );
        }
        assert_eq!(parse_second("2026-04-26", &berlin), None);
    }
}
