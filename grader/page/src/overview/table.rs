//! The table of all submissions. The script of the page sorts and filters it; without a script it
//! is in the order of names.

use grade::Status;
use grade::points::Points;

use super::Gathered;
use crate::gather::Row;
use crate::markup::{Html, id_of};

/// The columns: what they are called, and how the script compares them.
const COLUMNS: [(&str, &str); 7] = [
    ("submission", "text"),
    ("status", "text"),
    ("found", "number"),
    ("by hand", "number"),
    ("final", "number"),
    ("failed", "number"),
    ("failed checks", "text"),
];

pub(super) fn show(gathered: &Gathered) -> Html {
    let mut html = Html::new();
    form(&mut html, gathered);
    html.element("div", &[("class", "scroll")], |html| {
        html.element("table", &[("id", "submissions")], |html| {
            html.leaf("caption", &[("class", "unseen")], "All submissions");
            html.element("thead", &[], |html| {
                html.element("tr", &[], |html| {
                    for (title, kind) in COLUMNS {
                        html.leaf("th", &[("scope", "col"), ("data-kind", kind)], title);
                    }
                });
            });
            html.element("tbody", &[], |html| {
                for row in &gathered.rows {
                    line(html, row);
                }
            });
        });
    });
    html
}

/// What the script filters by.
fn form(html: &mut Html, gathered: &Gathered) {
    html.element("div", &[("class", "filter js"), ("role", "search")], |html| {
        label(html, "name", |html| {
            html.open("input", &[("type", "search"), ("id", "by-text"), ("autocomplete", "off")]);
        });
        label(html, "status", |html| {
            let values = Status::ALL.into_iter().map(Status::as_str).chain(["corrected"]);
            select(html, "by-status", values);
        });
        label(html, "failed check", |html| {
            let failed = gathered.checks.iter().filter(|(_, facts)| !facts.failed.is_empty());
            select(html, "by-failed", failed.map(|(check, _)| check.id()));
        });
        html.leaf("p", &[("id", "count"), ("role", "status")], "");
    });
}

fn label(html: &mut Html, name: &str, content: impl FnOnce(&mut Html)) {
    html.element("label", &[], |html| {
        html.text(name).text(" ");
        content(html);
    });
}

fn select<'a>(html: &mut Html, id: &str, values: impl Iterator<Item = &'a str>) {
    html.element("select", &[("id", id)], |html| {
        html.leaf("option", &[("value", "")], "any");
        for value in values {
            html.leaf("option", &[("value", value)], value);
        }
    });
}

fn line(html: &mut Html, row: &Row) {
    let points = |points: Option<Points>| points.map(|it| it.to_string()).unwrap_or_default();
    let adjustment = row.change.map(|it| it.to_string()).unwrap_or_default();
    let corrected = [("class", "corrected")];
    html.element("tr", if row.is_corrected { &corrected } else { &[] }, |html| {
        html.element("td", &[], |html| {
            html.leaf("a", &[("href", &format!("#{}", id_of(&row.name)))], &row.name);
        });
        html.leaf("td", &[], row.status.as_str());
        html.leaf("td", &[], &points(row.found));
        html.leaf("td", &[], &adjustment);
        html.leaf("td", &[], &points(row.score));
        html.leaf("td", &[], &row.failed.len().to_string());
        html.leaf("td", &[], &row.failed.iter().map(|it| it.id()).collect::<Vec<_>>().join(" "));
    });
}
