//! Checks that inherited resource limits are high enough.
//!
//! A process sandbox cannot raise a limit that is already lower. If a process reached such a limit, we would mistake it
//! for a limit of the process sandbox and blame the submission. To avoid this, we refuse to start the process. The same
//! applies to control groups, which containers and batch systems use to set limits.

use std::error::Error;
use std::fmt;

use base::UserError;

use crate::limits::{MemoryLimit, ProcessLimits};

/// The stack size of a compiler's main thread. Most systems provide twice as much.
/// A limit below this would make deeply nested but valid code crash the compiler.
const STACK: u64 = 4 << 20;

/// The maximum number of files that a compiler opens at once.
/// It is also the default limit of a shell on macOS.
const DESCRIPTORS: u64 = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resource {
    AddressSpace,
    Data,
    FileSize,
    Descriptors,
    Cpu,
    Processes,
    Stack,
    GroupMemory,
    GroupProcesses,
}

/// The resources that children need, besides those that their process sandbox limits.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// The address space in bytes.
    pub address_space: u64,
    /// The number of processes and threads.
    pub processes: u64,
    /// The memory in bytes that all children together typically use.
    pub memory: u64,
}

/// A limit that is too low.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceShortage {
    resource: Resource,
    limit: u64,
    /// The maximum to which an unprivileged user can raise the limit, if there is one.
    ceiling: Option<u64>,
    needed: u64,
}

/// A nonempty list of limits that are too low.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortages {
    all: Vec<ResourceShortage>,
    fits_one_job: bool,
}

impl Resource {
    fn name(self) -> &'static str {
        match self {
            Self::AddressSpace => "address space",
            Self::Data => "writable memory",
            Self::FileSize => "file size",
            Self::Descriptors => "open files",
            Self::Cpu => "processor time",
            Self::Processes | Self::GroupProcesses => "processes",
            Self::Stack => "stack",
            Self::GroupMemory => "memory",
        }
    }

    /// Returns the options of `ulimit` and `prlimit` for the resource, if any.
    fn shell_options(self) -> Option<(char, &'static str)> {
        Some(match self {
            Self::AddressSpace => ('v', "as"),
            Self::Data => ('d', "data"),
            Self::FileSize => ('f', "fsize"),
            Self::Descriptors => ('n', "nofile"),
            Self::Cpu => ('t', "cpu"),
            Self::Processes => ('u', "nproc"),
            Self::Stack => ('s', "stack"),
            Self::GroupMemory | Self::GroupProcesses => return None,
        })
    }

    fn format_amount(self, amount: u64) -> String {
        match self {
            Self::Descriptors | Self::Processes | Self::GroupProcesses => amount.to_string(),
            Self::Cpu => format!("{amount} s"),
            _ if amount.is_multiple_of(1 << 20) => format!("{} MiB", amount >> 20),
            _ => format!("{} KiB", amount >> 10),
        }
    }
}

impl fmt::Display for ResourceShortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { resource, limit, needed, .. } = *self;
        let name = resource.name();
        let [limit, needed] = [limit, needed].map(|amount| resource.format_amount(amount));
        match (resource, resource.shell_options()) {
            (_, Some((option, _))) => {
                write!(f, "`ulimit -{option}` ({name}) is {limit}, but grading needs {needed}")
            }
            (Resource::GroupProcesses, None) => write!(
                f,
                "the control group of this process allows {limit} more {name}, but grading needs \
                 {needed}"
            ),
            (_, None) => write!(
                f,
                "the control group of this process allows {limit} of {name}, but grading needs \
                 {needed}"
            ),
        }
    }
}

impl ResourceShortage {
    /// Returns a command to raise the limit for the current shell, if there is one.
    fn command_to_raise_limit(&self) -> Option<String> {
        let Self { resource, ceiling, needed, .. } = *self;
        let (option, long) = resource.shell_options()?;
        Some(match ceiling {
            None => format!("ulimit -S -{option} unlimited"),
            Some(ceiling) if ceiling >= needed => format!("prlimit --pid $$ --{long}={needed}:"),
            Some(_) => format!("sudo prlimit --pid $$ --{long}={needed}"),
        })
    }

