//! Differences between two runs of a case.

use probe::wire::QueueOrder;

/// The settings in which two runs of a case may differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variation {
    /// The seed of the random numbers and of the clock.
    pub seed: u64,
    /// The order in which queues give back their keys.
    pub order: QueueOrder,
}
