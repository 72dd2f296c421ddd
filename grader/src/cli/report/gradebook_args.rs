//! The arguments of `grader report` that are about a gradebook.

use clap::ValueEnum;
use class::entries::{Missing, Rejected};
use grade::points::Points;
use gradebook::Scale;

/// How a gradebook is filled in.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each option without a value")]
pub(in super::super) struct FillArgs {
    /// The column of the gradebook [default: the only one that is of an assignment]
    #[arg(long, value_name = "NAME", requires = "gradebook")]
    pub(super) column: Option<String>,

    /// The column that tells the students [default: all that can]
    #[arg(long = "match", value_name = "COLUMN", requires = "gradebook")]
    pub(super) match_by: Option<String>,

    /// What those on the roster get who have handed in nothing
    #[arg(long, value_name = "WHAT", default_value = "blank", requires = "gradebook")]
    missing: MissingChoice,

    /// What those get whose submission was rejected [default: what the rubric says, or `keep`]
    #[arg(long, value_name = "WHAT", requires = "gradebook")]
    rejected: Option<RejectedChoice>,

    /// Replace other points that a cell holds, and list old and new
    #[arg(long, requires = "gradebook")]
    pub(super) overwrite: bool,

    /// Scale the points to what the column is worth, or to so many, to the hundredth
    #[arg(
        long,
        value_name = "POINTS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = COLUMN,
        value_parser = scale,
        requires = "gradebook"
    )]
    scale: Option<Scale>,

    /// Fill in the points as they are, whatever the column is worth
    #[arg(long, requires = "gradebook", conflicts_with = "scale")]
    as_is: bool,

    /// Write decimals with a comma, as Moodle in some languages wants it
    #[arg(long, requires = "gradebook")]
    pub(super) decimal_comma: bool,

    /// Write the points and what failed into the column for comments, where that is empty
    #[arg(long, requires = "gradebook")]
    pub(super) comments: bool,
}

impl FillArgs {
    /// What those get who have handed in nothing.
    pub(super) fn missing(&self) -> Missing {
        match self.missing {
            MissingChoice::Blank => Missing::Kept,
            MissingChoice::Zero => Missing::Zero,
        }
    }

    /// What those get whose submission was rejected, if an option says so.
    pub(super) fn rejected(&self) -> Option<Rejected> {
        self.rejected.map(|it| match it {
            RejectedChoice::Keep | RejectedChoice::Blank => Rejected::Keep,
            RejectedChoice::Zero => Rejected::Zero,
        })
    }

    /// The way to points that fit the column.
    pub(super) fn scale(&self) -> Scale {
        if self.as_is { Scale::AsIs } else { self.scale.unwrap_or_default() }
    }
}

/// The entry for those who have handed in nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MissingChoice {
    /// Nothing: their rows stay as they are
    Blank,
    /// No points, where the cell is empty
    Zero,
}

/// The entry for those whose submission was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RejectedChoice {
    /// Nothing: their cells stay as they are
    Keep,
    /// No points, where the cell is empty
    Zero,
    /// The same as `keep`: an empty cell stays blank, and no cell is emptied
    Blank,
}

/// The value of `--scale` where none is given.
const COLUMN: &str = "column";

fn scale(text: &str) -> Result<Scale, String> {
    if text == COLUMN {
        return Ok(Scale::Column);
    }
    let points = text.parse().ok().and_then(Points::from_f64).filter(|it| *it > Points::ZERO);
    points
        .map(Scale::To)
        .ok_or_else(|| "it has to be more than 0, with three decimals at most".to_owned())
}
