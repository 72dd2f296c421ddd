//! Loads a corpus from a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ::base::UserError as _;
use ::base::input::{self, FileError, InputText, ReadProblem, display_path};

use super::base::{self, Draft, LABEL};
use super::problem::LabelProblem;
use super::{Corpus, CorpusError, Labelled, label, make};

impl Corpus {
    /// Loads the corpus in a folder.
    ///
    /// # Errors
    ///
    /// Returns an error for the first invalid file, or if a file cannot be read or written.
    pub fn load(folder: &Path) -> Result<Self, CorpusError> {
        let mut drafts: Vec<Draft> = Vec::new();
        for group in visible_entries(folder)? {
            if group.is_dir() {
                for path in visible_entries(&group)? {
                    drafts.extend(read_draft(&path, &name_of(&group))?);
                }
            }
        }
        if drafts.is_empty() {
            return Err(
                FileError::of_file(display_path(folder), &LabelProblem::NoSubmission).into()
            );
        }
        let submissions: Result<Vec<Labelled>, CorpusError> =
            drafts.iter().map(|draft| make_labelled(draft, &drafts)).collect();
        let mut submissions = submissions?;
        // Sorted, two equal names are adjacent.
        submissions.sort_by(|a, b| a.name.cmp(&b.name));
        if let Some([first, _]) = submissions.array_windows().find(|[a, b]| a.name == b.name) {
            let problem = LabelProblem::SecondName(first.name.clone());
            return Err(FileError::of_file(display_path(folder), &problem).into());
        }
        Ok(Self { submissions, is_of_grader: false, is_part: false })
    }

    /// Returns the corpus for the default assignment.
    ///
    /// # Errors
    ///
    /// Returns an error if temporary files cannot be written. Tests ensure that the embedded files are valid.
    pub fn embedded() -> Result<Self, CorpusError> {
        let folder = tempfile::tempdir().map_err(CorpusError::Scratch)?;
        for (path, text) in embedded::CORPUS {
            let path = folder.path().join(path);
            let parent = path.parent().unwrap_or(folder.path());
            fs::create_dir_all(parent).map_err(CorpusError::Scratch)?;
            fs::write(&path, text).map_err(CorpusError::Scratch)?;
        }
        Ok(Self { is_of_grader: true, ..Self::load(folder.path())? })
    }
}

/// Reads the label of an entry in a group's folder. Returns `None` for other files, such as notes.
fn read_draft(path: &Path, group: &str) -> Result<Option<Draft>, FileError> {
    let is_crate = path.is_dir();
    if !is_crate && !input::is_toml(path) {
        return Ok(None);
    }
    let file = if is_crate { path.join(LABEL) } else { path.to_owned() };
    if !file.exists() {
        return Err(FileError::of_file(display_path(path), &LabelProblem::NoLabel));
    }
    let text = input::read_text(&file)?;
    let file = display_path(&file);
    let source = InputText { file: &file, text: &text };
    let label =
        if is_crate { label::parse_crate_label(source)? } else { label::parse_label(source)? };
    let own_name = if is_crate { name_of(path) } else { name_of(&path.with_extension("")) };
    let name = format!("{group}/{own_name}");
    let folder = is_crate.then(|| path.to_owned());
    Ok(Some(Draft { name, own_name, folder, file, text, label }))
}

fn make_labelled(draft: &Draft, drafts: &[Draft]) -> Result<Labelled, CorpusError> {
    let files = base::files_of_draft(draft, drafts)?;
    let submission = if let Some(folder) = &draft.folder {
        intake::read_submission(folder).map_err(|error| {
            let problem = LabelProblem::Refused { message: error.to_string(), hint: error.hint() };
            FileError::of_file(display_path(folder), &problem)
        })?
    } else {
        make::submission(&draft.own_name, &files, draft.input_text())?
    };
    let Draft { name, label, .. } = draft;
    let expected = label.expected.clone();
    Ok(Labelled { name: name.clone(), about: label.about.clone(), expected, submission, files })
}

