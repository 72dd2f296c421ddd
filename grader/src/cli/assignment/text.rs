//! Formats the summary of an assignment for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use assignment::OracleProof;
use grade::words::counted;
use report::Layout;
use terminal::page::Page;
use terminal::style::paint;
use terminal::wrap::escape;

use super::overview::{
    AnswerLine, CriterionLine, Overview, OverviewLimits, PuzzleList, RatedCheck,
};

pub(super) fn overview_for_people(overview: &Overview, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let strong = page.styles.strong;
    let head = format!("{}: {} points, no mistakes", escape(&overview.title), overview.points);
    page.prose(0, strong, &head);
    let plain = page.styles.plain;
    if let Some(due) = &overview.due {
        page.prose(0, plain, &escape(due));
    }
    if let Some(counts) = overview.counts {
        page.prose(
            0,
            plain,
            &format!("if a student submits several times, `{counts}` decides which attempt counts"),
        );
    }
    let OverviewLimits { time, stop, memory_mib } = overview.run;
    let run = format!(
        "a search may use {time} times the model's instructions (`time`), and is stopped at {stop} \
         times (`stop`); a run may use {memory_mib} MiB of memory (`memory_mib`)"
    );
    page.prose(0, plain, &run);
    add_points(&mut page, overview);
    add_visibility(&mut page, overview);
    add_answers(&mut page, overview);
    add_cost(&mut page, overview);
    add_margins(&mut page, overview);
    page.blank();
    page.prose(0, page.styles.dim, &overview.assignment);
    page.finish()
}

fn add_title(page: &mut Page, text: &str) {
    page.blank();
    page.line(0, &paint(page.styles.strong, text));
}

fn add_points(page: &mut Page, overview: &Overview) {
    add_title(page, "Points");
    for sum in &overview.groups {
        page.line(
            2,
            &format!(
                "{:<8} {:>7}  {}",
                sum.name,
                sum.points.to_string(),
                counted(sum.checks, "check")
            ),
        );
    }
    let plain = page.styles.plain;
    for cap in &overview.caps {
        let text =
            format!("at most {} points until {}: {}", cap.score, cap.until, escape(&cap.why));
        page.item(2, "-", plain, &text);
    }
    for check in overview.checks.iter().filter(|check| !check.requires.is_empty()) {
        let text = format!("{} earns no points without {}", check.id, check.requires.join(", "));
        page.item(2, "-", plain, &text);
    }
    add_forbidden(page, overview);
    for criterion in &overview.criteria {
        let CriterionLine { id, text, points, visibility } = criterion;
        let text = format!("by hand, {visibility}: {id}, {points} more points: {}", escape(text));
        page.item(2, "-", plain, &text);
    }
}

/// Says which checks are stricter than by default.
fn add_forbidden(page: &mut Page, overview: &Overview) {
    let plain = page.styles.plain;
    for check in &overview.checks {
        if let Some(key) = check.forbids {
            let text = format!("{} fails for {}", check.id, key.replace('_', " "));
            page.item(2, "-", plain, &text);
        }
    }
}

fn add_visibility(page: &mut Page, overview: &Overview) {
    add_title(page, "Students see");
    let plain = page.styles.plain;
    for sum in &overview.visibility {
        let ids = || {
            let of = |check: &&RatedCheck| check.visibility == sum.name;
            overview.checks.iter().filter(of).map(|check| check.id).collect::<Vec<_>>().join(", ")
        };
        let unit = if sum.points.as_f64() == Some(1.0) { "point" } else { "points" };
        let checks = format!("{}, {} {unit}", counted(sum.checks, "check"), sum.points);
        let text = match sum.name {
            "visible" => format!("at once: {checks}"),
            "after_due_date" => format!("after the due date: {checks}: {}", ids()),
            _ => format!("never: {checks}: {}", ids()),
        };
        page.item(2, "-", plain, &text);
    }
    for list in &overview.puzzles {
        page.item(2, "-", plain, &list_text(list));
    }
    let text = if overview.private {
        "the private seed also draws boards, sizes and numbers of calls: never"
    } else {
        "there is no private seed, so students can find out all puzzles and boards, and write code \
         that is only correct for them; to add a seed, see `[private]` in a folder from `grader init`"
    };
    page.item(2, "-", plain, text);
}

