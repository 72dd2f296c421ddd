//! Measures the memory of a solver.

use sandbox::run::Run;

use crate::exam::bench::Bench;
use crate::exam::costs::{CaseName, CostKey};
use crate::judge::Bytes;

/// Adds the memory that the solver's heap does not include, and records the result.
pub(super) fn note(bench: &Bench<'_>, case: &CaseName, run: &Run, bytes: Option<&mut Bytes>) {
    bench.note(&CostKey::Statics, run.statics as u64);
    let Some(bytes) = bytes else { return };
    if let Some(model) = bench.purpose.cost(&CostKey::Statics) {
        // Memory for statics counts as much as allocated memory.
        let statics = (run.statics as u64).saturating_sub(model + FREE_STATICS);
        bytes.peak += statics;
        bytes.kept += statics;
    }
    bytes.peak = bytes.peak.max(bytes_grown(run.memory, run.statics));
    bench.note(&CostKey::BytesAtOnce(case.clone()), bytes.peak);
    bench.note(&CostKey::BytesKept(case.clone()), bytes.kept);
}

/// The bytes of statics to allow beyond the model's, because tables of constants belong to the program.
const FREE_STATICS: u64 = 1 << 20;

/// Returns the minimum number of bytes that a program must have used at once for its memory to grow to this size.
///
/// The guest's allocator counts exactly, but unsound code can change its counters. The size of the memory cannot be
/// changed, but it also includes what the allocator wastes: the rest of its last request, blocks that are up to twice as
/// large as needed, and the blocks that a growing list has left.
fn bytes_grown(memory: usize, statics: usize) -> u64 {
    const LAST_REQUEST: usize = 1 << 20;
    const WASTE: usize = 4;
    (memory.saturating_sub(statics).saturating_sub(LAST_REQUEST) / WASTE) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_memory_is_seen_in_the_size_of_the_memory() {
        let statics = 17 << 16;
        // The allocator requests a mebibyte at a time, so small programs look alike.
        assert_eq!(bytes_grown(statics, statics), 0);
        assert_eq!(bytes_grown(statics + (1 << 20), statics), 0);
        // More than the limit for small puzzles, on which the model uses a few kilobytes.
        let hidden = bytes_grown(statics + (6 << 20), statics);
        assert_eq!(hidden, 5 << 18);
        assert!(hidden > (4 * 256) << 10);
        // A list that grows to 32 MiB one item at a time has left lists of 1, 2, 4, ..., 16 MiB, and then requests a block
        // of 64 MiB, although only 33 MiB are used.
        assert!(bytes_grown(statics + (128 << 20), statics) <= 33 << 20);
    }
}
