//! Ignored is not missing: a file that may belong to a student, with any name that file systems and platforms allow, in a
//! folder, a zip file or a tar file.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use intake::class::{self, Attempt, Class, ClassArchive, ClassContext, ClassReadError, Person};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::archive;

/// The students. The last one never hands in anything.
const STUDENTS: [(&str, &str); 7] = [
    ("1001", "Jane Doe"),
    ("1002", "John Smith, Jr."),
    ("1003", "James \"Jim\" Brown"),
    ("1004", "Jürgen Müller"),
    ("1005", "Anna Müller"),
    ("1006", "Anna Mueller"),
    ("1007", "Zoe Last"),
];

/// What students, instructors and systems add to a name, before it and after it.
const BEFORE: [&[u8]; 9] = [b"", b"", b"", b".", b"hw ", b"a\\", b"C:", b"8-puzzle-", b"(late) "];
const AFTER: [&[u8]; 16] = [
    b"",
    b"",
    b"",
    b".",
    b" (final?)",
    b" 3:4",
    b"\\b",
    b"<x>|*\"",
    b"\n::error::x",
    b" \xfc\xe4",
    b" - hw",
    b"_v2",
    b" ",
    b"\xe2\x80\xae",
    b"%3F",
    b" with a name that is longer than most systems and people would like it to be, \xd1\x8f\xd1\x8f",
];

#[derive(Clone, Copy, Debug)]
enum Form {
    Folder,
    /// A folder with a file that is no code.
    Essay,
    Archive,
    /// Loose files in the class, of which neither is a submission.
    Loose,
    Pdf,
}

/// What somebody has put into the class.
#[derive(Clone, Debug)]
struct Item {
    /// The author, named on the item unless `is_unnamed`.
    who: usize,
    is_unnamed: bool,
    is_id: bool,
    before: usize,
    after: usize,
    form: Form,
}

impl Item {
    fn label(&self, number: usize) -> Vec<u8> {
        let (id, name) = STUDENTS[self.who];
        let name = match (self.is_unnamed, self.is_id) {
            (true, _) => "solution",
            (_, true) => id,
            _ => name,
        };
        // Only plain names may be equal, which is an error of its own.
        let after = AFTER[self.after];
        let number = if self.is_unnamed { format!(" {number}") } else { String::new() };
        [BEFORE[self.before], name.as_bytes(), number.as_bytes(), after].concat()
    }

    /// Returns the files, as bytes of the path and the content.
    fn files(&self, number: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
        let label = self.label(number);
        let named = |rest: &[u8]| [&label[..], rest].concat();
        let code = b"pub struct Board;".to_vec();
        match self.form {
            Form::Folder => vec![(named(b"/board.rs"), code)],
            Form::Essay => vec![(named(b"/why?.pdf"), Vec::new())],
            Form::Archive => vec![(named(b".zip"), archive())],
            Form::Loose => {
                vec![(named(b" - board.rs"), code.clone()), (named(b" - solver.rs"), code)]
            }
            Form::Pdf => vec![(named(b".pdf"), Vec::new())],
        }
    }
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    let forms = [Form::Folder, Form::Essay, Form::Archive, Form::Loose, Form::Pdf];
    let item = (
        (0..STUDENTS.len() - 1, any::<bool>()),
        (0..6_usize, 0..BEFORE.len(), 0..AFTER.len()),
        prop::sample::select(forms.to_vec()),
    );
    let item = item.prop_map(|((who, is_id), (unnamed, before, after), form)| Item {
        who,
        is_unnamed: unnamed == 0,
        is_id,
        before,
        after,
        form,
    });
    prop::collection::vec(item, 1..8)
}

type Files = Vec<(Vec<u8>, Vec<u8>)>;

/// Returns the files of a class with two plain submissions, so that it looks like one.
fn files(items: &[Item]) -> Files {
    let mut files: Files = vec![
        (b"x1/board.rs".to_vec(), b"pub struct Board;".to_vec()),
        (b"x2/board.rs".to_vec(), b"pub struct Board;".to_vec()),
        (b".DS_Store".to_vec(), Vec::new()),
        (b"grades.csv".to_vec(), b"id,name,points\n1007,Zoe Last,\n".to_vec()),
    ];
    files.extend(items.iter().enumerate().flat_map(|(number, item)| item.files(number)));
    let mut seen = BTreeSet::new();
    files.retain(|(name, _)| seen.insert(name.clone()));
    files
}

struct Found {
    folder: TempDir,
    roster: PathBuf,
}

