//! Property tests with arbitrary uploads, named as on each platform.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use intake::class::{self, Class, ClassArchive, ClassContext, ClassReadError};
use proptest::prelude::*;

use crate::{all, archive, is_zip, lay, nothing_vanishes, pack};

/// Names of students. Some are similar, and some cannot be file names.
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

/// Returns a platform's name for a file at this position among all files.
type Namer = fn(&Upload, usize) -> String;

/// Follows Canvas's `ContentZipper#get_filename` and `#add_upload_submission`.
fn canvas(upload: &Upload, number: usize) -> String {
    let word = |c: &char| c.is_alphanumeric() || *c == '_';
    let name: String = PEOPLE[upload.who].to_lowercase().chars().filter(word).collect();
    let late = if upload.late { "_LATE" } else { "" };
    format!("{name}{late}_{}_{}_{}", 100 + upload.who, 900 + number, FILES[upload.file])
}

fn canvas_anonymous(upload: &Upload, number: usize) -> String {
    let late = if upload.late { "LATE_" } else { "" };
    format!("{late}anon_aB{}_{}_{}", upload.who, 900 + number, FILES[upload.file])
}

/// Follows Moodle's `downloader::get_student_prefix` and `load_submissionplugin_filelist`, with
/// folders.
fn moodle(upload: &Upload, _: usize) -> String {
    let name = PEOPLE[upload.who].replace('_', " ").replace('\'', "");
    let plugin = if upload.late { "file" } else { "onlinetext" };
    format!("{name}_{}_assignsubmission_{plugin}/{}", 100 + upload.who, FILES[upload.file])
}

fn moodle_flat(upload: &Upload, _: usize) -> String {
    let name = PEOPLE[upload.who].replace('_', " ").replace('\'', "");
    format!("{name}_{}_assignsubmission_file_{}", 100 + upload.who, FILES[upload.file])
}

fn blackboard(upload: &Upload, number: usize) -> String {
    let stem = format!("8-Puzzle_user_{}_attempt_2026-11-2{}-10-33-12", upload.who, upload.attempt);
    if number.is_multiple_of(5) {
        return format!("{stem}.txt");
    }
    format!("{stem}_{}", FILES[upload.file])
}

fn brightspace(upload: &Upload, _: usize) -> String {
    let (student, at) = (100 + upload.who, upload.attempt);
    let number = 1000 + 10 * upload.who + upload.attempt as usize;
    format!(
        "{student}-{number} - {} - Nov 2{at}, 2026 1033 AM/{}",
        PEOPLE[upload.who], FILES[upload.file]
    )
}

fn brightspace_flat(upload: &Upload, number: usize) -> String {
    brightspace(upload, number).replacen('/', " - ", 1)
}

fn plain(upload: &Upload, _: usize) -> String {
    let name = PEOPLE[upload.who];
    if upload.late { format!("{name}/{}", FILES[upload.file]) } else { format!("{name}.zip") }
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

/// Returns the files in a download, by path. Files with archive extensions are archives.
fn files(uploads: &[Upload], namer: Namer) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (number, upload) in uploads.iter().enumerate() {
        let name = namer(upload, number);
        let bytes = if is_zip(&name) { archive() } else { name.clone().into_bytes() };
        files.insert(name, bytes);
    }
    files.insert(".DS_Store".to_owned(), Vec::new());
    files.insert("__MACOSX/._junk".to_owned(), Vec::new());
    files.insert("read me first.pdf".to_owned(), Vec::new());
    files
}

/// Returns the names in a class, with paths relative to the folder.
fn lines(class: &Class, folder: &Path) -> Vec<String> {
    let place = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
    let entries = class.entries.iter().map(|entry| {
        let places: Vec<_> = entry.source.paths().into_iter().map(place).collect();
        let older: Vec<_> =
            entry.older.iter().flat_map(|attempt| attempt.source.paths()).map(place).collect();
        format!("{} {places:?} {older:?} {:?} {}", entry.name, entry.handed_in, entry.late)
    });
    let ignored =
        class.ignored.iter().map(|ignored| format!("{}: {}", place(&ignored.path), ignored.why));
    entries.chain(ignored).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// On any platform, each file is accounted for exactly once, and an archived download yields the same class.
    #[test]
    fn every_downloaded_file_is_accounted_for(
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
        // Plain folders and archives can have the same name.
        let class = match class {
            Err(ClassReadError::Duplicate { .. }) => return Ok(()),
            class => class.unwrap(),
        };
        nothing_vanishes(&all(&root), &class)?;

        let packed = folder.path().join("class.zip");
        fs::write(&packed, pack(&files)).unwrap();
        // When there is a single student, plain folders do not look like a class.
        let Some(archive) = ClassArchive::open(&packed, &packed).unwrap() else {
            prop_assert!(class.entries.iter().all(|entry| entry.from.is_none()));
            return Ok(());
        };
        prop_assert_eq!(&archive.refused, &vec![]);
        let known = ClassContext { archives: &[archive], ..ClassContext::default() };
        // Names can collide when the enclosing folders are removed.
        let again = match class::find_with(std::slice::from_ref(&packed), known) {
            Err(ClassReadError::Duplicate { .. }) if wrapped => return Ok(()),
            again => again.unwrap(),
        };
        if !wrapped {
            prop_assert_eq!(lines(&again, &packed), lines(&class, &root));
        }
        let all = files.keys().filter(|name| !name.starts_with(['.', '_']));
        nothing_vanishes(&all.map(|name| packed.join(name)).collect(), &again)?;
    }
}
