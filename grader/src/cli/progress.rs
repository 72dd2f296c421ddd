//! How much of a long piece of work is done, on standard error.

use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::error::show_plain;
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
    /// Those that came to nothing: rejected, or left for a fault of the grader.
    failed: usize,
    /// Those that were dealt with now, which is what takes time.
    fresh: usize,
}

/// A piece that is done.
pub(super) struct Step {
    /// Whether it came to nothing.
    pub(super) is_failed: bool,
    /// Whether it was dealt with now, and not kept from before.
    pub(super) is_fresh: bool,
    /// The line that tells of it, which stays where it failed or where there is no terminal.
    pub(super) line: String,
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
        self.say(&counts);
    }

    /// Shows one more piece.
    pub(super) fn add(&self, step: &Step) {
        let mut counts = self.counts();
        counts.done += 1;
        counts.failed += usize::from(step.is_failed);
        counts.fresh += usize::from(step.is_fresh);
        if step.is_failed || !self.status.is_terminal() {
            self.above(&step.line);
        }
        self.say(&counts);
    }

    /// Says something that stays.
    pub(super) fn above(&self, text: &str) {
        self.status.clear();
        show_plain(text);
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, counts: &Counts) {
        self.status.say(&line(self.verb, counts, self.began.elapsed().as_secs_f64()), false);
    }
}

/// Such as `120 of 300 graded, 2 failed, 104 a minute, 1:44 left`.
fn line(verb: &str, counts: &Counts, seconds: f64) -> String {
    let Counts { total, done, failed, fresh } = *counts;
    let mut line = format!("{done} of {total} {verb}");
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
