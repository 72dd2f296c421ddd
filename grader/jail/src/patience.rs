//! Decides how long to wait for a child.

use std::time::{Duration, Instant};

use crate::cpu;

/// A reason to stop waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The child made no progress.
    Standstill,
    /// The child made no progress because another process suspended it.
    Suspended,
    /// The child took too long.
    Late,
}

/// The maximum time that a check adds. If more time has passed, this process was suspended, probably together with the
/// child, for example with their container.
/// Checks are at most a second apart, so even a busy machine rarely takes longer.
const STEP: Duration = Duration::from_secs(5);

/// Limits the time for a child. The limit is shorter if the child uses no processor time, because it is probably
/// waiting forever.
#[derive(Debug)]
pub struct Patience {
    deadline: Duration,
    standstill: Duration,
    last: Instant,
    /// The time passed while this process was running.
    passed: Duration,
    /// The child's processor time, and the value of `passed` when we first saw it.
    progress: (Option<Duration>, Duration),
}

impl Patience {
    /// Starts measuring time. `deadline` limits the total, and `standstill` the time without progress.
    pub fn new(deadline: Duration, standstill: Duration) -> Self {
        let (last, passed) = (Instant::now(), Duration::ZERO);
        Self { deadline, standstill, last, passed, progress: (None, passed) }
    }

    /// Checks the child with this process ID. Call this at least once a second. If the system cannot report the
    /// processor time of the child, only the deadline applies.
    pub fn reason_to_stop(&mut self, process: u32) -> Option<StopReason> {
        self.reason_at(Instant::now(), || cpu::process_time_of(process), || is_suspended(process))
    }

    fn reason_at(
        &mut self,
        now: Instant,
        time: impl FnOnce() -> Option<Duration>,
        is_suspended: impl FnOnce() -> bool,
    ) -> Option<StopReason> {
        self.passed += now.saturating_duration_since(self.last).min(STEP);
        self.last = now;
        if self.passed >= self.deadline {
            return Some(StopReason::Late);
        }
        let since = self.passed.saturating_sub(self.progress.1);
        // Reading the processor time is slower than reading the clock, so do it less often.
        // The child's time is then known to a twentieth of the limit.
        if since >= self.standstill / 20 {
            let time = time();
            // Without a processor time, nothing shows that the child is stuck, so only the deadline may end it.
            if time.is_none() || time != self.progress.0 {
                self.progress = (time, self.passed);
            } else if since >= self.standstill {
                return Some(if is_suspended() {
                    StopReason::Suspended
                } else {
                    StopReason::Standstill
                });
            }
        }
        None
    }
}

/// Returns `true` if a child was suspended by a signal, as far as the system can report this.
#[cfg(unix)]
fn is_suspended(process: u32) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let Some(child) = i32::try_from(process).ok().and_then(Pid::from_raw) else { return false };
    // Leave the child's state as it is, because a later call to `wait` must be able to read it.
    let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(child), options), Ok(Some(status)) if status.stopped())
}

/// This system cannot suspend processes with signals.
#[cfg(not(unix))]
fn is_suspended(_: u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a child at these times in seconds, and returns the first reason to stop waiting. `time` returns the
    /// processor time at a given time.
    fn end(
        seconds: &[u64],
        time: impl Fn(u64) -> u64,
        is_suspended: bool,
    ) -> Option<(u64, StopReason)> {
        let mut patience = Patience::new(Duration::from_mins(5), Duration::from_secs(20));
        let begin = patience.last;
        seconds.iter().find_map(|second| {
            let time = || Some(Duration::from_secs(time(*second)));
            let now = begin + Duration::from_secs(*second);
            patience.reason_at(now, time, || is_suspended).map(|spent| (*second, spent))
        })
    }

    #[test]
    fn a_child_without_progress_is_stopped() {
        let seconds: Vec<u64> = (1..400).collect();
        assert_eq!(end(&seconds, |_| 7, false), Some((21, StopReason::Standstill)));
        assert_eq!(end(&seconds, |_| 7, true), Some((21, StopReason::Suspended)));
        assert_eq!(end(&seconds, |second| second, false), Some((300, StopReason::Late)));
    }

    #[test]
    fn time_while_both_processes_are_suspended_does_not_count() {
        let seconds = [1, 2, 1000, 1001, 1002, 3000];
        assert_eq!(end(&seconds, |_| 7, false), None);
        assert_eq!(end(&seconds, |second| second, false), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_suspended_child_is_distinguished_from_a_waiting_one() {
        use std::process::{Child, Command, Stdio};

        let start = |script: &str| -> Child {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdin(Stdio::piped()).spawn().unwrap()
        };
        let mut waiting = start("read line");
        let mut suspended = start("kill -STOP $$");
        // The shell takes a moment to suspend itself.
        while !is_suspended(suspended.id()) {
            assert_eq!(suspended.try_wait().unwrap(), None);
            std::thread::yield_now();
        }
        assert!(!is_suspended(waiting.id()));
        for child in [&mut waiting, &mut suspended] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}
