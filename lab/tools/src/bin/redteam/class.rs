//! Grades a class with and without hostile submissions. Honest submissions should get identical grades, and grading
//! should not take much longer.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::attack::Attack;
use super::field::Field;
use super::folder;
use super::make;
use super::watch::{self, WatchedRun};

/// The number of honest submissions in the class.
/// Enough that the time without attacks is stable.
const HONEST: usize = 40;

/// The number of attacks: a fifth of the class.
const HOSTILE: usize = 10;

/// The maximum time with attacks, as a multiple of the time without attacks.
/// An attack may use its own limits up, but the others should hardly wait for it.
const MOST: f64 = 1.5;

/// The groups of labelled submissions that resemble students' work.
const GROUPS: [&str; 4] = ["faults", "right", "styles", "wrong"];

/// Grades the honest submissions, alone and together with attacks. Returns a report, and whether the grades and times
/// are acceptable.
pub(crate) fn compare(
    field: &Field,
    attacks: &[Attack],
    jobs: usize,
    patience: Duration,
) -> io::Result<(String, bool)> {
    let folder = field.path("trials");
    let honest = write_honest(field, &folder)?;
    let alone = grade_class(field, &folder, "alone", jobs, patience)?;
    let attacks: Vec<&Attack> = attacks.iter().filter(|attack| attack.download.is_none()).collect();
    // There may be fewer attacks than asked for.
    let chosen = attacks.iter().copied().step_by((attacks.len() / HOSTILE).max(1)).take(HOSTILE);
    let mixed = folder.join("mixed/class");
    fs::create_dir_all(&mixed)?;
    for name in &honest {
        folder::copy(&folder.join("alone/class").join(name), &mixed.join(name))?;
    }
    let mut names = Vec::new();
    for attack in chosen {
        make::write_attack(&field.workspace, attack, &field.names, &mixed)?;
        names.push(attack.name.clone());
    }
    let among = grade_class(field, &folder, "mixed", jobs, patience)?;
    let different: Vec<&String> = honest
        .iter()
        .filter(|name| {
            let read = |run: &str| {
                let place = folder.join(run).join("out/submissions").join(name);
                fs::read(place.join("grade.json")).ok()
            };
            let grade = read("alone");
            grade.is_none() || grade != read("mixed")
        })
        .collect();
    let times = among.wall / alone.wall;
    let mut text = format!(
        "{} honest submissions alone: {:.1} s, {:.1} s of processor time, {:.0} MiB\nand {} attacks \
         among them:      {:.1} s, {:.1} s of processor time, {:.0} MiB: {times:.2} times the \
         time\nexit codes: {:?} and {:?}\n",
        honest.len(),
        alone.wall,
        alone.processor,
        alone.memory,
        names.len(),
        among.wall,
        among.processor,
        among.memory,
        alone.code,
        among.code,
    );
    let _ = writeln!(text, "attacks: {}", names.join(", "));
    let _ =
        writeln!(text, "honest grades that are not byte-for-byte identical: {}", different.len());
    for name in &different {
        let _ = writeln!(text, "  {name}");
    }
    Ok((text, different.is_empty() && times <= MOST && among.code == Some(0)))
}

/// Writes honest submissions from each group, and returns their names.
fn write_honest(field: &Field, folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for group in GROUPS {
        let of_group = embedded::CORPUS
            .iter()
            .filter_map(|(path, _)| path.strip_prefix(group)?.strip_prefix('/'));
        let found: BTreeSet<&str> = of_group.filter_map(|path| path.split('/').next()).collect();
        let step = (found.len() * GROUPS.len() / HONEST).max(1);
        for name in found.into_iter().step_by(step).take(HONEST / GROUPS.len()) {
            let name = name.trim_end_matches(".toml").to_owned();
            let files = make::base_files(&field.workspace, &format!("{group}/{name}"))?;
            let place = format!("{group}-{name}");
            make::write_files(&folder.join("alone/class").join(&place), &files)?;
            names.push(place);
        }
    }
    Ok(names)
}

fn grade_class(
    field: &Field,
    folder: &Path,
    run: &str,
    jobs: usize,
    patience: Duration,
) -> io::Result<WatchedRun> {
    let place = folder.join(run);
    let temporary = place.join("tmp");
    fs::create_dir_all(&temporary)?;
    let path = |inner: &str| place.join(inner).display().to_string();
    let assignment = field.path("assignment").display().to_string();
    let arguments = [
        "grade",
        &path("class"),
        "--out",
        &path("out"),
        "--assignment",
        &assignment,
        "--no-cache",
        "--no-install",
        "--jobs",
        &jobs.to_string(),
    ];
    let mut command = field.command(&arguments, &temporary);
    watch::run_watched(&mut command, &place.join("stdout.txt"), &place.join("stderr.txt"), patience)
}
