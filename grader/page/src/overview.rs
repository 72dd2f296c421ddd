//! The sections about the class as a whole.

mod alike;
mod checks;
mod histogram;
mod limits;
mod table;
mod totals;

use super::gather::{Gathered, Place};
use super::markup::{Html, id_of};
use super::shell::Extra;

/// A section of the page of a class: what is in its table of contents, and what is below its title.
#[derive(Clone, Debug)]
pub struct Section {
    /// The id that links lead to. It must not begin with `s-`, which submissions have.
    pub id: &'static str,
    /// The title.
    pub title: String,
    /// The content.
    pub body: Html,
    /// The style and the script that the page then needs beside its own.
    pub extra: Option<Extra>,
}

/// The sections, in the order of the page. One without content is left out.
pub(super) fn sections(gathered: &Gathered) -> Vec<Section> {
    let section =
        |id, title: &str, body| Section { id, title: title.to_owned(), body, extra: None };
    vec![
        section("totals", "Totals", totals::show(gathered)),
        section("scores", "Scores", histogram::show(gathered)),
        section("checks", "Checks by how many fail them", checks::show(gathered)),
        section("limits", "The slowest and the hungriest", limits::show(gathered)),
        section("alike", "Submissions that fail the same way", alike::show(gathered)),
        section("all", "All submissions", table::show(gathered)),
    ]
}

/// Links to submissions, in a row.
fn links(html: &mut Html, gathered: &Gathered, places: &[Place]) {
    html.element("ul", &[("class", "names")], |html| {
        for place in places {
            html.element("li", &[], |html| link(html, gathered, *place));
        }
    });
}

/// A link to a submission.
fn link(html: &mut Html, gathered: &Gathered, place: Place) {
    let name = &gathered.rows[place].name;
    html.leaf("a", &[("href", &format!("#{}", id_of(name)))], name);
}

/// A bar that is so many hundredths long. Whoever does not see it has the number beside it.
fn bar(html: &mut Html, part: u64, whole: u64, class: &'static str) {
    let width = part.saturating_mul(100).checked_div(whole).unwrap_or(0).min(100);
    let width = width.max(u64::from(part > 0)).to_string();
    let attributes = [
        ("class", "bar"),
        ("viewBox", "0 0 100 8"),
        ("preserveAspectRatio", "none"),
        ("aria-hidden", "true"),
    ];
    html.element("svg", &attributes, |html| {
        html.leaf("rect", &[("width", "100"), ("height", "8"), ("class", "back")], "");
        html.leaf("rect", &[("width", &width), ("height", "8"), ("class", class)], "");
    });
}
