//! Writes an audit for the terminal.

use grade::check::Check;
use terminal::page::{Layout, Page};
use terminal::style::paint;
use terminal::wrap::{escape, width};

use super::differences::{self, describe_moment_or_none};
use super::{
    COLUMNS, DEAREST, IDLE, LEGEND, NO_PUZZLES, complaints, confusion_totals, correct_or_faulty,
    describe_ranking_faults, format_millions, hundredths_to_decimal, join_ids, points_or_none,
    sentence_about_uncompared_scores, total_work, totals_in_words, verdict_word,
};
use crate::findings::CheckFindings;
use crate::{Audit, LabelOutcome};

/// Returns the audit as text, with problems first.
pub(super) fn human(audit: &Audit, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    page.prose(0, styles.strong, &totals_in_words(audit.totals()));
    let confusion = audit.confusion();
    if !confusion.rows.is_empty() {
        page.prose(0, styles.plain, &confusion_totals(&confusion));
    }
    grader_faults(&mut page, audit);
    add_contradictions(&mut page, audit);
    add_check_table(&mut page, audit);
    add_unproven(&mut page, audit);
    add_puzzles(&mut page, audit);
    add_margins(&mut page, audit);
    add_dearest(&mut page, audit);
    add_undecided(&mut page, audit);
    add_faults(&mut page, audit);
    write_evidence(&mut page, audit);
    add_scores(&mut page, audit);
    page.finish()
}

fn add_title(page: &mut Page, text: &str) {
    page.blank();
    page.line(0, &paint(page.styles.strong, text));
}

fn grader_faults(page: &mut Page, audit: &Audit) {
    let mut faults = audit.grader_faults().peekable();
    if faults.peek().is_some() {
        add_title(page, "Not graded completely");
    }
    let warn = page.styles.warn;
    for LabelOutcome { name, grader_faults, .. } in faults {
        page.item(2, "!", warn, &escape(name));
        for (check, message) in grader_faults {
            page.prose(6, page.styles.plain, &format!("{check}: {}", escape(message)));
        }
    }
}

fn add_contradictions(page: &mut Page, audit: &Audit) {
    let mut contradictions = audit.submissions_contradicting_labels().peekable();
    if contradictions.peek().is_some() {
        add_title(page, "Contradicted");
    }
    let (bad, plain) = (page.styles.bad, page.styles.plain);
    for contradiction in contradictions {
        let LabelOutcome { name, about, named, failed, .. } = contradiction.outcome;
        page.item(2, "✗", bad, &format!("{}: {}", escape(name), escape(about)));
        page.prose(6, plain, &format!("should fail: {}", join_ids(named.iter().copied())));
        page.prose(6, plain, &format!("fails: {}", join_ids(failed.keys().copied())));
        for complaint in complaints(&contradiction, escape, escape) {
            page.item(6, "-", plain, &complaint);
        }
    }
}

fn add_check_table(page: &mut Page, audit: &Audit) {
    add_title(page, "Checks");
    let width = widest(audit.checks.iter().map(|check| check.id()));
    let heads = COLUMNS.map(|head| format!("  {head}")).concat();
    page.line(2, &paint(page.styles.dim, &format!("{:width$}{heads}", "")));
    for CheckFindings { check, named, caught, collateral, hurt } in audit.rows_of_interest() {
        let numbers = [named, caught, collateral, hurt].into_iter().zip(COLUMNS);
        let cells = numbers.map(|(number, head)| format!("  {number:>0$}", head.len()));
        let line = format!("{:width$}{}", check.id(), cells.collect::<String>());
        let is_bad = caught < named || hurt > 0;
        let style = if is_bad { page.styles.bad } else { page.styles.plain };
        page.line(2, &paint(style, &line));
    }
    page.prose(2, page.styles.dim, LEGEND);
}

fn add_unproven(page: &mut Page, audit: &Audit) {
    if audit.is_part {
        return;
    }
    let checks: Vec<Check> = audit.checks_without_fault().collect();
    if !checks.is_empty() {
        add_title(page, "Checks without a labelled fault");
        page.prose(2, page.styles.warn, &join_ids(checks));
    }
}

