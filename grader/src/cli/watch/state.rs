//! The state of the screen, and how events change it.

use std::sync::Arc;

use checks::grading::Stage;
use grade::check::{Check, Group};
use grade::view::{Audience, Corrected, View};
use report::formats::SubmissionCode;
use report::{Hint, HintStep, Layout};

use super::super::events;
use super::super::exit::Exit;
use super::super::{error::CliError, subject};
use super::event::{WatchEvent, Wish};

pub(super) struct ScreenState {
    pub(super) name: String,
    audience: Audience,
    /// The last step of hints that the assignment gives.
    last_hint: HintStep,
    pub(super) note: Option<&'static str>,
    pub(super) last: LastResult,
    pub(super) doing: Option<&'static str>,
    /// The preliminary report from the current grading.
    pub(super) ahead: Option<WatchReport>,
    pub(super) page: WatchPage,
    pub(super) kept: Option<Check>,
    /// The index of the current check among the failed ones.
    pub(super) number: usize,
    pub(super) top: usize,
    pub(super) exit: Exit,
}

pub(super) enum LastResult {
    Nothing,
    Report(Box<WatchReport>),
    Error(String),
}

pub(super) struct WatchReport {
    pub(super) view: View,
    /// The failed checks, in the order to fix them.
    pub(super) to_mend: Vec<Check>,
    pub(super) code: Arc<SubmissionCode>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum WatchPage {
    #[default]
    Check,
    All,
    Explain,
    /// A hint, up to this step.
    Hint(HintStep),
}

impl ScreenState {
    pub(super) fn new(
        name: String,
        audience: Audience,
        last_hint: HintStep,
        note: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            audience,
            last_hint,
            note,
            last: LastResult::Nothing,
            doing: None,
            ahead: None,
            page: WatchPage::default(),
            kept: None,
            number: 0,
            top: 0,
            // No check has passed yet.
            exit: Exit::Failed,
        }
    }

    pub(super) fn apply_event(&mut self, event: WatchEvent) {
        if let WatchEvent::Wish(wish) = event {
            self.apply_wish(wish);
            return;
        }
        let opened = self.opened_check();
        match event {
            WatchEvent::Begun => {
                self.doing = Some("grading");
                self.ahead = None;
            }
            WatchEvent::Stage(stage) => self.doing = Some(stage_text(stage)),
            WatchEvent::Ahead(corrected, code) => {
                let report = WatchReport::new(&corrected, code, self.audience);
                // If a preliminary report has no failures, or lacks the check whose hint is open, keep the last report,
                // which contains more information.
                let is_useful = !report.to_mend.is_empty() || report.is_nearly_all();
                let has_opened = opened.is_none_or(|check| report.view.find(check).is_some());
                self.ahead = Some(report).filter(|_| is_useful && has_opened);
                if self.ahead.is_some() && self.page == WatchPage::Check {
                    (self.number, self.top) = (0, 0);
                }
            }
            WatchEvent::Graded(corrected, code) => {
                let report = WatchReport::new(&corrected, code, self.audience);
                self.exit = subject::exit_code(&report.view);
                self.finish_grading(LastResult::Report(Box::new(report)));
            }
            WatchEvent::NotGraded(error) => {
                self.exit = error.exit_code();
                self.finish_grading(LastResult::Error(CliError::to_text(&error)));
            }
            WatchEvent::Same => (self.doing, self.ahead) = (None, None),
            WatchEvent::Wish(_) | WatchEvent::Size(..) | WatchEvent::Suspend | WatchEvent::End => {}
        }
        if let Some(check) = opened {
            self.stay_at(check);
        }
    }

    /// Returns the check whose hint or explanation is open.
    fn opened_check(&self) -> Option<Check> {
        self.current_check()
            .filter(|_| matches!(self.page, WatchPage::Explain | WatchPage::Hint(_)))
    }

    /// Keeps a hint or an explanation open while its check fails, and then closes it. It must not show the next check,
    /// because it would reveal several steps at once.
    fn stay_at(&mut self, check: Check) {
        let place = self
            .shown_report()
            .and_then(|report| report.to_mend.iter().position(|other| *other == check));
        if let Some(number) = place {
            self.number = number;
        } else {
            (self.page, self.number, self.top) = (WatchPage::Check, 0, 0);
        }
    }

