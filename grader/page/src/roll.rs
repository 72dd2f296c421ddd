//! The checks of a class, which the page lists once: a submission's table has only what is not
//! simply passed, and the script of the page fills in the rest.

use grade::Visibility;
use grade::check::Check;
use grade::points::Points;
use grade::view::{CheckView, Finding, View};
use maud::{Markup, html};

use super::score::change_of;

/// The checks with their points and who sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Roll(Vec<(Check, Points, Visibility)>);

impl Roll {
    fn of(view: &View) -> Self {
        Self(view.checks.iter().map(|it| (it.check, it.max_score, it.visibility)).collect())
    }

    /// Whether the submission has the checks of the class. The first that has any says which these
    /// are.
    pub(super) fn is_of(&mut self, view: &View) -> bool {
        let own = Self::of(view);
        if self.0.is_empty() {
            *self = own;
            return true;
        }
        *self == own
    }

    /// A table of all checks, each passed, which no browser shows by itself.
    pub(super) fn template(&self) -> Markup {
        html! {
            @if !self.0.is_empty() {
                template id="all-checks" {
                    table class="checks" {
                        (head())
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

/// The caption of a table of checks, and the titles of its columns.
pub(super) fn head() -> Markup {
    html! {
        caption { "All checks" }
        thead {
            tr {
                @for title in ["check", "result", "points"] { th scope="col" { (title) } }
            }
        }
    }
}

/// Tells an instructor what students do not see.
pub(super) fn hidden_mark(visibility: Visibility) -> Markup {
    let mark = match visibility {
        Visibility::Visible => return Markup::default(),
        Visibility::AfterDueDate => "after the due date",
        Visibility::Hidden => "hidden",
    };
    html! { " " span class="tag" { (mark) } }
}

/// Whether a check fails, and all that a table has of it stands in the section on the failure.
pub(super) fn is_plain_fault(view: &View, check: &CheckView) -> bool {
    check.is_failed() && change_of(view, check).is_none()
}

/// Whether a check is passed with all of its points, and nobody has changed that.
pub(super) fn is_plain(view: &View, check: &CheckView) -> bool {
    check.finding == Finding::Pass
        && check.withheld.is_none()
        && check.found == Some(check.max_score)
        && change_of(view, check).is_none()
}
