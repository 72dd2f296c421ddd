//! Reads the table `[limits]`.

use base::input::{FileError, Source};
use serde::Deserialize;
use toml::Spanned;

use super::super::domain::RunLimits;
use super::super::problem::Problem;

/// The maximum memory limit, in MiB. The sandbox has 32-bit addresses.
const MAX_MEMORY_MIB: u32 = 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct WireLimits {
    time: Spanned<u32>,
    stop: Spanned<u32>,
    memory_mib: Spanned<u32>,
    board_memory: Option<Spanned<u32>>,
    solver_memory: Option<Spanned<u32>>,
}

pub(super) fn read(wire: &WireLimits, source: Source<'_>) -> Result<RunLimits, FileError> {
    let WireLimits { time, stop, memory_mib, board_memory, solver_memory } = wire;
    let named = [("time", time), ("stop", stop), ("memory_mib", memory_mib)];
    let optional = [("board_memory", board_memory), ("solver_memory", solver_memory)];
    let given = optional.iter().filter_map(|(name, limit)| Some((*name, limit.as_ref()?)));
    for (name, limit) in named.into_iter().chain(given) {
        if *limit.get_ref() == 0 {
            return Err(source.error(limit.span(), &Problem::ZeroLimit(name)));
        }
    }
    if stop.get_ref() < time.get_ref() {
        let error = source.error(stop.span(), &Problem::StopBeforeTime);
        return Err(error.and(time.span(), "`time`"));
    }
    if *memory_mib.get_ref() > MAX_MEMORY_MIB {
        return Err(source.error(memory_mib.span(), &Problem::TooMuchMemory));
    }
    let [time, stop, memory_mib] = [time, stop, memory_mib].map(|limit| *limit.get_ref());
    let or =
        |limit: &Option<Spanned<u32>>, default| limit.as_ref().map_or(default, |it| *it.get_ref());
    let board_memory = or(board_memory, RunLimits::BOARD_MEMORY);
    let solver_memory = or(solver_memory, RunLimits::SOLVER_MEMORY);
    Ok(RunLimits { time, stop, memory_mib, board_memory, solver_memory })
}
