//! Parses requests.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};

use oracle::puzzle::{Goal, Grid, NotABoard};
use slider::Tile;

/// Larger boards do not fit into a `u128`, as [`pack`](crate::watch::node::pack) stores them.
pub(crate) const MOST_ROWS: usize = 5;

/// The remaining words of a request.
pub(crate) struct RequestWords<'a>(SplitWhitespace<'a>);

/// Why a request is invalid, as shown on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InvalidRequest {
    /// A word is missing or unknown.
    Word {
        /// The expected word.
        wanted: &'static str,
        /// The actual word.
        found: String,
    },
    /// The number of tiles is not a square.
    NotSquare(usize),
    /// The numbers do not form a board.
    Board(NotABoard),
    /// The board has too many rows to draw.
    TooLarge(usize),
    /// The board and the goal have different sizes.
    OtherSize,
    /// The search or heuristic is not available for this goal, or no search is open.
    Refused(String),
}

impl fmt::Display for InvalidRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word { wanted, found } if found.is_empty() => write!(f, "{wanted} is missing"),
            Self::Word { wanted, found } => write!(f, "expected {wanted}, found `{found}`"),
            Self::NotSquare(tiles) => write!(f, "{tiles} tiles do not fill a square"),
            Self::Board(why) => why.fmt(f),
            Self::TooLarge(n) => {
                write!(f, "a board must have 2 to {MOST_ROWS} rows, not {n}")
            }
            Self::OtherSize => f.write_str("the board and the goal differ in size"),
            Self::Refused(why) => f.write_str(why),
        }
    }
}

impl From<NotABoard> for InvalidRequest {
    fn from(why: NotABoard) -> Self {
        Self::Board(why)
    }
}

impl<'a> RequestWords<'a> {
    pub(crate) fn new(request: &'a str) -> Self {
        Self(request.split_whitespace())
    }

    pub(crate) fn next_word(&mut self) -> &'a str {
        self.0.next().unwrap_or_default()
    }

    pub(crate) fn parse_next_word<T: FromStr>(
        &mut self,
        wanted: &'static str,
    ) -> Result<T, InvalidRequest> {
        let word = self.next_word();
        word.parse().map_err(|_| InvalidRequest::Word { wanted, found: word.to_owned() })
    }

    pub(crate) fn parse_board(&mut self) -> Result<Grid, InvalidRequest> {
        let word = self.next_word();
        let tiles = word.split(',').map(str::parse).collect::<Result<Vec<Tile>, _>>();
        let tiles = tiles
            .map_err(|_| InvalidRequest::Word { wanted: "a board", found: word.to_owned() })?;
        let n = tiles.len().isqrt();
        if n * n != tiles.len() {
            return Err(InvalidRequest::NotSquare(tiles.len()));
        }
        if n > MOST_ROWS {
            return Err(InvalidRequest::TooLarge(n));
        }
        Ok(Grid::of_cells(n, tiles)?)
    }

    pub(crate) fn parse_goal(&mut self) -> Result<Goal, InvalidRequest> {
        self.parse_board().map(Goal::from)
    }

    pub(crate) fn parse_board_and_goal(&mut self) -> Result<(Grid, Goal), InvalidRequest> {
        let (grid, goal) = (self.parse_board()?, self.parse_goal()?);
        if grid.dimension() != goal.dimension() {
            return Err(InvalidRequest::OtherSize);
        }
        Ok((grid, goal))
    }
}
