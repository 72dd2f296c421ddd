//! Downloads in the shapes of all platforms: nothing of them vanishes, and nobody's work is taken for
//! another's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use intake::class::{self, Class, ClassError};
use proptest::prelude::*;
use tempfile::TempDir;

/// Names of people, some alike, some that no file can be called.
const PEOPLE: &[&str] = &[
    "Jane Doe",
    "Jörg von Müller-Öz",
    "Sam Lee",
    "Lee Sam",
    "D'Arcy O’Neil",
    "Anna_Maria Poe",
    "李小龍",
    "Participant",
    "late",
    "12",
];

/// What students call their files.
const FILES: &[&str] = &[
    "board.rs",
    "solver.rs",
    "board-1.rs",
    "Board (2).rs",
    "lib.rs",
    "work.zip",
    "my_work_final.tar.gz",
    "essay.pdf",
    "Cargo.toml",
    "größe.rs",
    "a_attempt_2026-11-20-10-33-12_b.rs",
    "x - y.rs",
    "notes.txt",
];

/// A file that somebody hands in at some time: who, which file, which attempt, and whether late.
#[derive(Clone, Debug)]
struct Upload {
    who: usize,
    file: usize,
    attempt: u32,
    late: bool,
}

fn uploads() -> impl Strategy<Value = Vec<Upload>> {
    let upload = (0..PEOPLE.len(), 0..FILES.len(), 0..3u32, any::<bool>());
    let upload = upload.prop_map(|(who, file, attempt, late)| Upload { who, file, attempt, late });
    prop::collection::vec(upload, 1..24)
}

/// A platform names a file, by the number that it has among all.
type Namer = fn(&Upload, usize) -> String;

/// As `ContentZipper#get_filename` and `#add_upload_submission` do.
fn canvas(it: &Upload, number: usize) -> String {
    let word = |c: &char| c.is_alphanumeric() || *c == '_';
    let name: String = PEOPLE[it.who].to_lowercase().chars().filter(word).collect();
    let late = if it.late { "_LATE" } else { "" };
    format!("{name}{late}_{}_{}_{}", 100 + it.who, 900 + number, FILES[it.file])
}

fn canvas_anonymous(it: &Upload, number: usize) -> String {
    let late = if it.late { "LATE_" } else { "" };
    format!("{late}anon_aB{}_{}_{}", it.who, 900 + number, FILES[it.file])
}

/// As `downloader::get_student_prefix` and `load_submissionplugin_filelist` do, with folders.
fn moodle(it: &Upload, _: usize) -> String {
    let name = PEOPLE[it.who].replace('_', " ").replace('\'', "");
    let plugin = if it.late { "file" } else { "onlinetext" };
    format!("{name}_{}_assignsubmission_{plugin}/{}", 100 + it.who, FILES[it.file])
}

fn moodle_flat(it: &Upload, _: usize) -> String {
    let name = PEOPLE[it.who].replace('_', " ").replace('\'', "");
    format!("{name}_{}_assignsubmission_file_{}", 100 + it.who, FILES[it.file])
}

fn blackboard(it: &Upload, number: usize) -> String {
    let stem = format!("8-Puzzle_user_{}_attempt_2026-11-2{}-10-33-12", it.who, it.attempt);
    if number.is_multiple_of(5) {
        return format!("{stem}.txt");
    }
    format!("{stem}_{}", FILES[it.file])
}

fn brightspace(it: &Upload, _: usize) -> String {
    let (student, at) = (100 + it.who, it.attempt);
    let number = 1000 + 10 * it.who + it.attempt as usize;
    format!("{student}-{number} - {} - Nov 2{at}, 2026 1033 AM/{}", PEOPLE[it.who], FILES[it.file])
}

fn brightspace_flat(it: &Upload, number: usize) -> String {
    brightspace(it, number).replacen('/', " - ", 1)
}

fn plain(it: &Upload, _: usize) -> String {
    let name = PEOPLE[it.who];
    if it.late { format!("{name}/{}", FILES[it.file]) } else { format!("{name}.zip") }
}

