//! An in-memory disk that fails, tears writes and loses data, as determined by a seed.
//!
//! A power failure always preserves the content of synchronized files, and changed names in folders synchronized
//! afterward. Each other change is kept or lost independently. Unsynchronized files are truncated, or filled with zeros
//! from an arbitrary byte onward.

mod operations;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base::seed::random_below;

pub(super) type Names = BTreeMap<PathBuf, Node>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Folder,
    /// With the index of its content.
    File(usize),
}

/// A failure to simulate after a number of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// `count` operations fail after `after` others.
    Fail { after: usize, count: usize, kind: ErrorKind },
    /// The program is killed during an operation.
    Kill { after: usize },
    /// The power fails during an operation.
    Power { after: usize },
}

/// Called after each change, with all files. Describes a problem, if any.
type Watch = Box<dyn Fn(&View<'_>) -> Option<String> + Send>;

/// The simulated disk. Clones share their state.
#[derive(Clone)]
pub(super) struct SimDisk(Arc<Mutex<State>>);

struct State {
    random: u64,
    names: Names,
    contents: Vec<Content>,
    /// The names that survive a power failure, and the changes that may.
    safe: Names,
    pending: Vec<Change>,
    trouble: Option<Trouble>,
    /// Since the failure was chosen.
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

/// An atomic change of names in a folder.
#[derive(Clone, Debug)]
struct Change {
    folder: PathBuf,
    names: Vec<(PathBuf, Option<Node>)>,
}

pub(super) struct View<'a> {
    pub(super) names: &'a Names,
    contents: &'a [Content],
}

impl View<'_> {
    pub(super) fn text(&self, path: &Path) -> Option<String> {
        match self.names.get(path)? {
            Node::Folder => None,
            Node::File(at) => Some(String::from_utf8_lossy(&self.contents[*at].bytes).into()),
        }
    }
}

enum Fate {
    Done,
    /// It fails, perhaps after it is partly done.
    Failed(io::Error),
    /// The program ends during the operation, of which this percentage was completed.
    Ended(usize),
}

impl fmt::Debug for SimDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SimDisk")
    }
}

impl SimDisk {
    /// Creates an empty disk with a folder for temporary files.
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

    pub(super) fn schedule_trouble(&self, trouble: Option<Trouble>) {
        let mut state = self.state();
        (state.trouble, state.operations) = (trouble, 0);
    }

    pub(super) fn operations(&self) -> usize {
        self.state().operations
    }

    pub(super) fn watch(&self, watch: Watch) {
        self.state().watch = Some(watch);
    }

    pub(super) fn find_violation(&self) -> Option<String> {
        let mut state = self.state();
        state.check_invariant();
        state.wrong.clone()
    }

    /// Restarts the machine, releases all locks and clears the failure.
    pub(super) fn restart(&self) {
        let mut state = self.state();
        if state.is_dead && matches!(state.trouble, Some(Trouble::Power { .. })) {
            state.lose_power();
        }
        state.is_dead = false;
        state.trouble = None;
        state.locks.clear();
    }

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
    /// Counts an operation and decides how it ends.
    fn count_operation(&mut self) -> Fate {
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
                Fate::Ended(random_below(&mut self.random, 101))
            }
            _ => Fate::Done,
        }
    }

    fn change_names(&mut self, folder: &Path, names: Vec<(PathBuf, Option<Node>)>) {
        apply_change(&mut self.names, &names);
        self.pending.push(Change { folder: folder.to_owned(), names });
        self.check_invariant();
    }

    fn check_invariant(&mut self) {
        if let (None, Some(watch)) = (&self.wrong, &self.watch) {
            self.wrong = watch(&View { names: &self.names, contents: &self.contents });
        }
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.names.get(path) == Some(&Node::Folder)
    }

    /// Randomly loses unsynchronized data.
    fn lose_power(&mut self) {
        // Zero loses everything, four nothing, and the others a random part.
        let kept = [0, 1, 2, 3, 4][random_below(&mut self.random, 5)];
        for Change { names, .. } in std::mem::take(&mut self.pending) {
            if random_below(&mut self.random, 4) < kept {
                apply_change(&mut self.safe, &names);
            }
        }
        // A lost folder takes its files with it.
        let all = self.safe.clone();
        self.safe.retain(|path, _| {
            path.ancestors().skip(1).all(|folder| all.get(folder) == Some(&Node::Folder))
        });
        self.names = self.safe.clone();
        for content in &mut self.contents {
            if !content.is_safe {
                let length = content.bytes.len();
                let cut = random_below(&mut self.random, length + 1);
                match random_below(&mut self.random, 3) {
                    0 => content.bytes.truncate(cut),
                    1 => content.bytes[cut..].fill(0),
                    _ => {}
                }
                content.is_safe = true;
            }
        }
        self.check_invariant();
    }
}

fn apply_change(names: &mut Names, change: &[(PathBuf, Option<Node>)]) {
    for (path, node) in change {
        match node {
            Some(node) => names.insert(path.clone(), *node),
            None => names.remove(path),
        };
    }
}
