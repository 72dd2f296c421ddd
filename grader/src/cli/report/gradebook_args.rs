//! Defines the arguments of `grader report` for gradebooks.

use clap::ValueEnum;
use class::entries::{MissingPolicy, Rejected};
use grade::points::Points;
use gradebook::Scale;

/// How a gradebook is filled in.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one field for each option without a value")]
pub(in super::super) struct FillArgs {
    /// Gradebook column to fill in [default: the assignment's column, if there is only one]
    #[arg(long, value_name = "NAME", requires = "gradebook")]
    pub(super) column: Option<String>,

    /// Column that identifies students [default: all such columns]
    #[arg(long = "match", value_name = "COLUMN", requires = "gradebook")]
    pub(super) match_by: Option<String>,

    /// Fill in only the rows of this section or Moodle group
    #[arg(long, value_name = "NAME", requires = "gradebook")]
    pub(super) section: Option<String>,

    /// Entry for students without a submission
    #[arg(long, value_name = "WHAT", default_value = "blank", requires = "gradebook")]
    missing: MissingChoice,

    /// Entry for students whose submission was rejected [default: the entry in the rubric, or
    /// `keep`]
    #[arg(long, value_name = "WHAT", requires = "gradebook")]
    rejected: Option<RejectedChoice>,

    /// Replace points that are already in a cell, and list the old and new points
    #[arg(long, requires = "gradebook")]
    pub(super) overwrite: bool,

    /// Scale the points to POINTS (default: the column's maximum), and round them to two decimals
    #[arg(
        long,
        value_name = "POINTS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = COLUMN,
        value_parser = parse_scale,
        requires = "gradebook"
    )]
    scale: Option<Scale>,

    /// Use the points as they are, without scaling
    #[arg(long, requires = "gradebook", conflicts_with = "scale")]
    as_is: bool,

    /// Write decimals with a comma, as Moodle expects in some languages
    #[arg(long, requires = "gradebook")]
    pub(super) decimal_comma: bool,

    /// Write the points and the failed checks to the empty cells of the comment column
    #[arg(long, requires = "gradebook")]
    pub(super) comments: bool,
}

impl FillArgs {
    pub(super) fn missing_policy(&self) -> MissingPolicy {
        match self.missing {
            MissingChoice::Blank => MissingPolicy::Kept,
            MissingChoice::Zero => MissingPolicy::Zero,
        }
    }

    /// Returns the entry for rejected submissions, if an option gives one.
    pub(super) fn rejected(&self) -> Option<Rejected> {
        self.rejected.map(|rejected| match rejected {
            RejectedChoice::Keep | RejectedChoice::Blank => Rejected::Keep,
            RejectedChoice::Zero => Rejected::Zero,
        })
    }

    pub(super) fn scale(&self) -> Scale {
        if self.as_is { Scale::AsIs } else { self.scale.unwrap_or_default() }
    }
}

/// The entry for students without a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MissingChoice {
    /// Leave the rows unchanged
    Blank,
    /// 0 points, if the cell is empty
    Zero,
}

/// The entry for students whose submission was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RejectedChoice {
    /// Leave the cells unchanged
    Keep,
    /// 0 points, if the cell is empty
    Zero,
    /// Same as `keep`: empty cells stay blank, and no cell is emptied
    Blank,
}

/// The scale if `--scale` is used without a value.
const COLUMN: &str = "column";

fn parse_scale(text: &str) -> Result<Scale, String> {
    if text == COLUMN {
        return Ok(Scale::Column);
    }
    let points =
        text.parse().ok().and_then(Points::from_f64).filter(|points| *points > Points::ZERO);
    points
        .map(Scale::To)
        .ok_or_else(|| "expected a number greater than 0 with at most three decimals".to_owned())
}
