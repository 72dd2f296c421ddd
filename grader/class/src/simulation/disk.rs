//! A disk in memory that fails, tears and forgets, as its seed has it.
//!
//! What programs see is one thing, what outlasts a loss of power another: the content of a file that
//! was never synchronised, and each change of a folder's names since the folder was. On a loss of
//! power any of these changes is kept or lost, whatever the order in which they were made, and any file
//! that was not synchronised is cut off at any byte, or has zeros from there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base::files::{Disk, Held, Item};
use base::seed::below;

/// The names of all files and folders.
pub(super) type Names = BTreeMap<PathBuf, Node>;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Folder,
    /// The index of its content.
    File(usize),
}

/// What is to go wrong, counted from the next operation on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// So many operations fail, after so many that do not.
    Fail { after: usize, count: usize, kind: ErrorKind },
    /// The program is killed in an operation.
    Kill { after: usize },
    /// The power fails in an operation.
    Power { after: usize },
}

/// Told of the files as they are after each change, and answers with what must not be.
type Watch = Box<dyn Fn(&View<'_>) -> Option<String> + Send>;

/// The disk. Clones are the same disk.
#[derive(Clone)]
pub(super) struct SimDisk(Arc<Mutex<State>>);

struct State {
    random: u64,
    names: Names,
    contents: Vec<Content>,
    /// The names that outlast a loss of power, and the changes that may.
    safe: Names,
    pending: Vec<Change>,
    trouble: Option<Trouble>,
    /// The number of operations since the trouble was chosen.
    operations: usize,
    is_dead: bool,
    locks: BTreeSet<PathBuf>,
    watch: Option<Watch>,
    wrong: Option<String>,
}

#[derive(Clone, Debug, Default)]
struct Content {
    bytes: Vec<u8>,
    is_safe: bool,
}

/// A change of the names in a folder, which is made whole or not at all.
#[derive(Clone, Debug)]
struct Change {
    folder: PathBuf,
    names: Vec<(PathBuf, Option<Node>)>,
}

/// All files, as a program sees them.
pub(super) struct View<'a> {
    pub(super) names: &'a Names,
    contents: &'a [Content],
}

impl View<'_> {
    /// The text of a file; `None` if there is none.
    pub(super) fn text(&self, path: &Path) -> Option<String> {
        match self.names.get(path)? {
            Node::Folder => None,
            Node::File(at) => Some(String::from_utf8_lossy(&self.contents[*at].bytes).into()),
        }
    }
}

/// How an operation is to end.
enum Fate {
    Done,
    /// It fails, after a part of it may have been done.
    Failed(io::Error),
    /// The program ends in it, after this part of it, from 0 to 100.
    Ended(usize),
}

impl fmt::Debug for SimDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SimDisk")
    }
}

