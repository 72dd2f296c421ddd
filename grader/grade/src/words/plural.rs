//! Numbers with nouns and verbs that agree with them.

use std::fmt::Display;

/// Returns a number with a noun in the singular or plural, such as `1 move` or `2 moves`. The plural ends in `s`.
pub fn counted(number: impl Copy + Display + PartialEq + From<u8>, noun: &str) -> String {
    let s = singular_or_plural(number, "", "s");
    format!("{number} {noun}{s}")
}

/// Returns the word that agrees with a number, such as `is` or `are`.
pub fn singular_or_plural<'a>(
    number: impl Copy + PartialEq + From<u8>,
    singular: &'a str,
    plural: &'a str,
) -> &'a str {
    if number == 1.into() { singular } else { plural }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_numbers() {
        let texts = [0, 1, 2].map(|number| counted(number, "move"));
        assert_eq!(texts, ["0 moves", "1 move", "2 moves"]);
        assert_eq!(counted(1_u64, "rejected submission"), "1 rejected submission");
        assert_eq!([1, 3].map(|number| singular_or_plural(number, "is", "are")), ["is", "are"]);
    }
}
