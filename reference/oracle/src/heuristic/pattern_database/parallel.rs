//! Parallel computation, with a fallback for targets without threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Applies `f` to all items and returns the results in order. Uses one thread per processor or, if threads cannot be
/// started, only the current thread.
pub(super) fn map<T: Sync, R: Send + Sync>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { break };
            results[place].get_or_init(|| f(item));
        }
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        // One thread fewer, because this one works as well.
        for _ in 1..processors.min(items.len()) {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    results.into_iter().map(|result| result.into_inner().expect("each item was taken")).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_are_in_item_order() {
        let items: Vec<usize> = (0..100).collect();
        assert_eq!(map(&items, |item| item * 2), (0..200).step_by(2).collect::<Vec<_>>());
        assert_eq!(map(&[] as &[usize], |item| *item), []);
    }
}
