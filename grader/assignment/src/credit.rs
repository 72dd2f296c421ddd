//! Reads the rubric's rules for partial credit and caps.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use base::input::{FileError, InputText};
use grade::check::{Check, Group, JudgedBy};
use grade::points::Points;
use grade::{CapCondition, CapRule};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::{Spanned, Value};

use super::domain::{Partial, RubricEntry};
use super::limits::RunLimits;
use super::problem::Problem;

pub(super) enum WirePartial {
    Name(String),
    Table(WireTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireTable {
    most: Option<Spanned<f64>>,
    large: Option<Spanned<f64>>,
    thresholds: Option<Spanned<Vec<Spanned<u32>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
pub(super) struct WireCap {
    unless: Spanned<String>,
    /// A number of points, or a percentage as text, as for the next two.
    score: Spanned<Value>,
    least: Option<Spanned<Value>>,
    nine_tenths: Option<Spanned<Value>>,
    why: Spanned<String>,
}

/// This is not derived, because a derived untagged enum loses the positions of errors.
impl<'de> Deserialize<'de> for WirePartial {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = WirePartial;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a rule such as `\"share\"` or `{ most = 0.5 }`")
            }

            fn visit_str<E>(self, name: &str) -> Result<WirePartial, E> {
                Ok(WirePartial::Name(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WirePartial, A::Error> {
                WireTable::deserialize(MapAccessDeserializer::new(map)).map(WirePartial::Table)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

pub(super) fn parse_partial(
    check: Check,
    wire: Option<&Spanned<WirePartial>>,
    limits: RunLimits,
    source: InputText<'_>,
) -> Result<Partial, FileError> {
    let Some(wire) = wire else { return Ok(Partial::None) };
    let needs = |rule: &'static str, is_possible: bool| {
        let problem = Problem::NoSuchPartial { check: check.id(), rule };
        if is_possible { Ok(()) } else { Err(source.error(wire.span(), &problem)) }
    };
    let part = |part: &Spanned<f64>| {
        let is_part = |part: &Points| (1..1000).contains(&part.thousandths());
        let thousandths = Points::from_f64(*part.get_ref()).filter(is_part);
        let thousandths = thousandths.and_then(|points| u32::try_from(points.thousandths()).ok());
        thousandths.ok_or_else(|| source.error(part.span(), &Problem::NoPart))
    };
    let table = match wire.get_ref() {
        WirePartial::Name(name) => {
            return match name.as_str() {
                "none" => Ok(Partial::None),
                "share" => {
                    needs("share", has_shares(check))?;
                    Ok(Partial::Share { most: 1000 })
                }
                other => Err(source.error(wire.span(), &Problem::Partial(other.to_owned()))),
            };
        }
        WirePartial::Table(table) => table,
    };
    match table {
        WireTable { most: Some(most), large: None, thresholds: None } => {
            needs("most", has_shares(check))?;
            Ok(Partial::Share { most: part(most)? })
        }
        WireTable { most: None, large: Some(large), thresholds: None } => {
            needs("large", counts_board_sizes(check))?;
            Ok(Partial::Large { part: part(large)? })
        }
        WireTable { most: None, large: None, thresholds: Some(thresholds) } => {
            needs("thresholds", check == Check::SolverTime)?;
            parse_steps(thresholds, limits, source).map(Partial::Thresholds)
        }
        _ => Err(source.error(wire.span(), &Problem::PartialKeys)),
    }
}

/// Returns `true` if the number of passing cases can affect partial credit for a check.
fn has_shares(check: Check) -> bool {
    matches!(check.spec().judged_by, JudgedBy::Answer(_) | JudgedBy::Tests)
        || counts_board_sizes(check)
}

fn counts_board_sizes(check: Check) -> bool {
    check.group() == Group::Board && check.spec().judged_by != JudgedBy::Cost
}

/// Reads the thresholds. They must start at the check's limit, increase, and not exceed `stop`.
fn parse_steps(
    wire: &Spanned<Vec<Spanned<u32>>>,
    limits: RunLimits,
    source: InputText<'_>,
) -> Result<Vec<u32>, FileError> {
    let steps = wire.get_ref();
    let Some(first) = steps.first() else {
        return Err(source.error(wire.span(), &Problem::FirstThreshold(limits.time)));
    };
    if *first.get_ref() != limits.time {
        return Err(source.error(first.span(), &Problem::FirstThreshold(limits.time)));
    }
    for pair in steps.windows(2) {
        if pair[1].get_ref() <= pair[0].get_ref() {
            let error = source.error(pair[1].span(), &Problem::ThresholdOrder);
            return Err(error.with_second_place(pair[0].span(), "the one before"));
        }
    }
    if let Some(last) = steps.iter().find(|step| *step.get_ref() > limits.stop) {
        return Err(source.error(last.span(), &Problem::ThresholdBeyondStop(limits.stop)));
    }
    Ok(steps.iter().map(|step| *step.get_ref()).collect())
}

pub(super) fn parse_requires(
    check: Check,
    wire: &[Spanned<String>],
    rated: &[RubricEntry],
    graded: &BTreeMap<Check, Range<usize>>,
    source: InputText<'_>,
) -> Result<Vec<Check>, FileError> {
    let visibility = |check: Check| {
        rated
            .iter()
            .find(|rated_check| rated_check.check == check)
            .map(|rated_check| rated_check.visibility)
    };
    let mut required: Vec<Check> = Vec::new();
    for name in wire {
        let other = find_named_check(name, graded, source)?;
        if other == check {
            return Err(source.error(name.span(), &Problem::RequiresItself));
        }
        if required.contains(&other) {
            return Err(source.error(name.span(), &Problem::RequiredTwice(other.id())));
        }
        // The missing points would reveal that the hidden check fails.
        if visibility(other) > visibility(check) {
            return Err(source.error(name.span(), &Problem::RequiresHidden(other.id())));
        }
        required.push(other);
    }
    // The order in the file has no meaning, so it must not change the hash of the assignment.
    required.sort();
    Ok(required)
}

pub(super) fn parse_caps(
    wires: Vec<WireCap>,
    checks: &[RubricEntry],
    graded: &BTreeMap<Check, Range<usize>>,
    source: InputText<'_>,
) -> Result<Vec<CapRule>, FileError> {
    let all: Points = checks.iter().map(|rated| rated.points).sum();
    let mut spans: BTreeMap<CapCondition, Range<usize>> = BTreeMap::new();
    let mut caps = Vec::with_capacity(wires.len());
    for WireCap { unless, score: wire, least, nine_tenths, why } in wires {
        let condition = parse_condition(&unless, graded, source)?;
        if let Some(first) = spans.insert(condition, unless.span()) {
            let error = source.error(unless.span(), &Problem::SecondCap(condition.id()));
            return Err(error.with_second_place(first, "the first"));
        }
        let score = points_of_cap(&wire, all, source)?;
        let has_share = |rated: &RubricEntry| {
            condition.check() == Some(rated.check) && matches!(rated.partial, Partial::Share { .. })
        };
        let can_rise = condition == CapCondition::Program || checks.iter().any(has_share);
        if let Some(least) = least.as_ref().filter(|_| !can_rise) {
            let problem = Problem::LeastWithoutShare(condition.id());
            return Err(source.error(least.span(), &problem));
        }
        let between = |wire: &Spanned<Value>, from: Points, problem| {
            let points = points_of_cap(wire, all, source)?;
            let is_between = (from..score).contains(&points);
            if is_between { Ok(points) } else { Err(source.error(wire.span(), &problem)) }
        };
        let above_zero = |wire| between(&wire, Points::ZERO, Problem::LeastAboveCap(score));
        let least = least.map_or(Ok(score), above_zero)?;
        let above_least = |wire| between(&wire, least, Problem::NineTenths(score));
        let nine_tenths = nine_tenths.map(above_least).transpose()?;
        if why.get_ref().trim().is_empty() {
            return Err(source.error(why.span(), &Problem::CapWithoutWhy));
        }
        let cap = CapRule { unless: condition, score, least, nine_tenths, why: why.into_inner() };
        if !cap.is_useful(all) {
            return Err(source.error(wire.span(), &Problem::UselessCap(all)));
        }
        caps.push(cap);
    }
    Ok(caps)
}

/// Reads a number of points, or a percentage of all points, such as `"96%"`, which stays right if points are changed.
fn points_of_cap(
    wire: &Spanned<Value>,
    all: Points,
    source: InputText<'_>,
) -> Result<Points, FileError> {
    let points = match wire.get_ref() {
        Value::Float(points) => Points::from_f64(*points),
        Value::Integer(points) => {
            u32::try_from(*points).ok().and_then(|points| Points::from_f64(points.into()))
        }
        Value::String(text) => text.trim().strip_suffix('%').and_then(|percent| {
            let percent = Points::from_f64(percent.trim().parse().ok()?)?;
            let hundred = Points::from_thousandths(100_000);
            (percent <= hundred).then(|| percent.scaled(hundred, all))
        }),
        _ => None,
    };
    points.ok_or_else(|| source.error(wire.span(), &Problem::CapPoints))
}

/// Reads the condition of a cap: a check, or the program as a whole.
fn parse_condition(
    name: &Spanned<String>,
    graded: &BTreeMap<Check, Range<usize>>,
    source: InputText<'_>,
) -> Result<CapCondition, FileError> {
    if name.get_ref() == CapCondition::PROGRAM {
        return Ok(CapCondition::Program);
    }
    find_named_check(name, graded, source).map(CapCondition::Check)
}

fn find_named_check(
    name: &Spanned<String>,
    graded: &BTreeMap<Check, Range<usize>>,
    source: InputText<'_>,
) -> Result<Check, FileError> {
    let check = Check::from_id(name.get_ref()).ok_or_else(|| {
        let like = Check::most_similar(name.get_ref()).map(Check::id);
        source.error(name.span(), &Problem::UnknownCheck(name.get_ref().clone(), like))
    })?;
    if !graded.contains_key(&check) {
        return Err(source.error(name.span(), &Problem::Ungraded(check.id())));
    }
    Ok(check)
}
