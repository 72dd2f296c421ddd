//! Variations between runs of the same case.

use probe::wire::QueueOrder;

/// The settings that may differ between runs of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variation {
    /// The seed for random numbers and the clock.
    pub seed: u64,
    /// The order in which queues return keys.
    pub order: QueueOrder,
    /// The only queue that has this order, if limited. A solver that tests how a different queue behaves does not
    /// notice the order.
    pub only: Option<u32>,
    /// Whether texts of the grader's boards swap the tiles 1 and 2. Such texts still identify boards, but they mislead
    /// a solver that reads more from them.
    pub masked: bool,
}
