//! Selects what to show of two long texts that differ.

use grade::Value;

/// The number of lines to show before and after the first difference.
/// With five lines, the rows above and below the wrong one are visible.
const AROUND: usize = 2;

/// The number of words to show before the first difference in a long line.
/// They show where in the line the difference is.
const BEFORE: usize = 2;

/// Lines with up to this many characters are always shown from the beginning.
/// With indentation and a mark, such a line fits on a narrow terminal.
const SHORT: usize = 60;

/// A selected part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of lines to leave out at the beginning.
    pub skipped: usize,
    /// The number of lines to show.
    lines: usize,
    /// The number of words to leave out at the beginning of each line.
    numbers: usize,
}

impl Excerpt {
    pub(crate) fn first_lines(lines: usize) -> Self {
        Self { skipped: 0, lines, numbers: 0 }
    }

    /// Selects the part to show of two results that should be equal but are not. This is the first `lines` lines or, if
    /// the first difference is farther down or far into a long line, the lines around it. Differences in spacing are
    /// ignored.
    pub fn around_difference(expected: &Value, actual: &Value, lines: usize) -> Self {
        let (Value::Text(expected), Value::Text(actual)) = (expected, actual) else {
            return Self::first_lines(lines);
        };
        let words =
            |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
        let alike = expected.lines().zip(actual.lines());
        let Some((at, (right, wrong))) =
            alike.enumerate().find(|(_, (right, wrong))| words(right) != words(wrong))
        else {
            return Self::first_lines(lines);
        };
        // If either line is long, both begin at the same word.
        let is_long = right.chars().count().max(wrong.chars().count()) > SHORT;
        let same = words(right).iter().zip(&words(wrong)).take_while(|(a, b)| a == b).count();
        let numbers = if is_long { same.saturating_sub(BEFORE) } else { 0 };
        if at < lines && numbers == 0 {
            return Self::first_lines(lines);
        }
        Self { skipped: at.saturating_sub(AROUND), lines: 2 * AROUND + 1, numbers }
    }

    /// Returns the selected lines, including line breaks.
    pub fn lines(self, text: &str) -> impl Iterator<Item = String> {
        let lines = text.split_inclusive('\n').skip(self.skipped).take(self.lines);
        lines.map(move |line| self.shorten_line(line))
    }

    /// Returns the number of lines after the selected ones.
    pub fn lines_after(self, text: &str) -> usize {
        text.lines().count().saturating_sub(self.skipped + self.lines)
    }

    fn shorten_line(self, line: &str) -> String {
        let mut rest = line;
        for _ in 0..self.numbers {
            let word = rest.trim_start_matches([' ', '\t']);
            match word.find(char::is_whitespace) {
                Some(end) if !word[end..].trim().is_empty() => rest = &word[end..],
                // If the line is too short, show at least the end.
                _ => break,
            }
        }
        if rest.len() == line.len() { line.to_owned() } else { format!("…{rest}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(wrong: Option<(usize, usize)>) -> String {
        let tile = |row: usize, col: usize| if wrong == Some((row, col)) { 7 } else { 100 + col };
        let row = |row| (0..40).map(move |col| tile(row, col).to_string()).collect::<Vec<_>>();
        let rows: Vec<String> = (0..40).map(|at| row(at).join(" ")).collect();
        format!("40\n{}\n", rows.join("\n"))
    }

    fn shown(wrong: (usize, usize)) -> (usize, Vec<String>, usize) {
        let (expected, actual) = (text(None), text(Some(wrong)));
        let values = [&expected, &actual].map(|text| Value::Text(text.clone()));
        let excerpt = Excerpt::around_difference(&values[0], &values[1], 12);
        (excerpt.skipped, excerpt.lines(&actual).collect(), excerpt.lines_after(&actual))
    }

    #[test]
    fn a_distant_difference_is_shown_with_context() {
        let (skipped, lines, left) = shown((30, 20));
        assert_eq!((skipped, lines.len(), left), (29, 5, 7));
        assert!(lines[0].starts_with("… 118 119 120 121"), "{lines:?}");
        assert!(lines[2].starts_with("… 118 119 7 121"), "{lines:?}");
        assert!(lines[2].ends_with(" 139\n"), "{lines:?}");
    }

    #[test]
    fn a_near_difference_is_shown_from_the_start() {
        let (skipped, lines, left) = shown((2, 1));
        assert_eq!((skipped, lines.len(), left), (0, 12, 29));
        assert_eq!(lines[0], "40\n");
        assert!(lines[1].starts_with("100 101"));
        let same = Value::Text(text(None));
        assert_eq!(Excerpt::around_difference(&same, &same, 12), Excerpt::first_lines(12));
    }
}