fn visible_entries(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    input::visible_paths_in(folder).map_err(|error| {
        let folder = display_path(folder);
        match error.kind() {
            ErrorKind::NotFound => FileError::of_file(folder, &LabelProblem::NotFound),
            ErrorKind::NotADirectory => FileError::of_file(folder, &LabelProblem::File),
            _ => FileError::of_file(folder, &ReadProblem::Unreadable(error)),
        }
    })
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use grade::check::Check;
    use insta::assert_snapshot;
    use tempfile::TempDir;

    use super::*;

    fn corpus(label: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("mine")).unwrap();
        fs::write(folder.path().join("mine").join("one.toml"), label).unwrap();
        folder
    }

    fn error(folder: &TempDir) -> String {
        match Corpus::load(folder.path()).unwrap_err() {
            CorpusError::File(error) => samples::shorten_error(&error.render(false))
                .replace(&display_path(folder.path()), "DIR"),
            CorpusError::Scratch(error) => panic!("{error}"),
        }
    }

    #[test]
    fn the_embedded_corpus_is_read() {
        let corpus = Corpus::embedded().unwrap();
        let find = |name| corpus.submissions.iter().find(|labelled| labelled.name == name).unwrap();
        assert!(corpus.submissions.iter().all(|labelled| !labelled.name.starts_with("hostile/")));
        let greedy = find("faults/greedy");
        assert!(greedy.expected.fails.contains(&Check::SolverMoves));
        assert_eq!(greedy.submission.name(), "greedy");
        assert!(find("right/one-queue").expected.is_right());
        let cpp = find("tutorials/cpp");
        assert_eq!(cpp.submission.name(), "cpp");
        assert!(cpp.expected.fails.contains(&Check::SolverMoves));
        // The intake code also rejects invalid manifests in a corpus.
        assert_eq!(find("faults/build-script").submission.faults().len(), 1);
        assert_eq!(find("faults/foreign-dependency").submission.faults().len(), 1);
    }

    #[test]
    fn the_embedded_corpus_contains_only_labels_and_crates() {
        let names: Vec<&str> = embedded::CORPUS.iter().map(|(name, _)| *name).collect();
        assert!(names.contains(&"tutorials/cpp/src/lib.rs"), "{names:?}");
        assert!(names.iter().all(|name| name.contains('/')), "notes beside the groups: {names:?}");
        assert!(!names.iter().any(|name| name.contains("/target/")), "{names:?}");
        let bytes: usize = embedded::CORPUS.iter().map(|(_, text)| text.len()).sum();
        // The corpus will be embedded in the grader's executable.
        assert!(bytes < 3 << 20, "{bytes} bytes");
    }

    #[test]
    fn edit_order_does_not_matter() {
        let edit = |find: &str, replace: &str| {
            format!("[[edit]]\nfile = 'src/board.rs'\nfind = '{find}'\nreplace = '{replace}'\n")
        };
        // After the first edit, the text to find for the second edit occurs twice.
        let (one, other) = (
            edit("fn hamming(&self)", "fn manhattan(&self)"),
            edit("fn manhattan(&self)", "fn hamming(&self)"),
        );
        let hash = |edits: [&str; 2]| {
            let corpus = corpus(&format!("about = 'x'\nfails = []\n{}", edits.concat()));
            Corpus::load(corpus.path()).unwrap().submissions[0].submission.hash()
        };
        assert_eq!(hash([&one, &other]), hash([&other, &one]));
    }

    #[test]
    fn folders_without_a_corpus_are_rejected() {
        let folder = corpus("about = 'x'\nfails = []\n");
        let at = |path: &str| match Corpus::load(&folder.path().join(path)).unwrap_err() {
            CorpusError::File(error) => error.message().to_owned(),
            CorpusError::Scratch(error) => panic!("{error}"),
        };
        assert_eq!(at("none"), "no such folder");
        assert_eq!(at("mine"), "no labelled submissions in this folder");
        assert_eq!(at("mine/one.toml"), "expected a folder, found a file");
        fs::write(folder.path().join("mine/notes.txt"), "mine").unwrap();
        assert_eq!(Corpus::load(folder.path()).unwrap().submissions.len(), 1);
        fs::create_dir(folder.path().join("mine/one")).unwrap();
        assert_snapshot!(error(&folder), @"
        error: no `label.toml` in this folder
        --> DIR/mine/one
        = help: a corpus contains label files (`NAME.toml`) and complete crates (with a `label.toml`)
        ");
        fs::write(folder.path().join("mine/one/label.toml"), "about = 'x'\nfails = []\n").unwrap();
        assert_snapshot!(error(&folder), @"
        error: the folder `DIR/mine/one` contains no Rust crate, only `label.toml`
        --> DIR/mine/one
        = help: a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
        ");
        fs::write(folder.path().join("mine/one/board.rs"), "pub struct Board;").unwrap();
        assert_snapshot!(error(&folder), @"
        error: the name `mine/one` is used twice
        --> DIR
        = help: a file and a folder have this name
        ");
    }

    #[test]
    fn unknown_words_in_labels_are_reported() {
        assert_snapshot!(error(&corpus("about = 'x'\nfails = ['board.haming']\n")), @"
        error: unknown check `board.haming`
        --> DIR/mine/one.toml:2:10 `'board.haming'`
        = help: did you mean `board.hamming`?
        ");
        assert_snapshot!(error(&corpus("about = 'x'\nfails = ['it']\n")), @"
        error: unknown check `it`
        --> DIR/mine/one.toml:2:10 `'it'`
        = help: the default assignment lists every check
        ");
        assert_snapshot!(error(&corpus("about = 'x'\nfail = []\n")), @"
        error: unknown key `fail`, expected one of `about`, `fails`, `passes`, `may_fail`, `score`, `shows`, `causes`, `base`, `edit`, `file`
        --> DIR/mine/one.toml:2:1 `fail`
        = help: did you mean `fails`?
        ");
        assert_snapshot!(error(&corpus("about = ' '\nfails = []\n")), @"
        error: `about` is empty
        --> DIR/mine/one.toml:1:9 `' '`
        = help: describe what is special about the submission
        ");
        let twice = "about = 'x'\nfails = ['board.twin', 'board.twin']\n";
        assert_snapshot!(error(&corpus(twice)), @"
        error: check `board.twin` is listed twice
        --> DIR/mine/one.toml:2:24 `'board.twin'`
        ");
    }

    #[test]
    fn impossible_edits_are_reported() {
        let edit = |file: &str, find: &str| {
            format!(
                "about = 'x'\nfails = []\n\n[[edit]]\nfile = '{file}'\nfind = '{find}'\nreplace = ''\n"
            )
        };
        assert_snapshot!(error(&corpus(&edit("src/bord.rs", "x"))), @"
        error: there is no `src/bord.rs` to edit
        --> DIR/mine/one.toml:5:8 `'src/bord.rs'`
        = help: its files are `Cargo.toml`, `src/board.rs`, `src/lib.rs`, `src/solver.rs`
        ");
        assert_snapshot!(error(&corpus(&edit("src/board.rs", "no such text"))), @"
        error: this text is not in `src/board.rs`
        --> DIR/mine/one.toml:6:8 `'no such text'`
        = help: the base, or the model answer, may have changed: use its current text
        ");
        let error_of = |label: &str| error(&corpus(label)).lines().next().unwrap().to_owned();
        let ambiguous = error_of(&edit("src/lib.rs", "mod "));
        assert_eq!(ambiguous, "error: this text appears 2 times in `src/lib.rs`");
        let empty = error_of(&edit("src/lib.rs", ""));
        assert!(empty.ends_with(" times in `src/lib.rs`"), "{empty}");
        let second = "\n[[edit]]\nfile = 'src/lib.rs'\nfind = 'd board'\nreplace = ''\n";
        let overlap = edit("src/lib.rs", "mod board") + second;
        assert_snapshot!(error(&corpus(&overlap)), @"
        error: two edits of `src/lib.rs` overlap
        --> DIR/mine/one.toml:11:8 `'d board'`
        = help: merge the two edits
        ");
    }

    #[test]
    fn invalid_files_in_labels_are_reported() {
        let file = |path: &str| {
            let label = format!("about = 'x'\nfails = []\n[[file]]\npath = '{path}'\ntext = ''\n");
            error(&corpus(&label)).lines().next().unwrap().to_owned()
        };
        for path in ["../x.rs", "/x.rs", "src", "src//x.rs", "", "src/./x.rs", "src/lib.rs/x.rs"] {
            let expected = format!("error: `{path}` is not a valid file path in a submission");
            assert_eq!(file(path), expected);
        }
        let whole = "about = 'x'\nfails = []\n".to_owned()
            + &["src/board.rs", "src/solver.rs", "src/lib.rs"]
                .map(|path| format!("[[file]]\npath = '{path}'\ntext = ''\n"))
                .concat();
        assert_snapshot!(error(&corpus(&whole)), @"
        error: the submission in `one` has no `Board`
        --> DIR/mine/one.toml:1:1 `a`
        = help: the root of the crate must export `Board` and `Solver<B>`
        ");
    }
}
