//! Stores the checks of a class once per page. The table of a submission omits [plain](is_plain) checks, and the page's
//! script adds them.

use grade::Visibility;
use grade::check::Check;
use grade::points::Points;
use grade::view::{CheckView, Finding, View};
use maud::{Markup, html};

use super::score::correction_of_points;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReportedChecks(Vec<(Check, Points, Visibility)>);

impl ReportedChecks {
    fn from_view(view: &View) -> Self {
        Self(
            view.checks
                .iter()
                .map(|check| (check.check, check.max_score, check.visibility))
                .collect(),
        )
    }

    /// Returns `true` if a submission has the same checks as the class, which are those of the first submission with
    /// any.
    pub(super) fn has_same_checks(&mut self, view: &View) -> bool {
        let own = Self::from_view(view);
        if self.0.is_empty() {
            *self = own;
            return true;
        }
        *self == own
    }

    /// Renders a `template` element with a table in which all checks pass.
    pub(super) fn render_template(&self) -> Markup {
        html! {
            @if !self.0.is_empty() {
                template id="all-checks" {
                    table class="checks" {
                        (render_table_head())
                        tbody {
                            @for (check, points, visibility) in &self.0 {
                                tr class="ok" {
                                    td { code { (check.id()) } (hidden_mark(*visibility)) }
                                    td { "passed" }
                                    td { (points) " / " (points) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn render_table_head() -> Markup {
    html! {
        caption { "All checks" }
        thead {
            tr {
                @for title in ["check", "result", "points"] { th scope="col" { (title) } }
            }
        }
    }
}

/// Renders a tag for a check that students cannot see (yet).
pub(super) fn hidden_mark(visibility: Visibility) -> Markup {
    let mark = match visibility {
        Visibility::Visible => return Markup::default(),
        Visibility::AfterDueDate => "after the due date",
        Visibility::Hidden => "hidden",
    };
    html! { " " span class="tag" { (mark) } }
}

/// Returns `true` if a check fails and a row would add nothing to its section.
pub(super) fn is_plain_fault(view: &View, check: &CheckView) -> bool {
    check.is_failed() && correction_of_points(view, check).is_none()
}

/// Returns `true` if a check passes with full points and without corrections.
pub(super) fn is_plain(view: &View, check: &CheckView) -> bool {
    check.finding == Finding::Pass
        && check.withheld.is_none()
        && check.found == Some(check.max_score)
        && correction_of_points(view, check).is_none()
}
