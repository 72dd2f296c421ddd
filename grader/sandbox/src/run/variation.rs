//! Variations between runs of the same case.

use probe::wire::QueueOrder;

/// The settings that may vary between runs of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variation {
    /// The seed for random numbers and the clock.
    pub seed: u64,
    /// The order in which queues return keys.
    pub order: QueueOrder,
    /// The only queue with that order, if limited. A solver that tests the behavior of another queue does not notice.
    pub only: Option<u32>,
    /// Whether texts of the grader's boards exchange the tiles 1 and 2. Such texts still identify boards, but mislead a
    /// solver that reads more from them.
    pub masked: bool,
}
