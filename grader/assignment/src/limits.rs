//! The limits on each run: the type, the rubric's table `[limits]`, and their part of the assignment's hash.

use base::digest::Parts;
use base::input::{FileError, Source};
use serde::Deserialize;
use toml::Spanned;

use super::problem::Problem;

/// The limits on each run. All values are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
const MAX_MEMORY_MIB: u32 = 1024;

const DEFAULT_BOARD_MEMORY: u32 = 8;
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
    pub(super) fn read(wire: &WireLimits, source: Source<'_>) -> Result<Self, FileError> {
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
        let or = |limit: &Option<Spanned<u32>>, default| {
            limit.as_ref().map_or(default, |it| *it.get_ref())
        };
        Ok(Self {
            time: *time.get_ref(),
            stop: *stop.get_ref(),
            memory_mib: *memory_mib.get_ref(),
            board_memory: or(board_memory, DEFAULT_BOARD_MEMORY),
            solver_memory: or(solver_memory, DEFAULT_SOLVER_MEMORY),
        })
    }

    /// Returns the rubric's table.
    pub(super) fn text(self) -> String {
        let Self { time, stop, memory_mib, board_memory, solver_memory } = self;
        format!(
            "[limits]\ntime = {time}\nstop = {stop}\nmemory_mib = {memory_mib}\n\
             board_memory = {board_memory}\nsolver_memory = {solver_memory}\n"
        )
    }

    pub(super) fn add_to(self, hash: &mut Parts) {
        let Self { time, stop, memory_mib, board_memory, solver_memory } = self;
        for limit in [time, stop, memory_mib, board_memory, solver_memory] {
            hash.number(limit.to_le_bytes());
        }
    }
}
