//! Runs a program, measures the time, CPU time, and memory of all processes, and finds those that it leaves behind.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time between samples. A process with a shorter life may go unnoticed.
const PAUSE: Duration = Duration::from_millis(20);

/// The time for processes to exit after the program.
/// A killed process remains until its parent has collected it. Twenty samples are enough for this on a busy machine,
/// and 400 ms per attack do not matter in a run of twenty minutes.
const GRACE: Duration = Duration::from_millis(400);

/// The number of clock ticks per second in `/proc`, which is 100 on Linux.
const TICKS: f64 = 100.0;

/// The memory use at which a run is stopped to protect the machine, in MiB.
/// This is twice what counts as a successful attack.
const TOO_HUNGRY: f64 = 4096.0;

/// The page size in `/proc`, in bytes.
/// It is 4096 on x86-64. Other machines can have larger pages.
const PAGE: u64 = 4096;

#[derive(Clone, Debug, Default)]
pub(crate) struct WatchedRun {
    /// The exit code; `None` if a signal ended the program.
    pub(crate) code: Option<i32>,
    /// Whether the run exceeded a limit on time or memory and was stopped.
    pub(crate) is_stopped: bool,
    /// The elapsed time, in seconds.
    pub(crate) wall: f64,
    /// The CPU time of all processes, in seconds.
    pub(crate) processor: f64,
    /// The peak memory of all processes, in MiB.
    pub(crate) memory: f64,
    pub(crate) left: Vec<String>,
}

struct ProcessSample {
    started: u64,
    state: char,
    /// The CPU time, with that of terminated children that the process waited for.
    ticks: u64,
    own_ticks: u64,
    bytes: u64,
}

/// Runs a command, writes the output to files, and stops it after `patience`.
pub(crate) fn run_watched(
    command: &mut Command,
    stdout: &Path,
    stderr: &Path,
    patience: Duration,
) -> io::Result<WatchedRun> {
    command.stdout(fs::File::create(stdout)?).stderr(fs::File::create(stderr)?);
    let start = Instant::now();
    let mut child = command.spawn()?;
    let root = child.id();
    let mut watched = WatchedRun::default();
    let mut seen: BTreeMap<u32, u64> = BTreeMap::new();
    // The last known CPU time of each process, because some processes are never waited for.
    let mut ticks: BTreeMap<u32, u64> = BTreeMap::new();
    loop {
        let mut bytes = 0;
        for id in process_tree(root) {
            if let Some(process) = sample_process(id) {
                seen.insert(id, process.started);
                ticks.insert(id, process.own_ticks);
                bytes += process.bytes;
            }
        }
        watched.memory = watched.memory.max(mib_from_bytes(bytes));
        match sample_process(root) {
            Some(process) if process.state == 'Z' => {
                // The process is a zombie, so the values will not change.
                watched.processor = seconds_from_ticks(process.ticks);
                break;
            }
            Some(_) if start.elapsed() < patience && watched.memory < TOO_HUNGRY => {
                thread::sleep(PAUSE);
            }
            Some(_) => {
                watched.is_stopped = true;
                kill_all(&process_tree(root));
                watched.processor = seconds_from_ticks(ticks.values().sum());
                break;
            }
            None => break,
        }
    }
    watched.wall = start.elapsed().as_secs_f64();
    watched.code = child.wait()?.code();
    watched.processor = watched.processor.max(seconds_from_ticks(ticks.values().sum()));
    let is_there = |id: &u32| {
        sample_process(*id)
            .is_some_and(|process| process.started == seen[id] && process.state != 'Z')
    };
    let mut left: Vec<u32> = seen.keys().copied().filter(is_there).collect();
    let deadline = Instant::now() + GRACE;
    while !left.is_empty() && Instant::now() < deadline {
        thread::sleep(PAUSE);
        left.retain(is_there);
    }
    if !watched.is_stopped {
        watched.left = left.iter().map(|id| command_words(*id)).collect();
    }
    // A process that survives would add its time and memory to the next attack.
    kill_all(&left);
    Ok(watched)
}

/// Kills all processes with their working directory or an open file in the folder, or with the folder's path in the
/// environment. Returns their command lines.
pub(crate) fn end_all_in(folder: &Path) -> Vec<String> {
    let word = format!("{}/", folder.display());
    let has = |place: &Path| {
        let is_in =
            |link: &Path| fs::read_link(link).is_ok_and(|target| target.starts_with(folder));
        let open = fs::read_dir(place.join("fd")).into_iter().flatten().flatten();
        is_in(&place.join("cwd"))
            || open.map(|entry| entry.path()).any(|link| is_in(&link))
            || fs::read(place.join("environ"))
                .is_ok_and(|text| String::from_utf8_lossy(&text).contains(&word))
    };
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    // Skip this program and its forks. Between `fork` and `exec`, a child of another thread has the same open files.
    let own = command_words(std::process::id());
    let left: Vec<u32> = ids
        .filter(|id| command_words(*id) != own && has(Path::new(&format!("/proc/{id}"))))
        .filter(|id| sample_process(*id).is_some_and(|process| process.state != 'Z'))
        .collect();
    let commands = left.iter().map(|id| command_words(*id)).collect();
    kill_all(&left);
    commands
}

/// Runs a command without output.
pub(crate) fn run_without_output(command: &mut Command) -> io::Result<Option<i32>> {
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.code())
}

#[expect(clippy::cast_precision_loss, reason = "a few hours are far below 2^52 ticks")]
fn seconds_from_ticks(ticks: u64) -> f64 {
    ticks as f64 / TICKS
}

#[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 bytes")]
fn mib_from_bytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn process_tree(root: u32) -> Vec<u32> {
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

fn sample_process(id: u32) -> Option<ProcessSample> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field is the program's name in parentheses, with any characters.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    // These are `utime` and `stime`, the fields 14 and 15 in `man 5 proc_pid_stat`, counted from the third.
    let own_ticks = number(11)? + number(12)?;
    Some(ProcessSample {
        state: fields.first()?.chars().next()?,
        started: number(19)?,
        own_ticks,
        ticks: own_ticks + number(13)? + number(14)?,
        bytes: number(21)? * PAGE,
    })
}

fn kill_all(ids: &[u32]) {
    for id in ids {
        // It may have ended by itself.
        let _ = run_without_output(Command::new("kill").args(["-9", &id.to_string()]));
    }
}

fn command_words(id: u32) -> String {
    let bytes = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ").trim().to_owned()
}