fn list_text(list: &PuzzleList) -> String {
    let mut text = format!("{}: {}", list.name, counted(list.puzzles, "puzzle"));
    if let Some(pool) = list.drawn_from {
        let _ = write!(text, " for each submission, drawn from {pool}");
    }
    for (number, what) in [(list.after_due_date, "after the due date"), (list.hidden, "never")] {
        if number > 0 {
            let _ = write!(text, ", {number} of them {what}");
        }
    }
    text
}

/// Lists the puzzles by the proofs of their answers, the weakest proofs last.
fn add_answers(page: &mut Page, overview: &Overview) {
    add_title(page, "Expected answers");
    let mut proven: BTreeMap<(u8, String), Vec<String>> = BTreeMap::new();
    for answer in &overview.answers {
        proven.entry(proof_text(answer)).or_default().push(escape(&answer.puzzle));
    }
    let plain = page.styles.plain;
    for ((_, proof), puzzles) in proven {
        let text = format!("{proof}: {}: {}", counted(puzzles.len(), "puzzle"), puzzles.join(", "));
        page.item(2, "-", plain, &text);
    }
}

/// Returns the place in the list, and the proof in words.
fn proof_text(answer: &AnswerLine) -> (u8, String) {
    let AnswerLine { solve, oracle, model, puzzle: _ } = *answer;
    let (place, oracle) = match oracle {
        Some(OracleProof::Table) => (0, "proven by a table of all boards"),
        Some(OracleProof::Search) => (2, "proven by a search"),
        None if model => return (4, "found by the model answer".to_owned()),
        None if solve => return (5, "not proven yet; use `--measure`".to_owned()),
        None => {
            let text = "not proven, but only the board is used; use `grader puzzle verify`";
            return (6, text.to_owned());
        }
    };
    if model {
        (place, format!("{oracle}, and found by the model answer"))
    } else {
        (place + 1, oracle.to_owned())
    }
}

fn add_cost(page: &mut Page, overview: &Overview) {
    add_title(page, "Cost");
    let Some(cost) = &overview.cost else {
        page.prose(2, page.styles.dim, "not measured yet; use `--measure`");
        return;
    };
    let plain = page.styles.plain;
    let text = format!(
        "the model solver executes {} instructions on the listed puzzles; a submission is stopped \
         at {} instructions",
        format_millions(cost.instructions),
        format_millions(cost.most)
    );
    page.item(2, "-", plain, &text);
    for puzzle in &cost.dearest {
        page.item(
            2,
            "-",
            plain,
            &format!("{}: {}", escape(&puzzle.puzzle), format_millions(puzzle.instructions)),
        );
    }
}

fn format_millions(instructions: u64) -> String {
    format!("{}.{} million", instructions / 1_000_000, instructions / 100_000 % 10)
}

fn add_margins(page: &mut Page, overview: &Overview) {
    add_title(page, "Correct submissions near the limits");
    let dim = page.styles.dim;
    let Some(limits) = overview.limits.as_ref().filter(|limits| limits.known > 0) else {
        page.prose(2, dim, "not known yet; use `grader audit` or `--measure`");
        return;
    };
    for margin in &limits.nearest {
        let line = format!(
            "{}: {} of {} ({})",
            margin.check,
            margin.takes,
            margin.limit,
            escape(&margin.submission)
        );
        page.line(2, &line);
    }
    let known = format!(
        "based on {} of {} labelled submissions that are correct",
        limits.known, limits.right
    );
    page.prose(2, dim, &known);
}
