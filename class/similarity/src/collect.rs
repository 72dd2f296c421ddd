//! Reads the submissions to compare and the code that students received.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

use base::UserError;
use base::pool;
use base::regular;
use base::trust::Distrust;
use intake::class::Attempt;

use super::document::Document;
use super::given_code::GivenCode;

/// The maximum number of tokens in a submission, about fifty times the usual number. When two submissions are highly
/// repetitive, the time to compare them can be proportional to the product of the lengths.
/// A past year is split into folders until its parts are small enough.
const MAX_TOKENS: usize = 50_000;

/// The maximum amount of given code, in bytes and files.
// A handout takes some hundred kilobytes. More is a wrong folder, and would hide a class's own code.
const MAX_GIVEN_BYTES: usize = 16 << 20;
const MAX_GIVEN_FILES: usize = 2000;

/// The maximum depth of folders with given code.
/// It is the same as for submissions.
const MAX_DEPTH: usize = 16;

/// The submissions to compare, and those that could not be read.
#[derive(Debug, Default)]
pub struct Collected {
    /// The submissions to compare.
    pub documents: Vec<Document>,
    /// The omitted submissions.
    pub left_out: Vec<LeftOut>,
}

/// A submission that is not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The submission's name.
    pub name: String,
    /// Whether it is from a previous year.
    pub is_past: bool,
    /// The reason, phrased as the end of a sentence.
    pub reason: String,
}

/// Why a submission could not be read.
#[derive(Debug)]
pub enum Unread {
    /// The submission is invalid or unreadable. The reason is phrased as the end of a sentence.
    LeftOut(String),
    /// An error on the machine, not in the input.
    Machine(Box<dyn Error + Send + Sync>),
}

/// The files of a submission or of other code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// The paths and texts of the files.
    pub files: Vec<(String, String)>,
    /// The paths of unreadable files, with the reasons, phrased as the end of a sentence.
    pub unread: Vec<(String, String)>,
}

/// Reads a submission.
pub type SubmissionReader<'a> = dyn Fn(&Attempt) -> Result<Texts, Unread> + Send + Sync + 'a;

/// Why nothing can be compared.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// An error on the machine, not in the input.
    #[error(transparent)]
    Machine(Box<dyn Error + Send + Sync>),
    /// The given code cannot be read.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The folder with given code contains no Rust files.
    #[error("`{}` contains no Rust files", path.display())]
    NoCode {
        /// The folder.
        path: PathBuf,
    },
    /// There is too much given code, so the path is probably wrong.
    #[error("`{}` contains over {MAX_GIVEN_FILES} Rust files or {MAX_GIVEN_BYTES} bytes", path.display())]
    TooMuch {
        /// The folder.
        path: PathBuf,
    },
}

impl UserError for CollectError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Machine(error) => hint_for_other_folder(error.as_ref()),
            Self::Unreadable { .. } => {
                Some("check that it exists and that you have permission to read it".into())
            }
            Self::NoCode { .. } | Self::TooMuch { .. } => {
                Some("use the folder with the code that students received".into())
            }
        }
    }

    fn is_fault(&self) -> bool {
        matches!(self, Self::Machine(_))
    }
}

