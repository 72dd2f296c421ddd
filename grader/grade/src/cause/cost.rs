//! Sentences about the costs of boards and solvers.

use serde::{Deserialize, Serialize};

use super::circumstances::Bulk;

/// The most expensive puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Worst {
    /// The name.
    pub puzzle: String,
    /// The work as a multiple of the model's work, in tenths, rounded up.
    pub tenths: u64,
    /// Whether the search was stopped, so the real multiple is higher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stopped: bool,
}

impl Worst {
    pub(super) fn end_of_sentence_about_worst(&self) -> String {
        let Self { puzzle, tenths, is_stopped } = self;
        let (more, end) = if *is_stopped { ("over ", ", where it was stopped") } else { ("", "") };
        format!(" and {more}{} times on `{puzzle}`{end}", format_tenths(*tenths))
    }
}

pub(super) fn sentence_about_work(tenths: u64, limit: u32, worst: Option<&Worst>) -> String {
    let here = if worst.is_some() { " on this puzzle" } else { "" };
    let worst = worst.map(Worst::end_of_sentence_about_worst).unwrap_or_default();
    format!(
        "the solver takes {} times the model's work{here}{worst}; the limit is {limit} times",
        format_tenths(tenths)
    )
}

/// Describes a solver that does too much work only because it is dropped.
pub(super) fn sentence_about_work_of_dropping(tenths: u64, without: u64, limit: u32) -> String {
    format!(
        "the solver takes {} times the model's work, and {} times without being dropped; the limit \
         is {limit} times",
        format_tenths(tenths),
        format_tenths(without)
    )
}

/// Describes a search with too much peak memory. Grades from earlier versions have no `allowed`.
pub(super) fn sentence_about_peak_memory(
    bytes: u64,
    tenths: u64,
    limit: u32,
    allowed: Option<u64>,
) -> String {
    match allowed {
        Some(allowed) => {
            format!("the search uses {bytes} bytes of memory at once; the limit is {allowed} bytes")
        }
        None => format!(
            "the search uses {bytes} bytes of memory at once, {} times the model's; the limit is \
             {limit} times",
            format_tenths(tenths)
        ),
    }
}

pub(super) fn sentence_about_kept_memory(bytes: u64, tenths: u64, allowed: Option<u64>) -> String {
    let limit = match allowed {
        Some(allowed) => format!("; the limit is {allowed} bytes"),
        None => format!(", {} times the model's", format_tenths(tenths)),
    };
    format!("the solver keeps {bytes} bytes{limit}")
}

pub(super) fn sentence_about_growth(
    call: &str,
    (from, to): (usize, usize),
    cost: u64,
    tiles: u64,
) -> String {
    format!(
        "{call} costs {cost} times as much at n = {to} as at n = {from}, but there are only {tiles} \
         times as many tiles"
    )
}

pub(super) fn sentence_about_endless_call(call: &str, n: usize) -> String {
    format!("{call} was stopped at n = {n}, at the limit of instructions")
}

pub(super) fn sentence_about_used_budget(call: &str, budget: u64) -> String {
    let billions = budget / 1_000_000_000;
    format!(
        "the {billions} billion instructions for all boards were used up, and {call} took the most"
    )
}

/// Describes a board with too many bytes: the multiple of the model's size, and the limit.
pub(super) fn sentence_about_board_memory(
    n: usize,
    when: Bulk,
    bytes: u64,
    (times, limit): (u64, u32),
) -> String {
    let when = match when {
        Bulk::New => "takes",
        Bulk::Used => "takes, after calls to its methods,",
        Bulk::Walked => "takes, after some moves,",
    };
    format!(
        "a board of dimension {n} {when} {bytes} bytes, {times} times the model's; the limit is \
         {limit} times"
    )
}

fn format_tenths(tenths: u64) -> String {
    // Tenths are enough to compare with a limit, and integers have the same digits everywhere.
    format!("{}.{}", tenths / 10, tenths % 10)
}
