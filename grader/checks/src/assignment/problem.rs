//! The errors of assignments and their messages.

use base::input;
use grade::Visibility;
use grade::points::Points;
use thiserror::Error;

/// The supported version of the rubric format.
pub(super) const SCHEMA: &str = "assignment/1";

/// An error in an assignment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Problem {
    // Files.
    #[error("no such file or folder")]
    NotFound,
    #[error("no `assignment.toml` in this folder")]
    NoRubric,
    #[error("no folder `puzzles` beside the rubric")]
    NoPuzzles,
    #[error("no puzzle file in this folder")]
    NoPuzzleFile,

    // Keys.
    #[error("the key `schema` is missing")]
    NoSchema,
    #[error("the schema is not `{SCHEMA}`")]
    Schema,

    // Rubrics.
    #[error("unknown check `{0}`")]
    UnknownCheck(String, Option<&'static str>),
    #[error("no check is graded")]
    NoChecks,
    #[error("this number of points is not possible")]
    Points,
    #[error("unknown visibility `{0}`")]
    Visibility(String),
    #[error("unknown rule `{0}`")]
    HiddenState(String),
    #[error("only `board.immutable` and `solver.immutable` look at hidden state")]
    HiddenStateElsewhere,
    #[error("unknown rule `{0}`")]
    Partial(String),
    #[error("not one rule for a part of the points")]
    PartialKeys,
    #[error("`{check}` has nothing that `{rule}` could count")]
    NoSuchPartial { check: &'static str, rule: &'static str },
    #[error("not a part of the points")]
    NoPart,
    #[error("the first threshold is not `time`")]
    FirstThreshold(u32),
    #[error("a threshold is not above the one before")]
    ThresholdOrder,
    #[error("a threshold is beyond `stop`")]
    ThresholdBeyondStop(u32),
    #[error("`{0}` is not graded")]
    Ungraded(&'static str),
    #[error("a check cannot require itself")]
    RequiresItself,
    #[error("`{0}` is required twice")]
    RequiredTwice(&'static str),
    #[error("fewer may see `{0}` than this check")]
    RequiresHidden(&'static str),
    #[error("a second cap for `{0}`")]
    SecondCap(&'static str),
    #[error("the cap is not below the {0} points that there are")]
    UselessCap(Points),
    #[error("`least` is not below the {0} points of the cap")]
    LeastAboveCap(Points),
    #[error("`{0}` has no share that `least` could follow")]
    LeastWithoutShare(&'static str),
    #[error("`why` is empty")]
    CapWithoutWhy,
    #[error("more random boards than there are to give")]
    TooManyRandom,
    #[error("no range of moves that random boards can have")]
    RandomMoves,
    #[error("`{0}` is zero")]
    ZeroLimit(&'static str),
    #[error("`stop` is less than `time`")]
    StopBeforeTime,
    #[error("more memory than a run can have")]
    TooMuchMemory,
    #[error("unknown puzzle `{0}`")]
    UnknownPuzzle(String, Option<String>),
    #[error("puzzle `{0}` is listed twice")]
    ListedTwice(String),
    #[error("puzzle `{0}` is in neither `boards` nor `solve`")]
    UnlistedPuzzle(String, Option<String>),
    #[error("puzzle `{0}` is `board_only` and cannot be solved")]
    BoardOnly(String),
    #[error("`{check}` is graded, but no puzzle to solve {needs}")]
    NothingToSolve { check: &'static str, needs: &'static str },
    #[error("unknown fault `{0}`")]
    UnknownSubject(String, Option<String>),
    #[error("fault `{0}` is listed twice")]
    SubjectTwice(String),
    #[error("fault `{0}` does not compile, so no test can be run on it")]
    SubjectWithoutCode(String),
    #[error("`catch` is more than the number of faults listed, {0}")]
    CatchTooMany(usize),
    #[error("more than {0} faults")]
    TooManyFaults(usize),
    #[error("`{0}` is graded, but there is no table `tests`")]
    NoTests(&'static str),

    // Puzzles.
    #[error("the name is empty or has control characters")]
    Name,
    #[error("a second puzzle is called `{name}`")]
    SecondName { name: String, elsewhere: Option<String> },
    #[error("a board has 2 to 127 rows, not {0}")]
    Dimension(usize),
    #[error("the board is not square: row {row} has {tiles} tiles, not {n}")]
    NotSquare { row: usize, tiles: usize, n: usize },
    #[error("tile {tile} is not on a {n}-by-{n} board, whose tiles are 0 to {}", n * n - 1)]
    Tile { tile: i64, n: usize },
    #[error("tile {tile} appears twice; tile {missing} is missing")]
    TileTwice { tile: i64, missing: usize },
    #[error("puzzle `{0}` has no answer")]
    NoAnswer(String),
    #[error("puzzle `{0}` has more than one answer")]
    SeveralAnswers(String),
    #[error("the board has no solution")]
    Unsolvable,
    #[error("the board has a solution")]
    Solvable,
    #[error("the least number of moves is {least}, not {moves}")]
    NotLeast { moves: u32, least: usize },
    #[error("{moves} cannot be the number of moves, which is {parity}")]
    Parity { moves: u32, parity: &'static str },
    #[error("the board takes at least {0} moves, its Manhattan distance")]
    TooFewMoves(usize),
}

impl input::Problem for Problem {
    fn hint(&self) -> Option<String> {
        let did_you_mean = |name: &str| format!("did you mean `{name}`?");
        let hint = match self {
            Self::NotFound | Self::NoRubric => {
                "an assignment is a folder with `assignment.toml` and a folder `puzzles`"
            }
            Self::NoPuzzles | Self::NoPuzzleFile => {
                "a puzzle file is one whose name ends in `.toml`"
            }
            Self::NoSchema => return Some(format!("begin the file with `schema = \"{SCHEMA}\"`")),
            Self::Schema => "this grader reads no other; a newer one may",
            Self::UnknownCheck(_, Some(like)) => return Some(did_you_mean(like)),
            Self::UnknownCheck(_, None) => "the default assignment lists every check",
            Self::NoChecks => "a check that is not listed is not graded",
            Self::Points => {
                return Some(format!(
                    "0 to {} points, with up to three decimals, are possible",
                    Points::MAX
                ));
            }
            Self::Visibility(_) => {
                let known = Visibility::ALL.map(|it| format!("`{}`", it.as_str()));
                return Some(format!("there are {}", known.join(", ")));
            }
            Self::HiddenState(_) => "there are `remark` and `fail`",
            Self::HiddenStateElsewhere => "leave `hidden_state` out here",
            Self::Partial(_)
            | Self::PartialKeys
            | Self::NoSuchPartial { .. }
            | Self::NoPart
            | Self::FirstThreshold(_)
            | Self::ThresholdBeyondStop(_)
            | Self::Ungraded(_)
            | Self::RequiresHidden(_)
            | Self::SecondCap(_)
            | Self::UselessCap(_)
            | Self::LeastAboveCap(_)
            | Self::LeastWithoutShare(_)
            | Self::CapWithoutWhy => return self.hint_on_points(),
            Self::TooManyRandom => {
                return Some(format!("give {} at most", super::random::MOST));
            }
            Self::RandomMoves => {
                let (least, most) = (super::random::MOVES.start(), super::random::MOVES.end());
                return Some(format!(
                    "give the least and the greatest number, from {least} to {most}"
                ));
            }
            Self::ZeroLimit(_) => "nothing could be run",
            Self::StopBeforeTime => "a run has to last until `time` is over to be judged by it",
            Self::TooMuchMemory => "the sandbox has 1 GiB: give 1024 at most",
            Self::UnlistedPuzzle(_, None) => "only puzzles that are used can be hidden",
            Self::UnknownPuzzle(_, like) => return like.as_deref().map(did_you_mean),
            Self::BoardOnly(_) => "list it in `boards`",
            Self::NothingToSolve { .. } => "add such a puzzle to `solve`, or leave the check out",
            Self::UnlistedPuzzle(_, Some(like)) | Self::UnknownSubject(_, Some(like)) => {
                return Some(did_you_mean(like));
            }
            Self::UnknownSubject(_, None) => "the default assignment lists some",
            Self::NoTests(_) => "say in `[tests]` which faults the tests are tried on",
            Self::SecondName { elsewhere, .. } => {
                return elsewhere.as_ref().map(|file| format!("the first is in `{file}`"));
            }
            Self::NoAnswer(_) | Self::SeveralAnswers(_) => {
                "give one of `moves`, `twin_moves` (for a board without a solution) and \
                 `board_only = true`"
            }
            Self::Unsolvable => "give the moves of its twin, as `twin_moves`",
            Self::Solvable => "give its own moves, as `moves`",
            Self::NotLeast { .. } => "`grader puzzle solve` shows a shortest solution",
            Self::Parity { .. } => {
                "each move takes the blank one step, and it has to get to the last corner"
            }
            Self::TooFewMoves(_) => "no tile gets to its place in fewer moves than its distance",
            Self::ThresholdOrder
            | Self::RequiresItself
            | Self::RequiredTwice(_)
            | Self::ListedTwice(_)
            | Self::SubjectTwice(_)
            | Self::SubjectWithoutCode(_)
            | Self::CatchTooMany(_)
            | Self::TooManyFaults(_)
            | Self::Name
            | Self::Dimension(_)
            | Self::NotSquare { .. }
            | Self::Tile { .. }
            | Self::TileTwice { .. } => return None,
        };
        Some(hint.to_owned())
    }
}

impl Problem {
    /// Returns a hint for errors in point rules.
    fn hint_on_points(&self) -> Option<String> {
        let hint = match self {
            Self::Partial(_) | Self::PartialKeys => {
                "give one of `\"none\"`, `\"share\"`, `{ most = 0.5 }`, `{ large = 0.5 }` and \
                 `{ thresholds = [30, 60, 90] }`"
            }
            Self::NoSuchPartial { rule: "thresholds", .. } => "only `solver.time` has thresholds",
            Self::NoSuchPartial { rule: "large", .. } => {
                "only checks of what `Board` answers tell large boards from small ones"
            }
            Self::NoSuchPartial { .. } => {
                "only `solver.solvable`, `solver.moves`, `solver.path`, `solver.unsolvable` and \
                 `tests.own` have cases to count"
            }
            Self::NoPart => "give a number above 0 and below 1, with up to three decimals",
            Self::FirstThreshold(time) => {
                return Some(format!(
                    "the check fails beyond `time` in `[limits]`: begin with {time}"
                ));
            }
            Self::ThresholdBeyondStop(stop) => {
                return Some(format!("a run is stopped after {stop} times the model's work"));
            }
            Self::Ungraded(_) => "list it among the checks; it may be worth 0 points",
            Self::RequiresHidden(_) => {
                "points that are missing would tell that it fails: hide both, or neither"
            }
            Self::SecondCap(_) => "the lower one would decide: leave the other out",
            Self::UselessCap(_) => "a total that is never reached limits nothing",
            Self::LeastAboveCap(_) => {
                "the cap rises from `least`, where no case is right, to `score`, where nearly all are"
            }
            Self::LeastWithoutShare(_) => {
                "give the check `partial = \"share\"`, or leave `least` out"
            }
            Self::CapWithoutWhy => "students read it: say in a sentence why the total is limited",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
