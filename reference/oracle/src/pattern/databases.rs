//! Sets of pattern databases.

use std::collections::BTreeMap;

use super::database::{Shape, StateDatabase};
use super::partition::TilePartition;

/// The additive pattern databases for a partition.
///
/// Every database counts only the moves of its pattern's tiles, so the sum is a lower bound on the number of moves: R.
/// E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002. These databases
/// also take the blank into account where it matters to the pattern.
#[derive(Debug)]
pub struct Databases {
    partition: TilePartition,
    databases: Vec<StateDatabase>,
}

/// The progress of building databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The index of the current database, counted from 0.
    pub database: usize,
    /// The number of databases.
    pub databases: usize,
    /// The current distance from the goal, in moves.
    pub distance: usize,
    /// The number of states found so far in all databases.
    pub found: u64,
    /// The total number of states in all databases.
    pub states: u64,
}

/// The error if the number of words does not match the partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongSize;

impl std::fmt::Display for WrongSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the databases do not have the size that the partition gives them")
    }
}

impl std::error::Error for WrongSize {}

impl Databases {
    /// Builds the databases for a partition on `threads` threads (0 means 1). The result does not depend on the number
    /// of threads.
    pub fn build(
        partition: TilePartition,
        threads: usize,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Self {
        let shapes = shapes_by_size(&partition);
        let of = |group: u32| &shapes[&group.count_ones()];
        let states = partition.cells_of_groups().iter().map(|&group| of(group).states()).sum();
        let mut found = 0;
        let mut databases = Vec::new();
        for (number, &group) in partition.cells_of_groups().iter().enumerate() {
            let mut report = |distance, in_this| {
                let databases = partition.cells_of_groups().len();
                let found = found + in_this;
                progress(BuildProgress { database: number, databases, distance, found, states });
            };
            let shape = of(group);
            let (database, _) =
                StateDatabase::build(shape, group, partition.blank(), threads, &mut report);
            databases.push(database);
            found += shape.states();
        }
        Self { partition, databases }
    }

    /// Restores databases from [`Self::words`].
    ///
    /// # Errors
    ///
    /// Returns an error if the number of words is wrong. The contents are not checked.
    pub fn from_words(
        partition: TilePartition,
        words: impl IntoIterator<Item = Vec<u32>>,
    ) -> Result<Self, WrongSize> {
        let shapes = shapes_by_size(&partition);
        let mut words = words.into_iter();
        let databases = partition.cells_of_groups().iter().map(|&group| {
            let shape = &shapes[&group.count_ones()];
            let words = words.next().ok_or(WrongSize)?;
            StateDatabase::from_words(shape, group, partition.blank(), words).ok_or(WrongSize)
        });
        let databases = databases.collect::<Result<_, _>>()?;
        if words.next().is_some() {
            return Err(WrongSize);
        }
        Ok(Self { partition, databases })
    }

    /// Returns the contents of each database, for writing to a file.
    pub fn words(&self) -> impl Iterator<Item = &[u32]> {
        self.databases.iter().map(StateDatabase::words_of_odd_half)
    }

    /// Returns the number of words in each database, without building the databases.
    pub fn sizes(partition: &TilePartition) -> Vec<usize> {
        let shapes = shapes_by_size(partition);
        partition
            .cells_of_groups()
            .iter()
            .map(|group| shapes[&group.count_ones()].words_of_all_places())
            .collect()
    }

    /// Returns the partition.
    pub fn partition(&self) -> &TilePartition {
        &self.partition
    }

    pub(super) fn databases(&self) -> &[StateDatabase] {
        &self.databases
    }
}

fn shapes_by_size(partition: &TilePartition) -> BTreeMap<u32, Shape> {
    let sizes = partition.cells_of_groups().iter().map(|group| group.count_ones());
    sizes.map(|size| (size, Shape::new(partition.dimension(), size as usize))).collect()
}
