//! Detects saves in a folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Config, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

/// A save is complete after this time without events. It takes a few milliseconds when an editor renames a temporary
/// file, or saves several files at once.
const QUIET: Duration = Duration::from_millis(30);

/// The maximum time to wait for the end of a save, in case a program writes continuously.
const LONGEST: Duration = Duration::from_millis(500);

/// How often to look for changes on systems without change notifications.
const LOOK: Duration = Duration::from_millis(500);

/// The maximum number of folders to watch, far more than a crate has.
const MOST: usize = 500;

/// Watches a folder in a background thread until the process ends, and calls `saved` after each save. This is `true` if
/// the system sends change notifications, so that there is no need for polling.
pub(super) fn watch_folder(
    folder: &Path,
    saved: impl Fn() + Send + 'static,
) -> notify::Result<bool> {
    // Events contain canonical paths.
    let folder = fs::canonicalize(folder)?;
    let (sender, events) = channel();
    let (watched, is_notified) = match WatchedFolder::new(&folder, sender.clone()) {
        Ok(watched) => (watched, true),
        // For example, the system may have run out of watches.
        Err(_) => (WatchedFolder::polling(&folder, sender)?, false),
    };
    thread::spawn(move || report_saves(watched, &events, &saved));
    Ok(is_notified)
}

fn report_saves(mut watched: WatchedFolder, events: &Receiver<FolderChange>, saved: &dyn Fn()) {
    while let Ok(change) = events.recv() {
        let mut moves = change.moves;
        let limit = Instant::now() + LONGEST;
        while Instant::now() < limit {
            match events.recv_timeout(QUIET) {
                Ok(change) => moves |= change.moves,
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        if moves {
            // Start watching before grading to avoid missing a save.
            watched.watch_again();
        }
        saved();
    }
}

struct FolderChange {
    /// Whether something was created, removed or renamed.
    moves: bool,
}

struct WatchedFolder {
    watcher: Box<dyn Watcher + Send>,
    folder: PathBuf,
    places: Vec<PathBuf>,
    is_deep: bool,
}

impl WatchedFolder {
    fn new(folder: &Path, sender: Sender<FolderChange>) -> notify::Result<Self> {
        let watcher = RecommendedWatcher::new(event_handler(folder, sender), Config::default())?;
        // Recursive watching is expensive on Linux, but not on other systems.
        Self::with(Box::new(watcher), folder, !cfg!(target_os = "linux"))
    }

    fn polling(folder: &Path, sender: Sender<FolderChange>) -> notify::Result<Self> {
        let config = Config::default().with_poll_interval(LOOK);
        let watcher = PollWatcher::new(event_handler(folder, sender), config)?;
        Self::with(Box::new(watcher), folder, false)
    }

    fn with(
        watcher: Box<dyn Watcher + Send>,
        folder: &Path,
        is_deep: bool,
    ) -> notify::Result<Self> {
        let folder = folder.to_owned();
        let mut all = Self { watcher, folder, places: Vec::new(), is_deep };
        all.watch_all()?;
        Ok(all)
    }

    /// Updates the set of watched folders. Errors are ignored, because a folder that cannot be watched is gone or is
    /// not part of the submission.
    fn watch_again(&mut self) {
        for folder in std::mem::take(&mut self.places) {
            let _ = self.watcher.unwatch(&folder);
        }
        let _ = self.watch_all();
    }

    fn watch_all(&mut self) -> notify::Result<()> {
        // To notice when the folder itself is removed or created again.
        if let Some(parent) = self.folder.parent() {
            let _ = self.watch_one(parent.to_owned(), RecursiveMode::NonRecursive);
        }
        if self.is_deep {
            return self.watch_one(self.folder.clone(), RecursiveMode::Recursive);
        }
        let mut folders = vec![self.folder.clone()];
        let mut result = Ok(());
        while let Some(folder) = folders.pop() {
            if self.places.len() >= MOST {
                break;
            }
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_folder && !is_left_out(&entry.file_name()) {
                    folders.push(entry.path());
                }
            }
            let added = self.watch_one(folder, RecursiveMode::NonRecursive);
            result = result.and(added);
        }
        result
    }

    fn watch_one(&mut self, folder: PathBuf, mode: RecursiveMode) -> notify::Result<()> {
        self.watcher.watch(&folder, mode)?;
        self.places.push(folder);
        Ok(())
    }
}

fn event_handler(folder: &Path, sender: Sender<FolderChange>) -> impl notify::EventHandler {
    let folder = folder.to_owned();
    move |event: notify::Result<notify::Event>| {
        let change = match event {
            Ok(event) if may_change_submission(&folder, &event) => {
                FolderChange { moves: moves_files(event.kind) }
            }
            Ok(_) => return,
            // Some events were lost.
            Err(_) => FolderChange { moves: true },
        };
        let _ = sender.send(change);
    }
}

/// Returns `true` if an event may have changed the submission. This excludes reading files, since we do that to grade
/// them.
fn may_change_submission(folder: &Path, event: &notify::Event) -> bool {
    let is_change = match event.kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    };
    let is_inside =
        |path: &PathBuf| path.strip_prefix(folder).is_ok_and(|rest| !rest.iter().any(is_left_out));
    is_change && (event.need_rescan() || event.paths.iter().any(is_inside))
}

fn moves_files(kind: EventKind) -> bool {
    let is_renamed = matches!(kind, EventKind::Modify(ModifyKind::Name(_)));
    is_renamed || !matches!(kind, EventKind::Modify(_) | EventKind::Access(_))
}

/// Returns `true` for hidden folders and cargo's build folder, which are not part of a submission.
fn is_left_out(name: &OsStr) -> bool {
    name == "target" || name.as_encoded_bytes().first() == Some(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum time to notice a change, even on a busy machine.
    const PATIENCE: Duration = Duration::from_mins(1);

    fn watched() -> (tempfile::TempDir, PathBuf, Receiver<()>) {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("alice");
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/board.rs"), "1").unwrap();
        let (sender, saves) = channel();
        let report_save = move || {
            let _ = sender.send(());
        };
        assert!(watch_folder(&folder, report_save).unwrap(), "the system reports changes");
        (parent, folder, saves)
    }

    /// Waits for a change, until the last event has arrived.
    fn noticed(saves: &Receiver<()>) {
        saves.recv_timeout(PATIENCE).expect("the change is noticed");
        while saves.recv_timeout(10 * QUIET).is_ok() {}
    }

    #[test]
    fn every_kind_of_save_is_noticed() {
        let (_parent, folder, saves) = watched();
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
        let (parent, folder, saves) = watched();
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
        let (parent, folder, saves) = watched();
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
