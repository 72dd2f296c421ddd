//! The limits on each run: the type, the rubric's table `[limits]`.

use std::iter;

use base::input::{FileError, InputText};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::problem::Problem;

/// The limits on each run. All values are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct RunLimits {
    /// The limit of [`Check::SolverTime`](grade::check::Check::SolverTime), as a multiple of the model's cost on the
    /// same puzzle.
    pub time: u32,
    /// The multiple of the model's cost at which to stop a run; at least [`time`](Self::time).
    pub stop: u32,
    /// The memory limit in MiB; at most 1024.
    pub memory_mib: u32,
    /// The limit of [`Check::BoardMemory`](grade::check::Check::BoardMemory), as a multiple of the model's memory.
    pub board_memory: u32,
    /// The limit of [`Check::SolverMemory`](grade::check::Check::SolverMemory), as a multiple of the model's memory.
    pub solver_memory: u32,
}

/// The maximum memory limit, in MiB. The sandbox has 32-bit addresses.
/// A quarter of these addresses is far more than a search needs, and the machine must provide it.
const MAX_MEMORY_MIB: u32 = 1024;

/// Limits for rubrics that do not set them.
/// Boards in nested vectors, with a string or a cached list, need several times what the model's flat vector needs.
const DEFAULT_BOARD_MEMORY: u32 = 8;
// A closed set of boards or texts, which the model lacks, takes several times what its queue takes.
const DEFAULT_SOLVER_MEMORY: u32 = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct WireLimits {
    time: Spanned<u32>,
    stop: Spanned<u32>,
    memory_mib: Spanned<u32>,
    board_memory: Option<Spanned<u32>>,
    solver_memory: Option<Spanned<u32>>,
}

impl RunLimits {
    pub(super) fn from_wire(wire: &WireLimits, source: InputText<'_>) -> Result<Self, FileError> {
        let WireLimits { time, stop, memory_mib, board_memory, solver_memory } = wire;
        let positive = |name, limit: &Spanned<u32>| match *limit.get_ref() {
            0 => Err(source.error(limit.span(), &Problem::ZeroLimit(name))),
            limit => Ok(limit),
        };
        let or = |default, name, limit: &Option<Spanned<u32>>| {
            limit.as_ref().map_or(Ok(default), |limit| positive(name, limit))
        };
        let limits = Self {
            time: positive("time", time)?,
            stop: positive("stop", stop)?,
            memory_mib: positive("memory_mib", memory_mib)?,
            board_memory: or(DEFAULT_BOARD_MEMORY, "board_memory", board_memory)?,
            solver_memory: or(DEFAULT_SOLVER_MEMORY, "solver_memory", solver_memory)?,
        };
        if limits.stop < limits.time {
            let error = source.error(stop.span(), &Problem::StopBeforeTime);
            return Err(error.with_second_place(time.span(), "`time`"));
        }
        if limits.memory_mib > MAX_MEMORY_MIB {
            return Err(source.error(memory_mib.span(), &Problem::TooMuchMemory));
        }
        Ok(limits)
    }

    /// Returns the limits with their keys, in the order of the rubric.
    fn with_keys(self) -> [(&'static str, u32); 5] {
        let Self { time, stop, memory_mib, board_memory, solver_memory } = self;
        [
            ("time", time),
            ("stop", stop),
            ("memory_mib", memory_mib),
            ("board_memory", board_memory),
            ("solver_memory", solver_memory),
        ]
    }

    /// Returns the rubric's table.
    pub(super) fn to_toml(self) -> String {
        let line = |(name, limit)| format!("{name} = {limit}\n");
        iter::once("[limits]\n".to_owned()).chain(self.with_keys().map(line)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: RunLimits =
        RunLimits { time: 30, stop: 90, memory_mib: 512, board_memory: 7, solver_memory: 9 };

    #[test]
    fn the_table_lists_every_limit() {
        insta::assert_snapshot!(LIMITS.to_toml(), @"
        [limits]
        time = 30
        stop = 90
        memory_mib = 512
        board_memory = 7
        solver_memory = 9
        ");
    }
}
