//! The handout, which tells students about the assignment and how it is graded.

mod api;

use std::fmt::Write as _;

use assignment::{Partial, RubricEntry, RunLimits, Tests};
use grade::CapCondition;
use grade::budgets;
use grade::check::{Check, Group};
use grade::hand::Criterion;
use grade::points::Points;
use grade::words::counted;
use late::{Attempts, Counting};

use super::terms::Terms;

const HANDOUT: &str = include_str!("files/student/handout.md");

/// The part about Rust. The documentation tests run its examples.
const RUST: &str = include_str!("files/student/rust.md");

#[cfg(doctest)]
#[doc = include_str!("files/student/rust.md")]
struct RustExamples;

/// Renders the handout as Markdown.
pub fn handout(terms: &Terms) -> String {
    let parts = [
        ("@TITLE@", one_line(&terms.title)),
        ("@DATES@", course_and_date(terms)),
        ("@BOARD@", api::trait_declaration("board.rs", "pub trait Board")),
        ("@SOLVER@", api::trait_declaration("solver.rs", "pub trait Solver")),
        ("@QUEUE@", indented(&api::type_declaration("min_pq.rs", "impl<K: Ord> MinPq<K> {"))),
        ("@RUST@", RUST.trim_end().to_owned()),
        ("@PUZZLES@", puzzles_text(terms)),
        ("@QUEUES@", queues_text(terms).to_owned()),
        ("@LIMITS@", limits_text(terms)),
        ("@POINTS@", points_text(terms)),
        ("@TESTS@", tests_text(terms)),
        ("@DUE@", dates_text(terms)),
    ];
    // Fill in the instructor's texts last, because they may contain something like a placeholder.
    let (ours, theirs): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .partition(|(name, _)| matches!(*name, "@BOARD@" | "@SOLVER@" | "@QUEUE@"));
    let mut text = HANDOUT.replace("@CHECK@", &check_command(terms));
    for (name, part) in ours {
        text = text.replace(name, &part);
    }
    fill_placeholders(&text, &theirs)
}

/// Indents all lines except the first, to fit into a list item.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}

pub(crate) fn check_command(terms: &Terms) -> String {
    match terms.kit {
        Some(_) => format!("grader check --assignment {}", super::KIT),
        None => "grader check".to_owned(),
    }
}

/// Replaces all placeholders, except in the replacements.
fn fill_placeholders(mut text: &str, parts: &[(&str, String)]) -> String {
    let mut filled = String::new();
    while let Some((at, (name, part))) =
        parts.iter().filter_map(|part| Some((text.find(part.0)?, part))).min_by_key(|(at, _)| *at)
    {
        filled.push_str(&text[..at]);
        filled.push_str(part);
        text = &text[at + name.len()..];
    }
    filled + text
}

/// Converts text from the instructor to a single line that is valid in a table cell.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}

fn course_and_date(terms: &Terms) -> String {
    let course = terms.course.as_ref().map(|course| one_line(course));
    let due = terms.late.as_ref().map(|policy| format!("due {}", policy.due));
    let parts: Vec<String> = course.into_iter().chain(due).collect();
    if parts.is_empty() { String::new() } else { format!("{}\n\n", parts.join(", ")) }
}

fn puzzles_text(terms: &Terms) -> String {
    let mut text = match terms.puzzles.len() {
        0 if terms.has_hidden_puzzles || terms.has_private_cases => {
            return "Your code is graded on hidden puzzles.".to_owned();
        }
        0 => return String::new(),
        1 => "Your solver is graded on the puzzle in `puzzles/graded`".to_owned(),
        count => format!("Your solver is graded on the {count} puzzles in `puzzles/graded`"),
    };
    text.push_str(". The answers are in the `README.md` there.");
    if let Some(count) = terms.random {
        let _ = write!(
            text,
            "\nYour solver is also graded on {}. The grader chooses others when your code changes; a \
             correct solver solves all of them.",
            counted(count, "random board")
        );
    }
    if terms.has_hidden_puzzles {
        text.push_str("\nYour instructor also grades your code on hidden puzzles.");
    }
    if terms.has_private_cases {
        text.push_str(
            "\nFor the final grade, the grader also draws puzzles and boards that nobody sees, of many \
             sizes. If your code is correct, they do not change your grade.",
        );
    }
    text
}

fn queues_text(terms: &Terms) -> &'static str {
    let is_own = |rated: &RubricEntry| rated.check == Check::SolverLockstep && rated.is_strict;
    if terms.checks.iter().any(is_own) {
        "Each of the two searches has its own queue."
    } else {
        "Use a queue for each search."
    }
}