const PLATFORMS: [(&str, Namer); 8] = [
    ("canvas", canvas),
    ("canvas, anonymous", canvas_anonymous),
    ("moodle", moodle),
    ("moodle, flat", moodle_flat),
    ("blackboard", blackboard),
    ("brightspace", brightspace),
    ("brightspace, flat", brightspace_flat),
    ("plain", plain),
];

/// The files of a download, by their names in it. What is called an archive is one.
fn files(uploads: &[Upload], namer: Namer) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (number, upload) in uploads.iter().enumerate() {
        let name = namer(upload, number);
        let bytes = if name.ends_with(".zip") { archive() } else { name.clone().into_bytes() };
        files.insert(name, bytes);
    }
    files.insert(".DS_Store".to_owned(), Vec::new());
    files.insert("__MACOSX/._junk".to_owned(), Vec::new());
    files.insert("read me first.pdf".to_owned(), Vec::new());
    files
}

fn archive() -> Vec<u8> {
    pack(&BTreeMap::from([("board.rs".to_owned(), b"pub struct Board;".to_vec())]))
}

fn pack(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn lay(files: &BTreeMap<String, Vec<u8>>, folder: &Path) {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Every file below a folder, but for what systems leave behind.
fn all(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "__MACOSX" {
            continue;
        }
        if entry.path().is_dir() {
            found.extend(all(&entry.path()));
        } else {
            found.insert(entry.path());
        }
    }
    found
}

/// What somebody can tell of each file: that it is in one submission, an older attempt, read for what
/// it says, or passed over.
fn accounted(class: &Class) -> Vec<PathBuf> {
    let mut paths: Vec<&Path> = Vec::new();
    for entry in &class.entries {
        paths.extend(entry.source.paths());
        paths.extend(entry.older.iter().flat_map(|it| it.source.paths()));
    }
    paths.extend(class.ignored.iter().map(|it| it.path.as_path()));
    paths.extend(class.read.iter().map(PathBuf::as_path));
    paths.into_iter().map(Path::to_owned).collect()
}

fn nothing_vanishes(folder: &Path, class: &Class) -> Result<(), TestCaseError> {
    let accounted = accounted(class);
    let once: BTreeSet<&PathBuf> = accounted.iter().collect();
    prop_assert_eq!(once.len(), accounted.len(), "something counts twice: {:?}", accounted);
    for file in all(folder) {
        let count = accounted.iter().filter(|it| file.starts_with(it)).count();
        prop_assert_eq!(count, 1, "{:?} is accounted for {} times", file, count);
    }
    Ok(())
}

/// The names and the places of a class, in the folder that it was found in.
fn told(class: &Class, folder: &Path) -> Vec<String> {
    let place = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
    let entries = class.entries.iter().map(|it| {
        let places: Vec<_> = it.source.paths().into_iter().map(place).collect();
        let older: Vec<_> = it.older.iter().flat_map(|it| it.source.paths()).map(place).collect();
        format!("{} {places:?} {older:?} {:?} {}", it.name, it.handed_in, it.late)
    });
    let ignored = class.ignored.iter().map(|it| format!("{}: {}", place(&it.path), it.why));
    entries.chain(ignored).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Whatever is handed in on whatever platform, each file is told of once, and a download that is
    /// packed is the same class.
    #[test]
    fn no_file_of_a_download_vanishes(
        uploads in uploads(),
        platform in 0..PLATFORMS.len(),
        wrapped in any::<bool>(),
    ) {
        let (_, namer) = PLATFORMS[platform];
        let files = files(&uploads, namer);
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("class");
        lay(&files, &if wrapped { root.join("a/b") } else { root.clone() });
        let class = class::find(std::slice::from_ref(&root), None);
        // Plain folders and archives may have one name.
        let class = match class {
            Err(ClassError::Duplicate { .. }) => return Ok(()),
            class => class.unwrap(),
        };
        nothing_vanishes(&root, &class)?;

        let packed = folder.path().join("class.zip");
        fs::write(&packed, pack(&files)).unwrap();
        let unpacked = folder.path().join("unpacked");
        // One student's work in plain folders is no class.
        let Some(outcome) = class::unpack(&packed, &unpacked).unwrap() else {
            prop_assert!(class.entries.iter().all(|it| it.from.is_none()));
            return Ok(());
        };
        prop_assert_eq!(outcome.refused, vec![]);
        let again = class::find(std::slice::from_ref(&unpacked), None).unwrap();
        if !wrapped {
            prop_assert_eq!(told(&again, &unpacked), told(&class, &root));
        }
        nothing_vanishes(&unpacked, &again)?;
    }
}

fn folder(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &&str| {
        let bytes = if name.ends_with(".zip") {
            archive()
        } else {
            format!("// {name}\npub struct Board;\n").into_bytes()
        };
        ((*name).to_owned(), bytes)
    };
    lay(&names.iter().map(named).collect(), folder.path());
    folder
}

/// A line for each submission: its name, whose it is, when, and in how many files.
fn shown(class: &Class) -> String {
    let line = |it: &class::Entry| {
        let people: Vec<_> = it
            .students
            .iter()
            .map(|it| {
                let id = it.id.as_deref().unwrap_or("-");
                format!("{id} {}", it.name.as_deref().unwrap_or("-"))
            })
            .collect();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let files: Vec<_> = it.source.paths().into_iter().map(name).collect();
        let older: Vec<_> = it.older.iter().flat_map(|it| it.source.paths()).map(name).collect();
        let time = it.time.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let late = if it.late { ", late" } else { "" };
        format!("{}: {} at {time}{late}\n  {files:?}, before {older:?}", it.name, people.join(", "))
    };
    let lines = class.entries.iter().map(line);
    let passed = class.ignored.iter().map(|it| {
        format!("passed over, {}: {}", it.why, it.path.file_name().unwrap().to_string_lossy())
    });
    lines.chain(passed).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_download_of_blackboard() {
    let at = |at: &str, rest: &str| format!("8-Puzzle_{at}{rest}");
    let jane = "j_doe_attempt_2026-11-20-10-33-12";
    let again = "j_doe_attempt_2026-11-21-09-00-00";
    let names = [
        at(jane, "_board.rs"),
        at(jane, "_solver.rs"),
        at(again, "_board(1).rs"),
        at(again, "_solver.rs"),
        at(again, "_thoughts.docx"),
        at("roe_attempt_2026-11-20-11-00-00", "_work.zip"),
        at("typist_attempt_2026-11-20-11-00-00", ".txt"),
    ];
    let folder = folder(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let receipt = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    receipt(
        &at(again, ".txt"),
        &format!(
            "Name: Jäne Doe (j_doe)\nAssignment: 8-Puzzle\nDate Submitted: Saturday, November 21, \
             2026 9:00:00 AM CET\nCurrent Grade: Needs Grading\n\nSubmission Field:\nhello\n\n\
             Comments:\nNames: x (y)\n\nFiles:\n\tOriginal filename: board.rs\n\tFilename: {}\n",
            at(again, "_board(1).rs")
        ),
    );
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    j_doe: j_doe Jäne Doe at 2026-11-21T09:00:00
      ["8-Puzzle_j_doe_attempt_2026-11-21-09-00-00_board(1).rs", "8-Puzzle_j_doe_attempt_2026-11-21-09-00-00_solver.rs"], before ["8-Puzzle_j_doe_attempt_2026-11-20-10-33-12_board.rs", "8-Puzzle_j_doe_attempt_2026-11-20-10-33-12_solver.rs"]
    roe: roe - at 2026-11-20T11:00:00
      ["8-Puzzle_roe_attempt_2026-11-20-11-00-00_work.zip"], before []
    typist: typist - at 2026-11-20T11:00:00
      ["8-Puzzle_typist_attempt_2026-11-20-11-00-00.txt"], before []
    passed over, neither Rust source nor an archive: 8-Puzzle_j_doe_attempt_2026-11-21-09-00-00_thoughts.docx
    "#);
    let jane = class.entries.iter().find(|it| it.name == "j_doe").unwrap();
    let words = "Saturday, November 21, 2026 9:00:00 AM CET";
    assert_eq!(jane.handed_in.as_deref(), Some(words));
    let submission = jane.read().unwrap();
    assert!(submission.files().any(|it| it.path == "src/board.rs" && it.text.contains("11-21")));
    assert_eq!(jane.older[0].time.unwrap().to_string(), "2026-11-20T10:33:12");
    nothing_vanishes(folder.path(), &class).unwrap();
}

#[test]
fn a_download_of_brightspace() {
    let folder = folder(&[
        "8-Puzzle Download/index.html",
        "8-Puzzle Download/39786-640693 - Jane Smith - Nov 20, 2026 1033 AM/board.rs",
        "8-Puzzle Download/39786-640699 - Jane Smith - Nov 20, 2026 1205 PM/board.rs",
        "8-Puzzle Download/39786-640699 - Jane Smith - Nov 20, 2026 1205 PM/solver.rs",
        // Another student of that name.
        "8-Puzzle Download/40001-640700 - Jane Smith - Nov 20, 2026 926 PM/crate.zip",
        "8-Puzzle Download/40002-640701 - Jörg - Öz - Nov 9, 2026 100 AM/essay.pdf",
    ]);
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    Jane_Smith_39786: 39786 Jane Smith at 2026-11-20T12:05:00
      ["39786-640699 - Jane Smith - Nov 20, 2026 1205 PM"], before ["39786-640693 - Jane Smith - Nov 20, 2026 1033 AM"]
    Jane_Smith_40001: 40001 Jane Smith at 2026-11-20T21:26:00
      ["40001-640700 - Jane Smith - Nov 20, 2026 926 PM"], before []
    Jörg_-_Öz_40002: 40002 Jörg - Öz at 2026-11-09T01:00:00
      ["40002-640701 - Jörg - Öz - Nov 9, 2026 100 AM"], before []
    "#);
    assert!(class.entries[2].read().unwrap_err().is_rejection());
    nothing_vanishes(folder.path(), &class).unwrap();
}

#[test]
fn clones_are_told_by_logins() {
    let folder = folder(&[
        "c/8-puzzle-jane-doe/board.rs",
        "c/8-puzzle-doe/board.rs",
        "c/8-puzzle-ROE/board.rs",
        "c/8-puzzle-ghost/board.rs",
        "c/other-roe/board.rs",
        "c/8-puzzle-7/board.rs",
        "c/poe@uni.example/board.rs",
    ]);
    let roster = folder.path().join("classroom_roster.csv");
    fs::write(
        &roster,
        "identifier,github_username,github_id,name\n1001,jane-doe,1,Jane Doe\n1002,doe,2,John Doe\n\
         1003,roe,3,\n7,,,\npoe@uni.example,,,\n",
    )
    .unwrap();
    let class = class::find(&[folder.path().join("c")], Some(&roster)).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    1001: 1001 Jane Doe at -
      ["8-puzzle-jane-doe"], before []
    1002: 1002 John Doe at -
      ["8-puzzle-doe"], before []
    1003: 1003 - at -
      ["8-puzzle-ROE"], before []
    poe@uni.example: poe@uni.example - at -
      ["poe@uni.example"], before []
    8-puzzle-7:  at -
      ["8-puzzle-7"], before []
    8-puzzle-ghost:  at -
      ["8-puzzle-ghost"], before []
    other-roe:  at -
      ["other-roe"], before []
    "#);
    let unknown: Vec<_> =
        class.unknown.iter().map(|it| format!("{}: {}", it.submission, it.why)).collect();
    insta::assert_snapshot!(unknown.join("\n"), @"
    8-puzzle-7: nobody on the roster is called `8-puzzle-7`
    8-puzzle-ghost: nobody on the roster is called `8-puzzle-ghost`
    other-roe: nobody on the roster is called `other-roe`
    ");
}

#[test]
fn people_are_never_matched_by_guess() {
    let folder = folder(&[
        "samlee_11_501_board.rs",
        "janedeo_12_502_board.rs",
        "poeann_13_503_board.rs",
        "roejohn_1001_504_board.rs",
    ]);
    let roster = folder.path().join("roster.csv");
    fs::write(
        &roster,
        "id,name\n1001,Sam Lee\n1002,\"Lee, Sam\"\n1003,Jane Doe\n1004,Ann Poe\n1005,John Roe\n",
    )
    .unwrap();
    let class = class::find(&[folder.path().to_owned()], Some(&roster)).unwrap();
    let unknown: Vec<_> =
        class.unknown.iter().map(|it| format!("{}: {}", it.submission, it.why)).collect();
    insta::assert_snapshot!(unknown.join("\n"), @"
    janedeo_12: nobody on the roster is called `janedeo`; is it Jane Doe (1003)?
    samlee_11: two on the roster are called `samlee`: give ids (1001, 1002)
    ");
    // Nobody can say of these that they have handed in nothing.
    let doubtful: Vec<_> = class.doubtful.iter().filter_map(|it| it.id.as_deref()).collect();
    assert_eq!(doubtful, ["1001", "1002", "1003"]);
    assert_eq!(class.missing.as_deref(), Some(&[][..]));
    let names: Vec<_> = class.entries.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(&names[..2], ["1004", "1005"], "Canvas's 1001 is John Roe, who is 1005 here");
}

#[test]
fn one_person_alone_and_in_a_group_is_told() {
    let folder = folder(&["a/board.rs", "b/board.rs", "c/board.rs"]);
    let person = |id: &str| format!("  - :name: P{id}\n    :sid: '{id}'\n");
    let people = |ids: &[&str]| ids.iter().map(|id| person(id)).collect::<String>();
    let list = format!(
        "---\na:\n  :submitters:\n{}  :created_at: 2026-11-20 10:33:12.5 -08:00\nb:\n  \
         :submitters:\n{}c:\n  :submitters:\n{}",
        people(&["1"]),
        people(&["1", "2"]),
        people(&["2", "3"])
    );
    fs::write(folder.path().join("submission_metadata.yml"), list).unwrap();
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    let shared: Vec<_> = class.shared.iter().map(ToString::to_string).collect();
    assert_eq!(shared, ["P1 (1): `1`, `1+2`", "P2 (2): `1+2`, `2+3`"]);
    let time = class.entries[0].time.map(|it| it.to_string());
    assert_eq!(time.as_deref(), Some("2026-11-20T10:33:12-08:00"));
    nothing_vanishes(folder.path(), &class).unwrap();
}

/// Moodle's worksheet says when, which its download does not.
#[test]
fn moodles_worksheet_tells_people_and_times() {
    let folder = folder(&[
        "d/Participant_101_assignsubmission_file/board.rs",
        "d/Participant_102_assignsubmission_file/board.rs",
        "d/Default group_assignsubmission_file/board.rs",
    ]);
    let roster = folder.path().join("worksheet.csv");
    fs::write(
        &roster,
        "Identifier,ID number,Status,Grade,Maximum Grade,Last modified (submission)\n\
         Participant 101,s1,x,,100,\"Friday, 20 November 2026, 10:33 AM\"\n\
         Participant 102,,x,,100,-\nParticipant 103,s3,x,,100,-\n",
    )
    .unwrap();
    let class = class::find(&[folder.path().join("d")], Some(&roster)).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    s1: s1 - at 2026-11-20T10:33:00
      ["Participant_101_assignsubmission_file"], before []
    102: 102 - at -
      ["Participant_102_assignsubmission_file"], before []
    Default_group: - Default group at -
      ["Default group_assignsubmission_file"], before []
    "#);
    assert_eq!(class.missing.unwrap().len(), 1);
}

#[test]
fn old_grades_are_no_submission() {
    let folder = folder(&[
        "alice/board.rs",
        "grades/submissions/alice/grade.json",
        "grades/.lock",
        "grades/class.json",
    ]);
    let class = class::find(&[folder.path().to_owned()], None).unwrap();
    insta::assert_snapshot!(shown(&class), @r#"
    alice:  at -
      ["alice"], before []
    passed over, a folder of grades: grades
    "#);
    let paths = ["alice", "grades"].map(|it| folder.path().join(it));
    assert_eq!(class::find(&paths, None).unwrap().entries.len(), 1);
}

#[test]
fn a_class_is_told_from_one_submission() {
    for (names, count) in [
        (&["alice/board.rs", "bob/hw/board.rs"][..], 2),
        (&["alice.zip", "bob.zip"], 2),
        (&["doejane_1_2_work.zip", "roejohn_3_4_board.rs"], 2),
        (&["dl/doejane_1_2_work.zip", "dl/roejohn_3_4_work.zip"], 2),
        // One submission, however it is wrapped, and whatever lies beside it.
        (&["board.rs", "old/board.rs", "older/board.rs"], 0),
        (&["hw/board.rs", "notes.txt"], 0),
        (&["hw/board.rs", "backup.zip"], 0),
        (&["work.zip"], 0),
        (&["notes.txt"], 0),
    ] {
        let folder = folder(names);
        let several = class::holds_several(folder.path()).unwrap();
        assert_eq!(several.len(), count, "{names:?}: {several:?}");
    }
}

#[test]
fn what_is_not_safe_in_an_archive_keeps_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let write = |entries: &[(&str, u32, &[u8])]| {
        let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
        for (name, mode, bytes) in entries {
            let options = zip::write::SimpleFileOptions::default().unix_permissions(*mode);
            if *mode == 0o777 {
                writer.add_symlink(*name, "/etc/passwd", options).unwrap();
            } else {
                writer.start_file(*name, options).unwrap();
                writer.write_all(bytes).unwrap();
            }
        }
        writer.finish().unwrap();
    };
    let large = vec![b' '; (64 << 20) + 10];
    write(&[
        ("doejane_1_11_board.rs", 0o644, b"pub struct Board;"),
        ("evil_2_12_board.rs", 0o777, b""),
        ("odd_4_14_what?.rs", 0o644, b""),
        ("odd_4_15_board.rs.", 0o644, b""),
        ("huge_5_16_board.rs", 0o644, &large),
    ]);
    let into = folder.path().join("class");
    let unpacked = class::unpack(&path, &into).unwrap().unwrap();
    insta::assert_snapshot!(
        unpacked.refused.iter().map(|(a, b)| format!("{a} {b}")).collect::<Vec<_>>().join("\n"),
        @r"
        evil_2_12_board.rs is a link
        odd_4_14_what?.rs has the character \u{3f} in its name
        odd_4_15_board.rs. has a name that some systems cannot store
        "
    );
    let class = class::find(std::slice::from_ref(&into), None).unwrap();
    let names: Vec<_> = class.entries.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["doejane_1", "huge_5"]);
    let error = class.entries[1].read().unwrap_err();
    assert!(error.to_string().ends_with("has more than 4 MiB of source"), "{error}");

    // What leads out of the folder, no platform writes.
    for name in ["../doejane_1_11_board.rs", "/doejane_1_11_board.rs", "..\\doejane_1_11_x.rs"] {
        write(&[("roejohn_2_12_board.rs", 0o644, b""), (name, 0o644, b"")]);
        let error = class::unpack(&path, &folder.path().join("out")).unwrap_err();
        assert!(error.is_rejection(), "{error}");
        let _ = fs::remove_dir_all(folder.path().join("out"));
    }
    assert!(!folder.path().join("doejane_1_11_board.rs").exists());
}

/// The end of a download that was cut off may be a student's archive.
#[test]
fn a_download_that_was_cut_off_is_no_submission() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for name in ["doejane_1_11_work.zip", "roejohn_2_12_work.zip"] {
        writer.start_file(name, stored).unwrap();
        writer.write_all(&archive()).unwrap();
    }
    writer.finish().unwrap();
    let bytes = fs::read(&path).unwrap();
    for end in 30..bytes.len() {
        fs::write(&path, &bytes[..end]).unwrap();
        let into = folder.path().join("class");
        let error = class::unpack(&path, &into).unwrap_err();
        assert!(error.is_rejection() && !into.exists(), "{end}: {error}");
    }
}

#[test]
fn other_archives_of_a_class_are_read_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.tar.gz");
    let encoder = flate2::write::GzEncoder::new(
        fs::File::create(&path).unwrap(),
        flate2::Compression::fast(),
    );
    let mut builder = tar::Builder::new(encoder);
    for name in ["class/alice/board.rs", "class/bob/src/lib.rs"] {
        let mut header = tar::Header::new_gnu();
        header.set_size(17);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, &b"pub struct Board;"[..]).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap();
    let into = folder.path().join("into");
    assert_eq!(class::unpack(&path, &into).unwrap().unwrap().refused, []);
    let class = class::find(&[into], None).unwrap();
    assert_eq!(
        class.entries.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["alice", "bob"]
    );
    // What is no archive that is read is an error, not a student.
    fs::write(&path, "7z\u{bc}").unwrap();
    assert!(class::unpack(&path, &folder.path().join("no")).unwrap_err().is_rejection());
}