    /// Returns a hint on how to raise the limit of a control group.
    fn group_hint(&self) -> Option<String> {
        let Self { resource, needed, .. } = *self;
        let mib = needed.div_ceil(1 << 20);
        match resource {
            Resource::GroupMemory => Some(format!(
                "give the container or job at least {mib} MiB, for example with `docker run \
                 --memory={mib}m`, `sbatch --mem={mib}M`, or `MemoryMax={mib}M` in systemd"
            )),
            Resource::GroupProcesses => Some(format!(
                "allow the container or service at least {needed} more processes, for example with \
                 `docker run --pids-limit`, or `TasksMax=` in systemd"
            )),
            _ => None,
        }
    }
}

impl fmt::Display for Shortages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.all.iter().map(ResourceShortage::to_string).collect();
        write!(f, "a resource limit is too low: {}", all.join("; "))
    }
}

impl Error for Shortages {}

impl UserError for Shortages {
    /// Returns a hint on how to raise the limits.
    fn hint(&self) -> Option<String> {
        let mut hints: Vec<String> =
            self.all.iter().filter_map(ResourceShortage::group_hint).collect();
        let commands: Vec<String> =
            self.all.iter().filter_map(ResourceShortage::command_to_raise_limit).collect();
        if !commands.is_empty() {
            let commands = commands.join(" && ");
            hints.push(format!("run `{commands}` in this shell, then run the same command again"));
        }
        let jobs = if self.fits_one_job { ", or use `--jobs 1`" } else { "" };
        Some(format!("{}{jobs}", hints.join("; ")))
    }

    fn is_fault(&self) -> bool {
        true
    }
}

impl Shortages {
    /// Returns all limits that are too low.
    pub fn all(&self) -> &[ResourceShortage] {
        &self.all
    }

    /// Makes the hint say that the limits are high enough for a single thread.
    #[must_use]
    pub fn unless_one_job(self) -> Self {
        Self { fits_one_job: true, ..self }
    }
}

impl ProcessLimits {
    /// Checks that the limits of this process are high enough for its children, which may use all the memory, processor
    /// time and file size that a process sandbox with these limits allows.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit, which children would inherit, is too low.
    pub fn check_inherited(&self, needs: Needs) -> Result<(), Shortages> {
        let Needs { address_space, processes, memory: group_memory } = needs;
        let memory = match self.memory {
            MemoryLimit::AddressSpace(bytes) => (Resource::AddressSpace, bytes),
            MemoryLimit::Data(bytes) => (Resource::Data, bytes),
        };
        let needs = [
            (Resource::AddressSpace, address_space),
            memory,
            (Resource::FileSize, self.file),
            // A child cannot need more than the limit that it gets.
            (Resource::Descriptors, DESCRIPTORS.min(self.descriptors)),
            (Resource::Cpu, self.cpu),
            (Resource::Processes, processes.min(self.processes)),
            (Resource::Stack, STACK),
        ];
        let short = |(resource, needed)| shortage(resource, needed, soft_and_hard_limit(resource));
        let (memory_left, processes_left) = memory_and_process_limits_of_groups();
        let in_groups = [
            (Resource::GroupMemory, group_memory, memory_left),
            (Resource::GroupProcesses, processes, processes_left),
        ];
        let short_in_group = |(resource, needed, limit)| shortage(resource, needed, (limit, limit));
        let all: Vec<ResourceShortage> = needs
            .into_iter()
            .filter_map(short)
            .chain(in_groups.into_iter().filter_map(short_in_group))
            .collect();
        if all.is_empty() { Ok(()) } else { Err(Shortages { all, fits_one_job: false }) }
    }
}

/// Returns a shortage if the limit on a resource is too low. `ceiling` is the maximum to which it can be raised.
fn shortage(
    resource: Resource,
    needed: u64,
    (limit, ceiling): (Option<u64>, Option<u64>),
) -> Option<ResourceShortage> {
    // The process sandbox raises this limit to the maximum, because shells usually set a low default.
    let limit = if resource == Resource::Descriptors { ceiling } else { limit };
    let limit = limit.filter(|limit| *limit < needed)?;
    Some(ResourceShortage { resource, limit, ceiling, needed })
}

/// Returns the memory in bytes that the control groups of this process allow, if limited.
pub fn group_memory() -> Option<u64> {
    memory_and_process_limits_of_groups().0
}

#[cfg(target_os = "linux")]
fn memory_and_process_limits_of_groups() -> (Option<u64>, Option<u64>) {
    let limits = crate::groups::limits_of_this_process();
    (limits.memory, limits.processes)
}

/// This system does not have control groups.
#[cfg(not(target_os = "linux"))]
fn memory_and_process_limits_of_groups() -> (Option<u64>, Option<u64>) {
    (None, None)
}

