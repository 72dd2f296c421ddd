//! Parses numbers without rounding, in the forms that platforms write.

use grade::points::Points;

/// What a cell for a number contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellValue {
    /// Nothing, or a dash.
    Nothing,
    /// A number in millionths, or `None` if it is too large or has more than six decimals.
    Number(Option<i64>),
    /// Any other text.
    Word,
}

/// The millionths in a thousandth, the smallest part of a point.
const MILLIONTHS: i64 = 1000;

/// Parses a cell. A dash means no grade, as in Moodle's exports.
pub fn parse_cell(text: &str) -> CellValue {
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return CellValue::Nothing;
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    // The last separator marks the decimals. Any earlier ones group digits, as in Canvas.
    let (whole, decimals) = digits.rsplit_once(['.', ',']).unwrap_or((digits, ""));
    let whole: String = whole.split(['.', ',']).collect();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && decimals.is_empty()) || !is_number(&whole) || !is_number(decimals) {
        return CellValue::Word;
    }
    let decimals = decimals.trim_end_matches('0');
    // Points have three decimals, so a cell with more than six was not written by the grader.
    if decimals.len() > 6 {
        return CellValue::Number(None);
    }
    let number = format!("{whole}{decimals:0<6}").parse::<i64>().ok();
    CellValue::Number(number.map(|value| if negative { -value } else { value }))
}

/// Parses points. Returns `None` if the text is not a number, or the number is negative, too large, or has more than
/// three decimals.
pub fn parse_points(text: &str) -> Option<Points> {
    let CellValue::Number(Some(millionths)) = parse_cell(text) else { return None };
    let millionths = u64::try_from(millionths).ok()?;
    let thousandths = millionths / MILLIONTHS.unsigned_abs();
    let is_exact = millionths % MILLIONTHS.unsigned_abs() == 0;
    Some(Points::from_thousandths(thousandths)).filter(|points| is_exact && *points <= Points::MAX)
}

/// Returns `true` if a number in millionths and the points are equal after rounding to this many decimals.
pub(super) fn is_same(millionths: i64, points: Points, decimals: u32) -> bool {
    let Ok(thousandths) = i64::try_from(points.thousandths()) else { return false };
    let Some(other) = thousandths.checked_mul(MILLIONTHS) else { return false };
    // A platform with more than six decimals shows all that are stored.
    let unit = 10_i64.pow(6_u32.saturating_sub(decimals));
    // Rounds halves up, also below zero.
    let rounded = |number: i64| (number + unit / 2).div_euclid(unit);
    rounded(millionths) == rounded(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platform_number_formats_are_parsed() {
        for (text, expected) in [
            ("", CellValue::Nothing),
            (" - ", CellValue::Nothing),
            ("0", CellValue::Number(Some(0))),
            ("87.5", CellValue::Number(Some(87_500_000))),
            (" 87,50000 ", CellValue::Number(Some(87_500_000))),
            ("1,499.00", CellValue::Number(Some(1_499_000_000))),
            (".5", CellValue::Number(Some(500_000))),
            ("-3", CellValue::Number(Some(-3_000_000))),
            ("33.3333333", CellValue::Number(None)),
            ("99999999999999999999", CellValue::Number(None)),
            ("EX", CellValue::Word),
            ("N/A", CellValue::Word),
            ("95%", CellValue::Word),
            (".", CellValue::Word),
            ("--1", CellValue::Word),
            ("1e3", CellValue::Word),
        ] {
            assert_eq!(parse_cell(text), expected, "{text}");
        }
        assert_eq!(parse_points("10,00"), Points::from_f64(10.0));
        assert_eq!(parse_points("-1").or(parse_points("x")).or(parse_points("0.0001")), None);
    }

    #[test]
    fn numbers_are_compared_at_the_shown_precision() {
        let points = Points::from_thousandths(87_125);
        assert!(is_same(87_130_000, points, 2) && !is_same(87_130_000, points, 6));
        assert!(is_same(87_125_000, points, 6) && !is_same(87_120_000, points, 2));
    }
}
