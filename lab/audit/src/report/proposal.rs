//! Writes a proposal as a list for a rubric.

use std::fmt::Write as _;

use grade::INSTRUCTION;
use terminal::wrap::escape;

use grade::words::counted;

use super::join_ids;
use crate::propose::{Choice, FaultClaim, Proposal};

/// The maximum number of claims to name in a comment.
/// A comment should stay on a line or two.
const NAMES: usize = 3;

/// Formats the list as TOML, with reasons as comments.
pub(super) fn toml(proposal: &Proposal) -> String {
    let mut out = String::new();
    for line in compare_size_and_cost(proposal).iter().chain(&warnings_about_labels(proposal)) {
        let _ = writeln!(out, "# {}", escape(line));
    }
    out.push_str("[puzzles]\nsolve = [\n");
    for choice in &proposal.choices {
        let name = toml::Value::from(choice.name.as_str());
        let _ = writeln!(out, "    {name}, # {}", reason_for_choice(choice));
    }
    out.push_str("]\n");
    out
}

pub(super) fn markdown(proposal: &Proposal) -> String {
    format!("# The proposed puzzles\n\n```toml\n{}```\n", toml(proposal))
}

/// Compares the size and cost of the proposed list with the current one.
fn compare_size_and_cost(proposal: &Proposal) -> Vec<String> {
    let Proposal { choices, cost, bound, times, claims, present, present_cost, .. } = proposal;
    let how_good = if cost == bound {
        "the minimum".to_owned()
    } else {
        format!("at most {} above the minimum", instructions_with_commas(cost - bound))
    };
    let how_often =
        if *times == 1 { String::new() } else { format!(", {times} times if possible") };
    let mut lines = vec![
        format!("Exposes {} in checks that labels name{how_often}.", counted(*claims, "failure")),
        format!(
            "Proposed: {}, {} of the model solver, {how_good}.",
            counted(choices.len(), "puzzle"),
            instructions_with_commas(*cost)
        ),
        format!(
            "Current: {}, {}.",
            counted(*present, "puzzle"),
            instructions_with_commas(*present_cost)
        ),
    ];
    if !proposal.present_misses.is_empty() {
        let misses = names_of_claims(&proposal.present_misses, usize::MAX);
        lines.push(format!("The current list does not expose these often enough: {misses}."));
    }
    lines
}

/// Returns warnings about labels that would be contradicted when the assignment lists all candidates.
fn warnings_about_labels(proposal: &Proposal) -> Vec<String> {
    let warn = |outcome: &crate::LabelOutcome| {
        let (named, failed) = (outcome.named.iter().copied(), outcome.failed.keys().copied());
        format!(
            "Contradicted with all candidates: {} should fail {}, but fails {}.",
            outcome.name,
            join_ids(named),
            join_ids(failed)
        )
    };
    proposal
        .audit
        .submissions_contradicting_labels()
        .map(|contradiction| warn(contradiction.outcome))
        .collect()
}

fn reason_for_choice(choice: &Choice) -> String {
    let shows = names_of_claims(&choice.shows, NAMES);
    match choice.by {
        0 => "exposes no fault, but a check needs a puzzle of this kind".to_owned(),
        1 => format!("the only puzzle that exposes {shows}"),
        by => format!("one of {by} puzzles that expose {shows}"),
    }
}

fn names_of_claims(claims: &[FaultClaim], most: usize) -> String {
    let mut names: Vec<String> = claims
        .iter()
        .take(most)
        .map(|FaultClaim { fault, check }| format!("{} ({check})", escape(fault)))
        .collect();
    if claims.len() > names.len() {
        names.push(format!("and {} more", claims.len() - names.len()));
    }
    names.join(", ")
}

fn instructions_with_commas(fuel: u64) -> String {
    let digits = (fuel / INSTRUCTION).to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + " instructions"
}

#[cfg(test)]
mod tests {
    use grade::check::Check;

    use super::*;
    use crate::findings::sample;

    fn proposal() -> Proposal {
        let claim = |fault: &str| FaultClaim { fault: fault.to_owned(), check: Check::SolverMoves };
        let choice = |name: &str, cost, by, shows: &[&str]| Choice {
            name: name.to_owned(),
            cost: cost * INSTRUCTION,
            shows: shows.iter().map(|fault| claim(fault)).collect(),
            by,
        };
        Proposal {
            audit: sample::audit(),
            choices: vec![
                choice("one", 1000, 1, &["faults/a", "faults/b", "faults/c", "faults/d"]),
                choice("say \"two\"", 200_000, 2, &["faults/e"]),
                choice("three", 5, 0, &[]),
            ],
            cost: 201_005 * INSTRUCTION,
            bound: 201_005 * INSTRUCTION,
            times: 1,
            claims: 5,
            present: 1,
            present_cost: 1_234_567 * INSTRUCTION,
            present_misses: vec![claim("faults/e")],
        }
    }

    #[test]
    fn the_list_can_be_pasted_into_a_rubric() {
        let text = toml(&proposal());
        insta::assert_snapshot!(text, @r#"
        # Exposes 5 failures in checks that labels name.
        # Proposed: 3 puzzles, 201,005 instructions of the model solver, the minimum.
        # Current: 1 puzzle, 1,234,567 instructions.
        # The current list does not expose these often enough: faults/e (solver.moves).
        # Contradicted with all candidates: faults/slow should fail solver.time, but fails board.hamming, solver.time.
        # Contradicted with all candidates: faults/missed should fail board.twin, solver.moves, but fails nothing.
        # Contradicted with all candidates: right/lazy should fail nothing, but fails solver.moves.
        [puzzles]
        solve = [
            "one", # the only puzzle that exposes faults/a (solver.moves), faults/b (solver.moves), faults/c (solver.moves), and 1 more
            'say "two"', # one of 2 puzzles that expose faults/e (solver.moves)
            "three", # exposes no fault, but a check needs a puzzle of this kind
        ]
        "#);
        let table: toml::Table = text.parse().unwrap();
        let solve = table["puzzles"]["solve"].as_array().unwrap();
        assert_eq!(solve[1].as_str(), Some("say \"two\""));
        assert!(markdown(&proposal()).contains(&format!("```toml\n{text}```\n")));
    }

    #[test]
    fn a_list_reports_its_distance_from_the_minimum() {
        let short = Proposal { bound: 200_000 * INSTRUCTION, times: 2, ..proposal() };
        let head = compare_size_and_cost(&short).join("\n");
        assert!(head.contains("at most 1,005 instructions above the minimum"), "{head}");
        assert!(head.contains("2 times if possible"), "{head}");
    }
}
