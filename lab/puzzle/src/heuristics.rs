//! The heuristics available for a board, and their cost.

use oracle::heuristic::{AnyHeuristic, DatabaseSizes, Fringe, HeuristicName};
use oracle::puzzle::Goal;

/// A heuristic with a name.
pub struct NamedHeuristic {
    /// The name.
    pub named: HeuristicName,
    /// The heuristic for a specific goal.
    pub heuristic: Box<dyn AnyHeuristic>,
}

impl NamedHeuristic {
    /// Builds a heuristic for a goal. Large pattern databases may take minutes.
    ///
    /// # Errors
    ///
    /// Returns an error if the heuristic does not support the goal.
    pub fn new(named: &HeuristicName, goal: &Goal) -> Result<Self, oracle::heuristic::Unsupported> {
        Ok(Self { named: named.clone(), heuristic: named.build(goal)? })
    }
}

/// The maximum size of a pattern database to build without an explicit request, which takes less than a second.
const MOST_PLACEMENTS: usize = 2_000_000;

/// Returns the heuristics for a goal that are quick to build, from weakest to strongest.
pub fn quickly_built_heuristics(goal: &Goal) -> Vec<HeuristicName> {
    let is_quick = |named: &HeuristicName| {
        let placements = match named {
            HeuristicName::Database(database) | HeuristicName::Reflected(database) => {
                placement_count(database, goal)
            }
            _ => 0,
        };
        named.check(goal).is_ok() && placements <= MOST_PLACEMENTS
    };
    let mut known = HeuristicName::offered_heuristics();
    known.retain(is_quick);
    known
}

fn placement_count(database: &DatabaseSizes, goal: &Goal) -> usize {
    let n = goal.dimension();
    // A fringe also contains the blank.
    let (sizes, more) = match database {
        DatabaseSizes::Additive(sizes) => (sizes.clone(), 0),
        DatabaseSizes::Fringe(Some(sizes)) => (sizes.clone(), 1),
        DatabaseSizes::Fringe(None) => (Fringe::default_sizes(n), 1),
    };
    let orders = |size: usize| {
        let choices = (0..size + more).map(|placed| (n * n).saturating_sub(placed));
        choices.fold(1, usize::saturating_mul)
    };
    sizes.into_iter().map(orders).fold(0, usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_heuristics_exclude_slow_ones() {
        let names = |n| -> Vec<String> {
            quickly_built_heuristics(&Goal::blank_last(n)).iter().map(ToString::to_string).collect()
        };
        assert!(names(3).contains(&"additive-5-3".to_owned()));
        assert!(names(4).contains(&"additive-5-5-5".to_owned()));
        assert!(!names(4).iter().any(|name| name.contains("6-6-3") || name.contains("7-8")));
        assert!(names(100).contains(&"linear-conflict".to_owned()));
        assert!(!names(100).contains(&"walking-distance".to_owned()));
    }
}
