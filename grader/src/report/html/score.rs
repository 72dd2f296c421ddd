//! A submission's points: those that the grader found, the corrections by hand, and the sum.

use super::markup::Html;
use super::student::{Reader, Student};
use crate::check::Check;
use crate::class::overrides::{Applied, Change, Effect, Override};
use crate::points::Points;
use crate::report::plain;
use crate::report::record::{CheckRecord, Outcome, Record};

/// Shows the points, and who corrected them and why.
pub(super) fn score(html: &mut Html, student: Student<'_>, reader: Reader) {
    let record = student.record;
    let corrections: Vec<&Applied> = student
        .row
        .corrections
        .iter()
        .filter(|it| reader.sees(record, it.correction.check))
        .collect();
    let is_corrected = corrections.iter().any(|it| it.correction.effect.is_some());
    let points = match reader {
        Reader::Instructor => Sum {
            machine: record.score(),
            last: student.row.final_score,
            most: record.max_score,
            hidden: Points::ZERO,
        },
        Reader::Student => visible_sum(record, &corrections),
    };
    html.element("p", &[("class", "score")], |html| match points.last {
        None => {
            html.leaf("b", &[], "no score");
        }
        Some(last) => {
            html.leaf("b", &[], &last.to_string()).text(&format!(" / {}", points.most));
            // A whole score that was set has nothing beside it.
            if points.hidden > Points::ZERO && points.most < record.max_score {
                html.text(&format!(" (and {} hidden)", points.hidden));
            }
            if let Some(machine) = points.machine.filter(|_| is_corrected) {
                html.text(" ").leaf(
                    "small",
                    &[],
                    &format!("corrected; the grader found {machine}"),
                );
            }
        }
    });
    match &record.outcome {
        Outcome::Graded => {}
        Outcome::Rejected { reason } => {
            html.element("p", &[("class", "banner")], |html| {
                html.leaf("b", &[], "not a submission").text(": ").prose(&plain::sentence(reason));
            });
        }
        Outcome::GraderError => {
            html.leaf("p", &[("class", "banner")], plain::NO_SCORE);
        }
    }
    if !corrections.is_empty() {
        // By how much a whole score was changed tells what the hidden checks have brought.
        let is_vague = reader == Reader::Student && points.hidden > Points::ZERO;
        html.element("ul", &[("class", "corrections")], |html| {
            for applied in corrections {
                let is_vague = is_vague && applied.correction.check.is_none();
                html.element("li", &[], |html| correction(html, applied, is_vague));
            }
        });
    }
}

/// A correction in a line, such as `+3.5 board.hamming, corrected by R. S.: the lecture ...`.
fn correction(html: &mut Html, applied: &Applied, is_vague: bool) {
    let correction = &applied.correction;
    let change = applied.change.filter(|_| !is_vague);
    let what = match correction.effect {
        None => "a comment".to_owned(),
        Some(Effect::Add(wanted)) => change.unwrap_or(wanted).to_string(),
        Some(Effect::Set(points)) => match change {
            Some(change) => format!("{change}, set to {points}"),
            None => format!("set to {points}"),
        },
    };
    html.leaf("b", &[], &what).text(" ");
    html.leaf("code", &[], correction.check.map_or("the whole score", Check::id));
    let by = if correction.effect.is_some() { "corrected by" } else { "by" };
    html.text(&format!(", {by} "));
    html.text(&plain::clean(&correction.who)).text(": ").text(&plain::clean(&correction.why));
}

/// By how much a check's points were corrected.
pub(super) fn change_of(student: Student<'_>, check: &CheckRecord) -> Option<Change> {
    let of_it = |it: &&Applied| it.correction.check == Some(check.check);
    student.row.corrections.iter().filter(of_it).find_map(|it| it.change)
}

/// The points as a reader may know them.
struct Sum {
    machine: Option<Points>,
    last: Option<Points>,
    most: Points,
    /// What is hidden is worth.
    hidden: Points,
}

/// The points without those of hidden checks, unless all of them are set to a number, which tells
/// nothing of what was hidden.
fn visible_sum(record: &Record, corrections: &[&Applied]) -> Sum {
    let set = corrections.iter().find_map(|it| match it.correction {
        Override { check: None, effect: Some(Effect::Set(points)), .. } => Some(points),
        _ => None,
    });
    let (visible, most) = match &record.outcome {
        Outcome::Rejected { .. } => (Points::ZERO, record.max_score),
        _ => plain::visible_points(record),
    };
    let hidden = plain::hidden(record).iter().map(|hidden| hidden.max_score).sum();
    if let Some(points) = set {
        let machine = record.score().filter(|_| hidden == Points::ZERO);
        return Sum { machine, last: Some(points), most: record.max_score, hidden };
    }
    let machine = record.score().map(|_| visible);
    let change = |it: &&Applied| match it.correction {
        Override { check: None, effect: Some(Effect::Add(change)), .. } => Some(change),
        _ => it.change,
    };
    let change = corrections.iter().filter_map(change).fold(Change::default(), |a, b| a + b);
    Sum { machine, last: machine.map(|points| change.applied_to(points)), most, hidden }
}
