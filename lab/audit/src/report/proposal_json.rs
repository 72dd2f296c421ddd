//! Writes a proposal as JSON.

use grade::INSTRUCTION;
use serde::Serialize;

use super::json::{WireContradiction, to_text};
use crate::propose::{Choice, FaultClaim, Proposal};

/// The schema of a proposal. Optional fields may be added; any other change requires a new version.
const PROPOSAL: &str = "proposal/1";

/// Formats the proposal as JSON, with costs in instructions.
pub(super) fn json(proposal: &Proposal) -> String {
    let Proposal { audit, choices, cost, bound, times, claims, .. } = proposal;
    to_text(&WireProposal {
        schema: PROPOSAL,
        solve: choices.iter().map(WireChoice::from).collect(),
        instructions: cost / INSTRUCTION,
        least_instructions: bound / INSTRUCTION,
        times: *times,
        failures: *claims,
        present: WirePresent {
            puzzles: proposal.present,
            instructions: proposal.present_cost / INSTRUCTION,
            misses: proposal.present_misses.iter().map(WireClaim::from).collect(),
        },
        contradictions: audit
            .submissions_contradicting_labels()
            .map(|contradiction| WireContradiction::from(&contradiction))
            .collect(),
    })
}

#[derive(Serialize)]
struct WireProposal<'a> {
    schema: &'static str,
    solve: Vec<WireChoice<'a>>,
    instructions: u64,
    least_instructions: u64,
    times: usize,
    failures: usize,
    present: WirePresent<'a>,
    contradictions: Vec<WireContradiction<'a>>,
}

#[derive(Serialize)]
struct WireChoice<'a> {
    name: &'a str,
    instructions: u64,
    shows: Vec<WireClaim<'a>>,
    by: usize,
}

#[derive(Serialize)]
struct WirePresent<'a> {
    puzzles: usize,
    instructions: u64,
    misses: Vec<WireClaim<'a>>,
}

#[derive(Serialize)]
struct WireClaim<'a> {
    fault: &'a str,
    check: &'static str,
}

impl<'a> From<&'a Choice> for WireChoice<'a> {
    fn from(Choice { name, cost, shows, by }: &'a Choice) -> Self {
        let shows = shows.iter().map(WireClaim::from).collect();
        Self { name, instructions: cost / INSTRUCTION, shows, by: *by }
    }
}

impl<'a> From<&'a FaultClaim> for WireClaim<'a> {
    fn from(FaultClaim { fault, check }: &'a FaultClaim) -> Self {
        Self { fault, check: check.id() }
    }
}
