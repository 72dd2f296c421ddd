//! The colors of reports. Everything that a color conveys must also be conveyed by words or signs.

use anstyle::{AnsiColor, Style};

/// The styles for the parts of a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles {
    /// What readers look for first: the score, the groups, and failed checks.
    pub strong: Style,
    /// Correct results.
    pub good: Style,
    /// Incorrect results.
    pub bad: Style,
    /// Problems that the submission did not cause.
    pub warn: Style,
    /// Code that the reader should write or read.
    pub(super) code: Style,
    /// Less important text.
    pub dim: Style,
    /// All other text.
    pub plain: Style,
}

impl Styles {
    /// Returns the colored styles, or plain styles if `colour` is `false`.
    pub fn new(colour: bool) -> Self {
        if !colour {
            return Self::default();
        }
        Self {
            strong: Style::new().bold(),
            good: AnsiColor::Green.on_default(),
            bad: AnsiColor::Red.on_default(),
            warn: AnsiColor::Yellow.on_default(),
            code: AnsiColor::Cyan.on_default(),
            dim: Style::new().dimmed(),
            plain: Style::new(),
        }
    }
}

/// Formats text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_unchanged_without_color() {
        assert_eq!(paint(Styles::new(false).bad, "text"), "text");
        assert_eq!(paint(Styles::new(true).bad, "text"), "\u{1b}[31mtext\u{1b}[0m");
        assert_eq!(paint(Styles::new(true).plain, "text"), "text");
    }
}
