//! Only what was created here is removed, whatever is in the folder for temporary files.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, lchown, symlink};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, SystemTime};

use proptest::collection::vec;
use proptest::prelude::*;
use rustix::fs::{CWD, FileType, Mode, OFlags, mkdirat, mknodat, openat};

use super::*;

/// An entry in the folder for temporary files, or below.
#[derive(Clone, Debug)]
enum PlantedFile {
    File,
    Pipe,
    /// A link to one of [`TARGETS`].
    Link(usize),
    /// A second name of the file outside.
    HardLink,
    /// A folder with these permissions.
    Folder(u32, BTreeMap<&'static str, PlantedFile>),
}

/// The entry, whether its file `owner` is locked, and whether it belongs to another user.
type Top = (PlantedFile, bool, bool);

const NAMES: [&str; 7] =
    ["grader-a", "grader-b", "grader-", "grader-class-1", "grader-ü", "mine", "owner"];

const INNER: [&str; 6] = ["owner", "owner.new", "a", "b", "grader-c", "sources"];

/// Where links lead, relative to the folder for temporary files.
const TARGETS: [&str; 6] =
    ["../outside", "../outside/file", "grader-a", "grader-b/owner", "none", "/dev/zero"];

fn entry() -> impl Strategy<Value = PlantedFile> {
    let leaf = prop_oneof![
        3 => Just(PlantedFile::File),
        1 => Just(PlantedFile::Pipe),
        2 => (0..TARGETS.len()).prop_map(PlantedFile::Link),
        1 => Just(PlantedFile::HardLink),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let content = vec((prop::sample::select(&INNER[..]), inner), 0..5);
        let mode = prop_oneof![4 => Just(0o700), 1 => prop::sample::select(vec![0o755, 0o770, 0o777, 0o1777])];
        (mode, content).prop_map(|(mode, content)| PlantedFile::Folder(mode, content.into_iter().collect()))
    })
}

/// An entry like those that the grader creates, but perhaps with changes.
fn like_ours() -> impl Strategy<Value = PlantedFile> {
    (entry(), entry(), 0..8_u8).prop_map(|(a, b, change)| {
        let owner = if change == 0 { b.clone() } else { PlantedFile::File };
        let mode = if change == 1 { 0o755 } else { 0o700 };
        let content = [("owner", owner), ("a", a), ("b", b)];
        PlantedFile::Folder(mode, content.into_iter().skip(usize::from(change == 2)).collect())
    })
}

fn tops() -> impl Strategy<Value = BTreeMap<&'static str, Top>> {
    let top = (prop_oneof![entry(), like_ours()], prop::bool::weighted(0.2), any::<bool>());
    vec((prop::sample::select(&NAMES[..]), top), 0..6).prop_map(|tops| tops.into_iter().collect())
}

fn create(place: &Path, outer: &Path, entry: &PlantedFile) {
    match entry {
        PlantedFile::File => fs::write(place, "text").unwrap(),
        PlantedFile::Pipe => mknodat(CWD, place, FileType::Fifo, 0o600.into(), 0).unwrap(),
        PlantedFile::Link(target) => {
            symlink(outer.join("tmp").join(TARGETS[*target]), place).unwrap();
        }
        PlantedFile::HardLink => fs::hard_link(outer.join("outside/file"), place).unwrap(),
        PlantedFile::Folder(mode, content) => {
            fs::create_dir(place).unwrap();
            for (name, inner) in content {
                create(&place.join(name), outer, inner);
            }
            fs::set_permissions(place, Permissions::from_mode(*mode)).unwrap();
        }
    }
}

fn give_to(user: u32, place: &Path) {
    lchown(place, Some(user), Some(user)).unwrap();
    if place.is_dir() && !place.is_symlink() {
        for inner in fs::read_dir(place).unwrap() {
            give_to(user, &inner.unwrap().path());
        }
    }
}

/// What can be seen of an entry, except for the time at which it was read last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sighting {
    file: (u64, u64),
    mode: u32,
    owner: (u32, u32),
    changed: SystemTime,
    content: Option<Vec<u8>>,
    target: Option<PathBuf>,
}

