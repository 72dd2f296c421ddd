//! Runs the grader on an attack, and determines whether it succeeds.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use report::Format;
use serde_json::Value;

use super::attack::{Attack, Expect};
use super::field::{Field, HIDDEN_TILES, WITNESS, contains, list_changes, list_files};
use super::folder;
use super::make::{self, fill_placeholders};
use super::names;
use super::watch::{self, WatchedRun};

/// The maximum memory for the grader during an attack, in MiB.
/// A large run takes up to 512 MiB, and the grader and its compilers some hundred each, so only a broken limit exceeds
/// this.
pub(crate) const MOST_MIB: f64 = 2048.0;

#[derive(Clone, Debug)]
pub(crate) struct AttackOutcome {
    pub(crate) attack: Attack,
    pub(crate) fate: String,
    /// What the attack gained, or nothing if the grader withstood it.
    pub(crate) gains: Vec<String>,
    pub(crate) graded: WatchedRun,
    /// The measurements of `grader check`, if it ran.
    pub(crate) checked: Option<WatchedRun>,
}

impl AttackOutcome {
    /// Returns the elapsed time of the slowest run, in seconds.
    pub(crate) fn wall(&self) -> f64 {
        self.runs().map(|run| run.wall).fold(0.0, f64::max)
    }

    /// Returns the highest CPU time of any run, in seconds.
    pub(crate) fn processor(&self) -> f64 {
        self.runs().map(|run| run.processor).fold(0.0, f64::max)
    }

    /// Returns the highest memory use of any run, in MiB.
    pub(crate) fn memory(&self) -> f64 {
        self.runs().map(|run| run.memory).fold(0.0, f64::max)
    }

