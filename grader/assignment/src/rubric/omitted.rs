//! Reads what a student kit omits.

use base::input::{FileError, InputText};
use grade::points::Points;
use grade::{KitOmissions, OmittedCounts};
use serde::Deserialize;
use toml::Spanned;

use super::super::problem::Problem;

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table such as `{ checks = 2, points = 5, puzzles = 0, ... }`"
)]
pub(super) struct WireOmitted {
    checks: u32,
    points: Spanned<f64>,
    puzzles: u32,
    drawn: bool,
    after_due_date: WireLater,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table such as `{ checks = 2, points = 5, puzzles = 0 }`"
)]
struct WireLater {
    checks: u32,
    points: Spanned<f64>,
    puzzles: u32,
}

pub(super) fn read_omissions(
    wire: &WireOmitted,
    source: InputText<'_>,
) -> Result<KitOmissions, FileError> {
    let counts = |checks: u32, points: &Spanned<f64>, puzzles: u32| {
        let invalid = || source.error(points.span(), &Problem::Points);
        let points = Points::from_f64(*points.get_ref()).ok_or_else(invalid)?;
        Ok(OmittedCounts { checks: checks as usize, points, puzzles: puzzles as usize })
    };
    let WireOmitted { checks, points, puzzles, drawn, after_due_date: later } = wire;
    Ok(KitOmissions {
        all: counts(*checks, points, *puzzles)?,
        after_due_date: counts(later.checks, &later.points, later.puzzles)?,
        has_private_cases: *drawn,
    })
}
