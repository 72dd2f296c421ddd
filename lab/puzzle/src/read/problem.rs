//! Error messages about the user's puzzles.

use base::UserError;
use grade::words::{counted, singular_or_plural};
use slider::Tile;
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PuzzleProblem {
    #[error("the input contains no puzzle")]
    Empty,
    #[error("this is neither a file nor a row of tiles")]
    NeitherFileNorTiles { like: Option<String> },
    #[error("this file does not exist")]
    NoFile { like: Option<String> },
    #[error("invalid tile `{0}`")]
    NotANumber(String),
    #[error("the number is too large")]
    TooLarge,
    #[error("a tile is missing between these commas")]
    NoTile,
    #[error("a board of this size needs spaces between the tiles")]
    Glued,

    // Problems with a single board.
    #[error("{0}")]
    Classic(slider::ParseErrorKind),
    #[error("{} {} not form a board", counted(*found, "tile"), singular_or_plural(*found, "does", "do"))]
    Count { found: usize },
    #[error(
        "the board is not square: row {row} has {} instead of {n}",
        counted(*tiles, "tile")
    )]
    NotSquare { row: usize, tiles: usize, n: usize },
    #[error("tile {tile} is invalid: the tiles of a {n}-by-{n} board are {first} to {}", n * n - 1 + first)]
    Tile { tile: u64, n: usize, first: usize },
    #[error("tile {tile} appears twice; tile {missing} is missing")]
    Twice { tile: u64, missing: usize },
    #[error("tile {blank} cannot be the blank: the tiles are 0 to {}", n * n - 1)]
    Blank { blank: Tile, n: usize },
    #[error("a puzzle file in TOML uses 0 for the blank, not {0}")]
    TomlBlank(Tile),

    // Problems with lists.
    #[error(
        "this line has {found} {}, but the first line has {first}",
        singular_or_plural(*found, "entry", "entries")
    )]
    Ragged { found: usize, first: usize },
    #[error("there {} {} before the {tiles} tiles", singular_or_plural(*extra, "is", "are"), counted(*extra, "unexpected number"))]
    Columns { extra: usize, tiles: usize },
    #[error("{} {} not form a board", counted(*found, "number"), singular_or_plural(*found, "does", "do"))]
    Line { found: usize },

    // Problems with selecting a puzzle.
    #[error("the puzzle `{name}` is missing")]
    NoSuchName { name: String, like: Option<String> },
    #[error("the puzzles have no names")]
    NoNames,
    #[error("the input contains {0} puzzles, but this command needs one")]
    Several(usize),
}

impl UserError for PuzzleProblem {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Empty => {
                "write the number of rows and then the tiles, or only the tiles, with 0 for the \
                 blank"
            }
            Self::NeitherFileNorTiles { like: Some(like) }
            | Self::NoFile { like: Some(like) }
            | Self::NoSuchName { like: Some(like), .. } => {
                return Some(format!("did you mean `{like}`?"));
            }
            Self::NeitherFileNorTiles { like: None } | Self::NoFile { like: None } => {
                "pass a file, `-` for standard input, or tiles such as `1 0 3 / 4 2 5 / 7 8 6`"
            }
            Self::NotANumber(_) => "tiles are numbers, and the blank is 0",
            Self::Glued => {
                "only boards up to 3-by-3 can be written without spaces, as in `103425786`"
            }
            Self::Count { .. } => {
                "a board has 4, 9, 16, 25, ... tiles with the blank; you can put the number of \
                 rows first"
            }
            Self::Blank { .. } => {
                "use the last tile of the goal: for 3-by-3, use 8 if the tiles are 0 to 8, or 9 \
                 if they are 1 to 9"
            }
            Self::TomlBlank(_) => "leave out `--blank`",
            Self::Ragged { .. } | Self::Line { .. } => {
                "each line of a list is a board: the tiles, a name and the tiles, or a name, the \
                 number of moves and the tiles"
            }
            Self::Columns { .. } => {
                "before the tiles, a line can contain a name, a name and the number of moves, or \
                 both with the Manhattan distance and a number of nodes"
            }
            Self::NoNames => "leave out `--name`",
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
