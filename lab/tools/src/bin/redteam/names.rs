//! Generates attacks by file names: a student imitates a platform's names for other students' files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::archive;
use super::attack::{Archive, Attack, AttackArchiveFormat, CustomEntry, DefenseLayer, Expect};
use super::field::Field;
use super::make::{Files, fill_placeholders};
use super::trial::{self, AttackOutcome, TrialOptions};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DownloadPlatform {
    Canvas,
    Moodle,
    Blackboard,
    Brightspace,
    Gradescope,
    GithubClassroom,
}

/// The number of the attacking student. `HONEST` contains the others.
/// No other number contains these digits, so its files can be found by name.
const HOSTILE: usize = 66;
const HONEST: [usize; 2] = [11, 12];

const CODE: &str = "pub struct Board // ";

impl DownloadPlatform {
    const ALL: [Self; 6] = [
        Self::Canvas,
        Self::Moodle,
        Self::Blackboard,
        Self::Brightspace,
        Self::Gradescope,
        Self::GithubClassroom,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Canvas => "canvas",
            Self::Moodle => "moodle",
            Self::Blackboard => "blackboard",
            Self::Brightspace => "brightspace",
            Self::Gradescope => "gradescope",
            Self::GithubClassroom => "github-classroom",
        }
    }

    fn path(self, student: usize, number: usize, name: &str) -> String {
        match self {
            Self::Canvas => {
                format!("student{student}_{student}_{}_{name}", 1000 + 10 * student + number)
            }
            Self::Moodle => format!("Student{student}_{student}_assignsubmission_file_/{name}"),
            Self::Blackboard => format!("HW_s{student}_attempt_2026-11-20-10-33-12_{name}"),
            Self::Brightspace => {
                format!("{student}-9{student} - Student{student} - Nov 20, 2026 1033 AM - {name}")
            }
            Self::Gradescope => format!("submission_{student}/{name}"),
            Self::GithubClassroom => format!("hw-s{student}/{name}"),
        }
    }

    /// Returns file names that look like this student's submission.
    fn imitated_file_names(self, student: usize) -> Vec<String> {
        let path = self.path(student, 9, "board.rs");
        let flat = path.replace('/', "");
        // Some platforms put other text, or the number of an attempt, before the name.
        let mut names = vec![flat.clone(), format!("{flat}.zip"), format!("s{student}_{flat}")];
        if let Some((folder, _)) = path.split_once('/') {
            names.push(format!("{folder}.zip"));
        }
        names
    }
}

/// Returns an attack for each pair of platforms: the one of the class, and the imitated one.
pub(crate) fn generate_attacks() -> Vec<Attack> {
    let pairs = DownloadPlatform::ALL
        .into_iter()
        .flat_map(|platform| DownloadPlatform::ALL.map(|imitated| (platform, imitated)));
    let attack = |(platform, imitated): (DownloadPlatform, DownloadPlatform)| Attack {
        name: format!("names/{}-as-{}", platform.as_str(), imitated.as_str()),
        about: format!(
            "files in a download from {} with the names of another student's files on {}",
            platform.as_str(),
            imitated.as_str()
        ),
        uploads: imitated.imitated_file_names(HONEST[0]),
        download: Some(platform),
        ..harmless_attack()
    };
    pairs.map(attack).collect()
}

fn harmless_attack() -> Attack {
    Attack {
        name: String::new(),
        about: String::new(),
        source: "field trial 2.2.1".to_owned(),
        expect: Expect::Harmless,
        fails: Vec::new(),
        score_below: None,
        stopped_by: DefenseLayer::Intake,
        secrets: Vec::new(),
        student_secrets: Vec::new(),
        base: "none".to_owned(),
        bulk: Vec::new(),
        files: Vec::new(),
        edits: Vec::new(),
        specials: Vec::new(),
        archive: None,
        called: None,
        jobs: None,
        download: None,
        uploads: Vec::new(),
    }
}

