//! The limits on a run.

/// The limits on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The fuel limit, in units of the [cost table](super::cost).
    pub fuel: u64,
    /// The linear memory limit, in bytes.
    pub memory: usize,
    /// The maximum size of a test program's standard output, in bytes, because this output is stored. Other programs
    /// may write any amount. However, if the fuel runs out after a program has written more than this for a single
    /// board, the program counts as printing endlessly.
    pub output: usize,
}

impl Limits {
    /// Returns limits with this fuel.
    pub fn with_fuel(fuel: u64) -> Self {
        Self { fuel, memory: 512 << 20, output: 1 << 20 }
    }
}
