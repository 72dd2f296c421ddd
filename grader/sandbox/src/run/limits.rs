//! The limits on a run.

/// The limits on a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InstanceLimits {
    /// The fuel limit, in units of the [cost table](super::cost).
    pub fuel: u64,
    /// The linear memory limit, in bytes.
    pub memory: usize,
    /// The maximum size of a test program's standard output, which is stored, in bytes. Other programs may write any
    /// amount. However, a program that writes more than this for a single board and then runs out of fuel counts as
    /// printing endlessly.
    pub output: usize,
}

impl InstanceLimits {
    /// Returns limits with this fuel.
    pub fn with_fuel(fuel: u64) -> Self {
        Self { fuel, memory: 512 << 20, output: 1 << 20 }
    }
}
