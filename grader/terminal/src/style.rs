//! The colours of a report, which say nothing that its words and signs do not say too.

use anstyle::{AnsiColor, Style};

/// The styles of the parts of a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Styles {
    /// The first things that people look for: the score, the groups, failed checks.
    pub strong: Style,
    /// Right results.
    pub good: Style,
    /// Wrong results.
    pub bad: Style,
    /// Results that are no fault of the submission, and still no good.
    pub warn: Style,
    /// Code to write or to read.
    pub(super) code: Style,
    /// Text that can be passed over.
    pub dim: Style,
    /// All other text.
    pub plain: Style,
}

impl Styles {
    /// The colours, or none of them.
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

/// A text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_a_text_stays_as_it_is() {
        assert_eq!(paint(Styles::new(false).bad, "text"), "text");
        assert_eq!(paint(Styles::new(true).bad, "text"), "\u{1b}[31mtext\u{1b}[0m");
        assert_eq!(paint(Styles::new(true).plain, "text"), "text");
    }
}
