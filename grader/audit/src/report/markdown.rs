//! Writes an audit as Markdown.

use std::fmt::Write as _;

use grade::check::Check;

use super::exhibits::{self, sentence};
use super::{
    COLUMNS, DEAREST, IDLE, LEGEND, NO_PUZZLES, complaints, decimal, ids, kind, millions, order,
    points, total_work, totals, unheld, verdict,
};
use crate::findings::Row;
use crate::{Audit, LabelOutcome};

/// Returns the audit as GitHub-flavored Markdown.
pub(super) fn markdown(audit: &Audit) -> String {
    let mut out = String::from("# The audit\n\n");
    line(&mut out, &format!("{}.", totals(audit.totals())));
    let about = format!(
        "Made by `grader audit` with {}, {}, on the assignment `{}`.",
        audit.basis.toolchain, audit.basis.engine, audit.basis.assignment
    );
    out.push('\n');
    line(&mut out, &about);
    grader_faults(&mut out, audit);
    contradictions(&mut out, audit);
    matrix(&mut out, audit);
    puzzles(&mut out, audit);
    margins(&mut out, audit);
    dearest(&mut out, audit);
    undecided(&mut out, audit);
    faults(&mut out, audit);
    moments(&mut out, audit);
    boards(&mut out, audit);
    scores(&mut out, audit);
    out
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn title(out: &mut String, text: &str) {
    let _ = write!(out, "\n## {text}\n\n");
}

/// Writes a table header, with numeric columns aligned to the right.
fn head(out: &mut String, texts: &[&str], numbers: &[&str]) {
    let cells: Vec<&str> = [texts, numbers].concat();
    row(out, &cells);
    let rules = [vec!["---"; texts.len()], vec!["---:"; numbers.len()]].concat();
    row(out, &rules);
}

fn row<T: AsRef<str>>(out: &mut String, cells: &[T]) {
    for cell in cells {
        let _ = write!(out, "| {} ", cell.as_ref());
    }
    out.push_str("|\n");
}

fn grader_faults(out: &mut String, audit: &Audit) {
    let mut faults = audit.grader_faults().peekable();
    if faults.peek().is_some() {
        title(out, "Not graded to the end");
    }
    for LabelOutcome { name, grader_faults, .. } in faults {
        for (check, message) in grader_faults {
            line(out, &format!("- {}: `{check}`: {}", plain(name), plain(message)));
        }
    }
}

fn contradictions(out: &mut String, audit: &Audit) {
    let mut contradictions = audit.contradictions().peekable();
    if contradictions.peek().is_some() {
        title(out, "Contradicted");
    }
    for contradiction in contradictions {
        let LabelOutcome { name, about, named, failed, .. } = contradiction.outcome;
        line(out, &format!("- **{}**: {}", plain(name), plain(about)));
        line(out, &format!("  - should fail: {}", ids(named.iter().copied())));
        line(out, &format!("  - fails: {}", ids(failed.keys().copied())));
        for complaint in complaints(&contradiction, code, plain) {
            line(out, &format!("  - {complaint}"));
        }
    }
}

fn matrix(out: &mut String, audit: &Audit) {
    title(out, "Checks");
    head(out, &["check"], &COLUMNS);
    for Row { check, named, caught, collateral, hurt } in audit.rows_of_interest() {
        let numbers = [named, caught, collateral, hurt].map(|number| number.to_string());
        row(out, &[&[format!("`{check}`")][..], &numbers].concat());
    }
    line(out, &format!("\nIn the columns, {LEGEND}."));
    let unproven: Vec<Check> = audit.unproven().collect();
    if !unproven.is_empty() && !audit.is_part {
        line(out, &format!("\nChecks without a labelled fault: {}.", ids(unproven)));
    }
}

fn puzzles(out: &mut String, audit: &Audit) {
    if audit.puzzles.is_empty() || audit.is_part {
        return;
    }
    title(out, "Puzzles");
    let idle: Vec<String> = audit.idle_puzzles().map(|name| format!("`{name}`")).collect();
    if !audit.knows_puzzles() {
        line(out, NO_PUZZLES);
    } else if idle.is_empty() {
        line(out, "Each puzzle alone shows some fault.");
    } else {
        line(out, &format!("No verdict depends on {}. {IDLE}", idle.join(", ")));
    }
}

fn margins(out: &mut String, audit: &Audit) {
    let mut margins = audit.margins().peekable();
    if margins.peek().is_none() {
        return;
    }
    title(out, "Limits");
    head(out, &["check"], &["right ones up to", "limit", "faults from"]);
    for margin in margins {
        let side = |extreme: Option<(u64, &str)>| match extreme {
            Some((value, name)) => format!("{} ({})", decimal(value), plain(name)),
            None => "none".to_owned(),
        };
        let cells = [
            format!("`{}`", margin.check),
            side(margin.right),
            decimal(margin.limit),
            side(margin.fault),
        ];
        row(out, &cells);
    }
}

fn dearest(out: &mut String, audit: &Audit) {
    let (total, dearest) = audit.dearest(DEAREST);
    if dearest.is_empty() {
        return;
    }
    title(out, "What takes longest");
    line(out, &format!("{}\n", total_work(total)));
    for LabelOutcome { name, fuel, .. } in dearest {
        line(out, &format!("- {}: {}", plain(name), millions(*fuel)));
    }
}

/// Writes the checks that labels leave open, with the results.
fn undecided(out: &mut String, audit: &Audit) {
    let mut undecided = audit.undecided().peekable();
    if undecided.peek().is_some() {
        title(out, "May fail or pass");
    }
    for outcome in undecided {
        let verdicts =
            outcome.may_fail.iter().map(|it| format!("`{it}` {}", verdict(outcome, *it)));
        let verdicts: Vec<String> = verdicts.collect();
        line(out, &format!("- {}: {}", plain(&outcome.name), verdicts.join(", ")));
    }
}

/// Writes all submissions by score.
fn scores(out: &mut String, audit: &Audit) {
    let ranking = audit.ranking();
    if ranking.outcomes.is_empty() {
        return;
    }
    title(out, "Scores");
    line(out, &format!("The maximum is {} points.", audit.max_score));
    for text in order(&ranking, plain).into_iter().chain(unheld(audit)) {
        line(out, &format!("\n{text}"));
    }
    if let Some(correlation) = audit.rank_correlation() {
        let text = format!(
            "Spearman's rank correlation of the points with the share of puzzles solved is {correlation:.2}. \
             A wrong `Board`, and the checks of how a search works, cost points where all puzzles are solved."
        );
        line(out, &format!("\n{text}"));
    }
    out.push('\n');
    head(out, &["submission", "is", "what it is"], &["puzzles solved", "points"]);
    for outcome in ranking.outcomes {
        let LabelOutcome { name, about, score, solved, .. } = outcome;
        let solved = solved.map_or_else(|| "-".to_owned(), |it| format!("{} %", it / 10));
        row(out, &[plain(name), kind(outcome).to_owned(), plain(about), solved, points(*score)]);
    }
}

fn faults(out: &mut String, audit: &Audit) {
    if audit.faults().next().is_none() {
        return;
    }
    title(out, "Faults");
    head(out, &["fault", "what it is", "fails", "what is said"], &[]);
    for LabelOutcome { name, about, failed, .. } in audit.faults() {
        let checks: Vec<String> = failed.keys().map(|check| format!("`{check}`")).collect();
        let sentences: Vec<String> = failed.values().map(|summary| plain(summary)).collect();
        let cells = [plain(name), plain(about), checks.join("<br>"), sentences.join("<br>")];
        row(out, &cells);
    }
}

/// Writes the moments that labels mention, with the faults.
fn moments(out: &mut String, audit: &Audit) {
    if let Some(text) = exhibits::unheld(audit) {
        line(out, &format!("\n{text}"));
    }
    let mut all = exhibits::exhibits(audit, true).peekable();
    if all.peek().is_none() {
        return;
    }
    title(out, "Moments");
    line(out, &format!("{}\n", exhibits::MOMENTS));
    head(out, &["fault", "what it is", "check", "puzzle", "what is shown"], &[]);
    for (LabelOutcome { name, about, .. }, check, exhibit) in all {
        let puzzle = exhibit.puzzle.as_deref().map(code).unwrap_or_default();
        let cells =
            [plain(name), plain(about), code(check.id()), puzzle, plain(&sentence(exhibit))];
        row(out, &cells);
    }
}

/// Writes the causes and boards that labels mention.
fn boards(out: &mut String, audit: &Audit) {
    let mut all = exhibits::exhibits(audit, false).peekable();
    if all.peek().is_none() {
        return;
    }
    title(out, "Boards");
    line(out, &format!("{}\n", exhibits::BOARDS));
    head(out, &["fault", "what it is", "check", "cause", "board", "what is said"], &[]);
    for (LabelOutcome { name, about, failed, .. }, check, exhibit) in all {
        let boards: Vec<String> =
            exhibit.boards().into_iter().map(|it| code(&exhibits::board(it))).collect();
        let said = failed.get(&check).map(|summary| plain(summary)).unwrap_or_default();
        let cause = exhibit.cause.as_deref().map(code).unwrap_or_default();
        let cells = [plain(name), plain(about), code(check.id()), cause, boards.join("<br>"), said];
        row(out, &cells);
    }
}

/// Formats a name as code.
fn code(name: &str) -> String {
    plain(&format!("`{name}`"))
}

/// Escapes a text on a single line, except code between backticks.
fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let has_pairs = text.matches('`').count().is_multiple_of(2);
    let mut is_code = false;
    for c in text.chars() {
        match c {
            '`' if has_pairs => {
                is_code = !is_code;
                safe.push(c);
            }
            // Cells are split before code is parsed.
            '|' => safe.push_str("\\|"),
            '*' | '`' | '\\' | '[' | ']' | '#' if !is_code => safe.extend(['\\', c]),
            '<' if !is_code => safe.push_str("&lt;"),
            '&' if !is_code => safe.push_str("&amp;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::sample;

    #[test]
    fn everything_that_there_is_to_report() {
        insta::assert_snapshot!(markdown(&sample::audit()), @"
        # The audit

        3 faults and 4 right answers: 2 faults caught by a check that names them, 1 right answer failed, 3 labels contradicted, 1 submission not graded completely.

        Made by `grader audit` with rustc 1.95.0, wasmtime 48.0.8, cost table 1, on the assignment `sha256:a5`.

        ## Not graded to the end

        - right/broken: `solver.moves`: the clock ran out

        ## Contradicted

        - **faults/slow**: what faults/slow does
          - should fail: solver.time
          - fails: board.hamming, solver.time
          - `board.hamming` should pass, but fails: faults/slow is wrong
          - scores 20, should be 25 to 35
        - **faults/missed**: what faults/missed does
          - should fail: board.twin, solver.moves
          - fails: nothing
          - `board.twin` should fail, but is skipped (waits for `board.hamming`)
          - `solver.moves` should fail, but passes
          - `solver.time` should pass, but is skipped (waits for `solver.moves`)
        - **right/lazy**: what right/lazy does
          - should fail: nothing
          - fails: solver.moves
          - `solver.moves` should pass, but fails: right/lazy is wrong

        ## Checks

        | check | named | caught | also failed by | right answers failed |
        | --- | ---: | ---: | ---: | ---: |
        | `board.hamming` | 0 | 0 | 1 | 0 |
        | `board.twin` | 1 | 0 | 0 | 0 |
        | `solver.moves` | 2 | 1 | 0 | 1 |
        | `solver.time` | 1 | 1 | 0 | 0 |

        In the columns, named: faults whose labels name the check; caught: those of them that fail it; also failed by: other faults; right submissions failed: right submissions that wrongly fail it.

        Checks without a labelled fault: board.hamming.

        ## Puzzles

        No verdict depends on `a`, `b`. Each fault that one of them shows is also shown by another puzzle. You can leave out any one of them, but not all together; run `grader audit --propose` for a list. If a solver uses up its budget repeatedly, only the puzzles that ran count.

        ## Limits

        | check | right ones up to | limit | faults from |
        | --- | ---: | ---: | ---: |
        | `solver.time` | 2.30 (right/lazy) | 30.00 | 120.50 (faults/slow) |

        ## What takes longest

        The searches executed 36 million instructions, each puzzle counted once. Most of them:

        - faults/slow: 30 million
        - faults/greedy: 1 million
        - faults/missed: 1 million
        - right/plain: 1 million
        - right/lazy: 1 million

        ## May fail or pass

        - right/either: `board.twin` passes, `solver.time` fails

        ## Faults

        | fault | what it is | fails | what is said |
        | --- | --- | --- | --- |
        | faults/greedy | what faults/greedy does | `solver.moves` | faults/greedy is wrong |
        | faults/slow | what faults/slow does | `board.hamming`<br>`solver.time` | faults/slow is wrong<br>faults/slow is wrong |
        | faults/missed | what faults/missed does |  |  |

        ## Scores

        The maximum is 40 points.

        2 wrong submissions have at least as many points as right/either, the right submission with the fewest: faults/missed, faults/greedy.

        | submission | is | what it is | puzzles solved | points |
        | --- | --- | --- | ---: | ---: |
        | right/plain | right | what right/plain does | - | 40 |
        | faults/missed | wrong | what faults/missed does | - | 40 |
        | right/lazy | right | what right/lazy does | - | 30 |
        | right/either | right | what right/either does | - | 30 |
        | faults/greedy | wrong | what faults/greedy does | - | 30 |
        | faults/slow | wrong | what faults/slow does | - | 20 |
        | right/broken | right | what right/broken does | - | – |
        ");
    }

    #[test]
    fn texts_have_no_meaning_in_markdown() {
        assert_eq!(
            plain("a|b *c* <d> `Solver<B>`\n`x|y`"),
            "a\\|b \\*c\\* &lt;d> `Solver<B>` `x\\|y`"
        );
        assert_eq!(plain("one ` alone"), "one \\` alone");
    }
}