fn limits_text(terms: &Terms) -> String {
    let RunLimits { time, stop, memory_mib, board_memory, solver_memory } = terms.limits;
    let mut lines = Vec::new();
    let is_there = |check| terms.has_check(check);
    if is_there(Check::SolverTime) {
        lines.push(format!(
            "Instructions to solve a puzzle: at most {time} times the model's (`solver.time`). On \
             boards with more than {} rows, you lose points only if the grader stops the run.",
            budgets::MEASURED_ROWS
        ));
    }
    let (million, billion) = (1_000_000, 1_000_000_000);
    lines.push(format!(
        "The grader stops a run at {stop} times the model's instructions, but not before {} million. \
         The hardest puzzles have less room: the grader stops their runs at {} billion \
         instructions, or at {} times the model's if that is more. If a run is stopped, its missing results count as wrong, and \
         `solver.time` counts its instructions.",
        budgets::LEAST_RUN / million,
        budgets::MOST_RUN / billion,
        time.max(budgets::LEAST_TIMES),
    ));
    lines.push(format!(
        "Instructions for all runs together: at most {} billion for `Board` and {} billion for \
         `Solver`. After that, the grader does not run the remaining cases, and they count as \
         wrong. The runs of `Board` also call `clone()`, `==`, `to_string()` and `{{:?}}`, so these \
         must not be expensive either.",
        budgets::BOARD / billion,
        budgets::SOLVER / billion,
    ));
    lines.push(format!(
        "Runs that are stopped take long. So after the grader has stopped your solver on {} puzzles, it \
         skips the puzzles that need more work, and after one more stop, all others. If it stops a method of `Board` in {} runs, it does not call this method again. \
         Cases that do not run count as wrong.",
        budgets::SOLVER_STOPS,
        budgets::BOARD_STOPS,
    ));
    if is_there(Check::SolverCaching) {
        lines.push(format!(
            "Calls to each of `manhattan()` and `hamming()`, for each board that `neighbors()` returns: at most {} \
             on average (`solver.caching`).",
            budgets::CALLS
        ));
    }
    if is_there(Check::SolverMemory) {
        lines.push(format!(
            "Memory of a search: at most {solver_memory} times the model's plus {} KiB. Memory of \
             the solver after the search: at most {solver_memory} times the model's plus {} KiB. \
             This is measured on boards with up to {} rows (`solver.memory`).",
            budgets::SEARCH_BYTES >> 10,
            budgets::SOLUTION_BYTES >> 10,
            budgets::MEASURED_ROWS
        ));
    }
    lines.push(format!("Memory of a run: never more than {memory_mib} MiB."));
    lines.push(format!(
        "Stack: {} MiB. A function that calls itself for each step of a search can need more.",
        budgets::STACK >> 20
    ));
    if is_there(Check::BoardMemory) {
        lines.push(format!(
            "Memory of one board: at most {board_memory} times the model's (`board.memory`). The \
             model uses two bytes per tile."
        ));
    }
    if is_there(Check::BoardGrowth) {
        lines.push(
            "Instructions of each method of `Board`: they must not grow faster than `n * n * log n` \
             (`board.growth`)."
                .to_owned(),
        );
    }
    let lines: Vec<String> = lines.into_iter().map(|line| format!("- {line}")).collect();
    lines.join("\n")
}

/// Describes when a check passes, including the numeric limit.
fn pass_condition(rated: &RubricEntry, limits: RunLimits) -> String {
    let RunLimits { time, board_memory, solver_memory, .. } = limits;
    match rated.check {
        Check::SolverLockstep => {
            let queues =
                if rated.is_strict { "each has its own queue" } else { "they may share a queue" };
            format!("{}; {queues}", rated.check.spec().in_full)
        }
        Check::SolverTime => {
            format!(
                "no puzzle with up to {} rows takes more than {time} times the model's instructions, and \
                 no run is stopped",
                budgets::MEASURED_ROWS
            )
        }
        Check::SolverMemory => format!(
            "no puzzle takes more than {solver_memory} times the model's memory, during the search and after it"
        ),
        Check::BoardMemory => {
            format!("a board takes at most {board_memory} times the model's memory")
        }
        check => check.spec().in_full.replace('|', "\\|"),
    }
}

fn points_text(terms: &Terms) -> String {
    let mut text = format!("There are {} points.", terms.points());
    if terms.hidden > Points::ZERO {
        let _ = write!(text, " Hidden checks are worth {} more.", terms.hidden);
    }
    for group in Group::ALL {
        let rated: Vec<&RubricEntry> =
            terms.checks.iter().filter(|rated| rated.check.group() == group).collect();
        if rated.is_empty() {
            continue;
        }
        let sum: Points = rated.iter().map(|rated| rated.points).sum();
        let _ = write!(text, "\n\n### {}, {}\n\n", group.title(), sum.with_unit());
        text.push_str("| check | points | passes if | partial credit |\n|---|---|---|---|\n");
        let rows: Vec<String> =
            rated.into_iter().map(|rated| check_row(rated, terms.limits)).collect();
        text.push_str(&rows.join("\n"));
    }
    if !terms.caps.is_empty() {
        text.push_str(
            "\n\nAs long as one of these conditions does not hold, the total is at most the number in its \
             row. It depends on the share of the puzzles that you solve, and rises evenly between the \
             columns. If several limits apply, the lowest counts. *Your program* is your own board and \
             solver together.\n\n\
             | condition | nothing solved | 90 % solved | almost all solved | reason |\n\
             |---|---|---|---|---|\n",
        );
        let caps = terms.caps.iter().map(|cap| {
            let condition = match cap.unless {
                CapCondition::Check(check) => format!("`{check}` passes"),
                CapCondition::Program => cap.unless.to_string(),
            };
            let bend = cap.nine_tenths.map(|bend| bend.to_string()).unwrap_or_default();
            let (least, most, why) = (cap.least, cap.score, one_line(&cap.why));
            format!("| {condition} | {least} | {bend} | {most} | {why} |")
        });
        text.push_str(&caps.collect::<Vec<_>>().join("\n"));
    }
    text.push_str(&criteria_text(&terms.criteria));
    text
}