    fn runs(&self) -> impl Iterator<Item = &WatchedRun> {
        [&self.graded].into_iter().chain(&self.checked)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialOptions {
    /// The time to stop a run after.
    pub(crate) most: Duration,
    pub(crate) is_kept: bool,
}

/// Runs attacks on several threads, and reports each as soon as it finishes. Returns the outcomes, and an error for each
/// attack that could not be run.
pub(crate) fn try_all(
    field: &Field,
    attacks: &[Attack],
    jobs: usize,
    way: TrialOptions,
) -> (Vec<AttackOutcome>, Vec<io::Error>) {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, io::Result<AttackOutcome>)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(attack) = attacks.get(index) else { break };
                    // Every third attack is also checked with another format, which takes another run.
                    let outcome = try_attack(field, attack, index, index.is_multiple_of(3), way)
                        .map_err(|error| io::Error::other(format!("{}: {error}", attack.name)));
                    report_outcome(attack, &outcome);
                    done.lock().expect("no thread panics with it").push((index, outcome));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics with it");
    done.sort_by_key(|(index, _)| *index);
    let (mut outcomes, mut errors) = (Vec::new(), Vec::new());
    for (_, outcome) in done {
        match outcome {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => errors.push(error),
        }
    }
    (outcomes, errors)
}

fn report_outcome(attack: &Attack, outcome: &io::Result<AttackOutcome>) {
    let line = match outcome {
        Err(error) => error.to_string(),
        Ok(outcome) => {
            let gains = match &outcome.gains[..] {
                [] => String::new(),
                gains => format!("\n  SUCCESS: {}", gains.join("\n  SUCCESS: ")),
            };
            let (wall, processor, memory) = (outcome.wall(), outcome.processor(), outcome.memory());
            let figures =
                format!("{wall:.1} s, {processor:.1} s of processor time, {memory:.0} MiB");
            format!("{}: {} [{figures}]{gains}", attack.name, outcome.fate)
        }
    };
    let _ = writeln!(io::stderr(), "{line}");
}

/// Grades a class with an attack and an honest submission, and then runs `grader check` on the attack, if requested.
pub(crate) fn try_attack(
    field: &Field,
    attack: &Attack,
    index: usize,
    with_check: bool,
    way: TrialOptions,
) -> io::Result<AttackOutcome> {
    if let Some(platform) = attack.download {
        return names::try_attack_on_class(field, attack, platform, index, way);
    }
    let trial = field.path("trials").join(index.to_string());
    let class = trial.join("class");
    fs::create_dir_all(&class)?;
    let handed_in = make::write_attack(&field.workspace, attack, &field.names, &class)?;
    fs::create_dir_all(class.join(WITNESS))?;
    folder::copy(&field.path("witness").join(WITNESS), &class.join(WITNESS))?;
    let mut gains = Vec::new();
    // The class is part of the snapshot, because the grader only reads submissions.
    let mut before = field.snapshot()?;
    list_files(&class, true, &mut before)?;

    let out = trial.join("out");
    let assignment = field.path("assignment").display().to_string();
    let arguments = [
        "grade",
        &class.display().to_string(),
        "--out",
        &out.display().to_string(),
        "--assignment",
        &assignment,
        // With a cached result, the attack would not run.
        "--no-cache",
        "--no-install",
    ];
    let graded = run_grader(field, &trial, "grade", &arguments, way, &mut gains)?;
    let fate = judge_grade(attack, &out, &graded, &mut gains);

    // An attack may aim at the pages that other students or the instructor open.
    if out.join("grades.json").exists() {
        let place = out.display().to_string();
        let pages = trial.join("pages").display().to_string();
        let arguments = ["report", &place, "--students", &pages];
        let report = run_grader(field, &trial, "report", &arguments, way, &mut gains)?;
        if report.code != Some(0) && !report.is_stopped {
            gains.push(format!(
                "`grader report` ends with exit code {}",
                exit_code_in_words(&report)
            ));
        }
    }
    let mut checked = None;
    // If a submission had to be stopped, `grader check` would also need to be stopped.
    if (with_check || attack.jobs.is_some()) && !graded.is_stopped {
        // Rotate through the formats for people and platforms.
        let is_read = |format: &Format| !matches!(format, Format::Json | Format::Rustc);
        let formats: Vec<Format> = Format::ALL.into_iter().filter(is_read).collect();
        let format = formats[index / 3 % formats.len()].name();
        let place = handed_in.display().to_string();
        let jobs = attack.jobs.map(|jobs| format!("--jobs={jobs}"));
        if jobs.is_some() {
            // Results of the own tests are cached by content, so they would not run again with other jobs.
            field.forget_tests(&before)?;
        }
        let mut arguments =
            vec!["check", &place, "--assignment", &assignment, "--no-install", "--format", format];
        arguments.extend(jobs.as_deref());
        let run = run_grader(field, &trial, "check", &arguments, way, &mut gains)?;
        if !matches!(run.code, Some(0..=2)) && !run.is_stopped {
            gains.push(format!("`grader check` ends with exit code {:?}", run.code));
        }
        checked = Some(run);
    }
    find_leaks(field, attack, &trial, &mut gains)?;
    let mut after = field.snapshot()?;
    list_files(&class, true, &mut after)?;
    gains.extend(list_changes(&before, &after));
    if field.was_called() {
        gains.push("something connected to a port or a socket".to_owned());
    }
    if !way.is_kept {
        // The attack may have removed permissions that are needed for removing it.
        let _ = watch::run_without_output(Command::new("chmod").arg("-R").arg("u+rwx").arg(&trial));
        let _ = fs::remove_dir_all(&trial);
    }
    // Several outputs may contain the same secret.
    gains.dedup();
    Ok(AttackOutcome { attack: attack.clone(), fate, gains, graded, checked })
}

/// Runs the grader, and checks the resources it uses and what it leaves behind.
pub(crate) fn run_grader(
    field: &Field,
    trial: &Path,
    name: &str,
    arguments: &[&str],
    way: TrialOptions,
    gains: &mut Vec<String>,
) -> io::Result<WatchedRun> {
    let temporary = trial.join(format!("{name}-tmp"));
    fs::create_dir_all(&temporary)?;
    let mut command = field.command(arguments, &temporary);
    command.current_dir(trial);
    let [stdout, stderr] =
        ["stdout", "stderr"].map(|stream| trial.join(format!("{name}-{stream}.txt")));
    let watched = watch::run_watched(&mut command, &stdout, &stderr, way.most)?;
    if watched.is_stopped {
        gains.push(format!(
            "`grader {name}` had to be stopped after {:.0} s, {:.0} of processor time",
            watched.wall, watched.processor
        ));
    }
    if watched.memory > MOST_MIB {
        gains.push(format!("`grader {name}` takes {:.0} MiB", watched.memory));
    }
    let mut left = watched.left.clone();
    let strays = watch::end_all_in(trial);
    // If the grader was killed, it could not stop its child processes.
    if !watched.is_stopped {
        left.extend(strays);
    }
    gains.extend(left.iter().map(|words| format!("a process is still running: {words}")));
    // If the grader was killed, it could not remove its temporary files.
    if !watched.is_stopped {
        let left = fs::read_dir(&temporary)?.flatten().map(|entry| entry.file_name());
        let left: Vec<_> = left.map(|name| name.to_string_lossy().into_owned()).collect();
        if !left.is_empty() {
            gains.push(format!("`grader {name}` leaves temporary files: {}", left.join(", ")));
        }
    }
    Ok(watched)
}

/// Summarizes the grade and compares it with the expected result.
fn judge_grade(attack: &Attack, out: &Path, run: &WatchedRun, gains: &mut Vec<String>) -> String {
    if run.is_stopped {
        return "not graded".to_owned();
    }
    let Some(summary) = read_json(&out.join("grades.json")) else {
        gains.push(format!("no grades.json; exit code {}", exit_code_in_words(run)));
        return "not graded".to_owned();
    };
    if run.code != Some(0) {
        gains.push(format!("`grader grade` ends with exit code {}", exit_code_in_words(run)));
    }
    let rows = summary["submissions"].as_array().cloned().unwrap_or_default();
    let (witnesses, rows): (Vec<Value>, Vec<Value>) =
        rows.into_iter().partition(|row| row["submission"] == WITNESS);
    if !witnesses.iter().any(|row| row["status"] == "graded") {
        gains.push("the honest submission next to it was not graded".to_owned());
    }
    let [row] = &rows[..] else {
        gains.push(format!("{} submissions instead of one", rows.len()));
        return "not graded".to_owned();
    };
    let name = row["submission"].as_str().unwrap_or_default();
    let grade =
        read_json(&out.join("submissions").join(name).join("grade.json")).unwrap_or_default();
    let checks = grade["checks"].as_array().cloned().unwrap_or_default();
    let failed: Vec<&Value> = checks.iter().filter(|check| check["status"] == "fail").collect();
    let score = row["score"].as_f64();
    match row["status"].as_str() {
        Some("rejected") => {
            if score.is_some_and(|score| score > 0.0) {
                gains.push("a rejected submission got points".to_owned());
            }
            let message = grade["message"].as_str().unwrap_or_default();
            return format!("rejected: {}", first_line_for_table(message));
        }
        Some("graded") => {}
        status => {
            gains.push("it can cause a grader error".to_owned());
            let message = grade["message"].as_str().or(row["message"].as_str());
            return format!(
                "{}: {}",
                status.unwrap_or("?"),
                first_line_for_table(message.unwrap_or_default())
            );
        }
    }
    let fails = |wanted: &str| {
        failed.iter().filter_map(|check| check["id"].as_str()).any(|id| {
            id == wanted || id.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'))
        })
    };
    let points = score.unwrap_or_default();
    match attack.expect {
        Expect::Rejected => gains.push(format!("not rejected, but graded with {points}")),
        Expect::Failed => {
            for wanted in attack.fails.iter().filter(|wanted| !fails(wanted)) {
                gains.push(format!("{wanted} does not fail"));
            }
        }
        Expect::Harmless => {}
    }
    if attack.score_below.is_some_and(|limit| points >= limit) {
        gains.push(format!("points that were not earned: {points}"));
    }
    let causes: Vec<String> = failed
        .iter()
        .take(3)
        .map(|check| {
            let id = check["id"].as_str().unwrap_or_default();
            let kind = check["cause"]["kind"].as_str();
            kind.map_or_else(|| id.to_owned(), |kind| format!("{id} ({kind})"))
        })
        .collect();
    let more =
        if failed.len() > 3 { format!(" and {} more", failed.len() - 3) } else { String::new() };
    let fails = if failed.is_empty() { "nothing fails".to_owned() } else { causes.join(", ") };
    format!("{points} points; {fails}{more}")
}

fn find_leaks(
    field: &Field,
    attack: &Attack,
    trial: &Path,
    gains: &mut Vec<String>,
) -> io::Result<()> {
    let mut outputs = Vec::new();
    for folder in ["out", "pages"] {
        collect_files(&trial.join(folder), &mut outputs)?;
    }
    for name in ["grade", "report", "check"] {
        outputs
            .extend(["stdout", "stderr"].map(|stream| trial.join(format!("{name}-{stream}.txt"))));
    }
    let mut names = field.names.clone();
    names.insert("TILES".to_owned(), HIDDEN_TILES.to_owned());
    for path in outputs.iter().filter(|path| path.is_file()) {
        let bytes = fs::read(path)?;
        let shown = path.strip_prefix(trial).unwrap_or(path).display();
        let found = field.secrets_found_in(&bytes);
        gains.extend(found.iter().map(|name| format!("secret `{name}` in {shown}")));
        // The other files are for instructors. Gradescope hides hidden tests.
        let is_for_students =
            path.starts_with(trial.join("pages")) || path.ends_with("check-stdout.txt");
        let also = if is_for_students { &attack.student_secrets[..] } else { &[] };
        for secret in attack.secrets.iter().chain(also) {
            let secret = fill_placeholders(secret, &names);
            if contains(&bytes, secret.as_bytes()) {
                gains.push(format!("`{secret}` in {shown}"));
            }
        }
    }
    Ok(())
}

/// Collects the files in a folder and subfolders, if it exists.
fn collect_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect_files(&path, found)? } else { found.push(path) }
    }
    Ok(())
}

fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

pub(crate) fn exit_code_in_words(run: &WatchedRun) -> String {
    run.code.map_or_else(|| "none (killed by a signal)".to_owned(), |code| code.to_string())
}

fn first_line_for_table(text: &str) -> String {
    let line: String = text.lines().next().unwrap_or_default().chars().take(100).collect();
    line.replace('|', "\\|")
}
