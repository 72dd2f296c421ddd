//! Differences between two runs of a case.

use probe::wire::QueueOrder;

/// The settings in which two runs of a case may differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variation {
    /// The seed of the random numbers and of the clock.
    pub seed: u64,
    /// The order in which queues give back their keys.
    pub order: QueueOrder,
    /// Where the order is reversed: the number of keys that come out in the assignment's order
    /// before that. Who tries at the beginning how a queue behaves learns nothing.
    pub turn: u32,
    /// Whether the texts of the grader's boards show the tiles 1 and 2 exchanged. As a name of a
    /// board such a text is as good as the other; who reads more out of it is misled.
    pub masked: bool,
}