/// Lists the criteria that are graded by hand.
fn criteria_text(criteria: &[Criterion]) -> String {
    if criteria.is_empty() {
        return String::new();
    }
    let sum: Points = criteria.iter().map(|criterion| criterion.points).sum();
    let row = |criterion: &Criterion| {
        format!(
            "| `{}` | {} | {} |",
            criterion.id,
            criterion.describe_points(),
            one_line(&criterion.text)
        )
    };
    let rows: Vec<String> = criteria.iter().map(row).collect();
    format!(
        "\n\n### Graded by hand, {} more\n\n| criterion | worth | how to earn the points |\n\
         |---|---|---|\n{}",
        sum.with_unit(),
        rows.join("\n")
    )
}

fn check_row(rated: &RubricEntry, limits: RunLimits) -> String {
    let RubricEntry { check, points, partial, requires, .. } = rated;
    let mut holds = pass_condition(rated, limits);
    if !requires.is_empty() {
        let needed: Vec<String> = requires.iter().map(|check| format!("`{check}`")).collect();
        let _ = write!(holds, "; no points without {}", needed.join(", "));
    }
    format!("| `{check}` | {points} | {holds} | {} |", partial_credit(*points, partial))
}

fn partial_credit(points: Points, partial: &Partial) -> String {
    match partial {
        Partial::None => String::new(),
        Partial::Share { most: 1000 } => "the share of cases that pass".to_owned(),
        Partial::Share { most } => {
            format!("the share of cases that pass, up to {}", points.share(*most, 1000))
        }
        Partial::Large { part } => {
            format!(
                "{} if it fails only on boards with more than 16 rows",
                points.share(*part, 1000)
            )
        }
        Partial::Thresholds(steps) => {
            let count = u32::try_from(steps.len()).unwrap_or(u32::MAX);
            // The first step is full credit, which is listed elsewhere.
            let parts = steps.iter().zip((1..=count).rev()).skip(1);
            let parts = parts
                .map(|(times, held)| format!("{} within {times} times", points.share(held, count)));
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}

fn tests_text(terms: &Terms) -> String {
    let Some(Tests { faults, catch }) = &terms.tests else { return String::new() };
    let faults = faults.len();
    let mut text = format!(
        "- You can add tests to `tests` or to your code{}. The grader runs them on the model answer, \
         where they\n  must pass, and on {faults} faulty answers: a good test fails on one of them. \
         `grader check --only tests` shows\n  the results. The tests in the template do not count.",
        if terms.has_check(Check::TestsOwn) { "" } else { ", but they earn no points" }
    );
    if terms.has_check(Check::TestsOwn) {
        let _ = write!(text, "\n  To get all points, your tests must catch {catch} faults.");
    }
    text.push('\n');
    text
}

fn dates_text(terms: &Terms) -> String {
    let mut text = String::new();
    if let Some(policy) = &terms.late {
        let policy = policy.to_string();
        let rest = policy.strip_prefix("due ").unwrap_or(&policy);
        let _ = write!(text, "\nDue: {rest}.\n");
    }
    let counts = terms.attempts.and_then(|attempts| attempts.counts).map(|counting| match counting {
        Counting::Latest => "the latest attempt counts",
        Counting::Best => "the attempt with the most points after deductions counts",
        Counting::LastBeforeDue => {
            "the last attempt before the due date counts. If no attempt is on time, the first one counts"
        }
    });
    if let Some(counts) = counts {
        let _ = write!(text, "\nIf you submit more than once, {counts}.\n");
    }
    if let Some(attempts) = terms.attempts.filter(Attempts::is_limit) {
        let max = attempts.max.map(|max| match max {
            1 => "only one attempt counts".to_owned(),
            max => format!("up to {max} attempts count"),
        });
        let wait = attempts.wait.map(|wait| {
            let length = duration_text(wait);
            if max.is_some() {
                format!("at most one every {length}")
            } else {
                format!("at most one attempt counts every {length}")
            }
        });
        let parts: Vec<String> = max.into_iter().chain(wait).collect();
        let _ = write!(
            text,
            "\nIf a platform grades each attempt immediately, {}.\n",
            parts.join(", ")
        );
    }
    text
}

fn duration_text(seconds: u64) -> String {
    let units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];
    let mut rest = seconds;
    let mut parts = Vec::new();
    for (name, unit) in units {
        let count = rest / unit;
        rest %= unit;
        if count > 0 {
            parts.push(counted(count, name));
        }
    }
    parts.join(" ")
}

#[cfg(test)]
#[path = "handout/tests.rs"]
mod test;
