//! Every heuristic by the name that it has on a command line.

mod build;
mod parse;

use std::fmt;

pub use build::Unsupported;
pub use parse::UnknownHeuristic;

/// A heuristic, named but not built: see [`Named::build`].
///
/// The name is what [`fmt::Display`] writes and [`std::str::FromStr`] reads, such as `manhattan`
/// or `additive-6-6-3`. Names joined by commas are the greatest of those bounds.
///
/// ```
/// use oracle::heuristic::Named;
///
/// let named: Named = "linear-conflict,walking-distance".parse()?;
/// assert!(named.is_admissible());
/// assert_eq!(named.to_string(), "linear-conflict,walking-distance");
/// # Ok::<(), oracle::heuristic::UnknownHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// `zero`: [`Zero`](super::Zero).
    Zero,
    /// `hamming`: [`Hamming`](super::Hamming).
    Hamming,
    /// `manhattan`: [`Manhattan`](super::Manhattan).
    Manhattan,
    /// `linear-conflict`: [`Manhattan`](super::Manhattan) plus
    /// [`LinearConflict`](super::LinearConflict).
    LinearConflict,
    /// `walking-distance`: [`WalkingDistance`](super::WalkingDistance).
    WalkingDistance,
    /// `dynamic`: `Dynamic::matching`.
    Dynamic,
    /// `dynamic-cover`: [`Dynamic::cover`](super::Dynamic::cover).
    DynamicCover,
    /// `fringe`, `additive-6-6-3` and the like.
    Database(Database),
    /// `reflected-` and the name of a pattern database: [`Reflected`](super::Reflected). All other
    /// heuristics are symmetric, so they have nothing to gain.
    Reflected(Database),
    /// `manhattan+hamming`: the sum, which a C++ tutorial searches by. A tile out of place is
    /// counted by both, so the sum is *not admissible*.
    ManhattanPlusHamming,
    /// Names joined by commas: [`Greatest`](super::Greatest).
    Greatest(Vec<Named>),
}

/// A kind of pattern database, with the sizes of its patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// `fringe` with the sizes that suit the board, or `fringe-7-8` and the like:
    /// [`Fringe`](super::Fringe).
    Fringe(Option<Vec<usize>>),
    /// `additive-6-6-3` and the like: [`Additive`](super::Additive).
    Additive(Vec<usize>),
}

impl Named {
    /// The heuristics to offer, the simpler first. Pattern databases of other sizes have names,
    /// too, and so has the greatest of any of these.
    pub fn known() -> Vec<Self> {
        let additive = |sizes: &[usize]| Database::Additive(sizes.to_vec());
        let mut known = vec![
            Self::Zero,
            Self::Hamming,
            Self::Manhattan,
            Self::LinearConflict,
            Self::WalkingDistance,
            Self::Dynamic,
            Self::DynamicCover,
            Self::Database(Database::Fringe(None)),
            Self::Reflected(Database::Fringe(None)),
        ];
        let partitions: [&[usize]; 8] = [
            &[4, 4],
            &[5, 3],
            &[5, 5, 5],
            &[6, 6, 3],
            &[7, 8],
            &[4, 4, 4, 4, 4, 4],
            &[5, 5, 5, 5, 4],
            &[6, 6, 6, 6],
        ];
        for sizes in partitions {
            known.extend([Self::Database(additive(sizes)), Self::Reflected(additive(sizes))]);
        }
        known.push(Self::ManhattanPlusHamming);
        known
    }

    /// Whether the bound is never more than the moves that a board really takes, so that A* and
    /// IDA* find shortest solutions with it.
    pub fn is_admissible(&self) -> bool {
        match self {
            Self::ManhattanPlusHamming => false,
            Self::Greatest(names) => names.iter().all(Self::is_admissible),
            _ => true,
        }
    }

    /// The quantity that it counts, in a line.
    pub fn summary(&self) -> String {
        match self {
            Self::Zero => "no bound: a search in all directions".to_owned(),
            Self::Hamming => "tiles out of place".to_owned(),
            Self::Manhattan => "sum of the tiles' distances to their homes".to_owned(),
            Self::LinearConflict => {
                "Manhattan distance, and two moves for each tile that must leave its line"
                    .to_owned()
            }
            Self::WalkingDistance => {
                "steps between rows, and between columns, until each has its tiles".to_owned()
            }
            Self::Dynamic => {
                "Manhattan distance, and what disjoint pairs of tiles cost each other".to_owned()
            }
            Self::DynamicCover => {
                "Manhattan distance, and the least that pays what all pairs cost each other"
                    .to_owned()
            }
            Self::Database(database) => database.summary(),
            Self::Reflected(database) => {
                format!("{}; the greater of the board and its mirror image", database.summary())
            }
            Self::ManhattanPlusHamming => {
                "sum of the two; not admissible, so solutions may be too long".to_owned()
            }
            Self::Greatest(_) => "the greatest of several bounds".to_owned(),
        }
    }
}

impl Database {
    fn summary(&self) -> String {
        match self {
            Self::Fringe(_) => "all moves to bring some tiles and the blank home; the greatest of \
                                several patterns"
                .to_owned(),
            Self::Additive(sizes) => {
                format!("moves of the tiles of a pattern; the sum of {} patterns", sizes.len())
            }
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("zero"),
            Self::Hamming => f.write_str("hamming"),
            Self::Manhattan => f.write_str("manhattan"),
            Self::LinearConflict => f.write_str("linear-conflict"),
            Self::WalkingDistance => f.write_str("walking-distance"),
            Self::Dynamic => f.write_str("dynamic"),
            Self::DynamicCover => f.write_str("dynamic-cover"),
            Self::Database(database) => database.fmt(f),
            Self::Reflected(database) => write!(f, "reflected-{database}"),
            Self::ManhattanPlusHamming => f.write_str("manhattan+hamming"),
            Self::Greatest(names) => {
                for (place, name) in names.iter().enumerate() {
                    let comma = if place == 0 { "" } else { "," };
                    write!(f, "{comma}{name}")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, sizes) = match self {
            Self::Fringe(sizes) => ("fringe", sizes.as_deref().unwrap_or_default()),
            Self::Additive(sizes) => ("additive", sizes.as_slice()),
        };
        f.write_str(kind)?;
        sizes.iter().try_for_each(|size| write!(f, "-{size}"))
    }
}
