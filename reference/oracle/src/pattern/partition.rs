use std::fmt;

use super::placements::{Cells, cells_in_set};
use crate::puzzle::Goal;

/// A division of a board's tiles into groups, which become patterns. Tiles are identified by their homes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePartition {
    n: usize,
    blank: usize,
    groups: Vec<Cells>,
}

/// A partition with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedPartition {
    /// The sizes of the groups, such as `6-6-3`.
    pub name: &'static str,
    /// The number of rows of the board.
    pub dimension: usize,
    /// The group of each cell, for a goal with the blank last.
    drawing: &'static str,
}

/// All named partitions, from smaller to larger boards.
pub const PARTITIONS: [NamedPartition; 6] = [
    NamedPartition { name: "1-1-1", dimension: 2, drawing: "ab c." },
    NamedPartition { name: "4-4", dimension: 3, drawing: "aaa abb bb." },
    NamedPartition { name: "5-5-5", dimension: 4, drawing: "aabb aabb accb ccc." },
    NamedPartition { name: "6-6-3", dimension: 4, drawing: "caaa caaa cbbb bbb." },
    NamedPartition { name: "7-8", dimension: 4, drawing: "aaaa aaaa bbbb bbb." },
    NamedPartition { name: "6-6-6-6", dimension: 5, drawing: "aaabb aaabb ccdbb ccddd ccdd." },
];

/// The reason why there is no such partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TilePartitionError {
    /// The board is too large.
    Dimension(usize),
    /// The named partition is for a different dimension.
    OtherDimension {
        /// The name.
        name: &'static str,
        /// The supported dimension.
        dimension: usize,
    },
    /// The named partition requires a goal with the blank in a corner.
    NoCorner {
        /// The name.
        name: &'static str,
    },
}

impl fmt::Display for TilePartitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension(n) => {
                write!(f, "pattern databases are for 2 to 5 rows, and this board has {n}")
            }
            Self::OtherDimension { name, dimension } => {
                write!(f, "the partition {name} is for boards of {dimension} rows")
            }
            Self::NoCorner { name } => {
                write!(f, "the partition {name} needs a goal with the blank in a corner")
            }
        }
    }
}

impl std::error::Error for TilePartitionError {}

impl NamedPartition {
    /// Returns the partition for a goal.
    ///
    /// # Errors
    ///
    /// Returns an error if the dimensions differ or the goal's blank is not in a corner.
    pub fn for_goal(self, goal: &Goal) -> Result<TilePartition, TilePartitionError> {
        let Self { name, dimension: n, drawing } = self;
        if goal.dimension() != n {
            return Err(TilePartitionError::OtherDimension { name, dimension: n });
        }
        let blank = goal.home(0);
        // Flip the drawing vertically or horizontally to match the blank.
        let (row, col) = (blank / n, blank % n);
        if ![0, n - 1].contains(&row) || ![0, n - 1].contains(&col) {
            return Err(TilePartitionError::NoCorner { name });
        }
        let turned = |cell: usize| {
            let flipped = |line: usize, blank: usize| if blank == 0 { n - 1 - line } else { line };
            flipped(cell / n, row) * n + flipped(cell % n, col)
        };
        let mut groups = Vec::new();
        let letters: Vec<char> = drawing.chars().filter(|letter| *letter != ' ').collect();
        for group in 'a'..='d' {
            let cells = (0..n * n).filter(|&cell| letters[turned(cell)] == group);
            groups.push(cells.fold(0, |cells, cell| cells | 1 << cell));
        }
        groups.retain(|&group| group != 0);
        Ok(TilePartition { n, blank, groups })
    }
}

impl TilePartition {
    /// Returns a good partition with databases that are quick to build: less than 0.1 seconds up to 4-by-4, and a few
    /// seconds for 5-by-5.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has more than five rows.
    pub fn quick(goal: &Goal) -> Result<Self, TilePartitionError> {
        let n = goal.dimension();
        let named = PARTITIONS
            .iter()
            .find(|named| named.dimension == n && !matches!(named.name, "5-5-5" | "7-8"));
        let Some(named) = named else { return Err(TilePartitionError::Dimension(n)) };
        Ok(named.for_goal(goal).unwrap_or_else(|_| Self::along_winding_path(goal)))
    }

