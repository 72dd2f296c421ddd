//! Sets up proofs with small or large pattern databases.

use std::thread;

use oracle::pattern::{Engine, PARTITIONS, Partition, Progress};
use oracle::puzzle::Goal;
use puzzle::Prover;
use puzzle::databases::{Origin, Store};
use sandbox::build;

use crate::cli::error::{CliError, show_plain};
use crate::cli::status_line::StatusLine;

/// Returns a prover for a goal. Large databases are for the hardest boards with four or five rows, and are built once
/// and stored.
pub(super) fn prover(goal: &Goal, large: bool, status: &StatusLine) -> Result<Prover, CliError> {
    let partition = match goal.dimension() {
        4 if large => PARTITIONS.iter().find(|it| it.name == "7-8").map(|it| it.of(goal)),
        5 if large => Some(Partition::quick(goal)),
        _ => None,
    };
    let Some(partition) = partition else { return Ok(Prover::new(goal.clone())) };
    let partition = partition.map_err(|error| CliError::Misuse {
        message: error.to_string(),
        hint: "leave out `--large`".to_owned(),
    })?;
    let cache =
        build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
    let store = Store::new(cache.join("patterns"));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    status.say("loading pattern databases", false);
    let loaded = store.load(&partition, threads, &mut |progress| {
        status.say(&building(progress), false);
    });
    status.clear();
    let file = store.path(&partition);
    if let Origin::Rebuilt(why) = &loaded.origin {
        show_plain(&format!("note: `{}` was rebuilt: {why}", file.display()));
    }
    if let Some(why) = &loaded.unkept {
        show_plain(&format!("note: `{}` cannot be cached: {why}", file.display()));
    }
    Ok(Prover::with_engine(Engine::new(goal, loaded.databases)))
}

fn building(progress: Progress) -> String {
    const WIDTH: u64 = 20;
    let Progress { database, databases, found, states, .. } = progress;
    // A pattern always has states, but avoid division by zero just in case.
    let part = |of: u64| found * of / states.max(1);
    let bar: String = (0..WIDTH).map(|place| if place < part(WIDTH) { '#' } else { '.' }).collect();
    let number = database + 1;
    format!(
        "building pattern database {number} of {databases} (first run only) [{bar}] {} %",
        part(100)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_bar_grows_with_the_states() {
        let at = |found| Progress { database: 1, databases: 2, distance: 30, found, states: 1000 };
        let text = "building pattern database 2 of 2 (first run only) ";
        assert_eq!(building(at(0)), format!("{text}[....................] 0 %"));
        assert_eq!(building(at(525)), format!("{text}[##########..........] 52 %"));
        assert_eq!(building(at(1000)), format!("{text}[####################] 100 %"));
    }
}