    fn finish_grading(&mut self, last: LastResult) {
        (self.last, self.doing, self.ahead) = (last, None, None);
        if self.page == WatchPage::Check {
            (self.number, self.top) = (0, 0);
        }
    }

    fn apply_wish(&mut self, wish: Wish) {
        let count = self.shown_report().map_or(0, |report| report.to_mend.len());
        match wish {
            Wish::First => (self.page, self.kept, self.number) = (WatchPage::Check, None, 0),
            Wish::All => {
                self.page =
                    if self.page == WatchPage::All { WatchPage::Check } else { WatchPage::All }
            }
            Wish::One => {
                self.kept = if self.kept.is_some() { None } else { self.current_check() };
                self.page = WatchPage::Check;
            }
            Wish::Explain => {
                let is_explained =
                    self.page == WatchPage::Explain || self.current_check().is_none();
                self.page = if is_explained { WatchPage::Check } else { WatchPage::Explain };
            }
            Wish::Hint => {
                let next = match self.page {
                    WatchPage::Hint(step) => step.next().filter(|step| *step <= self.last_hint),
                    _ => Some(HintStep::default()),
                };
                let next = next.filter(|_| self.current_check().is_some());
                self.page = next.map_or(WatchPage::Check, WatchPage::Hint);
            }
            Wish::Next if count > 0 => self.show_failure_number((self.number + 1) % count),
            // Adding `count` first avoids a negative number.
            Wish::Previous if count > 0 => {
                self.show_failure_number((self.number + count - 1) % count);
            }
            Wish::Next | Wish::Previous => {}
            // The screen handles these keys, because it knows how long the page is.
            Wish::Scroll(_) | Wish::Page(_) => return,
        }
        self.top = 0;
    }

    fn show_failure_number(&mut self, number: usize) {
        self.number = number;
        self.kept = self
            .kept
            .and(self.shown_report().and_then(|report| report.to_mend.get(number)).copied());
        if matches!(self.page, WatchPage::All | WatchPage::Hint(_)) {
            self.page = WatchPage::Check;
        }
    }

    /// Returns the report to display, preferably the preliminary one.
    pub(super) fn shown_report(&self) -> Option<&WatchReport> {
        match &self.last {
            _ if self.ahead.is_some() => self.ahead.as_ref(),
            LastResult::Report(report) => Some(report),
            LastResult::Nothing | LastResult::Error(_) => None,
        }
    }

    pub(super) fn current_check(&self) -> Option<Check> {
        let to_mend = || Some(*self.shown_report()?.to_mend.get(self.number)?);
        self.kept.or_else(to_mend)
    }

    pub(super) fn hint_text(&self, check: Check, step: HintStep, layout: &Layout) -> String {
        let report = self.shown_report();
        let found = report.and_then(|report| report.view.find(check));
        let place = found.and_then(|found| found.at.as_ref());
        let code =
            place.zip(report).map(|(place, report)| report.code.sources.lines_of_item(place));
        let code = code.unwrap_or_default();
        let question = found.map_or_else(|| check.question().to_owned(), report::question);
        Hint { check, question: &question, step, last: self.last_hint, place, code: &code }
            .text(layout)
    }

    /// Returns `true` if the screen does not show the result for the last save.
    pub(super) fn is_old(&self) -> bool {
        self.doing.is_some() && self.ahead.is_none()
    }
}

impl WatchReport {
    /// Returns `true` if only the results of the submission's tests are missing.
    fn is_nearly_all(&self) -> bool {
        self.view.checks.iter().any(|result| result.check.group() == Group::Solver)
    }

    fn new(corrected: &Corrected, code: Arc<SubmissionCode>, audience: Audience) -> Self {
        let mut view = corrected.view(audience);
        report::locate(&mut view, &code.outline);
        let to_mend =
            report::failed_checks_to_fix(&view).into_iter().map(|result| result.check).collect();
        Self { view, to_mend, code }
    }
}

fn stage_text(stage: Stage) -> &'static str {
    match stage {
        Stage::Preparing | Stage::Measuring => events::describe_stage(stage).1,
        Stage::Compiling => "compiling",
        Stage::Running => "running",
        Stage::Testing => "running your tests",
    }
}
