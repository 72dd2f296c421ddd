//! The functions that the grader provides to a guest, and the state of a run.

use std::sync::Arc;

use grade::{INSTRUCTION, Stop};
use probe::wire::{DONE, HOST_MODULE, QueueOrder, Word};
use wasmtime::{Caller, Error, Extern, Linker, Memory, Result};

use super::clock::Clock;
use super::cost::{HOST_CALL, HOST_GROW, HOST_PAGE, HOST_TILE};
use super::host_boards::HostBoards;
use super::large::{LargeRunPermit, LargeRuns, SMALL};
use super::machine::InstanceLimits;
use super::search::{OperationCost, SearchLog};
use super::test_wasi::TestWasi;
use super::tickets;
use super::variation::{Mask, Variation};
use crate::build::GROW;

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "the fields are independent facts")]
pub(super) struct Guest {
    pub(super) case: Vec<Word>,
    pub(super) words: Vec<Word>,
    /// Whether the last word was the final one. It is not among the `words`.
    pub(super) is_told: bool,
    pub(super) cursor: Option<u32>,
    pub(super) log: SearchLog,
    pub(super) limits: InstanceLimits,
    /// The bytes written to standard output and standard error for the current `board`.
    pub(super) written: usize,
    pub(super) printed: usize,
    /// The board that was being surveyed at the time of the last write.
    pub(super) board: Option<usize>,
    /// The first part of standard output and standard error together.
    pub(super) first_text: Vec<u8>,
    /// The last part of standard error.
    pub(super) errors: Vec<u8>,
    /// The state of the random number generator.
    pub(super) random: u64,
    pub(super) is_random: bool,
    pub(super) clock: Clock,
    pub(super) memory_denied: bool,
    /// Whether the last request for memory was within the limit. If it fails anyway, the machine has too little memory.
    memory_granted: bool,
    /// The peak linear memory, in bytes.
    pub(super) memory: usize,
    /// The initial linear memory, in bytes.
    pub(super) statics: usize,
    /// The order in which queues return keys, and the only queue with this order, or `None` for all queues.
    pub(super) order: QueueOrder,
    pub(super) only: Option<u32>,
    pub(super) mask: Mask,
    pub(super) boards: HostBoards,
    pub(super) test_wasi: Option<TestWasi>,
    /// The label of the current measurement, and the cost before the measurement began.
    pub(super) open: Option<(Word, OperationCost)>,
    free: u64,
    denied: u32,
    exported: Option<Memory>,
    large_runs: Option<Arc<LargeRuns>>,
    /// The claim that this run holds once it is large.
    claim: Option<LargeRunPermit>,
}

/// The maximum number of observed words. A survey of a block of 3-by-3 boards needs fewer, even if all texts have the
/// maximum length.
/// They take up to 64 MiB of the grader's memory.
const MAX_WORDS: usize = 1 << 24;

/// The free fuel for calls without a separate price. It is many times the amount that the probe needs, to charge only
/// abusive code.
pub(super) const FREE_WORK: u64 = 8_000_000 * INSTRUCTION;

/// The maximum number of measurements: ten times as many as the largest case needs.
const MAX_MEASURED: usize = 1 << 12;

/// The maximum number of denied requests for memory. An allocator makes only a few.
/// More are a loop that would make the grader work at a low price.
const MAX_DENIED: u32 = 1000;

impl Guest {
    pub(super) fn new(case: Vec<Word>, limits: InstanceLimits, variation: Variation) -> Self {
        let Variation { seed, order, only, mask } = variation;
        let clock = Clock::new(seed);
        Self {
            case,
            limits,
            random: seed,
            clock,
            order,
            only,
            mask,
            free: FREE_WORK,
            ..Self::default()
        }
    }

    pub(super) fn with_large_runs(self, large_runs: Option<Arc<LargeRuns>>) -> Self {
        Self { large_runs, ..self }
    }

    /// Waits until this run may use `memory` bytes of linear memory besides its boards.
    pub(super) fn wait_for_memory(&mut self, memory: usize) {
        if self.claim.is_none()
            && memory + self.boards.allocated_bytes() > SMALL
            && let Some(large_runs) = &self.large_runs
        {
            self.claim = Some(large_runs.wait_for_permit());
        }
    }

    pub(super) fn free_fuel_used(&self) -> u64 {
        FREE_WORK - self.free
    }
}

