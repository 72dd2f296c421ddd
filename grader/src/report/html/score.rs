//! A submission's points: those that the grader found, the corrections by hand, and the sum.

use super::markup::Html;
use super::student::{Reader, Student};
use crate::check::Check;
use crate::class::overrides::{Applied, Change, Effect};
use crate::points::Points;
use crate::report::audience::{CapView, State, View};
use crate::report::record::{CheckRecord, Outcome};
use crate::report::{credit, plain};

/// Shows the points, and who corrected them and why.
pub(super) fn score(html: &mut Html, reader: Reader<'_>) {
    match reader {
        Reader::Instructor(student) => all(html, student),
        Reader::Student(view) => seen(html, view),
    }
}

/// All points, with all corrections.
fn all(html: &mut Html, Student { record, row }: Student<'_>) {
    let is_corrected = row.corrections.iter().any(|it| it.correction.effect.is_some());
    html.element("p", &[("class", "score")], |html| {
        points(html, row.final_score, record.max_score);
        if let Some(machine) = record.score().filter(|_| is_corrected) {
            let text = format!("corrected; the grader found {machine}");
            html.text(" ").leaf("small", &[], &text);
        }
    });
    match &record.outcome {
        Outcome::Graded => {}
        Outcome::Rejected { reason } => rejected(html, reason),
        Outcome::GraderError => {
            html.leaf("p", &[("class", "banner")], plain::NO_SCORE);
        }
    }
    let sum: Points = record.checks.iter().filter_map(|check| check.score).sum();
    let caps = record.caps.iter().filter(|cap| cap.score < sum);
    limits(html, &caps.map(|cap| credit::cap(&CapView::new(cap))).collect::<Vec<_>>());
    if !row.corrections.is_empty() {
        html.element("ul", &[("class", "corrections")], |html| {
            for applied in &row.corrections {
                html.element("li", &[], |html| correction(html, applied));
            }
        });
    }
}

/// What a student may know of the points.
fn seen(html: &mut Html, view: &View) {
    html.element("p", &[("class", "score")], |html| {
        points(html, view.score, view.max_score);
        let hidden = view.hidden_points();
        if view.score.is_some() && hidden > Points::ZERO {
            html.text(&format!(" (and {hidden} hidden)"));
        }
    });
    match &view.state {
        State::Graded => {}
        State::Rejected { reason } => rejected(html, reason),
        State::GraderError => {
            html.leaf("p", &[("class", "banner")], plain::NO_SCORE);
        }
        State::SetByHand => {
            let text = "The grader could not finish; the score is set by hand.";
            html.leaf("p", &[("class", "banner")], text);
        }
    }
    limits(html, &credit::caps(view));
    let mut corrections = view.all_corrections().peekable();
    if corrections.peek().is_some() {
        html.element("ul", &[("class", "corrections")], |html| {
            for correction in corrections {
                html.leaf("li", &[], &plain::correction_of(correction));
            }
        });
    }
}

/// What limits the total.
fn limits(html: &mut Html, lines: &[String]) {
    for line in lines {
        html.element("p", &[("class", "banner")], |html| {
            html.prose(line);
        });
    }
}

fn points(html: &mut Html, score: Option<Points>, most: Points) {
    match score {
        None => html.leaf("b", &[], "no score"),
        Some(score) => html.leaf("b", &[], &score.to_string()).text(&format!(" / {most}")),
    };
}

fn rejected(html: &mut Html, reason: &str) {
    html.element("p", &[("class", "banner")], |html| {
        html.leaf("b", &[], "not a submission").text(": ").prose(&plain::sentence(reason));
    });
}

/// A correction in a line, such as `+3.5 board.hamming, corrected by R. S.: the lecture ...`.
fn correction(html: &mut Html, Applied { correction, change }: &Applied) {
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
