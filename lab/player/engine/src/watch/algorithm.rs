//! The algorithms that the page offers.

use std::fmt;
use std::str::FromStr;

use oracle::search::{Algorithm, UnknownAlgorithm};

const ASSIGNED: &str = "assigned";

/// An algorithm that the page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageAlgorithm {
    /// The search that students write.
    Assigned,
    /// An algorithm of the oracle.
    Oracle(Algorithm),
}

impl PageAlgorithm {
    /// Returns all algorithms, beginning with the page's default.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Assigned).chain(Algorithm::ALL.map(Self::from))
    }

    /// Returns a description, as a sentence without a period.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Assigned => {
                "expand the board with the lowest sum of moves made and estimated moves remaining, \
                 and enqueue all neighbors except the previous board"
            }
            Self::Oracle(algorithm) => algorithm.description(),
        }
    }

    /// Returns `true` if the algorithm finds optimal solutions with an admissible heuristic.
    pub(crate) fn is_optimal(self) -> bool {
        self.oracle_algorithm().is_optimal()
    }

    /// Returns `true` if the algorithm uses a heuristic.
    pub(crate) fn uses_heuristic(self) -> bool {
        self.oracle_algorithm().uses_heuristic()
    }

    /// Returns `true` if memory use grows over time.
    pub(crate) fn remembers_all(self) -> bool {
        self.oracle_algorithm().remembers_all()
    }

    /// Returns the algorithm of the oracle with the same properties.
    pub(super) fn oracle_algorithm(self) -> Algorithm {
        match self {
            Self::Assigned => Algorithm::AStar,
            Self::Oracle(algorithm) => algorithm,
        }
    }
}

impl From<Algorithm> for PageAlgorithm {
    fn from(algorithm: Algorithm) -> Self {
        Self::Oracle(algorithm)
    }
}

impl fmt::Display for PageAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assigned => f.write_str(ASSIGNED),
            Self::Oracle(algorithm) => algorithm.fmt(f),
        }
    }
}

impl FromStr for PageAlgorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        if name == ASSIGNED { Ok(Self::Assigned) } else { name.parse().map(Self::Oracle) }
    }
}
