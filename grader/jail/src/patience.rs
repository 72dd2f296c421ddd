//! Decides how long to wait for a child.

use std::time::{Duration, Instant};

use crate::cpu;

/// A reason to stop waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The child made no progress.
    Standstill,
    /// The child took too long.
    Late,
}

/// Limits the time for a child. If the child uses no processor time, it is probably waiting forever, so we use a
/// shorter limit.
#[derive(Debug)]
pub struct Patience {
    deadline: Duration,
    standstill: Duration,
    begin: Instant,
    /// The child's processor time, and when we first observed this value.
    progress: (Option<Duration>, Instant),
}

impl Patience {
    /// Starts to measure time. `deadline` limits the total time, and `standstill` the time without progress.
    pub fn new(deadline: Duration, standstill: Duration) -> Self {
        let begin = Instant::now();
        Self { deadline, standstill, begin, progress: (None, begin) }
    }

    /// Checks the child with this process ID. If the system cannot report its processor time, only the deadline
    /// applies.
    pub fn spent(&mut self, process: u32) -> Option<Spent> {
        let now = Instant::now();
        if now - self.begin >= self.deadline {
            return Some(Spent::Late);
        }
        let since = now - self.progress.1;
        // Reading the processor time is slower than reading the clock, so we do it less often.
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
