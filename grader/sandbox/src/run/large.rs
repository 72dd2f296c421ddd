//! Limits the memory use of concurrent runs.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The memory that every run may use without a claim, in bytes. The model needs less for the hardest puzzle, so typical
/// searches never wait.
/// A worker gets this much for each of its threads (`THREAD` in `grader/worker/src/limits.rs`).
pub(super) const SMALL: usize = 96 << 20;

/// Lets only one run at a time use more than [`SMALL`] bytes, so that the memory use of a process barely depends on the
/// number of threads. Other large runs wait, which does not affect their results.
#[derive(Debug, Default)]
pub(super) struct LargeRuns {
    is_taken: Mutex<bool>,
    freed: Condvar,
}

/// The right to use more than [`SMALL`] bytes, until this value is dropped.
#[derive(Debug)]
pub(super) struct LargeRunPermit(Arc<LargeRuns>);

impl LargeRuns {
    /// Waits until no other run holds a claim. A run must not request a second claim.
    pub(super) fn wait_for_permit(self: &Arc<Self>) -> LargeRunPermit {
        let taken = self.is_taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken =
            self.freed.wait_while(taken, |taken| *taken).unwrap_or_else(PoisonError::into_inner);
        *taken = true;
        LargeRunPermit(Arc::clone(self))
    }
}

impl Drop for LargeRunPermit {
    fn drop(&mut self) {
        *self.0.is_taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        // One run can go on, so waking all would only make the others wait again.
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn one_claim_is_held_at_a_time() {
        let large = Arc::new(LargeRuns::default());
        let (holders, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let _claim = large.wait_for_permit();
                        most.fetch_max(
                            holders.fetch_add(1, Ordering::SeqCst) + 1,
                            Ordering::SeqCst,
                        );
                        thread::yield_now();
                        holders.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 1);
    }
}
