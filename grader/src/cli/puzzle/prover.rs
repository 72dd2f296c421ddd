//! The methods that prove counts, with small pattern databases or large ones.

use std::thread;

use reference::pattern::{Engine, PARTITIONS, Partition};
use reference::puzzle::Goal;

use crate::build;
use crate::cli::error::{CliError, show_plain};
use crate::cli::status_line::StatusLine;
use crate::databases::{Origin, Store};
use crate::puzzle::Prover;

/// The methods for a goal. The large databases are those for the hardest boards of four and five
/// rows: they are built once, and kept.
pub(super) fn prover(goal: &Goal, large: bool, status: &StatusLine) -> Result<Prover, CliError> {
    let partition = match goal.dimension() {
        4 if large => PARTITIONS.iter().find(|it| it.name == "7-8").map(|it| it.of(goal)),
        5 if large => Some(Partition::quick(goal)),
        _ => None,
    };
    let Some(partition) = partition else { return Ok(Prover::new(goal.clone())) };
    let partition = partition.map_err(|error| CliError::Misuse {
        message: error.to_string(),
        hint: "leave `--large` out".to_owned(),
    })?;
    let cache =
        build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
    let store = Store::new(cache.join("patterns"));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    status.say("reading pattern databases", false);
    let loaded = store.load(&partition, threads, &mut |_| {
        status.say("building pattern databases (only this once)", false);
    });
    status.clear();
    let file = store.path(&partition);
    if let Origin::Rebuilt(why) = &loaded.origin {
        show_plain(&format!("note: `{}` was made again: {why}", file.display()));
    }
    if let Some(why) = &loaded.unkept {
        show_plain(&format!("note: `{}` cannot be kept: {why}", file.display()));
    }
    Ok(Prover::with_engine(Engine::new(goal, loaded.databases)))
}
