//! User and mount namespaces: the process sees only allowed paths, in their usual places. Even `/proc` is missing.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::{chdir, getgid, getuid, pivot_root};
use rustix::thread::{UnshareFlags, unshare_unsafe};

use crate::process_sandbox::ProcessSandbox;
use crate::system::OF_LOADER;

/// The folder to assemble the new root in. It exists wherever this layer works, and no path inside it is ever allowed.
const PLACE: &str = "/proc";

/// The user ID and group ID inside the namespace.
/// Any ID but 0, which would be root inside the namespace.
const ID: u32 = 1000;

/// Moves this process into new namespaces, which contain only allowed paths.
pub(crate) fn enter_new_namespaces(sandbox: &ProcessSandbox) -> io::Result<Result<String, String>> {
    let everything = Path::new("/");
    if sandbox.read.iter().chain(&sandbox.execute).any(|path| path == everything) {
        return Ok(Err("the compiler is a script, which may run any program".to_owned()));
    }
    let (user, group) = (getuid(), getgid());
    let flags = UnshareFlags::NEWUSER | UnshareFlags::NEWNS | UnshareFlags::NEWIPC;
    // SAFETY: `unshare` is unsafe only with flags that make threads stop sharing descriptors. We do not use such flags.
    #[expect(unsafe_code, reason = "see above")]
    let unshared = unsafe { unshare_unsafe(flags) };
    if let Err(error) = unshared {
        return reason_if_missing(
            error.into(),
            "this system does not allow users to create namespaces",
        );
    }
    let entered = map_ids(user.as_raw(), group.as_raw()).and_then(|()| change_root(sandbox));
    match entered {
        Ok(()) => Ok(Ok("user, mount, ipc".to_owned())),
        Err(error) => reason_if_missing(
            error,
            "this system does not allow users to mount file systems in their namespaces",
        ),
    }
}

/// If the system does not allow the layer, returns the reason. Returns any other error.
fn reason_if_missing(error: io::Error, why: &str) -> io::Result<Result<String, String>> {
    // `NOSPC` means that the administrator has set the maximum number of namespaces to 0.
    const REFUSALS: [Errno; 5] =
        [Errno::PERM, Errno::ACCESS, Errno::NOSPC, Errno::INVAL, Errno::NOSYS];
    let is_refusal = error
        .raw_os_error()
        .is_some_and(|code| REFUSALS.iter().any(|refusal| refusal.raw_os_error() == code));
    if is_refusal { Ok(Err(format!("{why} ({error})"))) } else { Err(error) }
}

/// Maps the user and group to IDs without privileges, even if root runs the grader.
fn map_ids(user: u32, group: u32) -> io::Result<()> {
    // An unprivileged process must give up `setgroups` before it may write `gid_map`. Kernels before 3.19 lack the file.
    match fs::write("/proc/self/setgroups", "deny") {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::write("/proc/self/uid_map", format!("{ID} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{ID} {group} 1"))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MountMode {
    ReadOnly,
    Writable,
    Device,
}

fn change_root(sandbox: &ProcessSandbox) -> io::Result<()> {
    let here = std::env::current_dir();
    let root = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", root)?;
    let of_loader = OF_LOADER.map(PathBuf::from);
    let read = of_loader.iter().chain(&sandbox.read).chain(sandbox.executable_paths());
    let write = sandbox.write.iter().map(|path| (path, MountMode::Writable));
    let null = PathBuf::from("/dev/null");
    let all = read.map(|path| (path, MountMode::ReadOnly)).chain(write);

    // Use canonical paths, put folders before their contents, and add links for paths with other names.
    let mut places: BTreeMap<PathBuf, MountMode> = BTreeMap::new();
    let mut links: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for (path, shown) in all.chain([(&null, MountMode::Device)]) {
        let Ok(place) = fs::canonicalize(path) else { continue };
        if *path != place {
            links.insert(path.clone(), place.clone());
        }
        let entry = places.entry(place).or_insert(shown);
        *entry = shown.max(*entry);
    }
    mount("tmpfs", PLACE, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, None)?;
    let mut bound: Vec<(&Path, MountMode)> = Vec::new();
    for (place, &shown) in &places {
        let is_there =
            |(folder, how): &(&Path, MountMode)| place.starts_with(folder) && *how >= shown;
        if !bound.iter().any(is_there) {
            bind_into_new_root(place, shown)?;
            bound.push((place, shown));
        }
    }
    for (link, place) in &links {
        let at = path_in_new_root(link);
        if fs::symlink_metadata(&at).is_err() {
            make_parent(&at)?;
            std::os::unix::fs::symlink(place, &at)?;
        }
    }
    mount_remount(PLACE, MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV, "")?;
    chdir(PLACE)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    if let Ok(here) = here {
        // If the current folder is not allowed, it does not exist here, and we stay in the root folder.
        let _ = chdir(&here);
    }
    Ok(())
}

fn bind_into_new_root(place: &Path, shown: MountMode) -> io::Result<()> {
    let at = path_in_new_root(place);
    if fs::symlink_metadata(&at).is_err() {
        make_parent(&at)?;
        if place.is_dir() { fs::create_dir(&at)? } else { fs::write(&at, "")? }
    }
    mount_bind_recursive(place, &at)?;
    // A bind mount ignores the read-only flag at first, so it takes a second call to set it.
    if shown == MountMode::ReadOnly {
        let there = flags_of(&at)?;
        mount_remount(&at, MountFlags::BIND | MountFlags::RDONLY | there, "")?;
    }
    Ok(())
}

/// Returns the flags that a mount inherits from the source and cannot drop.
fn flags_of(mounted: &Path) -> io::Result<MountFlags> {
    let there = statvfs(mounted)?.f_flag;
    let pairs = [
        (StatVfsMountFlags::NOSUID, MountFlags::NOSUID),
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];
    Ok(pairs.into_iter().filter(|(flag, _)| there.contains(*flag)).map(|(_, flag)| flag).collect())
}

/// Returns the location of a path while we assemble the new root.
fn path_in_new_root(path: &Path) -> PathBuf {
    let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
    Path::new(PLACE).join(parts.collect::<PathBuf>())
}

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}
