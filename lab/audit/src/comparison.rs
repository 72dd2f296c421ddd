//! Compares the facts of failures with the facts in labels.

use grade::check::Check;
use grade::{Failure, Moment, Tiles};

use crate::corpus::{Shows, Steps};

/// The facts of a failure, and the facts in the label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureComparison {
    /// The expected facts.
    pub wanted: Shows,
    /// The kind of the cause.
    pub cause: Option<String>,
    /// The moment.
    pub moment: Option<Box<Moment>>,
    /// The puzzle.
    pub puzzle: Option<String>,
    /// The boards in the evidence: two if the failure is about a comparison, or else one.
    pub tiles: Vec<Tiles>,
}

/// A difference between a failure and the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelDifference<'a> {
    /// The kind of the cause differs.
    Cause {
        /// The expected kind.
        wanted: &'a str,
        /// The actual kind, if any.
        actual: Option<&'a str>,
    },
    /// The kind of the moment differs.
    Moment {
        /// The expected kind.
        wanted: &'a str,
        /// The actual kind, if any.
        actual: Option<String>,
    },
    /// The step of the moment differs.
    Step {
        /// The expected steps.
        wanted: Steps,
        /// The actual step, if the failure has a moment.
        actual: Option<u64>,
    },
    /// The puzzle differs.
    Puzzle {
        /// The expected puzzle.
        wanted: &'a str,
        /// The actual puzzle, if the failure names one.
        actual: Option<&'a str>,
    },
    /// The board differs.
    Board {
        /// The expected board.
        wanted: &'a Tiles,
        /// The actual boards.
        actual: Vec<&'a Tiles>,
    },
}

/// A check, with a difference between its failure and the label.
pub(crate) type Deviation<'a> = (Check, LabelDifference<'a>);

impl FailureComparison {
    /// Collects the facts to compare with `wanted`.
    pub(super) fn new(wanted: &Shows, failure: &Failure) -> Self {
        let evidence = failure.evidence.as_ref();
        let boards = evidence.map(|evidence| [Some(&evidence.tiles), evidence.other.as_ref()]);
        Self {
            wanted: wanted.clone(),
            cause: failure.cause.as_ref().map(grade::Cause::kind),
            moment: failure.moment.clone(),
            puzzle: evidence.and_then(|evidence| evidence.puzzle.clone()),
            tiles: boards.into_iter().flatten().flatten().cloned().collect(),
        }
    }

    /// Returns all differences from the label.
    ///
    /// If the moments are of different kinds, steps and boards are not compared.
    pub fn differences(&self) -> Vec<LabelDifference<'_>> {
        let Shows { cause, moment, step, puzzle, tiles } = &self.wanted;
        let own_moment = self.moment.as_deref();
        let mut found = Vec::new();
        let actual = self.cause.as_deref();
        if let Some(wanted) = cause.filter(|wanted| actual != Some(*wanted)) {
            found.push(LabelDifference::Cause { wanted, actual });
        }
        let actual = self.puzzle.as_deref();
        if let Some(wanted) = puzzle.as_deref().filter(|wanted| actual != Some(*wanted)) {
            found.push(LabelDifference::Puzzle { wanted, actual });
        }
        let actual = own_moment.map(|moment| moment.what.kind());
        if let Some(wanted) = moment.filter(|wanted| actual.as_deref() != Some(*wanted)) {
            found.push(LabelDifference::Moment { wanted, actual });
            return found;
        }
        let actual = own_moment.map(|moment| moment.step);
        if let Some(wanted) =
            step.filter(|wanted| !actual.is_some_and(|step| wanted.contains(step)))
        {
            found.push(LabelDifference::Step { wanted, actual });
        }
        let actual = self.boards_to_compare();
        if let Some(wanted) = tiles.as_ref().filter(|wanted| !actual.contains(wanted)) {
            found.push(LabelDifference::Board { wanted, actual });
        }
        found
    }

    /// Returns the boards to compare with the label.
    pub fn boards_to_compare(&self) -> Vec<&Tiles> {
        if self.wanted.is_of_moment() {
            let nodes = self.moment.as_deref().map(|moment| moment.what.nodes());
            nodes.into_iter().flatten().map(|node| &node.tiles).collect()
        } else {
            self.tiles.iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use grade::cause::SolverCause;
    use grade::{Departure, Evidence, SearchNode, SearchTree};

    use super::*;

    fn tiles(last: [u16; 2]) -> Tiles {
        vec![vec![1, 2], last.to_vec()].into()
    }

    fn failure() -> Failure {
        let node = |last, moves| SearchNode { tiles: tiles(last), moves, manhattan: 0 };
        let what =
            Departure::OutOfOrder { taken: node([3, 0], 2), waiting: node([0, 3], 1), by: None };
        let moment = Moment { step: 37, tree: SearchTree::Own, what, around: Vec::new() };
        let evidence = Evidence {
            tiles: tiles([0, 3]),
            puzzle: Some("nine".to_owned()),
            ..Evidence::default()
        };
        let failure = Failure::from_cause(SolverCause::TooLong { more: 2, flaw: None })
            .with_evidence(evidence);
        Failure { moment: Some(Box::new(moment)), ..failure }
    }

    fn differ(wanted: &Shows, failure: &Failure) -> Vec<String> {
        let exhibit = FailureComparison::new(wanted, failure);
        exhibit.differences().iter().map(|difference| format!("{difference:?}")).collect()
    }

    #[test]
    fn each_difference_from_a_label_is_listed() {
        let steps = |first, last| Some(Steps { first, last });
        let right = Shows {
            cause: Some("too_long"),
            moment: Some("out_of_order"),
            step: steps(30, 40),
            puzzle: Some("nine".to_owned()),
            tiles: Some(tiles([3, 0])),
        };
        assert_eq!(differ(&right, &failure()), [""; 0]);
        let kinds = Shows { cause: Some("lost"), moment: Some("gave_up"), ..right.clone() };
        assert_eq!(
            differ(&kinds, &failure()),
            [
                r#"Cause { wanted: "lost", actual: Some("too_long") }"#,
                r#"Moment { wanted: "gave_up", actual: Some("out_of_order") }"#,
            ]
        );
        let puzzle = Some("ten".to_owned());
        let places =
            Shows { step: steps(36, 36), puzzle, tiles: Some(tiles([9, 0])), ..right.clone() };
        assert_eq!(
            differ(&places, &failure()),
            [
                r#"Puzzle { wanted: "ten", actual: Some("nine") }"#,
                "Step { wanted: Steps { first: 36, last: 36 }, actual: Some(37) }",
                "Board { wanted: [[1, 2], [9, 0]], actual: [[[1, 2], [3, 0]], [[1, 2], [0, 3]]] }",
            ]
        );
        // Either the label expects no moment, or the failure has none.
        let board = Shows { tiles: Some(tiles([0, 3])), ..Shows::default() };
        let bare = Failure { moment: None, ..failure() };
        assert_eq!(differ(&board, &bare), [""; 0]);
        assert_eq!(differ(&right, &bare), [r#"Moment { wanted: "out_of_order", actual: None }"#]);
        assert_eq!(
            differ(&right, &Failure::from_summary("wrong")).len(),
            3,
            "no cause, no puzzle and no moment"
        );
    }
}
