//! A job summary in GitHub's Markdown.

use std::fmt::Write as _;

use grade::check::Group;
use grade::points::Points;
use grade::view::{CheckView, Finding, View};

use crate::{credit, hand_lines, plain};

/// The maximum size of a step's summary: 1 MiB. GitHub rejects longer summaries entirely.
pub const SUMMARY_LIMIT: usize = 1 << 20;

/// The bytes reserved for a note that failures were left out.
/// It has fewer than this many characters, whatever the number.
const ENDING: usize = 100;

/// Formats the view as Markdown, with the points for each group, followed by each failure with the evidence.
///
/// The text will be at most `limit` bytes, unless the title and the table alone are longer. If the failures do not fit,
/// then some are left out, and a note says how many. Text from the submission is either escaped or in a code block, so
/// it cannot be used for Markdown or HTML.
pub fn summary(view: &View, limit: usize) -> String {
    let mut text = format!("## {}\n", escape_markdown(&plain::title(view)));
    if let Some(verdict) = plain::verdict(view) {
        for line in verdict.lines() {
            let _ = writeln!(text, "\n{}", escape_markdown(line));
        }
        return text;
    }
    for line in plain::headline_remarks(view).chain(credit::describe_caps(view)) {
        let _ = writeln!(text, "\n{}", escape_markdown(&line));
    }
    write_table(&mut text, view);
    let mut sections = Vec::new();
    let corrections: Vec<String> = view.all_corrections().map(plain::correction_of).collect();
    sections.extend(details_list("Corrections", &corrections));
    sections.extend(details_list("Graded by hand", &hand_lines(view)));
    sections.extend(view.checks.iter().filter(|check| check.is_failed()).map(format_failure));
    let remarks: Vec<String> = plain::remarks(view).map(plain::remark).collect();
    sections.extend(details_list("Remarks, which do not affect points", &remarks));
    let mut left_out = 0;
    for section in sections {
        if text.len() + section.len() + ENDING <= limit {
            text.push_str(&section);
        } else {
            left_out += 1;
        }
    }
    if left_out > 0 {
        let _ = writeln!(text, "\n{left_out} more are left out here.");
    }
    text
}

fn details_list(title: &str, lines: &[String]) -> Option<String> {
    let items: Vec<String> =
        lines.iter().map(|line| format!("- {}\n", escape_markdown(line))).collect();
    (!items.is_empty()).then(|| format!("\n### {title}\n\n{}", items.concat()))
}

fn write_table(text: &mut String, view: &View) {
    text.push_str(
        "\n| | points | passed | failed | waiting | hidden |\n|---|---|---|---|---|---|\n",
    );
    for group in Group::ALL {
        let of_group = || view.checks.iter().filter(move |check| check.check.group() == group);
        let hidden = view
            .hidden
            .iter()
            .find(|hidden| hidden.group == group)
            .map_or(0, |hidden| hidden.count);
        if of_group().next().is_none() && hidden == 0 {
            continue;
        }
        let score: Points = of_group().filter_map(|check| check.score).sum();
        let max_score: Points = of_group().map(|check| check.max_score).sum();
        let count = |is: fn(&CheckView) -> bool| of_group().filter(|check| is(check)).count();
        let _ = writeln!(
            text,
            "| {} | {score} / {max_score} | {} | {} | {} | {hidden} |",
            group.title(),
            count(|check| check.finding == Finding::Pass),
            count(CheckView::is_failed),
            count(|check| matches!(check.finding, Finding::Skipped { .. })),
        );
    }
}

fn format_failure(check: &CheckView) -> String {
    let headline = escape_markdown(&plain::headline(check));
    let body = plain::details_of_check(check);
    let fence = fence_longer_than_in(&body);
    let (id, score) = (escape_markdown(check.check.id()), check.score.unwrap_or_default());
    let points = format!("{score} / {} points", check.max_score);
    format!("\n### ✗ {id}: {headline}\n\n{points}\n\n{fence}text\n{body}\n{fence}\n")
}

fn fence_longer_than_in(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    // A fence has at least three signs, and more than any run in the text, or the text could end it.
    "`".repeat(longest.max(2) + 1)
}

fn escape_markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '!' | '$' => {
                safe.push('\\');
                safe.push(c);
            }
            // An unescaped `@` would notify a user.
            '@' => safe.push_str("@\u{200b}"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use grade::check::Check;
    use grade::view::{Audience, Corrected};
    use grade::{Grade, Remark};
    use samples::{fail, grade, hamming, pass, skip};

    use super::*;

    fn view(grade: &Grade) -> View {
        Corrected::from(grade).view(Audience::Student)
    }

    #[test]
    fn a_summary_has_a_table_and_failure_details() {
        let mut grade = grade([
            (pass(Check::BoardDimension), 1.0),
            (fail(Check::BoardHamming, hamming()), 4.0),
            (skip(Check::SolverMoves, Check::BoardHamming), 2.0),
        ]);
        grade.remarks.push(Remark::new(None, "`x` is <b>"));
        insta::assert_snapshot!(summary(&view(&grade), SUMMARY_LIMIT), @r#"
        ## alice: 1 / 7

        | | points | passed | failed | waiting | hidden |
        |---|---|---|---|---|---|
        | Board | 1 / 5 | 1 | 1 | 0 | 0 |
        | Solver | 0 / 2 | 0 | 0 | 1 | 0 |

        ### ✗ board.hamming: hamming() counts the blank

        0 / 4 points

        ```text
        ┌──────┐   hamming() of this board
        │ 1    │     expected 1
        │ 3  2 │     but was  2
        └──────┘

        at src/board.rs:12:9
        rule: hamming() is the number of tiles out of place
        try it: grader check --only board.hamming
        more: grader explain board.hamming
        ```

        ### Remarks, which do not affect points

        - \`x\` is &lt;b&gt;
        "#);
    }

    #[test]
    fn omitted_failures_are_counted() {
        let failure = |check| (fail(check, hamming()), 1.0);
        let record = view(&grade(Check::ALL.map(failure)));
        let whole = summary(&record, SUMMARY_LIMIT);
        let part = summary(&record, 5000);
        assert!(part.len() <= 5000 && whole.len() > 5000);
        let shown = part.matches("### ✗").count();
        assert!(shown > 3);
        assert!(
            part.ends_with(&format!("\n{} more are left out here.\n", Check::ALL.len() - shown)),
            "{part}"
        );
    }

    #[test]
    fn markdown_syntax_in_text_is_escaped() {
        assert_eq!(
            escape_markdown("a *b* <i> @c `d` [e](f)"),
            "a \\*b\\* &lt;i&gt; @\u{200b}c \\`d\\` \\[e\\](f)"
        );
        assert_eq!(fence_longer_than_in("no"), "```");
        assert_eq!(fence_longer_than_in("```` and ``"), "`````");
    }
}
