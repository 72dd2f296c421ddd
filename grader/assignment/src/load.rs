//! Loads an assignment from a folder.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use base::input::{self, FileError, InputText, ReadProblem, display_path};

use super::domain::{Assignment, Puzzle};
use super::problem::Problem;
use super::puzzle_set::PuzzleSet;
use super::{puzzle, rubric};

pub(super) const RUBRIC: &str = "assignment.toml";

pub(super) const PUZZLES: &str = "puzzles";

/// Returns the path of the rubric, given that of the assignment.
pub(super) fn rubric_file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(RUBRIC) } else { path.to_owned() }
}

impl Assignment {
    /// Loads the assignment from a folder or a rubric file, with the puzzles in the `puzzles` folder next to the
    /// rubric.
    ///
    /// # Errors
    ///
    /// Returns the first error in any file, including files that the rubric does not use.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        Self::load_with_puzzles(path).map(|(assignment, _)| assignment)
    }

    /// Loads an assignment and all solvable puzzles in the folder, including those that the rubric does not name.
    ///
    /// # Errors
    ///
    /// See [`load`](Self::load).
    pub fn load_with_puzzles(path: &Path) -> Result<(Self, Vec<Puzzle>), FileError> {
        let file = rubric_file(path);
        if !file.exists() {
            let problem = if path.is_dir() { Problem::NoRubric } else { Problem::NotFound };
            return Err(FileError::of_file(display_path(path), &problem));
        }
        let text = input::read_text(&file)?;
        let name = display_path(&file);
        let source = InputText { file: &name, text: &text };
        let rubric = rubric::read_rubric(source)?;
        let puzzles = read_puzzles(&file.with_file_name(PUZZLES))?;
        Ok((rubric.with_puzzles(source, &puzzles)?, puzzles.puzzles_to_solve()))
    }

    /// Loads an assignment, and also searches for proofs of the expected answers.
    ///
    /// # Errors
    ///
    /// Returns all errors, except that each check, puzzle, and puzzle name yields only its first error. Looks up the
    /// rubric's puzzle names only if the rubric and the puzzle files are otherwise valid.
    pub fn load_proven(path: &Path) -> Result<Self, Vec<FileError>> {
        let loaded = Self::load(path);
        let file = rubric_file(path);
        let mut problems = Vec::new();
        let text = input::read_text(&file).ok();
        let name = display_path(&file);
        let source = text.as_deref().map(|text| InputText { file: &name, text });
        problems.extend(source.into_iter().flat_map(rubric::find_problems));
        let mut set = PuzzleSet::default();
        let files = puzzle_files(&file.with_file_name(PUZZLES)).unwrap_or_else(|error| {
            problems.push(error);
            Vec::new()
        });
        for path in files {
            let name = display_path(&path);
            let text = match input::read_text(&path) {
                Ok(text) => text,
                Err(error) => {
                    problems.push(error);
                    continue;
                }
            };
            let source = InputText { file: &name, text: &text };
            let of_file = puzzle::find_problems(source);
            if of_file.is_empty() {
                problems.extend(set.add_file(source).err());
            }
            problems.extend(of_file);
        }
        if problems.is_empty()
            && let Some(source) = source
            && let Ok(rubric) = rubric::read_rubric(source)
        {
            problems.extend(rubric.problems(source, &set));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        // If this pass finds no errors, report the error from loading.
        loaded.map_err(|first| vec![first])
    }

    /// Returns the files of an assignment, by relative path: the rubric under its usual name, and all puzzle files.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read. Does not validate the contents; [`load`](Self::load) does.
    pub fn files(path: &Path) -> Result<BTreeMap<String, String>, FileError> {
        let rubric = rubric_file(path);
        let mut files = BTreeMap::from([(RUBRIC.to_owned(), input::read_text(&rubric)?)]);
        for file in puzzle_files(&rubric.with_file_name(PUZZLES))? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            files.insert(format!("{PUZZLES}/{name}"), input::read_text(&file)?);
        }
        Ok(files)
    }
}

fn read_puzzles(folder: &Path) -> Result<PuzzleSet, FileError> {
    let files = puzzle_files(folder)?;
    if files.is_empty() {
        return Err(FileError::of_file(display_path(folder), &Problem::NoPuzzleFile));
    }
    let mut puzzles = PuzzleSet::default();
    for path in files {
        puzzles
            .add_file(InputText { file: &display_path(&path), text: &input::read_text(&path)? })?;
    }
    Ok(puzzles)
}

