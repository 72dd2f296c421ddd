//! Reports the results of all attacks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::attack::Layer;
use super::trial::{MOST_MIB, Outcome, Way};

/// Number of attacks to list by time and by memory.
const MOST_LISTED: usize = 10;

/// Formats a report for the terminal.
pub(crate) fn human(outcomes: &[Outcome], way: Way) -> String {
    let mut text = totals(outcomes, way);
    let gained: Vec<&Outcome> = outcomes.iter().filter(|it| !it.gains.is_empty()).collect();
    if !gained.is_empty() {
        text.push_str("\nSuccessful attacks\n");
        for outcome in gained {
            let _ = writeln!(
                text,
                "  {} ({}, stopped by {}): {}",
                outcome.attack.name,
                outcome.attack.source,
                outcome.attack.stopped_by.as_str(),
                outcome.fate
            );
            for gain in &outcome.gains {
                let _ = writeln!(text, "    - {gain}");
            }
        }
    }
    for (title, key) in listed() {
        let _ = writeln!(text, "\n{title}\n     wall s  processor s      MiB  attack");
        for outcome in top(outcomes, key) {
            let (wall, processor, memory) = figures(outcome);
            let _ = writeln!(
                text,
                "  {wall:9.1}  {processor:11.1}  {memory:7.0}  {}",
                outcome.attack.name
            );
        }
    }
    text
}

/// Start of the page for the documentation.
const HEAD: &str = "\
# The red team

These attacks on the grader are in [`fixtures/submissions/hostile`](../fixtures/submissions/hostile). A row for
each attack gives its target, the source of the idea, the expected result, and the layer that must stop it. The
attacks were rebuilt from a field trial and from a catalogue of known attacks on autograders.

```sh
cargo build -p grader && cargo run -p tools --bin redteam         # all attacks: takes about twenty minutes
cargo run -p tools --bin redteam -- --only crash/ marks/          # only these groups
cargo run -p tools --bin redteam -- --without landlock,seccomp    # without parts of the process sandbox
cargo run -p tools --bin redteam -- --class                       # a class that contains attacks
cargo run -p tools --bin redteam -- --jobs 2 --out docs/red-team.md    # writes this page
```

Each attack is submitted next to an honest submission, and the real program grades both. There are secrets to
steal: files, a hidden puzzle, the environment of the program and of another process, an open file. The attack
succeeds if a secret leaks, if the host changes, if it earns undeserved points, if the honest submission is not
graded, if there is a grader error, or if it takes more than a minute or 2 GiB. Times and memory are those of the
machine that wrote this page.

[Security](book/src/trust/security.md) describes the layers, and what each layer stops if another is missing.
`.ci/nightly` runs all attacks.

| group | attacks |
|---|--:|
";

/// Counts the attacks in each group.
fn groups(outcomes: &[Outcome]) -> BTreeMap<&str, usize> {
    let mut groups = BTreeMap::new();
    for outcome in outcomes {
        let name = &outcome.attack.name;
        *groups.entry(name.split('/').next().unwrap_or(name)).or_default() += 1;
    }
    groups
}

/// Formats the page for the documentation.
pub(crate) fn markdown(outcomes: &[Outcome], way: Way) -> String {
    let mut text = String::from(HEAD);
    for (group, count) in groups(outcomes) {
        let _ = writeln!(text, "| `{group}` | {count} |");
    }
    text.push('\n');
    let _ = writeln!(text, "```text\n{}```\n", totals(outcomes, way));
    for (title, key) in listed() {
        let _ = writeln!(text, "## {title}\n");
        text.push_str("| attack | wall, s | processor, s | memory, MiB |\n|---|--:|--:|--:|\n");
        for outcome in top(outcomes, key) {
            let (wall, processor, memory) = figures(outcome);
            let name = &outcome.attack.name;
            let _ = writeln!(text, "| {name} | {wall:.1} | {processor:.1} | {memory:.0} |");
        }
        text.push('\n');
    }
    text.push_str("## All attacks\n\n| attack | description | source | stopped by | result |\n");
    text.push_str("|---|---|---|---|---|\n");
    for outcome in outcomes {
        let attack = &outcome.attack;
        let gains = match &outcome.gains[..] {
            [] => String::new(),
            gains => format!("**Succeeds**: {}. ", gains.join("; ")),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {gains}{} |",
            attack.name,
            attack.about.replace('|', "\\|"),
            attack.source,
            attack.stopped_by.as_str(),
            outcome.fate
        );
    }
    text
}

/// Tabulates attempted and successful attacks by layer.
fn totals(outcomes: &[Outcome], way: Way) -> String {
    let mut layers: BTreeMap<Layer, (usize, usize)> = BTreeMap::new();
    for outcome in outcomes {
        let (tried, gained) = layers.entry(outcome.attack.stopped_by).or_default();
        *tried += 1;
        *gained += usize::from(!outcome.gains.is_empty());
    }
    let mut text = String::from("layer       tried  stopped  succeeded\n");
    let mut sums = (0, 0);
    for (layer, (tried, gained)) in &layers {
        let name = layer.as_str();
        let _ = writeln!(text, "{name:<10}  {tried:5}  {:7}  {gained:9}", tried - gained);
        sums = (sums.0 + tried, sums.1 + gained);
    }
    let (tried, gained) = sums;
    let _ = writeln!(text, "{:<10}  {tried:5}  {:7}  {gained:9}", "all", tried - gained);
    let most = way.most.as_secs_f64();
    let slow = outcomes.iter().filter(|it| it.wall() > most).count();
    let large = outcomes.iter().filter(|it| it.memory() > MOST_MIB).count();
    let _ = writeln!(text, "{slow} took more than {most:.0} s, {large} more than 2 GiB");
    text
}

type Key = fn(&Outcome) -> f64;

fn listed() -> [(&'static str, Key); 2] {
    [("Slowest attacks", Outcome::wall), ("Highest memory use", Outcome::memory)]
}

fn top(outcomes: &[Outcome], key: Key) -> Vec<&Outcome> {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    sorted.sort_by(|a, b| key(b).total_cmp(&key(a)));
    sorted.truncate(MOST_LISTED);
    sorted
}

fn figures(outcome: &Outcome) -> (f64, f64, f64) {
    (outcome.wall(), outcome.processor(), outcome.memory())
}
