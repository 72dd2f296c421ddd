//! Parses and formats durations such as `15m`, `2h 30m` and `3d`.

/// The units, their lengths in seconds, and words for them. A day has 24 hours.
const UNITS: [(&str, u64, &[&str]); 4] = [
    ("d", 86_400, &["day", "days"]),
    ("h", 3_600, &["hr", "hrs", "hour", "hours"]),
    ("m", 60, &["min", "mins", "minute", "minutes"]),
    ("s", 1, &["sec", "secs", "second", "seconds"]),
];

/// A hundred years in seconds, to keep computed dates in range.
const MOST: u64 = 100 * 366 * 86_400;

pub(crate) fn parse_length(text: &str) -> Option<u64> {
    let mut rest = text.trim();
    // Zero is the same in every unit.
    if rest == "0" {
        return Some(0);
    }
    let (mut sum, mut next) = (0_u64, 0);
    while !rest.is_empty() {
        let digits = rest.find(|character: char| !character.is_ascii_digit())?;
        let count: u64 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let letters =
            rest.find(|character: char| !character.is_ascii_lowercase()).unwrap_or(rest.len());
        let place = UNITS.iter().position(|(name, ..)| *name == &rest[..letters])?;
        // Each unit may appear only once, and larger units come first.
        if place < next {
            return None;
        }
        next = place + 1;
        sum = sum.checked_add(count.checked_mul(UNITS[place].1)?)?;
        rest = rest[letters..].trim_start();
    }
    (next > 0 && sum <= MOST).then_some(sum)
}

/// Returns the duration that a text in words probably means, such as `7d` for `7 days`, as [`parse_length`] reads it.
pub(crate) fn length_in_words(text: &str) -> Option<String> {
    let spaced = text.replace([',', '\u{a0}'], " ").to_lowercase();
    let words = spaced.split_whitespace().filter(|word| *word != "and");
    let text: String = words.collect();
    let mut rest = text.as_str();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let digits = rest.find(|character: char| !character.is_ascii_digit())?;
        let letters = rest[digits..].find(|character: char| character.is_ascii_digit());
        let (part, after) = rest.split_at(letters.map_or(rest.len(), |length| digits + length));
        let (count, word) = part.split_at(digits);
        let is_meant = |unit: &&(&str, u64, &[&str])| unit.0 == word || unit.2.contains(&word);
        parts.push(format!("{count}{}", UNITS.iter().find(is_meant)?.0));
        rest = after;
    }
    let short = parts.join(" ");
    parse_length(&short).map(|_| short)
}

/// Formats a duration in seconds for [`parse_length`] to parse.
pub(crate) fn format_length(seconds: u64) -> String {
    let mut rest = seconds;
    let mut parts = Vec::new();
    for (name, size, _) in UNITS {
        if rest >= size {
            parts.push(format!("{}{name}", rest / size));
            rest %= size;
        }
    }
    if parts.is_empty() { "0s".to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn durations_are_parsed() {
        for (text, expected) in [
            ("15m", Some(900)),
            ("2h 30m", Some(9_000)),
            ("2h30m", Some(9_000)),
            ("1 d", Some(86_400)),
            ("0", Some(0)),
            ("90", None),
            ("", None),
            ("m", None),
            ("-5m", None),
            ("1.5h", None),
            ("30m 1h", None),
            ("1h 1h", None),
            ("5 minutes", None),
            ("99999999999999999999s", None),
            ("99999999999999d", None),
            ("40000d", None),
            ("5é", None),
        ] {
            assert_eq!(parse_length(text), expected, "{text}");
        }
    }

    #[test]
    fn a_duration_in_words_has_a_short_form() {
        for (text, expected) in [
            ("7 days", Some("7d")),
            ("1 day, 2 hours and 30 minutes", Some("1d 2h 30m")),
            ("15 Min", Some("15m")),
            ("2\u{a0}hrs", Some("2h")),
            ("soon", None),
            ("7 weeks", None),
            ("", None),
            ("days", None),
            ("2026-11-22", None),
            ("30 minutes 1 hour", None),
        ] {
            assert_eq!(length_in_words(text).as_deref(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn durations_round_trip(length in 0..=MOST) {
            prop_assert_eq!(parse_length(&format_length(length)), Some(length));
        }

        #[test]
        fn any_text_is_parsed_or_rejected(text in "[0-9dhms é.-]{0,12}") {
            let _ = parse_length(&text);
        }
    }
}
