//! Runs independent tasks on multiple threads.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::panic::{panic_any, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::{fmt, io, thread};

/// The stack size of each thread, in bytes. A guest may use most of it: see the sandbox's engine.
pub const STACK: usize = 20 << 20;

/// The payload of the panic if the machine does not start a thread. The type distinguishes it from a panic in a task.
#[derive(Debug)]
pub struct NoThread(pub io::Error);

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this machine cannot start more threads: {}", self.0)
    }
}

fn expect_thread<T>(thread: io::Result<T>) -> T {
    thread.unwrap_or_else(|error| panic_any(NoThread(error)))
}

/// Returns the number of threads that run at the same time, or 1 if this is unknown.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` for each task, on up to `jobs` threads. The results are in the order of the tasks.
///
/// The threads have stacks of [`STACK`] bytes.
///
/// # Panics
///
/// Panics if `work` panics or the machine does not start a thread.
pub fn map_in_parallel<T: Sync, R: Send>(
    jobs: usize,
    tasks: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        let worker = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let (Some(task), Some(slot)) = (tasks.get(index), results.get(index)) else {
                    break;
                };
                let result = work(task);
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            }
        };
        // One thread is needed even without tasks, and more threads than tasks would have nothing to do.
        let threads: Vec<_> = (0..jobs.clamp(1, tasks.len().max(1)))
            .map(|_| {
                let thread = thread::Builder::new().stack_size(STACK);
                expect_thread(thread.spawn_scoped(scope, worker))
            })
            .collect();
        for thread in threads {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
    let result = |slot: Mutex<Option<R>>| {
        let result = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.expect("every task has finished")
    };
    results.into_iter().map(result).collect()
}

