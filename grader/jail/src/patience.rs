//! How long a child is waited for.

use std::time::{Duration, Instant};

use crate::cpu;

/// Why a child is not waited for any longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// It made no progress.
    Standstill,
    /// It took too long.
    Late,
}

/// The time that a child has. One whose processor time stands still waits for something that does not come, so
/// it has less.
#[derive(Debug)]
pub struct Patience {
    deadline: Duration,
    standstill: Duration,
    begin: Instant,
    /// The child's processor time, and when it was this for the first time.
    progress: (Option<Duration>, Instant),
}

impl Patience {
    /// Begins to wait: at most until the deadline, and at most `standstill` for the child's next progress.
    pub fn new(deadline: Duration, standstill: Duration) -> Self {
        let begin = Instant::now();
        Self { deadline, standstill, begin, progress: (None, begin) }
    }

    /// Looks at the child with this process number. Where the system does not tell its processor time, it has
    /// until the deadline.
    pub fn spent(&mut self, process: u32) -> Option<Spent> {
        let now = Instant::now();
        if now - self.begin >= self.deadline {
            return Some(Spent::Late);
        }
        let since = now - self.progress.1;
        // A look at the processor time takes longer than one at the clock.
        if since >= self.standstill / 20 {
            let time = cpu::time_of(process);
            if time.is_none() || time != self.progress.0 {
                self.progress = (time, now);
            } else if since >= self.standstill {
                return Some(Spent::Standstill);
            }
        }
        None
    }
}