/// Grades a class without the attack and with it. The other students must get the same grades.
pub(crate) fn try_attack_on_class(
    field: &Field,
    attack: &Attack,
    platform: DownloadPlatform,
    index: usize,
    way: TrialOptions,
) -> io::Result<AttackOutcome> {
    let place = field.path("trials").join(index.to_string());
    let mut gains = Vec::new();
    let mut grades = Vec::new();
    let mut last = None;
    for (name, uploads) in [("honest", &[][..]), ("attacked", &attack.uploads)] {
        let folder = place.join(name);
        let class = write_class(&folder, attack, platform, uploads, field)?;
        let out = folder.join("out");
        let arguments = [
            "grade",
            &class.display().to_string(),
            "--out",
            &out.display().to_string(),
            "--no-cache",
            "--no-install",
        ];
        let run = trial::run_grader(field, &folder, "grade", &arguments, way, &mut gains)?;
        if !matches!(run.code, Some(0 | 1)) {
            gains.push(format!(
                "{name}: `grader grade` ends with exit code {}",
                trial::exit_code_in_words(&run)
            ));
        }
        grades.push(grades_of_others(&out));
        last = Some(run);
    }
    if grades[0].len() < HONEST.len() {
        gains.push(format!("only {} other students are graded", grades[0].len()));
    }
    if grades[0] != grades[1] {
        let names = |grades: &BTreeMap<String, String>| {
            grades.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        let (honest, attacked) = (names(&grades[0]), names(&grades[1]));
        gains.push(format!("the grades of others differ: {honest}; attacked: {attacked}"));
    }
    if !way.is_kept {
        let _ = fs::remove_dir_all(&place);
    }
    let fate = format!("{} other students keep their grades", grades[0].len());
    let last = last.ok_or_else(|| io::Error::other("nothing was graded"))?;
    Ok(AttackOutcome { attack: attack.clone(), fate, gains, graded: last, checked: None })
}

/// Writes the class to a folder, or to an archive if the attack uses one. Returns the path.
fn write_class(
    folder: &Path,
    attack: &Attack,
    platform: DownloadPlatform,
    uploads: &[String],
    field: &Field,
) -> io::Result<std::path::PathBuf> {
    let mut files = Files::new();
    let mut metadata = String::from("---\n");
    for student in [&HONEST[..], &[HOSTILE]].concat() {
        let code = format!("{CODE}{student}\n").into_bytes();
        files.insert(platform.path(student, 0, "board.rs"), code);
        let _ = writeln!(
            metadata,
            "submission_{student}:\n  :submitters:\n  - :name: S\n    :sid: s{student}"
        );
    }
    if platform == DownloadPlatform::Gradescope {
        files.insert("submission_metadata.yml".to_owned(), metadata.into_bytes());
    }
    let hostile: Vec<String> = uploads
        .iter()
        .zip(1..)
        .map(|(name, number)| {
            platform.path(HOSTILE, number, &fill_placeholders(name, &field.names))
        })
        .collect();
    fs::create_dir_all(folder)?;
    if attack.archive.is_none() {
        files.extend(hostile.into_iter().map(|path| (path, b"hostile".to_vec())));
        let class = folder.join("class");
        super::make::write_files(&class, &files)?;
        return Ok(class);
    }
    // Only the names in an archive may contain arbitrary characters.
    let class = folder.join("class.zip");
    let entries =
        hostile.into_iter().map(|path| CustomEntry { path, ..CustomEntry::regular("hostile") });
    let archive = Archive {
        format: AttackArchiveFormat::Zip,
        prefix: String::new(),
        entries: entries.collect(),
        cut_to: None,
        then: None,
    };
    archive::write_archive(&class, &archive, &files, &field.names)?;
    Ok(class)
}

/// Returns the grades and summary rows of the other students.
fn grades_of_others(out: &Path) -> BTreeMap<String, String> {
    let mut others = BTreeMap::new();
    let is_other = |name: &str| !name.contains(&HOSTILE.to_string());
    for entry in fs::read_dir(out.join("submissions")).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let grade = fs::read_to_string(entry.path().join("grade.json"));
        if is_other(&name) {
            others.insert(name, grade.unwrap_or_default());
        }
    }
    let rows = fs::read_to_string(out.join("grades.csv")).unwrap_or_default();
    for row in rows.lines().skip(1) {
        let name = row.split(',').next().unwrap_or_default();
        if let Some(grade) = others.get_mut(name) {
            grade.push_str(row);
        }
    }
    others
}
