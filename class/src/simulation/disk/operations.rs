//! The operations of the simulated disk, some of which fail.

use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use base::files::{Disk, FolderEntry, HeldLock};
use base::seed::random_below;

use super::{Content, Fate, Node, SimDisk, apply_change};

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

fn none<T>() -> io::Result<T> {
    Err(ErrorKind::NotFound.into())
}

fn ended() -> io::Error {
    io::Error::other("the program has ended")
}

impl Disk for SimDisk {
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        match state.count_operation() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(_) => return Err(ended()),
            Fate::Done => {}
        }
        match state.names.get(file) {
            Some(Node::File(at)) => Ok(state.contents[*at].bytes.clone()),
            Some(Node::Folder) => Err(ErrorKind::IsADirectory.into()),
            None => none(),
        }
    }

    fn is_file(&self, path: &Path) -> bool {
        let mut state = self.state();
        matches!(state.count_operation(), Fate::Done)
            && matches!(state.names.get(path), Some(Node::File(_)))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let mut state = self.state();
        match state.count_operation() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(_) => return Err(ended()),
            Fate::Done => {}
        }
        match state.names.get(folder) {
            Some(Node::Folder) => {}
            Some(Node::File(_)) => return Err(ErrorKind::NotADirectory.into()),
            None => return none(),
        }
        let inside = state.names.iter().filter(|(path, _)| path.parent() == Some(folder));
        let item = |(path, node): (&PathBuf, &Node)| FolderEntry {
            name: path.file_name().unwrap_or_default().to_owned(),
            is_folder: *node == Node::Folder,
        };
        let mut items: Vec<FolderEntry> = inside.map(item).collect();
        // Shuffle the items, because callers must not depend on the order.
        for at in (1..items.len()).rev() {
            let other = random_below(&mut state.random, at + 1);
            items.swap(at, other);
        }
        Ok(items)
    }

    fn create(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let fate = state.count_operation();
        if state.is_dead && matches!(fate, Fate::Failed(_)) {
            return Err(ended());
        }
        if !state.is_folder(folder_of(file)) {
            return none();
        }
        if state.names.contains_key(file) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        // An incomplete operation may still have some or all of its effect.
        let (part, answer) = match fate {
            Fate::Done => (100, Ok(())),
            Fate::Ended(part) => (part, Err(ended())),
            Fate::Failed(error) => (random_below(&mut state.random, 101), Err(error)),
        };
        if part > 0 {
            let bytes = bytes[..bytes.len() * part / 100].to_vec();
            state.contents.push(Content { bytes, is_safe: false });
            let node = Node::File(state.contents.len() - 1);
            state.change_names(folder_of(file), vec![(file.to_owned(), Some(node))]);
        }
        answer
    }

    fn create_folder(&self, folder: &Path, _is_private: bool) -> io::Result<()> {
        let mut state = self.state();
        let answer = match state.count_operation() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(0..50) => return Err(ended()),
            Fate::Ended(_) => Err(ended()),
            Fate::Done => Ok(()),
        };
        if !state.is_folder(folder_of(folder)) {
            return none();
        }
        if state.names.contains_key(folder) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        state.change_names(folder_of(folder), vec![(folder.to_owned(), Some(Node::Folder))]);
        answer
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        let answer = match state.count_operation() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(0..50) => return Err(ended()),
            Fate::Ended(_) => Err(ended()),
            Fate::Done => Ok(()),
        };
        assert_eq!(folder_of(from), folder_of(to), "files are moved within their folder alone");
        let Some(node) = state.names.get(from).copied() else { return none() };
        if state.is_folder(to) {
            return Err(ErrorKind::IsADirectory.into());
        }
        let names = vec![(from.to_owned(), None), (to.to_owned(), Some(node))];
        state.change_names(folder_of(to), names);
        answer
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        let mut state = self.state();
        let answer = match state.count_operation() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(0..50) => return Err(ended()),
            Fate::Ended(_) => Err(ended()),
            Fate::Done => Ok(()),
        };
        if !matches!(state.names.get(file), Some(Node::File(_))) {
            return none();
        }
        state.change_names(folder_of(file), vec![(file.to_owned(), None)]);
        answer
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        match state.count_operation() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(_) => return Err(ended()),
            Fate::Done => {}
        }
        match state.names.get(path).copied() {
            Some(Node::File(at)) => state.contents[at].is_safe = true,
            Some(Node::Folder) => {
                let pending = std::mem::take(&mut state.pending);
                for change in pending {
                    if change.folder == path {
                        apply_change(&mut state.safe, &change.names);
                    } else {
                        state.pending.push(change);
                    }
                }
            }
            None => return none(),
        }
        Ok(())
    }

    fn lock(&self, file: &Path) -> Result<Box<dyn HeldLock>, TryLockError> {
        let mut state = self.state();
        match state.count_operation() {
            Fate::Failed(error) => return Err(TryLockError::Error(error)),
            Fate::Ended(_) => return Err(TryLockError::Error(ended())),
            Fate::Done => {}
        }
        if !state.names.contains_key(file) {
            state.contents.push(Content { bytes: Vec::new(), is_safe: true });
            let node = Node::File(state.contents.len() - 1);
            state.change_names(folder_of(file), vec![(file.to_owned(), Some(node))]);
        }
        if !state.locks.insert(file.to_owned()) {
            return Err(TryLockError::WouldBlock);
        }
        Ok(Box::new(SimLock { disk: self.clone(), file: file.to_owned() }))
    }

    fn is_locked(&self, file: &Path) -> bool {
        self.state().locks.contains(file)
    }
}

#[derive(Debug)]
struct SimLock {
    disk: SimDisk,
    file: PathBuf,
}

impl HeldLock for SimLock {}

impl Drop for SimLock {
    fn drop(&mut self) {
        self.disk.state().locks.remove(&self.file);
    }
}