/// Returns a hint if the folder for temporary files is not trusted.
fn hint_for_other_folder(error: &(dyn Error + 'static)) -> Option<String> {
    let why = error.downcast_ref().and_then(Distrust::from_io_error);
    why.map(|why| why.hint("set `TMPDIR` to a folder of your own"))
        .or_else(|| hint_for_other_folder(error.source()?))
}

impl Collected {
    /// Reads the class.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine is at fault. Invalid submissions are left out.
    pub fn add_class(
        &mut self,
        entries: &[Attempt],
        reader: &SubmissionReader<'_>,
        jobs: usize,
    ) -> Result<(), CollectError> {
        self.add_submissions(entries, None, reader, jobs)
    }

    /// Reads submissions from previous years. Each year has a folder or an archive, and names begin with the year, as
    /// in `2024/alice`. When a submission is too large, it might be a repository with several assignments, so the
    /// folders are compared separately, as in `2024/course/puzzle`.
    ///
    /// # Errors
    ///
    /// See [`Collected::add_class`].
    pub fn add_past(
        &mut self,
        years: &[(&Path, &[Attempt])],
        reader: &SubmissionReader<'_>,
        jobs: usize,
    ) -> Result<(), CollectError> {
        let places: Vec<&Path> = years.iter().map(|(place, _)| *place).collect();
        for ((_, entries), label) in years.iter().zip(year_labels(&places)) {
            self.add_submissions(entries, Some(&label), reader, jobs)?;
        }
        Ok(())
    }

    fn add_submissions(
        &mut self,
        entries: &[Attempt],
        year: Option<&str>,
        reader: &SubmissionReader<'_>,
        jobs: usize,
    ) -> Result<(), CollectError> {
        for read in
            pool::map_in_parallel(jobs, entries, |entry| read_submission(entry, year, reader))
        {
            let Collected { documents, left_out } = read?;
            self.documents.extend(documents);
            self.left_out.extend(left_out);
        }
        // Past submissions and those of this year come from several calls.
        self.left_out.sort_by(|a, b| (a.is_past, &a.name).cmp(&(b.is_past, &b.name)));
        Ok(())
    }
}

/// Reads a submission, or the parts of one that is too large.
fn read_submission(
    entry: &Attempt,
    year: Option<&str>,
    reader: &SubmissionReader<'_>,
) -> Result<Collected, CollectError> {
    let name = year.map_or(entry.name.clone(), |year| format!("{year}/{}", entry.name));
    let is_past = year.is_some();
    let mut collected = Collected::default();
    let mut leave_out = |name, reason| collected.left_out.push(LeftOut { name, is_past, reason });
    let Texts { files, unread } = match reader(entry) {
        Ok(texts) => texts,
        Err(Unread::Machine(error)) => return Err(CollectError::Machine(error)),
        Err(Unread::LeftOut(reason)) => {
            leave_out(name, reason);
            return Ok(collected);
        }
    };
    for (path, reason) in unread {
        leave_out(format!("{name}/{path}"), reason);
    }
    let mut open = vec![PastFolder { name, depth: 0, files }];
    while let Some(part) = open.pop() {
        let document = Document::new(part.name.clone(), part.files.iter().cloned().collect());
        if document.tokens().len() <= MAX_TOKENS {
            collected.documents.push(if is_past { document.mark_as_past() } else { document });
        } else if is_past && part.files.len() > 1 {
            open.extend(part.group_by_next_component());
        } else {
            let reason = format!("it contains over {MAX_TOKENS} tokens of code");
            collected.left_out.push(LeftOut { name: part.name, is_past, reason });
        }
    }
    // Parts are split off from the last to the first.
    collected.documents.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(collected)
}

/// Files from one folder of a past submission.
struct PastFolder {
    name: String,
    /// The number of leading path components in common.
    depth: usize,
    files: Vec<(String, String)>,
}

impl PastFolder {
    /// Groups the files by the next path component.
    fn group_by_next_component(self) -> impl Iterator<Item = Self> {
        let Self { name, depth, files } = self;
        let mut parts: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (path, text) in files {
            let key = path.split('/').nth(depth).unwrap_or(&path).to_owned();
            parts.entry(key).or_default().push((path, text));
        }
        let part =
            move |(key, files)| Self { name: format!("{name}/{key}"), depth: depth + 1, files };
        parts.into_iter().map(part)
    }
}

/// Labels each year with the name of its folder or, if that is not unique, the full path.
fn year_labels(places: &[&Path]) -> Vec<String> {
    let name = |place: &&Path| {
        let resolved = fs::canonicalize(place).unwrap_or_else(|_| place.to_path_buf());
        // An archive should have the same label as its folder.
        let name = if resolved.is_file() { resolved.file_stem() } else { resolved.file_name() };
        name.map(|name| name.to_string_lossy().into_owned())
    };
    let names: Vec<Option<String>> = places.iter().map(name).collect();
    let label = |(folder, name): (&&Path, &Option<String>)| {
        let is_alone = names.iter().filter(|other| *other == name).count() == 1;
        name.clone().filter(|_| is_alone).unwrap_or_else(|| folder.display().to_string())
    };
    places.iter().zip(&names).map(label).collect()
}

impl GivenCode {
    /// Adds a file, or all Rust files below a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, if there are no Rust files, or if there is too much code.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), CollectError> {
        let unreadable = |source| CollectError::Unreadable { path: folder.to_owned(), source };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut files = BTreeMap::new();
        if fs::metadata(folder).map_err(unreadable)?.is_dir() {
            find_code(folder, "", 0, &mut files)?;
        } else {
            files.insert(name.clone(), folder.to_owned());
        }
        let too_much = || CollectError::TooMuch { path: folder.to_owned() };
        let mut texts = BTreeMap::new();
        let mut bytes = 0;
        for (name, path) in files {
            let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
            // A larger size exceeds the limit in any case.
            bytes += usize::try_from(size).unwrap_or(MAX_GIVEN_BYTES);
            if bytes > MAX_GIVEN_BYTES || texts.len() == MAX_GIVEN_FILES {
                return Err(too_much());
            }
            let text = regular::read_file(&path)
                .map_err(|source| CollectError::Unreadable { path, source })?;
            texts.insert(name, String::from_utf8_lossy(&text).into_owned());
        }
        if texts.is_empty() {
            return Err(CollectError::NoCode { path: folder.to_owned() });
        }
        self.add_files(&name, texts);
        Ok(())
    }
}

