//! How far the grading of a class is, on standard error.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use class::Row;
use class::batch::{Event, From};
use grade::Status;

use super::error::show_plain;
use super::status_line::StatusLine;

/// On a terminal one line that changes, and what went wrong above it; elsewhere a line for each
/// submission.
pub(super) struct Progress<'a> {
    status: &'a StatusLine,
    state: Mutex<ClassProgress>,
}

struct ClassProgress {
    began: Instant,
    counts: Counts,
}

/// How far a class is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) total: usize,
    pub(super) done: usize,
    /// Those that came to nothing: rejected, or left for a fault of the grader.
    pub(super) failed: usize,
    /// Those that were dealt with now, which is what takes time.
    pub(super) fresh: usize,
}

impl<'a> Progress<'a> {
    pub(super) fn new(status: &'a StatusLine) -> Self {
        let began = Instant::now();
        let state = ClassProgress { began, counts: Counts::default() };
        Self { status, state: Mutex::new(state) }
    }

    /// Shows an event.
    pub(super) fn take(&self, event: Event<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Begin { total, departed } => {
                state.counts.total = total;
                if !departed.is_empty() {
                    self.above(&format!(
                        "in the folder, but not among these submissions: {}",
                        departed.join(", ")
                    ));
                }
            }
            Event::Postponed { name, message } => {
                self.above(&format!(
                    "{name}: the grader is at fault, to be tried again: {message}"
                ));
            }
            Event::Done { row, from } => {
                state.count(row, from);
                if row.status != Status::Graded || !self.status.is_terminal() {
                    self.above(&class::report::row(row));
                }
            }
        }
        self.status.say(&state.line(), false);
    }

    /// Says something that stays.
    fn above(&self, text: &str) {
        self.status.clear();
        show_plain(text);
    }
}

impl ClassProgress {
    fn count(&mut self, row: &Row, from: From) {
        self.counts.done += 1;
        self.counts.failed += usize::from(row.status != Status::Graded);
        self.counts.fresh += usize::from(from == From::Grading);
    }

    fn line(&self) -> String {
        line("graded", &self.counts, self.began.elapsed().as_secs_f64())
    }
}

/// Such as `120 of 300 graded, 2 failed, 104 a minute, 1:44 left`.
pub(super) fn line(what: &str, counts: &Counts, seconds: f64) -> String {
    let Counts { total, done, failed, fresh } = *counts;
    let mut line = format!("{done} of {total} {what}");
    if failed > 0 {
        let _ = write!(line, ", {failed} failed");
    }
    // The first few tell nothing of the others.
    if fresh >= 2 && seconds >= 1.0 {
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let rate = fresh as f64 / seconds;
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
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
    use super::{Counts, line};

    #[test]
    fn the_time_left_follows_from_what_was_graded_now() {
        let line = |done, failed, fresh, seconds| {
            line("graded", &Counts { total: 300, done, failed, fresh }, seconds)
        };
        assert_eq!(line(0, 0, 0, 0.0), "0 of 300 graded");
        assert_eq!(line(1, 1, 1, 5.0), "1 of 300 graded, 1 failed");
        // 100 came from the folder at once, 20 were graded in 12 seconds.
        assert_eq!(line(120, 2, 20, 12.0), "120 of 300 graded, 2 failed, 100 a minute, 1:48 left");
        assert_eq!(line(300, 0, 300, 180.0), "300 of 300 graded, 100 a minute, 0:00 left");
    }
}
