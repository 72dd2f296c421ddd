//! Differences between two runs of a case.

use probe::wire::QueueOrder;

/// The settings in which two runs of a case may differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variation {
    /// The seed of the random numbers and of the clock.
    pub seed: u64,
    /// The order in which queues give back their keys.
    pub order: QueueOrder,
    /// The number of the only queue that has that order, where not all have it. Who tries on another
    /// one how queues behave learns nothing.
    pub only: Option<u32>,
    /// Whether the texts of the grader's boards show the tiles 1 and 2 exchanged. As a name of a
    /// board such a text is as good as the other; who reads more out of it is misled.
    pub masked: bool,
}
