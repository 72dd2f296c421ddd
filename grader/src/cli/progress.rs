//! How much of a long piece of work is done, on standard error.

use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::{Map, Value};

use super::events::{self, ProgressEvent};
use super::status_line::StatusLine;

/// On a terminal one line that counts, and above it the lines that stay; elsewhere only those.
pub(super) struct Progress<'a> {
    status: &'a StatusLine,
    /// Such as `graded`.
    verb: &'static str,
    began: Instant,
    counts: Mutex<Counts>,
}

/// How many of the pieces are done.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    total: usize,
    done: usize,
    /// Those that are no submissions.
    rejected: usize,
    /// Those at which the grader was at fault.
    faults: usize,
    /// Those whose labels are contradicted.
    contradicted: usize,
    /// Those that were dealt with now, which is what takes time.
    fresh: usize,
}

/// A piece that is done.
pub(super) struct Step {
    /// What became of it.
    pub(super) ending: Ending,
    /// Whether it was dealt with now, and not kept from before.
    pub(super) is_fresh: bool,
    /// The line that tells of it, which stays where it failed or where there is no terminal.
    pub(super) line: String,
}

/// What becomes of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It was dealt with.
    Well,
    /// It is no submission.
    Rejected,
    /// The grader was at fault.
    Fault,
    /// Its label is contradicted.
    Contradicted,
}

impl<'a> Progress<'a> {
    pub(super) fn new(status: &'a StatusLine, verb: &'static str, total: usize) -> Self {
        let counts = Counts { total, ..Counts::default() };
        Self { status, verb, began: Instant::now(), counts: Mutex::new(counts) }
    }

    /// Shows that so many pieces are done, all of them now.
    pub(super) fn reach(&self, done: usize) {
        let mut counts = self.counts();
        // Threads may come here in another order than they have counted in.
        counts.done = done.max(counts.done);
        counts.fresh = counts.done;
        ProgressEvent::Progress { done: counts.done, total: counts.total }.tell_programs();
        self.say(&counts);
    }

    /// Shows one more piece.
    pub(super) fn add(&self, step: &Step) {
        self.add_with(step, &Map::new());
    }

    /// Shows one more piece, of which programs are told more.
    pub(super) fn add_with(&self, step: &Step, fields: &Map<String, Value>) {
        let mut counts = self.counts();
        counts.done += 1;
        counts.rejected += usize::from(step.ending == Ending::Rejected);
        counts.faults += usize::from(step.ending == Ending::Fault);
        counts.contradicted += usize::from(step.ending == Ending::Contradicted);
        counts.fresh += usize::from(step.is_fresh);
        if step.ending != Ending::Well || !self.status.is_terminal() || events::are_for_programs() {
            let (done, total) = (counts.done, counts.total);
            self.tell(&ProgressEvent::Done { done, total, text: &step.line, fields });
        }
        self.say(&counts);
    }

    /// Says something that stays.
    pub(super) fn above(&self, text: &str) {
        self.tell(&ProgressEvent::Note { text });
    }

    /// Tells of an event that stays.
    pub(super) fn tell(&self, event: &ProgressEvent<'_>) {
        self.status.clear();
        event.tell();
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, counts: &Counts) {
        let line = line(self.verb, counts, self.began.elapsed().as_secs_f64());
        self.status.show_text(&line, false);
    }
}

/// Such as `120 of 300 graded, 2 rejected, 104 a minute, 1:44 left`.
fn line(verb: &str, counts: &Counts, seconds: f64) -> String {
    let Counts { total, done, rejected, faults, contradicted, fresh } = *counts;
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
        let line = |done, rejected, fresh, seconds| {
            let faults = usize::from(done == 2);
            line(
                "graded",
                &Counts { total: 300, done, rejected, faults, contradicted: 0, fresh },
                seconds,
            )
        };
        assert_eq!(line(0, 0, 0, 0.0), "0 of 300 graded");
        assert_eq!(line(1, 1, 1, 5.0), "1 of 300 graded, 1 rejected");
        assert_eq!(line(2, 1, 2, 0.5), "2 of 300 graded, 1 rejected, 1 without a result");
        // 100 came from the folder at once, 20 were graded in 12 seconds.
        assert_eq!(
            line(120, 2, 20, 12.0),
            "120 of 300 graded, 2 rejected, 100 a minute, 1:48 left"
        );
        assert_eq!(line(300, 0, 300, 180.0), "300 of 300 graded, 100 a minute, 0:00 left");
    }
}
