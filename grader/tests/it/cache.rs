//! The grader's cache for one run of the tests.
//!
//! It is below `target/` and nobody else's: neither the user's, nor that of an earlier run, whose
//! costs an error in what they are named by could keep alive.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The folder. All tests of the run share it, so that what every grading needs is compiled and
/// measured once.
pub(crate) static CACHE: LazyLock<PathBuf> = LazyLock::new(|| {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("caches");
    fs::create_dir_all(&all).expect("a folder below target");
    // One run at a time looks for what others have left, or takes it for its own.
    let guard = File::create(all.join("lock")).expect("a file to lock");
    guard.lock().expect("a lock");
    remove_old(&all);
    let folder = all.join(name());
    fs::create_dir_all(&folder).expect("a folder for the cache");
    let lock = File::create(folder.join("lock")).expect("a file to lock");
    // Held until the process ends, and by several where each test has a process.
    lock.lock_shared().expect("a lock");
    std::mem::forget(lock);
    folder
});

/// The name of this run: cargo-nextest, which starts a process for each test, has one.
fn name() -> String {
    std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string())
}

/// Removes the caches that no process holds any more.
fn remove_old(all: &Path) {
    for entry in fs::read_dir(all).expect("its entries").flatten() {
        let lock = File::open(entry.path().join("lock"));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) && entry.file_name() != *name() {
            fs::remove_dir_all(entry.path()).expect("it can be removed");
        }
    }
}
