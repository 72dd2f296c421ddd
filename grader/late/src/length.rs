//! Parses and formats durations such as `15m`, `2h 30m` and `3d`.

/// The units and their lengths in seconds. A day has 24 hours.
const UNITS: [(&str, u64); 4] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)];

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
        let place = UNITS.iter().position(|(name, _)| *name == &rest[..letters])?;
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

/// Formats a duration in seconds for [`parse_length`] to parse.
pub(crate) fn format_length(seconds: u64) -> String {
    let mut rest = seconds;
    let mut parts = Vec::new();
    for (name, size) in UNITS {
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
