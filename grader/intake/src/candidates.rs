//! Finds files that the student may have meant to submit instead of the ones that are read.

use std::collections::BTreeSet;
use std::path::Path;

use super::folder::{MAX_BYTES, is_source, read_text};
use super::submission::has_type;
use super::tokens::Tokens;

/// The part of a crate that counts: a type, with the files that may define it.
pub(super) struct NamedPart<'a> {
    /// `Board` or `Solver`.
    pub(super) name: &'a str,
    /// The text of the library's file that defines the type, if there is one.
    pub(super) used: Option<(&'a str, &'a str)>,
}

/// Returns a sentence about each file that defines the type, but is not part of the library, if the library does not
/// define it, or still has the template's `todo!()` in that file. `texts` are the library's.
pub(super) fn unused(
    part: &NamedPart<'_>,
    folder: &Path,
    files: &[String],
    texts: &BTreeSet<&str>,
) -> Vec<String> {
    let because = match part.used {
        None => "no file of the library defines it".to_owned(),
        Some((path, text)) if is_unwritten(text) => {
            format!("{}, which is not finished, takes precedence", quoted(path))
        }
        Some(_) => return Vec::new(),
    };
    let is_candidate = |path: &&String| {
        let Ok(text) = read_text(&folder.join(path), MAX_BYTES) else { return false };
        !texts.contains(&*text) && has_type(&text, part.name)
    };
    let files = files.iter().filter(|it| is_source(it)).filter(is_candidate);
    let sentence = |path: &String| {
        let (path, name) = (quoted(path), part.name);
        format!("{path} defines `{name}`, but was not graded, because {because}")
    };
    files.map(sentence).collect()
}

/// Returns `true` if code of the template, or other code that is not written yet, is in the file.
fn is_unwritten(text: &str) -> bool {
    let tokens = Tokens::of(text);
    (1..tokens.len())
        .any(|at| tokens.is(at, '!') && ["todo", "unimplemented"].contains(&tokens.word(at - 1)))
}

fn quoted(path: &str) -> String {
    format!("`{}`", path.escape_debug())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::read_folder;

    const BOARD: &str = "pub struct Board;\n";
    const SOLVER: &str = "pub struct Solver<B>(B);\n";
    const STUB: &str = "pub struct Board;\nfn f() { todo!() }\n";

    fn unused(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        read_folder(folder.path()).unwrap().unused().to_vec()
    }

    #[test]
    fn a_file_that_defines_a_missing_or_unfinished_type_is_named() {
        let missing =
            "defines `Solver`, but was not graded, because no file of the library defines it";
        let one = unused(&[("board.rs", BOARD), ("solver_final.rs", SOLVER)]);
        assert_eq!(one, [format!("`solver_final.rs` {missing}")]);
        let second = format!("{SOLVER}// 2\n");
        let two = [("board.rs", BOARD), ("solver_v1.rs", SOLVER), ("solver_v2.rs", &*second)];
        assert_eq!(
            unused(&two),
            [format!("`solver_v1.rs` {missing}"), format!("`solver_v2.rs` {missing}")]
        );
        let stub = [("board.rs", STUB), ("board_final.rs", BOARD), ("solver.rs", SOLVER)];
        assert_eq!(
            unused(&stub),
            [
                "`board_final.rs` defines `Board`, but was not graded, because `board.rs`, which is not \
              finished, takes precedence"
            ]
        );
        let nested = [
            ("src/lib.rs", "mod board;\npub use board::Board;\n"),
            ("src/board.rs", BOARD),
            ("src/solver.rs", SOLVER),
        ];
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
