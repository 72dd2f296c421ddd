//! A submission's points: those that the grader found, the corrections by hand, and the sum.

use grade::check::Check;
use grade::points::Points;
use grade::view::{CheckView, View};
use grade::{Applied, Change, Effect, Status};
use report::{credit, plain};

use super::markup::Html;
use super::student::Shown;

/// Shows the points, and who corrected them and why.
pub(super) fn score(html: &mut Html, shown: Shown<'_>) {
    let Shown { view, is_handout } = shown;
    html.element("p", &[("class", "score")], |html| {
        match view.score {
            None => html.leaf("b", &[], "no score"),
            Some(score) => {
                let most = format!(" / {}", view.max_score);
                html.leaf("b", &[], &score.to_string()).text(&most)
            }
        };
        if is_handout {
            hidden(html, view);
        } else if let Some(found) = view.found.filter(|_| is_corrected(view)) {
            let text = format!("corrected; the grader found {found}");
            html.text(" ").leaf("small", &[], &text);
        }
    });
    match view.status {
        Status::Graded => {}
        Status::Rejected => rejected(html, view.rejection.as_deref().unwrap_or_default()),
        Status::GraderError => {
            let text = if view.is_set_by_hand() { plain::SET_BY_HAND } else { plain::NO_SCORE };
            html.leaf("p", &[("class", "banner")], text);
        }
    }
    let caps =
        if is_handout { credit::caps(view) } else { view.caps.iter().map(credit::cap).collect() };
    limits(html, &caps);
    corrections(html, shown);
}

/// Whether more was done by hand than to comment.
pub(super) fn is_corrected(view: &View) -> bool {
    view.ledger.iter().any(|it| it.correction.effect.is_some())
}

/// How many points are hidden.
fn hidden(html: &mut Html, view: &View) {
    let hidden = view.hidden_points();
    if view.score.is_some() && hidden > Points::ZERO {
        html.text(&format!(" (and {hidden} hidden)"));
    }
}

fn corrections(html: &mut Html, Shown { view, is_handout }: Shown<'_>) {
    if view.all_corrections().next().is_none() {
        return;
    }
    html.element("ul", &[("class", "corrections")], |html| {
        if is_handout {
            for correction in view.all_corrections() {
                html.leaf("li", &[], &plain::correction_of(correction));
            }
        } else {
            for applied in &view.ledger {
                html.element("li", &[], |html| correction(html, applied));
            }
        }
    });
}

/// What limits the total.
fn limits(html: &mut Html, lines: &[String]) {
    for line in lines {
        html.element("p", &[("class", "banner")], |html| {
            html.prose(line);
        });
    }
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
pub(super) fn change_of(view: &View, check: &CheckView) -> Option<Change> {
    let of_it = |it: &&Applied| it.correction.check == Some(check.check);
    view.ledger.iter().filter(of_it).find_map(|it| it.change)
}
