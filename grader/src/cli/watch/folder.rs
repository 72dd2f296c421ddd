//! Detects saves in a folder.
//!
//! Files are compared with what they were at the last save. Change notifications only make this faster, because some
//! systems send none: network drives, and Windows folders in WSL.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, io, thread};

use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::cli::folder::is_outside_submission;

/// A save is complete after this time without changes. It takes a few milliseconds when an editor renames a temporary
/// file, or saves several files at once.
const QUIET: Duration = Duration::from_millis(30);

/// The maximum time to wait for the end of a save, in case a program writes continuously.
/// The student sees the report half a second late, and it may be about an incomplete save.
const MAX_SAVE_TIME: Duration = Duration::from_millis(500);

/// How often to compare the files without a notification.
/// Network drives and some virtual machines send no notifications. More often, looking would cost battery.
const LOOK: Duration = Duration::from_millis(500);

/// The maximum number of folders to watch, far more than a crate has.
/// Systems limit how many folders a user can watch, and comparing the files still finds changes in the others.
const MOST: usize = 500;

/// Watches a folder in a background thread until the process ends, and calls `saved` after each save. This is `true` if
/// the system offers change notifications.
///
/// # Errors
///
/// Returns an error if the folder cannot be found.
pub(super) fn watch_folder(folder: &Path, saved: impl Fn() + Send + 'static) -> io::Result<bool> {
    let (sender, events) = channel();
    // This fails, for example, if the system has run out of watches.
    let watcher = notify::recommended_watcher(event_handler(sender.clone())).ok();
    watch_with(watcher, folder, sender, events, saved)
}

/// Like [`watch_folder`], with notifications from this watcher, which sends `events`.
fn watch_with(
    watcher: Option<RecommendedWatcher>,
    folder: &Path,
    sender: Sender<()>,
    events: Receiver<()>,
    saved: impl Fn() + Send + 'static,
) -> io::Result<bool> {
    let folder = fs::canonicalize(folder)?;
    let mut notifications = watcher.map(|watcher| Notifications { watcher, folders: Vec::new() });
    let mut current = FolderContent::read(&folder);
    if notifications.as_mut().is_some_and(|all| all.watch_again(&current.folders).is_err()) {
        notifications = None;
    }
    let is_notified = notifications.is_some();
    thread::spawn(move || {
        // Without notifications, this keeps the channel open.
        let _sender = sender;
        loop {
            let is_event = events.recv_timeout(LOOK).is_ok();
            let mut next = if is_event {
                wait_until_saved(&folder, &events)
            } else {
                FolderContent::read(&folder)
            };
            // Editors report changes that leave the files equal, for example when they only read them.
            if next == current {
                continue;
            }
            if !is_event {
                next = wait_until_saved(&folder, &events);
            }
            if let Some(all) = &mut notifications {
                // A folder may be new. An error means that it is gone, or that only its notifications are missing.
                let _ = all.watch_again(&next.folders);
            }
            current = next;
            saved();
        }
    });
    Ok(is_notified)
}

/// Waits until the end of a save, and returns the content of the folder.
fn wait_until_saved(folder: &Path, events: &Receiver<()>) -> FolderContent {
    let limit = Instant::now() + MAX_SAVE_TIME;
    let mut content = FolderContent::read(folder);
    while Instant::now() < limit {
        let is_quiet = events.recv_timeout(QUIET).is_err();
        let next = FolderContent::read(folder);
        if is_quiet && next == content {
            break;
        }
        content = next;
    }
    content
}

/// The names, sizes and times of the files that may be part of a submission.
#[derive(Debug, Default, PartialEq, Eq)]
struct FolderContent {
    folders: Vec<PathBuf>,
    /// The size, and the time of the last change if the system knows it.
    files: BTreeMap<PathBuf, (u64, Option<SystemTime>)>,
}

impl FolderContent {
    /// Reads a folder. Errors are ignored, because a file that cannot be read is gone or is not part of the submission.
    fn read(folder: &Path) -> Self {
        let mut content = Self::default();
        let mut waiting = vec![folder.to_owned()];
        while let Some(folder) = waiting.pop().filter(|_| content.folders.len() < MOST) {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                if is_outside_submission(&entry.file_name()) {
                    continue;
                }
                let path = entry.path();
                // Follow links: an editor may save the file behind a link.
                let Ok(file) = fs::metadata(&path) else { continue };
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                if !file.is_dir() {
                    content.files.insert(path, (file.len(), file.modified().ok()));
                } else if !is_link {
                    waiting.push(path);
                }
            }
            content.folders.push(folder);
        }
        // The disk may list them in another order each time.
        content.folders.sort();
        content
    }
}