impl wasmtime::ResourceLimiter for Guest {
    fn memory_growing(&mut self, now: usize, desired: usize, most: Option<usize>) -> Result<bool> {
        let granted = desired <= self.limits.memory;
        self.memory_granted = granted && most.is_none_or(|most| desired <= most);
        if granted {
            self.wait_for_memory(desired);
            // The first request is for the memory that the program declares, which holds its statics and the stack.
            if now == 0 {
                self.statics = desired;
            }
            self.memory = desired;
        } else {
            self.memory_denied = true;
            self.denied += 1;
            if self.denied > MAX_DENIED {
                return Err(Error::new(Stopped(Stop::Memory)));
            }
        }
        Ok(granted)
    }

    fn memory_grow_failed(&mut self, error: Error) -> Result<()> {
        if !self.memory_granted {
            return Ok(());
        }
        let what = format!("this machine has too little memory for the program: {error:#}");
        Err(Error::new(Stopped(Stop::Grader(what))))
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        // A submission's code cannot fill a table of this size.
        Ok(desired <= 100_000)
    }
}

/// A guest that calls a function of the grader.
pub(super) type HostCall<'a> = Caller<'a, Guest>;

#[derive(Debug, thiserror::Error)]
#[error("the run was stopped")]
pub(super) struct Stopped(pub(super) Stop);

/// Creates the error for a guest that does something that the probe never does.
pub(super) fn trap_error(what: &str) -> Error {
    Error::new(Stopped(Stop::Trap(what.to_owned())))
}

pub(super) fn exported_memory(caller: &mut HostCall<'_>) -> Result<Memory> {
    if let Some(memory) = caller.data().exported {
        return Ok(memory);
    }
    let memory = caller.get_export("memory").and_then(Extern::into_memory);
    caller.data_mut().exported = memory;
    memory.ok_or_else(|| trap_error("the program exports no memory"))
}

/// Returns the `len` bytes of the guest's memory at `start`, and the state of the run.
pub(super) fn guest_bytes<'a>(
    memory: &Memory,
    caller: &'a mut HostCall<'_>,
    start: u32,
    len: usize,
) -> Result<(&'a mut [u8], &'a mut Guest)> {
    let (all, guest) = memory.data_and_store_mut(caller);
    let start = usize::try_from(start)?;
    let end = start.checked_add(len).ok_or_else(|| trap_error("an address is out of range"))?;
    let bytes = all.get_mut(start..end).ok_or_else(|| trap_error("an address is out of range"))?;
    Ok((bytes, guest))
}

pub(super) fn charge(caller: &mut HostCall<'_>, fuel: u64) -> Result<()> {
    match caller.get_fuel()?.checked_sub(fuel) {
        Some(rest) => caller.set_fuel(rest),
        None => Err(Error::new(Stopped(Stop::Fuel))),
    }
}

/// Charges `fuel` for work by the grader that is [free](FREE_WORK) up to a limit.
pub(super) fn charge_beyond_free(caller: &mut HostCall<'_>, fuel: u64) -> Result<()> {
    let guest = caller.data_mut();
    // Charge the rest of a call that is only partly free.
    let free = guest.free.min(fuel);
    guest.free -= free;
    if fuel == free { Ok(()) } else { charge(caller, fuel - free) }
}

pub(super) fn define_imports(linker: &mut Linker<Guest>) -> Result<()> {
    define_case(linker)?;
    tickets::define(linker)
}

