//! The documentation page: an introduction, and a part for each base.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::MutantsError;
use crate::base::MODEL;
use crate::operator::Operator;

/// The start of the page, which identifies it.
const WRITTEN_BY: &str = "<!-- Written by `cargo run -p tools --bin mutants`";

/// The texts before and after the name of a base, on a line above the part.
const PART: (&str, &str) = ("\n<!-- part: ", " -->\n");

const INTRODUCTION: &str = "\
 and the option `--page`. -->

# Mutants

Do the checks see every mistake? The labelled submissions are mistakes that somebody thought of. A
mutant is one that nobody did: a right submission with one small change, made by a program. Each is
graded like a submission. One that gets full marks is either right, or shows something that no check
looks at.

The first part is about the model answer. The others are about right submissions of
[the corpus](../fixtures/submissions) that keep boards and search in other ways: a mistake that the
model has no place for may have one in them. A mutant of second order has two changes at different
places. Two mistakes may hide one another, and a check that sees each of them alone may pass both.

```sh
cargo run -p tools --bin mutants                       # all of the model's, some minutes
cargo run -p tools --bin mutants -- --only Board::twin # those with this in their line
cargo run -p tools --bin mutants -- --list             # what there is, without grading
cargo run -p tools --bin mutants -- --base my-puzzle --sample 60 --second-order 30 --seed 7
```

Each part names the command that writes it into this page. A seed always draws the same, and a larger
sample contains a smaller one. What became of a mutant is kept in the grader's cache until something
changes that decides grades, so a run that was stopped goes on, and a new explanation costs no
grading.

The exit code is 0 if every survivor is explained, 1 if one is not, 2 if there is nothing to change,
and 3 if the grader is at fault. The explanations are in
[`explained.toml`](../grader/tools/src/bin/mutants/explained.toml), by the base and the text of the changed
lines, so that they hold when lines move; one that explains nothing any more is named at the end of
the part. The changes are made to the syntax trees of the files that the library is made of, without
what is there for tests alone. Of mutants that are the same text, one is graded.

## Operators

| operator | does |
|---|---|
";

/// Writes a part to the page, and creates the file if missing.
///
/// # Errors
///
/// If the file is not such a page, or a file operation fails.
pub(crate) fn put(file: &Path, base: &str, part: &str) -> Result<(), MutantsError> {
    let page = match fs::read_to_string(file) {
        Ok(text) if text.starts_with(WRITTEN_BY) || text.trim().is_empty() => text,
        Ok(_) => {
            let file = file.display();
            return Err(MutantsError::Usage(format!(
                "{file} is not a page of mutants, and would be written over\n\
                 hint: name another file, or delete this one"
            )));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.into()),
    };
    Ok(fs::write(file, with_part(&page, base, part))?)
}

/// Returns the page with this part for a base. The model comes first, then the others by name.
fn with_part(page: &str, base: &str, part: &str) -> String {
    let mut parts = parts(page);
    parts.insert(base, part);
    let mut text = format!("{WRITTEN_BY}{INTRODUCTION}");
    for operator in Operator::ALL {
        let does = operator.does().replace('|', "\\|");
        let _ = writeln!(text, "| {} | {does} |", operator.name());
    }
    let model = parts.remove_entry(MODEL);
    for (base, part) in model.into_iter().chain(parts) {
        let _ = write!(text, "{}{base}{}\n{}\n", PART.0, PART.1, part.trim());
    }
    text
}

/// Returns the parts of a page, by base.
fn parts(page: &str) -> BTreeMap<&str, &str> {
    let pieces = page.split(PART.0).skip(1);
    pieces.filter_map(|piece| piece.split_once(PART.1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_takes_the_place_of_its_own_and_of_no_other() {
        let page = with_part("", "b", "## B\n\n- one\n");
        let page = with_part(&page, "model", "## Model\n");
        let page = with_part(&page, "a", "## A\n");
        let page = with_part(&page, "b", "## B\n\n- two\n");
        let behind = &page[page.find("\n<!-- part").expect("there are parts")..];
        insta::assert_snapshot!(behind, @r"

        <!-- part: model -->

        ## Model

        <!-- part: a -->

        ## A

        <!-- part: b -->

        ## B

        - two
        ");
        assert_eq!(with_part(&page, "a", "## A\n"), page);
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("page.md");
        put(&file, "model", "## Model").expect("it is made");
        put(&file, "model", "## Model").expect("it is a page");
        fs::write(&file, "# Notes\n").expect("there is room");
        let fault = put(&file, "model", "## Model").expect_err("it is somebody's notes");
        assert!(fault.to_string().contains("is not a page of mutants"), "{fault}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "# Notes\n");
    }
}
