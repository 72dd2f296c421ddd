//! Renders the sections about the whole class.

mod alike;
mod checks;
mod difference;
mod histogram;
mod limits;
mod requests;
mod table;
pub(super) mod totals;

use maud::{Markup, html};

use super::gather::{Gathered, RowIndex};
use super::markup::{id_of, isolated_list};
use super::shell::Extra;

use totals::Middle;

pub use requests::{ShownRequest, requests_section};

/// A section of the class page, with a heading and a link in the navigation.
#[derive(Clone, Debug)]
pub struct PageSection {
    /// The element id. The prefix `s-` is reserved for submissions.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// The short title for the navigation.
    pub short: &'static str,
    /// The content.
    pub body: Markup,
    /// Additional CSS and JavaScript for the page.
    pub extra: Option<Extra>,
}

/// Renders all sections in page order. Some may have an empty body.
pub(super) fn sections(gathered: &Gathered, missing: Option<&[String]>) -> Vec<PageSection> {
    let section = |id, title: &str, short, body| PageSection {
        id,
        title: title.to_owned(),
        short,
        body,
        extra: None,
    };
    let students = html! { (table::table_section(gathered)) (render_missing_students(missing.unwrap_or_default())) };
    vec![
        section("students", "Students", "Students", students),
        section("scores", "Scores", "Scores", histogram::histogram_section(gathered)),
        section("checks", "Checks", "Checks", checks::checks_section(gathered)),
        section(
            "limits",
            "Submissions close to a limit",
            "Limits",
            limits::limits_section(gathered),
        ),
        section(
            "alike",
            "Submissions with the same failures",
            "Groups",
            alike::alike_section(gathered),
        ),
    ]
}

fn render_missing_students(missing: &[String]) -> Markup {
    html! {
        @if !missing.is_empty() {
            p class="note" { "No submission (" (missing.len()) "): " (isolated_list(missing)) "." }
        }
    }
}

/// Lists with more links are folded.
/// More would push the rest of the overview off the screen.
const AT_ONCE: usize = 40;

/// Renders a list of links to submissions.
fn render_links(gathered: &Gathered, places: &[RowIndex]) -> Markup {
    let all = html! {
        ul class="names" {
            @for place in places { li { (render_link_to_student(gathered, *place)) } }
        }
    };
    html! {
        @if places.len() > AT_ONCE {
            details { summary { "show all " (places.len()) } (all) }
        } @else {
            (all)
        }
    }
}

fn render_link_to_student(gathered: &Gathered, place: RowIndex) -> Markup {
    let row = &gathered.rows[place];
    let shown = row.submitter.names_besides(&row.name).unwrap_or_else(|| row.name.clone());
    html! { a href={ "#" (id_of(&row.name)) } title=(row.name) { bdi { (shown) } } }
}

/// Renders a bar for `part` of `whole`. Screen readers skip it, so the number must also appear as text.
fn render_bar(part: u64, whole: u64, class: &'static str) -> Markup {
    let width = part.saturating_mul(100).checked_div(whole).unwrap_or(0).min(100);
    // A small part should not look like none.
    let width = width.max(u64::from(part > 0));
    html! {
        svg class="bar" aria-hidden="true" { rect width={ (width) "%" } class=(class) {} }
    }
}