    /// Returns groups of up to six tiles along a path that winds through the rows.
    fn along_winding_path(goal: &Goal) -> Self {
        let (n, blank) = (goal.dimension(), goal.home(0));
        let cell = |place: usize| {
            let (row, col) = (place / n, place % n);
            row * n + if row % 2 == 0 { col } else { n - 1 - col }
        };
        let cells: Vec<usize> = (0..n * n).map(cell).filter(|&cell| cell != blank).collect();
        // With fewer than two cells left for other tiles, some orders would be unreachable.
        let size = 6.min(n * n - 3);
        let group = |cells: &[usize]| cells.iter().fold(0, |group, cell| group | 1 << cell);
        Self { n, blank, groups: cells.chunks(size).map(group).collect() }
    }

    /// Returns the number of rows.
    pub fn dimension(&self) -> usize {
        self.n
    }

    /// Returns the home of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the homes of the tiles in each group.
    pub fn groups(&self) -> impl Iterator<Item = Vec<usize>> {
        self.groups.iter().map(|&group| cells_in_set(group).collect())
    }

    pub(super) fn cells_of_groups(&self) -> &[Cells] {
        &self.groups
    }
}

#[cfg(test)]
mod tests {
    use super::super::tile_permutations::MAX_TILES;
    use super::*;
    use crate::puzzle::Arrangement;

    /// Checks that every tile belongs to exactly one group, and that no group makes orders unreachable.
    #[track_caller]
    fn check(partition: &TilePartition) {
        let (n, blank) = (partition.dimension(), partition.blank());
        let mut cells: Vec<usize> = partition.groups().flatten().collect();
        cells.sort_unstable();
        assert!(cells.iter().copied().eq((0..n * n).filter(|&cell| cell != blank)));
        assert!(partition.groups().all(|group| group.len() <= MAX_TILES.min(n * n - 3)));
    }

    #[test]
    fn every_tile_is_in_exactly_one_group() {
        for named in PARTITIONS {
            let goal = Goal::blank_last(named.dimension);
            let partition = named.for_goal(&goal).expect("the blank is in a corner");
            check(&partition);
            let sizes: Vec<String> = partition.groups().map(|g| g.len().to_string()).collect();
            let mut name: Vec<&str> = named.name.split('-').collect();
            let mut sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
            name.sort_unstable();
            sizes.sort_unstable();
            assert_eq!(sizes, name);
        }
        for (n, arrangement) in (2..=5).flat_map(|n| {
            [Arrangement::BlankFirst, Arrangement::Spiral].map(|arrangement| (n, arrangement))
        }) {
            check(&TilePartition::quick(&Goal::arranged(n, arrangement)).expect("up to 5 rows"));
        }
        let tall = TilePartition::quick(&Goal::blank_last(6));
        assert_eq!(tall, Err(TilePartitionError::Dimension(6)));
    }

    #[test]
    fn a_drawing_is_rotated_to_the_blank() {
        let goal = Goal::arranged(4, Arrangement::BlankFirst);
        let partition = PARTITIONS[4].for_goal(&goal).expect("the blank is in a corner");
        let groups: Vec<Vec<usize>> = partition.groups().collect();
        assert_eq!(groups, [(8..16).collect::<Vec<_>>(), (1..8).collect()]);
        let spiral = Goal::arranged(3, Arrangement::Spiral);
        assert_eq!(
            PARTITIONS[1].for_goal(&spiral),
            Err(TilePartitionError::NoCorner { name: "4-4" })
        );
        assert_eq!(
            PARTITIONS[1].for_goal(&goal),
            Err(TilePartitionError::OtherDimension { name: "4-4", dimension: 3 }),
        );
    }
}
