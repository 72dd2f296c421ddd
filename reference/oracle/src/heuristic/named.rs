//! Command-line names for heuristics.

mod build;
mod parse;

use std::fmt;

pub use build::Unsupported;
pub use parse::UnknownHeuristic;

use super::{
    AnyHeuristic, Dynamic, Hamming, LinearConflict, Manhattan, Sum, WalkingDistance, Zero,
};
use crate::puzzle::Goal;

/// A heuristic that needs no patterns.
struct Plain {
    name: &'static str,
    summary: &'static str,
    is_admissible: bool,
    most_rows: usize,
    build: fn(&Goal) -> Box<dyn AnyHeuristic>,
}

enum HeuristicForm<'a> {
    Plain(Plain),
    Database(&'a DatabaseSizes),
    Reflected(&'a DatabaseSizes),
    Greatest(&'a [HeuristicName]),
}

/// Declares [`HeuristicName`], with a row for each heuristic that needs no patterns.
macro_rules! heuristics {
    ($($(#[$of_value:meta])* $value:ident = $plain:expr,)*) => {
        /// The name of a heuristic. To build it, see [`HeuristicName::build`].
        ///
        /// [`fmt::Display`] writes the name, and [`std::str::FromStr`] parses it, for example `manhattan` or
        /// `additive-6-6-3`. A comma-separated list of names denotes the maximum of the bounds.
        ///
        /// ```
        /// use oracle::heuristic::HeuristicName;
        ///
        /// let named: HeuristicName = "linear-conflict,walking-distance".parse()?;
        /// assert!(named.is_admissible());
        /// assert_eq!(named.to_string(), "linear-conflict,walking-distance");
        /// # Ok::<(), oracle::heuristic::UnknownHeuristic>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum HeuristicName {
            $($(#[$of_value])* $value,)*
            /// A pattern database: `fringe`, `additive-6-6-3` and so on.
            Database(DatabaseSizes),
            /// A [`Reflected`](super::Reflected) pattern database: `reflected-` and the name of the database. All other
            /// heuristics are symmetric, so reflection cannot improve them.
            Reflected(DatabaseSizes),
            /// The [`Greatest`](super::Greatest) of several heuristics, as a comma-separated list of names.
            Greatest(Vec<HeuristicName>),
        }

        impl HeuristicName {
            /// The heuristics that need no patterns, in declaration order.
            const PLAIN: &[Self] = &[$(Self::$value),*];

            fn form(&self) -> HeuristicForm<'_> {
                match self {
                    $(Self::$value => HeuristicForm::Plain($plain),)*
                    Self::Database(database) => HeuristicForm::Database(database),
                    Self::Reflected(database) => HeuristicForm::Reflected(database),
                    Self::Greatest(names) => HeuristicForm::Greatest(names),
                }
            }
        }
    };
}

heuristics! {
    /// `zero`: [`Zero`].
    Zero = Plain {
        name: "zero",
        summary: "always 0, so the search spreads in all directions",
        is_admissible: true,
        most_rows: usize::MAX,
        build: |_| Box::new(Zero),
    },
    /// `hamming`: [`Hamming`].
    Hamming = Plain {
        name: "hamming",
        summary: "tiles out of place",
        is_admissible: true,
        most_rows: usize::MAX,
        build: |goal| Box::new(Hamming::new(goal)),
    },
    /// `manhattan`: [`Manhattan`].
    Manhattan = Plain {
        name: "manhattan",
        summary: "sum of the tiles' distances to their goal positions",
        is_admissible: true,
        most_rows: usize::MAX,
        build: |goal| Box::new(Manhattan::new(goal)),
    },
    /// `linear-conflict`: [`Manhattan`] plus [`LinearConflict`].
    LinearConflict = Plain {
        name: "linear-conflict",
        summary: "Manhattan distance plus two moves for each tile that must leave its line",
        is_admissible: true,
        most_rows: usize::MAX,
        build: |goal| Box::new(Sum(Manhattan::new(goal), LinearConflict::new(goal))),
    },
    /// `walking-distance`: [`WalkingDistance`].
    WalkingDistance = Plain {
        name: "walking-distance",
        summary: "moves between rows and between columns until each has its own tiles",
        is_admissible: true,
        most_rows: WalkingDistance::MAX_DIMENSION,
        build: |goal| Box::new(WalkingDistance::new(goal)),
    },
    /// `dynamic`: `Dynamic::with_matching`.
    Dynamic = Plain {
        name: "dynamic",
        summary: "Manhattan distance plus the extra moves that disjoint pairs of tiles need",
        is_admissible: true,
        most_rows: Dynamic::MAX_DIMENSION,
        build: |goal| Box::new(Dynamic::with_matching(goal)),
    },
    /// `dynamic-cover`: [`Dynamic::with_vertex_cover`].
    DynamicCover = Plain {
        name: "dynamic-cover",
        summary: "Manhattan distance plus the smallest cost that covers the extra moves of all pairs of tiles",
        is_admissible: true,
        most_rows: Dynamic::MAX_DIMENSION,
        build: |goal| Box::new(Dynamic::with_vertex_cover(goal)),
    },
    /// `manhattan+hamming`: the sum of both, as in a C++ tutorial. Both bounds count moves of misplaced tiles, so
    /// the sum is *not admissible*.
    ManhattanPlusHamming = Plain {
        name: "manhattan+hamming",
        summary: "sum of the two; not admissible, so solutions may be too long",
        is_admissible: false,
        most_rows: usize::MAX,
        build: |goal| Box::new(Sum(Manhattan::new(goal), Hamming::new(goal))),
    },
}

/// A kind of pattern database, with the sizes of its patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseSizes {
    /// `fringe` with the default sizes for the board, or with explicit sizes as in `fringe-7-8`. See
    /// [`Fringe`](super::Fringe).
    Fringe(Option<Vec<usize>>),
    /// An [`Additive`](super::Additive) database with these sizes, as in `additive-6-6-3`.
    Additive(Vec<usize>),
}

impl HeuristicName {
    /// Returns the heuristics to offer to users, from simplest to most complex. Other names select other pattern sizes,
    /// or the maximum of several heuristics.
    pub fn offered_heuristics() -> Vec<Self> {
        let additive = |sizes: &[usize]| DatabaseSizes::Additive(sizes.to_vec());
        let is_admissible = |named: &&Self| named.is_admissible();
        let mut known: Vec<Self> = Self::PLAIN.iter().filter(is_admissible).cloned().collect();
        known.extend([Self::Database, Self::Reflected].map(|of| of(DatabaseSizes::Fringe(None))));
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
        known.extend(Self::PLAIN.iter().filter(|named| !named.is_admissible()).cloned());
        known
    }

    /// Returns `true` if the bound never exceeds the real distance, so that A* and IDA* find optimal solutions.
    pub fn is_admissible(&self) -> bool {
        match self.form() {
            HeuristicForm::Plain(plain) => plain.is_admissible,
            HeuristicForm::Database(_) | HeuristicForm::Reflected(_) => true,
            HeuristicForm::Greatest(names) => names.iter().all(Self::is_admissible),
        }
    }

    /// Returns a short description.
    pub fn summary(&self) -> String {
        match self.form() {
            HeuristicForm::Plain(plain) => plain.summary.to_owned(),
            HeuristicForm::Database(database) => database.summary(),
            HeuristicForm::Reflected(database) => {
                format!("{}; the maximum of the board and its mirror image", database.summary())
            }
            HeuristicForm::Greatest(_) => "the maximum of several heuristics".to_owned(),
        }
    }
}

impl DatabaseSizes {
    fn summary(&self) -> String {
        match self {
            Self::Fringe(_) => "all moves that a pattern's tiles and the blank need; the maximum \
                                of several patterns"
                .to_owned(),
            Self::Additive(sizes) => {
                format!("moves of a pattern's tiles; the sum of {} patterns", sizes.len())
            }
        }
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form() {
            HeuristicForm::Plain(plain) => f.write_str(plain.name),
            HeuristicForm::Database(database) => database.fmt(f),
            HeuristicForm::Reflected(database) => write!(f, "reflected-{database}"),
            HeuristicForm::Greatest(names) => {
                for (place, name) in names.iter().enumerate() {
                    let comma = if place == 0 { "" } else { "," };
                    write!(f, "{comma}{name}")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for DatabaseSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, sizes) = match self {
            Self::Fringe(sizes) => ("fringe", sizes.as_deref().unwrap_or_default()),
            Self::Additive(sizes) => ("additive", sizes.as_slice()),
        };
        f.write_str(kind)?;
        sizes.iter().try_for_each(|size| write!(f, "-{size}"))
    }
}
