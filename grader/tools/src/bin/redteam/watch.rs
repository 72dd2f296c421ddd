//! Runs a program and watches it with all that it starts: time, processor time, memory, and what is
//! left of it in the end.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at the processes.
const PAUSE: Duration = Duration::from_millis(20);

/// The time that processes get to go after the program has ended.
const GRACE: Duration = Duration::from_millis(400);

/// Ticks of processor time a second, in `/proc`: 100 on every Linux.
const TICKS: f64 = 100.0;

/// The memory, in MiB, at which a run is stopped for the sake of the machine.
const TOO_HUNGRY: f64 = 4096.0;

/// The bytes of a page, in `/proc`.
const PAGE: u64 = 4096;

/// What was seen of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    /// `None` if it was killed.
    pub(crate) code: Option<i32>,
    /// Whether it had to be stopped: nobody waits any longer, or it takes too much memory.
    pub(crate) is_stopped: bool,
    /// Seconds on the wall.
    pub(crate) wall: f64,
    /// Seconds of processor time, of all processes together.
    pub(crate) processor: f64,
    /// The most memory of all processes together, in MiB.
    pub(crate) memory: f64,
    /// Commands of processes that were left.
    pub(crate) left: Vec<String>,
}

/// A process: its identity, and its times.
struct Process {
    started: u64,
    state: char,
    /// Of itself and of children that it has waited for.
    ticks: u64,
    own_ticks: u64,
    bytes: u64,
}

/// Runs a command to its end, or for so long. What it prints goes to files.
pub(crate) fn run(
    command: &mut Command,
    stdout: &Path,
    stderr: &Path,
    patience: Duration,
) -> io::Result<Watched> {
    command.stdout(fs::File::create(stdout)?).stderr(fs::File::create(stderr)?);
    let start = Instant::now();
    let mut child = command.spawn()?;
    let root = child.id();
    let mut watched = Watched::default();
    let mut seen: BTreeMap<u32, u64> = BTreeMap::new();
    // Of processes that were seen, the ticks at the last look: those of some are never waited for.
    let mut ticks: BTreeMap<u32, u64> = BTreeMap::new();
    loop {
        let mut bytes = 0;
        for id in tree(root) {
            if let Some(process) = look(id) {
                seen.insert(id, process.started);
                ticks.insert(id, process.own_ticks);
                bytes += process.bytes;
            }
        }
        watched.memory = watched.memory.max(mib(bytes));
        match look(root) {
            Some(process) if process.state == 'Z' => {
                // It has ended and was not waited for, so these are its last figures.
                watched.processor = seconds(process.ticks);
                break;
            }
            Some(_) if start.elapsed() < patience && watched.memory < TOO_HUNGRY => {
                thread::sleep(PAUSE);
            }
            Some(_) => {
                watched.is_stopped = true;
                kill(&tree(root));
                watched.processor = seconds(ticks.values().sum());
                break;
            }
            None => break,
        }
    }
    watched.wall = start.elapsed().as_secs_f64();
    watched.code = child.wait()?.code();
    watched.processor = watched.processor.max(seconds(ticks.values().sum()));
    let is_there = |id: &u32| look(*id).is_some_and(|it| it.started == seen[id] && it.state != 'Z');
    let mut left: Vec<u32> = seen.keys().copied().filter(is_there).collect();
    let deadline = Instant::now() + GRACE;
    while !left.is_empty() && Instant::now() < deadline {
        thread::sleep(PAUSE);
        left.retain(is_there);
    }
    if !watched.is_stopped {
        watched.left = left.iter().map(|id| words(*id)).collect();
    }
    kill(&left);
    Ok(watched)
}

/// Ends the processes that have to do with a folder: that are in it, have a file of it open, or have it
/// in their environment. Gives their commands.
pub(crate) fn end_all_in(folder: &Path) -> Vec<String> {
    let word = format!("{}/", folder.display());
    let has = |place: &Path| {
        let is_in = |link: &Path| fs::read_link(link).is_ok_and(|it| it.starts_with(folder));
        let open = fs::read_dir(place.join("fd")).into_iter().flatten().flatten();
        is_in(&place.join("cwd"))
            || open.map(|it| it.path()).any(|link| is_in(&link))
            || fs::read(place.join("environ"))
                .is_ok_and(|text| String::from_utf8_lossy(&text).contains(&word))
    };
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|it| it.file_name().to_str()?.parse::<u32>().ok());
    // This program, and its copies: another thread may be about to start something, and until then its
    // copy has open what this program has.
    let own = words(std::process::id());
    let left: Vec<u32> = ids
        .filter(|id| words(*id) != own && has(Path::new(&format!("/proc/{id}"))))
        .filter(|id| look(*id).is_some_and(|it| it.state != 'Z'))
        .collect();
    let commands = left.iter().map(|id| words(*id)).collect();
    kill(&left);
    commands
}

/// Runs a command that is no attack.
pub(crate) fn quiet(command: &mut Command) -> io::Result<Option<i32>> {
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.code())
}

#[expect(clippy::cast_precision_loss, reason = "a few hours are far below 2^52 ticks")]
fn seconds(ticks: u64) -> f64 {
    ticks as f64 / TICKS
}

#[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 bytes")]
fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// A process and all that descend from it.
fn tree(root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(id) = found.get(next).copied() {
        next += 1;
        let Ok(tasks) = fs::read_dir(format!("/proc/{id}/task")) else { continue };
        for task in tasks.flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        }
    }
    found
}

/// The present state of a process; `None` if there is none.
fn look(id: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field is a name in brackets, which may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    let own_ticks = number(11)? + number(12)?;
    Some(Process {
        state: fields.first()?.chars().next()?,
        started: number(19)?,
        own_ticks,
        ticks: own_ticks + number(13)? + number(14)?,
        bytes: number(21)? * PAGE,
    })
}

/// Ends processes by their ids.
fn kill(ids: &[u32]) {
    for id in ids {
        let _ = quiet(Command::new("kill").args(["-9", &id.to_string()]));
    }
}

/// The command of a process.
fn words(id: u32) -> String {
    let bytes = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ").trim().to_owned()
}
