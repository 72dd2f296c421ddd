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

Labelled submissions only contain mistakes that their authors thought of. To find gaps in the checks,
this tool makes small changes to correct submissions and grades the results, which are called
mutants. If a mutant gets full marks, it is either correct, or no check looks at the change.

The first part is about the model answer. Other parts are about correct submissions in
[the corpus](../fixtures/submissions) with other board and search implementations, which allow other
mistakes. A second-order mutant has changes at two different places. This shows if mistakes can hide
each other from a check that finds each of them.

```sh
cargo run -p tools --bin mutants                       # all mutants of the model, takes some minutes
cargo run -p tools --bin mutants -- --only Board::twin # only lines that contain this
cargo run -p tools --bin mutants -- --list             # list mutants without grading
cargo run -p tools --bin mutants -- --base my-puzzle --sample 60 --second-order 30 --seed 7
```

Each part starts with the command that writes it to this page. The same seed selects the same mutants,
and a larger sample contains the smaller one. Results are stored in the grader's cache until something
changes that affects grades. You can therefore resume a run, and adding an explanation needs no
grading.

The exit code is 0 if all survivors are explained, 1 if a survivor is not, 2 if there is nothing to
change, and 3 if the grader is at fault. The explanations are in
[`explained.toml`](../grader/tools/src/bin/mutants/explained.toml). They contain the base and the text of the
changed lines, so they stay valid if lines move. The end of a part lists explanations that are no
longer needed. Changes are made to the syntax trees of the library's files, but not to test code. If
mutants have the same text, only one is graded.

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
