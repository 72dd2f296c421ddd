//! Search algorithms by name.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Algorithm {
    /// See [`ExpansionOrder::AStar`](super::ExpansionOrder::AStar).
    AStar,
    /// See [`ExpansionOrder::Dijkstra`](super::ExpansionOrder::Dijkstra).
    Dijkstra,
    /// See [`ExpansionOrder::BreadthFirst`](super::ExpansionOrder::BreadthFirst).
    BreadthFirst,
    /// See [`DepthBound::DepthFirst`](super::DepthBound::DepthFirst).
    DepthFirst,
    /// See [`DepthBound::IterativeDeepening`](super::DepthBound::IterativeDeepening).
    IterativeDeepening,
    /// See [`ExpansionOrder::Greedy`](super::ExpansionOrder::Greedy).
    Greedy,
    /// See [`DepthBound::IdaStar`](super::DepthBound::IdaStar).
    IdaStar,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 7] = [
        Self::AStar,
        Self::Dijkstra,
        Self::BreadthFirst,
        Self::DepthFirst,
        Self::IterativeDeepening,
        Self::Greedy,
        Self::IdaStar,
    ];

    /// Returns the command-line name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AStar => "a-star",
            Self::Dijkstra => "dijkstra",
            Self::BreadthFirst => "breadth-first",
            Self::DepthFirst => "depth-first",
            Self::IterativeDeepening => "iterative-deepening",
            Self::Greedy => "greedy",
            Self::IdaStar => "ida-star",
        }
    }

    /// Returns a description, as a sentence without a period.
    pub const fn description(self) -> &'static str {
        match self {
            Self::AStar => {
                "expand the board with the lowest sum of moves made and estimated moves remaining"
            }
            Self::Dijkstra => "expand the board with the fewest moves made",
            Self::BreadthFirst => "expand the board that was found first",
            Self::DepthFirst => {
                "expand the board that was found last, down to a depth bound, then backtrack"
            }
            Self::IterativeDeepening => "search depth-first with a bound of 0, 1, 2 and more moves",
            Self::Greedy => "expand the board with the fewest moves estimated to go",
            Self::IdaStar => {
                "search depth-first, with a bound on the sum of moves made and moves estimated to go"
            }
        }
    }

    /// Returns `true` if the algorithm finds optimal solutions with an admissible heuristic.
    pub const fn is_optimal(self) -> bool {
        !matches!(self, Self::DepthFirst | Self::Greedy)
    }

    /// Returns `true` if the algorithm uses a heuristic.
    pub const fn uses_heuristic(self) -> bool {
        matches!(self, Self::AStar | Self::Greedy | Self::IdaStar)
    }

    /// Returns `true` if the algorithm stores every generated board, so memory use grows over time.
    pub const fn remembers_all(self) -> bool {
        matches!(self, Self::AStar | Self::Dijkstra | Self::BreadthFirst | Self::Greedy)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        let known = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        known.ok_or_else(|| UnknownAlgorithm { name: name.into() })
    }
}

/// The error for a name that is not an [`Algorithm`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm {
    name: String,
}

impl UnknownAlgorithm {
    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a search; the searches are ", self.name)?;
        let [others @ .., last] = Algorithm::ALL;
        for (place, algorithm) in others.iter().enumerate() {
            write!(f, "{}{algorithm}", if place == 0 { "" } else { ", " })?;
        }
        write!(f, " and {last}")
    }
}

impl Error for UnknownAlgorithm {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithm_names_round_trip() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
    }

    #[test]
    fn an_unknown_name_is_reported_with_the_known_ones() {
        assert_eq!(
            "A*".parse::<Algorithm>().unwrap_err().to_string(),
            "`A*` is not a search; the searches are a-star, dijkstra, breadth-first, \
             depth-first, iterative-deepening, greedy and ida-star"
        );
        assert!("".parse::<Algorithm>().is_err());
    }
}
