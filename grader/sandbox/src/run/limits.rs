//! The limits of a run.

/// The bounds of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most fuel, in units of the [cost table](super::cost).
    pub fuel: u64,
    /// The most linear memory, in bytes.
    pub memory: usize,
    /// The most bytes of text on standard output of a program of tests, which is kept. Any other program
    /// may write what its fuel is good for; if that runs out, and it has written more than this about
    /// one board, it prints without end.
    pub output: usize,
}

impl Limits {
    /// The bounds of a run with this much fuel.
    pub fn with_fuel(fuel: u64) -> Self {
        Self { fuel, memory: 512 << 20, output: 1 << 20 }
    }
}
