//! Renders the section about requests to regrade a check.

use maud::html;

use super::PageSection;
use crate::markup::{id_of, prose};

/// A student's request to regrade a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRequest {
    /// The submission on this page, or `None` if there is none.
    pub submission: Option<String>,
    /// The name of the submission with its authors, or the student as named in the request.
    pub who: String,
    /// The check's id.
    pub check: String,
    /// The student's reason.
    pub text: String,
    /// The decisions, or the reason why there is none.
    pub results: Vec<String>,
    /// Whether somebody still has to decide.
    pub is_open: bool,
}

/// Renders a section that lists requests, with links to the submissions.
pub fn requests_section(requests: &[ShownRequest]) -> PageSection {
    let body = html! {
        ul class="alike" {
            @for request in requests {
                li {
                    @if let Some(name) = &request.submission {
                        a href={ "#" (id_of(name)) } { bdi { (request.who) } }
                    } @else {
                        b { bdi { (request.who) } }
                    }
                    " " code { (request.check) }
                    @if request.is_open { " " span class="tag" { "not decided" } }
                    p { bdi { (request.text) } }
                    @for line in &request.results { p class="note" { (prose(line)) } }
                }
            }
        }
    };
    PageSection {
        id: "requests",
        title: "Requests to regrade".to_owned(),
        short: "Requests",
        body,
        extra: None,
    }
}