fn look(place: &Path, seen: &mut BTreeMap<PathBuf, Sighting>) {
    let there = fs::symlink_metadata(place).unwrap();
    let entry = Sighting {
        file: (there.dev(), there.ino()),
        mode: there.mode(),
        owner: (there.uid(), there.gid()),
        changed: there.modified().unwrap(),
        content: there.is_file().then(|| fs::read(place).unwrap()),
        target: fs::read_link(place).ok(),
    };
    seen.insert(place.to_owned(), entry);
    if there.is_dir() {
        for inner in fs::read_dir(place).unwrap() {
            look(&inner.unwrap().path(), seen);
        }
    }
}

/// Sweeps, unless this takes long enough to be a hang.
fn sweep_in_time(folder: &Path) {
    let (sender, ended) = mpsc::channel();
    let folder = folder.to_owned();
    thread::spawn(move || {
        sweep::remove_abandoned_folders(&folder);
        let _ = sender.send(());
    });
    ended.recv_timeout(Duration::from_mins(5)).expect("sweeping ends");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_abandoned_folders_are_swept(tops in tops()) {
        let outer = tempfile::tempdir().unwrap();
        let (outside, tmp) = (outer.path().join("outside"), outer.path().join("tmp"));
        for folder in [&outside, &tmp] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(outside.join("file"), "precious").unwrap();
        fs::set_permissions(&tmp, Permissions::from_mode(0o1777)).unwrap();
        let is_root = rustix::process::geteuid().is_root();
        let (mut locks, mut abandoned) = (Vec::new(), Vec::new());
        for (name, (entry, is_locked, is_foreign)) in &tops {
            let place = tmp.join(name);
            create(&place, outer.path(), entry);
            let is_foreign = *is_foreign && is_root;
            if is_foreign {
                give_to(4242, &place);
            }
            let PlantedFile::Folder(0o700, content) = entry else { continue };
            if !matches!(content.get(LOCK), Some(PlantedFile::File)) {
                continue;
            }
            if *is_locked {
                let lock = File::open(place.join(LOCK)).unwrap();
                lock.try_lock().unwrap();
                locks.push(lock);
            } else if !is_foreign && name.starts_with(PREFIX) {
                abandoned.push(place);
            }
        }
        let mut before = BTreeMap::new();
        look(outer.path(), &mut before);
        sweep_in_time(&tmp);
        let mut after = BTreeMap::new();
        look(outer.path(), &mut after);
        before.retain(|path, _| !abandoned.iter().any(|place| path.starts_with(place)));
        for seen in [&mut before, &mut after] {
            seen.remove(&tmp);
        }
        prop_assert_eq!(before, after);
    }
}

#[test]
fn the_lock_is_removed_last() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("a/b")).unwrap();
    for file in ["z", "a/owner", LOCK] {
        File::create(folder.path().join(file)).unwrap();
    }
    sweep::empty_except_lock(folder.path());
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), [LOCK]);
}

#[test]
fn a_folder_is_deleted_with_its_owner() {
    let parent = tempfile::tempdir().unwrap();
    let scratch = Scratch::new_in(parent.path()).unwrap();
    let path = scratch.path().to_owned();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o700);
    sweep::remove_abandoned_folders(parent.path());
    assert!(path.join(LOCK).is_file(), "its owner is alive");
    drop(scratch);
    assert!(!path.exists());
}

/// A path in here is longer than the system allows.
#[test]
fn deeply_nested_folders_are_swept() {
    let parent = tempfile::tempdir().unwrap();
    let scratch = Scratch::new_in(parent.path()).unwrap();
    let mut folder = openat(CWD, scratch.path(), OFlags::DIRECTORY, Mode::empty()).unwrap();
    for _ in 0..500 {
        mkdirat(&folder, "a-name-of-20-letters", Mode::RWXU).unwrap();
        folder = openat(&folder, "a-name-of-20-letters", OFlags::DIRECTORY, Mode::empty()).unwrap();
    }
    sweep::empty_except_lock(scratch.path());
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1, "only the lock is left");
}
