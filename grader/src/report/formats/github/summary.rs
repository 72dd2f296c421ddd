//! The summary of a job, in GitHub's Markdown.

use std::fmt::Write as _;

use crate::check::Group;
use crate::grade::Verdict;
use crate::report::plain;
use crate::report::record::{CheckRecord, Outcome, Record};

/// The most bytes of a summary that GitHub takes of one step, 1 MiB. It refuses a longer one whole.
pub const SUMMARY_LIMIT: usize = 1 << 20;

/// The room that is kept for saying that something was left out.
const ENDING: usize = 100;

/// The record as a page of Markdown: the points group by group, then what shows each failure.
///
/// It is no longer than `limit` bytes, if that is room for a title and a table; failures that do
/// not fit are left out, and their number is given. What a submission has said is in blocks of
/// code or escaped, so that it is no Markdown and no HTML.
pub fn summary(record: &Record, limit: usize) -> String {
    let mut text = format!("## {}\n", escape(&plain::title(record)));
    match &record.outcome {
        Outcome::GraderError => {
            let _ = writeln!(text, "\n{}", plain::NO_SCORE);
            return text;
        }
        Outcome::Rejected { reason } => {
            let _ = writeln!(text, "\n{}", escape(&plain::sentence(reason)));
            return text;
        }
        Outcome::Graded => table(&mut text, record),
    }
    let failed = plain::visible(record).filter(|it| matches!(it.verdict, Verdict::Fail(_)));
    let mut sections: Vec<String> = failed.map(|check| failure(record, check)).collect();
    let remarks: Vec<String> =
        plain::remarks(record).map(|it| format!("- {}\n", escape(&plain::remark(it)))).collect();
    if !remarks.is_empty() {
        sections.push(format!("\n### Remarks, which cost no points\n\n{}", remarks.concat()));
    }
    let mut left_out = 0;
    for section in sections {
        if text.len() + section.len() + ENDING <= limit {
            text.push_str(&section);
        } else {
            left_out += 1;
        }
    }
    if left_out > 0 {
        let _ = writeln!(text, "\n{left_out} more did not fit here.");
    }
    text
}

fn table(text: &mut String, record: &Record) {
    text.push_str(
        "\n| | points | passed | failed | waiting | hidden |\n|---|---|---|---|---|---|\n",
    );
    let hidden = plain::hidden(record);
    for group in Group::ALL {
        let of_group = || plain::visible(record).filter(move |it| it.check.group() == group);
        let hidden = hidden.iter().find(|it| it.group == group).map_or(0, |it| it.count);
        if of_group().next().is_none() && hidden == 0 {
            continue;
        }
        let score: crate::points::Points = of_group().filter_map(|check| check.score).sum();
        let max_score: crate::points::Points = of_group().map(|check| check.max_score).sum();
        let count = |is: fn(&Verdict) -> bool| of_group().filter(|it| is(&it.verdict)).count();
        let _ = writeln!(
            text,
            "| {} | {score} / {max_score} | {} | {} | {} | {hidden} |",
            group.title(),
            count(|verdict| matches!(verdict, Verdict::Pass)),
            count(|verdict| matches!(verdict, Verdict::Fail(_))),
            count(|verdict| matches!(verdict, Verdict::Skipped { .. })),
        );
    }
}

fn failure(record: &Record, check: &CheckRecord) -> String {
    let headline = escape(&plain::headline(record, check));
    let body = plain::body(check);
    let fence = fence(&body);
    let (id, max_score) = (escape(check.check.id()), check.max_score);
    format!("\n### ✗ {id}: {headline}\n\n0 / {max_score} points\n\n{fence}text\n{body}\n{fence}\n")
}

/// A fence that no line of the text can close.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    "`".repeat(longest.max(2) + 1)
}

/// A text that is the same in Markdown.
fn escape(text: &str) -> String {
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
            // A mention would send a message to somebody.
            '@' => safe.push_str("@\u{200b}"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Check;
    use crate::grade::Remark;
    use crate::report::sample::{fail, grade, hamming, pass, skip};

    #[test]
    fn a_summary_is_a_table_and_what_shows_the_failures() {
        let mut grade = grade([
            (pass(Check::BoardDimension), 1.0),
            (fail(Check::BoardHamming, hamming()), 4.0),
            (skip(Check::SolverMoves, Check::BoardHamming), 2.0),
        ]);
        grade.remarks.push(Remark { check: None, text: "`x` is <b>".to_owned() });
        insta::assert_snapshot!(summary(&Record::from(&grade), SUMMARY_LIMIT), @r#"
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

        ### Remarks, which cost no points

        - \`x\` is &lt;b&gt;
        "#);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let failure = |check| (fail(check, hamming()), 1.0);
        let record = Record::from(&grade(Check::ALL.map(failure)));
        let whole = summary(&record, SUMMARY_LIMIT);
        let part = summary(&record, 5000);
        assert!(part.len() <= 5000 && whole.len() > 5000);
        let shown = part.matches("### ✗").count();
        assert!(shown > 3);
        assert!(part.ends_with(&format!("\n{} more did not fit here.\n", 28 - shown)), "{part}");
    }

    #[test]
    fn no_text_is_markdown() {
        assert_eq!(
            escape("a *b* <i> @c `d` [e](f)"),
            "a \\*b\\* &lt;i&gt; @\u{200b}c \\`d\\` \\[e\\](f)"
        );
        assert_eq!(fence("no"), "```");
        assert_eq!(fence("```` and ``"), "`````");
    }
}
