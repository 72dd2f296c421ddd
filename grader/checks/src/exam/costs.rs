//! The names of cases, and what the model needs for each of them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of a case. Users see it in timings, and students if they forge the observations of the case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseName {
    /// Comparing boards of different sizes.
    Equality,
    /// Comparing similar boards of this dimension.
    Alike(usize),
    /// Comparing boards with equal hashes.
    EqualHashes,
    /// Comparing different boards that were drawn.
    Distinct,
    /// Comparing the texts of boards.
    EqualTexts,
    /// Comparing boards of this dimension from `neighbors` and `twin`.
    Moved(usize),
    /// The values of all 2x2 boards.
    Values,
    /// Everything about boards of this dimension.
    Deep(usize),
    /// Shuffled boards of this dimension.
    Size(usize),
    /// Boards of this dimension, which was drawn.
    Drawn(usize),
    /// Boards of this dimension that differ from the goal in two cells.
    NearGoal(usize),
    /// Boards of this dimension with the blank in the corners.
    Corners(usize),
    /// The board of a puzzle.
    Board(String),
    /// A walk on boards of this dimension.
    Walk(usize),
    /// The texts of 3x3 boards.
    Texts,
    /// One of the nine blocks of all 3x3 boards, from 1.
    Block(usize),
    /// A board on which derived boards seemed wrong.
    Reread,
    /// The text of a board of this dimension, to find a smaller counterexample.
    TextOf(usize),
    /// The complete text of a counterexample.
    Text,
    /// `Debug` for a board of this dimension.
    Debug(usize),
    /// Calls in different orders.
    Immutable,
    /// The cost of the methods on a board of this dimension.
    Cost(usize, CostLayout),
    /// Solving a puzzle, with the grader's boards or with the submission's own.
    Solve {
        /// Whether the boards are the grader's.
        foreign: bool,
        /// The name of the puzzle.
        puzzle: String,
    },
    /// A board that is one move from the goal, with a queue in reverse order.
    OneMove,
    /// A search that is repeated to explain a failure.
    RepeatedSearch,
    /// A search that is recorded for playback.
    Trace,
    /// Several solvers in one instance.
    Session {
        /// Whether the boards are the grader's.
        foreign: bool,
    },
}

/// The tiles of a board whose cost is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CostLayout {
    /// The goal.
    Goal,
    /// A shuffled board.
    Shuffled,
    /// The goal, rotated by this many quarters of its cells.
    Turned(usize),
}

impl fmt::Display for CaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equality => f.write_str("equality"),
            Self::Alike(n) => write!(f, "equality of {n}"),
            Self::EqualHashes => f.write_str("equal hashes"),
            Self::Distinct => f.write_str("different boards"),
            Self::EqualTexts => f.write_str("equal texts"),
            Self::Drawn(n) => write!(f, "drawn size {n}"),
            Self::Moved(n) => write!(f, "equality after moves, {n}"),
            Self::Values => f.write_str("values 2x2"),
            Self::Deep(n) => write!(f, "deep {n}x{n}"),
            Self::Size(n) => write!(f, "size {n}"),
            Self::NearGoal(n) => write!(f, "near the goal, {n}"),
            Self::Corners(n) => write!(f, "corners of {n}"),
            Self::Board(puzzle) => write!(f, "board {puzzle}"),
            Self::Walk(n) => write!(f, "walk of {n}"),
            Self::Texts => f.write_str("texts 3x3"),
            Self::Block(number) => write!(f, "all 3x3, {number} of 9"),
            Self::Reread => f.write_str("reread"),
            Self::TextOf(n) => write!(f, "text of {n}"),
            Self::Text => f.write_str("text"),
            Self::Debug(n) => write!(f, "debug of {n}"),
            Self::Immutable => f.write_str("immutable"),
            Self::Cost(n, CostLayout::Goal) => write!(f, "cost of {n}, goal"),
            Self::Cost(n, CostLayout::Shuffled) => write!(f, "cost of {n}, shuffled"),
            Self::Cost(n, CostLayout::Turned(quarters)) => {
                write!(f, "cost of {n}, turned {quarters}")
            }
            Self::Solve { foreign: true, puzzle } => write!(f, "solve {puzzle}"),
            Self::Solve { foreign: false, puzzle } => write!(f, "own {puzzle}"),
            Self::OneMove => f.write_str("one move"),
            Self::RepeatedSearch => f.write_str("repeated search"),
            Self::Trace => f.write_str("trace"),
            Self::Session { foreign: true } => f.write_str("session"),
            Self::Session { foreign: false } => f.write_str("own session"),
        }
    }
}

/// What is measured in a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CostKey {
    /// The fuel of the case.
    Fuel(CaseName),
    /// The bytes of a board.
    BoardBytes(CaseName),
    /// The most bytes that a solver uses at once.
    BytesAtOnce(CaseName),
    /// The bytes that a solver keeps after the search.
    BytesKept(CaseName),
    /// The bytes of the program's statics, in any case.
    Statics,
}