impl SimDisk {
    /// An empty disk with a folder for temporary files.
    pub(super) fn new(random: u64) -> Self {
        let mut names = Names::new();
        for folder in std::env::temp_dir().ancestors().chain([Path::new("/"), Path::new("/c")]) {
            names.insert(folder.to_owned(), Node::Folder);
        }
        Self(Arc::new(Mutex::new(State {
            random,
            safe: names.clone(),
            names,
            contents: Vec::new(),
            pending: Vec::new(),
            trouble: None,
            operations: 0,
            is_dead: false,
            locks: BTreeSet::new(),
            watch: None,
            wrong: None,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Chooses what goes wrong from now on.
    pub(super) fn expect(&self, trouble: Option<Trouble>) {
        let mut state = self.state();
        (state.trouble, state.operations) = (trouble, 0);
    }

    /// The number of operations since.
    pub(super) fn operations(&self) -> usize {
        self.state().operations
    }

    /// Has each change looked at.
    pub(super) fn watch(&self, watch: Watch) {
        self.state().watch = Some(watch);
    }

    /// The first thing that must not be and was.
    pub(super) fn wrong(&self) -> Option<String> {
        let mut state = self.state();
        state.look();
        state.wrong.clone()
    }

    /// Starts the machine again, if it has stopped: nobody holds a file, nothing goes wrong.
    pub(super) fn restart(&self) {
        let mut state = self.state();
        if state.is_dead && matches!(state.trouble, Some(Trouble::Power { .. })) {
            state.lose_power();
        }
        state.is_dead = false;
        state.trouble = None;
        state.locks.clear();
    }

    /// All files below a folder.
    pub(super) fn files(&self, folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let state = self.state();
        let below = state.names.iter().filter(|(path, _)| path.starts_with(folder));
        let file = |(path, node): (&PathBuf, &Node)| match node {
            Node::Folder => None,
            Node::File(at) => Some((path.clone(), state.contents[*at].bytes.clone())),
        };
        below.filter_map(file).collect()
    }
}

impl State {
    /// Counts an operation, and tells how it is to end.
    fn fate(&mut self) -> Fate {
        if self.is_dead {
            return Fate::Failed(io::Error::other("the program has ended"));
        }
        let now = self.operations;
        self.operations += 1;
        match self.trouble {
            Some(Trouble::Fail { after, count, kind }) if (after..after + count).contains(&now) => {
                Fate::Failed(kind.into())
            }
            Some(Trouble::Kill { after } | Trouble::Power { after }) if after == now => {
                self.is_dead = true;
                Fate::Ended(below(&mut self.random, 101))
            }
            _ => Fate::Done,
        }
    }

    fn change(&mut self, folder: &Path, names: Vec<(PathBuf, Option<Node>)>) {
        apply(&mut self.names, &names);
        self.pending.push(Change { folder: folder.to_owned(), names });
        self.look();
    }

    fn look(&mut self) {
        if let (None, Some(watch)) = (&self.wrong, &self.watch) {
            self.wrong = watch(&View { names: &self.names, contents: &self.contents });
        }
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.names.get(path) == Some(&Node::Folder)
    }

    /// Forgets what was not synchronised, as far as chance has it.
    fn lose_power(&mut self) {
        let kept = [0, 1, 2, 3, 4][below(&mut self.random, 5)];
        for Change { names, .. } in std::mem::take(&mut self.pending) {
            if below(&mut self.random, 4) < kept {
                apply(&mut self.safe, &names);
            }
        }
        // What is in a folder that is lost is lost, too.
        let all = self.safe.clone();
        self.safe.retain(|path, _| {
            path.ancestors().skip(1).all(|it| all.get(it) == Some(&Node::Folder))
        });
        self.names = self.safe.clone();
        for content in &mut self.contents {
            if !content.is_safe {
                let length = content.bytes.len();
                let cut = below(&mut self.random, length + 1);
                match below(&mut self.random, 3) {
                    0 => content.bytes.truncate(cut),
                    1 => content.bytes[cut..].fill(0),
                    _ => {}
                }
                content.is_safe = true;
            }
        }
        self.look();
    }
}

fn apply(names: &mut Names, change: &[(PathBuf, Option<Node>)]) {
    for (path, node) in change {
        match node {
            Some(node) => names.insert(path.clone(), *node),
            None => names.remove(path),
        };
    }
}

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
        match state.fate() {
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
        matches!(state.fate(), Fate::Done) && matches!(state.names.get(path), Some(Node::File(_)))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<Item>> {
        let mut state = self.state();
        match state.fate() {
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
        let item = |(path, node): (&PathBuf, &Node)| Item {
            name: path.file_name().unwrap_or_default().to_owned(),
            is_folder: *node == Node::Folder,
        };
        let mut items: Vec<Item> = inside.map(item).collect();
        // In no order that anybody may rely on.
        for at in (1..items.len()).rev() {
            let other = below(&mut state.random, at + 1);
            items.swap(at, other);
        }
        Ok(items)
    }

    fn create(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let fate = state.fate();
        if state.is_dead && matches!(fate, Fate::Failed(_)) {
            return Err(ended());
        }
        if !state.is_folder(folder_of(file)) {
            return none();
        }
        if state.names.contains_key(file) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        // Of what is not done whole, a part may be there, or nothing.
        let (part, answer) = match fate {
            Fate::Done => (100, Ok(())),
            Fate::Ended(part) => (part, Err(ended())),
            Fate::Failed(error) => (below(&mut state.random, 101), Err(error)),
        };
        if part > 0 {
            let bytes = bytes[..bytes.len() * part / 100].to_vec();
            state.contents.push(Content { bytes, is_safe: false });
            let node = Node::File(state.contents.len() - 1);
            state.change(folder_of(file), vec![(file.to_owned(), Some(node))]);
        }
        answer
    }

    fn create_folder(&self, folder: &Path, _is_private: bool) -> io::Result<()> {
        let mut state = self.state();
        let answer = match state.fate() {
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
        state.change(folder_of(folder), vec![(folder.to_owned(), Some(Node::Folder))]);
        answer
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        let answer = match state.fate() {
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
        state.change(folder_of(to), names);
        answer
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        let mut state = self.state();
        let answer = match state.fate() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(0..50) => return Err(ended()),
            Fate::Ended(_) => Err(ended()),
            Fate::Done => Ok(()),
        };
        if !matches!(state.names.get(file), Some(Node::File(_))) {
            return none();
        }
        state.change(folder_of(file), vec![(file.to_owned(), None)]);
        answer
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        let answer = match state.fate() {
            Fate::Failed(error) => return Err(error),
            Fate::Ended(0..50) => return Err(ended()),
            Fate::Ended(_) => Err(ended()),
            Fate::Done => Ok(()),
        };
        if !state.is_folder(folder) {
            return none();
        }
        let below = state.names.keys().filter(|path| path.starts_with(folder));
        let names = below.map(|path| (path.clone(), None)).collect();
        state.change(folder_of(folder), names);
        answer
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        match state.fate() {
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
                        apply(&mut state.safe, &change.names);
                    } else {
                        state.pending.push(change);
                    }
                }
            }
            None => return none(),
        }
        Ok(())
    }

    fn lock(&self, file: &Path) -> Result<Box<dyn Held>, TryLockError> {
        let mut state = self.state();
        match state.fate() {
            Fate::Failed(error) => return Err(TryLockError::Error(error)),
            Fate::Ended(_) => return Err(TryLockError::Error(ended())),
            Fate::Done => {}
        }
        if !state.names.contains_key(file) {
            state.contents.push(Content { bytes: Vec::new(), is_safe: true });
            let node = Node::File(state.contents.len() - 1);
            state.change(folder_of(file), vec![(file.to_owned(), Some(node))]);
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

impl Held for SimLock {}

impl Drop for SimLock {
    fn drop(&mut self) {
        self.disk.state().locks.remove(&self.file);
    }
}
