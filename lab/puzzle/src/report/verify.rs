//! Reports on claims in files.

use std::collections::BTreeMap;

use grade::pretty::to_pretty_json;
use grade::words::counted;
use serde_json::{Value, json};
use terminal::page::{Layout, Page};
use terminal::style::paint;

use crate::Claim;
use crate::prover::ProofMethod;
use crate::verify::{ClaimVerdict, Verified};

/// Lists all false or unproven claims with their lines, and counts the proven claims by their methods.
pub fn verify(all: &[Verified], layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    for verified in all {
        let (word, style) = match verified.verdict {
            ClaimVerdict::Holds | ClaimVerdict::NothingSaid => continue,
            ClaimVerdict::NotProven => ("not proven", styles.warn),
            ClaimVerdict::Contradiction => ("contradiction", styles.bad),
            _ => ("wrong", styles.bad),
        };
        let place = format!("{}:{}", verified.file, verified.found.line);
        let name =
            verified.found.name.as_deref().map_or_else(String::new, |name| format!(" `{name}`"));
        page.line(0, &format!("{}: {place}:{name}", paint(style, word)));
        page.prose(2, styles.plain, &reason_for_verdict(verified));
    }
    page.blank();
    for (methods, count) in count_by_methods(all) {
        let puzzles = counted(count, "puzzle");
        let line = format!("{puzzles} confirmed by {methods}");
        page.prose(0, styles.good, &line);
    }
    let equal = |wanted| all.iter().filter(|verified| verified.verdict == wanted).count();
    let wrong = all.iter().filter(|verified| is_wrong(&verified.verdict)).count();
    let parts = [
        (equal(ClaimVerdict::NothingSaid), "without a number of moves", styles.plain),
        (wrong, "wrong", styles.bad),
        (equal(ClaimVerdict::NotProven), "not proven within the limit", styles.warn),
        (equal(ClaimVerdict::Contradiction), "with contradictory results", styles.bad),
    ];
    for (count, what, style) in parts {
        if count > 0 {
            let puzzles = counted(count, "puzzle");
            page.line(0, &paint(style, &format!("{puzzles} {what}")));
        }
    }
    page.finish()
}

fn is_wrong(verdict: &ClaimVerdict) -> bool {
    matches!(
        verdict,
        ClaimVerdict::OtherMoves(_) | ClaimVerdict::NoSolution | ClaimVerdict::HasSolution(_)
    )
}

/// Counts the puzzles with correct claims, by set of methods.
fn count_by_methods(all: &[Verified]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for verified in all.iter().filter(|verified| verified.verdict == ClaimVerdict::Holds) {
        let parity = matches!(verified.found.claim, Some(Claim::Unsolvable { .. }));
        let methods = names_of_methods(&verified.methods);
        let methods = if parity { format!("parity and, for the twin, {methods}") } else { methods };
        *counts.entry(methods).or_default() += 1;
    }
    counts
}

fn names_of_methods(methods: &[ProofMethod]) -> String {
    let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
    if names.is_empty() { "no method".to_owned() } else { names.join(" and ") }
}

fn reason_for_verdict(verified: &Verified) -> String {
    let said = match verified.found.claim {
        Some(Claim::Moves(moves)) => counted(moves, "move"),
        Some(Claim::Unsolvable { twin_moves }) => {
            format!("{} for the twin", counted(twin_moves, "move"))
        }
        Some(Claim::BoardOnly) | None => String::new(),
    };
    let methods = names_of_methods(&verified.methods);
    match verified.verdict {
        ClaimVerdict::Holds | ClaimVerdict::NothingSaid => String::new(),
        ClaimVerdict::OtherMoves(moves) => {
            let moves = counted(moves, "move");
            format!("the file says {said}, but the minimum is {moves} ({methods})")
        }
        ClaimVerdict::NoSolution => {
            format!("the file says {said}, but the board has no solution (parity)")
        }
        ClaimVerdict::HasSolution(moves) => {
            let moves = moves.map_or_else(String::new, |moves| {
                format!(" of {} ({methods})", counted(moves, "move"))
            });
            format!("the file says that the board has no solution, but it has one{moves}")
        }
        ClaimVerdict::NotProven => {
            let finished =
                if verified.methods.is_empty() { methods } else { format!("only {methods}") };
            format!("the file says {said}, but {finished} finished within the node limit")
        }
        ClaimVerdict::Contradiction => {
            format!("the file says {said}, but {methods} disagree")
        }
    }
}

/// Formats the verdicts as JSON, with schema `puzzle-verify/1`.
pub fn verify_json(all: &[Verified]) -> String {
    let puzzle = |verified: &Verified| {
        let (status, moves) = match verified.verdict {
            ClaimVerdict::Holds => ("holds", None),
            ClaimVerdict::NothingSaid => ("nothing_said", None),
            ClaimVerdict::OtherMoves(moves) => ("other_moves", Some(moves)),
            ClaimVerdict::NoSolution => ("no_solution", None),
            ClaimVerdict::HasSolution(moves) => ("has_solution", moves),
            ClaimVerdict::NotProven => ("not_proven", None),
            ClaimVerdict::Contradiction => ("contradiction", None),
        };
        json!({
            "file": verified.file,
            "line": verified.found.line,
            "name": verified.found.name,
            "status": status,
            "moves": moves,
            "methods": verified.methods.iter().map(|method| method.name()).collect::<Vec<_>>(),
        })
    };
    let puzzles: Vec<Value> = all.iter().map(puzzle).collect();
    to_pretty_json(&json!({ "schema": "puzzle-verify/1", "puzzles": puzzles })) + "\n"
}
