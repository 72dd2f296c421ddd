//! Builds heuristics from names.

use std::error::Error;
use std::fmt;

use slider::Tile;

use super::super::{Additive, AnyHeuristic, BadPatterns, Fringe, Greatest, Reflected, Zero};
use super::{DatabaseSizes, HeuristicForm, HeuristicName};
use crate::puzzle::Goal;

/// Why a heuristic does not support a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// The board has too many rows.
    Dimension {
        /// The heuristic.
        named: HeuristicName,
        /// The number of rows of the board.
        n: usize,
        /// The maximum number of rows.
        most: usize,
    },
    /// The patterns do not fit the board.
    Patterns {
        /// The heuristic.
        named: HeuristicName,
        /// Why they do not fit.
        why: BadPatterns,
    },
    /// The blank's home is not on the main diagonal, so the goal has no mirror image.
    Asymmetric {
        /// The heuristic.
        named: HeuristicName,
    },
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension { named, n, most } => {
                write!(f, "`{named}` is for boards of at most {most} rows, not {n}")
            }
            Self::Patterns { named, why } => write!(f, "`{named}` does not suit the board: {why}"),
            Self::Asymmetric { named } => {
                write!(f, "`{named}` needs a goal whose blank is on the main diagonal")
            }
        }
    }
}

impl Error for Unsupported {}

impl HeuristicName {
    /// Checks whether the heuristic can be built for a goal, which is fast.
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported`] if it cannot.
    pub fn check(&self, goal: &Goal) -> Result<(), Unsupported> {
        let up_to = |most| match goal.dimension() {
            n if n > most => Err(Unsupported::Dimension { named: self.clone(), n, most }),
            _ => Ok(()),
        };
        match self.form() {
            HeuristicForm::Plain(plain) => up_to(plain.most_rows),
            HeuristicForm::Database(database) => {
                database.patterns(goal).map(drop).map_err(|why| self.bad_patterns_error(why))
            }
            HeuristicForm::Reflected(database) => {
                database.patterns(goal).map_err(|why| self.bad_patterns_error(why))?;
                self.with_reflection(goal, Zero).map(drop)
            }
            HeuristicForm::Greatest(names) => names.iter().try_for_each(|named| named.check(goal)),
        }
    }

    /// Builds the heuristic for a goal. Pattern databases can take minutes to build, and take one byte per placement of
    /// a pattern. See [`Additive::new`] and [`Fringe::new`].
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported`] before building anything, if the heuristic does not support the goal.
    pub fn build(&self, goal: &Goal) -> Result<Box<dyn AnyHeuristic>, Unsupported> {
        self.check(goal)?;
        Ok(match self.form() {
            HeuristicForm::Plain(plain) => (plain.build)(goal),
            HeuristicForm::Database(database) => {
                let built = database.build(goal).map_err(|why| self.bad_patterns_error(why))?;
                match built {
                    BuiltDatabase::Fringe(fringe) => Box::new(fringe),
                    BuiltDatabase::Additive(additive) => Box::new(additive),
                }
            }
            HeuristicForm::Reflected(database) => {
                let built = database.build(goal).map_err(|why| self.bad_patterns_error(why))?;
                match built {
                    BuiltDatabase::Fringe(fringe) => Box::new(self.with_reflection(goal, fringe)?),
                    BuiltDatabase::Additive(additive) => {
                        Box::new(self.with_reflection(goal, additive)?)
                    }
                }
            }
            HeuristicForm::Greatest(names) => {
                let built = names.iter().map(|named| named.build(goal));
                Box::new(Greatest(built.collect::<Result<_, _>>()?))
            }
        })
    }

    fn with_reflection<H>(&self, goal: &Goal, heuristic: H) -> Result<Reflected<H>, Unsupported> {
        Reflected::new(goal, heuristic)
            .ok_or_else(|| Unsupported::Asymmetric { named: self.clone() })
    }

    fn bad_patterns_error(&self, why: BadPatterns) -> Unsupported {
        Unsupported::Patterns { named: self.clone(), why }
    }
}

impl DatabaseSizes {
    fn patterns(&self, goal: &Goal) -> Result<Vec<Vec<Tile>>, BadPatterns> {
        match self {
            Self::Fringe(Some(sizes)) => Fringe::patterns(goal, sizes),
            Self::Fringe(None) => Fringe::patterns(goal, &Fringe::default_sizes(goal.dimension())),
            Self::Additive(sizes) => Additive::patterns(goal, sizes),
        }
    }

    fn build(&self, goal: &Goal) -> Result<BuiltDatabase, BadPatterns> {
        let patterns = self.patterns(goal)?;
        match self {
            Self::Fringe(_) => Fringe::new(goal, &patterns).map(BuiltDatabase::Fringe),
            Self::Additive(_) => Additive::new(goal, &patterns).map(BuiltDatabase::Additive),
        }
    }
}

enum BuiltDatabase {
    Fringe(Fringe),
    Additive(Additive),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Heuristic;
    use crate::puzzle::Arrangement;

    #[test]
    fn every_known_heuristic_suits_some_board() {
        for named in HeuristicName::offered_heuristics() {
            let suits = |n: &usize| named.check(&Goal::blank_last(*n)).is_ok();
            assert!((2..=5).any(|n| suits(&n)), "{named}");
        }
    }

    #[test]
    fn suitable_heuristics_are_zero_at_the_goal() {
        for goal in [Goal::blank_last(2), Goal::arranged(3, Arrangement::Spiral)] {
            for named in HeuristicName::offered_heuristics() {
                let built = named.build(&goal);
                assert_eq!(built.is_ok(), named.check(&goal).is_ok(), "{named}");
                if let Ok(heuristic) = built {
                    assert_eq!(
                        heuristic.bound(&heuristic.initial_state(goal.grid())),
                        0,
                        "{named}"
                    );
                }
            }
        }
    }

    #[track_caller]
    fn check_refused(name: &str, goal: &Goal, expected: &str) {
        let named: HeuristicName = name.parse().expect("a name");
        let error = named.build(goal).expect_err("unsupported");
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn unsuitable_heuristics_are_rejected() {
        check_refused(
            "manhattan,walking-distance",
            &Goal::blank_last(5),
            "`walking-distance` is for boards of at most 4 rows, not 5",
        );
        check_refused(
            "dynamic",
            &Goal::blank_last(127),
            "`dynamic` is for boards of at most 8 rows, not 127",
        );
        check_refused(
            "additive-6-6-3",
            &Goal::blank_last(3),
            "`additive-6-6-3` does not suit the board: the patterns have 15 tiles in total, but a \
             3-by-3 board has 8",
        );
        check_refused(
            "additive-15",
            &Goal::blank_last(4),
            "`additive-15` does not suit the board: a pattern of 15 tiles is too large for a \
             4-by-4 board",
        );
        check_refused(
            "reflected-fringe",
            &Goal::arranged(4, Arrangement::Spiral),
            "`reflected-fringe` needs a goal whose blank is on the main diagonal",
        );
        check_refused(
            "fringe",
            &Goal::blank_last(127),
            "`fringe` does not suit the board: pattern databases are for boards of at most 15 \
             rows, not 127",
        );
    }
}
