//! Submission times, in the same format for all platforms.

use std::fmt;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A time reported by a platform or a commit, in whole seconds.
///
/// The format is RFC 3339, as in `2026-11-20T10:33:12+01:00`. An unknown offset is omitted: the value is then the local
/// time of the platform or of the user who downloaded the class, and needs a time zone to denote an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubmissionTime {
    clock: DateTime,
    offset: Option<Offset>,
}

impl SubmissionTime {
    /// Parses a time in the format of any platform: RFC 3339, with or without an offset, perhaps with spaces, as in
    /// `2026-04-26 17:34:00.861687000 Z`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (clock, offset) = split_offset(text)?;
        let (date, time) = clock.split_once(['T', 't', ' '])?;
        // Due dates have no fractional seconds.
        let time = time.split_once('.').map_or(time, |(seconds, _)| seconds).trim();
        let mut digits = date.split('-');
        let mut next = |most: usize| parse_digits(digits.next()?, most);
        let (year, month, day) = (next(4)?, next(2)?, next(2)?);
        let mut more = time.split(':');
        let mut next = |most: usize| parse_digits(more.next()?, most);
        // Some formats leave the seconds out.
        let (hour, minute, second) = (next(2)?, next(2)?, next(2).unwrap_or(0));
        if digits.next().is_some() || more.next().is_some() {
            return None;
        }
        Self::new([year, month, day, hour, minute, second], offset)
    }

    /// Creates a time from year, month, day, hour, minute and second. Returns `None` if one is out of range.
    pub(super) fn new(parts: [i16; 6], offset: Option<Offset>) -> Option<Self> {
        let [year, rest @ ..] = parts;
        let [month, day, hour, minute, second] = rest.map(|number| i8::try_from(number).ok());
        let date = Date::new(year, month?, day?).ok()?;
        // A leap second should count as the preceding second, since due dates do not have any.
        let time = Time::new(hour?, minute?, second?.min(59), 0).ok()?;
        Some(Self { clock: DateTime::from_parts(date, time), offset })
    }

    /// Returns `true` if the offset is known.
    pub fn is_exact(&self) -> bool {
        self.offset.is_some()
    }

    /// Returns the number of seconds since 1970, or `None` if the offset is unknown.
    pub fn second(&self) -> Option<i64> {
        let offset = self.offset?;
        Some(offset.to_timestamp(self.clock).ok()?.as_second())
    }

    /// Returns a sort key for times from the same platform.
    pub(super) fn sort_key(&self) -> i64 {
        let second = self.clock.duration_since(DateTime::ZERO).as_secs();
        second - self.offset.map_or(0, |offset| i64::from(offset.seconds()))
    }
}

/// Serializes the time for `class.json`.
impl Serialize for SubmissionTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SubmissionTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("invalid time `{text}`")))
    }
}

