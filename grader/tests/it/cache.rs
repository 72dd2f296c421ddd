//! A cache for a single run of the tests.
//!
//! The cache is in `target`, separate from the user's cache and from those of earlier runs. With an old cache, an error
//! in cache keys could go unnoticed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The folder of the cache, which all tests share, to do common work only once.
pub(crate) static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("caches");
    fs::create_dir_all(&all).expect("a folder below target");
    // Only one process at a time may remove old caches or create a new one.
    let _guard = locked(&all.join("lock"));
    remove_old(&all);
    let folder = all.join(name());
    fs::create_dir_all(&folder).expect("a folder for the cache");
    let lock = File::create(folder.join("lock")).expect("a file to lock");
    // Each test may run in a separate process. Keep a shared lock until this process ends.
    lock.lock_shared().expect("a lock");
    std::mem::forget(lock);
    folder
});

/// Locks a file until it is dropped. Only one process at a time holds the lock.
pub(crate) fn locked(path: &Path) -> File {
    let file = File::create(path).expect("a file to lock");
    file.lock().expect("a lock");
    file
}

/// Returns the name of the current run, which all processes of cargo-nextest share.
fn name() -> String {
    std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string())
}

fn remove_old(all: &Path) {
    for entry in fs::read_dir(all).expect("its entries").flatten() {
        let lock = File::open(entry.path().join("lock"));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) && entry.file_name() != *name() {
            fs::remove_dir_all(entry.path()).expect("it can be removed");
        }
    }
}
