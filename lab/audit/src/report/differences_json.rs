//! Converts the facts of failures to JSON.

use std::collections::BTreeMap;

use grade::{Tiles, words};
use serde::Serialize;
use serde_json::{Value, json};

use crate::comparison::{Deviation, FailureComparison, LabelDifference};
use crate::corpus::{Shows, Steps};

#[derive(Serialize)]
pub(super) struct WireExhibit<'a> {
    expected: BTreeMap<&'static str, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    boards: Vec<&'a Tiles>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
}

#[derive(Serialize)]
pub(super) struct WireDeviation {
    check: &'static str,
    what: &'static str,
    expected: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    actual: Value,
}

impl<'a> From<&'a FailureComparison> for WireExhibit<'a> {
    fn from(exhibit: &'a FailureComparison) -> Self {
        let moment = exhibit.moment.as_deref();
        Self {
            expected: expected_fields(&exhibit.wanted),
            cause: exhibit.cause.as_deref(),
            moment: moment.map(|moment| moment.what.kind()),
            step: moment.map(|moment| moment.step),
            puzzle: exhibit.puzzle.as_deref(),
            boards: exhibit.boards_to_compare(),
            sentence: moment.map(words::describe_moment),
        }
    }
}

fn expected_fields(wanted: &Shows) -> BTreeMap<&'static str, Value> {
    let Shows { cause, moment, step, puzzle, tiles } = wanted;
    let all = [
        ("cause", cause.map(Value::from)),
        ("moment", moment.map(Value::from)),
        ("step", step.map(steps_to_json)),
        ("puzzle", puzzle.as_deref().map(Value::from)),
        ("tiles", tiles.as_ref().map(|tiles| json!(tiles))),
    ];
    all.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

fn steps_to_json(Steps { first, last }: Steps) -> Value {
    if first == last { json!(first) } else { json!([first, last]) }
}

impl From<&Deviation<'_>> for WireDeviation {
    fn from((check, difference): &Deviation<'_>) -> Self {
        let (what, expected, actual) = match difference {
            LabelDifference::Cause { wanted, actual } => ("cause", json!(wanted), json!(actual)),
            LabelDifference::Moment { wanted, actual } => ("moment", json!(wanted), json!(actual)),
            LabelDifference::Step { wanted, actual } => {
                ("step", steps_to_json(*wanted), json!(actual))
            }
            LabelDifference::Puzzle { wanted, actual } => ("puzzle", json!(wanted), json!(actual)),
            LabelDifference::Board { wanted, actual } => ("tiles", json!(wanted), json!(actual)),
        };
        Self { check: check.id(), what, expected, actual }
    }
}
