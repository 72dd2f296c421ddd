//! What may differ between two runs of a case.

use probe::wire::QueueOrder;

/// What may differ between two runs of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variation {
    /// What the sequence of random numbers and the clock begin from.
    pub seed: u64,
    /// In which order queues give back their keys.
    pub order: QueueOrder,
}
