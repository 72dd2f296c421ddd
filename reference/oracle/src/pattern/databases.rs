//! The pattern databases of a partition.

use std::collections::BTreeMap;

use super::database::{Database, Shape};
use super::partition::Partition;

/// The additive pattern databases of a partition.
///
/// Since each counts the moves of its own tiles only, their sum is a lower bound of the moves that
/// a board takes: R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial
/// Intelligence 134, 2002. Here each also knows where the blank is, as far as that matters to the
/// pattern, which makes some sums greater.
#[derive(Debug)]
pub struct Databases {
    partition: Partition,
    databases: Vec<Database>,
}

/// The progress of building the databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of the database, from 0.
    pub database: usize,
    /// The number of databases.
    pub databases: usize,
    /// The number of moves that the search from the goal is at.
    pub distance: usize,
    /// The states found of all databases so far.
    pub found: u64,
    /// The states of all databases.
    pub states: u64,
}

/// Words that are not those of the databases of a partition: there are too many or too few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongSize;

impl std::fmt::Display for WrongSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the databases do not have the size that the partition gives them")
    }
}

impl std::error::Error for WrongSize {}

impl Databases {
    /// Builds the databases of a partition on some threads; none counts as one. What is built does
    /// not depend on their number.
    pub fn build(partition: Partition, threads: usize, progress: &mut dyn FnMut(Progress)) -> Self {
        let shapes = shapes(&partition);
        let of = |group: u32| &shapes[&group.count_ones()];
        let states = partition.sets().iter().map(|&group| of(group).states()).sum();
        let mut found = 0;
        let mut databases = Vec::new();
        for (number, &group) in partition.sets().iter().enumerate() {
            let mut told = |distance, in_this| {
                let databases = partition.sets().len();
                let found = found + in_this;
                progress(Progress { database: number, databases, distance, found, states });
            };
            let shape = of(group);
            let (database, _) =
                Database::build(shape, group, partition.blank(), threads, &mut told);
            databases.push(database);
            found += shape.states();
        }
        Self { partition, databases }
    }

    /// The databases whose words are known: those of [`Self::words`].
    ///
    /// # Errors
    ///
    /// If they are not as many as they should be. That they are right is up to the caller.
    pub fn from_words(
        partition: Partition,
        words: impl IntoIterator<Item = Vec<u32>>,
    ) -> Result<Self, WrongSize> {
        let shapes = shapes(&partition);
        let mut words = words.into_iter();
        let databases = partition.sets().iter().map(|&group| {
            let shape = &shapes[&group.count_ones()];
            let words = words.next().ok_or(WrongSize)?;
            Database::from_words(shape, group, partition.blank(), words).ok_or(WrongSize)
        });
        let databases = databases.collect::<Result<_, _>>()?;
        if words.next().is_some() {
            return Err(WrongSize);
        }
        Ok(Self { partition, databases })
    }

    /// The content of each database, to be kept in a file.
    pub fn words(&self) -> impl Iterator<Item = &[u32]> {
        self.databases.iter().map(Database::words)
    }

    /// The number of words of each database of a partition, without building it.
    pub fn sizes(partition: &Partition) -> Vec<usize> {
        let shapes = shapes(partition);
        partition.sets().iter().map(|group| shapes[&group.count_ones()].words()).collect()
    }

    /// The partition.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    pub(super) fn databases(&self) -> &[Database] {
        &self.databases
    }
}

/// The shape of the patterns of each number of tiles.
fn shapes(partition: &Partition) -> BTreeMap<u32, Shape> {
    let sizes = partition.sets().iter().map(|group| group.count_ones());
    sizes.map(|size| (size, Shape::new(partition.dimension(), size as usize))).collect()
}
