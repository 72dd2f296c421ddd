//! Sets up proofs with small or large pattern databases.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use base::pool;
use oracle::pattern::{
    BuildProgress, Databases, Engine, PARTITIONS, TilePartition, TilePartitionError,
};
use oracle::puzzle::Goal;
use puzzle::Prover;
use puzzle::databases::{DatabaseOrigin, Store};
use sandbox::build;

use crate::cli::error::{CliError, print_note};
use crate::cli::status_line::StatusLine;

/// The number of nodes after which a search for a 4-by-4 board continues with large databases. The nodes take about as
/// long as building these databases.
/// Counting nodes keeps answers and limits independent of the machine's speed.
const LONG_SEARCH: u64 = 20_000_000;

/// Returns a prover for a goal. Large databases are for the hardest boards with four or five rows. With `large`, they
/// are used from the start, and stored, so that they are built only once.
pub(super) fn create_prover(
    goal: &Goal,
    large: bool,
    status: &Arc<StatusLine>,
) -> Result<Prover, CliError> {
    let partition = match goal.dimension() {
        4 => seven_eight_partition(goal),
        5 if large => Some(TilePartition::quick(goal)),
        _ => None,
    };
    match partition {
        Some(partition) if large => {
            let partition = partition.map_err(|error| CliError::Misuse {
                message: error.to_string(),
                hint: "leave out `--large`".to_owned(),
            })?;
            Ok(Prover::with_engine(Engine::new(goal, load_or_build(&partition, status)?)))
        }
        Some(Ok(partition)) => {
            let prover = Prover::new(goal.clone());
            let (goal, status) = (goal.clone(), Arc::clone(status));
            Ok(prover.with_larger_engine(LONG_SEARCH, move || {
                Engine::new(&goal, load_for_long_search(&partition, &status))
            }))
        }
        _ => Ok(Prover::new(goal.clone())),
    }
}

fn seven_eight_partition(goal: &Goal) -> Option<Result<TilePartition, TilePartitionError>> {
    PARTITIONS
        .iter()
        .find(|partition| partition.name == "7-8")
        .map(|partition| partition.for_goal(goal))
}

/// Loads databases, or builds and stores them.
fn load_or_build(partition: &TilePartition, status: &StatusLine) -> Result<Databases, CliError> {
    let store = open_store().map_err(|(folder, source)| CliError::Cache { folder, source })?;
    status.show_step("loading pattern databases", false);
    let loaded = store.load(partition, pool::cores(), &mut |progress| {
        status.show_step(&progress_text(progress, " (first run only)"), false);
    });
    status.clear();
    let file = store.path(partition);
    if let DatabaseOrigin::Rebuilt(why) = &loaded.origin {
        print_note(&format!("note: `{}` was rebuilt: {why}", file.display()));
    }
    if let Some(why) = &loaded.unkept {
        print_note(&format!("note: `{}` cannot be cached: {why}", file.display()));
    }
    Ok(loaded.databases)
}

/// Loads stored databases, or builds them without storing them.
fn load_for_long_search(partition: &TilePartition, status: &StatusLine) -> Databases {
    status.clear();
    print_note(
        "note: this puzzle needs a long search, which continues with large pattern databases; \
         `--large` stores them, so that they are built only once",
    );
    // Without a cache folder, nothing is stored.
    let stored = open_store().ok().and_then(|store| store.load_stored(partition));
    let databases = stored.unwrap_or_else(|| {
        Databases::build(partition.clone(), pool::cores(), &mut |progress| {
            status.show_step(&progress_text(progress, ""), false);
        })
    });
    status.show_step("solving with large pattern databases", false);
    databases
}

fn open_store() -> Result<Store, (PathBuf, io::Error)> {
    build::cache_folder().map(|cache| Store::new(cache.join("patterns")))
}

/// Describes the progress of building databases. `when` is added in front of the progress bar.
fn progress_text(progress: BuildProgress, when: &str) -> String {
    // With the words around it, the line stays below 80 columns.
    const WIDTH: u64 = 20;
    let BuildProgress { database, databases, found, states, .. } = progress;
    // A pattern always has states, but avoid division by zero just in case.
    let part = |of: u64| found * of / states.max(1);
    let bar: String = (0..WIDTH).map(|place| if place < part(WIDTH) { '#' } else { '.' }).collect();
    let number = database + 1;
    format!("building pattern database {number} of {databases}{when} [{bar}] {} %", part(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_bar_grows_with_the_states() {
        let at =
            |found| BuildProgress { database: 1, databases: 2, distance: 30, found, states: 1000 };
        let building = |progress| progress_text(progress, " (first run only)");
        let text = "building pattern database 2 of 2 (first run only) ";
        assert_eq!(building(at(0)), format!("{text}[....................] 0 %"));
        assert_eq!(building(at(525)), format!("{text}[##########..........] 52 %"));
        assert_eq!(building(at(1000)), format!("{text}[####################] 100 %"));
    }
}
