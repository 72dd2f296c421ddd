//! Assembles the source files of a corpus submission, from edits of a base or from a complete crate.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base::input::{self, FileError, InputText, ReadProblem, display_path};
use base::regular;
use toml::Spanned;

use super::label::Label;
use super::make;
use super::problem::LabelProblem;

pub(super) const LABEL: &str = "label.toml";

const TARGET: &str = "target";

pub(super) type Files = BTreeMap<String, Vec<u8>>;

pub(super) struct Draft {
    pub(super) name: String,
    pub(super) own_name: String,
    /// The folder of a complete crate, or `None` if the label has edits.
    pub(super) folder: Option<PathBuf>,
    pub(super) file: String,
    pub(super) text: String,
    pub(super) label: Label,
}

impl Draft {
    pub(super) fn input_text(&self) -> InputText<'_> {
        InputText { file: &self.file, text: &self.text }
    }
}

pub(super) fn files_of_draft(draft: &Draft, drafts: &[Draft]) -> Result<Files, FileError> {
    let mut way = vec![draft];
    while let Some(last) = way.last()
        && let Some(base) = &last.label.base
    {
        let next = find_base(base, last.input_text(), drafts)?;
        if let Some(start) = way.iter().position(|labelled| labelled.name == next.name) {
            let circle = way[start..].iter().chain([&next]).map(|labelled| labelled.name.clone());
            return Err(last
                .input_text()
                .error(base.span(), &LabelProblem::Circle(circle.collect())));
        }
        way.push(next);
    }
    let mut files = None;
    // The way leads from a label to its oldest base, and edits apply from there.
    for draft in way.into_iter().rev() {
        files = Some(match &draft.folder {
            Some(folder) => files_of_crate(folder)?,
            None => make::apply_label(
                files.unwrap_or_else(make::model_files),
                &draft.label,
                draft.input_text(),
            )?,
        });
    }
    Ok(files.unwrap_or_default())
}

fn find_base<'a>(
    base: &Spanned<String>,
    source: InputText<'_>,
    drafts: &'a [Draft],
) -> Result<&'a Draft, FileError> {
    let name = base.get_ref();
    drafts.iter().find(|draft| draft.name == *name).ok_or_else(|| {
        let like = input::most_like(name, drafts.iter().map(|draft| draft.name.as_str()));
        source.error(base.span(), &LabelProblem::UnknownBase(name.clone(), like.map(str::to_owned)))
    })
}

/// Reads the files in a crate's folder, except the label, hidden files, Cargo's output, and links.
fn files_of_crate(folder: &Path) -> Result<Files, FileError> {
    let mut files = Files::new();
    add_files(folder, "", &mut files)?;
    files.remove(LABEL);
    Ok(files)
}