fn add_puzzles(page: &mut Page, audit: &Audit) {
    if audit.puzzles.is_empty() || audit.is_part {
        return;
    }
    let dim = page.styles.dim;
    let idle: Vec<String> = audit.idle_puzzles().map(escape).collect();
    if !audit.knows_puzzles() {
        add_title(page, "Puzzles");
        page.prose(2, dim, NO_PUZZLES);
    } else if !idle.is_empty() {
        add_title(page, "Puzzles that do not affect any verdict");
        page.prose(2, page.styles.plain, &idle.join(", "));
        page.prose(2, dim, IDLE);
    }
}

fn add_margins(page: &mut Page, audit: &Audit) {
    let margins: Vec<_> = audit.margins().collect();
    if margins.is_empty() {
        return;
    }
    add_title(page, "Limits");
    for margin in margins {
        page.line(2, &format!("{}: {}", margin.check, hundredths_to_decimal(margin.limit)));
        let mut side = |what: &str, extreme: Option<(u64, &str)>| {
            let text = match extreme {
                Some((value, name)) => {
                    format!("{what} {}, {}", hundredths_to_decimal(value), escape(name))
                }
                None => format!("{what} none"),
            };
            page.prose(6, page.styles.plain, &text);
        };
        side("correct up to", margin.right);
        side("faults from", margin.fault);
    }
}

fn add_dearest(page: &mut Page, audit: &Audit) {
    let (total, dearest) = audit.most_expensive_searches(DEAREST);
    if dearest.is_empty() {
        return;
    }
    add_title(page, "Most expensive submissions");
    page.prose(2, page.styles.plain, &total_work(total));
    let width =
        dearest.iter().map(|outcome| format_millions(outcome.fuel).len()).max().unwrap_or(0);
    for LabelOutcome { name, fuel, .. } in dearest {
        page.line(6, &format!("{:>width$}  {}", format_millions(*fuel), escape(name)));
    }
}

fn add_undecided(page: &mut Page, audit: &Audit) {
    let mut undecided = audit.submissions_with_open_labels().peekable();
    if undecided.peek().is_some() {
        add_title(page, "May fail or pass");
    }
    for outcome in undecided {
        page.line(2, &escape(&outcome.name));
        for check in &outcome.may_fail {
            page.line(6, &format!("{check} {}", verdict_word(outcome, *check)));
        }
    }
}

/// Writes all submissions by score. This should come last, because it is long.
fn add_scores(page: &mut Page, audit: &Audit) {
    let ranking = audit.rank_by_score();
    if ranking.outcomes.is_empty() {
        return;
    }
    add_title(page, &format!("Scores, of {}", audit.max_score));
    let style = if ranking.overtaking.is_empty() { page.styles.plain } else { page.styles.warn };
    if let Some(text) = describe_ranking_faults(&ranking, escape) {
        page.prose(2, style, &text);
    }
    if let Some(text) = sentence_about_uncompared_scores(audit) {
        page.prose(2, page.styles.dim, &text);
    }
    let width =
        ranking.outcomes.iter().map(|outcome| points_or_none(outcome.score).chars().count()).max();
    for outcome in ranking.outcomes {
        let mark = format!(
            "{:>1$}  {2:<7} ",
            points_or_none(outcome.score),
            width.unwrap_or(0),
            correct_or_faulty(outcome)
        );
        let text = format!("{}: {}", escape(&outcome.name), escape(&outcome.about));
        page.item(2, &mark, page.styles.plain, &text);
    }
}

fn add_faults(page: &mut Page, audit: &Audit) {
    if audit.faulty_submissions().next().is_none() {
        return;
    }
    add_title(page, "Faults");
    for LabelOutcome { name, failed, may_fail, .. } in audit.faulty_submissions() {
        page.line(2, &escape(name));
        if failed.is_empty() {
            page.prose(6, page.styles.plain, "fails nothing");
        }
        for (check, summary) in failed {
            let leave = if may_fail.contains(check) { " (may fail)" } else { "" };
            page.prose(6, page.styles.plain, &format!("{check}{leave}: {}", escape(summary)));
        }
    }
}

