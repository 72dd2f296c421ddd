//! Checks that inherited resource limits are sufficient.
//!
//! A wall sets limits, but it cannot raise a limit that is already lower. If a process reached such a limit, we would
//! mistake it for a limit of the wall and blame the submission. So we must not start the process at all.

use std::error::Error;
use std::fmt;

use crate::limits::{Limits, Memory};

/// The stack size that a compiler's main thread needs. Most systems provide twice as much.
const STACK: u64 = 4 << 20;

/// The maximum number of files that a compiler opens at once.
const DESCRIPTORS: u64 = 256;

/// A resource with a system limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resource {
    AddressSpace,
    Data,
    FileSize,
    Descriptors,
    Cpu,
    Processes,
    Stack,
}

/// A limit that is too low.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    resource: Resource,
    /// The current limit.
    limit: u64,
    /// The maximum that this process could set without administrator rights, or `None` if there is no maximum.
    ceiling: Option<u64>,
    needed: u64,
}

/// A nonempty list of limits that are too low.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortages {
    all: Vec<Shortage>,
    /// Whether the limits would suffice with a single thread.
    fits_one_job: bool,
}

impl Resource {
    /// Returns the name for messages.
    fn name(self) -> &'static str {
        match self {
            Self::AddressSpace => "address space",
            Self::Data => "writable memory",
            Self::FileSize => "file size",
            Self::Descriptors => "open files",
            Self::Cpu => "processor time",
            Self::Processes => "processes",
            Self::Stack => "stack",
        }
    }

    /// Returns the options for `ulimit` and `prlimit`.
    fn options(self) -> (char, &'static str) {
        match self {
            Self::AddressSpace => ('v', "as"),
            Self::Data => ('d', "data"),
            Self::FileSize => ('f', "fsize"),
            Self::Descriptors => ('n', "nofile"),
            Self::Cpu => ('t', "cpu"),
            Self::Processes => ('u', "nproc"),
            Self::Stack => ('s', "stack"),
        }
    }

    /// Formats an amount with a unit.
    fn shown(self, amount: u64) -> String {
        match self {
            Self::Descriptors | Self::Processes => amount.to_string(),
            Self::Cpu => format!("{amount} s"),
            _ if amount.is_multiple_of(1 << 20) => format!("{} MiB", amount >> 20),
            _ => format!("{} KiB", amount >> 10),
        }
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { resource, limit, needed, .. } = *self;
        let (name, (option, _)) = (resource.name(), resource.options());
        let [limit, needed] = [limit, needed].map(|amount| resource.shown(amount));
        write!(f, "`ulimit -{option}` ({name}) is {limit}, but grading needs {needed}")
    }
}

impl Shortage {
    /// Returns a command that raises the limit for the current shell.
    fn command(&self) -> String {
        let Self { resource, ceiling, needed, .. } = *self;
        let (option, long) = resource.options();
        match ceiling {
            None => format!("ulimit -S -{option} unlimited"),
            Some(ceiling) if ceiling >= needed => format!("prlimit --pid $$ --{long}={needed}:"),
            Some(_) => format!("sudo prlimit --pid $$ --{long}={needed}"),
        }
    }
}

impl fmt::Display for Shortages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.all.iter().map(Shortage::to_string).collect();
        write!(f, "a resource limit is too low: {}", all.join("; "))
    }
}

impl Error for Shortages {}

impl Shortages {
    /// Returns all limits that are too low.
    pub fn all(&self) -> &[Shortage] {
        &self.all
    }

    /// Returns a hint with a command that raises the limits.
    pub fn hint(&self) -> String {
        let commands: Vec<String> = self.all.iter().map(Shortage::command).collect();
        let commands = commands.join(" && ");
        let jobs = if self.fits_one_job { ", or use `--jobs 1`" } else { "" };
        format!("run `{commands}` in this shell, then run the same command again{jobs}")
    }

    /// Adds to the hint that a single thread would work with the current limits.
    #[must_use]
    pub fn unless_one_job(self) -> Self {
        Self { fits_one_job: true, ..self }
    }
}

