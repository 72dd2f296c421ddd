//! A page of text: lines of limited width, with optional colors.

use anstyle::Style;
use grade::check::Check;

use crate::draw::Picture;
use crate::style::{Styles, paint};
use crate::wrap::{escape, width, wrap};

/// The layout of a report on a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The maximum number of columns in a line. Commands and compiler output may be longer.
    pub width: usize,
    /// Whether to use colors.
    pub colour: bool,
    /// The submission's folder as written in commands, or `None` for the current folder.
    pub folder: Option<String>,
    /// The title of the assignment, or `None` to omit it.
    pub title: Option<String>,
    /// The assignment as written in commands, or `None` for the built-in assignment.
    pub assignment: Option<String>,
    /// The check, if the user asked for just one. Then the page need not repeat the command.
    pub asked: Option<Check>,
}

impl Default for Layout {
    fn default() -> Self {
        // Text for files and logs has the usual width of a terminal, and no colors.
        Self { width: 80, colour: false, folder: None, title: None, assignment: None, asked: None }
    }
}

impl Layout {
    /// Returns the command for a check's hint, relative to the user's current folder.
    pub fn hint(&self, check: Check) -> String {
        hint_command(check, self.folder.as_deref(), self.assignment.as_deref())
    }

    /// Returns the command to run a check again, relative to the user's current folder.
    pub fn reproduce(&self, check: Check) -> String {
        check_command(check, self.folder.as_deref(), self.assignment.as_deref())
    }
}

fn check_command(check: Check, folder: Option<&str>, assignment: Option<&str>) -> String {
    let folder = folder.map(|folder| format!(" {}", escape(folder))).unwrap_or_default();
    let assignment = assignment.map(|name| format!(" --assignment {}", escape(name)));
    format!("grader check{folder}{} --only {check}", assignment.unwrap_or_default())
}

fn hint_command(check: Check, folder: Option<&str>, assignment: Option<&str>) -> String {
    let option = |name: &str, value: Option<&str>| {
        value.map(|value| format!(" --{name} {}", escape(value))).unwrap_or_default()
    };
    let (folder, assignment) = (option("submission", folder), option("assignment", assignment));
    format!("grader hint {check}{folder}{assignment}")
}

/// The minimum width of prose, even if lines then exceed the page's width.
/// Narrower columns would break most words.
const NARROWEST: usize = 20;

/// A page under construction.
pub struct Page {
    text: String,
    /// The maximum number of columns in a line.
    pub width: usize,
    /// The styles for the parts of the page.
    pub styles: Styles,
    folder: Option<String>,
    assignment: Option<String>,
    asked: Option<Check>,
}

impl Page {
    /// Creates an empty page.
    pub fn new(layout: &Layout) -> Self {
        Self {
            text: String::new(),
            width: layout.width,
            styles: Styles::new(layout.colour),
            folder: layout.folder.clone(),
            assignment: layout.assignment.clone(),
            asked: layout.asked,
        }
    }

    /// Returns the command to run a check again: see [`Layout::reproduce`]. Returns `None` if the user just typed it.
    pub fn reproduce(&self, check: Check) -> Option<String> {
        let command = || check_command(check, self.folder.as_deref(), self.assignment.as_deref());
        (self.asked != Some(check)).then(command)
    }

    /// Returns the command for a check's hint: see [`Layout::hint`].
    pub fn hint(&self, check: Check) -> String {
        hint_command(check, self.folder.as_deref(), self.assignment.as_deref())
    }

    /// Returns the width that an indentation leaves.
    pub fn width_after_indent(&self, indent: usize) -> usize {
        self.width.saturating_sub(indent).max(NARROWEST)
    }

    /// Adds a line without wrapping it.
    pub fn line(&mut self, indent: usize, line: &str) {
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n(' ', indent));
            self.text.push_str(line.trim_end());
        }
        self.text.push('\n');
    }

    /// Adds an empty line, unless the last line is already empty.
    pub fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Adds wrapped text in one style.
    pub fn prose(&mut self, indent: usize, style: Style, text: &str) {
        for line in wrap(text, self.width_after_indent(indent)) {
            self.line(indent, &paint(style, &line));
        }
    }

    /// Adds a mark and wrapped text, with all lines aligned.
    pub fn item(&mut self, indent: usize, mark: &str, style: Style, text: &str) {
        let inner = indent + width(mark) + 1;
        let mut lines = wrap(text, self.width_after_indent(inner)).into_iter();
        let first = lines.next().unwrap_or_default();
        self.line(indent, &paint(style, &format!("{mark} {first}")));
        for line in lines {
            self.line(inner, &paint(style, &line));
        }
    }

    /// Adds a picture.
    pub fn picture(&mut self, indent: usize, picture: &Picture) {
        for line in picture.lines() {
            self.line(indent, line);
        }
    }

    /// Returns the text of the page, with exactly one newline at the end.
    pub fn finish(mut self) -> String {
        self.text.truncate(self.text.trim_end().len());
        self.text.push('\n');
        self.text
    }
}
