//! Shows progress on standard error.

use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::{Map, Value};

use super::events::{self, ProgressEvent};
use super::status_line::StatusLine;

/// The progress of a long task. On a terminal, there is a counter below permanent lines; otherwise, there are only
/// permanent lines.
pub(super) struct TaskProgress<'a> {
    status: &'a StatusLine,
    /// The past participle for the counter, such as `graded`.
    verb: &'static str,
    began: Instant,
    counts: Mutex<ProgressCounts>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ProgressCounts {
    total: usize,
    done: usize,
    rejected: usize,
    faults: usize,
    /// Labelled submissions that contradict their labels.
    contradicted: usize,
    /// Items that did not come from the cache, which are used to estimate the remaining time.
    fresh: usize,
}

pub(super) struct ProgressStep {
    pub(super) ending: Ending,
    /// Whether the item was processed now instead of taken from the cache.
    pub(super) is_fresh: bool,
    /// A line about the result. This will be printed permanently if the item failed or there is no terminal.
    pub(super) line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Well,
    Rejected,
    Fault,
    Contradicted,
}

impl<'a> TaskProgress<'a> {
    pub(super) fn new(status: &'a StatusLine, verb: &'static str, total: usize) -> Self {
        let counts = ProgressCounts { total, ..ProgressCounts::default() };
        Self { status, verb, began: Instant::now(), counts: Mutex::new(counts) }
    }

    /// Sets the number of finished items, none of which came from the cache.
    pub(super) fn reach(&self, done: usize) {
        let mut counts = self.lock_counts();
        // Threads may report their counts out of order.
        counts.done = done.max(counts.done);
        counts.fresh = counts.done;
        ProgressEvent::Progress { done: counts.done, total: counts.total }.report_to_programs();
        self.show_counter(&counts);
    }

    pub(super) fn add_item(&self, step: &ProgressStep) {
        self.add_item_with(step, &Map::new());
    }

    /// Adds a finished item, with additional fields for programs.
    pub(super) fn add_item_with(&self, step: &ProgressStep, fields: &Map<String, Value>) {
        let mut counts = self.lock_counts();
        counts.done += 1;
        counts.rejected += usize::from(step.ending == Ending::Rejected);
        counts.faults += usize::from(step.ending == Ending::Fault);
        counts.contradicted += usize::from(step.ending == Ending::Contradicted);
        counts.fresh += usize::from(step.is_fresh);
        if step.ending != Ending::Well || !self.status.is_terminal() || events::are_for_programs() {
            let (done, total) = (counts.done, counts.total);
            self.clear_line_and_print(&ProgressEvent::Done {
                done,
                total,
                text: &step.line,
                fields,
            });
        }
        self.show_counter(&counts);
    }

    pub(super) fn print_above(&self, text: &str) {
        self.clear_line_and_print(&ProgressEvent::Note { text });
    }

    pub(super) fn clear_line_and_print(&self, event: &ProgressEvent<'_>) {
        self.status.clear();
        event.print_event();
    }

    fn lock_counts(&self) -> MutexGuard<'_, ProgressCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show_counter(&self, counts: &ProgressCounts) {
        let line = counter_text(self.verb, counts, self.began.elapsed().as_secs_f64());
        self.status.show_text(&line, false);
    }
}

/// Formats the counter, such as `120 of 300 graded, 2 rejected, 104 a minute, 1:44 left`.
fn counter_text(verb: &str, counts: &ProgressCounts, seconds: f64) -> String {
    let ProgressCounts { total, done, rejected, faults, contradicted, fresh } = *counts;
    let mut line = format!("{done} of {total} {verb}");
    if rejected > 0 {
        let _ = write!(line, ", {rejected} rejected");
    }
    if faults > 0 {
        let _ = write!(line, ", {faults} without a result");
    }
    if contradicted > 0 {
        let _ = write!(line, ", {contradicted} contradicted");
    }
    // One item is not enough for an estimate.
    if fresh >= 2 && seconds >= 1.0 {
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let rate = fresh as f64 / seconds;
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        // A retried submission may count twice.
        let left = (total - done.min(total)) as f64 / rate;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is positive"
        )]
        let left = left.ceil() as u64;
        let (minutes, seconds) = (left / 60, left % 60);
        let _ = write!(line, ", {:.0} a minute, {minutes}:{seconds:02} left", rate * 60.0);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{ProgressCounts, counter_text};

    #[test]
    fn the_time_left_is_estimated_from_fresh_grades() {
        let line = |done, rejected, fresh, seconds| {
            let faults = usize::from(done == 2);
            counter_text(
                "graded",
                &ProgressCounts { total: 300, done, rejected, faults, contradicted: 0, fresh },
                seconds,
            )
        };
        assert_eq!(line(0, 0, 0, 0.0), "0 of 300 graded");
        assert_eq!(line(1, 1, 1, 5.0), "1 of 300 graded, 1 rejected");
        assert_eq!(line(2, 1, 2, 0.5), "2 of 300 graded, 1 rejected, 1 without a result");
        // 100 items were cached, and 20 took 12 seconds.
        assert_eq!(
            line(120, 2, 20, 12.0),
            "120 of 300 graded, 2 rejected, 100 a minute, 1:48 left"
        );
        assert_eq!(line(300, 0, 300, 180.0), "300 of 300 graded, 100 a minute, 0:00 left");
    }
}
