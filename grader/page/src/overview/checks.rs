//! The checks by how many submissions fail them, each with the smallest case that the class has.

use std::cmp::Reverse;

use grade::Visibility;
use grade::check::Check;
use report::plain;
use terminal::wrap::count;

use super::{Gathered, bar, link, links};
use crate::evidence;
use crate::gather::CheckFacts;
use crate::markup::Html;

/// The number of checks that show their smallest case at once.
const OPEN: usize = 3;

pub(super) fn show(gathered: &Gathered) -> Html {
    let mut html = Html::new();
    let mut failed: Vec<(&Check, &CheckFacts)> =
        gathered.checks.iter().filter(|(_, facts)| !facts.failed.is_empty()).collect();
    // Of those that as many fail, in the order of a report.
    failed.sort_by_key(|(_, facts)| Reverse(facts.failed.len()));
    if failed.is_empty() {
        html.leaf("p", &[], "No check fails.");
    }
    for (i, (check, facts)) in failed.iter().enumerate() {
        let open = [("class", "check"), ("open", "")];
        html.element("details", if i < OPEN { &open } else { &open[..1] }, |html| {
            one(html, gathered, **check, facts);
        });
    }
    rest(&mut html, gathered);
    html
}

fn one(html: &mut Html, gathered: &Gathered, check: Check, facts: &CheckFacts) {
    let (fails, all) = (facts.failed.len(), gathered.rows.len());
    html.element("summary", &[], |html| {
        html.leaf("code", &[], check.id());
        bar(html, fails as u64, all as u64, "bad");
        html.leaf("span", &[], &format!("{fails} of {all} fail"));
    });
    html.element("p", &[("class", "rule")], |html| {
        html.text("rule: ").prose(check.holds());
        html.text(&format!("; worth {}", facts.max_score));
        match facts.visibility {
            Visibility::Visible => {}
            Visibility::AfterDueDate => {
                html.text("; students see it after the due date");
            }
            Visibility::Hidden => {
                html.text("; students do not see it");
            }
        }
        if facts.skipped > 0 {
            html.text(&format!("; not looked at for {}", facts.skipped));
        }
    });
    if let Some(smallest) = &facts.smallest {
        html.element("div", &[("class", "smallest")], |html| {
            html.element("p", &[("class", "summary")], |html| {
                html.text("the smallest case, of ");
                link(html, gathered, smallest.place);
                html.text(": ").prose(&plain::sentence(&smallest.failure.summary));
            });
            evidence::case(html, &smallest.failure);
        });
    }
    links(html, gathered, &facts.failed);
    html.element("p", &[("class", "js")], |html| {
        html.leaf("a", &[("href", "#all"), ("data-failed", check.id())], "show them in the table");
    });
}

/// What there is to say of the others.
fn rest(html: &mut Html, gathered: &Gathered) {
    let passed: Vec<&Check> = gathered
        .checks
        .iter()
        .filter(|(_, facts)| facts.failed.is_empty())
        .map(|(check, _)| check)
        .collect();
    if passed.is_empty() {
        return;
    }
    html.element("details", &[], |html| {
        html.leaf("summary", &[], &format!("Nobody fails {}", count(passed.len(), "check")));
        html.element("ul", &[("class", "names")], |html| {
            for check in passed {
                html.element("li", &[], |html| {
                    html.leaf("code", &[], check.id());
                });
            }
        });
    });
}
