//! The heuristics by name.

use reference::heuristic::{Heuristic, LinearConflict, Manhattan, Max, Sum, WalkingDistance};
use reference::puzzle::{Goal, Grid, Slide};

/// A heuristic that a user can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The Manhattan distance.
    Manhattan,
    /// The Manhattan distance with linear conflicts.
    LinearConflict,
    /// The walking distance.
    WalkingDistance,
}

/// There is no such heuristic for boards of this dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the heuristic `{name}` is not for {n}-by-{n} boards")]
pub struct NotForDimension {
    /// The heuristic.
    pub name: &'static str,
    /// The rows of the board.
    pub n: usize,
}

impl Estimate {
    /// All of them, the weakest first.
    pub const ALL: [Self; 3] = [Self::Manhattan, Self::LinearConflict, Self::WalkingDistance];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::WalkingDistance => "walking-distance",
        }
    }

    /// The heuristic with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Whether there is one for boards of dimension `n`.
    pub const fn is_for(self, n: usize) -> bool {
        !matches!(self, Self::WalkingDistance) || n <= WalkingDistance::MAX_DIMENSION
    }

    /// Whether it is never more than the moves that a board takes.
    pub const fn is_admissible(self) -> bool {
        true
    }

    /// The heuristic for a goal.
    ///
    /// # Errors
    ///
    /// If there is none for the dimension.
    pub fn build(self, goal: &Goal) -> Result<Built, NotForDimension> {
        let n = goal.dimension();
        if !self.is_for(n) {
            return Err(NotForDimension { name: self.name(), n });
        }
        Ok(match self {
            Self::Manhattan => Built::new(Manhattan::new(goal)),
            Self::LinearConflict => {
                Built::new(Sum(Manhattan::new(goal), LinearConflict::new(goal)))
            }
            Self::WalkingDistance => {
                Built::new(Max(Manhattan::new(goal), WalkingDistance::new(goal)))
            }
        })
    }
}

/// A heuristic.
pub struct Built(Box<dyn Fn(&Grid) -> usize + Send + Sync>);

impl Built {
    fn new<H: Heuristic + Send + Sync + 'static>(heuristic: H) -> Self {
        Self(Box::new(move |grid| heuristic.bound(&heuristic.start(grid))))
    }
}

impl Heuristic for Built {
    type State = usize;

    fn start(&self, grid: &Grid) -> usize {
        (self.0)(grid)
    }

    fn after(&self, _: &usize, grid: &Grid, _: Slide) -> usize {
        (self.0)(grid)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}