impl Found {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let roster = folder.path().join("roster.csv");
        let cell = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let line = |(id, name): (&str, &str)| format!("{id},{}\n", cell(name));
        let others = "x1,Xi One\nx2,Xi Two\n";
        let text: String = STUDENTS.into_iter().map(line).collect();
        fs::write(&roster, format!("id,name\n{text}{others}")).unwrap();
        Self { folder, roster }
    }

    fn find(&self, path: &Path, archives: &[ClassArchive]) -> Option<Class> {
        let known =
            ClassContext { roster: Some(&self.roster), archives, ..ClassContext::default() };
        match class::find_with(&[path.to_owned()], known) {
            // A folder and an archive with one name, or with one student's id.
            Err(ClassReadError::Duplicate { .. } | ClassReadError::SamePerson { .. }) => None,
            class => Some(class.unwrap()),
        }
    }

    fn in_folder(&self, files: &Files, name: &str) -> Option<Class> {
        let root = self.folder.path().join(name);
        for (name, bytes) in files {
            let path = root.join(OsStr::from_bytes(name));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        self.find(&root, &[])
    }

    fn in_archive(&self, archive: &[u8], name: &str) -> Option<Class> {
        let packed = self.folder.path().join(name);
        fs::write(&packed, archive).unwrap();
        let archive = ClassArchive::open(&packed, &packed).unwrap().expect("a class");
        assert_eq!(archive.refused, []);
        self.find(&packed, &[archive])
    }
}

fn zip(files: &Files) -> Option<Vec<u8>> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let name = std::str::from_utf8(name).ok()?;
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    Some(writer.finish().unwrap().into_inner())
}

fn tar(files: &Files) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, OsStr::from_bytes(name), &bytes[..]).unwrap();
    }
    builder.into_inner().unwrap()
}

fn ids<'a>(people: impl IntoIterator<Item = &'a Person>) -> BTreeSet<String> {
    people.into_iter().filter_map(|person| person.id.clone()).collect()
}

fn missing(class: &Class) -> BTreeSet<String> {
    ids(class.missing.iter().flatten())
}

fn doubtful(class: &Class) -> BTreeSet<String> {
    ids(class.doubtful.iter().map(|doubtful| &doubtful.person))
}

/// Returns the names of the submissions, with their students, and everything about the absent ones.
fn shown(class: &Class) -> Vec<String> {
    let entries = class.entries.iter().map(|entry| format!("{} {:?}", entry.name, entry.students));
    let doubts = class.doubtful.iter().map(|doubtful| format!("{doubtful:?}"));
    let rest = [format!("{:?}", class.missing), format!("{:?}", class.left_out)];
    entries.chain(doubts).chain(rest).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_student_with_any_file_is_never_missing(items in items()) {
        let (found, files) = (Found::new(), files(&items));
        let Some(class) = found.in_folder(&files, "folder") else { return Ok(()) };
        for item in &items {
            let id = STUDENTS[item.who].0;
            prop_assert!(!missing(&class).contains(id), "{} in {:?}", id, shown(&class));
        }
        for doubtful in &class.doubtful {
            prop_assert!(!doubtful.because.is_empty());
        }
        // Every student has one state, and nobody is shown for an entry of somebody else.
        let submitted = ids(class.entries.iter().flat_map(|entry| &entry.students));
        let states = [submitted, missing(&class), doubtful(&class)];
        for (id, _) in STUDENTS {
            let count = states.iter().filter(|state| state.contains(id)).count();
            prop_assert_eq!(count, 1, "{} in {:?}", id, shown(&class));
        }
        for (number, item) in items.iter().enumerate() {
            let own = STUDENTS[item.who].0;
            let places = item.files(number).into_iter().map(|(place, _)| place);
            let places: Vec<PathBuf> =
                places.map(|place| Path::new(OsStr::from_bytes(&place)).iter().next().unwrap().into()).collect();
            let is_from = |entry: &&Attempt| {
                entry.source.paths().iter().any(|path| places.iter().any(|place| path.ends_with(place)))
            };
            for entry in class.entries.iter().filter(is_from) {
                let is_own = entry.students.iter().all(|student| student.id.as_deref() == Some(own));
                prop_assert!(is_own, "{:?} for {}", entry, own);
            }
        }

        // A file of authors decides, and it may say what the grader would write.
        let table = class::authors_table(&class);
        let authors = found.folder.path().join("authors.csv");
        fs::write(&authors, &table).unwrap();
        let known = ClassContext { roster: Some(&found.roster), authors: Some(&authors), ..ClassContext::default() };
        let again = class::find_with(&[found.folder.path().join("folder")], known);
        let is_ambiguous = matches!(&again, Err(ClassReadError::Line { message, .. }) if message.starts_with("several"));
        if !is_ambiguous {
            prop_assert_eq!(shown(&again.unwrap()), shown(&class), "{}", table);
        }

        // The container does not matter.
        prop_assert_eq!(shown(&found.in_archive(&tar(&files), "tar").unwrap()), shown(&class));
        if let Some(zip) = zip(&files) {
            prop_assert_eq!(shown(&found.in_archive(&zip, "zip").unwrap()), shown(&class));
        }

        // The last item changes nothing for others, except that they may be its author.
        let before = &items[..items.len() - 1];
        let Some(before) = found.in_folder(&self::files(before), "before") else { return Ok(()) };
        let own = STUDENTS[items.last().unwrap().who].0;
        for (id, name) in STUDENTS.into_iter().filter(|(id, _)| *id != own) {
            let state = |class: &Class| match id {
                id if missing(class).contains(id) => 0,
                id if doubtful(class).contains(id) => 1,
                _ => 2,
            };
            let (was, is) = (state(&before), state(&class));
            prop_assert!(is == was || (was, is) == (0, 1), "{} went from {} to {}", name, was, is);
        }
    }
}
