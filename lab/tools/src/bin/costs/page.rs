//! Writes the figures as Markdown, and replaces them in a page.

use std::fmt::Write as _;
use std::path::Path;

use crate::CostsError;
use crate::class::ClassCosts;
use crate::single::Single;

const BEGIN: &str = "<!-- figures -->\n";
const END: &str = "<!-- end of figures -->\n";

/// The circumstances of a run.
#[derive(Clone, Copy)]
pub(crate) struct RunConditions {
    pub(crate) pairs: usize,
    pub(crate) cores: usize,
}

/// Returns the figures in sections for the page.
pub(crate) fn figures(rows: &[(&str, Single)], class: &ClassCosts, run: RunConditions) -> String {
    let mut text = format!(
        "We measured all figures in this section in a single run of `cargo run --release -p tools --bin costs`,\non \
         {} cores. Each is the median of {} runs. For the ratio, the range is in parentheses.\n\n",
        run.cores, run.pairs
    );
    text.push_str(
        "| submission | `cargo test` | `grader check` | ratio | elapsed | after a save | `--only` |\n\
         |---|--:|--:|--:|--:|--:|--:|\n",
    );
    for (name, single) in rows {
        let Single { plain, check, elapsed, ratio, only, save } = single;
        let _ = writeln!(
            text,
            "| {name} | {:.2} s | {:.2} s | {:.1} ({:.1} to {:.1}) | {:.2} s | {:.2} s | {:.2} |",
            plain.median(),
            check.median(),
            ratio.median(),
            ratio.least(),
            ratio.most(),
            elapsed.median(),
            save.median(),
            only.median(),
        );
    }
    text.push_str(
        "\n- `cargo test`: the CPU time of `cargo test --release` after a change, for the tests of the student \
         template\n- `grader check`: the CPU time for grading the submission, and the ratio to the former\n- elapsed: \
         the elapsed time of `grader check`\n- after a save: the elapsed time until `grader check --watch` has printed \
         the report\n- `--only`: the CPU time of `grader check --only board.hamming`, as a fraction of the full \
         grade\n\nThe model contains unit tests, which run again after a save.\n\n",
    );
    let number = to_float(class.number);
    let _ = writeln!(
        text,
        "A class of {} correct submissions in different styles, and the mean CPU time of each stage in the first run:\n\n\
         | class | submissions per minute | CPU time per submission | memory of all processes |\n|---|--:|--:|--:|",
        class.number
    );
    for (what, watched) in &class.runs {
        let _ = writeln!(
            text,
            "| {what} | {:.0} | {:.2} s | {:.0} MiB |",
            number * 60.0 / watched.wall,
            watched.processor / number,
            watched.memory
        );
    }
    let total: f64 = class.stages.iter().map(|(_, cpu)| cpu).sum();
    text.push_str("\n| stage | CPU time per submission | share |\n|---|--:|--:|\n");
    for (name, cpu) in &class.stages {
        let _ = writeln!(text, "| {name} | {:.3} s | {:.0} % |", cpu / number, cpu / total * 100.0);
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "a class is far below 2^52 submissions")]
fn to_float(number: usize) -> f64 {
    number as f64
}

/// Returns the page with the text between the marks replaced.
///
/// # Errors
///
/// Returns an error if the page does not have both marks.
pub(crate) fn replace(file: &Path, page: &str, figures: &str) -> Result<String, CostsError> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some(format!("{before}{BEGIN}\n{}\n\n{END}{after}", figures.trim()))
    });
    parts.ok_or_else(|| CostsError::NoMarks {
        file: file.to_owned(),
        begin: BEGIN.trim_end(),
        end: END.trim_end(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_replaced_between_the_marks() {
        let page = format!("# Cost\n\n{BEGIN}old\n{END}\nThe end\n");
        let replaced = |page: &str, figures| replace(Path::new("cost.md"), page, figures);
        let once = replaced(&page, "one").expect("the page has marks");
        let twice = replaced(&once, "| two |\n").expect("the marks are still there");
        insta::assert_snapshot!(twice, @r"
        # Cost

        <!-- figures -->

        | two |

        <!-- end of figures -->

        The end
        ");
        let error = replaced("# Cost\n", "one").expect_err("the page has no marks");
        assert!(matches!(error, CostsError::NoMarks { .. }), "{error}");
    }
}