pub(super) fn puzzle_files(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut files = input::visible_paths_in(folder).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            FileError::of_file(display_path(folder), &Problem::NoPuzzles)
        }
        _ => FileError::of_file(display_path(folder), &ReadProblem::Unreadable(error)),
    })?;
    // A puzzle that nobody reads would look like one that does not exist.
    for folder in files.iter().filter(|path| path.is_dir()) {
        let inside = input::visible_paths_in(folder).unwrap_or_default();
        if let Some(file) = inside.iter().find(|file| input::is_toml(file)) {
            return Err(FileError::of_file(display_path(file), &Problem::PuzzleInSubfolder));
        }
    }
    files.retain(|file| input::is_toml(file));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use insta::assert_snapshot;
    use tempfile::TempDir;

    use super::*;

    const PUZZLE: &str = "[[puzzle]]\nname = \"a\"\ntiles = [[1, 2], [3, 0]]\nmoves = 0\n";

    fn folder() -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(RUBRIC), embedded::ASSIGNMENT).unwrap();
        fs::create_dir(folder.path().join(PUZZLES)).unwrap();
        for (name, text) in embedded::PUZZLES {
            fs::write(folder.path().join(PUZZLES).join(name), text).unwrap();
        }
        folder
    }

    fn error(folder: &TempDir, path: &Path) -> String {
        let error = Assignment::load(path).unwrap_err().render(false);
        error.replace(&display_path(folder.path()), "DIR")
    }

    #[test]
    fn a_folder_and_its_rubric_load_the_same_assignment() {
        let folder = folder();
        let embedded = Assignment::embedded();
        assert_eq!(Assignment::load(folder.path()).unwrap(), embedded);
        let rubric = folder.path().join(RUBRIC);
        assert_eq!(Assignment::load(&rubric).unwrap().hash(), embedded.hash());
    }

    #[test]
    fn every_puzzle_file_is_read_or_refused() {
        let folder = folder();
        let puzzles = folder.path().join(PUZZLES);
        fs::rename(puzzles.join("2x2.toml"), puzzles.join("2X2.TOML")).unwrap();
        assert_eq!(Assignment::load(folder.path()).unwrap().hash(), Assignment::embedded().hash());
        fs::create_dir(puzzles.join("more")).unwrap();
        fs::write(puzzles.join("more/notes.txt"), "").unwrap();
        assert_eq!(Assignment::load(folder.path()).unwrap().hash(), Assignment::embedded().hash());
        fs::write(puzzles.join("more/a.toml"), PUZZLE).unwrap();
        assert_snapshot!(error(&folder, folder.path()), @"
        error: puzzle files in subfolders are not read
        --> DIR/puzzles/more/a.toml
         = help: move the file into `puzzles`
        ");
    }

    #[test]
    fn a_due_date_does_not_change_the_hash() {
        let folder = folder();
        let more = "course = \"CS 1\"\nattempts = { max = 3 }\n\
                    late = { due = 2026-11-22T23:59:00Z, percent = 10, per = \"day\" }\n[limits]";
        let rubric = embedded::ASSIGNMENT.replacen("[limits]", more, 1);
        fs::write(folder.path().join(RUBRIC), &rubric).unwrap();
        let assignment = Assignment::load(folder.path()).unwrap();
        assert_eq!(assignment.hash(), Assignment::embedded().hash());
        let policy = assignment.late.unwrap().to_string();
        assert_eq!(policy, "due 2026-11-22 23:59 (UTC); then -10 % for each day or part of it");
        assert_eq!(
            (assignment.course.as_deref(), assignment.attempts.unwrap().max),
            (Some("CS 1"), Some(3))
        );
        let wrong = rubric.replace("percent = 10", "percent = 1000");
        fs::write(folder.path().join(RUBRIC), wrong).unwrap();
        assert_snapshot!(error(&folder, folder.path()), @r#"
        error: the percentage must be above 0 and at most 100
          --> DIR/assignment.toml:19:48
           |
        19 | late = { due = 2026-11-22T23:59:00Z, percent = 1000, per = "day" }
           |                                                ^^^^
           |
           = help: use up to three decimals
        "#);
    }

    #[test]
    fn copied_files_load_the_same_assignment() {
        let folder = folder();
        let files = [("notes.txt", "mine"), ("puzzles/.hidden.toml", "x")];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let copy = tempfile::tempdir().unwrap();
        fs::create_dir(copy.path().join(PUZZLES)).unwrap();
        let files = Assignment::files(&folder.path().join(RUBRIC)).unwrap();
        assert_eq!(files.len(), 1 + embedded::PUZZLES.len());
        for (name, text) in files {
            fs::write(copy.path().join(name), text).unwrap();
        }
        assert_eq!(Assignment::load(copy.path()).unwrap(), Assignment::embedded());
    }

    #[test]
    fn file_order_and_editor_leftovers_do_not_matter() {
        let folder = folder();
        let puzzles = folder.path().join(PUZZLES);
        fs::rename(puzzles.join("2x2.toml"), puzzles.join("zzz.toml")).unwrap();
        fs::write(puzzles.join(".#3x3.toml"), "what is this").unwrap();
        fs::write(puzzles.join("notes.txt"), "what is this").unwrap();
        assert_eq!(Assignment::load(folder.path()).unwrap().hash(), Assignment::embedded().hash());
    }

    #[test]
    fn byte_order_marks_and_crlf_are_accepted() {
        let folder = folder();
        let rubric = embedded::ASSIGNMENT.replace('\n', "\r\n");
        fs::write(folder.path().join(RUBRIC), format!("\u{feff}{rubric}")).unwrap();
        assert_eq!(Assignment::load(folder.path()).unwrap(), Assignment::embedded());
        let wrong = rubric.replace("stop = 90", "stop = 0");
        fs::write(folder.path().join(RUBRIC), format!("\u{feff}{wrong}")).unwrap();
        assert_snapshot!(error(&folder, folder.path()), @"
        error: `stop` is zero
          --> DIR/assignment.toml:19:8
           |
        19 | stop = 0        # a run is stopped without a result above this multiple; at least `time`
           |        ^
           |
           = help: use a higher limit; with this one, no case could run
        ");
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let folder = folder();
        let path = folder.path();
        let errors = || -> Vec<String> {
            let problems = Assignment::load_proven(path).err().unwrap_or_default();
            let text = |error: &FileError| error.to_string().replace(&display_path(path), "DIR");
            problems.iter().map(text).collect()
        };
        assert_eq!(errors(), [""; 0]);
        let rubric = embedded::ASSIGNMENT
            .replace("\"board.hamming\" = { points = 4", "\"board.haming\" = { points = 4")
            .replace("\"board.twin\" = { points = 5", "\"board.twin\" = { points = -5");
        fs::write(path.join(RUBRIC), &rubric).unwrap();
        let mine = "[[puzzle]]\nname = \"a\"\ntiles = [[1, 2], [3, 0]]\nmoves = 1\n\
                    [[puzzle]]\nname = \"b\"\ntiles = [[1, 2], [3, 3]]\nmoves = 0\n";
        fs::write(path.join(PUZZLES).join("mine.toml"), mine).unwrap();
        let found = errors();
        let wanted = [
            "DIR/assignment.toml:55:1: unknown check `board.haming`",
            "DIR/assignment.toml:60:27: invalid number of points",
            "DIR/puzzles/mine.toml:4:9: the number of moves cannot be 1, because it must be even",
            "DIR/puzzles/mine.toml:7:22: tile 3 appears twice",
        ];
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.starts_with(wanted), "{found}");
        }

        // Only `load_proven` searches, but small boards are in a table.
        fs::write(path.join(RUBRIC), embedded::ASSIGNMENT).unwrap();
        let large = "[[puzzle]]\nname = \"a\"\ntiles = [[0, 6, 2, 7], [1, 5, 8, 3], [9, 10, 4, 11], \
                     [13, 14, 15, 12]]\nmoves = 14\n";
        fs::write(path.join(PUZZLES).join("mine.toml"), large).unwrap();
        let said = "DIR/puzzles/mine.toml:4:9: the smallest number of moves is 16, not 14";
        assert_eq!(errors(), [said]);
        assert!(Assignment::load(path).is_ok());
        let mine =
            "[[puzzle]]\nname = \"a\"\ntiles = [[1, 2, 3], [4, 5, 0], [7, 8, 6]]\nmoves = 3\n";
        fs::write(path.join(PUZZLES).join("mine.toml"), mine).unwrap();
        assert_eq!(
            errors(),
            ["DIR/puzzles/mine.toml:4:9: the smallest number of moves is 1, not 3"]
        );
        let error = Assignment::load(path).unwrap_err().to_string();
        assert!(
            error.ends_with("mine.toml:4:9: the smallest number of moves is 1, not 3"),
            "{error}"
        );
        let mine = "[[puzzle]]\nname = \"a\"\ntiles = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]\n\
                    twin_moves = 20\n";
        fs::write(path.join(PUZZLES).join("mine.toml"), mine).unwrap();
        assert_eq!(errors(), ["DIR/puzzles/mine.toml:4:14: the twin needs 22 moves, not 20"]);

        // Puzzle names are looked up only if everything else is valid.
        fs::remove_file(path.join(PUZZLES).join("mine.toml")).unwrap();
        let rubric = embedded::ASSIGNMENT.replacen("\"puzzle04\"", "\"puzzle4\"", 1).replacen(
            "\"puzzle31\"",
            "\"puzzle3l\"",
            1,
        );
        fs::write(path.join(RUBRIC), rubric).unwrap();
        let errors = errors();
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].contains("puzzle4") && errors[1].contains("puzzle3l"), "{errors:?}");
    }

    #[test]
    fn missing_files_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        assert_snapshot!(error(&folder, &path.join("hw4")), @r"
        error: no such file or folder
        --> DIR/hw4
         = help: an assignment is a folder with an `assignment.toml` file and a `puzzles` folder
        ");
        assert_snapshot!(error(&folder, path), @r"
        error: `assignment.toml` is missing from this folder
        --> DIR
         = help: an assignment is a folder with an `assignment.toml` file and a `puzzles` folder
        ");
        fs::write(path.join(RUBRIC), embedded::ASSIGNMENT).unwrap();
        assert_snapshot!(error(&folder, path), @r"
        error: the `puzzles` folder does not exist next to the rubric
        --> DIR/puzzles
         = help: the name of a puzzle file must end in `.toml`
        ");
        let errors = Assignment::load_proven(path).unwrap_err();
        assert_eq!(errors.len(), 1, "the names of puzzles say nothing without the folder");
        assert!(
            errors[0].to_string().contains("the `puzzles` folder does not exist"),
            "{}",
            errors[0]
        );
        fs::create_dir(path.join(PUZZLES)).unwrap();
        assert_snapshot!(error(&folder, path), @r"
        error: there is no puzzle file in this folder
        --> DIR/puzzles
         = help: the name of a puzzle file must end in `.toml`
        ");
    }

    #[test]
    fn unreadable_files_are_reported() {
        let folder = folder();
        fs::write(folder.path().join(PUZZLES).join("a.toml"), b"# \xff").unwrap();
        assert_snapshot!(error(&folder, folder.path()), @r"
        error: not UTF-8 text
        --> DIR/puzzles/a.toml
         = help: save it as UTF-8
        ");
        fs::remove_file(folder.path().join(RUBRIC)).unwrap();
        fs::create_dir(folder.path().join(RUBRIC)).unwrap();
        assert!(error(&folder, folder.path()).starts_with("error: cannot be read: "));
    }

    #[test]
    fn puzzle_names_are_unique_across_files() {
        let folder = folder();
        for name in ["aa.toml", "ab.toml"] {
            fs::write(folder.path().join(PUZZLES).join(name), PUZZLE).unwrap();
        }
        assert_snapshot!(error(&folder, folder.path()), @r#"
        error: the name `a` is used twice
         --> DIR/puzzles/ab.toml:2:8
          |
        2 | name = "a"
          |        ^^^
          |
          = help: it is also used in `DIR/puzzles/aa.toml`
        "#);
        fs::write(folder.path().join(PUZZLES).join("aa.toml"), PUZZLE.repeat(2)).unwrap();
        assert_snapshot!(error(&folder, folder.path()), @r#"
        error: the name `a` is used twice
         --> DIR/puzzles/aa.toml:6:8
          |
        2 | name = "a"
          |        --- first here
        ...
        6 | name = "a"
          |        ^^^
        "#);
    }
}
