//! Reads the table `[hand]`: the criteria that are graded by hand.
//!
//! ```toml
//! [hand]
//! partial = true                # optional: show the known points while some are missing
//!
//! [hand.criteria]
//! style = { text = "The code is easy to read.", points = 6, steps = [0, 3, 6] }
//! tests = { text = "The tests are useful.", points = 4, visibility = "after_due_date" }
//! ```

use std::collections::BTreeMap;

use base::input::{FileError, InputText};
use grade::check::Check;
use grade::hand::{COLUMNS, Criterion, HandRubric};
use grade::points::Points;
use serde::Deserialize;
use toml::Spanned;

use super::super::problem::Problem;
use super::super::puzzle;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with `criteria`")]
pub(super) struct WireHand {
    #[serde(default)]
    partial: bool,
    criteria: Spanned<BTreeMap<Spanned<String>, WireHandCriterion>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ text = \"...\", points = 5 }`")]
struct WireHandCriterion {
    text: Spanned<String>,
    points: Spanned<f64>,
    visibility: Option<Spanned<String>>,
    #[serde(default)]
    steps: Vec<Spanned<f64>>,
}

pub(super) fn read_hand(wire: WireHand, source: InputText<'_>) -> Result<HandRubric, FileError> {
    let span = wire.criteria.span();
    let mut wires: Vec<_> = wire.criteria.into_inner().into_iter().collect();
    if wires.is_empty() {
        return Err(source.error(span, &Problem::NoCriteria));
    }
    // Criteria are listed as in the file, not by name.
    wires.sort_by_key(|(id, _)| id.span().start);
    let criteria = wires.iter().map(|(id, wire)| parse_criterion(id, wire, source));
    Ok(HandRubric { criteria: criteria.collect::<Result<_, _>>()?, shows_partial: wire.partial })
}

fn parse_criterion(
    id: &Spanned<String>,
    wire: &WireHandCriterion,
    source: InputText<'_>,
) -> Result<Criterion, FileError> {
    validate_id(id.get_ref()).map_err(|problem| source.error(id.span(), &problem))?;
    let text = wire.text.get_ref().trim();
    if text.is_empty() {
        return Err(source.error(wire.text.span(), &Problem::NoCriterionText));
    }
    let exact = |number: &Spanned<f64>| {
        Points::from_f64(*number.get_ref())
            .ok_or_else(|| source.error(number.span(), &Problem::Points))
    };
    let points = exact(&wire.points)?;
    let mut steps: Vec<Points> = Vec::new();
    for number in &wire.steps {
        let step = exact(number)?;
        if step > points || steps.last().is_some_and(|last| *last >= step) {
            return Err(source.error(number.span(), &Problem::StepOrder(points)));
        }
        steps.push(step);
    }
    if let Some(last) = wire.steps.last().filter(|_| steps.last() != Some(&points)) {
        return Err(source.error(last.span(), &Problem::LastStep(points)));
    }
    let visibility = puzzle::visibility(wire.visibility.as_ref(), source)?;
    let (id, text) = (id.get_ref().clone(), text.to_owned());
    Ok(Criterion { id, text, points, visibility, steps })
}

fn validate_id(id: &str) -> Result<(), Problem> {
    let is_plain =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.');
    if !id.starts_with(|c: char| c.is_ascii_lowercase()) || !id.chars().all(is_plain) {
        return Err(Problem::CriterionId(id.to_owned()));
    }
    if Check::from_id(id).is_some() {
        return Err(Problem::CriterionIsCheck(id.to_owned()));
    }
    if COLUMNS.contains(&id) {
        return Err(Problem::CriterionIsColumn(id.to_owned()));
    }
    Ok(())
}
