//! Groups of submissions that fail the same checks in the same way: one talk may do for all.

use std::cmp::Reverse;

use grade::words::sentence;
use report::plain;
use terminal::wrap::count;

use super::{Gathered, links};
use crate::gather::{Faults, Place};
use crate::markup::Html;

pub(super) fn show(gathered: &Gathered) -> Html {
    let mut html = Html::new();
    let (mut groups, single): (Vec<(&Faults, &Vec<Place>)>, Vec<_>) =
        gathered.alike.iter().partition(|(_, places)| places.len() > 1);
    // Of two as large, the one with the first name.
    groups.sort_by_key(|(_, places)| (Reverse(places.len()), places[0]));
    if groups.is_empty() {
        html.leaf("p", &[], "No two submissions fail the same checks in the same way.");
        return html;
    }
    html.element("ol", &[("class", "alike")], |html| {
        for (faults, places) in groups {
            html.element("li", &[], |html| group(html, gathered, faults, places));
        }
    });
    if !single.is_empty() {
        let text = format!("Another {} in a way of their own.", fail(single.len()));
        html.leaf("p", &[("class", "note")], &text);
    }
    html
}

fn fail(number: usize) -> String {
    let verb = if number == 1 { "fails" } else { "fail" };
    format!("{} {verb}", count(number, "submission"))
}

fn group(html: &mut Html, gathered: &Gathered, faults: &Faults, places: &[Place]) {
    html.leaf("b", &[], &count(places.len(), "submission"));
    html.element("ul", &[("class", "faults")], |html| {
        for (check, cause) in faults {
            // A grade of an earlier version has no cause.
            let what = cause.as_ref().map_or_else(|| check.holds().to_owned(), sentence);
            html.element("li", &[], |html| {
                html.leaf("code", &[], check.id()).text(": ").prose(&plain::sentence(&what));
            });
        }
    });
    links(html, gathered, places);
}