fn add_files(folder: &Path, name: &str, files: &mut Files) -> Result<(), FileError> {
    let unreadable = |path: &Path| {
        let path = display_path(path);
        move |error| FileError::of_file(path, &ReadProblem::Unreadable(error))
    };
    for path in input::visible_paths_in(folder).map_err(unreadable(folder))? {
        let own_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kind = fs::symlink_metadata(&path).map_err(unreadable(&path))?.file_type();
        if kind.is_dir() && own_name != TARGET {
            add_files(&path, &format!("{name}{own_name}/"), files)?;
        } else if kind.is_file() {
            let bytes = regular::read_file(&path).map_err(unreadable(&path))?;
            files.insert(format!("{name}{own_name}"), bytes);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use tempfile::TempDir;

    use super::super::{Corpus, CorpusError};
    use super::*;

    const CRATE: [(&str, &str); 7] = [
        ("label.toml", "about = 'x'\nfails = []\n"),
        ("Cargo.toml", "[package]\nname = 'own'\nedition = '2021'\n"),
        ("README.md", "mine"),
        ("src/lib.rs", "mod board;\nmod search;\npub use board::Board;\npub use search::Solver;\n"),
        ("src/board.rs", "pub struct Board;\nconst WORDS: &str = include_str!(\"words.txt\");\n"),
        ("src/words.txt", "one two"),
        ("src/search/mod.rs", "pub struct Solver;\n"),
    ];

    /// Creates a corpus with [`CRATE`] as `own/crate`, and submissions with these labels.
    fn corpus(labels: &[(&str, &str)]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: String, text: &[u8]| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for (path, text) in CRATE {
            write(format!("own/crate/{path}"), text.as_bytes());
        }
        write("own/crate/target/debug/made.rs".to_owned(), b"made");
        write("own/crate/.git/config".to_owned(), b"hidden");
        write("own/crate/src/bytes.bin".to_owned(), &[0xff, 0xfe]);
        for (name, lines) in labels {
            write(format!("{name}.toml"), format!("about = 'x'\nfails = []\n{lines}").as_bytes());
        }
        folder
    }

    fn edit(file: &str, find: &str, replace: &str) -> String {
        format!("[[edit]]\nfile = '{file}'\nfind = '{find}'\nreplace = '{replace}'\n")
    }

    fn base(name: &str, edits: &str) -> String {
        format!("base = '{name}'\n{edits}")
    }

    /// Returns the error from loading a corpus with these labels. Shows the folder as `DIR`.
    fn error(labels: &[(&str, &str)]) -> String {
        let folder = corpus(labels);
        match Corpus::load(folder.path()).unwrap_err() {
            CorpusError::File(error) => samples::shorten_error(&error.render(false))
                .replace(&display_path(folder.path()), "DIR"),
            CorpusError::Scratch(error) => panic!("{error}"),
        }
    }

    fn sources(corpus: &Corpus, name: &str) -> BTreeMap<String, String> {
        let labelled = corpus.submissions.iter().find(|labelled| labelled.name == name).unwrap();
        let files = labelled.submission.files();
        files.map(|file| (file.path.to_owned(), file.text.to_owned())).collect()
    }

    #[test]
    fn edits_are_applied_to_the_base() {
        let first = base("own/crate", &edit("src/search/mod.rs", "Solver;", "Solver(u8);"));
        let second = base("own/first", &edit("src/search/mod.rs", "u8", "u16"));
        let third = base("own/model", &edit("src/lib.rs", "mod board", "pub mod board"));
        let folder = corpus(&[
            ("own/first", &first),
            ("other/second", &second),
            ("other/third", &third),
            ("own/model", &edit("src/lib.rs", "mod solver", "pub mod solver")),
        ]);
        let corpus = Corpus::load(folder.path()).unwrap();
        let of_crate = sources(&corpus, "own/crate");
        let mut expected = of_crate.clone();
        expected.insert("src/search/mod.rs".to_owned(), "pub struct Solver(u8);\n".to_owned());
        assert_eq!(sources(&corpus, "own/first"), expected);
        expected.insert("src/search/mod.rs".to_owned(), "pub struct Solver(u16);\n".to_owned());
        assert_eq!(sources(&corpus, "other/second"), expected);
        let root = &sources(&corpus, "other/third")["src/lib.rs"];
        assert!(root.contains("pub mod board") && root.contains("pub mod solver"), "{root}");
    }

    #[test]
    fn generated_files_are_not_part_of_a_crate() {
        let folder = corpus(&[]);
        let files = files_of_crate(&folder.path().join("own/crate")).unwrap();
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        let expected = [
            "Cargo.toml",
            "README.md",
            "src/board.rs",
            "src/bytes.bin",
            "src/lib.rs",
            "src/search/mod.rs",
            "src/words.txt",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn unknown_base_submissions_are_reported() {
        assert_snapshot!(error(&[("own/one", "base = 'own/crat'\n")]), @"
        error: unknown base submission `own/crat`
        --> DIR/own/one.toml:3:8 `'own/crat'`
        = help: did you mean `own/crate`?
        ");
        assert_snapshot!(error(&[("own/one", "base = 'the model'\n")]), @"
        error: unknown base submission `the model`
        --> DIR/own/one.toml:3:8 `'the model'`
        = help: use the group and name of a submission in this corpus, such as `faults/greedy`; leave out `base` to edit the model answer
        ");
        assert_snapshot!(error(&[("own/one", "base = 'own/one'\n")]), @"
        error: cycle in base submissions: `own/one` -> `own/one`
        --> DIR/own/one.toml:3:8 `'own/one'`
        = help: start from a whole crate or from the model answer
        ");
        let circle = [
            ("own/a", "base = 'own/b'\n"),
            ("own/b", "base = 'own/c'\n"),
            ("own/c", "base = 'own/b'\n"),
        ];
        assert_snapshot!(error(&circle), @"
        error: cycle in base submissions: `own/b` -> `own/c` -> `own/b`
        --> DIR/own/c.toml:3:8 `'own/b'`
        = help: start from a whole crate or from the model answer
        ");
        let label = ("own/crate/label", "base = 'own/one'\n");
        assert_snapshot!(error(&[label]), @"
        error: edits cannot be used with a whole crate
        --> DIR/own/crate/label.toml:3:8 `'own/one'`
        = help: change the files in the crate instead
        ");
    }

    #[test]
    fn edits_that_do_not_match_the_base_are_reported() {
        let stale = base("own/crate", &edit("src/board.rs", "fn hamming", ""));
        assert_snapshot!(error(&[("own/one", &stale)]), @"
        error: this text is not in `src/board.rs`
        --> DIR/own/one.toml:6:8 `'fn hamming'`
        = help: the base, or the model answer, may have changed: use its current text
        ");
        let twice = base("own/crate", &edit("src/lib.rs", "mod ", ""));
        assert_snapshot!(error(&[("own/one", &twice)]), @"
        error: this text appears 2 times in `src/lib.rs`
        --> DIR/own/one.toml:6:8 `'mod '`
        = help: include more of the surrounding text
        ");
        let elsewhere = base("own/crate", &edit("src/solver.rs", "x", ""));
        assert_snapshot!(error(&[("own/one", &elsewhere)]), @"
        error: there is no `src/solver.rs` to edit
        --> DIR/own/one.toml:5:8 `'src/solver.rs'`
        = help: its files are `Cargo.toml`, `README.md`, `src/board.rs`, `src/bytes.bin`, `src/lib.rs`, `src/search/mod.rs`, `src/words.txt`
        ");
        let bytes = base("own/crate", &edit("src/bytes.bin", "x", ""));
        assert_snapshot!(error(&[("own/one", &bytes)]), @"
        error: `src/bytes.bin` is not UTF-8 text
        --> DIR/own/one.toml:5:8 `'src/bytes.bin'`
        = help: replace the whole file
        ");
        // The error points to the invalid label, even when another label is based on it.
        let wrong = base("own/crate", &edit("src/board.rs", "fn twin", ""));
        let labels = [("own/one", "base = 'own/two'\n"), ("own/two", &wrong)];
        let first = error(&labels).lines().take(2).collect::<Vec<_>>().join("\n");
        assert_snapshot!(first, @"
        error: this text is not in `src/board.rs`
        --> DIR/own/two.toml:6:8 `'fn twin'`
        ");
    }
}