fn define_case(linker: &mut Linker<Guest>) -> Result<()> {
    linker.func_wrap(HOST_MODULE, "case", |mut caller: HostCall<'_>, into: u32, cap: u32| {
        let len = caller.data().case.len();
        let is_copied = usize::try_from(cap)? >= len;
        let words = if is_copied { len as u64 } else { 0 };
        charge_beyond_free(&mut caller, HOST_CALL + words * HOST_TILE)?;
        let memory = exported_memory(&mut caller)?;
        if is_copied {
            let (bytes, guest) = guest_bytes(&memory, &mut caller, into, len * 4)?;
            for (bytes, word) in bytes.chunks_exact_mut(4).zip(&guest.case) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
        }
        Ok(u32::try_from(len)?)
    })?;
    linker.func_wrap(HOST_MODULE, GROW, |mut caller: HostCall<'_>, pages: u32| {
        charge_beyond_free(&mut caller, HOST_GROW)?;
        let fuel = u64::from(pages) * HOST_PAGE;
        if caller.get_fuel()? < fuel {
            // This has the effect of an instruction that costs more than the remaining fuel.
            caller.set_fuel(0)?;
        }
        charge(&mut caller, fuel)?;
        let memory = exported_memory(&mut caller)?;
        match memory.grow(&mut caller, pages.into()) {
            Ok(before) => Ok(u32::try_from(before)?),
            Err(error) if error.is::<Stopped>() => Err(error),
            Err(_) => Ok(u32::MAX),
        }
    })?;
    linker.func_wrap(HOST_MODULE, "observe", |mut caller: HostCall<'_>, at: u32, len: u32| {
        let len = usize::try_from(len)?;
        charge(&mut caller, HOST_CALL + len as u64)?;
        if caller.data().words.len() + len > MAX_WORDS {
            return Err(trap_error("there are too many observations"));
        }
        let memory = exported_memory(&mut caller)?;
        let (bytes, guest) = guest_bytes(&memory, &mut caller, at, len * 4)?;
        let word = |bytes: &[u8]| Word::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let words = bytes.chunks_exact(4).map(word);
        guest.is_told = len == 1 && bytes == DONE.to_le_bytes();
        if !guest.is_told {
            guest.words.extend(words);
        }
        Ok(())
    })?;
    linker.func_wrap(HOST_MODULE, "watch", |mut caller: HostCall<'_>, cursor: u32| {
        charge_beyond_free(&mut caller, HOST_CALL)?;
        caller.data_mut().cursor = Some(cursor);
        Ok(())
    })?;
    linker.func_wrap(HOST_MODULE, "begin", |mut caller: HostCall<'_>, label: Word| {
        charge_beyond_free(&mut caller, HOST_CALL)?;
        let spent = cost_so_far(&mut caller)?;
        caller.data_mut().open = Some((label, spent));
        Ok(())
    })?;
    linker.func_wrap(HOST_MODULE, "end", |mut caller: HostCall<'_>| {
        let spent = cost_so_far(&mut caller)?;
        // This may copy the figures of all queues.
        let queues = caller.data().log.queues.len() as u64;
        charge_beyond_free(&mut caller, HOST_CALL + queues * HOST_TILE)?;
        let guest = caller.data_mut();
        if guest.log.spent.len() >= MAX_MEASURED {
            return Err(trap_error("there are too many measurements"));
        }
        if let Some((label, before)) = guest.open.take() {
            let cost = spent.difference_since(before);
            guest.log.spent.push((label, cost));
            guest.log.update_search_end(label, cost, guest.boards.count());
        }
        Ok(())
    })?;
    Ok(())
}

fn cost_so_far(caller: &mut HostCall<'_>) -> Result<OperationCost> {
    let left = caller.get_fuel()?;
    let guest = caller.data();
    Ok(guest.log.cost_so_far(guest.limits.fuel - left.min(guest.limits.fuel)))
}

#[cfg(test)]
mod tests {
    use std::io;

    use wasmtime::ResourceLimiter;

    use super::*;

    /// Returns how a run ends if its memory cannot grow to this size. `most` is the maximum that the program declares.
    fn failed(desired: usize, most: Option<usize>) -> Option<Stop> {
        let limits = InstanceLimits { memory: 512 << 20, ..InstanceLimits::with_fuel(1) };
        let mut guest = Guest::new(Vec::new(), limits, Variation::default());
        let granted =
            guest.memory_growing(1 << 16, desired, most).expect("it is requested only once");
        assert_eq!(granted, desired <= limits.memory);
        let refused = Error::from(io::Error::from(io::ErrorKind::OutOfMemory));
        let error = guest.memory_grow_failed(refused).err()?;
        Some(error.downcast::<Stopped>().expect("the run is stopped").0)
    }

    #[test]
    fn failed_host_allocations_are_grader_errors() {
        let what = "this machine has too little memory for the program: out of memory";
        assert_eq!(failed(256 << 20, None), Some(Stop::Grader(what.to_owned())));
        assert_eq!(failed(256 << 20, Some(1 << 30)), Some(Stop::Grader(what.to_owned())));
        // A program that exceeds its own declared maximum gets the usual error.
        assert_eq!(failed(256 << 20, Some(128 << 20)), None);
        assert_eq!(failed(1 << 30, None), None);
    }
}