impl fmt::Display for SubmissionTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clock, offset } = self;
        write!(f, "{}", clock.strftime("%Y-%m-%dT%H:%M:%S"))?;
        match offset.map(Offset::seconds) {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(seconds) => {
                let sign = if seconds < 0 { '-' } else { '+' };
                let minutes = seconds.unsigned_abs() / 60;
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

/// Splits off a trailing offset: `Z`, `UTC`, `+01:00`, `+0100` or `+01`.
fn split_offset(text: &str) -> Option<(&str, Option<Offset>)> {
    for utc in ["UTC", "GMT", "Z", "z"] {
        if let Some(rest) = text.strip_suffix(utc) {
            return Some((rest.trim_end(), Some(Offset::UTC)));
        }
    }
    // The dashes in the date come before this position.
    // A text that is only an offset has it at the start, and is refused later.
    let Some(at) = text.rfind(['+', '-']).filter(|&at| at > 10 || at == 0) else {
        return Some((text, None));
    };
    let (rest, offset) = text.split_at(at);
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    let digits: String = offset[1..].chars().filter(|character| *character != ':').collect();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes) = match digits.len() {
        2 => (parse_digits(&digits, 2)?, 0),
        4 => (parse_digits(&digits[..2], 2)?, parse_digits(&digits[2..], 2)?),
        _ => return None,
    };
    if hours > 23 || minutes > 59 {
        return None;
    }
    let seconds = sign * (i32::from(hours) * 60 + i32::from(minutes)) * 60;
    Some((rest.trim_end(), Some(Offset::from_seconds(seconds).ok()?)))
}

/// Parses a number of at most `most` digits.
pub(super) fn parse_digits(text: &str, most: usize) -> Option<i16> {
    let is_number =
        !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// Converts an hour to the 24-hour clock. `half` is empty, or contains AM or PM.
pub(super) fn to_24_hours(hour: i16, half: &[&str]) -> Option<i16> {
    match half {
        [] => Some(hour),
        // 12 AM is midnight, and 12 PM is noon.
        [half] if (1..=12).contains(&hour) && half.eq_ignore_ascii_case("am") => Some(hour % 12),
        [half] if (1..=12).contains(&hour) && half.eq_ignore_ascii_case("pm") => {
            Some(hour % 12 + 12)
        }
        _ => None,
    }
}

/// Parses an English month name, or the first three letters.
pub(super) fn parse_month(name: &str) -> Option<i16> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let name = name.to_ascii_lowercase();
    // Two letters are not unique: `ju` and `ma`.
    let found = MONTHS.iter().position(|month| name.len() >= 3 && month.starts_with(&name))?;
    i16::try_from(found + 1).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn platform_times_are_normalized() {
        for (text, expected) in [
            ("2026-04-26 17:34:00.861687000 Z", Some("2026-04-26T17:34:00Z")),
            ("2026-04-26 17:34:00 UTC", Some("2026-04-26T17:34:00Z")),
            ("2026-04-26T17:34:00+00:00", Some("2026-04-26T17:34:00Z")),
            ("2026-04-26 10:34:00.5 -0700", Some("2026-04-26T10:34:00-07:00")),
            ("2026-04-26 10:34:00 +05:30", Some("2026-04-26T10:34:00+05:30")),
            ("2026-04-26T10:34:00", Some("2026-04-26T10:34:00")),
            ("2026-04-26 10:34", Some("2026-04-26T10:34:00")),
            ("2026-12-31 23:59:60 Z", Some("2026-12-31T23:59:59Z")),
            ("2026-02-29 10:34:00 Z", None),
            ("2026-04-26 24:00:00 Z", None),
            ("2026-04-26 10:34:00 +25:00", None),
            ("2026-04-26", None),
            ("2026-04-26-10 34:00", None),
            ("2026-04-26 10:34:00:00", None),
            ("tomorrow", None),
            ("", None),
            ("+", None),
            ("2026-04-26 10:34:00 +\u{10000}", None),
        ] {
            let shown = SubmissionTime::parse(text).map(|time| time.to_string());
            assert_eq!(shown.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn times_with_an_offset_are_converted_to_seconds() {
        for (text, expected) in [
            ("2026-04-26 17:34:00.861687000 Z", Some(1_777_224_840)),
            ("2026-04-26T17:34:00Z", Some(1_777_224_840)),
            ("2026-04-26 17:34:00 UTC", Some(1_777_224_840)),
            ("2026-04-26 19:34:00 +0200", Some(1_777_224_840)),
            ("2026-04-26T10:34:00.999-07:00", Some(1_777_224_840)),
            ("2026-04-26 17:34:00", None),
            ("yesterday UTC", None),
            ("UTC", None),
            ("", None),
        ] {
            assert_eq!(
                SubmissionTime::parse(text).and_then(|time| time.second()),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn times_are_ordered_across_offsets() {
        let order = |text| SubmissionTime::parse(text).unwrap().sort_key();
        assert!(order("2026-04-26T19:34:00+02:00") < order("2026-04-26T17:34:01Z"));
        assert_eq!(order("2026-04-26T19:34:00+02:00"), order("2026-04-26T17:34:00Z"));
    }

    proptest! {
        #[test]
        fn submission_times_round_trip(text in "[0-9TZ:+. -]{0,30}", any in ".{0,30}") {
            for text in [text, any] {
                if let Some(moment) = SubmissionTime::parse(&text) {
                    prop_assert_eq!(SubmissionTime::parse(&moment.to_string()), Some(moment));
                }
            }
        }
    }
}