fn write_evidence(page: &mut Page, audit: &Audit) {
    let (plain, dim) = (page.styles.plain, page.styles.dim);
    for (head, legend, of_moment) in
        [("Moments", differences::MOMENTS, true), ("Boards", differences::BOARDS, false)]
    {
        let mut all = differences::exhibits(audit, of_moment).peekable();
        if all.peek().is_none() {
            continue;
        }
        add_title(page, head);
        page.prose(2, dim, legend);
        for (outcome, check, exhibit) in all {
            page.prose(2, plain, &format!("{}: {}", escape(&outcome.name), escape(&outcome.about)));
            let on = exhibit.puzzle.as_deref().map(|name| format!(", {}", escape(name)));
            let said = if of_moment {
                describe_moment_or_none(exhibit)
            } else {
                let boards: Vec<String> = exhibit
                    .boards_to_compare()
                    .into_iter()
                    .map(differences::board_on_one_line)
                    .collect();
                format!("{} {}", exhibit.cause.as_deref().unwrap_or("no cause"), boards.join(" "))
            };
            page.prose(6, plain, &format!("{check}{}: {said}", on.unwrap_or_default()));
        }
    }
    if let Some(text_or_empty) = differences::sentence_about_uncompared_shows(audit) {
        page.blank();
        page.prose(0, dim, &text_or_empty);
    }
}

fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(width).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::sample;

    #[test]
    fn a_full_audit_is_reported() {
        insta::assert_snapshot!(human(&sample::audit(), &Layout::default()), @"
        3 faults and 4 correct submissions: 2 faults caught by a check that their labels
        name, 1 correct submission failed, 3 labels contradicted, 1 submission not
        graded completely

        Not graded completely
          ! right/broken
              solver.moves: the clock ran out

        Contradicted
          ✗ faults/slow: what faults/slow does
              should fail: solver.time
              fails: board.hamming, solver.time
              - board.hamming should pass, but fails: faults/slow is wrong
              - the score is 20, but should be 25 to 35
          ✗ faults/missed: what faults/missed does
              should fail: board.twin, solver.moves
              fails: nothing
              - board.twin should fail, but is skipped (because of board.hamming)
              - solver.moves should fail, but passes
              - solver.time should pass, but is skipped (because of solver.moves)
          ✗ right/lazy: what right/lazy does
              should fail: nothing
              fails: solver.moves
              - solver.moves should pass, but fails: right/lazy is wrong

        Checks
                         named  caught  also failed by  wrongly failed
          board.hamming      0       0               1               0
          board.twin         1       0               0               0
          solver.moves       2       1               0               1
          solver.time        1       1               0               0
          named: faults whose labels name the check; caught: those faults that fail it;
          also failed by: other faults that fail it; wrongly failed: correct submissions
          that fail it

        Checks without a labelled fault
          board.hamming

        Puzzles that do not affect any verdict
          a, b
          Each fault that one of these puzzles exposes is also exposed by another
          puzzle. You can remove any one of them, but not all of them at once; run
          `grader audit --propose` for a list. If a solver repeatedly uses up its
          budget, only the puzzles that ran count.

        Limits
          solver.time: 30.00
              correct up to 2.30, right/lazy
              faults from 120.50, faults/slow

        Most expensive submissions
          The searches executed 36 million instructions, with each puzzle counted once.
          The most expensive:
              30 million  faults/slow
               1 million  faults/greedy
               1 million  faults/missed
               1 million  right/plain
               1 million  right/lazy

        May fail or pass
          right/either
              board.twin passes
              solver.time fails

        Faults
          faults/greedy
              solver.moves: faults/greedy is wrong
          faults/slow
              board.hamming: faults/slow is wrong
              solver.time: faults/slow is wrong
          faults/missed
              fails nothing

        Scores, of 40
          2 faulty submissions have at least as many points as right/either, the correct
          submission with the fewest: faults/missed, faults/greedy.
          40  correct  right/plain: what right/plain does
          40  faulty   faults/missed: what faults/missed does
          30  correct  right/lazy: what right/lazy does
          30  correct  right/either: what right/either does
          30  faulty   faults/greedy: what faults/greedy does
          20  faulty   faults/slow: what faults/slow does
           –  correct  right/broken: what right/broken does
        ");
    }

    #[test]
    fn an_empty_audit_is_reported() {
        insta::assert_snapshot!(human(&Audit::default(), &Layout::default()), @"
        0 faults and 0 correct submissions: 0 faults caught by a check that their labels
        name, 0 correct submissions failed, 0 labels contradicted

        Checks
            named  caught  also failed by  wrongly failed
          named: faults whose labels name the check; caught: those faults that fail it;
          also failed by: other faults that fail it; wrongly failed: correct submissions
          that fail it
        ");
    }
}
