//! The help on a student's page: the next step and, for each failure, a hint, the method's code and the explanation.

use grade::check::Check;
use grade::view::{CheckView, View};
use maud::{Markup, html};
use report::formats::SubmissionSources;
use report::{HintStep, Layout, plain};

use super::markdown;
use super::markup::prose;

/// The parts of a page for the machine with the student's code.
#[derive(Clone, Copy, Debug)]
pub struct Help<'a> {
    /// The student's code.
    pub sources: &'a SubmissionSources,
    /// The last step of a hint that the assignment allows.
    pub last: HintStep,
    /// The layout, which determines the form of commands.
    pub layout: &'a Layout,
}

/// Returns the failed checks that get a section: the selected ones, after others that they wait for.
pub(super) fn explained_checks(view: &View) -> impl Iterator<Item = &CheckView> {
    report::unselected_awaited(view).chain(view.checks.iter().filter(|check| check.is_failed()))
}

/// Returns the element id of a check's section.
pub(super) fn id_of(check: Check) -> String {
    format!("check-{check}")
}

/// Renders the method to write or the check to fix first, with a link to the section if there is one.
pub(super) fn next(view: &View) -> Markup {
    let first = report::failed_checks_to_fix(view).into_iter().next();
    html! {
        @if let Some(check) = first {
            @let call = report::unwritten(check);
            @let what = call.unwrap_or(check.check.id());
            p class="next" {
                (if call.is_some() { "Next: write " } else { "Next: fix " })
                @if explained_checks(view).any(|shown| shown.check == check.check) {
                    a href={ "#" (id_of(check.check)) } { code { (what) } }
                } @else {
                    code { (what) }
                }
                @if let Some(place) = &check.at { ", " code { (plain::to_clean_line(&place.to_string())) } }
            }
        }
    }
}

impl Help<'_> {
    /// Returns the command that grades one check again.
    pub(super) fn command(&self, check: Check) -> String {
        self.layout.reproduce(check)
    }

    /// Renders the steps of a hint, which can be opened separately.
    pub(super) fn hint_steps(&self, check: &CheckView) -> Markup {
        html! {
            @for step in HintStep::ALL.into_iter().filter(|step| *step <= self.last) {
                @match step {
                    HintStep::Question => {
                        details class="hint" {
                            summary { "Hint" }
                            p { (prose(&report::question(check))) }
                        }
                    }
                    HintStep::Place => { (self.render_place(check)) }
                    HintStep::Explanation => {
                        details class="hint" {
                            summary { (step.title()) }
                            (markdown::render_markdown(check.check.spec().explanation))
                        }
                    }
                }
            }
        }
    }

    fn render_place(&self, check: &CheckView) -> Markup {
        let Some(place) = &check.at else { return Markup::default() };
        let code = self.sources.lines_of_item(place);
        let lines: Vec<String> =
            code.iter().map(|(number, line)| format!("{number:>4} │ {line}")).collect();
        html! {
            details class="hint" open {
                summary { "Your code, " code { (plain::to_clean_line(&place.to_string())) } }
                @if !lines.is_empty() { pre { code { (lines.join("\n")) } } }
            }
        }
    }
}
