//! Tells when something in the folder of a submission is saved.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Config, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

/// So long nothing has to happen for a save to be over. Editors that write a file of another name and
/// rename it, or save several files at once, take a few milliseconds.
const QUIET: Duration = Duration::from_millis(30);

/// The longest wait for that, where a program writes all the time.
const LONGEST: Duration = Duration::from_millis(500);

/// The pause between two looks where the system does not tell of changes.
const LOOK: Duration = Duration::from_millis(500);

/// The most folders that are watched: a crate has a handful.
const MOST: usize = 500;

/// Watches a folder on a thread of its own, for as long as the process lives, and calls `saved` after
/// each change in it. Returns whether the system tells of changes, so that nothing has to be looked for.
pub(super) fn watch(folder: &Path, saved: impl Fn() + Send + 'static) -> notify::Result<bool> {
    // Events have the path of the folder itself.
    let folder = fs::canonicalize(folder)?;
    let (sender, events) = channel();
    let (watched, is_told) = match Watched::new(&folder, sender.clone()) {
        Ok(watched) => (watched, true),
        // As where the system has no more watches to give.
        Err(_) => (Watched::looked_for(&folder, sender)?, false),
    };
    thread::spawn(move || notice(watched, &events, &saved));
    Ok(is_told)
}

fn notice(mut watched: Watched, events: &Receiver<Change>, saved: &dyn Fn()) {
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
            // Before anything is read, so that no later change is missed.
            watched.renew();
        }
        saved();
    }
}

/// A change in the folder.
struct Change {
    /// Whether something came, went, or got another name.
    moves: bool,
}

/// The folders that are watched.
struct Watched {
    watcher: Box<dyn Watcher + Send>,
    folder: PathBuf,
    places: Vec<PathBuf>,
    /// Whether a folder is watched with all below it.
    is_deep: bool,
}

impl Watched {
    fn new(folder: &Path, sender: Sender<Change>) -> notify::Result<Self> {
        let watcher = RecommendedWatcher::new(handler(folder, sender), Config::default())?;
        // Elsewhere it is as cheap to watch all.
        Self::with(Box::new(watcher), folder, !cfg!(target_os = "linux"))
    }

    fn looked_for(folder: &Path, sender: Sender<Change>) -> notify::Result<Self> {
        let config = Config::default().with_poll_interval(LOOK);
        let watcher = PollWatcher::new(handler(folder, sender), config)?;
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

    /// Watches what is there now. What cannot be watched is gone, or no part of the submission.
    fn renew(&mut self) {
        for folder in std::mem::take(&mut self.places) {
            let _ = self.watcher.unwatch(&folder);
        }
        let _ = self.watch_all();
    }

    fn watch_all(&mut self) -> notify::Result<()> {
        // Where the folder itself may go and come back.
        if let Some(parent) = self.folder.parent() {
            let _ = self.add(parent.to_owned(), RecursiveMode::NonRecursive);
        }
        if self.is_deep {
            return self.add(self.folder.clone(), RecursiveMode::Recursive);
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
            let added = self.add(folder, RecursiveMode::NonRecursive);
            result = result.and(added);
        }
        result
    }

    fn add(&mut self, folder: PathBuf, mode: RecursiveMode) -> notify::Result<()> {
        self.watcher.watch(&folder, mode)?;
        self.places.push(folder);
        Ok(())
    }
}

fn handler(folder: &Path, sender: Sender<Change>) -> impl notify::EventHandler {
    let folder = folder.to_owned();
    move |event: notify::Result<notify::Event>| {
        let change = match event {
            Ok(event) if concerns(&folder, &event) => Change { moves: moves(event.kind) },
            Ok(_) => return,
            // Events were lost: anything may have changed.
            Err(_) => Change { moves: true },
        };
        let _ = sender.send(change);
    }
}

/// Whether an event may change the submission. It is read on each grading, which is no change.
fn concerns(folder: &Path, event: &notify::Event) -> bool {
    let is_change = match event.kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    };
    let is_inside =
        |path: &PathBuf| path.strip_prefix(folder).is_ok_and(|rest| !rest.iter().any(is_left_out));
    is_change && (event.need_rescan() || event.paths.iter().any(is_inside))
}

fn moves(kind: EventKind) -> bool {
    let is_renamed = matches!(kind, EventKind::Modify(ModifyKind::Name(_)));
    is_renamed || !matches!(kind, EventKind::Modify(_) | EventKind::Access(_))
}

/// Whether a folder is what Cargo makes, or hidden: nothing of a submission is there.
fn is_left_out(name: &OsStr) -> bool {
    name == "target" || name.as_encoded_bytes().first() == Some(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a change may take to be noticed on a busy machine.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// A folder with a file in `src`, and what its changes come through.
    fn watched() -> (tempfile::TempDir, PathBuf, Receiver<()>) {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("alice");
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/board.rs"), "1").unwrap();
        let (sender, saves) = channel();
        let tell = move || {
            let _ = sender.send(());
        };
        assert!(watch(&folder, tell).unwrap(), "the system tells of changes");
        (parent, folder, saves)
    }

    /// Waits for a change, and for the end of those that belong to it.
    fn noticed(saves: &Receiver<()>) {
        saves.recv_timeout(PATIENCE).expect("the change is noticed");
        while saves.recv_timeout(10 * QUIET).is_ok() {}
    }

    #[test]
    fn every_way_to_save_is_noticed() {
        let (_parent, folder, saves) = watched();
        let board = folder.join("src/board.rs");
        // In place, by a file of another name, by one moved away first, in a folder that is new.
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
    fn a_folder_that_goes_and_comes_back_is_still_watched() {
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
    fn what_is_no_part_of_a_submission_is_left_alone() {
        let (parent, folder, saves) = watched();
        fs::create_dir(folder.join("target")).unwrap();
        fs::write(folder.join("target/out"), "1").unwrap();
        fs::write(folder.join("src/.board.rs.swp"), "1").unwrap();
        fs::write(parent.path().join("other"), "1").unwrap();
        fs::read(folder.join("src/board.rs")).unwrap();
        // The next change is the first that is told of.
        fs::write(folder.join("src/board.rs"), "2").unwrap();
        saves.recv_timeout(PATIENCE).expect("the change is noticed");
    }
}
