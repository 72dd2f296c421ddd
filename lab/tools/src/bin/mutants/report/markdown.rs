//! Writes a base's part of the page.

use std::fmt::Write as _;

use grade::check::{Check, Group};

use super::{Count, Results, by_check, by_operator, by_place};
use crate::explained::SurvivorKind;
use crate::fate::{Fate, MutantOutcome, PairOutcome};
use crate::mutant::Mutant;

pub(crate) fn part(results: &Results<'_>) -> String {
    let mut text = String::new();
    begin(&mut text, results);
    checks(&mut text, results);
    places(&mut text, results);
    survivors(&mut text, results);
    unexplained(&mut text, results);
    second_order(&mut text, results);
    if !results.stale.is_empty() {
        text.push_str("\n### Explanations that are no longer needed\n\n");
        for stale in &results.stale {
            let _ = writeln!(text, "- {}", code(stale));
        }
    }
    text
}

fn begin(text: &mut String, results: &Results<'_>) {
    let Results { base, command, seed, all, outcomes, pairs, .. } = results;
    match &base.folder {
        Some(folder) => {
            let _ = writeln!(text, "## {}", code(folder));
        }
        None => text.push_str("## The model answer\n"),
    }
    let _ = writeln!(text, "\n```sh\n{command}\n```\n");
    if outcomes.len() == *all {
        let _ = write!(text, "All {all} single-change mutants");
    } else {
        let _ = write!(
            text,
            "{} of the {all} single-change mutants, selected with seed {seed}",
            outcomes.len()
        );
    }
    if pairs.is_empty() {
        text.push_str(".\n");
    } else {
        let compiling = pairs.iter().filter(|it| it.fate != Fate::NotCompiling).count();
        let _ = writeln!(text, ", and pairs selected with seed {seed} until {compiling} compiled.");
    }
    text.push_str("\n| operator | made | not compiling | caught | survived |\n");
    text.push_str("|---|--:|--:|--:|--:|\n");
    let mut row = |name: &str, count: Count| {
        let Count { made, not_compiling, caught, explained, unexplained, .. } = count;
        let survived = explained + unexplained;
        let _ = writeln!(text, "| {name} | {made} | {not_compiling} | {caught} | {survived} |");
    };
    for (operator, count) in by_operator(outcomes) {
        row(operator.name(), count);
    }
    row("**all**", Count::of_outcomes(outcomes.iter()));
    if !pairs.is_empty() {
        row("**second order**", Count::of_pairs(pairs));
    }
}

fn checks(text: &mut String, results: &Results<'_>) {
    text.push_str(
        "\n### Checks\n\nThe number of single-change mutants that fail a check, and that fail only this \
         check.\n\n",
    );
    text.push_str("| check | fails | alone |\n|---|--:|--:|\n");
    let failed = by_check(&results.outcomes);
    for (check, (all, alone)) in &failed {
        let _ = writeln!(text, "| `{check}` | {all} | {alone} |");
    }
    let is_idle = |check: &Check| check.group() != Group::Compile && !failed.contains_key(check);
    let idle: Vec<_> =
        Check::ALL.into_iter().filter(is_idle).map(|it| format!("- `{it}`\n")).collect();
    if !idle.is_empty() && results.outcomes.len() == results.all {
        text.push_str("\nNo mutant fails these, but labelled submissions do:\n\n");
        text.push_str(&idle.concat());
    }
}

fn places(text: &mut String, results: &Results<'_>) {
    text.push_str(
        "\n### Functions\n\nThe failed checks for each changed function, with the number of mutants. A mistake \
         should only fail related checks. If other functions call this function, their checks are \
         related, too.\n\n",
    );
    text.push_str("| changed | checks that fail |\n|---|---|\n");
    for (within, checks) in by_place(&results.outcomes) {
        let checks: Vec<_> = checks.iter().map(|(check, n)| format!("`{check}` {n}")).collect();
        let _ = writeln!(text, "| `{within}` | {} |", checks.join(", "));
    }
}

fn survivors(text: &mut String, results: &Results<'_>) {
    let Results { outcomes, explained, .. } = results;
    for (kind, title) in [
        (SurvivorKind::Equivalent, "equivalent to the original"),
        (SurvivorKind::Free, "allowed by the assignment"),
    ] {
        let mut is_titled = false;
        for (number, reason) in explained.reasons.iter().enumerate() {
            let is_here =
                |it: &&MutantOutcome| it.fate == Fate::Survived && it.reason == Some(number);
            let here: Vec<_> = outcomes.iter().filter(is_here).collect();
            if reason.kind == kind && !here.is_empty() {
                if !std::mem::replace(&mut is_titled, true) {
                    let _ = writeln!(text, "\n### Survivors: {title}");
                }
                let _ = writeln!(text, "\n{}\n", reason.why.trim());
                for outcome in here {
                    text.push_str(&item(&outcome.mutant));
                }
            }
        }
    }
}

fn unexplained(text: &mut String, results: &Results<'_>) {
    let is_open = |it: &&MutantOutcome| it.is_open() || matches!(it.fate, Fate::GraderFault(_));
    let mut open = results.outcomes.iter().filter(is_open).peekable();
    if open.peek().is_some() {
        text.push_str("\n### Survivors: not explained\n\n");
        open.for_each(|outcome| text.push_str(&item(&outcome.mutant)));
    }
}

fn second_order(text: &mut String, results: &Results<'_>) {
    let Results { pairs, explained, .. } = results;
    if pairs.is_empty() {
        return;
    }
    text.push_str("\n### Survivors of second order\n");
    let mut survivors = pairs.iter().filter(|it| it.fate == Fate::Survived).peekable();
    if survivors.peek().is_none() {
        text.push_str("\nNone.\n");
    }
    for outcome in survivors {
        let why = match outcome.reason.and_then(|reason| explained.reasons.get(reason)) {
            Some(reason) => reason.why.trim(),
            None if outcome.is_explained_by_parts() => {
                "Both changes also survive alone, for the reasons above:"
            }
            None => "This pair is not explained:",
        };
        let _ = writeln!(text, "\n{why}\n");
        parts(text, outcome, results);
    }
}

fn parts(text: &mut String, outcome: &PairOutcome, results: &Results<'_>) {
    let alone = outcome.parts.iter().flatten();
    for MutantOutcome { mutant, fate, reason } in alone {
        let item = item(mutant);
        let reason = reason.and_then(|reason| results.explained.reasons.get(reason));
        let is_listed = results.outcomes.iter().any(|it| it.mutant == *mutant);
        let alone = match reason {
            // The sample may not include the survivor, so list the reason here.
            Some(reason) if !is_listed => {
                format!("survived. {}", reason.why.trim().replace('\n', " "))
            }
            _ => fate.to_string(),
        };
        let _ = writeln!(text, "{}; alone: {alone}", item.trim_end());
    }
}

fn item(mutant: &Mutant) -> String {
    let after = if mutant.after.is_empty() { "nothing".to_owned() } else { code(&mutant.after) };
    let (place, name) = (mutant.place(), mutant.operator.name());
    format!("- `{place}` ({name}): {} becomes {after}\n", code(&mutant.before))
}

fn code(text: &str) -> String {
    format!("`{text}`")
}