#[cfg(unix)]
fn soft_and_hard_limit(resource: Resource) -> (Option<u64>, Option<u64>) {
    use rustix::process::{Resource as Kind, Rlimit, getrlimit};

    let Rlimit { current, maximum } = getrlimit(match resource {
        Resource::AddressSpace => Kind::As,
        Resource::Data => Kind::Data,
        Resource::FileSize => Kind::Fsize,
        Resource::Descriptors => Kind::Nofile,
        Resource::Cpu => Kind::Cpu,
        Resource::Processes => Kind::Nproc,
        Resource::Stack => Kind::Stack,
        Resource::GroupMemory | Resource::GroupProcesses => return (None, None),
    });
    (current, maximum)
}

#[cfg(not(unix))]
fn soft_and_hard_limit(_: Resource) -> (Option<u64>, Option<u64>) {
    (None, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(shortage: Option<ResourceShortage>) -> Option<(String, String)> {
        shortage.map(|shortage| {
            (shortage.to_string(), shortage.command_to_raise_limit().unwrap_or_default())
        })
    }

    #[test]
    fn a_shortage_names_the_limit_need_and_command() {
        let data = |limits| text(shortage(Resource::Data, 2 << 30, limits));
        let low = Some(200_000 << 10);
        let message = "`ulimit -d` (writable memory) is 200000 KiB, but grading needs 2048 MiB";
        for (ceiling, command) in [
            (None, "ulimit -S -d unlimited"),
            (Some(3 << 30), "prlimit --pid $$ --data=2147483648:"),
            (low, "sudo prlimit --pid $$ --data=2147483648"),
        ] {
            assert_eq!(data((low, ceiling)), Some((message.to_owned(), command.to_owned())));
        }
        assert_eq!(data((Some(2 << 30), None)), None);
        assert_eq!(data((None, None)), None);
    }

    #[test]
    fn open_files_are_checked_against_the_hard_limit() {
        let files = |limits| shortage(Resource::Descriptors, 256, limits);
        assert_eq!(files((Some(40), None)), None);
        assert_eq!(files((Some(40), Some(4096))), None);
        let (message, command) = text(files((Some(40), Some(40)))).unwrap();
        assert_eq!(message, "`ulimit -n` (open files) is 40, but grading needs 256");
        assert_eq!(command, "sudo prlimit --pid $$ --nofile=256");
    }

    #[test]
    fn control_group_limits_are_raised_outside_the_shell() {
        let low = |resource, needed, limit| shortage(resource, needed, (Some(limit), Some(limit)));
        let memory = low(Resource::GroupMemory, 896 << 20, 512 << 20).unwrap();
        let processes = low(Resource::GroupProcesses, 72, 12).unwrap();
        let cpu = shortage(Resource::Cpu, 300, (Some(2), None)).unwrap();
        let shortages = Shortages { all: vec![memory, processes, cpu], fits_one_job: false };
        assert_joined(
            &shortages.to_string(),
            &[
                "a resource limit is too low: the control group of this process allows 512 MiB of \
                 memory, but grading needs 896 MiB",
                "the control group of this process allows 12 more processes, but grading needs 72",
                "`ulimit -t` (processor time) is 2 s, but grading needs 300 s",
            ],
        );
        assert_joined(
            &shortages.hint().unwrap(),
            &[
                "give the container or job at least 896 MiB, for example with `docker run --memory=896m`, \
                 `sbatch --mem=896M`, or `MemoryMax=896M` in systemd",
                "allow the container or service at least 72 more processes, for example with `docker run \
                 --pids-limit`, or `TasksMax=` in systemd",
                "run `ulimit -S -t unlimited` in this shell, then run the same command again",
            ],
        );
    }

    fn assert_joined(text: &str, parts: &[&str]) {
        assert_eq!(text, parts.join("; "));
    }

    #[test]
    fn one_command_raises_all_limits() {
        let short = |resource, needed| shortage(resource, needed, (Some(2), None)).unwrap();
        let all = vec![short(Resource::Cpu, 300), short(Resource::Processes, 72)];
        let shortages = Shortages { all, fits_one_job: false };
        assert_eq!(
            shortages.to_string(),
            "a resource limit is too low: `ulimit -t` (processor time) is 2 s, but grading needs \
             300 s; `ulimit -u` (processes) is 2, but grading needs 72"
        );
        assert_eq!(
            shortages.unless_one_job().hint().unwrap(),
            "run `ulimit -S -t unlimited && ulimit -S -u unlimited` in this shell, then run the same command again, or use `--jobs 1`"
        );
    }
}
