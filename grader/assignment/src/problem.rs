//! Errors in assignments, and their messages.

use base::UserError;
use grade::Visibility;
use grade::check::Check;
use grade::points::Points;
use grade::words::counted;
use thiserror::Error;

use super::domain::strict_key;

pub(super) const SCHEMA: &str = "assignment/1";

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Problem {
    // Errors in files.
    #[error("no such file or folder")]
    NotFound,
    #[error("`assignment.toml` is missing from this folder")]
    NoRubric,
    #[error("the `puzzles` folder does not exist next to the rubric")]
    NoPuzzles,
    #[error("there is no puzzle file in this folder")]
    NoPuzzleFile,
    #[error("puzzle files in subfolders are not read")]
    PuzzleInSubfolder,

    // Errors in keys.
    #[error("the key `schema` is missing")]
    NoSchema,
    #[error("the schema is not `{SCHEMA}`")]
    Schema,

    // Errors in rubrics.
    #[error("unknown check `{0}`")]
    UnknownCheck(String, Option<&'static str>),
    #[error("the rubric does not list any checks")]
    NoChecks,
    #[error("invalid number of points")]
    Points,
    #[error("unknown visibility `{0}`")]
    Visibility(String),
    #[error("unknown rule `{0}`")]
    Strict(String),
    #[error("only {checks} can have the key `{key}`", checks = with_strict_key(.key))]
    StrictElsewhere { key: &'static str },
    #[error("unknown rule `{0}`")]
    Partial(String),
    #[error("expected exactly one rule for partial credit")]
    PartialKeys,
    #[error("the rule `{rule}` cannot be used for `{check}`")]
    NoSuchPartial { check: &'static str, rule: &'static str },
    #[error("invalid share of points")]
    NoPart,
    #[error("the first threshold must be equal to `time`")]
    FirstThreshold(u32),
    #[error("each threshold must be greater than the previous one")]
    ThresholdOrder,
    #[error("thresholds must not exceed `stop`")]
    ThresholdBeyondStop(u32),
    #[error("`{0}` is not graded")]
    Ungraded(&'static str),
    #[error("a check cannot require itself")]
    RequiresItself,
    #[error("`{0}` is required twice")]
    RequiredTwice(&'static str),
    #[error("`{0}` is less visible than this check")]
    RequiresHidden(&'static str),
    #[error("there are two caps for `{0}`")]
    SecondCap(&'static str),
    #[error("neither a number of points nor a percentage")]
    CapPoints,
    #[error("the cap must be less than the total of {0} points")]
    UselessCap(Points),
    #[error("`least` must be less than the cap of {0} points")]
    LeastAboveCap(Points),
    #[error("`nine_tenths` must be from `least` to less than the cap of {0} points")]
    NineTenths(Points),
    #[error("`least` cannot be used with `{0}`, because that check has no partial credit")]
    LeastWithoutShare(&'static str),
    #[error("`why` is empty")]
    CapWithoutWhy,
    #[error("the message is empty")]
    EmptyMessage,
    #[error("the message is longer than {} characters", super::rubric::LONGEST_MESSAGE)]
    LongMessage,
    #[error("there are no criteria")]
    NoCriteria,
    #[error("invalid id `{0}`")]
    CriterionId(String),
    #[error("`{0}` is the id of a check")]
    CriterionIsCheck(String),
    #[error("`{0}` is the name of another column in tables")]
    CriterionIsColumn(String),
    #[error("the text of the criterion is empty")]
    NoCriterionText,
    #[error("each step must be greater than the previous one, and at most {0} points")]
    StepOrder(Points),
    #[error("the last step must be the maximum of {0} points")]
    LastStep(Points),
    #[error("too many random boards")]
    TooManyRandom,
    #[error("the private seed is shorter than {} characters", super::private::SHORTEST_SEED)]
    ShortPrivateSeed,
    #[error("the range of moves for random boards is invalid")]
    RandomMoves,
    #[error("`{0}` is zero")]
    ZeroLimit(&'static str),
    #[error("`stop` is less than `time`")]
    StopBeforeTime,
    #[error("the limit exceeds the sandbox's memory")]
    TooMuchMemory,
    #[error("unknown puzzle `{0}`")]
    UnknownPuzzle(String, Option<String>),
    #[error("puzzle `{0}` is listed twice")]
    ListedTwice(String),
    #[error("puzzle `{0}` is in neither `boards` nor `solve`")]
    UnlistedPuzzle(String, Option<String>),
    #[error("puzzle `{0}` is `board_only`, so it cannot be in `solve`")]
    BoardOnly(String),
    #[error("`{check}` is graded, but no puzzle in `solve` {needs}")]
    NothingToSolve { check: &'static str, needs: &'static str },
    #[error("unknown fault `{0}`")]
    UnknownSubject(String, Option<String>),
    #[error("fault `{0}` is listed twice")]
    SubjectTwice(String),
    #[error("fault `{0}` does not compile, so tests cannot run on it")]
    SubjectWithoutCode(String),
    #[error("`catch` is higher than the number of listed faults ({0})")]
    CatchTooMany(usize),
    #[error("over {0} faults")]
    TooManyFaults(usize),
    #[error("`{0}` is graded, but the `[tests]` table is missing")]
    NoTests(&'static str),

    // Errors in puzzles.
    #[error("the name is empty or contains control characters")]
    Name,
    #[error("the name `{name}` is used twice")]
    SecondName { name: String, elsewhere: Option<String> },
    #[error("a board must have 2 to 127 rows, but this board has {0}")]
    Dimension(usize),
    #[error(
        "the board is not square: row {row} has {} instead of {n}",
        counted(*tiles, "tile")
    )]
    NotSquare { row: usize, tiles: usize, n: usize },
    #[error("tile {tile} is invalid: the tiles of a {n}-by-{n} board are 0 to {}", n * n - 1)]
    Tile { tile: i64, n: usize },
    #[error("tile {tile} appears twice; tile {missing} is missing")]
    TileTwice { tile: i64, missing: usize },
    #[error("the answer for puzzle `{0}` is missing")]
    NoAnswer(String),
    #[error("puzzle `{0}` has more than one answer")]
    SeveralAnswers(String),
    #[error("the board has no solution")]
    Unsolvable,
    #[error("the board has a solution")]
    Solvable,
    #[error("the smallest number of moves is {least}, not {moves}")]
    NotLeast { moves: u32, least: u32 },
    #[error("the twin needs {}, not {moves}", counted(*least, "move"))]
    TwinMoves { moves: u32, least: u32 },
    #[error("the model answer needs {}, not {moves}", counted(*found, "move"))]
    OtherMoves { moves: u32, found: u32 },
    #[error("the model answer needs {} for the twin, not {moves}", counted(*found, "move"))]
    OtherTwinMoves { moves: u32, found: u32 },
    #[error("puzzle `{0}`: {1}")]
    OfPuzzle(String, String),
    #[error("the number of moves cannot be {moves}, because it must be {parity}")]
    Parity { moves: u32, parity: &'static str },
    #[error("the board needs at least {0} moves, because that is its Manhattan distance")]
    TooFewMoves(usize),
}

impl UserError for Problem {
    fn hint(&self) -> Option<String> {
        let did_you_mean = |name: &str| format!("did you mean `{name}`?");
        let hint = match self {
            Self::NotFound | Self::NoRubric => {
                "an assignment is a folder with an `assignment.toml` file and a `puzzles` folder"
            }
            Self::PuzzleInSubfolder => "move the file into `puzzles`",
            Self::NoPuzzles | Self::NoPuzzleFile => "the name of a puzzle file must end in `.toml`",
            Self::NoSchema => return Some(format!("start the file with `schema = \"{SCHEMA}\"`")),
            Self::Schema => "this version of the grader reads only this schema",
            Self::UnknownCheck(_, Some(like)) => return Some(did_you_mean(like)),
            Self::UnknownCheck(_, None) => "the default assignment lists every check",
            Self::NoChecks => "a check that is not listed is not graded",
            Self::Points => {
                return Some(format!("use 0 to {} points, with up to three decimals", Points::MAX));
            }
            Self::Visibility(_) => {
                let known = Visibility::ALL.map(|visibility| format!("`{}`", visibility.as_str()));
                return Some(format!("there are {}", known.join(", ")));
            }
            Self::Strict(_) => "use `remark` or `fail`",
            Self::StrictElsewhere { key } => return Some(format!("leave out `{key}` here")),
            Self::Partial(_)
            | Self::PartialKeys
            | Self::NoSuchPartial { .. }
            | Self::NoPart
            | Self::FirstThreshold(_)
            | Self::ThresholdBeyondStop(_)
            | Self::Ungraded(_)
            | Self::RequiresHidden(_)
            | Self::SecondCap(_)
            | Self::CapPoints
            | Self::UselessCap(_)
            | Self::LeastAboveCap(_)
            | Self::NineTenths(_)
            | Self::LeastWithoutShare(_)
            | Self::CapWithoutWhy
            | Self::EmptyMessage
            | Self::LongMessage => return self.hint_on_points(),
            Self::NoCriteria
            | Self::CriterionId(_)
            | Self::CriterionIsCheck(_)
            | Self::CriterionIsColumn(_)
            | Self::NoCriterionText
            | Self::StepOrder(_)
            | Self::LastStep(_) => return self.hint_on_criteria().map(str::to_owned),
            Self::TooManyRandom => {
                return Some(format!("use at most {}", super::random::MOST));
            }
            Self::RandomMoves => {
                let (least, most) = (super::random::MOVES.start(), super::random::MOVES.end());
                return Some(format!("give the minimum and the maximum, from {least} to {most}"));
            }
            Self::ShortPrivateSeed => "use a longer text that nobody can guess",
            Self::ZeroLimit(_) => "use a higher limit; with this one, no case could run",
            Self::StopBeforeTime => "a run must last at least as long as `time`",
            Self::TooMuchMemory => "the sandbox has 1 GiB; use at most 1024",
            Self::UnlistedPuzzle(_, None) => "only puzzles that are used can be hidden",
            Self::UnknownPuzzle(_, like) => return like.as_deref().map(did_you_mean),
            Self::BoardOnly(_) => "list it in `boards`",
            Self::NothingToSolve { .. } => "add such a puzzle to `solve`, or leave out the check",
            Self::UnknownSubject(..) if !embedded::HAS_SOURCES => {
                "this edition for students has only the faults of one assignment; use the complete \
                 edition, or the one for students of this assignment"
            }
            Self::UnlistedPuzzle(_, Some(like)) | Self::UnknownSubject(_, Some(like)) => {
                return Some(did_you_mean(like));
            }
            Self::UnknownSubject(_, None) => "see the default assignment for examples",
            Self::NoTests(_) => "list the faults for the tests in `[tests]`",
            Self::SecondName { elsewhere, .. } => {
                return elsewhere.as_ref().map(|file| format!("it is also used in `{file}`"));
            }
            Self::NoAnswer(_) | Self::SeveralAnswers(_) => {
                "use one of `moves`, `twin_moves` (for an unsolvable board) and `board_only = \
                 true`"
            }
            Self::Unsolvable => "use `twin_moves` with the number of moves of its twin",
            Self::Solvable => "use `moves` with its number of moves",
            Self::NotLeast { .. }
            | Self::OtherMoves { .. }
            | Self::TwinMoves { .. }
            | Self::OtherTwinMoves { .. }
            | Self::Parity { .. }
            | Self::TooFewMoves(_) => return self.hint_on_moves().map(str::to_owned),
            Self::ThresholdOrder
            | Self::RequiresItself
            | Self::RequiredTwice(_)
            | Self::ListedTwice(_)
            | Self::SubjectTwice(_)
            | Self::SubjectWithoutCode(_)
            | Self::CatchTooMany(_)
            | Self::TooManyFaults(_)
            | Self::Name
            | Self::OfPuzzle(..)
            | Self::Dimension(_)
            | Self::NotSquare { .. }
            | Self::Tile { .. }
            | Self::TileTwice { .. } => return None,
        };
        Some(hint.to_owned())
    }
}

impl Problem {
    fn hint_on_criteria(&self) -> Option<&'static str> {
        Some(match self {
            Self::NoCriteria => "add one, or remove the table",
            Self::CriterionId(_) => {
                "use lowercase letters, digits, `.`, `_` and `-`, and start with a letter"
            }
            Self::CriterionIsCheck(_) | Self::CriterionIsColumn(_) => "choose another id",
            Self::NoCriterionText => "describe for students and graders what earns the points",
            Self::StepOrder(_) | Self::LastStep(_) => "write steps such as `steps = [0, 2, 4]`",
            _ => return None,
        })
    }

    fn hint_on_moves(&self) -> Option<&'static str> {
        Some(match self {
            Self::NotLeast { .. } | Self::OtherMoves { .. } => {
                "run `grader puzzle solve` to see a shortest solution"
            }
            Self::TwinMoves { .. } | Self::OtherTwinMoves { .. } => {
                "the twin exchanges the first two cells of the board or, if the blank is in one of \
                 them, the last two"
            }
            Self::Parity { .. } => {
                "each move shifts the blank by one cell, and the blank must reach the last corner"
            }
            Self::TooFewMoves(_) => "a tile needs at least as many moves as its distance",
            _ => return None,
        })
    }

    fn hint_on_points(&self) -> Option<String> {
        let hint = match self {
            Self::Partial(_) | Self::PartialKeys => {
                "use one of `\"none\"`, `\"share\"`, `{ most = 0.5 }`, `{ large = 0.5 }` and `{ \
                 thresholds = [30, 60, 90] }`"
            }
            Self::NoSuchPartial { rule: "thresholds", .. } => "only `solver.time` has thresholds",
            Self::NoSuchPartial { rule: "large", .. } => {
                "only the checks of `Board` methods use large boards"
            }
            Self::NoSuchPartial { .. } => {
                "only `solver.solvable`, `solver.moves`, `solver.path`, `solver.unsolvable` and \
                 `tests.own` have cases that can be counted"
            }
            Self::NoPart => "use a number above 0 and below 1, with up to three decimals",
            Self::FirstThreshold(time) => {
                return Some(format!(
                    "the check fails above `time` in `[limits]`; start with {time}"
                ));
            }
            Self::ThresholdBeyondStop(stop) => {
                return Some(format!("a run is stopped after {stop} times the model's work"));
            }
            Self::Ungraded(_) => "add it to the checks; it can have 0 points",
            Self::RequiresHidden(_) => {
                "missing points would reveal that it fails; hide both or neither"
            }
            Self::SecondCap(_) => "only the lower cap has an effect; leave out the other",
            Self::CapPoints => {
                "write points, such as `score = 96`, or a share of all points, such as `score = \"96%\"`"
            }
            Self::UselessCap(_) => "a cap must be less than the total",
            Self::LeastAboveCap(_) => {
                "the cap rises from `least`, if no case is correct, to `score`, if almost all cases \
                 are correct"
            }
            Self::NineTenths(_) => {
                "the cap rises to `nine_tenths`, if that part of the cases is correct, and then faster"
            }
            Self::LeastWithoutShare(_) => {
                "add `partial = \"share\"` to the check, or leave out `least`"
            }
            Self::EmptyMessage => {
                "write the text for students who fail the check, or remove the line"
            }
            Self::LongMessage => "shorten it, or link to a page",
            Self::CapWithoutWhy => {
                "explain in one sentence why the total is limited; students see it"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

/// Lists the checks with this key for something that they may tolerate.
fn with_strict_key(key: &str) -> String {
    let checks = Check::ALL.into_iter().filter(|check| strict_key(*check) == Some(key));
    checks.map(|check| format!("`{}`", check.id())).collect::<Vec<_>>().join(" and ")
}
