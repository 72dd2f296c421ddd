//! Finds files that the student may have meant to submit instead of the ones that are read.

use std::collections::BTreeSet;

use super::encoding::read_text;
use super::folder::MAX_BYTES;
use super::input::InputPath;
use super::submission::has_type;
use super::tokens::Tokens;

/// The part of a crate that counts: a type, with the files that may define it.
pub(super) struct NamedPart<'a> {
    /// `Board` or `Solver`.
    pub(super) name: &'a str,
    /// The text of the library's file that defines the type, if there is one.
    pub(super) used: Option<(&'a str, &'a str)>,
    /// Whether the grader has chosen this file, because there is no root that names it.
    pub(super) is_chosen: bool,
}

/// Returns a sentence about each file that defines the type, but is not part of the library, if the library does not
/// define it, or still has the template's `todo!()` in that file. If the grader has chosen the file, each other finished
/// one may have been meant. `texts` come from the library.
pub(super) fn unused_file_sentences_of(
    part: &NamedPart<'_>,
    folder: &InputPath<'_>,
    files: &[InputPath<'_>],
    texts: &BTreeSet<&str>,
) -> Vec<String> {
    let (because, needs_finished) = match part.used {
        None => ("no file of the library defines it".to_owned(), false),
        Some((path, text)) if is_unfinished(text) => {
            (format!("{}, which is not finished, takes precedence", quoted(path)), false)
        }
        Some((path, _)) if part.is_chosen => (format!("{} defines it as well", quoted(path)), true),
        Some(_) => return Vec::new(),
    };
    let is_candidate = |file: &&InputPath<'_>| {
        let Ok(read) = read_text(file, MAX_BYTES) else { return false };
        let is_other = !texts.contains(&*read.text) && has_type(&read.text, part.name);
        is_other && !(needs_finished && is_unfinished(&read.text))
    };
    let sentence = |file: &InputPath<'_>| {
        let (path, name) = (quoted(file.relative_to(folder)), part.name);
        format!("{path} defines `{name}`, but was not graded, because {because}")
    };
    files.iter().filter(is_candidate).map(sentence).collect()
}

/// Returns `true` if code of the template, or other code that is not written yet, is in the file.
pub(super) fn is_unfinished(text: &str) -> bool {
    let tokens = Tokens::from_text(text);
    (1..tokens.len())
        .any(|at| tokens.is(at, '!') && ["todo", "unimplemented"].contains(&tokens.word(at - 1)))
}

fn quoted(path: &str) -> String {
    format!("`{}`", path.escape_debug())
}

#[cfg(test)]
mod tests {
    use crate::Submission;
    use crate::folder::read_input;
    use crate::input::tests::text_input;

    const BOARD: &str = "pub struct Board;\n";
    const SOLVER: &str = "pub struct Solver<B>(B);\n";
    const STUB: &str = "pub struct Board;\nfn f() { todo!() }\n";

    fn read(files: &[(&str, &str)]) -> Submission {
        read_input(&text_input(files).top(), "hw".to_owned()).unwrap()
    }

    fn unused(files: &[(&str, &str)]) -> Vec<String> {
        read(files).unused().to_vec()
    }

    #[test]
    fn parts_are_found_by_what_they_define() {
        let second = format!("{SOLVER}// 2\n");
        let (named, newest) = (("solver.rs", "// empty\n"), ("solver_v2.rs", &*second));
        for files in [
            &[("board.rs", BOARD), newest][..],
            &[("board.rs", BOARD), named, newest],
            &[("my_board.rs", BOARD), newest],
            &[("board.rs", STUB), ("board_final.rs", BOARD), newest],
        ] {
            let read = read(files);
            let text = |path: &str| read.files().find(|file| file.path == path).unwrap().text;
            assert_eq!((text("src/board.rs"), text("src/solver.rs")), (BOARD, &*second));
            assert_eq!(read.unused(), [""; 0], "{files:?}");
            let said = "`solver_v2.rs` is read as `solver.rs`".to_owned();
            assert!(read.left_out().contains(&said), "{:?}", read.left_out());
        }
    }

    #[test]
    fn a_file_that_may_have_been_meant_is_named() {
        let second = format!("{SOLVER}// 2\n");
        let because = |why: &str| format!("defines `Solver`, but was not graded, because {why}");
        let two = [("board.rs", BOARD), ("solver_v1.rs", SOLVER), ("solver_v2.rs", &*second)];
        let as_well = because("`solver_v2.rs` defines it as well");
        assert_eq!(unused(&two), [format!("`solver_v1.rs` {as_well}")]);
        let as_well = because("`solver.rs` defines it as well");
        let copy = [("board.rs", BOARD), ("solver.rs", SOLVER), ("solver (2).rs", &*second)];
        assert_eq!(unused(&copy), [format!("`solver (2).rs` {as_well}")]);
        let nested = [
            ("src/lib.rs", "mod board;\npub use board::Board;\n"),
            ("src/board.rs", BOARD),
            ("src/solver.rs", SOLVER),
        ];
        let missing = because("no file of the library defines it");
        assert_eq!(unused(&nested), [format!("`src/solver.rs` {missing}")]);
    }

    #[test]
    fn other_files_are_not_named() {
        let whole = [("board.rs", BOARD), ("solver.rs", SOLVER)];
        for more in [("old_board.rs", STUB), ("main.rs", "fn main() { todo!() }"), ("x.txt", BOARD)]
        {
            assert_eq!(unused(&[&whole[..], &[more]].concat()), [""; 0], "{more:?}");
        }
        // A copy of the file that is read.
        assert_eq!(
            unused(&[("board.rs", STUB), ("board2.rs", STUB), ("solver.rs", SOLVER)]),
            [""; 0]
        );
    }
}