/// Notifications for folders.
struct Notifications {
    watcher: RecommendedWatcher,
    folders: Vec<PathBuf>,
}

impl Notifications {
    /// Watches these folders instead of the previous ones. All folders are watched again, because a folder may have been
    /// replaced by another one with the same name. Recursive watching is expensive on Linux.
    fn watch_again(&mut self, folders: &[PathBuf]) -> notify::Result<()> {
        for folder in self.folders.drain(..) {
            // The watch ended when its folder was removed.
            let _ = self.watcher.unwatch(&folder);
        }
        for folder in folders {
            self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
            self.folders.push(folder.clone());
        }
        Ok(())
    }
}

/// Reports events, except that files were read, since we do that to grade them.
fn event_handler(sender: Sender<()>) -> impl notify::EventHandler {
    move |event: notify::Result<notify::Event>| {
        let is_read = event.is_ok_and(|event| match event.kind {
            EventKind::Access(kind) => kind != AccessKind::Close(AccessMode::Write),
            _ => false,
        });
        if !is_read {
            // If there is no receiver, the program is about to end.
            let _ = sender.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum time to notice a change, even on a busy machine.
    const PATIENCE: Duration = Duration::from_mins(1);

    fn watched(is_notified: bool) -> (tempfile::TempDir, PathBuf, Receiver<()>) {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("alice");
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/board.rs"), "1").unwrap();
        let (sender, saves) = channel();
        let report_save = move || {
            let _ = sender.send(());
        };
        if is_notified {
            assert!(watch_folder(&folder, report_save).unwrap(), "the system reports changes");
        } else {
            let (sender, events) = channel();
            assert!(!watch_with(None, &folder, sender, events, report_save).unwrap());
        }
        (parent, folder, saves)
    }

    /// Waits for a change, until the last event has arrived.
    fn noticed(saves: &Receiver<()>) {
        saves.recv_timeout(PATIENCE).expect("the change is noticed");
        while saves.recv_timeout(10 * QUIET).is_ok() {}
    }

    #[test]
    fn every_kind_of_save_is_noticed() {
        [true, false].into_iter().for_each(check_that_every_kind_of_save_is_noticed);
    }

    fn check_that_every_kind_of_save_is_noticed(is_notified: bool) {
        let (_parent, folder, saves) = watched(is_notified);
        let board = folder.join("src/board.rs");
        // Overwrite the file, rename a temporary file, move the old file away, and write to a new folder.
        fs::write(&board, "2").unwrap();
        noticed(&saves);
        for text in ["3", "4"] {
            fs::write(folder.join("src/board.rs~"), text).unwrap();
            fs::rename(folder.join("src/board.rs~"), &board).unwrap();
            noticed(&saves);
        }
        fs::rename(&board, folder.join("src/board.bak")).unwrap();
        fs::write(&board, "5").unwrap();
        noticed(&saves);
        fs::create_dir(folder.join("src/search")).unwrap();
        noticed(&saves);
        fs::write(folder.join("src/search/queue.rs"), "6").unwrap();
        noticed(&saves);
    }

    #[test]
    fn a_recreated_folder_is_still_watched() {
        [true, false].into_iter().for_each(check_that_a_recreated_folder_is_still_watched);
    }

    fn check_that_a_recreated_folder_is_still_watched(is_notified: bool) {
        let (parent, folder, saves) = watched(is_notified);
        let aside = parent.path().join("aside");
        fs::rename(&folder, &aside).unwrap();
        noticed(&saves);
        fs::create_dir_all(folder.join("src")).unwrap();
        noticed(&saves);
        fs::write(folder.join("src/board.rs"), "2").unwrap();
        noticed(&saves);
    }

    #[test]
    fn changes_outside_a_submission_are_ignored() {
        [true, false].into_iter().for_each(check_that_changes_outside_a_submission_are_ignored);
    }

    fn check_that_changes_outside_a_submission_are_ignored(is_notified: bool) {
        let (parent, folder, saves) = watched(is_notified);
        fs::create_dir(folder.join("target")).unwrap();
        fs::write(folder.join("target/out"), "1").unwrap();
        fs::write(folder.join("src/.board.rs.swp"), "1").unwrap();
        fs::write(parent.path().join("other"), "1").unwrap();
        fs::read(folder.join("src/board.rs")).unwrap();
        // Only changes after this point should be reported.
        fs::write(folder.join("src/board.rs"), "2").unwrap();
        saves.recv_timeout(PATIENCE).expect("the change is noticed");
    }
}
