//! Everything that can be wrong with a puzzle that a user gives, in words.

use base::input;
use slider::Tile;
use thiserror::Error;

/// One thing that is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PuzzleProblem {
    #[error("there is no puzzle in it")]
    Empty,
    #[error("there is no such file, and it is no row of tiles")]
    NeitherFileNorTiles,
    #[error("`{0}` is no tile")]
    NotANumber(String),
    #[error("the number is too large")]
    TooLarge,
    #[error("there is no tile between these commas")]
    NoTile,
    #[error("so many digits need spaces between the tiles")]
    Glued,

    // One board.
    #[error("{0}")]
    Classic(slider::ParseErrorKind),
    #[error("{found} {} no board", if *found == 1 { "tile is" } else { "tiles are" })]
    Count { found: usize },
    #[error("the board is not square: row {row} has {tiles} tiles, not {n}")]
    NotSquare { row: usize, tiles: usize, n: usize },
    #[error("tile {tile} is not on a {n}-by-{n} board, whose tiles are {first} to {}", n * n - 1 + first)]
    Tile { tile: u64, n: usize, first: usize },
    #[error("tile {tile} appears twice; tile {missing} is missing")]
    Twice { tile: u64, missing: usize },
    #[error("tile {blank} cannot be the blank: the tiles are 0 to {}", n * n - 1)]
    Blank { blank: Tile, n: usize },
    #[error("a puzzle file in TOML has 0 for the blank, not {0}")]
    TomlBlank(Tile),

    // Lists.
    #[error("this line has {found} {}, and the first has {first}", if *found == 1 { "entry" } else { "entries" })]
    Ragged { found: usize, first: usize },
    #[error("{extra} numbers before the {tiles} tiles are not understood")]
    Columns { extra: usize, tiles: usize },
    #[error("{found} numbers are no position")]
    Line { found: usize },

    // The puzzle that is wanted.
    #[error("there is no puzzle `{name}` in it")]
    NoSuchName { name: String, like: Option<String> },
    #[error("its puzzles have no names")]
    NoNames,
    #[error("it holds {0} puzzles, and one is asked for")]
    Several(usize),
}

impl input::Problem for PuzzleProblem {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Empty => {
                "a puzzle is the number of rows and then the tiles, or just the tiles, 0 for the \
                 blank"
            }
            Self::NeitherFileNorTiles => {
                "give a file, `-` for standard input, or tiles like `1 0 3 / 4 2 5 / 7 8 6`"
            }
            Self::NotANumber(_) => "tiles are numbers, and the blank is 0",
            Self::Glued => "tiles without spaces are read up to 3-by-3, as in `103425786`",
            Self::Count { .. } => {
                "a board has 4, 9, 16, 25, ... tiles, the blank among them; the number of rows may \
                 come first"
            }
            Self::Blank { .. } => {
                "give the tile of the goal's last place: 8 where the tiles of 3-by-3 are 0 to 8, \
                 and 9 where they are 1 to 9"
            }
            Self::TomlBlank(_) => "leave `--blank` out",
            Self::Ragged { .. } | Self::Line { .. } => {
                "a list has one position a line: its tiles, and before them nothing, a name, or a \
                 name and the moves"
            }
            Self::Columns { .. } => {
                "a line has nothing else, a name, a name and the moves, or these two and its \
                 Manhattan distance and a number of nodes"
            }
            Self::NoSuchName { like: Some(like), .. } => {
                return Some(format!("did you mean `{like}`?"));
            }
            Self::NoNames => "leave `--name` out",
            Self::Several(_) => "choose one with `--name NAME`",
            Self::TooLarge
            | Self::Twice { .. }
            | Self::Tile { .. }
            | Self::NoTile
            | Self::Classic(_)
            | Self::NotSquare { .. }
            | Self::NoSuchName { like: None, .. } => return None,
        };
        Some(hint.to_owned())
    }
}
