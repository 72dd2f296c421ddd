//! Describes the facts of failures, and those in labels.

use grade::check::Check;
use grade::words::counted;
use grade::{Tiles, words};

use crate::comparison::{Deviation, FailureComparison, LabelDifference};
use crate::{Audit, LabelOutcome};

pub(super) const MOMENTS: &str = "For each fault, this is the message about the first step that \
                                  breaks a rule. The labels specify the kind of step, and its \
                                  number or board.";

pub(super) const BOARDS: &str = "The labels specify the cause and the board.";

/// Returns the failures with facts in the label: those about a moment, or the others.
pub(super) fn exhibits(
    audit: &Audit,
    of_moment: bool,
) -> impl Iterator<Item = (&LabelOutcome, Check, &FailureComparison)> {
    let all = audit.outcomes.iter().flat_map(|outcome| {
        outcome.exhibits.iter().map(move |(check, exhibit)| (outcome, *check, exhibit))
    });
    all.filter(move |(_, _, exhibit)| exhibit.wanted.is_of_moment() == of_moment)
}

pub(super) fn describe_moment_or_none(exhibit: &FailureComparison) -> String {
    exhibit.moment.as_deref().map_or_else(|| "no moment found".to_owned(), words::describe_moment)
}

/// Describes the difference between a failure and the label, as a sentence without a period. `code` formats names.
pub(super) fn complaint(
    (check, difference): &Deviation<'_>,
    code: impl Fn(&str) -> String,
) -> String {
    let (wanted, actual, what) = match difference {
        LabelDifference::Cause { wanted, actual } => (code(wanted), actual.map(&code), "cause"),
        LabelDifference::Moment { wanted, actual } => {
            (code(wanted), actual.as_deref().map(&code), "moment")
        }
        LabelDifference::Step { wanted, actual } => {
            (wanted.to_string(), actual.map(|step| format!("step {step}")), "moment")
        }
        LabelDifference::Puzzle { wanted, actual } => {
            (format!("puzzle {}", code(wanted)), actual.map(&code), "puzzle")
        }
        LabelDifference::Board { wanted, actual } => {
            let boards: Vec<String> = actual.iter().map(|tiles| board_on_one_line(tiles)).collect();
            (board_on_one_line(wanted), (!boards.is_empty()).then(|| boards.join(" and ")), "board")
        }
    };
    let actual = actual.unwrap_or_else(|| format!("no {what}"));
    format!("{} should show {wanted}, but shows {actual}", code(check.id()))
}

pub(super) fn board_on_one_line(tiles: &Tiles) -> String {
    format!("{tiles:?}")
}

pub(super) fn sentence_about_uncompared_shows(audit: &Audit) -> Option<String> {
    (audit.unheld_shows > 0).then(|| {
        format!(
            "{} what a failure must show. This was not compared, because the boards of this \
             assignment differ from those of the default assignment.",
            match audit.unheld_shows {
                1 => "1 label lists".to_owned(),
                many => format!("{} list", counted(many, "label")),
            }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Steps;

    #[test]
    fn differences_name_expected_and_actual() {
        let tiles = vec![vec![1, 2], vec![0, 3]].into();
        let other = vec![vec![1, 2], vec![3, 0]].into();
        let moment = |actual: Option<&str>| LabelDifference::Moment {
            wanted: "closed_too_early",
            actual: actual.map(str::to_owned),
        };
        let all = [
            moment(Some("out_of_order")),
            moment(None),
            LabelDifference::Cause { wanted: "too_long", actual: Some("lost") },
            LabelDifference::Step { wanted: Steps { first: 3, last: 3 }, actual: Some(5) },
            LabelDifference::Step { wanted: Steps { first: 3, last: 4 }, actual: None },
            LabelDifference::Puzzle { wanted: "nine", actual: Some("ten") },
            LabelDifference::Board { wanted: &tiles, actual: vec![&other, &other] },
            LabelDifference::Board { wanted: &tiles, actual: vec![] },
        ];
        let said: Vec<String> = all
            .into_iter()
            .map(|difference| {
                complaint(&(Check::SolverMoves, difference), |name| format!("`{name}`"))
            })
            .collect();
        insta::assert_snapshot!(said.join("\n"), @"
        `solver.moves` should show `closed_too_early`, but shows `out_of_order`
        `solver.moves` should show `closed_too_early`, but shows no moment
        `solver.moves` should show `too_long`, but shows `lost`
        `solver.moves` should show step 3, but shows step 5
        `solver.moves` should show a step from 3 to 4, but shows no moment
        `solver.moves` should show puzzle `nine`, but shows `ten`
        `solver.moves` should show [[1, 2], [0, 3]], but shows [[1, 2], [3, 0]] and [[1, 2], [3, 0]]
        `solver.moves` should show [[1, 2], [0, 3]], but shows no board
        ");
    }
}
