//! Hints for a check, from a question to the explanation. Each step reveals more than the one before.

use grade::check::Check;
use grade::view::{CheckView, Finding};
use grade::{Cause, SourcePosition};
use terminal::markdown;
use terminal::page::{Layout, Page};
use terminal::style::paint;
use terminal::wrap::escape;

use crate::human::unwritten;

/// A step of a hint. Each step also shows the previous ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// A question about the code.
    #[default]
    Question,
    /// The place in the code to look at.
    Place,
    /// The explanation of the check, with correct code.
    Explanation,
}

impl HintStep {
    /// All steps, in order.
    pub const ALL: [Self; 3] = [Self::Question, Self::Place, Self::Explanation];

    /// Returns the step's number, from 1.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// Returns the step with this number, if there is one.
    pub fn from_number(number: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.number() == number)
    }

    /// Returns the next step, if there is one.
    pub fn next(self) -> Option<Self> {
        Self::from_number(self.number() + 1)
    }

    /// Returns the step's title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Question => "Question",
            Self::Place => "Where to look",
            Self::Explanation => "Explanation",
        }
    }
}

/// A hint to show.
#[derive(Clone, Copy, Debug)]
pub struct Hint<'a> {
    /// The check.
    pub check: Check,
    /// The last step to show, after all previous ones.
    pub step: HintStep,
    /// The last step that the assignment allows.
    pub last: HintStep,
    /// The question of the first step; see [`question`].
    pub question: &'a str,
    /// The place in the code, if known.
    pub place: Option<&'a SourcePosition>,
    /// The lines of code at this place, with their numbers.
    pub code: &'a [(u32, &'a str)],
}

/// Returns the question of the first step for a failed check. It depends on the cause: a method that is not written yet
/// or does not return needs another question than a wrong result.
pub fn question(check: &CheckView) -> String {
    if let Some(call) = unwritten(check) {
        return question_about_rule(check.check, call);
    }
    let cause = match &check.finding {
        Finding::Fail(failure) => failure.cause.as_ref(),
        _ => None,
    };
    cause.and_then(Cause::question).unwrap_or_else(|| check.check.question()).to_owned()
}

/// Returns the question about the rule of a check, for a method that is not written yet.
pub fn question_about_rule(check: Check, call: &str) -> String {
    format!(
        "{call} is not written yet. The rule: {}. How would you find the result for a small board \
         by hand?",
        check.condition_for_passing()
    )
}

impl Hint<'_> {
    /// Returns the next step, unless the assignment does not allow it.
    pub fn next(&self) -> Option<HintStep> {
        self.step.next().filter(|step| *step <= self.last)
    }

    /// Formats the hint as text, without the command for the next step.
    pub fn text(&self, layout: &Layout) -> String {
        let mut page = Page::new(layout);
        let styles = page.styles;
        // Each explanation begins with a heading.
        let title = self.check.spec().explanation.lines().next().unwrap_or_default();
        page.line(0, &paint(styles.strong, title.trim_start_matches("# ")));
        let shown = |step: &HintStep| *step <= self.step.min(self.last);
        for step in HintStep::ALL.into_iter().filter(shown) {
            page.blank();
            page.line(0, &paint(styles.strong, &format!("{}. {}", step.number(), step.title())));
            match step {
                HintStep::Question => {
                    page.prose(2, styles.plain, &escape(self.question));
                }
                HintStep::Place => self.add_place(&mut page),
                HintStep::Explanation => {
                    let text = self.check.spec().explanation;
                    markdown::show_markdown(&mut page, text.split_once('\n').unwrap_or_default().1);
                }
            }
        }
        page.finish()
    }

    fn add_place(&self, page: &mut Page) {
        let Some(place) = self.place else {
            page.prose(
                2,
                page.styles.plain,
                "No single method is at fault: look at the whole crate.",
            );
            return;
        };
        page.line(2, &escape(&place.to_string()));
        if !self.code.is_empty() {
            page.blank();
        }
        let styles = page.styles;
        for (number, line) in self.code {
            let line = format!("{number:>4} {} {}", paint(styles.dim, "│"), escape(line));
            page.line(2, &line);
        }
    }
}

#[cfg(test)]
mod tests {
    use grade::cause::{BoardCause, SolverCause};
    use grade::view::{Audience, Corrected};
    use grade::{Failure, Method, PanicKind, Stop};

    use super::*;

    #[test]
    fn hints_grow_until_the_last_allowed_step() {
        let place = SourcePosition { file: "src/board.rs".to_owned(), line: 38, column: 8 };
        let code = [(38, "    fn hamming(&self) -> usize {"), (39, "        0"), (40, "    }")];
        let hint = |step, last| {
            let check = Check::BoardHamming;
            let question = check.question();
            Hint { check, question, step, last, place: Some(&place), code: &code }
        };
        let text = |step, last| hint(step, last).text(&Layout::default());
        let [first, second, third] = HintStep::ALL;
        insta::assert_snapshot!(text(second, third), @"
        board.hamming: the number of tiles out of place

        1. Question
          Which cell does your loop treat differently from the others, and what does it
          count there when the board is the goal?

        2. Where to look
          src/board.rs:38:8

            38 │     fn hamming(&self) -> usize {
            39 │         0
            40 │     }
        ");
        assert!(text(second, third).starts_with(text(first, third).trim_end()));
        let all = text(third, third);
        assert!(all.starts_with(text(second, third).trim_end()));
        assert!(all.contains("\n3. Explanation\n") && all.contains("\nCommon mistakes\n"), "{all}");
        assert_eq!(text(third, second), text(second, second));
        assert_eq!(hint(first, second).next(), Some(second));
        assert_eq!(hint(second, second).next(), None);
        assert_eq!(hint(third, third).next(), None);
    }

    #[test]
    fn the_question_fits_the_cause() {
        let panic = |message: &str| Stop::Panic {
            kind: PanicKind::from_message(message),
            message: message.to_owned(),
            place: None,
        };
        let stops = [
            panic("not yet implemented"),
            panic("attempt to subtract with overflow"),
            panic("attempt to add with overflow"),
            panic("index out of bounds: the len is 9 but the index is 9"),
            Stop::Exit(1),
            Stop::Fuel,
            Stop::Memory,
            Stop::Stack,
            Stop::Output,
        ];
        let stopped = |stop| BoardCause::Stopped { method: Method::Hamming, stop };
        let causes = stops.into_iter().map(|stop| Cause::from(stopped(stop)));
        let questions: Vec<String> = causes
            .chain([SolverCause::Reversed.into()])
            .map(|cause| {
                let failure = Failure::from_cause(cause);
                let failed = [(samples::fail(Check::BoardHamming, failure), 4.0)];
                let view = Corrected::from(&samples::grade(failed)).view(Audience::Student);
                question(&view.checks[0])
            })
            .collect();
        insta::assert_snapshot!(questions.join("\n"), @"
        hamming() is not written yet. The rule: hamming() is the number of tiles out of place. How would you find the result for a small board by hand?
        What are the two numbers in this line for the failing board, and which of them is larger?
        How large does the number in this line get for the failing board, and which numbers does its type hold?
        What does the message of the panic say, and which values do the variables in this line have for the failing board?
        Which line ends the program, and what should the method return instead?
        Which loop makes the most passes for the failing board, and what makes it end?
        Which collection grows the most for the failing board, and what stops its growth?
        Which function calls itself, and for which arguments does it return without another call?
        Which loop writes text, and how many lines should the text of the failing board have?
        If you follow the predecessors from the goal, which board do you get first, and which board must be first in `solution()`?
        ");
    }
}
