//! What is said of mutants.

mod markdown;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use grader::check::Check;

use crate::explained::{Explained, Survivor};
use crate::fate::{Fate, Outcome};
use crate::mutant::Mutant;
use crate::operator::Operator;

pub(crate) use markdown::markdown;

/// How many mutants there are of each fate.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    made: usize,
    not_compiling: usize,
    caught: usize,
    explained: usize,
    unexplained: usize,
    grader_faults: usize,
}

impl Count {
    fn of<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Self {
        let mut count = Self::default();
        for outcome in outcomes {
            count.made += 1;
            *match outcome.fate {
                Fate::NotCompiling => &mut count.not_compiling,
                Fate::Caught(_) => &mut count.caught,
                Fate::Survived(Some(_)) => &mut count.explained,
                Fate::Survived(None) => &mut count.unexplained,
                Fate::GraderFault(_) => &mut count.grader_faults,
            } += 1;
        }
        count
    }
}

/// The counts of each operator that made a mutant.
fn by_operator(outcomes: &[Outcome]) -> Vec<(Operator, Count)> {
    let of = |operator| outcomes.iter().filter(move |it| it.mutant.operator == operator);
    let counts = Operator::ALL.into_iter().map(|operator| (operator, Count::of(of(operator))));
    counts.filter(|(_, count)| count.made > 0).collect()
}

/// For each check that fails, on how many mutants it does, and how many it alone caught.
fn by_check(outcomes: &[Outcome]) -> BTreeMap<Check, (usize, usize)> {
    let mut counts: BTreeMap<Check, (usize, usize)> = BTreeMap::new();
    for outcome in outcomes {
        if let Fate::Caught(checks) = &outcome.fate {
            for check in checks {
                let (all, alone) = counts.entry(*check).or_default();
                *all += 1;
                *alone += usize::from(checks.len() == 1);
            }
        }
    }
    counts
}

/// For each function or type, in the order of the text, the checks that its mutants fail, and how
/// often.
fn by_place(outcomes: &[Outcome]) -> Vec<(&str, BTreeMap<Check, usize>)> {
    let mut places: Vec<(&str, BTreeMap<Check, usize>)> = Vec::new();
    for Outcome { mutant, fate } in outcomes {
        let Fate::Caught(checks) = fate else { continue };
        let at = places.iter().position(|(within, _)| *within == mutant.within);
        let at = at.unwrap_or_else(|| {
            places.push((&mutant.within, BTreeMap::new()));
            places.len() - 1
        });
        for check in checks {
            *places[at].1.entry(*check).or_default() += 1;
        }
    }
    places
}

/// The mutants, a line for each.
pub(crate) fn list(mutants: &[Mutant]) -> String {
    mutants.iter().map(|mutant| mutant.line() + "\n").collect()
}

/// The report for people: each mutant with what became of it, then the counts, then what is left to
/// be looked at.
pub(crate) fn human(outcomes: &[Outcome], explained: &Explained, stale: &[&Survivor]) -> String {
    let mut text = String::new();
    for Outcome { mutant, fate } in outcomes {
        let _ = writeln!(text, "{}\n    {}", mutant.line(), says(fate, explained));
    }
    let _ = writeln!(
        text,
        "\n{:<12}{:>8}{:>15}{:>8}{:>11}{:>13}",
        "operator", "made", "not compiling", "caught", "explained", "unexplained"
    );
    let mut row = |name: &str, count: Count| {
        let Count { made, not_compiling, caught, explained, unexplained, .. } = count;
        let _ = writeln!(
            text,
            "{name:<12}{made:>8}{not_compiling:>15}{caught:>8}{explained:>11}{unexplained:>13}"
        );
    };
    for (operator, count) in by_operator(outcomes) {
        row(operator.name(), count);
    }
    row("all", Count::of(outcomes.iter()));
    let _ = writeln!(text, "\n{:<32}{:>8}{:>8}", "check", "caught", "alone");
    for (check, (all, alone)) in by_check(outcomes) {
        let _ = writeln!(text, "{:<32}{all:>8}{alone:>8}", check.id());
    }
    let _ = writeln!(text, "\n{:<32}checks that fail", "changed");
    for (within, checks) in by_place(outcomes) {
        let checks: Vec<_> = checks.iter().map(|(check, n)| format!("{check} {n}")).collect();
        let _ = writeln!(text, "{within:<32}{}", checks.join(", "));
    }
    let mut open = outcomes.iter().filter(|it| it.fate == Fate::Survived(None)).peekable();
    if open.peek().is_some() {
        text.push_str("\nsurvivors that nothing explains:\n");
    }
    for Outcome { mutant, .. } in open {
        let _ = writeln!(text, "  {}", mutant.line());
    }
    if !stale.is_empty() {
        text.push_str("\nexplained, but no survivors any more:\n");
    }
    for Survivor { file, before, after } in stale {
        let _ = writeln!(text, "  {file} {before} -> {after}");
    }
    text
}

fn says(fate: &Fate, explained: &Explained) -> String {
    match fate {
        Fate::NotCompiling => "does not compile".to_owned(),
        Fate::Caught(checks) => {
            format!("caught by {}", checks.iter().map(|it| it.id()).collect::<Vec<_>>().join(", "))
        }
        Fate::Survived(None) => "SURVIVED".to_owned(),
        Fate::Survived(Some(reason)) => {
            let why = explained.reasons.get(*reason).map_or("", |reason| &reason.why);
            format!("survived: {}", why.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        Fate::GraderFault(message) => format!("fault of the grader: {message}"),
    }
}