impl Limits {
    /// Checks that the limits of this process are sufficient for children behind a wall with these limits. They need
    /// the given address space, the memory, processor time and file size that the wall permits, and the given number of
    /// processes and threads.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit is too low, because children would inherit it.
    pub fn check_inherited(&self, address_space: u64, processes: u64) -> Result<(), Shortages> {
        let memory = match self.memory {
            Memory::AddressSpace(bytes) => (Resource::AddressSpace, bytes),
            Memory::Data(bytes) => (Resource::Data, bytes),
        };
        let needs = [
            (Resource::AddressSpace, address_space),
            memory,
            (Resource::FileSize, self.file),
            (Resource::Descriptors, DESCRIPTORS.min(self.descriptors)),
            (Resource::Cpu, self.cpu),
            (Resource::Processes, processes.min(self.processes)),
            (Resource::Stack, STACK),
        ];
        let short = |(resource, needed)| shortage(resource, needed, of_this_process(resource));
        let all: Vec<Shortage> = needs.into_iter().filter_map(short).collect();
        if all.is_empty() { Ok(()) } else { Err(Shortages { all, fits_one_job: false }) }
    }
}

/// Compares a resource with what we need. `limit` is the current limit, and `ceiling` is the maximum to which it can be
/// raised.
fn shortage(
    resource: Resource,
    needed: u64,
    (limit, ceiling): (Option<u64>, Option<u64>),
) -> Option<Shortage> {
    // The wall raises this limit to the maximum, because shells usually set a low default.
    let limit = if resource == Resource::Descriptors { ceiling } else { limit };
    let limit = limit.filter(|limit| *limit < needed)?;
    Some(Shortage { resource, limit, ceiling, needed })
}

#[cfg(unix)]
fn of_this_process(resource: Resource) -> (Option<u64>, Option<u64>) {
    use rustix::process::{Resource as Kind, Rlimit, getrlimit};

    let Rlimit { current, maximum } = getrlimit(match resource {
        Resource::AddressSpace => Kind::As,
        Resource::Data => Kind::Data,
        Resource::FileSize => Kind::Fsize,
        Resource::Descriptors => Kind::Nofile,
        Resource::Cpu => Kind::Cpu,
        Resource::Processes => Kind::Nproc,
        Resource::Stack => Kind::Stack,
    });
    (current, maximum)
}

/// Returns no limits, because this system does not have them.
#[cfg(not(unix))]
fn of_this_process(_: Resource) -> (Option<u64>, Option<u64>) {
    (None, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(shortage: Option<Shortage>) -> Option<(String, String)> {
        shortage.map(|it| (it.to_string(), it.command()))
    }

    #[test]
    fn a_limit_is_named_with_its_value_the_need_and_the_command() {
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
    fn the_number_of_open_files_counts_as_it_can_be_raised() {
        let files = |limits| shortage(Resource::Descriptors, 256, limits);
        assert_eq!(files((Some(40), None)), None);
        assert_eq!(files((Some(40), Some(4096))), None);
        let (message, command) = text(files((Some(40), Some(40)))).unwrap();
        assert_eq!(message, "`ulimit -n` (open files) is 40, but grading needs 256");
        assert_eq!(command, "sudo prlimit --pid $$ --nofile=256");
    }

    #[test]
    fn all_limits_are_raised_by_one_line() {
        let short = |resource, needed| shortage(resource, needed, (Some(2), None)).unwrap();
        let all = vec![short(Resource::Cpu, 300), short(Resource::Processes, 72)];
        let shortages = Shortages { all, fits_one_job: false };
        assert_eq!(
            shortages.to_string(),
            "a resource limit is too low: `ulimit -t` (processor time) is 2 s, but grading needs \
             300 s; `ulimit -u` (processes) is 2, but grading needs 72"
        );
        assert_eq!(
            shortages.unless_one_job().hint(),
            "run `ulimit -S -t unlimited && ulimit -S -u unlimited` in this shell, then run the same command again, or use `--jobs 1`"
        );
    }
}
