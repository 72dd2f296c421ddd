//! The limits that control groups impose on this process and its children.
//!
//! Containers, batch systems and service managers use control groups to limit memory and processes, in addition to the
//! resource limits of a process.

use std::path::{Path, PathBuf};

/// The strictest limits of any of a process's groups, or `None` if there is no limit or if it cannot be determined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GroupLimits {
    /// The maximum memory of all processes in the group together, in bytes.
    pub(crate) memory: Option<u64>,
    /// The number of additional processes and threads.
    pub(crate) processes: Option<u64>,
}

/// If there is no memory limit, version 1 of control groups reports a number close to 2^63.
/// No machine has an exbibyte of memory.
const NO_LIMIT: u64 = 1 << 60;

pub(crate) fn limits_of_this_process() -> GroupLimits {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let of_process = |file: &str| read(&Path::new("/proc/self").join(file)).unwrap_or_default();
    parse_limits(&of_process("cgroup"), &of_process("mountinfo"), &read)
}

/// Returns the limits, given the contents of `/proc/PID/cgroup` and `/proc/PID/mountinfo`.
fn parse_limits(groups: &str, mounts: &str, read: &dyn Fn(&Path) -> Option<String>) -> GroupLimits {
    let mut limits = GroupLimits::default();
    for mount in mounts.lines().filter_map(Mount::parse) {
        let path = groups.lines().find_map(|line| mount.path_of_group(line));
        let Some(path) = path else { continue };
        for folder in mount.visible_folders(path) {
            let number = |file: &str| read(&folder.join(file))?.trim().parse::<u64>().ok();
            if mount.controls("memory") {
                let file = if mount.is_unified() { "memory.max" } else { "memory.limit_in_bytes" };
                let memory = number(file).filter(|bytes| *bytes < NO_LIMIT);
                limits.memory = smaller_limit(limits.memory, memory);
            }
            if mount.controls("pids") {
                // If the current number cannot be read, the full limit is the best guess.
                let current = number("pids.current").unwrap_or(0);
                let left = number("pids.max").map(|most| most.saturating_sub(current));
                limits.processes = smaller_limit(limits.processes, left);
            }
        }
    }
    limits
}

fn smaller_limit(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    a.into_iter().chain(b).min()
}

struct Mount<'a> {
    root: &'a str,
    point: &'a str,
    /// The controllers of a version 1 hierarchy; `None` for version 2.
    controllers: Option<&'a str>,
}

impl<'a> Mount<'a> {
    /// Parses a line of `mountinfo`. Returns `None` for other kinds of file systems.
    fn parse(line: &'a str) -> Option<Self> {
        let (place, kind) = line.split_once(" - ")?;
        // The first fields are the numbers of the mount, of its parent and of the device: see `man 5
        // proc_pid_mountinfo`.
        let mut place = place.split(' ').skip(3);
        let (root, point) = (place.next()?, place.next()?);
        let mut kind = kind.split(' ');
        let controllers = match kind.next()? {
            "cgroup" => Some(kind.nth(1)?),
            "cgroup2" => None,
            _ => return None,
        };
        Some(Self { root, point, controllers })
    }

    fn is_unified(&self) -> bool {
        self.controllers.is_none()
    }

    fn controls(&self, resource: &str) -> bool {
        self.controllers.is_none_or(|all| all.split(',').any(|controller| controller == resource))
    }

    /// Returns the path of the process's group, if this line of `/proc/PID/cgroup` refers to this hierarchy.
    fn path_of_group<'g>(&self, line: &'g str) -> Option<&'g str> {
        let (_, line) = line.split_once(':')?;
        let (controllers, path) = line.split_once(':')?;
        let is_same = match self.controllers {
            None => controllers.is_empty(),
            Some(all) => {
                let is_here = |name: &str| all.split(',').any(|controller| controller == name);
                !controllers.is_empty() && controllers.split(',').all(is_here)
            }
        };
        is_same.then_some(path)
    }

    /// Returns the visible folders of a group and its ancestors.
    fn visible_folders(&self, group: &str) -> Vec<PathBuf> {
        let point = Path::new(self.point);
        // In a container, this may be the path outside the container, although the mount shows only the group.
        let inside = Path::new(group).strip_prefix(self.root).unwrap_or(Path::new(""));
        let folder = point.join(inside);
        folder
            .ancestors()
            .take_while(|folder| folder.starts_with(point))
            .map(Path::to_owned)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(groups: &str, mounts: &str, files: &[(&str, &str)]) -> GroupLimits {
        let read = |path: &Path| {
            let file = files.iter().find(|(name, _)| Path::new(name) == path);
            file.map(|(_, text)| (*text).to_owned())
        };
        parse_limits(groups, mounts, &read)
    }

    const SECOND: &str = "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n\
                          25 24 0:5 / /proc rw - proc proc rw\n";

    #[test]
    fn the_strictest_group_applies() {
        let files = [
            ("/sys/fs/cgroup/job/memory.max", "1073741824\n"),
            ("/sys/fs/cgroup/job/step/memory.max", "max\n"),
            ("/sys/fs/cgroup/job/pids.max", "100\n"),
            ("/sys/fs/cgroup/job/pids.current", "60\n"),
            ("/sys/fs/cgroup/job/step/pids.max", "70\n"),
            ("/sys/fs/cgroup/job/step/pids.current", "7\n"),
        ];
        let limits = found("0::/job/step\n", SECOND, &files);
        assert_eq!(limits, GroupLimits { memory: Some(1 << 30), processes: Some(40) });
    }

    #[test]
    fn cgroup_v1_hierarchies_are_found_per_controller() {
        let groups = "8:pids:/\n5:cpu,cpuacct:/x\n4:memory:/batch/7\n0::/\n";
        let mounts = "32 31 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      33 31 0:29 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n\
                      34 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n";
        let files = [
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("/sys/fs/cgroup/memory/batch/7/memory.limit_in_bytes", "536870912\n"),
            ("/sys/fs/cgroup/pids/pids.max", "max\n"),
        ];
        let limits = found(groups, mounts, &files);
        assert_eq!(limits, GroupLimits { memory: Some(512 << 20), processes: None });
    }

    #[test]
    fn a_container_sees_its_own_group_at_the_mount_point() {
        let mounts = "30 24 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n";
        let files = [("/sys/fs/cgroup/memory.max", "2147483648\n")];
        for group in ["0::/docker/abc\n", "0::/\n", "0::/../other\n"] {
            let limits = found(group, mounts, &files);
            assert_eq!(limits, GroupLimits { memory: Some(2 << 30), processes: None }, "{group}");
        }
    }

    #[test]
    fn without_groups_there_are_no_limits() {
        assert_eq!(found("", "", &[]), GroupLimits::default());
        assert_eq!(found("0::/\n", SECOND, &[]), GroupLimits::default());
        assert_eq!(found("nonsense\n", "30 24 - cgroup2\n", &[]), GroupLimits::default());
    }
}
