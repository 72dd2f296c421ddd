//! The sections about the class as a whole.

mod alike;
mod checks;
mod difference;
mod histogram;
mod limits;
mod table;
pub(super) mod totals;

use maud::{Markup, html};

use super::gather::{Gathered, Place};
use super::markup::id_of;
use super::shell::Extra;

use totals::Middle;

/// A section of the page of a class: what is in its table of contents, and what is below its title.
#[derive(Clone, Debug)]
pub struct Section {
    /// The id that links lead to. It must not begin with `s-`, which submissions have.
    pub id: &'static str,
    /// The title.
    pub title: String,
    /// A word for it, in the tabs.
    pub short: &'static str,
    /// The content.
    pub body: Markup,
    /// The style and the script that the page then needs beside its own.
    pub extra: Option<Extra>,
}

/// The sections, in the order of the page. One without content is left out.
pub(super) fn sections(gathered: &Gathered, missing: Option<&[String]>) -> Vec<Section> {
    let section = |id, title: &str, short, body| Section {
        id,
        title: title.to_owned(),
        short,
        body,
        extra: None,
    };
    let students = html! { (table::show(gathered)) (absent(missing.unwrap_or_default())) };
    vec![
        section("students", "Students", "Students", students),
        section("scores", "Scores", "Scores", histogram::show(gathered)),
        section("checks", "Checks", "Checks", checks::show(gathered)),
        section("limits", "Close to a limit", "Limits", limits::show(gathered)),
        section("alike", "Failing in the same way", "Alike", alike::show(gathered)),
    ]
}

/// Those who have handed in nothing.
fn absent(missing: &[String]) -> Markup {
    html! {
        @if !missing.is_empty() {
            p class="note" { "No submission (" (missing.len()) "): " (missing.join(", ")) "." }
        }
    }
}

/// The most links in a row that are shown at once.
const AT_ONCE: usize = 40;

/// Links to submissions, in a row; many of them folded.
fn links(gathered: &Gathered, places: &[Place]) -> Markup {
    let all = html! {
        ul class="names" {
            @for place in places { li { (link(gathered, *place)) } }
        }
    };
    html! {
        @if places.len() > AT_ONCE {
            details { summary { "all " (places.len()) " of them" } (all) }
        } @else {
            (all)
        }
    }
}

/// A link to a submission.
fn link(gathered: &Gathered, place: Place) -> Markup {
    let row = &gathered.rows[place];
    let shown = row.submitter.name_beside(&row.name).unwrap_or_else(|| row.name.clone());
    html! { a href={ "#" (id_of(&row.name)) } title=(row.name) { (shown) } }
}

/// A bar that is so many hundredths long. Whoever does not see it has the number beside it.
fn bar(part: u64, whole: u64, class: &'static str) -> Markup {
    let width = part.saturating_mul(100).checked_div(whole).unwrap_or(0).min(100);
    let width = width.max(u64::from(part > 0));
    html! {
        svg class="bar" aria-hidden="true" { rect width={ (width) "%" } class=(class) {} }
    }
}