impl fmt::Display for CostKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fuel(case) => write!(f, "{case}"),
            Self::BoardBytes(case) => write!(f, "{case}, bytes"),
            Self::BytesAtOnce(case) => write!(f, "{case}, bytes at once"),
            Self::BytesKept(case) => write!(f, "{case}, bytes kept"),
            Self::Statics => f.write_str("bytes of statics"),
        }
    }
}

/// The fuel that the model burns on each case, and other measurements that limits depend on.
///
/// The keys become text here, because this is what the cache stores. Only this type knows the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Costs(BTreeMap<String, u64>);

impl Costs {
    /// Returns a measurement, if it exists.
    pub fn get(&self, key: &CostKey) -> Option<u64> {
        self.0.get(&key.to_string()).copied()
    }

    /// Returns the fuel for solving a puzzle with the grader's boards, if it is known.
    pub fn of_puzzle(&self, puzzle: &str) -> Option<u64> {
        self.get(&CostKey::Fuel(CaseName::Solve { foreign: true, puzzle: puzzle.to_owned() }))
    }

    /// Records a measurement, unless a larger one is recorded.
    pub fn set(&mut self, key: &CostKey, value: u64) {
        let most = self.0.entry(key.to_string()).or_default();
        *most = value.max(*most);
    }

    pub(super) fn add(&mut self, others: Self) {
        self.0.extend(others.0);
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use proptest::prelude::*;

    use super::*;

    fn any_case() -> impl Strategy<Value = CaseName> {
        let layout = prop_oneof![
            Just(CostLayout::Goal),
            Just(CostLayout::Shuffled),
            (1..4usize).prop_map(CostLayout::Turned)
        ];
        prop_oneof![
            Just(CaseName::Equality),
            Just(CaseName::EqualHashes),
            Just(CaseName::EqualTexts),
            Just(CaseName::Distinct),
            Just(CaseName::Values),
            Just(CaseName::Texts),
            Just(CaseName::Immutable),
            (2..128usize).prop_map(CaseName::Alike),
            (2..128usize).prop_map(CaseName::Moved),
            (2..4usize).prop_map(CaseName::Deep),
            (2..128usize).prop_map(CaseName::Size),
            (2..128usize).prop_map(CaseName::Drawn),
            (2..128usize).prop_map(CaseName::NearGoal),
            (2..128usize).prop_map(CaseName::Corners),
            (2..128usize).prop_map(CaseName::Walk),
            (1..10usize).prop_map(CaseName::Block),
            (2..128usize).prop_map(CaseName::Debug),
            (2..128usize, layout).prop_map(|(n, layout)| CaseName::Cost(n, layout)),
            "[a-z0-9-]{1,3}".prop_map(CaseName::Board),
            (any::<bool>(), "[a-z0-9-]{1,3}")
                .prop_map(|(foreign, puzzle)| CaseName::Solve { foreign, puzzle }),
            any::<bool>().prop_map(|foreign| CaseName::Session { foreign }),
        ]
    }

    fn any_key() -> impl Strategy<Value = CostKey> {
        prop_oneof![
            any_case().prop_map(CostKey::Fuel),
            any_case().prop_map(CostKey::BoardBytes),
            any_case().prop_map(CostKey::BytesAtOnce),
            any_case().prop_map(CostKey::BytesKept),
            Just(CostKey::Statics),
        ]
    }

    proptest! {
        #[test]
        fn each_key_has_its_own_cost(keys in prop::collection::btree_set(any_key(), 0..40)) {
            let mut costs = Costs::default();
            for (key, cost) in keys.iter().zip(0..) {
                costs.set(key, cost);
            }
            for (key, cost) in keys.iter().zip(0..) {
                prop_assert_eq!(costs.get(key), Some(cost));
            }
        }
    }

    #[test]
    fn keys_are_stored_as_text() {
        let solve = |foreign| CaseName::Solve { foreign, puzzle: "near".to_owned() };
        let mut costs = Costs::default();
        for key in [
            CostKey::Fuel(CaseName::Block(9)),
            CostKey::Fuel(CaseName::Session { foreign: false }),
            CostKey::Fuel(solve(true)),
            CostKey::BytesAtOnce(solve(false)),
            CostKey::BytesKept(solve(true)),
            CostKey::BoardBytes(CaseName::Cost(64, CostLayout::Turned(3))),
            CostKey::Statics,
        ] {
            costs.set(&key, 1);
        }
        assert_snapshot!(serde_json::to_string_pretty(&costs).unwrap(), @r#"
        {
          "all 3x3, 9 of 9": 1,
          "bytes of statics": 1,
          "cost of 64, turned 3, bytes": 1,
          "own near, bytes at once": 1,
          "own session": 1,
          "solve near": 1,
          "solve near, bytes kept": 1
        }
        "#);
    }
}
