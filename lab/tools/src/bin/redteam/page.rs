//! Reports the results of all attacks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::attack::DefenseLayer;
use super::trial::{AttackOutcome, MOST_MIB, TrialOptions};

/// The number of listed attacks for each kind of cost: enough to see whether an attack stands out.
const MOST_LISTED: usize = 10;

pub(crate) fn human(outcomes: &[AttackOutcome], way: TrialOptions) -> String {
    let mut text = describe_totals(outcomes, way);
    let gained: Vec<&AttackOutcome> =
        outcomes.iter().filter(|outcome| !outcome.gains.is_empty()).collect();
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
    for (title, key) in listed_keys() {
        let _ = writeln!(text, "\n{title}\n     time s   CPU time s      MiB  attack");
        for outcome in most_expensive(outcomes, key) {
            let (wall, processor, memory) = wall_processor_and_memory(outcome);
            let _ = writeln!(
                text,
                "  {wall:9.1}  {processor:11.1}  {memory:7.0}  {}",
                outcome.attack.name
            );
        }
    }
    text
}

const HEAD: &str = "\
# The red team

The red team consists of attacks on the grader in
[`fixtures/submissions/hostile`](../fixtures/submissions/hostile). Each attack is a row in a table, with a description,
its source, the expected result, and the layer that must stop it. The sources are two field trials and a catalogue of
problems that other autograders have had.

```sh
cargo build -p grader && cargo run -p tools --bin redteam         # all attacks, about twenty minutes
cargo run -p tools --bin redteam -- --list                        # prints all attacks, with descriptions
cargo run -p tools --bin redteam -- --only crash/ marks/          # some attacks, with their results
cargo run -p tools --bin redteam -- --sample 20 --seed 7          # 20 random attacks
cargo run -p tools --bin redteam -- --without landlock,seccomp    # a process sandbox with fewer layers
cargo run -p tools --bin redteam -- --class                       # a class with some attacks in it
cargo run -p tools --bin redteam -- --jobs 2 --out docs/red-team.md    # writes this page
```

The grader grades each attack together with an honest submission. There are secrets that the attack could steal: files,
a hidden puzzle, an open file, and the environment variables of the grader and of another process. An attack succeeds if

- it reveals a secret, or changes a file on the machine;
- it gets points that it did not earn;
- the honest submission is not graded, or the grader fails;
- it takes more than a minute or 2 GiB of memory.

Attacks in the group `names` use file names that imitate other students' submissions in the download of a platform. They
succeed if the grade of another student changes.

The times and the memory use depend on the machine on which this page was written.

[Security](book/src/trust/security.md) describes the layers, and what happens if one of them is not available.
`.ci/run` runs a random sample of the attacks as an ordinary user, and `.ci/nightly` runs all attacks.

| group | attacks |
|---|--:|
";

fn count_by_group(outcomes: &[AttackOutcome]) -> BTreeMap<&str, usize> {
    let mut groups = BTreeMap::new();
    for outcome in outcomes {
        let name = &outcome.attack.name;
        *groups.entry(name.split('/').next().unwrap_or(name)).or_default() += 1;
    }
    groups
}

pub(crate) fn markdown(outcomes: &[AttackOutcome], way: TrialOptions) -> String {
    let mut text = String::from(HEAD);
    for (group, count) in count_by_group(outcomes) {
        let _ = writeln!(text, "| `{group}` | {count} |");
    }
    let _ = writeln!(text, "\n```text\n{}```", describe_totals(outcomes, way));
    for (title, key) in listed_keys() {
        let _ = writeln!(text, "\n## {title}\n");
        text.push_str("| attack | time, s | CPU time, s | memory, MiB |\n|---|--:|--:|--:|\n");
        for outcome in most_expensive(outcomes, key) {
            let (wall, processor, memory) = wall_processor_and_memory(outcome);
            let name = &outcome.attack.name;
            let _ = writeln!(text, "| {name} | {wall:.1} | {processor:.1} | {memory:.0} |");
        }
    }
    text
}

fn describe_totals(outcomes: &[AttackOutcome], way: TrialOptions) -> String {
    let mut layers: BTreeMap<DefenseLayer, (usize, usize)> = BTreeMap::new();
    for outcome in outcomes {
        let (tried, gained) = layers.entry(outcome.attack.stopped_by).or_default();
        *tried += 1;
        *gained += usize::from(!outcome.gains.is_empty());
    }
    let mut text = String::from("layer       attacks  stopped  successful\n");
    let mut sums = (0, 0);
    for (layer, (tried, gained)) in &layers {
        let name = layer.as_str();
        let _ = writeln!(text, "{name:<10}  {tried:7}  {:7}  {gained:10}", tried - gained);
        sums = (sums.0 + tried, sums.1 + gained);
    }
    let (tried, gained) = sums;
    let _ = writeln!(text, "{:<10}  {tried:7}  {:7}  {gained:10}", "all", tried - gained);
    let most = way.most.as_secs_f64();
    let slow = outcomes.iter().filter(|outcome| outcome.wall() > most).count();
    let large = outcomes.iter().filter(|outcome| outcome.memory() > MOST_MIB).count();
    let _ = writeln!(text, "{slow} took more than {most:.0} s, and {large} more than 2 GiB");
    text
}

type Key = fn(&AttackOutcome) -> f64;

fn listed_keys() -> [(&'static str, Key); 2] {
    [("Slowest attacks", AttackOutcome::wall), ("Highest memory use", AttackOutcome::memory)]
}

fn most_expensive(outcomes: &[AttackOutcome], key: Key) -> Vec<&AttackOutcome> {
    let mut sorted: Vec<&AttackOutcome> = outcomes.iter().collect();
    sorted.sort_by(|a, b| key(b).total_cmp(&key(a)));
    sorted.truncate(MOST_LISTED);
    sorted
}

fn wall_processor_and_memory(outcome: &AttackOutcome) -> (f64, f64, f64) {
    (outcome.wall(), outcome.processor(), outcome.memory())
}