/// Finds the Rust files below a folder. Skips links, hidden folders and `target`.
fn find_code(
    folder: &Path,
    name: &str,
    depth: usize,
    files: &mut BTreeMap<String, PathBuf>,
) -> Result<(), CollectError> {
    let unreadable = |source| CollectError::Unreadable { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (path, own) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let kind = entry.file_type().map_err(unreadable)?;
        if kind.is_dir() && own != "target" && !own.starts_with('.') && depth < MAX_DEPTH {
            find_code(&path, &format!("{name}{own}/"), depth + 1, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            files.insert(format!("{name}{own}"), path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_named_after_their_folders() {
        let folders = ["a/2023", "b/2024", "c/2023/"].map(Path::new);
        assert_eq!(year_labels(&folders), ["a/2023", "2024", "c/2023/"]);
    }

    #[test]
    fn oversized_past_code_is_split_by_folder() {
        let large = "fn f() { x = y; }\n".repeat(MAX_TOKENS / 15);
        let texts = |entry: &Attempt| {
            let files =
                [("a/x.rs", &*large), ("a/y.rs", "fn y() {}"), ("b/z.rs", &*large), ("m.rs", "x")];
            let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
            let unread = vec![("c.rs".to_owned(), "it is not UTF-8 text".to_owned())];
            assert_eq!(entry.name, "course");
            Ok(Texts { files: files.collect(), unread })
        };
        let entry = Attempt::new("course", intake::class::SubmissionSource::default());
        let Collected { documents, left_out } =
            read_submission(&entry, Some("2024"), &texts).unwrap();
        let names: Vec<_> = documents.iter().map(|document| &*document.name).collect();
        assert_eq!(names, ["2024/course/a", "2024/course/b", "2024/course/m.rs"]);
        assert!(documents.iter().all(|document| document.is_past));
        assert_eq!(left_out[0].name, "2024/course/c.rs");
        let Collected { documents, left_out } = read_submission(&entry, None, &texts).unwrap();
        assert_eq!((documents.len(), left_out.len()), (0, 2));
    }

    #[test]
    fn given_code_is_found_at_any_depth() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for (name, text) in
            [("a.rs", "fn a() {}"), ("x/y/b.rs", "b"), ("target/c.rs", "c"), ("n.txt", "n")]
        {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let mut given = GivenCode::default();
        given.add_folder(path).unwrap();
        let names: Vec<_> = given.documents()[0].files().iter().map(|file| &*file.path).collect();
        assert_eq!(names, ["a.rs", "x/y/b.rs"]);
        given.add_folder(&path.join("a.rs")).unwrap();
        for (name, is_missing) in [("target/d", true), ("x/z", false)] {
            fs::create_dir_all(path.join("x/z")).unwrap();
            match given.add_folder(&path.join(name)) {
                Err(CollectError::Unreadable { .. }) => assert!(is_missing),
                Err(CollectError::NoCode { .. }) => assert!(!is_missing),
                other => panic!("{other:?}"),
            }
        }
    }
}