/// Calls `work` on a thread with a stack of this size in bytes.
///
/// # Panics
///
/// Panics if `work` panics or the machine does not start a thread.
pub fn with_stack<R: Send>(bytes: usize, work: impl FnOnce() -> R + Send) -> R {
    thread::scope(|scope| {
        let thread =
            expect_thread(thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work));
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Limits the number of concurrent operations across multiple pools, which can use each other's permits.
#[derive(Debug)]
pub struct Permits {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Permits {
    /// Allows `count` concurrent operations, or one if `count` is 0.
    pub fn new(count: usize) -> Self {
        Self { free: Mutex::new(count.max(1)), freed: Condvar::new() }
    }

    /// Waits for a permit to call `work`, which must not request another.
    pub fn call_with_permit<R>(&self, work: impl FnOnce() -> R) -> R {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let is_none = |free: &mut usize| *free == 0;
        let mut free = self.freed.wait_while(free, is_none).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        // Others must be able to release their permits during `work`.
        drop(free);
        // Released even if `work` panics.
        let _permit = Permit(self);
        work()
    }
}

struct Permit<'a>(&'a Permits);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

/// The result of a task on another thread.
pub struct Awaited<'scope, T> {
    thread: Cell<Option<thread::ScopedJoinHandle<'scope, T>>>,
    result: OnceCell<T>,
}

impl<T> Awaited<'_, T> {
    /// Waits for the result.
    ///
    /// # Panics
    ///
    /// Panics if the task panicked.
    pub fn wait_for_result(&self) -> &T {
        self.result.get_or_init(|| {
            let thread = self.thread.take().expect("the child is waited for only once");
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

/// Calls `work` on another thread with a large stack, and `other` on this thread. `other` may wait for the result of
/// `work`. Returns both results.
///
/// # Panics
///
/// Panics if `work` or `other` panics, or if the machine does not start a thread.
pub fn run_on_two_threads<T: Send, R>(
    work: impl FnOnce() -> T + Send,
    other: impl FnOnce(&Awaited<'_, T>) -> R,
) -> (T, R) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = Cell::new(Some(expect_thread(thread)));
        let awaited = Awaited { thread, result: OnceCell::new() };
        let other = other(&awaited);
        awaited.wait_for_result();
        (awaited.result.into_inner().expect("the child has been waited for"), other)
    })
}

/// Like [`map_in_parallel`], but stops with the first result for which `goes_on` returns `false`.
///
/// `goes_on` is called in the order of the tasks. Later results are discarded, so the number of threads has no effect.
///
/// # Panics
///
/// Panics like [`map_in_parallel`].
pub fn map_in_parallel_while<T: Sync, R: Send>(
    jobs: usize,
    tasks: &[T],
    work: impl Fn(&T) -> R + Sync,
    goes_on: impl FnMut(&R) -> bool + Send,
) -> Vec<R> {
    struct PoolState<R, F> {
        waiting: BTreeMap<usize, R>,
        results: Vec<R>,
        has_ended: bool,
        goes_on: F,
    }
    let state =
        PoolState { waiting: BTreeMap::new(), results: Vec::new(), has_ended: false, goes_on };
    let state = Mutex::new(state);
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    map_in_parallel(jobs, &(0..tasks.len()).collect::<Vec<_>>(), |index| {
        if lock().has_ended {
            return;
        }
        let result = work(&tasks[*index]);
        let state = &mut *lock();
        state.waiting.insert(*index, result);
        while !state.has_ended
            && let Some(result) = state.waiting.remove(&state.results.len())
        {
            state.has_ended = !(state.goes_on)(&result);
            state.results.push(result);
        }
    });
    state.into_inner().unwrap_or_else(PoisonError::into_inner).results
}

/// Calls `work` on a new thread with a large stack and waits for the result.
///
/// # Panics
///
/// Panics if `work` panics or the machine does not start a thread.
pub fn run_alone<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = expect_thread(thread.spawn_scoped(scope, work));
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_work_is_awaited_on_demand() {
        let (one, two) =
            run_on_two_threads(|| 20, |one| *one.wait_for_result() + *one.wait_for_result() + 2);
        assert_eq!((one, two), (20, 42));
        assert_eq!(run_on_two_threads(|| 1, |_| 2), (1, 2));
        let panicked = std::panic::catch_unwind(|| {
            run_on_two_threads(
                || panic!("here"),
                |one: &Awaited<'_, ()>| {
                    one.wait_for_result();
                },
            )
        });
        assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"here"));
    }

    #[test]
    fn permits_limit_concurrency_across_pools() {
        let permits = Permits::new(2);
        let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |_: &u32| {
            permits.call_with_permit(|| {
                most.fetch_max(busy.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::yield_now();
                busy.fetch_sub(1, Ordering::SeqCst);
            });
        };
        let tasks: Vec<u32> = (0..50).collect();
        run_on_two_threads(
            || map_in_parallel(4, &tasks, work),
            |_| map_in_parallel(4, &tasks, work),
        );
        assert!(most.into_inner() <= 2);
    }

    #[test]
    fn a_permit_is_returned_after_a_panic() {
        let permits = Permits::new(1);
        let panics = || permits.call_with_permit(|| panic!("here"));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics));
        assert!(panicked.is_err());
        assert_eq!(permits.call_with_permit(|| 1), 1);
    }

    #[test]
    fn results_are_in_task_order() {
        let tasks: Vec<u32> = (0..100).collect();
        for jobs in [1, 2, 7, 1000] {
            let squares = map_in_parallel(jobs, &tasks, |task| task * task);
            assert!(squares.iter().zip(&tasks).all(|(square, task)| *square == task * task));
        }
        assert_eq!(map_in_parallel(2, &[] as &[u32], |task| *task), [0; 0]);
    }

    #[test]
    fn the_last_task_is_the_same_with_any_concurrency() {
        let tasks: Vec<u32> = (0..100).collect();
        for jobs in [1, 2, 7, 1000] {
            let up_to = |end: u32| {
                let mut seen = Vec::new();
                let goes_on = |result: &u32| {
                    seen.push(*result);
                    *result < end
                };
                let results = map_in_parallel_while(jobs, &tasks, |task| *task, goes_on);
                assert_eq!(seen, results);
                results
            };
            assert_eq!(up_to(42), tasks[..=42]);
            assert_eq!(up_to(1000), tasks);
        }
    }
}
